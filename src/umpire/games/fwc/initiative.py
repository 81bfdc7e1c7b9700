"""The initiative phase: one action for each unit near the enemy, without a roll."""

from __future__ import annotations

from collections.abc import Sequence

from umpire.battle.decisions import Option, PickOne, PickSome, Place, Refused, Route, Sieved
from umpire.battle.words import acts, does, its
from umpire.dice import Procedure
from umpire.games.fwc import field
from umpire.games.fwc.actions import assault, fire, movement, pace, places, sides
from umpire.games.fwc.actions.fire import Shot
from umpire.games.fwc.actions.hidden import look_around, reveal
from umpire.games.fwc.actions.opportunity import react_after
from umpire.games.fwc.actions.special import family_of, offered, on_initiative
from umpire.games.fwc.actions.travel import travel
from umpire.games.fwc.declare import why_not
from umpire.games.fwc.model import State, Unit
from umpire.table import Point, bearing, length, opposite, snap, unit_vector


def initiative_phase(state: State) -> Procedure[None]:
    """FWC-INI-01: pick a unit and its action, or be done with the phase."""
    units = [unit for unit in state.of(state.active) if eligible(unit)]

    def look(key: str) -> Option | None:
        if key == "done":
            return Option("done", "nobody (else): go on to the command phase", "FWC-GEN-01")
        unit = state.units[key]
        return Option(key, unit.name, "FWC-INI-01", key) if may_act(state, unit) else None

    chosen = "done"
    ids = [unit.id for unit in units]
    options = Sieved(["done", *ids], look)
    if options.has_any(ids):
        chosen = yield PickOne(state.active, "Initiative: which unit acts without an order?", "FWC-INI-01", options)
    if chosen == "done":
        state.phase = "command"
        return
    yield from _act(state, chosen)
    look_around(state)


def eligible(unit: Unit) -> bool:
    """FWC-INI-02, 05, 10: neither command nor suppressed nor frozen, and not yet acted on initiative."""
    return unit.profile.takes_orders and not unit.acted and not unit.called and unit.ready


def may_act(state: State, unit: Unit) -> bool:
    """FWC-INI-02, 04, 10: whether there is something an eligible unit could do: against an enemy near, or instead."""
    if field.sees_enemy(state, unit, state.content.radius(unit.side)):
        if pace.can_move(unit) or actions(state, unit):
            return True
    special = on_initiative(unit.profile)
    return bool(special) and any(family.options(state, unit) for family in special)


def nearest_targets(state: State, unit: Unit) -> list[Unit]:
    """FWC-INI-11, FIR-10: the nearest enemies in reach of its fire, command units passed over."""
    if not fire.armed(unit):
        return []
    radius = state.content.radius(unit.side)
    nearest = field.nearest_visible(state, unit, radius, lambda enemy: fire.may_aim_at(unit, enemy))
    return [enemy for enemy in nearest if fire.can_fire(state, unit, enemy)]


def actions(state: State, unit: Unit) -> Sieved:
    """FWC-INI-03: fire at it, straight toward it, assault it, straight away from it; and the special ones."""
    known: dict[str, Option] = {}
    possible: list[str] = []

    def offer(*options: Option) -> None:
        known.update({option.key: option for option in options})
        possible.extend([option.key for option in options])

    nearest = field.nearest_visible(state, unit, state.content.radius(unit.side))
    if nearest:
        for enemy in nearest_targets(state, unit):
            offer(fire.option(state, unit, enemy, "FWC-INI-03"))
        for enemy in nearest:
            possible.append(f"assault:{enemy.id}")
            if pace.can_move(unit):
                offer(
                    Option(f"toward:{enemy.id}", f"move toward {enemy.name}", "FWC-INI-03", enemy.id),
                    Option(f"away:{enemy.id}", f"move away from {enemy.name}", "FWC-INI-03", enemy.id),
                )
    offer(*offered(state, unit, on_initiative(unit.profile)))

    def look(key: str) -> Option | None:
        return known.get(key) or assault.option(state, unit, key.removeprefix("assault:"), "FWC-INI-03")

    def why(key: str) -> Refused | None:
        refusal = why_not(state, unit, key)
        if refusal is None and key.startswith(("fire:", "assault:")):
            refusal = Refused(f"on initiative {acts(unit.name, 'acts')} only against the nearest enemy.", "FWC-INI-11")
        return refusal

    return Sieved(possible, look, why=why)


