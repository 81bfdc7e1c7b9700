"""Blunders of support: a double six by an FAO or FAC (FWC-ABL-09, FWC-XBL-06)."""

from __future__ import annotations

from umpire.dice import Die, Procedure, Tally
from umpire.games.commander.procedures import half_die
from umpire.games.fwc import field, sheet
from umpire.games.fwc.actions import aiming, batteries, sorties
from umpire.games.fwc.actions.batteries import Mission
from umpire.games.fwc.actions.command_blunders import told
from umpire.games.fwc.actions.hidden import secret_roll
from umpire.games.fwc.actions.sorties import Strike
from umpire.games.fwc.model import Effect, State


def artillery(state: State, fao_id: str, mission: Mission) -> Procedure[None]:
    """FWC-ABL-09: the table for an FAO."""
    face = yield from secret_roll(state, (fao_id,), Die(rule="FWC-ABL-09", label="artillery support blunder"))
    row = sheet.blunder_row(sheet.ARTILLERY_BLUNDER, face)
    rule = row.rule
    state.tell("blunder", f"blunder {face}: {told(row)}", rule, fao_id)
    if rule == "FWC-ABL-01":
        yield from _shaken(state, fao_id, rule)
    elif rule == "FWC-ABL-02":
        yield from _battery_attacked(state, mission)
    else:
        yield from _own_artillery(state, fao_id, mission)


def air(state: State, fac_id: str, strike: Strike) -> Procedure[None]:
    """FWC-XBL-06: the table for an FAC."""
    face = yield from secret_roll(state, (fac_id,), Die(rule="FWC-XBL-06", label="air support blunder"))
    row = sheet.blunder_row(sheet.AIR_BLUNDER, face)
    rule = row.rule
    state.tell("blunder", f"blunder {face}: {told(row)}", rule, fac_id)
    if rule == "FWC-XBL-01":
        yield from _shaken(state, fac_id, rule)
    elif rule == "FWC-XBL-02":
        yield from _aircraft_attacked(state, strike)
    else:
        yield from _own_aircraft(state, fac_id, strike)


def _shaken(state: State, unit_id: str, rule: str) -> Procedure[None]:
    """FWC-ABL-01, FWC-XBL-01: a lower command value for the whole of his next player turn (FWC-BLD-14)."""
    die = Die(rule=rule, label="half of this comes off the command value")
    face = yield from secret_roll(state, (unit_id,), die)
    unit = state.units[unit_id]
    turn = state.player_turn + 2
    state.effects = (*state.effects, Effect(unit_id, unit.side, -half_die(face), turn, turn, rule))
    state.tell("blunder", f"{unit.name}'s command value is {half_die(face)} lower next turn", rule, unit_id)


def _battery_attacked(state: State, mission: Mission) -> Procedure[None]:
    """FWC-ABL-02 to 05, 07: every piece asked for is attacked where it stands, all with the score of one die."""
    face: int = yield Die(rule="FWC-ABL-02", label="attacks on each piece asked for")
    dice = Tally.of(face, "blunder", "FWC-ABL-02")
    until = state.player_turn + 2
    for uid in mission.pieces:
        unit = state.units[uid]
        state.tell("blunder", f"{batteries.called(unit)} comes under fire", "FWC-ABL-02", *batteries.shown(unit))
        if batteries.is_spacecraft(unit):
            score = field.score_for("full", "spacecraft")
            yield from batteries.endure(state, uid, dice, score, sheet.SPACECRAFT_SAVE, None, until, "FWC-ABL-04")
        else:
            score = field.score_for("partial", "artillery")
            save, hits = unit.profile.save, unit.profile.hits
            yield from batteries.endure(state, uid, dice, score, save, hits, until, "FWC-ABL-03")


def _own_artillery(state: State, fao_id: str, mission: Mission) -> Procedure[None]:
    """FWC-ABL-06, 08: the mission asked for falls on the own unit nearest to the point declared, and deviates."""
    seat = state.units[fao_id].side
    aim = yield from aiming.nearest_friend(state, seat, mission.aim.point, "FWC-ABL-08")
    if aim is None:
        return
    kind = "concentration" if mission.what.counter else mission.kind
    _tell_whom(state, "the fire", aim.target, "FWC-ABL-06")
    yield from batteries.fire(state, fao_id, Mission(kind, mission.pieces, aim), False)


def _tell_whom(state: State, what: str, unit_id: str, rule: str) -> None:
    unit = state.units[unit_id]
    whom = "a hidden unit of their own" if unit.hidden else unit.name
    state.tell("blunder", f"{what} is called on {whom}", rule, *batteries.shown(unit))


def _aircraft_attacked(state: State, strike: Strike) -> Procedure[None]:
    """FWC-XBL-02, 03, 05: every aircraft is attacked at the score of its side's air superiority; none is lost."""
    face: int = yield Die(rule="FWC-XBL-02", label="attacks on each aircraft asked for")
    dice = Tally.of(face, "blunder", "FWC-XBL-02")
    for uid in strike.aircraft:
        unit = state.units[uid]
        state.tell("blunder", f"{unit.name} comes under fire", "FWC-XBL-02", uid)
        score = sorties.score_against(state, unit.side)
        yield from batteries.endure(state, uid, dice, score, None, None, state.player_turn + 2, "FWC-XBL-03")


def _own_aircraft(state: State, fac_id: str, strike: Strike) -> Procedure[None]:
    """FWC-XBL-04, 05: the aircraft attack their own unit nearest to the point declared, with deviation."""
    seat = state.units[fac_id].side
    aim = yield from aiming.nearest_friend(state, seat, strike.aim.point, "FWC-XBL-04")
    if aim is None:
        return
    _tell_whom(state, "the strike", aim.target, "FWC-XBL-04")
    yield from sorties.fly(state, fac_id, Strike(strike.aircraft, aim), False, astray=True)
