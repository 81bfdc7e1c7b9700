"""Engineers: works, gaps, bridges, repairs and demolition, a point of work in each initiative phase."""

from __future__ import annotations

from typing import NamedTuple

from umpire.battle.decisions import Call, Option
from umpire.battle.words import acts, counted
from umpire.dice import Procedure, Tally
from umpire.games.bptc import field, sheet
from umpire.games.bptc.actions import shelter
from umpire.games.bptc.actions.hidden import reveal
from umpire.games.bptc.model import Construction, Gap, State, Unit
from umpire.games.bptc.units import Work
from umpire.games.commander.distance import HAIR
from umpire.games.commander.openings import nearest_point
from umpire.table import (
    Base,
    Terrain,
    ahead,
    bearing,
    free,
    gap_to_polygon,
    length_inside,
    on_table,
    overlap,
)

_DEEP = sheet.WORKS_DEPTH_CM * 1000
_BRIDGE_WIDTH = sheet.BRIDGE_WIDTH_CM * 1000


class Task(NamedTuple):
    """Something engineers may work at here."""

    key: str
    label: str
    points: int


def is_engineer(unit: Unit) -> bool:
    return unit.profile.arm == "engineer" or unit.profile.has("engineer")


def tasks(state: State, unit: Unit) -> list[Task]:
    """BPTC-ENG-01, 02, INI-05: what engineers may work at where they stand."""
    if not is_engineer(unit) or not unit.ready or unit.shelter == "garrison" or field.in_touch(state, unit):
        return []
    need = sheet.ENGINEER_POINTS[state.house.engineer_points]
    found: list[Task] = []
    if _site(state, unit) is not None:
        found += [_task(state, kind, need[kind]) for kind in _WORKS]
    for piece in _obstacles(state, unit):
        found.append(_task(state, f"gap:{piece.id}", need["gap"]))
    for piece in _waters(state, unit):
        if _span(state, unit, piece) is not None:
            found.append(_task(state, f"bridge:{piece.id}", need["bridge"]))
    for built in state.constructions:
        if built.destroyed or not shelter.at_construction(unit, built):
            continue
        if built.hits:
            found.append(_task(state, f"repair:{built.id}", need["repair"]))
        found.append(_task(state, f"demolish:{built.id}", 2))
    return found


def _task(state: State, key: str, points: int) -> Task:
    return Task(key, _label(state, key), points)


_LABELS = {"gap": "open a gap in", "bridge": "bridge", "repair": "repair", "demolish": "blow up"}


def _label(state: State, key: str) -> str:
    """A task in words."""
    kind, _, id = key.partition(":")
    if kind in _WORKS:
        return f"build {sheet.ENGINEER_TASKS[kind].text}"
    built = state.construction(id)
    return f"{_LABELS[kind]} {state.scene.features[id].name if built is None else built.name}"


def worked_at(state: State, work: Work) -> str:
    """BPTC-ENG-01: a task that is begun, and how far it has come."""
    return f"{_label(state, work.task)} ({counted(work.points, 'point')})"


_WORKS = ("breast_works", "log_works")


def options(state: State, unit: Unit) -> list[Option]:
    """BPTC-INI-05: the tasks as actions of the initiative phase, with what they still take."""
    found: list[Option] = []
    for task in tasks(state, unit):
        left = task.points - points_of(unit, task.key)
        rule = "BPTC-ENG-02" if task.key.startswith("demolish") else "BPTC-ENG-01"
        detail = "done now" if left <= 1 else f"{left} more turns of work"
        odds = _odds(state, unit, task) if left <= 1 and rule == "BPTC-ENG-02" else None
        found.append(Option(f"task:{task.key}", task.label, rule, unit.id, odds, detail))
    return found


def _odds(state: State, unit: Unit, task: Task) -> Call | None:
    built = state.construction(task.key.partition(":")[2])
    return None if built is None else shelter.call(built, sheet.DEMOLITION_DICE * unit.stands)


def points_of(unit: Unit, task: str) -> int:
    return next((work.points for work in unit.works if work.task == task), 0)


def perform(state: State, unit_id: str, key: str) -> Procedure[None]:
    """BPTC-ENG-01, 02: one point more; with the last one the task is done. Moving or suppression keep the points."""
    reveal(state, unit_id, "they work")
    unit = state.units[unit_id]
    name = key.removeprefix("task:")
    task = next(each for each in tasks(state, unit) if each.key == name)
    done = points_of(unit, name) + 1
    others = tuple([work for work in unit.works if work.task != name])
    if done < task.points:
        state.put(unit.with_works((*others, Work(name, done))))
        charge = name.startswith("demolish")
        words = "places a charge" if charge else f"works on ({done} of {task.points}): {task.label}"
        state.tell("work", f"{unit.name} {words}", "BPTC-ENG-01", unit_id)
        return
    unit = state.put(unit.with_works(others))
    kind, _, id = name.partition(":")
    if kind in _WORKS:
        _build(state, unit, kind)
    elif kind == "gap":
        _open(state, unit, id)
    elif kind == "bridge":
        _bridge(state, unit, id)
    elif kind == "repair":
        built = state.construction(id)
        assert built is not None
        state.build(built._replace(hits=built.hits - 1), f"{acts(unit.name, 'repairs')} {built.name}", "BPTC-ENG-01")
    else:
        dice = Tally.of(sheet.DEMOLITION_DICE * unit.stands, f"{unit.name}, demolition", "BPTC-ENG-02")
        state.tell("work", f"{unit.name} fires the charge", "BPTC-ENG-02", unit_id)
        yield from shelter.batter(state, id, dice)


