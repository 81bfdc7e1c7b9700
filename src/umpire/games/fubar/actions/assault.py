"""Assaults: into contact under the enemy's fire, and the first round of the melee."""

from __future__ import annotations

from collections.abc import Sequence

from umpire.battle.decisions import Refused
from umpire.battle.words import acts, does
from umpire.dice import Procedure
from umpire.games.fubar import field
from umpire.games.fubar.actions import closing, contact, going, marching, melee, movement, wounded
from umpire.games.fubar.actions.closing import Closing
from umpire.games.fubar.actions.contact import Told, Wish
from umpire.games.fubar.actions.marching import March
from umpire.games.fubar.model import State
from umpire.games.fubar.units import Unit
from umpire.table import touching


def may_assault(unit: Unit) -> bool:
    """FUBAR-ORD-08, MEL-14, 15: figures on foot, walkers and bikes; not who is in melee already."""
    if unit.in_melee or unit.immobile or not unit.on_table:
        return False
    return not unit.is_vehicle or unit.profile.chassis == "walker"


def targets(state: State, unit: Unit) -> list[Unit]:
    """FUBAR-MEL-01, 14, 15, VTL-05: the enemy units within reach of an assault that may be assaulted at all."""
    if not may_assault(unit):
        return []
    able = marching.movers(unit)
    reach = max((going.allowance(state, unit, figure, "assault") for figure in able), default=0)
    found: list[Unit] = []
    for enemy in state.enemies(unit.side):
        if enemy.flying or not enemy.active:
            continue
        if any(field.near(mine.base, theirs.base, reach) for mine in able for theirs in enemy.active):
            found.append(enemy)
    return found


def plan(
    state: State, unit: Unit, target: Unit, forced: bool = False, wish: Wish = contact.NEAREST_FIRST
) -> March | Refused:
    """FUBAR-MEL-01, ORD-08: as many figures as reach go into base contact; without one the assault is refused.

    Whom each goes for is its owner's wish. FUBAR-MED-02: in a forced one the wounded may be left; else, if the others
    would leave them alone, those beside them stay.
    """
    foes = [figure.base for figure in target.active]
    march = contact.contact_plan(state, unit, foes, "assault", wish=wish)
    if forced or isinstance(march, Refused):
        return march
    refusal = marching.leaves_wounded(state, unit, march)
    if refusal is None:
        return march
    named = [told.figure for told in wish.told]
    staying = [Told(name, None, True) for name in wounded.beside_them(unit) if name not in named]
    kept = contact.contact_plan(state, unit, foes, "assault", wish=wish._replace(told=(*wish.told, *staying)))
    if isinstance(kept, Refused) or marching.leaves_wounded(state, unit, kept) is not None:
        return refusal
    return kept


def chosen(state: State, unit: Unit, target: Unit) -> Procedure[March | Refused]:
    """FUBAR-MEL-01, ORD-11: which enemy figures the attacker moves into contact with, and who of his stays out of it.

    It is declared with the paths (FUBAR-REA-05), before anybody moves or reacts.
    """
    usual = plan(state, unit, target)
    if isinstance(usual, Refused):
        return usual
    able = contact.in_turn(marching.movers(unit), [figure.base for figure in target.active], contact.NEAREST_FIRST)
    ways = Closing(
        unit,
        closing.foes_of([target]),
        able,
        lambda wish: plan(state, unit, target, wish=wish),
        "FUBAR-MEL-01",
        (closing.NEAR, contact.STAY),
    )
    found = yield from ways.choose(f"How {does(unit.name)} come into contact with {target.name}?")
    return found if found is not None else usual


def reachable(state: State, unit: Unit) -> list[Unit]:
    """The enemies that an assault would reach with a figure at least, if need be with guards left behind."""
    return [enemy for enemy in targets(state, unit) if can_reach(state, unit, enemy) or guards(state, unit, enemy)]


def why_not(state: State, unit: Unit, target: Unit, rallied: bool) -> Refused | None:
    """FUBAR-GEN-08, MOR-06, MEL-15, VTL-05, DMG-06, MEL-01: why a unit may not assault another; None if it may."""
    if target.side == unit.side or not target.on_table or not target.active:
        return Refused(f"{acts(target.name, 'is')} no enemy who could be assaulted.", "FUBAR-MEL-01")
    if rallied:
        return Refused(f"{acts(unit.name, 'has')} only just been rallied.", "FUBAR-MOR-06")
    if unit.immobile:
        return Refused(f"{acts(unit.name, 'is')} immobilised.", "FUBAR-DMG-06")
    if not may_assault(unit):
        return Refused("of vehicles only walkers and bikes assault.", "FUBAR-MEL-15")
    if target.flying:
        return Refused(f"{acts(target.name, 'is')} in the air.", "FUBAR-VTL-05")
    march = plan(state, unit, target)
    return march if isinstance(march, Refused) else None


def can_reach(state: State, unit: Unit, target: Unit) -> bool:
    """Whether the unit as it is would reach an enemy; who has wounded to tend stays near them (FUBAR-MED-02)."""
    return not isinstance(plan(state, unit, target), Refused)


def guards(state: State, unit: Unit, target: Unit) -> tuple[str, ...]:
    """FUBAR-MED-03: who could stay with the wounded so that the rest reach an enemy; nobody if that cannot be.

    Those farthest from him are spared most easily.
    """
    if not wounded.may_leave_guards(state, unit):
        return ()
    foes = [foe.base for foe in target.active]
    order = sorted(unit.active, key=lambda figure: -min(field.apart(figure.base, foe) for foe in foes))
    found = wounded.fewest_guards(unit, order)
    return found if _why_not_without(state, unit, target, found) is None else ()


def see_to_wounded(state: State, unit_id: str, target_id: str) -> Procedure[None]:
    """FUBAR-MED-02, 03: before it goes, whether it stays near its wounded, where it can, or leaves guards."""
    unit, target = state.units[unit_id], state.units[target_id]
    if not wounded.may_leave_guards(state, unit):
        return
    yield from wounded.before_moving(
        state,
        unit_id,
        can_reach(state, unit, target),
        lambda staying: _why_not_without(state, unit, target, staying),
        guards(state, unit, target),
    )


def _why_not_without(state: State, unit: Unit, target: Unit, staying: Sequence[str]) -> Refused | None:
    """Why the rest of a unit would not reach an enemy if these stay with the wounded; None if they would."""
    rest = unit.without([*staying, *[figure.id for figure in unit.wounded]])
    march = plan(state, rest, target, True)
    return march if isinstance(march, Refused) else None


def carry_out(state: State, march: March, target_id: str) -> Procedure[None]:
    """FUBAR-MEL-01 to 03, REA-09: the charge, the enemy's reactions up to contact, then one round at once.

    If nobody is left to reach contact the rest stop where they are.
    """
    movement.begin(state, march)
    march = yield from movement.advance(state, march, march.size)
    movement.finish(state, march)
    unit, target = state.units[march.unit], state.units[target_id]
    if unit.broken or not in_contact(unit, target):
        state.tell("melee", f"{unit.name} does not get into contact", "FUBAR-REA-09", march.unit)
        return
    state.tell("melee", f"{unit.name} assaults {target.name}", "FUBAR-MEL-01", march.unit, target_id)
    yield from melee.begin(state, march.unit, target_id)


def in_contact(unit: Unit, target: Unit) -> bool:
    return any(touching(mine.base, theirs.base) for mine in unit.active for theirs in target.active)
