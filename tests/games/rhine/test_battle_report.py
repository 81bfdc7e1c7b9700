"""One battle from the first token to the last, told as its report: the field before Altenau.

A Soviet company comes down on the village. One of its tanks is stopped on its way by a shot and goes on; a carrier
blows up beside it, and with the same shot NATO takes the initiative; the tank, Broken, is abandoned; a gunship is shot
down on its run; and on the other side a tank that has had enough is talked round by its commander.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.games import rig
from tests.games.rhine.skirmish import Skirmish, piece, refused, way
from tests.games.rhine.turns import DECLINE, offered, pools
from umpire.games.rhine import GAME

SOUTH = 180


def field_before_altenau() -> Skirmish:
    """NATO in the south, the Soviet Army in the north, and nothing but a wood on the flank between them."""
    s = Skirmish(terrain=[piece("wood", area=(8, 20, 18, 30))], phase="turn_start", turn=0, turns=3, pools=(0, 0))
    s.state.sides["A"].name, s.state.sides["B"].name = "NATO", "Soviet Army"

    def nato(name: str, at: tuple[float, float] | None, **line: Any) -> None:
        s.unit("A", name, at=at, **line)

    def soviet(name: str, at: tuple[float, float] | None, **line: Any) -> None:
        s.unit("B", name, at=at, **line)

    nato("Command M1", (30, 8), fast=True, armour=(18, 16), morale=6, points=65, command=True)
    nato("M60A3", (40, 8), armour=(14, 12), morale=6, points=46)
    cannon = [{"kind": "autocannon", "value": 4, "to_hit": 4}]
    nato("LAV-25", (20, 8), cls="LIGHT", mobility="atv", weapons=cannon, armour=(10, 8), morale=4, points=32, aa="gun")
    nato("M113", (50, 8), cls="APC", weapons=[{"kind": "gun", "value": 0}], armour=(10, 8), morale=4, points=7)
    nato("Rifle squad", None, cls="INF", points=33, carried_by="M113")
    soviet("Command T-80B", (36, 42), fast=True, armour=(18, 16), points=62, command=True, vulnerable=True)
    soviet("T-72A", (44, 42), fast=True, armour=(15, 13), points=44, vulnerable=True)
    soviet("BMP-2", (41, 44), cls="APC", weapons=cannon, armour=(11, 9), morale=4, points=19)
    soviet("Motor rifles", None, cls="INF", points=25, carried_by="BMP-2")
    soviet("Mi-24", None, cls="HELO", weapons=[{"kind": "atgm", "value": 12, "to_hit": 4}], points=100)
    return s


class Report(rig.Report):
    """What happened, and how it came to pass."""

    @property
    def needed(self) -> list[int | None]:
        """What the D10s to hit needed in the last step."""
        return [throw.need for throw in self.s.throws if throw.purpose == "hits"]


@pytest.mark.rule(
    "RHINE-POOL-01", "RHINE-INIT-01", "RHINE-TURN-05", "RHINE-TURN-06", "RHINE-TURN-08", "RHINE-ACT-02",
    "RHINE-REACT-01", "RHINE-REACT-11", "RHINE-REACT-12", "RHINE-MOD-05", "RHINE-MOD-13", "RHINE-DMG-04",
    "RHINE-PEN-04", "RHINE-PEN-05", "RHINE-MOR-06", "RHINE-BMC-03", "RHINE-BMC-07", "RHINE-HEL-05", "RHINE-WIN-02",
)  # fmt: skip
def test_the_field_before_altenau() -> None:
    s = field_before_altenau()
    report = Report(s, GAME)

    # The first turn. Transports and the gunship bring no tokens, commanders bring three.
    assert report() == ["Turn 1 of 3", "NATO: 6 command tokens", "Soviet Army: 5 command tokens"]
    assert report(dice=(4, 8)) == ["Soviet Army has the initiative"]

    # A T-72 comes on to fire. Half-way the M60 stops it with a shot that shakes it; it goes on, and fires worse for it.
    south, half_way = way((44, 42), (44, 32), facing=SOUTH), way((44, 37), facing=SOUTH)
    plan = ["activate:T-72A", "move+fire", south, "M60A3:0"]
    assert report(*plan, "fire:M60A3:0", half_way, "M60A3:0", dice=(4, 8, 3, 7, 2)) == [
        "T-72A moves 10 in south, then fires at M60A3",
        "T-72A moves 10 in south",
        "T-72A has come 5 in of its way",
        "M60A3 reacts",
        "M60A3 fires its gun at T-72A",
        "T-72A is hit: 1 morale marker of 5",
        "T-72A fires its gun at M60A3",
        "M60A3 is hit: 1 morale marker of 6",
    ]
    assert report.needed == [6, 7]  # at a target that moves; having moved, and with a marker
    assert s.at("T-72A") == (44, 32)

    # A BMP follows and drives up beside it. The M1 is quick, and right: the BMP blows up with all in it, the T-72 is
    # shaken by that, and NATO has the initiative.
    plan = ["activate:BMP-2", "move", way((41, 44), (41, 33), facing=SOUTH), []]
    assert report(*plan, "fire:Command M1:0", way((41, 33), facing=SOUTH), dice=(6, 9, 5, 5)) == [
        "BMP-2 moves 11 in south",
        "BMP-2 moves 11 in south",
        "BMP-2 has come 11 in of its way",
        "Command M1 reacts at once: initiative!",
        "Command M1 fires its gun at BMP-2",
        "BMP-2 is hit: Kaboom! It blows up",
        "Motor rifles are lost with BMP-2",
        "T-72A is shaken by the explosion: 2 morale markers of 5",
        "NATO seizes the initiative",
    ]
    assert pools(s) == (4, 3)

    # NATO would hand back at once, but must spend a token first. The M60 obeys and hits again: the shot just fails to
    # go through, and the T-72 is Broken.
    spends = refused("hand_over", "RHINE-TURN-01", "activate:M60A3")
    assert report(spends, "fire", "T-72A:0", DECLINE, dice=(4, 8, 5)) == [
        "M60A3 obeys",
        "M60A3 fires at T-72A",
        "M60A3 fires its gun at T-72A",
        "T-72A is hit and is Broken (5 morale markers of 5)",
    ]
    # Now it could. But the M1 has a Broken tank before it, and one hit is enough: no armour is asked about.
    assert "hand_over" in offered(s)
    assert report("activate:Command M1", "fire", "T-72A:0", DECLINE, dice=(5, 6)) == [
        "Command M1 obeys",
        "Command M1 fires at T-72A",
        "Command M1 fires its gun at T-72A",
        "T-72A is hit and its crew abandons it",
    ]
    assert report("hand_over") == ["NATO hands over the initiative"]

    # The Soviet commander, who must spend in his turn, breaks the M60 in the same way.
    assert "hand_over" not in offered(s)
    assert report("activate:Command T-80B", "fire", "M60A3:0", DECLINE, dice=(9, 4)) == [
        "Command T-80B fires at M60A3",
        "Command T-80B fires its gun at M60A3",
        "M60A3 is hit and is Broken (6 morale markers of 6)",
    ]
    # Then he calls for the Mi-24. It comes in over the field, into the fire of the LAV.
    assert report("helicopter:Mi-24", "Command M1:0", way((30, 30)), "LAV-25", dice=(7, 5)) == [
        "Mi-24 comes in to attack Command M1 with its missile",
        "LAV-25 fires at Mi-24",
        "Mi-24 is shot down",
    ]
    assert (s["Mi-24"].place, s["LAV-25"].tokens, pools(s)) == ("lost", 1, (1, 1))
    assert report("hand_over") == ["Soviet Army hands over the initiative"]

    # NATO's last token brings the M60 back: its commander is near, and a 5 counts 6.
    assert report("rally:M60A3", dice=(5,)) == [
        "M60A3 tries to rally (6 morale markers of 6)",
        "M60A3 rallies and is no longer Broken: 4 morale markers of 6",
        "Soviet Army takes over the initiative",
    ]
    # NATO has no tokens left, so the rest can be thrown away, and that is what the Soviet commander does.
    assert "hand_over" not in offered(s)
    assert report("discard") == ["Soviet Army gives up the rest of its tokens"]
    assert report() == [
        "victory points: NATO 0, Soviet Army 0",
        "Soviet Army is broken: 24 of its 32 break points are lost",
        "the battlegroup of Soviet Army is broken",
    ]
    result = GAME.result(s.state)
    assert result is not None
    assert (result.winner, result.rule) == ("A", "RHINE-WIN-02")
