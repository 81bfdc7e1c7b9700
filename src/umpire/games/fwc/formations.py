"""Formations: who may be ordered together."""

from __future__ import annotations

from collections.abc import Sequence

from umpire.battle.decisions import Refused
from umpire.games.fwc import field
from umpire.games.fwc.actions import transport
from umpire.games.fwc.model import CARRIED, State, Unit
from umpire.table import groups


def may_be_ordered(unit: Unit) -> bool:
    """FWC-CMD-08, FLY-02: not a command unit or a gunship that is called, able to act, not used up this turn."""
    if not unit.ready or unit.finished or unit.profile.is_command or unit.called:
        return False
    return not field.installation(unit)


def can_act(state: State, unit: Unit) -> bool:
    """Whether a member of a formation can still do something; a passenger can dismount (FWC-TRP-01)."""
    return unit.ready or (unit.place == CARRIED and transport.may_get_off(state, unit))


def available(state: State) -> list[Unit]:
    """Units that may form a new formation now."""
    mine = [unit for unit in state.units.values() if unit.side == state.active]
    return [unit for unit in mine if not unit.ordered_by and _orderable(state, unit)]


def still_ordered(state: State) -> list[Unit]:
    """FWC-CMD-09: members of the formation under orders who can take a further one."""
    return [state.units[uid] for uid in state.formation if _orderable(state, state.units[uid])]


def _orderable(state: State, unit: Unit) -> bool:
    if unit.place == CARRIED:
        return not unit.finished and can_act(state, unit)
    return may_be_ordered(unit)


def check_chain(state: State, members: Sequence[str]) -> Refused | None:
    """FWC-CMD-08: all linked in one chain with gaps of at most the chain length."""
    chains = _chains(state, [state.units[uid] for uid in members])
    if len(chains) > 1:
        limit = state.house.formation_chain_cm
        return Refused(f"the formation is not linked: a gap is wider than {limit} cm.", "FWC-CMD-08")
    return None


def _chains(state: State, units: Sequence[Unit]) -> list[tuple[int, ...]]:
    limit = state.house.formation_chain_cm * 1000 + field.HAIR
    return groups([transport.whereabouts(state, unit) for unit in units], limit)


def far_from(state: State, commander: Unit, unit: Unit) -> int:
    """How far a unit is from who commands it, in hundredths of a cm."""
    return field.apart(commander.base, transport.whereabouts(state, unit))


def suggestions(state: State, units: Sequence[Unit], commander: Unit) -> list[tuple[str, ...]]:
    """Formations worth naming: chains near the command unit and in all, those of one kind in them, single units."""
    found: list[tuple[str, ...]] = []

    def add(members: Sequence[Unit]) -> None:
        ids = tuple([unit.id for unit in members])
        if ids and ids not in found:
            found.append(ids)

    radius = state.content.radius(commander.side) * 100
    far = [far_from(state, commander, unit) for unit in units]
    for limit in (2 * radius, radius, 10**9):  # FWC-CMD-13: each step of distance costs
        pool = [unit for unit, distance in zip(units, far, strict=True) if distance < limit]
        for members in _linked(state, pool):
            add(members)
            for fresh in _linked(state, [u for u in members if not u.reacted and not u.acted]):  # FWC-CMD-11
                add(fresh)
            for kind in dict.fromkeys(unit.profile.id for unit in members):
                for part in _linked(state, [unit for unit in members if unit.profile.id == kind]):
                    add(part)
    for unit in units:
        add([unit])
    return found


def _linked(state: State, units: Sequence[Unit]) -> list[list[Unit]]:
    return [[units[index] for index in chain] for chain in _chains(state, units)]
