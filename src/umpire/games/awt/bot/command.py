"""The Command Phase: which skill is worth its tokens, and how many to stake."""

from __future__ import annotations

from umpire.battle.contract import Advice
from umpire.battle.decisions import Option, PickOne
from umpire.dice import solve
from umpire.dice.spoken import percent
from umpire.games.awt import field, procedures, scores
from umpire.games.awt.bot import value
from umpire.games.awt.command import choices
from umpire.games.awt.model import State, Unit, other
from umpire.games.awt.skills.library import BY_ID

SPARE, NEEDED = 2.0, 9.0
"""What a token is worth that nobody needs later this round, and one that somebody does."""
SURE = 0.6
"""A Ruse, Ritual or Manifestation is tried where it can be made this likely."""

CREATURES = {"M1": 22.0, "M2": 48.0, "M3": 95.0}


def command(state: State, decision: PickOne) -> Advice:
    best, why, key = 0.0, "keeps its tokens", "pass"
    for option in choices(state, decision.seat):
        worth = _skill_value(state, decision.seat, option)
        if worth > best:
            best, why, key = worth, f"worth {worth:.0f}", option.key
    return Advice(key, why)


def _skill_value(state: State, seat: str, option: Option) -> float:
    skill, _, target = option.key.partition(":")
    unit = state.units.get(target)
    side = state.sides[seat]
    price = BY_ID[skill].price
    if skill[0] == "M":
        p = _chance(state, "manifestation", side.manifest, price)
        later = 12.0 if skill == "M1" and side.manifest < 3 and state.round < state.content.rounds - 1 else 0.0
        return p * CREATURES[skill] - later if p >= SURE else 0.0
    if skill[0] == "O":
        assert unit is not None
        return _order_value(state, skill, unit) - cost(state, seat, price)
    p, dice = best_stake(state, "ruse" if skill[0] == "R" else "ritual", side.tokens, price)
    if p < 0.5:
        return 0.0
    worth = _ritual_value(state, skill, unit) if skill[0] == "T" else _ruse_value(state, seat, skill, unit)
    return p * worth - cost(state, seat, dice)


def reserve(state: State, seat: str) -> int:
    """The tokens that Marching Fire and Bombing Rush will want this round."""
    foes = [foe for foe in state.of(other(seat)) if not foe.in_combat]
    wanted = 0
    for unit in state.of(seat):
        if not unit.fights_on or unit.in_combat or unit.acted == state.round or unit.pinned:
            continue
        reach = 34_000 if "B2" in unit.profile.abilities else 16_000 if "B1" in unit.profile.abilities else 0
        wanted += bool(reach) and any(field.near(unit, foe, reach) for foe in foes)
    return wanted


def cost(state: State, seat: str, tokens: int) -> float:
    """What spending so many tokens now costs."""
    spare = max(0, state.sides[seat].tokens - reserve(state, seat))
    free = min(tokens, spare)
    return SPARE * free + NEEDED * (tokens - free)


def _order_value(state: State, skill: str, unit: Unit) -> float:
    whole = unit.strength * value.worth(state, unit)
    if skill == "O1":
        zeal = scores.modified_zeal(unit.profile.zeal, unit.stress, field.led(state, unit), unit.strength, unit.start)
        return 0.1 * max(1, min(9, zeal.value)) * 0.7 * whole
    if skill == "O2":
        return max([_relief(state, unit, burden) for burden in ("pinned", "shaken", "stress")])
    if skill == "O3":
        far = min([field.apart(unit, foe) for foe in state.of(other(unit.side))], default=99_000.0)
        return 5.0 if far > 26_000 and not unit.profile.is_vehicle and not unit.profile.single else 0.0
    if skill == "O4":
        if unit.engaged:
            return 0.0
        near = min(
            [field.apart(unit, foe) for foe in state.of(other(unit.side)) if not foe.in_combat], default=99_000.0
        )
        rifles = sum(arm.carriers for arm in unit.profile.arms if arm.weapon == "rifle")
        return 1.1 * min(rifles, len(unit.models)) if near < 24_000 and not unit.pinned else 0.0
    if skill == "O5":
        foes = [state.units[uid] for uid in unit.in_combat]
        armed = "fearsome" in unit.profile.cc
        return (
            0.0 if armed else 0.5 * max([value.worth(state, foe) for foe in foes], default=0.0) * min(4, unit.strength)
        )
    foes = [state.units[uid] for uid in unit.in_combat]
    losing = sum(value.blows(state, foe, unit) for foe in foes) - max(
        [value.blows(state, unit, foe) for foe in foes], default=0
    )
    return 0.15 * whole if losing > 2 else 0.0


