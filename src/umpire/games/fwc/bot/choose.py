"""One answer for each decision the game can ask, chosen by value."""

from __future__ import annotations

from umpire.battle.advice import Adviser, advice
from umpire.battle.contract import Advice
from umpire.battle.decisions import Decision, Option, PickOne, PickSome, Place, Route, plain
from umpire.battle.words import listed
from umpire.games.commander import choosing
from umpire.games.commander.choosing import WORTH_ACTING, groups_of
from umpire.games.commander.procedures import success
from umpire.games.fwc import declare, formations, initiative, orders
from umpire.games.fwc.actions import pace, places
from umpire.games.fwc.bot import value
from umpire.games.fwc.bot.support import SUPPORT, marks_help
from umpire.games.fwc.model import State, Unit
from umpire.table import bearing


def advise(state: State, decision: Decision) -> Advice:
    """The answer the greedy bot gives, and why."""
    return advice(ADVISERS, state, decision)


# --- Single actions ------------------------------------------------------------------------------------------


def option_value(state: State, unit: Unit, option: Option) -> float:
    """What one way to act is worth to a unit."""
    kind, _, target = option.key.partition(":")
    if kind == "fire":
        return value.groups_value(state, groups_of(option), state.units[target])
    if kind == "assault" and option.odds is not None:
        return value.assault_value(state, option.odds, unit, state.units[target])
    if kind in ("move", "move_fire"):
        return move_gain(state, unit) + (4.0 if kind == "move_fire" else 0.0)
    if kind in ("toward", "away"):
        return 0.0
    if kind == "deploy":
        return 25.0
    if kind == "take off":
        return 20.0
    if kind == "designate":
        return 6.0 if marks_help(state, unit.side) else 0.0
    if kind == "recon":
        return 3.5
    return 0.0


def move_gain(state: State, unit: Unit) -> float:
    """How much nearer to its objectives one move could bring a unit; fire and danger are weighed on the way."""
    wanted = value.goals(state, unit.side)
    if not wanted:
        return 0.0
    here = unit.base.centre
    now = value.goal_pull(wanted, unit, here)
    most = pace.allowance(unit)
    ends = [places.straight(state, unit, bearing(here, g.point), most).end for g in wanted if g.point != here]
    return max([0.0, *(value.goal_pull(wanted, unit, end) - now for end in ends)])


# --- Command -------------------------------------------------------------------------------------------------

_ROLES = ("FAC", "FAO", "HQ", "CO")


def _who_commands(state: State, decision: PickOne) -> Advice:
    able = [state.units[o.key] for o in decision.options if o.key != "done"]
    able.sort(key=lambda u: (_ROLES.index(u.profile.role), u.id))
    return Advice(able[0].id, "support first, the CO last: his failure ends all command")


def _promise(state: State, unit: Unit) -> float:
    return max(0.0, choosing.best_action(state, unit, declare.options_for(state, unit, True), option_value)[0])


def _which_formation(state: State, decision: PickSome) -> Advice:
    commander = state.units[state.commander]
    order = state.orders + 1 if decision.least else 1
    best = WORTH_ACTING
    chosen: tuple[str, ...] = ()
    memo = {option.key: _promise(state, state.units[option.key]) for option in decision.options}
    # Whoever is left out of a further order is done; of a new formation, others may still order him.
    kept = 0.0 if decision.least else _kept(state, commander)
    rest = kept * sum(memo.values())
    most = 0.0
    for ids in decision.suggested[:40]:
        if not ids:
            continue
        promise = _formation_value(state, commander, ids, order, memo)
        total = promise + rest - kept * sum(memo[uid] for uid in ids)
        if promise > WORTH_ACTING and total > most:
            most, best, chosen = total, promise, ids
    if not chosen:
        return Advice(decision.default() if decision.least else [], "no order is worth a roll")
    names = listed(state.units[uid].name for uid in chosen)
    return Advice(list(chosen), f"an order to {names} promises {best:.0f} points")


def _kept(state: State, commander: Unit) -> float:
    """What share of the promise of units not ordered now may still be had this turn."""
    others = [
        u
        for u in state.of(commander.side)
        if u.profile.role in ("HQ", "CO") and u.id != commander.id and u.ready and not u.finished
    ]
    return 0.5 if others else 0.3


def _formation_value(state: State, commander: Unit, ids: tuple[str, ...], order: int, memo: dict[str, float]) -> float:
    """What an order promises: the units' best actions, each worked out once, times the chance that it goes through."""
    for uid in ids:
        if uid not in memo:
            memo[uid] = _promise(state, state.units[uid])
    held = orders.undeclared([state.units[uid] for uid in ids])
    target = orders.target_of(state, commander, held, order)
    return sum(memo[uid] for uid in ids) * success(target.value)


