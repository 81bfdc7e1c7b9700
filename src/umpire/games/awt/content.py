"""Forces, creatures and scenarios: data files with a checked schema, and the static content of a battle."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, NamedTuple

from umpire.battle.datafile import DataFile
from umpire.battle.decisions import Refused
from umpire.battle.places import area_of, point_of, shape_of
from umpire.battle.shelf import Shelf
from umpire.games.awt import checks, sheet
from umpire.games.awt.house import House
from umpire.games.awt.model import SEATS, Altered, Arm, Award, Profile, Record, Side, Unit, Wreck
from umpire.games.awt.schema import (
    AwardEntry,
    CreatureFile,
    ForceFile,
    Objective,
    ScenarioFile,
    SideEntry,
    TerrainEntry,
    UnitEntry,
)
from umpire.games.awt.skills.library import abilities_for
from umpire.games.awt.units import muster
from umpire.table import EDGES, Base, Point, Terrain, mils

if TYPE_CHECKING:
    from umpire.games.awt.field import Lie

__all__ = [
    "SHELF",
    "Content",
    "ForceFile",
    "Goal",
    "Objective",
    "ScenarioFile",
    "SideEntry",
    "TerrainEntry",
    "UnitEntry",
    "check_creatures",
    "creatures",
    "profile_of",
]


Places = dict[str, dict[int, Base]]
"""Where the models of some units stand, by unit and number."""


class Goal(NamedTuple):
    """An objective on the table."""

    id: str
    name: str
    point: Point


class Content:
    """What does not change in a battle: profiles, terrain, scenario, house rules."""

    def __init__(
        self, scenario: str, file: ScenarioFile, house: House, forces: Mapping[str, ForceFile] | None = None
    ) -> None:
        self.scenario = scenario
        self.file = file
        self.own: Mapping[str, ForceFile] = forces or {}
        """Lists that players put together themselves, instead of what the scenario says."""
        self.house = house
        self.size = (mils(file.size[0]), mils(file.size[1]))
        self.rounds = file.turns
        self.terrain = tuple(_terrain(entry) for entry in file.terrain)
        self.looks = {entry.id: entry.look for entry in file.terrain if entry.look}
        self.objectives = tuple(Goal(each.id, each.name, point_of(each.at)) for each in file.objective)
        self.edges = {seat: EDGES[file.side[seat].edge] for seat in SEATS}
        """The bearing of each side's own table edge."""
        self.zones = {seat: area_of(file.side[seat].zone) for seat in SEATS}
        self.awards = tuple(_award(each, file.turns) for each in file.award)
        self.warnings: list[str] = []
        self.profiles: dict[str, Profile] = {}
        self.creatures: dict[str, dict[str, Profile]] = {}
        self.roster: dict[str, list[tuple[str, int, Profile]]] = {}
        """The units of a side: id, number among its kind (0: the only one), stat line."""
        for seat in SEATS:
            self.roster[seat] = self._muster(seat, file.side[seat])
            self.creatures[seat] = {name: profile_of(seat, entry) for name, entry in creatures().items()}
            for profile in [*(row[2] for row in self.roster[seat]), *self.creatures[seat].values()]:
                self.profiles[profile.id] = profile
        self.names = {seat: self.own[seat].name if seat in self.own else self._name(file.side[seat]) for seat in SEATS}
        self.lie_memo: dict[tuple[tuple[Altered, ...], tuple[Wreck, ...]], Lie] = {}
        """How the land lies, by what has changed of it."""
        self.lines_memo: dict[tuple[Base, Base, tuple[str, ...], tuple[Altered, ...]], tuple[bool, ...]] = {}
        """What the ground leaves of the nine lines between two bases."""
        self.setup_memo: dict[tuple[str, str, tuple[tuple[str, tuple[Base, ...]], ...]], Places | None] = {}
        """Where a plan puts all of a side who wait, by who of it stands already."""

    def _muster(self, seat: str, side: SideEntry) -> list[tuple[str, int, Profile]]:
        """The units of a side: its force list, and what the scenario attaches to it.

        AWT-IN-01, option composition: a force beyond its limits is refused; attached units are not counted.
        """
        listed = self.own.get(seat) or SHELF.force(side.force)
        faults = checks.composition(listed)
        if faults and self.house.composition == "on" and seat not in self.own:
            raise Refused(f"{listed.name} {faults[0]}.", "AWT-IN-01")
        self.warnings += [f"{listed.name} {fault}" for fault in faults]
        rows: list[tuple[str, int, Profile]] = []
        for entry in listed.unit:
            attached = [] if seat in self.own else [uid for uid, kind in side.attached.items() if kind == entry.id]
            uids = [*entry.units, *attached]
            profile = profile_of(seat, entry)
            rows += [(uid, number if len(uids) > 1 else 0, profile) for number, uid in enumerate(uids, 1)]
        return rows

    def bases(self, seat: str) -> list[tuple[int, int]]:
        """Width and depth of all models that a side sets up in its zone."""
        return [(line.width, line.depth) for _, _, line in self.roster[seat] for _ in range(line.models)]

    def _name(self, side: SideEntry) -> str:
        return side.name or SHELF.side_name(side)

    def fresh(self) -> Record:
        """The state before deployment: everybody in reserve; AWT-CT-11: with the tokens that Witches bring."""
        units: list[Unit] = []
        sides: list[Side] = []
        for seat in SEATS:
            facing = (self.edges[seat] + 180) % 360
            mine = [muster(uid, seat, number, profile, facing) for uid, number, profile in self.roster[seat]]
            units += mine
            witches = sum(unit.has("witch") for unit in mine)
            sides.append(Side(seat, self.names[seat], manifest=self.house.start_manifest * witches, start=len(mine)))
        return Record(
            units=units, sides=sides, phase="setup", round=0, active="A", priority="", troop="", handed_over=False,
            fought=[], support=[], altered=[], wrecks=[], winner="", reason="", reason_rule="", over=False,
        )  # fmt: skip


