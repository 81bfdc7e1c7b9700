"""The end of a round and of the battle: what goes, what is held, who has won (S12, AWT-VC)."""

from __future__ import annotations

from umpire.battle.ended import finish
from umpire.battle.words import counted
from umpire.dice import Procedure
from umpire.games.awt import field, sheet
from umpire.games.awt.model import SEATS, Award, State, Unit, other
from umpire.table import Point


def round_end(state: State) -> Procedure[None]:
    """S12: unspent tokens and effects go, pins become those of the last round, points are given (AWT-CT-06, 11)."""
    state.blasts = ()
    for side in state.sides.values():
        side.tokens = 0
        side.pins_before, side.pins = side.pins, ()
        side.tried = ()
        side.jammed = False
    for unit in list(state.units.values()):
        if unit.effects:
            state.put(unit._replace(effects=()))
    for award in state.content.awards:
        if award.first <= state.round <= award.last:
            _round_points(state, award)
    check_wiped_out(state)
    if not state.over and state.round >= state.content.rounds:
        _at_the_end(state)
    if not state.over:
        state.phase = "tokens"
    return
    yield


# --- Points ------------------------------------------------------------------------------------------------------


def _seats(award: Award) -> tuple[str, ...]:
    return (award.seat,) if award.seat else SEATS


def _give(state: State, seat: str, points: int, what: str) -> None:
    if points:
        side = state.sides[seat]
        side.points += points
        state.tell("points", f"{side.name}: {counted(points, 'point')} for {what}", "AWT-VC-01")


def _round_points(state: State, award: Award) -> None:
    """AWT-VC-01, 03: what is given at the end of a round."""
    for seat in _seats(award):
        if award.kind == "objective":
            held = [goal.name for goal in state.content.objectives if holder(state, goal.point) == seat]
        elif award.kind == "trench":
            held = trenches_held(state, seat)
        else:
            continue
        _give(state, seat, award.points * len(held), ", ".join(held))


def goals(state: State) -> list[str]:
    """AWT-VC-01 to 03, in words: what victory points are given for."""
    content = state.content
    found = [f"Have more victory points after round {content.rounds}, or leave the enemy no unbroken unit."]
    for award in content.awards:
        rounds = f" at the end of {_rounds(award)}" if award.first else ""
        what = {
            "objective": f"each objective held{rounds} ({', '.join(goal.name for goal in content.objectives)})",
            "trench": f"each trench held{rounds}",
            "captain": "destroying the enemy Captain",
            "units": "each enemy unit destroyed or Broken at the end",
            "no_trench": "the enemy holding no trench at the end",
            "creature": "a Large creature alive at the end",
        }[award.kind]
        who = f"{state.sides[award.seat].name}: " if award.seat else ""
        found.append(f"{who}{counted(award.points, 'point')} for {what}.")
    return found


def _rounds(award: Award) -> str:
    return f"round {award.first}" if award.first == award.last else f"rounds {award.first} to {award.last}"


def holder(state: State, point: Point) -> str:
    """AWT-VC-03: who holds an objective: an unbroken unit, no vehicle, within 3 inches, and no such enemy."""
    near = {
        unit.side
        for unit in state.on_table()
        if not unit.broken and not unit.profile.is_vehicle and field.near_point(unit, point, sheet.OBJECTIVE_NEAR)
    }
    return near.pop() if len(near) == 1 else ""


def trenches_held(state: State, seat: str) -> list[str]:
    """AWT-VC-01, TE-20: the trenches occupied by an unbroken Infantry unit of a side and by no unbroken enemy."""
    inside: dict[str, list[Unit]] = {}
    names: dict[str, str] = {}
    for unit in state.on_table():
        if unit.broken:
            continue
        for piece in field.occupied(state, unit):
            if piece.kind == "trenches":
                inside.setdefault(piece.id, []).append(unit)
                names[piece.id] = piece.name or piece.id
    return [
        names[piece]
        for piece, units in inside.items()
        if all(unit.side == seat for unit in units) and any(unit.has("infantry") for unit in units)
    ]


def end_points(state: State) -> dict[str, list[tuple[int, str]]]:
    """AWT-VC-01: what is given at the end of the battle, by side."""
    found: dict[str, list[tuple[int, str]]] = {seat: [] for seat in SEATS}
    for award in state.content.awards:
        for seat in _seats(award):
            enemy = other(seat)
            if award.kind == "units":
                lost = sum(_out(state, uid) for uid, _, _ in state.content.roster[enemy])
                found[seat].append((award.points * lost, "enemy units destroyed or Broken"))
            elif award.kind == "no_trench" and not trenches_held(state, enemy):
                found[seat].append((award.points, "no trench lost"))
            elif award.kind == "creature" and any(
                unit.has("large") and unit.profile.is_creature for unit in state.of(seat)
            ):
                found[seat].append((award.points, "a Large creature alive"))
    return found


def _out(state: State, uid: str) -> bool:
    unit = state.units.get(uid)
    return unit is not None and not unit.fights_on


# --- The end -----------------------------------------------------------------------------------------------------


def check_wiped_out(state: State) -> None:
    """AWT-VC-02: a side without an unbroken unit on the table has lost at once; both, and points decide."""
    if state.over or state.phase == "setup":
        return
    gone = [seat for seat in SEATS if not any(not unit.broken for unit in state.of(seat))]
    if len(gone) == 1:
        name = state.sides[gone[0]].name
        finish(state, other(gone[0]), f"{name} has no unbroken unit left", "AWT-VC-02")
    elif gone:
        _at_the_end(state, "AWT-VC-02")


def _at_the_end(state: State, rule: str = "AWT-VC-01") -> None:
    """AWT-VC-01: the higher total of victory points wins, equal ones are a draw."""
    for seat, rows in end_points(state).items():
        for points, what in rows:
            _give(state, seat, points, what)
    a, b = (state.sides[seat].points for seat in SEATS)
    winner = None if a == b else "A" if a > b else "B"
    finish(state, winner, f"victory points {a} to {b}", rule)
