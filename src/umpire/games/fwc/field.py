"""The battlefield as units see it: distance, sight, cover, ground underfoot.

All of it asks, nothing changes. Distances between units are whole hundredths of a centimetre (FWC-GEN-03).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import chain

from umpire.dice import Tally
from umpire.games.commander.distance import CONTACT as CONTACT
from umpire.games.commander.distance import HAIR as HAIR
from umpire.games.commander.distance import in_contact as in_contact
from umpire.games.commander.distance import nearer_than as nearer_than
from umpire.games.commander.sight import Line, some_line
from umpire.games.fwc import sheet
from umpire.games.fwc.blockers import Blocker, crossed, lines_left, near_line, outlines, parts, walls, widest
from umpire.games.fwc.content import Content
from umpire.games.fwc.model import State, Unit, other
from umpire.table import (
    Base,
    Point,
    Terrain,
    behind_front,
    closed,
    gap_to_point,
    gap_to_polygon,
    grazing_lines,
    in_arc,
    in_zone,
    keep,
    length,
    segment_crosses_circle_edge,
    segment_meets_circle,
)
from umpire.table.rounded import apart as apart
from umpire.table.rounded import rounded_within

# --- Distance ------------------------------------------------------------------------------------------------


def distance(a: Unit, b: Unit) -> int:
    """FWC-GEN-03: edge to edge, in hundredths of a cm."""
    return apart(a.base, b.base)


def units_within(a: Unit, b: Unit, cm: float) -> bool:
    """FWC-GEN-03: within a length includes the length itself."""
    return in_range(a, b, round(cm * 100) * 10)


def in_range(a: Unit, b: Unit, mils: int) -> bool:
    """FWC-FIR-12: exactly at the limit is inside."""
    return rounded_within(a.base, b.base, mils)


def to_point(unit: Unit, point: Point) -> int:
    """From a unit's edge to a point, in hundredths of a cm."""
    return apart(unit.base, _spot(point))


def point_within(unit: Unit, point: Point, mils: int) -> bool:
    """FWC-GEN-03: whether a point is no farther from a unit's edge than this, in thousandths of a cm."""
    return rounded_within(unit.base, _spot(point), mils)


def _spot(point: Point) -> Base:
    return Base(point.x, point.y, 0, 0, 0, True)


# --- Ground --------------------------------------------------------------------------------------------------


def level(content: Content, base: Base) -> int:
    """The height of the ground under the middle of a base."""
    return content.outlook.ground.height_at(base.centre)


def terrain_now(state: State) -> tuple[Terrain, ...]:
    """The terrain of the scenario and the wire laid since, as whole pieces (with openings cut: `obstacles`)."""
    return state.content.terrain + state.laid if state.laid else state.content.terrain


# --- Sight ---------------------------------------------------------------------------------------------------


def sees(state: State, a: Unit, b: Unit) -> bool:
    """FWC-LOS-01 to 03: whether some straight line between the two bases is clear."""
    return sight_line(state, a, b) is not None


def sight_line(state: State, a: Unit, b: Unit) -> Line | None:
    """FWC-LOS-01 to 03: a straight line from one base to the other that is clear; the one between their middles if it
    is."""
    return _sight_line(state, a, b.base, b.airborne, (a.id, b.id))


def _sight_line(state: State, watcher: Unit, there: Base, above: bool, themselves: tuple[str, ...]) -> Line | None:
    if above or watcher.airborne:
        return _line_from_above(state, watcher.base, there)
    return _line_on_the_ground(state, watcher.base, there, themselves)


def _line_from_above(state: State, a: Base, b: Base) -> Line | None:
    """FWC-LOS-03: over the ground and massive units, not through clouds and domes."""
    clouds = _zones_between(state, a, b)
    return _line_between(clouds, a, b) if clouds else (a.centre, b.centre)


def _line_between(moving: Sequence[Blocker], a: Base, b: Base) -> Line | None:
    """A line that is clear of what comes and goes, whatever the ground."""
    return some_line(
        a,
        b,
        crossed(moving),
        lambda: closed(a, b, walls(moving, a, b)),
        lambda: chain(lines_left(moving, a, b), grazing_lines(a, b, outlines(moving), True)),
    )


def _line_on_the_ground(state: State, a: Base, b: Base, themselves: tuple[str, ...]) -> Line | None:
    """FWC-LOS-01, 02, GEN-03: past the ground, and past what comes and goes."""
    for zone in state.zones:
        if parts(zone, a, b):
            return None
    line = state.content.outlook.line(a, b)
    if line is None:
        return None
    moving: list[Blocker] = []
    if state.zones:
        moving += _zones_between(state, a, b)
    if state.massive():
        moving += _massive_between(state, a, b, themselves)
    # The line that the ground leaves is the first to be tried.
    return _line_past(state.content, a, b, tuple(moving)) if moving and crossed(moving)(*line) else line


