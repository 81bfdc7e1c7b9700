"""The greedy answers, decision by decision."""

from __future__ import annotations

from typing import NamedTuple

from umpire.battle.advice import Adviser, advice
from umpire.battle.contract import Advice
from umpire.battle.decisions import Decision, Option, PickOne, Place, Refused, Route, plain
from umpire.battle.seats import other
from umpire.dice import solve
from umpire.dice.spoken import percent
from umpire.games.awt import field, procedures, sheet
from umpire.games.awt.actions import moving, shooting
from umpire.games.awt.actions.shooting import Manner
from umpire.games.awt.bot import value
from umpire.games.awt.bot.command import command, reserve, steady, tokens_for
from umpire.games.awt.bot.value import Goals
from umpire.games.awt.model import State, Unit
from umpire.games.awt.skills.library import BY_ID
from umpire.table import Base

TOKEN = 2.5
"""What a Command Token kept for later in the round is worth."""


_WEIGHED = 3
"""So many of the best places are looked at for the shots they give."""
AHEAD = 0.2
"""How much of what a unit could shoot in each of the next rounds draws it to a place."""


def advise(state: State, decision: Decision) -> Advice:
    return advice(ADVISERS, state, decision)


# --- Who acts, and how -------------------------------------------------------------------------------------------


def _act(state: State, decision: PickOne) -> Advice | None:
    if decision.piece:
        return _action(state, decision)
    units = [state.units[option.key] for option in decision.options if option.key != "pass"]
    now = [unit for unit in units if unit.profile.phase != "unique" or state.troop == "line"]
    if not now:
        return Advice("pass", "leaders wait for the line")
    # Those who shoot first clear the way for those who move.
    return Advice(min(now, key=lambda unit: (-len(unit.profile.arms), unit.id)).id, "acts next")


def _action(state: State, decision: PickOne) -> Advice:
    unit = state.units[decision.piece]
    goals = Goals(state, unit.side)
    here = _place_value(state, unit, goals, list(unit.bases))
    best, why = ("hold", here), "holds its ground"
    steady = any(option.key == "ability:B2" for option in decision.options)
    moves = any(_is_move(option.key) for option in decision.options)
    moved = _best_move(state, unit, goals, steady) if moves else None
    for option in decision.options:
        worth, words = _option_value(state, unit, option, here, moved)
        if worth > best[1] + 0.01:
            best, why = (option.key, worth), words
    return Advice(best[0], why)


def _is_move(key: str) -> bool:
    return key == "move" or (key.startswith("ability:") and key.count(":") == 1)


def _option_value(state: State, unit: Unit, option: Option, here: float, moved: Moved | None) -> tuple[float, str]:
    word, _, rest = option.key.partition(":")
    if word == "shoot":
        mode, _, target = rest.partition(":")
        shot = value.shot_value(state, unit, state.units[target], Manner(mode))
        return here + shot, f"a shot worth {shot:.0f}"
    if word == "charge":
        return _charge_value(state, unit, rest, 0, here, option)
    if word == "move" and moved is not None:
        return moved.place + moved.shot, "moves to a better place"
    if word == "clear":
        return here + 2.0 + 3.0 * (unit.stress - 1), "clears its head"
    if word == "unbog":
        return here + 6.0, "gets free"
    if word == "ability":
        return _ability_value(state, unit, rest, here, moved, option)
    return here, "holds its ground"


def _ability_value(
    state: State, unit: Unit, key: str, here: float, moved: Moved | None, option: Option
) -> tuple[float, str]:
    ability, _, target = key.partition(":")
    price = TOKEN * BY_ID[ability].price
    if target:
        worth, words = _charge_value(state, unit, target, sheet.RUSH if ability == "B1" else 0, here, option)
        return worth - price, words
    if moved is None:
        return 0.0, ""
    if ability == "B2":
        return moved.place + moved.steady - price, "moves and shoots steadily"
    if ability == "B5":
        exposed = not value.covered_at(state, unit, unit.bases)
        fear = value.threat(state, unit, unit.leader, False) - value.threat(state, unit, unit.leader, True)
        return here + (fear - price if exposed and not unit.dug_in else -price), "digs in"
    if ability == "B4":
        wire = 1.0 if field.lie(state).tests["wire"].pieces else -5.0
        return moved.place - price + wire, "over the wire"
    return moved.place + 0.5 * moved.shot - price - 1.0, "uses its skill"


