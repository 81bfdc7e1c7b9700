"""Fire: who may shoot at whom, with how many dice, and the attack."""

from __future__ import annotations

from collections.abc import Sequence

from umpire.battle.decisions import Call, Inputs, Numbers, Refused
from umpire.battle.words import acts, all_act
from umpire.dice import Procedure, Tally
from umpire.games.bptc import aim, field
from umpire.games.bptc.actions.damage import condition_of, save_and_dice, take_attack, way_back
from umpire.games.bptc.actions.hidden import reveal
from umpire.games.bptc.aim import Bearing
from umpire.games.bptc.model import Construction, State, Unit, other
from umpire.games.bptc.procedures import firing_dice, firing_stands
from umpire.games.bptc.units import DISORDERED, GARRISON, SQUARE
from umpire.games.commander.spoken import attack_value


def armed(unit: Unit) -> bool:
    """BPTC-FIR-11, ACT-09: whether a unit could fire at all now."""
    return unit.ready and unit.attack > 0


def arm_of(unit: Unit) -> str:
    """Whose modifiers a unit fires with (BPTC-FIR-05, 06)."""
    if unit.profile.is_gun:
        return "artillery"
    return "cavalry" if unit.mounted else "infantry"


def may_be_fired_at(state: State, firer: Unit, target: Unit) -> Refused | None:
    """BPTC-FIR-12, 13: not commanders, not those in contact with an enemy, not the hidden."""
    if not target.on_table or target.hidden or target.side == firer.side:
        return Refused(f"{acts(firer.name, 'has')} no such target.", "BPTC-ACT-07")
    if target.profile.is_command:
        return Refused(f"{acts(target.name, 'is')} a command unit and no target for fire.", "BPTC-FIR-13")
    if field.in_touch(state, target):
        return Refused(f"{acts(target.name, 'is')} in contact with an enemy.", "BPTC-FIR-12")
    return None


def why_not(state: State, firer: Unit, target: Unit) -> Refused | None:
    """BPTC-ACT-07: why a unit may not fire at another; None if it may."""
    if not armed(firer):
        return Refused(f"{firer.name} cannot fire now.", "BPTC-FIR-11")
    refusal = may_be_fired_at(state, firer, target)
    if refusal is not None:
        return refusal
    if field.in_touch(state, firer):
        return Refused(f"{acts(firer.name, 'is')} in contact with an enemy.", "BPTC-FIR-12")
    if _most(state, firer) == 0 or not aim.bears(state, firer, target.base, target.id):
        return Refused(f"no stand of {firer.name} can fire at {target.name}.", "BPTC-ACT-07")
    return None


def can_fire(state: State, firer: Unit, target: Unit) -> bool:
    return why_not(state, firer, target) is None


def targets(state: State, firer: Unit) -> list[Unit]:
    """Every enemy a unit may fire at, nearest first."""
    if not armed(firer) or field.in_touch(state, firer):
        return []
    near = state.near(other(firer.side), firer.base, firer.profile.range)
    found = [enemy for enemy in near if why_not(state, firer, enemy) is None]
    return [enemy for _, enemy in field.nearest_first(firer, found)] if len(found) > 1 else found


def masked(state: State, firer: Unit) -> bool:
    """BPTC-CMD-15, VIS-03: whether nothing but other units keeps a unit from firing: they may be gone in its turn."""
    if not armed(firer) or field.in_touch(state, firer) or _most(state, firer) == 0:
        return False
    near = state.near(other(firer.side), firer.base, firer.profile.range)
    aims = [(enemy.base, enemy.id) for enemy in near if may_be_fired_at(state, firer, enemy) is None]
    if firer.profile.is_gun:
        aims += [(built.base, "") for built in state.constructions if not built.destroyed]
    return any(aim.bears(state, firer, base, id, unmasked=True) for base, id in aims)


def _most(state: State, firer: Unit) -> int:
    """The house rule `disordered_fire` may keep disordered stands from firing."""
    if firer.formation == DISORDERED and firer.shelter != GARRISON:
        return firing_stands(state.house, DISORDERED, firer.stands)
    return firer.stands


# --- Dice ----------------------------------------------------------------------------------------------------


def dice(state: State, firer: Unit, target: Unit) -> Tally:
    """BPTC-FIR-01 to 09: how many dice one unit rolls at another, stand by stand; flank or rear by its middle."""
    bearing = aim.bearing_on(state, firer, target)
    formation = "" if target.shelter == GARRISON else target.formation
    flank = field.on_flank(state, target, firer.base.centre)
    return _dice(state, firer, bearing, flank, formation == SQUARE, formation)


