"""The end phase, the breakpoint and the end of the battle."""

from __future__ import annotations

from collections.abc import Iterable

from umpire.battle.ended import finish
from umpire.battle.words import listed
from umpire.dice import Number, Procedure
from umpire.games.fwc.actions import aiming
from umpire.games.fwc.model import KO, State, Unit, other
from umpire.games.fwc.procedures import BreakTest, break_test
from umpire.games.fwc.schema import Objective


def end_phase(state: State) -> Procedure[None]:
    """FWC-END-07: in this order, by itself; then the other side's turn."""
    remove_hits(state)
    recover(state)
    remove_markers(state)
    remove_zones(state)
    yield from break_check(state, state.active)
    check_end(state)
    if not state.over:
        state.active = other(state.active)
        state.phase = "start"


def remove_hits(state: State) -> None:
    """FWC-END-01, INS-01: all outstanding hits of both sides go, those of installations too."""
    for unit in [u for u in state.units.values() if u.hits]:
        state.put(unit.with_hits(0))


def recover(state: State) -> None:
    """FWC-END-02: the active side's suppressed units recover; OPP-07: its reaction marks go."""
    for unit in state.army(state.active):
        if unit.suppressed:
            unit = state.put(unit.with_suppressed(False), f"{unit.name} is no longer suppressed", "FWC-END-02")
        if unit.reacted:
            state.put(unit.reaction_forgotten())


def remove_markers(state: State) -> None:
    """FWC-END-03: designated and frozen markers go."""
    for unit in list(state.units.values()):
        if unit.designated:
            unit = state.put(unit.with_designated(False))
        if unit.frozen:
            state.put(unit.with_frozen(False))


def remove_zones(state: State) -> None:
    """FWC-END-04, 05: obscurants and domes made before this player turn go."""
    old = [zone.kind for zone in state.zones if zone.made < state.player_turn]
    state.zones = tuple(zone for zone in state.zones if zone.made >= state.player_turn)
    if "smoke" in old:
        state.tell("zone", "old obscurants are gone", "FWC-END-04")
    if "dome" in old:
        state.tell("zone", "old shield domes are gone", "FWC-END-05")


def break_check(state: State, seat: str) -> Procedure[None]:
    """FWC-BRK-04, BRK-07: a battlegroup at its breakpoint tests at the end of each of its own player turns."""
    side = state.sides[seat]
    over = side.losses - side.breakpoint
    if over < 0:
        return
    lost = f"has lost {side.losses}, its breakpoint is {side.breakpoint}"
    outcome: BreakTest = yield from break_test(state.house, _co_value(state, seat), over)
    if outcome.result == "stays":
        state.tell("break", f"{side.name} {lost}, but it fights on", "FWC-BRK-04")
        return
    side.withdrawn = True
    state.tell("break", f"{side.name} {lost}: it withdraws", "FWC-BRK-04")


def _co_value(state: State, seat: str) -> Number:
    """The CO's command value; if he is knocked out, the one printed (FWC-BRK-07)."""
    for unit in state.army(seat):
        if unit.profile.role == "CO":
            return unit.profile.cv if unit.place == KO else aiming.command_value(state, unit, "FWC-BRK-04")
    return 2


def check_end(state: State) -> None:
    """FWC-END-06, VIC-01 to 06: has the battle ended, and who has won?"""
    gone = [seat for seat in ("A", "B") if state.sides[seat].withdrawn]
    reached = objectives_reached(state)
    if len(reached) == 2:
        finish(state, "", "both sides reached their objectives", "FWC-VIC-05")
    elif reached:
        finish(state, reached[0], f"{state.sides[reached[0]].name} reached its objective", "FWC-VIC-01")
    elif len(gone) == 2:
        finish(state, "", "both battlegroups withdraw", "FWC-VIC-05")
    elif gone:
        finish(state, other(gone[0]), f"{state.sides[gone[0]].name} withdraws", "FWC-VIC-04")
    elif state.player_turn >= 2 * state.content.file.turns and state.player_turn % 2 == 0:
        _at_the_limit(state)


