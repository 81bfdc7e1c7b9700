"""Declaring what the units of a formation do: one action each, with its path or target."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from umpire.battle.decisions import Call, Option, PickOne, Refused, Route, Sieved
from umpire.battle.words import agreeing, does, its
from umpire.dice import Procedure
from umpire.games.commander.ways import marks_and_turns, window_marks
from umpire.games.fwc import field
from umpire.games.fwc.actions import assault, fire, movement, pace, places, sides
from umpire.games.fwc.actions.special import by_order, offered
from umpire.games.fwc.model import State, Unit
from umpire.table import Base, free, length, point_at


class Declared(NamedTuple):
    """What a unit is to do. kind: hold, move, fire, move_fire, assault, special."""

    unit: str
    kind: str
    route: Route | None = None
    target: str = ""
    mark: float = 0.0
    """For fire on the move: after how much of the path it shoots."""
    key: str = ""


def options_for(state: State, unit: Unit, assaults: bool) -> Sieved:
    """FWC-CMD-25: everything this unit could be ordered to do."""
    moves: list[Option] = []
    if pace.can_move(unit):
        moves.append(Option("move", "move", "FWC-MOV-01", unit.id))
        if unit.profile.has("stabilised") and fire.armed(unit):
            moves.append(Option("move_fire", "move and fire", "FWC-FIR-07", unit.id))
    special = offered(state, unit, by_order(unit.profile))
    known: dict[str, Option] = {option.key: option for option in (*moves, *special)}
    known["hold"] = Option("hold", "hold: do nothing", "FWC-CMD-25", unit.id)

    def look(key: str) -> Option | None:
        if key in known:
            return known[key]
        kind, _, enemy_id = key.partition(":")
        if kind == "assault":
            return assault.option(state, unit, enemy_id, "FWC-CA-01")
        enemy = state.units[enemy_id]
        return fire.option(state, unit, enemy, "FWC-FIR-10") if fire.can_fire(state, unit, enemy) else None

    shots = [f"fire:{enemy.id}" for enemy in fire.near(state, unit)]
    charges = [f"assault:{enemy.id}" for enemy in assault.in_reach(state, unit)] if assaults else []
    possible = ["hold", *shots, *[each.key for each in moves], *charges, *[each.key for each in special]]
    return Sieved(possible, look, lambda key: _place(state, unit, key), lambda key: why_not(state, unit, key))


def why_not(state: State, unit: Unit, key: str) -> Refused | None:
    """Why a unit cannot fire at an enemy, or assault him, whom its side knows of; None if nothing speaks against it."""
    kind, _, enemy_id = key.partition(":")
    enemy = state.units.get(enemy_id)
    if enemy is None or enemy.hidden or not enemy.on_table:
        return None
    refusal: Refused | None = None
    if kind == "fire":
        refusal = fire.why_not(state, unit, enemy)
    elif kind == "assault":
        refusal = assault.why_not(state, unit, enemy)
        if refusal is None and assault.way_in(state, unit, enemy) is None:
            refusal = Refused(f"{unit.name} finds no way to {enemy.name} within a move.", "FWC-CA-01")
    if refusal is None:
        return None
    return Refused(agreeing(agreeing(refusal.sentence, unit.name), enemy.name), refusal.rule)


_PLACES = {"hold": 0, "fire": 1, "move": 2, "move_fire": 2, "assault": 3}


def _place(state: State, unit: Unit, key: str) -> tuple[int, int, str]:
    """Where a thing to do stands in the list: targets of one kind nearest first, special actions last."""
    kind, _, enemy_id = key.partition(":")
    place = _PLACES.get(kind, len(_PLACES))
    if kind not in ("fire", "assault"):
        return place, 0, ""
    return place, field.distance(unit, state.units[enemy_id]), enemy_id


def declare_all(state: State, units: Iterable[str], assaults: bool) -> Procedure[list[Declared]]:
    """One after the other says what it is to do; nobody goes where another is to stand."""
    declared: list[Declared] = []
    for uid in units:
        declared.append((yield from declare(state, uid, assaults, declared)))
    return declared


def where_they_go(state: State, declared: Iterable[Declared], airborne: bool) -> list[Base]:
    """Where those are to stand who were told so: in the air, or on the ground below (FWC-FLY-01)."""
    going = [(state.units[order.unit], order.route) for order in declared if order.route is not None]
    return [unit.base.placed(*route.end, route.facing) for unit, route in going if unit.airborne == airborne]


def declare(state: State, unit_id: str, assaults: bool, others: Sequence[Declared]) -> Procedure[Declared]:
    """ORDER_DECLARE of section 2 for one unit, after others of its formation."""
    unit = state.units[unit_id]
    options = options_for(state, unit, assaults)
    key: str = yield PickOne(unit.side, f"{unit.name}: which order?", "FWC-CMD-25", options, piece=unit.id)
    kind, _, target = key.partition(":")
    if kind == "hold":
        return Declared(unit_id, "hold")
    if kind == "fire":
        return Declared(unit_id, "fire", target=target)
    taken = where_they_go(state, others, unit.airborne)
    if kind == "move":
        route: Route = yield places.move_decision(state, unit, "FWC-MOV-01", taken=taken)
        return Declared(unit_id, "move", route)
    if kind == "assault":
        way: Route | None = yield from sides.choose_way(state, unit, state.units[target], taken)
        return Declared(unit_id, "assault", way, target)
    if kind == "move_fire":
        return (yield from _on_the_move(state, unit, taken))
    return Declared(unit_id, "special", key=key)


class Chance(NamedTuple):
    """A point of a move from which an enemy can be fired at, with how many dice and what score to hit."""

    mark: float
    dice: int
    score: int


def _on_the_move(state: State, unit: Unit, taken: Sequence[Base]) -> Procedure[Declared]:
    """FWC-FIR-07, STB-01: a move, and one shot from any point of it."""
    most = most_on_the_move(state, unit)
    route: Route = yield places.move_decision(state, unit, "FWC-FIR-07", most, taken=taken)
    shots = Shots(state, unit, route)

    def look(key: str) -> Option | None:
        if key == "none":
            return Option("none", "do not fire, only move", "FWC-FIR-07")
        chances, enemy = shots.against(key), state.units[key]
        if not chances:
            return None
        return Option(key, f"fire at {enemy.name}", "FWC-FIR-07", key, _odds(enemy, max(chances, key=_promise)))

    def nearest(key: str) -> tuple[int, str]:
        return (-1, "") if key == "none" else (field.distance(unit, state.units[key]), key)

    key = "none"
    if shots.any():
        prompt = f"What {does(unit.name)} fire at on {its(unit.name)} way?"
        options = Sieved(["none", *shots.possible], look, nearest)
        key = yield PickOne(unit.side, prompt, "FWC-FIR-07", options, piece=unit.id)
    if key == "none":
        return Declared(unit.id, "move", route)
    mark = yield from _from_where(unit, state.units[key], shots.against(key))
    return Declared(unit.id, "move_fire", route, key, mark)


def _from_where(unit: Unit, enemy: Unit, chances: Sequence[Chance]) -> Procedure[float]:
    """FWC-FIR-07: the point of its move at which a unit fires; if nobody says otherwise, the best one."""
    if len(chances) == 1:
        return chances[0].mark
    options = [
        Option(str(number), f"after {each.mark / 1000:.3g} cm", "FWC-FIR-07", enemy.id, _odds(enemy, each))
        for number, each in enumerate(chances)
    ]
    best = options[chances.index(max(chances, key=_promise))].key
    prompt = f"At what point of {its(unit.name)} way {does(unit.name)} fire at {enemy.name}?"
    key: str = yield PickOne(unit.side, prompt, "FWC-STB-01", options, best, piece=unit.id)
    return chances[int(key)].mark


def _odds(enemy: Unit, chance: Chance) -> Call:
    return fire.casualty_call(enemy, [(chance.dice, chance.score)])


def _promise(chance: Chance) -> int:
    """In proportion to the hits to be expected."""
    return chance.dice * (7 - chance.score)


def most_on_the_move(state: State, unit: Unit) -> int:
    """FWC-FIR-07: how far a unit may move in an action in which it also fires, in thousandths of a cm."""
    most = pace.allowance(unit)
    return most if state.house.stab_full_move else most // 2


def standing(unit: Unit, route: Route, mark: float) -> Unit:
    """The unit as it would stand after so much of its route."""
    if mark <= 0:
        return unit
    point, facing = point_at(route.path, mark)
    return unit.at(unit.base.placed(point.x, point.y, facing))


_STRIDE, _STEP = 5000, 1000
"""How often a way is looked at for a shot, and how often where that finds none, in thousandths of a cm."""


class Shots:
    """FWC-FIR-07: whom a unit could fire at on its way, and from where; each enemy is looked for when asked for.

    It may fire at any point: besides those looked at, wherever its player lets the way turn.
    """

    def __init__(self, state: State, unit: Unit, route: Route) -> None:
        self._state = state
        self._unit = unit
        self._route = route
        self._whole = length(route.path)
        near = state.along(route.path, unit.base)
        known = [u for u in near if u.id != unit.id and not (u.hidden and u.side != unit.side)]
        self._others = [each.base for each in known if each.airborne == unit.airborne and each.id != unit.inside]
        self._stops: dict[float, Unit | None] = {}
        self._marks = marks_and_turns(route.path, _STRIDE)
        targets = [fire.near(state, standing(unit, route, mark), _STRIDE) for mark in self._marks]
        self.possible = list(dict.fromkeys([enemy.id for there in targets for enemy in there if not enemy.hidden]))
        """Those who may come into reach somewhere, whether it sees them or not."""
        self._found: dict[str, list[Chance]] = {}

    def against(self, enemy_id: str) -> list[Chance]:
        """Points of the way from which an enemy can be fired at."""
        if enemy_id not in self._found:
            enemy = self._state.units[enemy_id]
            self._found[enemy_id] = self._chances(enemy, self._marks) or self._chances(enemy, self._between())
        return self._found[enemy_id]

    def any(self) -> bool:
        """Whether there is anybody to fire at. Nobody is looked for closely while another may be in plain sight."""
        enemies = [self._state.units[enemy] for enemy in self.possible]
        marks: Iterable[Sequence[float]] = (self._marks, self._between())
        return any(next(self._shots(enemy, some), None) is not None for some in marks for enemy in enemies)

    def _between(self) -> list[float]:
        return [mark for mark in window_marks(self._whole, _STEP) if mark not in self._marks]

    def _chances(self, enemy: Unit, marks: Sequence[float]) -> list[Chance]:
        state = self._state
        return [
            Chance(
                mark,
                fire.dice(state, there, enemy, self._whole > 0).value,
                field.score_to_hit(state, enemy, there.base.centre).value,
            )
            for mark, there in self._shots(enemy, marks)
        ]

    def _shots(self, enemy: Unit, marks: Sequence[float]) -> Iterator[tuple[float, Unit]]:
        """Those of the marks at which it can fire at an enemy, and how it stands there."""
        for mark in marks:
            there = self._stop(mark)
            if there is not None and fire.can_fire(self._state, there, enemy):
                yield mark, there

    def _stop(self, mark: float) -> Unit | None:
        """The unit after so much of its way; None where somebody stands (FWC-MOV-05: on top of nobody)."""
        if mark not in self._stops:
            there = standing(self._unit, self._route, mark)
            self._stops[mark] = there if free(there.base, self._others) else None
        return self._stops[mark]


def moves_in_dense(state: State, declared: Sequence[Declared]) -> bool:
    """FWC-CMD-17, 18: whether any of them is to move in dense terrain or obscurants."""
    return any(
        order.route is not None
        and len(order.route.path) > 1
        and movement.enters(state, state.units[order.unit], order.route, ("dense",))
        for order in declared
    )
