"""The shape of force lists and scenarios as they stand in their files; lengths in inches."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from umpire.games.rhine import sheet
from umpire.table import Edge

Count = Annotated[int, Meta(ge=0, le=1000)]
Value = Annotated[int, Meta(ge=0, le=30)]
"""A weapon or armour value."""
Score = Annotated[int, Meta(ge=1, le=10)]
"""What a D10 must score."""
Inch = Annotated[float, Meta(ge=0, le=1000)]
Size = Annotated[float, Meta(gt=0, le=1000)]
Pair = tuple[Inch, Inch]
Box = tuple[Inch, Inch, Inch, Inch]
"""West, south, east, north."""

CLASSES = Literal["MBT", "LIGHT", "APC", "INF", "SUPPORT", "HELO"]
MOBILITIES = Literal["wheeled", "atv", "tracked", "foot", "air"]
WEAPONS = Literal["gun", "autocannon", "atgm", "law", "small_arms", "grenade_launcher", "mortar", "rockets"]
KINDS = Literal[
    "road", "village", "building", "bunker", "trench", "wood", "field", "marsh", "hedge", "wall", "hill", "river",
    "bridge", "ford", "rubble",
]  # fmt: skip
GOING = Literal["open", "rough", "very_rough", "impassable"]


MOBILITY = {"MBT": "tracked", "INF": "foot", "SUPPORT": "foot", "HELO": "air"}
"""RHINE-TERR-09: how a class moves; light vehicles and APCs say it themselves."""


class WeaponEntry(Struct, forbid_unknown_fields=True):
    """A weapon; without a to-hit of its own it has that of the unit. Rockets and mortars may leave out both figures."""

    kind: WEAPONS
    value: Value | None = None
    to_hit: Score | None = None
    heat: bool = False
    raised: bool = False
    max_range: Inch = 0

    @property
    def weapon(self) -> int | None:
        """RHINE-HEL-06, MTR-03: its weapon value, which rockets and mortars need not say."""
        usual = sheet.USUAL_WEAPONS.get(self.kind)
        return usual.weapon if self.value is None and usual else self.value

    def needs(self, unit: int | None) -> int | None:
        """RHINE-FIRE-24, HEL-06, MTR-02: what it needs to hit: its own, that of its unit, or the usual."""
        usual = sheet.USUAL_WEAPONS.get(self.kind)
        return self.to_hit or unit or (usual.to_hit if usual else None)


class UnitEntry(Struct, forbid_unknown_fields=True):
    """A line of a force list: a kind of unit and the ids of those the force has of it."""

    id: str
    name: str
    cls: CLASSES
    units: list[str]
    points: Count
    bp: Annotated[int, Meta(ge=1, le=500)] | None = None
    mobility: MOBILITIES | None = None
    to_hit: Score | None = None
    weapons: list[WeaponEntry] = []
    law: Value = sheet.INFANTRY_WEAPON
    armour: list[Value] = []
    """Front, side, and the rear where that differs from the side."""
    morale: Annotated[int, Meta(ge=1, le=20)] | None = None
    fast: bool = False
    special_armour: bool = False
    command: bool = False
    capacity: Annotated[int, Meta(ge=0, le=10)] | None = None
    thermal: bool = False
    recce: bool = False
    aa: Literal["", "manpad", "gun", "sam"] = ""
    smoke: Annotated[int, Meta(ge=0, le=10)] = 0
    vulnerable: bool = False
    fixed_forward: bool = False
    base: tuple[Size, Size] | None = None

    @property
    def seats(self) -> int:
        """RHINE-TRN-01: how many foot units it carries, which is one for an APC that says nothing else."""
        return self.capacity if self.capacity is not None else int(self.cls == "APC")


class ForceFile(Struct, forbid_unknown_fields=True):
    name: str
    text: str
    unit: list[UnitEntry]
    rides: dict[str, str] = {}
    """Who begins the battle in which transport, if the owner likes."""


class TerrainEntry(Struct, forbid_unknown_fields=True):
    """A piece of terrain. What it leaves out about itself is as usual for its kind (see `features`)."""

    id: str
    kind: KINDS
    name: str = ""
    area: Box | None = None
    circle: tuple[Inch, Inch, Size] | None = None
    line: list[Pair] | None = None
    width: Annotated[float, Meta(gt=0, le=100)] = 1.0
    height: Annotated[int, Meta(ge=0, le=9)] = 0
    vehicles: GOING | None = None
    foot: GOING | None = None
    cover: Literal["none", "cover", "fortification"] | None = None
    los: Literal["clear", "veil", "block", "wood"] | None = None
    replaces: list[str] = []
    """The rivers a bridge or ford leads over."""


class SideEntry(Struct, forbid_unknown_fields=True):
    force: str
    baseline: Edge
    zone: Box
    name: str = ""
    swap: dict[str, str] = {}
    """Units that are of another kind of the same list in this battle."""


class Objective(Struct, forbid_unknown_fields=True):
    """A place that is worth points to who holds it at the end (RHINE-WIN-04)."""

    id: str
    name: str
    at: Pair
    points: Annotated[int, Meta(ge=1, le=20)]


class Breakthrough(Struct, forbid_unknown_fields=True):
    """Points for each unit, transports left out, whose centre is beyond a line across the table at the end."""

    side: Literal["A", "B"]
    toward: Edge
    line: Inch
    points: Annotated[int, Meta(ge=1, le=20)]
    text: str


class Kill(Struct, forbid_unknown_fields=True):
    """Points for each enemy of a class that was destroyed, for either side."""

    cls: CLASSES
    points: Annotated[int, Meta(ge=1, le=20)]
    text: str


class ScenarioFile(Struct, forbid_unknown_fields=True):
    title: str
    text: str
    minutes: Annotated[int, Meta(ge=1, le=1000)]
    turns: Annotated[int, Meta(ge=1, le=100)]
    size: tuple[Size, Size]
    side: dict[str, SideEntry]
    objective: list[Objective]
    deploys: Literal["A", "B", "alternating"]
    """Who deploys whole before the other; or one unit each in turn, the winner of a roll first."""
    reserves: Annotated[int, Meta(ge=0, le=20)] = 0
    """How many units of each side come later; a loaded transport is one."""
    breakthrough: list[Breakthrough] = []
    kill: list[Kill] = []
    opening: bool = False
    terrain: list[TerrainEntry] = []
