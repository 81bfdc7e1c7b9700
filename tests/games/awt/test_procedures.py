"""The dice procedures against an enumeration written from the specification, die by die."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.awt import die_by_die as honest
from tests.games.awt.dice import F, came, house, odds, plain, rolled
from umpire.games.awt import procedures, scores
from umpire.games.awt.procedures import Shots, Volley

HOUSE = house()
TOP = {"low": 2, "medium": 3, "high": 4}
SAVES = st.none() | st.integers(0, 5)
SKILLS = st.sampled_from(["low", "medium", "high"])

few = settings(deadline=None, max_examples=40)
fewer = settings(deadline=None, max_examples=15)


# --- Skills and priority ------------------------------------------------------------------------------------------


@few
@given(dice=st.integers(1, 7), level=st.integers(1, 5), skill=st.sampled_from(["ruse", "ritual"]))
@pytest.mark.rule("AWT-SK-01", "AWT-SK-03", "AWT-SK-07")
def test_as_many_ones_as_the_level_are_needed(dice: int, level: int, skill: str) -> None:
    dice = max(dice, level)
    counts = {0: F(1)}
    for _ in range(dice):
        after: dict[int, F] = {}
        for ones, p in counts.items():
            after[ones + 1] = after.get(ones + 1, F(0)) + p / 3
            after[ones] = after.get(ones, F(0)) + p * 2 / 3
        counts = after
    wanted = sum((p for ones, p in counts.items() if ones >= level), F(0))
    assert odds(skill, dice=dice, level=level).p(result="success") == wanted


@pytest.mark.rule("AWT-SK-08")
def test_all_dice_of_an_attempt_are_thrown_together() -> None:
    attempt, throws = rolled(procedures.ritual(HOUSE, 4, 2), 1, 3, 2, 1)
    assert attempt.result == "success"
    assert [(throw.dice, throw.sides) for throw in throws] == [(4, 3)]
    assert came(procedures.ruse(HOUSE, 3, 2), 1, 2, 3).result == "failure"


@pytest.mark.rule("AWT-SK-05")
def test_the_sum_of_the_dice_counts_or_by_house_rule_the_best() -> None:
    assert came(procedures.manifestation(HOUSE, 3, 8), 1, 2, 5).result == "success"
    assert came(procedures.manifestation(HOUSE, 3, 9), 1, 2, 5).result == "failure"
    best = house(manifest_mode="best_die")
    assert came(procedures.manifestation(best, 3, 5), 1, 2, 5).result == "success"
    assert came(procedures.manifestation(best, 3, 6), 1, 2, 5).result == "failure"
    assert odds("manifestation", tokens=2, threshold=6, options={"manifest_mode": "best_die"}).p(result="success") == F(
        11, 36
    )


@few
@given(a=st.integers(0, 4), b=st.integers(0, 4))
@pytest.mark.rule("AWT-PR-02")
def test_more_dice_win_more_often_and_ties_are_thrown_again(a: int, b: int) -> None:
    assert odds("priority", bid_a=a, bid_b=b).p(winner="a") == honest.first(1 + a, 1 + b)
    assert odds("priority", bid_a=a, bid_b=b, options={"priority_mode": "plain"}).p(winner="a") == F(1, 2)


@pytest.mark.rule("AWT-PR-01")
def test_the_lower_die_wins_the_roll_off() -> None:
    assert came(procedures.roll_off(HOUSE), 2, 5).winner == "a"
    assert came(procedures.roll_off(HOUSE), 3, 3, 4, 1).winner == "b"


@pytest.mark.rule("AWT-PR-02")
def test_the_lowest_die_of_a_pool_counts() -> None:
    winner, throws = rolled(procedures.priority(HOUSE, 2, 0), 6, 2, 5, 3)
    assert winner.winner == "a"
    assert [throw.dice for throw in throws] == [3, 1]
    assert came(procedures.priority(HOUSE, 1, 1), 4, 5, 6, 4, 3, 6, 6, 5).winner == "a"


@pytest.mark.rule("AWT-CN-11")
def test_a_coin_has_two_sides() -> None:
    assert [came(procedures.coin_flip(HOUSE), face).winner for face in (1, 2)] == ["a", "b"]


# --- Saves --------------------------------------------------------------------------------------------------------


@few
@given(save=SAVES, advantage=st.integers(0, 4), failed=st.booleans(), made=st.booleans(), extra=st.booleans())
@pytest.mark.rule("AWT-SV-01", "AWT-SV-02", "AWT-SV-03", "AWT-SV-04")
def test_a_save_is_that_of_dice_rolled_one_by_one(
    save: int | None, advantage: int, failed: bool, made: bool, extra: bool
) -> None:
    options = {"advantage_mode": "extra_die"} if extra else {}
    found = odds("save", save=save, advantage=advantage, reroll_failed=failed, reroll_successful=made, options=options)
    assert found.p(saved=True) == honest.saved(honest.Save(save, advantage, failed, made, extra))


@pytest.mark.rule("AWT-SV-03")
def test_without_a_save_no_die_is_rolled_whatever_the_advantage() -> None:
    assert rolled(procedures.save(HOUSE, None, 5)) == (procedures.Saved(False), [])
    assert rolled(procedures.save(HOUSE, 0)) == (procedures.Saved(False), [])
    assert came(procedures.save(HOUSE, 0, 1), 1).saved


@pytest.mark.rule("AWT-SV-01")
def test_a_natural_six_never_saves() -> None:
    assert came(procedures.save(HOUSE, 5, 4), 5).saved
    assert not came(procedures.save(HOUSE, 5, 4), 6).saved


@pytest.mark.rule("AWT-SV-04")
def test_a_die_is_rolled_again_once_at_most() -> None:
    assert came(procedures.save(HOUSE, 2, reroll_failed=True), 5, 2).saved
    assert not came(procedures.save(HOUSE, 2, reroll_failed=True), 5, 6).saved
    assert not came(procedures.save(HOUSE, 2, reroll_successful=True), 1, 4).saved
    assert came(procedures.save(HOUSE, 2, reroll_failed=True, reroll_successful=True), 1).saved


# --- Close combat -------------------------------------------------------------------------------------------------


@few
@given(
    dice=st.integers(0, 4),
    skill=SKILLS,
    save=SAVES,
    advantage=st.integers(0, 2),
    charge=st.booleans(),
    fearsome=st.booleans(),
    brutal=st.booleans(),
    hit_on=st.none() | st.integers(1, 6),
    strength=st.integers(1, 6),
)
@pytest.mark.rule(
    "AWT-CC-17", "AWT-CC-18", "AWT-CC-19", "AWT-CC-22", "AWT-CC-24", "AWT-CW-01", "AWT-CW-02", "AWT-CW-03",
    "AWT-CW-04", "AWT-CW-06", "AWT-CW-07", "AWT-CW-08",
)  # fmt: skip
def test_close_combat_is_that_of_dice_rolled_one_by_one(
    dice: int,
    skill: str,
    save: int | None,
    advantage: int,
    charge: bool,
    fearsome: bool,
    brutal: bool,
    hit_on: int | None,
    strength: int,
) -> None:
    """Brutal dice are given up after some; what that leaves open is less than a millionth, and no share is more off."""
    found = odds(
        "close_combat", dice=dice, skill=skill, save=save, strength=strength, fearsome=fearsome, brutal=brutal,
        advantage=advantage, cavalry_charge=charge, hit_on=hit_on,
    )  # fmt: skip
    how = honest.Save(save, advantage, made_again=charge)
    shares, open_ = honest.attack(dice, hit_on or TOP[skill], how, strength, fearsome, brutal)
    assert open_ < F(1, 10**6)
    if not brutal:
        assert found.by("wounds") == shares
    for wounds, p in found.by("wounds").items():
        assert shares.get(wounds, F(0)) <= p <= shares.get(wounds, F(0)) + open_


@pytest.mark.rule("AWT-CW-06", "AWT-CW-07")
def test_a_one_brings_another_die_and_so_does_the_one_on_that() -> None:
    fight = procedures.close_combat(HOUSE, 2, "medium", 2, 10, brutal=True)
    wounds, throws = rolled(fight, 1, 5, 1, 3, 6, 2, 4)
    assert wounds.wounds == 2
    assert [(throw.dice, throw.theirs) for throw in throws] == [(2, False), (1, False), (1, False), (3, True)]


@pytest.mark.rule("AWT-CW-03", "AWT-CW-08")
def test_a_fearsome_one_is_not_saved_and_if_brutal_brings_a_die_too() -> None:
    wounds, throws = rolled(procedures.close_combat(HOUSE, 2, "low", 5, 10, fearsome=True), 1, 2, 1)
    assert wounds.wounds == 1
    assert throws[-1].dice == 1
    both = procedures.close_combat(HOUSE, 1, "low", 5, 10, fearsome=True, brutal=True)
    assert came(both, 1, 1, 6).wounds == 2


@pytest.mark.rule("AWT-CC-19")
def test_without_fearsome_weapons_even_a_one_of_high_skill_is_saved() -> None:
    assert came(procedures.close_combat(HOUSE, 1, "high", 2, 10), 1, 2).wounds == 0


@pytest.mark.rule("AWT-CC-22")
def test_nobody_suffers_more_than_it_had() -> None:
    assert came(procedures.close_combat(HOUSE, 4, "high", None, 2), 1, 2, 3, 4).wounds == 2
    assert came(procedures.close_combat(HOUSE, 4, "high", None, 10_000), 1, 2, 3, 4).wounds == 4


@pytest.mark.rule("AWT-CW-04")
def test_saves_made_against_a_cavalry_charge_are_rolled_again() -> None:
    wounds, throws = rolled(
        procedures.close_combat(HOUSE, 3, "medium", 2, 9, cavalry_charge=True), 1, 2, 3, 1, 2, 6, 1, 5
    )
    assert wounds.wounds == 2
    assert [throw.dice for throw in throws] == [3, 3, 2]


# --- Shooting -----------------------------------------------------------------------------------------------------


@few
@given(
    dice=st.integers(0, 6),
    skill=SKILLS,
    save=SAVES,
    advantage=st.integers(0, 2),
    again=st.booleans(),
    enhanced=st.booleans(),
    difficult=st.booleans(),
    to_hit=st.integers(0, 3),
    strength=st.integers(1, 8),
)
@pytest.mark.rule(
    "AWT-TH-01", "AWT-TH-02", "AWT-TH-03", "AWT-TH-04", "AWT-TH-07", "AWT-DS-05", "AWT-CV-07", "AWT-CV-08",
)  # fmt: skip
def test_rifle_fire_is_that_of_dice_rolled_one_by_one(
    dice: int,
    skill: str,
    save: int | None,
    advantage: int,
    again: bool,
    enhanced: bool,
    difficult: bool,
    to_hit: int,
    strength: int,
) -> None:
    found = odds(
        "rifle_fire", dice=dice, skill=skill, save=save, strength=strength, advantage=advantage, reroll_failed=again,
        enhanced_cover=enhanced, difficult=difficult, to_hit_advantage=to_hit,
    )  # fmt: skip
    how = honest.Save(save, advantage, again)
    assert found.by("wounds") == honest.shots(dice, skill, how, strength, enhanced, difficult, to_hit)


@pytest.mark.rule("AWT-TH-04")
def test_a_die_brought_down_to_one_is_a_plain_hit_and_a_natural_one_a_critical_even_if_difficult() -> None:
    wounds, throws = rolled(
        procedures.rifle_fire(HOUSE, 3, "high", 5, 9, difficult=True, to_hit_advantage=1), 1, 2, 3, 5
    )
    assert wounds.wounds == 1
    assert [throw.dice for throw in throws] == [3, 1]


@pytest.mark.rule("AWT-CV-08")
def test_enhanced_cover_makes_a_critical_a_plain_hit() -> None:
    assert came(procedures.rifle_fire(HOUSE, 1, "high", 2, 9), 1).wounds == 1
    assert came(procedures.rifle_fire(HOUSE, 1, "high", 2, 9, enhanced_cover=True), 1, 2).wounds == 0


@pytest.mark.rule("AWT-TH-07")
def test_an_advantage_to_hit_may_be_more_dice_by_house_rule() -> None:
    extra = {"advantage_mode": "extra_die"}
    found = odds("rifle_fire", dice=1, skill="low", save=None, strength=5, to_hit_advantage=1, options=extra)
    assert found.p(wounds=1) == 1 - F(4, 6) ** 2
    fire = procedures.rifle_fire(house(**extra), 2, "low", None, 5, to_hit_advantage=1)
    assert came(fire, 5, 2, 6, 3).wounds == 1


@few
@given(dice=st.integers(0, 6), save=SAVES, advantage=st.integers(0, 2), again=st.booleans(), strength=st.integers(1, 8))
@pytest.mark.rule("AWT-TH-05")
def test_rapid_fire_hits_on_one_and_two(
    dice: int, save: int | None, advantage: int, again: bool, strength: int
) -> None:
    found = odds("rapid_fire", dice=dice, save=save, strength=strength, advantage=advantage, reroll_failed=again)
    how = honest.Save(save, advantage, again)
    assert found.by("wounds") == honest.shots(dice, "low", how, strength, True, False, 0)


@pytest.mark.rule("AWT-TH-05")
def test_skill_is_no_help_to_rapid_fire() -> None:
    shot = came(procedures.volley(HOUSE, "high", (Shots("rapid", 4),), None, 9), 1, 2, 3, 4)
    assert shot == Volley(2, 0, 0, True)


@fewer
@given(
    dice=st.integers(0, 3),
    zeal=st.integers(1, 9),
    save=SAVES,
    start=st.integers(1, 6),
    lost=st.integers(0, 5),
    stress=st.integers(0, 2),
    leader=st.booleans(),
    advantage=st.integers(0, 1),
    again=st.booleans(),
    devastating=st.booleans(),
)
@pytest.mark.rule(
    "AWT-TH-06", "AWT-RS-03", "AWT-RS-04", "AWT-RS-05", "AWT-RS-06", "AWT-RS-07", "AWT-RS-08", "AWT-RS-09",
    "AWT-RS-10", "AWT-RS-11", "AWT-BS-01", "AWT-BS-03", "AWT-BS-04", "AWT-BS-05", "AWT-WK-04",
)  # fmt: skip
def test_a_machine_gun_is_that_of_dice_rolled_one_by_one(
    dice: int,
    zeal: int,
    save: int | None,
    start: int,
    lost: int,
    stress: int,
    leader: bool,
    advantage: int,
    again: bool,
    devastating: bool,
) -> None:
    current = max(1, start - lost)
    found = odds(
        "machine_gun", dice=dice, zeal=zeal, save=save, current=current, start=start, stress=stress, leader=leader,
        advantage=advantage, reroll_failed=again, devastating=devastating,
    )  # fmt: skip
    how = honest.Save(save, advantage, again)
    unit = honest.Unit(zeal, leader, start)
    assert plain(found) == honest.machine_gun(dice, unit, how, current, stress, devastating)


@pytest.mark.rule("AWT-SH-05", "AWT-SV-05", "AWT-RS-01", "AWT-RS-02")
def test_a_volley_goes_weapon_by_weapon_and_counts_devastating_wounds_apart() -> None:
    groups = (Shots("standard", 2), Shots("mg", 3, devastating=True), Shots("rapid", 1))
    shot, throws = rolled(procedures.volley(HOUSE, "medium", groups, 2, 9), 1, 4, 6, 2, 3, 5, 4, 1, 1)
    assert shot == Volley(wounds=2, devastating=1, near=1, pin_due=True)
    assert [(throw.dice, throw.theirs) for throw in throws] == [
        (2, False), (1, True), (3, False), (1, True), (1, False), (1, True),
    ]  # fmt: skip


@pytest.mark.rule("AWT-RS-08")
@pytest.mark.parametrize(
    ("shots", "faces", "due"),
    [
        (Shots("mg", 1), (3,), True),
        (Shots("mg", 1), (2, 1), True),
        (Shots("mg", 1), (5,), False),
        (Shots("standard", 1), (1, 1), False),
        (Shots("standard", 1), (1, 6), True),
        (Shots("rapid", 1), (2, 3), True),
        (Shots("rapid", 1), (3,), False),
    ],
)
def test_a_pinning_test_is_due_by_any_machine_gun_hit_or_near_miss_and_by_any_wound(
    shots: Shots, faces: tuple[int, ...], due: bool
) -> None:
    assert came(procedures.volley(HOUSE, "low", (shots,), 2, 9), *faces).pin_due is due


@pytest.mark.rule("AWT-WK-08", "AWT-SV-02")
def test_advantages_of_cover_and_calibre_add_up_or_by_house_rule_the_greater_counts() -> None:
    groups = (Shots("standard", 1, advantage=1),)
    assert came(procedures.volley(HOUSE, "low", groups, 2, 9, 1), 1, 4).wounds == 0
    assert came(procedures.volley(house(advantage_stack="max"), "low", groups, 2, 9, 1), 1, 4).wounds == 1


@pytest.mark.rule("AWT-IN-05", "AWT-WK-06")
def test_small_arms_at_armour_are_rolled_but_wound_nobody() -> None:
    for kind, faces in (("standard", (1, 1)), ("rapid", (1, 1)), ("mg", (1, 4))):
        shot = came(procedures.volley(HOUSE, "high", (Shots(kind, 2, harmless=True),), None, 6), *faces)
        assert shot.wounds == 0


# --- Nerve --------------------------------------------------------------------------------------------------------


@fewer
@given(
    wounds=st.integers(0, 3),
    zeal=st.integers(1, 9),
    start=st.integers(1, 8),
    lost=st.integers(0, 7),
    stress=st.integers(0, 2),
    leader=st.booleans(),
)
@pytest.mark.rule("AWT-WK-04", "AWT-RS-07", "AWT-RS-10", "AWT-BS-03", "AWT-BS-04")
def test_devastating_tests_are_those_of_dice_rolled_one_by_one(
    wounds: int, zeal: int, start: int, lost: int, stress: int, leader: bool
) -> None:
    current = max(1, start - lost)
    found = odds("devastating", wounds=wounds, zeal=zeal, leader=leader, current=current, start=start, stress=stress)
    assert plain(found) == honest.nerve_tests(honest.Unit(zeal, leader, start), wounds, current, stress)


@fewer
@given(
    markers=st.integers(0, 4),
    zeal=st.integers(1, 9),
    start=st.integers(1, 8),
    lost=st.integers(0, 7),
    stress=st.integers(0, 2),
    leader=st.booleans(),
    threshold=st.integers(1, 4),
    clear=st.booleans(),
)
@pytest.mark.rule("AWT-LM-06", "AWT-BS-01", "AWT-BS-02", "AWT-BS-03", "AWT-BS-04", "AWT-BS-05")
def test_markers_come_one_by_one_with_the_battle_shock_they_bring(
    markers: int, zeal: int, start: int, lost: int, stress: int, leader: bool, threshold: int, clear: bool
) -> None:
    current = max(1, start - lost)
    options: dict[str, Any] = {"stress_threshold": threshold, "clear_stress": clear}
    found = odds(
        "stress", markers=markers, zeal=zeal, leader=leader, current=current, start=start, stress=stress,
        options=options,
    )  # fmt: skip
    unit = honest.Unit(zeal, leader, start)
    assert plain(found) == honest.markers(unit, markers, current, stress, threshold, clear)


@fewer
@given(
    zeal=st.integers(1, 9),
    number=st.integers(-2, 12),
    start=st.integers(1, 8),
    lost=st.integers(0, 7),
    stress=st.integers(0, 2),
    leader=st.booleans(),
    mode=st.sampled_from(["d10_stress", "d10_deficit", "d6_deficit", "d12"]),
)
@pytest.mark.rule(
    "AWT-CN-13", "AWT-CN-14", "AWT-LM-01", "AWT-LM-02", "AWT-LM-03", "AWT-LM-04", "AWT-LM-05", "AWT-LM-06",
)  # fmt: skip
def test_a_conclusion_is_that_of_dice_rolled_one_by_one(
    zeal: int, number: int, start: int, lost: int, stress: int, leader: bool, mode: str
) -> None:
    current = max(1, start - lost)
    found = odds(
        "combat_conclusion", zeal=zeal, number=number, current=current, start=start, stress=stress, leader=leader,
        options={"lower_morale": mode},
    )  # fmt: skip
    sides = {"d6_deficit": 6, "d12": 12}.get(mode, 10)
    added = {"d10_stress": stress, "d12": 0}.get(mode, zeal - number)
    unit = honest.Unit(zeal, leader, start)
    assert plain(found) == honest.conclusion(unit, number, current, stress, sides, added)


@pytest.mark.rule("AWT-LM-01", "AWT-LM-02", "AWT-LM-03", "AWT-LM-04", "AWT-LM-05")
@pytest.mark.parametrize(
    ("face", "held", "markers"),
    [
        (1, 0, 0),
        (3, 0, 0),
        (2, 1, 0),
        (3, 1, 1),
        (4, 0, 1),
        (7, 0, 1),
        (6, 2, 2),
        (8, 0, 2),
        (10, 0, 2),
        (9, 2, 2),
        (10, 2, 3),
    ],
)
def test_the_lower_morale_table(face: int, held: int, markers: int) -> None:
    """Battle Shock is put off by a high threshold, so that markers alone are seen."""
    rules = house(stress_threshold=10)
    after = came(procedures.combat_conclusion(rules, 9, 5, 10, 10, held), face)
    assert after == ("stand", 10, held + markers)


@pytest.mark.rule("AWT-RS-07")
@pytest.mark.parametrize(
    ("target", "face", "passed"),
    [
        (6, 6, True),
        (6, 7, False),
        (0, 1, True),
        (-3, 1, True),
        (0, 2, False),
        (9, 9, True),
        (12, 10, False),
        (12, 9, True),
    ],
)
def test_a_d10_test_is_passed_by_a_one_and_never_by_a_ten(target: int, face: int, passed: bool) -> None:
    assert came(procedures.nerve_test(HOUSE, target), face).passed is passed


@pytest.mark.rule("AWT-RS-09")
def test_no_more_than_three_near_misses_count_against_a_pinning_test() -> None:
    def pinned(near: int, face: int, **options: Any) -> bool:
        rules = house(**options)
        return came(procedures.aftermath(rules, 10, 10, 10, 8, 0, False, 0, 0, near, True), face).pinned

    assert (pinned(2, 6), pinned(2, 7)) == (False, True)
    assert (pinned(3, 5), pinned(5, 5), pinned(5, 6)) == (False, False, True)
    assert (pinned(5, 3, pin_near_cap=5), pinned(5, 4, pin_near_cap=5)) == (False, True)


@pytest.mark.rule("AWT-RS-11")
def test_a_quarter_of_its_strength_wounded_shakes_a_unit() -> None:
    def shaken(wounds: int, declared: int, **options: Any) -> bool:
        rules = house(**options)
        found = came(procedures.aftermath(rules, declared, declared - wounds, 10, 6, 0, False, wounds, 0, 0, False))
        return found.shaken

    assert [shaken(wounds, 8) for wounds in range(4)] == [False, False, True, True]
    assert [shaken(wounds, 9) for wounds in range(4)] == [False, False, False, True]
    assert [shaken(wounds, 10, shaken_fraction="1/2") for wounds in (4, 5)] == [False, True]


@pytest.mark.rule("AWT-RS-11", "AWT-RS-10")
def test_a_failed_devastating_test_shakes_a_unit_whatever_its_wounds() -> None:
    after = came(procedures.aftermath(HOUSE, 10, 9, 10, 6, 0, False, 1, 1, 0, False), 7)
    assert after == (9, 1, False, True, True, False)


@pytest.mark.rule("AWT-ST-02")
def test_a_unit_shaken_again_takes_a_marker_instead() -> None:
    after = came(procedures.aftermath(HOUSE, 10, 7, 10, 6, 1, False, 3, 0, 0, False, already_shaken=True))
    assert (after.models, after.stress, after.shaken) == (7, 2, True)


@pytest.mark.rule("AWT-ST-06", "AWT-ST-07")
def test_vehicles_and_creatures_are_not_tested_for_what_they_ignore() -> None:
    tank = procedures.aftermath(HOUSE, 6, 3, 6, 7, 0, False, 3, 3, 2, True, pins=False, nerves=False, shakes=False)
    assert came(tank) == (3, 0, False, False, False, False)
    giant = procedures.aftermath(HOUSE, 6, 3, 6, 9, 0, False, 3, 1, 2, True, pins=False, shakes=False)
    assert came(giant, 10) == (3, 1, False, False, True, False)


@pytest.mark.rule("AWT-RS-06")
def test_a_destroyed_unit_is_tested_no_more() -> None:
    assert came(procedures.aftermath(HOUSE, 2, 0, 10, 6, 1, False, 2, 2, 3, True)) == (0, 0, False, False, False, False)


@pytest.mark.rule("AWT-BS-05")
def test_half_its_strength_lost_in_one_battle_shock_breaks_a_unit_by_house_rule() -> None:
    rules = house(shock_breaks=True)
    assert came(procedures.take_stress(rules, 1, 6, False, 6, 10, 2), 6) == (3, 0, True)
    assert came(procedures.take_stress(rules, 1, 6, False, 6, 10, 2), 5) == (4, 0, False)
    assert came(procedures.take_stress(HOUSE, 1, 6, False, 6, 10, 2), 6) == (3, 0, False)
    broken = came(procedures.combat_conclusion(rules, 6, 3, 6, 10, 2), 3, 7)
    assert broken == ("broken", 2, 0)


@pytest.mark.rule("AWT-BS-02")
def test_a_single_model_loses_wounds() -> None:
    assert came(procedures.battle_shock(HOUSE, 4, 3), 6).losses == 2
    assert came(procedures.battle_shock(HOUSE, 4, 3), 9).losses == 3


# --- High explosive -----------------------------------------------------------------------------------------------


@pytest.mark.rule("AWT-HE-01", "AWT-HE-02", "AWT-HE-03", "AWT-HE-04", "AWT-HE-05")
@pytest.mark.parametrize(
    ("faces", "result"),
    [
        ((1,), "critical"), ((2,), "hit"), ((5,), "hit"), ((6,), "near"), ((9,), "near"), ((10, 10), "dud"),
        ((10, 9), "near"), ((10, 1), "near"),
    ],
)  # fmt: skip
def test_the_high_explosive_table(faces: tuple[int, ...], result: str) -> None:
    assert came(procedures.bursts(HOUSE, 1), *faces).results == (result,)


@pytest.mark.rule("AWT-HE-04", "AWT-HE-05")
def test_two_tens_of_one_volley_are_duds_by_house_rule() -> None:
    volley = house(dud_mode="volley")
    assert came(procedures.bursts(volley, 3), 10, 2, 10).results == ("dud", "hit", "dud")
    assert came(procedures.bursts(volley, 3), 10, 2, 9).results == ("near", "hit", "near")
    assert odds("duds", dice=2, options={"dud_mode": "volley"}).by("duds") == {0: F(99, 100), 2: F(1, 100)}
    assert odds("duds", dice=2).by("duds") == {0: F(9801, 10000), 1: F(198, 10000), 2: F(1, 10000)}


spots = st.lists(st.tuples(st.integers(-30, 30), st.integers(-30, 30)), max_size=5)


@settings(deadline=None, max_examples=15)
@given(size=st.sampled_from([3, 4, 6]), places=spots, x=st.integers(-9, 9), clock=st.booleans())
@pytest.mark.rule("AWT-TP-01", "AWT-TP-02", "AWT-TP-03", "AWT-TP-04", "AWT-TP-05", "AWT-HE-08")
def test_scatter_is_that_of_every_degree_and_inch(
    size: int, places: list[tuple[int, int]], x: int, clock: bool
) -> None:
    """Places that are not whole inches apart in any direction: nobody stands on the rim, where rounding decides."""
    models = [(a / 7 + 0.0137, b / 7 + 0.0071) for a, b in places]
    exact = [(round(a * 1000) / 1000, round(b * 1000) / 1000) for a, b in models]
    found = odds(
        "scatter", size=size, models=[list(m) for m in exact], aim=[x / 3, 0.5],
        options={"scatter_dir": "clock12"} if clock else {},
    )  # fmt: skip
    aim = (round(x / 3 * 1000) / 1000, 0.5)
    assert found.by("covered") == honest.scattered(size, exact, aim, 30 if clock else 1)


@pytest.mark.rule("AWT-TP-05")
@pytest.mark.parametrize(
    ("face", "degree", "lands"), [(360, 0, (2, 0)), (90, 90, (0, 2)), (180, 180, (-2, 0)), (270, 270, (0, -2))]
)
def test_degrees_go_from_east_against_the_clock(face: int, degree: int, lands: tuple[int, int]) -> None:
    way = came(procedures.scatter_roll(HOUSE, 3), face, 2)
    assert way == (degree, 2)
    assert scores.landing(0, 0, way.degree, way.inches) == pytest.approx(lands)


@pytest.mark.rule("AWT-TP-04")
def test_a_template_takes_whose_centre_it_covers_rim_included_or_by_house_rule_whom_it_touches() -> None:
    rim = [[1.5, 0], [1.501, 0], [0, -1.5], [2, 0], [2.01, 0]]
    assert odds("high_explosive", size=3, models=rim).p(wounds=2) >= F(1, 2)
    touched = came(procedures.high_explosive(house(template_touch="any"), 3, ((2000, 0), (2001, 0))), 1)
    assert touched.wounds == 1
    assert came(procedures.high_explosive(HOUSE, 3, ((1500, 0), (1501, 0))), 1).wounds == 1


@pytest.mark.rule("AWT-HE-06", "AWT-HE-07", "AWT-HE-09")
def test_a_critical_wounds_all_a_hit_is_saved_and_a_dud_does_nothing() -> None:
    models = ((0, 0), (1000, 0), (0, 1400), (3000, 0))
    assert came(procedures.high_explosive(HOUSE, 3, models, 5), 1).wounds == 3
    assert came(procedures.high_explosive(HOUSE, 3, models, 2), 5, 1, 2, 3).wounds == 1
    assert came(procedures.high_explosive(HOUSE, 3, models, 2), 10, 10).wounds == 0


@pytest.mark.rule("AWT-HE-08")
def test_a_near_miss_hits_whom_it_lands_on() -> None:
    models = ((0, 0), (3000, 0))
    assert came(procedures.high_explosive(HOUSE, 3, models, 2), 6, 360, 3, 6).wounds == 1
    assert came(procedures.high_explosive(HOUSE, 3, models, 2), 9, 180, 2).wounds == 0


@pytest.mark.rule("AWT-CV-02")
def test_cover_is_no_help_against_a_critical_template_but_by_house_rule() -> None:
    immune = house(template_crit_immunity=True)
    assert came(procedures.high_explosive(HOUSE, 3, ((0, 0),), 5, enhanced_cover=True), 1).wounds == 1
    assert came(procedures.high_explosive(immune, 3, ((0, 0),), 5, enhanced_cover=True), 1, 2).wounds == 0


# --- Movement -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("AWT-CH-01")
def test_a_charge_goes_pace_and_a_d6_or_as_the_house_rule_says() -> None:
    assert came(procedures.charge_distance(HOUSE, 6000), 4).reach == 10_000
    assert came(procedures.charge_distance(HOUSE, 6000, 2000), 4).reach == 12_000
    assert came(procedures.charge_distance(house(charge_bonus=3), 6000)).reach == 9000
    assert came(procedures.charge_distance(house(charge_bonus=0), 6000)).reach == 6000
    assert odds("charge_reach", pace=6, needed=12).p(reached=True) == F(1, 6)
    assert odds("charge_reach", pace=6, needed=12.001).p(reached=True) == 0


@pytest.mark.rule("AWT-TE-03", "AWT-TE-12")
def test_riders_fall_on_a_six_over_broken_ground_and_on_five_and_six_in_woods() -> None:
    assert came(procedures.cavalry_falls(HOUSE, 6, "broken"), 1, 2, 3, 4, 5, 6).falls == 1
    assert came(procedures.cavalry_falls(HOUSE, 6, "woods"), 1, 2, 3, 4, 5, 6).falls == 2
    assert came(procedures.cavalry_falls(house(terrain_tests="none"), 6, "woods")).falls == 0


@pytest.mark.rule("AWT-TE-08")
def test_infantry_in_wire() -> None:
    results = [came(procedures.wire_test(HOUSE), face).result for face in range(1, 7)]
    assert results == ["pass", "pass", "pass", "halt", "halt", "hurt"]
    assert came(procedures.wire_test(house(terrain_tests="none"))).result == "pass"


@pytest.mark.rule("AWT-TE-09")
def test_vehicles_in_wire_and_mire() -> None:
    results = [came(procedures.vehicle_test(HOUSE), face).result for face in range(1, 7)]
    assert results == ["pass"] * 4 + ["bogged", "immobilised"]
    behemoth = [came(procedures.vehicle_test(HOUSE, True), face).result for face in range(1, 7)]
    assert behemoth == ["pass"] * 4 + ["bogged", "bogged"]
    assert came(procedures.vehicle_test(house(terrain_tests="none"))).result == "pass"


@pytest.mark.rule("AWT-TE-21")
def test_a_bogged_vehicle_gets_free_on_three_or_less() -> None:
    assert [came(procedures.unbog(HOUSE), face).passed for face in (1, 3, 4, 6)] == [True, True, False, False]


@pytest.mark.rule("AWT-CM-02")
def test_flight_is_pace_and_a_d6() -> None:
    assert came(procedures.flight(HOUSE, 6000), 5).distance == 11_000