def _charge_value(state: State, unit: Unit, target: str, bonus: int, here: float, option: Option) -> tuple[float, str]:
    foe = state.units[target]
    assert option.odds is not None
    needed = float(dict(option.odds.inputs)["needed"]) * 1000
    p = _reach_chance(state, unit.pace, needed, bonus)
    gain = value.charge_value(state, unit, foe)
    worth = p * gain + (1 - p) * -0.25 * value.threat(state, unit, foe.leader, False)
    return here + worth, f"a charge worth {gain:.0f}, {percent(p)} to arrive"


def _reach_chance(state: State, pace: int, needed: float, bonus: int) -> float:
    found = solve(procedures.charge_distance, state.house, pace, bonus)
    return sum(weight for reach, weight in found.pairs if reach.reach + field.SLACK >= needed) / found.total


# --- Where to ------------------------------------------------------------------------------------------------------


def _place_value(state: State, unit: Unit, goals: Goals, bases: list[Base]) -> float:
    lead = bases[0]
    covered = value.covered_at(state, unit, bases) or (unit.dug_in and lead == unit.leader)
    worth = goals.pull(unit, lead) - value.threat(state, unit, lead, covered)
    if unit.profile.commands or unit.has("witch"):
        worth -= 0.4 * value.threat(state, unit, lead, covered)
        near = sum(field.near(unit.standing({unit.models[0].number: lead}), each, 6000) for each in state.of(unit.side))
        worth += min(3, near) * 3.0
    rounds = min(3, state.content.rounds - state.round + 1)
    return worth + AHEAD * rounds * value.reach_value(state, unit, lead)


class Moved(NamedTuple):
    """The best a unit can make of a move: the worth of the place, and of a shot from there, plain and steady."""

    place: float
    shot: float
    steady: float


def _best_move(state: State, unit: Unit, goals: Goals, steadily: bool) -> Moved:
    """The best place within reach, with what can be shot at from there; `steadily` too, if it can (Marching Fire)."""
    way = moving.mover(state, unit, moving.pace(unit))
    found: list[tuple[float, list[Base]]] = []
    for route in way.offered():
        placing = way.arrange(route)
        if not isinstance(placing, Refused):
            bases = list(placing.bases.values())
            found.append((_place_value(state, unit, goals, bases), bases))
    found.sort(key=lambda each: (-each[0], each[1]))
    best = Moved(-1e9, 0.0, 0.0)
    for worth, bases in found[:_WEIGHED]:
        there = unit.standing(dict(zip([model.number for model in unit.models], bases, strict=True)))
        shot = _best_shot(state, there, False) if _quick(unit) else 0.0
        steady = _best_shot(state, there, True) if steadily and _quick(unit) else shot
        if worth + max(shot, steady - TOKEN) > best.place + max(best.shot, best.steady - TOKEN):
            best = Moved(worth, shot, steady)
    return best


def _best_shot(state: State, unit: Unit, steady: bool) -> float:
    """The best shot of a unit that has just moved."""
    best = 0.0
    for mode in shooting.modes(unit):
        manner = Manner(mode, True, steady)
        for foe in shooting.targets(state, unit, manner):
            best = max(best, value.shot_value(state, unit, foe, manner))
    return best


def _quick(unit: Unit) -> bool:
    return any(sheet.WEAPONS[arm.weapon].has("quickfire") for arm in unit.profile.arms) and not unit.under("double")


def _go(state: State, decision: Place) -> Advice | None:
    unit = state.units[decision.piece]
    goals = Goals(state, unit.side)
    assert decision.preview is not None
    found: list[tuple[float, Route, list[Base]]] = []
    for route in decision.routes():
        spots = decision.preview(route).figures
        bases = [unit.leader.placed(spot.x, spot.y, spot.facing) for spot in spots]
        worth = _place_value(state, unit, goals, bases) - (4.0 if _through_wire(state, unit, route) else 0.0)
        found.append((worth, route, bases))
    if not found:
        return None
    found.sort(key=lambda each: -each[0])
    best: tuple[float, Route] | None = None
    for worth, route, bases in found[:_WEIGHED]:
        there = unit.standing(dict(zip([model.number for model in unit.models], bases, strict=True)))
        worth += _best_shot(state, there, False) if _quick(unit) and len(bases) == len(unit.models) else 0.0
        if best is None or worth > best[0] + 0.01:
            best = (worth, route)
    assert best is not None
    return Advice(plain(best[1]), "the best place within reach")


def _through_wire(state: State, unit: Unit, route: Route) -> bool:
    lie = field.lie(state)
    kinds = ("wire", "mire") if unit.profile.is_vehicle else ("wire",)
    return any(lie.tests[kind].along(p, q) for kind in kinds for p, q in zip(route.path, route.path[1:], strict=False))


