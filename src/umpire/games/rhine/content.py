"""Forces and scenarios: data files with a checked schema, and the static content of a battle made from them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from importlib.resources import files
from itertools import pairwise
from typing import NamedTuple

from umpire.battle.decisions import Refused
from umpire.battle.places import point_of, shape_of
from umpire.battle.shelf import Shelf
from umpire.battle.words import counted
from umpire.games.rhine import checks, sheet
from umpire.games.rhine.features import FEATURES, WRECK, Feature
from umpire.games.rhine.hiding import walls_of
from umpire.games.rhine.house import House
from umpire.games.rhine.model import AIR, RESERVE, SEATS, Profile, Record, Side, Unit, Weapon
from umpire.games.rhine.schema import (
    MOBILITY,
    Breakthrough,
    ForceFile,
    Kill,
    Objective,
    ScenarioFile,
    SideEntry,
    TerrainEntry,
    UnitEntry,
    WeaponEntry,
)
from umpire.table import (
    EDGES,
    Base,
    Ground,
    Point,
    Polygon,
    Screens,
    Terrain,
    along_vector,
    line_polygon,
    mils,
    unit_vector,
)

__all__ = [
    "SHELF",
    "Breakthrough",
    "Content",
    "Feature",
    "ForceFile",
    "Goal",
    "Kill",
    "Objective",
    "ScenarioFile",
    "SideEntry",
    "TerrainEntry",
    "UnitEntry",
    "WeaponEntry",
    "profile_of",
]


class Goal(NamedTuple):
    """An objective on the table."""

    id: str
    name: str
    point: Point
    points: int
    """What it is worth to who holds it at the end."""

    @property
    def text(self) -> str:
        return f"{self.name} ({counted(self.points, 'point')})"


class Content:
    """What does not change in a battle: profiles, terrain, scenario, house rules."""

    def __init__(
        self,
        scenario: str,
        file: ScenarioFile,
        house: House,
        forces: Mapping[str, ForceFile] | None = None,
    ) -> None:
        self.scenario = scenario
        self.file = file
        self.own: Mapping[str, ForceFile] = forces or {}
        """Lists that players put together themselves, instead of what the scenario says."""
        self.house = house
        self.size = (mils(file.size[0]), mils(file.size[1]))
        self.terrain = tuple(_terrain(entry) for entry in file.terrain)
        self.ground = Ground(self.terrain)
        self.features: dict[str, Feature] = {entry.id: _feature(entry) for entry in file.terrain}
        self.straights = Ground(
            Terrain(entry.id, entry.kind, part)
            for entry in file.terrain
            if self.features[entry.id].linear
            for part in _straights(entry)
        )
        """The straight parts of hedges and walls, between their bends."""
        self.baseline = {seat: EDGES[side.baseline] for seat, side in file.side.items()}
        self.objectives = tuple(Goal(o.id, o.name, point_of(o.at), o.points) for o in file.objective)
        self.warnings: list[str] = []
        self.profiles: dict[str, Profile] = {}
        self.roster: dict[str, list[tuple[str, int, Profile]]] = {}
        """The units of a side: id, number among its kind (0: the only one), stat line."""
        self.rides: dict[str, str] = {}
        """The transport each passenger may begin in."""
        for seat in SEATS:
            self.roster[seat] = self._muster(seat, file.side[seat])
        if house.list_checks == "refuse" and self.warnings:
            raise Refused(f"{self.warnings[0]}.", "RHINE-ERR-03")
        self.in_the_way = self._part(lambda f: f.los != "clear" or f.height > 0)
        """What stops or veils a line of sight."""
        self.screens = Screens(self._part(lambda f: f.los == "block" or f.height > 0).pieces)
        woods = self._part(lambda f: f.los == "wood" and f.cover != "fortification")
        self.woods = Screens(woods.pieces, sheet.WOOD_DEPTH * 1000)
        self.sheltering = self._part(lambda f: f.cover != "none")
        self.walls = walls_of(self.terrain, self.features)
        self.forts = self._part(lambda f: f.cover == "fortification")
        self.going = self._part(lambda f: f.vehicles != "open" or f.foot != "open")
        self.crossings = self._part(lambda f: bool(f.replaces))
        self.roads = self._part(lambda f: f.road)
        self.sight_memo: dict[tuple[Base, Base], int] = {}
        self.lines_memo: dict[tuple[Base, Base], tuple[int, ...]] = {}
        self.under_memo: dict[Base, tuple[Terrain, ...]] = {}
        self.room_memo: dict[tuple[str, Base, tuple[Base, ...], tuple[Base, ...]], Base | None] = {}
        self.deploy_memo: dict[tuple[str, tuple[str, ...], tuple[Base, ...]], dict[str, Base] | None] = {}

    def _part(self, wanted: Callable[[Feature], bool]) -> Ground:
        return Ground(piece for piece in self.terrain if wanted(self.features[piece.id]))

    def _muster(self, seat: str, side: SideEntry) -> list[tuple[str, int, Profile]]:
        """The units of a side: its force list with the swaps of the scenario and without what is switched off.

        Option list_checks (RHINE-ERR-03): what is odd about the list is noted.
        """
        listed = self.force(seat)
        if self.house.list_checks != "off":
            self.warnings += checks.list_warnings(self.side_name(seat), listed)
        rows: list[tuple[str, int, Profile]] = []
        for entry, uids in fielded(listed, {} if seat in self.own else side.swap):
            profile = profile_of(seat, entry)
            self.profiles[profile.id] = profile
            if not self._switched_off(profile):
                rows += [(uid, number if len(uids) > 1 else 0, profile) for number, uid in enumerate(uids, 1)]
        here = [uid for uid, _, _ in rows]
        self.rides.update({who: carrier for who, carrier in listed.rides.items() if who in here and carrier in here})
        return rows

    def _switched_off(self, profile: Profile) -> bool:
        """Helicopters and mortar teams stay at home where their rules are not in use."""
        if profile.is_helicopter:
            return not self.house.helicopters
        armed_so = bool(profile.weapons) and all(weapon.kind == "mortar" for weapon in profile.weapons)
        return armed_so and not self.house.mortars

    def feature(self, terrain_id: str) -> Feature:
        """What a piece of terrain, or a wreck (RHINE-PEN-09), means for moving, cover and sight."""
        found = self.features.get(terrain_id)
        if found is None:
            assert terrain_id.startswith("wreck-"), f"there is no terrain {terrain_id!r}"
            return WRECK
        return found

    def fresh(self) -> Record:
        """The state before deployment: everybody in reserve, passengers with the transport they may begin in."""
        units: list[Unit] = []
        sides: list[Side] = []
        for seat in SEATS:
            mine = list(self._units(seat))
            units += mine
            start = sum(unit.profile.break_points for unit in mine)
            sides.append(Side(seat, self.side_name(seat), start_bp=start))
        first = "A" if self.file.deploys == "alternating" else self.file.deploys
        return Record(
            units=units, sides=sides, phase="setup", turn=0, active=first, smoke=[], wrecks=[], plan=None, winner="",
            reason="", reason_rule="", over=False,
        )  # fmt: skip

    def _units(self, seat: str) -> Iterator[Unit]:
        """RHINE-HEL-01: a helicopter is off the table all the time."""
        facing = (self.baseline[seat] + 180) % 360
        for uid, number, profile in self.roster[seat]:
            base = Base(0, 0, facing, profile.width, profile.depth)
            place = AIR if profile.is_helicopter else RESERVE
            carrier = self.rides.get(uid, "")
            yield Unit(uid, seat, number, profile, base, place, carried_by=carrier, smoke=profile.smoke)

    def bases(self, seat: str) -> list[tuple[int, int]]:
        """Width and depth of all that a side sets up in its zone: not of passengers, nor of what flies."""
        return [
            (line.width, line.depth)
            for uid, _, line in self.roster[seat]
            if uid not in self.rides and not line.is_helicopter
        ]

    def side(self, seat: str) -> SideEntry:
        return self.file.side[seat]

    def force(self, seat: str) -> ForceFile:
        """The force list of a side."""
        return self.own.get(seat) or SHELF.force(self.side(seat).force)

    def side_name(self, seat: str) -> str:
        return (self.side(seat).name if seat not in self.own else "") or self.force(seat).name


def break_points(printed: int, points: int) -> int:
    """RHINE-WIN-01: what the list prints, else an eighth of the points, half of one rounded up, at least one."""
    return printed or max(1, (points + 4) // 8)


def fielded(listed: ForceFile, swap: Mapping[str, str]) -> list[tuple[UnitEntry, list[str]]]:
    """The kinds of a list, each with the ids of its units once those of the swaps have changed theirs."""
    return [
        (
            entry,
            [uid for uid in entry.units if uid not in swap] + [uid for uid, kind in swap.items() if kind == entry.id],
        )
        for entry in listed.unit
    ]


def profile_of(seat: str, entry: UnitEntry) -> Profile:
    """The stat line of an entry. RHINE-FACE-02: without a figure for the rear it is as the side."""
    front, side, rear = ([*entry.armour, entry.armour[-1]] if entry.armour else [0, 0, 0])[:3]
    width, length = entry.base or sheet.BASES.get(entry.cls, sheet.VEHICLE_BASE)
    return Profile(
        id=f"{seat.lower()}-{entry.id}",
        name=entry.name,
        cls=entry.cls,
        mobility=entry.mobility or MOBILITY[entry.cls],
        weapons=tuple(weapons(entry)),
        front=front,
        side=side,
        rear=rear,
        morale=entry.morale or 0,
        points=entry.points,
        break_points=break_points(entry.bp or 0, entry.points),
        width=mils(width),
        depth=mils(length),
        fast=entry.fast,
        special_armour=entry.special_armour,
        command=entry.command,
        capacity=entry.seats,
        thermal=entry.thermal,
        recce=entry.recce,
        aa=entry.aa,
        smoke=entry.smoke,
        vulnerable=entry.vulnerable,
        fixed_forward=entry.fixed_forward,
    )


def weapons(entry: UnitEntry) -> Iterator[Weapon]:
    """The weapons of an entry. RHINE-DMG-10: a squad has rifles and an anti-tank weapon unless it lists its own."""
    if entry.cls == "INF" and not entry.weapons:
        to_hit = entry.to_hit or 0
        yield Weapon("small_arms", 0, to_hit)
        yield Weapon("law", entry.law, to_hit, max_range=mils(sheet.INFANTRY_WEAPON_RANGE))
    for each in entry.weapons:
        to_hit = each.needs(entry.to_hit) or 0
        yield Weapon(each.kind, each.weapon or 0, to_hit, each.heat, each.raised, mils(each.max_range))


def _terrain(entry: TerrainEntry) -> Terrain:
    shape = shape_of(area=entry.area, circle=entry.circle, line=entry.line, width=entry.width)
    return Terrain(entry.id, entry.kind, shape, entry.height, entry.name)


def _straights(entry: TerrainEntry) -> Iterator[Polygon]:
    """The straight parts of a hedge or wall; at a bend each goes on to the outer side."""
    if entry.line is None:
        yield _terrain(entry).shape
        return
    points, width = list(dict.fromkeys(point_of(each) for each in entry.line)), mils(entry.width)
    for index, (p, q) in enumerate(pairwise(points)):
        vector = unit_vector(p, q)
        start = along_vector(p, vector, -width / 2) if index else p
        end = along_vector(q, vector, width / 2) if index + 2 < len(points) else q
        yield line_polygon((start, end), width)


def _feature(entry: TerrainEntry) -> Feature:
    """RHINE-TERR-14, INF-17, LOS-03: a piece is as its kind usually is, but for what it says of itself."""
    usual = FEATURES[entry.kind]
    return Feature(
        entry.vehicles or usual.vehicles,
        entry.foot or usual.foot,
        entry.cover or usual.cover,
        entry.los or usual.los,
        usual.linear,
        usual.road,
        entry.height,
        tuple(entry.replaces),
    )


# --- Files ---------------------------------------------------------------------------------------------------


SHELF = Shelf(files("umpire.games.rhine"), ForceFile, checks.force_list, ScenarioFile, checks.scenario)
"""The force lists and scenarios there are."""
