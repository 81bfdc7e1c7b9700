"""The reference sheet of Future War Commander: printed from the tables the rules play by."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import pytest

from tests.games.sheets import said
from umpire.battle.sheet import Table, signed
from umpire.dice import Modifier
from umpire.games.fwc import sheet as tables
from umpire.games.fwc.game import FutureWarCommander

GAME = FutureWarCommander()


def test_the_sections_follow_the_turn() -> None:
    assert [section.title for section in GAME.sheet().sections] == [
        "Phases", "Initiative", "Command", "Artillery", "Air support", "Firing", "Opportunity fire", "Close assault",
        "Scoring hits", "Testing for casualties", "Suppression", "Fall-back", "Retreat", "Special equipment",
        "End phase", "Breakpoint", "End of the battle", "Tech levels", "House rules",
    ]  # fmt: skip


def test_the_casualty_test_has_eight_steps() -> None:
    (section,) = [each for each in GAME.sheet().sections if each.title == "Testing for casualties"]
    (steps,) = section.blocks
    assert not isinstance(steps, Table)
    assert steps.style == "steps"
    assert [step.rules[0][-2:] for step in steps.lines] == ["01", "02", "03", "04", "06", "08", "09", "11"]
    titles = [GAME.catalogue.by_id[step.rules[0]].title for step in steps.lines]
    assert [title[:7] for title in titles] == [f"Step {number}:" for number in range(1, 9)]


def test_every_house_rule_is_on_it_with_its_default() -> None:
    lines = {
        line.key: line
        for block in GAME.sheet().sections[-1].blocks
        if not isinstance(block, Table)
        for line in block.lines
    }
    assert list(lines) == [option.name for option in GAME.catalogue.options]
    assert lines["formation_chain_cm"].text == "10"
    assert lines["break_fraction"].text == "1/2"
    assert lines["aa_shootdown"].text == "false"


# --- Printed from the tables ---------------------------------------------------------------------------------


def modifier_tables() -> list[tuple[Mapping[str, Modifier], str]]:
    found = (
        tables.COMMAND,
        tables.ARTILLERY_REQUEST,
        tables.AIR_REQUEST,
        tables.DEVIATION,
        tables.AIR_DEVIATION,
        tables.FIRING,
        tables.ASSAULT,
    )
    return [(table, key) for table in found for key in table]


@pytest.mark.parametrize(("table", "key"), modifier_tables(), ids=lambda value: value if isinstance(value, str) else "")
def test_a_modifier_follows_its_table(monkeypatch: pytest.MonkeyPatch, table: dict[str, Modifier], key: str) -> None:
    line = table[key]
    assert f"{signed(line.amount)} {line.text}" in said(GAME.sheet(), line.rule)
    monkeypatch.setitem(table, key, line._replace(amount=-77))
    assert f"−77 {line.text}" in said(GAME.sheet(), line.rule)


FIGURES: list[tuple[str, Any, str, str]] = [
    ("TECH_LEVELS.primitive", tables.TechLevel("Rude", 71, 72), "FWC-TEC-01", "Rude 71 cm 1 die per 72 cm"),
    ("TECH_LEVELS.primitive", tables.TechLevel("Rude", 71, 72), "FWC-CMD-14", "71, 20 or 25 cm"),
    ("TECH_LEVELS.advanced", tables.TechLevel("Late", 71, 72), "FWC-ART-10", "20, 30 or 72 cm"),
    ("FIRE_ZONE_RADIUS.barrage", 21, "FWC-ART-15", "Barrage 42 cm"),
    ("FIRE_ZONE_RADIUS.concentration", 21, "FWC-ART-16", "Concentration 42 cm"),
    ("FIRE_ZONE_RADIUS.air", 21, "FWC-AIR-10", "42 cm across"),
    ("SCORE_TO_HIT.open", 2, "FWC-HIT-01", "Open 2+"),
    ("SCORE_TO_HIT.soft", 2, "FWC-HIT-02", "Soft 2+"),
    ("SCORE_TO_HIT.partial", 2, "FWC-ABL-03", "partial cover (2+)"),
    ("SCORE_TO_HIT.full", 2, "FWC-ABL-04", "full cover (2+)"),
    ("SPACECRAFT_SAVE", 2, "FWC-ABL-04", "save on 2+"),
    ("ANTI_AIRCRAFT_SCORE.partial", 2, "FWC-AAF-04", "Partial 2+"),
    ("COMMAND_ANTI_AIRCRAFT_RANGE", 77, "FWC-AAF-03", "at 77 cm"),
    ("FALL_BACK_LIMIT_CM", 77, "FWC-FAL-03", "more than 77 cm"),
    ("FALL_BACK_LIMIT_CM", 77, "FWC-FAL-14", "at 77 cm or less"),
    ("INDIRECT_OBSERVER_CM", 77, "FWC-FIR-11", "within 77 cm"),
    ("DISCHARGER_RADIUS", 77, "FWC-OBS-01", "154 cm from dischargers"),
    ("PASSENGER_SAVE", 2, "FWC-TRP-01", "lives on 2+"),
    ("MOUNT_CM", 77, "FWC-MOV-07", "within 77 cm"),
    ("WIRE_CM", 77, "FWC-ENG-01", "lay 77 cm"),
    ("HIDDEN_REVEAL_CM", 77, "FWC-HID-02", "within 77 cm"),
    ("SHELTER_CM", 77, "FWC-HIT-05", "within 77 cm"),
    ("COMMAND_BLUNDER.3", tables.COMMAND_BLUNDER[3]._replace(amount=-77), "FWC-BLD-04", "CV −77"),
    ("COMMAND_BLUNDER.7", tables.COMMAND_BLUNDER[7]._replace(dice=2), "FWC-BLD-08", "two dice in cm"),
    ("COMMAND_BLUNDER.9", tables.COMMAND_BLUNDER[9]._replace(dice=3), "FWC-BLD-10", "score of three dice"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "value", "rule", "text"), FIGURES, ids=[f"{row[0]}-{row[2]}" for row in FIGURES])
def test_a_figure_follows_its_table(
    monkeypatch: pytest.MonkeyPatch, name: str, value: Any, rule: str, text: str
) -> None:
    assert text not in said(GAME.sheet(), rule)
    table, _, key = name.partition(".")
    if key:
        monkeypatch.setitem(getattr(tables, table), int(key) if key.isdigit() else key, value)
    else:
        monkeypatch.setattr(tables, table, value)
    assert text in said(GAME.sheet(), rule)


def test_sentences_of_the_catalogue_bring_no_figures_that_a_table_could_contradict() -> None:
    texts = {rule.text for rule in GAME.catalogue.rules}
    sentences = [
        line
        for section in GAME.sheet().sections
        for block in section.blocks
        if not isinstance(block, Table)
        for line in block.lines
        if line.text in texts
    ]
    assert len(sentences) > 50
    figure = re.compile(r"\d cm\b|[-+−]\d|\d\+|\b\d+ or more")
    with_figures = [line.rules for line in sentences if figure.search(line.text)]
    assert with_figures == [("FWC-GEN-03",)]  # how exactly one measures, which no table says


# --- The blunder tables --------------------------------------------------------------------------------------


DICE = {1: "one die", 2: "two dice", 3: "three dice"}


def test_the_command_blunder_table_says_what_the_catalogue_says() -> None:
    assert list(tables.COMMAND_BLUNDER) == list(range(2, 13))
    for score, row in tables.COMMAND_BLUNDER.items():
        rule = GAME.catalogue.by_id[row.rule]
        assert rule.title.startswith(f"{score}: ")
        assert row.dice == next((dice for dice, word in DICE.items() if f"throw {word}" in rule.text), 0)
        less = re.search(r"(\d) less CV", rule.text)
        assert row.amount == (-int(less[1]) if less else 0)


def test_the_support_blunder_tables_say_what_the_catalogue_says() -> None:
    for table in (tables.ARTILLERY_BLUNDER, tables.AIR_BLUNDER):
        assert [face for faces in table for face in faces] == [1, 2, 3, 4, 5, 6]
        for (low, high), row in table.items():
            rule = GAME.catalogue.by_id[row.rule]
            assert rule.title.startswith(f"{low} or {high}: ")
            assert row.dice == (1 if "throw again" in rule.text else 0)


def test_half_a_die_is_the_half_the_rules_use() -> None:
    assert said(GAME.sheet(), "FWC-BLD-02").endswith("Half a die: 1 or 2 is 1, 3 or 4 is 2, 5 or 6 is 3.")