# --- Shots ---------------------------------------------------------------------------------------------------------


def _after_move(state: State, decision: PickOne) -> Advice:
    unit = state.units[decision.piece]
    best, why = ("no", 0.5), "no shot worth it"
    for option in decision.options:
        if option.key == "no":
            continue
        _, mode, target = option.key.split(":")
        # A weapon that is offered by itself may be used, Quickfire or not: a gun has been manhandled.
        manner = Manner(mode, True, manhandled=unit.profile.single)
        worth = value.shot_value(state, unit, state.units[target], manner)
        if worth > best[1]:
            best, why = (option.key, worth), f"a shot worth {worth:.0f}"
    return Advice(best[0], why)


def _aim(state: State, decision: PickOne) -> Advice:
    seat = decision.seat
    best, key = 0.0, decision.default()
    for option in decision.options:
        if option.key == "hold" or option.preview is None:
            continue
        x, y, radius = option.preview().circles[0]
        worth = value.laid_value(state, seat, x, y, radius, radius > 1500)
        if worth > best:
            best, key = worth, option.key
    if best <= 0 and any(option.key == "hold" for option in decision.options):
        key = "hold"
    return Advice(key, f"worth {best:.0f} where it lies")


def _throw(state: State, decision: PickOne) -> Advice | None:
    """Bombing Rush: at whom."""
    shots = [option for option in decision.options if option.key.startswith("shoot:")]
    if not shots:
        return None
    unit = state.units[decision.piece]
    best = max(
        shots,
        key=lambda option: value.shot_value(
            state, unit, state.units[option.piece], Manner(option.key.split(":")[1], True)
        ),
    )
    return Advice(best.key, "the best target")


# --- Tokens --------------------------------------------------------------------------------------------------------


def _bid(state: State, decision: PickOne) -> Advice:
    """Little for the guns, more for the assault, what is left for the line; some is kept for abilities."""
    most = len(decision.options) - 1
    near = any(
        field.near(unit, foe, 14_000)
        for unit in state.of(decision.seat)
        for foe in state.of(other(decision.seat))
        if unit.profile.phase == state.troop
    )
    spare = max(0, most - reserve(state, decision.seat))
    bid = spare if state.troop == "line" else min(1 if near else 0, spare)
    return Advice(str(bid), "what can be spared")


def _spot(state: State, decision: Place) -> Advice | None:
    """A creature, a sap, a rift in the earth: where it does most."""
    unit = state.units[decision.piece]
    if decision.shape == "path":
        return _go(state, decision)
    routes = decision.routes()
    shown = decision.preview(routes[0]) if decision.preview is not None else None
    if shown is not None and shown.circles:  # a template
        best = max(routes, key=lambda r: value.laid_value(state, decision.seat, r.end.x, r.end.y, 1500, False))
        return Advice(plain(best), "where most of theirs are")
    foes = [foe.leader for foe in state.of(other(unit.side))]
    if not foes or (shown is None and not unit.has("witch")):  # a model that comes back to its unit
        return None
    goals = Goals(state, unit.side)
    if unit.has("witch"):
        best = min(routes, key=lambda r: min((f.x - r.end.x) ** 2 + (f.y - r.end.y) ** 2 for f in foes))
        return Advice(plain(best), "nearest to the enemy")
    best = max(routes, key=lambda r: goals.pull(unit, unit.leader.moved(*r.end)))
    return Advice(plain(best), "nearest to what is worth holding")


ADVISERS: dict[tuple[str, str], Adviser] = {
    ("pick one", "AWT-RD-07"): _act,
    ("pick one", "AWT-RD-09"): _act,
    ("pick one", "AWT-RD-11"): _act,
    ("pick one", "AWT-RD-03"): command,
    ("pick one", "AWT-SK-01"): tokens_for,
    ("pick one", "AWT-SK-02"): tokens_for,
    ("pick one", "AWT-SK-03"): tokens_for,
    ("pick one", "AWT-SK-04"): tokens_for,
    ("pick one", "AWT-SK-06"): _throw,
    ("pick one", "AWT-SK-11"): steady,
    ("pick one", "AWT-PR-02"): _bid,
    ("pick one", "AWT-WK-05"): _after_move,
    ("pick one", "AWT-TP-06"): _aim,
    ("place", "AWT-MV-06"): _go,
    ("place", "AWT-SK-11"): _spot,
}
