"""Forces that players put together from the force lists: what can be fielded, and what is wrong with a list."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from umpire.battle.forces import Army, ArmyFault, Kind, Pick, Roster, cost_faults, limit_faults, numbered
from umpire.battle.words import counted
from umpire.games.bptc.content import SHELF
from umpire.games.bptc.figures import SYMBOLS
from umpire.games.bptc.house import House
from umpire.games.bptc.schema import ForceFile, ScenarioFile, UnitEntry


@lru_cache(maxsize=1)
def rosters() -> tuple[Roster, ...]:
    """Every force list, with what it prints as its usual force."""
    return SHELF.rosters(_kind, lambda entry: len(entry.units))


def _kind(entry: UnitEntry) -> Kind:
    """A kind of unit. BPTC-SET-01: an army has one CO."""
    one = entry.role == "CO"
    return Kind(
        entry.id, entry.name, entry.points, SYMBOLS[entry.arm], _stat_line(entry), entry.arm, int(one),
        1 if one else None, "BPTC-SET-01" if one else "",
    )  # fmt: skip


def _stat_line(entry: UnitEntry) -> str:
    """The entry in a few words, as its card will say."""
    parts = [f"CV {entry.cv}"] if entry.cv else [counted(entry.stands, "stand")]
    parts += [f"attack {entry.attack} at {entry.range:g} cm"] if entry.attack else []
    parts += [f"mounted attack {entry.mounted_attack}"] if entry.mounted_attack else []
    parts.append(counted(entry.hits, "hit"))
    parts += [f"save {entry.save}+"] if entry.save else []
    parts += [keyword.replace("_", " ") for keyword in entry.keywords]
    return ", ".join(parts)


def usual_army(scenario: ScenarioFile, seat: str) -> Army:
    """The force list without those that stay away."""
    side = scenario.side[seat]
    counts = [(entry.id, sum(uid not in side.without for uid in entry.units)) for entry in SHELF.force(side.force).unit]
    return Army(side.force, tuple(Pick(kind, count) for kind, count in counts if count), side.name)


def mustered(army: Army, seat: str) -> ForceFile:
    """The force list that a player's own list makes: units numbered through, and shared out among who commands."""
    listed = SHELF.force(army.roster)
    units = numbered(army, listed.unit, seat)
    return ForceFile(army.name or listed.name, listed.text, units, _commands(units), listed.initiative)


def _commands(units: Sequence[UnitEntry]) -> dict[str, list[str]]:
    """BPTC-SET-01: every unit belongs to an HQ, in equal parts in the order of the list; to the CO if there is none."""
    leaders = [uid for role in ("HQ", "CO") for entry in units if entry.role == role for uid in entry.units]
    hqs = sum(len(entry.units) for entry in units if entry.role == "HQ")
    led = [uid for entry in units if not entry.role for uid in entry.units]
    share = -(-len(led) // (hqs or 1))
    heads = leaders[: hqs or 1]
    return {leader: led[at * share : (at + 1) * share] for at, leader in enumerate(heads)}


def army_faults(army: Army, scenario: ScenarioFile | None, seat: str | None, house: House) -> Sequence[ArmyFault]:
    """BPTC-SET-01: one CO; and the points of the scenario's own force."""
    faults = limit_faults(army, rosters())
    if not any(entry.role for entry in mustered(army, seat or "A").unit):
        faults.append(ArmyFault("nobody commands: every unit belongs to an HQ or to the CO.", "BPTC-SET-01"))
    if scenario is not None and seat is not None:
        faults += cost_faults(army, usual_army(scenario, seat), rosters())
    return faults
