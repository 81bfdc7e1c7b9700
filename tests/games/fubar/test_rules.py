"""The catalogue of FUBAR Imperial Commander: every rule of the specification and every option."""

from __future__ import annotations

from collections import Counter

import pytest

from umpire.battle.switches import BadOption, Value
from umpire.games.fubar import GAME
from umpire.games.fubar.house import House, house_rules

# The groups of the specification in the order of play, with the number of rules in each.
_TABLE = (
    "GEN 11, EXP 7, UNIT 6, INIT 6, ACT 9, ORD 11, JMP 5, REA 9, FIRE 15, COV 11, SUP 9, MEL 15, MWP 7, WPN 32, MRK 7, "
    "ARM 8, PWR 4, MED 9, MOR 8, IND 18, VEH 12, DMG 13, TRN 5, GRV 8, WLK 2, VTL 5, BIK 5, AUT 8, SKL 5, LDR 6, "
    "SNP 6, SAP 5, GRN 4, MDC 7, FAN 3, GUN 3, SCT 4, SWD 2, PTS 6, VIC 3"
)
GROUPS = {code: int(count) for code, count in (pair.split() for pair in _TABLE.split(", "))}

# What the sheet states; it states part of the starred ones, a ruling the rest.
_SHEET = (
    "GEN 01* 02 03, EXP 01 02 03 04 05, UNIT 01 02* 03* 04*, INIT 01 02* 03 04, ACT 01 02 03* 04* 05 06 07*, "
    "ORD 01* 02 03* 04 05 07 08*, JMP 01 02 03* 04*, REA 01* 02* 03*, FIRE 01 02* 03 04 05 06* 07* 12*, "
    "COV 01 02 03 04 05 06, SUP 01* 03 04 05 06*, MEL 01* 02 03 04* 06 07 08* 09 10, MWP 01* 02 03 04* 05* 06*, "
    "WPN 01* 02 03 04 05 06 07 08 09* 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30* 32, "
    "MRK 01* 02* 03*, ARM 01 02 03 04 05 06 07, PWR 01* 02* 03 04, MED 01 02* 03 04* 05* 06* 07, MOR 02*, "
    "IND 01 02* 03 04 05 06* 07 08* 09 10 11 12 13 14*, VEH 01 02 03 04 05 06*, DMG 01 02 03 04 05 06 07* 08 09 10, "
    "GRV 01 02 03 04 05 06 07*, WLK 01 02, VTL 01* 02 03 04*, BIK 01 02 03* 04, AUT 01 02 03 04*, "
    "SKL 01 02 03 04*, LDR 01 02 03 04* 05* 06*, SNP 01 02* 03* 04* 05*, SAP 01 02* 03* 04* 05*, GRN 01 02* 03* 04, "
    "MDC 01 02* 03* 04* 05* 06, FAN 01 02* 03*, GUN 01 02* 03, SCT 01 02* 03* 04*, SWD 01 02*, PTS 01"
)

DEFAULTS: dict[str, Value] = {
    "six_rule": "auto",
    "one_six_in_melee": False,
    "suppression_penalty": "per_multiple",
    "suppress_on_miss": False,
    "double_suppression": "two_markers",
    "hero_suppressible": False,
    "coherency": "figure",
    "morale": "test",
    "rally_without_leader": False,
    "army_break_pct": 50,
    "graded_cover": False,
    "cover_save": "none",
    "star_mark": "immune",
    "flame_ignores_hull": False,
    "power_armour_mobile_support": True,
    "melee_mode": "pairs",
    "force_sword_save_mod": 0,
    "nearest_target_rule": True,
    "pick_off": 4,
    "wounded_count_for_morale": True,
    "medic_heals_to": "active",
    "sapper_rules": True,
    "fire_missions": 3,
    "drift_distance": "roll",
    "aoe_is_radius": False,
    "start_on_guard": "none",
    "hero_skills": 3,
    "points": "on",
    "allow_pass": False,
}
CHOICES: dict[str, set[int | str]] = {
    "six_rule": {"auto", "then", "off"},
    "suppression_penalty": {"per_multiple", "once", "per_figure_capped"},
    "double_suppression": {"two_markers", "needs_two"},
    "coherency": {"figure", "unit_per_figure"},
    "morale": {"test", "activation_only", "off"},
    "cover_save": {"none", 5},
    "star_mark": {"immune", "normal_save", "beats_4plus"},
    "melee_mode": {"pairs", "unit_best", "all_dice"},
    "force_sword_save_mod": {0, -1},
    "pick_off": {2, 3, 4, 5, 6, "off"},
    "medic_heals_to": {"active", "wounded"},
    "fire_missions": {0, 1, 2, 3, 4, 5, 6, 8, 10, "unlimited"},
    "drift_distance": {"roll", "shortfall"},
    "start_on_guard": {"none", "defender", "all"},
    "points": {"on", "off"},
}


# --- The rules -----------------------------------------------------------------------------------------------


