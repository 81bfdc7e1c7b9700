"""Stands: the footprint of a formation, and where each stand is in it."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from umpire.games.bptc.units import (
    ATTACK,
    DISORDERED,
    EXTENDED,
    GARRISON,
    LIMBERED,
    LINE,
    MARCH,
    SQUARE,
    UNLIMBERED,
    Profile,
    Unit,
)
from umpire.table import Base, snap
from umpire.table.bearings import direction
from umpire.table.memo import KEPT

FACES = ("front", "rear", "left", "right")
"""BPTC-FRM-14: the order in which stands are dealt to the faces of a square."""

_TURN = {"front": 0, "right": 90, "rear": 180, "left": 270}


class Stand(NamedTuple):
    """One stand: its place, the face of the formation it belongs to, its rank from the front (0 is the first)."""

    base: Base
    face: str
    rank: int


def footprint(profile: Profile, formation: str, stands: int) -> tuple[int, int]:
    """BPTC-FRM-17: width and depth of a unit in a formation."""
    wide, deep = profile.width, profile.depth
    if formation == LINE:
        return wide * stands, deep
    if formation == EXTENDED:
        return wide * (2 * stands - 1), deep
    if formation == MARCH:
        return wide, deep * stands
    if formation in (ATTACK, DISORDERED):
        front = min(profile.column_front, stands)
        return wide * front, deep * -(-stands // front)
    if formation == SQUARE:
        side = wide * max(2, -(-stands // 4))
        return side, side
    return wide, deep


def first_formation(profile: Profile, mode: str) -> str:
    """BPTC-SET-02, FRM-15: the formation a unit of this kind is in if nobody says otherwise."""
    if profile.is_command:
        return ""
    if profile.is_transport or mode == LIMBERED:
        return MARCH
    return LINE


def first_mode(profile: Profile) -> str:
    """How a unit of this kind starts: horsemen mounted, guns unlimbered."""
    if profile.is_gun:
        return UNLIMBERED
    return "mounted" if profile.mounted_move else "foot"


def in_formation(unit: Unit, formation: str, base: Base | None = None) -> Base:
    """The footprint a unit would have in a formation, around the same middle."""
    here = unit.base if base is None else base
    wide, deep = footprint(unit.profile, formation, unit.stands)
    return Base(here.x, here.y, here.facing, wide, deep)


def stands_of(unit: Unit) -> tuple[Stand, ...]:
    """Where the stands of a unit are."""
    profile = unit.profile
    formation = GARRISON if unit.shelter == GARRISON else unit.formation
    return _stands(unit.base, formation, profile.width, profile.depth, unit.stands, profile.column_front)


@lru_cache(maxsize=KEPT)
def _stands(base: Base, formation: str, wide: int, deep: int, count: int, front: int) -> tuple[Stand, ...]:
    if formation == SQUARE:
        return _square(base, wide, deep, count)
    if formation == GARRISON:
        return tuple([Stand(base.placed(base.x, base.y, base.facing), "front", 0) for _ in range(count)])
    found: list[Stand] = []
    for number in range(count):
        if formation == MARCH:
            across, back, rank = 0.0, number, number
        elif formation in (ATTACK, DISORDERED):
            files = min(front, count)
            rank, place = divmod(number, files)
            in_rank = min(files, count - rank * files)
            across, back = (place - (in_rank - 1) / 2) * wide, rank
        else:
            step = 2 * wide if formation == EXTENDED else wide
            across, back, rank = (number - (count - 1) / 2) * step, 0, 0
        ahead = base.depth / 2 - deep * (back + 0.5)
        found.append(Stand(_placed(base, across, ahead, 0, wide, deep), "front", rank))
    return tuple(found)


def _square(base: Base, wide: int, deep: int, count: int) -> tuple[Stand, ...]:
    """BPTC-FRM-14: front, rear, left and right in rotation, each face looking outward."""
    found: list[Stand] = []
    for number in range(count):
        face = FACES[number % 4]
        turn = _TURN[face]
        on_face = (count - number % 4 + 3) // 4
        along = (number // 4 - (on_face - 1) / 2) * wide
        out = base.width / 2 - deep / 2
        across, ahead = {0: (along, out), 90: (out, -along), 180: (-along, -out), 270: (-out, along)}[turn]
        found.append(Stand(_placed(base, across, ahead, turn, wide, deep), face, 0))
    return tuple(found)


def _placed(base: Base, across: float, ahead: float, turn: int, wide: int, deep: int) -> Base:
    sine, cosine = direction(base.facing)
    x = base.x + snap(sine * ahead + cosine * across)
    y = base.y + snap(cosine * ahead - sine * across)
    return Base(x, y, (base.facing + turn) % 360, wide, deep)
