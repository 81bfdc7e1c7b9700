"""Advice on artillery and air support: where a fire zone does the most."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

from umpire.battle.advice import Adviser
from umpire.battle.contract import Advice
from umpire.battle.decisions import Option, PickOne, PickSome
from umpire.dice import Odds, solve
from umpire.games.commander import choosing
from umpire.games.commander.procedures import success
from umpire.games.fwc import field, sheet
from umpire.games.fwc.actions import aiming, artillery, batteries, sorties, zones
from umpire.games.fwc.actions.batteries import KINDS
from umpire.games.fwc.bot import value
from umpire.games.fwc.command_rolls import artillery_target
from umpire.games.fwc.house import House
from umpire.games.fwc.model import State, Unit
from umpire.games.fwc.procedures import anti_aircraft
from umpire.table import Point

STRAYS = 0.6
"""How much of a zone's promise is left after deviation, on the whole."""


def zone_value(state: State, seat: str, centre: Point, cm: int, dice: int) -> float:
    """What these dice against everybody in a zone are worth: enemies, less friends."""
    total = 0.0
    for unit in zones.covered(state, centre, cm):
        if unit.hidden and unit.side != seat:
            continue
        need = field.score_to_hit(state, unit, None).value
        worth = value.groups_value(state, [(dice, need)], unit)
        total += worth if unit.side != seat else -1.3 * worth
    return total


def _best_aim(state: State, seat: str, enemies: Sequence[Unit], cm: int, dice: int) -> tuple[float, str]:
    best, who = 0.0, ""
    for enemy in enemies[:12]:
        promise = zone_value(state, seat, enemy.base.centre, cm, dice)
        if promise > best:
            best, who = promise, enemy.id
    return best * STRAYS, who


def _mission(state: State, decision: PickOne) -> Advice:
    """Which support to ask an FAO for: the kind whose best aim promises most, times the chance of getting it."""
    fao = state.units[state.commander]
    chances = artillery.Requests(state, fao).all()
    best, key, why = 2.0, artillery.FINISH, "no support is worth asking for"
    for name, chance in chances.items():
        kind = KINDS[name]
        if kind.obscurants:
            continue
        dice = batteries.attacks(state, [piece.id for piece in chance.pieces], kind).value
        if kind.counter:
            promise = 0.3 * sum(value.worth(state, enemy) for enemy in chance.named[:1])
        else:
            promise, _ = _best_aim(state, fao.side, chance.named, kind.radius, dice)
        target = artillery_target(
            state.house, state.command_value(fao), fao.requests + 1, len(chance.pieces), kind.special, False, False
        )
        promise *= success(target.value)
        if promise > best:
            best, key, why = promise, name, f"{kind.label} promises {promise:.0f} points"
    return Advice(key, why)


def _artillery_aim(state: State, decision: PickOne) -> Advice:
    return _aim(state, decision, sheet.FIRE_ZONE_RADIUS[_mode(decision)], lambda dice: dice)


def _mode(decision: PickOne) -> str:
    """What kind of zone is aimed, as the reasons for its dice tell: those of a barrage are halved."""
    call = decision.options[0].odds
    if call is None or call.why is None:
        return "concentration"
    rules = [reason.rule for _, tally in call.why() for reason in tally.reasons]
    return "barrage" if "FWC-ART-18" in rules else "concentration"


