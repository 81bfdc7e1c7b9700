"""What an activated unit may do: one action, declared whole, and then carried out.

FUBAR-ACT-06: a success gives exactly one action to the whole unit. Infantry has seven of them, vehicles four; indirect
fire, calls for artillery and the work of sappers take the place of aimed fire (FUBAR-ORD-10).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from umpire.battle.decisions import Option, PickOne, Preview, Refused, Route, Sieved
from umpire.battle.words import acts, does
from umpire.dice import Procedure
from umpire.games.fubar import field, procedures, sheet
from umpire.games.fubar.actions import (
    aim,
    assault,
    fire,
    going,
    indirect,
    leaving,
    marching,
    movement,
    sapper,
    transport,
    wounded,
)
from umpire.games.fubar.actions.aim import Mode
from umpire.games.fubar.actions.fire_moving import carry_out, go_and_fire, when_to_fire
from umpire.games.fubar.actions.going import DRIVE
from umpire.games.fubar.actions.marching import March
from umpire.games.fubar.actions.places import Planner, foreseen, route_decision, straight
from umpire.games.fubar.model import NORMAL, State
from umpire.games.fubar.units import Figure, Unit

GUARD = "on_guard"
MOVING = ("walk", "run", "duck_weave", "ground")

# --- What is open --------------------------------------------------------------------------------------------


def options(state: State, unit: Unit, rallied: bool = False) -> list[Option]:
    """FUBAR-ACT-06, ORD-01 to 10, JMP-04, MOR-06: the actions open to a unit; one just rallied does not assault."""
    found = _vehicle(state, unit) if unit.is_vehicle or unit.is_bikes else _infantry(state, unit)
    if not rallied:
        for enemy in assault.reachable(state, unit):
            preview = partial(_foreseen_assault, state, unit, enemy)
            words = f"assault {enemy.name}"
            found.append(Option(f"assault:{enemy.id}", words, "FUBAR-ORD-08", enemy.id, preview=preview))
    if indirect.mortars(unit):
        found.append(Option("indirect", "fire indirectly", "FUBAR-IND-16", unit.id))
    if indirect.missions(state, unit.side):
        found.append(Option("call", "call artillery", "FUBAR-IND-17", unit.id))
    for edge in leaving.edges(state, unit):
        found.append(
            Option(f"leave:{edge}", f"leave the table by the {leaving.NAMES[edge]} edge", "FUBAR-VIC-02", unit.id)
        )
    return found


def _foreseen_assault(state: State, unit: Unit, enemy: Unit) -> Preview:
    return foreseen(unit, assault.plan(state, unit, enemy))


def _infantry(state: State, unit: Unit) -> list[Option]:
    found = [
        _option(unit, GUARD),
        _option(unit, "walk"),
        _option(unit, "run"),
    ]
    if not any(figure.profile.jump for figure in unit.active):
        found.append(_option(unit, "duck_weave"))
    found.append(_option(unit, "ground"))
    if aim.has_shot(state, unit, Mode(aimed=True)):
        found.append(_option(unit, "aimed"))
    if sapper.tasks(state, unit):
        found.append(Option("sapper", "set the sappers to work", "FUBAR-SAP-01", unit.id))
    for carrier in transport.boardable(state, unit):
        found.append(Option(f"board:{carrier.id}", f"get into {carrier.name}", "FUBAR-TRN-03", carrier.id))
    return found


def _option(unit: Unit, key: str) -> Option:
    row = sheet.ACTIONS[key]
    return Option(key, f"{row.name}: {row.text}", row.rule, unit.id)


def _vehicle(state: State, unit: Unit) -> list[Option]:
    """FUBAR-VEH-05, 10: move and fire, stationary fire, on guard."""
    found = [Option(GUARD, "On Guard: fires once a turn at an enemy who moves", "FUBAR-VEH-10", unit.id)]
    if not unit.immobile:
        found.append(Option("drive", "move, and fire as far as that allows", "FUBAR-VEH-10", unit.id))
    elif state.passengers(unit.id):
        found.append(Option("drive", "stay, and let passengers out", "FUBAR-TRN-04", unit.id))
    riders = [rider for rider in state.passengers(unit.id) if unit.profile.open and not rider.broken]
    if aim.has_shot(state, unit, Mode()) or any(aim.has_shot(state, rider, Mode(small_arms=True)) for rider in riders):
        found.append(Option("fire", "stand and fire every weapon", "FUBAR-VEH-05", unit.id))
    return found


def why_not(state: State, unit: Unit, key: str, rallied: bool) -> Refused | None:
    """FUBAR-GEN-08: why an action is not open to a unit; None if it is none that there is."""
    what, _, target = key.partition(":")
    other = state.units.get(target)
    if what == "assault" and other is not None:
        return assault.why_not(state, unit, other, rallied)
    if what == "board" and other is not None:
        return transport.why_not(state, unit, other)
    if what == "duck_weave" and any(figure.profile.jump for figure in unit.active):
        return Refused(f"{unit.name} cannot duck and weave with jump packs.", "FUBAR-JMP-04")
    if what == DRIVE and unit.immobile:
        return Refused(f"{acts(unit.name, 'is')} immobilised.", "FUBAR-DMG-06")
    if what == ("fire" if unit.profile.chassis else "aimed"):
        return Refused(f"{acts(unit.name, 'has')} nobody to fire at.", "FUBAR-FIRE-01")
    if what == "indirect":
        return Refused(f"{acts(unit.name, 'has')} no mortar.", "FUBAR-IND-16")
    if what == "call":
        return Refused(f"{acts(state.sides[unit.side].name, 'has')} no fire mission left.", "FUBAR-IND-14")
    return None


# --- Choosing and doing --------------------------------------------------------------------------------------


def act(state: State, unit_id: str, rallied: bool = False) -> Procedure[None]:
    """ACTIVATION.order and ACTIVATION.execute of section 2."""
    unit = state.units[unit_id]
    open_ = Sieved.of(options(state, unit, rallied), lambda key: why_not(state, unit, key, rallied))
    key: str = yield PickOne(unit.side, f"What {does(unit.name)} do?", "FUBAR-ACT-06", open_, piece=unit_id)
    what, _, target = key.partition(":")
    if what == DRIVE or what in MOVING:
        yield from _move(state, unit_id, what, rallied)
    elif what == "assault":
        yield from _assault(state, unit_id, target)
    elif what == "board":
        yield from _board(state, unit_id, target, rallied)
    elif what == "leave":
        yield from _leave(state, unit_id, int(target), rallied)
    elif (yield from _kept_in_hand(state, unit_id, None, rallied)):
        yield from _STANDING[what](state, unit_id)


def _on_guard(state: State, unit_id: str) -> Procedure[None]:
    """FUBAR-ORD-04: the unit waits for somebody to move."""
    yield from ()
    unit = state.units[unit_id]
    state.put(unit._replace(guard=NORMAL, moved=False), f"{unit.name} is On Guard", "FUBAR-ORD-04")


def _aimed(state: State, unit_id: str) -> Procedure[None]:
    """FUBAR-ORD-07, 09: nobody moves, every figure is better by one."""
    state.put(state.units[unit_id]._replace(moved=False))
    yield from fire.volley(state, unit_id, Mode(aimed=True))


def _stationary(state: State, unit_id: str) -> Procedure[None]:
    """FUBAR-VEH-05, 10, TRN-05, MOR-06: all weapons, no aimed bonus; unbroken passengers of an open transport too."""
    unit = state.put(state.units[unit_id]._replace(moved=False))
    yield from fire.volley(state, unit_id, Mode())
    if unit.profile.open:
        for rider in state.passengers(unit_id):
            if not rider.broken:
                yield from fire.volley(state, rider.id, Mode(small_arms=True))


def _indirect(state: State, unit_id: str) -> Procedure[None]:
    state.put(state.units[unit_id]._replace(moved=False))
    yield from indirect.fire_mortars(state, unit_id)


def _call(state: State, unit_id: str) -> Procedure[None]:
    state.put(state.units[unit_id]._replace(moved=False))
    yield from indirect.call_fire(state, unit_id)


def _sapper(state: State, unit_id: str) -> Procedure[None]:
    state.put(state.units[unit_id]._replace(moved=False))
    yield from sapper.work(state, unit_id)


_STANDING: dict[str, Callable[[State, str], Procedure[None]]] = {
    GUARD: _on_guard,
    "aimed": _aimed,
    "fire": _stationary,
    "indirect": _indirect,
    "call": _call,
    "sapper": _sapper,
}


# --- Moves ---------------------------------------------------------------------------------------------------


def _move(state: State, unit_id: str, kind: str, rallied: bool) -> Procedure[None]:
    """FUBAR-ORD-01 to 03, 05, 06, VEH-10: the path is declared, then walked under the enemy's eyes."""
    if kind != DRIVE:
        yield from wounded.before_moving(state, unit_id)
    unit = state.units[unit_id]
    if not marching.movers(unit):  # all whom the activation had reached stay with the wounded
        return
    planner = Planner(state, unit, kind, _into_cover(state, unit) if kind == "ground" else None)
    words = {"walk": "walk", "run": "run", "duck_weave": "duck and weave", "ground": "go to ground", DRIVE: "go"}[kind]
    rule = sheet.ACTIONS[kind].rule if kind != DRIVE else "FUBAR-VEH-10"
    route: Route = yield route_decision(state, planner, f"Where {does(unit.name)} {words}?", rule)
    march = planner.plan(route)
    assert not isinstance(march, Refused)
    if not (yield from _kept_in_hand(state, unit_id, march, rallied)):
        return
    if kind == "duck_weave":
        state.put(state.units[unit_id]._replace(weave=True))  # FUBAR-ORD-03, REA-07: from the start of the move
    when = yield from when_to_fire(state, march)
    yield from carry_out(state, march, when)
    if kind == "ground":
        _go_to_ground(state, unit_id)


