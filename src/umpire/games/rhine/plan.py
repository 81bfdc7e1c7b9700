"""Declaring a plan: what a unit is to do, where to, at whom; whole, before the enemy may react."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from umpire.battle.decisions import Listed, Option, PickOne, PickSome, Place, Route
from umpire.battle.words import agreeing, does, plural, sentence, tidy, way
from umpire.dice import Procedure
from umpire.games.rhine import gauntlet
from umpire.games.rhine.actions import assault, fire, places, routes, smoke, terrain, transport
from umpire.games.rhine.actions.fire import Firing, Shot
from umpire.games.rhine.deploy import riders
from umpire.games.rhine.model import CARRIED, MOVES, RESERVE, Plan, State, Unit
from umpire.table import Base, length

KINDS: dict[str, tuple[tuple[str, ...], str, str]] = {
    "move+fire": (("move", "fire"), "move, then fire", "RHINE-MOVE-01"),
    "fire": (("fire",), "fire", "RHINE-ACT-11"),
    "fire+move": (("fire", "move"), "fire, then move", "RHINE-MOVE-01"),
    "move": (("move",), "move", "RHINE-MOVE-01"),
    "rapid": (("rapid",), "move rapidly", "RHINE-MOVE-01"),
    "rapid_road": (("rapid_road",), "move rapidly by road", "RHINE-MOVE-11"),
    "assault": (("assault",), "assault at close quarters", "RHINE-MOVE-14"),
    "smoke": (("smoke",), "make smoke", "RHINE-SMK-01"),
    "move+smoke": (("move", "smoke"), "move, then make smoke", "RHINE-SMK-01"),
    "smoke+move": (("smoke", "move"), "make smoke, then move", "RHINE-SMK-01"),
    "hold": ((), "hold: do nothing", "RHINE-ACT-13"),
}
"""RHINE-ACT-11, 13: at most one move and one shot, in either order; or nothing."""


def declare(state: State, unit_id: str) -> Procedure[Plan]:
    """RHINE-ACT-14: the plan, whole: its actions, the path of a move, the first target of a shot."""
    unit = state.units[unit_id]
    options = [Option(kind, KINDS[kind][1], KINDS[kind][2], unit_id) for kind in kinds(state, unit)]
    sensible = "hold" if any(option.key == "hold" for option in options) else None
    kind: str = yield PickOne(
        unit.side,
        f"What {'are' if plural(unit.name) else 'is'} {unit.name} to do?",
        "RHINE-ACT-14",
        options,
        sensible,
        piece=unit.id,
    )
    plan = Plan(unit_id, KINDS[kind][0], start=unit.base)
    if kind == "assault":
        return (yield from assault.declare(state, plan))
    if plan.moves:
        plan = yield from _way(state, unit, plan)
    if "fire" in plan.actions:
        plan = yield from _first_target(state, unit, plan)
    if "rapid" not in plan.actions and "rapid_road" not in plan.actions:
        plan = yield from _unload(state, unit, plan)
    return plan


def declare_move(state: State, unit_id: str) -> Procedure[Plan]:
    """RHINE-REACT-15: a normal move and no more, as a reaction."""
    unit = state.units[unit_id]
    return (yield from _way(state, unit, Plan(unit_id, ("move",), start=unit.base)))


def answered(state: State, unit: Unit) -> Plan | None:
    """The plan of the enemy under way that this unit reacts to; None when it acts by itself."""
    plan = state.plan
    return plan if plan is not None and state.units[plan.unit].side != unit.side else None


def kinds(state: State, unit: Unit) -> list[str]:
    """The kinds of plan open to a unit (RHINE-ACT-11, 13, MOVE-01, TERR-13)."""
    if unit.place in (CARRIED, RESERVE):
        return _kinds_of_coming(state, unit)
    can_move = routes.can_move(state, unit)
    moves_and_fires = can_move and fires_moving(state, unit)
    found = []
    if fire.has_shot(state, unit, False):
        found.append("fire")
    if moves_and_fires:
        found.append("move+fire")
        if fire.has_shot(state, unit, True):
            found.append("fire+move")
    if can_move:
        found += ["move", "rapid"]
        if terrain.on_road(state, unit.base.centre):
            found.append("rapid_road")
        if assault.targets(state, unit):
            found.append("assault")
    if smoke.can_smoke(state, unit, False):
        found.append("smoke")
    if can_move and smoke.can_smoke(state, unit, True):
        found += ["move+smoke", "smoke+move"]
    found.append("hold")
    return found


def _kinds_of_coming(state: State, unit: Unit) -> list[str]:
    """RHINE-ACT-12, TRN-03: who comes onto the table begins with a move; who gets out of a transport goes no faster."""
    found = ["move+fire", "move"] if fires_moving(state, unit) else ["move"]
    place = first_place(state, unit)
    if unit.place == RESERVE and place is not None:
        found.append("rapid")
        if terrain.on_road(state, place.centre):
            found.append("rapid_road")
        if smoke.can_smoke(state, unit.put_down(place), True):
            found.append("move+smoke")
    return found


def fires_moving(state: State, unit: Unit) -> bool:
    """RHINE-FIRE-23, MTR-01: no support team, no mortar; with `atgm_double_action` no anti-tank missile either."""
    if unit.profile.cls == "SUPPORT":
        return False
    still = ("mortar", "atgm") if state.house.atgm_double_action else ("mortar",)
    return any(weapon.kind not in still for weapon in unit.profile.weapons)


def first_place(state: State, unit: Unit) -> Base | None:
    """Where a unit off the table could first stand: beside its transport, or at its own edge from turn 2 on."""
    if unit.place == CARRIED:
        carrier = state.units[unit.carried_by]
        return transport.room_beside(state, unit, carrier.base) if carrier.on_table else None
    if unit.place == RESERVE:
        return places.entry(state, unit)
    return unit.base


# --- Where to ------------------------------------------------------------------------------------------------


def _way(state: State, unit: Unit, plan: Plan) -> Procedure[Plan]:
    """The path of a move, and whether it ends in a transport."""
    route: Route = yield route_decision(state, unit, next(each for each in plan.actions if each in MOVES))
    plan = plan._replace(path=route.path, facing=route.facing, start=routes.start_base(unit, route))
    if plan.actions == ("move",) and unit.profile.is_foot and unit.place != CARRIED:
        plan = yield from _mount(state, unit, plan)
    return plan


def route_decision(state: State, unit: Unit, kind: str) -> Place:
    """The path of a move, checked as it will be walked."""
    words = {"move": "go", "rapid": "move rapidly", "rapid_road": "move rapidly by road"}[kind]
    return places.move_decision(state, unit, kind, f"Where {does(unit.name)} {words}?")


def _mount(state: State, unit: Unit, plan: Plan) -> Procedure[Plan]:
    """RHINE-TRN-02: a foot unit whose normal move ends beside a transport with room may get in; it does not fire."""
    end = unit.base.placed(*plan.path[-1], plan.facing)
    carriers = transport.carriers_near(state, unit, end)
    if not carriers:
        return plan
    options = [Option("", "stay outside", "RHINE-TRN-02")]
    options += [Option(each.id, f"get into {each.name}", "RHINE-TRN-02", each.id) for each in carriers]
    carrier: str = yield PickOne(
        unit.side, f"{sentence(does(unit.name))} mount?", "RHINE-TRN-02", options, piece=unit.id
    )
    return plan._replace(mount=carrier)


def _unload(state: State, unit: Unit, plan: Plan) -> Procedure[Plan]:
    """RHINE-TRN-04: a transport may let passengers out at the end of a normal move, or without one."""
    passengers = riders(state, unit.id) if unit.place == RESERVE else state.passengers(unit.id)
    if not passengers:
        return plan
    options = [Option(each.id, each.name, "RHINE-TRN-04", each.id) for each in passengers]
    ids = tuple(each.id for each in passengers)
    suggested = [(), ids, *[(each,) for each in ids if len(ids) > 1]]
    out: tuple[str, ...] = yield PickSome(
        unit.side, f"Who gets out of {unit.name}?", "RHINE-TRN-04", options, 0, len(ids), None, suggested, unit.id
    )
    return plan._replace(unload=out)


# --- At whom -------------------------------------------------------------------------------------------------


def _first_target(state: State, unit: Unit, plan: Plan) -> Procedure[Plan]:
    """The first target of a shot: from where the unit will stand then. Without one the shot is given up."""
    moves_first = plan.actions[0] in MOVES
    base = unit.base.placed(*plan.path[-1], plan.facing) if moves_first else None
    shooter = unit if unit.on_table else unit.put_down(base or unit.base)
    legal = fire.shots(state, shooter, plan.moves, base)
    target, weapon = (yield from choose_target(state, shooter, legal, plan, None, base)) if legal else ("", 0)
    if not target:
        return plan._replace(actions=tuple(each for each in plan.actions if each != "fire"))
    return plan._replace(target=target, weapon=weapon)


def choose_target(
    state: State, shooter: Unit, legal: Sequence[Shot], plan: Plan, declared: Shot | None, base: Base | None = None
) -> Procedure[Shot]:
    """RHINE-FIRE-27, 28: one target and one weapon, chosen before the dice; or to hold fire after all."""
    first = declared is None
    keys = [f"{target}:{weapon}" for target, weapon in legal]
    made = _target_options(state, shooter, legal, plan, base if first else None)
    if plan.moves or not first:
        keys.append("none")
    sensible = f"{declared[0]}:{declared[1]}" if declared in legal and declared is not None else None
    prompt = f"At whom {does(shooter.name)} fire{'' if first else ' now'}?"
    key: str = yield PickOne(shooter.side, prompt, "RHINE-FIRE-27", Listed(keys, made), sensible, piece=shooter.id)
    if key == "none":
        return "", 0
    target, _, weapon = key.rpartition(":")
    return target, int(weapon)


def _target_options(
    state: State, shooter: Unit, legal: Sequence[Shot], plan: Plan, base: Base | None
) -> Callable[[int], Option]:
    """The targets written out when somebody looks at them. With `base`, the end of a move, their odds count the
    ground on the way (RHINE-TERR-11) and the enemy's reaction; but nobody reacts to a reaction (RHINE-REACT-18).
    """
    enemy = answered(state, shooter)
    run = cache(lambda: gauntlet.Run(state, shooter, plan, enemy is None))

    def made(index: int) -> Option:
        if index == len(legal):
            return Option("none", "do not fire", "RHINE-ACT-13")
        target_id, weapon = legal[index]
        target, weapons = state.units[target_id], shooter.profile.weapons
        words = f" with {fire.weapon_words(weapons[weapon])}" if len(weapons) > 1 else ""
        at_mover = enemy is not None and enemy.moves and enemy.unit == target_id
        firing = Firing(shooter, target, weapon, plan.moves, reacting_to_move=at_mover, base=base)
        odds, detail = (fire.call(state, firing), "") if base is None else (run().call(firing), run().words)
        return Option(f"{target_id}:{weapon}", f"{target.name}{words}", "RHINE-FIRE-27", target_id, odds, detail)

    return made


def in_words(state: State, plan: Plan) -> str:
    """A plan as a sentence for the log, and for the enemy who may react to it (RHINE-ACT-14), in the order of doing."""
    unit = state.units[plan.unit]
    words: list[str] = [] if plan.actions else ["holds"]
    out = f"lets out {', '.join(state.units[each].name for each in plan.unload)}"
    if plan.unload and not plan.moves:
        words.append(out)
    for action in plan.actions:
        if action in ("fire", "assault"):
            words.append(f"{'assaults' if action == 'assault' else 'fires at'} {state.units[plan.target].name}")
        elif action in MOVES:
            far = tidy(length(plan.path))
            words.append("turns" if far == "0" else f"{_GOING[action]} {far} in {way(plan.path[0], plan.path[-1])}")
            words += [out] if plan.unload else []
        else:
            words.append("makes smoke")
    if plan.mount:
        words.append(f"mounts {state.units[plan.mount].name}")
    deeds = [agreeing(f"{unit.name} {each}", unit.name).removeprefix(f"{unit.name} ") for each in words]
    return f"{unit.name} " + ", then ".join(deeds)


_GOING = {"move": "moves", "rapid": "races", "rapid_road": "races by road"}
