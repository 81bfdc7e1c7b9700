"""Deploying into another formation: the table of changes, the room it takes, the new footprint."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from random import Random

from umpire.battle.decisions import Option, Place, Refused, Route
from umpire.battle.preview import Preview
from umpire.battle.words import acts
from umpire.dice import Procedure
from umpire.games.bptc import field, going, sheet
from umpire.games.bptc.actions import squares
from umpire.games.bptc.actions.hidden import found_by, reveal
from umpire.games.bptc.figures import preview, size_of
from umpire.games.bptc.model import State, Unit
from umpire.games.bptc.stands import in_formation
from umpire.games.bptc.units import FORMATIONS, GARRISON, SQUARE
from umpire.table import Base, box_around, free, in_the_way, on_table

NAMES = {name: sheet.DRILL[name].name for name in sheet.FORMATIONS}


def cell(present: str, to: str) -> sheet.Cell:
    """BPTC-ACT-04, FMX-01 to 36: the cell of the table of changes."""
    return sheet.CHANGES[(present, to)]  # type: ignore[index]


def why_not(state: State, unit: Unit, to: str, facing: int | None = None) -> Refused | None:
    """BPTC-FMX-01 to 37, FRM-12, 15: why a unit may not take up a formation by one Deploy; None if it may."""
    if to not in FORMATIONS:
        return Refused(f"there is no formation {to!r}.", "BPTC-GEN-07")
    if not unit.formation or to not in sheet.formations_of(unit.profile.arm, unit.mode):
        return Refused(f"{unit.name} cannot form {NAMES.get(to, to)}.", "BPTC-FRM-15")  # type: ignore[call-overload]
    change = cell(unit.formation, to)
    if change.same:
        return Refused(f"{acts(unit.name, 'is')} in {_name(to)} already.", change.rule)
    if not change.allowed:
        return Refused(f"{_name(to)} cannot be formed out of {_name(unit.formation)}.", change.rule)
    if unit.shelter == GARRISON:
        return Refused(f"{acts(unit.name, 'is')} in a building, where there are no formations.", "BPTC-CON-08")
    if squares.must_stay(state, unit):
        return Refused(f"{unit.name} must stay in square before cavalry.", "BPTC-FRM-12")
    if field.in_touch(state, unit):
        return Refused(f"{acts(unit.name, 'is')} in contact with the enemy.", "BPTC-FMX-37")
    if not (has_room(state, unit, to) if facing is None else _room(state, unit, _base(unit, to, facing))):
        return Refused(f"{acts(unit.name, 'has')} no room for {_name(to)}.", "BPTC-FMX-37")
    return None


def _name(formation: str) -> str:
    return NAMES[formation]  # type: ignore[index]


_TURNS = (0, 90, 45, 315)
_FINE = [sign * turn for turn in range(1, 90) if turn != 45 for sign in (1, -1)]
"""Every other degree of half a circle: a footprint turned by 180 degrees is the same."""


def _base(unit: Unit, to: str, facing: int) -> Base:
    return in_formation(unit, to).turned(facing)


def _room(state: State, unit: Unit, base: Base) -> bool:
    """BPTC-FMX-37: on the table, on nobody, and neither in a house nor in water nor nearer than 1 cm to an enemy."""
    return why_no_room(state, unit, base) is None


def why_no_room(state: State, unit: Unit, base: Base) -> Refused | None:
    if not on_table(base, *state.content.size):
        return Refused(f"{unit.name} would stand off the table.", "BPTC-FMX-37")
    known = _known(state, unit, base)
    if not free(base, [each.base for each in known]):
        return Refused(f"{acts(unit.name, 'has')} no room there.", "BPTC-FMX-37")
    for each in known:
        if each.side != unit.side and field.apart(base, each.base) < min(100, field.distance(unit, each)):
            return Refused(f"{unit.name} would come closer than 1 cm to {each.name}.", "BPTC-FMX-37")
    if any(going.comes_onto(unit, base, piece) for piece in state.scene.barriers.touched_by(base)):
        return Refused(f"{acts(unit.name, 'has')} no room there.", "BPTC-FMX-37")
    box = box_around((base.centre,), base.reach)
    if any(going.stands_on(base, piece) for piece in going.closed(state.scene, unit, box)):
        return Refused(f"{acts(unit.name, 'has')} no room there.", "BPTC-FMX-37")
    return None


def has_room(state: State, unit: Unit, to: str) -> bool:
    """BPTC-FMX-37: whether the footprint of a formation has room around the unit's middle, facing somewhere."""
    return _fitting(state, unit, to) is not None


