"""Step 5: the Broken flee, and who was told to fall back does (AWT-RD-05, CM)."""

from __future__ import annotations

from itertools import pairwise

from umpire.battle.decisions import Option, PickOne
from umpire.battle.rolling import by
from umpire.battle.seats import other
from umpire.battle.words import does, tidy
from umpire.dice import Procedure
from umpire.games.awt import ending, field, forming, losses, procedures, sheet
from umpire.games.awt.actions import terrain
from umpire.games.awt.actions.marching import Placing
from umpire.games.awt.field import SLACK
from umpire.games.awt.model import State, Unit
from umpire.games.awt.walking import Walk, farthest, toward
from umpire.table import (
    Base,
    Path,
    Point,
    bearing,
    follow,
    free,
    gap,
    length,
    near_any,
    on_table,
    overlap,
    point_at,
    touching,
)

_SHIFTS = (0, 2000, -2000, 4000, -4000, 7000, -7000, 11_000, -11_000)
"""Where along its edge a way for a fleeing unit is looked for first."""
_TRIES = 3
"""How often it is looked for again, with places of the edge beside what else was met."""


def compulsory(state: State) -> Procedure[None]:
    """AWT-RD-05: the side with priority in the Command Phase moves all of its own first."""
    for seat in (state.priority, other(state.priority)):
        waiting = [unit for unit in state.of(seat) if must_move(unit) and unit.id not in state.fought]
        if waiting:
            yield from _one(state, seat, waiting)
            ending.check_wiped_out(state)
            return
    state.fought = ()
    state.troop = "cannonade"
    state.phase = "bid"


def must_move(unit: Unit) -> bool:
    """AWT-CM-01: Broken units as long as they are Broken; those told to fall back while in combat."""
    return unit.broken or (unit.under("fall_back") and unit.engaged)


def _one(state: State, seat: str, waiting: list[Unit]) -> Procedure[None]:
    uid = waiting[0].id
    if len(waiting) > 1:
        options = [Option(unit.id, unit.name, "AWT-RD-05", unit.id) for unit in waiting]
        uid = yield PickOne(seat, "Which unit makes its compulsory move next?", "AWT-RD-05", options)
    state.fought = (*state.fought, uid)
    if state.units[uid].broken:
        yield from flee(state, uid)
    else:
        yield from fall_back(state, uid)


# --- Flight --------------------------------------------------------------------------------------------------------


def flee(state: State, uid: str) -> Procedure[None]:
    """AWT-CM-01 to 04: Pace and a die toward the nearest point of its own edge; who reaches it is gone."""
    unit = state.units[uid]
    if unit.bogged or unit.immobilised:
        losses.destroy(state, uid, f"{unit.name} has to flee, cannot, and is lost", "AWT-CM-03")
        return
    rolled = yield from by(state, unit.side, procedures.flight(state.house, unit.pace))
    ways = ways_home(state, unit)
    path = ways[0] if ways else (unit.leader.centre,)
    if len(ways) > 1:
        options = [
            Option(str(at), f"round by {tidy(way[1].x)}, {tidy(way[1].y)}", "AWT-CM-02", uid)
            for at, way in enumerate(ways)
        ]
        key: str = yield PickOne(unit.side, f"Which way {does(unit.name)} flee?", "AWT-CM-02", options, None, uid)
        path = ways[int(key)]
    if ways and rolled.distance >= _to_the_edge(state, unit, path):
        yield from _run_off(state, uid, path)
    else:
        yield from _run(state, uid, path, rolled.distance)
    _caught(state, uid)


def _caught(state: State, uid: str) -> None:
    """AWT-CM-03: who could not get out of contact, or was held there by Wire or Mire, is destroyed."""
    unit = state.units[uid]
    foes = [base for foe in field.enemies(state, unit) for base in foe.bases] if unit.on_table else []
    if any(touching(a, b) or overlap(a, b) for a in unit.bases for b in foes):
        losses.destroy(state, uid, f"{unit.name} cannot get away and is destroyed", "AWT-CM-03")


def _to_the_edge(state: State, unit: Unit, path: Path) -> float:
    """How far the first model has to go: on a straight way the nearest to the edge that has one too is there first."""
    whole = length(path)
    if len(path) > 2:
        return whole
    edge = state.content.edges[unit.side]
    lead = unit.leader
    walk = Walk(state, unit, int(whole) + 1, flight=True)
    spare = 0
    for model in unit.models[1:]:
        ahead_by = _toward_edge(model.base, edge) - _toward_edge(lead, edge)
        if ahead_by > spare and walk.passes(model.base, _to_its_edge(state, unit, path, model.base)):
            spare = ahead_by
    return whole - spare


def _toward_edge(base: Base, edge: int) -> int:
    return {0: base.y, 90: base.x, 180: -base.y, 270: -base.x}[edge]


