"""What force lists and scenarios must hold to beyond the types of their fields, each fault told where it stands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from umpire.battle.datafile import DataFile
from umpire.games.fwc.model import SEATS

if TYPE_CHECKING:
    from umpire.games.fwc.schema import ForceFile, Objective, ScenarioFile, SideEntry, TerrainEntry, UnitEntry

Forces = Callable[[str], "ForceFile | None"]
"""The force list of a name, if there is one."""


# --- Force lists ---------------------------------------------------------------------------------------------


def force_list(file: DataFile, parsed: ForceFile) -> None:
    """One CO, ids that differ, stat lines that can fight."""
    file.different("$.unit", [entry.id for entry in parsed.unit])
    for index, entry in enumerate(parsed.unit):
        _stat_line(file, f"$.unit[{index}]", entry)
    if sum(entry.count for entry in parsed.unit if entry.role == "CO") != 1:
        raise file.error("$.unit", "a force has exactly one CO")


def _stat_line(file: DataFile, where: str, entry: UnitEntry) -> None:
    away = entry.off_table or entry.cls == "aircraft"
    if (entry.cls == "command") != bool(entry.role):
        raise file.error(f"{where}.role", "a command unit, and only one, has the role CO, HQ, FAO or FAC")
    if entry.cls == "installation":
        raise file.error(f"{where}.cls", "installations belong to a scenario, not to a force")
    if entry.attacks and entry.range == 0 and not away:
        raise file.error(f"{where}.range", "a unit with attacks needs a range")
    if entry.hits is None and not away:
        raise file.error(f"{where}.hits", "a unit on the table needs hits")


# --- Scenarios -----------------------------------------------------------------------------------------------


def scenario(file: DataFile, parsed: ScenarioFile, forces: Forces) -> None:
    """Both sides with forces there are, terrain on the table, objectives that can be reached."""
    terrain = [piece.id for piece in parsed.terrain]
    installations = [entry.id for entry in parsed.installation]
    file.different("$.terrain", terrain)
    file.different("$.installation", installations)
    for index, piece in enumerate(parsed.terrain):
        _terrain(file, parsed, f"$.terrain[{index}]", piece)
    for index, entry in enumerate(parsed.installation):
        if not _on_table(parsed, entry.at):
            raise file.error(f"$.installation[{index}].at", "lies off the table")
    for seat in parsed.side:
        if seat not in SEATS:
            raise file.error(f"$.side.{seat}", "the sides are A and B")
    for seat in SEATS:
        if seat not in parsed.side:
            raise file.error("$.side", f"side {seat} is missing")
        _side(file, parsed, f"$.side.{seat}", parsed.side[seat], forces)
    if all(side.air != "none" for side in parsed.side.values()):
        raise file.error("$.side.B.air", "at most one side has air superiority (FWC-AIR-15)")
    for index, objective in enumerate(parsed.objective):
        places = installations if objective.kind == "knock_out" else terrain
        _objective(file, f"$.objective[{index}]", objective, places)


def _on_table(parsed: ScenarioFile, point: tuple[float, float]) -> bool:
    return 0 <= point[0] <= parsed.size[0] and 0 <= point[1] <= parsed.size[1]


def _terrain(file: DataFile, parsed: ScenarioFile, where: str, piece: TerrainEntry) -> None:
    if sum(shape is not None for shape in (piece.box, piece.circle, piece.line)) != 1:
        raise file.error(where, "give exactly one of box, circle and line")
    if piece.line is not None and len(dict.fromkeys(piece.line)) < 2:
        raise file.error(f"{where}.line", "a line has at least two points that differ")
    for name, shape in (("box", piece.box), ("circle", piece.circle)):
        if shape is not None and not _on_table(parsed, (shape[0], shape[1])):
            raise file.error(f"{where}.{name}", "lies off the table")
    for index, point in enumerate(piece.line or ()):
        if not _on_table(parsed, point):
            raise file.error(f"{where}.line[{index}]", "lies off the table")


def _side(file: DataFile, parsed: ScenarioFile, where: str, side: SideEntry, forces: Forces) -> None:
    force = forces(side.force)
    if force is None:
        raise file.error(f"{where}.force", f"there is no force {side.force!r}")
    counts = {entry.id: entry.count for entry in force.unit}
    for field, changes in (("without", side.without), ("extra", side.extra)):
        for unit, count in changes.items():
            if unit not in counts:
                raise file.error(f"{where}.{field}.{unit}", f"{side.force} has no unit {unit!r}")
            if field == "without" and count > counts[unit]:
                raise file.error(f"{where}.{field}.{unit}", f"{side.force} has only {counts[unit]} of them")
    west, south, east, north = side.zone
    if not (0 <= west < east <= parsed.size[0] and 0 <= south < north <= parsed.size[1]):
        raise file.error(f"{where}.zone", "the zone is west, south, east, north on the table")


def _objective(file: DataFile, where: str, objective: Objective, places: Sequence[str]) -> None:
    for target in objective.targets:
        if target not in places:
            raise file.error(f"{where}.targets", f"there is no {target!r} in this scenario")
    if objective.need > len(dict.fromkeys(objective.targets)):
        raise file.error(f"{where}.need", "asks for more than there are different targets")
    if objective.kind == "knock_out" and objective.side == "both":
        raise file.error(f"{where}.side", "names the side that is to knock them out")
