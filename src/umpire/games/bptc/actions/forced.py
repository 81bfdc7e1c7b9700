"""Straight runs: as far on a line as movement, ground and other units allow."""

from __future__ import annotations

from collections.abc import Sequence

from umpire.battle.decisions import Route
from umpire.games.bptc import going, sheet
from umpire.games.bptc.actions.movement import Terms, Way, plan_move
from umpire.games.bptc.model import State, Unit
from umpire.table import XY, affordable, along_vector, box_around, contacts, length

_CLEAR = sheet.ENEMY_CLEARANCE_CM * 1000
_TRIES = 6

Bars = Sequence[tuple[float, int]]


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
    far = _room(bars, most)
    end = along_vector(here, vector, far)
    if end == here or far - 1 <= beat:
        return None
    dx, dy = going.leading(base, here, end)
    track = ((here.x + dx, here.y + dy), (end.x + dx, end.y + dy))
    far = min(far, affordable(track, state.scene.going, going.price(state.scene, unit), most))
    for _ in range(_TRIES):
        if far < 20:
            return None
        end = along_vector(here, vector, far - 1)
        if length((here, end)) <= beat:  # what the ground stops comes no farther, nor does a shorter run
            return None
        found = plan_move(state, unit, Route((here, end), facing), terms)
        if isinstance(found, Way):
            return found if length(found.path) > beat else None
        far = far * 0.8 - 50
    return None


def _barred(state: State, unit: Unit, facing: int, vector: XY, most: int) -> Bars:
    """What bars the way: how far it is, and how much of that a unit leaves between."""
    from umpire.games.bptc.actions.movement import may_pass

    base = unit.base.turned(facing)
    bases = [
        (each.id, each.base)
        for each in state.on_table()
        if each.id != unit.id
        and not (each.side == unit.side and may_pass(unit, each))
        and not (each.hidden and each.side != unit.side)
    ]
    walls = [] if unit.profile.arm == "boat" else [*state.scene.barriers.pieces]
    if not going.keeps_to_road(unit):  # by road it may come through a marsh, so only the move itself can tell
        walls += going.closed(state.scene, unit, box_around((base.centre,), base.reach + most))
    found: list[tuple[float, int]] = []
    for met in contacts(base, vector, most + _CLEAR, bases, walls, state.content.size):
        enemy = met.kind == "base" and state.units[met.id].side != unit.side
        found.append((met.distance, _CLEAR + 10 if enemy else 10))
    return found


def _room(bars: Bars, most: int) -> float:
    """How far it is to whatever bars the way."""
    far = float(most)
    for distance, clear in bars:
        if distance <= most + _CLEAR:
            far = min(far, distance - clear)
    return max(0.0, far)
