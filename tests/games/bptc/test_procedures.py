"""Orders, volleys, casualties and tests of nerve, against an enumeration written from the specification."""

from __future__ import annotations

from math import floor
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import umpire
from tests.games.bptc.die_by_die import faces, through
from tests.games.dice import F, Shares, add, plain
from umpire.dice import ScriptedDice, Tally, run, stage
from umpire.games.bptc import GAME, battering, procedures

HOUSE = GAME.house({})


def odds(procedure: str, options: Any = None, **inputs: Any) -> umpire.Odds:
    return umpire.odds("bptc", procedure, options=options, **inputs)


# --- Orders ---------------------------------------------------------------------------------------------------


def two_dice(target: int, good: str, bad: str) -> Shares:
    """BPTC-CMD-01, CMD-09: both dice, all 36 ways."""
    shares: Shares = {}
    for thrown in faces(2):
        result = good if sum(thrown) <= target else bad
        if thrown in ((1, 1), (6, 6)):
            result = "double_one" if thrown == (1, 1) else "blunder"
        add(shares, (result,), F(1, 36))
    return shares


@settings(deadline=None, max_examples=60)
@given(
    cv=st.integers(-3, 16),
    successive=st.integers(0, 6),
    cm=st.integers(0, 12_000),
    flags=st.fixed_dictionaries(
        {name: st.booleans() for name in ("dense", "charging", "all_recce", "column_touching")}
    ),
    step=st.sampled_from(["full", "part"]),
)
@pytest.mark.rule(
    "BPTC-CMD-01", "BPTC-CMD-02", "BPTC-CMD-03", "BPTC-CMD-04", "BPTC-CMD-05", "BPTC-CMD-06", "BPTC-CMD-07",
    "BPTC-CMD-08", "BPTC-CMD-09", "BPTC-BLN-00", "BPTC-BON-01",
)  # fmt: skip
def test_every_modifier_of_an_order_counts_as_written(
    cv: int, successive: int, cm: int, flags: dict[str, bool], step: str
) -> None:
    steps = floor(F(cm, 2000))
    if step == "part" and steps * 2000 < cm:
        steps += 1
    target = cv - successive - flags["dense"] - flags["charging"] + flags["column_touching"]
    target -= 0 if flags["all_recce"] else steps
    found = odds("command_roll", {"distance_step": step}, cv=cv, successive=successive, distance=cm / 100, **flags)
    assert plain(found) == two_dice(target, "success", "failure")


@pytest.mark.parametrize(("cm", "less"), [(0, 0), (19.99, 0), (20, 1), (39.99, 1), (40, 2)])
@pytest.mark.rule("BPTC-CMD-03")
def test_exactly_twenty_centimetres_are_a_full_step(cm: float, less: int) -> None:
    assert odds("command_roll", cv=8, distance=cm) == odds("command_roll", cv=8 - less)


@pytest.mark.rule("BPTC-INI-07")
def test_an_initiative_action_costs_an_order_nothing_but_by_house_rule() -> None:
    assert procedures.command_target(HOUSE, 8, acted=True) == 8
    harder = GAME.house({"initiative_penalty": 2})
    assert procedures.command_target(harder, 8, acted=True) == 6
    assert procedures.command_target(harder, 8) == 8
    penalty = {"initiative_penalty": 2}
    assert odds("command_roll", penalty, cv=8, acted=True) == odds("command_roll", cv=6)
    assert odds("command_roll", cv=8, acted=True) == odds("command_roll", cv=8)


@pytest.mark.rule("BPTC-CMD-02", "BPTC-CMD-03", "BPTC-CMD-05", "BPTC-CMD-06", "BPTC-CMD-07")
def test_a_modified_command_value_tells_its_reasons() -> None:
    target = procedures.command_target(HOUSE, 9, 2, 4100, True, True, False, True)
    assert [(reason.amount, reason.rule) for reason in target.reasons] == [
        (9, "BPTC-CMD-01"),
        (-2, "BPTC-CMD-02"),
        (-2, "BPTC-CMD-03"),
        (-1, "BPTC-CMD-05"),
        (-1, "BPTC-CMD-06"),
        (1, "BPTC-CMD-07"),
    ]


@pytest.mark.rule("BPTC-BLN-00")
def test_each_row_of_the_blunder_table_is_as_likely() -> None:
    assert odds("blunder").by("row") == {row: F(1, 6) for row in range(1, 7)}


