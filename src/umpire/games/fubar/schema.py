"""The shape of force lists and scenarios as they stand in their files; lengths in inches."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from umpire.table import Edge

Count = Annotated[int, Meta(ge=1, le=50)]
Few = Annotated[int, Meta(ge=0, le=20)]
Inch = Annotated[float, Meta(ge=0, le=1000)]
Size = Annotated[float, Meta(gt=0, le=1000)]
Pair = tuple[Inch, Inch]
Box = tuple[Inch, Inch, Inch, Inch]
"""West, south, east, north."""
Points = Annotated[int, Meta(ge=1, le=50)]

LEVELS = Literal["civilian", "green", "regular", "veteran", "elite", "hero"]
MELEE = Literal["normal", "force_sword", "power_sword", "power_fist"]
ARMS = Literal["", "left", "right"]
BIKES = Literal["", "bike", "grav_bike"]
HULLS = Literal["wheeled", "light_tank", "medium_tank", "heavy_tank", "grav", "walker", "vtol"]
KINDS = Literal[
    "road", "wood", "scrub", "ruins", "bunker", "wall", "ridge", "tower", "hill", "gully", "broken", "bridge",
]  # fmt: skip
COVERS = Literal["", "soft", "moderate", "hard"]
SEATS = Literal["A", "B", "C"]
MISSIONS = Literal["light", "medium", "heavy"]
SCORES = Literal[
    "destroyed", "captured", "leader", "disabled", "crate", "vehicle", "immobilised", "exit", "army_broken", "intact",
    "breached",
]  # fmt: skip


class WeaponEntry(Struct, forbid_unknown_fields=True):
    """FUBAR-WPN-32: a weapon that a force list brings along."""

    name: str
    range: Annotated[float, Meta(ge=0, le=1000)]
    fp: Annotated[int, Meta(ge=1, le=20)]
    mark: Literal["", "*", "**", "***", "**,*"] = ""
    cls: Literal["S", "P", "H", "G", "V"] = "S"
    sniper: bool = False


class FigureEntry(Struct, forbid_unknown_fields=True):
    """Figures of a unit that are alike; a rider's own weapons, and what his bike carries."""

    level: LEVELS
    armour: str = "UA"
    count: Count = 1
    name: str = ""
    weapons: list[str] = []
    arms: list[ARMS] = []
    """For each weapon the arm of powered armour that carries it (FUBAR-PWR-01)."""
    melee: MELEE = "normal"
    skills: list[str] = []
    jump: bool = False
    designator: bool = False
    charges: Few = 0
    mines: Few = 0
    bike: BIKES = ""
    bike_weapons: list[str] = []
    porter: bool = False


class VehicleEntry(Struct, forbid_unknown_fields=True):
    """A vehicle with its crew."""

    level: LEVELS
    chassis: HULLS
    save: Annotated[int, Meta(ge=2, le=6)] | None = None
    """None: it is unarmoured."""
    weapons: list[str] = []
    arcs: list[Annotated[int, Meta(ge=10, le=360)]] = []
    """For each weapon the width of its arc to the front; without any they are in turrets (FUBAR-REA-04)."""
    open: bool = False
    seats: Few = 0
    crew: Annotated[int, Meta(ge=1, le=10)] | None = None
    crew_armour: str = "UA"
    size: tuple[Size, Size] | None = None


class UnitEntry(Struct, forbid_unknown_fields=True):
    """A unit: figures, or one vehicle."""

    id: Annotated[str, Meta(pattern="^[a-z][a-z0-9-]*$")]
    name: str
    figure: list[FigureEntry] = []
    vehicle: VehicleEntry | None = None


class ForceFile(Struct, forbid_unknown_fields=True):
    name: str
    text: str
    unit: list[UnitEntry]
    commander: str
    """The unit in which the commander of the force is: its Leader (FUBAR-LDR-06)."""
    human: bool = True
    tends_wounded: bool = False
    honours_medics: bool = True
    missions: dict[MISSIONS, Annotated[int, Meta(ge=0, le=20)]] = {}
    limit: Annotated[int, Meta(ge=1, le=100_000)] | None = None
    """The points it may cost (FUBAR-PTS-06)."""
    weapon: list[WeaponEntry] = []