def _dice(
    state: State, firer: Unit, bearing: Bearing, flank: bool = False, square: bool = False, formation: str = ""
) -> Tally:
    eligible = min(bearing.stands, _most(state, firer))
    own = GARRISON if firer.shelter == GARRISON else firer.formation
    return firing_dice(
        state.house, firer.name, arm_of(firer), firer.attack, eligible, bearing.half, own, flank, square, formation
    )


def dice_at_construction(state: State, firer: Unit, id: str) -> Tally:
    """BPTC-CON-05: dice at a construction: half range counts, flank and square do not."""
    built = state.construction(id)
    assert built is not None
    garrison = state.garrison(id)
    return _dice(state, firer, aim.bearing_on_base(state, firer, built.base, garrison.id if garrison else ""))


def groups_for(state: State, firers: Sequence[Unit], target: Unit) -> list[tuple[Tally, Tally]]:
    """BPTC-CAS-01, 02: the dice of every attacker with the score he needs, cover judged for each."""
    return [(dice(state, unit, target), field.score_to_hit(state, target, unit.base.centre)) for unit in firers]


def attackers(firers: Sequence[Unit], groups: Sequence[tuple[Tally, Tally]]) -> tuple[str, ...]:
    """BPTC-GEN-05: who has no dice makes no attack, and nobody falls back from him."""
    return tuple([unit.id for unit, (count, _) in zip(firers, groups, strict=True) if count.value > 0])


# --- Odds ----------------------------------------------------------------------------------------------------


def call(state: State, firers: Sequence[Unit], target: Unit) -> Call:
    """The odds of this attack, as a call of the casualty test."""

    def why() -> Numbers:
        found: list[tuple[str, Tally]] = []
        for unit, (count, need) in zip(firers, groups_for(state, firers, target), strict=True):
            found += [(f"dice of {unit.name}", attack_value(count)), (f"{acts(unit.name, 'hits')} on", need)]
        save, spare = save_and_dice(state, target, True)
        if save is not None:
            found.append((f"{acts(target.name, 'saves')} on", Tally.of(save, "its save", "BPTC-CAS-04")))
        if spare:
            found.append((f"save dice of {target.name}", Tally.of(spare, "beyond one for each hit", "BPTC-SAV-01")))
        return tuple(found)

    return Call("attack", lambda: attack_inputs(state, firers, target), why, target.id)


def attack_inputs(state: State, firers: Sequence[Unit], target: Unit) -> Inputs:
    """BPTC-SET-02: the odds of an attack do not betray hidden friends behind the target."""
    groups = groups_for(state, firers, target)
    unknown = [each.id for each in state.hidden() if each.side == target.side]
    _, back = way_back(state, target, attackers(firers, groups), unknown)
    condition = condition_of(state, target)
    return (
        ("groups", tuple([(dice.value, need.value) for dice, need in groups if dice.value > 0])),
        *zip(condition._fields, condition, strict=True),
        ("wall_at", None if back.wall_at is None else back.wall_at / 100),
        ("friend_at", None if back.friend_at is None else back.friend_at / 100),
    )


# --- The attack ----------------------------------------------------------------------------------------------


def attack(state: State, firers: Sequence[str], target_id: str, rule: str = "BPTC-FIR-10") -> Procedure[str]:
    """BPTC-FIR-10, ACT-07: one pooled attack of several units on one target."""
    for uid in firers:
        reveal(state, uid, "they fire")
    target = state.units[target_id]
    units = [state.units[uid] for uid in firers]
    words = all_act([unit.name for unit in units], "fires")
    how = {"BPTC-OPP-01": ": opportunity fire", "BPTC-INI-03": " on initiative"}.get(rule, "")
    state.tell("fire", f"{words} at {target.name}{how}", rule, *firers, target_id)
    groups = groups_for(state, units, target)
    return (yield from take_attack(state, target_id, groups, attackers(units, groups)))


# --- Constructions -------------------------------------------------------------------------------------------


def constructions(state: State, firer: Unit) -> list[Construction]:
    """BPTC-CON-05: the constructions guns could batter now; the others cannot harm them."""
    if not firer.profile.is_gun or not armed(firer) or field.in_touch(state, firer):
        return []
    return [
        built
        for built in state.constructions
        if not built.destroyed and dice_at_construction(state, firer, built.id).value > 0
    ]
