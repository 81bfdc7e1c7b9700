"""Fire: who may shoot at whom, with how many dice, and the attack."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from umpire.battle.decisions import Call, Inputs, Numbers, Option, Refused
from umpire.battle.words import all_act
from umpire.dice import Procedure, Tally, value_of
from umpire.games.commander.spoken import attack_value
from umpire.games.fwc import field, sheet
from umpire.games.fwc.actions.damage import Source, condition_of, take_attack
from umpire.games.fwc.actions.hidden import reveal
from umpire.games.fwc.model import State, Unit, other
from umpire.games.fwc.units import UNLIMITED


class Shot(NamedTuple):
    """A unit that fires, on the move or not."""

    unit: str
    moving: bool = False
    there: Unit | None = None
    """As it will stand when it fires, for odds told before it has come there."""


def weapon(firer: Unit, target: Unit) -> tuple[int, int]:
    """Dice and range in thousandths against this target (FWC-FLY-01: at what flies, AA dice or half range)."""
    profile = firer.profile
    reach = profile.range if profile.range is not None else UNLIMITED
    if not target.airborne:
        return profile.attacks, reach
    if profile.has("aa"):
        return profile.aa_dice, profile.aa_range
    return profile.attacks, reach // 2


def armed(unit: Unit) -> bool:
    """Whether a unit could fire at all now."""
    profile = unit.profile
    return profile.is_armed and unit.ready and (unit.deployed or not profile.is_gun)


def why_not(state: State, firer: Unit, target: Unit) -> Refused | None:
    """FWC-FIR-01, 11, 12, LOS-04, SNP-01: why a unit may not fire at another; None if it may."""
    if not armed(firer):
        bar: Bar | None = _UNABLE
    else:
        bar = _barred(state, firer, target)
        if bar is None and not can_aim(state, firer, target):
            bar = _UNSEEN
    if bar is None:
        return None
    return Refused(bar.sentence.format(firer=firer.name, target=target.name), bar.rule)


class Bar(NamedTuple):
    """Something that keeps a unit from firing at another."""

    sentence: str
    rule: str


_UNABLE = Bar("{firer} cannot fire now.", "FWC-GEN-05")
_UNSEEN = Bar("{firer} does not see {target}.", "FWC-FIR-01")
_NO_TARGET = Bar("{firer} has no such target.", "FWC-FIR-01")
_COMMAND_UNIT = Bar("{target} is a command unit and no target for fire.", "FWC-LOS-04")
_NO_WEAPON = Bar("{firer} has no weapon against {target}.", "FWC-GEN-06")
_TOO_FAR = Bar("{target} is out of range of {firer}.", "FWC-FIR-12")
_HOLDING = Bar("{firer} holds its fire at that distance.", "FWC-GEN-05")


def _barred(state: State, firer: Unit, target: Unit) -> Bar | None:
    """FWC-FIR-01, 12, LOS-04, GEN-05, GEN-06: why an armed unit may not fire at another even if it sees it."""
    if not target.on_table or target.hidden or target.side == firer.side:
        return _NO_TARGET
    if not may_aim_at(firer, target):
        return _COMMAND_UNIT
    dice, reach = weapon(firer, target)
    if dice <= 0:
        return _NO_WEAPON
    if not field.in_range(firer, target, reach):
        return _TOO_FAR
    if holding_fire(state, firer, target):
        return _HOLDING
    return None


def for_snipers(target: Unit) -> bool:
    """FWC-LOS-04, SNP-01: only snipers fire at command units."""
    return target.profile.is_command


def may_aim_at(firer: Unit, target: Unit) -> bool:
    return not for_snipers(target) or firer.profile.has("sniper")


def can_fire(state: State, firer: Unit, target: Unit) -> bool:
    return armed(firer) and _barred(state, firer, target) is None and can_aim(state, firer, target)


def can_fire_directly(state: State, firer: Unit, target: Unit) -> bool:
    """Whether a unit may fire at what it sees itself."""
    return armed(firer) and _barred(state, firer, target) is None and field.sees(state, firer, target)


def indirect(state: State, firer: Unit, target: Unit) -> bool:
    """FWC-FIR-11, DES-02: fire at something one does not see oneself."""
    if field.dome_between(state, firer.base.x, firer.base.y, target):
        return False
    designated = target.designated and state.house.designator_effect
    if firer.profile.has("guided") and designated:
        return True
    if not firer.profile.has("mortar"):
        return False
    return designated or any(
        watcher.ready
        and (watcher.profile.is_command or watcher.profile.cls == "recon")
        and field.units_within(watcher, firer, sheet.INDIRECT_OBSERVER_CM)
        and field.visible(state, watcher, target)
        for watcher in state.of(firer.side)
    )


def holding_fire(state: State, firer: Unit, target: Unit) -> bool:
    """A scenario may have one side fire only at what is near until the other has fired."""
    rule = state.content.file.hold_fire
    if rule is None or rule.side != firer.side or state.sides[target.side].has_fired:
        return False
    return not field.units_within(firer, target, rule.cm)


def dice(state: State, firer: Unit, target: Unit, moving: bool = False) -> Tally:
    """FWC-FIR-01 to 08, STB-01: how many dice one unit rolls at another."""
    attacks, reach = weapon(firer, target)
    tally = Tally.of(attacks, firer.name, "FWC-FIR-01")
    slow = firer.profile.has("mortar") or firer.profile.has("howitzer")
    if not slow and field.apart(firer.base, target.base) * 20 <= reach:
        tally = sheet.FIRING["half"].add(tally)
    if field.has_flank(state, target) and field.on_flank(state, target.base, firer.base.centre):
        tally = sheet.FIRING["flank"].add(tally)
    if moving:
        tally = sheet.FIRING["moving"].add(tally)
    return tally.at_least(0, "no fewer than none", "FWC-GEN-06")


def groups_for(state: State, shots: Sequence[Shot], target: Unit) -> list[tuple[Tally, Tally]]:
    """FWC-CAS-01, 02: the dice of every attacker with the score he needs, cover judged for each."""
    found: list[tuple[Tally, Tally]] = []
    for shot in shots:
        firer = state.units[shot.unit] if shot.there is None else shot.there
        score = field.score_to_hit(state, target, firer.base.centre)
        found.append((dice(state, firer, target, shot.moving), score))
    return found


def call(state: State, shots: Sequence[Shot], target: Unit) -> Call:
    """The odds of this attack, as a call of the casualty test."""

    def inputs() -> Inputs:
        groups = [(value_of(n), value_of(need)) for n, need in groups_for(state, shots, target)]
        return casualty_inputs(target, groups)

    def why() -> Numbers:
        found: list[tuple[str, Tally]] = []
        for shot, (count, need) in zip(shots, groups_for(state, shots, target), strict=True):
            name = state.units[shot.unit].name
            found += [(f"dice of {name}", attack_value(count)), (f"{name} hits on", need)]
        return (*found, *_saves(target))

    return Call("casualties", inputs, why, target.id)


def _saves(target: Unit) -> Numbers:
    save = target.profile.save
    return () if save is None else ((f"{target.name} saves on", Tally.of(save, "its save", "FWC-CAS-04")),)


def casualty_call(target: Unit, groups: Sequence[tuple[int, int]]) -> Call:
    return Call("casualties", casualty_inputs(target, groups), at=target.id)


def support_call(target: Unit, attacks: Tally, score: Tally) -> Call:
    """The odds of fire from afar that falls on its target, as a call of the casualty test."""

    def why() -> Numbers:
        return (("dice", attacks), (f"{target.name} is hit on", score), *_saves(target))

    return Call("casualties", casualty_inputs(target, [(attacks.value, score.value)]), why, target.id)


def casualty_inputs(target: Unit, groups: Sequence[tuple[int, int]]) -> Inputs:
    condition = condition_of(target)
    return (("groups", tuple(groups)), *zip(condition._fields, condition, strict=True))


def attack(state: State, shots: Sequence[Shot], target_id: str, rule: str = "FWC-FIR-09") -> Procedure[str]:
    """One combined attack of several units on one target. FWC-FRZ-01: it freezes if a freeze weapon rolls a die."""
    target = state.units[target_id]
    for shot in shots:
        reveal(state, shot.unit, "it fires")
        firer = state.units[shot.unit]
        state.sides[firer.side].has_fired = True
        if firer.profile.cls == "artillery":  # FWC-ART-08: a piece that fired directly serves no mission this turn
            state.put(firer.having_fired_mission(state.player_turn))
    if state.heard:
        words = all_act([state.units[shot.unit].name for shot in shots], "fires")
        how = {"FWC-OPP-01": ": opportunity fire", "FWC-INI-03": " on initiative"}.get(rule, "")
        state.tell("fire", f"{words} at {target.name}{how}", rule, *(shot.unit for shot in shots), target_id)
    groups = groups_for(state, shots, target)
    # FWC-GEN-06: who has no dice left makes no attack, and nobody falls back from him.
    attackers = tuple([shot.unit for shot, (tally, _) in zip(shots, groups, strict=True) if tally.value > 0])
    freeze = any(state.units[uid].profile.has("freeze") for uid in attackers)
    source = Source(attackers, None, freeze)
    return (yield from take_attack(state, target_id, groups, source))


def targets(state: State, firer: Unit) -> list[Unit]:
    """Every enemy a unit may fire at, nearest first."""
    found = [enemy for enemy in in_reach(state, firer) if can_aim(state, firer, enemy)]
    return [enemy for _, enemy in field.nearest_first(firer, found)]


def near(state: State, firer: Unit, more: int = 0) -> list[Unit]:
    """Every enemy a unit might fire at, or if it came so much nearer: no more than a first sieve, by distance."""
    return state.near(other(firer.side), firer.base, firer.profile.farthest + more) if armed(firer) else []


def in_reach(state: State, firer: Unit) -> list[Unit]:
    """Every enemy a unit could fire at if it saw him."""
    return [enemy for enemy in near(state, firer) if _barred(state, firer, enemy) is None]


def can_aim(state: State, firer: Unit, enemy: Unit) -> bool:
    """FWC-FIR-01, 11: whether a unit sees an enemy, or need not."""
    return field.sees(state, firer, enemy) or indirect(state, firer, enemy)


def option(state: State, firer: Unit, enemy: Unit, rule: str) -> Option:
    """The choice to fire at an enemy, with its odds."""
    return Option(f"fire:{enemy.id}", f"fire at {enemy.name}", rule, enemy.id, call(state, [Shot(firer.id)], enemy))
