"""The ground of a battle as it is now: terrain, what was built, what was battered down, what was opened.

A `Land` belongs to the content and never changes. A `Scene` is the land with the constructions of a moment; it only
changes when one falls, is built or is opened, so scenes are kept and shared, and with them what was seen there.
"""

from __future__ import annotations

from collections.abc import Sequence

from umpire.games.bptc import sheet
from umpire.games.bptc.records import Construction, Feature, Gap
from umpire.games.commander.distance import HAIR
from umpire.games.commander.openings import opened
from umpire.games.commander.sight import Outlook
from umpire.table import Base, Ground, Point, Polygon, Terrain, minus
from umpire.table.chart import Chart
from umpire.table.shapes import bounds, corners

STOPPING = ("linear", "low", "high", "partially_wet", "shallow_wet")
AREAS = ("low", "high", "partially_wet")
_LINES = ("linear", "shallow_wet")
_GOING = (*AREAS, "high_ground", "road", "bridge")
_GAP = sheet.ENGINEER_TASKS["gap"].cm * 1000
_MOST_SCENES = 8
"""Each keeps what was seen there."""

Key = tuple[tuple[tuple[str, Base, bool], ...], tuple[Gap, ...]]


class Scene:
    """The ground at a moment, sorted by what is asked of it. Pieces of terrain carry their class as their kind."""

    __slots__ = (
        "barriers", "bogs", "chart_memo", "covering", "features", "fire_memo", "gap_memo", "going", "outlook", "roads",
        "sheltering", "stopping", "surface", "under_memo", "water", "whole", "works",
    )  # fmt: skip

    def __init__(self, features: Sequence[Feature], constructions: Sequence[Construction], gaps: Sequence[Gap]) -> None:
        made = [*features, *[feature_of(each) for each in constructions]]
        self.whole = tuple(made)
        parted = [part for each in made for part in _parts(each)]
        self.features: dict[str, Feature] = {feature.id: feature for feature in [*made, *parted]}
        """Whole ones, and parts of those with bends, by their ids."""
        pieces = [Terrain(each.id, each.cls, each.shape, each.height, each.name) for each in parted]
        bridges = [piece for piece in pieces if piece.kind == "bridge"]
        self.roads = Ground([piece for piece in pieces if piece.kind in ("road", "bridge")])
        wet = [piece for piece in pieces if piece.kind == "deep_wet"]
        self.water = Ground(wet)
        self.surface = _surface(wet)
        """BPTC-TER-13: where boats float."""
        solid = [piece for piece in pieces if piece.kind in ("impassable", "building")]
        self.barriers = Ground([*_bridged(wet, bridges), *solid])
        stopping = opened([p for p in pieces if p.kind in STOPPING], gaps, _GAP, _GAP)
        self.stopping = Ground(stopping)
        """BPTC-TER-01, 03, 05, 08, 10: what a moving unit stops at; a gap lets it through."""
        self.bogs = Ground([p for p in stopping if p.kind == "partially_wet"])
        """BPTC-TER-08: what only troops on foot enter."""
        across = [p for p in stopping if p.kind in _LINES]
        self.going = Ground([*across, *[p for p in pieces if p.kind in _GOING or self.features[p.id].ground]])
        """What slows a move down, or speeds it up; hedges, works and brooks do so to guns (BPTC-DEN-08)."""
        blocking = [p for p in pieces if self.features[p.id].blocks or p.height]
        self.outlook = Outlook(blocking, "high", sheet.SEE_IN_CM * 1000 + HAIR, self._indoors)
        self.covering = Ground([p for p in pieces if p.kind in AREAS and self.features[p.id].cover != "none"])
        self.sheltering = Ground([p for p in stopping if p.kind in _LINES and self.features[p.id].cover != "none"])
        """Hedges, walls, works: what covers who stands close behind it."""
        built = {each.id for each in constructions}
        self.works = Ground([p for p in self.sheltering.pieces if p.id in built])
        self.fire_memo: dict[tuple[Base, Base, int], tuple[tuple[Point, Point], ...] | None] = {}
        self.gap_memo: dict[tuple[Base, Base, int, tuple[Base, ...]], bool] = {}
        self.under_memo: dict[Base, tuple[Terrain, ...]] = {}
        self.chart_memo: dict[Point, Chart] = {}

    def feature(self, piece: Terrain) -> Feature:
        return self.features[piece.id]

    def _indoors(self, base: Base) -> list[str]:
        return [piece.id for piece in self.outlook.ground.at(base.centre) if piece.kind == "building"]

    def chart(self, goal: Point, size: tuple[int, int]) -> Chart:
        """The ways to a place on this ground, round deep water and what is impassable."""
        found = self.chart_memo.get(goal)
        if found is None:
            found = self.chart_memo[goal] = Chart(goal, size, self.barriers)
        return found


