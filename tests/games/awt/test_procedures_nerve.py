"""Dice of nerve, of high explosive and of movement against an enumeration written from the specification."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.awt import die_by_die as honest
from tests.games.awt.dice import came, house, odds
from tests.games.dice import F, plain
from umpire.games.awt import procedures, scores

HOUSE = house()

fewer = settings(deadline=None, max_examples=15)


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
    assert after == (9, 1, False, True, False)


@pytest.mark.rule("AWT-ST-02")
def test_a_unit_shaken_again_takes_a_marker_instead() -> None:
    after = came(procedures.aftermath(HOUSE, 10, 7, 10, 6, 1, False, 3, 0, 0, False, already_shaken=True))
    assert (after.models, after.stress, after.shaken) == (7, 2, True)


@pytest.mark.rule("AWT-ST-07")
def test_creatures_are_not_tested_for_what_they_ignore() -> None:
    giant = procedures.aftermath(HOUSE, 6, 3, 6, 9, 0, False, 3, 1, 2, True, creature=True)
    assert came(giant, 10) == (3, 1, False, False, False)


@pytest.mark.rule("AWT-RS-06")
def test_a_destroyed_unit_is_tested_no_more() -> None:
    assert came(procedures.aftermath(HOUSE, 2, 0, 10, 6, 1, False, 2, 2, 3, True)) == (0, 0, False, False, False)


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
