"""Moving: what is allowed and what it enters; `pace` says what it costs, `travel` is the move itself."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from umpire.battle.decisions import Refused, Route
from umpire.games.fwc import field, sheet
from umpire.games.fwc.actions import pace
from umpire.games.fwc.actions.hidden import reveal
from umpire.games.fwc.model import State, Unit, other
from umpire.games.fwc.obstacles import barriers, stands_in
from umpire.table import (
    Base,
    Ground,
    Point,
    Terrain,
    bearing,
    box_around,
    free,
    length,
    on_table,
    overlap,
    segment_crosses_base,
    segment_crosses_circle_edge,
    segment_meets_circle,
    stretches,
    sweep_crosses_circle_edge,
    sweep_hits_base,
    sweep_hits_polygon,
    widened,
)
from umpire.table.shapes import Bounds

_CLOSE = sheet.ENEMY_CLEARANCE_CM * 1000


def check_move(
    state: State, unit: Unit, route: Route, allowed: int | None = None, target: str = "", road: bool = True
) -> Refused | None:
    """Why this move is not allowed; None if it is. With `target`, the move is an assault on that unit.

    FWC-MOV-08: without `road` it comes no farther by road, as what it did before of this move was elsewhere.
    FWC-MOV-03, FLY-01: what flies is not held up by obstacles, only by domes.
    """
    path = route.path
    if path[0] != unit.base.centre:
        return Refused(f"the path of {unit.name} must begin where it stands.", "FWC-MOV-01")
    if len(path) == 1 and route.facing == unit.base.facing and not target:
        return None
    if allowed is None:
        allowed = pace.allowance(unit)
    if len(path) > 1 and allowed <= 0:
        return Refused(f"{unit.name} cannot move.", "FWC-MOV-07")
    # What is quickly seen and often in the way is looked at first.
    end = unit.base.placed(*path[-1], route.facing)
    refusal = _check_end(state, unit, end) or _check_cost(state, unit, path, allowed, road)
    if refusal is not None:
        return refusal
    box, legs = box_around(path, unit.base.reach), _legs(path)
    if _leaves_table(state, unit.base, path, end, box):
        return Refused(f"the path of {unit.name} leaves the table.", "FWC-MOV-06")
    if state.zones:
        refusal = _check_domes(state, unit, legs, box)
    if refusal is None and not unit.airborne:
        refusal = _check_barriers(state, unit, legs, end, box)
    if refusal is None:
        refusal = _check_passed(state, unit, legs, end, box)
    if refusal is None:
        refusal = _check_enemies(state, unit, legs, end, box, target)
    return refusal


def _check_cost(state: State, unit: Unit, path: tuple[Point, ...], allowed: int, road: bool) -> Refused | None:
    """FWC-MOV-01, 02, 04, 08, GEN-03: ground it may not enter, or more than it may move."""
    if len(path) < 2:
        return None
    if unit.airborne:
        used, stopped = length(path), ""
    else:
        used, stopped_at, stopped = pace.path_cost(state, unit, path)
        if stopped_at is not None:
            piece = state.content.ground.piece(stopped)
            name = piece.name if piece is not None else stopped
            rule = "FWC-MOV-04" if piece is not None and piece.kind == "scorched" else "FWC-MOV-02"
            return Refused(f"{unit.name} may not enter {name}.", rule)
    if road and used > allowed + field.HAIR:
        allowed = pace.limit_for(state, unit, path, allowed)
    if used > allowed + field.HAIR:
        return Refused(f"that move takes {used / 1000:.1f} cm of {allowed / 1000:.1f}.", "FWC-MOV-01")
    return None


def _leaves_table(state: State, base: Base, path: Sequence[Point], end: Base, box: Bounds) -> bool:
    """Whether any part of a base comes over the edge of the table on its way, in a box around all of it."""
    wide, deep = state.content.size
    west, south, east, north = box
    if west >= 0 and south >= 0 and east <= wide and north <= deep:
        return False
    return not all(on_table(each, wide, deep) for each in (*_leg_bases(base, path), end))


def _leg_bases(base: Base, path: Sequence[Point]) -> list[Base]:
    """The base at both ends of every leg, facing along it."""
    found: list[Base] = []
    for start, end in pairwise(path):
        if start != end:
            turned = base.turned(bearing(start, end))
            found.append(turned.moved(*end))
    return found


Legs = Sequence[tuple[Point, Point]]
"""The straight parts of a path that lead somewhere."""


def _legs(path: Sequence[Point]) -> Legs:
    return [(p, q) for p, q in pairwise(path) if p != q]


def _ways(unit: Unit, p: Point, q: Point, end: Base) -> list[int]:
    """How a base may face on a leg, as turns are free (FWC-MOV-01): along it, as it stood, as it will stand."""
    return list(dict.fromkeys((bearing(p, q), unit.base.facing, end.facing)))


def _check_barriers(state: State, unit: Unit, legs: Legs, end: Base, box: Bounds) -> Refused | None:
    """FWC-MOV-03: nobody enters the impassable; wire and ditch stop all that does not hover, but for gaps (ENG-02)."""
    ground = barriers(state)
    near = [piece for piece in ground.pieces_near(*box) if not _hovers_over(unit, piece)]
    if not near:
        return None
    over = _under_legs(ground, legs)
    for piece in near:
        if piece in over or stands_in(end, piece) or any(_runs_into(unit, p, q, end, piece) for p, q in legs):
            if _holds_up(unit, piece):
                return Refused(f"{unit.name} may not cross {piece.name}.", "FWC-MOV-03")
    return None


def leads_over_barrier(state: State, unit: Unit, route: Route) -> bool:
    """Whether a route is plainly barred: sooner seen than all that `check_move` looks at, and often so."""
    over = _under_legs(barriers(state), _legs(route.path))
    return not unit.airborne and any(_holds_up(unit, piece) for piece in over)


def _under_legs(ground: Ground, legs: Legs) -> list[Terrain]:
    """What the middle of a base goes over: the base does too, however it turns, with no need to sweep it along."""
    return [piece for p, q in legs for piece, _, _ in ground.along(p, q)]


def _holds_up(unit: Unit, piece: Terrain) -> bool:
    """Whether a unit may not cross an obstacle; what was laid under it does not hold it."""
    return not _hovers_over(unit, piece) and not stands_in(unit.base, piece)


def _hovers_over(unit: Unit, piece: Terrain) -> bool:
    return piece.kind != "impassable" and unit.profile.has("hover")


def barred_from(state: State, unit: Unit, base: Base) -> bool:
    """FWC-MOV-03: whether an obstacle keeps a unit, from where it is, from standing on this base."""
    return not unit.airborne and any(
        _holds_up(unit, piece) and stands_in(base, piece) for piece in barriers(state).touched_by(base)
    )


def _runs_into(unit: Unit, p: Point, q: Point, end: Base, piece: Terrain) -> bool:
    return all(sweep_hits_polygon(unit.base, p, q, piece.shape, way) for way in _ways(unit, p, q, end))


def _check_domes(state: State, unit: Unit, legs: Legs, box: Bounds) -> Refused | None:
    """FWC-DOM-01: no part of a base passes the edge; who stood across it stays on the side of his middle."""
    here = unit.base.centre
    for zone in state.zones:
        if zone.kind != "dome":
            continue
        west, south, east, north = widened(box, zone.radius)
        if not (west <= zone.x <= east and south <= zone.y <= north):
            continue
        across = sweep_crosses_circle_edge(unit.base, here, here, zone.circle, unit.base.facing)
        for p, q in legs:
            if across:
                crossed = segment_crosses_circle_edge(p, q, zone.circle)
            else:
                crossed = sweep_crosses_circle_edge(unit.base, p, q, zone.circle)
            if crossed:
                return Refused(f"{unit.name} may not cross the edge of a shield dome.", "FWC-DOM-01")
    return None


def _check_end(state: State, unit: Unit, end: Base) -> Refused | None:
    """FWC-MOV-05: nobody ends on top of a friend; but infantry may end in an installation."""
    for each in state.near(unit.side, end, 0):
        if each.id != unit.id and each.airborne == unit.airborne and overlap(end, each.base):
            if not (each.profile.is_installation and may_enter(state, unit, each, end)):
                return _ends_on(unit, each)
    return None


def check_taken(end: Base, taken: Sequence[Base]) -> Refused | None:
    """FWC-MOV-05: nobody is sent where another of his formation is to stand: they could not both end there."""
    if not free(end, taken):
        return Refused("another of the formation is to stand there.", "FWC-MOV-05")
    return None


def _ends_on(unit: Unit, each: Unit) -> Refused:
    return Refused(f"{unit.name} would end on top of {each.name}.", "FWC-MOV-05")


def _check_enemies(state: State, unit: Unit, legs: Legs, end: Base, box: Bounds, target: str) -> Refused | None:
    """FWC-MOV-05: onto no enemy, and not close to one. FWC-FLY-01: over all below, but not through what flies too."""
    ranks = state.ranks()
    for each in ranks.around(other(unit.side), *widened(box, ranks.widest + _CLOSE)):
        if each.hidden or each.airborne != unit.airborne:
            continue
        if target:
            refusal = _check_assaulted(unit, each, legs, end, target)
        else:
            refusal = _check_enemy(unit, each, legs, end)
        if refusal is not None:
            return refusal
    return None


def _check_passed(state: State, unit: Unit, legs: Legs, end: Base, box: Bounds) -> Refused | None:
    """FWC-MOV-05: through friends, but for suppressed ones. FWC-FLY-01: what flies meets only what flies too."""
    ranks = state.ranks()
    for each in ranks.around(unit.side, *widened(box, ranks.widest)):
        if not each.suppressed or each.profile.is_installation or each.airborne != unit.airborne or each.id == unit.id:
            continue
        for p, q in legs:
            if not overlap(unit.base.moved(*p), each.base) and _passes_over(unit, p, q, end, each.base):
                return Refused(f"{unit.name} may not pass through suppressed {each.name}.", "FWC-MOV-05")
    return None


def may_enter(state: State, unit: Unit, each: Unit, end: Base) -> bool:
    """Infantry may end inside an installation of its own side that holds nobody else."""
    if not unit.profile.is_foot or each.base.centre != end.centre:
        return False
    return all(u.inside != each.id or u.id == unit.id for u in state.units.values())


def leads_over(unit: Unit, route: Route, base: Base) -> bool:
    """Whether a unit on this route would pass over a base."""
    return _over(unit, _legs(route.path), unit.base.placed(*route.end, route.facing), base)


def _over(unit: Unit, legs: Legs, end: Base, base: Base, margin: float = 0) -> bool:
    """Whether any leg brings a unit over a base, or nearer than the margin."""
    return any(_passes_over(unit, p, q, end, base, margin) for p, q in legs)


def _passes_over(unit: Unit, p: Point, q: Point, end: Base, base: Base, margin: float = 0) -> bool:
    """Whether a leg brings a unit over a base, or nearer than the margin, however it turns."""
    if segment_crosses_base(p, q, base):  # its very middle does
        return True
    if not sweep_hits_base(unit.base, p, q, base, margin):
        return False
    return all(sweep_hits_base(unit.base, p, q, base, margin, way) for way in _ways(unit, p, q, end)[1:])


def _check_enemy(unit: Unit, each: Unit, legs: Legs, end: Base) -> Refused | None:
    """FWC-MOV-05: not nearer than 1 cm; who is nearer already may only go away from him."""
    now = field.apart(unit.base, each.base) * 10
    clear = min(now, _CLOSE)
    for p, q in legs:
        if _passes_over(unit, p, q, end, each.base, clear - 5):
            return Refused(f"{unit.name} would come closer than 1 cm to {each.name}.", "FWC-MOV-05")
    last = field.apart(end, each.base) * 10
    if last < clear or (legs and now < _CLOSE and last <= now):
        return Refused(f"{unit.name} would be closer than 1 cm to {each.name}.", "FWC-MOV-05")
    return None


def _check_assaulted(unit: Unit, each: Unit, legs: Legs, end: Base, target: str) -> Refused | None:
    """FWC-MOV-05: on top of nobody, and over nobody on the way.

    Others are passed at 1 cm; who stands too near the enemy assaulted for that, no nearer than it ends.
    """
    if overlap(end, each.base):
        return _ends_on(unit, each)
    if _over(unit, legs, end, each.base):
        return Refused(f"{unit.name} would pass over {each.name}.", "FWC-MOV-05")
    if each.id == target:
        return None
    clear = min(_CLOSE, field.apart(unit.base, each.base) * 10, field.apart(end, each.base) * 10) - 5
    if clear > 0 and _over(unit, legs, end, each.base, clear):
        return Refused(f"{unit.name} would come closer than 1 cm to {each.name}.", "FWC-MOV-05")
    return None


# --- The move itself -----------------------------------------------------------------------------------------


def enters(state: State, unit: Unit, route: Route, kinds: Sequence[str]) -> bool:
    """FWC-CMD-18: whether a move starts in, crosses or ends in terrain of these kinds, or in smoke.

    What flies is above the terrain (FWC-FLY-01), but smoke reaches up to it (FWC-LOS-03).
    """
    path = route.path
    if not unit.airborne:
        # Half of a base in a piece is in it (FWC-HIT-04): also who ends with his middle on its very edge.
        for base in (unit.base, unit.base.placed(*route.end, route.facing)):
            if any(piece.kind in kinds for piece in state.content.under(base)):
                return True
        if any(piece.kind in kinds for part in stretches(path, state.content.ground) for piece in part.terrain):
            return True
    for zone in state.zones:
        if zone.kind == "smoke":
            if segment_meets_circle(unit.base.centre, unit.base.centre, zone.circle):
                return True
            if any(segment_meets_circle(p, q, zone.circle) for p, q in _legs(path)):
                return True
    return False


def strays(state: State, unit: Unit, route: Route) -> Refused | None:
    """FWC-CMD-18: why a way found after the roll is not open to a unit whose order was for easy going alone."""
    if len(route.path) > 1 and enters(state, unit, route, ("dense",)):
        return Refused(f"{unit.name} was not ordered into dense terrain or obscurants.", "FWC-CMD-18")
    return None


def still_inside(state: State, unit: Unit, end: Base) -> bool:
    """FWC-INS-01, MOV-05: whether a unit would end on top of the installation it is in: too near to have come out."""
    return bool(unit.inside) and overlap(end, state.units[unit.inside].base)


def arrive(state: State, unit_id: str, route: Route) -> Unit:
    """Put a unit at the end of its way, turned as its owner wishes.

    FWC-HID-03: but it does not turn into an enemy of whom nothing was known when he said so; that shows him.
    """
    unit, facing = state.units[unit_id], route.facing
    come = bearing(*route.path[-2:]) if len(route.path) > 1 else unit.base.facing
    if facing != come and not unit.airborne:
        end, straight = unit.base.placed(*route.end, facing), unit.base.placed(*route.end, come)
        for each in state.near(other(unit.side), end, field.CONTACT * 10):
            if each.airborne or not field.in_contact(end, each.base) or field.in_contact(straight, each.base):
                continue
            reveal(state, each.id, "comes upon it", unit)
            facing = come
    return set_down(state, unit_id, route.end, facing, length(route.path) > 0)


def set_down(state: State, unit_id: str, point: Point, facing: int, went: bool = False) -> Unit:
    """Put a unit where its move has brought it. FWC-MOV-07: who `went` and came back has left his digging too."""
    unit = state.units[unit_id]
    base = unit.base.placed(point.x, point.y, facing)
    went = went or base.centre != unit.base.centre
    return state.put(sheltered(state, unit.went(base, state.player_turn) if went else unit.at(base)))


def sheltered(state: State, unit: Unit) -> Unit:
    """FWC-INS-01: a unit as it stands there: inside an installation, if it has come into one."""
    if unit.profile.is_foot:
        for each in field.installations(state, unit.side):
            if may_enter(state, unit, each, unit.base):
                return unit.in_cover_of(each.id, False)
    return unit
