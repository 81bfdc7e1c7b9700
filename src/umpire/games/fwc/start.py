"""The start of a player turn: lost command units come back, the marks of the last turn go."""

from __future__ import annotations

from umpire.battle.decisions import Option, PickOne, Place, Refused, Route, Sieved
from umpire.dice import Procedure
from umpire.games.fwc import field
from umpire.games.fwc.actions import command_blunders, shields, standing
from umpire.games.fwc.actions.hidden import look_around
from umpire.games.fwc.model import KO, State, Unit, other
from umpire.games.fwc.units import is_command
from umpire.table import Base, beside, free, place_touching


def turn_start(state: State) -> Procedure[None]:
    """TURN_START of section 2: the counter, the flags, the replacements (FWC-CMD-22), then the initiative phase."""
    state.player_turn += 1
    state.commander = ""
    state.formation = ()
    state.orders = 0
    state.command_over = False
    state.recon = ()
    side = state.sides[state.active]
    state.tell("turn", f"Turn {state.turn}: {side.name}", "FWC-GEN-02")
    for unit in state.army(state.active):
        if unit.acted or unit.ordered_by or unit.finished or unit.requests or unit.formation:
            state.put(unit.fresh_turn())
    for unit in state.army(other(state.active)):
        if unit.reactions:
            state.put(unit.reactions_cleared())  # FWC-OPP-02, OPP-07
    if state.house.replace_command:
        lost = [unit for unit in state.army(state.active, is_command) if unit.place == KO]
        for unit in lost:
            yield from _replace(state, unit)
    shields.restore(state, state.active)
    look_around(state)  # FWC-HID-02: who has recovered, come back, or sees again where obscurants were
    state.phase = "initiative"


def _replace(state: State, unit: Unit) -> Procedure[None]:
    """FWC-CMD-22: a lost command unit returns beside any unsuppressed friend; without one it waits.

    FWC-HID-01, HID-03: hidden enemies are not in its way, but where it comes upon one it is asked for again.
    """
    hosts = [u for u in state.of(unit.side) if not (u.suppressed or u.airborne or u.profile.is_installation)]
    spots: dict[str, Base | None] = {}

    def spot_beside(host: Unit) -> Base | None:
        if host.id not in spots:
            near = standing.neighbours(state, unit, host.base, 2 * unit.base.reach)
            taken = [each.base for each in near]
            spots[host.id] = place_touching(
                unit.base,
                host.base,
                taken,
                state.content.size,
                lambda base: standing.why_not(state, unit, base, near) is None,
            )
        return spots[host.id]

    def look(key: str) -> Option | None:
        host = state.units[key]
        return Option(key, f"beside {host.name}", "FWC-CMD-22", key) if spot_beside(host) is not None else None

    if all(spot_beside(host) is None for host in hosts):
        state.tell("unit", f"{unit.name} has nobody to join and waits", "FWC-CMD-22", unit.id)
        return
    command_blunders.forget_personal(state, unit.id)  # FWC-BLD-14
    options = Sieved([host.id for host in hosts], look)
    key: str = yield PickOne(
        unit.side, f"A new {unit.name} arrives: beside whom?", "FWC-CMD-22", options, piece=unit.id
    )
    host, spot = state.units[key], spots[key]
    assert spot is not None
    route: Route = yield _beside(state, unit, host, spot)
    base = spot.moved(*route.end).turned(route.facing)
    if standing.comes_upon(state, unit, base):
        yield from _replace(state, unit)
        return
    state.put(unit.back_on_table(base))
    state.tell("unit", f"A new {unit.name} takes over beside {host.name}", "FWC-CMD-22", unit.id, host.id)


def _beside(state: State, unit: Unit, host: Unit, spot: Base) -> Place:
    known = [each for each in state.on_table() if not (each.hidden and each.side != unit.side)]
    others = [each.base for each in known if not each.airborne]

    def check(route: Route) -> Refused | None:
        base = unit.base.moved(*route.end).turned(route.facing)
        if field.apart(base, host.base) > 5:
            return Refused(f"{unit.name} must touch {host.name}.", "FWC-CMD-22")
        if not free(base, others, state.content.size):
            return Refused("there is no room for it there.", "FWC-CMD-22")
        return standing.why_not(state, unit, base)

    def offered() -> list[Route]:
        spots = [spot, *(beside(spot, host.base, turn) for turn in range(0, 360, 45))]
        return [Route((base.centre,), base.facing) for base in spots]

    stand = Route((spot.centre,), spot.facing)
    return Place(unit.side, f"Where beside {host.name}?", "FWC-CMD-22", unit.id, check, offered, "point", 0, stand)
