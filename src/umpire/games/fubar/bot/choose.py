"""One answer for each decision the game can ask, chosen by value."""

from __future__ import annotations

from umpire.battle.advice import Adviser, advice
from umpire.battle.contract import Advice
from umpire.battle.decisions import Decision, PickOne, PickSome, Place, plain
from umpire.games.fubar import field
from umpire.games.fubar.actions import indirect, sapper
from umpire.games.fubar.bot import brawl, plans, value
from umpire.games.fubar.model import State
from umpire.games.fubar.reaction import PASS
from umpire.games.fubar.units import Unit


def advise(state: State, decision: Decision) -> Advice:
    """The answer the greedy bot gives, and why."""
    return advice(ADVISERS, state, decision)


# --- Activation ----------------------------------------------------------------------------------------------


def _activate(state: State, decision: PickOne) -> Advice:
    """The unit whose action promises most, if it is likely to obey: a failure hands over the initiative."""
    best, key, why = float("-inf"), decision.default(), "nothing else is left"
    for option in decision.options:
        if option.key.startswith("decline:"):
            continue
        unit = state.units[option.key]
        likely = value.chance(state, option.odds) if option.odds is not None else 0.2
        promise = likely * (4.0 + outlook(state, unit)) - (1 - likely) * 2.0
        if promise > best:
            best, key, why = promise, option.key, f"{unit.name} promises {promise:.0f} points"
    return Advice(key, why)


def outlook(state: State, unit: Unit) -> float:
    """What an activation is likely to be worth, without looking at every way."""
    if unit.broken or not unit.active:
        return 3.0
    here = unit.active[0].base
    shot = value.best_target(state, unit, here, False)
    return shot + (2.0 if unit.is_vehicle else 0.0)


def _order(state: State, decision: PickOne) -> Advice:
    unit = state.units[decision.piece]
    promise = plans.Weigher(state, unit).best([option.key for option in decision.options])
    return Advice(promise.key, f"{promise.key.partition(':')[0].replace('_', ' ')} promises {promise.worth:.0f} points")


_KINDS = {
    "FUBAR-ORD-01": "walk",
    "FUBAR-ORD-02": "run",
    "FUBAR-ORD-03": "duck_weave",
    "FUBAR-ORD-05": "ground",
    "FUBAR-VEH-10": "drive",
}


def _route(state: State, decision: Place) -> Advice | None:
    kind = _KINDS.get(decision.rule)
    unit = state.units.get(decision.piece)
    if kind is None or unit is None or decision.shape != "path" or not unit.active:
        return None
    promise = plans.Weigher(state, unit).weigh(kind)
    route = promise.route
    if route is None or decision.check(route) is not None:
        return Advice(decision.default(), "here is as good as anywhere")
    return Advice(plain(route), f"that place is worth {promise.worth:.0f} points more")


def _when(state: State, decision: PickOne) -> Advice:
    keys = [option.key for option in decision.options]
    key = next(each for each in ("end", "start", "between", "never") if each in keys)
    return Advice(key, "the nearer the better" if key == "end" else "while there is something to fire at")


# --- Fire ----------------------------------------------------------------------------------------------------


def _target(state: State, decision: PickOne) -> Advice:
    """The volley that promises most by its exact odds."""
    best, key, why = 0.0, decision.options[0].key, "the best there is"
    for option in decision.options:
        if option.odds is None or option.piece not in state.units:
            continue
        promise = value.call_value(state, option.odds, state.units[option.piece])
        if option.key.startswith("grenades:"):
            promise -= 1.0
        if promise > best:
            best, key, why = promise, option.key, f"{option.label} promises {promise:.0f} points"
    return Advice(key, why)


def _react(state: State, decision: PickOne) -> Advice:
    """A reaction costs nothing but the one chance of the turn."""
    mover = state.units[state.plan.unit] if state.plan is not None else None
    best, key, why = 1.5, PASS, "a better chance may come"
    for option in decision.options:
        if option.key == PASS or option.odds is None or mover is None:
            continue
        promise = value.call_value(state, option.odds, mover)
        if promise > best:
            best, key, why = promise, option.key, f"{option.label} promises {promise:.0f} points"
    return Advice(key, why)


