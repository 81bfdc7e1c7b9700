"""One battle of three turns, told as its report: the crossing below the pylon.

A squad of the Corps runs across a field of fire and two guards shoot in turn; a dreadnought fights three; a mortar
shell drifts onto its own side; a hero rallies recruits that broke; a medic brings one back to his feet, and a guard
stays with a wounded man; a suppressed squad does not get up; a tank loses a weapon, then its tracks, then burns.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.games import rig
from tests.games.fubar.skirmish import Skirmish, man
from umpire.battle.words import agreeing
from umpire.games.fubar import GAME
from umpire.table import mils


def at(x: float, y: float) -> dict[str, Any]:
    return {"path": [[mils(x), mils(y)]], "facing": 0}


def go(start: tuple[float, float], end: tuple[float, float]) -> dict[str, Any]:
    return {"path": [[mils(x), mils(y)] for x, y in (start, end)], "facing": 0}


def below_the_pylon() -> Skirmish:
    """The Corps in the south, the Rising in the north, and open ground between them."""
    score = [
        {"kind": "destroyed", "points": 2, "text": "each enemy unit destroyed"},
        {"kind": "vehicle", "points": 3, "text": "each enemy vehicle destroyed or wrecked"},
    ]
    s = Skirmish(phase="turn", turn=0, turns=3, score=score)
    s.state.sides["A"].name, s.state.sides["B"].name = "Corps", "Rising"
    s.state.sides["A"].tends = True
    surgeon = man("veteran", armour="LA", weapons=["Bolt Pistol"], skills=["medic"])
    s.squad("A", "Line squad", (20, 10), figures=[surgeon, *[man(armour="LA")] * 4])
    s.squad("A", "Recruits", (10, 14), level="green", count=4)
    s.squad("A", "Captain", (10, 6), level="hero", armour="PA", weapons=["Plasma Pistol"], skills=["leader"])
    s.squad("A", "Dreadnought", (52, 24), level="elite", armour="AD", weapons=["Storm Bolter"], melee="power_fist")
    s.squad("A", "Mortar", (40, 4), armour="FA", weapons=["Heavy Mortar"], skills=["gunner"])
    s.vehicle(
        "A", "Tank", (62, 10), chassis="heavy_tank", save=3, weapons=["Demolisher Cannon", "Heavy Bolter"], crew=2
    )
    s.squad("B", "First guard", (24, 26), count=2, marks={"guard": "normal"})
    s.squad("B", "Second guard", (34, 26), count=2, marks={"guard": "normal"})
    s.squad("B", "Militia", (52, 30), level="green", count=3, spots=[(52, 30), (50.5, 30), (53.5, 30)])
    gunner = man(weapons=["Laser Cannon"], skills=["gunner"])
    s.squad("B", "Nest", (62, 40), figures=[gunner, man(weapons=["Laser Pistol"], skills=["leader"])])
    s.squad("B", "Chief", (44, 44), level="elite", armour="LA", weapons=["Bolt Pistol"], skills=["leader"])
    return s


class Report(rig.Report):
    """What happened, and how it came to pass."""

    def waits(self, name: str, face: int) -> None:
        """A unit that activates on this face goes On Guard."""
        assert self(name, "on_guard", dice=(face,))[1] == agreeing(f"{name} is On Guard", name)

    def fails(self, name: str, face: int) -> None:
        assert self(name, dice=(face,))[0] == agreeing(f"{name} fails to activate and is On Guard at -1", name)

    @property
    def needed(self) -> list[int | None]:
        """What the dice to hit needed in the last step."""
        return [throw.need for throw in self.s.throws if throw.purpose.startswith("hits")]


@pytest.mark.rule(
    "FUBAR-INIT-01", "FUBAR-INIT-04", "FUBAR-ACT-04", "FUBAR-ACT-07", "FUBAR-REA-01", "FUBAR-REA-05", "FUBAR-SUP-01",
    "FUBAR-MED-01", "FUBAR-MED-04", "FUBAR-MDC-03", "FUBAR-MEL-05", "FUBAR-MEL-09", "FUBAR-MOR-05", "FUBAR-MOR-06",
    "FUBAR-IND-06", "FUBAR-IND-07", "FUBAR-DMG-05", "FUBAR-DMG-06", "FUBAR-DMG-07", "FUBAR-DMG-12", "FUBAR-VIC-01",
)  # fmt: skip
def test_the_crossing_below_the_pylon() -> None:
    s = below_the_pylon()
    report = Report(s, GAME)

    assert report() == ["Turn 1 of 3"]
    assert report() == []  # no melee yet
    assert report(dice=(5, 3)) == ["Corps has the initiative"]

    # The line squad runs across the field of fire. The first guard fires when it has gone four inches: one is dead, one
    # ducks. The second waits until it is across: one more is wounded. Half of them are down, but they hold.
    run = ["run", go((20, 10), (28, 10))]
    first = ["First guard", at(24, 10), "fire:Line squad", "front"]
    second = ["Second guard", at(28, 10), "fire:Line squad", "cheapest"]
    volleys = (4, *(3, 5, 1, 2), *(3, 4), 2, *(6, 4, 2, 1), *(5, 2), 4, 4)
    assert report("Line squad", *run, *first, *second, dice=volleys) == [
        "Line squad is activated",
        "Line squad runs 8 in east",
        "First guard reacts to Line squad",
        "First guard fires at Line squad (Laser Rifle)",
        "Line squad: 1 figure suppressed",
        "Line squad: 1 figure dead (Line squad man)",
        "Second guard reacts to Line squad",
        "Second guard fires at Line squad (Laser Rifle)",
        "Line squad: 1 wounded (Line squad man)",
        "Line squad keeps its nerve",
    ]
    assert report.needed == [3, 3]
    assert s.at("Line squad.1") == (28, 10)

    # The dreadnought charges the militia, and all three close in on it. It beats the best of them.
    assert report("Dreadnought", "assault:Militia", "nearest", "Militia.2", dice=(2, 3, *(5, 2, 4), 1, 5)) == [
        "Dreadnought is activated",
        "Dreadnought charges 5 in north",
        "Dreadnought assaults Militia",
        "Dreadnought man 1 (Dreadnought) fights Militia man 1, Militia man 2, Militia man 3 (Militia)",
        "Militia: 1 figure dead (Militia man)",
        "Militia keeps its nerve",
    ]
    assert report("Tank", dice=(2,)) == [
        "Tank fails to activate and is On Guard at -1",
        "The initiative passes to Rising",
    ]

    # The nest aims at the tank. One hit gets through, and its owner gives up a weapon for it.
    assert report("Nest", "aimed", "fire:Tank", "1", dice=(4, *(2, 1, 1, 1, 1), 6, 2)) == [
        "Nest is activated",
        "Nest fires at Tank (Laser Cannon)",
        "Tank loses its Heavy Bolter",
    ]
    assert report.needed == [2]  # Regular 3, aimed

    # Green recruits do not like it, and run. But the Captain is behind them.
    assert report("First guard", "aimed", "fire:Recruits", "front", dice=(4, 2, 1, 1, 3)) == [
        "First guard is activated",
        "First guard fires at Recruits (Laser Rifle)",
        "Recruits: 1 figure dead (Recruits man)",
        "Recruits are broken",
        "Recruits fall back",
    ]
    report.fails("Second guard", 1)
    assert report("Recruits", "on_guard", dice=(4,)) == ["Recruits are rallied", "Recruits are On Guard"]
    assert s.throws[0].need == 4  # 5, and the Captain is near

    # The mortar means the militia's rear. The shell falls short, among friend and foe.
    assert report("Mortar", "indirect", at(52, 33), dice=(5, 3, 180, *(5, 1), 2, *(1, 1, 1, 1))) == [
        "Mortar is activated",
        "The Heavy Mortar drifts 3 in south",
        "Dreadnought is under the shell",
        "Dreadnought: 1 figure suppressed",
        "Militia is under the shell",
        "Militia is not hurt",
    ]
    report.waits("Captain", 2)
    report.waits("Chief", 2)

    # The turn ends, and the surgeon brings back the man who died first. The other lies too far away.
    healed = "The medic brings Line squad man of Line squad back to his feet"
    assert report("Line squad.2", dice=(4,)) == [healed]
    assert [s.fig(f"Line squad.{n}").status for n in (1, 2, 3, 4, 5)] == ["active"] * 3 + ["wounded", "active"]

    # The second turn: the melee goes on, the dreadnought still shaken by the shell; it does not help the militia.
    assert report() == ["Turn 2 of 3"]
    assert report("Militia.1", dice=(4, *(6, 3), 2, 1)) == [
        "The melee goes on: Dreadnought, Militia",
        "Dreadnought man 1 (Dreadnought) fights Militia man 1, Militia man 3 (Militia)",
        "Militia: 1 figure dead (Militia man)",
        "Militia is broken",
        "Militia falls back",
        "Dreadnought is out of melee",
    ]
    assert report(dice=(2, 4)) == ["Rising has the initiative"]

    # The tank loses its tracks.
    assert report("Nest", "aimed", "fire:Tank", dice=(4, *(2, 1, 1, 1, 1), 6, 4))[-1] == "Tank is immobilised"
    report.fails("First guard", 1)

    # The line squad has two markers, which is one off its roll: a 4 would have done otherwise.
    assert s["Line squad"].markers == 2
    assert report("Line squad", dice=(4,)) == [
        "Line squad fails to activate and is On Guard at -1",
        "The initiative passes to Rising",
    ]
    assert s.throws[0].need == 5
    report.fails("Second guard", 1)
    report.waits("Captain", 2)
    report.waits("Recruits", 5)
    report.fails("Mortar", 1)
    report.waits("Chief", 2)
    report.fails("Tank", 1)
    assert report() == []

    # The third turn. Now the line squad gets up, and one of them stays with the wounded man.
    assert report() == ["Turn 3 of 3"]
    assert report() == []
    assert report(dice=(6, 4)) == ["Corps has the initiative"]
    on = go((28, 10), (28, 13))
    assert report("Line squad", "walk", "leave", ["Line squad.5"], on, "never", "pass", dice=(5,)) == [
        "Line squad is activated",
        "Line squad leaves 1 figure with the wounded",
        "Line squad walks 3 in north",
    ]
    group = s["Line squad-guard1"]
    assert [figure.id for figure in group.figures] == ["Line squad.4", "Line squad.5"]
    assert (group.guard, s["Line squad"].markers) == ("normal", 0)
    report.waits("Dreadnought", 2)
    report.fails("Tank", 3)

    # The tank burns. One of the crew gets out, the other is hurt.
    assert report("Nest", "aimed", "fire:Tank", dice=(4, *(2, 1, 1, 1, 1), 6, 5, *(5, 4), 4)) == [
        "Nest is activated",
        "Nest fires at Tank (Laser Cannon)",
        "Tank is destroyed",
        "Crew of Tank: 1 figure got out",
    ]
    assert [figure.status for figure in s["Tank-crew"].figures] == ["active", "wounded"]

    # Far from any Leader the last of the militia keeps running.
    assert report("Militia") == ["Militia is not rallied", "Militia falls back", "The initiative passes to Corps"]
    report.waits("Captain", 2)
    report.waits("Recruits", 5)
    report.fails("Mortar", 1)
    report.waits("Chief", 2)
    report.fails("First guard", 1)
    report.fails("Second guard", 1)
    assert report() == [
        "Rising: 3 (each enemy vehicle destroyed or wrecked: 1)",
        "Rising wins: the turns are over: 3 to 0 points",
    ]
    result = GAME.result(s.state)
    assert result is not None
    assert (result.winner, result.rule) == ("B", "FUBAR-VIC-01")
