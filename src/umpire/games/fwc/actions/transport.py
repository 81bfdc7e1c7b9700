"""Transports and guns: mounting, dismounting, limbering, deploying."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from umpire.battle.decisions import Option, PickSome, Place, Refused, Route
from umpire.battle.words import does
from umpire.dice import Procedure
from umpire.games.fwc import field, sheet
from umpire.games.fwc.actions import standing
from umpire.games.fwc.actions.hidden import reveal
from umpire.games.fwc.actions.opportunity import react_after
from umpire.games.fwc.model import CARRIED, Profile, State, Unit
from umpire.games.fwc.obstacles import barriers
from umpire.table import Base, beside, keep, place_touching, segment_crosses_circle_edge

TASKS = ("limber", "deploy", "mount", "dismount")


def concerns(profile: Profile) -> bool:
    """Whether any unit of this kind does so."""
    return profile.is_gun or profile.is_foot or profile.capacity > 0


def options(state: State, unit: Unit) -> list[Option]:
    """FWC-MOV-07, CMD-25: what passengers, carriers and guns may do for an action.

    A carrier lets its passengers dismount; a passenger, who can do nothing else (FWC-TRP-01), dismounts.
    """
    if unit.place == CARRIED:
        if may_get_off(state, unit):
            return [Option("dismount", "dismount", "FWC-TRP-01", unit.id)]
        return []
    if not unit.ready:
        return []
    found: list[Option] = []
    if unit.profile.is_gun:
        if unit.deployed:
            found.append(Option("limber", "limber", "FWC-MOV-07", unit.id))
        else:
            found.append(Option("deploy", "deploy", "FWC-MOV-07", unit.id))
    for carrier in carriers(state, unit):
        words = f"mount {carrier.name}"
        found.append(Option(f"mount:{carrier.id}", words, "FWC-MOV-07", carrier.id))
    if getting_off(state, unit):
        found.append(Option("dismount", "let passengers dismount", "FWC-MOV-07", unit.id))
    return found


# --- Who may ride ----------------------------------------------------------------------------------------------


def can_ride(unit: Unit) -> bool:
    """FWC-TRP-01, MOV-07: infantry, and guns when limbered."""
    if unit.profile.is_gun:
        return not unit.deployed
    return unit.profile.is_foot and not unit.profile.is_command and unit.profile.capacity == 0


def carriers(state: State, unit: Unit) -> list[Unit]:
    """FWC-MOV-07, FLY-01: transports of its side within 2 cm with room, on the ground, and no obstacle between."""
    if not unit.ready or not can_ride(unit):
        return []
    return [
        carrier
        for carrier in state.near(unit.side, unit.base, sheet.MOUNT_CM * 1000)
        if carrier.profile.capacity > 0
        and carrier.id != unit.id
        and not carrier.airborne
        and field.units_within(carrier, unit, sheet.MOUNT_CM)
        and carrier.profile.capacity > len(state.passengers(carrier.id))
        and _parted(state, unit, unit.base, carrier.base) is None
    ]


def getting_off(state: State, carrier: Unit) -> list[Unit]:
    """Passengers who could dismount now by the carrier's order.

    Not those another has ordered (FWC-CMD-08), nor those of the same order: each has an action of its own (FWC-CMD-02).
    """
    if carrier.profile.capacity == 0:
        return []
    return [
        unit
        for unit in state.passengers(carrier.id)
        if unit.id not in state.formation
        and unit.ordered_by in ("", state.commander, carrier.ordered_by)
        and not unit.finished
        and may_get_off(state, unit)
    ]


def may_get_off(state: State, unit: Unit) -> bool:
    """FWC-TRP-01: whether a passenger could dismount; whether its carrier is fit to act does not matter."""
    carrier = state.units[unit.carried_by]
    able = not unit.suppressed and not unit.frozen and carrier.on_table and not carrier.airborne
    return able and _has_room(state, unit, carrier)


def _has_room(state: State, unit: Unit, carrier: Unit) -> bool:
    """Whether there is a place to dismount: asked at every order, and the same until somebody close by moves."""
    near = _neighbours(state, unit, carrier)
    there = tuple([(each.base, each.side == unit.side) for each in near])
    size = (unit.base.width, unit.base.depth)
    key = (unit.profile, size, carrier.base, there, state.zones, state.laid, state.gaps)
    found = state.content.room_memo.get(key)
    if found is None:
        found = keep(state.content.room_memo, key, next(_places(state, unit, carrier, near), None) is not None)
    return found


def _neighbours(state: State, unit: Unit, carrier: Unit) -> list[Unit]:
    """Whoever may be in the way of a unit that dismounts, wherever it does."""
    return standing.neighbours(state, unit, carrier.base, 2 * unit.base.reach)


def whereabouts(state: State, unit: Unit) -> Base:
    """Where a unit is for measuring: a passenger is where its carrier is."""
    return state.units[unit.carried_by].base if unit.place == CARRIED else unit.base


# --- Doing it --------------------------------------------------------------------------------------------------


def perform(state: State, unit_id: str, key: str) -> Procedure[None]:
    unit = state.units[unit_id]
    task, _, carrier_id = key.partition(":")
    if all(option.key != key for option in options(state, unit)):
        state.tell("cannot", f"{unit.name} can no longer do that", "FWC-CMD-27", unit_id)
    elif task == "limber":
        state.put(unit.with_deployed(False), f"{unit.name} limbers", "FWC-MOV-07")
    elif task == "deploy":
        state.put(unit.with_deployed(True), f"{unit.name} deploys", "FWC-MOV-07")
    elif task == "mount":
        _mount(state, unit, state.units[carrier_id])
    elif unit.place == CARRIED:
        yield from _dismount(state, unit_id)
    else:
        yield from _unload(state, unit)


def _mount(state: State, unit: Unit, carrier: Unit) -> None:
    """FWC-TRP-01; into a hidden carrier the unit simply vanishes from the enemy's sight (FWC-HID-01)."""
    state.put(unit.mounted(carrier.id))
    only = unit.side if carrier.hidden else ""
    state.tell("unit", f"{unit.name} mounts {carrier.name}", "FWC-TRP-01", unit.id, carrier.id, only=only)


