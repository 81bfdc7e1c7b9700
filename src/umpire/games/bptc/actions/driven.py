"""Units driven back: what lies behind them, and how they end. Fire makes them fall back, a lost charge retreat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from umpire.battle.words import listed
from umpire.games.bptc import going
from umpire.games.bptc.actions.movement import afloat
from umpire.games.bptc.model import State, Unit
from umpire.games.bptc.stands import in_formation
from umpire.games.bptc.units import DISORDERED, GARRISON
from umpire.games.commander.driven import away_from
from umpire.table import (
    XY,
    Base,
    Contact,
    Point,
    Terrain,
    beside,
    contacts,
    free,
    on_table,
    overlap,
    place_touching,
    pushed,
)
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
        if each.id != unit.id and each.id not in passing and not is_passable(unit, each)
    ]
    walls = [piece for piece in state.scene.barriers.pieces if piece.id != unit.inside]
    friend, wall = Behind(), Behind()
    ahead = contacts(unit.base, vector, mils, bases, walls, state.content.size)
    if unit.base != state.units[unit.id].base:  # out of a building: on whom it comes there, it has met at once
        ahead = [*_stood_on(unit.base, bases, walls, state.content.size), *ahead]
    for met in ahead:
        if met.kind == "base" and state.units[met.id].side == unit.side:
            if met.id not in friend.friends and friend.friend_at in (None, _hundredths(met)):
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


def _stood_on(
    base: Base, bases: Sequence[tuple[str, Base]], walls: Sequence[Terrain], table: tuple[int, int]
) -> list[Contact]:
    """What a footprint would stand on, as met after no way at all."""
    found = [Contact(0.0, "base", id) for id, other in bases if overlap(base, other)]
    found += [Contact(0.0, "terrain", piece.id) for piece in walls if going.stands_on(base, piece)]
    return found if on_table(base, *table) else [*found, Contact(0.0, "edge", "")]


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


def is_passable(unit: Unit, each: Unit) -> bool:
    """BPTC-MOV-15: friendly command units are never in the way."""
    return each.side == unit.side and each.profile.is_command


def _hundredths(met: Contact) -> int:
    return int(met.distance / _HUNDREDTH + 0.5)


def moved_back(state: State, unit: Unit, vector: XY, mils: float, disordered: bool) -> Unit:
    """BPTC-FBK-15, RET-07, FRM-16: the unit as it stands after being driven so far, its facing kept.

    Whoever moves at all is disordered by it, but for guns, transport and commanders; and but for who has no room for
    that, as on a bridge: he stays formed.
    """
    base = pushed(unit.base, vector, mils)
    driven = unit.went(base)
    if disordered and unit.formation and not unit.profile.is_gun and not unit.profile.is_transport:
        broken = in_formation(unit, DISORDERED, base)
        place = _free_place(state, unit, broken, vector, _CLOSE)
        if place is not None or unit.base != state.units[unit.id].base:
            return driven.formed(DISORDERED, settled(state, unit, broken, vector) if place is None else place)
    return driven.at(settled(state, unit, base, vector))


def put_back(state: State, moved: Unit, text: str, rule: str) -> None:
    """A unit where it was driven, and what is told of it; commanders who stand there make way."""
    make_way(state, state.put(moved, text, rule))


def out_of_shelter(state: State, unit: Unit, vector: XY) -> Unit:
    """BPTC-RET-07: who is driven out of a building begins beside it, on the side away from the enemy."""
    if unit.shelter != GARRISON:
        return unit
    formation = DISORDERED if state.house.disorder_on_fallback else unit.formation
    return unit.went(beside(in_formation(unit, formation), unit.base, _bearing(vector)))


def beside_shelter(state: State, unit: Unit, house: Base, vector: XY) -> Unit:
    """BPTC-RET-06, 07: one out of a building that has friends close behind it stands where there is room, as near to
    there as can be.
    """
    others = [each.base for each in state.beside(house, 2 * unit.base.reach) if each.id != unit.id]
    walls = state.scene.barriers

    def dry(base: Base) -> bool:
        return not any(going.stands_on(base, piece) for piece in walls.touched_by(base))

    place = place_touching(unit.base, house, others, state.content.size, dry, _bearing(vector))
    return unit.at(settled(state, unit, unit.base, vector) if place is None else place)


def _bearing(vector: XY) -> int:
    return bearing_of((0, 0), (round(vector[0] * 10_000), round(vector[1] * 10_000)))


_ASIDE = (0, 1000, -1000, 2000, -2000, 3000, -3000)
_ALONG = (0, -500, 500, -1000, 1000, -1500, 1500, -2000, 2000, -3000, 3000)
_CLOSE = [(aside, along) for aside in _ASIDE for along in _ALONG]
_FARTHER = sorted(
    [(aside, along) for aside in range(-20_000, 21_000, 1000) for along in range(-20_000, 21_000, 1000)],
    key=lambda spot: (spot[0] ** 2 + spot[1] ** 2, abs(spot[0]), spot),
)


def settled(state: State, unit: Unit, base: Base, vector: XY) -> Base:
    """The nearest free place for a footprint that has changed its shape; if there is none, where it is."""
    place = _free_place(state, unit, base, vector, _CLOSE) or _free_place(state, unit, base, vector, _FARTHER)
    return base if place is None else place


def _free_place(state: State, unit: Unit, base: Base, vector: XY, spots: Sequence[tuple[int, int]]) -> Base | None:
    """The first of some places, told by how far aside and along they are, where a footprint has room."""
    others = [each.base for each in state.beside(base, max(spots)[0] + base.reach) if keeps_off(unit, each)]
    for aside, along in spots:
        x = base.x + round(vector[0] * along - vector[1] * aside)
        y = base.y + round(vector[1] * along + vector[0] * aside)
        place = base.moved(x, y)
        if free(place, others, state.content.size) and _may_stand(state, unit, place):
            return place
    return None


def keeps_off(unit: Unit, each: Unit) -> bool:
    """BPTC-MOV-15: a unit takes the place of no other but a commander, who makes way for it."""
    return each.id != unit.id and (unit.profile.is_command or not is_passable(unit, each))


def _may_stand(state: State, unit: Unit, place: Base) -> bool:
    if unit.profile.arm == "boat":
        return afloat(state, place)
    return all(piece.id == unit.inside for piece in state.scene.barriers.touched_by(place))


def make_way(state: State, unit: Unit) -> None:
    """BPTC-MOV-15, ACT-02: friendly command units step aside from where a charge ends or a unit is driven."""
    for each in [] if unit.profile.is_command else state.near(unit.side, unit.base, 0):
        if each.id != unit.id and is_passable(unit, each) and overlap(unit.base, each.base):
            base = settled(state, each, each.base, away(state, each, None))
            state.put(each.at(base), f"{each.name} makes way", "BPTC-MOV-15")