# --- Firing dice ----------------------------------------------------------------------------------------------


def dealt(stands: int) -> dict[str, int]:
    """BPTC-FRM-14: the stands of a square, dealt out one by one."""
    order = ["front", "rear", "left", "right"]
    found = dict.fromkeys(order, 0)
    for number in range(stands):
        found[order[number % 4]] += 1
    return found


def may_fire(formation: str, stands: int, front: int | None, face: str) -> int:
    if formation == "march_column":
        return 1 if face == "front" else 0
    if formation == "attack_column":
        return min(stands, 2 if front is None else front)
    if formation == "square":
        return dealt(stands)[face]
    if formation == "garrison":
        return -(-stands // 2)
    return stands


@settings(deadline=None, max_examples=200)
@given(
    arm=st.sampled_from(["infantry", "cavalry", "artillery"]),
    attack=st.integers(0, 4),
    stands=st.integers(1, 9),
    formation=st.sampled_from(
        ["line", "extended_line", "march_column", "attack_column", "square", "disordered", "garrison"]
    ),
    half=st.one_of(st.just("all"), st.integers(0, 9)),
    flank=st.booleans(),
    square=st.booleans(),
    front=st.one_of(st.none(), st.integers(1, 4)),
    face=st.sampled_from(["front", "rear", "left", "right"]),
    eligible=st.one_of(st.none(), st.integers(0, 9)),
)
@pytest.mark.rule(
    "BPTC-FIR-01", "BPTC-FIR-02", "BPTC-FIR-03", "BPTC-FIR-04", "BPTC-FIR-05", "BPTC-FIR-06", "BPTC-FIR-07",
    "BPTC-FIR-08", "BPTC-FIR-09", "BPTC-FIR-11", "BPTC-FRM-01", "BPTC-FRM-05", "BPTC-FRM-06", "BPTC-FRM-07",
    "BPTC-FRM-11", "BPTC-FRM-14", "BPTC-CON-08", "BPTC-GEN-05",
)  # fmt: skip
def test_the_dice_of_a_volley_stand_by_stand(
    arm: str,
    attack: int,
    stands: int,
    formation: str,
    half: int | str,
    flank: bool,
    square: bool,
    front: int | None,
    face: str,
    eligible: int | None,
) -> None:
    firing = may_fire(formation, stands, front, face)
    firing = firing if eligible is None else min(firing, eligible)
    near = firing if half == "all" else min(int(half), firing)
    wanted = 0
    for number in range(firing if attack else 0):
        each = attack + (1 if number < near else 0) - (1 if formation == "extended_line" else 0)
        each += 2 if flank and not square else 0
        each += 1 if arm == "artillery" and square else 0
        wanted += max(0, each)
    if firing and attack and arm == "infantry" and square:
        wanted += 1
    found = odds(
        "fire_dice", arm=arm, attack=attack, stands=stands, formation=formation, half_range=half, flank=flank,
        target_square=square, front_rank=front, face=face, eligible=eligible,
    )  # fmt: skip
    assert plain(found) == {(wanted,): 1}


@pytest.mark.rule("BPTC-FRM-11")
@pytest.mark.parametrize(("house", "dice"), [("all", 10), ("half", 6), ("none", 0)])
def test_disorder_takes_no_stand_out_but_by_house_rule(house: str, dice: int) -> None:
    volley = {"arm": "infantry", "attack": 2, "stands": 5, "formation": "disordered"}
    assert plain(odds("fire_dice", {"disordered_fire": house}, **volley)) == {(dice,): 1}


@pytest.mark.parametrize(("house", "dice"), [("firer", (4, 8)), ("target", (8, 4)), ("both", (4, 4))])
@pytest.mark.rule("BPTC-FIR-03", "BPTC-FIR-08")
def test_whose_extended_line_costs_dice(house: str, dice: tuple[int, int]) -> None:
    rules = GAME.house({"extended_line_on": house})
    thin_firer = procedures.firing_dice(rules, "unit", "infantry", 2, 4, 0, "extended_line", target_formation="line")
    thin_target = procedures.firing_dice(rules, "unit", "infantry", 2, 4, 0, "line", target_formation="extended_line")
    assert (thin_firer.value, thin_target.value) == dice


@pytest.mark.rule("BPTC-FIR-02", "BPTC-FIR-03", "BPTC-FIR-05", "BPTC-FIR-07")
def test_the_dice_of_a_volley_tell_their_reasons() -> None:
    dice = procedures.firing_dice(HOUSE, "Rifles", "infantry", 1, 3, 1, "extended_line", target_square=True)
    assert [(reason.amount, reason.rule) for reason in dice.reasons] == [
        (3, "BPTC-FIR-07"),
        (1, "BPTC-FIR-02"),
        (-3, "BPTC-FIR-03"),
        (1, "BPTC-FIR-05"),
    ]
    assert dice.value == 2
    assert dice.reasons[0].text == "Rifles, 3 x 1"


# --- Casualties -----------------------------------------------------------------------------------------------


def eight_steps(
    groups: list[tuple[int, int]],
    hits: int,
    save: int | None,
    spare: int,
    prior: int,
    suppressed: bool,
    holds: bool,
    far: bool,
    wall: int | None,
    friend: int | None,
) -> Shares:
    """The eight steps, die by die (BPTC-CAS-01 to 08, SAV, FBK)."""
    shares: Shares = {}
    lowest = min((need for dice, need in groups if dice), default=4)
    for unsaved, p in through(groups, save, spare).items():
        if prior + unsaved >= hits:
            add(shares, ("ko", unsaved, 0), p)
        elif unsaved == 0:
            add(shares, ("unaffected", 0, 0), p)
        else:
            for thrown in faces(unsaved):
                share = p / 6**unsaved
                if not suppressed:
                    caught = any(face >= lowest for face in thrown)
                    add(shares, ("suppressed" if caught else "unaffected", unsaved, 0), share)
                else:
                    add(shares, fallen(unsaved, sum(thrown), holds, far, wall, friend), share)
    return shares


def fallen(
    unsaved: int, total: int, holds: bool, far: bool, wall: int | None, friend: int | None
) -> tuple[str, int, int]:
    if total > 10 and not far:
        return "ko_fall_back", unsaved, 0
    if holds:
        return "held", unsaved, 0
    met = [(at, what) for at, what in ((friend, "friend"), (wall, "wall")) if at is not None and at <= total]
    if not met:
        return "fall_back", unsaved, total
    at, what = min(met)  # a friend before a wall as near
    return ("halted_on_friend", unsaved, at) if what == "friend" else ("ko_fall_back", unsaved, 0)


@settings(deadline=None, max_examples=80)
@given(
    groups=st.lists(st.tuples(st.integers(0, 2), st.integers(4, 6)), min_size=1, max_size=2),
    hits=st.integers(1, 5),
    save=st.one_of(st.none(), st.integers(4, 6)),
    spare=st.integers(0, 2),
    prior=st.integers(0, 2),
    flags=st.tuples(st.booleans(), st.booleans(), st.booleans()),
    wall=st.one_of(st.none(), st.integers(0, 14)),
    friend=st.one_of(st.none(), st.integers(0, 14)),
)
@pytest.mark.rule(
    "BPTC-CAS-01", "BPTC-CAS-02", "BPTC-CAS-03", "BPTC-CAS-04", "BPTC-CAS-05", "BPTC-CAS-06", "BPTC-CAS-07",
    "BPTC-CAS-08", "BPTC-SAV-01", "BPTC-SAV-02", "BPTC-SAV-04", "BPTC-SAV-05", "BPTC-SAV-06", "BPTC-SUP-01",
    "BPTC-SUP-02",
)  # fmt: skip
def test_the_casualty_test_comes_out_as_rolled_die_by_die(
    groups: list[tuple[int, int]],
    hits: int,
    save: int | None,
    spare: int,
    prior: int,
    flags: tuple[bool, bool, bool],
    wall: int | None,
    friend: int | None,
) -> None:
    prior = min(prior, hits - 1)
    suppressed, holds, far = flags
    found = odds(
        "attack", groups=[list(group) for group in groups], hits=hits, save=save, save_dice=spare, prior=prior,
        suppressed=suppressed, holds=holds, long_fall_back=far, wall_at=wall, friend_at=friend,
    )  # fmt: skip
    assert plain(found) == eight_steps(groups, hits, save, spare, prior, suppressed, holds, far, wall, friend)


SUPPRESSED: dict[str, Any] = {"groups": [[2, 4]], "hits": 9, "suppressed": True}


@pytest.mark.rule("BPTC-FBK-04", "BPTC-FBK-05", "BPTC-FBK-06")
def test_only_recce_and_guerrillas_go_farther_than_ten_centimetres() -> None:
    near, far = odds("attack", **SUPPRESSED), odds("attack", long_fall_back=True, **SUPPRESSED)
    assert near.p(result="fall_back", fall_back=10) == far.p(result="fall_back", fall_back=10) == F(3, 144)
    assert near.p(result="ko_fall_back", fall_back=0) == F(3, 144)  # who is lost has not moved
    assert far.p(result="fall_back", fall_back=11) == F(2, 144)
    assert far.p(result="ko_fall_back") == 0


@pytest.mark.rule("BPTC-FBK-07", "BPTC-FBK-08", "BPTC-FBK-14")
def test_who_holds_meets_neither_wall_nor_friend() -> None:
    found = odds("attack", holds=True, wall_at=1, friend_at=1, **SUPPRESSED)
    assert set(found.by("result")) == {"unaffected", "held", "ko_fall_back"}
    assert found.p(result="ko_fall_back") == F(3, 144)


@pytest.mark.parametrize(("at", "lost"), [(3.0, F(3, 4)), (3.01, F(11, 16))])
@pytest.mark.rule("BPTC-FBK-09", "BPTC-FBK-10", "BPTC-FBK-11", "BPTC-FBK-14")
def test_a_gap_just_as_long_as_the_fall_back_is_met(at: float, lost: F) -> None:
    """Of the results with an unsaved hit: one hit and 3 cm or more, or two hits."""
    one = sum(face >= at for face in range(1, 7))
    two = sum(sum(thrown) >= at for thrown in faces(2))
    found = odds("attack", wall_at=at, **SUPPRESSED)
    assert found.p(result="ko_fall_back") == F(1, 2) * F(one, 6) + F(1, 4) * F(two, 36)


@pytest.mark.rule("BPTC-FBK-12")
def test_it_goes_as_far_as_to_the_friend() -> None:
    found = odds("attack", friend_at=2.5, **SUPPRESSED)
    assert {outcome.fall_back for outcome in found if outcome.result == "halted_on_friend"} == {2.5}
    both = odds("attack", friend_at=2, wall_at=2, **SUPPRESSED)
    assert both.p(result="halted_on_friend") > 0
    behind = odds("attack", friend_at=2.5, wall_at=2, **SUPPRESSED)
    assert behind.p(result="halted_on_friend") == 0


@pytest.mark.parametrize(("scope", "found"), [("per_stand", (5, 4)), ("per_unit", (5, 1)), ("pip", (4, 0))])
@pytest.mark.rule("BPTC-FRM-02", "BPTC-FRM-03", "BPTC-SAV-01", "BPTC-SAV-03")
def test_what_a_line_adds_to_saves(scope: str, found: tuple[int, int]) -> None:
    house = GAME.house({"save_die_scope": scope})
    assert procedures.saves(house, 5, "line", 4) == found
    assert procedures.saves(house, 5, "extended_line", 4) == found
    for formation in ("march_column", "attack_column", "square", "disordered", "garrison", ""):
        assert procedures.saves(house, 5, formation, 4) == (5, 0)


@pytest.mark.rule("BPTC-SAV-02")
def test_without_a_save_a_line_adds_nothing() -> None:
    assert procedures.saves(HOUSE, None, "line", 4) == (None, 0)
    assert odds("attack", groups=[[2, 4]], hits=9, save_dice=4) == odds("attack", groups=[[2, 4]], hits=9)


@pytest.mark.rule("BPTC-SAV-01")
def test_more_dice_than_any_army_has_are_answered_or_refused_without_a_wait() -> None:
    """Counted hit by hit, either of these would take minutes."""
    found = odds("attack", groups=[[500, 6]] * 6, hits=9, save=6, save_dice=2)
    assert found.p(unsaved=0) == sum(
        share * stopped
        for share, stopped in (
            (F(31, 36) ** 3000, F(1)),
            (3000 * F(5, 36) * F(31, 36) ** 2999, F(11, 36)),
            (1500 * 2999 * F(5, 36) ** 2 * F(31, 36) ** 2998, F(1, 36)),
        )
    )
    with pytest.raises(umpire.BadInput, match="attack is too large to work out with groups"):
        odds("attack", groups=[[500, 4]] * 50, hits=9, save=5, save_dice=50)


@pytest.mark.rule("BPTC-CAS-04", "BPTC-SAV-01")
def test_played_the_saves_of_a_line_are_one_throw() -> None:
    dice = ScriptedDice(4, 4, 1, 5, 1, 2, 6)
    roll = stage(procedures.attack, HOUSE, ((Tally.of(3, "three"), 4),), 9, 5, 2)
    assert run(roll, dice) == ("unaffected", 0, 0)
    assert dice.used_up()


# --- Constructions --------------------------------------------------------------------------------------------

BUILT = {"wood": (3, None), "brick": (6, 5), "stone": (9, 4), "fort": (12, 3)}


def destroyed(kind: str, volleys: list[int], turns: int, persists: bool, prior: int) -> F:
    """BPTC-CON-01 to 07: hits and saves of each volley, turn by turn."""
    need, save = BUILT[kind]
    standing = {prior: F(1)}
    down = F(0)
    for _ in range(turns):
        for dice in volleys:
            after: dict[int, F] = {}
            for before, p in standing.items():
                for kept, share in through([(dice, 4)], save, 0).items():
                    if before + kept >= need:
                        down += p * share
                    else:
                        after[before + kept] = after.get(before + kept, F(0)) + p * share
            standing = after
        if not persists:
            standing = {0: sum(standing.values(), F(0))}
    return down


@pytest.mark.parametrize("kind", BUILT)
@pytest.mark.parametrize(("volleys", "turns"), [([4], 1), ([2, 3], 1), ([3, 1], 3)])
@pytest.mark.parametrize("persists", [False, True])
@pytest.mark.parametrize("prior", [0, 2])
@pytest.mark.rule(
    "BPTC-CON-01", "BPTC-CON-02", "BPTC-CON-03", "BPTC-CON-04", "BPTC-CON-05", "BPTC-CON-07",
)  # fmt: skip
def test_constructions_fall_as_rolled_die_by_die(
    kind: str, volleys: list[int], turns: int, persists: bool, prior: int
) -> None:
    found = odds("construction", kind=kind, volleys=volleys, turns=turns, persists=persists, prior=prior)
    assert found.p(result="destroyed") == destroyed(kind, volleys, turns, persists, prior)


@pytest.mark.parametrize(
    ("kind", "hits", "save"),
    [
        ("wooden_building", 3, None), ("breast_works", 3, None), ("bridge", 3, None), ("brick_building", 6, 5),
        ("log_works", 6, 5), ("stone_building", 9, 4), ("fortified_works", 9, 4), ("stone_fortification", 12, 3),
    ],
)  # fmt: skip
@pytest.mark.rule("BPTC-CON-01", "BPTC-CON-02", "BPTC-CON-03", "BPTC-CON-04", "BPTC-CON-05")
def test_each_construction_stands_until_its_last_hit(kind: str, hits: int, save: int | None) -> None:
    """All dice hit, and all saves fail but one; so many hits less one leave it standing."""
    thrown = [6] * hits
    saves = [] if save is None else [save - 1] * hits
    dice = ScriptedDice(*thrown, *saves)
    assert run(battering.battered(HOUSE, kind, hits), dice) == ("destroyed", hits)
    assert dice.used_up()
    if save is None:
        spared = ScriptedDice(*thrown[:-1], 3)
    else:
        spared = ScriptedDice(*thrown, *saves[:-1], save)
    assert run(battering.battered(HOUSE, kind, hits), spared) == ("stands", hits - 1)
    assert spared.used_up()


# --- Nerve ----------------------------------------------------------------------------------------------------


@settings(deadline=None, max_examples=60)
@given(cv=st.integers(2, 12), lost=st.integers(0, 20), left=st.integers(0, 20))
@pytest.mark.rule("BPTC-BRK-05", "BPTC-BRK-06")
def test_an_army_at_its_breakpoint_tests(cv: int, lost: int, left: int) -> None:
    counting = max(1, lost + left)
    point = -(-counting // 2)
    stays = F(1)
    if lost >= point:
        rolled = two_dice(cv - (lost - point), "success", "failure")
        stays = rolled.get(("success",), F(0)) + rolled[("double_one",)]
    assert odds("break_test", cv=cv, lost=lost, counting=counting).p(result="stays") == stays


@pytest.mark.rule("BPTC-BRK-06")
def test_by_house_rule_it_withdraws_without_a_roll() -> None:
    house = {"breakpoint_effect": "immediate"}
    assert odds("break_test", house, cv=9, lost=6, counting=11).p(result="breaks") == 1
    assert odds("break_test", house, cv=9, lost=5, counting=11).p(result="stays") == 1