def _air(state: State, decision: PickOne) -> Advice:
    """Whether to ask for aircraft, and where to."""
    if any(option.key == sorties.SPREAD for option in decision.options):
        return _spread(state, decision)
    if any(option.key == "strike" for option in decision.options):
        fac = state.units[state.commander]
        seen = aiming.seen_targets(state, fac)
        dice = sum(plane.profile.attacks for plane in sorties.available(state, fac.side))
        best, _ = _best_aim(state, fac.side, seen, sorties.RADIUS, dice)
        if best > 2:
            return Advice("strike", f"an air strike promises {best:.0f} points")
        return Advice("finish", "there is no target for aircraft")
    return _aim(state, decision, sorties.RADIUS, lambda dice: dice // 2)


def _aim(state: State, decision: PickOne, cm: int, share: Callable[[int], int]) -> Advice:
    best, key = -1e9, decision.default()
    for option in decision.options[:15]:
        if option.odds is None:
            continue
        dice = share(_dice(option))
        promise = zone_value(state, decision.seat, state.units[option.piece].base.centre, cm, dice)
        if promise > best:
            best, key = promise, option.key
    return Advice(key, f"the zone there promises {best:.0f} points")


def _dice(option: Option) -> int:
    return sum(dice for dice, _ in choosing.groups_of(option))


def _spread(state: State, decision: PickOne) -> Advice:
    """Everybody in the zone, or double on one."""
    best, key = -1e9, sorties.SPREAD
    together = 0.0
    for option in decision.options:
        if option.odds is None:
            continue
        unit = state.units[option.piece]
        groups = choosing.groups_of(option)
        sign = 1.0 if unit.side != decision.seat else -1.3
        single = sign * value.groups_value(state, groups, unit)
        together += sign * value.groups_value(state, [(dice // 2, need) for dice, need in groups], unit)
        if single > best:
            best, key = single, option.key
    if together >= best:
        return Advice(sorties.SPREAD, f"on everybody it is worth {together:.0f} points")
    return Advice(key, f"on one it is worth {best:.0f} points")


def _flak(state: State, decision: PickOne) -> Advice | None:
    """The aircraft that a gun takes the most attacks from, beside those allotted before; none where that is wise."""
    if decision.default() == sorties.HOLD:
        return None
    best, key = -1.0, decision.default()
    for option in decision.options:
        if option.odds is not None:
            given = dict(option.odds.inputs)
            dice, attacks, score = given["dice"], given["attacks"], given["score"]
            taken = _left(state.house, sum(dice[:-1]), attacks, score) - _left(state.house, sum(dice), attacks, score)
            if taken > best:
                best, key = taken, option.key
    return Advice(key, f"that takes {best:.1f} attacks from it")


@lru_cache(maxsize=1_000)
def _left(house: House, dice: int, attacks: int, score: int) -> float:
    """The attacks an aircraft is expected to have left after so many dice of anti-aircraft fire."""
    return float(Odds(solve(anti_aircraft, house, (dice,), attacks, score)).mean("attacks"))


def _whom_to_ask(state: State, decision: PickSome) -> Advice:
    """Those whose attacks promise most together, times the chance that so many are granted."""

    def promise(some: tuple[str, ...]) -> float:
        assert decision.joint is not None
        odds = value.call_odds(state, decision.joint(some))
        granted = odds.get("success", 0.0) + odds.get("double_one", 0.0)
        return granted * sum(state.units[uid].profile.attacks for uid in some)

    best = max(decision.suggested, key=promise)
    return Advice(list(best), f"of all they could attack with, {promise(best):.1f} dice are to be expected")


def marks_help(state: State, seat: str) -> bool:
    """Whether anybody of a side could make use of a designated target (FWC-DES-02, FIR-11)."""
    if not state.house.designator_effect:
        return False
    fit = [unit for unit in state.of(seat) if unit.ready]
    roles = [unit.profile.role for unit in fit]
    return (
        any(unit.profile.has("guided") or unit.profile.has("mortar") for unit in fit)
        or ("FAO" in roles and bool(batteries.available(state, seat)))
        or ("FAC" in roles and bool(sorties.available(state, seat)))
    )


SUPPORT: dict[tuple[str, str], Adviser] = {
    ("pick one", "FWC-ART-01"): _mission,
    ("pick one", "FWC-ART-07"): _artillery_aim,
    ("pick some", "FWC-ART-03"): _whom_to_ask,
    ("pick one", "FWC-AIR-01"): _air,
    ("pick one", "FWC-AAF-02"): _flak,
    ("pick one", "FWC-AIR-13"): _air,
    ("pick some", "FWC-AIR-03"): _whom_to_ask,
}
