"""The start of a player turn: lost command units come back, the marks of the last turn go."""

from __future__ import annotations

from umpire.battle.decisions import Option, PickOne, Place, Refused, Route
from umpire.dice import Procedure
from umpire.games.bptc import field, going
from umpire.games.bptc.actions.hidden import look_around
from umpire.games.bptc.actions.shelter import outside
from umpire.games.bptc.model import State, Unit, other
from umpire.games.bptc.units import KO
from umpire.table import Base, beside, free, place_touching


def turn_start(state: State) -> Procedure[None]:
    """TURN_START of section 2: flags, replacements (BPTC-CMD-18), then the initiative phase."""
    state.player_turn += 1
    state.commander = ""
    state.group = ()
    state.command_over = False
    side = state.sides[state.active]
    state.tell("turn", f"Turn {state.turn}: {side.name}", "BPTC-GEN-02")
    for unit in state.army(state.active):
        _begin(state, unit)
    for unit in state.army(other(state.active)):
        if unit.reacted:
            state.put(unit.reaction_cleared())  # BPTC-OPP-01
    if state.house.replace_command:
        for unit in [u for u in state.units.values() if _waits_to_return(state, u)]:
            yield from _replace(state, unit)
    look_around(state)
    state.phase = "initiative"


def _begin(state: State, unit: Unit) -> None:
    """BPTC-TER-14: the ground a unit is at when its turn begins it may cross in this turn."""
    if unit.acted or unit.ordered_by or unit.finished or unit.orders:
        unit = state.put(unit.fresh_turn())
    stops = going.at_ground(state.scene, unit.base) if unit.on_table else ()
    if stops != unit.stops:
        state.put(unit.with_stops(stops))


def _waits_to_return(state: State, unit: Unit) -> bool:
    return unit.side == state.active and unit.place == KO and unit.profile.is_command


def _replace(state: State, unit: Unit) -> Procedure[None]:
    """BPTC-CMD-18: a lost command unit is replaced beside any unsuppressed friend; without one it is not."""
    hosts: list[tuple[Unit, Base]] = []
    for host in state.of(unit.side):
        if host.suppressed or host.hidden:
            continue
        near = [each.base for each in state.beside(host.base, 2 * unit.base.reach)]
        spot = place_touching(unit.base, host.base, near, state.content.size, lambda b: outside(state, unit, b) is None)
        if spot is not None:
            hosts.append((host, spot))
    if not hosts:
        state.tell("unit", f"{unit.name} has nobody to join", "BPTC-CMD-18", unit.id)
        return
    options = [Option(host.id, f"beside {host.name}", "BPTC-CMD-18", host.id) for host, _ in hosts]
    prompt = f"A new {unit.name} arrives: beside whom?"
    key: str = yield PickOne(unit.side, prompt, "BPTC-CMD-18", options, piece=unit.id)
    host, spot = next((h, s) for h, s in hosts if h.id == key)
    route: Route = yield _beside(state, unit, host, spot)
    state.put(unit.replaced(spot.placed(*route.end, route.facing)))
    state.tell("unit", f"A new {unit.name} takes over beside {host.name}", "BPTC-CMD-18", unit.id, host.id)


def _beside(state: State, unit: Unit, host: Unit, spot: Base) -> Place:
    others = [each.base for each in state.on_table()]

    def check(route: Route) -> Refused | None:
        base = spot.placed(*route.end, route.facing)
        if not field.in_contact(base, host.base):
            return Refused(f"{unit.name} must touch {host.name}.", "BPTC-CMD-18")
        if not free(base, others, state.content.size):
            return Refused("there is no room for it there.", "BPTC-CMD-18")
        return outside(state, unit, base)

    def offered() -> list[Route]:
        spots = [spot, *(beside(spot, host.base, turn) for turn in range(0, 360, 45))]
        return [Route((base.centre,), base.facing) for base in spots]

    stand = Route((spot.centre,), spot.facing)
    return Place(unit.side, f"Where beside {host.name}?", "BPTC-CMD-18", unit.id, check, offered, "point", 0, stand)
