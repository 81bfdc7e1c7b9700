"""What force lists and scenarios must hold to beyond the types of their fields, each fault told where it stands."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from umpire.battle.datafile import DataError, DataFile
from umpire.battle.places import TableFile, no_namesakes, zones_apart
from umpire.games.fubar import roster
from umpire.games.fubar.house import House

if TYPE_CHECKING:
    from umpire.games.fubar.schema import ForceFile, ScenarioFile, SideEntry, TerrainEntry


_LENIENT = House(
    "auto", False, "per_multiple", False, "two_markers", False, "figure", "test", False, 50, False, 0, "immune", False,
    True, "pairs", 0, True, 4, True, "active", True, 3, "roll", False, "none", 9, True, False,
)  # fmt: skip
"""A list is only refused for good where no house rule would have it; the skills of Heroes are looked at in a battle."""


# --- Force lists ---------------------------------------------------------------------------------------------


def force_list(file: DataFile, parsed: ForceFile) -> None:
    """FUBAR-PTS-06: ids that differ, and a roster without faults, which are all listed."""
    file.different("$.unit", [entry.id for entry in parsed.unit])
    names = [entry.name for entry in parsed.unit]
    for index, name in enumerate(names):
        if name in names[:index]:
            raise file.error(f"$.unit[{index}].name", f"{name!r} stands twice")
    wrong = roster.faults(parsed, _LENIENT)
    if wrong:
        raise _all_of(file, wrong)


def _all_of(file: DataFile, wrong: list[roster.RosterFault]) -> DataError:
    first = file.error(wrong[0].where, f"{wrong[0].text} ({wrong[0].rule})")
    if len(wrong) == 1:
        return first
    rest = "; ".join(f"{fault.where.removeprefix('$.')}: {fault.text} ({fault.rule})" for fault in wrong[1:])
    return DataError(first.file, first.line, first.field, f"{first.message}; {rest}")


# --- Scenarios -----------------------------------------------------------------------------------------------


def scenario(file: DataFile, parsed: ScenarioFile, forces: Callable[[str], ForceFile]) -> None:
    """Sides with forces there are, and everything that is named or placed is there and on the table."""
    file.different("$.terrain", [piece.id for piece in parsed.terrain])
    file.different("$.objective", [objective.id for objective in parsed.objective])
    file.different("$.system", [system.id for system in parsed.system])
    file.different("$.trap", [trap.id for trap in parsed.trap])
    table = TableFile(file, parsed.size)
    for index, piece in enumerate(parsed.terrain):
        _terrain(table, parsed, f"$.terrain[{index}]", piece)
    _sides(table, parsed, forces)
    zones_apart(file, {seat: side.zone for seat, side in parsed.side.items()})
    units = {seat: side.units or [entry.id for entry in forces(side.force).unit] for seat, side in parsed.side.items()}
    no_namesakes(file, units, "units")
    _named_units(table, parsed, [uid for mine in units.values() for uid in mine])
    _placed(table, parsed)
    _scored(file, parsed)


def _terrain(table: TableFile, parsed: ScenarioFile, where: str, piece: TerrainEntry) -> None:
    table.shape(where, area=piece.area, circle=piece.circle, line=piece.line, width=piece.width)
    if piece.id.startswith("wreck-"):
        raise table.error(f"{where}.id", "ids that begin with wreck- are for wrecks")
    if bool(piece.over) != (piece.kind == "bridge"):
        raise table.error(f"{where}.over", "a bridge, and nothing else, names what it leads over")
    for other in piece.over:
        if other not in [each.id for each in parsed.terrain]:
            raise table.error(f"{where}.over", f"there is no terrain {other!r}")


def _sides(table: TableFile, parsed: ScenarioFile, forces: Callable[[str], ForceFile]) -> None:
    """FUBAR-INIT-05: two sides, or three."""
    seats = sorted(parsed.side)
    if seats not in (["A", "B"], ["A", "B", "C"]):
        raise table.error("$.side", "the sides are A and B, or A, B and C")
    if sorted(parsed.deploys) != seats:
        raise table.error("$.deploys", "names each side once")
    if parsed.defender and parsed.defender not in seats:
        raise table.error("$.defender", f"there is no side {parsed.defender}")
    if parsed.start_on_guard == "defender" and not parsed.defender:
        raise table.error("$.start_on_guard", "there is no defender")
    for seat in seats:
        _side(table, f"$.side.{seat}", parsed.side[seat], forces(parsed.side[seat].force))


def _side(table: TableFile, where: str, side: SideEntry, force: ForceFile) -> None:
    table.edges(f"{where}.zone", side.zone, "zone")
    for kind, count in (side.missions or {}).items():
        if count > force.missions.get(kind, 0):
            raise table.error(f"{where}.missions.{kind}", f"{side.force} has not bought so many (FUBAR-IND-14)")
    ids = [entry.id for entry in force.unit]
    for index, uid in enumerate(side.units):
        if uid not in ids:
            raise table.error(f"{where}.units[{index}]", f"{side.force} has no unit {uid!r}, but {', '.join(ids)}")
    fielded = side.units or ids
    leads = [entry for entry in force.unit if any("leader" in f.skills for f in entry.figure)]
    if side.leader and (side.leader not in fielded or side.leader in [entry.id for entry in leads]):
        raise table.error(f"{where}.leader", "a unit of this side that has no Leader yet")
    if not side.leader and not any(entry.id in fielded for entry in leads):
        raise table.error(f"{where}.units", "a side has a Leader among its units (FUBAR-LDR-02)")


def _named_units(table: TableFile, parsed: ScenarioFile, units: list[str]) -> None:
    for name, entries in (("place", parsed.place), ("mines", parsed.mines)):
        for index, entry in enumerate(entries):
            if entry.unit not in units:
                raise table.error(f"$.{name}[{index}].unit", f"there is no unit {entry.unit!r} here")
            table.edges(f"$.{name}[{index}].box", entry.box, "box")
    for uid in parsed.arrive:
        if uid not in units:
            raise table.error(f"$.arrive.{uid}", f"there is no unit {uid!r} here")
    for who, carrier in parsed.rides.items():
        for uid in (who, carrier):
            if uid not in units:
                raise table.error(f"$.rides.{who}", f"there is no unit {uid!r} here")


def _placed(table: TableFile, parsed: ScenarioFile) -> None:
    for index, objective in enumerate(parsed.objective):
        table.point(f"$.objective[{index}].at", objective.at)
    for index, system in enumerate(parsed.system):
        table.point(f"$.system[{index}].at", system.at)
    pieces = [piece.id for piece in parsed.terrain]
    for index, trap in enumerate(parsed.trap):
        if trap.terrain not in pieces:
            raise table.error(f"$.trap[{index}].terrain", f"there is no terrain {trap.terrain!r}")


def _scored(file: DataFile, parsed: ScenarioFile) -> None:
    """Points are for something that is there."""
    goals = [objective.id for objective in parsed.objective]
    for index, goal in enumerate(parsed.crates):
        if goal not in goals:
            raise file.error(f"$.crates[{index}]", f"there is no objective {goal!r}")
    systems, pieces = [each.id for each in parsed.system], [piece.id for piece in parsed.terrain]
    targets = {"disabled": systems, "intact": pieces, "breached": pieces}
    for index, score in enumerate(parsed.score):
        known = targets.get(score.kind)
        if known is None and score.target:
            raise file.error(f"$.score[{index}].target", f"{score.kind} has no target")
        if known is not None and score.target not in known:
            raise file.error(f"$.score[{index}].target", f"there is no {score.target!r} for {score.kind}")
        if score.side and score.side not in parsed.side:
            raise file.error(f"$.score[{index}].side", f"there is no side {score.side}")
