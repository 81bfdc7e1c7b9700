"""Forces and scenarios: data files with a checked schema, and the static content of a battle made from them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib.resources import files
from typing import Any, NamedTuple

from umpire.battle.decisions import Refused
from umpire.battle.places import point_of, shape_of
from umpire.battle.shelf import Shelf
from umpire.games.fubar import checks, points, roster, sheet
from umpire.games.fubar.features import WRECK, Box, Defence, Feature, Goal, Score, Trap, UnitZone
from umpire.games.fubar.house import House
from umpire.games.fubar.model import RESERVE, Figure, Profile, Record, Side, Unit
from umpire.games.fubar.schema import Box as Inches
from umpire.games.fubar.schema import ForceFile, ScenarioFile, SideEntry, TerrainEntry
from umpire.table import EDGES, Base, Ground, Screens, Terrain, mils

__all__ = ["FEATURES", "SHELF", "Content", "Line", "Own"]

FEATURES: dict[str, Feature] = {
    "road": Feature(road=True),
    "wood": Feature(cover="soft", area=True),
    "scrub": Feature(cover="soft", area=True),
    "ruins": Feature(cover="moderate", area=True),
    "bunker": Feature(cover="hard", area=True),
    "wall": Feature(cover="soft", linear=True),
    "ridge": Feature(impassable=True, solid=True, height=6000),
    "tower": Feature(impassable=True, solid=True, height=10_000),
    "hill": Feature(impassable=True, solid=True, height=5000),
    "gully": Feature(cover="moderate"),
    "broken": Feature(cover="moderate"),
    "bridge": Feature(road=True, structure=True),
}
"""What each kind of terrain usually is."""


class Line(NamedTuple):
    """A unit of the roster: its id and name, and its figures by stat line."""

    id: str
    name: str
    profiles: tuple[tuple[Profile, int], ...]
    commander: bool = False

    @property
    def figures(self) -> int:
        return sum(count for _, count in self.profiles)


class Own(NamedTuple):
    """A list that a player put together himself, instead of what the scenario says."""

    force: ForceFile
    stand_for: Mapping[str, Sequence[str]] = {}
    """The units that take the part of one that the scenario names: those of the same kind."""


class Content:
    """What does not change in a battle: stat lines, terrain, scenario, house rules."""

    def __init__(
        self,
        scenario: str,
        file: ScenarioFile,
        house: House,
        own: Mapping[str, Own] | None = None,
    ) -> None:
        self.scenario = scenario
        self.own: Mapping[str, Own] = own or {}
        self.file = file
        self.house = house
        self.seats: tuple[str, ...] = tuple(sorted(file.side))
        self.size = (mils(file.size[0]), mils(file.size[1]))
        self.terrain = tuple(_terrain(entry) for entry in file.terrain)
        self.ground = Ground(self.terrain)
        self.features: dict[str, Feature] = {entry.id: _feature(entry) for entry in file.terrain}
        self.closed = self.part(lambda feature: feature.impassable)
        """What nobody enters."""
        self.screens = Screens(self.part(lambda feature: feature.solid or feature.area).pieces)
        self.baseline = {seat: EDGES[side.baseline] for seat, side in file.side.items()}
        self.zones: dict[str, Box] = {seat: _box(side.zone) for seat, side in file.side.items()}
        self.unit_zones = {
            uid: UnitZone(_box(entry.box), entry.in_cover) for entry in file.place for uid in self._named(entry.unit)
        }
        self.mine_zones: dict[str, Box] = {
            uid: _box(entry.box) for entry in file.mines for uid in self._named(entry.unit)
        }
        self.deploy_order: tuple[str, ...] = tuple(file.deploys)
        self.exits = {seat: tuple(EDGES[edge] for edge in side.exits) for seat, side in file.side.items()}
        self.initiative = {(entry.side, entry.turn): entry.modifier for entry in file.initiative}
        self.defender = file.defender
        self.on_guard = self._on_guard()
        self.objectives = tuple(Goal(o.id, o.name, point_of(o.at), o.points) for o in file.objective)
        self.scoring = tuple(Score(s.kind, s.side, s.points, s.target, s.text) for s in file.score)
        self.systems = tuple(
            Defence(s.id, s.name, point_of(s.at), s.side, s.dice, mils(s.radius), s.mark) for s in file.system
        )
        self.traps = tuple(Trap(t.id, t.terrain) for t in file.trap) if house.sapper_rules else ()
        self.structures = tuple(entry.id for entry in file.terrain if self.features[entry.id].structure)
        self.crates: tuple[str, ...] = tuple(file.crates)
        self.notices: list[str] = []
        self.profiles: dict[str, Profile] = {}
        self.roster: dict[str, list[Line]] = {}
        for seat in self.seats:
            self.roster[seat] = self._muster(seat, file.side[seat])
        here = [line.id for lines in self.roster.values() for line in lines]
        self.arrivals = {uid: turn for named, turn in file.arrive.items() for uid in self._named(named) if uid in here}
        self.rides = {
            who: carrier
            for rider, transport in file.rides.items()
            for who, carrier in zip(self._named(rider), self._named(transport), strict=False)
            if who in here and carrier in here
        }
        self.sight_memo: dict[Any, Any] = {}
        self.cover_memo: dict[Any, Any] = {}
        self.path_memo: dict[Any, Any] = {}
        self.under_memo: dict[Any, Any] = {}
        self.deploy_memo: dict[tuple[str, str, tuple[Base, ...]], bool] = {}
        """Whether a plan has room for all of a side, by what stands on the table already."""

    def force(self, seat: str) -> ForceFile:
        """The list of a side: the player's own, or the one that the scenario says."""
        return self.own[seat].force if seat in self.own else SHELF.force(self.side(seat).force)

    def _named(self, uid: str) -> Sequence[str]:
        """The units that a scenario means by a name: of an own list all that stand for that one, if any."""
        for seat, own in self.own.items():
            side = self.side(seat)
            if uid in (side.units or [entry.id for entry in SHELF.force(side.force).unit]):
                return own.stand_for.get(uid, ())
        return (uid,)

    def _on_guard(self) -> tuple[str, ...]:
        """FUBAR-ORD-04: who begins On Guard by the scenario, and by the option `start_on_guard` beyond that."""
        asked = (self.file.start_on_guard, self.house.start_on_guard)
        if "all" in asked:
            return self.seats
        return (self.defender,) if "defender" in asked and self.defender else ()

    def part(self, wanted: Callable[[Feature], bool]) -> Ground:
        """The terrain of some kind."""
        return Ground(piece for piece in self.terrain if wanted(self.features[piece.id]))

    def _muster(self, seat: str, side: SideEntry) -> list[Line]:
        """FUBAR-UNIT-01, PTS-06: the units of a side, if its list is without fault by the house rules.

        A player's own list may have faults, but not no units.
        """
        own, listed = seat in self.own, self.force(seat)
        wrong = [] if own and listed.unit else roster.faults(listed, self.house)
        if wrong:
            raise Refused(f"{listed.name}: " + "; ".join(fault.text for fault in wrong) + ".", wrong[0].rule)
        known, notices = roster.arsenal(listed)
        self.notices += notices
        lines: list[Line] = []
        for entry in listed.unit:
            if own or not side.units or entry.id in side.units:
                found = roster.unit_profiles(f"{seat.lower()}-", entry, known)
                found = found if own else self._with_leader(side, entry.id, found)
                self._keep(found)
                commander = listed.commander if own else side.leader or listed.commander
                lines.append(Line(entry.id, entry.name, tuple(found), entry.id == commander))
        return lines

    def _with_leader(self, side: SideEntry, uid: str, found: list[tuple[Profile, int]]) -> list[tuple[Profile, int]]:
        """A scenario may make the first figure of a unit a Leader."""
        if uid != side.leader:
            return found
        first, count = found[0]
        made = first.but(id=f"{first.id}.leader", skills=(*first.skills, "leader"))
        made = made.but(out=f"{made.id}.out" if made.out else "", points=points.profile_points(made))
        rest = [(first, count - 1)] if count > 1 else []
        return [(made, 1), *rest, *found[1:]]

    def _keep(self, found: list[tuple[Profile, int]]) -> None:
        for profile, _ in found:
            self.profiles[profile.id] = profile
            if profile.out:
                self.profiles[profile.out] = roster.out_profile(profile)

    def feature(self, terrain_id: str) -> Feature:
        """What a piece of terrain, or a wreck (FUBAR-DMG-13), means for moving, cover and sight."""
        found = self.features.get(terrain_id)
        if found is None:
            assert terrain_id.startswith("wreck-"), f"there is no terrain {terrain_id!r}"
            return WRECK
        return found

    def bases(self, seat: str) -> list[tuple[int, int]]:
        """Width and depth of all figures that a side sets up in its zone at the start."""
        away = (*self.arrivals, *self.unit_zones)
        here = [self._unit(seat, line) for line in self.roster[seat] if line.id not in away]
        return [(figure.base.width, figure.base.depth) for unit in here for figure in unit.figures]

    def side(self, seat: str) -> SideEntry:
        return self.file.side[seat]

    # --- The start of a battle ---

    def fresh(self) -> Record:
        """The state before deployment: everybody in reserve."""
        units = [self._unit(seat, line) for seat in self.seats for line in self.roster[seat]]
        sides = [self._side(seat, [unit for unit in units if unit.side == seat]) for seat in self.seats]
        return Record(
            units=units, sides=sides, phase="setup", turn=0, active=self.deploy_order[0], order=[], mines=[],
            charges=[], breached=[], disabled=[], sprung=[], plan=None, overrides=[], changes={}, winner="",
            reason="", reason_rule="", over=False,
        )  # fmt: skip

    def _side(self, seat: str, units: list[Unit]) -> Side:
        """FUBAR-MOR-02, 08: it begins with the strength of all its units, a vehicle counting as one, Medics not."""
        spec = self.side(seat)
        own, listed = seat in self.own, self.force(seat)
        return Side(
            seat,
            listed.name if own else spec.name or listed.name,
            tends=listed.tends_wounded,
            honours=listed.honours_medics,
            human=listed.human,
            commander=self._commander(seat, units),
            missions=self._missions(listed.missions if own or spec.missions is None else spec.missions),
            start=sum(unit.start for unit in units),
        )

    def _commander(self, seat: str, units: list[Unit]) -> str:
        """FUBAR-LDR-06: the Leader of the unit that the list names; without it here, the first Leader there is."""
        wanted = [line.id for line in self.roster[seat] if line.commander]
        leaders = [(unit.id, f.id) for unit in units for f in unit.figures if f.profile.has("leader")]
        return next((fid for uid, fid in leaders if uid in wanted), leaders[0][1] if leaders else "")

    def _missions(self, given: Mapping[Any, int]) -> dict[str, int]:
        """FUBAR-IND-14: the fire missions bought, heaviest first, no more than the option `fire_missions` lets."""
        limit = self.house.fire_missions
        bought: dict[str, int] = {str(kind): count for kind, count in given.items()}
        missions: dict[str, int] = {}
        for kind in ("heavy", "medium", "light"):
            count = bought.get(kind, 0)
            if limit < 0:
                missions[kind] = -1 if count else 0
            else:
                missions[kind] = min(count, limit - sum(missions.values()))
        return {kind: missions[kind] for kind in ("light", "medium", "heavy") if missions[kind]}

    def _unit(self, seat: str, line: Line) -> Unit:
        """FUBAR-MOR-02: a unit begins with the strength of its figures, Medics left out."""
        facing = (self.baseline[seat] + 180) % 360
        figures: list[Figure] = []
        for profile, count in line.profiles:
            for _ in range(count):
                base = Base(0, 0, facing, profile.width, profile.depth, profile.round)
                figures.append(fresh_figure(f"{line.id}.{len(figures) + 1}", profile, base))
        start = sum(not figure.profile.has("medic") for figure in figures)
        return Unit(line.id, seat, line.name, tuple(figures), RESERVE, start=start)


