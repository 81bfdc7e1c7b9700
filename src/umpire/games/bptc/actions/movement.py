"""Moving: what is allowed, where the ground stops it, and the move itself with the enemy's reactions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from umpire.battle.decisions import Refused, Route
from umpire.battle.words import acts, tidy, way
from umpire.dice import Procedure
from umpire.games.bptc import field, going, sheet
from umpire.games.bptc.actions.hidden import found_by, reveal
from umpire.games.bptc.model import State, Unit, other
from umpire.games.bptc.units import LINE
from umpire.games.commander.distance import HAIR
from umpire.games.commander.ways import shortened
from umpire.table import (
    Base,
    Point,
    Terrain,
    box_around,
    inside_share,
    length,
    on_table,
    overlap,
    point_at,
    steps,
    sweep_hits_base,
    sweep_hits_polygon,
)

_CLOSE = sheet.ENEMY_CLEARANCE_CM * 1000

Legs = Sequence[tuple[Base, Point, Point]]

_STOP_RULE = {
    "linear": "BPTC-TER-01",
    "low": "BPTC-TER-03",
    "high": "BPTC-TER-05",
    "partially_wet": "BPTC-TER-09",
    "shallow_wet": "BPTC-TER-10",
}


class Way(NamedTuple):
    """A move as it will go: up to where the ground stops it, if it does, and facing as there is room for."""

    path: tuple[Point, ...]
    facing: int
    carried: int | None
    """The facing the footprint keeps on its way; None: along each leg."""
    stop: str = ""
    """The ground that stops it."""


class Terms(NamedTuple):
    """What a move is allowed: its length, whether by prolonge, whether through dense ground (BPTC-CMD-05)."""

    allowed: int
    prolonge: bool = False
    dense: bool = True
    road: bool = True


def check_move(state: State, unit: Unit, route: Route, terms: Terms) -> Refused | None:
    """BPTC-ACT-01, 02: why this move is not allowed; None if it is."""
    found = plan_move(state, unit, route, terms)
    return found if isinstance(found, Refused) else None


def plan_move(state: State, unit: Unit, route: Route, terms: Terms) -> Way | Refused:
    """How a move would go, or why it may not be made.

    BPTC-ACT-02: facing is free and wheeling costs nothing, so the footprint may be carried along its way, as it stood
    or as it will stand; what gets farthest counts.
    """
    path = route.path
    if path[0] != unit.base.centre:
        return Refused(f"the path of {unit.name} must begin where it stands.", "BPTC-ACT-01")
    if terms.prolonge and route.facing != unit.base.facing:
        return Refused(f"{unit.name} may not turn in a move by prolonge.", "BPTC-MOV-10")
    if length(path) == 0:
        return _turned(state, unit, route)
    if terms.allowed <= 0:
        return Refused(f"{unit.name} cannot move.", "BPTC-ACT-01")
    best: Way | None = None
    refusal: Refused | None = None
    for carried in _carriages(unit, route, terms):
        found = _carried(state, unit, route, terms, carried)
        if isinstance(found, Refused):
            refusal = refusal or found
        elif not found.stop:
            return found
        elif best is None or length(found.path) > length(best.path):
            best = found
    if best is not None:
        return best
    assert refusal is not None
    return refusal


def _carriages(unit: Unit, route: Route, terms: Terms) -> list[int | None]:
    """How a footprint may be carried: along its legs, as it stood, as it will stand; each once."""
    if terms.prolonge:
        return [unit.base.facing]
    found: list[int | None] = [None]
    single = going.legs_of(unit.base, route.path, None) if len(route.path) == 2 else []
    heading = single[0][0].facing if single else -1
    for facing in (unit.base.facing, route.facing):
        if facing != heading and facing not in found:
            found.append(facing)
    return found


def _turned(state: State, unit: Unit, route: Route) -> Way | Refused:
    """A unit that only turns on the spot."""
    end = unit.base.turned(route.facing)
    if end != unit.base:
        refusal = _check_end(state, unit, end, ())
        if refusal is not None:
            return refusal
    return Way((unit.base.centre,), route.facing, route.facing)


def _carried(state: State, unit: Unit, route: Route, terms: Terms, carried: int | None) -> Way | Refused:
    """The move with its footprint carried so: cut where the ground stops it, then looked at in every respect."""
    legs = going.legs_of(unit.base, route.path, carried)
    free = () if terms.prolonge else going.crossable(state, unit)
    stop = going.halt(state, unit, legs, free)
    path, facing, name = route.path, route.facing, ""
    if stop is not None and stop.mark < length(path) - 1:
        name = stop.feature
        if terms.prolonge:
            return _refused_by_ground(state, unit, name, "BPTC-MOV-10")
        path = shortened(path, stop.mark)
        legs = going.legs_of(unit.base, path, carried)
    elif stop is not None:
        name = stop.feature
        if terms.prolonge:
            return _refused_by_ground(state, unit, name, "BPTC-MOV-10")
    refusal = _check_way(state, unit, path, legs, terms)
    if refusal is not None:
        return refusal
    as_carried = legs[-1][0].facing if legs else unit.base.facing
    end = unit.base.placed(*path[-1], facing)
    refusal = _check_end(state, unit, end, legs)
    if refusal is not None:
        if not name or facing == as_carried:
            return refusal
        end, facing = unit.base.placed(*path[-1], as_carried), as_carried
        refusal = _check_end(state, unit, end, legs)
    return refusal if refusal is not None else Way(path, facing, carried, name)


def _refused_by_ground(state: State, unit: Unit, feature: str, rule: str) -> Refused:
    name = state.scene.features[feature].name or feature
    return Refused(f"{unit.name} may not go over {name} that way.", rule)


def _check_way(state: State, unit: Unit, path: Sequence[Point], legs: Legs, terms: Terms) -> Refused | None:
    """What it costs, what it may not enter, who is in the way."""
    if not terms.dense or terms.prolonge:
        if going.moves_in_dense(state, unit, legs):
            rule = "BPTC-MOV-10" if terms.prolonge else "BPTC-CMD-05"
            return Refused(f"{unit.name} may not move in dense ground by this order.", rule)
    spent, barred = going.used(state, unit, legs)
    if barred:
        return _refused_by_ground(state, unit, barred, "BPTC-TER-08")
    # Whether it keeps to the road all the way is only asked where that matters.
    allowed = terms.allowed if spent <= terms.allowed + HAIR else allowance(state, unit, path, terms)
    if spent > allowed + HAIR:
        return Refused(f"that move takes {spent / 1000:.1f} cm of {allowed / 1000:.1f}.", "BPTC-ACT-01")
    for base, p, q in legs:
        # Both ends: a footprint that wheels into its next leg does so on the table.
        if not all(on_table(base.moved(*point), *state.content.size) for point in (p, q)):
            return Refused(f"the path of {unit.name} leaves the table.", "BPTC-ACT-02")
    if unit.profile.arm == "boat":
        return _check_afloat(state, unit, path, legs)
    return _check_barriers(state, unit, path, legs) or _check_units(state, unit, path, legs)


def allowance(state: State, unit: Unit, path: Sequence[Point], terms: Terms) -> int:
    """BPTC-MOV-11 to 14: how far a unit may go by a way on these terms: farther if it follows the road."""
    return terms.allowed + (going.road_bonus(state, unit, path) if terms.road else 0)


def farthest(state: State, unit: Unit, terms: Terms) -> int:
    """How far a unit may get at most: who stands on a road may follow it."""
    return allowance(state, unit, (unit.base.centre, unit.base.centre), terms)


def _check_end(state: State, unit: Unit, end: Base, legs: Legs) -> Refused | None:
    """Where it ends, once it has turned to its facing."""
    if not on_table(end, *state.content.size):
        return Refused(f"{unit.name} would stand off the table.", "BPTC-ACT-02")
    last = legs[-1][0].moved(*end.centre) if legs else unit.base
    return _no_room(state, unit, end, last)


def _no_room(state: State, unit: Unit, end: Base, before: Base) -> Refused | None:
    """BPTC-ACT-02: footprints may not overlap, nor come near an enemy.

    BPTC-TER-01, 03, 05, 09, 10: nor do they turn into ground not yet crossable.
    """
    if unit.profile.arm == "boat":
        if not afloat(state, end):
            return _aground(unit)
    else:
        for piece in state.scene.barriers.touched_by(end):
            if going.comes_onto(unit, end, piece):
                return _refused_by_ground(state, unit, piece.id, barrier_rule(piece))
        for piece in going.closed(state.scene, unit, box_around((end.centre,), end.reach)):
            if going.stands_on(end, piece) and not going.by_road(state.scene, unit, end.centre, end.centre):
                return _refused_by_ground(state, unit, piece.id, "BPTC-TER-08")
    for each in state.beside(end, _CLOSE):
        if each.id == unit.id or (each.hidden and each.side != unit.side):
            continue
        if overlap(end, each.base):
            return Refused(f"{unit.name} would stand on {each.name}.", "BPTC-ACT-02")
        if each.side != unit.side:
            near, now = field.apart(end, each.base), field.apart(unit.base, each.base)
            # Who is closer already only moves away from him; on the spot he may turn.
            if near < _CLOSE // 10 and (near < now or (near == now and end.centre != unit.base.centre)):
                return Refused(f"{unit.name} would be closer than 1 cm to {each.name}.", "BPTC-ACT-02")
    if end == before:
        return None
    free = going.crossable(state, unit)
    entered = [piece for piece in state.scene.stopping.touched_by(end) if piece.id not in free]
    for piece in entered:
        if _deeper(end, before, piece):
            words = f"{acts(unit.name, 'has')} no room to turn there: {_feature(state, piece)}."
            return Refused(words, _STOP_RULE[piece.kind])
    return None


def _deeper(end: Base, before: Base, piece: Terrain) -> bool:
    """Whether turning brings more of a footprint into a piece of ground."""
    return inside_share(end, piece.shape) > inside_share(before, piece.shape) + 0.02


def _feature(state: State, piece: Terrain) -> str:
    return state.scene.features[piece.id].name or piece.kind


def barrier_rule(piece: Terrain) -> str:
    """By which rule nobody enters a house, deep water or what is impassable."""
    return {"deep_wet": "BPTC-TER-11", "building": "BPTC-CON-08"}.get(piece.kind, "BPTC-TER-17")


def _check_barriers(state: State, unit: Unit, path: Sequence[Point], legs: Legs) -> Refused | None:
    """BPTC-TER-08, 11, 12, 16, 17: no way through impassable ground and houses, nor deep water but over a bridge.

    Horses and wheels keep out of marshes with all of their footprint, but along a road.
    A bridge is crossed along it, in march column or limbered; commanders always.
    """
    scene = state.scene
    box = box_around(path, unit.base.reach)
    for piece in scene.barriers.pieces_near(*box):
        if going.stands_on(unit.base, piece):
            there = [base.moved(*point) for base, p, q in legs for point in steps((p, q), 1000)]
            barred = any(going.comes_onto(unit, base, piece) for base in there)
        else:
            barred = any(sweep_hits_polygon(base, p, q, piece.shape, base.facing) for base, p, q in legs)
        if barred:
            return _refused_by_ground(state, unit, piece.id, barrier_rule(piece))
    for piece in going.closed(scene, unit, box):
        off_road = [leg for leg in legs if not going.by_road(scene, unit, leg[1], leg[2])]
        if any(sweep_hits_polygon(base, p, q, piece.shape, base.facing) for base, p, q in off_road):
            return _refused_by_ground(state, unit, piece.id, "BPTC-TER-08")
    if scene.water.pieces and not going.keeps_to_road(unit):
        if any(scene.water.along(p, q) for _, p, q in legs):
            return Refused(f"{unit.name} must be in march column to cross a bridge.", "BPTC-TER-16")
    return None


def _check_afloat(state: State, unit: Unit, path: Sequence[Point], legs: Legs) -> Refused | None:
    """BPTC-MOV-10, TER-13, TRN-02: a boat keeps to the water as it is carried."""
    for base, p, q in legs:
        if not all(afloat(state, base.moved(*point)) for point in steps((p, q), 1000)):
            return _aground(unit)
    return _check_units(state, unit, path, legs)


def _aground(unit: Unit) -> Refused:
    return Refused(f"{unit.name} may only move on water.", "BPTC-MOV-10")


def afloat(state: State, base: Base) -> bool:
    """Whether nearly all of a footprint is on the water."""
    return sum([inside_share(base, shape) for shape in state.scene.surface]) >= 0.9


def _check_units(state: State, unit: Unit, path: Sequence[Point], legs: Legs) -> Refused | None:
    """BPTC-ACT-02, MOV-15: friends are not passed through, and nobody comes closer than 1 cm to an enemy."""
    ranks = state.ranks()
    near = unit.base.reach + ranks.widest
    for each in ranks.around(unit.side, *box_around(path, near)):
        if each.id == unit.id or may_pass(unit, each):
            continue
        hit = any(sweep_hits_base(base, p, q, each.base, 0, base.facing) for base, p, q in legs)
        if hit and not overlap(unit.base, each.base):
            return Refused(f"{unit.name} may not pass through {each.name}.", "BPTC-MOV-15")
    for each in ranks.around(other(unit.side), *box_around(path, near + _CLOSE)):
        if each.hidden:
            continue
        if _comes_close(unit.base, legs, each.base):
            return Refused(f"{unit.name} would come closer than 1 cm to {each.name}.", "BPTC-ACT-02")
    return None


def _comes_close(start: Base, legs: Legs, enemy: Base) -> bool:
    """BPTC-ACT-02: whether a way comes closer than 1 cm to an enemy or, begun closer, not only leads away from him.

    What a leg has gained is not given up by the next, so that nobody goes back and comes near again elsewhere.
    """
    now = field.apart(start, enemy) * 10
    for base, p, q in legs:
        if sweep_hits_base(base, p, q, enemy, min(now, _CLOSE) - 5, base.facing):
            return True
        if now < _CLOSE:
            then = field.apart(base.moved(*q), enemy) * 10
            if then <= now:
                return True
            now = then
    return False


def may_pass(unit: Unit, each: Unit) -> bool:
    """BPTC-MOV-15: everybody passes friendly commanders; infantry passes through guns in line."""
    if each.profile.is_command:
        return True
    in_line = each.profile.is_gun and each.formation == LINE
    return in_line and unit.profile.is_foot


# --- The move itself -----------------------------------------------------------------------------------------


def travel(state: State, unit_id: str, way_: Way, rule: str = "BPTC-ACT-01") -> Procedure[bool]:
    """Carry a move out, the enemy reacting where he may (BPTC-OPP-01). True if the unit arrives able to act on."""
    reveal(state, unit_id, "they move")
    path = way_.path
    if length(path):
        leads = way(path[0], path[-1])
        state.tell("move", f"{state.units[unit_id].name} moves {tidy(length(path))} cm {leads}", rule, unit_id)
    outcome: str = yield from walk(state, unit_id, way_)
    if outcome == "arrives" and way_.stop:
        _tell_stop(state, unit_id, way_.stop)
    return outcome != "halted"


def walk(state: State, unit_id: str, way_: Way, under_fire: bool = True) -> Procedure[str]:
    """Go a way, up to hidden enemies that one comes upon (BPTC-SET-02); `under_fire` if the enemy may react to it.

    Tells how that ends, as `react_along` does.
    """
    from umpire.games.bptc.actions.opportunity import react_along

    state.put(going.arrived(state, state.units[unit_id]))
    outcome = "arrives"
    if length(way_.path):
        outcome = yield from react_along(state, unit_id, way_.path, way_.carried, under_fire)
    if outcome == "arrives":
        _arrive(state, unit_id, way_)
    return outcome


def _arrive(state: State, unit_id: str, way_: Way) -> None:
    """Put a unit where its way has brought it, facing as it likes; behind works it does not stay if it goes anywhere.

    BPTC-SET-02, ACT-02: it does not turn onto enemies who were hidden when the way was chosen.
    """
    unit = state.units[unit_id]
    there = halfway(unit.base, way_.path, length(way_.path), way_.carried)
    base = there.turned(way_.facing)
    for hidden in found_by(state, unit.at(base)):
        reveal(state, hidden, f"{acts(unit.name, 'comes')} close")
    if any(overlap(base, each.base) for each in state.near(other(unit.side), base, 0)):
        base = there
    there_now = unit.went(base) if base.centre != unit.base.centre else field.still_dug_in(state, unit.at(base))
    state.put(going.arrived(state, there_now))


def _tell_stop(state: State, unit_id: str, stop: str) -> None:
    feature = state.scene.features[stop]
    where = "at" if feature.cls in ("linear", "shallow_wet") else "just inside"
    text = f"{state.units[unit_id].name} stops {where} {feature.name or feature.cls}"
    state.tell("move", text, _STOP_RULE[feature.cls], unit_id)


def halfway(base: Base, path: Sequence[Point], mark: float, carried: int | None) -> Base:
    """A footprint after so much of its way."""
    if mark <= 0:
        return base
    point, heading = point_at(path, mark)
    return base.placed(point.x, point.y, heading if carried is None else carried)
