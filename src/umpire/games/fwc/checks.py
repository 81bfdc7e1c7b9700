"""What force lists and scenarios must hold to beyond the types of their fields, each fault told where it stands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from umpire.battle.datafile import DataFile
from umpire.battle.places import TableFile, both_sides, zones_apart

if TYPE_CHECKING:
    from umpire.games.fwc.schema import ForceFile, Objective, ScenarioFile, SideEntry, UnitEntry


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
    if "engineer" in entry.keywords and entry.cls not in ("infantry", "engineer"):  # who has it goes on foot
        raise file.error(f"{where}.keywords", "only infantry and engineers have the keyword engineer")
    if entry.attacks and entry.range == 0 and not away:
        raise file.error(f"{where}.range", "a unit with attacks needs a range")
    if entry.hits is None and not away:
        raise file.error(f"{where}.hits", "a unit on the table needs hits")
    # A figure without its keyword, or a keyword without its figure, would do nothing or half of what is meant.
    if ("aa" in entry.keywords) != (entry.aa is not None) and entry.role not in ("CO", "HQ"):  # FWC-FLY-01, AAF-01
        raise file.error(f"{where}.aa", "dice and range against aircraft go with the keyword aa")
    if ("ifv" in entry.keywords) != (entry.ifv > 0):  # FWC-CA-06
        raise file.error(f"{where}.ifv", "a value in support of infantry goes with the keyword ifv")


# --- Scenarios -----------------------------------------------------------------------------------------------


def scenario(file: DataFile, parsed: ScenarioFile, forces: Callable[[str], ForceFile]) -> None:
    """Both sides with forces there are, terrain on the table, objectives that can be reached."""
    terrain = [piece.id for piece in parsed.terrain]
    installations = [entry.id for entry in parsed.installation]
    table = TableFile(file, parsed.size)
    file.different("$.terrain", terrain)
    file.different("$.installation", installations)
    for index, piece in enumerate(parsed.terrain):
        table.shape(f"$.terrain[{index}]", box=piece.box, circle=piece.circle, line=piece.line, width=piece.width)
    for index, entry in enumerate(parsed.installation):
        table.point(f"$.installation[{index}].at", entry.at)
        if entry.id.startswith(("a-", "b-")):
            raise file.error(f"$.installation[{index}].id", "ids that begin with a- or b- are for units")
    for where, side in both_sides(file, parsed.side):
        _side(table, where, side, forces(side.force))
    zones_apart(file, {seat: side.zone for seat, side in parsed.side.items()})
    if all(side.air != "none" for side in parsed.side.values()):
        raise file.error("$.side.B.air", "at most one side has air superiority (FWC-AIR-15)")
    for index, objective in enumerate(parsed.objective):
        places = installations if objective.kind == "knock_out" else terrain
        _objective(file, f"$.objective[{index}]", objective, places)


def _side(table: TableFile, where: str, side: SideEntry, force: ForceFile) -> None:
    counts = {entry.id: entry.count for entry in force.unit}
    chief = next(entry.id for entry in force.unit if entry.role == "CO")
    for field, changes in (("without", side.without), ("extra", side.extra)):
        for unit, count in changes.items():
            if unit not in counts:
                known = ", ".join(counts)
                raise table.error(f"{where}.{field}.{unit}", f"{side.force} has no unit {unit!r}, but {known}")
            if field == "without" and count > counts[unit]:
                raise table.error(f"{where}.{field}.{unit}", f"{side.force} has only {counts[unit]} of them")
            if unit == chief and count:  # FWC-BRK-04
                raise table.error(f"{where}.{field}.{unit}", "a force has exactly one CO")
    table.edges(f"{where}.zone", side.zone, "zone")


def _objective(file: DataFile, where: str, objective: Objective, places: Sequence[str]) -> None:
    for target in objective.targets:
        if target not in places:
            raise file.error(f"{where}.targets", f"there is no {target!r} in this scenario")
    if objective.need > len(dict.fromkeys(objective.targets)):
        raise file.error(f"{where}.need", "asks for more than there are different targets")
    if objective.kind == "knock_out" and objective.side == "both":
        raise file.error(f"{where}.side", "names the side that is to knock them out")
