"""A unit on its way: the path of each figure beside that of its guide, and where all are after a distance.

The player draws one path, for the guide; the others keep their arrangement, close up or go round what is in the way,
and any of them may be put somewhere by hand. Paths are declared whole before anybody moves (FUBAR-REA-05).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from umpire.battle.decisions import Refused, Route
from umpire.battle.words import acts
from umpire.dice.inputs import shown
from umpire.games.fubar import field, sheet
from umpire.games.fubar.actions import going
from umpire.games.fubar.actions.going import DRIVE, Cost, Obstacles
from umpire.games.fubar.actions.standing import CLEAR
from umpire.games.fubar.model import State
from umpire.games.fubar.units import Figure, Unit
from umpire.table import Base, Point, follow, free, length, overlap, point_at, within


class Track(NamedTuple):
    """The path of one figure, and how it faces at its end."""

    figure: str
    path: tuple[Point, ...]
    facing: int

    @property
    def size(self) -> float:
        return length(self.path)


class March(NamedTuple):
    """A declared move of a unit, and how far it has come."""

    unit: str
    kind: str
    tracks: tuple[Track, ...]
    guide: str
    gone: float = 0.0
    done: tuple[str, ...] = ()
    """Hazards that have struck already."""
    silent: bool = False
    """It may not fire with this move (FUBAR-VEH-04)."""

    @property
    def size(self) -> float:
        """How long the longest of its paths is."""
        return max((track.size for track in self.tracks), default=0.0)

    @property
    def path(self) -> tuple[Point, ...]:
        """The path by which the move is told and pointed at: the guide's, or that of somebody who goes farther."""
        longest = self.tracks[0]
        for track in self.tracks[1:]:
            more = round(track.size) - round(longest.size)
            if more > 0 or (more == 0 and track.figure == self.guide):
                longest = track
        return longest.path

    def moving(self, gone: float) -> list[str]:
        """Who is under way when all have gone so far: not who stays, nor who has come to his place before."""
        return [track.figure for track in self.tracks if track.size > 0 and gone <= track.size + field.SLACK]


# --- Where they are ------------------------------------------------------------------------------------------


def at(march: March, figure: Figure, gone: float) -> Figure:
    """FUBAR-REA-05: a figure when all have gone so far, each by the same distance along its own path."""
    for track in march.tracks:
        if track.figure == figure.id:
            if gone >= track.size:
                return figure.at(track.path[-1], track.facing)
            point, heading = point_at(track.path, gone)
            return figure.at(point, figure.base.facing if figure.base.round else heading)
    return figure


def unit_at(march: March, unit: Unit, gone: float) -> Unit:
    """The unit as it is when all have gone so far; who has fallen stays where he is."""
    return unit.with_figures([at(march, figure, gone) for figure in unit.active])


def gone_by(march: March, figure: str) -> tuple[Point, ...]:
    """The way of a figure as far as it has come; nothing for who has none."""
    for track in march.tracks:
        if track.figure == figure:
            turns = [spot for index, spot in enumerate(track.path) if length(track.path[: index + 1]) < march.gone]
            return (*turns, point_at(track.path, min(march.gone, track.size))[0])
    return ()


def imagined(state: State, march: March, gone: float) -> State:
    """The battle as it would be with the unit that far on its way."""
    twin = state.copy()
    twin.units[march.unit] = unit_at(march, state.units[march.unit], gone)
    return twin


# --- Declaring -----------------------------------------------------------------------------------------------


def movers(unit: Unit) -> tuple[Figure, ...]:
    """FUBAR-UNIT-05: who moves with an activation: all that are fit and were reached by it."""
    return tuple([figure for figure in unit.active if not figure.left])


def guide(unit: Unit) -> Figure:
    """The figure whose path is drawn: the Leader, else the first of the main body."""
    able = movers(unit)
    leader = next((figure for figure in able if figure.profile.has("leader")), None)
    if leader is not None:
        return leader
    if len(able) < 2:
        return able[0]
    bodies = field.bodies(able)
    size = max(len(body) for body in bodies)
    return next(body for body in bodies if len(body) == size)[0]


class Around(NamedTuple):
    """What stands round a unit that is to move: what it must go round, enemies to keep clear of, places taken."""

    what: Obstacles
    near: tuple[Base, ...]
    taken: tuple[tuple[str, Base], ...]


def around(state: State, unit: Unit) -> Around:
    enemies = [e for e in state.enemies(unit.side) if not e.is_vehicle]
    others = [each for each in state.on_table() if each.id != unit.id]
    return Around(
        going.obstacles(state, unit),
        tuple([figure.base for enemy in enemies for figure in enemy.active]),
        tuple([(each.name, base) for each in others for base in field.hold_ground(each)]),
    )