def _into_cover(state: State, unit: Unit) -> Callable[[March], Refused | None]:
    """FUBAR-ORD-05, 06: going to ground leads into cover, or nowhere."""

    def check(march: March) -> Refused | None:
        if march.size <= 0:
            return None
        ended = marching.unit_at(march, unit, march.size)
        if any(field.by_cover(state, figure) for figure in marching.movers(ended)):
            return None
        return Refused(f"{acts(unit.name, 'goes')} to ground in cover or on the spot.", "FUBAR-ORD-05")

    return check


def _go_to_ground(state: State, unit_id: str) -> None:
    """FUBAR-ORD-05, 06, REA-07: harder to hit, once the move is over."""
    unit = state.units[unit_id]
    if unit.active and unit.on_table and not unit.broken and not unit.in_melee:
        prone = all(not field.by_cover(state, figure) for figure in unit.active)
        rule = "FUBAR-ORD-06" if prone else "FUBAR-ORD-05"
        state.put(unit._replace(ground=True), f"{unit.name} has gone to ground", rule)


def _assault(state: State, unit_id: str, target: str) -> Procedure[None]:
    """FUBAR-ORD-08, MEL-01: into close combat, with whom of them as its owner says."""
    yield from assault.see_to_wounded(state, unit_id, target)
    unit = state.units[unit_id]
    march = yield from assault.chosen(state, unit, state.units[target])
    if isinstance(march, Refused):
        state.tell("melee", f"{unit.name} cannot reach {state.units[target].name} any more", "FUBAR-MEL-01", unit_id)
        return
    if (yield from _kept_in_hand(state, unit_id, march)):
        yield from assault.carry_out(state, march, target)


