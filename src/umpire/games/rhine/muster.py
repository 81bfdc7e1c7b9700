"""Forces that players put together from the force lists: what can be fielded, and what is wrong with a list."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from umpire.battle.forces import Army, ArmyFault, Kind, Pick, Roster, cost_faults, limit_faults, numbered
from umpire.games.rhine import checks
from umpire.games.rhine.content import SHELF, fielded
from umpire.games.rhine.house import House
from umpire.games.rhine.schema import ForceFile, ScenarioFile, UnitEntry
from umpire.games.rhine.units import FOOT
from umpire.games.rhine.view import SYMBOLS


@lru_cache(maxsize=1)
def rosters() -> tuple[Roster, ...]:
    """Every force list, with what it prints as its usual force."""
    return SHELF.rosters(_kind, lambda entry: len(entry.units))


def _kind(entry: UnitEntry) -> Kind:
    """A kind of unit. RHINE-ERR-03: one command unit, not two."""
    most, rule = (1, "RHINE-ERR-03") if entry.command else (None, "")
    text = _stat_line(entry)
    return Kind(entry.id, entry.name, entry.points, SYMBOLS[entry.cls], text, entry.cls, 0, most, rule)


def _stat_line(entry: UnitEntry) -> str:
    """The entry in a few words, as its card will say."""
    parts = ["command"] if entry.command else []
    parts += [f"armour {'/'.join(map(str, entry.armour))}"] if entry.armour else []
    parts += [f"morale {entry.morale}"] if entry.morale else []
    for weapon in entry.weapons:
        to_hit = weapon.needs(entry.to_hit)
        parts.append(f"{weapon.kind.replace('_', ' ')} {weapon.weapon}" + (f" ({to_hit}+)" if to_hit else ""))
    flags = {"fast": entry.fast, "thermal": entry.thermal, "recce": entry.recce, entry.aa: bool(entry.aa)}
    parts += [word for word, has in flags.items() if has]
    parts += [f"carries {entry.seats}"] if entry.seats else []
    return ", ".join(parts)


def usual_army(scenario: ScenarioFile, seat: str) -> Army:
    """The force list with the swaps of the scenario."""
    side = scenario.side[seat]
    kinds = fielded(SHELF.force(side.force), side.swap)
    return Army(side.force, tuple(Pick(entry.id, len(uids)) for entry, uids in kinds if uids), side.name)


def mustered(army: Army, seat: str) -> ForceFile:
    """The force list that a player's own list makes: units numbered through, those on foot in what can carry them."""
    listed = SHELF.force(army.roster)
    units = numbered(army, listed.unit, seat)
    return ForceFile(army.name or listed.name, listed.text, units, _rides(units))


def _rides(units: Sequence[UnitEntry]) -> dict[str, str]:
    """Squads first, then teams, each in the first transport with room."""
    room = {uid: entry.seats for entry in units for uid in entry.units if entry.seats}
    riders = [uid for cls in FOOT for entry in units if entry.cls == cls for uid in entry.units]
    rides: dict[str, str] = {}
    for rider in riders:
        carrier = next((uid for uid, left in room.items() if left), None)
        if carrier is not None:
            rides[rider] = carrier
            room[carrier] -= 1
    return rides


def army_faults(army: Army, scenario: ScenarioFile | None, seat: str | None, house: House) -> Sequence[ArmyFault]:
    """RHINE-ERR-03, POOL-04: one command unit, and what published lists would not allow; and the scenario's points."""
    faults = limit_faults(army, rosters())
    force = mustered(army, seat or "A")
    if not any(entry.command for entry in force.unit):
        faults.append(ArmyFault("there is no command unit, which brings three tokens.", "RHINE-POOL-04"))
    faults += [ArmyFault(f"{told}.", "RHINE-ERR-03") for told in checks.list_warnings(force.name, force)]
    if scenario is not None and seat is not None:
        faults += cost_faults(army, usual_army(scenario, seat), rosters())
    return faults
