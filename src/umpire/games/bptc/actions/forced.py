"""Straight runs: as far on a line as movement, ground and other units allow."""

from __future__ import annotations

from umpire.battle.decisions import Route
from umpire.games.bptc import going, sheet
from umpire.games.bptc.actions.movement import Terms, Way, plan_move
from umpire.games.bptc.model import State, Unit
from umpire.table import XY, Point, affordable, along_vector, bearing, contacts, length

_CLEAR = sheet.ENEMY_CLEARANCE_CM * 1000
_TRIES = 6


def straight(
    state: State, unit: Unit, vector: XY, most: int, facing: int | None = None, terms: Terms | None = None
) -> Way:
    """As far on a line as a unit gets with this much movement: the ground slows and stops it, units bar its way.

    It keeps clear of enemies by 1 cm and stops at friends, at the edge of the table and before impassable ground.
    Roads are no help, unless the `terms` of the move say so.
    """
    here = unit.base.centre
    stay = Way((here,), unit.base.facing, unit.base.facing)
    turns = [unit.base.facing] if facing is None else [facing, unit.base.facing]
    best = stay
    for turn in dict.fromkeys(turns):
        found = _run(state, unit, vector, most, turn, terms or Terms(most, road=False))
        if found is not None and length(found.path) > length(best.path):
            best = found
    return best


def _run(state: State, unit: Unit, vector: XY, most: int, facing: int, terms: Terms) -> Way | None:
    base = unit.base.turned(facing)
    here = base.centre
    far = float(_room(state, unit, facing, vector, most))
    end = along_vector(here, vector, far)
    if end == here:
        return None
    dx, dy = going.leading(base, here, end)
    track = ((here.x + dx, here.y + dy), (end.x + dx, end.y + dy))
    far = min(far, affordable(track, state.scene.going, going.price(state.scene, unit), most))
    for _ in range(_TRIES):
        if far < 20:
            return None
        end = along_vector(here, vector, far - 1)
        found = plan_move(state, unit, Route((here, end), facing), terms)
        if isinstance(found, Way):
            return found
        far = far * 0.8 - 50
    return None


def _room(state: State, unit: Unit, facing: int, vector: XY, most: int) -> float:
    """How far it is to whatever bars the way."""
    from umpire.games.bptc.actions.movement import may_pass

    base = unit.base.turned(facing)
    bases = [
        (each.id, each.base)
        for each in state.on_table()
        if each.id != unit.id
        and not (each.side == unit.side and may_pass(unit, each))
        and not (each.hidden and each.side != unit.side)
    ]
    walls = [] if unit.profile.arm == "boat" else list(state.scene.barriers.pieces)
    far = float(most)
    for met in contacts(base, vector, most + _CLEAR, bases, walls, state.content.size):
        clear = _CLEAR + 10 if met.kind == "base" and state.units[met.id].side != unit.side else 10
        far = min(far, met.distance - clear)
    return max(0.0, far)


def heading_of(vector: XY) -> int:
    return bearing((0, 0), (round(vector[0] * 100_000), round(vector[1] * 100_000)))


def ends_at(way: Way) -> Point:
    return way.path[-1]
