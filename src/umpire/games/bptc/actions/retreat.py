"""After a charge: the loser retreats, the winner consolidates."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from umpire.battle.decisions import Place, Refused, Route
from umpire.battle.words import does
from umpire.dice import Procedure
from umpire.games.bptc import field, going, sheet
from umpire.games.bptc.actions import driven, forced
from umpire.games.bptc.actions.damage import knock_out, suppress
from umpire.games.bptc.actions.hidden import come_upon
from umpire.games.bptc.actions.movement import Terms, Way, check_move, plan_move, walk
from umpire.games.bptc.model import State, Unit
from umpire.games.bptc.units import GARRISON, UNLIMBERED
from umpire.table import bearing, free
from umpire.table.bearings import direction

_WALL_RULE = {"enemy": "BPTC-RET-01", "impassable": "BPTC-RET-02", "edge": "BPTC-RET-03"}


def retreat(state: State, unit_id: str, winner_id: str) -> None:
    """BPTC-CHG-15, RET-01 to 07: half a move straight away from the winner; the first thing met decides."""
    unit, winner = state.units[unit_id], state.units[winner_id]
    if unit.mode == UNLIMBERED:
        knock_out(state, unit_id, f"{unit.name} is lost: the guns cannot be got away", "BPTC-RET-05")
        return
    vector = driven.away(state, unit, winner.base.centre)
    house = unit.base
    unit = driven.out_of_shelter(state, unit, vector)
    far = going.retreat(state, unit)
    back = driven.behind(state, unit, vector, far, (winner_id,))
    come_upon(state, unit, vector, min([far, *[at * 10 for at in (back.friend_at, back.wall_at) if at is not None]]))
    friend = back.friend_at is not None and (back.wall_at is None or back.friend_at <= back.wall_at)
    if friend and back.friend_at is not None:
        if back.friend_at == 0 and unit.base != house:
            unit = driven.beside_shelter(state, unit, house, vector)
        _onto_friends(state, unit, back.friends, back.friend_at * 10, vector, winner)
    elif back.wall_at is not None and back.wall_at * 10 <= far:
        into = {"enemy": "into the enemy", "impassable": "into impassable ground", "edge": "off the table"}[back.wall]
        knock_out(state, unit_id, f"{unit.name} retreats {into} and is lost", _WALL_RULE[back.wall])
    else:
        _driven(state, unit, vector, far, winner, f"{unit.name} retreats {far / 1000:g} cm", "BPTC-CHG-15")


def _onto_friends(
    state: State, unit: Unit, friends: Sequence[str], far: float, vector: tuple[float, float], winner: Unit
) -> None:
    """BPTC-RET-04, 06: into suppressed friends all of these are lost; any others stop it and are suppressed."""
    met = [state.units[uid] for uid in friends]
    shaken = [friend for friend in met if friend.suppressed]
    if shaken:
        names = driven.names(shaken)
        who = "both" if len(shaken) == 1 else "all"
        knock_out(state, unit.id, f"{unit.name} runs into suppressed {names}: {who} are lost", "BPTC-RET-04")
        for friend in shaken:
            knock_out(state, friend.id, f"{friend.name} is carried away", "BPTC-RET-04")
        return
    names = driven.names(met)
    _driven(state, unit, vector, far, winner, f"{unit.name} retreats onto {names}", "BPTC-RET-06")
    for friend in met:
        suppress(state, friend.id, f"{friend.name} is suppressed by it", "BPTC-RET-06")


def _driven(
    state: State, unit: Unit, vector: tuple[float, float], far: float, winner: Unit, text: str, rule: str
) -> None:
    """BPTC-RET-07, FRM-16: disordered, facing the winner, out of the works; not suppressed unless the house says so.

    Who cannot go back at all, with friends at his heels, is not disordered: there is no room for another formation.
    """
    left = far > 0 or unit.base.centre != state.units[unit.id].base.centre  # a garrison is out of its building
    moved = driven.moved_back(state, unit, vector, far, left and state.house.disorder_on_fallback)
    turned = moved.base.turned(bearing(moved.base.centre, winner.base.centre))
    others = [each.base for each in state.beside(turned, 0) if driven.keeps_off(unit, each)]
    if free(turned, others, state.content.size) and not state.scene.barriers.touched_by(turned):
        moved = moved.at(turned)
    driven.put_back(state, moved, text, rule)
    if state.house.retreat_suppresses:
        suppress(state, unit.id, f"{unit.name} is suppressed", "BPTC-RET-07")


def step_back(state: State, unit_id: str, enemy_id: str) -> None:
    """BPTC-CHG-26: neither side can score: the charger goes back 10 cm, as far as there is room."""
    unit = state.units[unit_id]
    vector = driven.away(state, unit, state.units[enemy_id].base.centre)
    back = driven.behind(state, unit, vector, sheet.ABANDON_CM * 1000, (enemy_id,))
    room = [sheet.ABANDON_CM * 1000.0]
    room += [at * 10 - 10 for at in (back.friend_at, back.wall_at) if at is not None]
    moved = driven.moved_back(state, unit, vector, max(0.0, min(room)), False)
    driven.put_back(state, moved, f"{unit.name} gives up the charge, going back", "BPTC-CHG-26")


# --- Consolidation -------------------------------------------------------------------------------------------


def consolidate(state: State, unit_id: str) -> Procedure[None]:
    """BPTC-CHG-16, 18, 29: the winner goes up to half a move where he likes, out of his works too, or stays.

    BPTC-ACT-09, CON-08: who is suppressed does nothing, and a building is left by a Deploy alone.
    """
    unit = state.units[unit_id]
    most = _most(state, unit)
    if most <= 0 or unit.shelter == GARRISON or unit.suppressed:
        return
    route: Route = yield _decision(state, unit, most)
    way = plan_move(state, unit, route, Terms(most, road=False))
    if isinstance(way, Way) and (len(way.path) > 1 or way.facing != unit.base.facing):
        state.tell("move", f"{unit.name} consolidates", "BPTC-CHG-29", unit_id)
        yield from walk(state, unit_id, way, under_fire=False)


def _most(state: State, unit: Unit) -> int:
    """House rule `consolidate`: half a move, 10 cm, or not at all."""
    if state.house.consolidate == "none":
        return 0
    return sheet.CONSOLIDATE_CM * 1000 if state.house.consolidate == "10cm" else going.half_move(state, unit)


def _decision(state: State, unit: Unit, most: int) -> Place:
    here = unit.base.centre
    terms = Terms(most, road=False)

    def check(route: Route) -> Refused | None:
        refusal = check_move(state, unit, route, terms)
        if refusal is None:
            end = unit.base.placed(*route.end, route.facing)
            touching = [each for each in state.beside(end, 100) if each.side != unit.side and not each.hidden]
            if any(field.in_contact(end, each.base) and not _touched(unit, each) for each in touching):
                return Refused(f"{unit.name} may not consolidate into contact.", "BPTC-CHG-29")
        return refusal

    def offered() -> list[Route]:
        found = [Route((here,), (unit.base.facing + turn) % 360) for turn in (0, 90, 180, 270)]
        for turn in range(0, 360, 45):
            heading = (unit.base.facing + turn) % 360
            way = forced.straight(state, unit, direction(heading), most, heading)
            found.append(Route(way.path, way.facing))
        return found

    def draw(rng: Random) -> Route:
        heading = (unit.base.facing + 45 * int(rng.random() * 8)) % 360
        way = forced.straight(state, unit, direction(heading), most, heading)
        return Route(way.path, way.facing)

    stand = Route((here,), unit.base.facing)
    prompt = f"Where {does(unit.name)} consolidate? (up to {most / 1000:g} cm)"
    return Place(unit.side, prompt, "BPTC-CHG-29", unit.id, check, offered, "path", most, stand, draw)


def _touched(unit: Unit, each: Unit) -> bool:
    return field.in_contact(unit.base, each.base)
