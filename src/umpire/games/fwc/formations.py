"""Formations: who may be ordered together."""

from __future__ import annotations

from collections.abc import Sequence

from umpire.battle.decisions import Refused
from umpire.games.fwc import field
from umpire.games.fwc.model import State, Unit
from umpire.table import groups


def may_be_ordered(unit: Unit) -> bool:
    """FWC-CMD-08, FLY-02: not a command unit or a gunship that is called, able to act, not used up this turn."""
    if not unit.ready or unit.finished or unit.profile.is_command or unit.called:
        return False
    return not field.installation(unit)


def available(state: State) -> list[Unit]:
    """Units that may form a new formation now."""
    return [unit for unit in state.of(state.active) if may_be_ordered(unit) and not unit.ordered_by]


def still_ordered(state: State) -> list[Unit]:
    """FWC-CMD-09: members of the formation under orders who can take a further one."""
    return [state.units[uid] for uid in state.formation if may_be_ordered(state.units[uid])]


def check_chain(state: State, members: Sequence[str]) -> Refused | None:
    """FWC-CMD-08: all linked in one chain with gaps of at most the chain length."""
    chains = _chains(state, [state.units[uid] for uid in members])
    if len(chains) > 1:
        limit = state.house.formation_chain_cm
        return Refused(f"the formation is not linked: a gap is wider than {limit} cm.", "FWC-CMD-08")
    return None


def _chains(state: State, units: Sequence[Unit]) -> list[tuple[int, ...]]:
    limit = state.house.formation_chain_cm * 1000 + 4.99  # FWC-GEN-03: what is rounded to the limit is within it
    return groups([unit.base for unit in units], limit)


def suggestions(state: State, units: Sequence[Unit], commander: Unit) -> list[tuple[str, ...]]:
    """Formations worth naming: whole chains, those of one kind in them, and single units."""
    found: list[tuple[str, ...]] = []
    near = state.content.radius(commander.side) * 2000 + 10_000

    def add(ids: Sequence[str]) -> None:
        if ids and tuple(ids) not in found:
            found.append(tuple(ids))

    close = [u for u in units if field.apart(commander.base, u.base) * 10 <= near] or list(units)
    for pool in (close, units):
        for chain in _chains(state, pool):
            members = [pool[index] for index in chain]
            add([unit.id for unit in members])
            for kind in dict.fromkeys(unit.profile.id for unit in members):
                same = [unit for unit in members if unit.profile.id == kind]
                for part in _chains(state, same):
                    add([same[index].id for index in part])
    for unit in units:
        add([unit.id])
    return found
