"""Step 5: the Broken flee, and who was told to fall back does (AWT-RD-05, CM)."""

from __future__ import annotations

from umpire.battle.decisions import Option, PickOne
from umpire.battle.rolling import by
from umpire.battle.seats import other
from umpire.battle.words import does, tidy
from umpire.dice import Procedure
from umpire.games.awt import ending, field, forming, losses, procedures, sheet
from umpire.games.awt.actions import terrain
from umpire.games.awt.actions.marching import Placing
from umpire.games.awt.model import State, Unit
from umpire.games.awt.walking import Walk, toward
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

_FAR = 1e9


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


def _to_the_edge(state: State, unit: Unit, path: Path) -> float:
    """How far the first model has to go: on a straight way the nearest to the edge is there first."""
    whole = length(path)
    if len(path) > 2:
        return whole
    edge = state.content.edges[unit.side]
    lead = unit.leader
    spare = max([_toward_edge(model.base, edge) - _toward_edge(lead, edge) for model in unit.models])
    return whole - spare


def _toward_edge(base: Base, edge: int) -> int:
    return {0: base.y, 90: base.x, 180: -base.y, 270: -base.x}[edge]


def ways_home(state: State, unit: Unit) -> list[Path]:
    """AWT-CM-02: the shortest legal ways to the own edge: straight or round about; two if equally short."""
    edge = state.content.edges[unit.side]
    wide, deep = state.content.size
    lead = unit.leader.turned(edge)
    room = (lead.width if lead.round else lead.depth) // 2
    walk = Walk(state, unit, max(wide, deep), flight=True)

    def goal(shift: int) -> Point:
        if edge in (0, 180):
            x = min(max(lead.x + shift, room), wide - room)
            return Point(x, deep - room if edge == 0 else room)
        y = min(max(lead.y + shift, room), deep - room)
        return Point(wide - room if edge == 90 else room, y)

    straight = (lead.centre, goal(0))
    if walk.passes(lead, straight):
        return [straight]
    found: list[Path] = []
    best = _FAR
    for shift in (0, 2000, -2000, 4000, -4000, 7000, -7000, 11_000, -11_000):
        path = walk.shortest(lead, goal(shift), min(best, 3 * (wide + deep)))
        if path is None:
            continue
        far = length(path)
        if far < best - 1:
            best, found = far, [path]
        elif far <= best + 1 and path not in found and path[1] != found[0][1]:
            found.append(path)
    return found[:2]


def _run_off(state: State, uid: str, path: Path) -> Procedure[None]:
    """AWT-CM-03, 04: over the edge, unless Wire or Mire on the way holds the unit."""
    unit = state.units[uid]
    end = path[-1]
    dx, dy = end.x - unit.leader.x, end.y - unit.leader.y
    bases = {model.number: model.base.moved(model.base.x + dx, model.base.y + dy) for model in unit.models}
    if unit.profile.is_vehicle:
        bases = {number: base.turned(state.content.edges[unit.side]) for number, base in bases.items()}
    placing = Placing(bases, {model.number: _shifted(path, model.base, bases[model.number]) for model in unit.models})
    ends = yield from terrain.way_tested(state, uid, placing)
    if ends is placing:
        losses.destroy(state, uid, f"{unit.name} flees off the table", "AWT-CM-03", fled=True)
    elif ends is not None:
        _stop(state, uid, ends, placing)


def _stop(state: State, uid: str, ends: Placing, placing: Placing) -> None:
    """Where a flight ends for now."""
    terrain.crush(state, uid, terrain.gone(ends, placing))
    unit = state.units[uid]
    far = max([length((model.base.centre, ends.bases[model.number].centre)) for model in unit.models])
    state.put(unit.standing(ends.bases)._replace(dug_in=False), f"{unit.name} flees {tidy(far)} in", "AWT-CM-01")


def _run(state: State, uid: str, path: Path, distance: int) -> Procedure[None]:
    """AWT-CM-02 to 04: all together as far as they come, friends passed through but not ended on."""
    unit = state.units[uid]
    whole = min(float(distance), length(path))
    for tenth in range(10, 0, -1):
        far = whole * tenth / 10
        if not far:
            break
        placing = _arranged(state, unit, path, far)
        if placing is None:
            continue
        ends = yield from terrain.way_tested(state, uid, placing)
        if ends is None:
            return
        _stop(state, uid, ends, placing)
        break
    now = state.units[uid]
    if any(touching(a, b) or overlap(a, b) for foe in field.enemies(state, now) for a in now.bases for b in foe.bases):
        losses.destroy(state, uid, f"{unit.name} cannot get away and is destroyed", "AWT-CM-03")


def _arranged(state: State, unit: Unit, path: Path, far: float) -> Placing | None:
    """AWT-CM-04: by the same step for all where that can be, else round their leader."""
    end, facing = point_at(path, far)
    lead = unit.leader
    others = [base for each in state.on_table() if each.id != unit.id for base in each.bases]
    shift = Point(end.x - lead.x, end.y - lead.y)
    size = state.content.size
    bases = follow(
        unit.bases, end, facing=facing, others=others, table=size, cohesion=sheet.COHESION,
        fits=lambda _, spot: forming.may_stand(state, unit, spot),
    )  # fmt: skip
    if bases is None or not free(bases[0], others, size) or not forming.may_stand(state, unit, bases[0]):
        return None
    paths: dict[int, Path] = {}
    for model, base in zip(unit.models, bases, strict=True):
        moved = Point(model.base.x + shift.x, model.base.y + shift.y)
        paths[model.number] = (
            (model.base.centre, base.centre)
            if base.centre != moved or len(path) < 3
            else _shifted(path, model.base, base)
        )
    return Placing({model.number: base for model, base in zip(unit.models, bases, strict=True)}, paths)


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
    terrain.crush(state, uid, terrain.gone(ends, placing))
    now = state.units[uid]
    foes = [base for each in now.in_combat for base in state.units[each].bases]
    far = max([length((model.base.centre, ends.bases[model.number].centre)) for model in now.models])
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
    for tenth in range(10, 0, -1):
        end = toward(mine.centre, away, unit.pace * tenth / 10)
        dx, dy = end.x - mine.x, end.y - mine.y
        back = bearing(end, mine.centre)
        bases = {
            model.number: model.base.placed(
                model.base.x + dx, model.base.y + dy, back if model.base.round else model.base.facing
            )
            for model in unit.models
        }
        if not all(free(base, others, size) and on_table(base, *size) for base in bases.values()):
            continue
        if any(near_any(base, enemies, sheet.CLEAR - 1) for base in bases.values()):
            continue
        paths: dict[int, Path] = {m.number: (m.base.centre, bases[m.number].centre) for m in unit.models}
        if all(walk.passes(model.base, paths[model.number]) for model in unit.models):
            return Placing(bases, paths)
    return None
