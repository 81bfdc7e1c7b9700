"""What things are worth to a side, in points of the force lists."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from hashlib import blake2b
from math import inf

from umpire.dice import Number, Weights, solve, value_of
from umpire.dice.solve import TooManyBranches, solve_within
from umpire.games.bptc import field, going, sheet
from umpire.games.bptc.actions import fire, melee
from umpire.games.bptc.actions.approach import approach, nearest_points, reach, struck
from umpire.games.bptc.actions.damage import Condition, condition_of
from umpire.games.bptc.actions.opportunity import may_react
from umpire.games.bptc.bot import goals
from umpire.games.bptc.charges import Fighter, charge
from umpire.games.bptc.content import counts
from umpire.games.bptc.house import House
from umpire.games.bptc.model import Construction, State, Unit, other
from umpire.games.bptc.procedures import attack
from umpire.games.bptc.units import SQUARE, UNLIMBERED
from umpire.games.commander import choosing
from umpire.games.commander.procedures import grouped
from umpire.table import Base, Point, cost, in_arc
from umpire.table.bearings import direction

MOST_OF_A_SHOT = 60.0
"""A place that would not be the best even with so much to gain by fire is not looked at for it."""

EYE = 0.1
"""How far off a guess by eye may be, as a share of the true distance (house rule `charge_measuring`)."""

BROUGHT_DOWN = 60.0
"""What a point of an objective counts that is to be battered down."""

MASKED = 15.0
"""What it costs to stand before a battery of one's own."""

_MARKED = 0.03
"""How much of a unit's worth a hit takes that does not knock it out."""


def worth(state: State, unit: Unit) -> float:
    """What losing this unit costs its side."""
    side = state.sides[unit.side]
    return choosing.worth(unit.profile.points, side.breakpoint - side.lost if counts(unit.profile) else None)


# --- Fire ----------------------------------------------------------------------------------------------------


def groups_value(state: State, groups: Sequence[tuple[int, int]], target: Unit) -> float:
    """What an attack with these dice is expected to be worth."""
    return _damage(state.house, grouped(groups), condition_of(state, target)) * worth(state, target)


@lru_cache(maxsize=50_000)
def _damage(house: House, groups: tuple[tuple[Number, Number], ...], condition: Condition) -> float:
    """The share of a unit's worth an attack takes, by the exact odds of the casualty test.

    What lies behind the unit is left out: it would have to be measured for every place that is thought of.
    """
    return choosing.damage(solve(attack, house, groups, *condition), _MARKED) if groups else 0.0


def shot_value(state: State, firer: Unit, target: Unit) -> float:
    """What one unit's fire at another is worth, wherever the two are thought to stand."""
    return groups_value(state, [_group(state, firer, target)], target)


def _group(state: State, firer: Unit, target: Unit) -> tuple[int, int]:
    """The dice of one unit's fire at another, and the score they need."""
    return fire.dice(state, firer, target).value, field.score_to_hit(state, target, firer.base.centre).value


def best_shot(state: State, unit: Unit) -> float:
    """The best it could do by fire from there."""
    return max([shot_value(state, unit, enemy) for enemy in fire.targets(state, unit)], default=0.0)


def to_bring_down(state: State, unit: Unit) -> Construction | None:
    """What counts for a side once it is destroyed, and still stands."""
    for objective in state.content.objectives:
        built = state.construction(objective.target)
        if built is not None and not built.destroyed and objective.destroyed == unit.side:
            return built
    return None


def battering(state: State, unit: Unit) -> float:
    """What it is worth to batter the construction an enemy shelters in, or that is an objective to be brought down."""
    return max([battered(state, unit, built) for built in fire.constructions(state, unit)], default=0.0)


def battered(state: State, unit: Unit, built: Construction) -> float:
    line = sheet.CONSTRUCTIONS[built.kind]
    kept = 1.0 if line.save is None else (line.save - 1) / 6
    hits = fire.dice_at_construction(state, unit, built.id).value * kept / 2
    share = min(1.0, hits / max(1, line.hits - built.hits))
    found = 0.0
    garrison = state.garrison(built.id)
    if garrison is not None and garrison.side != unit.side:
        found = 0.4 * share * share * worth(state, garrison)
    for objective in state.content.objectives:
        if objective.target == built.id and objective.destroyed == unit.side:
            lasting = 1.0 if state.house.construction_damage_persists else share
            found += BROUGHT_DOWN * objective.points * share * lasting
        elif objective.target == built.id:
            found -= 5.0
    return found