def in_contact(end: Base, enemies: Sequence[Base]) -> Refused | None:
    """Contact is for assaults (FUBAR-MEL-01)."""
    if any(within(end, enemy, CLEAR) for enemy in enemies):
        return Refused("only an assault takes figures into contact with the enemy.", "FUBAR-MEL-01")
    return None


def guide_refused(state: State, unit: Unit, route: Route, kind: str, near: Around) -> Refused | None:
    """Why the guide itself may not go so; the others are not looked at."""
    first = guide(unit)
    if route.path[0] != first.base.centre:
        return Refused(f"the path of {unit.name} must begin where {_who(unit, first)} stands.", "FUBAR-ORD-11")
    if unit.immobile and (len(route.path) > 1 or (not first.base.round and route.facing != first.base.facing)):
        return Refused(f"{acts(unit.name, 'is')} immobilised.", "FUBAR-DMG-06")
    way = _Way(state, unit, route, kind, near)
    return way.why_not(first, route.path, way.end_base(first))


def plan(
    state: State, unit: Unit, route: Route, kind: str, forced: bool = False, near: Around | None = None
) -> March | Refused:
    """The paths of all figures for a path of the guide; or why that cannot be (FUBAR-ORD-11, GEN-08).

    FUBAR-MED-02: in a forced move the wounded may be left.
    """
    able = movers(unit)
    first = guide(unit)
    here = near if near is not None else around(state, unit)
    refusal = guide_refused(state, unit, route, kind, here)
    if refusal is not None:
        return refusal
    way = _Way(state, unit, route, kind, here)
    ends = way.ends(able, first)
    if isinstance(ends, Refused):
        return ends
    tracks: list[Track] = []
    silent = False
    for figure, end in zip(able, ends, strict=True):
        path = route.path if figure.id == first.id else way.path_to(figure, end)
        if path is None:
            return Refused(f"{_who(unit, figure)} cannot get there.", "FUBAR-ORD-11")
        spent = going.cost(state, unit, figure, path, kind)
        silent = silent or (isinstance(spent, Cost) and spent.silent)
        tracks.append(Track(figure.id, path, end.facing))
    march = March(unit.id, kind, tuple(tracks), first.id, silent=silent)
    return march if forced else leaves_wounded(state, unit, march) or march


def _who(unit: Unit, figure: Figure) -> str:
    return figure.profile.name if len(unit.figures) > 1 else unit.name


