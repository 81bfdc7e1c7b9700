"""The catalogue of Seven Days to the River Rhine: every rule of the specification, every option, both profiles."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from importlib.resources import files

import pytest

from umpire.battle.catalogue import Catalogue, load_catalogue
from umpire.battle.switches import BadOption, Value
from umpire.games.rhine.house import House, house_rules

# The groups of the specification in the order of play, with the number of rules in each.
_TABLE = (
    "POOL 9, INIT 3, TURN 10, ACT 14, REACT 21, MOVE 15, TERR 14, FIRE 32, MOD 15, LOS 4, FACE 2, DMG 11, PEN 11, "
    "INF 17, MOR 8, BMC 8, TRN 5, HEL 7, MTR 3, SMK 2, WIN 5, ERR 3"
)
GROUPS = {code: int(count) for code, count in (pair.split() for pair in _TABLE.split(", "))}

# What the sheet states; it states part of the starred ones, a ruling the rest.
_SHEET = (
    "POOL 01 02 03 04, INIT 01*, TURN 01 02 03 04 05 09, ACT 01 02 03 04 05 07 09 11, "
    "REACT 01 02 03 04 05 07 08 10 11, MOVE 01 02 03 04 05 06 07 08 09 10, TERR 01 02 03 04 05 06 07 08, "
    "FIRE 01 02 04 05 06 07 08 09 10 11 12 13 14 15 16 17 18 19 20 21 22 24 29, "
    "MOD 01 02 03 04 05 07 08 09* 10* 11 13, DMG 01 02 03 04 05, PEN 01 02 03 04 05 07 08*, "
    "INF 01 02 03 04 05 06 07 08 09 10 11 13, MOR 01* 02, BMC 01*"
)

DEFAULTS: dict[str, Value] = {
    "opening_must_spend": False,
    "allow_discard": True,
    "free_first_needs_no_markers": False,
    "reaction_limit": "one_attempt_per_activation",
    "reaction_full_activation": False,
    "seize_cancels_activation": False,
    "recce_rules": False,
    "concealed_shooter": False,
    "atgm_reaction_plus1": False,
    "atgm_double_action": False,
    "atgm_backblast": False,
    "atgm_min_uniform": False,
    "terrain_fail": "stop_at_edge",
    "range_12_is": "long",
    "natural_10_hits": False,
    "autocannon_best_of_two": False,
    "front_arc_degrees": 90,
    "heat_vs_special": False,
    "kaboom_shock": "all",
    "convert_effect": "extra_marker",
    "broken_rule": "broken_then_destroyed",
    "broken_falls_back": False,
    "bmc_scope": "unit",
    "command_rally_bonus": True,
    "helicopters": True,
    "mortars": True,
    "smoke": True,
    "close_assault": False,
    "tactical_cards": False,
    "break_fraction": Fraction(1, 2),
    "list_checks": "warn",
}
CHOICES = {
    "reaction_limit": (
        "one_attempt_per_activation", "one_success_per_activation", "one_attempt_per_action", "unlimited",
    ),
    "terrain_fail": ("stop_at_edge", "bogged"),
    "range_12_is": ("long", "short"),
    "kaboom_shock": ("all", "apc_only"),
    "convert_effect": ("extra_marker", "base_destroyed"),
    "broken_rule": ("broken_then_destroyed", "destroyed_at_mv", "pinned_only"),
    "bmc_scope": ("unit", "all_units"),
    "list_checks": ("warn", "refuse", "off"),
}  # fmt: skip
PUBLISHED = (
    "recce_rules", "concealed_shooter", "atgm_reaction_plus1", "atgm_double_action", "atgm_backblast",
    "autocannon_best_of_two", "heat_vs_special",
)  # fmt: skip


@cache
def rhine() -> Catalogue:
    return load_catalogue(files("umpire.games.rhine") / "rules.toml")


# --- The rules -----------------------------------------------------------------------------------------------


def test_every_rule_of_the_specification_is_there_once_and_in_order() -> None:
    wanted = [f"RHINE-{code}-{n:02}" for code, count in GROUPS.items() for n in range(1, count + 1)]
    assert [rule.id for rule in rhine().rules] == wanted
    assert len(wanted) == 219


def test_a_rule_is_of_the_sheet_where_the_sheet_states_it() -> None:
    wanted = {f"RHINE-{code}-{n:02}": "ruling" for code, count in GROUPS.items() for n in range(1, count + 1)}
    for group in _SHEET.split(", "):
        code, *numbers = group.split()
        for number in numbers:
            wanted[f"RHINE-{code}-{number.rstrip('*')}"] = "sheet+ruling" if number.endswith("*") else "sheet"
    assert {rule.id: rule.source for rule in rhine().rules} == wanted
    assert Counter(wanted.values()) == {"sheet": 101, "ruling": 112, "sheet+ruling": 6}


@pytest.mark.parametrize(
    ("rule", "figures"),
    [
        ("POOL-04", ["two", "three"]),
        ("REACT-02", ["3 or more"]),
        ("REACT-03", ["4 or more"]),
        ("REACT-04", ["4 or more"]),
        ("REACT-05", ["5 or more"]),
        ("REACT-06", ["5 or more"]),
        ("MOVE-02", ["6 inches"]),
        ("MOVE-03", ["9 inches"]),
        ("MOVE-04", ["12 inches"]),
        ("MOVE-05", ["12 inches"]),
        ("MOVE-06", ["18 inches"]),
        ("MOVE-07", ["24 inches"]),
        ("MOVE-08", ["10 inches"]),
        ("MOVE-09", ["15 inches"]),
        ("MOVE-10", ["20 inches"]),
        ("TERR-01", ["a 6"]),
        ("TERR-03", ["3 or more"]),
        ("TERR-04", ["4 or more"]),
        ("TERR-05", ["2 or more"]),
        ("TERR-06", ["3 or more"]),
        ("TERR-08", ["4 or more"]),
        ("FIRE-07", ["two d10s"]),
        ("FIRE-12", ["two d10s"]),
        ("FIRE-13", ["one d10"]),
        ("FIRE-16", ["two d10s"]),
        ("FIRE-17", ["one d10"]),
        ("MOD-10", ["12 inches", "-1"]),
        ("LOS-01", ["nine points"]),
        ("LOS-03", ["3 inches"]),
        ("FACE-01", ["45 degrees"]),
        ("DMG-01", ["plus 10"]),
        ("DMG-10", ["8", "12 inches"]),
        ("PEN-01", ["1 to 4"]),
        ("PEN-03", ["5 or 6"]),
        ("PEN-05", ["4 inches"]),
        ("PEN-07", ["1 more", "from 4 on"]),
        ("PEN-11", ["2 inches", "1 inch"]),
        ("INF-05", ["two d6s"]),
        ("INF-06", ["4 or more"]),
        ("INF-07", ["5 or more"]),
        ("INF-08", ["only on 6"]),
        ("INF-09", ["4 or more"]),
        ("INF-10", ["4 or more"]),
        ("INF-11", ["5 or more"]),
        ("BMC-03", ["Add 1", "12 inches"]),
        ("BMC-06", ["4 or 5", "one marker"]),
        ("BMC-07", ["6 or more", "two markers"]),
        ("TRN-02", ["1 inch"]),
        ("HEL-04", ["5 or more", "6 or more", "8 or more"]),
        ("HEL-05", ["2", "1 or 2", "3 or 4", "5 or more"]),
        ("MTR-02", ["8 or more", "3 inches"]),
        ("SMK-01", ["2 inches", "12 inches"]),
        ("WIN-01", ["an eighth", "at least 1"]),
        ("WIN-04", ["4 inches"]),
    ],
)
def test_figures_of_a_rule_stand_in_its_sentence(rule: str, figures: list[str]) -> None:
    for figure in figures:
        assert figure in rhine().by_id[f"RHINE-{rule}"].text


# --- Options and profiles ------------------------------------------------------------------------------------


def test_the_options_are_those_of_the_specification_with_its_defaults() -> None:
    defaults = rhine().options.defaults()
    assert list(defaults.items()) == list(DEFAULTS.items())
    # True == 1, so the kinds are compared too.
    assert [type(value) for value in defaults.values()] == [type(value) for value in DEFAULTS.values()]
    assert {option.name: option.choices for option in rhine().options if option.choices} == CHOICES


def test_every_option_names_its_choices() -> None:
    for option in rhine().options:
        for choice in option.choices:
            assert str(choice) in option.text, option.name


def test_the_record_of_house_rules_has_one_field_for_each_option() -> None:
    assert list(House._fields) == [option.name for option in rhine().options]
    assert house_rules(rhine().options.defaults())._asdict() == DEFAULTS
    third = house_rules(rhine().options.resolve({"break_fraction": "1/3", "front_arc_degrees": "180"}))
    assert (third.break_fraction, third.front_arc_degrees) == (Fraction(1, 3), 180)


def test_the_sheet_is_played_unless_somebody_says_otherwise() -> None:
    options = rhine().options
    assert [profile.name for profile in options.profiles] == ["sheet", "published"]
    assert options.resolve({"profile": "sheet"}) == options.resolve({}) == DEFAULTS


def test_the_published_profile_turns_on_what_the_sheet_does_not_have() -> None:
    values = rhine().options.resolve({"profile": "published"})
    assert {name: value for name, value in values.items() if value != DEFAULTS[name]} == dict.fromkeys(PUBLISHED, True)
    kept = rhine().options.resolve({"profile": "published", "heat_vs_special": False})
    assert kept == {**values, "heat_vs_special": False}


def test_tactical_cards_cannot_be_had() -> None:
    assert house_rules(rhine().options.resolve({"tactical_cards": False})).tactical_cards is False
    with pytest.raises(BadOption, match=r"^Option tactical_cards may only be false: .*\.$"):
        house_rules(rhine().options.resolve({"tactical_cards": True}))
