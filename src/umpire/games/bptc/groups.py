"""Order groups: who may be ordered by whom, and together with whom."""

from __future__ import annotations

from collections.abc import Sequence

from umpire.battle.decisions import Refused
from umpire.games.bptc import field, sheet
from umpire.games.bptc.actions import transport
from umpire.games.bptc.model import State, Unit
from umpire.games.bptc.units import CARRIED, GARRISON, MARCH
from umpire.games.commander.distance import HAIR
from umpire.table import groups as linked


def can_act(state: State, unit: Unit) -> bool:
    """Whether a unit can do something by an order; who is carried can get off (BPTC-TRN-01)."""
    return unit.ready or (unit.place == CARRIED and bool(transport.options(state, unit)))


def orderable(state: State, commander: Unit) -> list[Unit]:
    """BPTC-CMD-13, 18: an HQ orders its own units, the CO any that no other command unit has ordered this turn."""
    return [unit for unit in state.army(commander.side) if may_order(state, commander, unit)]


def may_order(state: State, commander: Unit, unit: Unit) -> bool:
    if unit.side != commander.side or unit.profile.is_command or unit.ordered_by not in ("", commander.id):
        return False
    if commander.profile.role != "CO" and state.house.hq_restricts and unit.commander != commander.id:
        return False
    return can_act(state, unit)


def check_group(state: State, picked: Sequence[str]) -> Refused | None:
    """BPTC-CMD-14, GEN-03: a later order goes to units of one earlier group, or to units that had none."""
    units = [state.units[uid] for uid in picked]
    if len({unit.band for unit in units}) > 1:
        return Refused("a later order goes to units of one earlier group, and to no others with them.", "BPTC-CMD-14")
    chain = state.house.formation_chain_cm
    if chain and len(linked([transport.whereabouts(state, unit) for unit in units], chain * 1000 + HAIR)) > 1:
        return Refused(f"the group is not linked: a gap is wider than {chain} cm.", "BPTC-CMD-14")
    return None


def far_from(state: State, commander: Unit, unit: Unit) -> int:
    """How far a unit is from who commands it, in hundredths of a cm."""
    return field.apart(commander.base, transport.whereabouts(state, unit))


def columns_touching(commander: Unit, units: Sequence[Unit]) -> bool:
    """BPTC-CMD-07, FRM-04: all in march column, in contact with the commander or through a chain of these columns."""
    if not units or any(unit.formation != MARCH or not unit.on_table or unit.shelter == GARRISON for unit in units):
        return False
    reached = [commander]
    left = list(units)
    while True:
        found = [unit for unit in left if any(field.in_contact(unit.base, each.base) for each in reached)]
        if not found:
            return not left
        reached += found
        left = [unit for unit in left if unit not in found]


def suggestions(state: State, units: Sequence[Unit], commander: Unit) -> list[tuple[str, ...]]:
    """Groups worth naming: all of a band, those near, those of one kind, single units; the last is nobody."""
    found: dict[tuple[str, ...], None] = {}
    step = sheet.COMMAND_STEP_CM * 100
    chain = state.house.formation_chain_cm
    for band in sorted({unit.band for unit in units}):
        members = [unit for unit in units if unit.band == band]
        far = {unit.id: far_from(state, commander, unit) for unit in members}
        pools = [members, [u for u in members if far[u.id] < step], [u for u in members if far[u.id] < 2 * step]]
        for pool in pools:
            _name(state, found, pool, chain)
            kinds: dict[str, list[Unit]] = {}
            for unit in pool:
                kinds.setdefault(unit.profile.arm, []).append(unit)
            for same in kinds.values():
                _name(state, found, same, chain)
    for unit in units:
        found[(unit.id,)] = None
    found[()] = None
    return list(found)


def _name(state: State, found: dict[tuple[str, ...], None], units: Sequence[Unit], chain: int) -> None:
    keys = tuple([unit.id for unit in units])
    if keys and (not chain or check_group(state, keys) is None):
        found[keys] = None