class _Way:
    """One declared route, looked at for each figure."""

    def __init__(self, state: State, unit: Unit, route: Route, kind: str, near: Around) -> None:
        self.state = state
        self.unit = unit
        self.route = route
        self.kind = kind
        self.start = route.path[0]
        self.what, self.near, self.taken = near
        self.found: dict[tuple[str, Base], tuple[Point, ...] | None] = {}

    def end_base(self, figure: Figure) -> Base:
        return figure.base.placed(*self.route.end, self.facing(figure))

    def facing(self, figure: Figure) -> int:
        return figure.base.facing if figure.base.round else self.route.facing

    def why_not(self, figure: Figure, path: Sequence[Point], end: Base) -> Refused | None:
        """Why a figure may not take this path to this place."""
        if end == figure.base and not length(path):
            return None  # he stays, even where a hull fell on him
        spent = going.cost(self.state, self.unit, figure, path, self.kind)
        if isinstance(spent, Refused):
            return spent
        if not spent.fits:
            return going.too_far(self.unit, spent, _rate_rule(figure, self.kind))
        return (
            going.may_stand(self.state, figure, end, self.what)
            or self._too_near(end)
            or self._taken(end)
            or going.blocked(self.state, figure, path, self.kind, self.what)
        )

    def _taken(self, end: Base) -> Refused | None:
        for name, base in self.taken:
            if overlap(end, base):
                return Refused(f"{acts(name, 'stands')} there.", "FUBAR-ORD-11")
        return None

    def _too_near(self, end: Base) -> Refused | None:
        return in_contact(end, self.near)

    def path_to(self, figure: Figure, end: Base) -> tuple[Point, ...] | None:
        """The first way that leads a figure to a place: beside the guide's path, straight, or along that path."""
        key = (figure.id, end)
        if key not in self.found:
            self.found[key] = self._path_to(figure, end)
        return self.found[key]

    def _path_to(self, figure: Figure, end: Base) -> tuple[Point, ...] | None:
        here, there = figure.base.centre, end.centre
        allowed = going.allowance(self.state, self.unit, figure, self.kind)
        if length((here, there)) > allowed + field.SLACK:
            return None
        dx, dy = here.x - self.start.x, here.y - self.start.y
        middle = self.route.path[1:-1]
        ways: list[tuple[Point, ...]] = []
        if middle:
            ways.append((here, *[Point(p.x + dx, p.y + dy) for p in middle], there))
        ways.append((here, there))
        if middle:
            ways.append((here, *middle, there))
        return next((way for way in ways if self.why_not(figure, way, end) is None), None)

    def ends(self, able: Sequence[Figure], first: Figure) -> list[Base] | Refused:
        """Where each figure comes to stand: cohesion kept if it can be (FUBAR-UNIT-03), else as near as may be."""
        by_hand = dict(self.route.figures)
        known = [figure.id for figure in able]
        strange = [name for name in by_hand if name not in known or name == first.id]
        if strange:
            return Refused(f"{shown(strange[0])} cannot be put by hand with this move.", "FUBAR-GEN-08")
        if len(able) == 1:
            return [self.end_base(first)]
        if len(self.route.path) == 1 and not by_hand:
            return [figure.base for figure in able]
        told = {index: by_hand[figure.id] for index, figure in enumerate(able) if figure.id in by_hand}
        for index, spot in told.items():
            refusal = self._by_hand(able[index], able[index].base.moved(*spot))
            if refusal is not None:
                return refusal
        placed = self._follow(able, first, told)
        if placed is None:
            return Refused(f"not all of {self.unit.name} can get there.", "FUBAR-ORD-11")
        clash = _clash(placed)
        return Refused("two figures cannot stand on the same place.", "FUBAR-ORD-11") if clash else placed

    def _by_hand(self, figure: Figure, end: Base) -> Refused | None:
        if self.path_to(figure, end) is not None:
            return None
        straight = (figure.base.centre, end.centre)
        return self.why_not(figure, straight, end) or Refused("nobody gets there.", "FUBAR-ORD-11")

    def _follow(self, able: Sequence[Figure], first: Figure, told: dict[int, Point]) -> list[Base] | None:
        others = [base for _, base in self.taken]
        moving = [figure.id for figure in able]
        others += [figure.base for figure in self.unit.active if figure.id not in moving]
        leader = next(index for index, figure in enumerate(able) if figure.id == first.id)
        bases = [figure.base for figure in able]
        for cohesion in (sheet.COHESION, None):
            found = follow(
                bases, self.route.end, leader=leader, by_hand=told, others=others, table=self.state.content.size,
                cohesion=cohesion, fits=lambda index, base: self.path_to(able[index], base) is not None,
            )  # fmt: skip
            if found is not None:
                return found
        return self._stay_behind(able, leader, told, others)

    def _stay_behind(
        self, able: Sequence[Figure], leader: int, told: dict[int, Point], others: Sequence[Base]
    ) -> list[Base] | None:
        """FUBAR-UNIT-04: who finds no place ahead stays where he stands, if the others leave him room."""
        placed: dict[int, Base] = {leader: able[leader].base.moved(*self.route.end)}
        placed.update({index: able[index].base.moved(*spot) for index, spot in told.items()})
        dx, dy = self.route.end.x - self.start.x, self.route.end.y - self.start.y
        for index, figure in enumerate(able):
            if index in placed:
                continue
            base = figure.base
            taken = list(placed.values())
            for share in (4, 3, 2, 1, 0):
                there = base.moved(base.x + dx * share // 4, base.y + dy * share // 4)
                if free(there, taken) and free(there, others) and (not share or self.path_to(figure, there)):
                    placed[index] = there
                    break
            else:
                return None
        return [placed[index] for index in range(len(able))]


def _clash(bases: Sequence[Base]) -> bool:
    return any(overlap(base, other) for index, base in enumerate(bases) for other in bases[:index])


def _rate_rule(figure: Figure, kind: str) -> str:
    if kind == DRIVE:
        return sheet.CHASSIS[figure.profile.chassis].rule
    if figure.profile.jump and kind in ("walk", "run"):
        return "FUBAR-JMP-01" if kind == "walk" else "FUBAR-JMP-02"
    return sheet.ACTIONS[kind].rule


# --- The wounded ---------------------------------------------------------------------------------------------


def leaves_wounded(state: State, unit: Unit, march: March) -> Refused | None:
    """FUBAR-MED-02: a force that tends its wounded does not end a move away from them."""
    if not state.sides[unit.side].tends or not unit.wounded or march.size <= 0:
        return None
    ended = unit_at(march, unit, march.size)
    for hurt in unit.wounded:
        if not any(field.near(hurt.base, figure.base, sheet.TEND) for figure in ended.active):
            return Refused(f"{unit.name} cannot leave a wounded comrade alone.", "FUBAR-MED-02")
    return None
