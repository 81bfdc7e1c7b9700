"""What units, attacks and places are worth to a side, in points of the force lists."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import ceil

from umpire.dice import solve
from umpire.games.awt import combat, field, procedures, scores, sheet
from umpire.games.awt.actions import aiming, shooting
from umpire.games.awt.actions.shooting import Dice, Manner
from umpire.games.awt.house import House
from umpire.games.awt.model import State, Unit, other
from umpire.games.awt.procedures import Shots
from umpire.games.awt.units import Skill
from umpire.table import Base, Point

VICTORY_POINT = 22.0
"""What a victory point counts against points of the force lists."""
PIN = 9.0
"""What it is worth to pin a unit that could act."""
SHAKE = 4.0
FEAR = 0.4
"""How much of what the enemy could do to a unit counts against a place."""
SPARE = 0.2
"""How much of a goal's worth draws further units when others are nearer."""


def worth(state: State, unit: Unit) -> float:
    """What losing a strength point of this unit costs its side."""
    value = float(max(unit.profile.points, 20)) + VICTORY_POINT * _bounty(state, unit)
    return value / max(1, unit.start)


def _bounty(state: State, unit: Unit) -> float:
    """Victory points the enemy has for the end of a unit."""
    enemy = other(unit.side)
    total = 0.0
    for award in state.content.awards:
        if award.seat not in ("", enemy):
            continue
        if award.kind == "captain" and unit.has("captain"):
            total += award.points
        if award.kind == "units" and not unit.profile.is_creature:
            total += award.points
    return total


# --- Shooting ------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=50_000)
def _mean_wounds(
    house: House, skill: Skill, groups: tuple[Shots, ...], save: int | None, strength: int, reroll: bool, enhanced: bool
) -> float:
    """The mean wounds of a volley, group by group, by exact odds."""
    total = 0.0
    for group in groups:
        found = solve(procedures.volley, house, skill, (group,), save, strength, 0, reroll, enhanced)
        total += sum(volley.wounds * weight for volley, weight in found.pairs) / found.total
    return min(total, float(strength))


def volley_value(state: State, unit: Unit, target: Unit, dice: Dice) -> float:
    """What the dice of an attack are worth: wounds, and the chance to pin."""
    if not dice.groups:
        return 0.0
    wounds = _mean_wounds(
        state.house, unit.profile.skill, dice.groups, target.profile.save, target.strength, dice.reroll, dice.enhanced
    )
    return wounds * worth(state, target) + _nerves(target, wounds, any(g.kind == "mg" for g in dice.groups))


def _nerves(target: Unit, wounds: float, machine_gun: bool) -> float:
    if target.profile.is_vehicle or target.profile.is_creature or target.broken:
        return 0.0
    zeal = scores.modified_zeal(target.profile.zeal, target.stress, False, target.strength, target.start).value
    due = 1.0 if machine_gun else min(1.0, wounds)
    fails = max(0.1, min(0.9, (10 - zeal + (2 if machine_gun else 0)) / 10))
    return due * fails * (PIN if not target.pinned else 1.0) + min(1.0, 4 * wounds / max(1, target.strength)) * SHAKE


def shot_value(state: State, unit: Unit, target: Unit, manner: Manner) -> float:
    """What an attack is worth, dice and templates together."""
    firing = list(shooting.guns(state, unit, target, manner))
    dice = shooting.dice_of(state, unit, target, manner, firing)
    value = volley_value(state, unit, target, dice)
    throwers = [gun for gun in firing if gun.weapon.kind == "he"]
    if throwers:
        weapon = throwers[0].weapon
        value += len(throwers) * blast_value(state, unit.side, target, weapon.template, weapon.has("ordnance"))
    return value


def blast_value(state: State, seat: str, target: Unit, template: str, ordnance: bool) -> float:
    """One template on the best model of the target: half of the time where it lies, else somewhere near."""
    radius = sheet.TEMPLATES[template].diameter // 2
    best = 0.0
    for base in target.bases:
        if aiming.forbidden(state, seat, base.x, base.y, radius) is None:
            best = max(best, laid_value(state, seat, base.x, base.y, radius, ordnance))
    return best


