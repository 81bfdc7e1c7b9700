"""Reactions: before each action of the active unit the other side may break in with one of its own.

The mover goes on to the point the enemy chose, the reaction is rolled and resolved there, and the rest of the plan
follows, if it still can. Section 2 of the rules numbers the steps of the interrupt; the numbers stand here too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from umpire.battle.decisions import Option, PickOne, Place, Refused, Route
from umpire.dice import Procedure, Tally
from umpire.games.rhine import field as ground
from umpire.games.rhine import plan as planning
from umpire.games.rhine import procedures
from umpire.games.rhine.actions import fire, movement
from umpire.games.rhine.actions.movement import Walk
from umpire.games.rhine.house import House
from umpire.games.rhine.model import Plan, State, Unit, other
from umpire.games.rhine.scores import reaction_need
from umpire.table import Base, Point, closest_on, length, point_at

STEP = 1000
"""How densely a path is searched for trigger points, in thousandths of an inch."""


@dataclass
class Ledger:
    """What has been tried in this activation, and so what may still be (RHINE-REACT-16, option `reaction_limit`)."""

    house: House
    open: bool = True
    attempts: int = 0
    succeeded: bool = False
    seized: bool = False
    tried: list[str] = field(default_factory=list)
    tried_now: list[str] = field(default_factory=list)
    """Those that have tried against the action at hand."""

    def next_action(self) -> None:
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


class Chance:
    """A way to react: who, how, with which weapon, and at which lengths of the path it could be done."""

    __slots__ = ("kind", "triggers", "unit", "weapon")

    def __init__(self, unit: Unit, kind: str, weapon: int, triggers: Sequence[float]) -> None:
        self.unit = unit
        self.kind = kind
        self.weapon = weapon
        self.triggers = triggers

    @property
    def key(self) -> str:
        return f"{self.kind}:{self.unit.id}" + (f":{self.weapon}" if self.kind == "fire" else "")


def window(state: State, plan: Plan, ledger: Ledger, walk: Walk | None) -> Procedure[Walk]:
    """WINDOW(k): one after the other as many reactions as the house rules allow; returns how far the mover has come.

    RHINE-REACT-01, 16 to 18: each costs a pool token, a unit may react more than once a turn, and nobody reacts to a
    reaction. `walk` is None when the action is not a move.
    """
    ledger.next_action()
    so_far = walk if walk is not None else _standing(state.units[plan.unit])
    while ledger.may_try() and state.sides[other(state.units[plan.unit].side)].pool:
        found = chances(state, plan, ledger, so_far)
        if not found:
            break
        chance = yield from _choose(state, plan, found)
        if chance is None:
            break
        so_far, went = yield from _react(state, plan, ledger, so_far, chance)
        if not went or not state.units[plan.unit].ready or so_far.halted:
            break
        if ledger.seized and state.house.seize_cancels_activation:
            break
    return so_far


def _standing(unit: Unit) -> Walk:
    """The walk of a unit that does not move: one point, already reached."""
    return Walk(unit.id, (unit.base.centre,), unit.base.facing, "move", start=unit.base)


# --- Who may react -------------------------------------------------------------------------------------------


def chances(state: State, plan: Plan, ledger: Ledger, walk: Walk) -> list[Chance]:
    """Section 2, points 1 and 2; RHINE-REACT-14, 15, 20, 21: all that could react now, and where.

    Each needs sight of the mover, and a shot or move that is legal. Transports may; Broken units, passengers and
    helicopters may not.
    """
    mover = state.units[plan.unit]
    spots = _spots(mover, walk)
    found: list[Chance] = []
    for unit in state.of(other(mover.side)):
        if unit.broken or not ledger.may_unit_try(unit):
            continue
        seen = [(gone, base) for gone, base in spots if ground.sees(state, unit.base, base, (mover.id,))]
        for weapon in range(len(unit.profile.weapons)):
            good = [gone for gone, base in seen if _may_fire(state, unit, mover, weapon, base)]
            if good:
                found.append(Chance(unit, "fire", weapon, good))
        triggers = [gone for gone, _ in seen] or [gone for gone, base in spots if _told_of(state, unit, base, mover.id)]
        if triggers and movement.can_move(state, unit):
            found.append(Chance(unit, "move", 0, triggers))
        if seen and state.house.reaction_full_activation:
            found.append(Chance(unit, "activate", 0, triggers))
    return found


def _told_of(state: State, unit: Unit, base: Base, mover: str) -> bool:
    """Option `recce_rules`: who sees nothing itself may move away from what a recce unit of its side sees."""
    if not state.house.recce_rules:
        return False
    eyes = (each for each in state.of(unit.side) if each.profile.recce and each.ready)
    return any(ground.sees(state, eye.base, base, (mover,)) for eye in eyes)


def _spots(mover: Unit, walk: Walk) -> list[tuple[float, Base]]:
    """Where the mover's base will be at the lengths of its path that are looked at."""
    if len(walk.path) < 2:
        return [(0.0, mover.base)]
    return [(gone, movement.base_at(mover, walk.path, gone)) for gone in _lengths(walk)]


