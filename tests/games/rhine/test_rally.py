"""The Battlegroup Morale Check."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.games.rhine.gunnery import APC, called
from tests.games.rhine.skirmish import Skirmish, default
from umpire.games.rhine import tokens
from umpire.games.rhine.actions import rally


def shaken(markers: int = 3, near: bool = False, options: dict[str, Any] | None = None, **more: Any) -> Skirmish:
    """A unit with markers and its command unit, 12 inches away or a little farther."""
    s = Skirmish(options=options, pools=(3, 3))
    s.unit("A", "us", at=(20, 10), markers=markers, **more)
    s.unit("A", "boss", at=(20 + 1.4 + (12 if near else 12.01), 10), command=True)
    s.unit("B", "foe", at=(60, 40))
    return s


def check(s: Skirmish, *dice: int, unit: str = "us") -> int | str:
    s.play(rally.rally(s.state, unit), dice)
    return "lost" if s[unit].place == "lost" else s[unit].markers


@pytest.mark.rule("RHINE-BMC-01", "RHINE-BMC-08", "RHINE-TURN-02")
def test_it_costs_a_token_which_lies_on_nobody_and_nobody_reacts() -> None:
    s = shaken()
    s.play(tokens.spend_one(s.state), [6], ["rally:us"])
    assert s.state.sides["A"].pool == 2
    assert s["us"].tokens == 0
    assert [decision.seat for decision in s.asked] == ["A"]
    assert s["us"].markers == 1
    assert s.events[:2] == ["us tries to rally (3 morale markers of 5)", "us rallies: 1 morale marker of 5"]


@pytest.mark.rule("RHINE-BMC-02", "RHINE-ERR-02")
def test_it_is_for_one_unit_with_a_marker_broken_or_riding_too() -> None:
    s = shaken(1)
    s.unit("A", "calm", at=(25, 10))
    s.unit("A", "broken", at=(30, 20), markers=5)
    s.unit("A", "carrier", at=(40, 20), **APC)
    s.foot("A", "rider", at=(40, 20), carried_by="carrier", markers=2)
    s.unit("A", "late", at=None, markers=2)
    s.unit("A", "gone", at=(50, 20), place="lost")
    s.mark("foe", markers=2)
    assert [unit.id for unit in rally.can_rally(s.state, "A")] == ["us", "broken", "rider"]
    offered = [option.key for option in rally.options(s.state, "A")]
    assert offered == ["rally:us", "rally:broken", "rally:rider"]
    assert [option.key for option in tokens.choices(s.state, "A") if "rally" in option.key] == offered
    assert [option.key for option in rally.options(s.state, "B")] == ["rally:foe"]
    assert check(s, 6, unit="rider") == 0


@pytest.mark.rule("RHINE-BMC-04", "RHINE-BMC-05", "RHINE-BMC-06", "RHINE-BMC-07")
@pytest.mark.parametrize(("die", "left"), [(1, 3), (2, 3), (3, 3), (4, 2), (5, 2), (6, 1)])
def test_the_table(die: int, left: int) -> None:
    assert check(shaken(3), die) == left


@pytest.mark.rule("RHINE-BMC-03", "RHINE-BMC-04", "RHINE-BMC-06", "RHINE-BMC-07")
@pytest.mark.parametrize(("die", "left"), [(1, 3), (2, 3), (3, 2), (4, 2), (5, 1), (6, 1)])
def test_near_the_command_unit_1_is_added_but_a_natural_1_stays_one(die: int, left: int) -> None:
    assert check(shaken(3, near=True), die) == left


@pytest.mark.rule("RHINE-BMC-07")
def test_never_below_none() -> None:
    s = shaken(1)
    assert check(s, 6) == 0
    assert s.events[-1] == "us rallies: no morale markers left"


@pytest.mark.parametrize(
    ("die", "near", "rule"),
    [
        pytest.param(1, False, "RHINE-BMC-04", marks=pytest.mark.rule("RHINE-BMC-04")),
        pytest.param(1, True, "RHINE-BMC-04", marks=pytest.mark.rule("RHINE-BMC-04")),
        pytest.param(2, False, "RHINE-BMC-05", marks=pytest.mark.rule("RHINE-BMC-05")),
        pytest.param(4, True, "RHINE-BMC-06", marks=pytest.mark.rule("RHINE-BMC-06")),
        pytest.param(5, True, "RHINE-BMC-07", marks=pytest.mark.rule("RHINE-BMC-07")),
        pytest.param(6, False, "RHINE-BMC-07", marks=pytest.mark.rule("RHINE-BMC-07")),
    ],
)
def test_the_log_names_the_row_that_was_rolled_even_where_one_marker_is_all_there_is(
    die: int, near: bool, rule: str
) -> None:
    s = shaken(1, near)
    check(s, die)
    assert s.rules[-1] == rule


@pytest.mark.rule("RHINE-BMC-03")
@pytest.mark.parametrize(
    ("marks", "bonus"),
    [
        ({}, True),
        ({"markers": 4}, True),
        ({"markers": 5}, False),
        ({"place": "lost"}, False),
        ({"place": "reserve"}, False),
    ],
)
def test_the_command_unit_must_be_there_and_not_broken(marks: dict[str, Any], bonus: bool) -> None:
    s = shaken(3, near=True)
    s.mark("boss", **marks)
    assert rally.near_command(s.state, s["us"]) is bonus
    assert check(s, 3) == (2 if bonus else 3)


@pytest.mark.rule("RHINE-BMC-03")
def test_it_helps_itself_and_a_passenger_is_where_its_transport_is() -> None:
    s = shaken(0, near=True)
    s.mark("boss", markers=3)
    assert check(s, 3, unit="boss") == 2
    s.unit("A", "carrier", at=(25, 15), **APC)
    s.foot("A", "rider", at=(70, 45), carried_by="carrier", markers=2)
    assert rally.near_command(s.state, s["rider"])
    s.stand("carrier", (70, 45))
    assert not rally.near_command(s.state, s["rider"])


@pytest.mark.rule("RHINE-BMC-03")
def test_a_command_unit_that_rides_helps_itself_and_those_near_its_transport() -> None:
    s = Skirmish()
    s.unit("A", "carrier", at=(25, 15), **APC)
    s.foot("A", "boss", at=(70, 45), carried_by="carrier", command=True, markers=2)
    s.foot("A", "near", at=(20, 10), markers=2)
    s.foot("A", "far", at=(68, 45), markers=2)
    assert [rally.near_command(s.state, s[name]) for name in ("boss", "near", "far")] == [True, True, False]
    assert check(s, 3, unit="boss") == 1
    s.mark("boss", markers=5)
    assert not rally.near_command(s.state, s["near"])


@pytest.mark.rule("RHINE-BMC-03")
def test_the_enemys_command_unit_helps_nobody() -> None:
    s = shaken(3)
    s.unit("B", "their boss", at=(24, 12), command=True)
    assert not rally.near_command(s.state, s["us"])


@pytest.mark.rule("RHINE-BMC-03")
def test_a_house_without_the_bonus() -> None:
    assert check(shaken(3, near=True, options={"command_rally_bonus": False}), 3) == 3


@pytest.mark.rule("RHINE-BMC-04", "RHINE-WIN-01")
@pytest.mark.parametrize("near", [False, True])
@pytest.mark.parametrize("cls", ["INF", "MBT"])
def test_a_natural_1_is_the_end_of_a_broken_unit(cls: str, near: bool) -> None:
    s = shaken(5, near, cls=cls, bp=6)
    assert check(s, 1) == "lost"
    assert s.state.sides["A"].lost_bp == 6
    assert len(s.state.wrecks) == (cls == "MBT")
    assert "RHINE-BMC-04" in s.rules


@pytest.mark.rule("RHINE-BMC-04", "RHINE-PEN-02")
def test_from_a_transport_lost_like_that_passengers_get_out_broken() -> None:
    s = shaken(4, **APC)
    s.foot("A", "rider", at=(20, 10), carried_by="us")
    s.play(rally.rally(s.state, "us"), [1], [default])
    assert (s["rider"].on_table, s["rider"].broken) == (True, True)


@pytest.mark.rule("RHINE-BMC-04")
def test_where_units_are_only_pinned_a_bad_rally_does_not_destroy() -> None:
    s = shaken(5, options={"broken_rule": "pinned_only"})
    assert check(s, 1) == 5


@pytest.mark.rule("RHINE-BMC-02", "RHINE-BMC-06")
def test_a_broken_unit_that_rallies_can_act_again() -> None:
    s = shaken(5)
    assert not tokens.can_activate(s.state, s["us"])
    assert check(s, 4) == 4
    assert tokens.can_activate(s.state, s["us"])
    assert s.events[-1] == "us rallies and is no longer Broken: 4 morale markers of 5"


@pytest.mark.rule("RHINE-BMC-08")
def test_it_may_be_repeated_as_long_as_tokens_last() -> None:
    s = shaken(4)
    for left in (2, 1, 0):
        s.play(tokens.spend_one(s.state), [4], ["rally:us"])
        assert (s.state.sides["A"].pool, s["us"].markers) == (left, left + 1)


# --- All units at once -----------------------------------------------------------------------------------------


@pytest.mark.rule("RHINE-BMC-02", "RHINE-BMC-08")
def test_the_house_may_have_every_marked_unit_roll_once_a_turn() -> None:
    s = shaken(3, options={"bmc_scope": "all_units"})
    s.foot("A", "squad", at=(30, 20), markers=5)
    s.unit("A", "calm", at=(60, 10))
    assert [option.key for option in rally.options(s.state, "A")] == ["rally:all"]
    s.play(tokens.spend_one(s.state), [4, 1], ["rally:all"])
    assert (s["us"].markers, s["squad"].place) == (2, "lost")
    assert rally.can_rally(s.state, "A") == []
    assert rally.options(s.state, "A") == []
    assert not s.state.sides["B"].checked


@pytest.mark.rule("RHINE-BMC-02", "RHINE-BMC-04")
def test_who_comes_out_of_a_transport_that_is_lost_meanwhile_rolls_as_he_stands_then() -> None:
    s = shaken(4, options={"bmc_scope": "all_units"}, **APC)
    s.foot("A", "rider", at=(20, 10), carried_by="us", markers=1)
    s.play(rally.rally(s.state, "all"), [1, 4], [default])
    assert s["us"].place == "lost"
    assert s["rider"].markers == 4


# --- Odds ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("RHINE-BMC-05", "RHINE-BMC-06", "RHINE-BMC-07", "RHINE-BMC-04")
@pytest.mark.parametrize(
    ("markers", "near", "shares"),
    [
        (4, False, {4: "1/2", 3: "1/3", 2: "1/6"}),
        (5, True, {None: "1/6", 5: "1/6", 4: "1/3", 3: "1/3"}),
    ],
)
def test_the_exact_odds_and_that_they_are_those_shown(markers: int, near: bool, shares: dict[int | None, str]) -> None:
    """Example 12."""
    s = shaken(markers, near)
    expected = {left: Fraction(share) for left, share in shares.items()}
    odds = s.odds(
        lambda state: rally.rally(state, "us"),
        outcome=lambda state, _: None if state.units["us"].place == "lost" else state.units["us"].markers,
    )
    assert dict(odds) == expected
    (option,) = rally.options(s.state, "A")
    assert option.odds is not None
    assert {outcome.markers: chance for outcome, chance in called(s, option.odds).items()} == expected
