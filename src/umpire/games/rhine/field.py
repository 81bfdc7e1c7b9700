"""The battlefield as units see it: distance, what they stand in, sight, cover, facing.

All of it asks, nothing changes. Everything takes bases, so that it can be asked "as if it stood there" too; who is
imagined somewhere else is then named as `without`, so that his own vehicle does not stand in his way. Distances
between bases are whole hundredths of an inch, limits are thousandths.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt

from umpire.games.rhine import sheet
from umpire.games.rhine.content import Content
from umpire.games.rhine.house import House
from umpire.games.rhine.model import Smoke, State, Unit
from umpire.table import (
    Base,
    Circle,
    Ground,
    Point,
    Terrain,
    eyes,
    gap_to_polygon,
    in_arc,
    keep,
    overlap,
    segment_crosses_base,
    segment_meets_circle,
)
from umpire.table.rounded import apart as apart
from umpire.table.rounded import rounded_within as rounded_within

# --- Distance ------------------------------------------------------------------------------------------------


def spot(point: Point) -> Base:
    """A point of the ground as a base without size: distance and sight can be asked for it."""
    return Base(point.x, point.y, 0, 0, 0, True)


_STEP = 2000
"""How closely the whole table is searched where no likely place will do, in thousandths."""


def all_over(state: State) -> Iterator[Point]:
    """Points all over the table."""
    wide, deep = state.content.size
    for x in range(_STEP // 2, wide, _STEP):
        for y in range(_STEP // 2, deep, _STEP):
            yield Point(x, y)


# --- What a base stands in -----------------------------------------------------------------------------------

_MORE_THAN_HALF = 0.5 + 5e-10
"""Shares are told to nine digits: this is the least that is more than half."""


def shelter(content: Content, base: Base) -> tuple[Terrain, ...]:
    """RHINE-MOD-09: the pieces that give cover and hold more than half of a base; exactly half is not enough."""
    found = content.under_memo.get(base)
    if found is None:
        held = content.sheltering.under(base, _MORE_THAN_HALF)
        found = tuple([piece for piece in held if not content.features[piece.id].linear])
        keep(content.under_memo, base, found)
    return found


def in_fortification(state: State, base: Base) -> bool:
    """RHINE-INF-17: whether a base is in a building, bunker or trench."""
    return _fortified(state.content, base)


def _fortified(content: Content, base: Base) -> bool:
    return any(content.features[piece.id].cover == "fortification" for piece in shelter(content, base))


def column(state: State, firer: Base, target: Base) -> sheet.Ground:
    """RHINE-INF-15, 17: the column of the conversion table, which is where the target stands.

    Smoke, obstacles farther off and thermal sights do not matter for it.
    """
    content = state.content
    if _fortified(content, target):
        return "fortification"
    if shelter(content, target) or _behind_a_line(content, firer, target):
        return "cover"
    return "open"


def _behind_a_line(content: Content, firer: Base, target: Base) -> bool:
    """RHINE-INF-15: within an inch behind a hedge or wall on the firer's side: the line of fire crosses it there."""
    near, p, q = sheet.LINEAR_COVER * 1000, firer.centre, target.centre
    crossed = [piece.id for piece, _, _ in content.sheltering.along(p, q) if content.features[piece.id].linear]
    return bool(crossed) and any(
        part.id in crossed and int(gap_to_polygon(target, part.shape) / 10 + 0.5) * 10 <= near
        for part, _, _ in content.straights.along(p, q)
    )


# --- Sight ---------------------------------------------------------------------------------------------------

CLEAR, VEILED, BLOCKED = 0, 1, 2
"""What the ground does to a line of sight."""

_WOOD = sheet.WOOD_DEPTH * 1000 + 0.001
"""RHINE-LOS-03: exactly as much wood is still seen through; the rest is what rounding may add."""

LINES = 9
"""RHINE-LOS-01: the lines from a centre to the centre and the rim of the other."""


def sees(state: State, a: Base, b: Base, without: tuple[str, ...] = ()) -> bool:
    """RHINE-LOS-01, 04: whether some line from the centre of one base to nine points of the other is not blocked.

    RHINE-FIRE-31, SMK-02: vehicles of both sides stand in the way, people do not; so do two discs of smoke in line.
    """
    open_lines = _ground_leaves(state.content, a, b)
    if open_lines == NONE:
        return False
    seen = state.glances.seen
    key = (a, b, without)
    found = seen.get(key)
    if found is None:
        found = seen[key] = _others_let_see(state, a, b, without, open_lines)
    return found