def _award(entry: AwardEntry, turns: int) -> Award:
    """AWT-VC-01: what is given at the end of rounds, and of no others told, is given at the end of every one."""
    if entry.kind not in ("objective", "trench"):
        return Award(entry.kind, entry.points, entry.side, entry.first, entry.last)
    return Award(entry.kind, entry.points, entry.side, entry.first or 1, entry.last or turns)


# --- Stat lines --------------------------------------------------------------------------------------------------


def profile_of(seat: str, entry: UnitEntry) -> Profile:
    """The stat line of an entry."""
    width, depth, is_round = _base(entry)
    keywords: tuple[str, ...] = tuple(entry.keywords)
    return Profile(
        id=f"{seat.lower()}-{entry.id}",
        name=entry.name,
        phase=entry.phase,
        keywords=keywords,
        move_class=entry.move_class or checks.move_class(keywords),
        models=entry.models,
        wounds=entry.wounds,
        pace=mils(entry.pace),
        skill=entry.skill,
        zeal=entry.zeal,
        save=entry.save,
        cc=tuple(entry.cc),
        arms=tuple(Arm(arm.weapon, arm.carriers) for arm in entry.weapons),
        abilities=abilities_for(keywords) if entry.abilities is None else tuple(entry.abilities),
        conclusion=entry.conclusion,
        points=entry.points,
        width=width,
        depth=depth,
        round=is_round,
    )


def _base(entry: UnitEntry) -> tuple[int, int, bool]:
    """Width, depth and whether it is round: as the entry says, else as is usual for its keywords."""
    if entry.base is not None:
        return mils(entry.base[0]), mils(entry.base[1]), False
    if entry.radius is None:
        for keyword, (width, depth) in sheet.HULLS.items():
            if keyword in entry.keywords:
                return mils(width), mils(depth), False
    usual = next((radius for keyword, radius in sheet.RADII.items() if keyword in entry.keywords), sheet.FOOT_RADIUS)
    across = 2 * mils(usual if entry.radius is None else entry.radius)
    return across, across, True


# --- Terrain -----------------------------------------------------------------------------------------------------


def _terrain(entry: TerrainEntry) -> Terrain:
    shape = shape_of(
        area=entry.area, circle=entry.circle, corners=entry.corners, line=entry.line, width=sheet.OBSTACLE_WIDTH
    )
    return Terrain(entry.id, entry.kind, shape, 0, entry.name)


# --- Files -------------------------------------------------------------------------------------------------------


def check_creatures(file: DataFile) -> CreatureFile:
    """Creatures that can be manifested (AWT-IN-01)."""
    parsed = file.parse(CreatureFile)
    checks.creatures(file, parsed)
    return parsed


def _check_force(file: DataFile, parsed: ForceFile) -> None:
    checks.force_list(file, parsed, [creature.id for creature in creatures().values()])


SHELF = Shelf(files("umpire.games.awt"), ForceFile, _check_force, ScenarioFile, checks.scenario)
"""The force lists and scenarios there are."""


@cache
def creatures() -> dict[str, UnitEntry]:
    """The creatures of the Manifestations."""
    return check_creatures(DataFile.read(files("umpire.games.awt") / "creatures.toml")).creature
