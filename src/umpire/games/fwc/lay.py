"""The lay of the land: what a base stands on, and whether the ground lets two bases see each other.

It never changes in a battle, so answers are kept by the bases they were given for.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from umpire.games.commander.distance import HAIR
from umpire.games.commander.sight import Passed, opaque, solid, some_line
from umpire.games.fwc.content import Content
from umpire.table import Base, Ground, Point, Terrain, keep, silhouette_lines

Blocks = Callable[[Point, Point], bool]
"""Whether something blocks the line between two points."""


# --- Underfoot -----------------------------------------------------------------------------------------------


def under(content: Content, base: Base) -> tuple[Terrain, ...]:
    """FWC-HIT-04: the terrain a base is in, which is where half of it or more lies."""
    found = content.under_memo.get(base)
    if found is None:
        found = tuple(content.ground.under(base))
        keep(content.under_memo, base, found)
    return found


def level(content: Content, base: Base) -> int:
    """The height of the ground under the middle of a base."""
    if not content.heights:
        return 0
    centre = base.centre
    found = content.level_memo.get(centre)
    if found is None:
        found = content.ground.height_at(centre)
        keep(content.level_memo, centre, found)
    return found


# --- Sight ---------------------------------------------------------------------------------------------------


def ground_sight(content: Content, a: Base, b: Base) -> bool:
    """FWC-LOS-01, 02: whether the ground leaves a line between two bases."""
    key = (a, b) if a < b else (b, a)
    seen = content.sight_memo.get(key)
    if seen is None:
        seen = _look(content, a, b)
        keep(content.sight_memo, key, seen)
    return seen


def _look(content: Content, a: Base, b: Base) -> bool:
    """Most pairs are settled by a glance at what hides everything, or by the line between their middles."""
    hiding = content.screens.hiding(a, b)
    if not hiding and not content.blocking.along(a.centre, b.centre):
        return True
    if content.thickets.hiding(a, b):
        return False
    high, own = _height(content, a, b), _own(content, a, b, hiding)
    if any(solid(piece, high, own) for piece in hiding):
        return False
    ground = content.blocking.between(a, b)
    own = _own(content, a, b, ground.pieces)
    return some_line(
        ground,
        a,
        b,
        lambda passed: _stopped(content, passed, high, own),
        lambda: [*_at_base(content, a, ground), *_at_base(content, b, ground)],
    )


def _at_base(content: Content, base: Base, ground: Ground) -> list[Terrain]:
    """What of this ground a base stands in with any part of it."""
    found = content.part_memo.get(base)
    if found is None:
        found = tuple(content.blocking.under(base, 0))
        keep(content.part_memo, base, found)
    return [piece for piece in found if piece in ground.pieces]


def short_look(a: Base, b: Base, blocked: Blocks) -> bool:
    """The few lines that settle it when nothing, or one thing clear of both, stands between two bases."""
    return any(not blocked(p, q) for p, q in silhouette_lines(a, b))


def ground_rule(content: Content, a: Base, b: Base) -> Blocks:
    """What of the ground blocks a line between these two bases."""
    high, own = _height(content, a, b), _own(content, a, b, content.blocking.pieces)
    return lambda p, q: _stopped(content, content.blocking.along(p, q), high, own)


def _height(content: Content, a: Base, b: Base) -> int:
    """How high the higher of two bases stands."""
    return max(level(content, a), level(content, b))


def _own(content: Content, a: Base, b: Base, pieces: Sequence[Terrain]) -> list[str]:
    """The buildings two bases are in, as far as any of these pieces is one."""
    if not any(piece.kind == "building" for piece in pieces):
        return []
    return [piece.id for base in (a, b) for piece in under(content, base) if piece.kind == "building"]


def _stopped(content: Content, passed: Sequence[Passed], high: int, own: Sequence[str]) -> bool:
    """FWC-LOS-01, 02, GEN-03: whether what a line passes blocks it."""
    return bool(passed) and opaque(passed, high, own, "dense", content.house.see_in_cm * 1000 + HAIR)
