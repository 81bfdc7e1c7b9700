"""Close assault, a house rule: infantry moves into contact with an enemy, and one of the two gives way."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from umpire.battle.decisions import Call, Inputs, Option, PickOne, Place, Refused, Route
from umpire.battle.rolling import by
from umpire.battle.words import acts, does, plural
from umpire.dice import Procedure
from umpire.games.rhine import field, procedures, sheet
from umpire.games.rhine.actions import damage, routes, standing, terrain
from umpire.games.rhine.actions.morale import why_idle
from umpire.games.rhine.model import Plan, State, Unit, other
from umpire.table import (
    Base,
    Point,
    ahead,
    bearing,
    beside,
    opposite,
    round_base,
    round_shape,
    touching,
    way_round,
)

_ROOM = 30
"""How much more than its own size a unit leaves to what it goes round, in thousandths of an inch."""

_TURNS = (0, 15, -15, 30, -30, 45, -45)
"""A unit that must go back goes straight away from its enemy, or a little to either side of that."""


# --- Who may, and the way in ---------------------------------------------------------------------------------


def why_not(state: State, unit: Unit, target: Unit) -> Refused | None:
    """Option `close_assault` (RHINE-MOVE-14): why a unit may not assault another; None if it may."""
    if not state.house.close_assault:
        return Refused(
            f"units keep {sheet.ENEMY_CLEARANCE} inch away from enemies: there is no close assault.", "RHINE-MOVE-14"
        )
    refusal = why_idle(unit)
    if refusal is not None:
        return refusal
    if unit.profile.cls != "INF":
        return Refused(f"{unit.name} is not infantry and does not assault.", "RHINE-MOVE-14")
    if target.side == unit.side or not target.on_table:
        return Refused(f"{target.name} is no enemy on the table.", "RHINE-MOVE-14")
    return None


def targets(state: State, unit: Unit) -> list[str]:
    """The enemies a unit could assault now, nearest first."""
    if not state.house.close_assault or unit.profile.cls != "INF" or not unit.ready:
        return []
    reach = routes.allowance(unit, "assault")
    near = [enemy for enemy in state.of(other(unit.side)) if field.rounded_within(unit.base, enemy.base, reach)]
    near.sort(key=lambda enemy: field.apart(unit.base, enemy.base))
    return [enemy.id for enemy in near if any(True for _ in ways_in(state, unit, enemy))]


def check_way(state: State, unit: Unit, target: Unit, route: Route) -> Refused | None:
    """RHINE-MOVE-14: a normal move that ends in contact with the one it is aimed at."""
    refusal = why_not(state, unit, target) or routes.check_move(state, unit, route, "assault")
    if refusal is None and not touching(unit.base.placed(*route.end, route.facing), target.base):
        refusal = Refused(f"the way of {unit.name} must end in contact with {target.name}.", "RHINE-MOVE-14")
    return refusal


def ways_in(state: State, unit: Unit, target: Unit) -> Iterator[Route]:
    """Ways into contact: straight at the enemy, then to places round him; if none is free, round what is in the way.

    Where all that fails it is tried at more places, and turned every way.
    """
    found = False
    for step, wide, facings in ((15, 45, (0,)), *_CLOSELY):
        for route in _straight(state, unit, target, step, facings):
            found = True
            yield route
        if found:
            return
        about = _about(state, unit, list(_round_him(unit, target, wide, facings)), target)
        if about is not None:
            yield about
            return


_TRIES = 10
"""Of the ways round something so many are looked at."""

_CLOSELY = ((6, 20, (0, 90, 30, 60, 120, 150)),)
"""More places round an enemy: every so many degrees for a straight way and for one round something, and the facings
there, as turns from straight at him."""


def _straight(state: State, unit: Unit, target: Unit, step: int, facings: Sequence[int]) -> Iterator[Route]:
    for end in _round_him(unit, target, step, facings):
        route = Route((unit.base.centre, end.centre), end.facing)
        if check_way(state, unit, target, route) is None:
            yield route


def _round_him(unit: Unit, target: Unit, step: int, facings: Sequence[int]) -> Iterator[Base]:
    """Where a unit touches its target: on the near side first, then farther round by so many degrees to either side."""
    around = bearing(target.base.centre, unit.base.centre)
    for facing in facings:
        for turn in (0, *[sign * turn for turn in range(step, 180, step) for sign in (1, -1)], 180):
            toward = (around + turn) % 360
            yield beside(unit.base.turned(opposite(toward) + facing), target.base, toward)


def _about(state: State, unit: Unit, places: Sequence[Base], target: Unit) -> Route | None:
    """RHINE-MOVE-12, 14: the shortest way into contact round what is in the way; None if none is short enough."""
    ends = {
        end.centre: end
        for end in places
        if standing.on_somebody(state, unit, end) is None and standing.in_closed_ground(state, unit, end) is None
    }
    room = unit.base.reach + _ROOM
    closed = terrain.going(state.content, terrain.mobility(unit.profile)).closed.pieces

    def met(p: Point, q: Point) -> str | None:
        base = unit.base.placed(*p, bearing(p, q)) if p != q else unit.base
        _, piece = terrain.closed_ahead(state, unit, (p, q))
        return piece or routes.clear_way(state, unit, base, (p, q), base.facing, "assault")[1] or None

    def passes(name: str) -> list[Point]:
        if name in state.units:
            return round_base(state.units[name].base, room)
        return [spot for piece in closed if piece.id == name for spot in round_shape(piece.shape, room)]

    for _ in range(_TRIES):
        if not ends:
            return None
        way = way_round(unit.base.centre, list(ends), routes.allowance(unit, "assault"), met, passes)
        if way is None:
            return None
        route = Route(way, ends.pop(way[-1]).facing)
        if check_way(state, unit, target, route) is None:
            return route
    return None


def declare(state: State, plan: Plan) -> Procedure[Plan]:
    """Whom to assault and by which way; both are declared before the enemy may react (RHINE-ACT-14)."""
    unit = state.units[plan.unit]
    options = [
        Option(uid, state.units[uid].name, "RHINE-MOVE-14", uid, call(state, unit, state.units[uid]))
        for uid in targets(state, unit)
    ]
    target_id: str = yield PickOne(
        unit.side, f"Whom {does(unit.name)} assault?", "RHINE-MOVE-14", options, piece=unit.id
    )
    target = state.units[target_id]
    ways = list(ways_in(state, unit, target))

    def draw(rng: Random) -> Route:
        return ways[int(rng.random() * len(ways))]

    route: Route = yield Place(
        unit.side,
        f"How {does(unit.name)} get at {target.name}?",
        "RHINE-MOVE-14",
        unit.id,
        lambda way: check_way(state, unit, target, way),
        lambda: ways,
        reach=routes.allowance(unit, "assault"),
        stand=ways[0],
        draw=draw,
    )
    return plan._replace(path=route.path, facing=route.facing, target=target_id)


# --- The fight -----------------------------------------------------------------------------------------------


def call(state: State, unit: Unit, target: Unit) -> Call:
    """The odds of a close assault by the first way in, which is the one that stands there to be taken."""

    def inputs() -> Inputs:
        end = next(ways_in(state, unit, target))
        return (
            ("morale", unit.profile.morale),
            ("markers", unit.markers),
            ("enemy_morale", target.profile.morale),
            ("enemy_markers", target.markers),
            ("fortified", field.in_fortification(state, unit.base.placed(*end.end, end.facing))),
            ("enemy_fortified", field.in_fortification(state, target.base)),
        )

    return Call("close_assault", inputs)


def fight(state: State, attacker_id: str, defender_id: str, halted: bool) -> Procedure[None]:
    """Option `close_assault` (RHINE-MOVE-14): a die each; the loser is Broken and goes back, after a tie the attacker.

    Who is Broken already, or has no room to go back, is destroyed. A defender who has moved away is not fought, one who
    has come to meet the attacker is; who was `halted` elsewhere on the way fights nobody.
    """
    attacker, defender = state.units[attacker_id], state.units[defender_id]
    if not defender.on_table or field.apart(attacker.base, defender.base):
        if not halted:
            text = f"{attacker.name} finds {defender.name} gone"
            state.tell("assault", text, "RHINE-MOVE-14", attacker_id, defender_id)
        return
    text = f"{attacker.name} fights {defender.name} at close quarters"
    state.tell("assault", text, "RHINE-MOVE-14", attacker_id, defender_id)
    outcome = yield from by(
        state,
        attacker.side,
        procedures.close_assault(
            state.house,
            attacker.profile.morale,
            attacker.markers,
            defender.profile.morale,
            defender.markers,
            field.in_fortification(state, attacker.base),
            field.in_fortification(state, defender.base),
        ),
    )
    if outcome.result == "tie":
        text = f"neither gives way, and {acts(attacker.name, 'draws')} back"
        state.tell("assault", text, "RHINE-MOVE-14", attacker_id, defender_id)
        yield from _go_back(state, attacker, defender.base)
    elif outcome.result == "won":
        yield from _loses(state, defender, attacker)
    else:
        yield from _loses(state, attacker, defender)


def _loses(state: State, loser: Unit, winner: Unit) -> Procedure[None]:
    if loser.broken:
        text = f"{loser.name}, Broken already, {'are' if plural(loser.name) else 'is'} overrun by {winner.name}"
        yield from damage.destroy(state, loser.id, damage.given_up(loser), text, "RHINE-MOVE-14")
        return
    went = yield from _go_back(state, loser, winner.base)
    if went:
        why = f"{loser.name} loses to {winner.name}"
        yield from damage.mark(state, loser.id, loser.profile.morale, "RHINE-MOVE-14", why)


def _go_back(state: State, unit: Unit, enemy: Base) -> Procedure[bool]:
    """3 inches away from the enemy; whoever has no room for that is destroyed."""
    place = room_behind(state, unit, enemy)
    if place is None:
        text = f"{unit.name} has no room to go back and is lost"
        yield from damage.destroy(state, unit.id, damage.given_up(unit), text, "RHINE-MOVE-14")
        return False
    driven = unit.at(place)._replace(bogged=False)
    state.put(driven, f"{unit.name} goes back {sheet.ASSAULT_STEP_BACK} inches", "RHINE-MOVE-14")
    return True


def room_behind(state: State, unit: Unit, enemy: Base) -> Base | None:
    """A place 3 inches back where the unit may stand."""
    away = bearing(enemy.centre, unit.base.centre)
    for turn in _TURNS:
        point = ahead(unit.base.centre, (away + turn) % 360, sheet.ASSAULT_STEP_BACK * 1000)
        place = unit.base.moved(*point)
        if standing.why_not(state, unit, place) is None:
            return place
    return None
