"""The reckoning after a close combat, unit by unit from the lowest Zeal upwards (AWT-CN, LM)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from umpire.battle.decisions import Option, PickOne, YesNo
from umpire.battle.rolling import EITHER, by
from umpire.battle.seats import other
from umpire.battle.words import acts, counted
from umpire.dice import Procedure, Tally
from umpire.games.awt import field, losses, procedures, scores
from umpire.games.awt.model import State

Count = Mapping[str, int]


def conclude(state: State, group: Sequence[str], suffered: Count, inflicted: Count) -> Procedure[None]:
    """AWT-CN-01: everybody in the combat, from the lowest printed Zeal upwards, each wholly before the next."""
    zeals = sorted({state.units[uid].profile.zeal for uid in group})
    for zeal in zeals:
        level = [uid for uid in group if state.units[uid].profile.zeal == zeal]
        order = yield from _sides_in_order(state, group, level)
        for seat in order:
            waiting = [uid for uid in level if state.units[uid].side == seat and state.units[uid].fights_on]
            while waiting:
                uid = yield from _next(state, seat, waiting)
                waiting.remove(uid)
                if state.units[uid].fights_on:
                    yield from _reckon(state, group, uid, suffered[uid], inflicted[uid])


def _sides_in_order(state: State, group: Sequence[str], level: Sequence[str]) -> Procedure[list[str]]:
    """AWT-CN-11, 12: at the same Zeal the side with fewer models in the combat goes first; equal, a coin decides."""
    here = [uid for uid in level if state.units[uid].fights_on]
    seats = sorted({state.units[uid].side for uid in here})
    if len(seats) < 2:
        return seats
    models = {seat: _models(state, group, seat) for seat in seats}
    if models["A"] == models["B"]:
        flip = yield from by(state, EITHER, procedures.coin_flip(state.house, state.side_names))
        first = flip.winner.upper()
    else:
        first = min(seats, key=lambda seat: models[seat])
    return [first, other(first)]


def _models(state: State, group: Sequence[str], seat: str) -> int:
    """AWT-CN-12: models that fight, after casualties; who is Broken fights no more (AWT-CC-20)."""
    return sum(
        len(state.units[uid].models) for uid in group if state.units[uid].side == seat and state.units[uid].fights_on
    )


def _next(state: State, seat: str, waiting: Sequence[str]) -> Procedure[str]:
    """AWT-CN-10: of several units of the same Zeal the owner says which is next."""
    if len(waiting) == 1:
        return waiting[0]
    options = [Option(uid, state.units[uid].name, "AWT-CN-10", uid) for uid in waiting]
    chosen: str = yield PickOne(seat, "Whose fight is reckoned next?", "AWT-CN-10", options)
    return chosen


def number_of(state: State, group: Sequence[str], uid: str, suffered: int, inflicted: int) -> Tally:
    """AWT-CN-02 to 09, 17, 18: the number of a unit, term by term."""
    unit = state.units[uid]
    members = [state.units[each] for each in group]
    mine = [each for each in members if each.side == unit.side and each.id != uid]
    theirs = [each for each in members if each.side != unit.side]
    backing = [
        each.unit
        for each in state.support
        if each.friend in group and state.units[each.unit].side == unit.side and state.units[each.unit].fights_on
    ]
    return scores.conclusion_sum(
        unit.profile.zeal,
        suffered,
        inflicted,
        unit.has("infantry") and any(foe.has("cavalry") for foe in theirs),
        sum(not each.fights_on for each in mine),
        sum(each.fights_on for each in mine) + len(backing),
        sum(not foe.fights_on for foe in theirs),
    )


def _reckon(state: State, group: Sequence[str], uid: str, suffered: int, inflicted: int) -> Procedure[None]:
    """AWT-CN-13 to 18: what the number means for a unit."""
    unit = state.units[uid]
    number = number_of(state, group, uid, suffered, inflicted)
    rule = "AWT-CN-02" if suffered > inflicted else "AWT-CN-07" if inflicted > suffered else "AWT-CN-09"
    words = f"{unit.name} has suffered {suffered} and inflicted {inflicted}: its number is {number}"
    state.tell("conclusion", words, rule, uid)
    zeal = unit.profile.zeal
    if number.value > zeal:
        yield from _gain(state, uid, scores.points_gained(state.house, zeal, number, suffered, inflicted))
        return
    if number.value <= 0:
        losses.break_unit(state, uid, "AWT-CN-13")
        return
    if unit.profile.is_vehicle or number.value == zeal:
        # AWT-ST-06: vehicles have no morale to lower.
        return
    outcome = yield from by(
        state,
        unit.side,
        procedures.combat_conclusion(
            state.house, zeal, number, unit.strength, unit.start, unit.stress, field.led(state, unit)
        ),
    )
    yield from losses.after_nerves(state, uid, outcome.models, outcome.stress, outcome.result == "broken")


def _gain(state: State, uid: str, points: int) -> Procedure[None]:
    """AWT-CN-15, 16: a d3 for each point above Zeal, each 1 a Manifestation token; some units have another way."""
    unit = state.units[uid]
    if points <= 0:
        return
    if unit.profile.conclusion == "blooded" and unit.stress:
        prompt = f"{acts(unit.name, 'is')} Blooded: lose a Combat Stress Marker instead of rolling for tokens?"
        instead: bool = yield YesNo(unit.side, prompt, "AWT-CN-16", True, uid)
        if instead:
            state.put(unit._replace(stress=unit.stress - 1), f"{unit.name} loses a Combat Stress Marker", "AWT-CN-16")
            return
    outcome = yield from by(state, unit.side, procedures.manifestation_gain(state.house, points))
    if outcome.gained:
        side = state.sides[unit.side]
        side.manifest += outcome.gained
        state.tell("tokens", f"{side.name} gains {counted(outcome.gained, 'Manifestation token')}", "AWT-CN-15", uid)
