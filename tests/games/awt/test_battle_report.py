"""One battle from the first token to the last, told as its report: the shrine on Hob's Moor.

A witch whispers in vain and calls up a hound instead; a Vickers gun pins the men in the open, and not those in the
trench; a tank bogs in the wire; a grenade goes wide; lancers ride down a levy and break it; hound and fusiliers fight
to no end, until fear does what the teeth could not.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.games import rig
from tests.games.awt.skirmish import Skirmish, piece, way
from umpire.games.awt import GAME

STANDS = "more than half of the units neither Broken nor destroyed"
CAPTAIN = "the Captain neither Broken nor destroyed"
NEAR = "each Assault unit within 6 in of an enemy"
REGULARS = "each unit of Regulars neither Broken nor destroyed"
PINNED = "each enemy unit pinned by a Support unit in the last round"


def hobs_moor() -> Skirmish:
    """The Patrol in the south, the Moor-Watch in the north, wire before the tank and an old trench in the west."""
    s = Skirmish(
        terrain=[
            piece("wire", area=(26, 14, 36, 15), name="the wire"),
            piece("trenches", area=(4, 30, 14, 33), name="Old trench"),
        ],
        phase="tokens", round=0, rounds=3, tokens=(0, 0), manifest=(2, 0),
        award=[{"kind": "objective", "points": 1, "first": 1, "last": 3}, {"kind": "units", "points": 1}],
        objective=[{"id": "shrine", "name": "Shrine", "at": (20, 20)}],
    )  # fmt: skip
    s.state.sides["A"].name, s.state.sides["B"].name = "Patrol", "Moor-Watch"
    s.captain("A", "Captain", at=(20, 6))
    s.witch("A", "Hedge Witch", at=(22, 14))
    s.foot("A", "Levy", at=(12, 12), keywords=("infantry", "rabble"), zeal=4, skill="low", save=1)
    elite: dict[str, Any] = {
        "keywords": ("infantry", "assault"),
        "phase": "elite",
        "zeal": 7,
        "skill": "high",
        "save": 3,
    }
    arms = ({"weapon": "revolver", "carriers": 60}, {"weapon": "hand_grenade"})
    s.foot("A", "Raiders", at=(5, 22), models=3, weapons=arms, cc=["brutal"], **elite)
    s.team("A", "Vickers", at=(25, 9))
    s.tank("A", "Tank", at=(30, 10), facing=0)
    s.captain("B", "Watch Captain", at=(20, 40))
    s.foot("B", "Fusiliers", at=(19, 27), models=6)
    s.foot("B", "Storm Troop", at=(6, 31), **elite)
    s.horse("B", "Lancers", at=(13, 24))
    return s


class Report(rig.Report):
    """What happened, and how it came to pass."""

    def quiet(self, *choices: Any) -> None:
        """A step in which nothing happens."""
        assert self(*choices) == []


HOUND = "a-barghest-1"


@pytest.mark.rule(
    "AWT-RD-01", "AWT-RD-03", "AWT-RD-04", "AWT-RD-05", "AWT-PR-02", "AWT-CT-04", "AWT-CT-06", "AWT-SK-03",
    "AWT-SK-04", "AWT-CC-20", "AWT-CW-04", "AWT-CN-03", "AWT-CN-09", "AWT-CN-13", "AWT-CN-15", "AWT-CM-01",
    "AWT-CM-03", "AWT-TE-09", "AWT-TE-21", "AWT-CH-02", "AWT-HE-08", "AWT-TP-05", "AWT-CV-06", "AWT-RS-09",
    "AWT-RS-10", "AWT-BS-03", "AWT-BS-05", "AWT-VC-01",
)  # fmt: skip
def test_the_shrine_on_hobs_moor() -> None:
    s = hobs_moor()
    report = Report(s, GAME)

    # The first round. The raiders are near enough to the lancers to be worth a token.
    assert report() == [
        "Round 1 of 3",
        f"Patrol: 3 Command Tokens ({STANDS} +1, {CAPTAIN} +1, {NEAR} +1)",
        f"Moor-Watch: 3 Command Tokens ({STANDS} +1, {CAPTAIN} +1, {REGULARS} +1)",
    ]
    assert report(dice=(2, 5)) == ["Patrol has priority in the Command Phase"]
    # The witch needs two 1s and has one. What she has been given to call with is enough for a hound.
    assert report("T4:Fusiliers", "2", dice=(1, 3)) == [
        "Patrol tries Dread Whisper on Fusiliers with 2 tokens",
        "Dread Whisper fails",
    ]
    assert report("M1:Hedge Witch", "2", way((22, 19.9)), dice=(2, 3)) == [
        "Hedge Witch calls up a Barghest with 2 tokens",
        "a Barghest manifests",
    ]
    report.quiet("pass")
    report.quiet("pass")
    for _ in range(3):  # no supporters, no combats, nobody who flees
        report.quiet()

    # The last token goes into the bid. The Vickers gun has the fusiliers in the open: two hits, one saved, three
    # near misses, and they are down. The wound was one of a Devastating weapon, and they do not take it well.
    assert report("1", "0", dice=(6, 2, 4)) == [
        "bids for the Cannonade Phase: Patrol 1 token, Moor-Watch 0 tokens",
        "Patrol acts first in the Cannonade Phase",
    ]
    burst = (1, 2, 3, 4, 3, 5, 6, 6)
    assert report(
        "Vickers", "shoot:heavy_machine_gun:Fusiliers", ("Fusiliers.6",), dice=(*burst, 5, 1, 8, 9)
    ) == [
        "Vickers shoots at Fusiliers",
        "Fusiliers lose 1 model, 5 left",
        "Fusiliers are Pinned",
        "Vickers has pinned Fusiliers: a Command Token next round",
        "Fusiliers have 1 Combat Stress Marker",
        "Fusiliers are Shaken",
    ]  # fmt: skip
    assert (s["Fusiliers"].stress, s["Fusiliers"].pinned) == (1, True)
    assert report("Tank", "move", way((30, 10), (30, 15), facing=0), "no", dice=(5,)) == [
        "Tank is bogged in the wire",
        "Tank moves 2.2 in",
    ]
    report.quiet("pass")
    report.quiet("pass")

    # The Moor-Watch has the Elite Phase. Its lancers reach the levy.
    assert report("0", dice=(6, 3)) == ["Moor-Watch acts first in the Elite Phase"]
    assert report("Lancers", "charge:Levy", dice=(2,)) == [
        "Lancers charge Levy",
        "Lancers are in close combat with Levy",
    ]
    assert report("Storm Troop", "hold") == ["Storm Troop holds"]
    report.quiet("pass")
    # The raiders come up to the trench and throw. The grenade goes an inch to the south, and the one man under it
    # has a good coat; nobody ducks.
    throw = ["shoot:hand_grenade:Storm Troop", "Storm Troop.1"]
    assert report("Raiders", "move", way((5, 22), (5, 25)), *throw, dice=(7, 270, 1, 6, 6, 2, 3)) == [
        "Raiders move 3 in",
        "Raiders shoot at Storm Troop",
        "a near miss: 1 model under it",
        "Storm Troop stands firm",
    ]
    report.quiet("pass")

    # In the Line Phase the hound, which may act when it likes, goes for the fusiliers.
    assert report("0", dice=(3, 6)) == ["Patrol acts first in the Line Phase"]
    assert report(HOUND, "charge:Fusiliers", dice=(4,)) == [
        "Barghest charges Fusiliers",
        "Barghest is in close combat with Fusiliers",
    ]
    report.quiet("pass")
    report.quiet("pass")
    report.quiet()

    # The second round. The pin of the Vickers gun is a token now.
    assert report() == [
        "Round 2 of 3",
        f"Patrol: 4 Command Tokens ({STANDS} +1, {CAPTAIN} +1, {NEAR} +1, {PINNED} +1)",
        f"Moor-Watch: 4 Command Tokens ({STANDS} +1, {CAPTAIN} +1, {REGULARS} +1, {NEAR} +1)",
    ]
    assert report(dice=(5, 1)) == ["Moor-Watch has priority in the Command Phase"]
    report.quiet("pass")
    assert report("T4:Fusiliers", "2", dice=(1, 1)) == [
        "Patrol tries Dread Whisper on Fusiliers with 2 tokens",
        "Dread Whisper succeeds",
        "Fusiliers take 1 Combat Stress Marker",
        "Fusiliers have 2 Combat Stress Markers",
    ]
    report.quiet("pass")
    report.quiet()
    # A bite for a bayonet: the fight of the hound is even, and goes on.
    assert report("Fusiliers", ("Fusiliers.5",), dice=(2, 4, 5, 6, 6, 6, 1, 5, 6)) == [
        "close combat: Barghest against Fusiliers",
        "Fusiliers attack Barghest with 5 dice",
        "Barghest attacks Fusiliers with 2 dice",
        "Fusiliers lose 1 model, 4 left",
        "Barghest loses 1 wound, 1 left",
        "Barghest has suffered 1 and inflicted 1: its number is 5 = 5 Zeal",
        "Fusiliers have suffered 1 and inflicted 1: its number is 6 = 6 Zeal",
    ]
    assert s[HOUND].in_combat == ("Fusiliers",)
    # The lances go through the levy. The one save it makes it has to make again.
    lances, saves, clubs = (1, 1, 2, 3, 4, 5, 6), (1, 6, 6, 6, 6), (6, 6, 6, 6)
    fallen = ("Levy.2", "Levy.3", "Levy.4", "Levy.5")
    assert report(fallen, dice=(*lances, *saves, *clubs, 1, 3)) == [
        "close combat: Levy against Lancers",
        "Lancers attack Levy with 7 dice",
        "Levy attacks Lancers with 4 dice",
        "Levy loses 4 models, 1 left",
        "Levy has suffered 4 and inflicted 0: its number is -1 = 4 Zeal -1 Infantry with enemy Cavalry in the combat "
        "-4 each wound suffered above those inflicted",
        "Levy is Broken",
        "Lancers have suffered 0 and inflicted 4: its number is 9 = 7 Zeal +1 more wounds inflicted than suffered "
        "+1 each enemy unit Broken or destroyed in it",
        "Moor-Watch gains 1 Manifestation token",
    ]
    report.quiet()
    assert report(dice=(3,)) == ["Levy flees 9 in"]
    report.quiet()

    # Two tokens are not always better than none.
    assert report("0", "2", dice=(4, 5, 6, 5)) == [
        "bids for the Cannonade Phase: Patrol 0 tokens, Moor-Watch 2 tokens",
        "Patrol acts first in the Cannonade Phase",
    ]
    # The very dice that pinned the fusiliers, now at men in a trench: what they do not save they save the second time,
    # and they keep their heads up.
    assert report("Vickers", "shoot:heavy_machine_gun:Storm Troop", dice=(*burst, 5, 4, 2, 4)) == [
        "Vickers shoots at Storm Troop",
        "Storm Troop stands firm",
    ]
    assert [throw.purpose for throw in s.throws] == ["machine gun", "saves", "failed saves again", "Pinning Test"]
    assert not s["Storm Troop"].pinned
    assert report("Tank", "unbog", "no", dice=(3,)) == ["Tank gets free"]
    report.quiet("pass")
    report.quiet("pass")
    for phase in ("Elite", "Line"):
        assert report("0", "0", dice=(1, 2)) == [f"Patrol acts first in the {phase} Phase"]
        report.quiet("pass")
        report.quiet("pass")
    report.quiet()

    # The last round. A third whisper is one too many: the fusiliers' nerve is Zeal 6 less three markers, and they roll
    # a 10.
    assert report()[0] == "Round 3 of 3"
    assert report(dice=(1, 2)) == ["Patrol has priority in the Command Phase"]
    assert report("T4:Fusiliers", "2", dice=(1, 1, 10)) == [
        "Patrol tries Dread Whisper on Fusiliers with 2 tokens",
        "Dread Whisper succeeds",
        "Fusiliers take 1 Combat Stress Marker",
        "Fusiliers are destroyed by Battle Shock",
    ]
    assert not s[HOUND].engaged
    for _ in range(2):
        report.quiet("pass")
    for _ in range(2):
        report.quiet()
    assert report(dice=(6,)) == ["Levy flees off the table"]
    report.quiet()
    for phase in ("Cannonade", "Elite"):
        assert report("0", "0", dice=(1, 2)) == [f"Patrol acts first in the {phase} Phase"]
        report.quiet("pass")
        report.quiet("pass")
    assert report("0", "0", dice=(1, 2)) == ["Patrol acts first in the Line Phase"]
    # With nothing left to bite, the hound lies down at the shrine.
    assert report(HOUND, "move", way(s.at(HOUND), (20, 20))) == ["Barghest moves 6.2 in"]
    report.quiet("pass")
    report.quiet("pass")
    assert report() == [
        "Patrol: 1 point for Shrine",
        "Patrol: 1 point for enemy units destroyed or Broken",
        "Moor-Watch: 1 point for enemy units destroyed or Broken",
        "victory points 2 to 1",
    ]
    result = GAME.result(s.state)
    assert result is not None
    assert (result.winner, result.rule) == ("A", "AWT-VC-01")