def _relief(state: State, unit: Unit, burden: str) -> float:
    """What it is worth to a unit to be rid of a burden."""
    whole = unit.strength * value.worth(state, unit)
    if burden == "stress":
        return 3.0 * max(0, unit.stress - 1)
    return 0.12 * whole * unit.pinned if burden == "pinned" else 0.05 * whole * unit.shaken


def steady(state: State, decision: PickOne) -> Advice:
    """What a unit that is steadied gets rid of."""
    unit = state.units[decision.piece]
    best = max(decision.options, key=lambda option: _relief(state, unit, option.key))
    return Advice(best.key, "what troubles it most")


def _ritual_value(state: State, skill: str, unit: Unit | None) -> float:
    if unit is None:
        return 0.0
    each = value.worth(state, unit)
    if skill == "T1":
        return 1.2 * each
    if skill == "T2":
        return value.threat(state, unit, unit.leader, False) * 0.5 if not unit.in_combat else 0.0
    if skill == "T3":
        gained = 2 if unit.has("rabble") else 1
        return gained * 9.0 - each if not unit.profile.single else 0.0
    if skill == "T4":
        return 4.0 + 6.0 * (unit.stress >= 2)
    if skill == "T5":
        return value.PIN + 0.06 * unit.strength * each if not unit.in_combat else 0.0
    if skill == "T6":
        return 14.0
    return 12.0 + 0.2 * each * unit.strength


def _ruse_value(state: State, seat: str, skill: str, unit: Unit | None) -> float:
    if skill == "R2" and unit is not None:
        return value.threat(state, unit, unit.leader, False) * 0.25 if not unit.in_combat else 0.0
    if skill == "R1" and unit is not None and not unit.profile.single:
        return 4.0
    if skill == "R3":
        return 3.0 if state.sides[other(seat)].tokens >= 3 else 0.0
    return 0.0


def _chance(state: State, name: str, dice: int, price: int) -> float:
    procedure = {"ruse": procedures.ruse, "ritual": procedures.ritual, "manifestation": procedures.manifestation}[name]
    found = solve(procedure, state.house, dice, price)
    return sum(weight for outcome, weight in found.pairs if outcome.result == "success") / found.total


def best_stake(state: State, name: str, most: int, price: int) -> tuple[float, int]:
    """The fewest dice that make it likely enough, else all there are."""
    for dice in range(price, most + 1):
        p = _chance(state, name, dice, price)
        if p >= SURE:
            return p, dice
    return (_chance(state, name, most, price), most) if most >= price else (0.0, most)


def tokens_for(state: State, decision: PickOne) -> Advice:
    """As few tokens as make it likely enough; or first, for whom."""
    keys = [option.key for option in decision.options]
    if ":" in keys[0]:
        return _target(state, decision)
    for option in decision.options:
        if option.odds is None:
            continue
        given = dict(option.odds.inputs)
        dice, price = [int(each) for each in given.values()]
        p = _chance(state, option.odds.procedure, dice, price)
        if p >= (SURE if option.odds.procedure != "manifestation" else 0.75):
            return Advice(option.key, f"{percent(p)} to succeed")
    return Advice(keys[-1], "all there is")


def _target(state: State, decision: PickOne) -> Advice:
    """For whom a skill is worth most."""
    best = max(decision.options, key=lambda option: _skill_value(state, decision.seat, option))
    return Advice(best.key, "where it is worth most")