def ways_home(state: State, unit: Unit) -> list[Path]:
    """AWT-CM-02: the shortest legal ways to the own edge: straight or round about; two if equally short."""
    edge = state.content.edges[unit.side]
    wide, deep = state.content.size
    lead = unit.leader
    room = (lead.width if lead.round else lead.depth) // 2
    walk = Walk(state, unit, max(wide, deep), flight=True)

    def goal(at: Point) -> Point:
        """The point of the edge that is nearest to this one."""
        if edge in (0, 180):
            return Point(min(max(at.x, room), wide - room), deep - room if edge == 0 else room)
        return Point(wide - room if edge == 90 else room, min(max(at.y, room), deep - room))

    straight = (lead.centre, goal(lead.centre))
    if walk.passes(lead.turned(edge), straight, lead):
        return [straight]
    goals = dict.fromkeys([goal(Point(lead.x + shift, lead.y + shift)) for shift in _SHIFTS])
    best = walk.shortest_of(lead, tuple(goals), 3 * (wide + deep))
    limit = length(best) if best is not None else float(3 * (wide + deep))
    found: list[Path] = []
    known = 0
    for _ in range(_TRIES):
        # Somewhere beside what is in the way may be where the rest of it is straight.
        goals.update(dict.fromkeys([goal(spot) for block in walk.met for spot in walk.beside(block, lead, close=True)]))
        if len(goals) == known:
            break
        known = len(goals)
        found, met = [], list(walk.met)
        for hand in (1, -1):
            ends = [end for end in goals if hand * _along_edge(end, lead, edge) > 0 or end == straight[1]]
            path = walk.shortest_of(lead, ends, limit, close=True)
            met += walk.met
            if path is not None and path not in found:
                found.append(path)
        walk.met = met
    found.sort(key=length)
    return [path for path in found if length(path) <= length(found[0]) + 1]


def _along_edge(end: Point, lead: Base, edge: int) -> int:
    return end.x - lead.x if edge in (0, 180) else end.y - lead.y


def _run_off(state: State, uid: str, path: Path) -> Procedure[None]:
    """AWT-CM-03, 04: over the edge, unless Wire or Mire on the way holds the unit."""
    unit = state.units[uid]
    edge = state.content.edges[unit.side]
    walk = Walk(state, unit, int(length(path)) + 1, flight=True)
    bases: dict[int, Base] = {}
    paths: dict[int, Path] = {}
    for model in unit.models:
        base = model.base
        way = _to_its_edge(state, unit, path, base)
        if base != unit.leader and not walk.passes(base, way):
            way = walk.shortest(base, way[-1], length(path)) or (base.centre,)
        paths[model.number] = way
        bases[model.number] = (base if base.round else base.turned(edge)).moved(*paths[model.number][-1])
    placing = Placing(bases, paths)
    ends = yield from terrain.way_tested(state, uid, placing)
    if ends is placing:
        losses.destroy(state, uid, f"{unit.name} flees off the table", "AWT-CM-03", fled=True)
    elif ends is not None:
        _stop(state, uid, ends, placing)


def _to_its_edge(state: State, unit: Unit, path: Path, base: Base) -> Path:
    """The way of the leader beside it for another model, to no farther than the edge."""
    if base == unit.leader:
        return path
    room = base.width // 2
    wide, deep = state.content.size
    x, y = base.x + path[-1].x - path[0].x, base.y + path[-1].y - path[0].y
    return _shifted(path, base, base.moved(min(max(x, room), wide - room), min(max(y, room), deep - room)))


def _stop(state: State, uid: str, ends: Placing, placing: Placing) -> None:
    """Where a flight ends for now; who is held where he stands is told to be no more than that."""
    gone = terrain.gone(ends, placing)
    terrain.crush(state, uid, gone)
    unit = state.units[uid]
    far = max([length(path) for path in gone.paths.values()])
    if far:
        state.put(unit.standing(ends.bases)._replace(dug_in=False), f"{unit.name} flees {tidy(far)} in", "AWT-CM-01")


def _run(state: State, uid: str, path: Path, distance: int) -> Procedure[None]:
    """AWT-CM-02 to 04: all together as far as they come, friends passed through but not ended on."""
    unit = state.units[uid]
    walk = Walk(state, unit, distance, flight=True)
    whole = min(float(distance), length(path))
    placing = farthest(whole, lambda far: _arranged(state, unit, walk, _cut(path, far), distance)) if whole else None
    if placing is not None:
        ends = yield from terrain.way_tested(state, uid, placing)
        if ends is not None:
            _stop(state, uid, ends, placing)


def _cut(path: Path, far: float) -> Path:
    """A path as far as so many thousandths along it."""
    found = [path[0]]
    for p, q in pairwise(path):
        size = length((p, q))
        if far <= size:
            return (*found, point_at((p, q), far)[0])
        found.append(q)
        far -= size
    return tuple(found)


