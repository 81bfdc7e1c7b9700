"""The shape of force lists, creatures and scenarios as they stand in their files; lengths in inches."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from umpire.games.awt import sheet
from umpire.table import Edge

Count = Annotated[int, Meta(ge=0, le=1000)]
Inch = Annotated[float, Meta(ge=0, le=1000)]
Size = Annotated[float, Meta(gt=0, le=1000)]
Pair = tuple[Inch, Inch]
Box = tuple[Inch, Inch, Inch, Inch]
"""West, south, east, north."""

PHASES = Literal["cannonade", "elite", "line", "unique"]
KEYWORDS = Literal[
    "infantry", "cavalry", "tracked", "wheeled", "creature", "armoured", "regulars", "assault", "support", "rabble",
    "artillery", "leader", "captain", "lieutenant", "witch", "weapon_team", "tiny", "man_sized", "large", "car",
    "tank", "behemoth",
]  # fmt: skip
MOVE_CLASSES = Literal["infantry", "cavalry", "wheeled", "tracked"]
SKILLS = Literal["low", "medium", "high"]
CLOSE_WEAPONS = Literal["none", "standard", "fearsome", "cavalry", "brutal"]
KINDS = Literal[
    "broken", "foxholes", "trenches", "wire", "woods", "mire", "building", "impassable", "obstacle",
]  # fmt: skip
AWARDS = Literal["objective", "captain", "units", "trench", "no_trench", "creature"]


def _standard() -> list[CLOSE_WEAPONS]:
    return ["standard"]


class ArmEntry(Struct, forbid_unknown_fields=True):
    """A ranged weapon and how many models carry it."""

    weapon: str
    carriers: Annotated[int, Meta(ge=1, le=100)] = 1


class UnitEntry(Struct, forbid_unknown_fields=True):
    """A line of a force list: a kind of unit and the ids of those the force has of it."""

    id: str
    name: str
    phase: PHASES
    keywords: list[KEYWORDS]
    pace: Annotated[int, Meta(ge=0, le=60)]
    skill: SKILLS
    zeal: Annotated[int, Meta(ge=1, le=20)]
    units: list[str] = []
    """None: only for those a scenario attaches."""
    models: Annotated[int, Meta(ge=1, le=60)] = 1
    wounds: Annotated[int, Meta(ge=1, le=60)] = 1
    """Of a single model."""
    save: Annotated[int, Meta(ge=0, le=5)] | None = None
    cc: list[CLOSE_WEAPONS] = field(default_factory=_standard)
    weapons: list[ArmEntry] = []
    abilities: list[str] | None = None
    """None: those its keywords give it."""
    conclusion: Literal["", "blooded"] = ""
    points: Count = 0
    move_class: MOVE_CLASSES | None = None
    base: tuple[Size, Size] | None = None
    """Width and length of a rectangular base."""
    radius: Size | None = None
    """Of a round base; with neither, the base is what is usual for its keywords."""


class ForceFile(Struct, forbid_unknown_fields=True):
    name: str
    text: str
    unit: list[UnitEntry]
    points: Annotated[int, Meta(ge=100, le=5000)] = sheet.FULL_FORCE
    """What it was raised for: a smaller force has as many fewer models."""


class CreatureFile(Struct, forbid_unknown_fields=True):
    """What Witches can manifest, by the ids of the Manifestations."""

    creature: dict[str, UnitEntry]


class TerrainEntry(Struct, forbid_unknown_fields=True):
    """A piece of terrain: an area, a circle, corners, or (of an obstacle) a line."""

    id: str
    kind: KINDS
    name: str = ""
    look: Literal["", "water", "barred"] = ""
    """How it is drawn, where its kind alone does not tell: what nobody crosses may be a river."""
    area: Box | None = None
    circle: tuple[Inch, Inch, Size] | None = None
    corners: list[Pair] | None = None
    line: list[Pair] | None = None


class SideEntry(Struct, forbid_unknown_fields=True):
    force: str
    edge: Edge
    zone: Box
    name: str = ""
    attached: dict[str, str] = {}
    """Units beyond the force, by their ids, each with its kind in the force list."""


class Objective(Struct, forbid_unknown_fields=True):
    """A place that can be held (AWT-VC-03)."""

    id: str
    name: str
    at: Pair


class AwardEntry(Struct, forbid_unknown_fields=True):
    """What victory points are given for (AWT-VC-01); see `model.Award`."""

    kind: AWARDS
    points: Annotated[int, Meta(ge=1, le=50)]
    side: Literal["", "A", "B"] = ""
    first: Annotated[int, Meta(ge=0, le=100)] = 0
    last: Annotated[int, Meta(ge=0, le=100)] = 0


class ScenarioFile(Struct, forbid_unknown_fields=True):
    title: str
    text: str
    minutes: Annotated[int, Meta(ge=1, le=1000)]
    turns: Annotated[int, Meta(ge=1, le=100)]
    size: tuple[Size, Size]
    side: dict[str, SideEntry]
    award: list[AwardEntry] = []
    objective: list[Objective] = []
    opening: bool = False
    terrain: list[TerrainEntry] = []
