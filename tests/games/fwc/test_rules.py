"""The catalogue of Future War Commander: every rule of the specification, every option."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from umpire.battle.switches import Value
from umpire.games.fwc import GAME

# The groups of the specification in the order of play, with the number of rules in each.
_TABLE = (
    "GEN 6, TEC 8, LOS 4, MOV 8, INI 11, CMD 27, BLD 17, ART 25, ABL 9, AIR 15, AAF 8, XBL 6, "
    "FIR 12, OPP 7, HIT 5, CAS 14, SUP 3, FAL 20, CA 20, RET 10, REC 2, DES 2, SHD 2, DOM 2, "
    "OBS 1, STB 1, CAM 1, FRZ 1, ENG 2, TRP 1, FLY 2, MAS 1, SNP 1, HID 3, EXP 1, INS 1, "
    "END 7, BRK 7, VIC 6"
)
GROUPS = {code: int(count) for code, count in (pair.split() for pair in _TABLE.split(", "))}

DEFAULTS: dict[str, Value] = {
    "co_fail_stops_support": True,
    "formation_chain_cm": 10,
    "cmd_distance_round": "floor",
    "radius_for_command": True,
    "opp_init_cumulative": False,
    "opp_fire_limit": 1,
    "opp_step_cm": 5,
    "road_bonus": True,
    "see_in_cm": 5,
    "replace_command": True,
    "stab_full_move": True,
    "recon_effect": "plus1",
    "designator_effect": True,
    "shield_mode": "ablative",
    "dome_radius": 10,
    "smoke_discharger": True,
    "camo_cover_step": False,
    "freeze": True,
    "aa_score_by_superiority": True,
    "aa_shootdown": False,
    "co_hq_aa": 1,
    "gunship_mode": "ordered",
    "deviation_round": "ceil",
    "bearings": 360,
    "support_double_one": "no_deviation",
    "barrage_round": "up",
    "assault_saves": True,
    "assault_cover": True,
    "assault_bonus_first_round": False,
    "assault_zero_ko": True,
    "split_fire": False,
    "retreat_cm": 10,
    "retreat_suppresses": True,
    "consolidate_cm": 10,
    "break_fraction": Fraction(1, 2),
    "break_test": True,
    "hidden_deployment": "scenario",
    "infantry_facing": False,
    "front_arc": 180,
}


def test_every_rule_of_the_specification_is_there_once_and_in_order() -> None:
    wanted = [f"FWC-{code}-{n:02}" for code, count in GROUPS.items() for n in range(1, count + 1)]
    assert [rule.id for rule in GAME.catalogue.rules] == wanted
    assert len(wanted) == 279
    assert {group.code: len(group.rules) for group in GAME.catalogue.groups} == GROUPS


def test_rules_know_their_group_and_source() -> None:
    for group in GAME.catalogue.groups:
        for rule in group.rules:
            assert (rule.group, rule.group_title) == (group.code, group.title)
    # The sheet states 130 rules; 149 rulings fill its gaps.
    assert Counter(rule.source for rule in GAME.catalogue.rules) == {"sheet": 130, "ruling": 149}


@pytest.mark.parametrize(
    ("rule", "figures"),
    [
        ("FWC-TEC-01", ["15 cm"]),
        ("FWC-TEC-06", ["40 cm"]),
        ("FWC-CMD-08", ["10 cm"]),
        ("FWC-CMD-12", ["1", "2"]),
        ("FWC-ART-04", ["3", "4 to 6 cost 1", "7 to 9 cost 2"]),
        ("FWC-ART-10", ["20 cm", "30 cm", "40 cm"]),
        ("FWC-AIR-05", ["2"]),
        ("FWC-AAF-03", ["1 die", "30 cm"]),
        ("FWC-HIT-02", ["5"]),
        ("FWC-FAL-03", ["10 cm", "exactly 10"]),
        ("FWC-TRP-01", ["4 or more"]),
        ("FWC-ENG-02", ["5 cm"]),
    ],
)
def test_figures_of_a_rule_stand_in_its_sentence(rule: str, figures: list[str]) -> None:
    for figure in figures:
        assert figure in GAME.catalogue.by_id[rule].text


def test_the_options_are_those_of_the_specification_with_its_defaults() -> None:
    assert GAME.catalogue.options.defaults() == DEFAULTS
    assert list(GAME.catalogue.options.defaults()) == list(DEFAULTS)
    # True == 1, so the kinds are compared too.
    assert [type(v) for v in GAME.catalogue.options.defaults().values()] == [type(v) for v in DEFAULTS.values()]


def test_options_and_rules_name_each_other() -> None:
    from_options = {(rule, option.name) for option in GAME.catalogue.options for rule in option.rules}
    from_rules = {(rule.id, name) for rule in GAME.catalogue.rules for name in rule.options}
    assert from_options == from_rules
    assert {rule for rule, _ in from_options} <= set(GAME.catalogue.by_id)
    assert len(GAME.catalogue.options) == 39
    assert all(option.rules for option in GAME.catalogue.options)


def test_every_option_names_its_choices() -> None:
    for option in GAME.catalogue.options:
        for choice in option.choices:
            if isinstance(choice, str):
                assert choice in option.text, option.name


def test_every_number_has_a_range_and_every_default_is_allowed() -> None:
    for option in GAME.catalogue.options:
        assert option.check(option.default) == option.default
        if not option.choices and not isinstance(option.default, (bool, str)):
            assert option.min is not None, option.name
            assert option.max is not None, option.name
            assert option.min < option.max, option.name