def _act(state: State, unit_id: str) -> Procedure[None]:
    """FWC-INI-05, INI-10: the unit's one initiative action, whichever it is."""
    unit = state.units[unit_id]
    options = actions(state, unit)
    key: str = yield PickOne(
        unit.side,
        f"What {does(unit.name)} do on {its(unit.name)} initiative?",
        "FWC-INI-03",
        options,
        piece=unit.id,
    )
    kind, _, target_id = key.partition(":")
    if kind == "fire":
        yield from _fire(state, unit, target_id)
        return
    if kind in ("toward", "away"):
        route: Route = yield _straight_line(state, unit, state.units[target_id], kind == "away")
        state.put(state.units[unit_id].having_acted())
        reveal(state, unit_id, "it moves")
        yield from travel(state, unit_id, route)
        return
    if kind == "assault":
        found: Route | None = yield from sides.choose_way(state, unit, state.units[target_id])
        assert found is not None
        state.put(state.units[unit_id].having_acted())
        yield from assault.charge(state, [(unit_id, found)], target_id)
        return
    state.put(state.units[unit_id].having_acted())
    reveal(state, unit_id, "it acts")
    family = family_of(on_initiative(unit.profile), key)
    assert family is not None
    yield from family.perform(state, unit_id, key)
    yield from react_after(state, unit_id)


def _fire(state: State, unit: Unit, target_id: str) -> Procedure[None]:
    """FWC-FIR-09: initiative fire is each unit's own, unless several are declared together."""
    target = state.units[target_id]
    near = state.near(unit.side, target.base, state.content.radius(unit.side) * 1000)
    partners = [
        each
        for each in near
        if each.id != unit.id and eligible(each) and fire.armed(each) and target in nearest_targets(state, each)
    ]
    joined: Sequence[str] = ()
    if partners:
        options = [
            Option(p.id, p.name, "FWC-FIR-09", p.id, fire.call(state, [Shot(unit.id), Shot(p.id)], target))
            for p in partners
        ]
        everybody = tuple(p.id for p in partners)
        joined = yield PickSome(
            unit.side,
            f"Who fires at {target.name} together with {unit.name}?",
            "FWC-FIR-09",
            options,
            0,
            len(options),
            None,
            [(), everybody, *((each,) for each in everybody if len(everybody) > 1)],
            joint=lambda picked: fire.call(state, [Shot(unit.id), *map(Shot, picked)], target),
        )
    shooters = [unit.id, *joined]
    for uid in shooters:
        state.put(state.units[uid].having_acted())
    yield from fire.attack(state, [Shot(uid) for uid in shooters], target_id, "FWC-INI-03")
    for uid in shooters:
        yield from react_after(state, uid)


def _straight_line(state: State, unit: Unit, enemy: Unit, away: bool) -> Place:
    """FWC-INI-03: straight toward the enemy, or straight away from him."""
    here = unit.base.centre
    heading = bearing(here, enemy.base.centre)
    dx, dy = unit_vector(here, enemy.base.centre)
    if away:
        heading, dx, dy = opposite(heading), -dx, -dy
    most = pace.allowance(unit)
    farthest = pace.farthest(state, unit, most)
    reach = length((here, enemy.base.centre))

    def along(far: float) -> Point:
        return Point(snap(here.x + dx * far), snap(here.y + dy * far))

    def check(route: Route) -> Refused | None:
        far = length(route.path)
        beyond = not away and far > reach  # what flies could pass over him
        if len(route.path) > 2 or beyond or not _near(route.end, along(far)):
            word = "away from" if away else "toward"
            return Refused(f"{unit.name} may only move straight {word} {enemy.name}.", "FWC-INI-03")
        return movement.check_move(state, unit, route, most)

    def offered() -> list[Route]:
        far = places.straight(state, unit, heading, most)
        gone = length(far.path)
        if farthest > most and pace.limit_for(state, unit, (here, along(farthest)), most) == farthest:  # FWC-MOV-08
            gone = float(farthest)
        if not away:
            gone = min(gone, field.apart(unit.base, enemy.base) * 10 - 1010)
        found = [Route((here, along(gone * part)), heading) for part in (1, 0.6, 0.3) if gone > 10]
        return [*found, places.stay(unit)]

    word = "away from" if away else "toward"
    prompt = f"How far {does(unit.name)} move {word} {enemy.name}?"
    stand = places.stay(unit)
    return Place(
        unit.side,
        prompt,
        "FWC-INI-03",
        unit.id,
        check,
        offered,
        "path",
        farthest,
        stand,
        allowance=lambda route: pace.limit_for(state, unit, route.path, most),
    )


def _near(p: Point, q: Point) -> bool:
    """Within two millimetres, which a hand at the table cannot tell from straight."""
    return abs(p.x - q.x) <= 200 and abs(p.y - q.y) <= 200
