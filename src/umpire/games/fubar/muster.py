"""Forces that players put together from the force lists: units with more figures, other arms, armour and skills."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from umpire.battle.decisions import Refused
from umpire.battle.forces import Army, ArmyFault, Kind, Pick, Roster, cost, cost_faults, limit_faults
from umpire.battle.words import counted
from umpire.games.fubar import armoury, deploy, roster, sheet
from umpire.games.fubar.content import SHELF, Content, Own
from umpire.games.fubar.house import House
from umpire.games.fubar.model import State
from umpire.games.fubar.outfit import capacity, changes, outfitted, upgrades
from umpire.games.fubar.schema import MISSIONS, FigureEntry, ForceFile, ScenarioFile, UnitEntry
from umpire.games.fubar.units import Weapon
from umpire.games.fubar.view import SYMBOLS

GUNS: tuple[MISSIONS, ...] = ("light", "medium", "heavy")
MISSION = "mission-"
"""What the ids of fire missions begin with, among the kinds of a list."""


# --- What can be fielded ---


@lru_cache(maxsize=1)
def rosters() -> tuple[Roster, ...]:
    """Every force list, with all of it as its usual force."""
    found: list[Roster] = []
    for name in SHELF.force_names:
        listed = SHELF.force(name)
        known, _ = roster.arsenal(listed)
        kinds = (*[_kind(entry, known) for entry in listed.unit], *_missions())
        usual = [Pick(entry.id) for entry in listed.unit] + _bought(listed.missions)
        found.append(Roster(name, listed.name, listed.text, kinds, Army(name, tuple(usual))))
    return tuple(found)


def _kind(entry: UnitEntry, known: Mapping[str, Weapon]) -> Kind:
    symbol, group = _symbol(entry)
    text = _stat_line(entry)
    return Kind(
        entry.id, entry.name, roster.unit_points(entry, known), symbol, text, group, upgrades=upgrades(entry, known)
    )


def _symbol(entry: UnitEntry) -> tuple[str, str]:
    """How it is drawn, and what it is listed under."""
    if entry.vehicle is not None:
        return SYMBOLS[entry.vehicle.chassis], "vehicles"
    first = entry.figure[0]
    if first.bike:
        return SYMBOLS[first.bike], "bikes"
    return ("A", "automatons") if first.armour == "AUT" else ("I", "infantry")


def _stat_line(entry: UnitEntry) -> str:
    """The entry in a few words, as its card will say."""
    if entry.vehicle is not None:
        hull = entry.vehicle
        parts = [sheet.LEVELS[hull.level].name, sheet.CHASSIS[hull.chassis].name]
        parts += [f"save {hull.save}+"] if hull.save else []
        parts += hull.weapons
        parts += [f"{hull.seats} {'open ' if hull.open else ''}seats"] if hull.seats else []
        return ", ".join(parts)
    lines: list[str] = []
    for figure in entry.figure:
        has = [sheet.LEVELS[figure.level].name, roster.proper_name(figure.armour), *figure.weapons]
        has += [armoury.MELEE_WEAPONS[figure.melee].name] if figure.melee != "normal" else []
        has += [sheet.SKILLS[skill].name for skill in figure.skills]
        has += _gear(figure)
        lines.append(f"{figure.count} {figure.name or entry.name} ({', '.join(has)})")
    return "; ".join(lines)


def _gear(figure: FigureEntry) -> list[str]:
    """What a figure has besides arms, armour and skills."""
    found = [words for words, has in (("jump pack", figure.jump), ("laser designator", figure.designator)) if has]
    found += [counted(figure.charges, "demolition charge")] if figure.charges else []
    found += [counted(figure.mines, "minefield")] if figure.mines else []
    if figure.bike:
        armed = f" with {' and '.join(figure.bike_weapons)}" if figure.bike_weapons else ""
        found.append(sheet.CHASSIS[figure.bike].name + armed)
    return found


def _missions() -> Iterator[Kind]:
    """FUBAR-PTS-05: fire missions are bought one by one."""
    for kind, price in sheet.MISSION_POINTS.items():
        gun = armoury.ARTILLERY[kind]
        text = (
            f"{gun.fp} {'die' if gun.fp == 1 else 'dice'} for each model within {gun.aoe // sheet.INCH} inches across"
        )
        name = f"Fire mission, {kind}"
        yield Kind(f"{MISSION}{kind}", name, price, "F", text, "fire missions", rule="FUBAR-PTS-05")


def _bought(missions: Mapping[MISSIONS, int]) -> list[Pick]:
    return [Pick(f"{MISSION}{kind}", count) for kind, count in missions.items() if count]


def usual_army(scenario: ScenarioFile, seat: str) -> Army:
    """Those of the list that fight in the scenario, and the fire missions they may call there."""
    side = scenario.side[seat]
    listed = SHELF.force(side.force)
    picks = [Pick(entry.id) for entry in listed.unit if not side.units or entry.id in side.units]
    picks += _bought(listed.missions if side.missions is None else side.missions)
    return Army(side.force, tuple(picks), side.name)


# --- The list it makes ---


def _units(army: Army, seat: str) -> list[tuple[str, UnitEntry]]:
    """The kinds of a list in its order, each unit with what it has besides, numbered through."""
    listed = SHELF.force(army.roster)
    known, _ = roster.arsenal(listed)
    found: list[tuple[str, UnitEntry]] = []
    for entry in listed.unit:
        taken = [pick for pick in army.picks if pick.kind == entry.id for _ in range(pick.number)]
        for number, pick in enumerate(taken, 1):
            name = f"{entry.name} {number}" if len(taken) > 1 else entry.name
            id = f"{seat.lower()}-{len(found) + 1}"
            found.append((entry.id, outfitted(entry, dict(pick.upgrades), known, id, name)))
    return found


def _force(army: Army, units: Sequence[UnitEntry]) -> ForceFile:
    listed = SHELF.force(army.roster)
    missions = {kind: sum(pick.number for pick in army.picks if pick.kind == f"{MISSION}{kind}") for kind in GUNS}
    return ForceFile(
        name=army.name or listed.name,
        text=listed.text,
        unit=list(units),
        commander="",
        human=listed.human,
        tends_wounded=listed.tends_wounded,
        honours_medics=listed.honours_medics,
        missions={kind: count for kind, count in missions.items() if count},
        weapon=listed.weapon,
    )


def mustered(army: Army, seat: str) -> ForceFile:
    """The force list that a player's own list makes.

    FUBAR-LDR-06: its commander is where the list has him, else with the first Leader there is.
    """
    units = _units(army, seat)
    force = _force(army, [entry for _, entry in units])
    wanted = SHELF.force(army.roster).commander
    led = [(kind, entry.id) for kind, entry in units if any("leader" in figure.skills for figure in entry.figure)]
    force.commander = next((uid for kind, uid in led if kind == wanted), led[0][1] if led else "")
    return force


def own_list(army: Army, scenario: ScenarioFile, seat: str) -> Own:
    """A player's own list for a battle. Of the scenario's list, what that says of a unit holds for its kind."""
    stand_for: dict[str, list[str]] = {}
    if army.roster == scenario.side[seat].force:
        for kind, entry in _units(army, seat):
            stand_for.setdefault(kind, []).append(entry.id)
    return Own(mustered(army, seat), stand_for)


def check_arrivals(content: Content, seat: str) -> None:
    """`Refused` if one who arrives later could never come on."""
    bare = State(content, content.fresh())
    for unit in bare.units.values():
        if unit.side == seat and unit.id in content.arrivals and not deploy.can_arrive(bare, unit):
            name = content.force(seat).name
            raise Refused(f"{name} needs more room than its table edge has: {unit.name} cannot come on.")


# --- What is wrong with it ---


def army_faults(army: Army, scenario: ScenarioFile | None, seat: str | None, house: House) -> Sequence[ArmyFault]:
    """FUBAR-PTS-06: all faults of a list, each with its rule; and the points of the scenario's own force.

    Options points = off: nobody counts them; hero_skills, fire_missions: how many there may be.
    """
    force = mustered(army, seat or "A")
    faults = [*limit_faults(army, rosters()), *_too_many(army)]
    # Without a Leader there is no commander either: that is told once.
    wrong = [fault for fault in roster.faults(force, house) if fault.rule != "FUBAR-LDR-06"]
    faults += [ArmyFault(f"{_where(force, fault)}{fault.text}.", fault.rule) for fault in wrong]
    called = sum(force.missions.values())
    if 0 <= house.fire_missions < called:
        told = f"{called} fire missions are bought; no more than {house.fire_missions} can be called."
        faults.append(ArmyFault(told, "FUBAR-IND-14"))
    return [*dict.fromkeys(faults), *(_too_dear(army, scenario, seat) if house.points else ())]


def _too_dear(army: Army, scenario: ScenarioFile | None, seat: str | None) -> list[ArmyFault]:
    if scenario is not None and seat is not None:
        return cost_faults(army, usual_army(scenario, seat), rosters(), "FUBAR-PTS-06")
    own, limit = cost(army, rosters()), SHELF.force(army.roster).limit
    if limit is None or own <= limit:
        return []
    return [ArmyFault(f"it costs {own} points of {limit}.", "FUBAR-PTS-06")]


def _too_many(army: Army) -> Iterator[ArmyFault]:
    """More weapons, suits of armour or skills than there are figures for them."""
    entries = {entry.id: entry for entry in SHELF.force(army.roster).unit}
    for pick in army.picks:
        entry = entries.get(pick.kind)
        if entry is None:
            continue
        has = dict(pick.upgrades)
        for what in ("armour", "weapon", "skill"):
            count, room = len(changes(has, what)), capacity(entry, has)
            if count > room:
                told = f"{entry.name}: {count} have another {what}, but there are only {room} to have it."
                yield ArmyFault(told, "FUBAR-UNIT-02")


_PLACE = re.compile(r"^\$\.unit\[(\d+)\](?:\.figure\[(\d+)\])?")


def _where(force: ForceFile, fault: roster.RosterFault) -> str:
    """Whom a fault is about, if it is not the whole list or said already."""
    found = _PLACE.match(fault.where)
    if found is None:
        return ""
    unit = force.unit[int(found[1])]
    if found[2] is None:
        return "" if fault.text.startswith(unit.name) else f"{unit.name}: "
    figure = unit.figure[int(found[2])]
    return f"{unit.name}, {figure.name}: " if figure.name else f"{unit.name}: "
