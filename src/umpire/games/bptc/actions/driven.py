"""Units driven back: what lies behind them, and how they end. Fire makes them fall back, a lost charge retreat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from umpire.battle.words import listed
from umpire.games.bptc.actions.movement import afloat
from umpire.games.bptc.model import State, Unit
from umpire.games.bptc.stands import in_formation
from umpire.games.bptc.units import DISORDERED, GARRISON
from umpire.games.commander.driven import away_from
from umpire.table import XY, Base, Contact, Point, Terrain, beside, contacts, free, pushed
from umpire.table.bearings import bearing as bearing_of

_HUNDREDTH = 10


class Behind(NamedTuple):
    """The first friends and the first thing that is death behind a unit, with their distances in hundredths of a cm."""

    friends: tuple[str, ...] = ()
    """Those it touches at the same moment."""
    friend_at: int | None = None
    wall: str = ""
    """"enemy", "impassable" or "edge"."""
    wall_at: int | None = None
    by: str = ""
    """Who or what that is."""


def away(state: State, unit: Unit, source: Point | None) -> XY:
    """BPTC-FBK-15, BLN-11: from the attacker's middle through the unit's own; without attacker to its base edge."""
    return away_from(unit.base, source, state.baseline_bearing(unit.side))


def behind(state: State, unit: Unit, vector: XY, mils: int, passing: Sequence[str] = ()) -> Behind:
    """BPTC-FBK-09 to 14, RET-01 to 04: what a unit driven this way would meet first, friend and wall apart."""
    bases = [
        (each.id, each.base)
        for each in state.on_table()
        if each.id != unit.id and each.id not in passing and not _passable(unit, each)
    ]
    walls = [piece for piece in state.scene.barriers.pieces if piece.id != unit.inside]
    friend, wall = Behind(), Behind()
    for met in contacts(unit.base, vector, mils, bases, walls, state.content.size):
        if met.kind == "base" and state.units[met.id].side == unit.side:
            if friend.friend_at is None or friend.friend_at == _hundredths(met):
                friend = Behind((*friend.friends, met.id), _hundredths(met))
        elif wall.wall_at is None:
            kind = {"base": "enemy", "terrain": "impassable"}.get(met.kind, "edge")
            # Flush with the edge a unit is still on the table; anything else it has met when it touches.
            wall = Behind(wall=kind, wall_at=_hundredths(met) + (kind == "edge"), by=met.id)
    if unit.profile.arm == "boat":
        ashore = _ashore(state, unit, vector, mils)
        if ashore is not None and (wall.wall_at is None or ashore < wall.wall_at):
            wall = Behind(wall="impassable", wall_at=ashore)
    return Behind(friend.friends, friend.friend_at, wall.wall, wall.wall_at, wall.by)


def _ashore(state: State, unit: Unit, vector: XY, mils: int) -> int | None:
    """BPTC-TRN-02, FBK-10, RET-02: how far it is until a boat driven this way is off the water; None if it stays."""
    for near in range(0, mils, 1000):  # centimetre by centimetre, and only where it leaves the water more finely
        last = min(near + 1000, mils)
        if not afloat(state, pushed(unit.base, vector, last)):
            marks = range(near + _HUNDREDTH, last, _HUNDREDTH)
            found = next((far for far in marks if not afloat(state, pushed(unit.base, vector, far))), last)
            return found // _HUNDREDTH
    return None


def names(friends: Sequence[Unit]) -> str:
    """Friends as everybody may hear of them: not by name while they are hidden."""
    shown = [friend.name for friend in friends if not friend.hidden]
    return listed(shown) if shown else "friends"


def _passable(unit: Unit, each: Unit) -> bool:
    """BPTC-MOV-15: friendly command units are never in the way."""
    return each.side == unit.side and each.profile.is_command


def _hundredths(met: Contact) -> int:
    return int(met.distance / _HUNDREDTH + 0.5)


def moved_back(state: State, unit: Unit, vector: XY, mils: float, disordered: bool) -> Unit:
    """BPTC-FBK-15, RET-07, FRM-16: the unit as it stands after being driven so far, its facing kept.

    Whoever moves at all is disordered by it, but for guns, transport and commanders.
    """
    base = pushed(unit.base, vector, mils)
    driven = unit.went(base)
    if disordered and unit.formation and not unit.profile.is_gun and not unit.profile.is_transport:
        return driven.formed(DISORDERED, settled(state, unit, in_formation(unit, DISORDERED, base), vector))
    return driven.at(settled(state, unit, base, vector))


def out_of_shelter(state: State, unit: Unit, vector: XY) -> Unit:
    """BPTC-RET-07: who is driven out of a building begins beside it, on the side away from the enemy."""
    if unit.shelter != GARRISON:
        return unit
    house = unit.base
    side = bearing_of((0, 0), (round(vector[0] * 10_000), round(vector[1] * 10_000)))
    formation = DISORDERED if state.house.disorder_on_fallback else unit.formation
    base = beside(in_formation(unit, formation), house, side)
    return unit.went(base)


_ASIDE = (0, 1000, -1000, 2000, -2000, 3000, -3000)
_ALONG = (0, -500, 500, -1000, 1000, -1500, 1500, -2000, 2000, -3000, 3000)


def settled(state: State, unit: Unit, base: Base, vector: XY) -> Base:
    """The nearest free place for a footprint that has changed its shape; if there is none, where it is."""
    others = [each.base for each in state.beside(base, 10_000) if each.id != unit.id]
    barriers = state.scene.barriers
    for aside in _ASIDE:
        for along in _ALONG:
            x = base.x + round(vector[0] * along - vector[1] * aside)
            y = base.y + round(vector[1] * along + vector[0] * aside)
            place = base.moved(x, y)
            if free(place, others, state.content.size) and not _stands_in(barriers.touched_by(place), unit):
                return place
    return base


def _stands_in(touched: Sequence[Terrain], unit: Unit) -> bool:
    return any(piece.id != unit.inside for piece in touched)
