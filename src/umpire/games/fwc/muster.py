"""Forces that players put together from the force lists: what can be fielded, and what is wrong with a list."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from msgspec import structs

from umpire.battle.forces import Army, ArmyFault, Kind, Pick, Roster, cost_faults, counts_of, kinds_of, limit_faults
from umpire.battle.words import counted
from umpire.games.fwc.content import SHELF
from umpire.games.fwc.figures import SYMBOLS
from umpire.games.fwc.house import House
from umpire.games.fwc.schema import ForceFile, ScenarioFile, UnitEntry

COMMAND = "FWC-CMD-01"
"""Orders come from command units: without one nobody is ordered."""
BREAK_TEST = "FWC-BRK-04"
"""The one CO of a side is who holds it together."""


@lru_cache(maxsize=1)
def rosters() -> tuple[Roster, ...]:
    """Every force list, with what it prints as its usual force."""
    return SHELF.rosters(_kind, lambda entry: entry.count)


def _kind(entry: UnitEntry) -> Kind:
    one = entry.role == "CO"
    return Kind(
        entry.id, entry.name, entry.points, SYMBOLS["engineer" if "engineer" in entry.keywords else entry.cls],
        _stat_line(entry), entry.cls, int(one), 1 if one else None, BREAK_TEST if one else "",
    )  # fmt: skip


def _stat_line(entry: UnitEntry) -> str:
    """The entry in a few words, as its card will say."""
    parts = [f"CV {entry.cv}"] if entry.role else []
    parts += [f"move {entry.move}"] if entry.move else []
    if entry.attacks:
        reach = f" at {entry.range} cm" if entry.range else ""
        parts.append(f"{counted(entry.attacks, 'attack')}{reach}")
    parts += [counted(entry.hits, "hit")] if entry.hits else []
    parts += [f"save {entry.save}+"] if entry.save else []
    parts += [keyword.replace("_", " ") for keyword in entry.keywords]
    return ", ".join(parts)


def usual_army(scenario: ScenarioFile, seat: str) -> Army:
    """The force list less and more what the scenario says."""
    side = scenario.side[seat]
    picks = []
    for entry in SHELF.force(side.force).unit:
        count = entry.count - side.without.get(entry.id, 0) + side.extra.get(entry.id, 0)
        if count > 0:
            picks.append(Pick(entry.id, count))
    return Army(side.force, tuple(picks), side.name)


def mustered(army: Army, seat: str) -> ForceFile:
    """The force list that a player's own list makes; it prints no breakpoint."""
    listed = SHELF.force(army.roster)
    counts = counts_of(army)
    units = [structs.replace(entry, count=counts[entry.id]) for entry in listed.unit if counts.get(entry.id)]
    return ForceFile(army.name or listed.name, listed.text, units)


def army_faults(army: Army, scenario: ScenarioFile | None, seat: str | None, house: House) -> Sequence[ArmyFault]:
    """One CO, somebody to give orders, somebody to fight, and no more points than the scenario's own force."""
    faults = limit_faults(army, rosters())
    entries = {entry.id: entry for entry in SHELF.force(army.roster).unit}
    fielded = [entries[kind.id] for kind, _ in kinds_of(army, rosters())]
    if not any(entry.role in ("CO", "HQ") for entry in fielded):
        faults.append(ArmyFault("nobody gives orders: a force needs a CO or HQ.", COMMAND))
    for role, served, rule in (("FAO", "artillery", "FWC-ART-01"), ("FAC", "aircraft", "FWC-AIR-01")):
        if any(entry.cls == served for entry in fielded) and not any(entry.role == role for entry in fielded):
            faults.append(ArmyFault(f"{served} without an {role}: nobody can call it.", rule))
    if scenario is not None and seat is not None:
        faults += cost_faults(army, usual_army(scenario, seat), rosters())
    return faults
