"""Carrying an order out: item by item, in the order its owner chooses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from umpire.battle.decisions import Option, PickOne, PutInOrder, Route
from umpire.battle.words import acts, listed
from umpire.dice import Procedure, Tally
from umpire.games.bptc.actions import charge, deploying, fire, leaving, places, shelter
from umpire.games.bptc.actions.hidden import look_around, reveal
from umpire.games.bptc.actions.movement import Way, plan_move, travel
from umpire.games.bptc.declare import MOVES, Declared, declare_second, terms_for
from umpire.games.bptc.groups import can_act
from umpire.games.bptc.model import State, Unit
from umpire.games.commander.procedures import added


def execute(state: State, declared: Sequence[Declared], twice: bool = False) -> Procedure[None]:
    """C4 of section 2, BPTC-CMD-15: every unit does what was declared, in any order; fire is resolved together.

    BPTC-BON-01: with `twice`, after a double one, whoever has carried out the first action takes the second before the
    next unit begins. Who was declared to hold has a second action too, when the owner likes.
    """
    items = _items(declared, twice)
    names: Sequence[str] = tuple(items)
    if len(names) > 1:
        options = [_option(state, name, orders) for name, orders in items.items()]
        prompt = "In what sequence is the order carried out?" + (" (each acts twice before the next)" if twice else "")
        names = yield PutInOrder(state.active, prompt, "BPTC-CMD-15", options)
    for name in names:
        orders = [order for order in items[name] if can_act(state, state.units[order.unit])]
        if orders:
            yield from _carry_out(state, name, orders, twice)


def _items(declared: Sequence[Declared], twice: bool) -> dict[str, list[Declared]]:
    """What is carried out as one: all fire, all who charge one enemy, a unit on its own."""
    items: dict[str, list[Declared]] = {}
    for order in declared:
        if order.kind == "hold" and not twice:
            continue
        if order.kind == "fire":
            name = "fire"
        elif order.kind == "charge":
            name = f"charge:{order.target}"
        else:
            name = f"{'move' if order.kind in MOVES else order.kind}:{order.unit}"
        items.setdefault(name, []).append(order)
    return items


def _option(state: State, name: str, orders: Sequence[Declared]) -> Option:
    """What is done, to whom, by whom; its piece is the last of these, whose name the label ends with."""
    kind, _, uid = name.partition(":")
    what = f"charge on {state.units[uid].name}" if kind == "charge" else kind
    who = listed([state.units[order.unit].name for order in orders])
    return Option(name, f"{what}: {who}", "BPTC-CMD-15", orders[-1].unit)


def _carry_out(state: State, name: str, orders: Sequence[Declared], twice: bool) -> Procedure[None]:
    """One thing of an order; fire is followed by second actions attack by attack, all else as a whole."""
    kind, _, target = name.partition(":")
    units = [order.unit for order in orders]
    if kind == "fire":
        yield from _fire(state, units, twice)
        return
    if kind == "charge":
        yield from _charge(state, units, target)
    elif kind == "move":
        yield from _move(state, orders[0])
    elif kind == "deploy":
        yield from _deploy(state, units[0])
    yield from _done(state, units, twice, kind != "charge")


def _done(state: State, units: Sequence[str], twice: bool, charges: bool) -> Procedure[None]:
    """These units have done one thing: what it brings about at once, and after a double one their second action."""
    look_around(state)
    deploying.react_to_cavalry(state)
    if twice:
        yield from _second_actions(state, units, charges)


def _second_actions(state: State, units: Sequence[str], charges: bool) -> Procedure[None]:
    """BPTC-BON-02: the second action follows the unit's first at once; who cannot act any more has none.

    Those who did the first together, in one attack or one charge, each say what they do next and then do it one after
    another, in any order; where two of them fire at one enemy again, or charge one, they do that together too
    (BPTC-FIR-10, CHG-28). Units whose turns to fire or to charge come at different moments act separately, and so their
    attacks on one enemy are not one: that each has done with both actions before the next begins leaves no other way.
    Whoever was to charge does not charge again, even if the enemy was gone before it began.
    """
    declared: list[Declared] = []
    for uid in units:
        if can_act(state, state.units[uid]):
            declared.append((yield from declare_second(state, uid, charges)))
    yield from execute(state, declared)


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
    key: str = yield PickOne(unit.side, f"{acts(unit.name, 'deploys')}: how?", "BPTC-ACT-04", options, piece=unit.id)
    if key != "none":
        yield from deploying.perform(state, unit_id, key)


def _charge(state: State, chargers: Sequence[str], target: str) -> Procedure[None]:
    """BPTC-CHG-03, 28: all who charge one enemy; if he is gone the charge is lost."""
    if not state.units[target].on_table:
        state.tell(
            "lost", f"{acts(state.units[target].name, 'is')} no longer there to be charged", "BPTC-CHG-28", *chargers
        )
        return
    yield from charge.charge(state, chargers, target)


# --- Fire ----------------------------------------------------------------------------------------------------


class Volley(NamedTuple):
    """Units that fire together, and at what: an enemy, "at:" and a construction, or "none" for who does not fire."""

    at: str
    firers: list[str]


def _fire(state: State, firers: Sequence[str], twice: bool = False) -> Procedure[None]:
    """BPTC-FIR-10, CAS-01: each unit says what it fires at; those with one target make one attack.

    BPTC-CMD-15: their owner says which attack is first: it may drive its target onto that of the next. After a double
    one those who have fired act again before the next attack (BPTC-BON-02).
    """
    aims: dict[str, list[str]] = {}
    for uid in firers:
        key = yield from _aim(state, state.units[uid], aims)
        aims.setdefault(key, []).append(uid)
    volleys = [volley for volley in _volleys(state, aims) if twice or volley.at != "none"]
    if len(volleys) > 1:
        volleys = yield from _in_sequence(state, volleys, twice)
    for volley in volleys:
        if volley.at != "none":
            yield from _shoot(state, volley.firers, volley.at)
        if twice:
            yield from _done(state, volley.firers, twice, True)
    if not twice:
        yield from _done(state, firers, twice, True)


def _volleys(state: State, aims: dict[str, list[str]]) -> list[Volley]:
    """BPTC-FIR-10: one for each target; one for each unit by the house rule `pool_fire`, and if it does not fire."""
    found: list[Volley] = []
    for key, group in aims.items():
        pooled = state.house.pool_fire and key != "none"
        found += [Volley(key, group)] if pooled else [Volley(key, [uid]) for uid in group]
    return found


def _in_sequence(state: State, volleys: Sequence[Volley], twice: bool) -> Procedure[list[Volley]]:
    """BPTC-BON-02, CMD-15: which of several attacks is first; each is named by the first unit in it."""
    named = {volley.firers[0]: volley for volley in volleys}
    rule = "BPTC-BON-02" if twice else "BPTC-FIR-10"
    options = [Option(uid, _volley_label(state, volley), rule, uid) for uid, volley in named.items()]
    prompt = "In what sequence do they fire?" + (" (each acts again before the next)" if twice else "")
    order: tuple[str, ...] = yield PutInOrder(state.active, prompt, rule, options)
    return [named[uid] for uid in order]


def _volley_label(state: State, volley: Volley) -> str:
    names = listed(state.units[uid].name for uid in volley.firers)
    if volley.at == "none":
        return f"{names}: no fire"
    built = state.construction(volley.at[3:]) if volley.at.startswith("at:") else None
    return f"{names}: fire at {state.units[volley.at].name if built is None else built.name}"


def _aim(state: State, unit: Unit, aims: dict[str, list[str]]) -> Procedure[str]:
    """BPTC-ACT-07, CON-05: one enemy unit, or for guns a construction; the odds count who fires with it."""
    options: list[Option] = []

    def together(key: str) -> list[Unit]:
        return [*[state.units[uid] for uid in aims.get(key, ()) if state.house.pool_fire], unit]

    for enemy in fire.targets(state, unit):
        odds = fire.call(state, together(enemy.id), enemy)
        options.append(Option(enemy.id, f"fire at {enemy.name}", "BPTC-ACT-07", enemy.id, odds))
    for built in fire.constructions(state, unit):
        dice = sum([fire.dice_at_construction(state, each, built.id).value for each in together(f"at:{built.id}")])
        odds = shelter.call(built, dice)
        options.append(Option(f"at:{built.id}", f"batter {built.name}", "BPTC-CON-05", "", odds))
    if not options:
        state.tell("lost", f"{unit.name} has nothing to fire at", "BPTC-ACT-07", unit.id)
        return "none"
    options.append(Option("none", "do not fire", "BPTC-CMD-15"))
    key: str = yield PickOne(unit.side, f"{acts(unit.name, 'fires')} at what?", "BPTC-ACT-07", options, piece=unit.id)
    return key


def _shoot(state: State, group: Sequence[str], at: str) -> Procedure[None]:
    """BPTC-ACT-07: who still has the target before him fires; what was done since he took aim may have spoilt it."""
    ready = [uid for uid in group if _has_target(state, state.units[uid], at)]
    for uid in group:
        if uid not in ready:
            state.tell("lost", f"{state.units[uid].name} has lost the target", "BPTC-ACT-07", uid)
    if not ready:
        return
    if at.startswith("at:"):
        yield from _batter(state, ready, at[3:])
    else:
        yield from fire.attack(state, ready, at)


def _has_target(state: State, unit: Unit, at: str) -> bool:
    if at.startswith("at:"):
        return at[3:] in [built.id for built in fire.constructions(state, unit)]
    return fire.can_fire(state, unit, state.units[at])


def _batter(state: State, group: Sequence[str], id: str) -> Procedure[None]:
    """BPTC-CON-05: the dice of all who batter one construction are thrown together."""
    built = state.construction(id)
    assert built is not None
    dice = Tally(0)
    for uid in group:
        reveal(state, uid, "they fire")
        more = added(dice, fire.dice_at_construction(state, state.units[uid], id))
        assert isinstance(more, Tally)
        dice = more
    shelter.tell_battering(state, group, built)
    yield from shelter.batter(state, id, dice)
