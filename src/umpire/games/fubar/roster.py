"""Rosters: the stat lines of a force list, what they cost, and everything that is wrong with them.

A list is read as far as it can be: what a weapon or a skill is that nobody knows, or who may not have one, is told with
its rule. The shelf refuses such a list, a force builder shows it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from umpire.games.fubar import armoury, points, sheet
from umpire.games.fubar.house import House
from umpire.games.fubar.schema import FigureEntry, ForceFile, UnitEntry, VehicleEntry
from umpire.games.fubar.units import Profile, Weapon
from umpire.table import mils


class RosterFault(NamedTuple):
    """What is wrong with a list: where (a path as data files tell it), why, and by which rule."""

    where: str
    text: str
    rule: str


# --- Weapons and stat lines -----------------------------------------------------------------------


def arsenal(force: ForceFile) -> tuple[dict[str, Weapon], list[str]]:
    """FUBAR-WPN-32, 09: the weapons of the sheet and those the list brings along; and what stands twice.

    Raises `armoury.BadWeapon` for a weapon that has other figures than one of the same name.
    """
    own = [
        Weapon(entry.name, mils(entry.range), entry.fp, entry.mark, entry.cls, sniper=entry.sniper)
        for entry in force.weapon
    ]
    return armoury.weapon_table(own, armoury.WEAPONS)


def proper_name(name: str) -> str:
    """A name as the tables have it: "Muti-Missile Launcher" and "Falk" are known too."""
    return armoury.ALIASES.get(name, name)


def _armed(names: list[str], known: Mapping[str, Weapon]) -> tuple[Weapon, ...]:
    """FUBAR-WPN-31: figures and vehicles may carry any class of weapon."""
    return tuple([known[proper_name(name)] for name in names if proper_name(name) in known])


def figure_profile(id: str, entry: FigureEntry, name: str, known: Mapping[str, Weapon]) -> Profile:
    """FUBAR-UNIT-02: the stat line of a figure; what nobody knows is left out of it (see `faults`)."""
    own, mounted = _armed(entry.weapons, known), _armed(entry.bike_weapons, known)
    arms = (*entry.arms, *[""] * (len(own) - len(entry.arms)))[: len(own)]
    armour = proper_name(entry.armour)
    base = mils(sheet.BIKE_BASE if entry.bike else sheet.FIGURE_BASE)
    profile = Profile(
        id=id,
        name=entry.name or name,
        level=entry.level,
        armour=armour if armour in armoury.ARMOUR else "UA",
        weapons=(*own, *mounted),
        arms=(*arms, *["bike"] * len(mounted)),
        melee=entry.melee,
        skills=tuple(entry.skills),
        jump=entry.jump,
        designator=entry.designator,
        charges=entry.charges,
        mines=entry.mines,
        width=base,
        depth=base,
        chassis=entry.bike,
        out=f"{id}.out" if entry.bike else "",
        porter=entry.porter,
    )
    return profile.but(points=points.profile_points(profile))


def vehicle_profile(id: str, entry: VehicleEntry, name: str, known: Mapping[str, Weapon]) -> Profile:
    """FUBAR-VEH-07, 12: the stat line of a vehicle. FUBAR-VTL-04: a VTOL has its save whatever the list says."""
    weapons = _armed(entry.weapons, known)
    if entry.arcs:
        weapons = tuple([weapon._replace(arc=arc) for weapon, arc in zip(weapons, entry.arcs, strict=False)])
    width, depth = entry.size or sheet.VEHICLE_BASES[entry.chassis]
    profile = Profile(
        id=id,
        name=name,
        level=entry.level,
        armour="UA",
        weapons=weapons,
        arms=("",) * len(weapons),
        width=mils(width),
        depth=mils(depth),
        round=False,
        chassis=entry.chassis,
        save=sheet.VTOL_SAVE if entry.chassis == "vtol" else entry.save or 0,
        open=entry.open,
        seats=entry.seats,
        crew=sheet.CREWS[entry.chassis] if entry.crew is None else entry.crew,
        crew_armour=proper_name(entry.crew_armour),
        out=f"{id}.out",
    )
    return profile.but(points=points.profile_points(profile))


def out_profile(of: Profile) -> Profile:
    """FUBAR-DMG-12, BIK-05: who gets out: a crewman with a laser pistol, or the rider on foot with what is his own."""
    if of.is_bike:
        own = [(weapon, arm) for weapon, arm in zip(of.weapons, of.arms, strict=True) if arm != "bike"]
        weapons, arms = tuple([weapon for weapon, _ in own]), tuple([arm for _, arm in own])
        rider = of.but(id=of.out, weapons=weapons, arms=arms, width=mils(1), depth=mils(1), chassis="", out="")
        return rider.but(points=points.profile_points(rider))
    crew = Profile(
        id=of.out,
        name=f"{of.name} crew",
        level=of.level,
        armour=of.crew_armour,
        weapons=(armoury.weapon(armoury.CREW_WEAPON),),
        arms=("",),
    )
    return crew.but(points=points.profile_points(crew))


def unit_profiles(prefix: str, entry: UnitEntry, known: Mapping[str, Weapon]) -> list[tuple[Profile, int]]:
    """The stat lines of a unit, and how many figures have each."""
    if entry.vehicle is not None:
        return [(vehicle_profile(f"{prefix}{entry.id}", entry.vehicle, entry.name, known), 1)]
    several = len(entry.figure) > 1
    return [
        (figure_profile(f"{prefix}{entry.id}{f'.{n}' if several else ''}", each, entry.name, known), each.count)
        for n, each in enumerate(entry.figure, 1)
    ]


def unit_points(entry: UnitEntry, known: Mapping[str, Weapon]) -> int:
    """FUBAR-PTS-01 to 04: what a unit costs."""
    return sum(profile.points * count for profile, count in unit_profiles("", entry, known))


def force_points(force: ForceFile) -> int:
    """FUBAR-PTS-01 to 05: what a list costs, fire missions included."""
    known, _ = arsenal(force)
    return sum(unit_points(entry, known) for entry in force.unit) + points.mission_points(
        {str(kind): count for kind, count in force.missions.items()}
    )


# --- Faults ---------------------------------------------------------------------------------------


def faults(force: ForceFile, house: House) -> list[RosterFault]:
    """FUBAR-PTS-06: everything that is wrong with a list, each with its rule."""
    try:
        known, _ = arsenal(force)
    except armoury.BadWeapon as error:
        return [RosterFault("$.weapon", str(error), "FUBAR-WPN-09")]
    found: list[RosterFault] = []
    if not force.unit:
        found.append(RosterFault("$.unit", "a roster has at least one unit", "FUBAR-UNIT-01"))
    for index, entry in enumerate(force.unit):
        found += _unit(f"$.unit[{index}]", entry, known, house)
    found += _army(force)
    if house.points and force.limit is not None:
        cost = force_points(force)
        if cost > force.limit:
            found.append(RosterFault("$.limit", f"costs {cost} points of {force.limit}", "FUBAR-PTS-06"))
    return found


def _unit(where: str, entry: UnitEntry, known: Mapping[str, Weapon], house: House) -> Iterator[RosterFault]:
    if (entry.vehicle is None) == (not entry.figure):
        yield RosterFault(where, f"{entry.name} is either figures or one vehicle", "FUBAR-UNIT-02")
    if entry.vehicle is not None:
        yield from _vehicle(f"{where}.vehicle", entry.vehicle, known)
    for index, figure in enumerate(entry.figure):
        yield from _figure(f"{where}.figure[{index}]", figure, known, house)
    if len({bool(figure.bike) for figure in entry.figure}) > 1:
        yield RosterFault(where, f"{entry.name}: bikes form units of their own", "FUBAR-BIK-05")
    leaders = sum(figure.count for figure in entry.figure if "leader" in figure.skills)
    if leaders > 1:
        yield RosterFault(where, f"{entry.name} has {leaders} Leaders; a unit has one at most", "FUBAR-LDR-01")


def _vehicle(where: str, entry: VehicleEntry, known: Mapping[str, Weapon]) -> Iterator[RosterFault]:
    yield from _known(f"{where}.weapons", entry.weapons, known)
    if entry.arcs and len(entry.arcs) != len(entry.weapons):
        yield RosterFault(f"{where}.arcs", "names an arc for each weapon, or for none", "FUBAR-REA-04")
    if proper_name(entry.crew_armour) not in armoury.ARMOUR:
        yield RosterFault(f"{where}.crew_armour", f"there is no armour {entry.crew_armour!r}", "FUBAR-GEN-11")
    for index, name in enumerate(entry.weapons):
        if _is_sniper(name, known):
            yield RosterFault(f"{where}.weapons[{index}]", f"{name} is for Snipers only", "FUBAR-SNP-02")


def _known(where: str, names: list[str], known: Mapping[str, Weapon]) -> Iterator[RosterFault]:
    for index, name in enumerate(names):
        if proper_name(name) not in known:
            rule = "FUBAR-SNP-02" if name == "Sniper Rifle" else "FUBAR-PTS-06"
            yield RosterFault(f"{where}[{index}]", f"there is no weapon {name!r}", rule)


def _is_sniper(name: str, known: Mapping[str, Weapon]) -> bool:
    found = known.get(proper_name(name))
    return found is not None and found.sniper


def _figure(where: str, entry: FigureEntry, known: Mapping[str, Weapon], house: House) -> Iterator[RosterFault]:
    """FUBAR-SKL-01 to 05, SNP-02, SWD-02: what a figure may be and have."""
    yield from _known(f"{where}.weapons", entry.weapons, known)
    yield from _known(f"{where}.bike_weapons", entry.bike_weapons, known)
    if proper_name(entry.armour) not in armoury.ARMOUR:
        yield RosterFault(f"{where}.armour", f"there is no armour {entry.armour!r}", "FUBAR-GEN-11")
    for index, skill in enumerate(entry.skills):
        if skill not in sheet.SKILLS:
            yield RosterFault(f"{where}.skills[{index}]", f"there is no skill {skill!r}", "FUBAR-PTS-06")
        elif skill in entry.skills[:index]:
            yield RosterFault(f"{where}.skills[{index}]", f"{skill!r} stands twice", "FUBAR-GEN-11")
    yield from _too_many_skills(where, entry, house)
    for carried, names in (("weapons", entry.weapons), ("bike_weapons", entry.bike_weapons)):
        for index, name in enumerate(names):
            if _is_sniper(name, known) and "sniper" not in entry.skills:
                yield RosterFault(f"{where}.{carried}[{index}]", f"{name} is for Snipers only", "FUBAR-SNP-02")
    if armoury.MELEE_WEAPONS[entry.melee].swordsmen and "swordsman" not in entry.skills and entry.level != "hero":
        name = armoury.MELEE_WEAPONS[entry.melee].name
        yield RosterFault(f"{where}.melee", f"{name} is for Swordsmen and Heroes only", "FUBAR-SWD-02")
    powered = proper_name(entry.armour) in ("PA", "AD")
    if any(entry.arms) and not powered:
        yield RosterFault(f"{where}.arms", "only powered armour carries weapons on its arms", "FUBAR-PWR-01")
    if bool(entry.bike_weapons) and not entry.bike:
        yield RosterFault(f"{where}.bike_weapons", "there is no bike", "FUBAR-BIK-01")


_SKILL_RULES = {
    "civilian": "FUBAR-SKL-01", "green": "FUBAR-SKL-05", "regular": "FUBAR-SKL-02", "veteran": "FUBAR-SKL-02",
    "elite": "FUBAR-SKL-03", "hero": "FUBAR-SKL-04",
}  # fmt: skip


def most_skills(level: str, house: House) -> int:
    """FUBAR-SKL-01 to 05: none for Civilians and Green troops, one, two for an Elite, several for a Hero."""
    limit = sheet.SKILL_LIMIT[level]
    return house.hero_skills if limit is None else limit


def _too_many_skills(where: str, entry: FigureEntry, house: House) -> Iterator[RosterFault]:
    most = most_skills(entry.level, house)
    if len(entry.skills) > most:
        words = f"{len(entry.skills)} skills; {sheet.LEVELS[entry.level].name} may have {most}"
        yield RosterFault(f"{where}.skills", words, _SKILL_RULES[entry.level])


def _army(force: ForceFile) -> Iterator[RosterFault]:
    """FUBAR-LDR-02, SNP-01, MDC-01, SCT-01: a Leader, and no more of some than an army may have."""
    count = {
        skill: sum(f.count for entry in force.unit for f in entry.figure if skill in f.skills) for skill in sheet.SKILLS
    }
    if not count["leader"]:
        yield RosterFault("$.unit", "an army has at least one Leader, this has none", "FUBAR-LDR-02")
    for skill, row in sheet.SKILLS.items():
        if row.per_army is not None and count[skill] > row.per_army:
            words = f"{count[skill]} {row.name}s; an army has {row.per_army} at most"
            yield RosterFault("$.unit", words, row.rule)
        squads = sum(any(skill in f.skills for f in entry.figure) for entry in force.unit)
        if row.squads is not None and squads > row.squads:
            yield RosterFault("$.unit", f"{squads} squads of {row.name}s; an army has {row.squads} at most", row.rule)
    yield from _commander(force)


def _commander(force: ForceFile) -> Iterator[RosterFault]:
    """FUBAR-LDR-06: the commander of the force is the Leader of a unit."""
    found = [entry for entry in force.unit if entry.id == force.commander]
    if not found:
        yield RosterFault("$.commander", f"there is no unit {force.commander!r}", "FUBAR-LDR-06")
    elif not any("leader" in figure.skills for figure in found[0].figure):
        yield RosterFault("$.commander", f"{found[0].name} has no Leader", "FUBAR-LDR-06")
