"""The end phase, the breakpoint and the end of the battle."""

from __future__ import annotations

from collections.abc import Iterable

from umpire.battle.ended import finish
from umpire.battle.words import counted, worth
from umpire.dice import Procedure
from umpire.games.bptc import sheet
from umpire.games.bptc.actions.damage import knock_out
from umpire.games.bptc.content import counts
from umpire.games.bptc.model import SEATS, State, Unit, other
from umpire.games.bptc.procedures import BreakTest, break_test
from umpire.games.bptc.records import Objective
from umpire.games.bptc.stands import footprint
from umpire.games.bptc.units import CARRIED, GARRISON
from umpire.table import Base, near_polygon


def end_phase(state: State) -> Procedure[None]:
    """BPTC-END-04: hits, recovery, break test of the active army, victory, then the other side's turn."""
    remove_hits(state)
    recover(state)
    yield from break_check(state, state.active)
    check_end(state)
    if not state.over:
        state.active = other(state.active)
        state.phase = "start"


def remove_hits(state: State) -> None:
    """BPTC-END-01, CON-07: all hit markers come off, of both sides; constructions keep theirs by the house rule."""
    for unit in [u for u in state.units.values() if u.hits]:
        if state.house.stand_loss:
            _lose_stands(state, unit)
        state.put(state.units[unit.id].with_hits(0))
    if not state.house.construction_damage_persists:
        for built in [each for each in state.constructions if each.hits and not each.destroyed]:
            state.build(built._replace(hits=0))


def _lose_stands(state: State, unit: Unit) -> None:
    """House rule `stand_loss`: a stand goes for every full share of hits it has taken, the share not rounded."""
    if not unit.on_table and unit.place != CARRIED:
        return
    profile = unit.profile
    taken = unit.kept + unit.hits
    left = profile.stands - taken * profile.stands // profile.hits
    gone = unit.stands - left
    if left < 1:
        knock_out(state, unit.id, f"{unit.name} has no stand left", "BPTC-END-01")
        return
    base = unit.base
    if unit.formation and unit.shelter != GARRISON:
        wide, deep = footprint(profile, unit.formation, left)
        base = Base(base.x, base.y, base.facing, wide, deep)
    text = f"{unit.name} loses {counted(gone, 'stand')}" if gone else ""
    state.put(unit.with_stands(left, taken, base), text, "BPTC-END-01")


def recover(state: State) -> None:
    """BPTC-END-02: the active side's suppressed units recover, the other side's do not."""
    for unit in [u for u in state.army(state.active) if u.suppressed]:
        state.put(unit.with_suppressed(False), f"{unit.name} is no longer suppressed", "BPTC-END-02")


def break_check(state: State, seat: str) -> Procedure[None]:
    """BPTC-BRK-06: an army at its breakpoint tests at the end of each of its own turns."""
    side = state.sides[seat]
    if side.lost < side.breakpoint:
        return
    lost = f"has lost {side.lost}, its breakpoint is {side.breakpoint}"
    if any(unit.profile.is_command for unit in state.of(seat)):
        outcome: BreakTest = yield from break_test(
            state.house, _co_value(state, seat), side.lost, side.counting, side.breakpoint
        )
        if outcome.result == "stays":
            state.tell("break", f"{side.name} {lost}, but it fights on", "BPTC-BRK-06")
            return
    side.withdrawn = True
    state.tell("break", f"{side.name} {lost}: it withdraws", "BPTC-BRK-06")


def _co_value(state: State, seat: str) -> int:
    """BPTC-BRK-06: the CO's printed value, even when he is knocked out."""
    return next((unit.profile.cv for unit in state.army(seat) if unit.profile.role == "CO"), 2)


def check_end(state: State) -> None:
    """BPTC-END-03, 04, BRK-07: has the battle ended, and who has won?"""
    gone = [seat for seat in SEATS if state.sides[seat].withdrawn]
    if len(gone) == 2:
        finish(state, "", "both armies withdraw", "BPTC-BRK-07")
    elif gone:
        finish(state, other(gone[0]), f"{state.sides[gone[0]].name} withdraws", "BPTC-BRK-07")
    elif state.player_turn >= 2 * state.content.turns:
        _at_the_limit(state)


def _at_the_limit(state: State) -> None:
    """BPTC-END-04, BRK-07: the turns are over: more objective points win, equal is a draw."""
    scores = points(state)
    told = " and ".join(f"{state.sides[seat].name} has {counted(scores[seat], 'point')}" for seat in SEATS)
    winner = "" if scores["A"] == scores["B"] else max(SEATS, key=lambda seat: scores[seat])
    finish(state, winner, f"the turns are over: {told}", "BPTC-BRK-07")


def goals(state: State) -> list[str]:
    """BPTC-BRK-07, in words: what brings points, how an objective is held, and whose it is if that does not decide."""
    objectives = state.content.objectives
    if not objectives:
        return []
    named = worth([(each.name, each.points) for each in objectives])
    who = f"an unsuppressed unit within {sheet.HOLD_CM} cm that counts toward the breakpoint"
    return [
        f"Have more objective points after turn {state.content.turns}: {named}.",
        f"Held by {who}, with no enemy so near.",
        *[f"{each.name} goes {' and '.join(fates)}." for each in objectives if (fates := _fates(state, each))],
        "An army that withdraws loses.",
    ]


def _fates(state: State, objective: Objective) -> list[str]:
    """To whom the scenario gives the points of an objective that nobody holds, or that is destroyed."""
    fates = ((objective.destroyed, "if it is destroyed"), (objective.default, "if nobody holds it"))
    return [f"to {state.sides[seat].name} {when}" for seat, when in fates if seat]


def points(state: State, among: Iterable[Unit] | None = None) -> dict[str, int]:
    """BPTC-BRK-07: the objective points of both sides; with `among`, as it looks to who knows these units only."""
    scores = dict.fromkeys(SEATS, 0)
    units = state.on_table() if among is None else list(among)
    for objective in state.content.objectives:
        if objective.kind == "exit":
            for seat in SEATS:
                scores[seat] += objective.points if state.sides[seat].exited else 0
            continue
        seat = owner(state, objective, units)
        if seat:
            scores[seat] += objective.points
    return scores


def owner(state: State, objective: Objective, units: Iterable[Unit]) -> str:
    """Who has the points of an objective: by its fall, by holding it, or else by the scenario."""
    built = state.construction(objective.target)
    if built is not None and built.destroyed and objective.destroyed:
        return objective.destroyed
    return holder(state, objective.target, units) or objective.default


def holder(state: State, target: str, units: Iterable[Unit]) -> str:
    """Whose nearest unsuppressed counting unit is within 5 cm, with no enemy so close; "" if nobody's."""
    feature = state.scene.features[target]
    limit = sheet.HOLD_CM * 1000 + 5
    close = [unit for unit in units if near_polygon(unit.base, feature.shape, limit)]
    holders = [unit.side for unit in close if not unit.suppressed and counts(unit.profile)]
    if not holders:
        return ""
    seat = holders[0]
    return seat if all(unit.side == seat for unit in close) else ""
