"""One answer for each decision the game can ask, chosen by value."""

from __future__ import annotations

from math import inf
from typing import NamedTuple

from umpire.battle.advice import Adviser, advice
from umpire.battle.contract import Advice
from umpire.battle.decisions import Decision, Option, PickOne, PickSome, Place, PutInOrder, Route, plain
from umpire.battle.words import acts, listed
from umpire.games.bptc import declare, field, going, groups, initiative, orders
from umpire.games.bptc.actions import charge, forced, places, squares
from umpire.games.bptc.bot import goals, value
from umpire.games.bptc.model import State, Unit
from umpire.games.bptc.procedures import command_target
from umpire.games.bptc.units import (
    ATTACK,
    CARRIED,
    DISORDERED,
    EXTENDED,
    LINE,
    MARCH,
    SQUARE,
    UNLIMBERED,
)
from umpire.games.commander import choosing
from umpire.games.commander.choosing import WORTH_ACTING, groups_of
from umpire.games.commander.procedures import success
from umpire.table import Point, bearing, unit_vector

OUT_OF_REACH = 30.0
"""With no enemy as near as this, in cm, a unit marches in column where there is only a bridge to cross by."""

MARCH_TO_CROSS = 40.0
"""More than a move could gain: in line it would only come to the bank."""


def advise(state: State, decision: Decision) -> Advice:
    """The answer the greedy bot gives, and why."""
    return advice(ADVISERS, state, decision)


# --- Single actions ------------------------------------------------------------------------------------------


def option_value(state: State, unit: Unit, option: Option) -> float:
    """What one way to act is worth to a unit."""
    kind, _, rest = option.key.partition(":")
    if kind == "fire" and rest:
        return value.groups_value(state, groups_of(option), state.units[rest])
    if kind == "fire":
        return max(value.best_shot(state, unit), value.battering(state, unit))
    if kind == "batter":
        return value.battering(state, unit)
    if kind == "charge":
        return _best_charge(state, unit)[0]
    if kind in ("move", "dense", "prolonge"):
        return max(move_gain(state, unit), _into_range(state, unit)) * (0.9 if kind == "move" else 0.6)
    if kind == "exit":
        return 150.0
    if kind == "deploy":
        return _deploying(state, unit)[0]
    if kind == "task":
        return _task_value(state, unit, option)
    if kind == "evade" or kind == "hold":
        return 0.0
    return deploy_value(state, unit, option)


def _best_charge(state: State, unit: Unit) -> tuple[float, str]:
    """BPTC-INI-03: on initiative only the nearest enemy is charged."""
    enemies = initiative.nearest(state, unit) if state.phase == "initiative" else charge.targets(state, unit)
    return max([(value.charge_value(state, unit, enemy), enemy.id) for enemy in enemies], default=(-inf, ""))


def _task_value(state: State, unit: Unit, option: Option) -> float:
    """What a side wants brought down it blows up and does not mend, and anything else the other way round."""
    kind, _, target = option.key.removeprefix("task:").partition(":")
    wall = value.to_bring_down(state, unit)
    if wall is not None and target == wall.id:
        return 8.0 if kind == "demolish" else 0.0
    if kind == "breast_works":
        near = field.by_distance(state, unit, 40_000)
        return 3.5 if near and near[0][0] <= 4_000 else 0.0
    return {"bridge": 6.0, "repair": 4.0}.get(kind, 0.0)


def move_gain(state: State, unit: Unit) -> float:
    """How much nearer to its objectives one move could bring a unit; fire and danger are weighed on the way."""
    wanted = goals.wanted(state, unit.side)
    if not wanted or unit.profile.is_transport:
        return 0.0
    here = unit.base.centre
    now = goals.pull(wanted, unit, here)
    most = going.allowance(state, unit)
    found: list[tuple[float, Point]] = []
    for goal in wanted:
        if goal.point != here:
            end = places.rough(state, unit, bearing(here, goal.point), most).end
            found.append((goals.pull(wanted, unit, end) - now, goal.point))
    found.sort(reverse=True)
    best = 0.0
    for gain, point in found[:2]:  # what stands in the way is looked at for the best of them only
        if gain > best:
            way = forced.straight(state, unit, unit_vector(here, point), most, bearing(here, point))
            best = max(best, goals.pull(wanted, unit, way.path[-1]) - now)
    return best


def _into_range(state: State, unit: Unit) -> float:
    """What it is worth to bring guns nearer to what they are to batter down and cannot reach yet."""
    if unit.mode != UNLIMBERED or value.battering(state, unit) > 0:
        return 0.0
    wall = value.to_bring_down(state, unit)
    if wall is None:
        return 0.0
    if field.apart(unit.base, wall.base) * 10 > unit.profile.range:
        return value.BROUGHT_DOWN
    return 0.0 if value.best_shot(state, unit) else value.BROUGHT_DOWN * 0.2


