"""The breakpoint: who counts, how high it is, and the test of a battlegroup that has reached it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from tests.games.dice import F
from tests.games.fwc.skirmish import Skirmish
from umpire.games.fwc import GAME, content, schema
from umpire.games.fwc.actions.damage import Source, take_attack
from umpire.games.fwc.model import Effect
from umpire.games.fwc.sequence import activation

KINDS: list[tuple[str, Sequence[str], int]] = [
    ("infantry", (), 1),
    ("infantry", ("elite", "assault"), 1),
    ("infantry", ("engineer",), 1),
    ("infantry", ("sniper",), 0),
    ("infantry", ("expendable",), 0),
    ("afv", (), 1),
    ("vehicle", (), 1),
    ("walker", (), 1),
    ("walker", ("massive",), 2),
    ("vehicle", ("massive",), 2),
    ("gun", (), 1),
    ("gun", ("mortar",), 1),
    ("gun", ("aa",), 1),
    ("artillery", ("howitzer",), 0),
    ("artillery", ("spacecraft",), 0),
    ("aircraft", (), 0),
    ("gunship", (), 1),
    ("dropship", (), 1),
    ("recon", (), 0),
    ("transport", ("unarmoured",), 0),
    ("transport", (), 1),
]


def broken(losses: int = 1, breakpoint: int = 1, cv: int = 8, active: str = "A", **scenario: Any) -> Skirmish:
    """Side A at the end of a player turn with so many tanks lost, and a CO."""
    s = Skirmish(phase="end", active=active, player_turn=3, breakpoint=breakpoint, **scenario)
    s.unit("A", "co", at=(20, 20), cls="command", role="CO", cv=cv, attacks=0)
    s.unit("A", "left", at=(60, 20))
    for number in range(losses):
        lose(s, s.unit("A", f"tank{number}", at=(30 + 4 * number, 20), hits=1))
    return s


def lose(s: Skirmish, name: str) -> None:
    s.play(take_attack(s.state, name, [(1, 4)], Source()), dice=[4])


def withdrawn(s: Skirmish, *dice: int) -> bool:
    s.play(activation(s.state), dice)
    assert s.state.sides["A"].withdrawn is s.state.over
    return s.state.over


# --- What counts ------------------------------------------------------------------------------------------------


@pytest.mark.rule("FWC-BRK-01", "FWC-BRK-02", "FWC-BRK-06", "FWC-EXP-01", "FWC-MAS-01")
@pytest.mark.parametrize(("cls", "keywords", "counts"), KINDS)
def test_every_unit_counts_one_but_some_kinds_nothing_and_massive_ones_two(
    cls: str, keywords: Sequence[str], counts: int
) -> None:
    s = Skirmish()
    s.unit("A", "unit", at=None if cls == "aircraft" else (20, 20), cls=cls, keywords=keywords, hits=1)
    assert s.state.sides["A"].counting == counts
    if cls != "aircraft":
        lose(s, "unit")
        assert s.state.sides["A"].losses == counts


@pytest.mark.rule("FWC-BRK-01")
@pytest.mark.parametrize("role", ["CO", "HQ", "FAO", "FAC"])
def test_command_units_do_not_count(role: str) -> None:
    s = Skirmish()
    s.unit("A", "chief", at=(20, 20), cls="command", role=role, hits=1)
    lose(s, "chief")
    assert s["chief"].place == "ko"
    assert (s.state.sides["A"].counting, s.state.sides["A"].losses) == (0, 0)


@pytest.mark.rule("FWC-BRK-02", "FWC-BRK-01")
def test_a_massive_unit_of_a_kind_that_does_not_count_does_not_count_double() -> None:
    s = Skirmish()
    s.unit("A", "rig", at=(20, 20), cls="recon", keywords=["massive"])
    assert s.state.sides["A"].counting == 0


@pytest.mark.rule("FWC-BRK-06")
def test_a_gunship_counts_if_it_is_ordered_and_not_if_an_fac_calls_it() -> None:
    ordered = GAME.begin("relay-strike", {}).sides["A"].counting
    called = GAME.begin("relay-strike", {"gunship_mode": "called"}).sides["A"].counting
    assert ordered - called == 1


@pytest.mark.rule("FWC-BRK-06", "FWC-INS-01")
def test_installations_do_not_count() -> None:
    s = Skirmish(installations=[schema.InstallationEntry("bunker", "Bunker", "B", (60, 60), 1, 5)])
    assert s.state.sides["B"].counting == 0
    s.play(take_attack(s.state, "bunker", [(1, 5)], Source()), dice=[5])
    assert s["bunker"].place == "ko"
    assert s.state.sides["B"].losses == 0


# --- How high it is ---------------------------------------------------------------------------------------------


@pytest.mark.rule("FWC-BRK-03", "FWC-GEN-04")
@pytest.mark.parametrize("fraction", ["1/2", "1/3", "2/5", "1"])
def test_the_breakpoint_is_a_part_of_what_counts_rounded_up(fraction: str) -> None:
    for name in content.SHELF.scenario_names:
        for side in GAME.begin(name, {"break_fraction": fraction}).sides.values():
            assert F(fraction) * side.counting <= side.breakpoint < F(fraction) * side.counting + 1


@pytest.mark.rule("FWC-BRK-03")
def test_a_force_list_may_print_another_and_a_scenario_beats_it(monkeypatch: pytest.MonkeyPatch) -> None:
    listed = content.SHELF.force
    monkeypatch.setattr(content.SHELF, "force", lambda name: replace(listed(name), breakpoint=7))
    file = content.SHELF.scenario("first-contact")
    house = GAME.house({})

    def points(scenario: schema.ScenarioFile) -> list[int]:
        return [side.breakpoint for side in content.Content("test", scenario, house).fresh().sides]

    assert points(file) == [7, 7]
    sides = {**file.side, "B": replace(file.side["B"], breakpoint=3)}
    assert points(replace(file, side=sides)) == [7, 3]


# --- The test ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("FWC-BRK-04")
@pytest.mark.parametrize(("losses", "dice"), [(2, ()), (3, (1, 2)), (4, (1, 2))])
def test_a_battlegroup_tests_from_the_loss_that_reaches_its_breakpoint(losses: int, dice: tuple[int, ...]) -> None:
    s = broken(losses, breakpoint=3)
    assert not withdrawn(s, *dice)
    assert ("FWC-BRK-04" in s.rules) is bool(dice)


@pytest.mark.rule("FWC-BRK-04")
@pytest.mark.parametrize(
    ("losses", "dice", "goes"),
    [(1, (4, 4), False), (1, (4, 5), True), (3, (3, 3), False), (3, (3, 4), True)],
    ids=["8 of 8", "9 of 8", "two losses more: 6 of 6", "7 of 6"],
)
def test_it_stays_on_its_cos_value_less_each_loss_beyond_the_breakpoint(
    losses: int, dice: tuple[int, int], goes: bool
) -> None:
    assert withdrawn(broken(losses, cv=8), *dice) is goes


@pytest.mark.rule("FWC-BRK-04")
@pytest.mark.parametrize(("cv", "losses", "dice", "goes"), [(3, 9, (1, 1), False), (12, 1, (6, 6), True)])
def test_a_double_one_always_stays_and_a_double_six_always_goes(
    cv: int, losses: int, dice: tuple[int, int], goes: bool
) -> None:
    assert withdrawn(broken(losses, cv=cv), *dice) is goes


@pytest.mark.rule("FWC-BRK-04")
def test_it_tests_again_at_the_end_of_each_of_its_own_player_turns_and_of_no_other() -> None:
    s = broken()
    assert not withdrawn(s, 3, 3)
    for active, dice in (("B", ()), ("A", (3, 3)), ("B", ()), ("A", (5, 4))):
        s.state.active, s.state.phase = active, "end"
        s.state.player_turn += 1
        s.play(activation(s.state), dice)
    assert s.state.sides["A"].withdrawn


@pytest.mark.rule("FWC-BRK-04")
def test_the_odds_of_a_break_test_in_the_end_phase() -> None:
    odds = broken(2, cv=8).odds(activation, outcome=lambda state, _: state.sides["A"].withdrawn)
    assert odds == {False: F(21, 36), True: F(15, 36)}


@pytest.mark.rule("FWC-BRK-04")
def test_house_rule_without_a_test_it_withdraws_at_its_breakpoint() -> None:
    untested = {"break_test": False}
    assert not withdrawn(broken(2, breakpoint=3, options=untested))
    s = broken(3, breakpoint=3, options=untested)
    assert withdrawn(s)
    assert s.throws == []
    theirs = broken(3, breakpoint=3, active="B", options=untested)
    assert not withdrawn(theirs)  # only at the end of its own player turn


@pytest.mark.rule("FWC-BRK-04", "FWC-BLD-14")
def test_penalties_on_the_co_that_run_now_count_in_the_test() -> None:
    s = broken(cv=8)
    s.state.effects = (Effect("co", "A", -2, 3, 3, "FWC-BLD-12"),)
    assert withdrawn(s, 3, 4)
    assert ("earlier blunders", -2, "FWC-BLD-14") in s.throws[0].reasons
    s = broken(cv=8)
    s.state.effects = (Effect("co", "A", -2, 5, 5, "FWC-BLD-12"),)
    assert not withdrawn(s, 3, 4)


@pytest.mark.rule("FWC-BRK-05")
@pytest.mark.parametrize(("place", "losses"), [("off the table", 1), ("with its passenger", 2)])
def test_who_is_forced_off_the_table_or_lost_on_board_is_a_loss(place: str, losses: int) -> None:
    s = Skirmish(size=(120, 50))
    s.unit("B", "carrier", at=(60, 45), suppressed=True, capacity=1)
    if place == "with its passenger":
        s.unit("B", "rider", at=None, cls="infantry", place="carried", carried_by="carrier")
    s.play(take_attack(s.state, "carrier", [(1, 4)], Source(point=(60_000, 0))), dice=[4, 6])
    assert s["carrier"].place == "ko"
    assert s.state.sides["B"].losses == losses


@pytest.mark.rule("FWC-BRK-07")
def test_if_the_co_is_knocked_out_his_printed_value_counts() -> None:
    for dice, goes in (((4, 4), False), ((4, 5), True)):
        s = broken(cv=8)
        s.state.effects = (Effect("co", "A", -3, 1, None, "FWC-BLD-13"),)
        s.mark("co", place="ko")
        assert withdrawn(s, *dice) is goes


@pytest.mark.rule("FWC-BRK-07")
def test_a_suppressed_co_still_holds_his_battlegroup() -> None:
    s = broken(cv=8)
    s.mark("co", suppressed=True)
    assert not withdrawn(s, 4, 4)
