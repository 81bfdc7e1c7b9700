"""What dice must show and how many are thrown: checks, reactions, terrain, the firing tables, the modifiers."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.dice import F, rolled, terms
from tests.games.rhine.dice import house, odds
from umpire.dice import Tally
from umpire.games.rhine import procedures, scores, sheet
from umpire.games.rhine.procedures import Check, Initiative, Reaction
from umpire.games.rhine.sheet import Firer, Going, Kind, Mobility

HOUSE = house()

# --- Tokens and initiative --------------------------------------------------------------------------------------

NATO = ["MBT"] * 3 + ["LIGHT"] * 3 + ["INF"] * 3 + ["SUPPORT"] * 2 + ["APC"] * 3 + ["HELO"]
SOVIET = ["MBT"] * 5 + ["LIGHT"] * 5 + ["INF"] * 3 + ["SUPPORT"] * 2 + ["APC"] * 5 + ["HELO"]


@pytest.mark.rule("RHINE-POOL-01", "RHINE-POOL-02", "RHINE-POOL-03", "RHINE-POOL-04", "RHINE-POOL-05")
@pytest.mark.parametrize(("units", "tokens"), [(NATO, 13), (SOVIET, 17), (["MBT"], 3), (["APC", "HELO"], 2)])
def test_a_pool_is_one_for_each_fighting_unit_and_two_for_command(units: list[str], tokens: int) -> None:
    assert odds("token_pool", units=units).p(tokens=tokens) == 1
    assert odds("token_pool", units=units, command_alive=False).p(tokens=tokens - 2) == 1


@pytest.mark.rule("RHINE-INIT-01", "RHINE-INIT-02")
def test_equal_dice_are_rolled_again_until_they_differ() -> None:
    assert rolled(procedures.initiative(HOUSE), 4, 4, 10, 10, 3, 7)[0] == Initiative("b")
    assert rolled(procedures.initiative(HOUSE), 7, 3)[0] == Initiative("a")
    assert rolled(procedures.initiative(HOUSE, True), 7, 7)[0] == Initiative("tie")


# --- Command checks ---------------------------------------------------------------------------------------------


@pytest.mark.rule("RHINE-ACT-01", "RHINE-ACT-07")
def test_the_first_token_rolls_no_die_whatever_the_markers() -> None:
    assert rolled(procedures.command_check(HOUSE, 0, 5))[0] == Check(True)


@pytest.mark.rule("RHINE-ACT-01")
def test_with_the_option_markers_make_the_first_token_a_check() -> None:
    strict = house(free_first_needs_no_markers=True)
    assert rolled(procedures.command_check(strict, 0, 0))[0] == Check(True)
    assert rolled(procedures.command_check(strict, 0, 2), 2)[0] == Check(False)
    assert rolled(procedures.command_check(strict, 0, 2), 3)[0] == Check(True)


@pytest.mark.rule("RHINE-ACT-02", "RHINE-ACT-04", "RHINE-ACT-05")
def test_a_check_must_exceed_tokens_and_markers_but_a_six_passes() -> None:
    assert rolled(procedures.command_check(HOUSE, 2, 1), 3)[0] == Check(False)
    assert rolled(procedures.command_check(HOUSE, 2, 1), 4)[0] == Check(True)
    assert rolled(procedures.command_check(HOUSE, 4, 4), 5)[0] == Check(False)
    assert rolled(procedures.command_check(HOUSE, 4, 4), 6)[0] == Check(True)


@pytest.mark.rule("RHINE-ACT-02", "RHINE-ACT-04")
def test_the_score_of_a_check_says_why() -> None:
    need = scores.check_need(HOUSE, 4, 3)
    assert need is not None
    assert terms(need) == [("ACT-05", 1), ("ACT-02", 4), ("ACT-02", 3), ("ACT-04", -2)]
    assert need.value == 6
    assert scores.check_need(HOUSE, 0, 3) is None


# --- Reactions --------------------------------------------------------------------------------------------------


@pytest.mark.rule("RHINE-REACT-10", "RHINE-REACT-11")
def test_a_natural_six_succeeds_and_seizes_whatever_the_score() -> None:
    assert rolled(procedures.reaction(HOUSE, "foot", True, 3, 3), 6)[0] == Reaction("seized")
    assert rolled(procedures.reaction(HOUSE, "foot", True, 3, 3), 5)[0] == Reaction("failed")
    assert rolled(procedures.reaction(HOUSE, "vehicle"), 6)[0] == Reaction("seized")


@pytest.mark.rule("RHINE-REACT-02", "RHINE-REACT-07", "RHINE-REACT-08")
def test_tokens_and_markers_raise_the_score_by_one_each() -> None:
    need = scores.reaction_need(HOUSE, "vehicle", tokens=1, markers=1)
    assert terms(need) == [("REACT-02", 3), ("REACT-07", 1), ("REACT-08", 1)]
    assert rolled(procedures.reaction(HOUSE, "vehicle", False, 1, 1), 4)[0] == Reaction("failed")
    outcome, throws = rolled(procedures.reaction(HOUSE, "vehicle", False, 1, 1), 5)
    assert outcome == Reaction("reacted")
    assert throws[0].goal == "5 or more, 6 seizes the initiative"
    assert throws[0].reasons == need.reasons


@pytest.mark.rule("RHINE-REACT-03", "RHINE-REACT-04", "RHINE-REACT-05", "RHINE-REACT-06")
@pytest.mark.parametrize(
    ("target", "hidden", "need"), [("vehicle", False, 3), ("foot", False, 4), ("vehicle", True, 4), ("foot", True, 5)]
)
def test_recce_reacts_on_three_to_anybody_and_only_markers_count(target: Kind, hidden: bool, need: int) -> None:
    published = house(profile="published")
    for rules, recce in ((HOUSE, True), (published, False)):
        assert scores.reaction_need(rules, target, hidden, 1, 0, recce).value == need + 1
    assert scores.reaction_need(published, target, hidden, 2, 1, True).value == 4
    assert scores.reaction_need(published, target, hidden, 2, 0, True).value == 3


@pytest.mark.rule("RHINE-REACT-01")
@pytest.mark.parametrize(("name", "option"), [("atgm", "atgm_reaction_plus1"), ("concealed", "concealed_shooter")])
def test_missiles_make_reactions_harder_where_the_house_says_so(name: str, option: str) -> None:
    missile: dict[str, Any] = {"target": "vehicle", name: True}
    assert odds("reaction", **missile).p(result="failed") == F(1, 3)
    harder = odds("reaction", options={option: True}, **missile)
    assert harder.p(result="failed") == F(1, 2)
    assert harder.p(result="seized") == F(1, 6)
    assert odds("reaction", options={option: True}, target="vehicle").p(result="failed") == F(1, 3)


# --- Terrain ----------------------------------------------------------------------------------------------------


@pytest.mark.rule(
    "RHINE-TERR-01", "RHINE-TERR-02", "RHINE-TERR-03", "RHINE-TERR-04", "RHINE-TERR-05", "RHINE-TERR-06",
    "RHINE-TERR-07", "RHINE-TERR-08",
)  # fmt: skip
@pytest.mark.parametrize(
    ("mobility", "ground", "passes"),
    [
        ("wheeled", "rough", F(1, 6)),
        ("wheeled", "very_rough", F(0)),
        ("atv", "rough", F(2, 3)),
        ("atv", "very_rough", F(1, 2)),
        ("tracked", "rough", F(5, 6)),
        ("tracked", "very_rough", F(2, 3)),
        ("foot", "rough", F(1)),
        ("foot", "very_rough", F(1, 2)),
    ],
)
def test_terrain_tests(mobility: Mobility, ground: Going, passes: F) -> None:
    assert odds("terrain_test", mobility=mobility, ground=ground).p(passed=True) == passes


@pytest.mark.rule("RHINE-TERR-02", "RHINE-TERR-07")
def test_no_die_is_rolled_where_nothing_is_in_doubt() -> None:
    assert rolled(procedures.terrain_test(HOUSE, "wheeled", "very_rough"))[0] == Check(False)
    assert rolled(procedures.terrain_test(HOUSE, "foot", "rough"))[0] == Check(True)


# --- Movement ---------------------------------------------------------------------------------------------------


@pytest.mark.rule(
    "RHINE-MOVE-02", "RHINE-MOVE-03", "RHINE-MOVE-04", "RHINE-MOVE-05", "RHINE-MOVE-06", "RHINE-MOVE-07",
    "RHINE-MOVE-08", "RHINE-MOVE-09", "RHINE-MOVE-10",
)  # fmt: skip
@pytest.mark.parametrize(
    ("cls", "fast", "rates"),
    [
        ("INF", False, (6, 9, 12)),
        ("SUPPORT", False, (6, 9, 12)),
        ("LIGHT", False, (12, 18, 24)),
        ("APC", False, (12, 18, 24)),
        ("MBT", True, (12, 18, 24)),
        ("MBT", False, (10, 15, 20)),
    ],
)
def test_movement_rates(cls: str, fast: bool, rates: tuple[int, int, int]) -> None:
    row = sheet.movement_rate(cls, fast)
    assert (row.normal, row.rapid, row.road) == rates


# --- The firing tables ------------------------------------------------------------------------------------------

TABLE: list[tuple[Firer, Kind, bool, int, int]] = [
    ("gun", "vehicle", False, 1, 1),
    ("autocannon", "vehicle", False, 2, 2),
    ("infantry", "vehicle", False, 1, 0),
    ("infantry", "vehicle", True, 1, 0),
    ("support", "vehicle", False, 1, 1),
    ("gun", "foot", False, 2, 1),
    ("autocannon", "foot", False, 2, 2),
    ("infantry", "foot", False, 2, 1),
    ("infantry", "foot", True, 1, 1),
    ("support", "foot", False, 1, 1),
]


@pytest.mark.rule(
    "RHINE-FIRE-01", "RHINE-FIRE-02", "RHINE-FIRE-03", "RHINE-FIRE-04", "RHINE-FIRE-05", "RHINE-FIRE-06",
    "RHINE-FIRE-07", "RHINE-FIRE-08", "RHINE-FIRE-09", "RHINE-FIRE-10", "RHINE-FIRE-11", "RHINE-FIRE-12",
    "RHINE-FIRE-13", "RHINE-FIRE-14", "RHINE-FIRE-15", "RHINE-FIRE-16", "RHINE-FIRE-17", "RHINE-FIRE-18",
    "RHINE-FIRE-19", "RHINE-FIRE-29", "RHINE-INF-13",
)  # fmt: skip
@pytest.mark.parametrize(("firer", "target", "moving", "short", "long"), TABLE)
def test_the_firing_tables(firer: Firer, target: Kind, moving: bool, short: int, long: int) -> None:
    def dice(distance: float, **options: Any) -> int:
        found = odds("fire_dice", options=options, firer=firer, target=target, distance=distance, moving=moving)
        (outcome,) = found
        count: int = outcome.dice
        return count

    assert dice(0) == dice(11.99) == short
    assert dice(12) == dice(12.0) == dice(70) == long
    assert dice(12, range_12_is="short") == short
    assert dice(12.01, range_12_is="short") == long
    assert dice(11.999) == short, "a thousandth short of 12 inches is short of them"
    assert dice(12.001, range_12_is="short") == long
    assert dice(11.9999999) == dice(12), "but what no ruler tells apart is the same"


@pytest.mark.rule("RHINE-FIRE-04", "RHINE-FIRE-12", "RHINE-FIRE-14")
def test_vehicles_roll_as_many_dice_on_the_move() -> None:
    for firer in ("gun", "autocannon"):
        for target in ("vehicle", "foot"):
            for distance in (5, 30):
                still = odds("fire_dice", firer=firer, target=target, distance=distance)
                assert still == odds("fire_dice", firer=firer, target=target, distance=distance, moving=True)


@pytest.mark.rule("RHINE-FIRE-05", "RHINE-FIRE-13", "RHINE-FIRE-20", "RHINE-FIRE-21")
@pytest.mark.parametrize("target", ["vehicle", "foot"])
@pytest.mark.parametrize(
    ("firer", "uniform", "at_12"),
    [("support_atgm", False, 0), ("support_atgm", True, 1), ("vehicle_atgm", False, 1), ("vehicle_atgm", True, 1)],
)
def test_missiles_need_their_distance(firer: str, uniform: bool, at_12: int, target: str) -> None:
    for distance, dice in ((0, 0), (11.99, 0), (11.999, 0), (12, at_12), (12.001, 1), (12.01, 1), (40, 1)):
        rules = {"atgm_min_uniform": uniform}
        found = odds("fire_dice", options=rules, firer=firer, target=target, distance=distance)
        assert found.p(dice=dice) == 1


@pytest.mark.rule("RHINE-FIRE-23")
@pytest.mark.parametrize("firer", ["support", "support_atgm"])
@pytest.mark.parametrize("target", ["vehicle", "foot"])
def test_support_teams_do_not_fire_on_the_move(firer: str, target: str) -> None:
    assert odds("fire_dice", firer=firer, target=target, distance=20, moving=True).p(dice=0) == 1
    assert odds("fire_dice", firer=firer, target=target, distance=20).p(dice=1) == 1


@pytest.mark.rule("RHINE-ACT-11")
def test_a_missile_may_be_the_whole_activation() -> None:
    shot: dict[str, Any] = {"firer": "vehicle_atgm", "target": "vehicle", "distance": 20}
    assert odds("fire_dice", **shot, moving=True).p(dice=1) == 1
    assert odds("fire_dice", options={"atgm_double_action": True}, **shot, moving=True).p(dice=0) == 1
    assert odds("fire_dice", options={"atgm_double_action": True}, **shot).p(dice=1) == 1


@pytest.mark.rule("RHINE-INF-14", "RHINE-HEL-06")
@pytest.mark.parametrize(
    ("cls", "kind", "row"),
    [
        ("MBT", "gun", "gun"),
        ("LIGHT", "autocannon", "autocannon"),
        ("APC", "atgm", "vehicle_atgm"),
        ("HELO", "rockets", "gun"),
        ("HELO", "autocannon", "autocannon"),
        ("HELO", "atgm", "vehicle_atgm"),
        ("INF", "small_arms", "infantry"),
        ("INF", "law", "infantry"),
        ("SUPPORT", "grenade_launcher", "support"),
        ("SUPPORT", "atgm", "support_atgm"),
    ],
)
def test_each_weapon_has_its_row(cls: str, kind: str, row: str) -> None:
    assert scores.firer(cls, kind) == row


@pytest.mark.rule("RHINE-INF-04", "RHINE-INF-05", "RHINE-INF-14", "RHINE-DMG-11")
@pytest.mark.parametrize(
    ("kind", "value", "caliber"),
    [
        ("gun", 0, "light"),
        ("gun", 6, "light"),
        ("gun", 7, "heavy"),
        ("autocannon", 4, "light"),
        ("autocannon", 7, "heavy"),
        ("small_arms", 0, "light"),
        ("law", 8, "light"),
        ("atgm", 9, "heavy"),
        ("grenade_launcher", 2, "heavy"),
        ("rockets", 4, "heavy"),
        ("mortar", 0, "heavy"),
    ],
)
def test_how_the_hits_of_a_weapon_convert(kind: str, value: int, caliber: str) -> None:
    assert scores.caliber(kind, value) == caliber


# --- Modifiers --------------------------------------------------------------------------------------------------


@pytest.mark.rule("RHINE-FIRE-24", "RHINE-MOD-01", "RHINE-MOD-05", "RHINE-MOD-10", "RHINE-MOD-13", "RHINE-MOD-14")
def test_all_modifiers_add_up_and_say_why() -> None:
    need = scores.hit_need(HOUSE, 5, True, True, True, False, True, 3)
    assert need.value == 12
    assert dict(terms(need)) == {"FIRE-24": 5, "MOD-01": 1, "MOD-05": 1, "MOD-07": 1, "MOD-10": 1, "MOD-13": 3}
    assert scores.hit_need(HOUSE, 5).value == 5
    named = scores.hit_need(HOUSE, Tally.of(4, "M901", "RHINE-FIRE-24"), markers=1)
    assert str(named) == "5 = 4 M901 +1 each marker on the firing unit"


@pytest.mark.rule("RHINE-MOD-07", "RHINE-MOD-08")
def test_thermal_sights_ignore_only_what_obscures() -> None:
    assert scores.hit_need(HOUSE, 5, obscured=True).value == 6
    assert scores.hit_need(HOUSE, 5, obscured=True, thermal=True).value == 5
    assert scores.hit_need(HOUSE, 5, True, True, True, True, True, 1).value == 9


@pytest.mark.rule("RHINE-MOD-15")
def test_a_helicopter_takes_only_what_obscures() -> None:
    need = scores.hit_need(HOUSE, 5, True, True, True, False, True, 2, helicopter=True)
    assert terms(need) == [("FIRE-24", 5), ("MOD-07", 1)]


@pytest.mark.rule("RHINE-MTR-02", "RHINE-MTR-03")
def test_a_mortar_ranges_in_and_minds_only_diggings() -> None:
    base = sheet.USUAL_WEAPONS["mortar"].to_hit
    assert odds("to_hit", base=base, mortar=True).p(hit=True) == F(3, 10)
    assert odds("to_hit", base=base, mortar=True, earlier=2).p(hit=True) == F(1, 2)
    assert odds("to_hit", base=base, mortar=True, obscured=True).p(hit=True) == F(3, 10)
    assert odds("to_hit", base=base, mortar=True, obscured=True, dug_in=True).p(hit=True) == F(1, 5)
    assert odds("to_hit", base=base, obscured=True, dug_in=True, earlier=2).p(hit=True) == F(1, 5)


@pytest.mark.rule("RHINE-FIRE-25", "RHINE-FIRE-32")
def test_nothing_hits_or_misses_of_itself_unless_a_ten_always_hits() -> None:
    assert odds("to_hit", base=8, markers=2).p(hit=True) == F(1, 10)
    assert odds("to_hit", base=8, markers=3).p(hit=True) == 0
    assert odds("to_hit", base=1).p(hit=True) == 1
    tens = {"natural_10_hits": True}
    assert odds("to_hit", options=tens, base=8, markers=6).p(hit=True) == F(1, 10)
    assert odds("to_hit", options=tens, base=8, markers=1).p(hit=True) == F(1, 5)
    capped = scores.hit_need(house(natural_10_hits=True), 8, markers=6)
    assert terms(capped)[-1] == ("FIRE-25", -4)


@pytest.mark.rule("RHINE-PEN-07", "RHINE-MTR-03")
def test_the_score_for_a_kaboom() -> None:
    assert terms(scores.kaboom_need()) == [("PEN-03", 5)]
    assert terms(scores.kaboom_need(vulnerable=True)) == [("PEN-03", 5), ("PEN-07", -1)]
    assert scores.kaboom_need(mortar=True).value == 9
    assert scores.kaboom_need(True, True).value == 8


@pytest.mark.rule("RHINE-DMG-04", "RHINE-DMG-05", "RHINE-DMG-06")
@pytest.mark.parametrize(
    ("weapon", "goal"),
    [
        (4, "10 equals the armour"),
        (5, "9 equals the armour, 10 or more is through"),
        (13, "1 equals the armour, 2 or more is through"),
        (14, "through on any roll"),
        (20, "through on any roll"),
    ],
)
def test_the_penetration_roll_says_what_it_is_for(weapon: int, goal: str) -> None:
    assert scores.penetration_goal(14 - weapon) == goal
    shot = procedures.fire_at_vehicle(HOUSE, 1, 5, weapon, 14, 5)
    throws = rolled(shot, 10, 1, *([6] if weapon >= 14 else []))[1]
    assert throws[1].goal == goal


@pytest.mark.rule("RHINE-HEL-04")
def test_anti_aircraft_weapons_hit_on_these_scores() -> None:
    assert sheet.ANTI_AIRCRAFT == {"sam": 5, "gun": 6, "manpad": 8}
    assert terms(scores.aircraft_need(HOUSE, sheet.ANTI_AIRCRAFT["gun"], 2)) == [("HEL-04", 6), ("HEL-04", 2)]
