"""A unit moves: asked where, tested on its way, put down."""

from __future__ import annotations

from umpire.battle.decisions import Refused, Route
from umpire.battle.words import does, tidy
from umpire.dice import Procedure
from umpire.games.awt import sheet
from umpire.games.awt.actions import terrain
from umpire.games.awt.actions.driving import Drive
from umpire.games.awt.actions.marching import March, Mover, Placing, place_for
from umpire.games.awt.model import State, Unit
from umpire.table import length


def pace(unit: Unit) -> int:
    """How far a unit goes: At the Double adds to it."""
    return unit.pace + (sheet.DOUBLE if unit.under("double") else 0)


def may_move(unit: Unit) -> bool:
    """AWT-ST-01, TE-21: not Pinned, Bogged, Immobilised, Broken or in close combat."""
    return unit.fights_on and not (unit.pinned or unit.bogged or unit.immobilised or unit.in_combat)


def why_not(unit: Unit, answer: object) -> Refused | None:
    """AWT-ST-01, TE-21: why a unit may not move; None if it may, or is told something else."""
    if answer != "move" or may_move(unit):
        return None
    if unit.pinned:
        return Refused(f"{unit.name} is Pinned and does not move.", "AWT-ST-01")
    if unit.bogged or unit.immobilised:
        return Refused(f"{unit.name} is stuck and does not move.", "AWT-TE-21")
    return None


def mover(state: State, unit: Unit, allowed: int, leap: bool = False) -> Mover:
    if unit.profile.is_vehicle:
        return Drive(state, unit, allowed)
    return March(state, unit, allowed, leap=leap)


def ask(way: Mover, prompt: str, rule: str) -> Procedure[Placing | None]:
    """Where a unit goes; None if it stays exactly where it is."""
    route: Route = yield place_for(way, prompt, rule)
    placing = way.arrange(route)
    assert not isinstance(placing, Refused)
    if all(placing.bases[model.number] == model.base for model in way.unit.models):
        return None
    return placing


def move(
    state: State, uid: str, allowed: int, rule: str = "AWT-MV-06", *, leap: bool = False, crushing: bool = False
) -> Procedure[bool]:
    """AWT-MV-04 to 11: a unit is asked where it goes and goes there; whether it moved at all (a turn is a move).

    AWT-TE-08, 09: who is held by the ground where it stands has not.
    """
    unit = state.units[uid]
    prompt = f"Where {does(unit.name)} go? (up to {tidy(allowed)} in)"
    placing = yield from ask(mover(state, unit, allowed, leap), prompt, rule)
    if placing is None:
        return False
    return (yield from walk(state, uid, placing, leap=leap, crushing=crushing))


def walk(state: State, uid: str, placing: Placing, *, leap: bool = False, crushing: bool = False) -> Procedure[bool]:
    """The way itself, with the tests on it: none for who leaps (Fell Leap), none for Wire by who crushes it.

    Whether anybody stands otherwise after it than before.
    """
    ends, before = placing, {model.number: model.base for model in state.units[uid].models}
    if not leap:
        tested = yield from terrain.way_tested(state, uid, placing, crushing)
        if tested is None:
            return True
        ends = tested
        terrain.crush(state, uid, terrain.gone(ends, placing), crushing)
    if all(before[number] == base for number, base in ends.bases.items()):
        return False
    unit = state.units[uid]
    far = max([length(path) for path in terrain.gone(ends, placing).paths.values()])
    words = f"{unit.name} moves {tidy(far)} in" if far else f"{unit.name} turns"
    state.put(unit.standing(ends.bases)._replace(dug_in=False), words, "AWT-MV-10" if not far else "AWT-MV-06")
    return True
