"""One battle from the first order to the last, told as its report: the affair on the high road.

Fusiliers form square before lancers, are shot at in it and form line again; a battalion marches up the road in column,
deploys and charges, twice to no decision; a battery is ridden down, another brings a barn down on those inside; the
lancers charge what they cannot reach; and the Imperial wing breaks.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.games import rig
from tests.games.bptc.skirmish import Skirmish, default, house, piece, way
from umpire.games.bptc import GAME


def on_the_high_road() -> Skirmish:
    """The Coalition in the south, the Imperials in the north, a road between them and a barn beside it."""
    s = Skirmish(
        terrain=[piece("road", line=[(90, 0), (90, 120)], width=4)],
        built=[house("wooden_building", at=(130, 70), id="barn", facing=180)],
        phase="start",
        player_turn=0,
        turns=4,
    )
    s.state.sides["A"].name, s.state.sides["B"].name = "Coalition", "Imperials"

    def ours(name: str, at: tuple[float, float], **line: Any) -> None:
        s.unit("A", name, at=at, **line)

    def theirs(name: str, at: tuple[float, float], **line: Any) -> None:
        s.unit("B", name, at=at, **line)

    ours("General", (120, 30), arm="command", role="CO", cv=9)
    ours("Left brigade", (30, 30), arm="command", role="HQ", cv=8)
    ours("Right brigade", (93.5, 20), arm="command", role="HQ", cv=8)
    ours("Fusilier battalion", (30, 40), hits=8, save=5, commander="Left brigade")
    ours("Second battalion", (90, 20), hits=8, formation="march_column", commander="Right brigade")
    ours("Foot battery", (130, 40), arm="artillery_foot", stands=3, commander="General")
    ours("Light squadron", (150, 75), arm="cavalry", stands=2, keywords=["recce"], commander="General")
    theirs("Marshal", (90, 100), arm="command", role="CO", cv=9)
    theirs("Cavalry brigade", (40, 85), arm="command", role="HQ", cv=8)
    theirs("Lancer regiment", (38, 71.5), arm="cavalry", stands=3, commander="Cavalry brigade")
    theirs("Great battery", (60, 95), arm="artillery_foot", stands=2, facing=209, commander="Marshal")
    theirs("Grenadier battalion", (90, 58), stands=2, hits=6, commander="Marshal")
    theirs("Voltigeur company", (130, 70), stands=2, inside="barn", shelter="garrison", commander="Marshal")
    theirs("Horse battery", (150, 90), arm="artillery_horse", stands=2, commander="Marshal")
    return s


class Report(rig.Report):
    """What happened, and how it came to pass."""

    def order(self, commander: str, *choices: Any, dice: tuple[int, ...]) -> list[str]:
        """A commander gives one order and is done."""
        self(commander)
        told = self(*choices, dice=dice)
        self([])
        return told

    @property
    def thrown(self) -> list[tuple[int, int | None]]:
        """Numbers of dice and what they needed, in the last step."""
        return [(throw.dice, throw.need) for throw in self.s.throws]


def ones(count: int) -> tuple[int, ...]:
    return (1,) * count


def sixes(count: int) -> tuple[int, ...]:
    return (6,) * count


@pytest.mark.rule(
    "BPTC-GEN-01", "BPTC-INI-01", "BPTC-FRM-04", "BPTC-FRM-08", "BPTC-FRM-09", "BPTC-FRM-12", "BPTC-FIR-06",
    "BPTC-FMX-05", "BPTC-FMX-16", "BPTC-FMX-25", "BPTC-MOV-11", "BPTC-CMD-07", "BPTC-CHG-14", "BPTC-CHG-17",
    "BPTC-CHG-20", "BPTC-RET-05", "BPTC-CON-06", "BPTC-OPP-02", "BPTC-BRK-06", "BPTC-BRK-07",
)  # fmt: skip
def test_the_affair_on_the_high_road() -> None:
    s = on_the_high_road()
    report = Report(s, GAME)
    assert report() == ["Turn 1: Coalition"]

    # On the left lancers stand 29 cm before the fusiliers: there is nothing for these but the square.
    assert report("Fusilier battalion", "form:square", default) == ["Fusilier battalion forms Square"]

    # On the right the light squadron has guns before it. They fire 1 cm before the sabres reach them, and in vain;
    # three hits to two would be a retreat, but not with guns in action.
    choices = ["Light squadron", "charge", "Horse battery", "3", ["Horse battery"], default]
    rolled = (4, *ones(7), 3, *sixes(3), *ones(9), *sixes(2), *ones(2))
    assert report(*choices, dice=rolled) == [
        "Light squadron declares a charge on Horse battery",
        "Horse battery fires at Light squadron: opportunity fire",
        "Light squadron is not shaken (1 hit of 4)",
        "Light squadron strikes Horse battery",
        "Light squadron (12 dice) fights Horse battery (4 dice)",
        "Horse battery is overrun by Light squadron",
    ]
    assert report.thrown == [(8, 4), (1, 4), (12, 4), (4, 4)]
    assert report() == []

    # A battalion in march column, its commander at its side: 9 is enough for him with 8, and the road carries it 15 cm.
    north = way((90, 20), (90, 35))
    assert report.order("Right brigade", ["Second battalion"], "move", north, "pass", dice=(4, 5)) == [
        "Right brigade orders Second battalion",
        "the order is obeyed",
        "Second battalion moves 15 cm north",
    ]
    # The battery has the barn at half its range.
    rolled = (3, 4, 4, 5, 6, *ones(9))
    assert report.order("General", ["Foot battery"], "fire", "at:barn", dice=rolled) == [
        "General orders Foot battery",
        "the order is obeyed",
        "Foot battery batters Wooden Building",
        "Wooden Building is destroyed",
        "Voltigeur company is suppressed and disordered by the collapse",
    ]
    assert report("done") == report("done") == report() == []

    # The Imperial answer: guns at the square, a die more for each of them and no saves for it; it stands.
    assert report() == ["Turn 1: Imperials"]
    assert report("done") == []
    rolled = (3, 4, 4, 6, *ones(6), 3, 2)
    assert report.order("Marshal", ["Great battery"], "fire", "Fusilier battalion", dice=rolled) == [
        "Marshal orders Great battery",
        "the order is obeyed",
        "Great battery fires at Fusilier battalion",
        "Fusilier battalion is not shaken (2 hits of 8)",
    ]
    # The lancers want to avenge the guns, but nobody has measured: they gallop 20 cm and are nowhere near.
    assert report.order("Cavalry brigade", ["Lancer regiment"], "charge", "Light squadron", dice=(2, 3)) == [
        "Lancer regiment declares a charge on Light squadron",
        "Cavalry brigade orders Lancer regiment",
        "the order is obeyed",
        "the charge of Lancer regiment fails: Light squadron is out of reach.",
        "Lancer regiment moves 20 cm east",
    ]
    assert report() == report("done") == []
    assert report() == ["Voltigeur company is no longer suppressed"]

    # The second turn. The column is close enough to deploy by itself; with the lancers gone the fusiliers form line.
    assert report() == ["Turn 2: Coalition"]
    assert report("Second battalion", "form:attack_column", default) == ["Second battalion forms Attack Column"]
    assert report("done") == []
    assert report.order("Left brigade", ["Fusilier battalion"], "deploy", "form:line", default, dice=(2, 3)) == [
        "Left brigade orders Fusilier battalion",
        "the order is obeyed",
        "Fusilier battalion forms Line",
    ]
    # Bayonets: two hits each, two hits each, then four to one.
    tie = (*sixes(2), *ones(18), *sixes(2), *ones(6))
    rolled = (2, 3, *tie, *tie, *sixes(4), *ones(16), 6, *ones(7))
    charge = [["Second battalion"], "charge", "Grenadier battalion", "pass", default]
    assert report.order("Right brigade", *charge, dice=rolled) == [
        "Second battalion declares a charge on Grenadier battalion",
        "Right brigade orders Second battalion",
        "the order is obeyed",
        "Second battalion strikes Grenadier battalion",
        "Second battalion (20 dice) fights Grenadier battalion (8 dice)",
        "Grenadier battalion is broken by Second battalion",
    ]
    # And the battery finds those who crawled out of the barn, who have the rubble for cover.
    rolled = (3, 4, *sixes(4), *ones(8))
    assert report.order("General", ["Foot battery"], "fire", "Voltigeur company", dice=rolled) == [
        "General orders Foot battery",
        "the order is obeyed",
        "Foot battery fires at Voltigeur company",
        "Voltigeur company is knocked out (4 hits of 4)",
    ]
    assert report() == report("done") == report() == []

    # Three of five are gone, and the Marshal cannot hold the rest.
    assert report() == ["Turn 2: Imperials"]
    assert report() == report("done") == report("done") == []
    assert report(dice=(6, 4)) == ["Imperials has lost 3, its breakpoint is 3: it withdraws", "Imperials withdraws"]
    result = GAME.result(s.state)
    assert result is not None
    assert (result.winner, result.rule) == ("A", "BPTC-BRK-07")
