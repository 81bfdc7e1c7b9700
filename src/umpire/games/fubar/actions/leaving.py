"""Leaving the table for points, and the crates that porters carry off."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from umpire.battle.decisions import Refused
from umpire.battle.words import acts, counted
from umpire.dice import Procedure
from umpire.games.fubar import sheet
from umpire.games.fubar.actions import going, marching, wounded
from umpire.games.fubar.actions.going import DRIVE
from umpire.games.fubar.actions.marching import March, Track
from umpire.games.fubar.actions.places import edge_point
from umpire.games.fubar.model import CARRIED, EXITED, State
from umpire.games.fubar.units import Figure, Unit
from umpire.table import EDGES, Point, closest_on, gap_to_point, length

NAMES = {bearing: name for name, bearing in EDGES.items()}


def edges(state: State, unit: Unit) -> list[int]:
    """The edges by which a unit could leave now: those that give points, the own one for porters with crates."""
    scored = any(score.kind == "exit" and score.side in ("", unit.side) for score in state.content.scoring)
    found = list(state.content.exits.get(unit.side, ())) if scored else []
    home = state.content.baseline[unit.side]
    if _crates(state, unit) and home not in found:
        found.append(home)
    return [edge for edge in found if not isinstance(plan(state, unit, edge), Refused) or guards(state, unit, edge)]


def _crates(state: State, unit: Unit) -> int:
    """FUBAR-VIC-01: the crates that would leave with a unit: its own, and those of porters who ride with it."""
    return sum(figure.crate for each in (unit, *state.passengers(unit.id)) for figure in each.active)


def guards(state: State, unit: Unit, edge: int) -> tuple[str, ...]:
    """FUBAR-MED-03: who could stay with the wounded so that the rest leave; nobody if that cannot be.

    Those farthest from the edge are spared most easily.
    """
    if not wounded.may_leave_guards(state, unit):
        return ()

    def far(figure: Figure) -> float:
        here = figure.base.centre
        return length((here, edge_point(state, here, edge)))

    found = wounded.fewest_guards(unit, sorted(unit.active, key=lambda figure: -far(figure)))
    return found if _why_not_without(state, unit, edge, found) is None else ()


def _why_not_without(state: State, unit: Unit, edge: int, staying: Sequence[str]) -> Refused | None:
    """Why the rest of a unit could not leave if these stay with the wounded; None if they could."""
    march = plan(state, unit.without([*staying, *[figure.id for figure in unit.wounded]]), edge)
    return march if isinstance(march, Refused) else None


def see_to_wounded(state: State, unit_id: str, edge: int) -> Procedure[None]:
    """FUBAR-MED-02, 03: a force that tends its wounded leaves guards with them before the rest go."""
    unit = state.units[unit_id]
    spare = guards(state, unit, edge)
    if spare:
        able = partial(_why_not_without, state, unit, edge)
        yield from wounded.before_moving(state, unit_id, False, able, spare)


def plan(state: State, unit: Unit, edge: int) -> March | Refused:
    """A straight way of every figure to an edge that is within one run, or within one move of a vehicle."""
    kind = DRIVE if unit.is_vehicle or unit.is_bikes else "run"
    if unit.immobile:
        return Refused(f"{unit.name} cannot leave the table now.", "FUBAR-DMG-06")
    if unit.wounded and state.sides[unit.side].tends:
        return Refused(f"{unit.name} cannot leave a wounded comrade alone.", "FUBAR-MED-02")
    what = going.obstacles(state, unit)
    tracks: list[Track] = []
    for figure in marching.movers(unit):
        end = edge_point(state, figure.base.centre, edge)
        path = (figure.base.centre, end)
        if length(path) > going.allowance(state, unit, figure, kind):
            return Refused(f"{acts(unit.name, 'does')} not reach the edge.", "FUBAR-ORD-02")
        spent = going.cost(state, unit, figure, path, kind)
        if isinstance(spent, Refused):
            return spent
        if not spent.fits:
            return going.too_far(unit, spent, "FUBAR-ORD-02")
        refusal = going.blocked(state, figure, path, kind, what)
        if refusal is not None:
            return refusal
        tracks.append(Track(figure.id, path if path[0] != path[1] else path[:1], edge))
    if len(tracks) < len(unit.active):
        return Refused(f"not all of {unit.name} can leave.", "FUBAR-UNIT-05")
    return March(unit.id, kind, tuple(tracks), marching.guide(unit).id)


def leave(state: State, unit_id: str, edge: int) -> None:
    """FUBAR-VIC-02, MED-08: the unit leaves the table, its wounded stay; points for that are the scenario's."""
    wounded.leave_lying(state, unit_id, state.units[unit_id].wounded)
    unit = state.units[unit_id]
    side = state.sides[unit.side]
    counts = edge in state.content.exits.get(unit.side, ())
    side.exits += counts
    crates = _crates(state, unit) if edge == state.content.baseline[unit.side] else 0
    side.crates += crates
    if counts or crates:
        side.left = state.turn
    for rider in state.passengers(unit_id):
        side.exits += counts
        state.put(rider._replace(place=EXITED, carried_by=""))
    state.put(unit._replace(place=EXITED), f"{unit.name} leaves the table by the {NAMES[edge]} edge", "FUBAR-VIC-02")


def take_crates(state: State, unit_id: str, march: March | None = None) -> None:
    """FUBAR-VIC-01: a porter who has come to the goal of the scenario, or by it, carries a crate from then on."""
    if not state.content.crates:
        return
    unit = state.units[unit_id]
    if unit.place == CARRIED or not unit.active:
        return
    points = [goal.point for goal in state.content.objectives if goal.id in state.content.crates]
    takes = [
        figure._replace(crate=True)
        for figure in unit.active
        if figure.profile.porter
        and not figure.crate
        and any(_nearest(figure, p, march) <= sheet.TAKE_CRATE for p in points)
    ]
    if takes:
        state.put(unit.with_figures(takes), f"{unit.name} takes {counted(len(takes), 'crate')}", "FUBAR-VIC-01")


def _nearest(figure: Figure, point: Point, march: March | None) -> float:
    """How near the base of a figure has come to a point."""
    way = () if march is None else marching.gone_by(march, figure.id)
    here = gap_to_point(figure.base, *point)
    return min(here, closest_on(way, point)[1] - figure.base.width / 2) if way else here
