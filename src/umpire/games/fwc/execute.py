"""Carrying an order out: unit by unit and target by target, in the order its owner chooses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from umpire.battle.decisions import Option, PickOne, PickSome, PutInOrder, Refused, Route
from umpire.battle.words import does, listed
from umpire.dice import Procedure
from umpire.games.fwc.actions import assault, fire, movement, pace, places, sides
from umpire.games.fwc.actions.fire import Shot
from umpire.games.fwc.actions.hidden import look_around, reveal
from umpire.games.fwc.actions.opportunity import react_after
from umpire.games.fwc.actions.special import by_order, family_of, offered
from umpire.games.fwc.actions.travel import travel
from umpire.games.fwc.declare import Declared, most_on_the_move, standing, where_they_go
from umpire.games.fwc.formations import can_act
from umpire.games.fwc.model import State, Unit
from umpire.table import Base, length, point_at


@dataclass
class _Course:
    """One action of a formation under way."""

    items: dict[str, list[Declared]]
    """What is still to come, by what is carried out as one."""
    going: list[Declared]
    """Who of them is yet to come where he was ordered."""
    hard_going: bool
    """Whether moves in dense terrain or obscurants were declared (FWC-CMD-18)."""
    attacked: list[str] = field(default_factory=list)
    """Targets that have had their one combined attack (FWC-FIR-09)."""
    busy: list[str] = field(default_factory=list)
    """Units that have supported a combat; each supports one only (FWC-CA-10)."""


def execute(state: State, declared: Sequence[Declared], hard_going: bool) -> Procedure[None]:
    """EXECUTE of section 2, FWC-CMD-02: every unit does what was declared; FWC-CAS-14: in P's sequence.

    `hard_going` tells whether moves in dense terrain or obscurants were declared (FWC-CMD-18).
    """
    course = _Course(_items(declared), list(declared), hard_going)
    names = tuple(course.items)
    if len(names) > 1:
        options = [_option(state, name, orders) for name, orders in course.items.items()]
        names = yield PutInOrder(state.active, "In what sequence are the actions carried out?", "FWC-CAS-14", options)
    for name in names:
        kind, _, target = name.partition(":")
        orders = [order for order in course.items.pop(name) if can_act(state, state.units[order.unit])]
        if not orders:
            continue
        if kind == "fire":
            yield from _fire(state, orders, target, course)
        elif kind == "assault":
            yield from _assault(state, orders, target, course)
        else:
            yield from _single(state, orders[0], course)
        course.going = [order for order in course.going if order not in orders]
        look_around(state)


def _items(declared: Sequence[Declared]) -> dict[str, list[Declared]]:
    """What is carried out as one: a target under fire, a target under assault, a unit on its own."""
    items: dict[str, list[Declared]] = {}
    for order in declared:
        if order.kind == "hold":
            continue
        if order.kind in ("fire", "move_fire"):
            name = f"fire:{order.target}"
        elif order.kind == "assault":
            name = f"assault:{order.target}"
        else:
            name = f"{order.kind}:{order.unit}"
        items.setdefault(name, []).append(order)
    return items


_WORDS = {"fire": "fire at {}", "assault": "assault on {}", "move": "move", "special": "act"}


def _option(state: State, name: str, orders: Sequence[Declared]) -> Option:
    """What is done, to whom, by whom; its piece is the last of these, whose name the label ends with."""
    kind, _, uid = name.partition(":")
    who = listed([state.units[order.unit].name for order in orders])
    label = f"{_WORDS[kind].format(state.units[uid].name)}: {who}"
    return Option(name, label, "FWC-CAS-14", orders[-1].unit)


def _single(state: State, order: Declared, course: _Course) -> Procedure[None]:
    reveal(state, order.unit, "it acts")
    if order.kind == "move":
        assert order.route is not None
        route = yield from _still_open(state, order.unit, order.route, course)
        yield from travel(state, order.unit, route)
        return
    key = yield from _still_possible(state, order)
    unit = state.units[order.unit]
    family = family_of(by_order(unit.profile), key)
    if family is not None:
        yield from family.perform(state, order.unit, key)
        yield from react_after(state, order.unit)


def _still_possible(state: State, order: Declared) -> Procedure[str]:
    """FWC-CMD-27: what was declared; if its target is gone, the same with another one, or nothing."""
    unit = state.units[order.unit]
    possible = offered(state, unit, by_order(unit.profile))
    if any(option.key == order.key for option in possible):
        return order.key
    task, aimed, _ = order.key.partition(":")
    others = [option for option in possible if aimed and option.key.partition(":")[0] == task]
    if not others:
        state.tell("lost", f"{unit.name} can no longer do that", "FWC-CMD-27", order.unit)
        return ""
    others.append(Option("none", "nothing", "FWC-CMD-27"))
    prompt = f"{unit.name} can no longer do as ordered: what instead?"
    key: str = yield PickOne(unit.side, prompt, "FWC-CMD-27", others, piece=unit.id)
    return key


def _still_open(
    state: State, unit_id: str, route: Route, course: _Course, most: int | None = None, road: bool = True
) -> Procedure[Route]:
    """The declared path; if others now stand in the way, another one or none, with at most so much movement."""
    refusal = movement.check_move(state, state.units[unit_id], route)
    if refusal is None:
        return route
    return (yield from _another_way(state, unit_id, refusal, course, most, road))


def _another_way(
    state: State, unit_id: str, refusal: Refused, course: _Course, most: int | None, road: bool = True
) -> Procedure[Route]:
    """FWC-CMD-18: into dense terrain or obscurants only if such moves were declared.

    None is offered that would in turn block those who are yet to go.
    """
    unit, why = state.units[unit_id], refusal.sentence
    others = [order for order in course.going if order.unit != unit_id and can_act(state, state.units[order.unit])]
    wanted = where_they_go(state, others, unit.airborne)
    state.tell("lost", f"{unit.name} finds its way blocked and needs another", "FWC-MOV-05", unit_id)
    easy = not course.hard_going
    fresh: Route = yield places.move_decision(state, unit, "FWC-MOV-01", most, easy, road=road, wanted=wanted, why=why)
    return fresh


# --- Fire ----------------------------------------------------------------------------------------------------


class _Rest(NamedTuple):
    """What is left of a move after the shot: the way, and the movement for another if it is no longer open."""

    unit: str
    route: Route
    most: int
    road: bool = True
    """Whether another way may be longer by road: it was on one up to here (FWC-MOV-08)."""


def _fire(state: State, orders: Sequence[Declared], target: str, course: _Course) -> Procedure[None]:
    """FWC-FIR-09: one combined attack on a target; under the house rule `split_fire` its owner may make several."""
    left = list(orders)
    while left:
        together = left
        if state.house.split_fire and len(left) > 1:
            together = yield from _first_of(state, left, target)
        yield from _combined(state, together, target, course)
        left = [order for order in left if order not in together and state.units[order.unit].ready]


def _first_of(state: State, orders: Sequence[Declared], target: str) -> Procedure[list[Declared]]:
    """Which of those who are to fire at a target do so now, in one attack."""
    units = [state.units[order.unit] for order in orders]
    shots = {order.unit: _foreseen(state, order) for order in orders}
    options = [Option(unit.id, unit.name, "FWC-FIR-09", unit.id) for unit in units]
    everybody = tuple(unit.id for unit in units)
    prompt = f"Who fires at {state.units[target].name} first?"
    chosen: tuple[str, ...] = yield PickSome(
        state.active,
        prompt,
        "FWC-FIR-09",
        options,
        1,
        len(options),
        None,
        [everybody, *((uid,) for uid in everybody)],
        joint=lambda picked: fire.call(state, [shots[uid] for uid in picked], state.units[target]),
    )
    return [order for order in orders if order.unit in chosen]


def _foreseen(state: State, order: Declared) -> Shot:
    """The shot of a unit that may be yet to go where it fires from (FWC-FIR-06, 07)."""
    if order.route is None:
        return Shot(order.unit)
    there = standing(state.units[order.unit], order.route, order.mark)
    return Shot(order.unit, length(order.route.path) > 0, there)


def _combined(state: State, orders: Sequence[Declared], target: str, course: _Course) -> Procedure[None]:
    """Those who fire on the move go to where they shoot, all fire together, then the moves are finished.

    FWC-OPP-05: but not by those whom the enemy's answer has stopped.
    """
    shots: list[Shot] = []
    resting: list[_Rest] = []
    for order in orders:
        if order.kind == "fire":
            shots.append(Shot(order.unit))
            continue
        assert order.route is not None
        start = state.units[order.unit].base.centre
        gone = yield from _to_the_mark(state, order, resting, course)
        if gone is not None:
            goes_on = any(rest.unit == order.unit and length(rest.route.path) > 0 for rest in resting)
            # FWC-FIR-06: who has come back to his place has moved as well.
            here = state.units[order.unit].base.centre
            moved = here != start or (here == gone.end and length(gone.path) > 0)
            shots.append(Shot(order.unit, goes_on or moved))
    yield from _volleys(state, shots, target, course)
    for uid, route, most, road in resting:
        if state.units[uid].ready:
            open_route = yield from _still_open(state, uid, route, course, most, road)
            yield from travel(state, uid, open_route)


def _to_the_mark(state: State, order: Declared, resting: list[_Rest], course: _Course) -> Procedure[Route | None]:
    """FWC-FIR-07: the part of the move before the shot, None if it ends the move; the rest is kept for later."""
    assert order.route is not None
    reveal(state, order.unit, "it moves")
    unit = state.units[order.unit]
    most = most_on_the_move(state, unit)
    refusal = _closed(state, unit, order.route, order.mark)
    if refusal is not None:
        route = yield from _another_way(state, order.unit, refusal, course, most)
        arrives: bool = yield from travel(state, order.unit, route)
        return route if arrives else None
    if order.mark <= 0:
        resting.append(_Rest(order.unit, order.route, most))
        return order.route
    before, after = split(order.route, order.mark)
    spent = length(before.path) if unit.airborne else pace.path_cost(state, unit, before.path).used
    road = pace.limit_for(state, unit, before.path, most) > most
    able: bool = yield from travel(state, order.unit, before)
    if able and after is not None and state.units[order.unit].base.centre == before.end:
        left = max(0, most - round(spent))
        resting.append(_Rest(order.unit, after, left, road and left > 0))
    return before if able else None


def _closed(state: State, unit: Unit, route: Route, mark: float) -> Refused | None:
    """FWC-MOV-05: whether others now stand in its way, or where it is to stop and fire, and who."""
    refusal = movement.check_move(state, unit, route)
    if refusal is None and mark > 0:
        refusal = movement.check_move(state, unit, split(route, mark)[0])
    return refusal


def split(route: Route, mark: float) -> tuple[Route, Route | None]:
    """A route cut in two after this length, which is more than none."""
    if mark >= length(route.path):
        return route, None
    point, facing = point_at(route.path, mark)
    gone = 0.0
    for index in range(1, len(route.path)):
        leg = length(route.path[index - 1 : index + 1])
        if gone + leg > mark:
            before = Route((*route.path[:index], point), facing)
            return before, Route((point, *route.path[index:]), route.facing)
        gone += leg
    return route, None


def _volleys(state: State, shots: Sequence[Shot], target: str, course: _Course) -> Procedure[None]:
    """The combined attack; FWC-CMD-27: who no longer reaches the target picks another or loses the shot."""
    by_target: dict[str, list[Shot]] = {}
    for shot in shots:
        unit = state.units[shot.unit]
        if not unit.ready:
            continue
        if fire.can_fire(state, unit, state.units[target]):
            by_target.setdefault(target, []).append(shot)
            continue
        others = [each for each in fire.targets(state, unit) if _may_turn_on(state, shot, each.id, course)]
        if not others:
            state.tell("lost", f"{unit.name} has no target any more", "FWC-CMD-27", unit.id)
            continue
        options = [
            Option(each.id, f"fire at {each.name}", "FWC-CMD-27", each.id, fire.call(state, [shot], each))
            for each in others
        ]
        options.append(Option("none", "do not fire", "FWC-CMD-27"))
        prompt = f"Target lost: what {does(unit.name)} fire at?"
        key: str = yield PickOne(unit.side, prompt, "FWC-CMD-27", options, piece=unit.id)
        if f"fire:{key}" in course.items and not state.house.split_fire:
            course.items[f"fire:{key}"].append(Declared(unit.id, "fire", target=key))
        elif key != "none":
            by_target.setdefault(key, []).append(shot)
    fired: list[Shot] = []
    for aim, group in by_target.items():
        ready = [shot for shot in group if fire.can_fire(state, state.units[shot.unit], state.units[aim])]
        if ready:
            fired += ready
            course.attacked.append(aim)
            yield from fire.attack(state, ready, aim)
    for shot in fired:
        yield from react_after(state, shot.unit)


def _may_turn_on(state: State, shot: Shot, target: str, course: _Course) -> bool:
    """FWC-FIR-09: nobody makes a second attack on a target of this action.

    Who has not moved joins those who are still to fire at it; who is on the move cannot wait for them.
    """
    if state.house.split_fire:
        return True
    return target not in course.attacked and not (shot.moving and f"fire:{target}" in course.items)


# --- Assault -------------------------------------------------------------------------------------------------


def _assault(state: State, orders: Sequence[Declared], target: str, course: _Course) -> Procedure[None]:
    """All who assault one enemy go in together; FWC-CMD-27: who cannot reach him any more may switch.

    FWC-CMD-18: other ways than declared lead into dense terrain or obscurants only if such moves were declared.
    """
    chargers: dict[str, list[tuple[str, Route]]] = {}
    easy_going = not course.hard_going
    for order in orders:
        unit = state.units[order.unit]
        taken = [state.units[uid].base.placed(*way.end, way.facing) for uid, way in chargers.get(target, ())]
        aim, route = target, (yield from _way(state, order, target, taken, easy_going))
        if route is None:
            near = [each for each in assault.candidates(state, unit, None, easy_going) if each.id != target]
            if not near:
                state.tell("lost", f"{unit.name} has nobody left to assault", "FWC-CMD-27", unit.id)
                continue
            options = [
                Option(each.id, f"assault {each.name}", "FWC-CMD-27", each.id, assault.call(state, unit, each))
                for each in near
            ]
            options.append(Option("none", "stay", "FWC-CMD-27"))
            prompt = f"{unit.name} cannot reach {state.units[target].name}: whom to assault instead?"
            key: str = yield PickOne(unit.side, prompt, "FWC-CMD-27", options, piece=unit.id)
            if key == "none":
                continue
            aim, route = key, (yield from sides.choose_way(state, unit, state.units[key], (), easy_going))
        if route is not None:
            chargers.setdefault(aim, []).append((unit.id, route))
    for aim, group in chargers.items():
        for uid, _ in group:
            reveal(state, uid, "it assaults")
        yield from assault.charge(state, group, aim, course.busy, easy_going)


def _way(
    state: State, order: Declared, target: str, taken: Sequence[Base], easy_going: bool
) -> Procedure[Route | None]:
    """The declared way into contact if it is still open, else another that its owner chooses (FWC-CA-01), else none."""
    unit, enemy = state.units[order.unit], state.units[target]
    if not enemy.on_table or assault.why_not(state, unit, enemy) is not None:
        return None
    if order.route is not None and assault.check_charge(state, unit, order.route, enemy) is None:
        return order.route
    return (yield from sides.choose_way(state, unit, enemy, taken, easy_going))
