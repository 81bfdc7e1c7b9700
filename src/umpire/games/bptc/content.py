"""The static content of a battle, made from the data files of its forces and scenario."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files

from umpire.battle.places import point_of, shape_of
from umpire.battle.seats import SEATS
from umpire.battle.shelf import Shelf
from umpire.games.bptc import checks, sheet
from umpire.games.bptc.features import kind_of
from umpire.games.bptc.house import House
from umpire.games.bptc.land import Land
from umpire.games.bptc.procedures import breakpoint_of
from umpire.games.bptc.records import Construction, Feature, Objective, Record, Side, fresh_record
from umpire.games.bptc.schema import (
    Box,
    ConstructionEntry,
    ForceFile,
    ObjectiveEntry,
    ScenarioFile,
    SideEntry,
    TerrainEntry,
    UnitEntry,
)
from umpire.games.bptc.stands import first_formation, first_mode, footprint
from umpire.games.bptc.units import Profile, Unit
from umpire.table import EDGES, Base, Point, Polygon, along_vector, line_polygon, mils, unit_vector

Start = tuple[int, int, int, str]
"""Where a scenario places a unit: x, y, facing, and a formation or ""."""


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
        self.turns = file.turns
        self.first = file.first
        self.deploys = file.deploys
        self.baseline = {seat: EDGES[file.side[seat].baseline] for seat in SEATS}
        self.features: tuple[Feature, ...] = tuple([feature(entry) for entry in file.terrain])
        self.constructions: tuple[Construction, ...] = tuple([_construction(entry) for entry in file.construction])
        self.objectives: tuple[Objective, ...] = tuple([_objective(entry) for entry in file.objective])
        self.land = Land(self.features)
        self.zones: dict[str, Polygon] = {seat: _area(file.side[seat].zone) for seat in SEATS}
        self.dug_in: dict[str, tuple[str, ...]] = {seat: tuple(file.side[seat].dug_in) for seat in SEATS}
        self.hidden_zone: dict[str, Polygon | None] = {seat: self._hidden(file.side[seat]) for seat in SEATS}
        self.start: dict[str, Start] = {
            uid: (mils(x), mils(y), facing, "")
            for seat in SEATS
            if seat not in self.own
            for uid, (x, y, facing) in file.side[seat].start.items()
        }
        self.profiles: dict[str, Profile] = {}
        self.roster: dict[str, list[tuple[str, str, Profile, str]]] = {}
        """The units of a side: id, name, stat line, the formation its list says."""
        for seat in SEATS:
            self.roster[seat] = self._muster(seat, file.side[seat])
        self.deploy_memo: dict[tuple[str, str, tuple[Base, ...]], bool] = {}
        """Whether a plan has room for all of a side, by what stands on the table already."""

    def _hidden(self, side: SideEntry) -> Polygon | None:
        """BPTC-SET-02: where guerrillas may begin hidden, if the house rules have them hide."""
        return _area(side.hidden) if side.hidden is not None and self.house.guerrilla_hidden else None

    def _muster(self, seat: str, side: SideEntry) -> list[tuple[str, str, Profile, str]]:
        """The units of a side: its force list without those that stay away."""
        rows: list[tuple[str, str, Profile, str]] = []
        away = side.without if seat not in self.own else []
        for entry in self.force(seat).unit:
            profile = profile_of(seat, entry)
            self.profiles[profile.id] = profile
            for number, uid in enumerate(entry.units, 1):
                name = f"{entry.name} {number}" if len(entry.units) > 1 else entry.name
                if uid not in away:
                    rows.append((uid, name, profile, entry.formation or ""))
        return rows

    def fresh(self) -> Record:
        """The state before deployment: everybody off the table."""
        units: list[Unit] = []
        sides: list[Side] = []
        for seat in SEATS:
            mine = list(self._units(seat))
            units += mine
            counting = sum(counts(unit.profile) for unit in mine)
            name = self.own[seat].name if seat in self.own else SHELF.side_name(self.side(seat))
            sides.append(Side(seat, name, self.initiative(seat), breakpoint_of(counting), counting))
        return fresh_record(units, sides, self.constructions, self.deploys)

    def _units(self, seat: str) -> Iterator[Unit]:
        """BPTC-SET-01, 02: every unit with its commander, without hits, in its first formation."""
        leaders = {uid: leader for leader, led in self.force(seat).commands.items() for uid in led}
        facing = (self.baseline[seat] + 180) % 360
        for uid, name, profile, listed in self.roster[seat]:
            mode = first_mode(profile)
            formation = listed or first_formation(profile, mode)
            wide, deep = footprint(profile, formation, profile.stands)
            base = Base(0, 0, facing, wide, deep)
            yield Unit(
                uid, seat, name, profile, leaders.get(uid, ""), base, formation=formation, mode=mode,
                stands=profile.stands,
            )  # fmt: skip

    def bases(self, seat: str) -> list[tuple[int, int]]:
        """Width and depth of all that a side sets up in its zone."""
        return [(unit.base.width, unit.base.depth) for unit in self._units(seat) if unit.id not in self.start]

    def side(self, seat: str) -> SideEntry:
        return self.file.side[seat]

    def force(self, seat: str) -> ForceFile:
        """The force list of a side."""
        return self.own.get(seat) or SHELF.force(self.side(seat).force)

    def initiative(self, seat: str) -> int:
        """BPTC-INI-02: the initiative distance of an army: that of its list, else that of the house rules."""
        listed = self.force(seat).initiative
        return mils(self.house.initiative_distance if listed is None else listed)


def counts(profile: Profile) -> bool:
    """BPTC-BRK-01 to 04: does a unit of this kind count toward the breakpoint?"""
    return not (profile.is_command or profile.has("recce") or profile.is_transport)


def profile_of(seat: str, entry: UnitEntry) -> Profile:
    """The stat line of an entry."""
    move, mounted, limbered, prolonge = rates(entry)
    width, depth = entry.stand or sheet.STAND_CM[_STANDS.get(entry.arm, entry.arm)]
    return Profile(
        id=f"{seat.lower()}-{entry.id}",
        name=entry.name,
        arm=entry.arm,
        stands=entry.stands,
        width=mils(width),
        depth=mils(depth),
        hits=entry.hits,
        keywords=frozenset(entry.keywords),
        attack=entry.attack,
        mounted_attack=entry.mounted_attack,
        range=mils(entry.range),
        save=entry.save,
        move=mils(move),
        mounted_move=mils(mounted),
        limbered_move=mils(limbered),
        prolonge_move=mils(prolonge),
        column_front=entry.column_front,
        capacity=entry.capacity,
        cv=entry.cv or 0,
        role=entry.role,
        points=entry.points,
    )


_STANDS = {
    "infantry": "foot",
    "engineer": "foot",
    "guerrilla": "foot",
    "artillery_foot": "guns",
    "artillery_horse": "guns",
}


def rates(entry: UnitEntry) -> tuple[float, float, float, float]:
    """On foot or by hand, mounted, limbered, by prolonge: what the list says, else what is usual for the arm.

    BPTC-MOV-01 to 10: the standard rates; only cavalry that fights on foot too dismounts, only listed guns have a
    prolonge.
    """
    arm = entry.arm
    move = entry.move
    mounted = limbered = prolonge = 0.0
    if arm == "command":
        move = _given(move, "command_foot")
        mounted = _given(entry.mounted, "command_mounted")
    elif arm == "cavalry":
        dismounts = "mounted_infantry" in entry.keywords
        move = _given(move, "cavalry_foot") if dismounts or move is not None else 0
        mounted = _given(entry.mounted, "cavalry")
    elif arm in ("artillery_foot", "artillery_horse"):
        move = _given(move, "manhandled")
        limbered = _given(entry.limbered, "limbered_foot" if arm == "artillery_foot" else "limbered_horse")
        if "prolonge" in entry.keywords or entry.prolonge is not None:
            prolonge = _given(entry.prolonge, "prolonge")
    else:
        move = _given(move, arm if arm in ("transport", "boat") else "infantry")
    return move, mounted, limbered, prolonge


def _given(listed: float | None, usual: str) -> float:
    """BPTC-MOV-09: the list overrides the standard rate."""
    return sheet.MOVEMENT[usual].cm if listed is None else listed


# --- The table ------------------------------------------------------------------------------------


def feature(entry: TerrainEntry) -> Feature:
    """BPTC-TER-18: a piece of terrain, what it is like by its kind."""
    kind = kind_of(entry.kind)
    name = entry.name or kind.name
    shape = shape_of(box=entry.box, circle=entry.circle, line=entry.line, width=entry.width)
    line = [point_of(each) for each in entry.line or ()] if kind.cls in ("linear", "shallow_wet") else []
    parts = _parts(line, mils(entry.width))
    return Feature(entry.id, name, kind.cls, shape, kind.ground, kind.cover, kind.blocks, kind.height, kind.look, parts)


def _parts(line: Sequence[Point], width: int) -> tuple[Polygon, ...]:
    """What lies between the sharp bends of a line, each part as far as to the outside of its bend; none if it has no
    such bend.
    """
    runs = [list(line[:2])]
    for p, q, r in zip(line, line[1:], line[2:], strict=False):
        (ax, ay), (bx, by) = unit_vector(p, q), unit_vector(q, r)
        if ax * bx + ay * by > _SHARP:
            runs[-1].append(r)
        else:
            runs[-1][-1] = along_vector(q, (ax, ay), width / 2)
            runs.append([along_vector(q, (-bx, -by), width / 2), r])
    return tuple([line_polygon(run, width) for run in runs]) if len(runs) > 1 else ()


_SHARP = 0.71
"""Hardly more than the cosine of 45 degrees: a line that bends so far goes round a corner."""


def _area(area: Box) -> Polygon:
    west, south, east, north = (mils(each) for each in area)
    return (Point(west, south), Point(east, south), Point(east, north), Point(west, north))


def _construction(entry: ConstructionEntry) -> Construction:
    base = Base(mils(entry.at[0]), mils(entry.at[1]), entry.facing, mils(entry.size[0]), mils(entry.size[1]))
    return Construction(entry.id, entry.name or sheet.CONSTRUCTIONS[entry.kind].name, entry.kind, base)


def _objective(entry: ObjectiveEntry) -> Objective:
    exits = tuple([(str(seat), Point(mils(x), mils(y))) for seat, (x, y) in sorted(entry.exits.items())])
    return Objective(
        entry.id, entry.name, entry.points, entry.kind, entry.target, entry.destroyed, entry.default, exits
    )


# --- Files ----------------------------------------------------------------------------------------


SHELF = Shelf(files("umpire.games.bptc"), ForceFile, checks.force_list, ScenarioFile, checks.scenario)
"""The force lists and scenarios there are."""
