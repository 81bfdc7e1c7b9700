"""One answer for each decision the game can ask, chosen by value."""

from __future__ import annotations

from umpire.battle.advice import Adviser, advice
from umpire.battle.contract import Advice
from umpire.battle.decisions import Decision, PickOne, PickSome, Place, plain
from umpire.dice import solve
from umpire.games.rhine import chances, procedures
from umpire.games.rhine.actions.fire import Firing, no_missile_at
from umpire.games.rhine.actions.helicopter import hover
from umpire.games.rhine.actions.rally import near_command
from umpire.games.rhine.actions.routes import allowance
from umpire.games.rhine.activation import needs_check
from umpire.games.rhine.bot import plans, value
from umpire.games.rhine.field import rounded_within
from umpire.games.rhine.gauntlet import ReactionCall, reaction_chance
from umpire.games.rhine.model import CARRIED, State, Unit, other
from umpire.games.rhine.plan import KINDS, fires_moving
from umpire.table import ahead, length

TOKEN = 3.0
"""What a token kept for a reaction is worth while the enemy still has tokens to act with."""
SEIZING = 6.0
"""What taking the initiative is worth."""
_RUN = 15_000
"""From how far off a helicopter is thought to attack."""


def advise(state: State, decision: Decision) -> Advice:
    """The answer the greedy bot gives, and why."""
    return advice(ADVISERS, state, decision)


# --- Tokens --------------------------------------------------------------------------------------------------


def token_worth(state: State, seat: str) -> float:
    """Holding back is a decision: a token kept can answer one enemy activation, but only as many as are to come."""
    mine, enemy = state.sides[seat].pool, state.sides[other(seat)].pool
    if not enemy:
        return 0.0
    return TOKEN if mine <= enemy else TOKEN / 3


def _spend(state: State, decision: PickOne) -> Advice:
    kept = token_worth(state, decision.seat)
    pull = value.Pull(state, decision.seat)
    best, key, why = float("-inf"), decision.default(), "nothing else can be done"
    for option in decision.options:
        what, _, unit_id = option.key.partition(":")
        if what in ("hand_over", "discard"):
            promise, words = (kept if what == "hand_over" else 0.05), "tokens kept can still answer the enemy"
        else:
            promise, words = _promise(state, what, unit_id, pull)
        if promise > best:
            best, key, why = promise, option.key, words
    return Advice(key, why)


def _promise(state: State, what: str, unit_id: str, pull: value.Pull) -> tuple[float, str]:
    if what == "rally":
        return _rally_worth(state, unit_id)
    unit = state.units[unit_id]
    if what == "helicopter":
        return _run_worth(state, unit)
    obeys = 1.0
    if needs_check(state, unit):
        obeys = max(1, 6 - unit.tokens - unit.markers) / 6
    kind, worth = plans.outlook(state, unit, pull)
    return worth * obeys, f"{unit.name} ({kind}) promises {worth * obeys:.0f} points"


def _rally_worth(state: State, unit_id: str) -> tuple[float, str]:
    if unit_id == "all":
        marked = [unit for unit in state.units.values() if unit.side == state.active and unit.markers]
        return sum(_rallied(state, unit) for unit in marked), "all who carry markers are rallied"
    unit = state.units[unit_id]
    worth = _rallied(state, unit)
    return worth, f"rallying {unit.name} promises {worth:.0f} points"


def _rallied(state: State, unit: Unit) -> float:
    """A check takes off a marker or two; a Broken unit comes back, or is lost."""
    morale, broken = unit.profile.morale, unit.broken
    near = near_command(state, unit)
    weights = solve(procedures.morale_check, state.house, unit.markers, morale, near)
    gain = 0.0
    for outcome, weight in weights.pairs:
        if outcome.markers is None:
            gain -= weight * (1 - value.BROKEN_SHARE)
        elif not broken:
            gain += weight * value.MARKER_SHARE * (unit.markers - outcome.markers) / morale
        elif outcome.result == "standing":
            gain += weight * value.BROKEN_SHARE
    return value.worth(state, unit) * gain / weights.total


def _run_worth(state: State, unit: Unit) -> tuple[float, str]:
    """What a helicopter could do to the best target from its own side of it, less the risk of losing it."""
    guns = [each for each in state.of(other(unit.side)) if each.profile.aa and each.ready]
    risk = min(0.6, 0.25 * min(len(guns), state.sides[other(unit.side)].pool))
    best = 0.0
    for target in state.of(other(unit.side)):
        spot = hover(ahead(target.base.centre, state.content.baseline[unit.side], _RUN), target)
        for weapon, arm in enumerate(unit.profile.weapons):
            if not no_missile_at(state, arm, target, target.base):
                best = max(best, value.shot_value(state, Firing(unit, target, weapon, base=spot)))
    worth = (1 - risk) * best - 0.5 * risk * value.worth(state, unit)
    return worth, f"a run by {unit.name} promises {worth:.0f} points"


