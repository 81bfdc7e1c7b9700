"""Answers and ways over the table in words, for everybody who reads them: terminal, page and log.

Words only: rules measure with `umpire.table`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import hypot
from typing import Any

from umpire.battle.decisions import Decision, PickSome, Place, Route, YesNo, options_of
from umpire.battle.view import Area, View
from umpire.battle.words import bearing, compass, counted, tidy
from umpire.table import Point, closest_on, turn_between

_SAME_WAY = 23
"""Bearings nearer to each other than this are as good as the same: half of an eighth of the compass."""


def answer_words(answer: Any, decision: Decision, view: View) -> str:
    """A legal answer in words."""
    if isinstance(decision, YesNo):
        return "yes" if answer else "no"
    if isinstance(decision, Place):
        return described(decision.read(answer), decision, view)
    labels = {option.key: option.label for option in options_of(decision)}
    if isinstance(answer, Mapping):
        shared = [f"{share} for {labels[key]}" for key, share in answer.items() if share]
        return ", ".join(shared) or "nothing"
    if isinstance(answer, str):
        return labels.get(answer, answer)
    if len(answer) == len(labels) > 3 and isinstance(decision, PickSome):
        return "all of them"
    return ", ".join(labels.get(key, key) for key in answer) or "none"


# --- Routes ---


def different_first(routes: Sequence[Route]) -> list[Route]:
    """Routes in the order they are listed: those that hardly differ from one before come last."""
    kept: list[Route] = []
    alike: list[Route] = []
    for route in routes:
        (alike if any(_alike(route, other) for other in kept) else kept).append(route)
    return kept + alike


def distinct(decision: Place) -> int:
    """How many of the listed routes differ from all before them."""
    routes = different_first(decision.routes())
    return next((at for at, r in enumerate(routes) if any(_alike(r, other) for other in routes[:at])), len(routes))


def _alike(one: Route, other: Route) -> bool:
    """Whether two routes end within a unit of each other, as good as facing the same way."""
    if hypot(one.end.x - other.end.x, one.end.y - other.end.y) > 1000:
        return False
    return turn_between(one.facing, other.facing) < _SAME_WAY


def described(route: Route, decision: Place, view: View, labels: Mapping[str, str] | None = None) -> str:
    """Where a route leads, in words."""
    end = route.end
    spot = f"{tidy(end.x)}, {tidy(end.y)}{_ground(view, end.x, end.y)}"
    start = start_of(decision, view)
    if decision.way is not None and view.measuring:
        gone, _ = closest_on(decision.way().path, end)
        where = f"after {tidy(gone)} {view.length_unit} of its way" if gone else "at the start of its way"
        return where + _ground(view, end.x, end.y)
    if decision.shape == "point" and (not decision.piece or decision.way is not None):
        return f"at {spot}{_on_whom(view, end)}"
    if decision.shape == "point" or start is None:
        standing = next((p for p in view.pieces if p.id == decision.piece and p.on_table), None)
        if standing is None or (standing.x, standing.y) != (end.x, end.y):
            return f"at {spot}, facing {compass(route.facing)}"
        return f"facing {compass(route.facing)}" + (", as it stands" if standing.facing == route.facing else "")
    path = route.path if route.path[0] == start else (start, *route.path)
    far = sum(hypot(q[0] - p[0], q[1] - p[1]) for p, q in pairwise(path))
    if far == 0:
        turned = "" if decision.stand is None or route.facing == decision.stand.facing else ", turned"
        return f"stay{turned}, facing {compass(route.facing)}"
    way = bearing(end.x - start[0], end.y - start[1])
    bends = f" with {counted(len(path) - 2, 'bend')}" if len(path) > 2 else ""
    facing = "" if turn_between(route.facing, way) < _SAME_WAY else f", facing {compass(route.facing)}"
    goal = "" if bends else _toward(view, start, end, decision.piece, labels or {})
    long = f"{tidy(far)} {view.length_unit} " if view.measuring else ""
    moved = f", {counted(len(route.figures), 'figure')} put by hand" if route.figures else ""
    return f"{long}{compass(way)}{bends} to {spot}{facing}{goal}{moved}"


def _on_whom(view: View, spot: Point) -> str:
    """Who stands at a place, if anybody does: `, on Squad 2`."""
    for piece in view.pieces:
        spots = [(piece.x, piece.y), *[(figure.x, figure.y) for figure in piece.figures]]
        if piece.on_table and spot in spots:
            return f", on {piece.name}"
    return ""


def place(view: View, x: int, y: int) -> str:
    """`45, 30.5 (Farm, building)`."""
    return f"{tidy(x)}, {tidy(y)}{_ground(view, x, y)}"


def _ground(view: View, x: int, y: int) -> str:
    """What lies at a place: ` (Wood, dense)`. Where pieces may be deployed or somebody means to go is no ground."""
    here = [each for each in view.areas if inside(each, x, y) and "deploy" not in each.kind and "path" not in each.kind]
    names = [area.name for area in here if not is_mark(area)]
    goals = [goal_name(area, view) for area in here if is_mark(area)]
    marks = [goal for goal in goals if goal not in names]
    kinds = list(dict.fromkeys(_called(area) for area in here if not is_mark(area)))
    if len(marks) < len(goals):
        kinds.append("an objective")
    said = f" ({'; '.join(kinds)})" if kinds else ""
    return said + (f" at {', '.join(marks)}" if marks else "")


def _called(area: Area) -> str:
    kind = area.kind.replace("_", " ")
    return kind if not area.name or kind in area.name.casefold() else f"{area.name}, {kind}"


def goal_name(goal: Area, view: View) -> str:
    """What an objective is called: by its name, or if that is a sentence by what lies there."""
    if goal.name and not goal.name.endswith("."):
        return goal.name
    x, y = middle(goal)
    there = [area for area in view.areas if area.name and not is_mark(area) and inside(area, x, y)]
    pieces = [piece.name for piece in view.pieces if (piece.x, piece.y) == (x, y)]
    return pieces[0] if pieces else there[-1].name if there else goal.name or goal.kind


def _toward(view: View, start: tuple[int, int], end: Point, mover: str, labels: Mapping[str, str]) -> str:
    """Whom or what a straight way leads to: an objective, or the nearest enemy on that bearing."""
    way = bearing(end.x - start[0], end.y - start[1])

    def ahead(x: float, y: float) -> bool:
        off = turn_between(bearing(x - start[0], y - start[1]), way)
        return off <= 2 and hypot(x - start[0], y - start[1]) > hypot(end.x - start[0], end.y - start[1])

    if any(is_mark(area) and inside(area, end.x, end.y) for area in view.areas):
        return ""
    for area in view.areas:
        if is_mark(area) and ahead(*middle(area)):
            return f", toward {goal_name(area, view)}"
    side = next((piece.side for piece in view.pieces if piece.id == mover), view.seat)
    foes = [piece for piece in view.pieces if piece.side != side and piece.on_table and ahead(piece.x, piece.y)]
    if not foes:
        return ""
    foe = min(foes, key=lambda piece: hypot(piece.x - start[0], piece.y - start[1]))
    return f", toward {foe.name}" + (f" [{labels[foe.id]}]" if foe.id in labels else "")


def start_of(decision: Place, view: View) -> tuple[int, int] | None:
    """Where the piece stands: from the decision, else from the view."""
    if decision.stand is not None:
        return decision.stand.path[0]
    piece = next((p for p in view.pieces if p.id == decision.piece and p.on_table), None)
    return (piece.x, piece.y) if piece is not None else None


# --- Ground ---


def is_mark(area: Area) -> bool:
    """An objective is a place, drawn as one sign on top of everything."""
    return "objective" in area.kind.casefold()


def middle(area: Area) -> tuple[float, float]:
    if area.circle is not None:
        return area.circle[0], area.circle[1]
    xs, ys = [x for x, _ in area.outline], [y for _, y in area.outline]
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


def inside(area: Area, x: float, y: float) -> bool:
    """Whether a place lies in an area."""
    if area.circle is not None:
        cx, cy, radius = area.circle
        return (x - cx) ** 2 + (y - cy) ** 2 <= radius**2
    odd = False
    outline = area.outline
    for (x0, y0), (x1, y1) in zip(outline, outline[1:] + outline[:1], strict=True):
        if (y0 > y) != (y1 > y) and x < (x1 - x0) * (y - y0) / (y1 - y0) + x0:
            odd = not odd
    return odd