def _arranged(state: State, unit: Unit, walk: Walk, path: Path, distance: int) -> Placing | None:
    """AWT-CM-04: by the same step for all where that can be, else round their leader; nobody runs farther than it may.

    `path` is the leader's, as far as it goes.
    """
    lead, end = unit.leader, path[-1]
    facing = bearing(path[-2], end) if path[-2] != end else lead.facing
    others = [base for each in state.on_table() if each.id != unit.id for base in each.bases]
    size = state.content.size
    first = lead.placed(*end, facing)
    if not free(first, others, size) or not forming.may_stand(state, unit, first):
        return None
    paths: dict[int, Path] = {0: path}
    before = unit.bases

    def fits(at: int, spot: Base) -> bool:
        way = _follows(walk, before[at], spot, path, distance) if forming.may_stand(state, unit, spot) else None
        if way is not None:
            paths[at] = way
        return way is not None

    dx, dy = end.x - lead.x, end.y - lead.y
    together = [base.placed(base.x + dx, base.y + dy, facing) for base in before]
    may = all(free(spot, others, size) and fits(at, spot) for at, spot in enumerate(together) if at)
    bases = together if may else follow(
        before, end, facing=facing, others=others, table=size, cohesion=sheet.COHESION, fits=fits,
    )  # fmt: skip
    if bases is None:
        return None
    numbers = [model.number for model in unit.models]
    return Placing(dict(zip(numbers, bases, strict=True)), {numbers[at]: way for at, way in paths.items()})


def _follows(walk: Walk, base: Base, spot: Base, path: Path, distance: int) -> Path | None:
    """AWT-CM-02: how a model gets to its place behind the leader: beside it, straight, or round what is in the way."""
    if length((base.centre, spot.centre)) > distance + SLACK:
        return None
    for way in (_shifted(path, base, spot), (base.centre, spot.centre)):
        if length(way) <= distance + SLACK and walk.passes(base, way):
            return way
    return walk.shortest(base, spot.centre, distance)


def _shifted(path: Path, base: Base, end: Base) -> Path:
    dx, dy = base.x - path[0].x, base.y - path[0].y
    return (*[Point(p.x + dx, p.y + dy) for p in path[:-1]], end.centre)


# --- Falling back --------------------------------------------------------------------------------------------------


def fall_back(state: State, uid: str) -> Procedure[None]:
    """Fall Back (AWT-SK-11, CN-19): its Pace directly away from the enemy, out of the combat; without room it stays.

    AWT-TE-08, 09, 21: with the tests of a move; a vehicle that is stuck does not move.
    """
    unit = state.units[uid]
    placing = None if unit.bogged or unit.immobilised else _way_back(state, unit)
    if placing is None:
        state.tell("move", f"{unit.name} has no room to fall back", "AWT-SK-11", uid)
        return
    ends = yield from terrain.way_tested(state, uid, placing)
    if ends is None:
        return
    gone = terrain.gone(ends, placing)
    terrain.crush(state, uid, gone)
    foes = [base for each in state.units[uid].in_combat for base in state.units[each].bases]
    far = max([length(path) for path in gone.paths.values()])
    if not far or any(touching(base, foe) for base in ends.bases.values() for foe in foes):
        state.tell("move", f"{unit.name} is held and cannot fall back", "AWT-SK-11", uid)
        return
    losses.unlink(state, uid)
    now = state.units[uid].standing(ends.bases)
    state.put(now._replace(dug_in=False), f"{unit.name} falls back {tidy(far)} in", "AWT-SK-11")


def _way_back(state: State, unit: Unit) -> Placing | None:
    """Directly away from the nearest enemy, as far as all can go by the same step."""
    foes = [base for each in unit.in_combat for base in state.units[each].bases]
    _, mine, theirs = min([(gap(a, b), a, b) for a in unit.bases for b in foes])
    away = Point(mine.x + (mine.x - theirs.x) * 50, mine.y + (mine.y - theirs.y) * 50)
    size = state.content.size
    others = [base for each in state.on_table() if each.id != unit.id for base in each.bases]
    enemies = [base for foe in field.enemies(state, unit) for base in foe.bases]
    walk = Walk(state, unit, unit.pace, flight=True)

    def after(gone: float) -> Placing | None:
        end = toward(mine.centre, away, gone)
        dx, dy = end.x - mine.x, end.y - mine.y
        back = bearing(end, mine.centre) if end != mine.centre else mine.facing
        bases = {
            model.number: model.base.placed(
                model.base.x + dx, model.base.y + dy, back if model.base.round else model.base.facing
            )
            for model in unit.models
        }
        if not all(free(base, others, size) and on_table(base, *size) for base in bases.values()):
            return None
        if any(near_any(base, enemies, sheet.CLEAR - 1) for base in bases.values()):
            return None
        paths: dict[int, Path] = {m.number: (m.base.centre, bases[m.number].centre) for m in unit.models}
        if all(walk.passes(model.base, paths[model.number]) for model in unit.models):
            return Placing(bases, paths)
        return None

    return farthest(float(unit.pace), after)
