"""Straight runs: as far on a line as movement, ground and other units allow."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from umpire.battle.decisions import Route
from umpire.games.bptc import field, going, sheet
from umpire.games.bptc.actions.movement import Terms, Way, plan_move
from umpire.games.bptc.model import State, Unit
from umpire.table import XY, Base, affordable, along_vector, box_around, contacts, length, overlap, pushed

_CLEAR = sheet.ENEMY_CLEARANCE_CM * 1000
_HAIR = 10
"""How far before what bars its way a run ends, in thousandths."""
_FINE = 20
"""How finely the end of a run is looked for where only the move itself can tell, in thousandths."""


class Bars(NamedTuple):
    """What bars a way: how far it is to what nobody passes, and who may be passed but not stood on."""

    room: float
    passed: Sequence[tuple[float, Base]]


def straight(
    state: State, unit: Unit, vector: XY, most: int, facing: int | None = None, terms: Terms | None = None
) -> Way:
    """As far on a line as a unit gets with this much movement: the ground slows and stops it, units bar its way.

    It keeps clear of enemies by 1 cm and stops at friends, at the edge of the table and before impassable ground.
    Roads are no help, unless the `terms` of the move say so.
    """
    return straights(state, unit, vector, (most,), facing, terms)[0]


def straights(
    state: State,
    unit: Unit,
    vector: XY,
    lengths: Sequence[int],
    facing: int | None = None,
    terms: Terms | None = None,
) -> list[Way]:
    """The same for several lengths on one line, the longest first: what bars the way is looked for once."""
    turns = [unit.base.facing] if facing is None else [facing, unit.base.facing]
    barred = {turn: _barred(state, unit, turn, vector, lengths[0]) for turn in dict.fromkeys(turns)}
    found: list[Way] = []
    for most in lengths:
        best = Way((unit.base.centre,), unit.base.facing, unit.base.facing)
        for turn, bars in barred.items():
            run = _run(state, unit, vector, most, turn, terms or Terms(most, road=False), bars, length(best.path))
            best = best if run is None else run
        found.append(best)
    return found


def _run(
    state: State, unit: Unit, vector: XY, most: int, facing: int, terms: Terms, bars: Bars, beat: float
) -> Way | None:
    """As far as it gets with its footprint turned so, if that is farther than what there is already."""
    base = unit.base.turned(facing)
    here = base.centre
    far = _room(base, vector, bars, most)
    end = along_vector(here, vector, far)
    if end == here or far - 1 <= beat:
        return None
    dx, dy = going.leading(base, here, end)
    track = ((here.x + dx, here.y + dy), (end.x + dx, end.y + dy))
    far = _room(base, vector, bars, affordable(track, state.scene.going, going.price(state.scene, unit), most))
    best: Way | None = None
    least, open_to, barred_from = max(beat, _FINE), 0.0, far
    # The first try is nearly always the last. Else what bars the way is found by halving.
    while far > least and barred_from - open_to > _FINE:
        found = plan_move(state, unit, Route((here, along_vector(here, vector, far - 1)), facing), terms)
        if isinstance(found, Way):
            if length(found.path) > beat:
                best = found
            if far == barred_from:
                break
            open_to = far
        else:
            barred_from = far
        far = (open_to + barred_from) / 2
    return best


def _barred(state: State, unit: Unit, facing: int, vector: XY, most: int) -> Bars:
    """What bars the way, enemies by the 1 cm that a unit keeps from them; who is nearer comes no nearer."""
    from umpire.games.bptc.actions.movement import may_pass

    base = unit.base.turned(facing)
    bases: list[tuple[str, Base]] = []
    margins: dict[str, float] = {}
    passable: list[tuple[str, Base]] = []
    for each in state.beside(base, most + _CLEAR):
        if each.id == unit.id or (each.hidden and each.side != unit.side):
            continue
        if each.side != unit.side:
            margins[each.id] = min(field.apart(unit.base, each.base) * 10 - 5, _CLEAR - 1)
        elif may_pass(unit, each):
            passable.append((each.id, each.base))
            continue
        bases.append((each.id, each.base))
    walls = [] if unit.profile.arm == "boat" else [*state.scene.barriers.pieces]
    if not going.keeps_to_road(unit):  # by road it may come through a marsh, so only the move itself can tell
        walls += going.closed(state.scene, unit, box_around((base.centre,), base.reach + most))
    met = contacts(base, vector, most + _HAIR, bases, walls, state.content.size, margins=margins)
    passed = contacts(base, vector, most, passable) if passable else ()
    return Bars(
        met[0].distance - _HAIR if met else most, [(each.distance, state.units[each.id].base) for each in passed]
    )


def _room(base: Base, vector: XY, bars: Bars, most: float) -> float:
    """How far it is to whatever bars the way, or to where a run of this length has room among those it passes."""
    far = min(most, bars.room)
    for distance, other in reversed(bars.passed):
        if distance < far and overlap(pushed(base, vector, far), other):
            far = distance - _HAIR
    return max(0.0, far)
