"""Charges: declared without measuring, approached under fire, fought out round by round."""

from __future__ import annotations

from collections.abc import Sequence

from umpire.battle.decisions import Call, Inputs, Option, PickOne, PutInOrder
from umpire.battle.words import acts, plural
from umpire.dice import Procedure, stage, value_of
from umpire.games.bptc import field, going, sheet
from umpire.games.bptc.actions import driven, forced, melee, retreat
from umpire.games.bptc.actions.approach import Approach, approach, may_charge, struck, toward
from umpire.games.bptc.actions.damage import knock_out
from umpire.games.bptc.actions.hidden import look_around, reveal
from umpire.games.bptc.actions.movement import travel
from umpire.games.bptc.actions.opportunity import react_along
from umpire.games.bptc.charges import Fought, fight
from umpire.games.bptc.model import State, Unit
from umpire.games.bptc.units import UNLIMBERED
from umpire.table import Point, along_vector, bearing, contacts, length, overlap, unit_vector

_LAST = sheet.LAST_WINDOW_CM * 1000


# --- Declaring -----------------------------------------------------------------------------------------------


def targets(state: State, unit: Unit) -> list[Unit]:
    """BPTC-ACT-08, CHG-02, GEN-08: every enemy in view, near or far: the list must not tell who is in reach."""
    if may_charge(state, unit) is not None:
        return []
    return field.visible_enemies(state, unit)


def declare(state: State, unit: Unit, enemies: Sequence[Unit], rule: str) -> Procedure[str]:
    """BPTC-CHG-02, GEN-08: whom it charges. Until that is said nobody measures, and it cannot be taken back."""
    options = [
        Option(enemy.id, f"charge {enemy.name}", "BPTC-CHG-02", enemy.id, call(state, unit, enemy)) for enemy in enemies
    ]
    state.measuring = state.house.charge_measuring == "open"
    prompt = f"{acts(unit.name, 'charges')} whom?" + ("" if state.measuring else " (nobody measures now)")
    chosen: str = yield PickOne(unit.side, prompt, rule, options, piece=unit.id)
    state.measuring = True
    text = f"{unit.name} declares a charge on {state.units[chosen].name}"
    hidden = state.house.charge_measuring == "hidden"
    state.tell("charge", text, "BPTC-CHG-02", unit.id, chosen, reveals=hidden)
    return chosen


def call(state: State, unit: Unit, enemy: Unit) -> Call:
    """The odds of the fight if it comes to one, support left out: what can be told without measuring."""

    def found() -> melee.Sides:
        there, face = struck(state, unit, enemy)
        return melee.fighters(state, there, enemy, face, int(melee.in_flank(enemy, face)), (0, 0))

    def inputs() -> Inputs:
        sides = found()
        return (
            ("attacker", melee.plain(sides.attacker)),
            ("defender", melee.plain(sides.defender)),
            ("defender_guns", sides.guns),
        )

    return Call("charge", inputs, lambda: melee.numbers(unit, enemy, found()), enemy.id)


# --- Charging ------------------------------------------------------------------------------------------------


def charge(state: State, chargers: Sequence[str], target_id: str) -> Procedure[None]:
    """BPTC-CHG-03, 20, 28, CMD-15: all who charge one enemy approach, then fight him, one after another."""
    name = state.units[target_id].name
    arrived: dict[str, str] = {}
    for uid in (yield from _in_order(state, chargers, f"In what order do they go at {name}?")):
        unit = state.units[uid]
        if not unit.ready or not state.units[target_id].on_table:
            continue
        face = yield from _close_in(state, uid, target_id)
        if face:
            arrived[uid] = face
    won = False
    for uid in (yield from _in_order(state, tuple(arrived), f"In what order do they fight {name}?")):
        unit = state.units[uid]
        if not state.units[target_id].on_table:
            break
        # BPTC-RET-04: one that a friend's retreat has carried away does not fight, but those after it do.
        if not unit.on_table or not field.in_contact(unit.base, state.units[target_id].base):
            continue
        result = yield from _fight(state, uid, target_id, arrived)
        won = won or result in ("attacker_ko", "attacker_retreats")
        if result in ("defender_ko", "defender_retreats", "both_ko"):
            won = False
            break
    if won and state.units[target_id].on_table:
        yield from retreat.consolidate(state, target_id)


def _in_order(state: State, units: Sequence[str], prompt: str) -> Procedure[Sequence[str]]:
    """These units as their owner has them follow each other."""
    if len(units) < 2:
        return units
    options = [Option(uid, state.units[uid].name, "BPTC-CHG-28", uid) for uid in units]
    order: tuple[str, ...] = yield PutInOrder(state.units[units[0]].side, prompt, "BPTC-CHG-28", options)
    return order


