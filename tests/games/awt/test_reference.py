"""The reference sheet of A War Transformed: printed from the tables the rules play by."""

from __future__ import annotations

import pytest

from tests.games.sheets import said
from umpire.battle.sheet import Lines, signed
from umpire.dice import Modifier
from umpire.games.awt import GAME
from umpire.games.awt import sheet as tables
from umpire.games.awt.skills import library

SHEET = GAME.sheet()


def test_the_sections_follow_the_round() -> None:
    assert [section.title for section in SHEET.sections] == [
        "The round", "Command Tokens", "Skills", "Library of skills", "Close combat: attack dice",
        "Close-combat weapons", "Combat conclusion", "Compulsory moves", "Terrain", "Moving and charging",
        "Ranged weapons", "Shooting", "High explosive", "Saves and cover", "After shooting", "Nerve", "Winning",
        "House rules",
    ]  # fmt: skip


def test_every_house_rule_is_on_it_with_its_default() -> None:
    (options,) = SHEET.sections[-1].blocks
    assert isinstance(options, Lines)
    lines = {line.key: line.text for line in options.lines}
    assert list(lines) == [option.name for option in GAME.catalogue.options]
    assert (lines["shaken_fraction"], lines["clear_stress"], lines["charge_bonus"]) == ("1/4", "true", "d6")


def test_every_modifier_is_printed_with_its_amount() -> None:
    found: list[dict[str, Modifier]] = [tables.TOKENS, tables.LOSING, tables.WINNING, tables.ZEAL]
    for table in found:
        for line in table.values():
            assert f"{signed(line.amount)} {line.text}" in said(SHEET, line.rule)


def test_every_skill_of_the_library_is_on_it_with_its_price() -> None:
    words = said(SHEET, "AWT-SK-11")
    skills = (*library.RUSES, *library.ORDERS, *library.RITUALS, *library.MANIFESTATIONS, *library.ABILITIES)
    assert len(skills) == 26
    for skill in skills:
        assert f"{skill.price} {skill.name}: " in words


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        ("CC-04", "half of Zeal or Zeal - 3, the less"),
        ("CC-11", "Large 6"),
        ("CC-18", "Medium 1-3"),
        ("CC-26", "A friend within 3 in supports one combat"),
        ("SK-11", "more than 3 in from enemies"),
        ("CW-03", "a natural 1 is a critical"),
        ("LM-03", "8-11 Exhausted: two markers"),
        ("LM-04", "12+ Shattered: three markers"),
        ("TE-06", "inf, tracks"),
        ("TE-09", "5 Bogged, 6 Immobilised"),
        ("TE-17", "none"),
        ("WP-01", "Rifle Standard (1) 25/30 SA Q"),
        ("WP-05", "MG (4) 25"),
        ("WP-08", "Hand Grenade HE small 8 SA Arc Dev Q"),
        ("WP-10", "Trench Mortar HE medium 6-30"),
        ("TH-03", "1-4 1 (natural)"),
        ("TH-06", "near miss 3-4"),
        ("HE-02", "2-5 Hit"),
        ("HE-04", "10 Dud"),
        ("TP-03", "Large 6 in D6 in"),
        ("CV-06", "Trenches yes yes yes"),
        ("CV-03", "Obstacle yes - -"),
        ("RS-11", "1/4 of its strength"),
        ("BS-03", "at 3 markers"),
    ],
)
def test_figures_stand_beside_their_rules(rule: str, words: str) -> None:
    assert words in said(SHEET, f"AWT-{rule}")