def _may_fire(state: State, unit: Unit, mover: Unit, weapon: int, at: Base) -> bool:
    return fire.why_not(state, unit, mover, weapon, False, at=at) is None


def _lengths(walk: Walk) -> list[float]:
    """Where along what is left of the path the umpire looks for triggers: every inch, each corner, both ends."""
    end = length(walk.path)
    found = {walk.gone, end}
    for corner in range(1, len(walk.path)):
        found.add(length(walk.path[: corner + 1]))
    steps = int(end // STEP)
    found.update(float(STEP * step) for step in range(1, steps + 1))
    return sorted(gone for gone in found if walk.gone <= gone <= end)


# --- Declaring -----------------------------------------------------------------------------------------------


def _choose(state: State, plan: Plan, found: Sequence[Chance]) -> Procedure[Chance | None]:
    """RHINE-REACT-01: react with one of these, or let it pass."""
    mover = state.units[plan.unit]
    seat = other(mover.side)
    options = [Option("decline", "do not react", "RHINE-REACT-01")]
    options += [Option(each.key, _label(state, plan, each), "RHINE-REACT-01", each.unit.id) for each in found]
    prompt = f"{planning.in_words(state, plan)}. React ({state.sides[seat].pool} tokens left)?"
    key: str = yield PickOne(seat, prompt, "RHINE-REACT-01", options, "decline")
    return next((each for each in found if each.key == key), None)


def _label(state: State, plan: Plan, chance: Chance) -> str:
    unit, score = chance.unit, need(state, plan, chance)
    how = {"move": "moves", "activate": "takes an activation"}.get(chance.kind)
    if how is None:
        weapons = unit.profile.weapons
        how = "fires" + (f" with {fire.weapon_words(weapons[chance.weapon])}" if len(weapons) > 1 else "")
    return f"{unit.name} {how} on {score.value}+"


def need(state: State, plan: Plan, chance: Chance) -> Tally:
    """RHINE-REACT-02 to 09, 13: what the die must show, judged at the place where the active unit began."""
    return reaction_need(state.house, **inputs(state, plan, chance))


def inputs(state: State, plan: Plan, chance: Chance) -> dict[str, Any]:
    """The inputs of the reaction roll as the odds tool takes them."""
    mover, unit = state.units[plan.unit], chance.unit
    start = mover.base if not plan.path else mover.base.placed(*plan.path[0], mover.base.facing)
    seen = ground.sees(state, unit.base, start, (mover.id,))
    hidden = not seen or ground.obscured(state, unit.base, start, (mover.id,))
    weapons = unit.profile.weapons
    shooting = plan.actions[0] == "fire" and mover.profile.weapons[plan.weapon]
    return {
        "target": "foot" if mover.profile.is_foot else "vehicle",
        "hidden": hidden,
        "tokens": unit.tokens,
        "markers": unit.markers,
        "recce": unit.profile.recce,
        "atgm": chance.kind == "fire" and weapons[chance.weapon].is_atgm,
        "concealed": bool(shooting and shooting.is_atgm and shooting.raised),
    }


def _trigger(state: State, plan: Plan, walk: Walk, chance: Chance) -> Procedure[float]:
    """Section 2, point 2: any point of the path at which the reacting unit sees the mover (RHINE-REACT-14)."""
    if len(walk.path) < 2 or len(chance.triggers) == 1:
        return chance.triggers[0]
    mover, unit = state.units[plan.unit], chance.unit

    def check(route: Route) -> Refused | None:
        gone = _along(walk, route.end)
        if gone is None:
            return Refused(f"the point must lie on what is left of {mover.name}'s path.", "RHINE-REACT-14")
        base = movement.base_at(mover, walk.path, gone)
        if not _watches(state, chance, mover.id, base):
            return Refused(f"{unit.name} does not see {mover.name} there.", "RHINE-REACT-14")
        if chance.kind == "fire":
            return fire.why_not(state, unit, mover, chance.weapon, False, at=base)
        return None

    def offered() -> list[Route]:
        spots = [point_at(walk.path, gone) for gone in chance.triggers]
        return [Route((point,), bearing) for point, bearing in spots]

    def draw(rng: Random) -> Route:
        point, bearing = point_at(walk.path, chance.triggers[int(rng.random() * len(chance.triggers))])
        return Route((point,), bearing)

    first = offered()[0]
    prompt = f"Where on {mover.name}'s path does {unit.name} react?"
    route: Route = yield Place(unit.side, prompt, "RHINE-REACT-14", mover.id, check, offered, "point", 0, first, draw)
    gone = _along(walk, route.end)
    assert gone is not None
    return gone


def _along(walk: Walk, point: Point) -> float | None:
    """How far along the path a point lies, if it lies on what is left of it."""
    gone, off = closest_on(walk.path, point)
    return max(gone, walk.gone) if off <= 250 and gone >= walk.gone - 250 else None


# --- Rolling and resolving -----------------------------------------------------------------------------------


def _react(state: State, plan: Plan, ledger: Ledger, walk: Walk, chance: Chance) -> Procedure[tuple[Walk, bool]]:
    """Section 2, points 3 and 4: declare, advance the mover, confirm sight, pay, roll, resolve.

    The second answer is False when the attempt was void: no token, no roll, the window is closed.
    """
    gone = yield from _trigger(state, plan, walk, chance)
    if gone > walk.gone:
        walk = yield from movement.walk_to(state, walk, gone, arrive=False)
    mover, unit = state.units[plan.unit], chance.unit
    if not _still_legal(state, unit, mover, chance):
        state.tell("reaction", f"{unit.name} has lost its chance to react", "RHINE-REACT-21", unit.id)
        return walk, False
    state.spend(unit.side)
    outcome = yield from procedures.reaction(state.house, **inputs(state, plan, chance))
    state.put(unit.with_token())  # RHINE-REACT-09, 19: not counted for this roll, and it stays, success or not
    ledger.record(unit.id, outcome.result)
    words = {"failed": "does not react in time", "reacted": "reacts", "seized": "reacts at once: initiative!"}
    state.tell("reaction", f"{unit.name} {words[outcome.result]}", "RHINE-REACT-10", unit.id)
    if outcome.result != "failed":
        yield from _resolve(state, plan, chance)
    return walk, True


def _still_legal(state: State, unit: Unit, mover: Unit, chance: Chance) -> bool:
    """RHINE-REACT-14, 21: sight and a legal shot where the mover stands now."""
    if chance.kind == "fire":
        return fire.why_not(state, unit, mover, chance.weapon, False) is None
    return _watches(state, chance, mover.id, mover.base)


def _watches(state: State, chance: Chance, mover: str, base: Base) -> bool:
    if ground.sees(state, chance.unit.base, base, (mover,)):
        return True
    return chance.kind == "move" and _told_of(state, chance.unit, base, mover)


def _resolve(state: State, plan: Plan, chance: Chance) -> Procedure[None]:
    """RHINE-REACT-15, MOD-05, 06: fire at the active unit, or one normal move; with the option a whole activation."""
    unit_id = chance.unit.id
    if chance.kind == "fire":
        yield from fire.shoot(state, unit_id, plan.unit, chance.weapon, False, reacting_to_move=plan.moves)
    elif chance.kind == "move":
        unit = state.units[unit_id]
        route: Route = yield planning.route_decision(state, unit, "move")
        walk = movement.start_walk(state, unit_id, route.path, route.facing, "move")
        yield from movement.walk_to(state, walk, length(route.path))
    else:
        from umpire.games.rhine.activation import carry_out

        answer: Plan = yield from planning.declare(state, unit_id)
        yield from carry_out(state, answer, reactions=False)
