"""The static content of a battle, made from the data files of its forces and scenario."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from importlib.resources import files
from itertools import pairwise
from math import ceil

from umpire.battle.places import point_of, shape_of
from umpire.battle.shelf import Shelf
from umpire.games.commander.distance import HAIR
from umpire.games.commander.sight import Line, Outlook
from umpire.games.fwc import checks, sheet
from umpire.games.fwc.house import House
from umpire.games.fwc.model import OFF, SEATS, Gap, Profile, Record, Side, Unit, Zone
from umpire.games.fwc.schema import ForceFile, InstallationEntry, ScenarioFile, SideEntry, TerrainEntry, UnitEntry
from umpire.table import EDGES, Base, Cost, Ground, Point, Rate, Terrain, keep, mils


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
        self.looks = {entry.id: entry.look for entry in file.terrain if entry.look}
        self.ground = Ground(self.terrain)
        self._radius = {seat: sheet.TECH_LEVELS[side.tech].radius for seat, side in file.side.items()}
        self.baseline = {seat: EDGES[side.baseline] for seat, side in file.side.items()}
        self.profiles: dict[str, Profile] = {}
        self.entries: dict[str, list[tuple[Profile, int, bool]]] = {}
        for seat in SEATS:
            self.entries[seat] = self._muster(seat, file.side[seat])
        for entry in file.installation:
            self.profiles[entry.id] = _installation(entry)
        blocking = [p for p in self.terrain if p.kind in ("dense", "building") or p.height]
        self.outlook = Outlook(blocking, "dense", house.see_in_cm * 1000 + HAIR, self._indoors)
        self._buildings = Ground(p for p in self.terrain if p.kind == "building")
        self.sheltering = Ground([*self._walls(), *[p for p in self.terrain if p.height]])
        self.barriers = Ground(p for p in self.terrain if p.kind in sheet.BARRIERS)
        self.going = Ground(p for p in self.terrain if p.kind in sheet.GOING)
        self.scorched = Ground(p for p in self.terrain if p.kind == "scorched")
        self.roads: tuple[tuple[Terrain, tuple[Point, ...]], ...] = tuple(self._roads())
        """The roads drawn as a line, each with that line (FWC-MOV-08)."""
        self.goals: tuple[Point, ...] = tuple(self._goals())
        self.past_memo: dict[tuple[Base, Base, tuple[Zone | Base, ...]], Line | None] = {}
        self._under: dict[Base, tuple[Terrain, ...]] = {}
        self.barrier_memo: dict[tuple[tuple[Terrain, ...], tuple[Gap, ...]], Ground] = {}
        self.going_memo: dict[tuple[Profile, bool, int, int], tuple[Ground, Rate]] = {}
        self.cost_memo: dict[tuple[Profile, int, int, tuple[Point, ...]], Cost] = {}
        self.room_memo: dict[tuple[object, ...], bool] = {}
        self.deploy_memo: dict[tuple[str, str, tuple[Base, ...]], dict[str, Base] | None] = {}

    def _muster(self, seat: str, side: SideEntry) -> list[tuple[Profile, int, bool]]:
        """The units of a side: its own list, or the force list less and more what the scenario says."""
        rows: list[tuple[Profile, int, bool]] = []
        entries = self.force(seat).unit
        counts = {entry.id: entry.count for entry in entries}
        if seat not in self.own:
            for unit in counts:
                counts[unit] += side.extra.get(unit, 0) - side.without.get(unit, 0)
        mode = self.house.gunship_mode if side.gunships == "owner" else side.gunships
        if not any(entry.role == "FAC" and counts[entry.id] > 0 for entry in entries):
            mode = "ordered"  # FWC-FLY-02: nobody could call it
        for entry in entries:
            profile = _profile(seat, entry, self.house)
            self.profiles[profile.id] = profile
            count = counts[entry.id]
            if count > 0:
                off = entry.off_table or entry.cls == "aircraft"
                called = entry.cls == "gunship" and mode == "called"
                rows.append((profile, count, off or called))
        return rows

    def _walls(self) -> Iterator[Terrain]:
        """Walls leg by leg: who is close behind one leg has no cover from what comes over another, farther off."""
        for entry, piece in zip(self.file.terrain, self.terrain, strict=True):
            if piece.kind == "wall" and not piece.height:
                legs = pairwise(entry.line) if entry.line is not None else ()
                shapes = [shape_of(line=leg, width=entry.width) for leg in legs]
                yield from [piece._replace(shape=shape) for shape in shapes or (piece.shape,)]

    def _roads(self) -> Iterator[tuple[Terrain, tuple[Point, ...]]]:
        for entry, piece in zip(self.file.terrain, self.terrain, strict=True):
            if piece.kind in sheet.ROADS and entry.line is not None:
                yield piece, tuple(point_of(each) for each in entry.line)

    def bases(self, seat: str) -> list[tuple[int, int]]:
        """Width and depth of all that a side sets up in its zone."""
        return [(line.width, line.depth) for line, count, off in self.entries[seat] if not off for _ in range(count)]

    def force(self, seat: str) -> ForceFile:
        """The force list of a side."""
        return self.own.get(seat) or SHELF.force(self.file.side[seat].force)

    def _goals(self) -> Iterator[Point]:
        """The middles of what the objectives name."""
        for objective in self.file.objective:
            for target in objective.targets:
                yield self.goal(target)

    def goal(self, target: str) -> Point:
        for entry in self.file.installation:
            if entry.id == target:
                return Point(mils(entry.at[0]), mils(entry.at[1]))
        west, south, east, north = next(piece.bounds for piece in self.terrain if piece.id == target)
        return Point((west + east) // 2, (south + north) // 2)

    def fresh(self) -> Record:
        """The state before deployment: everybody in reserve."""
        units: list[Unit] = []
        sides: list[Side] = []
        for seat in SEATS:
            mine = self._units(seat)
            units += mine
            spec = self.file.side[seat]
            counting, point = self.breakpoint(seat, mine)
            name = (spec.name if seat not in self.own else "") or self.force(seat).name
            sides.append(Side(seat, name, spec.tech, spec.air, point, counting))
        for entry in self.file.installation:
            profile = self.profiles[entry.id]
            base = Base(mils(entry.at[0]), mils(entry.at[1]), entry.facing, profile.width, profile.depth)
            units.append(Unit(entry.id, entry.side, 0, profile, base))
        return Record(
            units=units, sides=sides, phase="setup", player_turn=0, active=self.file.deploys, commander="",
            formation=[], formation_number=0, orders=0, command_over=False, effects=[], zones=[], gaps=[], laid=[],
            recon=[], winner="", reason="", reason_rule="", over=False,
        )  # fmt: skip

    def _units(self, seat: str) -> list[Unit]:
        units: list[Unit] = []
        for profile, count, off in self.entries[seat]:
            for number in range(1, count + 1):
                base = Base(0, 0, (self.baseline[seat] + 180) % 360, profile.width, profile.depth)
                unit = Unit(f"{profile.id}-{number}", seat, number if count > 1 else 0, profile, base, OFF)
                unit.shield = profile.shield
                unit.airborne = profile.is_air
                unit.called = off and profile.cls == "gunship"
                units.append(unit)
        return units

    def under(self, base: Base) -> tuple[Terrain, ...]:
        """FWC-HIT-04: the terrain a base is in, which is where half of it or more lies."""
        found = self._under.get(base)
        if found is None:
            found = tuple(self.ground.under(base))
            keep(self._under, base, found)
        return found

    def _indoors(self, base: Base) -> list[str]:
        return [piece.id for piece in self._buildings.under(base)]

    def side(self, seat: str) -> SideEntry:
        return self.file.side[seat]

    def radius(self, seat: str) -> int:
        """FWC-TEC-01, 03, 05, 07: the initiative and command radius of a side, in cm."""
        return self._radius[seat]

    def deviation_step(self, seat: str) -> int:
        """FWC-TEC-08: the length that costs a die of deviation, in cm."""
        return sheet.TECH_LEVELS[self.side(seat).tech].deviation

    def breakpoint(self, seat: str, units: Iterable[Unit]) -> tuple[int, int]:
        """FWC-BRK-03: the counting total of a side and its breakpoint.

        That is what the scenario or the force list prints, else half of the total, rounded up (FWC-GEN-04).
        """
        counting = sum(break_points(unit) for unit in units)
        printed = self.side(seat).breakpoint if seat not in self.own else None
        if printed is None:
            printed = self.force(seat).breakpoint
        return counting, max(1, ceil(counting * self.house.break_fraction)) if printed is None else printed

    def off_table(self, unit: Unit) -> bool:
        """Whether a unit serves from off the table (FWC-ART-08, AIR-14)."""
        if unit.profile.cls == "gunship":
            return unit.called
        for profile, _, off in self.entries.get(unit.side, ()):
            if profile is unit.profile:
                return off
        return False


def break_points(unit: Unit) -> int:
    """FWC-BRK-01, 02 and 06: what a unit counts for the breakpoint.

    FWC-EXP-01: all that expendable means. FWC-MAS-01: a massive unit counts two.
    """
    profile = unit.profile
    if profile.cls in ("command", "recon", "aircraft", "artillery", "installation") or unit.called:
        return 0
    if profile.has("sniper") or profile.has("expendable"):
        return 0
    if profile.cls == "transport" and profile.has("unarmoured"):
        return 0
    return 2 if profile.is_massive else 1


def _profile(seat: str, entry: UnitEntry, house: House) -> Profile:
    """The stat line of an entry. FWC-AAF-03: a CO or HQ without anti-aircraft dice has those of the house rules."""
    large = "massive" in entry.keywords
    size = sheet.MASSIVE_BASE_CM if large else sheet.BASE_CM
    aa = entry.aa
    if aa is None and entry.role in ("CO", "HQ"):
        aa = (house.co_hq_aa, sheet.COMMAND_ANTI_AIRCRAFT_RANGE)
    reach = None if entry.range is None else mils(entry.range)
    cls = "engineer" if "engineer" in entry.keywords else entry.cls
    return Profile(
        id=f"{seat.lower()}-{entry.id}",
        name=entry.name,
        cls=cls,
        keywords=frozenset(entry.keywords),
        move=mils(entry.move),
        attacks=entry.attacks,
        range=reach,
        hits=entry.hits,
        save=entry.save,
        aa_dice=aa[0] if aa else 0,
        aa_range=mils(aa[1]) if aa else 0,
        ifv=entry.ifv,
        shield=entry.shield,
        designator=mils(entry.designator) or ((reach or 0) if "designator" in entry.keywords else 0),  # FWC-DES-01
        capacity=entry.capacity,
        cv=entry.cv,
        points=entry.points,
        width=mils(size),
        depth=mils(size),
        role=entry.role,
        score=0,
    )


def _installation(entry: InstallationEntry) -> Profile:
    size = mils(sheet.MASSIVE_BASE_CM)
    return Profile(
        id=entry.id, name=entry.name, cls="installation", keywords=frozenset(), move=0, attacks=0, range=0,
        hits=entry.hits, save=entry.save, aa_dice=0, aa_range=0, ifv=0, shield=0, designator=0, capacity=0, cv=2,
        points=0, width=size, depth=size, role="", score=entry.score,
    )  # fmt: skip


_UNNAMED = {kind: f"{kind} terrain" for kind in ("dense", "impassable", "scorched")}
"""What terrain without a name of its own is called, where that is not its kind."""


def _terrain(entry: TerrainEntry) -> Terrain:
    shape = shape_of(box=entry.box, circle=entry.circle, line=entry.line, width=entry.width)
    name = entry.name or _UNNAMED.get(entry.kind, entry.kind.replace("_", " "))
    return Terrain(entry.id, entry.kind, shape, entry.height, name)


# --- Files ---------------------------------------------------------------------------------------------------


SHELF = Shelf(files("umpire.games.fwc"), ForceFile, checks.force_list, ScenarioFile, checks.scenario)
"""The force lists and scenarios there are."""
