"""Forces that players put together from the force lists: what can be fielded, and what is wrong with a list."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from umpire.battle.forces import Army, ArmyFault, Kind, Pick, Roster, cost_faults, limit_faults, numbered
from umpire.games.awt import checks, sheet
from umpire.games.awt.content import SHELF
from umpire.games.awt.house import House
from umpire.games.awt.schema import ForceFile, ScenarioFile, UnitEntry
from umpire.games.awt.view import SYMBOLS


@lru_cache(maxsize=1)
def rosters() -> tuple[Roster, ...]:
    """Every force list, with what it prints as its usual force."""
    return SHELF.rosters(_kind, lambda entry: len(entry.units))


def _kind(entry: UnitEntry) -> Kind:
    symbol = next((symbol for word, symbol in SYMBOLS if word in entry.keywords), "U")
    return Kind(entry.id, entry.name, entry.points, symbol, _stat_line(entry), entry.phase)


def _stat_line(entry: UnitEntry) -> str:
    """The entry in a few words, as its card will say."""
    strength = f"{entry.models} models" if entry.models > 1 else f"{entry.wounds} wounds" if entry.wounds > 1 else ""
    parts = [strength, f"pace {entry.pace}", f"zeal {entry.zeal}", f"save {entry.save}" if entry.save else ""]
    parts += [f"{arm.carriers} x {sheet.WEAPONS[arm.weapon].name}" for arm in entry.weapons]
    return ", ".join(part for part in parts if part)


def usual_army(scenario: ScenarioFile, seat: str) -> Army:
    """The force list with those the scenario attaches."""
    side = scenario.side[seat]
    picks = []
    for entry in SHELF.force(side.force).unit:
        count = len(entry.units) + sum(kind == entry.id for kind in side.attached.values())
        if count:
            picks.append(Pick(entry.id, count))
    return Army(side.force, tuple(picks), side.name)


def mustered(army: Army, seat: str) -> ForceFile:
    """The force list that a player's own list makes, its units numbered through."""
    listed = SHELF.force(army.roster)
    units = numbered(army, listed.unit, seat)
    return ForceFile(army.name or listed.name, listed.text, units, listed.points)


def army_faults(army: Army, scenario: ScenarioFile | None, seat: str | None, house: House) -> Sequence[ArmyFault]:
    """AWT-IN-01: how a force is beyond the limits of its composition; and the points of the scenario's own force."""
    faults = limit_faults(army, rosters())
    force = mustered(army, seat or "A")
    faults += [ArmyFault(f"{force.name} {told}.", "AWT-IN-01") for told in checks.composition(force)]
    if scenario is not None and seat is not None:
        faults += cost_faults(army, usual_army(scenario, seat), rosters())
    return faults
