"""Units on the move: along their declared paths, halted at each reaction and each hazard."""

from __future__ import annotations

from umpire.battle.words import plural, tidy, way
from umpire.dice import Procedure
from umpire.games.fubar import field, reaction, sheet
from umpire.games.fubar.actions import hazards, leaving
from umpire.games.fubar.actions.marching import March, unit_at
from umpire.games.fubar.actions.standing import settled
from umpire.games.fubar.model import Plan, State

WORDS = {
    "walk": "walks",
    "run": "runs",
    "duck_weave": "ducks and weaves",
    "ground": "goes to ground",
    "assault": "charges",
    "drive": "moves",
}


def begin(state: State, march: March) -> None:
    """Paths are declared for all to see, before anybody moves (FUBAR-REA-05). A hull may turn where it stands."""
    state.plan = Plan(march.unit, march.path)
    unit = state.units[march.unit]
    if march.size <= 0:
        unit = unit_at(march, unit, 0)
    state.put(unit._replace(moved=march.size > 0))
    if march.size > 0:
        start, end = march.path[0], march.path[-1]
        far = f" {tidy(march.size)} in {way(start, end)}" if start != end else ""
        rule = sheet.ACTIONS[march.kind].rule if march.kind in sheet.ACTIONS else "FUBAR-VEH-10"
        # Of two verbs the log makes only the first agree with a plural.
        words = "duck and weave" if march.kind == "duck_weave" and plural(unit.name) else WORDS[march.kind]
        state.tell("move", f"{unit.name} {words}{far}", rule, march.unit)


def advance(state: State, march: March, upto: float, reactions: bool = True) -> Procedure[March]:
    """FUBAR-REA-01, 05: to this distance of its paths, the enemy's reactions and hazards on the way.

    Survivors go on after each of them, unless their morale breaks. Who is there already does not move any more: the
    enemy was asked about all of the way, and is not asked again when the unit has fired at the end of it.
    """
    if 0 < upto <= march.gone:
        return march
    while can_go_on(state, march) and march.size > 0:
        chosen = None
        if reactions:
            chosen = yield from reaction.window(state, march, upto)
        stop = upto if chosen is None else chosen.at
        march = yield from _to(state, march, stop)
        if chosen is None or not can_go_on(state, march):
            return march
        yield from reaction.react(state, chosen.unit, march.unit)
    return march


def can_go_on(state: State, march: March) -> bool:
    unit = state.units[march.unit]
    return unit.on_table and not unit.broken and not unit.out_of_action and bool(unit.active) and not unit.immobile


def _to(state: State, march: March, upto: float) -> Procedure[March]:
    """Forward without reactions; what lies in the way strikes where it is met."""
    while True:
        met = hazards.ahead(state, march, upto)
        stop = upto if met is None else met.at
        march = march._replace(gone=max(march.gone, stop))
        state.put(unit_at(march, state.units[march.unit], march.gone))
        if met is None:
            return march
        march = march._replace(done=(*march.done, met.id))
        yield from hazards.strike(state, march.unit, met.id)
        if not can_go_on(state, march):
            return march


def finish(state: State, march: March) -> None:
    """The move is over: nobody stands on another (who fell or came since may be in the way)."""
    unit = state.units[march.unit]
    state.plan = None
    if not unit.on_table or unit.out_of_action or not unit.active:
        return
    others = [base for each in state.on_table() if each.id != unit.id for base in field.hold_ground(each)]
    if unit.flying:
        others = [
            base for each in state.on_table() if each.flying and each.id != unit.id for base in field.hold_ground(each)
        ]
    placed = settled(state, unit.active, others)
    if tuple(placed) != unit.active:
        state.put(unit.with_figures(placed))
    leaving.take_crates(state, march.unit, march)
