"""From which side a charge goes in: the ways to each side of an enemy, and the attacker's choice among them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from umpire.battle.decisions import Option, PickOne, Place, Refused, Route, Sieved
from umpire.battle.words import does
from umpire.dice import Procedure
from umpire.games.fwc.actions import assault, movement
from umpire.games.fwc.actions.melee import touched_base
from umpire.games.fwc.model import State, Unit
from umpire.table import Base, ahead, free, length, opposite, touched_side

_OUT = (1500, 4000)
"""How far beside a base a unit may pass it before it turns in against that side."""

OWN_WAY = "own"
"""The choice of a way that the attacker draws himself, instead of one to a side."""

_SIDES = {"front": "front", "left": "left flank", "right": "right flank", "rear": "rear"}


class Ways:
    """The ways of a unit to the sides of an enemy, each looked for when somebody asks for it.

    `first` is a legal way into contact; `taken` are places where others are to stand: no way ends there. `easy_going`
    is as in `assault.check_charge`.
    """

    def __init__(
        self,
        state: State,
        unit: Unit,
        target: Unit,
        first: Route,
        taken: Sequence[Base] = (),
        easy_going: bool = False,
    ) -> None:
        self._state = state
        self._unit = unit
        self._target = target
        self._taken = taken
        self._easy_going = easy_going
        self._anchor = touched_base(state, target)
        here = unit.base.centre
        ends = assault.flush(unit.base, self._anchor)
        self._middles = ends[:: assault.PLACES]
        """The place in the middle of each side."""
        self._farthest = assault.farthest(state, unit, None) + 1
        self._found: dict[str, Route | None] = {}
        if self._leads_there(first):
            self._found[self._side(self._end(first))] = first
        self._ends: dict[str, list[Base]] = {side: [] for side in self._found}
        for end in sorted(ends, key=lambda end: length((here, end.centre))):
            self._ends.setdefault(self._side(end), []).append(end)

    def reached(self) -> Iterator[str]:
        """The sides that can be reached: that of the first way, if it is free, then the nearest first."""
        return (side for side in self._ends if self.to(side) is not None)

    def possible(self) -> list[str]:
        """The sides there are, in the same order, whether they can be reached or not."""
        return list(self._ends)

    def to(self, side: str) -> Route | None:
        """FWC-CA-08: a legal way to a side; None if there is none."""
        if side not in self._found:
            self._found[side] = next(filter(self._legal, self._tried(side)), None)
        return self._found[side]

    def routes(self) -> list[Route]:
        """A way to each side that can be reached."""
        return [way for side in self._ends if (way := self.to(side)) is not None]

    def why_not(self, route: Route) -> Refused | None:
        """Why a way that the attacker draws himself is not one; None if it is."""
        return movement.check_taken(self._end(route), self._taken) or self._check(route)

    def _check(self, route: Route) -> Refused | None:
        return assault.check_charge(self._state, self._unit, route, self._target, None, self._easy_going)

    def _side(self, end: Base) -> str:
        return touched_side(self._target.base, end)

    def _end(self, route: Route) -> Base:
        return self._unit.base.placed(*route.end, route.facing)

    def _tried(self, side: str) -> Iterator[Route]:
        """Ways to a side: straight there, past the enemy and then in, round a corner; not yet checked."""
        here = self._unit.base.centre
        for end in self._ends[side]:
            yield Route((here, end.centre), end.facing)
            for out in _OUT:
                yield Route((here, ahead(end.centre, opposite(end.facing), out), end.centre), end.facing)
        for end in self._middles:
            if end in self._ends[side]:
                before = ahead(end.centre, opposite(end.facing), _OUT[0])
                for turn in (90, 270):
                    far = self._anchor.reach + self._unit.base.reach
                    corner = ahead(before, (end.facing + turn) % 360, far)
                    yield Route((here, corner, before, end.centre), end.facing)

    def _legal(self, route: Route) -> bool:
        return self._leads_there(route) and self._check(route) is None

    def _leads_there(self, route: Route) -> bool:
        """Whether a way is short enough and leads to a free place, which is sooner seen than all else."""
        if length(route.path) > self._farthest:
            return False
        if self._taken and not free(self._end(route), self._taken):
            return False
        # Most ways to a far side lead over the enemy himself: that is seen sooner than all the rest.
        return not movement.leads_over(self._unit, route, self._anchor)


def choose_way(
    state: State, unit: Unit, target: Unit, taken: Sequence[Base] = (), easy_going: bool = False
) -> Procedure[Route | None]:
    """FWC-CA-01, ORDER_DECLARE of section 2: the attacker says from where he goes in, where he has a choice.

    It makes no difference to command units, who do not fight (FWC-CA-19). No way ends in a place that is taken, unless
    there is no other. `easy_going` is as in `assault.check_charge`.
    """
    first = assault.reach(state, unit, target, easy_going=easy_going)
    if first is None:
        return None
    ways = Ways(state, unit, target, first, taken, easy_going)
    sides = list(islice(ways.reached(), 2))  # more of them are looked for only if somebody wants to see them
    if not sides:
        return first
    if len(sides) < 2 or target.profile.is_command:
        return ways.to(sides[0])

    def look(side: str) -> Option | None:
        if side == OWN_WAY:
            return Option(OWN_WAY, "by a way of your own, drawn on the table", "FWC-CA-01", target.id)
        way = ways.to(side)
        if way is None:
            return None
        odds = assault.call(state, unit, target, [(unit.id, way)])
        return Option(side, f"against its {_SIDES[side]}", "FWC-CA-08", target.id, odds)

    options = Sieved([*ways.possible(), OWN_WAY], look)
    prompt = f"From where {does(unit.name)} assault {target.name}?"
    key: str = yield PickOne(unit.side, prompt, "FWC-CA-01", options, sides[0], piece=unit.id)
    if key != OWN_WAY:
        return ways.to(key)
    drawn: Route = yield Place(
        unit.side,
        f"By what way {does(unit.name)} assault {target.name}? (it must end in contact)",
        "FWC-CA-01",
        unit.id,
        ways.why_not,
        ways.routes,
        reach=assault.farthest(state, unit, None),
    )
    return drawn
