"""Aiming support: what an FAO or FAC asks for fire on, the roll's common parts, and where the fire really falls."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from random import Random
from typing import NamedTuple

from umpire.battle.decisions import Call, Option, PickOne, Place, Refused, Route, Sieved, Sought
from umpire.dice import Direction, Procedure, Tally
from umpire.games.fwc import field
from umpire.games.fwc.actions import fire
from umpire.games.fwc.actions.hidden import secretly
from umpire.games.fwc.model import State, Unit, other
from umpire.games.fwc.procedures import AIRCRAFT_STRAY, GUNS_STRAY, Deviation, deviation
from umpire.table import XY, Base, Point, ahead, bearing, box_around, deviate, eyes, gap_to_point, length

Check = Callable[[Point], Refused | None]
Points = Callable[[], Sequence[Point]]
"""Points worth aiming at, found when somebody asks for them."""

POINT = "point"
"""The choice of a bare point instead of a unit."""

_GRANTED = "odds if the request goes through, with all who are asked, on target"
"""What the odds of support leave out, as the request itself comes later."""

MOST_POINTS = 12

_ROUND = tuple(range(0, 360, 45))
_AROUND = 25_000
"""Points all round an observer are so far from him, in thousandths of a cm."""


class Aim(NamedTuple):
    """Where support is asked for: a point, and the unit named as its aim if there is one (FWC-ART-07)."""

    point: Point
    target: str = ""


# --- What may be aimed at ------------------------------------------------------------------------------------


def why_not_here(state: State, observer: Unit, point: Point) -> Refused | None:
    """FWC-ART-07: an attack is aimed at a point on the table that the observer sees."""
    refusal = off_the_table(state, point)
    if refusal is None and not field.point_visible(state, observer, point):
        refusal = Refused(f"{observer.name} does not see that point.", "FWC-ART-07")
    return refusal if refusal is not None else holding_fire(state, observer, point)


def off_the_table(state: State, point: Point) -> Refused | None:
    width, depth = state.content.size
    if 0 <= point.x <= width and 0 <= point.y <= depth:
        return None
    return Refused("the aiming point must lie on the table.", "FWC-ART-07")


def holding_fire(state: State, observer: Unit, point: Point) -> Refused | None:
    """A side that holds its fire by scenario asks for none farther from the observer than it may fire."""
    rule = state.content.file.hold_fire
    if rule is None or rule.side != observer.side or state.sides[other(observer.side)].has_fired:
        return None
    if field.to_point(observer, point) <= rule.cm * 100:
        return None
    return Refused(f"{state.sides[observer.side].name} holds its fire at that distance.", "FWC-GEN-05")


class Seen(Sought[Unit]):
    """Enemies an observer sees and may call fire on, nearest first. They are looked for when somebody asks.

    Whether there is anybody is answered by the first one found: that is often all that is asked. `near` is a first
    sieve, sooner told than sight: no point of an enemy who does not pass it is `wanted`.
    """

    __slots__ = ("_all", "_near", "_observer", "_points", "_some", "_state", "_wanted")

    def __init__(
        self, state: State, observer: Unit, wanted: Callable[[Point], bool], near: Callable[[Unit], bool]
    ) -> None:
        self._state = state
        self._observer = observer
        self._wanted = wanted
        self._near = near
        self._all: list[Unit] | None = None
        self._points: dict[str, Point | None] = {}
        self._some: bool | None = None

    def possible(self) -> list[Unit]:
        """Those who may be among them."""
        return [enemy for enemy in self._state.of(other(self._observer.side)) if not enemy.hidden]

    def has(self, enemy: Unit) -> bool:
        """Whether this enemy is one of them."""
        return self.point(enemy) is not None

    def point(self, enemy: Unit) -> Point | None:
        """FWC-ART-07: where on this enemy the fire is aimed; None if he is none of them.

        That is his middle if the observer sees it. Of one who stands across the edge of a wood or a cloud he may see
        another part alone, and then that is it: the end of the line by which he sees him, or else some point that will
        do. FWC-DOM-01: across the edge of a dome, fire outside does not reach who has his middle inside.
        """
        points = self._points
        if enemy.id not in points:
            points[enemy.id] = self._point(enemy)
        return points[enemy.id]

    def _point(self, enemy: Unit) -> Point | None:
        if enemy.hidden or fire.holding_fire(self._state, self._observer, enemy) or not self._near(enemy):
            return None
        line = field.sight_line(self._state, self._observer, enemy)
        if line is None:
            return None
        middle, end = enemy.base.centre, line[1]
        if self._will_do(enemy, middle) and (end == middle or self._is_seen(enemy, middle)):
            return middle
        if self._will_do(enemy, end):
            return end
        return next((p for p in _points_on(enemy.base) if self._will_do(enemy, p) and self._is_seen(enemy, p)), None)

    def _will_do(self, enemy: Unit, point: Point) -> bool:
        if not self._wanted(point) or holding_fire(self._state, self._observer, point) is not None:
            return False
        return not field.dome_between(self._state, point.x, point.y, enemy)

    def _is_seen(self, enemy: Unit, point: Point) -> bool:
        return field.part_visible(self._state, self._observer, enemy, point)

    def _found(self) -> Iterator[Unit]:
        """They are looked at roughly by how near they are: who is near is most likely to be seen."""
        x, y = self._observer.base[:2]

        def about_how_far(enemy: Unit) -> int:
            return abs(enemy.base.x - x) + abs(enemy.base.y - y)

        return filter(self.has, sorted(self._state.of(other(self._observer.side)), key=about_how_far))

    def all(self) -> list[Unit]:
        if self._all is None:
            self._all = [enemy for _, enemy in field.nearest_first(self._observer, self._found())]
        return self._all

    def __bool__(self) -> bool:
        if self._some is None:
            self._some = next(self._found(), None) is not None
            if not self._some:
                self._all = []
        return self._some


def seen_targets(
    state: State,
    observer: Unit,
    wanted: Callable[[Point], bool] = lambda point: True,
    near: Callable[[Unit], bool] = lambda enemy: True,
) -> Seen:
    """Enemies an observer sees and may call fire on, at points that are wanted."""
    return Seen(state, observer, wanted, near)


def _points_on(base: Base) -> Iterator[Point]:
    """Points ever nearer to the middles of a base's sides and to its corners."""
    corners_and_sides = eyes(base)[1:]
    for tenths in (3, 6, 9):
        for x, y in (*corners_and_sides[4:], *corners_and_sides[:4]):
            yield Point(base.x + (x - base.x) * tenths // 10, base.y + (y - base.y) * tenths // 10)


def named_at(state: State, seat: str, point: Point) -> str:
    """FWC-ART-07: whoever aims at a point on an enemy's base has that enemy as his target."""
    ranks = state.ranks()
    for enemy in ranks.around(other(seat), *box_around((point,), ranks.widest)):
        if not enemy.hidden and gap_to_point(enemy.base, point.x, point.y) == 0:
            return enemy.id
    return ""


# --- Choosing ------------------------------------------------------------------------------------------------


def choose(
    state: State,
    observer: Unit,
    rule: str,
    named: Sequence[Unit],
    points: Points,
    check: Check,
    odds: Callable[[Unit, Point], Call | None],
) -> Procedure[Aim]:
    """The aim: one of these enemies, or a point that passes the check (`points` finds some that do)."""

    def look(key: str) -> Option | None:
        if key == POINT:
            anywhere = check(observer.base.centre) is None or points()
            return Option(POINT, "at a point on the table", rule) if anywhere else None
        enemy = state.units[key]
        point = aimed_at(enemy)
        if point is None:
            return None
        call = odds(enemy, point)
        return Option(key, f"at {enemy.name}{_remarks(state, enemy)}", rule, key, call, _GRANTED if call else "")

    def aimed_at(enemy: Unit) -> Point | None:
        return named.point(enemy) if isinstance(named, Seen) else enemy.base.centre

    def place(key: str) -> tuple[bool, int, str]:
        """Nearest first, the bare point last."""
        return (True, 0, "") if key == POINT else (False, field.distance(observer, state.units[key]), key)

    key = POINT
    if named:
        possible = named.possible() if isinstance(named, Seen) else named
        options = Sieved([*[enemy.id for enemy in possible], POINT], look, place)
        key = yield PickOne(observer.side, f"{observer.name}: fire on what?", rule, options, piece=observer.id)
    if key != POINT:
        point = aimed_at(state.units[key])
        assert point is not None
        return Aim(point, key)
    route: Route = yield Place(
        observer.side,
        f"{observer.name}: where is the aiming point?",
        rule,
        observer.id,
        lambda at: check(at.end),
        lambda: [Route((point,), 0) for point in (*points(), observer.base.centre)],
        shape="point",
        draw=lambda rng: Route((_drawn(state, observer, rng),), 0),
    )
    return Aim(route.end, named_at(state, observer.side, route.end))


def _remarks(state: State, enemy: Unit) -> str:
    remarks = []
    if enemy.designated:
        remarks.append("designated")
    if enemy.id in state.recon:
        remarks.append("observed")
    if camouflaged(state, enemy.id):
        remarks.append("camouflaged")
    return f" ({', '.join(remarks)})" if remarks else ""


def crowds(
    state: State, observer: Unit, seen: Sequence[Unit], cm: int, check: Check, more: Sequence[Point] = ()
) -> list[Point]:
    """Points worth a fire zone of this radius: between and beside enemies, objectives, all round; the best first.

    `more` are further points to consider.
    """

    ranks = state.ranks()

    def inside(spot: Point, seat: str) -> int:
        near = ranks.around(seat, *box_around((spot,), cm * 1000 + ranks.widest))
        return sum(not unit.hidden and gap_to_point(unit.base, *spot) <= cm * 1000 for unit in near)

    def worth(spot: Point) -> int:
        return inside(spot, other(observer.side)) - 2 * inside(spot, observer.side)

    kept = _allowed([*_spots_near(observer, seen, cm), *_fixed_spots(state, observer), *more], check)
    return sorted(kept, key=lambda spot: -worth(spot))[:MOST_POINTS]


def _drawn(state: State, observer: Unit, rng: Random) -> Point:
    """Some point at random, without weighing any: an objective, where he stands, all round."""
    here = observer.base.centre
    known = (*state.content.goals, here)
    at = int(rng.random() * (len(known) + len(_ROUND)))
    return known[at] if at < len(known) else ahead(here, _ROUND[at - len(known)], _AROUND)


def any_point(
    state: State, observer: Unit, seen: Sequence[Unit], cm: int, check: Check, more: Sequence[Point] = ()
) -> bool:
    """Whether there is any point to aim at, where the observer stands or one of those; they are not weighed."""
    if check(observer.base.centre) is None:
        return True
    if any(check(spot) is None for spot in (*_fixed_spots(state, observer), *more)):
        return True
    return any(check(spot) is None for spot in _spots_near(observer, seen, cm))


def _spots_near(observer: Unit, seen: Sequence[Unit], cm: int) -> list[Point]:
    """Between those who are seen, and before them."""
    spots: list[Point] = []
    near = list(seen[:8])
    for index, one in enumerate(near):
        for two in near[index + 1 :]:
            if length((one.base.centre, two.base.centre)) <= 2 * cm * 1000:
                spots.append(Point((one.base.x + two.base.x) // 2, (one.base.y + two.base.y) // 2))
    here = observer.base.centre
    spots += [ahead(each.base.centre, bearing(each.base.centre, here), 2 * each.base.reach) for each in near]
    return spots


def _fixed_spots(state: State, observer: Unit) -> list[Point]:
    """Objectives, and all round the observer."""
    return [*state.content.goals, *[ahead(observer.base.centre, turn, _AROUND) for turn in _ROUND]]


def screens(state: State, observer: Unit, check: Check, more: Sequence[Point] = ()) -> list[Point]:
    """Points worth a cloud: on the lines from the observer to the nearest enemies, else straight ahead, else `more`."""
    here = observer.base.centre
    spots: list[Point] = []
    for _, enemy in field.by_distance(state, observer)[:4]:
        heading = bearing(here, enemy.base.centre)
        spots += [ahead(here, heading, far) for far in (30_000, 20_000)]
    forward = (state.baseline_bearing(observer.side) + 180) % 360
    spots += [ahead(here, forward, far) for far in (30_000, 20_000, 10_000)]
    return _allowed([*spots, here, *more], check)[:MOST_POINTS]


def _allowed(spots: Iterable[Point], check: Check) -> list[Point]:
    return [spot for spot in dict.fromkeys(spots) if check(spot) is None]


# --- The request ---------------------------------------------------------------------------------------------


def command_value(state: State, unit: Unit, rule: str) -> Tally:
    """The command value a request is rolled against, blunders of the past included (FWC-BLD-14)."""
    now = state.command_value(unit)
    printed = Tally.of(unit.profile.cv, f"{unit.name}'s command value", rule)
    return printed.plus(now - unit.profile.cv, "earlier blunders", "FWC-BLD-14")


def camouflaged(state: State, target: str) -> bool:
    """FWC-ART-06, FWC-AIR-06, FWC-CAM-01: adaptive camouflage; it does not count when designated (FWC-DES-02)."""
    if not target:
        return False
    unit = state.units[target]
    designated = unit.designated and state.house.designator_effect
    return unit.profile.has("adaptive_camo") and not designated


def observed(state: State, targets: Iterable[str]) -> bool:
    """FWC-REC-02: whether a recon unit has observed one of these."""
    return any(target in state.recon for target in targets if target)


def use_recon(state: State, targets: Iterable[str]) -> None:
    """FWC-REC-02: the help of recon is for the next roll only."""
    gone = tuple(targets)
    state.recon = tuple(each for each in state.recon if each not in gone)


# --- Deviation -----------------------------------------------------------------------------------------------


def shifted(state: State, observer: Unit, aim: Aim, exact: bool) -> Procedure[XY]:
    """Where the fire really falls.

    FWC-ART-09 to 13, FWC-AIR-07 to 09: a die for every step between observer and target, one fewer for a higher
    observer, along the bearing of the directional die. FWC-TEC-02, 04, 06, 08: the step is that of the
    observer's side. FWC-ART-14: `exact`, after a double one, means no deviation at all.

    FWC-HID-01: how far, like the dice for it, tells of where the observer is: of a hidden one his owner alone hears it.
    """
    by = AIRCRAFT_STRAY if observer.profile.role == "FAC" else GUNS_STRAY
    centre: XY = (float(aim.point.x), float(aim.point.y))
    if exact and state.house.support_double_one == "no_deviation":
        state.tell("deviation", "the fire falls exactly on the aiming point", by.exact)
        return centre
    far, there, designated = field.to_point(observer, aim.point), aim.point, False
    if aim.target:  # that unit is the target, wherever on its base the fire is aimed (FWC-ART-07)
        target = state.units[aim.target]
        far, there = field.distance(observer, target), target.base.centre
        designated = target.designated and target.side != observer.side
    step = state.content.deviation_step(observer.side) * 100
    higher = field.elevated(state, observer, there)
    dice = deviation(state.house, far, step, higher, designated, by)
    off: Deviation = yield from secretly(state, (observer.id,), dice)
    only = observer.side if state.concealed(observer) else ""
    if off.cm == 0:  # FWC-ART-12
        state.tell("deviation", "the fire does not deviate", by.least, only=only)
        return centre
    heading: int = yield Direction(bearings=state.house.bearings, rule=by.direction, label="direction of deviation")
    state.tell("deviation", f"the fire deviates {off.cm} cm on bearing {heading}", by.distance, only=only)
    return deviate(centre, heading, off.cm * 1000)


# --- Friendly fire -------------------------------------------------------------------------------------------


def nearest_friend(state: State, seat: str, point: Point, rule: str) -> Procedure[Aim | None]:
    """FWC-ABL-06, 08, FWC-XBL-04: the friend nearest to the declared point; among equals the opponent chooses."""
    friends = [(field.to_point(unit, point), unit) for unit in state.of(seat)]
    if not friends:
        return None
    nearest = min(far for far, _ in friends)
    equal = [unit for far, unit in friends if far == nearest]
    shown = [unit for unit in equal if not unit.hidden]  # the opponent is not told of hidden ones
    chosen = (shown or equal)[0]
    if len(shown) > 1:
        options = [Option(unit.id, f"on {unit.name}", rule, unit.id) for unit in shown]
        key: str = yield PickOne(other(seat), "On whom does the enemy's own fire fall?", rule, options)
        chosen = state.units[key]
    return Aim(chosen.base.centre, chosen.id)
