"""Who may react to a plan, how, and where along the path: the enemy's chances, and what their dice need."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from typing import Any

from umpire.battle.decisions import Route
from umpire.dice import Tally
from umpire.games.rhine import field as ground
from umpire.games.rhine import hiding
from umpire.games.rhine.actions import fire, movement, routes
from umpire.games.rhine.actions.fire import Firing
from umpire.games.rhine.actions.movement import Walk
from umpire.games.rhine.house import House
from umpire.games.rhine.model import Plan, State, Unit, other
from umpire.games.rhine.scores import reaction_need
from umpire.table import Base, length

STEP = 1000
"""How densely a path is searched for trigger points, in thousandths of an inch."""
FINE_STEP = 200
"""How densely for whom none of those will do: who looks through a gap sees the mover for a moment."""


@dataclass
class Ledger:
    """What has been tried in this activation, and so what may still be (RHINE-REACT-16, option `reaction_limit`)."""

    house: House
    open: bool = True
    action: str = "move"
    """What is about to be done."""
    attempts: int = 0
    succeeded: bool = False
    seized: bool = False
    tried: list[str] = field(default_factory=list)
    tried_now: list[str] = field(default_factory=list)
    """Those that have tried against the action at hand."""

    def next_action(self, action: str) -> None:
        self.action = action
        self.tried_now = []

    def may_try(self) -> bool:
        limit = self.house.reaction_limit
        if not self.open:
            return False
        if limit == "one_attempt_per_activation":
            return self.attempts == 0
        if limit == "one_success_per_activation":
            return not self.succeeded
        return limit == "unlimited" or not self.tried_now

    def may_unit_try(self, unit: Unit) -> bool:
        if self.house.reaction_limit == "one_success_per_activation":
            return unit.id not in self.tried
        return unit.id not in self.tried_now

    def record(self, unit_id: str, result: str) -> None:
        self.attempts += 1
        self.tried.append(unit_id)
        self.tried_now.append(unit_id)
        self.succeeded = self.succeeded or result != "failed"
        self.seized = self.seized or result == "seized"


Spot = tuple[float, Base]
"""How far along a path, and where the mover's base is then."""


class Chance:
    """A way to react: who, how, with which weapon, to which action; and where along the path, once somebody asks."""

    __slots__ = ("_find", "_spots", "action", "kind", "unit", "weapon")

    def __init__(
        self,
        unit: Unit,
        kind: str,
        weapon: int,
        find: Callable[[], Sequence[Spot]] = tuple,
        action: str = "",
    ) -> None:
        self.unit = unit
        self.kind = kind
        self.weapon = weapon
        self.action = action
        self._find = find
        self._spots: Sequence[Spot] | None = None

    @property
    def spots(self) -> Sequence[Spot]:
        """Every place on the path where this could be done."""
        if self._spots is None:
            self._spots = self._find()
        return self._spots

    @property
    def triggers(self) -> list[float]:
        return [gone for gone, _ in self.spots]

    @property
    def key(self) -> str:
        return f"{self.kind}:{self.unit.id}" + (f":{self.weapon}" if self.kind == "fire" else "")


def chances(state: State, plan: Plan, ledger: Ledger, walk: Walk) -> list[Chance]:
    """Section 2, points 1 and 2; RHINE-REACT-14, 15, 20, 21: all that could react now, and where.

    Each needs sight of the mover, and a shot or move that is legal. Transports may; Broken units, passengers and
    helicopters may not.
    """
    mover = state.units[plan.unit]
    if walk.start is not None and not mover.on_table:
        mover = mover.at(walk.start)  # only thought of as coming onto the table: it is where it would begin
    spots = _spots(mover, walk)
    between, turns = cache(partial(_between, mover, walk)), cache(partial(_turns, mover, walk))
    found: list[Chance] = []
    for unit in state.of(other(mover.side)):
        if not unit.broken and ledger.may_unit_try(unit):
            found += _Watcher(state, unit, mover, spots, between, turns).chances(ledger.action)
    return found


