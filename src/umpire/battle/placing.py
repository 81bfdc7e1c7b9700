"""The decision about a place: a point or a path on the table, judged by the rule that asks for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from umpire.battle.asking import Call, Decision, Prompt, Refused, Way
from umpire.battle.options import drawn
from umpire.battle.preview import Preview
from umpire.battle.route import Route, plain, read_route
from umpire.dice.inputs import shown


class Place(Decision):
    """A point or a path on the table for a piece.

    `check` tells why a route is not allowed; `offered` makes good routes, only when somebody asks for them, and those
    not allowed are left out; `preview` tells what would come of any route, allowed or not; `party` are the figures
    that may be put somewhere by hand. With a `way`, a point on it is asked for: nobody is put there or turned. `odds`
    tells what hangs on an allowed route, where dice are rolled for it. `reach` is how far the piece may get at most,
    `allowance` how far by a route, where that depends on the route.
    """

    __slots__ = (
        "_made", "_passed", "allowance", "check", "draw", "odds", "offered", "party", "preview", "reach", "shape",
        "stand",
    )  # fmt: skip

    kind = "place"

    def __init__(
        self,
        seat: str,
        prompt: Prompt,
        rule: str,
        piece: str,
        check: Callable[[Route], Refused | None],
        offered: Callable[[], Sequence[Route]],
        shape: str = "path",
        reach: int = 0,
        stand: Route | None = None,
        draw: Callable[[Random], Route] | None = None,
        preview: Callable[[Route], Preview] | None = None,
        party: Sequence[str] = (),
        way: Callable[[], Way] | None = None,
        odds: Callable[[Route], Call] | None = None,
        allowance: Callable[[Route], int] | None = None,
    ) -> None:
        super().__init__(seat, prompt, rule, piece, way)
        self.odds = odds
        self.allowance = allowance
        self.preview = preview
        self.party = party
        self.check = check
        self.offered = offered
        self.shape = shape
        self.reach = reach
        self.stand = stand
        self.draw = draw
        self._made: Sequence[Route] | None = None
        self._passed: Route | None = None

    def read(self, answer: Any) -> Route:
        route = read_route(answer)
        if route is None or not route.path or (self.shape == "point" and len(route.path) != 1):
            shape = f"a {self.shape} is asked for, as {{'path': [[x, y], ...], 'facing': degrees}}."
            raise self.refuse(shape)
        if (strange := next((id for id, _ in route.figures if id not in self.party), None)) is not None:
            raise self.refuse(f"{shown(strange)} is not a figure that can be placed here.")
        if (refusal := self._refusal(route)) is not None:
            raise refusal
        return route

    def _refusal(self, route: Route) -> Refused | None:
        """Why a route is not allowed. The one last found allowed is not checked again: who draws it then gives it."""
        if route == self._passed:
            return None
        refusal = self.check(route)
        if refusal is None:
            self._passed = route
        return refusal

    def record(self, value: Any) -> Any:
        return plain(value)

    def routes(self) -> Sequence[Route]:
        """The offered routes that are allowed, and where the piece may simply stand."""
        if self._made is None:
            made = [] if self.stand is None else [self.stand]
            made += [route for route in self.offered() if route not in made and self.check(route) is None]
            self._made = made
        return self._made

    def default(self) -> dict[str, Any]:
        return plain(self.stand if self.stand is not None else self.routes()[0])

    def random(self, rng: Random) -> dict[str, Any]:
        if self.draw is not None:
            for _ in range(3):
                route = self.draw(rng)
                if self._refusal(route) is None:
                    return plain(route)
            if self.stand is not None:
                return plain(self.stand)
        routes = [] if self.stand is None else [self.stand]
        routes += [route for route in self.offered() if route not in routes]
        return plain(drawn(rng, routes, lambda route: route is self.stand or self._refusal(route) is None))

    def candidates(self) -> Sequence[dict[str, Any]]:
        return [plain(route) for route in self.routes()]
