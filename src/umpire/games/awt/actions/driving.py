"""Vehicles that move: tracked ones turn and go straight, wheeled ones turn twice (AWT-MV-07 to 10)."""

from __future__ import annotations

from itertools import pairwise
from random import Random

from umpire.battle.decisions import Refused, Route
from umpire.battle.words import tidy
from umpire.games.awt import sheet
from umpire.games.awt.actions.marching import SHARES, Mover, Placing, goals_of
from umpire.games.awt.field import SLACK
from umpire.games.awt.walking import toward
from umpire.table import Point, ahead, bearing, free, length, on_table, turn_between

LEAST = sheet.WHEELED_LEAST
"""AWT-MV-08: the first leg of a wheeled vehicle, and what it leaves for the second."""


class Drive(Mover):
    """A vehicle about to move."""

    def arrange(self, route: Route) -> Placing | Refused:
        """AWT-MV-07 to 11: where a vehicle ends on this route, or why it is not allowed."""
        refusal = self._legs(route) or self._way(route)
        if refusal is not None:
            return refusal
        number = self.unit.models[0].number
        end = self.unit.leader.placed(*route.end, route.facing)
        return Placing({number: end}, {number: route.path})

    def _legs(self, route: Route) -> Refused | None:
        unit, path = self.unit, route.path
        if path[0] != unit.leader.centre:
            return Refused(f"the path of {unit.name} must begin where it stands.", "AWT-MV-09")
        far = length(path)
        if far > self.allowed + SLACK:
            return Refused(f"{unit.name} goes up to {tidy(self.allowed)} in, not {far / 1000:.2f}.", "AWT-MV-09")
        if unit.profile.move_class == "tracked":
            return self._tracked(route)
        return self._wheeled(route)

    def _tracked(self, route: Route) -> Refused | None:
        """AWT-MV-07, 10: it turns on the spot, then goes straight ahead."""
        path = route.path
        if len(path) > 2:
            return Refused(f"{self.unit.name} turns once and goes straight ahead.", "AWT-MV-07")
        if len(path) == 2 and path[0] != path[1] and not _along(route.facing, path[0], path[1]):
            return Refused(f"{self.unit.name} ends facing the way it went.", "AWT-MV-07")
        return None

    def _wheeled(self, route: Route) -> Refused | None:
        """AWT-MV-08: turn, ahead at least an inch and an inch short of its Pace, turn, ahead with the rest."""
        unit, path = self.unit, route.path
        if len(path) > 3:
            return Refused(f"{unit.name} turns at most once on its way.", "AWT-MV-08")
        if len(path) == 1:
            if route.facing == unit.leader.facing:
                return None
            return Refused(f"{unit.name} goes at least {tidy(LEAST)} inch before it stands turned.", "AWT-MV-08")
        first = length(path[:2])
        if first < LEAST - SLACK:
            return Refused(f"{unit.name} goes at least {tidy(LEAST)} inch straight ahead first.", "AWT-MV-08")
        if first > self.allowed - LEAST + SLACK:
            # All of its Pace in one direction is a second leg without a turn.
            if len(path) == 2 and _along(route.facing, path[0], path[1]):
                return None
            return Refused(
                f"{unit.name} goes up to {tidy(self.allowed - LEAST)} in before it turns, not {first / 1000:.2f}.",
                "AWT-MV-08",
            )
        if len(path) == 3 and path[1] != path[2] and not _along(route.facing, path[1], path[2]):
            return Refused(f"{unit.name} ends facing the way it went.", "AWT-MV-08")
        return None

    def _way(self, route: Route) -> Refused | None:
        """AWT-MV-06, 11, IN-08, TE-02, 06, 10, 11, 16 to 18: over what, past whom, and where it ends."""
        unit, path = self.unit, route.path
        end = unit.leader.placed(*route.end, route.facing)
        stays = len(path) == 1 and route.facing == unit.leader.facing
        if stays:
            return None
        legs = [(p, q, bearing(p, q)) for p, q in pairwise(path) if p != q]
        legs.append((route.end, route.end, route.facing))
        if on_table(unit.leader, *self.walk.size):
            for _, q, facing in legs:
                if not on_table(end.placed(*q, facing), *self.walk.size):
                    return Refused(f"{unit.name} may not leave the table.", "AWT-MV-11")
        for p, q, facing in legs:
            block = self.walk.hit(unit.leader.turned(facing), p, q, unit.leader)
            if block is not None:
                return self.walk.refusal(block, "run into")
        if not free(end, self.walk.others):
            return Refused(f"there is no room for {unit.name} there.", "AWT-IN-08")
        return None

    # --- What may be chosen ---

    def offered(self) -> list[Route]:
        start = self.unit.leader.centre
        goals = [toward(start, goal, self.allowed) for goal in goals_of(self.state, self.unit)]
        goals += [ahead(start, turn, self.allowed) for turn in range(0, 360, 30)]
        routes: list[Route] = []
        for goal in goals:
            for share in SHARES:
                end = toward(start, goal, length((start, goal)) * share)
                route = Route((start, end), bearing(start, end)) if end != start else self.stay()
                if end != start and self.check(route) is None:
                    routes.append(route)
                    break
        return routes + [route for route in map(self._turned, range(0, 360, 45)) if self.check(route) is None]

    def _turned(self, facing: int) -> Route:
        return Route((self.unit.leader.centre,), facing)

    def draw(self, rng: Random) -> Route:
        start = self.unit.leader.centre
        end = ahead(
            start, rng.randrange(360), rng.randrange(LEAST, self.allowed + 1) if self.allowed > LEAST else LEAST
        )
        if self.unit.profile.move_class == "tracked" or rng.random() < 0.5:
            return Route((start, end), bearing(start, end))
        middle = toward(start, end, max(LEAST + 1, length((start, end)) / 2))
        left = max(0, self.allowed - int(length((start, middle))) - 1)
        last = ahead(middle, rng.randrange(360), left)
        return Route((start, middle, last), bearing(middle, last) if middle != last else bearing(start, middle))


def _along(facing: int, p: Point, q: Point) -> bool:
    """Whether a facing in whole degrees is the way from one point to another."""
    return turn_between(facing, bearing(p, q)) <= 1