# --- Deploying -----------------------------------------------------------------------------------------------

_LIKED = {LINE: 6.0, ATTACK: 3.0, EXTENDED: 3.0, DISORDERED: 0.0, MARCH: 1.0, SQUARE: 2.0}


def deploy_value(state: State, unit: Unit, option: Option) -> float:
    """What a Deploy is worth: into line before the enemy, guns into action, infantry into houses to be held."""
    kind, _, rest = option.key.partition(":")
    if squares.must_form(state, unit):
        return 30.0 + _LIKED.get(rest, 0.0)
    near = field.by_distance(state, unit, max(60_000, unit.profile.range + 5_000))
    far = near[0][0] / 100 if near else inf
    if kind == "form":
        if far > OUT_OF_REACH and goals.has_to_cross(state, unit):
            return MARCH_TO_CROSS * ((rest == MARCH) - (unit.formation == MARCH))
        gain = _LIKED[rest] - _LIKED[unit.formation]
        return gain * (2.0 if far < 40 else 0.7 if far < 60 else 0.2)
    if kind == "unlimber":
        return 20.0 if near and far * 1000 < unit.profile.range else 0.0
    if kind == "limber":
        return 5.0 if far * 1000 > unit.profile.range + 5000 else 0.0
    if kind in ("garrison", "dig_in"):
        wanted = [each for each in state.content.objectives if each.target == rest]
        return 12.0 if wanted else 6.0 if far < 40 else 2.0
    if kind == "unload":
        return 8.0
    return 0.0


def _deploying(state: State, unit: Unit) -> tuple[float, str]:
    from umpire.games.bptc.actions import deploying

    found = [(deploy_value(state, unit, option), option.key) for option in deploying.options(state, unit)]
    return max(found, default=(0.0, "none"), key=lambda each: each[0])


def _whom_to_charge(state: State, decision: PickOne) -> Advice:
    unit = state.units[decision.piece]
    found = [(value.charge_value(state, unit, state.units[o.key]), o.key) for o in decision.options]
    promise, key = max(found)
    return Advice(key, f"it looks near enough, and promises {promise:.0f} points")


# --- Command -------------------------------------------------------------------------------------------------


def _who_commands(state: State, decision: PickOne) -> Advice:
    able = [state.units[option.key] for option in decision.options if option.key != "done"]
    able.sort(key=lambda unit: (unit.profile.role == "CO", unit.id))
    return Advice(able[0].id, "the HQs first, the CO last: his failure ends all command")


class Intent(NamedTuple):
    """What a unit would do if it were ordered, and what that promises."""

    promise: float
    kind: str


def _intent(state: State, unit: Unit) -> Intent:
    if unit.place == CARRIED:
        return Intent(5.0, "deploy")
    promise, option = choosing.best_action(state, unit, declare.options_for(state, unit, True), option_value)
    return Intent(max(0.0, promise), option.key)


def _which_group(state: State, decision: PickSome) -> Advice:
    """The group whose order promises most, with what is left for later orders; the farthest may be left out of it."""
    commander = state.units[state.commander]
    memo = {option.key: _intent(state, state.units[option.key]) for option in decision.options}
    far = {uid: groups.far_from(state, commander, state.units[uid]) for uid in memo}
    best, most = WORTH_ACTING, 0.0
    chosen: tuple[str, ...] = ()
    rest = 0.4 * sum([intent.promise for intent in memo.values()])
    tried: set[tuple[str, ...]] = set()
    for ids in decision.suggested[:40]:
        keen = tuple([uid for uid in ids if memo[uid].promise >= 1.0])
        while keen and keen not in tried:
            tried.add(keen)
            promise = _group_value(state, commander, keen, memo)
            total = promise + rest - 0.4 * sum([memo[uid].promise for uid in keen])
            better = promise > WORTH_ACTING and total > most
            if better and (decision.check is None or decision.check(keen) is None):
                most, best, chosen = total, promise, keen
            farthest = max(keen, key=far.__getitem__)
            keen = tuple([uid for uid in keen if uid != farthest])
    if not chosen:
        return Advice([], "no order is worth a roll")
    names = listed(state.units[uid].name for uid in chosen)
    return Advice(list(chosen), f"an order to {names} promises {best:.0f} points")


def _group_value(state: State, commander: Unit, ids: tuple[str, ...], memo: dict[str, Intent]) -> float:
    """What an order promises: the units' best actions, each worked out once, times the chance that it goes through.

    BPTC-CMD-05, 06: what they intend may make it harder. Dense ground on the way of a charge is not looked for.
    """
    given = orders.command_inputs(state, commander, orders.undeclared([state.units[uid] for uid in ids]))
    kinds = [memo[uid].kind for uid in ids]
    given.update(dense="dense" in kinds, charging="charge" in kinds)
    target = command_target(state.house, commander.profile.cv, **given)
    return sum([memo[uid].promise for uid in ids]) * success(target.value)


