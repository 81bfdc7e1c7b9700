"""What is wrong with a force list or a scenario beyond the shape of its fields (BPTC-GEN-09)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from umpire.battle.datafile import DataFile
from umpire.battle.places import TableFile, both_sides, no_namesakes, shape_of, zones_apart
from umpire.battle.shelf import different_units, units_of
from umpire.games.bptc import sheet
from umpire.games.bptc.schema import (
    ConstructionEntry,
    ForceFile,
    ObjectiveEntry,
    ScenarioFile,
    SideEntry,
    UnitEntry,
)

GUNS = ("artillery_foot", "artillery_horse")
CARRIERS = ("transport", "boat")

# --- Force lists ---------------------------------------------------------------------------------------------


def force_list(file: DataFile, parsed: ForceFile) -> None:
    """BPTC-GEN-09, SET-01: one CO, a commander for everybody, stat lines that can fight."""
    file.different("$.unit", [entry.id for entry in parsed.unit])
    different_units(file, parsed)
    for index, entry in enumerate(parsed.unit):
        _stat_line(file, f"$.unit[{index}]", entry)
    if sum(len(entry.units) for entry in parsed.unit if entry.role == "CO") != 1:
        raise file.error("$.unit", "a force has exactly one CO")
    _commands(file, parsed)


def _stat_line(file: DataFile, where: str, entry: UnitEntry) -> None:
    if not entry.units:
        raise file.error(f"{where}.units", "names at least one unit")
    if (entry.arm == "command") != bool(entry.role):
        raise file.error(f"{where}.role", "a command unit, and only one, has the role CO or HQ")
    if (entry.arm == "command") != (entry.cv is not None):
        raise file.error(f"{where}.cv", "a command unit, and only one, has a command value")
    if (entry.attack or entry.mounted_attack) and not entry.range:
        raise file.error(f"{where}.range", "a unit with an attack value needs a range")
    if entry.capacity and entry.arm not in CARRIERS:
        raise file.error(f"{where}.capacity", "only transport and boats carry others")
    _rates(file, where, entry)
    _formation(file, where, entry)


def _rates(file: DataFile, where: str, entry: UnitEntry) -> None:
    """BPTC-GEN-09, MOV-10: rates for the modes the arm has, and infantry within 8 to 12 cm unless it is special."""
    if entry.limbered is not None and entry.arm not in GUNS:
        raise file.error(f"{where}.limbered", "only guns are limbered")
    if (entry.prolonge is not None or "prolonge" in entry.keywords) and entry.arm not in GUNS:
        raise file.error(f"{where}.prolonge", "only guns move by prolonge")
    if entry.mounted is not None and entry.arm not in ("cavalry", "command"):
        raise file.error(f"{where}.mounted", "only cavalry and command units are mounted")
    if "mounted_infantry" in entry.keywords and entry.arm != "cavalry":
        raise file.error(f"{where}.keywords", "only cavalry is mounted infantry")
    if entry.arm == "infantry" and entry.move is not None and "specialty_rate" not in entry.keywords:
        low, high = sheet.INFANTRY_RATES
        if not low <= entry.move <= high:
            raise file.error(f"{where}.move", f"infantry moves {low} to {high} cm unless it has specialty_rate")


def _formation(file: DataFile, where: str, entry: UnitEntry) -> None:
    """BPTC-GEN-09, SET-02, FRM-15: a unit begins in a formation its arm may have."""
    if entry.formation is None:
        return
    mode = "unlimbered" if entry.arm in GUNS else "mounted" if entry.arm == "cavalry" else "foot"
    if entry.formation not in sheet.formations_of(entry.arm, mode):
        raise file.error(f"{where}.formation", f"{entry.name} cannot begin in this formation (BPTC-FRM-15)")


def _commands(file: DataFile, parsed: ForceFile) -> None:
    """BPTC-GEN-09, SET-01: every unit has one commander, and he is there."""
    leaders = [uid for entry in parsed.unit if entry.role for uid in entry.units]
    others = [uid for entry in parsed.unit if not entry.role for uid in entry.units]
    led: list[str] = []
    for leader, units in parsed.commands.items():
        if leader not in leaders:
            raise file.error(f"$.commands.{leader}", f"there is no CO or HQ {leader!r}")
        for uid in units:
            if uid not in others:
                raise file.error(f"$.commands.{leader}", f"there is no unit {uid!r}")
            if uid in led:
                raise file.error(f"$.commands.{leader}", f"{uid} has two commanders")
            led.append(uid)
    for uid in others:
        if uid not in led:
            raise file.error("$.commands", f"{uid} has no commander")


# --- Scenarios -----------------------------------------------------------------------------------------------


def scenario(file: DataFile, parsed: ScenarioFile, forces: Callable[[str], ForceFile]) -> None:
    """BPTC-GEN-09: both sides with forces there are, all that stands on the table within it and apart."""
    table = TableFile(file, parsed.size)
    places = [piece.id for piece in parsed.terrain] + [entry.id for entry in parsed.construction]
    file.different("$.terrain", [piece.id for piece in parsed.terrain])
    file.different("$.construction", [entry.id for entry in parsed.construction])
    file.different("$.objective", [objective.id for objective in parsed.objective])
    for index, piece in enumerate(parsed.terrain):
        table.shape(f"$.terrain[{index}]", box=piece.box, circle=piece.circle, line=piece.line, width=piece.width)
    for index, entry in enumerate(parsed.construction):
        _construction(table, parsed, f"$.construction[{index}]", entry)
    for where, side in both_sides(file, parsed.side):
        _side(table, parsed, where, side, forces(side.force))
    zones_apart(file, {seat: side.zone for seat, side in parsed.side.items()})
    no_namesakes(file, {seat: units_of(forces(side.force)) for seat, side in parsed.side.items()})
    for index, objective in enumerate(parsed.objective):
        _objective(table, f"$.objective[{index}]", objective, places)


def _construction(table: TableFile, parsed: ScenarioFile, where: str, entry: ConstructionEntry) -> None:
    table.point(f"{where}.at", entry.at)
    table.solid(f"{where}.size", shape_of(box=(*entry.at, *entry.size)))
    if any(piece.id == entry.id for piece in parsed.terrain):
        raise table.error(f"{where}.id", f"{entry.id!r} is terrain already")


def _side(table: TableFile, parsed: ScenarioFile, where: str, side: SideEntry, force: ForceFile) -> None:
    for name, area in (("zone", side.zone), ("hidden", side.hidden)):
        if area is not None:
            table.edges(f"{where}.{name}", area, "zone")
    units = {uid: entry for entry in force.unit for uid in entry.units}
    for uid in (*side.without, *side.start):
        if uid not in units:
            raise table.error(f"{where}.{'without' if uid in side.without else 'start'}", f"there is no unit {uid!r}")
    for uid in side.without:
        if units[uid].role:
            raise table.error(f"{where}.without", f"{uid} commands others and cannot stay away")
    works = [entry.id for entry in parsed.construction if entry.kind not in sheet.BUILDINGS and entry.kind != "bridge"]
    for target in side.dug_in:
        if target not in works:
            raise table.error(f"{where}.dug_in", f"there are no works {target!r}")
    for uid, (x, y, _) in side.start.items():
        table.point(f"{where}.start.{uid}", (x, y))


def _objective(table: TableFile, where: str, objective: ObjectiveEntry, places: Sequence[str]) -> None:
    if objective.kind == "hold":
        if objective.target not in places:
            raise table.error(f"{where}.target", f"there is no {objective.target!r} in this scenario")
        return
    if not objective.exits:
        raise table.error(f"{where}.exits", "says where each side leaves")
    for seat, point in objective.exits.items():
        table.point(f"{where}.exits.{seat}", point)
