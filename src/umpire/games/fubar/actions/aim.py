"""Who may fire at whom with what: weapons that bear, targets in sight, range and reach, whom each must shoot at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from umpire.battle.decisions import Refused
from umpire.battle.words import acts
from umpire.games.fubar import field, needs
from umpire.games.fubar.actions import damage
from umpire.games.fubar.field import stand
from umpire.games.fubar.model import CARRIED, State
from umpire.games.fubar.units import Figure, Unit, Weapon
from umpire.table import in_arc


class Mode(NamedTuple):
    """The circumstances of a fire event."""

    aimed: bool = False
    moving: bool = False
    reaction: bool = False
    only: str = ""
    """Who alone may be shot at, with whoever rides on it in the open: who moved, in a reaction."""
    limit: int = 0
    """How many weapons of a vehicle may fire; 0 is all of them."""
    small_arms: bool = False
    """Small arms only: passengers of an open transport (FUBAR-TRN-05)."""


class Gun(NamedTuple):
    """A weapon in the hands of a figure."""

    figure: str
    weapon: int


class Shot(NamedTuple):
    """A weapon fired at a unit; `named` is the figure a sniper picks off."""

    figure: str
    weapon: int
    target: str
    named: str = ""


# --- Weapons -------------------------------------------------------------------------------------------------


def may_fire(state: State, unit: Unit, figure: Figure, index: int, mode: Mode) -> bool:
    """FUBAR-ORD-01, 09, 10, AUT-08, FIRE-15, WPN-27, 31: whether a weapon may be fired now at all."""
    weapon = figure.profile.weapons[index]
    if weapon.indirect or index in unit.lost_weapons:
        return False
    if weapon.cls == "G" and not figure.grenades:
        return False
    if weapon.sniper and not figure.profile.has("sniper"):
        return False
    if figure.profile.chassis:
        return True
    if mode.small_arms:
        return weapon.cls == "S"
    if not mode.moving or weapon.cls in ("S", "G") or figure.profile.is_automaton:
        return True
    return figure.profile.powered and state.house.power_armour_mobile_support


def shooters(unit: Unit, mode: Mode) -> list[Figure]:
    """FUBAR-UNIT-05, FIRE-13, ORD-04, MED-04, 06: who of a unit may fire: not the fallen, nobody in melee.

    In a reaction all of a unit On Guard, or only its stragglers whom the last activation did not reach.
    """
    if unit.in_melee or unit.out_of_action:
        return []
    if mode.reaction and not unit.guard and not unit.tending:
        return [figure for figure in unit.active if figure.left]
    if mode.reaction:
        return list(unit.active)
    return [figure for figure in unit.active if not figure.left]


def slots(state: State, unit: Unit, figure: Figure, mode: Mode) -> list[list[int]]:
    """FUBAR-FIRE-14, PWR-01, VEH-05, 09, BIK-01, 02: the weapons of a figure that fire, each slot one of several.

    One for each figure; powered armour with a weapon on each arm fires both, or has something else, like a grenade, in
    the place of one of them; a vehicle each of its weapons. A rider fires one, be it the bike's or his own.
    """
    able = [index for index in range(len(figure.profile.weapons)) if may_fire(state, unit, figure, index, mode)]
    if figure.profile.is_vehicle:
        return [[index] for index in able]
    if figure.profile.powered and not figure.profile.is_bike:
        left = [index for index in able if figure.profile.arms[index] == "left"]
        right = [index for index in able if figure.profile.arms[index] == "right"]
        if left and right:
            return [[index for index in able if index not in right], right]
    return [able] if able else []


def reach(state: State, unit: Unit, weapon: Weapon) -> int:
    """FUBAR-FIRE-07, AUT-04: the range of a weapon; half while an automaton of the unit is suppressed."""
    return weapon.range // 2 if field.halved(state, unit) else weapon.range


def unskilled(figure: Figure, weapon: Weapon) -> bool:
    """FUBAR-GUN-01 to 03, VEH-09, AUT-08: a heavy weapon in the hands of somebody who is no Gunner."""
    if figure.profile.chassis or figure.profile.is_automaton or figure.profile.has("gunner"):
        return False
    return weapon.cls in ("H", "V", "M")


# --- Where they are ------------------------------------------------------------------------------------------


def targets(state: State, unit: Unit, only: str = "") -> list[Unit]:
    """FUBAR-FIRE-01, 13, MED-09, TRN-01, 02, DMG-13: the enemy units that may be shot at at all.

    Not those in melee, also with the walker they ride in, or without anybody fit, nor who is aboard, unless the
    transport is open.
    """
    found: list[Unit] = []
    for enemy in state.units.values():
        if enemy.side == unit.side or (only and only not in (enemy.id, enemy.carried_by)):
            continue
        if field.carrier(state, enemy).in_melee or enemy.out_of_action or not enemy.active:
            continue
        if enemy.on_table or _open_aboard(state, enemy):
            found.append(enemy)
    return found


def _open_aboard(state: State, unit: Unit) -> bool:
    return unit.place == CARRIED and state.units[unit.carried_by].profile.open


def harms(state: State, weapon: Weapon, target: Unit) -> bool:
    """FUBAR-FIRE-12, MRK-01, VTL-04: whether a weapon can do anything to a target: no star harms a hull of 3+ or 2+."""
    if not target.is_vehicle:
        return True
    return needs.hull_save(state.house, damage.hull_save(target), weapon.mark) != needs.NO_DIE


def bears(state: State, unit: Unit, figure: Figure, weapon: Weapon, target: Unit, other: Figure) -> bool:
    """FUBAR-FIRE-07, 08, REA-04, COV-02 to 06, GRV-04, VTL-05: whether a weapon may be fired at a figure."""
    here, there = stand(state, unit, figure), stand(state, target, other)
    if not field.near(here, there, reach(state, unit, weapon)):
        return False
    if weapon.arc < 360 and not in_arc(here, there.centre, weapon.arc):
        return False
    firer = figure if here == figure.base else figure._replace(base=here)
    if field.may_shoot(state, firer, there, field.exposed(state, target, other), field.aloft(state, unit, target)):
        return True
    return figure.profile.grav and field.may_shoot(state, firer, there, over_all(state))


def over_all(state: State) -> tuple[str, ...]:
    """FUBAR-GRV-04: all terrain, which a grav vehicle may fire over."""
    return tuple([piece.id for piece in state.content.ground.pieces])


def fired_over(state: State, unit: Unit, figure: Figure, index: int, target: Unit) -> list[str]:
    """FUBAR-GRV-04: the terrain a grav vehicle fires over to hit those of a target whom it could not hit otherwise."""
    if not figure.profile.grav:
        return []
    found: list[str] = []
    for name in eligible(state, unit, figure, index, target):
        other = target.figure(name)
        there, known = stand(state, target, other), field.exposed(state, target, other)
        if not field.may_shoot(state, figure, there, known, field.aloft(state, unit, target)):
            found += field.ray(state, figure.base.centre, there.centre).blockers
    return [piece for piece in dict.fromkeys(found) if piece not in state.breached]


def eligible(state: State, unit: Unit, figure: Figure, index: int, target: Unit) -> list[str]:
    """FUBAR-FIRE-09: the figures of a target that a weapon may be fired at: in sight and in range of who fires it."""
    weapon = figure.profile.weapons[index]
    return [other.id for other in target.active if bears(state, unit, figure, weapon, target, other)]


def can_engage(state: State, unit: Unit, figure: Figure, index: int, target: Unit) -> bool:
    weapon = figure.profile.weapons[index]
    return harms(state, weapon, target) and _bears_on_any(state, unit, figure, weapon, target, target.active)


def _bears_on_any(
    state: State, unit: Unit, figure: Figure, weapon: Weapon, target: Unit, others: Sequence[Figure]
) -> bool:
    return any(bears(state, unit, figure, weapon, target, other) for other in others)


# --- Whom to shoot at ----------------------------------------------------------------------------------------


def free_to_choose(state: State, unit: Unit, figure: Figure, mode: Mode) -> bool:
    """FUBAR-FIRE-12, LDR-03: a Leader in the unit, a Hero, a Sniper and vehicles choose their targets freely.

    Who reacts shoots at who moved. Option nearest_target_rule = false: everybody chooses.
    """
    if mode.reaction or not state.house.nearest_target_rule or unit.leader is not None:
        return True
    profile = figure.profile
    return profile.is_vehicle or profile.level == "hero" or profile.has("sniper")


def aims(state: State, unit: Unit, figure: Figure, index: int, mode: Mode, enemies: Sequence[Unit]) -> list[str]:
    """FUBAR-FIRE-01, 02, 12: the target units a weapon of a figure may be fired at; of equally near ones any."""
    found = [enemy for enemy in enemies if can_engage(state, unit, figure, index, enemy)]
    if len(found) > 1 and not free_to_choose(state, unit, figure, mode):
        far = [_nearest(state, unit, figure, index, enemy) for enemy in found]
        found = [enemy for enemy, away in zip(found, far, strict=True) if away == min(far)]
    return [enemy.id for enemy in found]


def _nearest(state: State, unit: Unit, figure: Figure, index: int, enemy: Unit) -> int:
    """FUBAR-FIRE-12: how far off is the nearest figure of an enemy unit that a weapon may be fired at."""
    here, weapon = stand(state, unit, figure), figure.profile.weapons[index]
    near = sorted([(field.apart(here, stand(state, enemy, other)), at) for at, other in enumerate(enemy.active)])
    return next(far for far, at in near if bears(state, unit, figure, weapon, enemy, enemy.active[at]))


def why_not(state: State, unit: Unit, target_id: str, mode: Mode) -> Refused | None:
    """FUBAR-GEN-08: why no weapon of a unit may be fired at another; None if one may, or there is no such unit."""
    target = state.units.get(target_id)
    if target is None or any(target_id in names for names in table(state, unit, mode).values()):
        return None
    if target not in targets(state, unit):
        return _no_target(state, unit, target)
    if target not in targets(state, unit, mode.only):
        return Refused(f"only who moves is reacted to, and {acts(target.name, 'does')} not.", "FUBAR-REA-01")
    pairs = [(figure, figure.profile.weapons[gun.weapon]) for gun, figure in _guns(state, unit, mode)]
    able = [(figure, weapon) for figure, weapon in pairs if harms(state, weapon, target)]
    if not able:
        return Refused(
            f"{acts(unit.name, 'has')} no weapon that fires now and could harm {target.name}.", "FUBAR-MRK-01"
        )
    there = [stand(state, target, other) for other in target.active]
    if not any(
        field.near(stand(state, unit, figure), base, reach(state, unit, weapon))
        for figure, weapon in able
        for base in there
    ):
        return Refused(f"{acts(target.name, 'is')} out of range of {unit.name}.", "FUBAR-FIRE-07")
    if not any(bears(state, unit, figure, weapon, target, other) for figure, weapon in able for other in target.active):
        return Refused(f"{unit.name} cannot see {target.name} well enough to fire at that range.", "FUBAR-FIRE-08")
    return Refused(f"without a Leader {unit.name} must fire at the nearest enemy.", "FUBAR-FIRE-12")


def _no_target(state: State, unit: Unit, target: Unit) -> Refused:
    """FUBAR-FIRE-01, 13, TRN-01, DMG-13, MED-09: why a unit is no target at all."""
    name = target.name
    if target.side == unit.side:
        return Refused(f"{acts(name, 'is')} on the same side.", "FUBAR-FIRE-01")
    if field.carrier(state, target).in_melee:
        return Refused(f"{acts(name, 'is')} in melee.", "FUBAR-FIRE-13")
    if target.out_of_action:
        return Refused(f"{acts(name, 'is')} a wreck.", "FUBAR-DMG-13")
    if target.place == CARRIED:
        return Refused(f"{acts(name, 'is')} in a closed transport.", "FUBAR-TRN-01")
    return Refused(f"{acts(name, 'has')} nobody who may be aimed at.", "FUBAR-MED-09")


Table = dict[Gun, list[str]]
"""What may be fired at what."""


def table(state: State, unit: Unit, mode: Mode) -> Table:
    """Every weapon of a unit that may fire now, with the units it may be fired at; those without any are left out."""
    enemies = targets(state, unit, mode.only)
    found: Table = {}
    for gun, figure in _guns(state, unit, mode):
        aimed_at = aims(state, unit, figure, gun.weapon, mode, enemies)
        if aimed_at:
            found[gun] = aimed_at
    return found


def _guns(state: State, unit: Unit, mode: Mode) -> Iterator[tuple[Gun, Figure]]:
    for figure in shooters(unit, mode):
        for slot in slots(state, unit, figure, mode):
            for index in slot:
                yield Gun(figure.id, index), figure


def has_shot(state: State, unit: Unit, mode: Mode, firer: str = "", target: str = "") -> bool:
    """Whether a unit could fire at anybody: as `table`, but the first that is found will do.

    Of interest may be only one who fires, or one who is fired at: with who rides in him, if that is a transport.
    """
    enemies = targets(state, unit, mode.only)
    if not enemies:
        return False
    for figure in shooters(unit, mode):
        if firer not in ("", figure.id):
            continue
        weapons = [figure.profile.weapons[index] for slot in slots(state, unit, figure, mode) for index in slot]
        if not weapons:
            continue
        # The weapon that reaches farthest settles most cases: sight is asked for once, not for each weapon.
        weapons.sort(key=lambda weapon: -weapon.range)
        for enemy in enemies:
            others = _meant(state, enemy, target)
            harming = [weapon for weapon in weapons if harms(state, weapon, enemy)] if others else []
            # Another weapon helps only where the one that reaches farthest does not bear all round.
            tried = harming if harming and harming[0].arc < 360 else harming[:1]
            if any(_bears_on_any(state, unit, figure, weapon, enemy, others) for weapon in tried):
                return True
    return False


def _meant(state: State, enemy: Unit, target: str) -> Sequence[Figure]:
    """Those of an enemy who are meant by a name, or all without one; by that of an open transport, who is aboard."""
    if not target:
        return enemy.active
    if enemy.place == CARRIED and state.units[enemy.carried_by].figures[0].id == target:
        return enemy.active
    return [figure for figure in enemy.active if figure.id == target]
