"""The reference sheet of Seven Days to the River Rhine: printed from the tables the rules play by."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import pytest

from tests.games.sheets import said
from umpire.battle.sheet import Lines, signed
from umpire.dice import Modifier
from umpire.games.rhine import sheet as tables
from umpire.games.rhine.game import SevenDays

GAME = SevenDays()


def test_the_sections_follow_the_turn() -> None:
    assert [section.title for section in GAME.sheet().sections] == [
        "The turn", "Activating a unit", "Reacting", "Moving", "Terrain test", "Firing", "Firing modifiers",
        "Sight and facing", "Damage to a vehicle: each hit", "Penetration", "Damage to infantry and support",
        "Morale", "Battlegroup Morale Check", "Transports", "Attack helicopters", "Mortars and smoke", "Winning",
        "House rules",
    ]  # fmt: skip


def test_every_house_rule_is_on_it_with_its_default_and_every_profile_with_what_it_changes() -> None:
    options, profiles = GAME.sheet().sections[-1].blocks
    assert isinstance(options, Lines)
    assert isinstance(profiles, Lines)
    lines = {line.key: line.text for line in options.lines}
    assert list(lines) == [option.name for option in GAME.catalogue.options]
    assert lines["break_fraction"] == "1/2"
    assert lines["atgm_backblast"] == "false"
    assert lines["reaction_limit"] == "one_attempt_per_activation"
    assert [line.mark for line in profiles.lines] == ["Profile sheet:", "Profile published:"]
    assert profiles.lines[0].text == "as above"
    changed = GAME.catalogue.options.profile("published").values
    assert profiles.lines[1].text.split(", ") == [GAME.catalogue.options[name].title for name in changed]


# --- Printed from the tables ---------------------------------------------------------------------------------


def modifier_tables() -> list[tuple[Mapping[str, Modifier], str]]:
    found = (
        tables.CHECK, tables.REACTING, tables.FIRING, tables.PENETRATING, tables.RALLYING, tables.ANTI_AIRCRAFT_FIRE,
        tables.ANTI_AIRCRAFT_HIT, tables.MORTAR,
    )  # fmt: skip
    return [(table, key) for table in found for key in table]


@pytest.mark.parametrize(("table", "key"), modifier_tables(), ids=lambda value: value if isinstance(value, str) else "")
def test_a_modifier_follows_its_table(monkeypatch: pytest.MonkeyPatch, table: dict[str, Modifier], key: str) -> None:
    line = table[key]
    assert f"{signed(line.amount)} {line.text}" in said(GAME.sheet(), line.rule)
    monkeypatch.setitem(table, key, line._replace(amount=-77))
    assert f"−77 {line.text}" in said(GAME.sheet(), line.rule)


VEHICLE = {False: tables.Score(2, "RHINE-REACT-02"), True: tables.Score(6, "RHINE-REACT-04")}
WHEELED = {"rough": tables.Test(2, "RHINE-TERR-01"), "very_rough": tables.Test(5, "RHINE-TERR-02")}
LIGHT = tables.CONVERSION["light"]
OPEN = {**LIGHT.need, "open": tables.Score(2, "RHINE-INF-06")}

FIGURES: list[tuple[str, Any, str, str]] = [
    ("COMMAND_TOKENS", 7, "RHINE-POOL-04", "7 more for a command unit"),
    ("NO_TOKEN", ("APC",), "RHINE-POOL-03", "none for transports, and"),
    ("REACTION.vehicle", VEHICLE, "RHINE-REACT-02", "APC 2+ 6"),
    ("REACTION.foot", VEHICLE, "RHINE-REACT-06", "support team 2+ 6"),
    ("MOVEMENT.foot", tables.MOVEMENT["foot"]._replace(rapid=77), "RHINE-MOVE-03", "teams 6 77 12"),
    ("MOVEMENT.mbt", tables.MOVEMENT["mbt"]._replace(text="tanks", road=77), "RHINE-MOVE-10", "Tanks 10 15 77"),
    ("ENEMY_CLEARANCE", 77, "RHINE-MOVE-14", "nearer than 77 in"),
    ("TERRAIN.wheeled", WHEELED, "RHINE-TERR-02", "Wheeled 2+ 5+"),
    ("RANGE_BAND", 77, "RHINE-FIRE-03", "Exactly 77 in is long."),
    ("ATGM_LEAST", 77, "RHINE-FIRE-20", "more than 77 in"),
    ("AT_VEHICLE.gun", tables.AT_VEHICLE["gun"]._replace(short=7), "RHINE-FIRE-04", "gun or ATGM 7D10 1D10"),
    ("AT_VEHICLE.infantry", tables.AT_VEHICLE["infantry"]._replace(long=7), "RHINE-FIRE-08", "stationary 1D10 7D10"),
    ("AT_FOOT.support", tables.AT_FOOT["support"]._replace(long=0), "RHINE-FIRE-19", "stationary 1D10 none"),
    ("WOOD_DEPTH", 77, "RHINE-LOS-03", "deeper than 77 in"),
    ("INFANTRY_WEAPON", 77, "RHINE-DMG-10", "weapon 77 at vehicles"),
    ("MACHINE_GUN_WEAPON", 77, "RHINE-DMG-11", "machine guns 77"),
    ("PENETRATION.kaboom", tables.Penetration(3, "Bang!", "RHINE-PEN-03"), "RHINE-PEN-01", "1–2 Foom!"),
    ("PENETRATION.kaboom", tables.Penetration(3, "Bang!", "RHINE-PEN-03"), "RHINE-PEN-04", "3–6 Bang!"),
    ("KABOOM_RADIUS", 77, "RHINE-PEN-05", "within 77 in"),
    ("DISMOUNT", 77, "RHINE-PEN-11", "within 77 in"),
    ("CONVERSION.light", LIGHT._replace(dice=7), "RHINE-INF-04", "under 7 7D6 4+ 5+ 6"),
    ("CONVERSION.light", LIGHT._replace(need=OPEN), "RHINE-INF-06", "1D6 2+ 5+ 6"),
    ("HEAVY_FROM", 77, "RHINE-INF-14", "77 and above"),
    ("LINEAR_COVER", 77, "RHINE-INF-15", "within 77 in"),
    ("RALLY", (tables.Rally(2, 1, "RHINE-BMC-05"), *tables.RALLY[1:]), "RHINE-BMC-05", "2–3 one marker comes off"),
    ("RALLY", (*tables.RALLY[:2], tables.Rally(5, 2, "RHINE-BMC-07")), "RHINE-BMC-07", "5+ two markers come off"),
    ("RALLY_FAILS_ON", tables.Score(2, "RHINE-BMC-04"), "RHINE-BMC-04", "2 on the die"),
    ("MOUNT", 77, "RHINE-TRN-02", "within 77 in"),
    ("DISMOUNT", 77, "RHINE-TRN-04", "within 77 in"),
    ("ANTI_AIRCRAFT.manpad", 9, "RHINE-HEL-04", "Shoulder SAM 9+"),
    ("ANTI_AIRCRAFT_HITS", (tables.AirHit(1, "shot_down"),), "RHINE-HEL-05", "1+ it is shot down"),
    ("USUAL_WEAPONS.rockets", tables.Usual(7, 4), "RHINE-HEL-06", "hit on 7+"),
    ("USUAL_WEAPONS.rockets", tables.Usual(5, 77), "RHINE-HEL-06", "weapon 77"),
    ("MORTAR_LEAST", 77, "RHINE-MTR-01", "77 in away"),
    ("USUAL_WEAPONS.mortar", tables.Usual(7, 0), "RHINE-MTR-01", "hits on 7+"),
    ("USUAL_WEAPONS.mortar", tables.Usual(8, 77), "RHINE-MTR-03", "weapon 77"),
    ("SMOKE_RADIUS", 77, "RHINE-SMK-01", "77 in radius"),
    ("SMOKE_LEAST", 77, "RHINE-SMK-01", "77 in away"),
    ("OBJECTIVE_RADIUS", 77, "RHINE-WIN-04", "within 77 in"),
]


@pytest.mark.parametrize(("name", "value", "rule", "text"), FIGURES, ids=[f"{row[0]}-{row[2]}" for row in FIGURES])
def test_a_figure_follows_its_table(
    monkeypatch: pytest.MonkeyPatch, name: str, value: Any, rule: str, text: str
) -> None:
    assert text not in said(GAME.sheet(), rule)
    table, _, key = name.partition(".")
    if key:
        monkeypatch.setitem(getattr(tables, table), key, value)
    else:
        monkeypatch.setattr(tables, table, value)
    assert text in said(GAME.sheet(), rule)


def test_the_tables_say_what_the_printed_sheet_says() -> None:
    sheet = GAME.sheet()
    for rule, row in {
        "REACT-02": "MBT, light vehicle, APC 3+ 4+",
        "REACT-05": "Infantry, support team 4+ 5+",
        "MOVE-02": "Infantry and support teams 6 9 12",
        "MOVE-06": "Light vehicles, APCs and fast MBTs 12 18 24",
        "MOVE-10": "MBTs 10 15 20",
        "TERR-01": "Wheeled 6 impassable",
        "TERR-04": "All-terrain (ATV) 3+ 4+",
        "TERR-05": "Tracked 2+ 3+",
        "TERR-07": "Infantry, support team no test 4+",
        "FIRE-04": "Vehicle, gun or ATGM 1D10 1D10",
        "FIRE-08": "Infantry, stationary 1D10 none",
        "FIRE-12": "Vehicle, gun or ATGM 2D10 1D10",
        "FIRE-15": "Vehicle, autocannon 2D10 2D10",
        "FIRE-18": "Infantry, moving 1D10 1D10",
        "INF-11": "Weapons of 7 and above 2D6 4+ 4+ 5+",
    }.items():
        assert said(sheet, f"RHINE-{rule}").partition(" | ")[0] == row
    assert said(sheet, "RHINE-PEN-07") == "+1 Soviet MBT or light vehicle"
    assert said(sheet, "RHINE-PEN-01").startswith("1–4 Foom!")
    assert said(sheet, "RHINE-PEN-03").startswith("5–6 Kaboom!")


def test_sentences_of_the_catalogue_bring_no_figures_that_a_table_could_contradict() -> None:
    texts = {rule.text for rule in GAME.catalogue.rules}
    sentences = [
        line
        for section in GAME.sheet().sections
        for block in section.blocks
        if isinstance(block, Lines)
        for line in block.lines
        if line.text in texts
    ]
    assert len(sentences) >= 8
    figure = re.compile(r"\d inch|[-+−]\d|\d\+|\b\d+ or (more|\d)")
    assert [line.rules for line in sentences if figure.search(line.text)] == []