# --- Charges -------------------------------------------------------------------------------------------------


def guessed(state: State, unit: Unit, enemy: Unit) -> float:
    """How far it looks to be, in thousandths: the true way, wrong by up to a tenth unless distances are open.

    A bot must not know what a player may not measure; its error comes from no dice of the battle.
    """
    p, q = nearest_points(unit.base, enemy.base)
    far = 0.0
    if p != q:
        spent = cost((p, q), state.scene.going, going.price(state.scene, unit))
        far = inf if spent.stopped_at is not None else spent.used
    if state.house.charge_measuring == "open":
        return far
    seed = f"{unit.id} {enemy.id} {state.player_turn} {unit.base.x} {unit.base.y}"
    number = int.from_bytes(blake2b(seed.encode(), digest_size=4).digest(), "big") / 2**32
    return far * (1 + EYE * (2 * number - 1))


def arrives(state: State, unit: Unit, enemy: Unit) -> float:
    """The chance that a charge gets there, by what the eye says."""
    most = reach(state, unit)
    looks = guessed(state, unit, enemy)
    if state.house.charge_measuring == "open":
        return 1.0 if looks <= most else 0.0
    # The true distance is the guess divided by 1 + e, e anywhere from -EYE to EYE.
    least = looks / most - 1
    return min(1.0, max(0.0, (EYE - least) / (2 * EYE)))


def charge_value(state: State, unit: Unit, enemy: Unit) -> float:
    """What declaring a charge is worth: the fight if it gets there, less what it costs to fall short."""
    chance = arrives(state, unit, enemy)
    if chance < 0.3 or not _way_open(state, unit, enemy):
        return -inf
    return chance * fight_value(state, unit, enemy) - (1 - chance) * 0.2 * worth(state, unit)


def _way_open(state: State, unit: Unit, enemy: Unit) -> bool:
    return isinstance(approach(state, unit, enemy, any_distance=True), tuple)


def fight_value(state: State, unit: Unit, enemy: Unit) -> float:
    there, face = struck(state, unit, enemy)
    support = melee.support(state, there, enemy), melee.support(state, enemy, there)
    sides = melee.fighters(state, there, enemy, face, int(melee.in_flank(enemy, face)), support)
    ko, retreats, lost, driven = _fight(state.house, _bare(sides.attacker), _bare(sides.defender), sides.guns)
    gain = ko + 0.5 * retreats
    loss = lost + 0.4 * driven
    return gain * worth(state, enemy) - loss * worth(state, unit)


def _bare(side: Fighter) -> Fighter:
    """A side without the story of its numbers."""
    return side._replace(dice=value_of(side.dice), hit_on=value_of(side.hit_on))


@lru_cache(maxsize=20_000)
def _fight(house: House, attacker: Fighter, defender: Fighter, guns: bool) -> tuple[float, float, float, float]:
    """The chances of a fight: enemy lost, enemy retreats, charger lost, charger retreats."""
    weights = _outcomes(house, attacker, defender, guns)
    found = {"defender_ko": 0.0, "defender_retreats": 0.0, "attacker_ko": 0.0, "attacker_retreats": 0.0}
    for outcome, weight in weights.pairs:
        if outcome.result in found:
            found[outcome.result] += weight / weights.total
    return (
        found["defender_ko"], found["defender_retreats"], found["attacker_ko"], found["attacker_retreats"],
    )  # fmt: skip


_PATIENCE = 20_000
"""So many runs of a fight a bot works out, some tenths of a second."""


def _outcomes(house: House, attacker: Fighter, defender: Fighter, guns: bool) -> Weights:
    """By the house rule `charge_markers` a large fight has states by the thousand: a bot then reckons without it."""
    if not house.charge_markers:
        return solve(charge, house, attacker, defender, guns)
    try:
        return solve_within(_PATIENCE, charge, house, attacker, defender, guns)
    except TooManyBranches:
        return solve(charge, house._replace(charge_markers=False), attacker, defender, guns)