def laid_value(state: State, seat: str, x: int, y: int, radius: int, ordnance: bool) -> float:
    """What a template laid here is worth; friends under it, and those it may scatter onto, count against it."""
    total = 0.0
    for unit in state.on_table():
        lead = unit.leader
        if abs(lead.x - x) > 16_000 or abs(lead.y - y) > 16_000:
            continue
        full = sum(scores.covers(x, y, radius, base.x, base.y) for base in unit.bases)
        some = sum(scores.covers(x, y, radius + 2000, base.x, base.y) for base in unit.bases)
        count = 0.55 * full + 0.12 * some
        if not count or (unit.has("armoured") and not ordnance):
            continue
        fails = 1.0 - (unit.profile.save or 0) / 6
        value = count * fails * worth(state, unit) + (3.0 if unit.fights_on and not unit.profile.is_vehicle else 0.0)
        total += value if unit.side != seat else -1.5 * value
    return total


# --- Close combat ------------------------------------------------------------------------------------------------


@lru_cache(maxsize=20_000)
def _mean_blows(
    house: House, dice: int, skill: Skill, save: int | None, strength: int, fearsome: bool, brutal: bool,
    advantage: int, cavalry: bool, hit_on: int | None,
) -> float:  # fmt: skip
    found = solve(
        procedures.close_combat, house, dice, skill, save, strength, fearsome, brutal, advantage, cavalry, hit_on
    )
    mean: float = sum(outcome.wounds * weight for outcome, weight in found.pairs) / found.total
    return mean


def blows(state: State, unit: Unit, foe: Unit, charging: bool = False) -> float:
    """The mean wounds of a unit on another in one combat, by exact odds."""
    how = combat.blows(unit._replace(charged=charging or unit.charged), foe)
    return _mean_blows(
        state.house, combat.dice_of(state, unit).value, unit.profile.skill, foe.profile.save, max(1, foe.strength),
        *how,
    )  # fmt: skip


def charge_value(state: State, unit: Unit, foe: Unit) -> float:
    """What a charge that arrives is worth: wounds on both sides, who breaks, and who cannot act meanwhile."""
    if foe.broken:
        return foe.strength * worth(state, foe)
    ours, theirs = blows(state, unit, foe, True), blows(state, foe, unit)
    value = 1.2 * ours * worth(state, foe) - theirs * worth(state, unit)
    margin = ours - theirs
    zeal = (foe if margin > 0 else unit).profile.zeal
    loser, sign = (foe, 1.0) if margin > 0 else (unit, -1.0)
    if not loser.profile.is_vehicle:
        value += sign * min(1.0, abs(margin) / zeal) * loser.strength * worth(state, loser) * 0.6
    if foe.profile.arms and not foe.in_combat:
        value += 0.15 * foe.strength * worth(state, foe)
    if foe.profile.is_vehicle and unit.profile.move_class not in ("tracked", "wheeled"):
        value -= 10.0
    return value


# --- Places --------------------------------------------------------------------------------------------------------


def threat(state: State, unit: Unit, lead: Base, covered: bool) -> float:
    """What the enemy could do to a unit there, roughly: those who reach it, by distance alone."""
    total = 0.0
    save = unit.profile.save or 0
    fails = 1.0 - min(5, save + (1 if covered else 0)) / 6
    for foe in state.of(other(unit.side)):
        if foe.broken or foe.in_combat:
            continue
        dx, dy = foe.leader.x - lead.x, foe.leader.y - lead.y
        far = (dx * dx + dy * dy) ** 0.5
        wounds = 0.0
        for arm in foe.profile.arms:
            weapon = sheet.WEAPONS[arm.weapon]
            if far > weapon.maximum + 1500 or (unit.has("armoured") and not weapon.has("ordnance")):
                continue
            carriers = min(arm.carriers, len(foe.models))
            hit = 0.33 if weapon.kind != "standard" else 0.5 if far <= weapon.effective else 0.17
            wounds += carriers * (3.0 if weapon.kind == "he" else weapon.shots * hit) * fails
        near = far - 1000 < foe.pace + 3500 and not foe.has("weapon_team")
        if near and not unit.profile.is_vehicle:
            wounds += 0.5 * max(0.0, blows(state, foe, unit, True) - blows(state, unit, foe))
        total += min(wounds, float(unit.strength))
    return FEAR * min(total, float(unit.strength)) * worth(state, unit)


