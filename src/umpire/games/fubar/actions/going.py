"""The ground as it is to those who move: how far they go, what it costs, what is in the way."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from umpire.battle.decisions import Refused
from umpire.battle.words import plural, tidy
from umpire.games.fubar import field, sheet
from umpire.games.fubar.model import State
from umpire.games.fubar.units import Figure, Unit
from umpire.table import (
    Base,
    Ground,
    Path,
    Point,
    Terrain,
    box_around,
    length,
    on_table,
    overlap,
    round_base,
    round_shape,
    stretches,
    sweep_hits_base,
    sweep_hits_polygon,
    way_round,
)

DRIVE = "drive"
"""The move of a vehicle or bike; the others are named as in the table of actions."""


class Cost(NamedTuple):
    """What a way takes out of a move: `used` of `allowed`, and whether it forbids firing (FUBAR-VEH-04)."""

    used: float
    allowed: int
    silent: bool = False

    @property
    def fits(self) -> bool:
        """FUBAR-GEN-10: exactly as far as allowed is allowed."""
        return self.used <= self.allowed + field.SLACK


# --- How far -------------------------------------------------------------------------------------------------


def allowance(state: State, unit: Unit, figure: Figure, kind: str) -> int:
    """FUBAR-ORD-01 to 08, JMP-01, 02, 05, SCT-02, AUT-04: how far a figure goes with this action over open ground."""
    profile = figure.profile
    if profile.chassis:
        far = sheet.CHASSIS[profile.chassis].road if kind == DRIVE else sheet.MOVES[kind]
        if unit.immobile:
            return 0
    elif profile.jump and kind in ("walk", "run"):
        far = sheet.MOVES[f"jump_{kind}"] + (sheet.MOVES["scout_jump"] if profile.has("scout") else 0)
    else:
        far = sheet.MOVES[kind]
    if field.halved(state, unit):
        far //= 2
    return far


def jumps(figure: Figure, kind: str) -> bool:
    """FUBAR-JMP-03, 05: whether a figure goes over things with this action; an assault is on foot."""
    return figure.profile.jump and kind in ("walk", "run")


# --- What it costs -------------------------------------------------------------------------------------------


class Leg(NamedTuple):
    """A stretch of a way over one kind of ground ("", road, soft, moderate, hard), and what is there."""

    ground: str
    size: float
    terrain: tuple[Terrain, ...] = ()


def cost(state: State, unit: Unit, figure: Figure, path: Sequence[Point], kind: str) -> Cost | Refused:
    """What a way costs, told as inches of the best ground; FUBAR-VEH-08: the shares of each kind add up to one move."""
    allowed = allowance(state, unit, figure, kind)
    whole = length(path)
    found = legs(state, path) if whole and _near_ground(state, path) else [Leg("", whole)]
    silences = sheet.CHASSIS[figure.profile.chassis].silent if figure.profile.chassis and kind == DRIVE else ()
    used, silent = 0.0, False
    for leg, rate in zip(found, rates(state, figure, path, kind, found), strict=True):
        if rate is None:
            return _no_way(unit, figure, leg.ground)
        used += leg.size * rate
        silent = silent or leg.ground in silences
    return Cost(used, allowed, silent)


def rates(
    state: State, figure: Figure, path: Sequence[Point], kind: str, found: Sequence[Leg]
) -> Sequence[float | None]:
    """What an inch of each stretch of a way costs; None where it is closed.

    FUBAR-COV-01 and JMP-05 on foot, FUBAR-VEH-02 to 04, 08, GRV-03, WLK-02 for hulls. An assault is counted alike for
    all, but soft cover does not slow walkers, and hard cover is closed to hulls.
    """
    profile = figure.profile
    if ignores_ground(state, figure, path, kind):
        return [1.0] * len(found)
    if profile.chassis and kind == DRIVE:
        return [_driving(figure, leg.ground) for leg in found]
    if jumps(figure, kind):  # FUBAR-JMP-05: only the cover a jump ends in slows it
        landing = len(found)
        while (
            landing and found[landing - 1].ground not in _EASY and _in_one_cover(state, found[landing - 1], found[-1])
        ):
            landing -= 1
        return [1.0] * landing + [sheet.HALF_RATE] * (len(found) - landing)
    easy = (*_EASY, "soft") if profile.chassis == "walker" else _EASY
    hull = profile.chassis != ""
    return [None if hull and leg.ground == "hard" else 1.0 if leg.ground in easy else sheet.HALF_RATE for leg in found]


def _in_one_cover(state: State, leg: Leg, other: Leg) -> bool:
    """Whether two stretches lie in one and the same piece of cover."""
    features = state.content.features
    return any(
        piece in other.terrain and features[piece.id].cover and not features[piece.id].linear for piece in leg.terrain
    )


_EASY = ("", "road")


def _driving(figure: Figure, ground: str) -> float | None:
    """FUBAR-VEH-02 to 04, 08, COV-01: an inch of this ground as a share of the move, in inches of the best ground."""
    chassis = sheet.CHASSIS[figure.profile.chassis]
    limit = chassis.over(ground)
    if ground == "hard" or limit is None:
        return None
    return chassis.road / limit


def closed(state: State, unit: Unit, piece: Terrain) -> bool:
    """FUBAR-VEH-02 to 04, 08: whether nothing of a unit's kind gets through a piece of terrain."""
    feature = state.content.features[piece.id]
    chassis = sheet.CHASSIS.get(unit.profile.chassis)
    if piece.id in state.breached:
        return False
    if feature.impassable or chassis is None or feature.linear or feature.road:
        return feature.impassable
    return chassis.over(feature.cover) is None