def _line_past(content: Content, a: Base, b: Base, moving: tuple[Blocker, ...]) -> Line | None:
    """A line that is clear of the ground and of what comes and goes."""
    key, memo = (a, b, moving), content.past_memo
    if key not in memo:
        keep(memo, key, _through_gap(content, a, b, moving))
    return memo[key]


def _through_gap(content: Content, a: Base, b: Base, moving: tuple[Blocker, ...]) -> Line | None:
    between = walls(moving, a, b)
    if closed(a, b, between):  # most often they need no help of the ground
        return None
    over, passes = content.outlook.prospect(a, b), crossed(moving)

    def hidden() -> bool:
        return any(_line_between((each,), a, b) is None for each in moving)

    return some_line(
        a,
        b,
        lambda p, q: passes(p, q) or over.blocked(p, q),
        lambda: over.is_closed(between),
        lambda: chain(lines_left(moving, a, b), over.narrow(outlines(moving), hidden=hidden)),
    )


def visible(state: State, watcher: Unit, target: Unit) -> bool:
    """Whether a unit on the table sees another that is not hidden (FWC-HID-01)."""
    return not target.hidden and target.on_table and sees(state, watcher, target)


def point_visible(state: State, watcher: Unit, point: Point) -> bool:
    """FWC-ART-07: whether a unit sees a point on the ground."""
    return _sight_line(state, watcher, _spot(point), False, (watcher.id,)) is not None


def part_visible(state: State, watcher: Unit, target: Unit, point: Point) -> bool:
    """FWC-ART-07: whether a unit sees another at this point of its base."""
    return _sight_line(state, watcher, _spot(point), target.airborne, (watcher.id, target.id)) is not None


def _zones_between(state: State, a: Base, b: Base) -> list[Blocker]:
    """Smoke and domes near the lines between two bases."""
    wide = widest(a, b)
    return [zone for zone in state.zones if near_line(zone.x, zone.y, zone.radius + wide, a, b)]


def _massive_between(state: State, a: Base, b: Base, themselves: tuple[str, ...]) -> list[Blocker]:
    """FWC-MAS-01: massive units near the line between two others; hidden ones block nothing (FWC-HID-01).

    Nor does one hide the point it stands on: it can be aimed at (FWC-ART-07) and defended (FWC-AAF-02).
    """
    found: list[Blocker] = []
    wide = widest(a, b)
    for unit in state.massive():
        if unit.hidden or unit.airborne or unit.id in themselves:
            continue
        if near_line(unit.base.x, unit.base.y, unit.base.reach + wide, a, b):
            if gap_to_point(unit.base, b.x, b.y) > 0:
                found.append(unit.base)
    return found


def dome_between(state: State, x: float, y: float, unit: Unit) -> bool:
    """FWC-ART-21, DOM-01: whether a dome's edge parts a point from a unit's middle."""
    spot = (x, y)
    return any(
        zone.kind == "dome" and segment_crosses_circle_edge(spot, unit.base.centre, zone.circle) for zone in state.zones
    )


def parted_by_dome(state: State, unit: Unit, enemy: Unit) -> bool:
    """The same of a unit's middle and every point of an enemy's base."""
    here = _spot(unit.base.centre)
    return any(zone.kind == "dome" and parts(zone, here, enemy.base) for zone in state.zones)


def under_dome(state: State, unit: Unit) -> bool:
    """Whether the middle of a unit is inside a dome."""
    spot = unit.base.centre
    return any(zone.kind == "dome" and segment_meets_circle(spot, spot, zone.circle) for zone in state.zones)


# --- Enemies -------------------------------------------------------------------------------------------------


def nearest_visible(
    state: State, unit: Unit, within_cm: float | None = None, wanted: Callable[[Unit], bool] | None = None
) -> list[Unit]:
    """The nearest enemies a unit sees, of those that are wanted: several if equally near (FWC-INI-04), none if nobody
    is seen.
    """
    best: list[Unit] = []
    limit = 10**9 if within_cm is None else round(within_cm * 100)
    for far, enemy in by_distance(state, unit, limit * 10):
        if far > limit:
            break
        if (wanted is not None and not wanted(enemy)) or not visible(state, unit, enemy):
            continue
        best.append(enemy)
        limit = far
    return best


def sees_enemy(state: State, unit: Unit, within_cm: int) -> bool:
    """Whether there is anybody for `nearest_visible`."""
    limit = within_cm * 1000
    for enemy in state.near(other(unit.side), unit.base, limit):
        if rounded_within(unit.base, enemy.base, limit) and visible(state, unit, enemy):
            return True
    return False


def by_distance(state: State, unit: Unit, within_mils: int | None = None) -> list[tuple[int, Unit]]:
    """All enemies on the table that are not hidden, nearest first; with a limit, only those who may be so near."""
    seat = other(unit.side)
    near = state.of(seat) if within_mils is None else state.near(seat, unit.base, within_mils)
    return nearest_first(unit, [enemy for enemy in near if not enemy.hidden])