def _others_let_see(state: State, a: Base, b: Base, without: tuple[str, ...], open_lines: int) -> bool:
    content = state.content
    vehicles, smoke = _vehicles_between(state, a, b, without), _smoke_between(state, a, b)
    if not vehicles and len(smoke) < 2:
        return True
    if open_lines == MIDDLE and not _crossed(a.centre, b.centre, vehicles, smoke):
        return True
    return _some_line(content, a, b, vehicles, smoke) or _some_line(content, b, a, vehicles, smoke)


def hidden_share(state: State, firer: Base, target: Base, without: tuple[str, ...] = ()) -> int:
    """RHINE-LOS-02, 04: how many of the nine lines from the firer's centre are blocked or veiled."""
    hidden = state.glances.hidden
    key = (firer, target, without)
    found = hidden.get(key)
    if found is None:
        found = hidden[key] = _count_hidden(state, firer, target, without)
    return found


def _count_hidden(state: State, firer: Base, target: Base, without: tuple[str, ...]) -> int:
    ground = _lines(state.content, firer, target)
    vehicles, smoke = _vehicles_between(state, firer, target, without), _smoke_between(state, firer, target)
    bases = vehicles + _wrecks_between(state, firer, target)
    if not bases and not smoke:
        return LINES - ground.count(CLEAR)
    centre = firer.centre
    hidden = 0
    for seen, eye in zip(ground, eyes(target), strict=True):
        if (
            seen != CLEAR
            or any(segment_crosses_base(centre, eye, base) for base in bases)
            or any(segment_meets_circle(centre, eye, disc) for disc in smoke)
        ):
            hidden += 1
    return hidden


def obscured(state: State, firer: Base, target: Base, without: tuple[str, ...] = ()) -> bool:
    """RHINE-MOD-07, 09: whether a target is within terrain that gives cover, or more than half of it is hidden."""
    if shelter(state.content, target):
        return True
    return 2 * hidden_share(state, firer, target, without) > LINES


def _some_line(content: Content, a: Base, b: Base, vehicles: list[Base], smoke: list[Circle]) -> bool:
    """Whether a line from the centre of one base to the other is left by the ground and by what comes and goes."""
    centre = a.centre
    for index, eye in enumerate(eyes(b)):
        if not _crossed(centre, eye, vehicles, smoke) and _lines(content, a, b)[index] != BLOCKED:
            return True
    return False


def _crossed(p: Point, q: Point, vehicles: list[Base], smoke: list[Circle]) -> bool:
    """RHINE-FIRE-31, SMK-02: whether a vehicle or two discs of smoke are in a line."""
    for index, base in enumerate(vehicles):
        if segment_crosses_base(p, q, base):
            # What is in one line is mostly in the next.
            vehicles[0], vehicles[index] = base, vehicles[0]
            return True
    return len(smoke) > 1 and sum([segment_meets_circle(p, q, disc) for disc in smoke]) > 1


# --- What the ground does to sight: it never changes, so answers are kept ----------------------------------------


NONE, SOME, MIDDLE = 0, 1, 2
"""Which lines the ground leaves open: none, some, or that between the middles wherever two stand."""


def _ground_leaves(content: Content, a: Base, b: Base) -> int:
    key = (a, b) if a < b else (b, a)
    found = content.sight_memo.get(key)
    if found is None:
        found = keep(content.sight_memo, key, _look(content, a, b))
    return found


def _look(content: Content, a: Base, b: Base) -> int:
    """Most pairs are settled by the line between their middles, wherever they stand, or by what hides everything."""
    if _verdict(content, content.in_the_way.along(a.centre, b.centre), 0, _NOTHING) != BLOCKED:
        return MIDDLE
    if content.woods.hiding(a, b):
        return NONE
    high, own = _stance(content, a, b)
    if any(_verdict(content, [(piece, 0.0, 0.0)], high, own) == BLOCKED for piece in content.screens.hiding(a, b)):
        return NONE
    ground = content.in_the_way.between(a, b)
    alone: Ground | None = None
    for start, end in ((a, b), (b, a)):
        centre = start.centre
        for eye in eyes(end):
            # What blocks one line by itself mostly blocks the next.
            if alone is not None and _verdict(content, alone.along(centre, eye), high, own) == BLOCKED:
                continue
            passed = ground.along(centre, eye)
            if _verdict(content, passed, high, own) != BLOCKED:
                return SOME
            alone = next(
                (Ground([each[0]]) for each in passed if _verdict(content, [each], high, own) == BLOCKED), None
            )
    return NONE


def _lines(content: Content, firer: Base, target: Base) -> tuple[int, ...]:
    """What the ground does to each of the nine lines from the centre of a firer."""
    key = (firer, target)
    found = content.lines_memo.get(key)
    if found is None:
        ground = content.in_the_way.between(firer, target)
        if ground.pieces:
            high, own = _stance(content, firer, target)
            centre = firer.centre
            found = tuple([_verdict(content, ground.along(centre, eye), high, own) for eye in eyes(target)])
        else:
            found = (CLEAR,) * LINES
        keep(content.lines_memo, key, found)
    return found


