"""The dice procedures against an enumeration written from the specification, die by die."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.games.awt import die_by_die as honest
from tests.games.awt.dice import came, house, odds
from tests.games.dice import F, plain, rolled
from umpire.games.awt import procedures
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
@example(
    dice=3, zeal=1, save=None, start=6, lost=0, stress=2, leader=False, advantage=0, again=False, devastating=True
)  # fmt: skip
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