def nearest_first(unit: Unit, others: Iterable[Unit]) -> list[tuple[int, Unit]]:
    """Units by their distance from another, which is told; equal ones by their ids."""
    base = unit.base
    rows = [(apart(base, each.base), each.id, each) for each in others]
    rows.sort()  # no two have one id: units themselves are never compared
    return [(far, each) for far, _, each in rows]


def installations(state: State, seat: str) -> list[Unit]:
    """The installations of a side on the table; as they stay the same for long, they are noted."""
    ranks = state.ranks()
    found: list[Unit] | None = ranks.notes[seat].get("installations")
    if found is None:
        found = ranks.notes[seat]["installations"] = [
            unit for unit in ranks.sides[seat] if unit.profile.is_installation
        ]
    return found


# --- Cover and facing ----------------------------------------------------------------------------------------

_SHELTER = sheet.SHELTER_CM * 1000 + HAIR


def cover(state: State, target: Unit, source: Point | None) -> tuple[str, str]:
    """FWC-HIT-04, 05: the best single cover of a unit against fire from a point (None: from above), and its name.

    FWC-FLY-01: what flies has none.
    """
    if target.airborne:
        return "open", "airborne"
    found = [("open", "in the open")]
    for piece in state.content.under(target.base):
        kind = sheet.COVER_OF_GROUND.get(piece.kind)
        if kind is not None:
            found.append((kind, piece.name))
    if target.in_dugout:
        found.append(("hard", "dug-out"))
    if target.inside:
        found.append(("hard", state.units[target.inside].name))
    if target.dug_in:
        sheltered = target.profile.is_foot or target.profile.is_gun or target.profile.cls == "artillery"
        found.append(("hard" if sheltered else "partial", "dug in"))
    if any(zone.kind == "smoke" and in_zone(target.base, zone.circle) for zone in state.zones):
        found.append(("soft", "edge of obscurants"))
    if source is not None:
        found += _sheltered(state, target, source)
    best = max(found, key=lambda each: sheet.SCORE_TO_HIT[each[0]])
    if state.house.camo_cover_step and _stationary_camouflage(state, target):
        return _STEP_BETTER[best[0]], f"{best[1]}, adaptive camouflage"
    return best


_STEP_BETTER = {"open": "soft", "soft": "hard", "partial": "hard", "hard": "hard", "full": "full"}


def _stationary_camouflage(state: State, target: Unit) -> bool:
    """Who has better cover by the house rule `camo_cover_step`; without it nobody (FWC-CAM-01)."""
    still = target.moved == 0 or target.moved < state.player_turn - 1
    return still and target.profile.has("adaptive_camo")


def _sheltered(state: State, target: Unit, source: Point) -> list[tuple[str, str]]:
    """Walls, and the crest of a height, between the attacker and a base close behind it (FWC-GEN-03: its edge)."""
    found: list[tuple[str, str]] = []
    content, here = state.content, target.base.centre
    high = level(content, target.base)
    for piece, enter, _ in content.sheltering.along(source, here):
        if piece.kind == "wall":
            if gap_to_polygon(target.base, piece.shape) <= _SHELTER:
                found.append(("partial", piece.name))
        elif piece.height == high and enter > 0 and not target.profile.is_foot:
            share = enter / length((source, here))
            crest = source.x + (here.x - source.x) * share, source.y + (here.y - source.y) * share
            if gap_to_point(target.base, *crest) <= _SHELTER:
                found.append(("partial", "hull-down"))
    return found


def score_to_hit(state: State, target: Unit, source: Point | None, assaulting: bool = False) -> Tally:
    """FWC-HIT-01 to 03: what a die must score to hit this unit, and why."""
    if target.profile.is_installation:
        return Tally.of(target.profile.score, "installation", "FWC-INS-01")
    if assaulting:
        return Tally.of(sheet.SCORE_TO_HIT["open"], "assaulting, in the open", "FWC-CA-11")
    kind, name = cover(state, target, source)
    return score_for(kind, name)


def score_for(kind: str, name: str = "") -> Tally:
    words = name if kind == "open" and name else (f"{kind} cover" + (f" ({name})" if name else ""))
    return Tally.of(sheet.SCORE_TO_HIT[kind], words, sheet.RULE_TO_HIT[kind])


def has_flank(state: State, target: Unit) -> bool:
    """FWC-FIR-05: infantry on foot, dug-in units and what flies have no flank to fire."""
    if target.airborne or target.dug_in or target.in_dugout or target.profile.is_installation:
        return False
    return state.house.infantry_facing or not target.profile.is_foot


def on_flank(state: State, target: Base, source: Point) -> bool:
    """Whether a point lies on the flank or rear of a base."""
    if state.house.front_arc == 180:
        return behind_front(target, source)
    return not in_arc(target, source, state.house.front_arc)


def elevated(state: State, watcher: Unit, point: Point) -> bool:
    """FWC-ART-12: the watcher's ground is at least one level above that of the target."""
    return level(state.content, watcher.base) > state.content.ground.height_at(point)