def _no_way(unit: Unit, figure: Figure, ground: str) -> Refused:
    return Refused(f"{figure.profile.name or unit.name} cannot go into {ground} cover.", "FUBAR-VEH-08")


def _near_ground(state: State, path: Sequence[Point]) -> bool:
    west, south, east, north = box_around(path)
    for piece in state.content.ground.pieces:
        x0, y0, x1, y1 = piece.bounds
        if x0 <= east and x1 >= west and y0 <= north and y1 >= south:
            return True
    return False


def legs(state: State, path: Sequence[Point]) -> list[Leg]:
    """The stretches of a way by their ground."""
    found: list[Leg] = []
    for part in stretches(path, state.content.ground):
        there, size = _there(state, part.terrain), part.end - part.start
        if found and found[-1].terrain == there:
            found[-1] = found[-1]._replace(size=found[-1].size + size)
        else:
            found.append(Leg(_class(state, there), size, there))
    return found


def _there(state: State, pieces: tuple[Terrain, ...]) -> tuple[Terrain, ...]:
    """FUBAR-VEH-08: a bridge leads over what is below it, while it stands."""
    features = state.content.features
    there = [piece for piece in pieces if piece.id not in state.breached]
    over = [each for piece in there for each in features[piece.id].over]
    return tuple([piece for piece in there if piece.id not in over])


def _class(state: State, there: Sequence[Terrain]) -> str:
    """FUBAR-VEH-08, COV-08: a road through cover is a road; a linear obstacle slows nobody."""
    features = state.content.features
    if any(features[piece.id].road for piece in there):
        return "road"
    covers = [features[piece.id].cover for piece in there if not features[piece.id].linear]
    for hardest in ("hard", "moderate", "soft"):
        if hardest in covers:
            return hardest
    return ""


def _clear_ends(state: State, path: Sequence[Point]) -> bool:
    """FUBAR-GRV-03: whether a move starts and ends on clear ground."""
    return not field.cover_at(state, path[0]) and not field.cover_at(state, path[-1])


def ignores_ground(state: State, figure: Figure, path: Sequence[Point], kind: str) -> bool:
    """FUBAR-GRV-03, VTL-05: whether nothing on the ground is in the way of this move."""
    if figure.profile.chassis == "vtol":
        return True
    return figure.profile.grav and kind == DRIVE and _clear_ends(state, path)


# --- What is in the way --------------------------------------------------------------------------------------


class Obstacles(NamedTuple):
    """What a unit must go round: closed terrain, and bases nobody passes through (FUBAR-ORD-11)."""

    closed: Ground
    bases: tuple[Base, ...]
    wrecks: tuple[Base, ...]


class Met(NamedTuple):
    """Something that stops a figure, and the words for it."""

    thing: Terrain | Base
    sentence: str
    rule: str


