"""Ways over the table, as rules get them and as plain data."""

from __future__ import annotations

from typing import Any, NamedTuple

from umpire.table.shapes import Point


class Route(NamedTuple):
    """Where a piece goes: the points of its path (the first is where it stands) and how it faces at the end.

    A single point on the table is a route of one point. Where a unit of many figures moves, all of them follow the
    path as the game says, but for those that the player puts somewhere by hand.
    """

    path: tuple[Point, ...]
    facing: int
    figures: tuple[tuple[str, Point], ...] = ()

    @property
    def end(self) -> Point:
        return self.path[-1]


def plain(route: Route) -> dict[str, Any]:
    """A route as plain data."""
    told: dict[str, Any] = {"path": [[p.x, p.y] for p in route.path], "facing": route.facing}
    if route.figures:
        told["figures"] = {id: [p.x, p.y] for id, p in route.figures}
    return told


_FAR = 10_000_000
_MOST = 100  # points of a path, and figures put by hand
_LISTS = (list, tuple)


def read_route(answer: Any) -> Route | None:
    """The route that this plain data describes, if it describes one."""
    if isinstance(answer, Route):
        answer = {"path": answer.path, "facing": answer.facing, "figures": dict(answer.figures)}
    if not isinstance(answer, dict):
        return None
    facing, path, figures = answer.get("facing", 0), answer.get("path"), answer.get("figures")
    if type(facing) is not int or not 0 <= facing < 360:
        return None
    points = _points(path)
    if not points:
        return None
    if not figures:
        return Route(points, facing)
    if not isinstance(figures, dict) or not all(isinstance(id, str) for id in figures):
        return None
    spots = _points([figures[id] for id in sorted(figures)])
    if spots is None:
        return None
    return Route(points, facing, tuple(zip(sorted(figures), spots, strict=True)))


def _points(pairs: Any) -> tuple[Point, ...] | None:
    """The points that these pairs of whole numbers name, if they all do and are not too many."""
    if not isinstance(pairs, _LISTS) or len(pairs) > _MOST:
        return None
    points: list[Point] = []
    for pair in pairs:
        if not isinstance(pair, _LISTS) or len(pair) != 2:
            return None
        x, y = pair
        # Not `isinstance`: True and False are no places.
        if type(x) is not int or type(y) is not int or not (-_FAR < x < _FAR and -_FAR < y < _FAR):
            return None
        points.append(Point(x, y))
    return tuple(points)
