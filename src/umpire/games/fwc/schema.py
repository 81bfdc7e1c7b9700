"""Force lists and scenarios as they stand in their data files; lengths in cm."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from umpire.table import Edge

Score = Annotated[int, Meta(ge=2, le=6)]
Count = Annotated[int, Meta(ge=0, le=1000)]
Breakpoint = Annotated[int, Meta(ge=1, le=500)]
Cm = Annotated[float, Meta(ge=0, le=1000)]
Size = Annotated[float, Meta(gt=0, le=1000)]
Pair = tuple[Cm, Cm]

CLASSES = Literal[
    "infantry", "afv", "vehicle", "walker", "gun", "artillery", "aircraft", "gunship", "dropship", "command", "recon",
    "engineer", "transport", "installation",
]  # fmt: skip
KEYWORDS = Literal[
    "elite", "assault", "independent", "stabilised", "adaptive_camo", "guided", "freeze", "mortar", "howitzer", "ifv",
    "massive", "unarmoured", "expendable", "sniper", "hover", "dome_generator", "smoke", "aa", "hidden", "spacecraft",
    "engineer", "foot", "towed", "designator",
]  # fmt: skip
KINDS = Literal[
    "open", "hill", "dense", "building", "wall", "road", "impassable", "scorched", "toxic_ditch", "laser_wire",
    "bridge", "crops", "rubble",
]  # fmt: skip


class UnitEntry(Struct, forbid_unknown_fields=True):
    """A line of a force list; lengths in cm."""

    id: str
    name: str
    cls: CLASSES
    count: Annotated[int, Meta(ge=1, le=60)]
    points: Count
    keywords: list[KEYWORDS] = []
    move: Count = 0
    attacks: Count = 0
    range: Count | None = 0
    hits: Annotated[int, Meta(ge=1, le=100)] | None = None
    save: Score | None = None
    aa: tuple[Count, Count] | None = None
    ifv: Count = 0
    shield: Count = 0
    designator: Count = 0
    capacity: Count = 0
    cv: Annotated[int, Meta(ge=2, le=12)] = 2
    role: Literal["", "CO", "HQ", "FAO", "FAC"] = ""
    off_table: bool = False


class ForceFile(Struct, forbid_unknown_fields=True):
    name: str
    text: str
    unit: list[UnitEntry]
    breakpoint: Breakpoint | None = None


class TerrainEntry(Struct, forbid_unknown_fields=True):
    id: str
    kind: KINDS
    name: str = ""
    look: Literal["", "water", "barred"] = ""
    """How it is drawn, where its kind alone does not tell: what nobody crosses may be a river."""
    height: Annotated[int, Meta(ge=0, le=9)] = 0
    box: tuple[Cm, Cm, Size, Size] | None = None
    circle: tuple[Cm, Cm, Size] | None = None
    line: list[Pair] | None = None
    width: Annotated[float, Meta(gt=0, le=100)] = 1.0


class InstallationEntry(Struct, forbid_unknown_fields=True):
    id: str
    name: str
    side: Literal["A", "B"]
    at: Pair
    hits: Annotated[int, Meta(ge=1, le=100)]
    score: Score
    save: Score | None = None
    facing: Annotated[int, Meta(ge=0, le=359)] = 0


class SideEntry(Struct, forbid_unknown_fields=True):
    force: str
    tech: Literal["primitive", "contemporary", "advanced"]
    baseline: Edge
    zone: tuple[Cm, Cm, Cm, Cm]
    """Deployment zone: west, south, east, north."""
    air: Literal["none", "partial", "full"] = "none"
    breakpoint: Breakpoint | None = None
    without: dict[str, Count] = {}
    extra: dict[str, Count] = {}
    dig_in: bool = False
    dugouts: Count = 0
    hidden: bool = False
    gunships: Literal["owner", "ordered", "called"] = "owner"
    """Who may call a gunship: its owner chooses at set-up, or the scenario has it so (FWC-FLY-02)."""
    name: str = ""


class Objective(Struct, forbid_unknown_fields=True):
    """What ends the battle or scores at its end (FWC-VIC-01, VIC-05)."""

    kind: Literal["knock_out", "hold"]
    side: Literal["A", "B", "both"] = "both"
    targets: list[str] = []
    need: Annotated[int, Meta(ge=1, le=20)] = 1
    text: str = ""


class HoldFire(Struct, forbid_unknown_fields=True):
    """A side that fires only at enemies this near until the other has fired."""

    side: Literal["A", "B"]
    cm: Count


class ScenarioFile(Struct, forbid_unknown_fields=True):
    title: str
    text: str
    minutes: Annotated[int, Meta(ge=1, le=1000)]
    turns: Annotated[int, Meta(ge=1, le=100)]
    size: tuple[Size, Size]
    first: Literal["A", "B"]
    deploys: Literal["A", "B"]
    limit_winner: Literal["A", "B", "score"]
    side: dict[str, SideEntry]
    objective: list[Objective]
    opening: bool = False
    terrain: list[TerrainEntry] = []
    installation: list[InstallationEntry] = []
    hold_fire: HoldFire | None = None