# --- What they make ------------------------------------------------------------------------------------------


def _site(state: State, unit: Unit) -> Base | None:
    """Where new works go: before the front of the engineers, if there is room."""
    centre = ahead(unit.base.centre, unit.base.facing, (unit.base.depth + _DEEP) / 2 + 10)
    base = Base(centre.x, centre.y, unit.base.facing, sheet.ENGINEER_TASKS["breast_works"].cm * 1000, _DEEP)
    if not on_table(base, *state.content.size) or state.scene.barriers.touched_by(base):
        return None
    others = [each.base for each in state.beside(base, 0) if each.id != unit.id and not each.hidden]
    if not free(base, others) or any(overlap(base, built.base) for built in state.constructions):
        return None
    return base


def _numbered(state: State, kind: str) -> str:
    return f"{kind}-{1 + sum(each.kind == kind for each in state.constructions)}"


def _build(state: State, unit: Unit, kind: str) -> None:
    base = _site(state, unit)
    assert base is not None
    built = Construction(f"new-{_numbered(state, kind)}", sheet.CONSTRUCTIONS[kind].name, kind, base)
    state.build(built, f"{acts(unit.name, 'has')} built {built.name}", "BPTC-ENG-01")


def _obstacles(state: State, unit: Unit) -> list[Terrain]:
    """Hedges, walls, ditches and works that a unit touches."""
    far = unit.base.reach + field.TOUCH
    near = state.scene.stopping.near(unit.base.x - far, unit.base.y - far, unit.base.x + far, unit.base.y + far)
    found: dict[str, Terrain] = {}
    for piece in near.pieces:
        if piece.kind == "linear" and gap_to_polygon(unit.base, piece.shape) <= field.TOUCH:
            found.setdefault(piece.id, piece)
    return list(found.values())


def _open(state: State, unit: Unit, id: str) -> None:
    piece = next(each for each in _obstacles(state, unit) if each.id == id)
    point = nearest_point(piece.shape, unit.base.x, unit.base.y)
    state.open(Gap(id, point.x, point.y))
    name = state.scene.features[id].name or "the obstacle"
    state.tell("work", f"{unit.name} has opened a gap in {name}", "BPTC-ENG-01", unit.id)


def _waters(state: State, unit: Unit) -> list[Terrain]:
    """BPTC-ENG-01: shallow or deep water that the engineers touch, with a transport in contact with them."""
    near = state.near(unit.side, unit.base, 1000)
    wagons = [each for each in near if each.profile.is_transport and not each.suppressed]
    if not any(field.apart(each.base, unit.base) * 10 <= field.TOUCH for each in wagons):
        return []
    pieces = [*state.scene.water.pieces, *[p for p in state.scene.stopping.pieces if p.kind == "shallow_wet"]]
    return [piece for piece in pieces if gap_to_polygon(unit.base, piece.shape) <= field.TOUCH]


def _span(state: State, unit: Unit, piece: Terrain) -> Base | None:
    """BPTC-ENG-01, GEN-03: where a bridge would lie, straight over the water from the engineers, 15 cm at most."""
    most = sheet.ENGINEER_TASKS["bridge"].cm * 1000
    bank = nearest_point(piece.shape, unit.base.x, unit.base.y)
    if bank == unit.base.centre:
        return None
    heading = bearing(unit.base.centre, bank)
    over = ahead(bank, heading, most + 1000)
    wide = length_inside(bank, over, piece.shape)
    if not 0 < wide <= most + HAIR:
        return None
    centre = ahead(bank, heading, wide / 2)
    base = Base(centre.x, centre.y, heading, _BRIDGE_WIDTH, round(wide) + 200)
    if any(overlap(base, built.base) for built in state.constructions if not built.destroyed):
        return None
    return base


def _bridge(state: State, unit: Unit, id: str) -> None:
    piece = next(each for each in _waters(state, unit) if each.id == id)
    base = _span(state, unit, piece)
    assert base is not None
    built = Construction(f"new-{_numbered(state, 'bridge')}", "Bridge of boats", "bridge", base)
    state.build(built, f"{acts(unit.name, 'has')} built a bridge", "BPTC-ENG-01")