def _flak(state: State, decision: PickOne) -> Advice:
    """RHINE-HEL-03: the gun that is likeliest to bring the helicopter down fires, if that is worth its token."""
    best, key, why = token_worth(state, decision.seat), decision.default(), "a token is worth more"
    for option in decision.options:
        if option.odds is None:
            continue
        weights = solve(procedures.anti_aircraft, state.house, *dict(option.odds.inputs).values())
        lost = sum(weight for hit, weight in weights.pairs if hit.result in ("shot_down", "attacks_then_lost"))
        promise = value.worth(state, state.units[option.odds.at]) * lost / weights.total
        if promise > best:
            best, key, why = promise, option.key, f"{option.label} promises {promise:.0f} points"
    return Advice(key, why)


# --- Plans ---------------------------------------------------------------------------------------------------


def _plan(state: State, decision: PickOne) -> Advice:
    unit = state.units[decision.options[0].piece]
    promise = plans.best(state, unit, [option.key for option in decision.options])
    words = KINDS[promise.kind][1].partition(":")[0]
    return Advice(promise.kind, f"to {words} promises {promise.worth:.0f} points")


def _route(state: State, decision: Place) -> Advice:
    unit = state.units[decision.piece]
    routes = list(decision.routes())[: plans.MOST_ROUTES + 1]
    rapid = decision.reach > allowance(unit, "move")
    kind, fires = "rapid" if rapid else "move", not rapid and fires_moving(state, unit)
    if state.plan is not None and state.plan.unit != unit.id:  # it reacts itself: nobody reacts to that
        kind, fires = "", False
    worth, route = plans.best_route(state, unit, routes, fires, kind)
    return Advice(plain(route), f"that place is worth {worth:.0f} points more")


def _target(state: State, decision: PickOne) -> Advice:
    """The best shot; for a helicopter the best run."""
    best, key, why = 0.0, decision.default(), "the best there is"
    for option in decision.options:
        if option.odds is None or option.piece not in state.units:
            continue
        promise = value.call_value(state, option.odds, state.units[option.piece])
        if promise > best:
            best, key, why = promise, option.key, f"{option.label} promises {promise:.0f} points"
    return Advice(key, why)


# --- Reactions -----------------------------------------------------------------------------------------------


def _react(state: State, decision: PickOne) -> Advice:
    plan = state.plan
    assert plan is not None
    mover = state.units[plan.unit]
    best, key, why = token_worth(state, decision.seat) * 0.6, "decline", "no reaction is worth a token"
    for option in decision.options:
        kind, _, rest = option.key.partition(":")
        if kind != "fire":
            continue
        unit_id, _, weapon = rest.partition(":")
        chance = chances.Chance(state.units[unit_id], kind, int(weapon or 0))
        odds = reaction_chance(state.house, tuple(sorted(chances.inputs(state, plan, chance).items())))
        assert isinstance(option.odds, ReactionCall)
        hit = value.call_value(state, option.odds.shot, mover)
        promise = odds * hit + SEIZING / 6
        if promise > best:
            best, key, why = promise, option.key, f"{option.label} promises {promise:.0f} points"
    return Advice(key, why)


# --- Transports ----------------------------------------------------------------------------------------------


def _mount(state: State, decision: PickOne) -> Advice:
    return Advice("", "on foot it can fight")


def _unload(state: State, decision: PickSome) -> Advice:
    """Out where there is something to hold or somebody to fight; farther off riding is faster."""
    carrier = state.units[decision.piece]
    here = carrier.base.centre
    held = any(length((here, goal.point)) <= 10_000 for goal in state.content.objectives)
    if not held and not any(
        rounded_within(carrier.base, enemy.base, 14_000) for enemy in state.of(other(carrier.side))
    ):
        return Advice([], "riding is faster")
    riders = [option.key for option in decision.options if state.units[option.key].place == CARRIED]
    return Advice(riders, "there is something to fight for here")


ADVISERS: dict[tuple[str, str], Adviser] = {
    # By the kind of decision and its rule, or its group of rules: a move names the rate it goes at.
    ("pick one", "RHINE-TURN-01"): _spend,
    ("pick one", "RHINE-ACT-14"): _plan,
    ("place", "RHINE-MOVE"): _route,
    ("pick one", "RHINE-FIRE-27"): _target,
    ("pick one", "RHINE-HEL-02"): _target,
    ("pick one", "RHINE-HEL-03"): _flak,
    ("pick one", "RHINE-REACT-01"): _react,
    ("pick one", "RHINE-TRN-02"): _mount,
    ("pick some", "RHINE-TRN-04"): _unload,
}
