"""Carrying an order out: item by item, in the order its owner chooses."""

from __future__ import annotations

from collections.abc import Sequence

from umpire.battle.decisions import Option, PickOne, PutInOrder, Route
from umpire.battle.words import listed
from umpire.dice import Procedure, Tally
from umpire.games.bptc.actions import charge, deploying, fire, leaving, places, shelter
from umpire.games.bptc.actions.hidden import look_around, reveal
from umpire.games.bptc.actions.movement import Way, plan_move, travel
from umpire.games.bptc.declare import MOVES, Declared, terms_for
from umpire.games.bptc.groups import can_act
from umpire.games.bptc.model import State, Unit
from umpire.games.commander.procedures import added


def execute(state: State, declared: Sequence[Declared]) -> Procedure[None]:
    """C4 of section 2, BPTC-CMD-15: every unit does what was declared, in any order; fire is resolved together."""
    items = _items(declared)
    names: Sequence[str] = tuple(items)
    if len(names) > 1:
        options = [Option(name, _label(state, name, items[name]), "BPTC-CMD-15") for name in names]
        names = yield PutInOrder(state.active, "In what sequence is the order carried out?", "BPTC-CMD-15", options)
    for name in names:
        orders = [order for order in items[name] if can_act(state, state.units[order.unit])]
        if not orders:
            continue
        kind, _, target = name.partition(":")
        if kind == "fire":
            yield from _fire(state, [order.unit for order in orders])
        elif kind == "charge":
            yield from _charge(state, [order.unit for order in orders], target)
        elif kind == "move":
            yield from _move(state, orders[0])
        else:
            yield from _deploy(state, orders[0].unit)
        look_around(state)
        deploying.react_to_cavalry(state)


def _items(declared: Sequence[Declared]) -> dict[str, list[Declared]]:
    """What is carried out as one: all fire, all who charge one enemy, a unit on its own."""
    items: dict[str, list[Declared]] = {}
    for order in declared:
        if order.kind == "hold":
            continue
        if order.kind == "fire":
            name = "fire"
        elif order.kind == "charge":
            name = f"charge:{order.target}"
        else:
            name = f"{'move' if order.kind in MOVES else 'deploy'}:{order.unit}"
        items.setdefault(name, []).append(order)
    return items


def _label(state: State, name: str, orders: Sequence[Declared]) -> str:
    kind, _, uid = name.partition(":")
    if kind == "fire":
        return f"fire by {listed(state.units[order.unit].name for order in orders)}"
    if kind == "charge":
        return f"the charge on {state.units[uid].name}"
    return f"{state.units[uid].name} {'moves' if kind == 'move' else 'deploys'}"


def _move(state: State, order: Declared) -> Procedure[None]:
    """BPTC-ACT-01: where it goes is said when it goes."""
    if order.kind == "exit":
        yield from leaving.leave(state, order.unit)
        return
    unit = state.units[order.unit]
    terms = terms_for(state, unit, order.kind)
    rule = {"dense": "BPTC-CMD-05", "prolonge": "BPTC-MOV-06"}.get(order.kind, "BPTC-ACT-01")
    route: Route = yield places.move_decision(state, unit, rule, terms)
    way = plan_move(state, unit, route, terms)
    assert isinstance(way, Way)
    yield from travel(state, order.unit, way)


def _deploy(state: State, unit_id: str) -> Procedure[None]:
    """BPTC-ACT-03 to 06: what it deploys into is said when it does."""
    unit = state.units[unit_id]
    options = deploying.options(state, unit)
    if not options:
        state.tell("lost", f"{unit.name} can no longer deploy", "BPTC-FMX-37", unit_id)
        return
    options = [*options, Option("none", "stay as it is", "BPTC-CMD-15")]
    key: str = yield PickOne(unit.side, f"{unit.name} deploys: how?", "BPTC-ACT-04", options, piece=unit.id)
    if key != "none":
        yield from deploying.perform(state, unit_id, key)


def _charge(state: State, chargers: Sequence[str], target: str) -> Procedure[None]:
    """BPTC-CHG-03, 28: all who charge one enemy; if he is gone the charge is lost."""
    if not state.units[target].on_table:
        state.tell("lost", f"{state.units[target].name} is no longer there to be charged", "BPTC-CHG-28", *chargers)
        return
    yield from charge.charge(state, chargers, target)


# --- Fire ----------------------------------------------------------------------------------------------------


def _fire(state: State, firers: Sequence[str]) -> Procedure[None]:
    """BPTC-FIR-10, CAS-01: each unit says what it fires at; those with one target make one attack."""
    aims: dict[str, list[str]] = {}
    for uid in firers:
        key = yield from _aim(state, state.units[uid], aims)
        if key != "none":
            aims.setdefault(key, []).append(uid)
    for key, group in aims.items():
        volleys = [group] if state.house.pool_fire else [[uid] for uid in group]
        for together in volleys:
            if key.startswith("at:"):
                yield from _batter(state, together, key[3:])
            else:
                yield from _volley(state, together, key)


def _aim(state: State, unit: Unit, aims: dict[str, list[str]]) -> Procedure[str]:
    """BPTC-ACT-07, CON-05: one enemy unit, or for guns a construction; the odds count who fires with it."""
    options: list[Option] = []
    for enemy in fire.targets(state, unit):
        joined = [*[state.units[uid] for uid in aims.get(enemy.id, ())], unit]
        odds = fire.call(state, joined, enemy)
        options.append(Option(enemy.id, f"fire at {enemy.name}", "BPTC-ACT-07", enemy.id, odds))
    for built in fire.constructions(state, unit):
        joined = [*[state.units[uid] for uid in aims.get(f"at:{built.id}", ())], unit]
        dice = sum([fire.dice_at_construction(state, each, built.id).value for each in joined])
        odds = shelter.call(built, dice)
        options.append(Option(f"at:{built.id}", f"batter {built.name}", "BPTC-CON-05", "", odds))
    if not options:
        state.tell("lost", f"{unit.name} has nothing to fire at any more", "BPTC-ACT-07", unit.id)
        return "none"
    options.append(Option("none", "do not fire", "BPTC-CMD-15"))
    key: str = yield PickOne(unit.side, f"{unit.name} fires at what?", "BPTC-ACT-07", options, piece=unit.id)
    return key


def _volley(state: State, group: Sequence[str], target: str) -> Procedure[None]:
    ready = [uid for uid in group if fire.can_fire(state, state.units[uid], state.units[target])]
    for uid in group:
        if uid not in ready:
            state.tell("lost", f"{state.units[uid].name} has lost its target", "BPTC-ACT-07", uid)
    if ready:
        yield from fire.attack(state, ready, target)


def _batter(state: State, group: Sequence[str], id: str) -> Procedure[None]:
    built = state.construction(id)
    if built is None or built.destroyed:
        return
    dice = Tally(0)
    for uid in group:
        reveal(state, uid, "they fire")
        more = added(dice, fire.dice_at_construction(state, state.units[uid], id))
        assert isinstance(more, Tally)
        dice = more
    names = listed(state.units[uid].name for uid in group)
    state.tell("fire", f"{names} batter {built.name}", "BPTC-CON-05", *group)
    yield from shelter.batter(state, id, dice)