def _close_in(state: State, unit_id: str, target_id: str) -> Procedure[str]:
    """BPTC-CHG-20, OPP-02: the approach, under fire up to 1 cm before contact. Returns the face struck, if it is.

    Who begins nearer than that is fired at where he begins (BPTC-OPP-01).
    """
    reveal(state, unit_id, "they charge")
    unit, target = state.put(going.arrived(state, state.units[unit_id])), state.units[target_id]
    found = approach(state, unit, target)
    if not isinstance(found, Approach):
        state.tell("charge", f"the charge of {unit.name} fails: {found.sentence}", found.rule, unit_id, target_id)
        yield from _falls_short(state, unit_id, target_id)
        return ""
    here, last = unit.base.centre, _last_window(unit, target, found)
    path = (here, last) if last != here else (here,)
    outcome: str = yield from react_along(state, unit_id, path, found.carried, clear=0)
    if outcome != "arrives":
        return ""
    there = [each for each in state.near(target.side, found.base, 0) if each.id != target_id]
    if any(overlap(found.base, each.base) for each in there):  # hidden when he set out
        state.put(state.units[unit_id].went(unit.base.placed(*last, found.carried)))
        state.tell("charge", f"{unit.name} finds its way to {target.name} barred", "BPTC-CHG-20", unit_id, target_id)
        return ""
    driven.make_way(state, state.put(going.arrived(state, state.units[unit_id].went(found.base))))
    look_around(state)
    side = "rear" if found.face == "rear" else "flank"
    where = f" in the {side}" if melee.in_flank(target, found.face) else ""
    state.tell("charge", f"{unit.name} strikes {target.name}{where}", "BPTC-CHG-21", unit_id, target_id)
    return found.face


def _last_window(unit: Unit, target: Unit, found: Approach) -> Point:
    """BPTC-OPP-02: where a charger is 1 cm before contact, though he may go on along the face that he strikes."""
    here, there = unit.base.centre, found.base.centre
    if here == there:
        return here
    base, vector = unit.base.turned(found.carried), unit_vector(here, there)
    met = contacts(base, vector, length((here, there)), [(target.id, target.base)], margins={target.id: _LAST})
    return along_vector(here, vector, met[0].distance) if met else here


def _falls_short(state: State, unit_id: str, target_id: str) -> Procedure[None]:
    """BPTC-CHG-20: straight at the target by the ordinary rate, 20 cm at most, and to 1 cm before it."""
    unit, target = state.units[unit_id], state.units[target_id]
    if unit.shelter == "garrison":
        return
    most = min(going.allowance(state, unit), sheet.CHARGE_REACH_CM * 1000)
    vector = toward(unit, target)
    facing = bearing(unit.base.centre, target.base.centre)
    way = forced.straight(state, unit, vector, most, facing)
    if len(way.path) > 1:
        yield from travel(state, unit_id, way, "BPTC-CHG-20")


# --- Fighting ------------------------------------------------------------------------------------------------


def _fight(state: State, unit_id: str, target_id: str, arrived: dict[str, str]) -> Procedure[str]:
    """BPTC-CHG-14 to 18, 22 to 28: one charger and the target, round after round until one gives way."""
    unit, target = state.units[unit_id], state.units[target_id]
    flanked = _on_flanks(state, target, arrived)
    support = melee.support(state, unit, target), melee.support(state, target, unit)
    sides = melee.fighters(state, unit, target, arrived[unit_id], flanked, support)
    ours, theirs = (f"({value_of(side.dice)} dice)" for side in (sides.attacker, sides.defender))
    verb = "fight" if plural(unit.name) else "fights"
    state.tell("fight", f"{unit.name} {ours} {verb} {target.name} {theirs}", "BPTC-CHG-23", unit_id, target_id)
    fought: Fought = yield from stage(fight, state.house, sides.attacker, sides.defender, sides.guns)
    if state.house.charge_markers:
        state.put(state.units[unit_id].with_hits(fought.attacker_hits))
        state.put(state.units[target_id].with_hits(fought.defender_hits))
    yield from _result(state, unit_id, target_id, fought)
    return fought.result


def _on_flanks(state: State, target: Unit, arrived: dict[str, str]) -> int:
    """BPTC-CHG-11, 28: every charger in contact with the target's flank or rear."""
    there = [uid for uid, face in arrived.items() if melee.in_flank(target, face) and state.units[uid].on_table]
    return sum([field.in_contact(state.units[uid].base, target.base) for uid in there])


def _result(state: State, unit_id: str, target_id: str, fought: Fought) -> Procedure[None]:
    """BPTC-CHG-15 to 18, 26: the loser retreats or is knocked out, a charger that won consolidates."""
    unit, target = state.units[unit_id], state.units[target_id]
    result = fought.result
    if result in ("attacker_ko", "both_ko"):
        knock_out(state, unit_id, f"{unit.name} is broken by {target.name}", fought.rule)
    if result in ("defender_ko", "both_ko"):
        word = "overrun" if target.mode == UNLIMBERED else "broken"
        knock_out(state, target_id, f"{target.name} is {word} by {unit.name}", fought.rule)
    elif result == "defender_retreats":
        retreat.retreat(state, target_id, unit_id)
    elif result == "attacker_retreats":
        retreat.retreat(state, unit_id, target_id)
    elif result == "abandoned":
        retreat.step_back(state, unit_id, target_id)
    if result in ("defender_ko", "defender_retreats") and state.units[unit_id].on_table:
        yield from retreat.consolidate(state, unit_id)