def _board(state: State, unit_id: str, carrier: str, rallied: bool) -> Procedure[None]:
    """FUBAR-TRN-03: a Walk to the hull, with fire on the way if its owner likes, and in."""
    march = transport.board_plan(state, state.units[unit_id], state.units[carrier])
    assert not isinstance(march, Refused)
    if not (yield from _kept_in_hand(state, unit_id, march, rallied)):
        return
    when = yield from when_to_fire(state, march)
    march = yield from go_and_fire(state, march, when)
    state.plan = None
    leaving.take_crates(state, unit_id, march)
    if movement.can_go_on(state, march):
        transport.board(state, unit_id, carrier)


def _leave(state: State, unit_id: str, edge: int, rallied: bool) -> Procedure[None]:
    yield from leaving.see_to_wounded(state, unit_id, edge)
    march = leaving.plan(state, state.units[unit_id], edge)
    assert not isinstance(march, Refused)
    if not (yield from _kept_in_hand(state, unit_id, march, rallied)):
        return
    movement.begin(state, march)
    march = yield from movement.advance(state, march, march.size)
    if movement.can_go_on(state, march):
        state.plan = None
        leaving.leave(state, unit_id, edge)
    else:
        movement.finish(state, march)


# --- Fanatics ------------------------------------------------------------------------------------------------


def _kept_in_hand(state: State, unit_id: str, march: March | None, rallied: bool = False) -> Procedure[bool]:
    """FUBAR-FAN-03: fanatics who see an enemy and are not to go nearer to the nearest one need an expertise roll.

    If it fails they go straight at him: they assault if he is in reach, else they walk. FUBAR-MOR-06: who has only just
    rallied walks. Answers whether they obey.
    """
    unit = state.units[unit_id]
    if not unit.fanatic:
        return True
    nearest = field.nearest_visible(state, unit)
    if nearest is None or (march is not None and _nearer(unit, march, nearest.other)):
        return True
    enemy = nearest.enemy
    level, label = field.level(unit), "keeping fanatics in hand"
    outcome = yield from procedures.expertise_roll(state.house, level, label, "FUBAR-FAN-03")
    if outcome.passed:
        return True
    state.tell("fanatics", f"{unit.name} goes for {enemy.name} and cannot be held", "FUBAR-FAN-03", unit_id)
    may = assault.may_assault(unit) and not rallied and not enemy.flying
    charge = assault.plan(state, unit, enemy, True) if may else None
    if isinstance(charge, March):
        yield from assault.carry_out(state, charge, enemy.id)
        return False
    planner = Planner(state, unit, "walk" if not unit.is_bikes else DRIVE, forced=True)
    first = marching.guide(unit)
    goal = nearest.other.base.centre
    far = going.allowance(state, unit, first, planner.kind)
    found: March | Refused | None = None
    for part in (4, 3, 2, 1):
        route = straight(planner, first.base.centre, goal, far * part // 4)
        found = planner.plan(route) if route is not None else None
        if isinstance(found, March):
            break
    if isinstance(found, March):
        when = yield from when_to_fire(state, found)
        yield from carry_out(state, found, when)
    return False


def _nearer(unit: Unit, march: March, enemy: Figure) -> bool:
    ended = marching.unit_at(march, unit, march.size)
    return field.distance(ended.active, [enemy]) < field.distance(unit.active, [enemy]) - field.SLACK
