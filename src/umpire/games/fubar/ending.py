"""The end of a turn, step by step, and the end of the battle."""

from __future__ import annotations

from umpire.battle import ended
from umpire.dice import Procedure
from umpire.games.fubar import scoring
from umpire.games.fubar.actions import melee, morale, sapper, wounded
from umpire.games.fubar.model import State


def turn_end(state: State) -> Procedure[None]:
    """END of section 2, in its order: charges, medics, the dead, captures, army break, shaken clocks, VIC-02, turns."""
    state.plan = None
    yield from sapper.explode(state)
    melee.settle_all(state)
    yield from wounded.heal(state)
    wounded.bury(state)
    wounded.capture(state)
    wounded.release_guards(state)
    yield from morale.army_break(state)
    wounded.bury(state)
    _shaken_clocks(state)
    if not check_wiped_out(state):
        check_turns(state)
    if not state.over:
        state.phase = "turn"


def _shaken_clocks(state: State) -> None:
    """FUBAR-DMG-11: who has lost this turn to its shock is itself again in the next."""
    for unit in list(state.units.values()):
        if unit.shaken and unit.shaken <= state.turn:
            state.put(unit._replace(shaken=0), f"{unit.name} is no longer shaken", "FUBAR-DMG-11")


def check_wiped_out(state: State) -> bool:
    """FUBAR-VIC-02: a force with no unit able to act loses; if none has one, or its last left for points, VIC-01.

    Its last units left if one did this turn: had it nobody else before, the battle would be over already.
    """
    able = [seat for seat in state.seats if scoring.able_to_act(state, seat)]
    if len(able) == len(state.seats):
        return False
    out = [seat for seat in state.seats if seat not in able]
    if not able or any(state.sides[seat].left == state.turn for seat in out):
        by_points(state, "nobody is left to fight" if not able else "the last units have left the table")
        return True
    if len(able) == 1:
        finish(state, able[0], "the enemy has nobody left to act", "FUBAR-VIC-02")
        return True
    return False


def check_turns(state: State) -> None:
    """FUBAR-VIC-01: after the last turn the points decide."""
    if state.turn >= state.content.file.turns:
        by_points(state, "the turns are over")


def by_points(state: State, why: str) -> None:
    """FUBAR-VIC-01: the higher total wins, equal is a draw."""
    for seat in state.seats:
        state.sides[seat].points = scoring.points(state, seat)
        for line in scoring.lines(state, seat):
            state.tell("score", f"{state.sides[seat].name}: {line.points} ({line.text})", "FUBAR-VIC-01")
    totals = {seat: state.sides[seat].points for seat in state.seats}
    best = max(totals.values())
    first = [seat for seat in state.seats if totals[seat] == best]
    told = " to ".join(str(totals[seat]) for seat in sorted(state.seats, key=lambda seat: -totals[seat]))
    finish(state, first[0] if len(first) == 1 else "", f"{why}: {told} points", "FUBAR-VIC-01")


def finish(state: State, winner: str, reason: str, rule: str) -> None:
    told = ended.outcome(state.sides[winner].name if winner else None, reason)
    ended.finish(state, winner, reason, rule, told)
