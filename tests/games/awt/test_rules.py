"""The catalogue of A War Transformed: every rule of the specification, every option."""

from __future__ import annotations

from fractions import Fraction

import pytest

from umpire.battle.switches import Value
from umpire.games.awt import GAME
from umpire.games.awt.house import House, house_rules

# The groups of the specification in the order of play, with the number of rules in each.
_TABLE = (
    "RD 14, PR 4, CT 11, SK 11, CC 26, CW 8, CN 19, LM 6, CM 5, TE 22, MV 11, CH 6, WK 10, WP 10, SH 5, DS 7, TH 7, "
    "HE 10, TP 10, SV 5, CV 9, RS 12, BS 5, ST 8, VC 3, IN 9"
)
GROUPS = {code: int(count) for code, count in (pair.split() for pair in _TABLE.split(", "))}

# What the sheet states; it states part of the starred ones, a ruling the rest.
_SHEET = (
    "RD 01 02 03 04 05 06 07 08 09 10 11 12*, CT 01* 02 03 04 05 06* 07, SK 01 02 03 04 06* 07*, "
    "CC 01 02 03 04 05* 07 08* 09 10 11 12 13 14 16* 17 18 19 25, CW 01 02 03 04 06 07*, "
    "CN 01 02 03* 04 05 06* 07 08 10 11 13 14 15 16*, LM 01 02 03 04, CM 01*, "
    "TE 01 02 03* 04 05 06 07* 08* 09* 11 12* 13 14* 15 16 17, MV 01 02 04* 07 08 09*, WK 01 02 04 05 06 07 08 09, "
    "WP 01 02 03 04 05 06 07 08, DS 01 02 03 04 05*, TH 01 02 03 04* 05 06, HE 01 02 03 04, TP 01 02 03, "
    "CV 01 02* 03 04 05 06 07 08*, RS 01 02 03 04 05 06*, BS 01 02"
)

DEFAULTS: dict[str, Value] = {
    "advantage_mode": "modifier",
    "advantage_stack": "sum",
    "priority_mode": "bid",
    "start_manifest": 1,
    "manifest_mode": "sum",
    "stress_attacks": False,
    "support_range": 3,
    "loser_manifests": True,
    "lower_morale": "d10_stress",
    "terrain_tests": "full",
    "charge_bonus": "d6",
    "target_priority": "nearest",
    "dud_mode": "confirm",
    "template_touch": "centre",
    "scatter_dir": "deg360",
    "template_crit_immunity": False,
    "pin_near_cap": 3,
    "shaken_fraction": Fraction(1, 4),
    "stress_threshold": 3,
    "clear_stress": True,
    "shock_breaks": False,
    "composition": "on",
}
CHOICES: dict[str, tuple[int | str, ...]] = {
    "advantage_mode": ("modifier", "extra_die"),
    "advantage_stack": ("sum", "max"),
    "priority_mode": ("bid", "plain"),
    "manifest_mode": ("sum", "best_die"),
    "lower_morale": ("d10_stress", "d10_deficit", "d6_deficit", "d12"),
    "terrain_tests": ("full", "none"),
    "charge_bonus": ("d6", 3, 0),
    "target_priority": ("nearest", "free"),
    "dud_mode": ("confirm", "volley"),
    "template_touch": ("centre", "any"),
    "scatter_dir": ("deg360", "clock12"),
    "composition": ("on", "off"),
}


# --- The rules -----------------------------------------------------------------------------------------------


def test_every_rule_of_the_specification_is_there_once_and_in_order() -> None:
    wanted = [f"AWT-{code}-{n:02}" for code, count in GROUPS.items() for n in range(1, count + 1)]
    assert [rule.id for rule in GAME.catalogue.rules] == wanted
    assert len(wanted) == 253