def fresh_figure(id: str, profile: Profile, base: Base) -> Figure:
    """FUBAR-FIRE-15: a figure with all the grenades, charges and mines it carries."""
    thrown = any(weapon.cls == "G" for weapon in profile.weapons)
    return Figure(
        id, profile, base, grenades=sheet.GRENADES if thrown else 0, charges=profile.charges, mines=profile.mines
    )


def _box(box: Inches) -> Box:
    west, south, east, north = box
    return mils(west), mils(south), mils(east), mils(north)


def _terrain(entry: TerrainEntry) -> Terrain:
    shape = shape_of(area=entry.area, circle=entry.circle, line=entry.line, width=entry.width)
    return Terrain(entry.id, entry.kind, shape, 0, entry.name)


def _feature(entry: TerrainEntry) -> Feature:
    """FUBAR-COV-07, 08: a piece is as its kind usually is, but for what it says of itself."""
    usual = FEATURES[entry.kind]
    return usual._replace(
        cover=usual.cover if entry.cover is None else entry.cover,
        height=mils(entry.height) or usual.height,
        structure=usual.structure or entry.structure,
        over=tuple(entry.over),
    )


# --- Files ---------------------------------------------------------------------------------------------------


SHELF = Shelf(files("umpire.games.fubar"), ForceFile, checks.force_list, ScenarioFile, checks.scenario)
"""The force lists and scenarios there are."""
