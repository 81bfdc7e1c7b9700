"""What a unit of a force list can have besides: more figures, and other armour, weapons and skills for some of them.

Everything is priced for one figure, so that the prices add up. Armour, weapons and skills go to the main line of the
unit, its largest: the first of each to the first figure, so that they meet on the same man, and so on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import structs

from umpire.battle.forces import Upgrade
from umpire.games.fubar import armoury, points, roster, sheet
from umpire.games.fubar.schema import FigureEntry, UnitEntry, VehicleEntry
from umpire.games.fubar.units import Weapon

MOST_FIGURES = 10
"""So many figures more than its list says a line of a unit can have."""
WORN = ("UA", "FA", "FI", "LA", "PA", "AD")
"""Armour that one can put on; automatons are what they are."""
CARRIED, MOUNTED = "SP", "SPHV"
"""The classes of weapons that figures and vehicles can have instead of their first."""
_ROWS = {row.weapon.name: row.rule for row in reversed(armoury.WEAPON_ROWS)}


def slug(name: str) -> str:
    """A name as it stands in an id: Adv. Grenades is adv-grenades."""
    return "-".join("".join(c if c.isalnum() else " " for c in name.lower()).split())


def main_line(entry: UnitEntry) -> int:
    """The index of a unit's largest line, of equal ones the first."""
    return max(range(len(entry.figure)), key=lambda at: (entry.figure[at].count, -at))


def capacity(entry: UnitEntry, has: Mapping[str, int]) -> int:
    """How many can have something else: the figures of the main line, or one vehicle."""
    if entry.vehicle is not None:
        return 1
    main = main_line(entry)
    return entry.figure[main].count + has.get(f"figure-{main + 1}", 0)


# --- What is offered ---


def upgrades(entry: UnitEntry, known: Mapping[str, Weapon]) -> tuple[Upgrade, ...]:
    """FUBAR-PTS-01 to 04: what a unit can have besides, each with its price for one figure."""
    if entry.vehicle is not None:
        return tuple(_weapons(entry.vehicle.weapons, entry.vehicle.weapons, MOUNTED, 1, entry.name, known))
    main = entry.figure[main_line(entry)]
    name, most = main.name or entry.name, main.count + MOST_FIGURES
    carried = [*main.weapons, *main.bike_weapons]
    return (
        *_figures(entry, known),
        *_armours(main, most, name),
        *_weapons(main.weapons, carried, CARRIED, most, name, known),
        *_skills(main, most, name),
    )


def _figures(entry: UnitEntry, known: Mapping[str, Weapon]) -> Iterator[Upgrade]:
    for number, (profile, _) in enumerate(roster.unit_profiles("", entry, known), 1):
        yield Upgrade(f"figure-{number}", f"one more: {profile.name}", profile.points, "", MOST_FIGURES, "FUBAR-PTS-02")


def _armours(main: FigureEntry, most: int, name: str) -> Iterator[Upgrade]:
    worn = roster.proper_name(main.armour)
    if worn not in WORN:
        return
    for code in WORN[WORN.index(worn) + 1 :]:
        row = armoury.ARMOURS[code]
        dearer = sheet.ARMOUR_POINTS[code] - sheet.ARMOUR_POINTS[worn]
        yield Upgrade(f"armour-{code}", f"{row.name} ({code})", dearer, f"for one {name}", most, row.rule)


def _weapons(
    own: list[str], carried: list[str], classes: str, most: int, name: str, known: Mapping[str, Weapon]
) -> Iterator[Upgrade]:
    """FUBAR-PTS-03: another weapon instead of the first; who has none just carries it."""
    has = [roster.proper_name(each) for each in carried]
    price = points.weapon_points(known[roster.proper_name(own[0])]) if own else 0
    text = f"for one {name}" + (f" instead of {own[0]}" if own else "")
    for weapon in known.values():
        mountable = weapon.cls in classes and not (weapon.sniper and classes == MOUNTED)
        if mountable and weapon.name not in has:
            dearer = points.weapon_points(weapon) - price
            rule = _ROWS.get(weapon.name, "FUBAR-WPN-32")
            yield Upgrade(f"weapon-{slug(weapon.name)}", weapon.name, dearer, text, most, rule)


def _skills(main: FigureEntry, most: int, name: str) -> Iterator[Upgrade]:
    """FUBAR-PTS-01: another skill. FUBAR-FAN-01: nobody becomes a fanatic; the lists say who is one."""
    for skill, row in sheet.SKILLS.items():
        if skill not in main.skills and skill != "fanatic":
            yield Upgrade(f"skill-{skill}", row.name, row.points, f"for one {name}", most, row.rule)


# --- What it makes of a unit ---


def changes(has: Mapping[str, int], what: str) -> list[str]:
    """Armour, weapons or skills that a unit has besides, one for each figure that gets one.

    Sniper weapons and Snipers come first, so that they find each other (FUBAR-SNP-02).
    """
    ids = [id for id in sorted(has) if id.startswith(f"{what}-")]
    ids.sort(key=lambda id: not id.startswith(f"{what}-sniper"))
    return [id.removeprefix(f"{what}-") for id in ids for _ in range(has[id])]


def outfitted(entry: UnitEntry, has: Mapping[str, int], known: Mapping[str, Weapon], id: str, name: str) -> UnitEntry:
    """A unit of the list with what it has besides; what there is nobody for is left out."""
    arms = {slug(weapon.name): weapon.name for weapon in known.values()}
    weapons = [arms[each] for each in changes(has, "weapon")]
    if entry.vehicle is not None:
        vehicle = _armed(entry.vehicle, weapons[0]) if weapons else entry.vehicle
        return UnitEntry(id, name, [], vehicle)
    main = main_line(entry)
    figures: list[FigureEntry] = []
    for at, line in enumerate(entry.figure):
        called = line.name or entry.name
        count = line.count + has.get(f"figure-{at + 1}", 0)
        if at != main:
            figures.append(structs.replace(line, count=count))
            continue
        armours, skills = changes(has, "armour"), changes(has, "skill")
        for each in range(count):
            figures.append(_changed(line, called, _nth(armours, each), _nth(weapons, each), _nth(skills, each)))
    return UnitEntry(id, name, _gathered(figures))


def _nth(given: list[str], at: int) -> str:
    return given[at] if at < len(given) else ""


def _armed(vehicle: VehicleEntry, weapon: str) -> VehicleEntry:
    return structs.replace(vehicle, weapons=[weapon, *vehicle.weapons[1:]])


def _changed(line: FigureEntry, name: str, armour: str, weapon: str, skill: str) -> FigureEntry:
    """One figure of a line with what it has instead or besides, and called after it."""
    told = [sheet.SKILLS[skill].name] if skill else []
    told += [weapon] if weapon else []
    told += [armour] if armour else []
    return structs.replace(
        line,
        count=1,
        name=f"{name} ({', '.join(told)})" if told else line.name,
        armour=armour or line.armour,
        weapons=[weapon, *line.weapons[1:]] if weapon else line.weapons,
        skills=[*line.skills, skill] if skill else line.skills,
    )


def _gathered(figures: list[FigureEntry]) -> list[FigureEntry]:
    """Lines of figures that are alike and stand beside each other."""
    found: list[FigureEntry] = []
    for figure in figures:
        if found and structs.replace(found[-1], count=figure.count) == figure:
            found[-1] = structs.replace(figure, count=found[-1].count + figure.count)
        else:
            found.append(figure)
    return found