def _point(state: State, decision: Place) -> Advice | None:
    """Where a shell does the most to them and the least to us."""
    unit = state.units[decision.piece]
    best: tuple[float, object] = (float("-inf"), None)
    for how in ("indirect", "call"):
        if (how == "indirect" and not indirect.mortars(unit)) or (
            how == "call" and how not in decision.prompt and "Artillery" not in decision.prompt
        ):
            continue
        if how == "call" and not indirect.missions(state, unit.side):
            continue
        route, worth = plans.best_point(state, unit, how)
        if route is not None and worth > best[0] and decision.check(route) is None:
            best = (worth, plain(route))
    return Advice(best[1], f"that promises {best[0]:.0f} points") if best[1] is not None else None


def _pick_off(state: State, decision: PickOne) -> Advice:
    """Leaders first, then who costs most."""
    target = state.units[decision.options[0].piece]
    best = max(
        (option.key for option in decision.options if option.key),
        key=lambda name: (target.figure(name).profile.has("leader"), target.figure(name).profile.points),
        default="",
    )
    return Advice(best, "the most valuable in sight")


def _treat(state: State, decision: PickOne) -> Advice:
    """The most valuable of those who would be lost, the dead before the wounded."""

    def rank(name: str) -> tuple[bool, int]:
        unit = state.unit_of(name)
        assert unit is not None
        figure = unit.figure(name)
        return (figure.status == "dead", figure.profile.points)

    best = max((option.key for option in decision.options if option.key), key=rank, default="")
    return Advice(best, "who would be lost otherwise")


# --- Transports ----------------------------------------------------------------------------------------------


def _unload(state: State, decision: PickSome) -> Advice:
    """Out where there is something to hold or somebody to fight; farther off riding is faster."""
    carrier = state.units[decision.piece]
    here = carrier.figures[0].base
    near = any(field.near(here, field.spot(goal.point), 12_000) for goal in state.content.objectives)
    if not near and not any(_close(here, enemy) for enemy in state.enemies(carrier.side)):
        return Advice([], "riding is faster")
    return Advice([option.key for option in decision.options], "there is something to fight for here")


def _close(here: object, enemy: Unit) -> bool:
    return any(field.near(here, figure.base, 16_000) for figure in enemy.active)  # type: ignore[arg-type]


def _stay(state: State, decision: PickSome) -> Advice:
    return Advice([], "on foot they can fight")


def _wounded(state: State, decision: PickOne) -> Advice:
    """Guards are lost to the fight: stay, unless few are down and the unit has somewhere to be."""
    unit = state.units[decision.piece]
    few = len(unit.wounded) * 3 <= len(unit.active)
    return Advice("leave" if few else "stay", "the others are needed" if few else "nobody is left behind")


def _task(state: State, decision: PickOne) -> Advice:
    unit = state.units[decision.piece]
    tasks = {task.key: plans.task_worth(state, unit, task) for task in sapper.tasks(state, unit)}
    best = max((option.key for option in decision.options), key=lambda key: tasks.get(key, 0.0))
    return Advice(best, f"that promises {tasks.get(best, 0.0):.0f} points")


def _mission(state: State, decision: PickOne) -> Advice:
    return Advice(decision.options[-1].key, "the heaviest there is")


ADVISERS: dict[tuple[str, str], Adviser] = {
    ("pick one", "FUBAR-ACT-01"): _activate,
    ("pick one", "FUBAR-ACT-06"): _order,
    ("place", "FUBAR-ORD"): _route,
    ("place", "FUBAR-VEH"): _route,
    ("pick one", "FUBAR-ORD-01"): _when,
    ("pick one", "FUBAR-FIRE-02"): _target,
    ("pick one", "FUBAR-REA-01"): _react,
    ("place", "FUBAR-IND-01"): _point,
    ("pick one", "FUBAR-MEL-01"): brawl.advise,
    ("pick one", "FUBAR-MEL-02"): brawl.advise,
    ("pick one", "FUBAR-MEL-12"): brawl.advise,
    ("pick one", "FUBAR-SNP-05"): _pick_off,
    ("pick one", "FUBAR-MDC-02"): _treat,
    ("pick some", "FUBAR-TRN-04"): _unload,
    ("pick some", "FUBAR-TRN-03"): _stay,
    ("pick one", "FUBAR-MED-03"): _wounded,
    ("pick one", "FUBAR-IND-17"): _mission,
    ("pick one", "FUBAR-SAP-01"): _task,
}
