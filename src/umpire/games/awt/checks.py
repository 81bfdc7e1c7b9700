"""What force lists and scenarios must hold to beyond the types of their fields, each fault told where it stands."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from math import isfinite
from typing import TYPE_CHECKING

from umpire.battle.datafile import DataFile
from umpire.battle.places import TableFile, both_sides, no_namesakes, zones_apart
from umpire.battle.shelf import different_units, units_of
from umpire.games.awt import sheet
from umpire.games.awt.skills.library import ABILITIES, MANIFESTATIONS

if TYPE_CHECKING:
    from umpire.games.awt.schema import CreatureFile, ForceFile, ScenarioFile, SideEntry, TerrainEntry, UnitEntry


def move_class(keywords: Sequence[str]) -> str:
    """AWT-TE-19: vehicles by how they are driven, Cavalry on horses, everybody else as Infantry."""
    return next((each for each in ("tracked", "wheeled", "cavalry") if each in keywords), "infantry")


# --- Stat lines ----------------------------------------------------------------------------------------------


def force_list(file: DataFile, parsed: ForceFile, taken: Collection[str]) -> None:
    """AWT-IN-01: ids that differ, also from those of creatures, and stat lines that can fight."""
    file.different("$.unit", [entry.id for entry in parsed.unit])
    different_units(file, parsed)
    for index, entry in enumerate(parsed.unit):
        stat_line(file, f"$.unit[{index}]", entry)
        if entry.id in taken:
            raise file.error(f"$.unit[{index}].id", f"{entry.id!r} is a creature")
        if "creature" in entry.keywords:
            raise file.error(f"$.unit[{index}].keywords", "creatures come by Manifestation only")


def creatures(file: DataFile, parsed: CreatureFile) -> None:
    """AWT-IN-01: one creature for each Manifestation of the library."""
    known = [skill.id for skill in MANIFESTATIONS]
    for name in known:
        if name not in parsed.creature:
            raise file.error("$.creature", f"the creature of {name} is missing")
    for name, entry in parsed.creature.items():
        where = f"$.creature.{name}"
        if name not in known:
            raise file.error(where, f"there is no Manifestation {name!r}")
        stat_line(file, where, entry)
        if "creature" not in entry.keywords:
            raise file.error(f"{where}.keywords", "a creature has the keyword creature")


def stat_line(file: DataFile, where: str, entry: UnitEntry) -> None:
    """AWT-IN-01: weapons and abilities there are, strength that can be counted, keywords that go together."""
    if entry.models > 1 and entry.wounds > 1:
        raise file.error(f"{where}.wounds", "each of several models has one wound")
    if entry.models == 1 and not any(keyword in entry.keywords for keyword, _, _ in sheet.SINGLE_DICE):
        words = "a single model is a leader, a team, a creature or a vehicle of some kind"
        raise file.error(f"{where}.keywords", words)
    for index, ability in enumerate(entry.abilities or ()):
        if ability not in [skill.id for skill in ABILITIES]:
            raise file.error(f"{where}.abilities[{index}]", f"there is no ability {ability!r}")
    if not entry.cc or len(set(entry.cc)) < len(entry.cc):
        raise file.error(f"{where}.cc", "close-combat weapons are named once each; none is one of them")
    if len(entry.cc) > 1 and ("none" in entry.cc or "standard" in entry.cc):
        raise file.error(f"{where}.cc", "none and standard stand alone")
    _keywords(file, where, entry)
    _movement(file, where, entry)
    _phase(file, where, entry)
    _arms(file, where, entry)


def _keywords(file: DataFile, where: str, entry: UnitEntry) -> None:
    """AWT-IN-01: what each keyword needs beside it."""
    words = entry.keywords
    if len(set(words)) < len(words):
        raise file.error(f"{where}.keywords", "a keyword stands twice")
    for who in ("captain", "lieutenant", "witch"):
        if who in words and "leader" not in words:
            raise file.error(f"{where}.keywords", f"a {who} is a leader")
    vehicle = "tracked" in words or "wheeled" in words
    if vehicle != any(each in words for each in ("car", "tank", "behemoth")):
        raise file.error(f"{where}.keywords", "a vehicle is tracked or wheeled, and a car, tank or behemoth")
    if ("creature" in words) != any(each in words for each in ("tiny", "man_sized", "large")):
        raise file.error(f"{where}.keywords", "a creature is tiny, man_sized or large")
    if vehicle and entry.models > 1:
        raise file.error(f"{where}.models", "a vehicle is one model")


def _movement(file: DataFile, where: str, entry: UnitEntry) -> None:
    """AWT-TE-19, MV-09: the class its keywords give it; wheels need a Pace of 2."""
    usual = move_class(entry.keywords)
    if entry.move_class not in (None, usual):
        raise file.error(f"{where}.move_class", f"with these keywords it moves as {usual}")
    if usual == "wheeled" and entry.pace < sheet.WHEELED_PACE:
        raise file.error(f"{where}.pace", f"a wheeled vehicle needs a Pace of {sheet.WHEELED_PACE} or more (AWT-MV-09)")


_PHASES = (
    ("unique", ("leader", "creature")),
    ("cannonade", ("tracked", "wheeled", "artillery", "support")),
    ("elite", ("assault", "cavalry")),
    ("line", ("regulars", "rabble")),
)


def _phase(file: DataFile, where: str, entry: UnitEntry) -> None:
    """AWT-IN-01: every unit acts in the phase of its troop type."""
    for phase, keywords in _PHASES:
        if any(each in entry.keywords for each in keywords):
            if entry.phase != phase:
                raise file.error(f"{where}.phase", f"with these keywords it acts in the {phase} phase")
            return
    raise file.error(f"{where}.keywords", "no keyword says in which phase it acts")


def _arms(file: DataFile, where: str, entry: UnitEntry) -> None:
    """AWT-IN-01: weapons there are, and models to carry them; grenades come beside another weapon."""
    carried = 0
    for index, arm in enumerate(entry.weapons):
        weapon = sheet.WEAPONS.get(arm.weapon)
        if weapon is None or arm.weapon in _IN_COVER:
            raise file.error(f"{where}.weapons[{index}].weapon", f"there is no weapon {arm.weapon!r}")
        if weapon.kind != "he" and entry.models > 1:
            carried += arm.carriers
        if arm.carriers > entry.models or carried > entry.models:
            raise file.error(f"{where}.weapons[{index}].carriers", f"there are only {entry.models} models to carry it")


_IN_COVER = tuple(weapon.in_cover for weapon in sheet.WEAPONS.values() if weapon.in_cover)
"""Profiles of bipods in cover: nobody carries these by themselves."""


def composition(parsed: ForceFile) -> list[str]:
    """Option composition of AWT-IN-01: how a force list is beyond its limits, in words that follow its name."""
    rows = [(entry, len(entry.units)) for entry in parsed.unit]

    def fielded(keyword: str) -> int:
        return sum(count for entry, count in rows if keyword in entry.keywords)

    phases = {phase: sum(count for entry, count in rows if entry.phase == phase) for phase, _ in _PHASES}
    points = sum(entry.points * count for entry, count in rows)
    models = sum(entry.models * count for entry, count in rows)
    least, most = (limit * parsed.points for limit in sheet.MODELS)
    found = (
        (fielded("captain") != 1, f"has {fielded('captain')} Captains instead of one"),
        (fielded("lieutenant") > 2, f"has {fielded('lieutenant')} Lieutenants, more than two"),
        (fielded("witch") > 2, f"has {fielded('witch')} Witches, more than two"),
        (phases["line"] < 2, f"has {phases['line']} Line units, fewer than two"),
        (phases["elite"] > phases["line"] + 1, f"has {phases['elite']} Elite units for {phases['line']} of the Line"),
        (phases["cannonade"] > 4, f"has {phases['cannonade']} Cannonade units, more than four"),
        (abs(points - parsed.points) > sheet.TOLERANCE, f"costs {points} points instead of about {parsed.points}"),
        (
            not least <= models * sheet.FULL_FORCE <= most,
            f"has {models} models, which is not what its points stand for",
        ),
    )
    return [words for beyond, words in found if beyond]


# --- Scenarios -----------------------------------------------------------------------------------------------


def scenario(file: DataFile, parsed: ScenarioFile, forces: Callable[[str], ForceFile]) -> None:
    """AWT-IN-01: both sides with forces there are, terrain and objectives on the table."""
    file.different("$.terrain", [piece.id for piece in parsed.terrain])
    file.different("$.objective", [objective.id for objective in parsed.objective])
    for number, length in enumerate(parsed.size):
        if not isfinite(length):
            raise file.error(f"$.size[{number}]", "is not a number")
    table = TableFile(file, parsed.size)
    for index, piece in enumerate(parsed.terrain):
        _terrain(table, f"$.terrain[{index}]", piece)
    for where, side in both_sides(file, parsed.side):
        _side(table, where, side, forces(side.force))
    zones_apart(file, {seat: side.zone for seat, side in parsed.side.items()})
    units = {seat: [*units_of(forces(side.force)), *side.attached] for seat, side in parsed.side.items()}
    no_namesakes(file, units)
    for index, objective in enumerate(parsed.objective):
        table.point(f"$.objective[{index}].at", objective.at)
    _awards(file, parsed)


def _awards(file: DataFile, parsed: ScenarioFile) -> None:
    """AWT-VC-01: points for what is there, in rounds there are."""
    if not parsed.award:
        raise file.error("$", "a scenario needs an award: something must earn victory points")
    for index, award in enumerate(parsed.award):
        where = f"$.award[{index}]"
        if award.kind == "objective" and not parsed.objective:
            raise file.error(f"{where}.kind", "there is no objective")
        if "trench" in award.kind and not any(piece.kind == "trenches" for piece in parsed.terrain):
            raise file.error(f"{where}.kind", "there is no trench")
        if award.last > parsed.turns or award.first > (award.last or parsed.turns):
            raise file.error(f"{where}.first", f"the rounds are 1 to {parsed.turns}")


def _terrain(table: TableFile, where: str, piece: TerrainEntry) -> None:
    width = sheet.OBSTACLE_WIDTH
    table.shape(where, area=piece.area, circle=piece.circle, corners=piece.corners, line=piece.line, width=width)
    if piece.line is not None and piece.kind != "obstacle":
        raise table.error(f"{where}.line", "only an obstacle is a line")
    if piece.id.startswith("wreck-"):
        raise table.error(f"{where}.id", "ids that begin with wreck- are for wrecks")


def _side(table: TableFile, where: str, side: SideEntry, force: ForceFile) -> None:
    """AWT-IN-01: a force there is, a zone on the table, attached units of kinds the force knows."""
    table.edges(f"{where}.zone", side.zone, "zone")
    there = [uid for entry in force.unit for uid in entry.units]
    kinds = [entry.id for entry in force.unit]
    for uid, kind in side.attached.items():
        if uid in there:
            raise table.error(f"{where}.attached.{uid}", f"{side.force} has a unit {uid!r} already")
        if kind not in kinds:
            raise table.error(f"{where}.attached.{uid}", f"{side.force} has no {kind!r}, but {', '.join(kinds)}")
