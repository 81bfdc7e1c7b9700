"""The catalogue of Black Powder Tactical Commander: every rule of the specification, every option."""

from __future__ import annotations

from collections import Counter

import pytest

from umpire.battle.switches import BadOption, Value
from umpire.games.bptc import GAME
from umpire.games.bptc.house import House

# The groups of the specification in the order of play, with the number of rules in each.
_TABLE = (
    "GEN 9, SET 2, INI 9, CMD 18, BON 2, BLN 12, ACT 9, FRM 17, FMX 37, MOV 15, TER 18, DEN 15, VIS 6, FIR 13, OPP 2, "
    "HIT 5, CAS 8, SAV 6, SUP 3, FBK 15, CHG 30, RET 7, CON 8, ENG 2, TRN 2, END 4, BRK 7"
)
GROUPS = {code: int(count) for code, count in (pair.split() for pair in _TABLE.split(", "))}
WANTED = [
    f"BPTC-{code}-{n:02}"
    for code, count in GROUPS.items()
    for n in range(0 if code == "BLN" else 1, count if code == "BLN" else count + 1)
]

# What the sheet states; the rest are rulings.
_SHEET = (
    "GEN 01, INI 01 05, CMD 02-07, BON 01, BLN 00-06, ACT 01 03-05 07 08, FRM 01-10, FMX 01-36, MOV 01-09 11-13, "
    "TER 01-13, DEN 01-14, FIR 01-06, HIT 01-03, CAS 01-08, SUP 01 02, FBK 01-13, CHG 01-18, RET 01-05, CON 01-04, "
    "END 01-03, BRK 01-04"
)

DEFAULTS: dict[str, Value] = {
    "distance_step": "full",
    "hq_restricts": True,
    "formation_chain_cm": 0,
    "initiative_distance": 20,
    "initiative_penalty": 0,
    "opportunity_fire": True,
    "counter_charge": False,
    "stand_loss": False,
    "save_die_scope": "per_stand",
    "extended_line_on": "firer",
    "disorder_on_fallback": True,
    "disordered_fire": "all",
    "front_arc": 180,
    "fire_cone": 90,
    "square_move": "full",
    "square_reaction": "own_turn",
    "charge_measuring": "hidden",
    "charge_reach": 20,
    "charge_compare": "unsaved",
    "charge_markers": False,
    "zero_is_double": True,
    "charge_bonus_rounds": "all",
    "support_to": "enemy",
    "consolidate": "half",
    "retreat_suppresses": False,
    "rate_by_formation": False,
    "engineer_points": "standard",
    "guerrilla_hidden": True,
    "construction_damage_persists": False,
    "brick_log_cover": "soft",
    "collapse": "suppress",
    "breakpoint_effect": "test",
    "replace_command": True,
    "pool_fire": True,
    "terrain_wait": "turn",
}


def test_every_rule_of_the_specification_is_there_once_and_in_order() -> None:
    assert [rule.id for rule in GAME.catalogue.rules] == WANTED
    assert len(WANTED) == 281


def test_a_rule_is_of_the_sheet_where_the_sheet_states_it() -> None:
    wanted = dict.fromkeys(WANTED, "ruling")
    for group in _SHEET.split(", "):
        code, *numbers = group.split()
        for each in numbers:
            first, _, last = each.partition("-")
            for number in range(int(first), int(last or first) + 1):
                wanted[f"BPTC-{code}-{number:02}"] = "sheet"
    assert {rule.id: rule.source for rule in GAME.catalogue.rules} == wanted
    assert Counter(wanted.values()) == {"sheet": 174, "ruling": 107}


@pytest.mark.parametrize(
    ("rule", "figures"),
    [
        ("INI-02", ["20 cm"]), ("CMD-03", ["20 cm", "1 off"]), ("FRM-09", ["30 cm"]), ("MOV-01", ["10 cm"]),
        ("MOV-02", ["30 cm"]), ("MOV-03", ["8 to 12 cm"]), ("MOV-04", ["30 cm"]), ("MOV-05", ["5 cm"]),
        ("MOV-06", ["10 cm"]), ("MOV-07", ["15 cm"]), ("MOV-08", ["30 cm"]), ("MOV-11", ["5 cm"]),
        ("MOV-12", ["5 cm"]), ("MOV-13", ["10 cm"]), ("HIT-01", ["4 or more"]), ("HIT-02", ["5 or more"]),
        ("HIT-03", ["on 6"]), ("FBK-04", ["10 cm"]), ("CHG-01", ["20 cm"]), ("CHG-04", ["5 dice"]),
        ("CHG-05", ["4 dice"]), ("CHG-06", ["2 dice"]), ("CHG-09", ["10 cm"]), ("CON-01", ["3 hits"]),
        ("CON-02", ["6 hits", "5 or more"]), ("CON-03", ["9 hits", "4 or more"]), ("CON-04", ["12 hits", "3 or more"]),
    ],
)  # fmt: skip
def test_a_sentence_has_the_figures_of_its_rule(rule: str, figures: list[str]) -> None:
    text = GAME.catalogue.by_id[f"BPTC-{rule}"].text
    for figure in figures:
        assert figure in text


# --- House rules ----------------------------------------------------------------------------------------------


def test_every_option_has_its_default() -> None:
    assert GAME.catalogue.options.defaults() == DEFAULTS
    assert House(**DEFAULTS) == GAME.house({})  # type: ignore[arg-type]


def test_the_record_of_house_rules_has_the_options_in_their_order() -> None:
    assert list(House._fields) == list(DEFAULTS)


@pytest.mark.parametrize(
    ("name", "typed", "value"),
    [
        ("charge_reach", "min_move", "min_move"), ("charge_reach", "20", 20), ("consolidate", "10cm", "10cm"),
        ("square_move", "none", "none"), ("collapse", "ko", "ko"), ("front_arc", "360", 360),
        ("charge_markers", "on", True), ("formation_chain_cm", "10", 10),
    ],
)  # fmt: skip
def test_options_take_what_the_specification_names(name: str, typed: str, value: Value) -> None:
    assert getattr(GAME.house({name: typed}), name) == value


@pytest.mark.parametrize(
    ("name", "value"),
    [("charge_reach", 30), ("save_die_scope", "each"), ("initiative_distance", -1), ("stand_loss", "perhaps")],
)
def test_options_refuse_what_they_may_not_be(name: str, value: object) -> None:
    with pytest.raises(BadOption, match=name):
        GAME.house({name: value})
