"""What the greedy bot weighs: by the numbers of the rules that hold, and by nothing that cannot happen."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.rhine.skirmish import Skirmish, default, piece, way
from tests.games.rhine.turns import MISSILE, activate, go
from umpire.battle.contract import Advice
from umpire.battle.decisions import Decision
from umpire.games.rhine.bot import choose, plans, value


class Bot:
    """Answers as the bot does, and keeps its advice."""

    def __init__(self, s: Skirmish) -> None:
        self.s = s
        self.given: list[Advice] = []

    def __call__(self, decision: Decision) -> Any:
        self.given.append(choose.advise(self.s.state, decision))
        return self.given[-1].answer


def promise(s: Skirmish, key: str, seat: str = "A") -> float:
    what, _, unit = key.partition(":")
    return choose._promise(s.state, what, unit, value.Pull(s.state, seat))[0]


# --- Helicopters ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("RHINE-HEL-03", "RHINE-HEL-04")
def test_of_its_guns_the_one_likeliest_to_bring_a_helicopter_down_fires() -> None:
    s = Skirmish()
    s.unit("A", "gunship", at=None, cls="HELO", points=100)
    s.unit("A", "own", at=(5, 5))
    s.unit("B", "foe", at=(20, 30))
    for at, kind in enumerate(("manpad", "sam", "gun")):
        s.unit("B", kind, at=(30 + 4 * at, 30), cls="LIGHT", aa=kind)
    bot = Bot(s)
    go(s, "helicopter:gunship", "foe:0", way((25, 15)), bot, dice=[10, 6])
    assert [each.answer for each in bot.given] == ["sam"]
    assert "gunship is shot down" in s.events


@pytest.mark.rule("RHINE-HEL-02", "RHINE-FIRE-21")
@pytest.mark.parametrize("seat", ["A", "B"])
def test_a_run_is_worth_the_same_wherever_its_target_stands(seat: str) -> None:
    found = set()
    for y in (5, 24, 43):
        s = Skirmish(active=seat)
        s.unit(seat, "gunship", at=None, cls="HELO", weapons=[MISSILE])
        s.unit("B" if seat == "A" else "A", "foe", at=(20, y))
        found.add(promise(s, "helicopter:gunship", seat))
    assert len(found) == 1
    assert found.pop() > 0


@pytest.mark.rule("RHINE-FIRE-22", "RHINE-HEL-02")
@pytest.mark.parametrize(("terrain", "worth"), [([], False), ([piece("bunker", area=(18, 22, 22, 26))], True)])
def test_a_missile_is_worth_something_against_foot_that_is_dug_in(terrain: list[Any], worth: bool) -> None:
    s = Skirmish(terrain=terrain)
    s.unit("A", "gunship", at=None, cls="HELO", weapons=[MISSILE])
    s.foot("B", "foe", at=(20, 24))
    assert (promise(s, "helicopter:gunship") > 0) is worth


# --- Rallies ----------------------------------------------------------------------------------------------------------


def shaken(markers: int, command: bool = False, **options: Any) -> Skirmish:
    s = Skirmish(options=options)
    s.foot("A", "us", at=(20, 10), markers=markers)
    s.unit("A", "chief", at=(26, 10) if command else (60, 10), command=True)
    return s


@pytest.mark.rule("RHINE-BMC-03", "RHINE-BMC-06", "RHINE-BMC-07")
@pytest.mark.parametrize(("markers", "off", "off_near"), [(4, 4 / 6, 1), (1, 3 / 6, 4 / 6)])
def test_a_rally_is_worth_the_markers_it_takes_off(markers: int, off: float, off_near: float) -> None:
    for command, expected in ((False, off), (True, off_near)):
        s = shaken(markers, command)
        share = promise(s, "rally:us") / value.worth(s.state, s["us"])
        assert share == pytest.approx(value.MARKER_SHARE * expected / 5)


@pytest.mark.rule("RHINE-BMC-04")
def test_a_rally_of_a_broken_unit_risks_no_loss_where_none_is_to_be_had() -> None:
    s, pinned = shaken(5), shaken(5, broken_rule="pinned_only")
    less = promise(pinned, "rally:us") - promise(s, "rally:us")
    assert less == pytest.approx(value.worth(s.state, s["us"]) * (1 - value.BROKEN_SHARE) / 6)


# --- Plans ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("RHINE-ACT-11")
def test_who_may_not_move_and_fire_a_missile_is_not_thought_to_do_both() -> None:
    for double, kind in ((False, "move and fire"), (True, "fire")):
        s = Skirmish(
            options={"atgm_double_action": double},
            objective=[{"id": "hill", "name": "Hill", "at": (20, 20), "points": 3}],
        )
        s.unit("A", "us", at=(20, 10), cls="LIGHT", weapons=[MISSILE])
        s.unit("B", "foe", at=(20, 40), points=400)
        assert plans.outlook(s.state, s["us"], value.Pull(s.state, "A"))[0] == kind


@pytest.mark.rule("RHINE-ACT-14")
def test_why_a_plan_is_chosen_is_told_in_words() -> None:
    s = Skirmish(objective=[{"id": "hill", "name": "Hill", "at": (20, 40), "points": 3}])
    s.unit("A", "us", at=(20, 10))
    s.foot("B", "foe", at=None)
    bot = Bot(s)
    activate(s, "us", bot, default)
    assert bot.given[0].why.startswith("to move rapidly promises ")