def test_every_rule_of_the_specification_is_there_once_and_in_order() -> None:
    wanted = [f"FUBAR-{code}-{n:02}" for code, count in GROUPS.items() for n in range(1, count + 1)]
    assert [rule.id for rule in GAME.catalogue.rules] == wanted
    assert len(wanted) == 319


def test_a_rule_is_of_the_sheet_where_the_sheet_states_it() -> None:
    wanted = {f"FUBAR-{code}-{n:02}": "ruling" for code, count in GROUPS.items() for n in range(1, count + 1)}
    for group in _SHEET.split(", "):
        code, *numbers = group.split()
        for number in numbers:
            wanted[f"FUBAR-{code}-{number.rstrip('*')}"] = "sheet+ruling" if number.endswith("*") else "sheet"
    assert {rule.id: rule.source for rule in GAME.catalogue.rules} == wanted
    assert len(Counter(wanted.values())) == 3


@pytest.mark.parametrize(
    ("rule", "figures"),
    [
        ("EXP-01", ["5 or more", "6", "2", "-1", "25 percent"]),
        ("EXP-02", ["4 or more", "5", "3", "+0", "50 percent", "2 markers"]),
        ("EXP-03", ["3 or more", "4", "+1", "75 percent", "3 markers"]),
        ("EXP-04", ["2 or more", "3", "5", "+2", "75 percent", "4 markers"]),
        ("EXP-05", ["2 or more", "5", "+3", "adds 1"]),
        ("UNIT-03", ["3 inches"]),
        ("ORD-01", ["6 inches"]),
        ("ORD-02", ["12 inches"]),
        ("ORD-03", ["8 inches"]),
        ("ORD-05", ["3 inches", "by 1"]),
        ("ORD-08", ["8 inches"]),
        ("JMP-01", ["9 inches"]),
        ("JMP-02", ["18 inches"]),
        ("JMP-03", ["9 inches"]),
        ("COV-02", ["2 inches"]),
        ("COV-03", ["2 inches"]),
        ("COV-04", ["2 inches", "6 inches"]),
        ("MEL-02", ["3 inches"]),
        ("MWP-01", ["-1"]),
        ("MWP-02", ["adds 2"]),
        ("MWP-03", ["adds 1"]),
        ("MWP-06", ["adds 1"]),
        ("WPN-06", ["16 inches", "6 fire points"]),
        ("WPN-15", ["32 inches", "8 fire points"]),
        ("ARM-07", ["2 or more"]),
        ("PWR-02", ["8 inches"]),
        ("MED-01", ["4"]),
        ("MED-07", ["5 wounded"]),
        ("IND-09", ["48 inches", "3", "1 fire point"]),
        ("IND-13", ["5 inches", "3 fire points"]),
        ("VEH-02", ["18 inches", "10", "4"]),
        ("VEH-03", ["12 inches", "6"]),
        ("DMG-08", ["above 9"]),
        ("GRV-01", ["18 inches"]),
        ("WLK-01", ["9 inches"]),
        ("VTL-02", ["18 inches"]),
        ("VTL-03", ["12 inches"]),
        ("LDR-01", ["8 points"]),
        ("PTS-05", ["5 light", "8 medium", "12 heavy"]),
        ("VIC-01", ["within 3 inches", "within 1 inch"]),
    ],
)
def test_figures_of_a_rule_stand_in_its_sentence(rule: str, figures: list[str]) -> None:
    for figure in figures:
        assert figure in GAME.catalogue.by_id[f"FUBAR-{rule}"].text


# --- Options -------------------------------------------------------------------------------------------------


def test_the_options_are_those_of_the_specification_with_its_defaults() -> None:
    defaults = GAME.catalogue.options.defaults()
    assert list(defaults.items()) == list(DEFAULTS.items())
    # True == 1, so the kinds are compared too.
    assert [type(value) for value in defaults.values()] == [type(value) for value in DEFAULTS.values()]
    assert {option.name: set(option.choices) for option in GAME.catalogue.options if option.choices} == CHOICES


def test_every_option_names_its_choices() -> None:
    for option in GAME.catalogue.options:
        for choice in option.choices:
            assert str(choice) in option.text, option.name


def test_the_record_of_house_rules_has_one_field_for_each_option() -> None:
    assert list(House._fields) == [option.name for option in GAME.catalogue.options]
    usual = house_rules(GAME.catalogue.options.defaults())
    assert usual._asdict() == {**DEFAULTS, "cover_save": 0, "points": True}


def test_words_among_the_options_are_numbers_in_the_record() -> None:
    given = {"cover_save": "5", "pick_off": "off", "fire_missions": "unlimited", "points": "off"}
    record = house_rules(GAME.catalogue.options.resolve(given))
    assert (record.cover_save, record.pick_off, record.fire_missions, record.points) == (5, 0, -1, False)


@pytest.mark.parametrize(("name", "value"), [("army_break_pct", 101), ("hero_skills", -1), ("six_rule", "seven")])
def test_values_an_option_may_not_have(name: str, value: object) -> None:
    with pytest.raises(BadOption, match=f"^Option {name} may be "):
        GAME.catalogue.options.resolve({name: value})