# --- Places --------------------------------------------------------------------------------------------------


def place_value(
    state: State, wanted: Sequence[goals.Goal], unit: Unit, point: Point, facing: int, beat: float = -inf
) -> float:
    """What standing there is worth: objectives and fire, less the danger, on the way and afterwards.

    The danger of a place that is not worth more than `beat` even without it is not counted.
    """
    moves = point != unit.base.centre
    there = unit.at(unit.base.placed(point.x, point.y, facing))
    value = goals.pull(wanted, there, point)
    if unit.profile.is_command:
        return value - 1.5 * _nearness(state, there) + _company(state, there) - _masking(state, there)
    if unit.attack and value + MOST_OF_A_SHOT > beat:
        value += 0.8 * max(best_shot(state, there), battering(state, there))
    value += _front(state, there) - _masking(state, there)
    if value <= beat:
        return value
    value -= 0.3 * threat(state, there)
    return value - 0.4 * reaction(state, there) if moves and value > beat else value


def _front(state: State, unit: Unit) -> float:
    """A unit wants its nearest enemy before its front."""
    rows = field.by_distance(state, unit, 60_000)
    if not rows:
        return 0.0
    return -8.0 if field.on_flank(state, unit, rows[0][1].base.centre) else 0.0


def _masking(state: State, unit: Unit) -> float:
    """Nobody should stand before the muzzles of his own guns."""
    guns = [each for each in state.of(unit.side) if each.mode == UNLIMBERED and each.id != unit.id]
    cost = MASKED if to_bring_down(state, unit) is None else 2 * MASKED
    return cost * sum([_before(each.base, unit.base) for each in guns])


def _before(gun: Base, base: Base) -> bool:
    """Whether a footprint lies in the lane straight before a battery."""
    if not in_arc(gun, base.centre, 120):
        return False
    sine, cosine = direction(gun.facing)
    across = abs((base.x - gun.x) * cosine - (base.y - gun.y) * sine)
    return across < (gun.width + base.width) / 2


def threat(state: State, unit: Unit) -> float:
    """What the enemy could do to a unit standing there by fire or charge, the three worst counted."""
    dangers: list[float] = []
    for enemy in state.of(other(unit.side)):
        if enemy.hidden or enemy.suppressed or enemy.profile.is_command:
            continue
        far = field.distance(unit, enemy) * 10
        if enemy.attack and far <= enemy.profile.range + 5000:
            if fire.can_fire(state, enemy, unit):
                dangers.append(shot_value(state, enemy, unit))
            else:
                dangers.append(0.04 * worth(state, unit))
        if enemy.is_cavalry and far <= 25_000 and unit.formation != SQUARE and not unit.shelter:
            weak = 0.35 if unit.profile.is_gun or unit.profile.is_transport else 0.12
            dangers.append((weak + 0.15 * field.on_flank(state, unit, enemy.base.centre)) * worth(state, unit))
    dangers.sort(reverse=True)
    return sum(dangers[:3]) * 0.7


def reaction(state: State, unit: Unit) -> float:
    """What opportunity fire at a unit that has just come there would cost: all who may react, in one attack."""
    if not state.house.opportunity_fire:
        return 0.0
    groups = [
        _group(state, enemy, unit)
        for enemy in state.of(other(unit.side))
        if not enemy.hidden and may_react(enemy) and fire.can_fire(state, enemy, unit)
    ]
    return groups_value(state, groups, unit) if groups else 0.0


def _nearness(state: State, unit: Unit) -> float:
    """Command units keep away from enemies who could charge them."""
    rows = field.by_distance(state, unit, 40_000)
    return max(0.0, 30.0 - rows[0][0] / 100) if rows else 0.0


def _company(state: State, unit: Unit) -> float:
    """Command units stay near those they command."""
    step = sheet.COMMAND_STEP_CM * 100
    led = [each for each in state.of(unit.side) if each.commander == unit.id]
    return sum([3.0 - 1.5 * field.apart(unit.base, each.base) / step for each in led])