class TerrainEntry(Struct, forbid_unknown_fields=True):
    """A piece of terrain. What it leaves out about itself is as usual for its kind."""

    id: str
    kind: KINDS
    name: str = ""
    area: Box | None = None
    circle: tuple[Inch, Inch, Size] | None = None
    line: list[Pair] | None = None
    width: Annotated[float, Meta(gt=0, le=100)] = 0.5
    cover: COVERS | None = None
    height: Annotated[float, Meta(ge=0, le=100)] = 0
    structure: bool = False
    over: list[str] = []
    """The pieces that a bridge leads over."""


class SideEntry(Struct, forbid_unknown_fields=True):
    force: str
    baseline: Edge
    zone: Box
    name: str = ""
    units: list[str] = []
    """Those of the list that fight here; none named: all."""
    leader: str = ""
    """A unit whose first figure is made the Leader of this side."""
    missions: dict[MISSIONS, Annotated[int, Meta(ge=0, le=20)]] | None = None
    """The fire missions it may call here, if not all those of its list."""
    exits: list[Edge] = []
    """Edges by which its units may leave for points."""


class Objective(Struct, forbid_unknown_fields=True):
    """A place that is worth points to who holds it at the end."""

    id: str
    name: str
    at: Pair
    points: Points


class ScoreEntry(Struct, forbid_unknown_fields=True):
    """What else is worth points, to one side or to all."""

    kind: SCORES
    points: Points
    text: str
    side: Literal["", "A", "B", "C"] = ""
    target: str = ""


class SystemEntry(Struct, forbid_unknown_fields=True):
    """A defence system (FUBAR-SAP-05)."""

    id: str
    name: str
    at: Pair
    side: SEATS
    dice: Annotated[int, Meta(ge=1, le=20)]
    radius: Size
    mark: Literal["", "*", "**", "***", "**,*"] = ""


class PlaceEntry(Struct, forbid_unknown_fields=True):
    """Where a unit may be set up, other than in the zone of its side."""

    unit: str
    box: Box
    in_cover: bool = False


class InitiativeEntry(Struct, forbid_unknown_fields=True):
    """What a side adds to its initiative in a turn (FUBAR-INIT-01)."""

    side: SEATS
    turn: Annotated[int, Meta(ge=1, le=100)]
    modifier: Annotated[int, Meta(ge=-6, le=6)]


class TrapEntry(Struct, forbid_unknown_fields=True):
    """A booby-trapped piece of terrain (FUBAR-SAP-04)."""

    id: str
    terrain: str


class ScenarioFile(Struct, forbid_unknown_fields=True):
    title: str
    text: str
    minutes: Annotated[int, Meta(ge=1, le=1000)]
    turns: Annotated[int, Meta(ge=1, le=100)]
    size: tuple[Size, Size]
    side: dict[str, SideEntry]
    deploys: list[SEATS]
    """The sides in the order they set up."""
    objective: list[Objective] = []
    score: list[ScoreEntry] = []
    defender: Literal["", "A", "B", "C"] = ""
    start_on_guard: Literal["none", "defender", "all"] = "none"
    initiative: list[InitiativeEntry] = []
    place: list[PlaceEntry] = []
    mines: list[PlaceEntry] = []
    """Where units with mines may lay them before the battle (FUBAR-SAP-03)."""
    arrive: dict[str, Annotated[int, Meta(ge=1, le=100)]] = {}
    """Units that come in touching their own edge at the start of a turn."""
    rides: dict[str, str] = {}
    """Who may begin in which transport."""
    system: list[SystemEntry] = []
    trap: list[TrapEntry] = []
    crates: list[str] = []
    """Objectives at which porters take a crate."""
    opening: bool = False
    terrain: list[TerrainEntry] = []