def _go_on(state: State, decision: PickOne) -> Advice:
    commander = state.units[state.commander]
    memo: dict[str, float] = {}
    members = tuple(u.id for u in formations.still_ordered(state))
    again = _formation_value(state, commander, members, state.orders + 1, memo) if members else 0.0
    fresh = formations.available(state)
    others = formations.suggestions(state, fresh, commander)[:30] if fresh else []
    new = max((_formation_value(state, commander, ids, 1, memo) for ids in others), default=0.0)
    if max(again, new) < WORTH_ACTING:
        return Advice("finish", "no order is worth a roll")
    if again >= new:
        return Advice("again", f"the same units once more promise {again:.0f} points")
    return Advice("new", f"another formation promises {new:.0f} points")


def _from_where(state: State, decision: PickOne) -> Advice:
    """Which side of an enemy to assault."""
    unit = state.units[decision.piece]
    ways = [_as_assault(option) for option in decision.options if option.odds]
    promise, way = choosing.best_action(state, unit, ways, option_value)
    return Advice(way.detail, f"{way.label} is worth {promise:.0f} points")


def _as_assault(option: Option) -> Option:
    """A side of an enemy as one way to act among others."""
    return option._replace(key=f"assault:{option.piece}", detail=option.key)


def _on_the_way(state: State, decision: PickOne) -> Advice:
    none = Advice("none", "no shot on the way is worth it")
    return choosing.best_attack(decision, 0.5, none, lambda option: _shot(state, option))


def _shot(state: State, option: Option) -> float:
    return value.groups_value(state, groups_of(option), state.units[option.piece])


def _where(state: State, decision: Place) -> Advice:
    unit = state.units[decision.piece]
    wanted = value.goals(state, unit.side)

    def promise(route: Route, beat: float) -> float:
        return value.place_value(state, wanted, unit, route.end, route.facing, beat)

    best, chosen = choosing.best_place(decision.routes(), promise)
    return choosing.place_advice(plain(chosen), best)


def _lost_target(state: State, decision: PickOne) -> Advice:
    unit = state.units[decision.piece]
    assaults = any(option.odds and option.odds.procedure == "close_assault" for option in decision.options)

    def promise(option: Option) -> float:
        if option.odds and option.odds.procedure == "close_assault":
            return value.assault_value(state, option.odds, unit, state.units[option.piece])
        return _shot(state, option) if option.odds else 0.0

    otherwise = Advice("none", "no other is worth an assault") if assaults else None
    return choosing.best_attack(decision, 0.0, otherwise or Advice(decision.default(), "worth 0 points"), promise)


def _command_unit_moves(state: State, decision: PickOne) -> Advice:
    wanted = value.goals(state, decision.seat)
    for option in decision.options:
        if option.key == "done":
            continue
        unit = state.units[option.key]
        routes = [places.stay(unit), *places.proposals(state, unit, pace.allowance(unit))]
        values = [value.place_value(state, wanted, unit, route.end, route.facing) for route in routes]
        if max(values) > values[0] + 3:
            return Advice(option.key, f"{unit.name} is needed elsewhere")
    return Advice("done", "all command units stand well")


ADVISERS: dict[tuple[str, str], Adviser] = {
    ("pick one", "FWC-INI-01"): choosing.who_acts(initiative.actions, option_value),
    ("pick one", "FWC-INI-03"): choosing.what(option_value),
    ("place", "FWC-INI-03"): _where,
    ("pick some", "FWC-FIR-09"): choosing.everybody("together they are likelier to knock it out"),
    ("pick one", "FWC-CMD-07"): _who_commands,
    ("pick one", "FWC-CMD-10"): _go_on,
    ("pick some", "FWC-CMD-08"): _which_formation,
    ("pick one", "FWC-CMD-25"): choosing.what(option_value),
    ("pick one", "FWC-CA-01"): _from_where,
    ("pick one", "FWC-FIR-07"): _on_the_way,
    ("place", "FWC-FIR-07"): _where,
    ("place", "FWC-MOV-01"): _where,
    ("place", "FWC-CMD-23"): _where,
    ("pick one", "FWC-CMD-23"): _command_unit_moves,
    ("put in order", "FWC-CAS-14"): choosing.in_order(
        "fire first, then assault, then move", "special", "fire", "assault", "move"
    ),
    ("pick one", "FWC-OPP-03"): choosing.react_where(WORTH_ACTING, value.groups_value),
    ("pick some", "FWC-OPP-04"): choosing.everybody("all of them: one combined attack"),
    ("pick one", "FWC-CMD-27"): _lost_target,
    ("pick some", "FWC-CA-10"): choosing.everybody("every supporter adds dice"),
    **SUPPORT,
}