def goals(state: State) -> list[str]:
    """FWC-VIC-01, 02, 04, 05, in words: what each side is to do, and who wins when the turns are over."""
    file = state.content.file
    found: list[str] = []
    for each in file.objective:
        who = "" if each.side == "both" else f"{state.sides[each.side].name}: "
        found.append(f"{who}{each.text or _told(state, each)}")
    if file.limit_winner != "score":
        found.append(f"{state.sides[file.limit_winner].name}: hold out to the end of turn {file.turns}.")
    elif any(each.kind == "hold" for each in file.objective):
        found.append(f"Failing that, hold more than the enemy at the end of turn {file.turns}.")
    return [*found, "A battlegroup that withdraws at its breakpoint has lost."]


def _told(state: State, objective: Objective) -> str:
    """An objective of which its scenario says nothing in words."""
    names = {unit.id: unit.name for unit in state.units.values()} | {p.id: p.name for p in state.content.terrain}
    verb = "Knock out" if objective.kind == "knock_out" else "Hold"
    return f"{verb} {objective.need} of {listed([names[target] for target in objective.targets])}."


def objectives_reached(state: State) -> list[str]:
    """FWC-VIC-01: the sides that have reached an objective which ends the battle at once."""
    return [seat for seat in ("A", "B") if any(_fallen(state, each) for each in _to_knock_out(state, seat))]


def _to_knock_out(state: State, seat: str) -> list[Objective]:
    return [each for each in state.content.file.objective if each.kind == "knock_out" and each.side == seat]


def _fallen(state: State, objective: Objective) -> bool:
    return sum(state.units[target].place == KO for target in objective.targets) >= objective.need


def _at_the_limit(state: State) -> None:
    """FWC-VIC-02, 05: the set number of turns has been played; what is to be held at the end counts first."""
    rule = state.content.file.limit_winner
    scores = {seat: held(state, seat) for seat in ("A", "B")}
    told = " and ".join(f"{state.sides[seat].name} holds {scores[seat]}" for seat in ("A", "B"))
    words = f"the turns are over, and of the objectives {told}"
    reached = [seat for seat in ("A", "B") if _holds_enough(state, seat)]
    if len(reached) == 1:
        finish(state, reached[0], words, "FWC-VIC-01")
        return
    if rule != "score":
        finish(state, rule, f"the turns are over: {state.sides[rule].name} has held out", "FWC-VIC-02")
        return
    if scores["A"] == scores["B"]:
        finish(state, "", words, "FWC-VIC-05")
    else:
        finish(state, max(scores, key=lambda seat: scores[seat]), words, "FWC-VIC-02")


def held(state: State, seat: str) -> int:
    """How many of the areas that are its objectives a side holds."""
    return sum(_held_of(state, seat, objective) for objective in _to_hold(state, seat))


def _holds_enough(state: State, seat: str) -> bool:
    """Whether a side holds as many areas as one of its objectives asks for."""
    return any(_held_of(state, seat, objective) >= objective.need for objective in _to_hold(state, seat))


def _to_hold(state: State, seat: str) -> list[Objective]:
    return [each for each in state.content.file.objective if each.kind == "hold" and each.side in (seat, "both")]


def _held_of(state: State, seat: str, objective: Objective) -> int:
    return sum(holder(state, target) == seat for target in objective.targets)


def holder(state: State, area: str, among: Iterable[Unit] | None = None) -> str:
    """Who has a unit in an area with no unsuppressed enemy in it; "" if nobody.

    With `among`, as it looks to somebody who knows of these units only.
    """
    inside = [
        unit
        for unit in (state.on_table() if among is None else among)
        if not unit.airborne
        and not unit.profile.is_installation
        and any(piece.id == area for piece in state.content.under(unit.base))
    ]
    holders = [
        seat
        for seat in ("A", "B")
        if any(unit.side == seat for unit in inside)
        and not any(unit.side != seat and not unit.suppressed for unit in inside)
    ]
    return holders[0] if len(holders) == 1 else ""
