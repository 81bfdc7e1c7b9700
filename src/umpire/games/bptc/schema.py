"""Force lists and scenarios as they stand in their data files; lengths in cm."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from umpire.table import Edge

Count = Annotated[int, Meta(ge=0, le=1000)]
Some = Annotated[int, Meta(ge=1, le=100)]
Score = Annotated[int, Meta(ge=2, le=6)]
Cm = Annotated[float, Meta(ge=0, le=1000)]
Size = Annotated[float, Meta(gt=0, le=1000)]
Bearing = Annotated[int, Meta(ge=0, le=359)]
Points = Annotated[int, Meta(ge=1, le=20)]
Pair = tuple[Cm, Cm]
Box = tuple[Cm, Cm, Cm, Cm]
"""West, south, east, north."""

SEATS = Literal["A", "B"]
ARMS = Literal[
    "infantry", "cavalry", "artillery_foot", "artillery_horse", "engineer", "guerrilla", "transport", "boat", "command",
]  # fmt: skip
KEYWORDS = Literal["recce", "mounted_infantry", "prolonge", "specialty_rate", "expert"]
FORMATIONS = Literal["line", "extended_line", "march_column", "attack_column", "square", "disordered"]
KINDS = Literal[
    "road", "wall", "hedge", "fence", "ditch", "crops", "scrub", "rough", "orchard", "rubble", "wood", "built_up",
    "swamp", "hill", "gentle_hill", "marsh", "stream_bed", "ford", "brook", "river", "lake", "cliff", "mud",
    "soft_sand", "deep_snow",
]  # fmt: skip
BUILT = Literal[
    "wooden_building", "brick_building", "stone_building", "breast_works", "log_works", "fortified_works",
    "stone_fortification", "bridge",
]  # fmt: skip


class UnitEntry(Struct, forbid_unknown_fields=True):
    """A line of a force list: a stat line and the ids of the units that have it.

    What it leaves out it does not have, or has as is usual for its arm: its rates and the size of its stands.
    """

    id: str
    name: str
    arm: ARMS
    units: list[str]
    stands: Some
    hits: Some
    points: Count
    keywords: list[KEYWORDS] = []
    move: Cm | None = None
    """On foot; of unlimbered guns by hand; of wagons and boats."""
    mounted: Cm | None = None
    limbered: Cm | None = None
    prolonge: Cm | None = None
    attack: Count = 0
    """For each stand on foot, or of unlimbered guns."""
    mounted_attack: Count = 0
    range: Cm = 0
    save: Score | None = None
    cv: Annotated[int, Meta(ge=2, le=12)] | None = None
    role: Literal["", "CO", "HQ"] = ""
    capacity: Count = 0
    column_front: Annotated[int, Meta(ge=1, le=10)] = 2
    formation: FORMATIONS | None = None
    """In which it begins."""
    stand: tuple[Size, Size] | None = None


class ForceFile(Struct, forbid_unknown_fields=True):
    name: str
    text: str
    unit: list[UnitEntry]
    commands: dict[str, list[str]]
    """The units of each CO and HQ."""
    initiative: Cm | None = None
    """The army's initiative distance, where it is not that of the house rules."""


class TerrainEntry(Struct, forbid_unknown_fields=True):
    """A piece of terrain. What it is like follows from its kind (`features.py`)."""

    id: str
    kind: KINDS
    name: str = ""
    box: tuple[Cm, Cm, Size, Size] | None = None
    """The middle, the size from west to east and from south to north."""
    circle: tuple[Cm, Cm, Size] | None = None
    line: list[Pair] | None = None
    width: Annotated[float, Meta(gt=0, le=100)] = 1.0


class ConstructionEntry(Struct, forbid_unknown_fields=True):
    """A building, works or a bridge: its middle, its size, and where its front looks."""

    id: str
    kind: BUILT
    at: Pair
    size: tuple[Size, Size]
    name: str = ""
    facing: Bearing = 0


class SideEntry(Struct, forbid_unknown_fields=True):
    force: str
    baseline: Edge
    zone: Box
    name: str = ""
    without: list[str] = []
    """Units of the list that stay away."""
    dug_in: list[str] = []
    """Works at which one unit each may begin dug in."""
    hidden: Box | None = None
    """Where guerrillas may begin hidden, in any area terrain."""
    start: dict[str, tuple[Cm, Cm, Bearing]] = {}
    """Units that the scenario itself places: middle and facing."""


class ObjectiveEntry(Struct, forbid_unknown_fields=True):
    """What counts at the end: a place to hold, or a road to leave by (BPTC-BRK-07)."""

    id: str
    name: str
    points: Points
    kind: Literal["hold", "exit"] = "hold"
    target: str = ""
    """The terrain or construction to be held."""
    destroyed: Literal["", "A", "B"] = ""
    default: Literal["", "A", "B"] = ""
    exits: dict[SEATS, Pair] = {}


class ScenarioFile(Struct, forbid_unknown_fields=True):
    title: str
    text: str
    minutes: Annotated[int, Meta(ge=1, le=1000)]
    turns: Annotated[int, Meta(ge=1, le=100)]
    size: tuple[Size, Size]
    deploys: SEATS
    side: dict[str, SideEntry]
    objective: list[ObjectiveEntry]
    first: Literal["", "A", "B"] = ""
    """Who has the first turn; a roll decides where it is not said (BPTC-GEN-02)."""
    opening: bool = False
    terrain: list[TerrainEntry] = []
    construction: list[ConstructionEntry] = []
    options: dict[str, bool | int | str] = {}
    """House rules that are different in this scenario, unless the players say otherwise."""
