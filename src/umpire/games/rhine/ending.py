"""The end of a turn and of the battle: smoke, victory points, broken battlegroups, the last turn."""

from __future__ import annotations

from fractions import Fraction

from umpire.battle.ended import finish
from umpire.battle.words import worth
from umpire.dice import Procedure
from umpire.games.rhine import field, sheet
from umpire.games.rhine.actions import smoke
from umpire.games.rhine.content import Goal
from umpire.games.rhine.model import LOST, RESERVE, SEATS, State, Unit, other
from umpire.table import Base


def turn_end(state: State) -> Procedure[None]:
    """TURN_END of section 2: smoke ages, points are counted, both sides are tested at once, then the next turn."""
    yield from ()
    smoke.age(state)
    count_points(state)
    _break_test(state)
    if not state.over and state.turn >= state.content.file.turns:
        _at_the_limit(state)
    if not state.over:
        state.phase = "turn_start"


# --- Losses --------------------------------------------------------------------------------------------------


def is_broken(state: State, seat: str) -> bool:
    """RHINE-WIN-02: so large a part of its break points is lost that the battlegroup breaks (half of them)."""
    side = state.sides[seat]
    return side.start_bp > 0 and Fraction(side.lost_bp, side.start_bp) >= state.house.break_fraction


def _break_test(state: State) -> None:
    """RHINE-WIN-02: both sides are tested at once; if both are broken the victory points decide."""
    broken = [seat for seat in SEATS if is_broken(state, seat)]
    for seat in broken:
        side = state.sides[seat]
        text = f"{side.name} is broken: {side.lost_bp} of its {side.start_bp} break points are lost"
        state.tell("break", text, "RHINE-WIN-02")
    if len(broken) == 1:
        loser = state.sides[broken[0]].name
        finish(state, other(broken[0]), f"the battlegroup of {loser} is broken", "RHINE-WIN-02")
    elif broken:
        finish(state, _ahead(state), f"both battlegroups are broken, {_tally(state)}", "RHINE-WIN-02")


def check_wiped_out(state: State) -> None:
    """RHINE-WIN-05: a side with nobody on the table or in reserve has lost at once; helicopters do not count."""
    if state.over or state.phase == "setup":
        return
    gone = [seat for seat in SEATS if not any(_left(unit, seat) for unit in state.units.values())]
    if len(gone) == 1:
        name = state.sides[gone[0]].name
        finish(state, other(gone[0]), f"{name} has nobody left on the table", "RHINE-WIN-05")
    elif gone:
        finish(state, None, "neither side has anybody left on the table", "RHINE-WIN-05")


def _left(unit: Unit, seat: str) -> bool:
    return unit.side == seat and (unit.in_play or unit.place == RESERVE)


# --- Victory points ------------------------------------------------------------------------------------------


def holder(state: State, objective: Goal) -> str:
    """RHINE-WIN-04, MOR-05, HEL-07: the seat that holds an objective; "" if nobody does or both are there.

    What counts are units on the table that are not Broken, within 4 inches.
    """
    spot = field.spot(objective.point)
    there = {
        unit.side
        for unit in state.on_table()
        if unit.ready
        and not unit.profile.is_helicopter
        and field.rounded_within(unit.base, spot, sheet.OBJECTIVE_RADIUS * 1000)
    }
    return next(iter(there)) if len(there) == 1 else ""


def goals(state: State) -> list[str]:
    """RHINE-WIN-02 to 04, in words: what victory points are counted for, and when a battlegroup breaks."""
    content = state.content
    found = [
        f"Have more victory points after turn {content.file.turns}. A battlegroup that has lost "
        f"{state.house.break_fraction} of its break points is broken, and loses."
    ]
    if content.objectives:
        named = worth([(each.name, each.points) for each in content.objectives])
        near = sheet.OBJECTIVE_RADIUS
        found.append(
            f"Points: {named}, held by a unit that is not Broken within {near} inches, with no such enemy there."
        )
    found += [each.text for each in content.file.breakthrough]
    return found + [each.text for each in content.file.kill]


def score(state: State, seat: str) -> int:
    """RHINE-WIN-03: the victory points a side would have if the battle ended now, as its scenario counts them."""
    held = sum(each.points for each in state.content.objectives if holder(state, each) == seat)
    return held + _broken_through(state, seat) + _kills(state, seat)


def _broken_through(state: State, seat: str) -> int:
    """Points for each unit beyond a line across the table; transports do not count."""
    points = 0
    for rule in state.content.file.breakthrough:
        if rule.side == seat:
            line = round(rule.line * 1000)
            beyond = [
                unit for unit in state.of(seat) if unit.profile.cls != "APC" and _beyond(unit.base, rule.toward, line)
            ]
            points += rule.points * len(beyond)
    return points


def _beyond(base: Base, toward: str, line: int) -> bool:
    if toward in ("north", "south"):
        return base.y > line if toward == "north" else base.y < line
    return base.x > line if toward == "east" else base.x < line


def _kills(state: State, seat: str) -> int:
    """Points for each enemy of a class that is destroyed."""
    lost = [unit for unit in state.units.values() if unit.side != seat and unit.place == LOST]
    return sum(rule.points * sum(unit.profile.cls == rule.cls for unit in lost) for rule in state.content.file.kill)


def count_points(state: State) -> None:
    """The victory points as they stand at the end of a turn."""
    for seat in SEATS:
        state.sides[seat].points = score(state, seat)
    state.tell("score", f"victory points: {_tally(state)}", "RHINE-WIN-03")


def _tally(state: State) -> str:
    return ", ".join(f"{state.sides[seat].name} {state.sides[seat].points}" for seat in SEATS)


def _ahead(state: State) -> str | None:
    """The seat with more victory points."""
    one, two = (state.sides[seat].points for seat in SEATS)
    return None if one == two else SEATS[0] if one > two else SEATS[1]


def _at_the_limit(state: State) -> None:
    """RHINE-WIN-03: after the last turn victory points decide, then fewer lost break points; else it is a draw."""
    winner = _ahead(state)
    words = f"the last turn is over, {_tally(state)}"
    if winner is None:
        one, two = (state.sides[seat].lost_bp for seat in SEATS)
        winner = None if one == two else SEATS[0] if one < two else SEATS[1]
        words += f"; break points lost: {one} and {two}"
    finish(state, winner, words, "RHINE-WIN-03")