def _unload(state: State, carrier: Unit) -> Procedure[None]:
    """The passengers its owner chooses dismount one after the other; the order is theirs as well as the carrier's."""
    able = getting_off(state, carrier)
    chosen = tuple(unit.id for unit in able)
    if len(able) > 1:
        chosen = yield PickSome(
            carrier.side,
            f"Who dismounts from {carrier.name}?",
            "FWC-MOV-07",
            [Option(unit.id, unit.name, "FWC-MOV-07", unit.id) for unit in able],
            1,
            len(able),
            None,
            [chosen, *((unit.id,) for unit in able)],
        )
    for uid in chosen:
        if not may_get_off(state, state.units[uid]):
            state.tell("cannot", f"{state.units[uid].name} has no room to dismount", "FWC-MOV-07", uid)
            continue
        if carrier.ordered_by:  # FWC-CMD-08: it belongs to the formation that was ordered
            state.put(state.units[uid].under_orders(carrier.ordered_by, carrier.formation))
            if carrier.id in state.formation and uid not in state.formation:
                state.formation = (*state.formation, uid)
        reveal(state, uid, "it dismounts")
        yield from _dismount(state, uid)
        yield from react_after(state, uid)


def _dismount(state: State, unit_id: str) -> Procedure[None]:
    unit = state.units[unit_id]
    carrier = state.units[unit.carried_by]
    route: Route = yield Place(
        unit.side,
        f"Where {does(unit.name)} dismount from {carrier.name}? (within {sheet.MOUNT_CM} cm)",
        "FWC-MOV-07",
        unit_id,
        lambda route: check_place(state, unit, _at(unit, route)),
        lambda: places(state, unit),
        "point",
    )
    base = _at(unit, route)
    if standing.comes_upon(state, unit, base):
        state.tell("cannot", f"{unit.name} stays on board", "FWC-HID-03", unit_id)
        return
    off = unit.dismounted(base).went(base, state.player_turn)
    where = "" if carrier.hidden else f" from {carrier.name}"
    state.put(off, f"{unit.name} dismounts{where}", "FWC-TRP-01")


def _at(unit: Unit, route: Route) -> Base:
    return unit.base.moved(*route.end).turned(route.facing)


def check_place(state: State, unit: Unit, base: Base, near: Sequence[Unit] | None = None) -> Refused | None:
    """FWC-MOV-07: within 2 cm of the carrier, on ground it may stand on, with no obstacle between.

    `near` are its neighbours there, if they are known.
    """
    carrier = state.units[unit.carried_by]
    if field.apart(base, carrier.base) > sheet.MOUNT_CM * 100:
        return Refused(f"{unit.name} must dismount within {sheet.MOUNT_CM} cm of {carrier.name}.", "FWC-MOV-07")
    refusal = standing.why_not(state, unit, base, near)
    if refusal is not None:
        return refusal
    return _parted(state, unit, carrier.base, base)


def _parted(state: State, unit: Unit, here: Base, there: Base) -> Refused | None:
    """FWC-DOM-01, MOV-03: the edge of a dome or an obstacle between a carrier and where a unit gets on or off."""
    for zone in state.zones:
        if zone.kind == "dome" and segment_crosses_circle_edge(here.centre, there.centre, zone.circle):
            return Refused(f"{unit.name} may not cross the edge of a shield dome.", "FWC-DOM-01")
    for piece, _, _ in barriers(state).along(here.centre, there.centre):
        return Refused(f"{unit.name} may not cross {piece.name}.", "FWC-MOV-03")
    return None


def places(state: State, unit: Unit) -> list[Route]:
    """Legal places to dismount, in contact with the carrier, behind it first."""
    carrier = state.units[unit.carried_by]
    return list(_places(state, unit, carrier, _neighbours(state, unit, carrier)))


def _places(state: State, unit: Unit, carrier: Unit, near: Sequence[Unit]) -> Iterator[Route]:
    """Places all round the carrier, behind it first; if there are none of these, the first one between them."""
    turned, found = unit.base.turned(carrier.base.facing), False
    for turn in (180, 150, 210, 90, 270, 120, 240, 0, 30, 330, 60, 300):
        base = beside(turned, carrier.base, carrier.base.facing + turn)
        if check_place(state, unit, base, near) is None:
            found = True
            yield Route((base.centre,), base.facing)
    if not found:
        others = [each.base for each in near if each.id != carrier.id]
        last = place_touching(
            turned,
            carrier.base,
            others,
            state.content.size,
            lambda base: check_place(state, unit, base, near) is None,
            (carrier.base.facing + 180) % 360,
        )
        if last is not None:
            yield Route((last.centre,), last.facing)
