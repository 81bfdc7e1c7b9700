"""Transports: getting in, getting out, and the wounded who are carried."""

from __future__ import annotations

from umpire.battle.decisions import Option, PickSome, Place, Preview, Refused, Route
from umpire.battle.view import Figure as Shown
from umpire.battle.view import figure_on
from umpire.battle.words import acts, does
from umpire.dice import Procedure
from umpire.games.fubar import field, sheet
from umpire.games.fubar.actions import contact, going, hazards, leaving, marching, wounded
from umpire.games.fubar.actions.marching import March
from umpire.games.fubar.actions.standing import round_hull
from umpire.games.fubar.model import CARRIED, TABLE, State
from umpire.games.fubar.units import Figure, Unit
from umpire.table import Point, free, gap, touching


def room(state: State, carrier: Unit) -> int:
    """FUBAR-TRN-03: the seats that are left."""
    return carrier.profile.seats - sum(rider.space for rider in state.passengers(carrier.id))


def may_carry(state: State, carrier: Unit, unit: Unit) -> bool:
    """FUBAR-TRN-03: a transport of the same side that stands on the table, with seats for all of the unit."""
    if carrier.side != unit.side or not carrier.on_table or carrier.out_of_action or carrier.id == unit.id:
        return False
    on_foot = all(figure.profile.on_foot for figure in unit.figures)
    return on_foot and bool(carrier.profile.seats) and not carrier.in_melee and room(state, carrier) >= unit.space


def board_plan(state: State, unit: Unit, carrier: Unit) -> March | Refused:
    """FUBAR-TRN-03: a Walk that takes every figure into contact with the hull."""
    if carrier.flying or not may_carry(state, carrier, unit):
        return Refused(f"{unit.name} cannot get into {carrier.name}.", "FUBAR-TRN-03")
    if state.sides[unit.side].tends and _out_of_reach(unit, carrier):
        return Refused(f"{unit.name} cannot carry the wounded there.", "FUBAR-MED-02")
    hull = carrier.figures[0].base
    already = [figure for figure in marching.movers(unit) if touching(figure.base, hull)]
    if len(already) == len(unit.active):
        tracks = tuple([marching.Track(f.id, (f.base.centre,), f.base.facing) for f in already])
        return March(unit.id, "walk", tracks, marching.guide(unit).id)
    return contact.contact_plan(state, unit, [hull], "walk", all_must=True, rule="FUBAR-TRN-03")


def _out_of_reach(unit: Unit, carrier: Unit) -> list[Figure]:
    """The wounded of a unit who lie too far from a hull to be lifted in."""
    hull = carrier.figures[0].base
    return [figure for figure in unit.wounded if not field.near(figure.base, hull, sheet.DISEMBARK)]


def boardable(state: State, unit: Unit) -> list[Unit]:
    """The transports that a unit could walk to and get into now."""
    found: list[Unit] = []
    for carrier in state.of(unit.side):
        if not carrier.profile.seats or not may_carry(state, carrier, unit):
            continue
        if not all(field.near(f.base, carrier.figures[0].base, 12_000) for f in unit.active):
            continue
        if why_not(state, unit, carrier) is None:
            found.append(carrier)
    return found


def why_not(state: State, unit: Unit, carrier: Unit) -> Refused | None:
    """FUBAR-GEN-08, TRN-03, UNIT-05: why a unit cannot walk to a transport and get into it now; None if it can."""
    if any(figure.left for figure in unit.active):
        return Refused(f"not all of {unit.name} were reached by the activation.", "FUBAR-UNIT-05")
    march = board_plan(state, unit, carrier)
    return march if isinstance(march, Refused) else None