def _fitting(state: State, unit: Unit, to: str) -> Base | None:
    """BPTC-ACT-06: the footprint of a formation as it has room: a Deploy turns the unit, if it must, as it likes."""
    base = in_formation(unit, to)
    for turn in _TURNS:
        turned = base.turned(base.facing + turn)
        if _room(state, unit, turned):
            return turned
    # What has no room for the circle inside its footprint has none however it turns.
    wide = min(base.width, base.depth)
    if not _room(state, unit, Base(base.x, base.y, 0, wide, wide, True)):
        return None
    near = [each.base for each in _known(state, unit, base)]
    for turn in _FINE:
        turned = base.turned(base.facing + turn)
        taken = in_the_way(turned, near)
        if taken is not None:
            # Who is in the way here is likely to be so at the next turn: he is looked at first there.
            near.insert(0, near.pop(taken))
        elif _room(state, unit, turned):
            return turned
    return None


def _known(state: State, unit: Unit, base: Base) -> list[Unit]:
    """The other units that may be within 1 cm of a footprint, as its owner knows of them."""
    near = [each for each in state.beside(base, 1000) if each.id != unit.id]
    return [each for each in near if not (each.hidden and each.side != unit.side)]


def options(state: State, unit: Unit, only: Sequence[str] = ()) -> list[Option]:
    """BPTC-ACT-04: the formations a unit may take up now; `only` those, if any are named."""
    found: list[Option] = []
    for to in only or FORMATIONS:
        if why_not(state, unit, to) is None:
            rule = cell(unit.formation, to).rule
            if only and to == SQUARE:
                rule = "BPTC-FRM-09"
            shown = partial(_shown, unit, to)
            found.append(Option(f"form:{to}", f"form {_name(to)}", rule, unit.id, preview=shown))
    return found


def _shown(unit: Unit, to: str, facing: int | None = None) -> Preview:
    """A unit as it would stand in a formation."""
    base = _base(unit, to, unit.base.facing if facing is None else facing)
    drill = sheet.DRILL[to]  # type: ignore[index]
    return preview(unit.formed(to, base), f"{drill.name}, {size_of(base)}: {drill.text}")


def facing_decision(state: State, unit: Unit, to: str, words: str = "") -> Place:
    """BPTC-ACT-06: which way it faces then; its middle stays where it is."""
    here = unit.base.centre

    def check(route: Route) -> Refused | None:
        if route.end != here:
            return Refused(f"{acts(unit.name, 'turns')} on the spot: the middle stays where it is.", "BPTC-ACT-06")
        return why_no_room(state, unit, _base(unit, to, route.facing))

    def offered() -> list[Route]:
        return [Route((here,), (unit.base.facing + turn) % 360) for turn in range(0, 360, 45)]

    fitting = _fitting(state, unit, to)
    assert fitting is not None
    stand = Route((here,), fitting.facing)

    def draw(rng: Random) -> Route:
        return Route((here,), (unit.base.facing + 45 * int(rng.random() * 8)) % 360)

    prompt = f"{acts(unit.name, words or 'forms')}{'' if words else f' {_name(to)}'}: facing where?"
    return Place(
        unit.side,
        prompt,
        "BPTC-ACT-06",
        unit.id,
        check,
        offered,
        "point",
        0,
        stand,
        draw,
        lambda route: _shown(unit, to, route.facing),
    )


def perform(state: State, unit_id: str, to: str) -> Procedure[None]:
    """BPTC-ACT-04, 06: a Deploy into another formation, the unit's owner saying how it faces."""
    route: Route = yield facing_decision(state, state.units[unit_id], to)
    form(state, unit_id, to, route.facing)


def form(state: State, unit_id: str, to: str, facing: int | None = None) -> None:
    """A unit takes up a formation around its middle. Of itself it keeps its facing if there is room."""
    reveal(state, unit_id, "they form up")
    unit = state.units[unit_id]
    rule = cell(unit.formation, to).rule
    base = _fitting(state, unit, to) if facing is None else _base(unit, to, facing)
    for hidden in found_by(state, unit.at(base)) if base is not None else ():
        reveal(state, hidden, f"{acts(unit.name, 'comes')} close")
    if base is None or not _room(state, unit, base):
        state.tell("lost", f"{unit.name} has no room for {_name(to)}", "BPTC-FMX-37", unit_id)
        return
    state.put(field.still_dug_in(state, unit.formed(to, base)), f"{unit.name} forms {_name(to)}", rule)
