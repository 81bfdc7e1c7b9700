"""Routes in words and from words: distance, bearing and ground; `to X Y`, `path x,y x,y`."""

from __future__ import annotations

import re
from itertools import pairwise
from math import atan2, degrees, hypot
from typing import Any

from umpire.battle.decisions import Place, Route
from umpire.battle.view import View
from umpire.cli.frame import Complaint
from umpire.cli.maps import inside, is_mark

_POINTS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")
_NUMBER = r"[+-]?\d{1,6}(?:\.\d{1,6})?"


def bearing(dx: float, dy: float) -> int:
    """The bearing of a way in whole degrees, 0 to the north, clockwise."""
    return round(degrees(atan2(dx, dy))) % 360


def compass(way: int) -> str:
    return _POINTS[round(way / 45) % 8]


def length(value: float) -> str:
    """Thousandths of a unit as people read them: 12, 7.5, 3.25."""
    return f"{value / 1000:.2f}".rstrip("0").rstrip(".")


def described(route: Route, decision: Place, view: View) -> str:
    """Where a route leads, in words."""
    end = route.end
    spot = f"{length(end.x)}, {length(end.y)}{_ground(view, end.x, end.y)}"
    start = start_of(decision, view)
    if decision.shape == "point" or start is None:
        return f"at {spot}, facing {compass(route.facing)}"
    path = route.path if route.path[0] == start else (start, *route.path)
    far = sum(hypot(q[0] - p[0], q[1] - p[1]) for p, q in pairwise(path))
    if far == 0:
        turned = "" if decision.stand is None or route.facing == decision.stand.facing else ", turned"
        return f"stay{turned}, facing {compass(route.facing)}"
    way = bearing(end.x - start[0], end.y - start[1])
    bends = f" by {len(path) - 2} bends" if len(path) > 2 else ""
    facing = "" if abs((route.facing - way + 180) % 360 - 180) < 23 else f", facing {compass(route.facing)}"
    return f"{length(far)} {view.length_unit} {compass(way)}{bends} to {spot}{facing}"


def _ground(view: View, x: int, y: int) -> str:
    """What lies at a place: `in the wood (dense)`."""
    here = [area for area in view.areas if inside(area, x, y)]
    marks = [area.name or area.kind for area in here if is_mark(area)]
    kinds = list(dict.fromkeys(area.kind for area in here if not is_mark(area)))
    said = f" ({', '.join(kinds)})" if kinds else ""
    return said + (f" at {', '.join(marks)}" if marks else "")


def start_of(decision: Place, view: View) -> tuple[int, int] | None:
    """Where the piece stands: from the decision, else from the view."""
    if decision.stand is not None:
        return decision.stand.path[0]
    piece = next((p for p in view.pieces if p.id == decision.piece and p.on_table), None)
    return (piece.x, piece.y) if piece is not None else None


def is_typed(words: str) -> bool:
    return words.split(maxsplit=1)[0].casefold() in ("to", "path") if words.strip() else False


def read_route(words: str, decision: Place, view: View) -> dict[str, Any]:
    """`to X Y [facing]` or `path x,y x,y ... [facing]` as an answer, in the game's units."""
    verb, *rest = words.replace(",", " ").split()
    text = " ".join(rest)
    if not re.fullmatch(rf"{_NUMBER}(?: {_NUMBER})*", text):
        raise Complaint("a place is typed as: to X Y [facing], or path x,y x,y [facing].")
    numbers = [float(number) for number in text.split()]
    facing: int | None = None
    if len(numbers) % 2:
        facing = int(numbers.pop())
    if not numbers or (verb.casefold() == "to" and len(numbers) != 2):
        raise Complaint("a place is typed as: to X Y [facing], or path x,y x,y [facing].")
    pairs = zip(numbers[::2], numbers[1::2], strict=True)
    points = [(round(x * 1000), round(y * 1000)) for x, y in pairs]
    start = start_of(decision, view)
    path = points
    if decision.shape != "point" and start is not None and points[0] != start:
        path = [start, *points]
    if facing is None:
        facing = _facing(path, decision, view)
    return {"path": [list(point) for point in path], "facing": facing % 360}


def _facing(path: list[tuple[int, int]], decision: Place, view: View) -> int:
    """Nobody said how it faces: the way it goes, or as it stood."""
    if len(path) > 1 and path[-1] != path[-2]:
        return bearing(path[-1][0] - path[-2][0], path[-1][1] - path[-2][1])
    if decision.stand is not None:
        return decision.stand.facing
    piece = next((p for p in view.pieces if p.id == decision.piece), None)
    return piece.facing if piece is not None else 0
