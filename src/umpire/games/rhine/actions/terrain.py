"""Moving through terrain: what ground is closed to a unit, where its path meets ground to be tested, and the test."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from umpire.battle.rolling import by
from umpire.battle.words import listed
from umpire.dice import Procedure
from umpire.games.rhine import procedures, sheet
from umpire.games.rhine.content import Content
from umpire.games.rhine.model import Profile, State, Unit
from umpire.table import (
    EPSILON,
    Base,
    Ground,
    Point,
    Terrain,
    bearing,
    box_around,
    contacts,
    gap_to_polygon,
    length,
    minus,
    pushed,
    sweep_hits_polygon,
    unit_vector,
)
from umpire.table.convex import area2

_MOVES: dict[str, sheet.Mobility] = {"wheeled": "wheeled", "atv": "atv", "tracked": "tracked", "foot": "foot"}

_TESTED: dict[str, sheet.Going] = {"rough": "rough", "very_rough": "very_rough"}
"""The classes that may have to be tested, the worse one last."""

_WORSE = tuple(_TESTED)


class Going(NamedTuple):
    """What of the ground bears on how a unit moves; pieces of one id belong together."""

    closed: Ground
    """What it may not enter."""
    tested: Ground
    """What it must pass a test to enter."""
    classes: dict[str, sheet.Going]
    """How hard the tested pieces are."""


class Touch(NamedTuple):
    """A place on a path where ground must be tested: after what length, which pieces, and the worst class of them."""

    at: float
    pieces: tuple[str, ...]
    ground: sheet.Going


# --- What the ground is to a unit --------------------------------------------------------------------------------


def mobility(profile: Profile) -> sheet.Mobility:
    """RHINE-TERR-09: MBTs are tracked, foot is foot; light vehicles and APCs say what they run on."""
    return _MOVES[profile.mobility]


def class_of(content: Content, piece_id: str, moves: sheet.Mobility) -> str:
    """RHINE-TERR-02, 14: open, rough, very_rough or impassable; it may differ for vehicles and foot."""
    feature = content.feature(piece_id)
    found = feature.foot if moves == "foot" else feature.vehicles
    hard = _TESTED.get(found)
    if hard is None:
        return found
    test = sheet.TERRAIN[moves][hard]
    if test.need is None:  # RHINE-TERR-07: nothing to test
        return "open" if test.passable else "impassable"
    return found


def closed_by(content: Content, piece_id: str, moves: sheet.Mobility) -> str:
    """RHINE-TERR-14, 02: the rule that closes a piece to units that move like this; "" if none does."""
    if class_of(content, piece_id, moves) != "impassable":
        return ""
    feature = content.feature(piece_id)
    named = feature.foot if moves == "foot" else feature.vehicles
    return "RHINE-TERR-14" if named == "impassable" else "RHINE-TERR-02"


@lru_cache(maxsize=256)
def going(content: Content, moves: sheet.Mobility) -> Going:
    """RHINE-TERR-14: the ground as it is to units that move like this, rivers without their bridges and fords."""
    closed: list[Terrain] = []
    tested: list[Terrain] = []
    classes: dict[str, sheet.Going] = {}
    for piece in _without_crossings(content):
        found = class_of(content, piece.id, moves)
        if found == "impassable":
            closed.append(piece)
        elif found in _TESTED:
            tested.append(piece)
            classes[piece.id] = _TESTED[found]
    return Going(Ground(closed), Ground(tested), classes)


def _without_crossings(content: Content) -> Iterator[Terrain]:
    for piece in content.going.pieces:
        over = [each for each in content.crossings.pieces if piece.id in content.features[each.id].replaces]
        shapes = [piece.shape]
        for crossing in over:
            shapes = [rest for shape in shapes for rest in minus(shape, crossing.shape)]
        for shape in shapes:
            yield piece._replace(shape=shape)


def name_of(state: State, piece_id: str) -> str:
    """What people call a piece of terrain."""
    piece = state.content.ground.piece(piece_id)
    if piece is None:
        return f"the wreck of {state.units[piece_id.removeprefix('wreck-')].name}"
    return piece.name or piece.kind


def on_road(state: State, point: Point) -> bool:
    """RHINE-MOVE-11, TERR-12: whether a centre is on a road or bridge."""
    roads = state.content.roads
    return bool(roads.pieces) and bool(roads.at(point))


@lru_cache(maxsize=256)
def led_through(content: Content) -> frozenset[str]:
    """RHINE-TERR-12: the pieces that a road or bridge leads through; what only lies beside it is as closed as ever."""
    return frozenset(
        piece.id for piece in content.going.pieces for road in content.roads.pieces if _on_each_other(piece, road)
    )


_SLIVER = 100_000
"""Twice the area, in square thousandths, that shapes side by side may share as their corners are rounded."""


# --- Along a path --------------------------------------------------------------------------------------------


def stuck_in(state: State, unit: Unit) -> str:
    """RHINE-TERR-13: the ground closed to a unit in which its centre stands, off the road; "" if there is none."""
    centre = unit.base.centre
    for piece in going(state.content, mobility(unit.profile)).closed.at(centre):
        if not on_road(state, centre):
            return piece.id
    return ""


def closed_ahead(state: State, unit: Unit, path: Sequence[Point], facing: int | None = None) -> tuple[float, str]:
    """RHINE-TERR-02, 12, 14: after what length the base comes onto ground it may not enter, and which; "" if never.

    Given its facing at the end, the base as it will stand there is looked at too. Roads lead through closed ground.
    """
    found = _met(state, unit.base, path, going(state.content, mobility(unit.profile)).closed, facing, outset=None)
    if not found:
        return length(path), ""
    return min((at, piece) for piece, at in found.items())


def tests(state: State, unit: Unit, start: Base, path: Sequence[Point], facing: int) -> list[Touch]:
    """RHINE-TERR-10, 12: where a path must be tested, in order: once for each piece, when the base first touches it.

    A unit that begins inside a piece tests at the outset. Pieces that lie on each other and are first touched at one
    place are ground of two classes: one test, for the worse. A road lifts the test while the centre stays on it, but
    not that of a wreck (PEN-09).
    """
    moves = mobility(unit.profile)
    ground = going(state.content, moves)
    found = _met(state, start, path, ground.tested, facing, outset=start)
    classes = ground.classes
    if state.wrecks and class_of(state.content, "wreck-", moves) != "open":
        wrecks = Ground([wreck.terrain for wreck in state.wrecks])
        found.update(_met(state, start, path, wrecks, facing, outset=start, by_road=False))
    by_length: dict[float, list[str]] = {}
    for piece, at in found.items():
        by_length.setdefault(at, []).append(piece)
    return [
        Touch(at, tuple(pieces), max([_class(classes, piece) for piece in pieces], key=_WORSE.index))
        for at, touched in sorted(by_length.items())
        for pieces in ([touched] if len(touched) == 1 else _heaps(touched, _tested(state, moves)))
    ]


def _heaps(touched: Sequence[str], pieces: Sequence[Terrain]) -> list[list[str]]:
    """These pieces in groups of those that lie on each other."""
    heaps: list[list[str]] = []
    for name in touched:
        mine = [piece for piece in pieces if piece.id == name]
        joined = [name]
        for heap in list(heaps):
            others = [piece for piece in pieces if piece.id in heap]
            if any(_on_each_other(one, two) for one in mine for two in others):
                heaps.remove(heap)
                joined = [*heap, *joined]
        heaps.append(joined)
    return heaps


def _on_each_other(one: Terrain, two: Terrain) -> bool:
    return abs(area2(one.shape)) - sum(abs(area2(rest)) for rest in minus(one.shape, two.shape)) > _SLIVER


def _class(classes: dict[str, sheet.Going], piece: str) -> sheet.Going:
    return classes.get(piece, "rough")


def _met(
    state: State,
    base: Base,
    path: Sequence[Point],
    ground: Ground,
    facing: int | None,
    outset: Base | None,
    by_road: bool = True,
) -> dict[str, float]:
    """The pieces a base comes onto along a path, each with the length after which it does.

    With `outset` those count, at length 0, that the base stands in before it moves. Turning at a corner of the path is
    free: what the base only swings over there, and leaves, does not count. `facing` is how it stands at the end.
    """
    near = ground.near(*box_around(path, base.reach))
    found: dict[str, float] = {}
    if not near.pieces:
        return found
    roads = state.content.roads.near(*box_around(path)) if by_road else Ground()
    if roads.pieces:
        led = led_through(state.content)
        aside = Ground(piece for piece in near.pieces if piece.id not in led)
        found = _met(state, base, path, aside, facing, outset, by_road=False)
        near = Ground(piece for piece in near.pieces if piece.id in led)
    was_on_road = bool(roads.at(path[0]))
    if outset is not None and not was_on_road:
        _keep(found, 0.0, _stood_on(outset, near))
    done = 0.0
    for p, q in pairwise(path):
        if p == q:
            continue
        size = length((p, q))
        turned, vector = base.placed(p.x, p.y, bearing(p, q)), unit_vector(p, q)
        off_road = _off_road(roads, p, q, size)
        for start, end in off_road:
            here = pushed(turned, vector, start)
            if start or was_on_road:  # it leaves the road here
                _keep(found, done + start, _stood_on(here, near))
            for met in contacts(here, vector, end - start, terrain=near.pieces):
                if met.distance < end - start - EPSILON:  # who stops at the edge has not come onto it
                    _keep(found, done + start + met.distance, [met.id])
        was_on_road = not off_road or off_road[-1][1] < size
        done += size
    if facing is not None and not roads.at(path[-1]):
        _keep(found, done, _stood_on(base.placed(*path[-1], facing), near))
    return found


def _keep(found: dict[str, float], at: float, pieces: Sequence[str]) -> None:
    for piece in pieces:
        if at < found.get(piece, float("inf")):
            found[piece] = at


def _stood_on(base: Base, ground: Ground) -> list[str]:
    return [piece.id for piece in ground.pieces if stands_on(base, piece)]


def stands_on(base: Base, piece: Terrain) -> bool:
    """Whether any of a base is on a piece; touching its edge does not count."""
    centre = base.centre
    return sweep_hits_polygon(base, centre, centre, piece.shape, base.facing)


def _off_road(roads: Ground, p: Point, q: Point, size: float) -> list[tuple[float, float]]:
    """The parts of a leg where the centre is not on a road."""
    if not roads.pieces:
        return [(0.0, size)]
    found: list[tuple[float, float]] = []
    free = 0.0
    for _, enter, leave in roads.along(p, q):
        if enter > free:
            found.append((free, enter))
        free = max(free, leave)
    if free < size:
        found.append((free, size))
    return found


def on_road_all_the_way(state: State, path: Sequence[Point]) -> bool:
    """RHINE-MOVE-11: whether the centre is on road from the beginning of a path to its end."""
    roads = state.content.roads
    if not on_road(state, path[0]):
        return False
    return all(not _off_road(roads, p, q, length((p, q))) for p, q in pairwise(path) if p != q)


# --- The test ------------------------------------------------------------------------------------------------


def roll(state: State, unit_id: str, touch: Touch) -> Procedure[bool]:
    """RHINE-TERR-01 to 08: whether a unit gets into (or on in) this ground.

    RHINE-TERR-11: who fails halts there. Option `terrain_fail` = bogged: and goes nowhere until it has passed.
    """
    unit = state.units[unit_id]
    outcome = yield from by(
        state, unit.side, procedures.terrain_test(state.house, mobility(unit.profile), touch.ground)
    )
    where = listed(name_of(state, piece) for piece in touch.pieces)
    if outcome.passed:
        freed = unit._replace(bogged=False) if unit.bogged else unit
        state.put(freed, f"{unit.name} gets on in {where}", "RHINE-TERR-10")
    elif state.house.terrain_fail == "bogged":
        state.put(unit._replace(bogged=True), f"{unit.name} is bogged down at {where}", "RHINE-TERR-11")
    else:
        state.tell("move", f"{unit.name} is halted by {where}", "RHINE-TERR-11", unit_id)
    return outcome.passed


def bogged_in(state: State, unit: Unit) -> Touch | None:
    """Option `terrain_fail` = bogged: what a stuck unit must pass before it goes anywhere (RHINE-TERR-11).

    That is the ground it touches. Whoever failed as it turned into it, or halted short of a friend before it, touches
    none: then it is the nearest.
    """
    if not unit.bogged:
        return None
    moves = mobility(unit.profile)
    ground = going(state.content, moves)
    gaps = [(gap_to_polygon(unit.base, piece.shape), piece.id) for piece in _tested(state, moves)]
    if not gaps:
        return None
    least = max(EPSILON, min(gaps)[0])
    here = tuple(dict.fromkeys(piece for gap, piece in gaps if gap <= least))
    return Touch(0.0, here, max([_class(ground.classes, piece) for piece in here], key=_WORSE.index))


def _tested(state: State, moves: sheet.Mobility) -> list[Terrain]:
    """All ground, wrecks included, that must be tested by units that move like this."""
    found = list(going(state.content, moves).tested.pieces)
    if class_of(state.content, "wreck-", moves) != "open":
        found += [wreck.terrain for wreck in state.wrecks]
    return found