def obstacles(state: State, unit: Unit) -> Obstacles:
    enemies = [
        figure.base
        for enemy in state.units.values()
        if enemy.side != unit.side and enemy.on_table and not enemy.flying and not enemy.out_of_action
        for figure in enemy.active
    ]
    return Obstacles(closed_ground(state), tuple(enemies), tuple(field.wrecks(state)))


def closed_ground(state: State) -> Ground:
    """What nobody enters; FUBAR-SAP-02: a breached structure is not there any more."""
    found = state.content.closed
    if not any(piece.id in state.breached for piece in found.pieces):
        return found
    return Ground([piece for piece in found.pieces if piece.id not in state.breached])


def blocked(
    state: State, figure: Figure, path: Sequence[Point], kind: str, what: Obstacles, contact: bool = False
) -> Refused | None:
    """FUBAR-ORD-11, JMP-03: what stands in the way of a figure; None if nothing does.

    With `contact` the last leg may end touching an enemy. Jump packs clear what is up to 9 inches high.
    """
    if ignores_ground(state, figure, path, kind):
        return None
    for p, q in pairwise(path):
        met = in_the_way(state, figure, p, q, kind, what, contact)
        if met is not None:
            return Refused(met.sentence, met.rule)
    return None


def in_the_way(
    state: State, figure: Figure, p: Point, q: Point, kind: str, what: Obstacles, contact: bool = False
) -> Met | None:
    """FUBAR-ORD-11, JMP-03: the first thing that stops a figure on a straight leg, and the words for it."""
    base = figure.base
    over = jumps(figure, kind)
    facing = None if not base.round else 0
    for piece in what.closed.pieces_near(*box_around((p, q), base.reach)):
        if over and state.content.features[piece.id].height <= sheet.JUMP_HEIGHT:
            continue
        if sweep_hits_polygon(base, p, q, piece.shape, facing):
            rule = "FUBAR-JMP-03" if over else "FUBAR-ORD-11"
            return Met(piece, f"{piece.name or piece.kind} is in the way.", rule)
    if over:
        return None
    for hull in what.wrecks:
        if sweep_hits_base(base, p, q, hull, 0, facing) and not overlap(base, hull):
            return Met(hull, "a wreck is in the way.", "FUBAR-DMG-13")
    for enemy in what.bases:
        if sweep_hits_base(base, p, q, enemy, -10 if contact else 0, facing):
            return Met(enemy, "nobody passes through enemy bases.", "FUBAR-ORD-11")
    return None


def round_about(
    state: State, figure: Figure, ends: Sequence[Point], farthest: int, kind: str, what: Obstacles
) -> Path | None:
    """FUBAR-ORD-11, MEL-01: the shortest way into contact at one of these places, round whatever stands in the way."""
    room = figure.base.reach + 30

    def met(p: Point, q: Point) -> Met | None:
        return in_the_way(state, figure, p, q, kind, what, contact=True)

    def beside(met: Met) -> list[Point]:
        thing = met.thing
        spots = round_base(thing, room) if isinstance(thing, Base) else round_shape(thing.shape, room)
        return [spot for spot in spots if on_table(figure.base.moved(*spot), *state.content.size)]

    return way_round(figure.base.centre, ends, farthest, met, beside)


def may_stand(state: State, figure: Figure, base: Base, what: Obstacles) -> Refused | None:
    """Whether ground is open to who would stand on it: on the table, off impassable terrain and wrecks."""
    if not on_table(base, *state.content.size):
        return Refused("that is off the table.", "FUBAR-ORD-11")
    if figure.profile.chassis == "vtol":
        return None
    centre = base.centre
    for piece in what.closed.pieces:
        if sweep_hits_polygon(base, centre, centre, piece.shape, base.facing):
            return Refused(f"nobody can stand on {piece.name or piece.kind}.", "FUBAR-ORD-11")
    for hull in what.wrecks:
        if overlap(base, hull):
            return Refused("a wreck stands there.", "FUBAR-DMG-13")
    if figure.profile.chassis and field.cover_at(state, centre) == "hard":
        return Refused("no vehicle stands in hard cover.", "FUBAR-VEH-08")
    return None


def too_far(unit: Unit, spent: Cost, rule: str) -> Refused:
    has = "have" if plural(unit.name) else "has"
    words = f"{unit.name} would need {tidy(spent.used)} inches of movement and {has} {tidy(spent.allowed)}."
    return Refused(words, rule)