def _where(state: State, decision: Place) -> Advice:
    unit = state.units[decision.piece]
    wanted = goals.wanted(state, unit.side)

    def promise(route: Route, beat: float) -> float:
        return value.place_value(state, wanted, unit, route.end, route.facing, beat)

    best, chosen = choosing.best_place(decision.routes(), promise)
    return choosing.place_advice(plain(_faced(state, decision, unit, chosen)), best)


def _faced(state: State, decision: Place, unit: Unit, route: Route) -> Route:
    """The same way, facing at its end the nearest enemy, guns what they are to bring down, where that is allowed."""
    there = unit.at(unit.base.moved(*route.end))
    wall = value.to_bring_down(state, unit) if unit.profile.is_gun else None
    if wall is not None:
        aim = wall.base.centre
    else:
        rows = field.by_distance(state, there, 80_000)
        if not rows:
            return route
        aim = rows[0][1].base.centre
    if aim == route.end:
        return route
    turned = Route(route.path, bearing(route.end, aim))
    return turned if decision.check(turned) is None else route


def _facing(state: State, decision: Place) -> Advice:
    """Toward the nearest enemy."""
    unit = state.units[decision.piece]
    route = _faced(state, decision, unit, decision.routes()[0])
    return Advice(plain(route), "facing the enemy")


def _how_deployed(state: State, decision: PickOne) -> Advice:
    unit = state.units[decision.piece]
    found = [(deploy_value(state, unit, option), option.key) for option in decision.options if option.key != "none"]
    promise, key = max(found)
    return Advice(key, f"worth {promise:.0f} points") if promise > 0 else Advice("none", "well as it is")


def _volleys(state: State, decision: PutInOrder) -> Advice:
    """Those with the most dice first: what they break, the others need not fire at."""
    keys = [option.key for option in decision.options]
    keys.sort(key=lambda uid: -state.units[uid].attack * state.units[uid].stands)
    return Advice(keys, "the strongest fire first")


def _at_what(state: State, decision: PickOne) -> Advice:
    def promise(option: Option) -> float:
        if option.odds is not None and option.odds.procedure == "attack":
            return value.groups_value(state, groups_of(option), state.units[option.piece])
        built = state.construction(option.key[3:])
        assert built is not None
        return value.battered(state, state.units[decision.piece], built)

    return choosing.best_attack(decision, 0.2, Advice("none", "no shot is worth it"), promise)


def _command_unit_moves(state: State, decision: PickOne) -> Advice:
    wanted = goals.wanted(state, decision.seat)
    for option in decision.options:
        if option.key == "done" or option.key.startswith("horse"):
            continue
        unit = state.units[option.key]
        now = value.place_value(state, wanted, unit, unit.base.centre, unit.base.facing)
        most = going.allowance(state, unit)
        ends = [places.rough(state, unit, turn, most * part // 2).end for turn in range(0, 360, 45) for part in (1, 2)]
        best = max([value.place_value(state, wanted, unit, end, unit.base.facing) for end in ends])
        if best > now + 1:
            return Advice(option.key, f"{acts(unit.name, 'is')} needed elsewhere")
    return Advice("done", "all command units stand well")


ADVISERS: dict[tuple[str, str], Adviser] = {
    ("pick one", "BPTC-INI-01"): choosing.who_acts(initiative.actions, option_value),
    ("pick one", "BPTC-INI-03"): choosing.what(option_value),
    ("pick one", "BPTC-CHG-02"): _whom_to_charge,
    ("place", "BPTC-INI-04"): _where,
    ("pick one", "BPTC-CMD-12"): _who_commands,
    ("pick some", "BPTC-CMD-14"): _which_group,
    ("pick one", "BPTC-CMD-15"): choosing.what(option_value),
    ("put in order", "BPTC-CMD-15"): choosing.in_order(
        "fire first, then charge, then deploy and move", "fire", "charge", "deploy", "move", "hold"
    ),
    ("pick one", "BPTC-BON-02"): choosing.what(option_value),
    ("put in order", "BPTC-BON-02"): _volleys,
    ("put in order", "BPTC-FIR-10"): _volleys,
    ("pick one", "BPTC-ACT-07"): _at_what,
    ("pick one", "BPTC-ACT-04"): _how_deployed,
    ("place", "BPTC-ACT-01"): _where,
    ("place", "BPTC-CMD-05"): _where,
    ("place", "BPTC-MOV-06"): _where,
    ("place", "BPTC-ACT-06"): _facing,
    ("place", "BPTC-CMD-17"): _where,
    ("place", "BPTC-CHG-29"): _where,
    ("pick one", "BPTC-CMD-17"): _command_unit_moves,
    ("pick one", "BPTC-OPP-01"): choosing.react_where(WORTH_ACTING / 2, value.groups_value),
    ("pick some", "BPTC-OPP-01"): choosing.everybody("all of them: one pooled attack"),
}
