"""The initiative phase: one action for each unit near the enemy, without a roll."""

from __future__ import annotations

from random import Random

from umpire.battle.decisions import Option, PickOne, Place, Refused, Route, Sieved
from umpire.battle.words import does
from umpire.dice import Procedure
from umpire.games.bptc import field, going
from umpire.games.bptc.actions import charge, deploying, engineers, fire, forced, forming, places, shelter, squares
from umpire.games.bptc.actions.approach import may_charge
from umpire.games.bptc.actions.hidden import look_around
from umpire.games.bptc.actions.movement import Terms, Way, check_move, plan_move, travel
from umpire.games.bptc.model import State, Unit
from umpire.table import length, unit_vector


def initiative_phase(state: State) -> Procedure[None]:
    """BPTC-GEN-01, INI-01, 09: pick a unit and its action, or be done with the phase."""
    units = [unit for unit in state.of(state.active) if eligible(unit)]

    def look(key: str) -> Option | None:
        if key == "done":
            return Option("done", "nobody (else): go on to the command phase", "BPTC-GEN-01")
        unit = state.units[key]
        if not may_act(state, unit):
            return None
        return Option(key, unit.name, "BPTC-INI-01", key, detail=_why(state, unit))

    chosen = "done"
    ids = [unit.id for unit in units]
    options = Sieved(["done", *ids], look)
    if options.has_any(ids):
        chosen = yield PickOne(state.active, "Initiative: which unit acts without an order?", "BPTC-INI-01", options)
    if chosen == "done":
        _form_squares(state)
        state.phase = "command"
        return
    yield from _act(state, chosen)
    look_around(state)
    deploying.react_to_cavalry(state)


def _why(state: State, unit: Unit) -> str:
    return "must form square" if squares.must_form(state, unit) else ""


def _form_squares(state: State) -> None:
    """BPTC-FRM-09, 12, 13: every unit before cavalry that has not acted now does what it must."""
    for unit in list(state.of(state.active)):
        if not unit.acted:
            must = squares.must_form(state, unit)
            if must:
                state.tell("square", f"{unit.name} must form up before cavalry", "BPTC-FRM-09", unit.id)
                state.put(state.units[unit.id].having_acted())
                forming.form(state, unit.id, must[0])


def eligible(unit: Unit) -> bool:
    """BPTC-INI-06: not a command unit, not suppressed, not yet acted on initiative."""
    return unit.ready and not unit.acted and not unit.profile.is_command


def may_act(state: State, unit: Unit) -> bool:
    """Whether there is something a unit could do: against an enemy near enough, or as engineers."""
    if not eligible(unit):
        return False
    if squares.must_form(state, unit):
        return True
    if nearest(state, unit):
        return bool(actions(state, unit))
    return bool(engineers.tasks(state, unit))


def nearest(state: State, unit: Unit) -> list[Unit]:
    """BPTC-INI-01, 02, VIS-06: the closest enemy it sees within the army's initiative distance; equals together."""
    return field.nearest_visible(state, unit, state.sides[unit.side].initiative)


def actions(state: State, unit: Unit) -> list[Option]:
    """BPTC-INI-03, 05: fire at, charge at, deploy before or evade from that enemy; engineers may work instead.

    BPTC-FRM-12: before cavalry nothing but the square.
    """
    if squares.must_form(state, unit):
        return deploying.options(state, unit)
    options: list[Option] = []
    near = nearest(state, unit)
    if near:
        options += _fire_options(state, unit)
        if may_charge(state, unit) is None:
            options.append(Option("charge", "charge", "BPTC-CHG-03", unit.id))
        options += deploying.options(state, unit)
        if going.can_move(state, unit):
            for enemy in near:
                options.append(Option(f"evade:{enemy.id}", f"evade from {enemy.name}", "BPTC-INI-04", enemy.id))
    return options + engineers.options(state, unit)