class Goals:
    """The places worth holding, and who is to go where: made once for a state and a side."""

    def __init__(self, state: State, seat: str) -> None:
        self.state = state
        self.seat = seat
        self.spots: list[tuple[Point, float]] = []
        """Places, and what holding one is worth each round."""
        for award in state.content.awards:
            points = award.points * VICTORY_POINT
            if award.kind == "objective" and award.seat in ("", seat):
                self.spots += [(goal.point, points) for goal in state.content.objectives]
            elif award.kind in ("trench", "no_trench"):
                self.spots += [(spot, points * (0.6 if award.kind == "trench" else 0.25)) for spot in _trenches(state)]
        self.left = state.content.rounds - state.round + 1
        self.mine = {
            unit.id: unit.leader
            for unit in state.of(seat)
            if unit.fights_on and not unit.profile.is_vehicle and not unit.has("artillery") and not unit.has("witch")
        }

    def pull(self, unit: Unit, lead: Base) -> float:
        """What goals are worth to a unit whose leader stands there: what it would still hold, sooner or later."""
        if unit.profile.is_vehicle or unit.has("artillery"):
            return 0.0
        best = 0.0
        pace = max(1000, unit.profile.pace)
        for point, each_round in self.spots:
            far = max(0.0, _far(lead, point) - sheet.OBJECTIVE_NEAR)
            rounds = max(0.0, self.left - ceil(far / pace))
            nearer = sum(
                uid != unit.id and _far(other_, point) < _far(lead, point) - 500 for uid, other_ in self.mine.items()
            )
            share = 1.0 if not nearer else SPARE if nearer < 3 else SPARE / 2
            # The nearer the better, even if it comes too late this time.
            value = share * (each_round * rounds + each_round * 0.4 * (1 - min(1.0, far / 60_000)))
            best = max(best, value)
        if unit.profile.single:
            best *= 0.4
        return best


def _trenches(state: State) -> list[Point]:
    found: list[Point] = []
    for piece in field.lie(state).all.pieces:
        if piece.kind == "trenches":
            west, south, east, north = piece.bounds
            middle = (south + north) // 2
            found += [Point(west + (east - west) * k // 4, middle) for k in (1, 2, 3)]
    return found


def _far(base: Base, point: Point) -> float:
    dx, dy = base.x - point.x, base.y - point.y
    return float((dx * dx + dy * dy) ** 0.5)


def covered_at(state: State, unit: Unit, bases: Sequence[Base]) -> bool:
    """Whether a unit would have cover with its models there."""
    if not unit.has("infantry"):
        return False
    shelter = field.lie(state).shelter
    inside = sum(bool(shelter.at(base.centre)) for base in bases)
    return 2 * inside > len(bases)


def reach_value(state: State, unit: Unit, lead: Base) -> float:
    """What shooting from there might be worth each round, by distance alone; less if it has to come nearer first."""
    best = 0.0
    pace = max(1000, unit.profile.pace)
    arms = [(sheet.WEAPONS[arm.weapon], min(arm.carriers, len(unit.models))) for arm in unit.profile.arms]
    for foe in state.of(other(unit.side)):
        if foe.in_combat or foe.broken:
            continue
        far = _far(lead, foe.leader.centre) - 1000
        wounds = 0.0
        for weapon, carriers in arms:
            if (foe.has("armoured") and not weapon.has("ordnance")) or far < weapon.minimum:
                continue
            hits = 2.5 if weapon.kind == "he" else weapon.shots * (0.4 if far <= weapon.effective else 0.2)
            late = max(0.0, far - weapon.maximum) / pace
            each = carriers * hits * 0.65 * max(0.0, 1.0 - 0.3 * late)
            wounds = max(wounds, each) if unit.profile.single else wounds + each
        best = max(best, min(wounds, foe.strength) * worth(state, foe))
    return best
