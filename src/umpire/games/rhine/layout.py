"""Where units may stand at first, and a sensible place for each: squads in fortifications, tanks where it matters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import hypot
from typing import NamedTuple

from umpire.battle.places import wholly_in
from umpire.games.rhine.actions.mortar import is_mortar
from umpire.games.rhine.actions.terrain import closed_by, mobility
from umpire.games.rhine.content import Content
from umpire.games.rhine.model import State, Unit
from umpire.table import Base, Point, Polygon, Terrain, ahead, contains, free, inside_share, keep, mils
from umpire.table.placing import Search

PLANS = {"centre": 0.0, "left": -0.25, "right": 0.25}
"""Where along its zone a side masses, as its commander sees it: a share of the zone's width from its middle."""

SPACING = 1500
"""The room a plan leaves around each unit, so that one explosion does not shake half of a side."""

BACK = 5000
"""How far behind the others a plan puts what shoots far."""

_ORDER = ("MBT", "LIGHT", "APC", "INF", "SUPPORT")

Places = dict[str, Base]


class Zone(NamedTuple):
    """The deployment zone of a side, and the way it looks."""

    shape: Polygon
    toward: int
    """The bearing to the enemy."""

    @property
    def middle(self) -> Point:
        return Point((self.shape[0].x + self.shape[2].x) // 2, (self.shape[0].y + self.shape[2].y) // 2)

    def at(self, share: float, forward: float) -> Point:
        """A place of the zone: shares of its width to the right, and of its depth to the front, from its middle."""
        wide, deep = self.shape[2].x - self.shape[0].x, self.shape[2].y - self.shape[0].y
        if self.toward in (90, 270):
            wide, deep = deep, wide
        right = ahead(self.middle, (self.toward + 90) % 360, round(wide * share))
        return ahead(right, self.toward, round(deep * forward))


def zone(content: Content, seat: str) -> Zone:
    west, south, east, north = (mils(edge) for edge in content.side(seat).zone)
    corners = (Point(west, south), Point(east, south), Point(east, north), Point(west, north))
    return Zone(corners, (content.baseline[seat] + 180) % 360)


def barred(content: Content, unit: Unit, base: Base) -> str:
    """RHINE-TERR-14, TERR-02: the rule that keeps a unit off this ground, if one does."""
    over = [river for piece in content.crossings.at(base.centre) for river in content.features[piece.id].replaces]
    moves = mobility(unit.profile)
    for piece in content.going.touched_by(base):
        rule = "" if piece.id in over else closed_by(content, piece.id, moves)
        if rule:
            return rule
    return ""


# --- By plan -------------------------------------------------------------------------------------------------


def lay_out(state: State, seat: str, units: Sequence[Unit], plan: str) -> Places | None:
    """A place for each of these units, None if not all find one; worked out once for what already stands on the table.

    Passengers get one only where a fortification waits for them; the others stay aboard.
    """
    content = state.content
    standing = tuple(unit.base for unit in state.on_table())
    key = (plan, tuple(unit.id for unit in units), standing)
    memo = content.deploy_memo
    if key not in memo:
        keep(memo, key, _placed(content, seat, units, standing, PLANS[plan]), 2000)
    return memo[key]


def _placed(
    content: Content, seat: str, units: Sequence[Unit], standing: Sequence[Base], share: float
) -> Places | None:
    found = _garrison(content, seat, units, standing)
    # Units of a kind that gather at one point look on where the last was put, or a hundred would take seconds.
    searches: dict[tuple[str, Base, Point], list[_Try]] = {}
    for unit, near in _posts(content, seat, [u for u in units if u.id not in found and not u.carried_by], share):
        kind = unit.profile.id, unit.base.moved(0, 0), near
        if kind not in searches:
            searches[kind] = _tries(content, unit, near)
        base = _first_place(searches[kind], [*standing, *found.values()])
        if base is None:
            return None
        found[unit.id] = base
    return found


class _Try(NamedTuple):
    """One way to find a place: how much room is to be left around it, and the search for it."""

    room: int
    search: Search


def settle(content: Content, unit: Unit, near: Point, taken: Sequence[Base]) -> Base | None:
    """The place in its zone nearest to a point where a unit can stand; None if there is none."""
    return _first_place(_tries(content, unit, near), taken)


def _tries(content: Content, unit: Unit, near: Point) -> list[_Try]:
    """If possible a place with room around it and easy to leave, else any; if need be the unit stands sideways."""
    area = zone(content, unit.side).shape

    def good(base: Base) -> bool:
        return not barred(content, unit, base) and not _hard_to_leave(content, unit, base)

    def possible(base: Base) -> bool:
        return not barred(content, unit, base)

    sideways = unit.base.turned(unit.base.facing + 90)
    tries = ((unit.base, SPACING, good), (unit.base, 0, good), (unit.base, 0, possible), (sideways, 0, possible))
    return [_Try(room, Search(base, area, content.size, legal, near=near)) for base, room, legal in tries]


def _first_place(tries: Sequence[_Try], taken: Sequence[Base]) -> Base | None:
    for room, search in tries:
        found = search.next([_grown(each, room) for each in taken] if room else taken)
        if found is not None:
            return found
    return None


def _grown(base: Base, room: int) -> Base:
    return Base(base.x, base.y, base.facing, base.width + 2 * room, base.depth + 2 * room, base.round)


def _hard_to_leave(content: Content, unit: Unit, base: Base) -> bool:
    """Whether a move from here begins with a test that is not easy: only tracks care little about rough ground."""
    features = [content.features[piece.id] for piece in content.going.touched_by(base)]
    going = [feature.foot if unit.profile.is_foot else feature.vehicles for feature in features]
    return "very_rough" in going or ("rough" in going and unit.profile.mobility in ("wheeled", "atv"))


def _posts(content: Content, seat: str, units: Sequence[Unit], share: float) -> Iterator[tuple[Unit, Point]]:
    """Units with the place each gathers at, the hardest fighters first.

    A side that stands on most of the objectives already gathers at them, half of it at the one where it masses. One
    that has to come to them stands in front, what shoots far behind that, and its teams keep what is at home.
    """
    area = zone(content, seat)
    front = area.at(share, 0.5)
    goals = sorted(
        [goal.point for goal in content.objectives if contains(area.shape, goal.point)],
        key=lambda at: hypot(at.x - front.x, at.y - front.y),
    )
    holds = 2 * len(goals) > len(content.objectives)
    ordered = sorted(units, key=lambda unit: (_ORDER.index(unit.profile.cls), unit.profile.command))
    for index, unit in enumerate(ordered):
        if holds:
            at = goals[0] if index % 2 == 0 or len(goals) == 1 else goals[1 + index // 2 % (len(goals) - 1)]
            yield unit, ahead(at, (area.toward + 180) % 360, BACK) if _stays_back(unit) else at
        elif unit.profile.cls == "SUPPORT" and goals:
            yield unit, goals[0]
        else:
            yield unit, area.at(share, -0.25) if _stays_back(unit) else front


def _stays_back(unit: Unit) -> bool:
    """Anti-aircraft vehicles, missile carriers and mortars."""
    profile = unit.profile
    if profile.cls == "LIGHT":
        return bool(profile.aa) or any(weapon.is_atgm for weapon in profile.weapons)
    return is_mortar(unit)


# --- Fortifications ------------------------------------------------------------------------------------------


def _garrison(content: Content, seat: str, units: Sequence[Unit], standing: Sequence[Base]) -> Places:
    """Foot units in the fortifications of the zone, the nearest to an objective first; RHINE-MTR-01: no mortars."""
    found: Places = {}
    forts = _forts(content, seat)
    for unit in sorted(units, key=lambda unit: _ORDER.index(unit.profile.cls)):
        if not unit.profile.is_foot or is_mortar(unit):
            continue
        for fort in forts:
            place = fort_place(content, unit, fort)
            if place is not None and free(place, [*standing, *found.values()], content.size):
                found[unit.id] = place
                break
    return found


def _forts(content: Content, seat: str) -> list[Terrain]:
    """The fortifications of a side's zone, the nearest to an objective first."""
    area = zone(content, seat).shape
    mine = [piece for piece in content.forts.pieces if contains(area, _middle(piece))]
    return sorted(mine, key=lambda piece: (_to_objective(content, _middle(piece)), piece.id))


def _middle(piece: Terrain) -> Point:
    west, south, east, north = piece.bounds
    return Point((west + east) // 2, (south + north) // 2)


def _to_objective(content: Content, point: Point) -> float:
    return min([hypot(goal.point.x - point.x, goal.point.y - point.y) for goal in content.objectives], default=0.0)


def fort_place(content: Content, unit: Unit, fort: Terrain) -> Base | None:
    """The middle of a fortification, if a unit can stand there with more than half of its base in it."""
    base = unit.base.moved(*_middle(fort))
    area = zone(content, unit.side).shape
    if not wholly_in(base, area) or barred(content, unit, base):
        return None
    return base if inside_share(base, fort.shape) > 0.5 else None


def places_by_hand(content: Content, unit: Unit) -> list[Base]:
    """Places worth offering in a zone: a grid, and for foot units the fortifications."""
    area = zone(content, unit.side)
    grid = [area.at(share / 8, forward / 4) for share in range(-3, 4) for forward in (1, 0, -1)]
    found = [unit.base.moved(*at) for at in grid]
    if unit.profile.is_foot:
        forts = [fort_place(content, unit, fort) for fort in _forts(content, unit.side)]
        found += [place for place in forts if place is not None]
    return found
