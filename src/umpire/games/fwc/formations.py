"""Formations: who may be ordered together."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from umpire.battle.decisions import Made, Refused
from umpire.games.fwc import field
from umpire.games.fwc.actions import transport
from umpire.games.fwc.command_rolls import command_step
from umpire.games.fwc.model import CARRIED, TABLE, State, Unit
from umpire.table import Base, chain_from, chains, links


def may_be_ordered(unit: Unit) -> bool:
    """FWC-CMD-08, FLY-02: not a command unit or a gunship that is called, able to act, not used up this turn."""
    return unit.profile.takes_orders and not unit.finished and not unit.called and unit.ready


def can_act(state: State, unit: Unit) -> bool:
    """Whether a member of a formation can still do something; a passenger can dismount (FWC-TRP-01)."""
    return unit.ready or (unit.place == CARRIED and transport.may_get_off(state, unit))


def available(state: State) -> list[Unit]:
    """Units that may form a new formation now."""
    return [unit for unit in _not_ordered(state) if _orderable(state, unit)]


def anybody_available(state: State) -> bool:
    """Whether there are any. Passengers are asked last: whether one has room to get off takes longest to find out."""
    waiting = _not_ordered(state)
    return any(may_be_ordered(unit) for unit in waiting) or any(_orderable(state, unit) for unit in waiting)


def _not_ordered(state: State) -> list[Unit]:
    return [unit for unit in state.army(state.active) if not unit.ordered_by and not unit.finished]


def still_ordered(state: State) -> list[Unit]:
    """FWC-CMD-09: members of the formation under orders who can take a further one."""
    return [state.units[uid] for uid in state.formation if _orderable(state, state.units[uid])]


def _orderable(state: State, unit: Unit) -> bool:
    if unit.place == CARRIED:
        return not unit.finished and can_act(state, unit)
    return may_be_ordered(unit)


def check_chain(state: State, members: Sequence[str]) -> Refused | None:
    """FWC-CMD-08: all linked in one chain with gaps of at most the chain length."""
    if len(members) == 1:
        return None
    bases = [transport.whereabouts(state, state.units[uid]) for uid in members]
    if len(chain_from(bases, 0, _gap(state))) < len(bases):
        limit = state.house.formation_chain_cm
        return Refused(f"the formation is not linked: a gap is wider than {limit} cm.", "FWC-CMD-08")
    return None


def _gap(state: State) -> float:
    """FWC-CMD-08: the widest gap between two members of a formation, in thousandths of a cm."""
    return state.house.formation_chain_cm * 1000 + field.HAIR


def _links(state: State, seat: str) -> tuple[dict[str, int], list[int]]:
    """The place of each unit in its battlegroup, and for each place who is within the chain length of it."""
    notes = state.ranks().notes[seat]
    found: tuple[dict[str, int], list[int]] | None = notes.get("links")
    if found is None:
        mine = state.army(seat)
        state.linked[seat] = links([_there(state, unit) for unit in mine], _gap(state), state.linked.get(seat))
        found = {unit.id: place for place, unit in enumerate(mine)}, state.linked[seat].joined
        notes["links"] = found
    return found


def _there(state: State, unit: Unit) -> Base | None:
    return transport.whereabouts(state, unit) if unit.place in (TABLE, CARRIED) else None


def far_from(state: State, commander: Unit, unit: Unit) -> int:
    """How far a unit is from who commands it, in hundredths of a cm."""
    return field.apart(commander.base, transport.whereabouts(state, unit))


def suggestions(
    state: State, units: Sequence[Unit], commander: Unit, nobody: bool = False
) -> Sequence[tuple[str, ...]]:
    """Formations worth naming: chains near the command unit and in all, those of one kind in them, single units.

    With `nobody` the last one has no members.
    """
    places, joined = _links(state, commander.side)
    by_place = {places[unit.id]: unit for unit in units}
    where = {i: transport.whereabouts(state, unit) for i, unit in by_place.items()}
    step = command_step(state.house, state.content.radius(commander.side) * 100)
    close = [i for i, base in where.items() if field.nearer_than(commander.base, base, 2 * step)]
    closer = [i for i in close if field.nearer_than(commander.base, where[i], step)]
    found: dict[int, None] = {}  # formations as the bits of a number
    pools: list[list[int]] = []
    for pool in (close, closer, list(by_place)):  # FWC-CMD-13: each step of distance costs
        if pool in pools:
            continue
        pools.append(pool)
        for chain in chains(joined, pool):
            found[chain] = None
            members = [i for i in pool if chain >> i & 1]
            fresh = [i for i in members if not by_place[i].reacted and not by_place[i].acted]  # FWC-CMD-11
            if len(fresh) < len(members):
                found.update(dict.fromkeys(chains(joined, fresh)))
            kinds: dict[str, list[int]] = {}
            for i in members:
                kinds.setdefault(by_place[i].profile.id, []).append(i)
            for same in kinds.values():
                parts = chains(joined, same) if len(same) > 1 else [1 << same[0]]
                found.update(dict.fromkeys(parts))
    found.update(dict.fromkeys([1 << i for i in by_place]))
    sets = [*found, 0] if nobody else list(found)

    def named(index: int) -> tuple[str, ...]:
        return tuple([unit.id for i, unit in by_place.items() if sets[index] >> i & 1])

    return Made(len(sets), named)


_SINGLE = 5
"""Of the formations worth naming, about so many are single units for each that has more members."""


def drawn(state: State, units: Sequence[Unit], nobody: bool, rng: Random) -> tuple[str, ...]:
    """A formation at random, without working out all worth naming: a single unit, a chain, those of one kind in it.

    With `nobody` it may have no members.
    """
    singles, larger = len(units), -(-len(units) // _SINGLE)
    at = int(rng.random() * (singles + larger + nobody))
    if at < singles:
        return (units[at].id,)
    if at == singles + larger:
        return ()
    one = units[int(rng.random() * singles)]
    pool = units if rng.random() < 0.5 else [unit for unit in units if unit.profile.id == one.profile.id]
    chain = chain_from([transport.whereabouts(state, unit) for unit in pool], pool.index(one), _gap(state))
    return tuple([pool[i].id for i in chain])
