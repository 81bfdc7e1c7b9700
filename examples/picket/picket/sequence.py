"""The turn: A acts, then B; in each activation one squad moves or shoots."""

from __future__ import annotations

from picket.model import SIZE, TURNS, Squad, State
from picket.procedures import MOVE, RANGE, SHORT, Volley, volley
from umpire.battle.contract import Result
from umpire.battle.decisions import Call, Inputs, Option, PickOne, Place, Refused, Route
from umpire.battle.seats import other
from umpire.dice import Procedure
from umpire.table import ahead, free, length, within


def activation(state: State) -> Procedure[None]:
    """PKT-ACT-01: one squad of the side whose turn it is moves or shoots."""
    side = state.active
    options = [Option(f"move {squad.id}", f"{squad.name} moves", "PKT-ACT-01", squad.id) for squad in state.of(side)]
    options += [shot(squad, enemy) for squad in state.of(side) for enemy in targets(state, squad)]
    chosen: str = yield PickOne(side, "Who moves or shoots?", "PKT-ACT-01", options)
    squad, *target = [state.squads[name] for name in chosen.split()[1:]]
    yield from shoot(state, squad, target[0]) if target else move(state, squad)
    state.done += 1


def move(state: State, squad: Squad) -> Procedure[None]:
    """PKT-ACT-01: up to 6 inches, and clear of all others at the end."""
    start = squad.base.centre
    others = [each.base for each in state.squads.values() if each.men and each.id != squad.id]

    def check(route: Route) -> Refused | None:
        if route.path[0] != start:
            return Refused(f"{squad.name} does not stand there.", "PKT-ACT-01")
        if length(route.path) > MOVE:
            return Refused("that is farther than 6 inches.", "PKT-ACT-01")
        if not free(squad.at(route).base, others, SIZE):
            return Refused("there is no room for it there.", "PKT-ACT-01")
        return None

    def offered() -> list[Route]:
        return [Route((start, ahead(start, way, MOVE)), way) for way in range(0, 360, 45)]

    stand = Route((start,), squad.base.facing)
    prompt = f"Where does {squad.name} go?"
    route: Route = yield Place(squad.side, prompt, "PKT-ACT-01", squad.id, check, offered, reach=MOVE, stand=stand)
    state.put(squad.at(route), f"{squad.name} moves.", "PKT-ACT-01")


def targets(state: State, squad: Squad) -> list[Squad]:
    """PKT-SHT-01: whom a squad may shoot at."""
    return [each for each in state.of(other(squad.side)) if within(squad.base, each.base, RANGE)]


def inputs(squad: Squad, target: Squad) -> Inputs:
    """What goes into a volley: for its odds and for its roll, so that the two cannot differ."""
    far = not within(squad.base, target.base, SHORT)
    return (("men", squad.men), ("target", target.men), ("far", far))


def shot(squad: Squad, target: Squad) -> Option:
    words = f"{squad.name} shoots at {target.name}"
    call = Call("volley", inputs(squad, target))
    return Option(f"shoot {squad.id} {target.id}", words, "PKT-SHT-01", target.id, call)


def shoot(state: State, squad: Squad, target: Squad) -> Procedure[None]:
    """PKT-SHT-01: each hit takes a man."""
    state.tell("shot", f"{squad.name} shoots at {target.name}.", "PKT-SHT-01", squad.id, target.id)
    outcome: Volley = yield from volley(state.house, **dict(inputs(squad, target)))
    left = target._replace(men=target.men - outcome.losses)
    state.put(left, f"{target.name} loses {outcome.losses}, {left.men} left.", "PKT-SHT-01")


def result(state: State) -> Result | None:
    """PKT-END-01: a side without men, or the last turn over; the side with more men has won."""
    if state.conceded:
        return Result(other(state.conceded), "the other side gave up", "PKT-END-01")
    ours, theirs = state.men("A"), state.men("B")
    if ours and theirs and state.done < 2 * TURNS:
        return None
    winner = None if ours == theirs else "A" if ours > theirs else "B"
    reason = "the turns are over" if ours and theirs else "the other side has no men left"
    return Result(winner, reason, "PKT-END-01")