def test_a_rule_is_of_the_sheet_where_the_sheet_states_it() -> None:
    wanted = {f"AWT-{code}-{n:02}": "ruling" for code, count in GROUPS.items() for n in range(1, count + 1)}
    for group in _SHEET.split(", "):
        code, *numbers = group.split()
        for number in numbers:
            wanted[f"AWT-{code}-{number.rstrip('*')}"] = "sheet+ruling" if number.endswith("*") else "sheet"
    assert {rule.id: rule.source for rule in GAME.catalogue.rules} == wanted


@pytest.mark.parametrize(
    ("rule", "figures"),
    [
        ("CT-04", ["6 inches"]),
        ("PR-02", ["up to 40"]),
        ("SK-10", ["12 inches"]),
        ("CC-02", ["1 die"]),
        ("CC-03", ["2 dice"]),
        ("CC-04", ["half its Zeal", "3 dice"]),
        ("CC-07", ["2 dice"]),
        ("CC-10", ["4 dice"]),
        ("CC-11", ["6 dice"]),
        ("CC-12", ["3 dice"]),
        ("CC-14", ["1 die"]),
        ("CC-17", ["1 and 2"]),
        ("CC-18", ["1 to 3"]),
        ("CC-19", ["1 to 4"]),
        ("CC-26", ["3 inches"]),
        ("CN-05", ["Take away 2"]),
        ("LM-02", ["4 to 7"]),
        ("LM-03", ["8 to 11"]),
        ("LM-04", ["12"]),
        ("TE-03", ["natural 6"]),
        ("TE-08", ["1 to 3", "4 or 5", "6"]),
        ("TE-09", ["up to 4", "on 5", "on 6"]),
        ("TE-12", ["5 or 6"]),
        ("TE-22", ["2 inches", "nine points"]),
        ("MV-01", ["1 inch"]),
        ("MV-02", ["6 inches"]),
        ("WP-01", ["1 shot", "25 inches", "30"]),
        ("WP-03", ["2 shots", "10 inches", "14"]),
        ("WP-04", ["4 shots", "15 inches"]),
        ("WP-07", ["6 shots", "25 inches", "Devastating"]),
        ("WP-08", ["8 inches", "small template"]),
        ("TH-06", ["1 and 2", "3 and 4"]),
        ("HE-02", ["2 to 5"]),
        ("HE-03", ["6 to 9"]),
        ("TP-01", ["3 inches", "d3"]),
        ("TP-02", ["4 inches", "d4"]),
        ("TP-03", ["6 inches", "d6"]),
        ("RS-09", ["up to 3"]),
        ("RS-11", ["a quarter"]),
        ("BS-04", ["6 inches"]),
        ("VC-03", ["3 inches"]),
    ],
)
def test_figures_of_a_rule_stand_in_its_sentence(rule: str, figures: list[str]) -> None:
    for figure in figures:
        assert figure in GAME.catalogue.by_id[f"AWT-{rule}"].text


# --- Options -------------------------------------------------------------------------------------------------


def test_the_options_are_those_of_the_specification_with_its_defaults() -> None:
    defaults = GAME.catalogue.options.defaults()
    assert list(defaults.items()) == list(DEFAULTS.items())
    # True == 1, so the kinds are compared too.
    assert [type(value) for value in defaults.values()] == [type(value) for value in DEFAULTS.values()]
    assert {option.name: option.choices for option in GAME.catalogue.options if option.choices} == CHOICES


def test_every_option_names_its_choices() -> None:
    for option in GAME.catalogue.options:
        for choice in option.choices:
            assert str(choice) in option.text or choice == 0, option.name


def test_the_record_of_house_rules_has_one_field_for_each_option() -> None:
    assert list(House._fields) == [option.name for option in GAME.catalogue.options]
    assert house_rules(GAME.catalogue.options.defaults())._asdict() == DEFAULTS
    third = house_rules(GAME.catalogue.options.resolve({"shaken_fraction": "1/3", "charge_bonus": "3"}))
    assert (third.shaken_fraction, third.charge_bonus) == (Fraction(1, 3), 3)