class _Watcher:
    """One unit that may react: what it sees of a path, each place looked at once."""

    def __init__(
        self,
        state: State,
        unit: Unit,
        mover: Unit,
        spots: Sequence[Spot],
        between: Callable[[float, float], list[Spot]],
        turns: Callable[[], list[Spot]],
    ) -> None:
        self.state = state
        self.unit = unit
        self.mover = mover
        self.spots = spots
        self.between = between
        self.turns = turns
        self.gaps: list[tuple[Spot, Spot]] | None = None
        """The neighbouring spots between which the mover may come into sight, once somebody asks."""
        self.seen: dict[float, bool] = {}
        self.moments: dict[bool, list[Spot]] = {}

    def chances(self, action: str) -> Iterator[Chance]:
        state, unit = self.state, self.unit
        for weapon in range(len(unit.profile.weapons)):
            if fire.suited(state, reply(state, unit, self.mover, weapon, at=self.spots[0][1])):
                yield from self._chance("fire", weapon, partial(self._may_fire, weapon), action)
        if routes.can_move(state, unit):
            yield from self._chance("move", 0, self._knows, action)
        if state.house.reaction_full_activation:
            yield from self._chance("activate", 0, self._sees, action)

    def _chance(self, kind: str, weapon: int, may: Callable[[Spot], bool], action: str) -> Iterator[Chance]:
        if any(may(spot) for spot in self._likeliest_first()):
            yield Chance(self.unit, kind, weapon, lambda: [spot for spot in self.spots if may(spot)], action)
            return
        closely = self._closely(weapon) if kind == "fire" else [*self._moments(False), *self.turns()]
        moments = sorted(spot for spot in closely if may(spot))
        if moments:
            yield Chance(self.unit, kind, weapon, lambda: moments, action)

    def _likeliest_first(self) -> Iterator[Spot]:
        """Most who see anything of a path see one of its ends; who does not may be shut off from all of it."""
        spots = self.spots
        yield spots[0]
        if len(spots) > 1:
            yield spots[-1]
            if not (self.seen.get(spots[0][0], True) or self.seen.get(spots[-1][0], True)):
                self._find_gaps()
            yield from reversed(spots[1:-1])

    def _closely(self, weapon: int) -> list[Spot]:
        """Where else a shot may be possible that is at none of the spots: in between, where it is in range at one of
        them or as the mover turns; where it is at none of these, it is not between them either."""
        everywhere = self.unit.profile.weapons[weapon].is_atgm and self.mover.profile.is_foot
        if not self._comes_in_range(weapon, self.spots):
            if not self._comes_in_range(weapon, self.turns()):
                return []
            everywhere = True
        return [*self._moments(everywhere), *self.turns()]

    def _comes_in_range(self, weapon: int, spots: Sequence[Spot]) -> bool:
        shots = (reply(self.state, self.unit, self.mover, weapon, at=base) for _, base in spots)
        return any(fire.in_range(self.state, shot) for shot in shots)

    def _find_gaps(self) -> list[tuple[Spot, Spot]]:
        if self.gaps is None:
            self.gaps = list(self._open_gaps(0, len(self.spots) - 1)) if len(self.spots) > 1 else []
        return self.gaps

    def _moments(self, in_sight: bool) -> list[Spot]:
        """What lies between two spots where the mover may be seen that is seen at neither, or at one of them; or, of a
        way that is `in_sight`, all of it: a squad may be in a trench for a moment (RHINE-FIRE-22).
        """
        found = self.moments.get(in_sight)
        if found is None:
            found = self.moments[in_sight] = []
            for first, last in self._find_gaps():
                if in_sight or not (self._sees(first) and self._sees(last)):
                    found += self.between(first[0], last[0])
        return found

    def _open_gaps(self, low: int, high: int) -> Iterator[tuple[Spot, Spot]]:
        """Neighbouring spots between which the mover may be in sight: not where the same hides it all the way, which
        neither it nor who looks passes through."""
        if self._stays_hidden(low, high):
            self.seen.update((gone, False) for gone, _ in self.spots[low + 1 : high])
        elif high == low + 1:
            yield self.spots[low], self.spots[high]
        else:
            middle = (low + high) // 2
            yield from self._open_gaps(low, middle)
            yield from self._open_gaps(middle, high)

    def _stays_hidden(self, low: int, high: int) -> bool:
        if self.state.house.recce_rules:  # others look on
            return False
        first, last = self.spots[low], self.spots[high]
        facing = last[1].facing
        if any(spot[1].facing != facing for spot in self.spots[low:high]):
            inner = self.between(first[0], last[0]) if high == low + 1 else []
            if not inner:
                return False
            first, last = inner[0], inner[-1]
        if self._sees(first) or self._sees(last):
            return False
        return hiding.stays_hidden(self.state, self.unit.base, first[1], last[1], self.mover.id)

    def _sees(self, spot: Spot) -> bool:
        gone, base = spot
        found = self.seen.get(gone)
        if found is None:
            found = self.seen[gone] = ground.sees(self.state, self.unit.base, base, (self.unit.id, self.mover.id))
        return found

    def _knows(self, spot: Spot) -> bool:
        return self._sees(spot) or _told_of(self.state, self.unit, spot[1], self.mover.id)

    def _may_fire(self, weapon: int, spot: Spot) -> bool:
        if not self.seen.get(spot[0], True):
            return False
        firing = reply(self.state, self.unit, self.mover, weapon, at=spot[1])
        return fire.barred(self.state, firing) is None and self._sees(spot)


