"""Units on foot, on horse and on paws that move: where each model ends, what is refused, what may be chosen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import NamedTuple

from umpire.battle.decisions import Place, Preview, Refused, Route
from umpire.battle.view import Figure, figure_on
from umpire.battle.words import tidy
from umpire.games.awt import field, sheet
from umpire.games.awt.field import SLACK
from umpire.games.awt.model import State, Unit
from umpire.games.awt.units import figure_id
from umpire.games.awt.walking import Walk, toward
from umpire.table import Base, Path, Point, ahead, bearing, follow, free, keep, length, snap

SHARES = (1.0, 0.66, 0.33)
"""A way that is blocked is offered shorter."""


class Placing(NamedTuple):
    """Where the models of a unit would stand, by number, and how they get there."""

    bases: dict[int, Base]
    paths: dict[int, Path]


class Mover:
    """A unit about to move: made once for a decision, asked for many routes."""

    def __init__(self, state: State, unit: Unit, allowed: int, *, leap: bool = False) -> None:
        self.state = state
        self.unit = unit
        self.allowed = allowed
        self.walk = Walk(state, unit, allowed, leap=leap)

    def arrange(self, route: Route) -> Placing | Refused:
        """Where everybody ends on this route, or why it is not allowed."""
        raise NotImplementedError

    def offered(self) -> list[Route]:
        """Ways worth weighing."""
        raise NotImplementedError

    def draw(self, rng: Random) -> Route:
        """Some way, allowed or not."""
        raise NotImplementedError

    def check(self, route: Route) -> Refused | None:
        found = self.arrange(route)
        return found if isinstance(found, Refused) else None

    def preview(self, route: Route) -> Preview:
        """Where everybody would stand."""
        found = self.arrange(route)
        if isinstance(found, Refused):
            return Preview(lines=(str(found),))
        return Preview(figures=figures(self.unit, found.bases))

    def stay(self) -> Route:
        return Route((self.unit.leader.centre,), self.unit.leader.facing)


class March(Mover):
    """One that goes on foot, on horse or on paws."""

    def __init__(self, state: State, unit: Unit, allowed: int, *, leap: bool = False) -> None:
        super().__init__(state, unit, allowed, leap=leap)
        self.before = field.cohesion(unit.bases)
        self._known: dict[Route, Placing | Refused] = {}

    def arrange(self, route: Route) -> Placing | Refused:
        """AWT-MV-01 to 06, IN-08: where everybody ends on this route, or why it is not allowed."""
        found = self._known.get(route)
        if found is None:
            found = keep(self._known, route, self._arrange(route), 100)
        return found

    def _arrange(self, route: Route) -> Placing | Refused:
        unit, walk = self.unit, self.walk
        if route == self.stay():
            # AWT-MV-10: not moving at all is always allowed.
            stood = {model.number: model.base for model in unit.models}
            return Placing(stood, {number: (base.centre,) for number, base in stood.items()})
        refusal = self._leader(route)
        if refusal is not None:
            return refusal
        by_hand = {int(key.rpartition(".")[2]): point for key, point in route.figures}
        index = {model.number: i for i, model in enumerate(unit.models)}
        told = {index[number]: point for number, point in by_hand.items() if number in index}
        if told.get(0, route.end) != route.end:
            return Refused(f"the leader of {unit.name} stands where the path ends.", "AWT-MV-06")
        bases = unit.bases
        paths: dict[int, Path] = {0: route.path}

        def fits(at: int, spot: Base) -> bool:
            way = self._way(bases[at], spot.centre, route.path)
            if way is not None:
                paths[at] = way
            return way is not None

        if not route.figures and not self.before:
            together = self._together(route, fits)
            if together is not None:
                return Placing(together, {unit.models[at].number: way for at, way in paths.items()})
        for at, point in told.items():
            if at and not fits(at, bases[at].moved(*point)):
                longer = walk.shortest(bases[at], point, self.allowed)
                if longer is None:
                    return self._out_of_reach(unit.models[at].number, bases[at], point)
                paths[at] = longer
        ends = follow(
            bases, route.end, facing=route.facing, by_hand=told, others=walk.others, table=walk.size,
            cohesion=sheet.COHESION, fits=fits,
        )  # fmt: skip
        if ends is None:
            return Refused(f"there is no room for all of {unit.name} there.", "AWT-MV-04")
        return self._in_order(ends, paths)

    def _together(self, route: Route, fits: Callable[[int, Base], bool]) -> dict[int, Base] | None:
        """Everybody by the same step as the leader, where that can be done; nobody else need then be looked for."""
        unit, end = self.unit, route.end
        dx, dy = end.x - unit.leader.x, end.y - unit.leader.y
        found: dict[int, Base] = {}
        for at, model in enumerate(unit.models):
            spot = model.base.placed(model.base.x + dx, model.base.y + dy, route.facing)
            if (at and not fits(at, spot)) or not free(spot, self.walk.others) or self.walk.lands_too_near(spot):
                return None
            found[model.number] = spot
        return found

    def _leader(self, route: Route) -> Refused | None:
        unit, path = self.unit, route.path
        if path[0] != unit.leader.centre:
            return Refused(f"the path of {unit.name} must begin where its leader stands.", "AWT-MV-06")
        far = length(path)
        if far > self.allowed + SLACK:
            return Refused(f"{unit.name} goes up to {tidy(self.allowed)} in, not {far / 1000:.2f}.", "AWT-MV-06")
        return self._blocked(unit.leader, path)

    def _blocked(self, base: Base, path: Sequence[Point]) -> Refused | None:
        """AWT-MV-06, 11, TE-02, 06, 11, 16, 17: what a path meets."""
        if self.walk.leaves_table(base, path):
            return Refused(f"{self.unit.name} may not leave the table.", "AWT-MV-11")
        met = self.walk.met_on(base, path, base)
        return None if met is None else self.walk.refusal(met, "pass through")

    def _out_of_reach(self, number: int, base: Base, point: Point) -> Refused:
        blocked = self._blocked(base, (base.centre, point))
        if blocked is not None:
            return blocked
        return Refused(
            f"model {number} of {self.unit.name} goes up to {tidy(self.allowed)} in, "
            f"not {length((base.centre, point)) / 1000:.2f}.",
            "AWT-MV-06",
        )

    def _way(self, base: Base, end: Point, path: Path) -> Path | None:
        """How a model gets to its place: straight, or beside the path of the leader."""
        straight = (base.centre, end)
        if length(straight) > self.allowed + SLACK:
            return None
        if self.walk.passes(base, straight):
            return straight
        if len(path) < 3:
            return None
        dx, dy = base.x - path[0].x, base.y - path[0].y
        beside = (*[Point(p.x + dx, p.y + dy) for p in path[:-1]], end)
        if length(beside) <= self.allowed + SLACK and self.walk.passes(base, beside):
            return beside
        return None

    def _in_order(self, ends: list[Base], paths: dict[int, Path]) -> Placing | Refused:
        """AWT-MV-04, 05, IN-08: nobody on another, and in cohesion; who had lost it comes nearer to it."""
        unit = self.unit
        for i, base in enumerate(ends):
            if not free(base, ends[:i]) or not free(base, self.walk.others):
                return Refused(f"two bases would overlap where {unit.name} ends.", "AWT-IN-08")
            if self.walk.lands_too_near(base):
                return Refused(f"{unit.name} would end within {tidy(sheet.CLEAR)} inch of an enemy.", "AWT-MV-06")
        broken = field.cohesion(ends)
        nearer = broken < self.before or (
            broken == self.before and field.scattered(ends) < field.scattered(unit.bases) - SLACK
        )
        if broken and not nearer:
            return Refused(f"{unit.name} would not be in cohesion.", "AWT-MV-04" if not self.before else "AWT-MV-05")
        numbers = [model.number for model in unit.models]
        return Placing(dict(zip(numbers, ends, strict=True)), {numbers[at]: way for at, way in paths.items()})

    # --- What may be chosen ---

    def offered(self) -> list[Route]:
        """Ways worth weighing: to the objectives, to the nearest enemies, into cover, all round."""
        start = self.unit.leader.centre
        goals = [toward(start, goal, self.allowed) for goal in goals_of(self.state, self.unit)]
        goals += [ahead(start, turn, self.allowed) for turn in range(0, 360, 45)]
        routes: list[Route] = []
        for goal in goals:
            for share in SHARES:
                end = Point(snap(start.x + (goal.x - start.x) * share), snap(start.y + (goal.y - start.y) * share))
                if end == start:
                    break
                route = Route((start, end), bearing(start, end))
                if self.check(route) is None:
                    routes.append(route)
                    break
        return routes

    def draw(self, rng: Random) -> Route:
        start = self.unit.leader.centre
        end = ahead(start, rng.randrange(360), rng.randrange(self.allowed // 3, self.allowed + 1))
        return Route((start, end), bearing(start, end) if end != start else self.unit.leader.facing)


def goals_of(state: State, unit: Unit) -> list[Point]:
    """Places on the table that a unit might go to: objectives, trenches and other cover, the nearest enemies."""
    lead = unit.leader
    spots = [goal.point for goal in state.content.objectives]
    for piece in field.lie(state).shelter.pieces:
        if piece.kind == "building" and unit.profile.move_class != "infantry":
            continue
        west, south, east, north = piece.bounds
        spots.append(Point(min(max(lead.x, west + 1500), east - 1500), (south + north) // 2))
    foes = sorted(field.enemies(state, unit), key=lambda foe: (_off(lead, foe.leader), foe.id))
    spots += [foe.leader.centre for foe in foes[:2]]
    return spots


def _off(a: Base, b: Base) -> int:
    return (a.x - b.x) ** 2 + (a.y - b.y) ** 2


def figures(unit: Unit, bases: dict[int, Base]) -> tuple[Figure, ...]:
    """Models as they would stand, for whoever draws them."""
    return tuple([figure_on(base, figure_id(unit, number)) for number, base in bases.items()])


def party(unit: Unit) -> tuple[str, ...]:
    """The models that may be put somewhere by hand."""
    return tuple([figure_id(unit, model.number) for model in unit.models[1:]])


def place_for(mover: Mover, prompt: str, rule: str) -> Place:
    """The question where a unit goes, with what comes of every answer."""
    unit = mover.unit
    return Place(
        unit.side, prompt, rule, unit.id, mover.check, mover.offered, "path", mover.allowed, mover.stay(),
        mover.draw, mover.preview, party(unit),
    )  # fmt: skip