class Land:
    """The terrain of a scenario, and the scenes that battles on it have come to."""

    __slots__ = ("_scenes", "features")

    def __init__(self, features: Sequence[Feature]) -> None:
        self.features = tuple(features)
        self._scenes: dict[Key, Scene] = {}

    def scene(self, constructions: Sequence[Construction], gaps: tuple[Gap, ...]) -> Scene:
        key = (tuple([(each.id, each.base, each.destroyed) for each in constructions]), gaps)
        found = self._scenes.get(key)
        if found is None:
            if len(self._scenes) >= _MOST_SCENES:
                self._scenes.clear()
            found = self._scenes[key] = Scene(self.features, constructions, gaps)
        return found


def feature_of(built: Construction) -> Feature:
    """BPTC-CON-06, 08, TER-12: a construction as ground: a house, works to be crossed, a bridge, or rubble."""
    shape = corners(built.base)
    if built.destroyed:
        if built.kind == "bridge":
            return Feature(built.id, f"{built.name} (down)", "open", shape, look="wreck")
        return Feature(built.id, f"{built.name} (rubble)", "low", shape, cover="soft", look="rough")
    if built.kind == "bridge":
        return Feature(built.id, built.name, "bridge", shape, look="bridge")
    cover = sheet.CONSTRUCTIONS[built.kind].cover
    if built.kind in sheet.BUILDINGS:
        return Feature(built.id, built.name, "building", shape, cover=cover, blocks=True, look="block")
    return Feature(built.id, built.name, "linear", shape, cover=cover, look="wall")


def _parts(feature: Feature) -> list[Feature]:
    """BPTC-TER-01, 02, CHG-13, HIT-04: a hedge round a corner is one on each side of it."""
    parts = [
        feature._replace(id=f"{feature.id}/{n}", shape=shape, parts=()) for n, shape in enumerate(feature.parts, 1)
    ]
    return parts or [feature]


def _surface(water: Sequence[Terrain]) -> list[Polygon]:
    """The shapes of waters, where some overlap without what of one lies in another."""
    found: list[Polygon] = []
    for piece in water:
        shapes = [piece.shape]
        for other in found:
            shapes = [rest for shape in shapes for rest in ([shape] if _apart(shape, other) else minus(shape, other))]
        found += shapes
    return found


def _apart(one: Polygon, two: Polygon) -> bool:
    """Whether the boxes around two shapes do not meet."""
    (west, south, east, north), (x0, y0, x1, y1) = bounds(one), bounds(two)
    return x1 <= west or x0 >= east or y1 <= south or y0 >= north


def _bridged(water: Sequence[Terrain], bridges: Sequence[Terrain]) -> list[Terrain]:
    """BPTC-TER-11, 12: deep water, but for the bridges over it; the rest is several pieces of one id."""
    found: list[Terrain] = []
    for piece in water:
        shapes = [piece.shape]
        for bridge in bridges:
            shapes = [rest for shape in shapes for rest in minus(shape, bridge.shape)]
        found += [Terrain(piece.id, piece.kind, shape, piece.height, piece.name) for shape in shapes]
    return found
