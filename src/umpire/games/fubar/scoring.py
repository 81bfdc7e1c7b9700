"""What is worth points, and how many a force has now."""

from __future__ import annotations

from typing import NamedTuple

from umpire.battle.words import counted, tidy, worth
from umpire.games.fubar import field, sheet
from umpire.games.fubar.features import Goal, Score
from umpire.games.fubar.model import CAPTURED, CARRIED, DEAD, EXITED, RESERVE, TABLE, State
from umpire.games.fubar.units import ACTIVE, WOUNDED, Unit


class Line(NamedTuple):
    """Points of one kind."""

    text: str
    points: int


def holder(state: State, goal: Goal) -> str:
    """FUBAR-VIC-01: the side with an unbroken unit within 3 inches of an objective and no enemy there, "" nobody."""
    here = field.spot(goal.point)
    near: list[str] = []
    able: list[str] = []
    for unit in state.on_table():
        if unit.flying or not any(field.near(here, figure.base, sheet.HOLD) for figure in unit.active):
            continue
        near.append(unit.side)
        if not unit.broken:
            able.append(unit.side)
    sides = list(dict.fromkeys(near))
    return sides[0] if len(sides) == 1 and sides[0] in able else ""


def goals(state: State) -> list[str]:
    """FUBAR-VIC-01, 02, in words: what is worth points."""
    content = state.content
    found = [f"Have more points after turn {content.file.turns}, or leave the enemy nobody able to act."]
    if content.objectives:
        named = worth([(goal.name, goal.points) for goal in content.objectives])
        found.append(
            f"Points: {named}, held by an unbroken unit within {tidy(sheet.HOLD)} inches, with no enemy there."
        )
    for score in content.scoring:
        who = f"{state.sides[score.side].name}: " if score.side else ""
        found.append(f"{who}{counted(score.points, 'point')}: {score.text or score.kind.replace('_', ' ')}.")
    return found


def destroyed(state: State, unit: Unit) -> bool:
    """FUBAR-VIC-03: whether all figures of a unit are dead, captured or off the table, with all who came from it.

    Wounded keep it alive; guard groups, crews and dismounted riders count with the unit they came from.
    """
    family = [unit, *[each for each in state.units.values() if each.origin == unit.id]]
    for each in family:
        if each.place == EXITED or each.place == RESERVE:
            return False
        if each.place in (TABLE, CARRIED) and any(f.status in (ACTIVE, WOUNDED) for f in each.figures):
            return False
    return True


def lines(state: State, seat: str) -> list[Line]:
    """FUBAR-VIC-01: what a force has points for."""
    found: list[Line] = []
    for goal in state.content.objectives:
        if holder(state, goal) == seat:
            found.append(Line(f"holds {goal.name}", goal.points))
    for score in state.content.scoring:
        if score.side in ("", seat):
            count = _count(state, seat, score)
            if count:
                found.append(Line(f"{score.text or score.kind}: {count}", count * score.points))
    return found


def points(state: State, seat: str) -> int:
    return sum(line.points for line in lines(state, seat))


def _count(state: State, seat: str, score: Score) -> int:
    """FUBAR-VIC-01: how often something of the scenario's list has happened for a seat."""
    theirs = [unit for unit in state.units.values() if unit.side != seat]
    roots = [unit for unit in theirs if not unit.origin]
    kind = score.kind
    if kind == "destroyed":
        return sum(destroyed(state, unit) for unit in roots)
    if kind == "captured":
        return sum(figure.status == CAPTURED for unit in theirs for figure in unit.figures)
    if kind == "leader":
        return sum(f.status == DEAD and f.profile.has("leader") for unit in theirs for f in unit.figures)
    if kind == "vehicle":
        return sum(unit.is_vehicle and unit.out_of_action for unit in theirs)
    if kind == "immobilised":
        return sum(unit.is_vehicle and unit.immobile and not unit.out_of_action for unit in theirs)
    if kind == "disabled":
        return int(score.target in state.disabled)
    if kind == "intact":
        return int(score.target not in state.breached)
    if kind == "breached":
        return int(score.target in state.breached)
    if kind == "crate":
        return state.sides[seat].crates
    if kind == "exit":
        return state.sides[seat].exits
    assert kind == "army_broken", kind
    return sum(state.sides[other].broken for other in state.seats if other != seat)


def able_to_act(state: State, seat: str) -> bool:
    """FUBAR-VIC-02: whether a force has a unit that could act: not dead, off table, wrecked or wounded only."""
    for unit in state.units.values():
        if unit.side != seat or unit.out_of_action:
            continue
        if unit.place in (TABLE, CARRIED) and unit.active:
            return True
        if unit.place == RESERVE:
            return True
    return False