def _told_of(state: State, unit: Unit, base: Base, mover: str) -> bool:
    """Option `recce_rules` (RHINE-REACT-14): who sees nothing itself may move on what a recce unit of its side sees."""
    if not state.house.recce_rules:
        return False
    eyes = (each for each in state.of(unit.side) if each.profile.recce and each.ready)
    return any(ground.sees(state, eye.base, base, (mover,)) for eye in eyes)


def _spots(mover: Unit, walk: Walk) -> list[Spot]:
    """Where the mover's base will be at the lengths of its path that are looked at; who has halted goes no farther."""
    if len(walk.path) < 2 or walk.halted:
        return [(walk.gone, mover.base)]
    return [(gone, movement.base_at(mover, walk.path, gone)) for gone in _lengths(walk)]


def _lengths(walk: Walk) -> list[float]:
    """Where along what is left of the path the umpire looks for triggers: every inch, each corner, both ends."""
    end = length(walk.path)
    found = {walk.gone, end}
    for corner in range(1, len(walk.path)):
        found.add(length(walk.path[: corner + 1]))
    steps = int(end // STEP)
    found.update(float(STEP * step) for step in range(1, steps + 1))
    return sorted(gone for gone in found if walk.gone <= gone <= end)


def _between(mover: Unit, walk: Walk, start: float, end: float) -> list[Spot]:
    """Where the mover's base will be between two lengths of its path, closely."""
    steps = int((end - start) // FINE_STEP)
    lengths = [start + FINE_STEP * step for step in range(1, steps + 1)]
    return [(gone, movement.base_at(mover, walk.path, gone)) for gone in lengths if gone < end]


def _turns(mover: Unit, walk: Walk) -> list[Spot]:
    """The mover's base where its path bends, faced as it is at no spot: turned to set out, not yet turned at a corner.

    A long base comes nearer to some, and farther from others, by that alone.
    """
    if len(walk.path) < 2 or walk.halted:
        return []
    corners = [length(walk.path[: corner + 1]) for corner in range(1, len(walk.path) - 1)]
    found = [corner - _ASIDE for corner in corners if corner > walk.gone + _ASIDE]
    found += [_ASIDE] if walk.gone == 0 else []
    return [(gone, movement.base_at(mover, walk.path, gone)) for gone in sorted(found)]


_ASIDE = 0.25
"""So little to either side of a corner that it is the same place, in thousandths."""


def watches(state: State, chance: Chance, mover: str, base: Base) -> bool:
    """RHINE-REACT-14: whether the reacting unit sees the mover there, or is told of it, which is enough to move."""
    if ground.sees(state, chance.unit.base, base, (mover,)):
        return True
    return chance.kind == "move" and _told_of(state, chance.unit, base, mover)


def reply(state: State, unit: Unit, mover: Unit, weapon: int, to_move: bool = False, at: Base | None = None) -> Firing:
    """The shot of a unit that reacts; `to_move`: to a plan with a move in it (RHINE-MOD-05, 06)."""
    return Firing(unit, mover, weapon, has_moved(state, unit), reacting_to_move=to_move, at=at)


def has_moved(state: State, unit: Unit) -> bool:
    """Section 2, point 5: a reacting unit counts as stationary, unless a house rule has let it move in this very
    activation, by an earlier reaction (RHINE-MOD-01, 02, FIRE-23, 29)."""
    return state.plan is not None and unit.id in state.plan.moved


# --- What the die needs --------------------------------------------------------------------------------------


def need(state: State, plan: Plan, chance: Chance) -> Tally:
    """RHINE-REACT-02 to 09, 13: what the die must show, judged at the place where the active unit began."""
    return reaction_need(state.house, **inputs(state, plan, chance))


def inputs(state: State, plan: Plan, chance: Chance) -> dict[str, Any]:
    """The inputs of the reaction roll as the odds tool takes them."""
    mover, unit = state.units[plan.unit], chance.unit
    start = _start(plan, mover)
    seen = ground.sees(state, unit.base, start, (mover.id,))
    hidden = not seen or ground.obscured(state, unit.base, start, (mover.id,))
    weapons = unit.profile.weapons
    action = chance.action or plan.actions[0]
    shooting = action == "fire" and mover.profile.weapons[plan.weapon]
    return {
        "target": "foot" if mover.profile.is_foot else "vehicle",
        "hidden": hidden,
        "tokens": unit.tokens,
        "markers": unit.markers,
        "recce": unit.profile.recce,
        "atgm": chance.kind == "fire" and weapons[chance.weapon].is_atgm,
        "concealed": bool(shooting and shooting.is_atgm and shooting.raised),
    }


def _start(plan: Plan, mover: Unit) -> Base:
    """RHINE-REACT-13: how the active unit stood before it did anything; of a plan only thought of, how it would."""
    if plan.start is not None:
        return plan.start
    return routes.start_base(mover, Route(plan.path, plan.facing)) if plan.path else mover.base