def board(state: State, unit_id: str, carrier_id: str) -> None:
    """FUBAR-TRN-03, MED-08: all of a unit get in, if they still can; wounded who lie farther off are left."""
    unit, carrier = state.units[unit_id], state.units[carrier_id]
    hull = carrier.figures[0].base
    if not may_carry(state, carrier, unit) or not all(gap(f.base, hull) <= 50 for f in unit.active):
        state.tell("transport", f"{unit.name} does not get into {carrier.name}", "FUBAR-TRN-03", unit_id)
        return
    wounded.leave_lying(state, unit_id, _out_of_reach(unit, carrier))
    embark(state, unit_id, carrier_id)


def embark(state: State, unit_id: str, carrier_id: str) -> None:
    unit = state.units[unit_id]
    text = f"{unit.name} gets into {state.units[carrier_id].name}"
    inside = unit.off_guard()._replace(place=CARRIED, carried_by=carrier_id, ground=False, weave=False)
    state.put(inside, text, "FUBAR-TRN-03")


# --- In the vehicle's action ---------------------------------------------------------------------------------


def may_unload(unit: Unit, moved: float) -> bool:
    """FUBAR-TRN-04, GRV-05, VTL-03: passengers leave after a move of at most 6 inches, 12 of a VTOL."""
    return moved <= sheet.CHASSIS[unit.profile.chassis].disembark + field.SLACK


def after_move(state: State, unit_id: str, moved: float) -> Procedure[None]:
    """FUBAR-TRN-03, 04, MED-05, VTL-03: who gets out and who is taken aboard at the end of a vehicle's move."""
    unit = state.units[unit_id]
    if not unit.profile.seats or not may_unload(unit, moved) or unit.out_of_action:
        return
    yield from _unload(state, unit_id)
    yield from _take_aboard(state, unit_id)


def _unload(state: State, unit_id: str) -> Procedure[None]:
    """FUBAR-TRN-04, VEH-10: passengers are set within 3 inches; they may still attempt activation this turn.

    FUBAR-GRV-06: not out of a grav vehicle that has fired over terrain in the same move.
    """
    unit = state.units[unit_id]
    riders = [rider for rider in state.passengers(unit_id) if rider.active or rider.wounded]
    if not riders or (unit.is_vtol and _on_closed_ground(state, unit)):
        return
    if unit.exposed:
        words = f"{unit.name} has fired over terrain in this move: nobody gets out"
        state.tell("transport", words, "FUBAR-GRV-06", unit_id)
        return
    options = [Option(rider.id, rider.name, "FUBAR-TRN-04", rider.id) for rider in riders]
    everybody = tuple(rider.id for rider in riders)
    suggested = [(), everybody, *[(name,) for name in everybody if len(everybody) > 1]]
    out: tuple[str, ...] = yield PickSome(
        unit.side, f"Who gets out of {unit.name}?", "FUBAR-TRN-04", options, 0, len(riders), None, suggested, unit_id
    )
    for name in out:
        yield from disembark(state, name, unit_id)


