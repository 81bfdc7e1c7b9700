"""What force lists and scenarios must hold to beyond the types of their fields, each fault told where it stands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from umpire.battle.datafile import DataFile
from umpire.battle.places import TableFile, both_sides, no_namesakes, zones_apart
from umpire.battle.shelf import different_units, units_of
from umpire.battle.words import counted
from umpire.games.rhine.model import SEATS
from umpire.games.rhine.schema import MOBILITY
from umpire.games.rhine.units import FOOT, VEHICLES

if TYPE_CHECKING:
    from umpire.games.rhine.schema import ForceFile, ScenarioFile, SideEntry, TerrainEntry, UnitEntry


# --- Force lists ---------------------------------------------------------------------------------------------


def force_list(file: DataFile, parsed: ForceFile) -> None:
    """RHINE-ERR-03: ids that differ, stat lines that can fight, one command unit, room for whoever rides."""
    file.different("$.unit", [entry.id for entry in parsed.unit])
    different_units(file, parsed)
    for index, entry in enumerate(parsed.unit):
        _stat_line(file, f"$.unit[{index}]", entry)
    _command(file, parsed)
    _rides(file, parsed)


def _command(file: DataFile, parsed: ForceFile) -> None:
    """RHINE-ERR-03, POOL-04: one command unit, not two."""
    found = 0
    for index, entry in enumerate(parsed.unit):
        found += len(entry.units) if entry.command else 0
        if found > 1:
            raise file.error(f"$.unit[{index}].command", "a force has one command unit, not two")
        if entry.command and entry.cls in ("HELO", "APC"):
            raise file.error(f"$.unit[{index}].command", "neither a helicopter nor a transport can be the command unit")
    if not found:
        raise file.error("$.unit", "a force has one command unit, this has none")


def _stat_line(file: DataFile, where: str, entry: UnitEntry) -> None:
    """RHINE-ERR-03, MOR-01: what each class needs, and what it cannot have."""
    vehicle, foot, flies = entry.cls in VEHICLES, entry.cls in FOOT, entry.cls == "HELO"
    if flies != (entry.morale is None):
        words = "a helicopter has no morale value" if flies else "every unit but a helicopter needs a morale value"
        raise file.error(f"{where}.morale", words)
    if vehicle and not 2 <= len(entry.armour) <= 3:
        raise file.error(f"{where}.armour", "a vehicle needs armour for front and side, and may have one for the rear")
    if entry.armour and not vehicle:
        raise file.error(f"{where}.armour", "only vehicles have armour")
    _mobility(file, where, entry)
    _armed(file, where, entry)
    if entry.seats and not vehicle:
        raise file.error(f"{where}.capacity", "only vehicles carry others")
    if entry.fast and entry.cls != "MBT":
        raise file.error(f"{where}.fast", "only an MBT can be a fast one")
    if entry.vulnerable and entry.cls not in ("MBT", "LIGHT"):
        raise file.error(f"{where}.vulnerable", "only MBTs and light vehicles are vulnerable (RHINE-PEN-08)")
    if entry.smoke and not vehicle:
        raise file.error(f"{where}.smoke", "only vehicles have smoke dischargers")
    if entry.aa and not (vehicle or foot):
        raise file.error(f"{where}.aa", "a helicopter has no anti-aircraft weapon")


def _mobility(file: DataFile, where: str, entry: UnitEntry) -> None:
    """RHINE-TERR-09: light vehicles and APCs have wheels or tracks, as they say; for others the class settles it."""
    driven = ("wheeled", "atv", "tracked")
    if entry.cls in ("LIGHT", "APC"):
        if entry.mobility not in driven:
            raise file.error(f"{where}.mobility", "a light vehicle or APC is wheeled, atv or tracked")
        return
    usual = MOBILITY[entry.cls]
    if entry.mobility not in (None, usual):
        raise file.error(f"{where}.mobility", f"{entry.cls} is always {usual}")


def _armed(file: DataFile, where: str, entry: UnitEntry) -> None:
    """RHINE-ERR-03, FIRE-24: whatever has a weapon knows what it needs to hit, and every weapon its value."""
    if entry.cls == "INF" and not entry.weapons and entry.to_hit is None:
        raise file.error(f"{where}.to_hit", "an armed unit needs a to-hit")
    for index, weapon in enumerate(entry.weapons):
        if weapon.weapon is None:
            raise file.error(f"{where}.weapons[{index}].value", "is missing")
        if weapon.needs(entry.to_hit) is None:
            raise file.error(f"{where}.weapons[{index}].to_hit", "an armed unit needs a to-hit")
    if entry.cls in ("MBT", "HELO") and not entry.weapons:
        raise file.error(f"{where}.weapons", "an MBT or a helicopter needs a weapon")


def _rides(file: DataFile, parsed: ForceFile) -> None:
    """RHINE-ERR-03, TRN-01: passengers go on foot, their transports are there and not over capacity."""
    kinds = {uid: entry for entry in parsed.unit for uid in entry.units}
    aboard: dict[str, int] = {}
    for who, carrier in parsed.rides.items():
        where = f"$.rides.{who}"
        for uid in (who, carrier):
            if uid not in kinds:
                raise file.error(where, f"this force has no unit {uid!r}")
        if kinds[who].cls not in FOOT:
            raise file.error(where, f"{kinds[who].name} is not on foot and cannot be carried")
        aboard[carrier] = aboard.get(carrier, 0) + 1
        room = kinds[carrier].seats
        if aboard[carrier] > room:
            words = f"{kinds[carrier].name} {carrier} carries {aboard[carrier]}, but has room for {room}"
            raise file.error(where, words)


def list_warnings(name: str, parsed: ForceFile) -> list[str]:
    """Option list_checks of RHINE-ERR-03: what published lists would not allow, told but not forbidden."""
    found: list[str] = []
    infantry = sum(len(entry.units) for entry in parsed.unit if entry.cls == "INF")
    support = sum(len(entry.units) for entry in parsed.unit if entry.cls == "SUPPORT")
    if 2 * support > infantry:
        teams = f"{counted(support, 'support team')} {'is' if support == 1 else 'are'}"
        found.append(f"{name}: {teams} more than half of {counted(infantry, 'infantry unit')}")
    carriers = list(parsed.rides.values())
    for entry in parsed.unit:
        for uid in entry.units if entry.cls == "APC" else ():
            if uid not in carriers:
                found.append(f"{name}: {entry.name} {uid} is a transport without a passenger")
    return found


# --- Scenarios -----------------------------------------------------------------------------------------------


def scenario(file: DataFile, parsed: ScenarioFile, forces: Callable[[str], ForceFile]) -> None:
    """RHINE-ERR-03: both sides with forces there are, terrain and objectives on the table."""
    file.different("$.terrain", [piece.id for piece in parsed.terrain])
    file.different("$.objective", [objective.id for objective in parsed.objective])
    table = TableFile(file, parsed.size)
    rivers = [piece.id for piece in parsed.terrain if piece.kind == "river"]
    for index, piece in enumerate(parsed.terrain):
        _terrain(table, f"$.terrain[{index}]", piece, rivers)
    for where, side in both_sides(file, parsed.side):
        _side(table, where, side, forces(side.force))
    zones_apart(file, {seat: side.zone for seat, side in parsed.side.items()})
    no_namesakes(file, {seat: units_of(forces(side.force)) for seat, side in parsed.side.items()})
    _reserves(file, parsed, forces)
    for index, objective in enumerate(parsed.objective):
        table.point(f"$.objective[{index}].at", objective.at)
    for index, goal in enumerate(parsed.breakthrough):
        across = parsed.size[1] if goal.toward in ("north", "south") else parsed.size[0]
        if goal.line >= across:
            raise file.error(f"$.breakthrough[{index}].line", "lies off the table")


def _terrain(table: TableFile, where: str, piece: TerrainEntry, rivers: Sequence[str]) -> None:
    table.shape(where, area=piece.area, circle=piece.circle, line=piece.line, width=piece.width)
    if piece.id.startswith("wreck-"):
        raise table.error(f"{where}.id", "ids that begin with wreck- are for wrecks")
    _crossing(table, where, piece, rivers)


def _crossing(table: TableFile, where: str, piece: TerrainEntry, rivers: Sequence[str]) -> None:
    """RHINE-TERR-14: bridges and fords, and nothing else, lead over a river of the scenario."""
    crossing = piece.kind in ("bridge", "ford")
    if crossing != bool(piece.replaces):
        words = "a bridge or ford names its river" if crossing else "only a bridge or ford leads over a river"
        raise table.error(f"{where}.replaces", words)
    for river in piece.replaces:
        if river not in rivers:
            raise table.error(f"{where}.replaces", f"there is no river {river!r}")


def _side(table: TableFile, where: str, side: SideEntry, force: ForceFile) -> None:
    table.edges(f"{where}.zone", side.zone, "zone")
    kinds = {uid: entry for entry in force.unit for uid in entry.units}
    for uid, kind in side.swap.items():
        if uid not in kinds:
            raise table.error(f"{where}.swap.{uid}", f"{side.force} has no unit {uid!r}, but {', '.join(kinds)}")
        found = [entry for entry in force.unit if entry.id == kind]
        if not found:
            known = ", ".join([entry.id for entry in force.unit])
            raise table.error(f"{where}.swap.{uid}", f"{side.force} has no {kind!r}, but {known}")
        if found[0].cls != kinds[uid].cls or found[0].command != kinds[uid].command:
            raise table.error(f"{where}.swap.{uid}", "a unit is swapped for one of its own class")


def _reserves(file: DataFile, parsed: ScenarioFile, forces: Callable[[str], ForceFile]) -> None:
    """Somebody must be left to deploy; a loaded transport is one unit, a helicopter none."""
    for seat in SEATS:
        force = forces(parsed.side[seat].force)
        ground = [uid for entry in force.unit if entry.cls != "HELO" for uid in entry.units]
        count = len(ground) - len(force.rides)
        if parsed.reserves >= count:
            raise file.error("$.reserves", f"side {seat} has only {count} units to deploy")