def _stance(content: Content, a: Base, b: Base) -> tuple[int, list[str]]:
    """How high the higher of two bases stands, and the fortifications they are in."""
    own = [
        piece.id
        for base in (a, b)
        for piece in shelter(content, base)
        if content.features[piece.id].cover == "fortification"
    ]
    return max(content.ground.height_at(a.centre), content.ground.height_at(b.centre)), own


def may_block(content: Content, piece: Terrain, a: Base, b: Base) -> bool:
    """RHINE-LOS-03: whether a piece could block a line between two bases, a wood with others; no hedge or low hill."""
    high, own = _stance(content, a, b)
    wooded = content.features[piece.id].los == "wood" and piece.id not in own
    return wooded or _verdict(content, [(piece, 0.0, 0.0)], high, own) == BLOCKED


_NOTHING: list[str] = []


def _verdict(content: Content, passed: list[tuple[Terrain, float, float]], high: int, own: list[str]) -> int:
    """RHINE-LOS-03: what the ground does to a line that passes these pieces.

    Buildings block, hills higher than both ends do, and so does more than 3 inches of wood; less of it, hedges and
    walls veil. The building, bunker or trench that either end is in does neither. Where woods overlap the line passes
    one: pieces come in the order entered.
    """
    wood = end = 0.0
    verdict = CLEAR
    for piece, enter, leave in passed:
        feature = content.features[piece.id]
        if feature.height > high:
            return BLOCKED
        if feature.los == "clear" or piece.id in own:
            continue
        if feature.los == "block":
            return BLOCKED
        if feature.los == "wood":
            if leave > end:
                wood += leave - (enter if enter > end else end)
                end = leave
            if wood > _WOOD:
                return BLOCKED
        verdict = VEILED
    return verdict


# --- What comes and goes --------------------------------------------------------------------------------------


def _vehicles_between(state: State, a: Base, b: Base, without: tuple[str, ...]) -> list[Base]:
    """RHINE-FIRE-31: vehicles near the line between two bases; not those that stand where one of the two does."""
    mine, theirs = a.reach, b.reach
    beside = mine if mine > theirs else theirs
    ax, ay, bx, by = a.x, a.y, b.x, b.y
    dx, dy = bx - ax, by - ay
    size = sqrt(dx * dx + dy * dy)
    west, east = (ax - beside, bx + beside) if ax < bx else (bx - beside, ax + beside)
    south, north = (ay - beside, by + beside) if ay < by else (by - beside, ay + beside)
    found: list[Base] = []
    for x, y, room, base, name in state.vehicles:
        if x + room < west or x - room > east or y + room < south or y - room > north:
            continue
        if abs((x - ax) * dy - (y - ay) * dx) > (room + beside) * size:
            continue
        if name not in without and not overlap(base, a) and not overlap(base, b):
            found.append(base)
    return found


def _wrecks_between(state: State, a: Base, b: Base) -> list[Base]:
    """RHINE-PEN-09, LOS-03: wrecks near the line between two bases; they veil it."""
    return [each.base for each in state.wrecks if _near_line(each.base.x, each.base.y, each.base.reach, a, b)]


def _smoke_between(state: State, a: Base, b: Base) -> list[Circle]:
    """RHINE-SMK-02: discs of smoke near the line between two bases; one veils it, two block it."""
    return [each.circle for each in state.smoke if _smoky(each, a, b)]


def _smoky(smoke: Smoke, a: Base, b: Base) -> bool:
    return _near_line(smoke.x, smoke.y, smoke.radius, a, b)


def _near_line(x: int, y: int, radius: int, a: Base, b: Base) -> bool:
    """Whether a disc comes near any line between two bases: nothing but a first sieve."""
    mine, theirs = a.reach, b.reach
    room = radius + (mine if mine > theirs else theirs) + 1
    if (x + room < a.x and x + room < b.x) or (x - room > a.x and x - room > b.x):
        return False
    if (y + room < a.y and y + room < b.y) or (y - room > a.y and y - room > b.y):
        return False
    return segment_meets_circle((a.x, a.y), (b.x, b.y), Circle(x, y, room))


# --- Facing --------------------------------------------------------------------------------------------------


def armour(target: Unit, at: Base, firer: Point, house: House) -> int:
    """RHINE-FACE-01, 02: the armour a shot from this point meets; exactly on the edge of the front arc is the front."""
    profile = target.profile
    if in_arc(at, firer, house.front_arc_degrees):
        return profile.front
    if in_arc(at.turned(at.facing + 180), firer, sheet.REAR_ARC):
        return profile.rear
    return profile.side
