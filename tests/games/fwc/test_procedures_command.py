"""Orders, requests, missions and tests of nerve, against an enumeration written from the specification."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import umpire
from tests.games.dice import F, Shares, add, plain
from tests.games.fwc.die_by_die import scores
from umpire.dice import Odds, ScriptedDice, Tally, run, solve
from umpire.games.commander.procedures import Command
from umpire.games.fwc import GAME, command_rolls

# --- Command ------------------------------------------------------------------------------------------------


def two_dice(target: int) -> Shares:
    """FWC-CMD-01, 03, 04, 24: both dice, all 36 ways."""
    shares: Shares = {}
    for faces in product(range(1, 7), repeat=2):
        if faces == (1, 1):
            result = "double_one"
        elif faces == (6, 6):
            result = "blunder"
        else:
            result = "success" if sum(faces) <= target else "failure"
        add(shares, (result,), F(1, 36))
    return shares


@settings(deadline=None)
@given(
    cv=st.integers(-3, 16),
    order=st.integers(1, 6),
    cm=st.integers(0, 12_000),
    radius=st.sampled_from([15, 20, 25]),
    flags=st.fixed_dictionaries(
        {name: st.booleans() for name in ("reacted", "dense", "assault", "elite", "independent", "recon")}
    ),
    rounding=st.sampled_from(["floor", "ceil"]),
    by_radius=st.booleans(),
)
@pytest.mark.rule(
    "FWC-CMD-11", "FWC-CMD-12", "FWC-CMD-13", "FWC-CMD-14", "FWC-CMD-15", "FWC-CMD-17", "FWC-CMD-19",
    "FWC-CMD-20", "FWC-CMD-24", "FWC-REC-02", "FWC-TEC-07",
)  # fmt: skip
def test_every_modifier_of_an_order_counts_as_written(
    cv: int, order: int, cm: int, radius: int, flags: dict[str, bool], rounding: str, by_radius: bool
) -> None:
    step = radius * 100 if by_radius else 2000
    steps = 0
    while (steps + 1) * step <= cm or (rounding == "ceil" and steps * step < cm):
        steps += 1
    target = cv - (order - 1)
    target -= flags["reacted"] + flags["dense"]
    target -= 0 if flags["independent"] else steps
    target -= 1 if flags["assault"] and not flags["elite"] else 0
    target += flags["recon"]
    odds = umpire.odds(
        "fwc",
        "command_roll",
        options={"cmd_distance_round": rounding, "radius_for_command": by_radius},
        cv=cv,
        order=order,
        distance=cm / 100,
        radius=radius,
        **flags,
    )
    assert plain(odds) == two_dice(target)


@pytest.mark.rule("FWC-CMD-14")
@pytest.mark.parametrize(("distance", "steps"), [(0, 0), (19.99, 0), (20, 1), (20.01, 1), (39.99, 1), (40, 2)])
def test_only_full_steps_count_and_the_exact_multiple_is_full(distance: float, steps: int) -> None:
    odds = umpire.odds("fwc", "command_roll", cv=8, distance=distance, radius=20)
    assert plain(odds) == two_dice(8 - steps)


@pytest.mark.rule("FWC-CMD-14")
@pytest.mark.parametrize(("distance", "steps"), [(0, 0), (0.01, 1), (20, 1), (20.01, 2), (40, 2), (40.01, 3)])
def test_a_house_may_count_a_step_begun_but_never_two_for_one(distance: float, steps: int) -> None:
    rounding = {"cmd_distance_round": "ceil"}
    odds = umpire.odds("fwc", "command_roll", options=rounding, cv=8, distance=distance, radius=20)
    assert plain(odds) == two_dice(8 - steps)


@pytest.mark.rule("FWC-CMD-13", "FWC-CMD-14")
@pytest.mark.parametrize(
    ("rounding", "words"),
    [("floor", "each full step of distance"), ("ceil", "each step of distance or part of one")],
)
def test_the_reason_says_which_steps_count(rounding: str, words: str) -> None:
    target = command_rolls.command_target(GAME.house({"cmd_distance_round": rounding}), 8, distance=2500, radius=2000)
    assert [reason.text for reason in target.reasons if reason.rule == "FWC-CMD-13"] == [words]


@pytest.mark.rule("FWC-CMD-11", "FWC-CMD-26")
@pytest.mark.parametrize(
    ("cumulative", "reactions", "penalty"), [(False, 0, 0), (False, 2, 1), (True, 1, 1), (True, 2, 2)]
)
def test_reactions_cost_one_in_total_unless_the_house_adds_them_up(
    cumulative: bool, reactions: int, penalty: int
) -> None:
    rules = GAME.house({"opp_init_cumulative": cumulative})
    odds = Odds(solve(command_rolls.command_roll, rules, 8, 1, 0, 2000, reactions))
    assert plain(odds) == two_dice(8 - penalty)


@pytest.mark.rule("FWC-CMD-24")
@pytest.mark.parametrize(("cv", "success"), [(-5, F(0)), (1, F(0)), (12, F(34, 36)), (40, F(34, 36))])
def test_double_one_and_double_six_stand_whatever_the_command_value(cv: int, success: Fraction) -> None:
    odds = umpire.odds("fwc", "command_roll", cv=cv)
    assert odds.p(result="double_one") == odds.p(result="blunder") == F(1, 36)
    assert odds.p(result="success") == success


@settings(deadline=None)
@given(st.integers(2, 12), st.integers(1, 5), st.integers(1, 12), st.booleans(), st.booleans(), st.booleans())
@pytest.mark.rule("FWC-ART-01", "FWC-ART-02", "FWC-ART-03", "FWC-ART-04", "FWC-ART-05", "FWC-ART-06")
def test_a_request_for_artillery(
    cv: int, request: int, units: int, special: bool, camouflaged: bool, recon: bool
) -> None:
    further_threes = 0
    while units > 3:
        units -= 3
        further_threes += 1
    target = cv - (request - 1) - further_threes - special - camouflaged + recon
    odds = umpire.odds(
        "fwc",
        "artillery_request",
        cv=cv,
        request=request,
        units=units + 3 * further_threes,
        special=special,
        camouflaged=camouflaged,
        recon=recon,
    )
    assert plain(odds) == two_dice(target)


@settings(deadline=None)
@given(
    st.integers(2, 12),
    st.integers(1, 5),
    st.integers(1, 5),
    st.sampled_from([("none", 0), ("partial", 1), ("full", 2)]),
    st.booleans(),
    st.booleans(),
)
@pytest.mark.rule("FWC-AIR-01", "FWC-AIR-02", "FWC-AIR-03", "FWC-AIR-04", "FWC-AIR-05", "FWC-AIR-06")
def test_a_request_for_aircraft(
    cv: int, request: int, aircraft: int, air: tuple[str, int], camouflaged: bool, recon: bool
) -> None:
    target = cv - (request - 1) - (aircraft - 1) - air[1] - camouflaged + recon
    odds = umpire.odds(
        "fwc",
        "air_request",
        cv=cv,
        request=request,
        aircraft=aircraft,
        enemy_air=air[0],
        camouflaged=camouflaged,
        recon=recon,
    )
    assert plain(odds) == two_dice(target)


@pytest.mark.rule("FWC-BRK-04")
@pytest.mark.parametrize("over", range(9))
@pytest.mark.parametrize("cv", [3, 8, 10])
def test_the_break_test_counts_losses_over_the_breakpoint(cv: int, over: int) -> None:
    stays = sum((a, b) == (1, 1) or ((a, b) != (6, 6) and a + b <= cv - over) for a in range(1, 7) for b in range(1, 7))
    odds = umpire.odds("fwc", "break_test", cv=cv, over=over)
    assert plain(odds) == {("stays",): F(stays, 36), ("withdraws",): F(36 - stays, 36)}


@pytest.mark.rule("FWC-BRK-04")
def test_where_the_house_has_no_break_test_nobody_stays() -> None:
    odds = umpire.odds("fwc", "break_test", options={"break_test": False}, cv=12, over=0)
    assert odds.p(result="withdraws") == 1


@pytest.mark.rule("FWC-BLD-01")
def test_the_blunder_table_is_rolled_on_two_dice() -> None:
    rows = umpire.odds("fwc", "command_blunder").by("row")
    assert rows == {row: F(6 - abs(7 - row), 36) for row in range(2, 13)}


@pytest.mark.rule("FWC-REC-01")
@pytest.mark.parametrize("score", [4, 5, 6])
def test_recon_needs_the_score_to_hit(score: int) -> None:
    assert umpire.odds("fwc", "recon", score=score).p(success=True) == F(7 - score, 6)


# --- Artillery and air ---------------------------------------------------------------------------------------


@pytest.mark.rule("FWC-ART-17", "FWC-ART-18", "FWC-ART-19")
@pytest.mark.parametrize(
    ("attacks", "mode", "rounding", "dice"),
    [
        ([4, 4, 5], "concentration", "up", 13),
        ([4, 4, 5], "barrage", "up", 7),
        ([4, 4, 5], "barrage", "down", 6),
        ([3, 3], "barrage", "up", 3),  # the sum is halved, not each gun
        ([3, 3], "barrage", "down", 3),
        ([], "barrage", "up", 0),
        ([1], "barrage", "down", 0),
    ],
)
def test_dice_of_a_mission(attacks: list[int], mode: str, rounding: str, dice: int) -> None:
    odds = umpire.odds("fwc", "artillery_dice", options={"barrage_round": rounding}, attacks=attacks, mode=mode)
    assert plain(odds) == {(dice,): F(1)}


@settings(deadline=None)
@given(
    cm=st.integers(0, 8_100),
    step=st.sampled_from([20, 30, 40]),
    higher=st.booleans(),
    designated=st.booleans(),
    rounding=st.sampled_from(["ceil", "floor"]),
    designators=st.booleans(),
)
@pytest.mark.rule("FWC-ART-09", "FWC-ART-11", "FWC-ART-12", "FWC-DES-02")
def test_deviation_is_the_sum_of_its_dice(
    cm: int, step: int, higher: bool, designated: bool, rounding: str, designators: bool
) -> None:
    dice = 0
    while dice * step * 100 < cm:
        dice += 1
    if rounding == "floor" and dice * step * 100 > cm:
        dice -= 1
    dice = max(dice, 1)
    dice = max(dice - higher - (designated and designators), 0)
    shares: Shares = {}
    for faces in product(range(1, 7), repeat=dice):
        add(shares, (sum(faces),), F(1, 6**dice))
    odds = umpire.odds(
        "fwc",
        "deviation",
        options={"deviation_round": rounding, "designator_effect": designators},
        distance=cm / 100,
        step=step,
        higher=higher,
        designated=designated,
    )
    assert plain(odds) == shares


@pytest.mark.rule("FWC-ART-12")
@pytest.mark.parametrize(("distance", "mean"), [(0, F(7, 2)), (30, F(7, 2)), (30.01, 7), (60, 7), (60.01, F(21, 2))])
def test_a_deviation_step_exactly_met_costs_no_further_die(distance: float, mean: Fraction) -> None:
    assert umpire.odds("fwc", "deviation", distance=distance, step=30).mean("cm") == mean


def anti_aircraft(dice: int, attacks: int, score: int) -> Shares:
    """FWC-AAF-05 to 08: a die per hit to abort; each hit takes an attack."""
    shares: Shares = {}
    for fired in product(scores(score), repeat=dice):
        p = F(1)
        for _, share in fired:
            p *= share
        hits = sum(hit for hit, _ in fired)
        for tests in product(scores(score), repeat=hits):
            q = p
            for _, share in tests:
                q *= share
            aborts = any(caught for caught, _ in tests)
            outcome = ("abort", 0) if aborts else ("flies", max(0, attacks - hits))
            add(shares, outcome, q)
    return shares


@pytest.mark.rule("FWC-AAF-01", "FWC-AAF-05", "FWC-AAF-06", "FWC-AAF-07", "FWC-AAF-08")
@pytest.mark.parametrize("score", [4, 5, 6])
@pytest.mark.parametrize("guns", [[], [0], [1], [2, 1], [1, 1, 3]])
@pytest.mark.parametrize("attacks", [0, 2, 5])
def test_anti_aircraft_fire(guns: list[int], attacks: int, score: int) -> None:
    odds = umpire.odds("fwc", "anti_aircraft", dice=guns, attacks=attacks, score=score)
    assert plain(odds) == anti_aircraft(sum(guns), attacks, score)


@pytest.mark.rule("FWC-CMD-13", "FWC-CMD-17")
def test_the_target_of_an_order_tells_its_reasons() -> None:
    dice = ScriptedDice(3, 3)
    order = command_rolls.command_roll(GAME.house({}), Tally.of(9, "HQ Smith"), 2, 4100, 2000, 0, True)
    assert run(order, dice) == Command("failure")
    throw = dice.throws[0]
    assert throw.goal == "5 or less"
    assert [(reason.amount, reason.rule) for reason in throw.reasons] == [
        (9, ""),
        (-1, "FWC-CMD-12"),
        (-2, "FWC-CMD-13"),
        (-1, "FWC-CMD-17"),
    ]


@pytest.mark.rule("FWC-REC-02")
@pytest.mark.parametrize(("effect", "bonus"), [("plus1", 1), ("reveal_only", 0), ("none", 0)])
@pytest.mark.parametrize("procedure", ["command_roll", "artillery_request", "air_request"])
def test_recon_helps_a_roll_only_where_the_house_lets_it(procedure: str, effect: str, bonus: int) -> None:
    odds = umpire.odds("fwc", procedure, options={"recon_effect": effect}, cv=7, recon=True)
    assert plain(odds) == two_dice(7 + bonus)
