"""How far a unit may go in one action, and what the ground costs it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from umpire.games.fwc import sheet
from umpire.games.fwc.model import Profile, State, Unit
from umpire.table import Cost, Ground, Point, Rate, Terrain, cost, keep, stretches

_ROAD_BONUS = sheet.ROAD_BONUS_CM * 1000


def allowance(unit: Unit) -> int:
    """How far a unit may move in one action, in thousandths of a cm (FWC-MOV-01, MOV-07, FRZ-01, FLY-01)."""
    limbered = unit.profile.is_gun and not unit.deployed
    if unit.frozen or limbered or (unit.profile.is_air and not unit.airborne):
        return 0
    return unit.profile.move


def can_move(unit: Unit) -> bool:
    return unit.ready and allowance(unit) > 0


def rate(unit: Unit) -> Rate:
    """FWC-MOV-02, MOV-04, FLY-01: what a length of ground costs this unit; None where it may not go.

    A road leads through dense terrain; over scorched ground it is scorched too.
    """
    return _flying if unit.airborne else rate_on_ground(unit.profile)


def _flying(under: tuple[Terrain, ...]) -> float | None:
    return 1.0


@lru_cache(maxsize=1024)
def rate_on_ground(profile: Profile) -> Rate:
    """The same for a kind of unit that does not fly now."""
    light = profile.is_foot or profile.cls == "walker"
    shut_out = profile.is_gun or profile.has("unarmoured") or profile.has("towed")
    tough = profile.cls in ("afv", "walker") or profile.is_massive

    def price(under: tuple[Terrain, ...]) -> float | None:
        dense = on_road = False
        for piece in under:
            if piece.kind == "scorched" and not tough:
                return None
            if piece.kind in sheet.ROADS:
                on_road = True
            elif piece.kind == "dense":
                dense = True
        if not dense or on_road or light:
            return 1.0
        return None if shut_out else 2.0

    return price


def rate_from(state: State, unit: Unit) -> Rate:
    """As `rate`, but a unit may always leave ground it already stands in, at half rate; on its edge is beside it."""
    price = rate(unit)
    here = state.content.ground.inside(unit.base.centre)
    if not here:
        return price

    def leaving(under: tuple[Terrain, ...]) -> float | None:
        found = price(under)
        if found is None and all(piece in here for piece in under):
            return 2.0
        return found

    return leaving


def going(state: State, unit: Unit) -> tuple[Ground, Rate]:
    """What of the ground bears on a unit's pace, and its rate there, from where it stands."""
    content, base = state.content, unit.base
    key = (unit.profile, unit.airborne, base.x, base.y)
    found = content.going_memo.get(key)
    if found is None:
        price = rate(unit)
        if all(price((piece,)) is not None for piece in content.going.inside(base.centre)):
            found = content.going, price
        else:
            found = content.ground, rate_from(state, unit)
        keep(content.going_memo, key, found)
    return found


def path_cost(state: State, unit: Unit, path: tuple[Point, ...]) -> Cost:
    """What a path costs a unit on the ground. Kept, as who works out a way asks for its cost, and who checks it."""
    memo, base = state.content.cost_memo, unit.base
    key = (unit.profile, base.x, base.y, path)
    found = memo.get(key)
    if found is None:
        found = keep(memo, key, cost(path, *going(state, unit)))
    return found


def limit_for(state: State, unit: Unit, path: Sequence[Point], allowed: int) -> int:
    """FWC-MOV-08: a vehicle whose whole move is on a road goes farther."""
    if len(path) < 2 or not on_road(state, unit):
        return allowed
    parts = stretches(path, state.content.going)
    if all(any(kind in sheet.ROADS for kind in part.kinds) for part in parts):
        return allowed + _ROAD_BONUS
    return allowed


def farthest(state: State, unit: Unit, allowed: int) -> int:
    """No move is longer than this: as far as allowed, and more if it can be on a road all the way (FWC-MOV-08)."""
    return allowed + _ROAD_BONUS if on_road(state, unit) else allowed


def on_road(state: State, unit: Unit) -> bool:
    """Whether a unit stands where a move on a road alone could begin."""
    if not state.house.road_bonus or not unit.profile.is_vehicle or unit.airborne:
        return False
    return any(piece.kind in sheet.ROADS for piece in state.content.going.at(unit.base.centre))