def disembark(state: State, unit_id: str, carrier_id: str) -> Procedure[None]:
    """FUBAR-TRN-04, MEL-01: figures set within 3 inches of the hull, where their owner likes, but not into contact.

    Without room for all of them they stay aboard.
    """
    unit, carrier = state.units[unit_id], state.units[carrier_id]
    hull = carrier.figures[0].base
    here = [figure for figure in unit.figures if figure.status in ("active", "wounded")]
    near = marching.around(state, unit).near
    placed = round_hull(state, hull, here, sheet.DISEMBARK, clear_of=near)
    first = placed[0]

    def spots(route: Route) -> dict[str, Point]:
        hand = dict(route.figures)
        hand[first.id] = route.end
        return {figure.id: hand.get(figure.id, figure.base.centre) for figure in placed}

    def check(route: Route) -> Refused | None:
        names = [figure.id for figure in placed]
        if any(name not in names for name, _ in route.figures):
            return Refused("that figure is not aboard.", "FUBAR-GEN-08")
        taken = [hull, *state.bases()]
        what = going.obstacles(state, unit)
        for figure in placed:
            base = figure.base.moved(*spots(route)[figure.id])
            refusal = going.may_stand(state, figure, base, what) or marching.in_contact(base, near)
            if refusal is not None:
                return refusal
            if gap(base, hull) > sheet.DISEMBARK + field.SLACK:
                return Refused("they must be set within 3 inches of the hull.", "FUBAR-TRN-04")
            if not free(base, taken):
                return Refused("there is no room for them there.", "FUBAR-TRN-04")
            taken.append(base)
        return None

    def preview(route: Route) -> Preview:
        where = spots(route)
        return Preview(figures=tuple([_shown(figure, where[figure.id]) for figure in placed]))

    stand = Route((first.base.centre,), first.base.facing)
    if check(stand) is not None:
        words = f"{acts(carrier.name, 'has')} no room outside for {unit.name} to get out"
        state.tell("transport", words, "FUBAR-TRN-04", unit_id)
        return
    _land(state, carrier_id)
    prompt = f"Where {does(unit.name)} get out?"
    route: Route = yield Place(
        unit.side,
        prompt,
        "FUBAR-TRN-04",
        unit_id,
        check,
        lambda: [stand],
        "point",
        0,
        stand,
        None,
        preview,
        [figure.id for figure in placed[1:]],
    )
    where = spots(route)
    placed = [figure.at(where[figure.id]) for figure in placed]
    out = unit.with_figures(placed)._replace(place=TABLE, carried_by="", moved=True)
    state.put(out, f"{unit.name} gets out of {carrier.name}", "FUBAR-TRN-04")
    leaving.take_crates(state, unit_id)
    yield from hazards.entered(state, unit_id)


def _shown(figure: Figure, at: Point) -> Shown:
    return figure_on(figure.base.moved(at.x, at.y), figure.id, name=figure.profile.name)


def _land(state: State, carrier_id: str) -> None:
    """FUBAR-VTL-03, 05: a VTOL lands to let people in or out, and is an ordinary target until its next attempt."""
    carrier = state.units[carrier_id]
    if carrier.flying:
        state.put(carrier._replace(landed=True), f"{carrier.name} lands", "FUBAR-VTL-05")


def _take_aboard(state: State, unit_id: str) -> Procedure[None]:
    """FUBAR-TRN-03, MED-05: a VTOL takes in units near it that were not attempted, any transport guard groups.

    FUBAR-MOR-06: broken units follow nobody's orders, and could not be rallied aboard.
    """
    unit = state.units[unit_id]
    hull = unit.figures[0].base
    able: list[Unit] = []
    for other in state.of(unit.side):
        if other.in_melee or other.broken or not may_carry(state, unit, other):
            continue
        willing = other.tending or (unit.is_vtol and not other.attempted and other.active)
        here = [f for f in other.figures if f.status in ("active", "wounded")]
        if willing and all(field.near(figure.base, hull, sheet.EMBARK_VTOL) for figure in here):
            able.append(other)
    if not able or (unit.is_vtol and _on_closed_ground(state, unit)):
        return
    options = [Option(other.id, other.name, "FUBAR-TRN-03", other.id) for other in able]

    def fits(chosen: tuple[str, ...]) -> Refused | None:
        if sum(state.units[name].space for name in chosen) > room(state, state.units[unit_id]):
            return Refused(f"{acts(unit.name, 'has')} no room for all of them.", "FUBAR-TRN-03")
        return None

    suggested = [(), *[(other.id,) for other in able]]
    chosen: tuple[str, ...] = yield PickSome(
        unit.side, f"Who gets into {unit.name}?", "FUBAR-TRN-03", options, 0, len(able), fits, suggested, unit_id
    )
    for name in chosen:
        _land(state, unit_id)
        embark(state, name, unit_id)


def _on_closed_ground(state: State, unit: Unit) -> bool:
    """Nothing lands on impassable ground."""
    pieces = field.under(state, unit.figures[0].base.centre)
    return any(state.content.features[piece.id].impassable for piece in pieces)
