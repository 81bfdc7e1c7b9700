"""Reactions: before each action of the active unit the other side may break in with one of its own.

The mover goes on to the point the enemy chose, the reaction is rolled and resolved there, and the rest of the plan
follows, if it still can. Section 2 of the rules numbers the steps of the interrupt; the numbers stand here too.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from umpire.battle.decisions import Call, Listed, Option, PickOne, Place, Refused, Route, Spot, Way
from umpire.battle.rolling import by
from umpire.battle.words import agreeing, counted, does, plural, tidy
from umpire.dice import Procedure
from umpire.games.rhine import gauntlet, procedures
from umpire.games.rhine import plan as planning
from umpire.games.rhine.actions import fire, movement
from umpire.games.rhine.actions.movement import Walk
from umpire.games.rhine.chances import Chance, Ledger, chances, has_moved, inputs, need, reply, watches
from umpire.games.rhine.model import Plan, State, Unit, other
from umpire.table import closest_on, length, point_at


def window(state: State, plan: Plan, action: str, ledger: Ledger, walk: Walk | None = None) -> Procedure[Walk]:
    """WINDOW(k): one after the other as many reactions as the house rules allow; returns how far the mover has come.

    RHINE-REACT-01, 16 to 18: each costs a pool token, a unit may react more than once a turn, and nobody reacts to a
    reaction. `walk` is None when the action is not a move.
    """
    ledger.next_action(action)
    so_far = walk if walk is not None else _standing(state.units[plan.unit])
    while ledger.may_try() and state.sides[other(state.units[plan.unit].side)].pool:
        found = chances(state, plan, ledger, so_far)
        if not found:
            break
        chance = yield from _choose(state, plan, found)
        if chance is None:
            break
        so_far, went = yield from _react(state, plan, ledger, so_far, chance)
        if not went or not state.units[plan.unit].ready:
            break
        if ledger.seized and state.house.seize_cancels_activation:
            break
    return so_far


def _standing(unit: Unit) -> Walk:
    """The walk of a unit that does not move: one point, already reached."""
    return Walk(unit.id, (unit.base.centre,), unit.base.facing, "move", start=unit.base)


# --- Declaring -----------------------------------------------------------------------------------------------


_WHEN = {
    "fire": (" before it fires", " before they fire"),
    "smoke": (" before it makes smoke", " before they make smoke"),
}
_ON_THE_WAY = (" as it moves", " as they move")
"""Which of the two actions of a plan a reaction is to, of one and of several."""


def _choose(state: State, plan: Plan, found: Sequence[Chance]) -> Procedure[Chance | None]:
    """RHINE-REACT-01: react with one of these, or let it pass."""
    mover = state.units[plan.unit]
    seat = other(mover.side)
    keys = ["decline", *[each.key for each in found]]

    def made(index: int) -> Option:
        if index == 0:
            return Option("decline", "do not react", "RHINE-REACT-01")
        chance = found[index - 1]
        label = _label(state, plan, chance)
        if chance.kind != "fire":
            roll = gauntlet.reaction_roll(state, plan, chance)
            return Option(chance.key, label, "RHINE-REACT-01", chance.unit.id, roll)
        odds, detail = gauntlet.reaction_shot(state, plan, chance)
        return Option(chance.key, label, "RHINE-REACT-01", chance.unit.id, odds, detail)

    when = _WHEN.get(found[0].action, _ON_THE_WAY)[plural(mover.name)] if len(plan.actions) > 1 else ""
    prompt = f"{planning.in_words(state, plan)}. React{when} ({counted(state.sides[seat].pool, 'token')} left)?"
    key: str = yield PickOne(seat, prompt, "RHINE-REACT-01", Listed(keys, made), "decline", piece=mover.id)
    return next((each for each in found if each.key == key), None)


def _label(state: State, plan: Plan, chance: Chance) -> str:
    unit, score = chance.unit, need(state, plan, chance)
    how = {"move": "moves", "activate": "takes an activation"}.get(chance.kind)
    if how is None:
        weapons = unit.profile.weapons
        how = "fires" + (f" with {fire.weapon_words(weapons[chance.weapon])}" if len(weapons) > 1 else "")
    return agreeing(f"{unit.name} {how} on {score.value}+", unit.name)


def _trigger(state: State, plan: Plan, walk: Walk, chance: Chance) -> Procedure[float]:
    """Section 2, point 2: any point of the path at which the reacting unit sees the mover (RHINE-REACT-14)."""
    if walk.halted or walk.gone >= length(walk.path):
        return chance.triggers[0]
    mover, unit = state.units[plan.unit], chance.unit

    def check(route: Route) -> Refused | None:
        gone = _along(walk, chance, route)
        if gone is None:
            return Refused(f"the point must lie on what is left of {mover.name}'s path.", "RHINE-REACT-14")
        base = movement.base_at(mover, walk.path, gone)
        if not watches(state, chance, mover.id, base):
            return Refused(f"{unit.name} does not see {mover.name} there.", "RHINE-REACT-14")
        if chance.kind == "fire":
            return fire.why_not(state, reply(state, unit, mover, chance.weapon, at=base))
        return None

    def odds(route: Route) -> Call:
        gone = _along(walk, chance, route)
        assert gone is not None
        return gauntlet.shot_there(state, plan, chance, movement.base_at(mover, walk.path, gone))

    def offered() -> list[Route]:
        spots = [point_at(walk.path, gone) for gone in chance.triggers]
        return [Route((point,), bearing) for point, bearing in spots]

    def draw(rng: Random) -> Route:
        point, bearing = point_at(walk.path, chance.triggers[int(rng.random() * len(chance.triggers))])
        return Route((point,), bearing)

    best = gauntlet.best_point(state, plan, chance) if chance.kind == "fire" else chance.triggers[0]
    point, heading = point_at(walk.path, best)
    first = Route((point,), heading)
    prompt = f"Where on {mover.name}'s path {does(unit.name)} react?"
    route: Route = yield Place(
        unit.side,
        prompt,
        "RHINE-REACT-14",
        mover.id,
        check,
        offered,
        "point",
        0,
        first,
        draw,
        way=lambda: _way(walk, chance),
        odds=odds if chance.kind == "fire" else None,
    )
    gone = _along(walk, chance, route)
    assert gone is not None
    return gone


def _way(walk: Walk, chance: Chance) -> Way:
    return Way(walk.unit, walk.path, tuple([Spot(point_at(walk.path, gone)[0]) for gone in chance.triggers]))


def _along(walk: Walk, chance: Chance, route: Route) -> float | None:
    """How far along the path a point lies, if it lies on what is left of it.

    A path may come by the same point twice: a point that was offered is meant as it was, with its bearing.
    """
    for trigger in chance.triggers:
        if point_at(walk.path, trigger) == (route.end, route.facing):
            return trigger
    gone, off = closest_on(walk.path, route.end)
    return max(gone, walk.gone) if off <= 250 and gone >= walk.gone - 250 else None


# --- Rolling and resolving -----------------------------------------------------------------------------------


_RESULTS = {
    "failed": ("does not react in time", "RHINE-REACT-19"),
    "reacted": ("reacts", "RHINE-REACT-01"),
    "seized": ("reacts at once: initiative!", "RHINE-REACT-11"),
}


def _react(state: State, plan: Plan, ledger: Ledger, walk: Walk, chance: Chance) -> Procedure[tuple[Walk, bool]]:
    """Section 2, points 3 and 4: declare, advance the mover, confirm sight, pay, roll, resolve.

    The second answer is False when the attempt was void: no token, no roll, the window is closed.
    """
    gone = yield from _trigger(state, plan, walk, chance)
    if gone > walk.gone:
        walk = yield from movement.walk_to(state, walk, gone, arrive=False)
    mover, unit = state.units[plan.unit], chance.unit
    if walk.gone and mover.on_table:
        state.tell("move", f"{mover.name} has come {tidy(walk.gone)} in of its way", "RHINE-REACT-14", mover.id)
    if not _still_legal(state, unit, mover, chance):
        state.tell("reaction", f"{unit.name} has lost its chance to react", "RHINE-REACT-21", unit.id)
        return walk, False
    state.spend(unit.side)
    outcome = yield from by(state, unit.side, procedures.reaction(state.house, **inputs(state, plan, chance)))
    state.put(unit.with_token())  # RHINE-REACT-09, 19: not counted for this roll, and it stays, success or not
    ledger.record(unit.id, outcome.result)
    words, rule = _RESULTS[outcome.result]
    state.tell("reaction", f"{unit.name} {words}", rule, unit.id)
    if outcome.result != "failed":
        yield from _resolve(state, plan, chance)
    return walk, True


def _still_legal(state: State, unit: Unit, mover: Unit, chance: Chance) -> bool:
    """RHINE-REACT-14, 21: sight and a legal shot where the mover stands now, if it got onto the table at all.

    It must see the mover itself, even a mortar, which a friend's eyes would do for otherwise (MTR-01).
    """
    if not mover.on_table or not watches(state, chance, mover.id, mover.base):
        return False
    return chance.kind != "fire" or fire.why_not(state, reply(state, unit, mover, chance.weapon)) is None


def _resolve(state: State, plan: Plan, chance: Chance) -> Procedure[None]:
    """RHINE-REACT-15, MOD-05, 06: fire at the active unit, or one normal move; with the option a whole activation."""
    unit_id = chance.unit.id
    if chance.kind == "fire":
        moved = has_moved(state, chance.unit)
        yield from fire.shoot(state, unit_id, plan.unit, chance.weapon, moved, reacting_to_move=plan.moves)
    else:
        from umpire.games.rhine.activation import carry_out

        declare = planning.declare if chance.kind == "activate" else planning.declare_move
        answer: Plan = yield from declare(state, unit_id)
        yield from carry_out(state, answer, reactions=False)
        if answer.moves and state.plan is not None:
            state.plan = state.plan._replace(moved=(*state.plan.moved, unit_id))