def _fire_options(state: State, unit: Unit) -> list[Option]:
    """Fire at the nearest enemy that may be fired at, or guns at the construction he is in (BPTC-FIR-13, CON-05)."""
    if not fire.armed(unit):
        return []
    found: list[Option] = []
    near = field.nearest_visible(state, unit, state.sides[unit.side].initiative, commanders=False)
    for enemy in near:
        if fire.can_fire(state, unit, enemy):
            odds = fire.call(state, [unit], enemy)
            found.append(Option(f"fire:{enemy.id}", f"fire at {enemy.name}", "BPTC-INI-03", enemy.id, odds))
    held = {enemy.inside: enemy.id for enemy in near if enemy.inside}
    for built in fire.constructions(state, unit) if held else ():
        if built.id in held:
            odds = shelter.call(built, fire.dice_at_construction(state, unit, built.id).value)
            key, label = f"batter:{built.id}", f"batter {built.name}"
            found.append(Option(key, label, "BPTC-CON-05", held[built.id], odds))
    return found


def _act(state: State, unit_id: str) -> Procedure[None]:
    """BPTC-INI-06, 07, 08: the unit's one initiative action; it neither forbids nor worsens later orders."""
    unit = state.units[unit_id]
    prompt = f"What {does(unit.name)} do on its initiative?"
    key: str = yield PickOne(unit.side, prompt, "BPTC-INI-03", actions(state, unit), piece=unit.id)
    kind, _, target = key.partition(":")
    if kind == "charge":
        target = yield from charge.declare(state, unit, nearest(state, unit), "BPTC-CHG-02")
        state.put(state.units[unit_id].having_acted())
        yield from charge.charge(state, [unit_id], target)
    elif kind == "evade":
        route: Route = yield evade_decision(state, unit, state.units[target])
        state.put(state.units[unit_id].having_acted())
        way = plan_move(state, state.units[unit_id], route, Terms(going.allowance(state, unit), road=False))
        assert isinstance(way, Way)
        yield from travel(state, unit_id, way, "BPTC-INI-04")
    else:
        state.put(state.units[unit_id].having_acted())
        if kind == "fire":
            yield from fire.attack(state, [unit_id], target, "BPTC-INI-03")
        elif kind == "batter":
            built = state.construction(target)
            assert built is not None
            shelter.tell_battering(state, [unit_id], built)
            yield from shelter.batter(state, target, fire.dice_at_construction(state, unit, target))
        elif kind == "task":
            yield from engineers.perform(state, unit_id, key)
        else:
            yield from deploying.perform(state, unit_id, key)


def evade_decision(state: State, unit: Unit, enemy: Unit) -> Place:
    """BPTC-INI-04: directly away from the enemy, up to the full rate, facing as it likes."""
    here = unit.base.centre
    dx, dy = unit_vector(enemy.base.centre, here) if enemy.base.centre != here else (0.0, 1.0)
    most = going.allowance(state, unit)
    terms = Terms(most, road=False)

    def check(route: Route) -> Refused | None:
        end = route.end
        aside = abs((end.x - here.x) * dy - (end.y - here.y) * dx)
        ahead = (end.x - here.x) * dx + (end.y - here.y) * dy
        if len(route.path) > 2 or aside > 300 or ahead < 0:
            return Refused(f"{unit.name} may only move directly away from {enemy.name}.", "BPTC-INI-04")
        return check_move(state, unit, route, terms)

    def offered() -> list[Route]:
        found: list[Route] = []
        for part in (1.0, 0.6, 0.3):
            for facing in (unit.base.facing, (unit.base.facing + 180) % 360):
                way = forced.straight(state, unit, (dx, dy), int(most * part), facing)
                if length(way.path):
                    found.append(Route(way.path, way.facing))
        return found

    def draw(rng: Random) -> Route:
        way = forced.straight(state, unit, (dx, dy), int(most * rng.choice((1.0, 0.6))), unit.base.facing)
        return Route(way.path, way.facing)

    prompt = f"How far {does(unit.name)} evade from {enemy.name}?"
    return Place(unit.side, prompt, "BPTC-INI-04", unit.id, check, offered, "path", most, places.stay(unit), draw)
