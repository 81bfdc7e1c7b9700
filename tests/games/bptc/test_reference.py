"""The reference sheet of Black Powder Tactical Commander: printed from the tables the rules play by."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import pytest

from tests.games.sheets import said
from umpire.battle.sheet import Lines, Table, signed
from umpire.dice import Modifier
from umpire.games.bptc import GAME, sheet


def test_every_house_rule_is_on_it_with_its_default() -> None:
    (options,) = GAME.sheet().sections[-1].blocks
    assert isinstance(options, Lines)
    lines = {line.key: line.text for line in options.lines}
    assert list(lines) == [option.name for option in GAME.catalogue.options]
    assert lines["charge_reach"] == "20"
    assert lines["pool_fire"] == "true"


MODIFIERS: list[Mapping[str, Modifier]] = [sheet.COMMAND, sheet.FIRING, sheet.FIRING_UNIT, sheet.CHARGE]


@pytest.mark.parametrize("line", [line for table in MODIFIERS for line in table.values()], ids=lambda line: line.rule)
def test_every_modifier_is_printed_with_its_amount(line: Modifier) -> None:
    assert f"{signed(line.amount)} {line.text}" in said(GAME.sheet(), line.rule)


@pytest.mark.parametrize("rate", [*sheet.MOVEMENT.values(), *sheet.ROAD_BONUS.values()], ids=lambda rate: rate.text)
def test_every_rate_is_printed(rate: sheet.Rate) -> None:
    assert re.search(rf"\b{rate.cm}\b", said(GAME.sheet(), rate.rule))
    assert rate.text in said(GAME.sheet(), rate.rule)


@pytest.mark.parametrize("built", sheet.CONSTRUCTIONS.values(), ids=lambda built: built.name)
def test_every_construction_is_printed_with_hits_and_save(built: sheet.Built) -> None:
    words = said(GAME.sheet(), built.rule)
    assert built.name in words
    assert f" {built.hits} {'none' if built.save is None else f'{built.save}+'}" in words


@pytest.mark.parametrize("score", [4, 5, 6])
def test_scores_to_hit_are_printed(score: int) -> None:
    (cover,) = [name for name, each in sheet.SCORE_TO_HIT.items() if each == score]
    assert said(GAME.sheet(), sheet.RULE_TO_HIT[cover]).endswith("6" if score == 6 else f"{score}+")


@pytest.mark.parametrize("row", sheet.BLUNDERS.items(), ids=lambda row: str(row[0]))
def test_every_blunder_is_printed(row: tuple[int, Any]) -> None:
    face, blunder = row
    assert said(GAME.sheet(), blunder.rule).startswith(f"{face} ")


PRINTED = {
    "Line": "\u2013 yes yes no yes yes",
    "Extended Line": "yes \u2013 no no no yes",
    "March Column": "yes no \u2013 yes yes yes",
    "Attack Column": "yes no yes \u2013 yes yes",
    "Square": "yes no yes yes \u2013 yes",
    "Disordered": "yes no yes yes yes \u2013",
}


def test_the_table_of_changes_is_printed_cell_by_cell() -> None:
    section = next(section for section in GAME.sheet().sections if section.title == "Changing formation")
    table, cited = section.blocks[:2]
    assert isinstance(table, Table)
    assert isinstance(cited, Lines)
    assert {row.cells[0]: " ".join(row.cells[1:]) for row in table.rows} == PRINTED
    assert [rule for line in cited.lines for rule in line.rules] == [f"BPTC-FMX-{n:02}" for n in range(1, 37)]


def test_who_must_form_square_is_told_as_it_is_played() -> None:
    """Crops and hedges cover, and yet infantry there forms square; a mounted commander threatens nobody."""
    words = said(GAME.sheet(), "BPTC-FRM-12")
    assert "outside buildings, works and High Area" in words
    assert "enemy cavalry, mounted and not suppressed" in words
    assert "line or disorder first" in words
