"""Fire, rallies and anti-aircraft fire against an enumeration written from the specification, die by die."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.dice import F, Shares, add, faces, plain, rolled
from tests.games.rhine.dice import house, odds
from tests.games.rhine.die_by_die import hit_counts, shot_at_foot, shot_at_vehicle
from umpire.games.rhine import procedures
from umpire.games.rhine.procedures import FootHit, MoraleCheck, VehicleHit

HOUSE = house()
BROKEN_RULES = ("broken_then_destroyed", "destroyed_at_mv", "pinned_only")


# --- Fire at a vehicle ------------------------------------------------------------------------------------------


@settings(deadline=None, max_examples=150)
@given(
    dice=st.integers(0, 3),
    need=st.integers(-1, 12),
    weapon=st.integers(0, 12),
    armour=st.integers(0, 24),
    morale_and_markers=st.integers(1, 7).flatmap(lambda mv: st.tuples(st.just(mv), st.integers(0, mv))),
    vulnerable=st.booleans(),
    heat=st.booleans(),
    special_armour=st.booleans(),
    mortar=st.booleans(),
    broken_rule=st.sampled_from(BROKEN_RULES),
    heat_vs_special=st.booleans(),
    natural_10_hits=st.booleans(),
    autocannon_best_of_two=st.booleans(),
)
@pytest.mark.rule(
    "RHINE-FIRE-25", "RHINE-FIRE-26", "RHINE-FIRE-32", "RHINE-DMG-01", "RHINE-DMG-02", "RHINE-DMG-03",
    "RHINE-DMG-04", "RHINE-DMG-05", "RHINE-DMG-06", "RHINE-DMG-07", "RHINE-DMG-08", "RHINE-DMG-09", "RHINE-PEN-01",
    "RHINE-PEN-03", "RHINE-PEN-07", "RHINE-PEN-08", "RHINE-MOR-05", "RHINE-MOR-06", "RHINE-MOR-07", "RHINE-MTR-03",
)  # fmt: skip
def test_a_shot_at_a_vehicle_is_that_of_dice_rolled_one_by_one(
    dice: int,
    need: int,
    weapon: int,
    armour: int,
    morale_and_markers: tuple[int, int],
    vulnerable: bool,
    heat: bool,
    special_armour: bool,
    mortar: bool,
    broken_rule: str,
    heat_vs_special: bool,
    natural_10_hits: bool,
    autocannon_best_of_two: bool,
) -> None:
    morale, markers = morale_and_markers
    found = odds(
        "fire_at_vehicle",
        options={
            "broken_rule": broken_rule,
            "heat_vs_special": heat_vs_special,
            "natural_10_hits": natural_10_hits,
            "autocannon_best_of_two": autocannon_best_of_two,
        },
        dice=dice,
        need=need,
        weapon=weapon,
        armour=armour,
        morale=morale,
        markers=markers,
        vulnerable=vulnerable,
        heat=heat,
        special_armour=special_armour,
        mortar=mortar,
    )
    lower = heat and special_armour and heat_vs_special
    counts = hit_counts(dice, need, natural_10_hits, autocannon_best_of_two)
    assert plain(found) == shot_at_vehicle(
        counts, weapon, armour, morale, markers, vulnerable, lower, mortar, broken_rule
    )


def at_vehicle(*dice: int, hits: int = 1, options: dict[str, Any] | None = None, **more: Any) -> VehicleHit:
    """A hit or more by W10 at armour 14, MV 5; the faces are those after the dice to hit, which all hit."""
    target = {"weapon": 10, "armour": 14, "morale": 5, **more}
    shot = procedures.fire_at_vehicle(house(**(options or {})), hits, 5, **target)
    outcome, throws = rolled(shot, *[9] * hits, *dice)
    assert (throws[0].dice, throws[0].sides, throws[0].need) == (hits, 10, 5)
    return outcome


@pytest.mark.rule("RHINE-FIRE-25")
def test_a_die_below_the_score_is_a_miss_and_rolls_no_more() -> None:
    outcome, throws = rolled(procedures.fire_at_vehicle(HOUSE, 2, 5, 10, 14, 5), 4, 1)
    assert outcome == VehicleHit("standing", 0)
    assert [throw.purpose for throw in throws] == ["hits"]


@pytest.mark.rule("RHINE-DMG-01", "RHINE-DMG-02", "RHINE-DMG-03", "RHINE-DMG-04", "RHINE-DMG-05")
@pytest.mark.parametrize(
    ("faces_rolled", "outcome"),
    [
        ((3,), VehicleHit("standing", 1)),
        ((4,), VehicleHit("broken", 5)),
        ((5, 4), VehicleHit("foom", None)),
        ((5, 5), VehicleHit("kaboom", None)),
        ((10, 1), VehicleHit("foom", None)),
    ],
)
def test_weapon_and_die_are_held_against_the_armour(faces_rolled: tuple[int, ...], outcome: VehicleHit) -> None:
    assert at_vehicle(*faces_rolled) == outcome


@pytest.mark.rule("RHINE-DMG-06")
@pytest.mark.parametrize(("face", "outcome"), [(9, VehicleHit("standing", 0)), (10, VehicleHit("broken", 5))])
def test_armour_that_only_a_ten_equals_takes_no_marker_but_may_break(face: int, outcome: VehicleHit) -> None:
    assert at_vehicle(face, armour=20) == outcome


@pytest.mark.rule("RHINE-DMG-07")
def test_a_hit_that_cannot_even_equal_the_armour_rolls_nothing() -> None:
    assert at_vehicle(armour=21) == VehicleHit("standing", 0)


@pytest.mark.rule("RHINE-DMG-08")
def test_a_hundred_hits_in_turn_are_worked_out_without_a_wait() -> None:
    """Followed way by way this would take minutes. A 10 goes through, a 9 breaks, all else is a marker."""
    found = odds("fire_at_vehicle", dice=100, need=1, weapon=5, armour=14, morale=200)
    assert found.p(markers=100) == F(8, 10) ** 100
    # No 10, but a 9 among them: what is Broken in this attack is not lost to its later hits (RHINE-MOR-07).
    assert found.p(result="broken") == F(9, 10) ** 100 - F(8, 10) ** 100
    assert found.p(result="kaboom") == (1 - F(9, 10) ** 100) / 3


@pytest.mark.rule("RHINE-DMG-08", "RHINE-DMG-09")
def test_hits_are_resolved_in_turn_until_the_vehicle_is_destroyed() -> None:
    assert at_vehicle(1, 9, 6, hits=3) == VehicleHit("kaboom", None)  # the third hit is not rolled for
    assert at_vehicle(1, 1, 1, hits=3) == VehicleHit("standing", 3)
    assert at_vehicle(1, 1, hits=2, markers=4) == VehicleHit("broken", 5)


@pytest.mark.rule("RHINE-MOR-06")
def test_a_broken_vehicle_is_abandoned_at_the_first_hit_without_a_penetration_roll() -> None:
    assert at_vehicle(hits=2, markers=5) == VehicleHit("abandoned", None)


@pytest.mark.rule("RHINE-MOR-06", "RHINE-DMG-06", "RHINE-DMG-07")
def test_a_hit_that_leaves_no_marker_does_not_drive_the_crew_out() -> None:
    assert at_vehicle(10, markers=5, armour=20) == VehicleHit("broken", 5)
    assert at_vehicle(markers=5, armour=21) == VehicleHit("broken", 5)


@pytest.mark.rule("RHINE-MOR-07")
def test_who_breaks_in_this_attack_is_not_abandoned_by_its_later_hits() -> None:
    assert at_vehicle(4, 1, hits=2) == VehicleHit("broken", 5)
    assert at_vehicle(4, 8, 2, hits=2) == VehicleHit("foom", None)


@pytest.mark.rule("RHINE-MOR-05")
def test_destroyed_at_the_morale_value_is_abandoned_there_and_then() -> None:
    rules = {"broken_rule": "destroyed_at_mv"}
    assert at_vehicle(4, options=rules, hits=2) == VehicleHit("abandoned", None)
    assert at_vehicle(options=rules, markers=4) == VehicleHit("abandoned", None)
    assert at_vehicle(3, options=rules, markers=3) == VehicleHit("standing", 4)


@pytest.mark.rule("RHINE-MOR-06")
def test_pinned_only_a_broken_vehicle_is_shot_at_like_any_other() -> None:
    rules = {"broken_rule": "pinned_only"}
    assert at_vehicle(3, options=rules, markers=5) == VehicleHit("broken", 5)
    assert at_vehicle(5, 6, options=rules, markers=5) == VehicleHit("kaboom", None)


@pytest.mark.rule("RHINE-PEN-07", "RHINE-PEN-08")
@pytest.mark.parametrize(("face", "result"), [(3, "foom"), (4, "kaboom"), (6, "kaboom")])
def test_a_vulnerable_vehicle_blows_up_from_four(face: int, result: str) -> None:
    assert at_vehicle(9, face, vulnerable=True).result == result


@pytest.mark.rule("RHINE-DMG-02")
def test_heat_at_special_armour_takes_the_lower_of_two_dice() -> None:
    rules = {"heat_vs_special": True}
    both: dict[str, Any] = {"heat": True, "special_armour": True}
    assert at_vehicle(3, 10, options=rules, **both) == VehicleHit("standing", 1)
    assert at_vehicle(10, 4, options=rules, **both) == VehicleHit("broken", 5)
    assert at_vehicle(10, 5, 1, options=rules, **both) == VehicleHit("foom", None)
    assert at_vehicle(3, options=rules, heat=True) == VehicleHit("standing", 1)
    assert at_vehicle(3, options=rules, special_armour=True) == VehicleHit("standing", 1)
    assert at_vehicle(3, **both) == VehicleHit("standing", 1)


@pytest.mark.rule("RHINE-MTR-03")
@pytest.mark.parametrize("vulnerable", [False, True])
def test_half_a_mortars_die_never_blows_a_vehicle_up(vulnerable: bool) -> None:
    outcome = at_vehicle(10, 6, weapon=0, armour=6, vulnerable=vulnerable, mortar=True)
    assert outcome == VehicleHit("foom", None)


@pytest.mark.rule("RHINE-FIRE-26")
def test_the_best_of_an_autocannons_dice_is_one_hit() -> None:
    assert at_vehicle(1, options={"autocannon_best_of_two": True}, hits=2) == VehicleHit("standing", 1)
    assert at_vehicle(1, 1, hits=2) == VehicleHit("standing", 2)


# --- Fire at foot -----------------------------------------------------------------------------------------------


@settings(deadline=None, max_examples=150)
@given(
    dice=st.integers(0, 2),
    need=st.integers(0, 12),
    weapon=st.sampled_from(["light", "heavy"]),
    ground=st.sampled_from(["open", "cover", "fortification"]),
    morale_and_markers=st.integers(1, 6).flatmap(lambda mv: st.tuples(st.just(mv), st.integers(0, mv))),
    autocannon=st.booleans(),
    broken_rule=st.sampled_from(BROKEN_RULES),
    convert_effect=st.sampled_from(["extra_marker", "base_destroyed"]),
    natural_10_hits=st.booleans(),
    autocannon_best_of_two=st.booleans(),
)
@pytest.mark.rule(
    "RHINE-FIRE-25", "RHINE-FIRE-26", "RHINE-INF-01", "RHINE-INF-02", "RHINE-INF-03", "RHINE-INF-04",
    "RHINE-INF-05", "RHINE-INF-06", "RHINE-INF-07", "RHINE-INF-08", "RHINE-INF-09", "RHINE-INF-10", "RHINE-INF-11",
    "RHINE-INF-12", "RHINE-INF-16", "RHINE-MOR-05", "RHINE-MOR-06", "RHINE-MOR-07",
)  # fmt: skip
def test_a_shot_at_foot_is_that_of_dice_rolled_one_by_one(
    dice: int,
    need: int,
    weapon: str,
    ground: str,
    morale_and_markers: tuple[int, int],
    autocannon: bool,
    broken_rule: str,
    convert_effect: str,
    natural_10_hits: bool,
    autocannon_best_of_two: bool,
) -> None:
    morale, markers = morale_and_markers
    found = odds(
        "fire_at_foot",
        options={
            "broken_rule": broken_rule,
            "convert_effect": convert_effect,
            "natural_10_hits": natural_10_hits,
            "autocannon_best_of_two": autocannon_best_of_two,
        },
        dice=dice,
        need=need,
        weapon=weapon,
        ground=ground,
        morale=morale,
        markers=markers,
        autocannon=autocannon,
    )
    counts = hit_counts(dice, need, natural_10_hits, autocannon and autocannon_best_of_two)
    assert plain(found) == shot_at_foot(counts, weapon, ground, morale, markers, broken_rule, convert_effect)


def at_foot(*dice: int, hits: int = 1, options: dict[str, Any] | None = None, **more: Any) -> FootHit:
    """A hit or more on a squad of MV 5 in the open by rifles; the faces are those after the dice to hit."""
    target: dict[str, Any] = {"weapon": "light", "ground": "open", "morale": 5, **more}
    shot = procedures.fire_at_foot(house(**(options or {})), hits, 5, **target)
    return rolled(shot, *[5] * hits, *dice)[0]


@pytest.mark.rule("RHINE-INF-01", "RHINE-INF-12", "RHINE-INF-16")
def test_all_dice_are_rolled_before_the_morale_value_cuts_the_markers_off() -> None:
    assert at_foot(4, 3, hits=2) == FootHit("standing", 3)
    assert at_foot(6, 6, 6, 6, hits=2, weapon="heavy") == FootHit("broken", 5)
    assert at_foot(1, 1, hits=2, markers=4) == FootHit("broken", 5)


@pytest.mark.rule("RHINE-MOR-06", "RHINE-MOR-07")
def test_broken_foot_is_destroyed_by_any_hit_and_who_breaks_now_is_not() -> None:
    assert at_foot(markers=5) == FootHit("destroyed", None)
    assert at_foot(6, 6, hits=2, markers=3) == FootHit("broken", 5)
    assert at_foot(1, options={"broken_rule": "pinned_only"}, markers=5) == FootHit("broken", 5)
    assert at_foot(6, options={"broken_rule": "destroyed_at_mv"}, markers=3) == FootHit("destroyed", None)


@pytest.mark.rule("RHINE-INF-12")
def test_converting_destroys_where_the_house_says_so() -> None:
    assert at_foot(4, options={"convert_effect": "base_destroyed"}) == FootHit("destroyed", None)
    assert at_foot(3, options={"convert_effect": "base_destroyed"}) == FootHit("standing", 1)


# --- Rallies and anti-aircraft fire ------------------------------------------------------------------------------


@pytest.mark.rule(
    "RHINE-BMC-02", "RHINE-BMC-03", "RHINE-BMC-04", "RHINE-BMC-05", "RHINE-BMC-06", "RHINE-BMC-07", "RHINE-MOR-05"
)
@pytest.mark.parametrize("broken_rule", BROKEN_RULES)
@pytest.mark.parametrize("bonus", [False, True])
@pytest.mark.parametrize("near", [False, True])
def test_a_rally_is_its_six_faces(near: bool, bonus: bool, broken_rule: str) -> None:
    rules = {"command_rally_bonus": bonus, "broken_rule": broken_rule}
    removed = {1: 0, 2: 0, 3: 0, 4: 1, 5: 1, 6: 2, 7: 2}
    for morale, markers in [(mv, count) for mv in range(1, 7) for count in range(mv + 1)]:
        shares: Shares = {}
        for face, p in faces(6):
            if face == 1 and markers == morale and broken_rule != "pinned_only":
                add(shares, ("destroyed", None), p)
                continue
            left = markers if face == 1 else max(0, markers - removed[face + (near and bonus)])
            add(shares, ("broken" if left == morale else "standing", left), p)
        found = odds("morale_check", options=rules, markers=markers, morale=morale, near_command=near)
        assert plain(found) == shares


@pytest.mark.rule("RHINE-BMC-04")
def test_command_does_not_help_on_a_natural_one() -> None:
    assert rolled(procedures.morale_check(HOUSE, 5, 5, True), 1)[0] == MoraleCheck("destroyed", None)
    assert rolled(procedures.morale_check(HOUSE, 3, 5, True), 1)[0] == MoraleCheck("standing", 3)


@settings(deadline=None, max_examples=80)
@given(need=st.integers(1, 12), sam=st.booleans(), markers=st.integers(0, 6), natural_10_hits=st.booleans())
@pytest.mark.rule("RHINE-HEL-04", "RHINE-HEL-05")
def test_anti_aircraft_fire_is_that_of_dice_rolled_one_by_one(
    need: int, sam: bool, markers: int, natural_10_hits: bool
) -> None:
    shares: Shares = {}
    for face, p in faces(10):
        if not (face - markers >= need or (natural_10_hits and face == 10)):
            add(shares, ("missed",), p)
            continue
        for hit, share in faces(6):
            score = hit + (2 if sam else 0)
            result = "aborted" if score <= 2 else "attacks_then_lost" if score <= 4 else "shot_down"
            add(shares, (result,), p * share)
    rules = {"natural_10_hits": natural_10_hits}
    assert plain(odds("anti_aircraft", options=rules, need=need, sam=sam, markers=markers)) == shares
