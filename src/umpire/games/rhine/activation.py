"""One activation: the command check, the plan, its actions one by one, and the enemy's chance before each.

An interrupt is a line: before every action stands a `reaction.window`.
"""

from __future__ import annotations

from umpire.battle.rolling import by
from umpire.dice import Procedure
from umpire.games.rhine import plan as planning
from umpire.games.rhine import procedures, reaction
from umpire.games.rhine.actions import assault, fire, movement, smoke, transport
from umpire.games.rhine.actions.movement import Walk
from umpire.games.rhine.chances import Ledger
from umpire.games.rhine.model import MOVES, Plan, State, Unit
from umpire.table import length


def activate(state: State, unit_id: str) -> Procedure[bool]:
    """CHECK and PLAN of section 2. Returns whether the enemy has seized the initiative.

    RHINE-ACT-08, REACT-18: a failed check leaves the token on the unit and ends it; nobody may react to that.
    """
    state.plan = None
    passed = yield from _command_check(state, unit_id)
    state.put(state.units[unit_id].with_token())
    if not passed:
        return False
    plan: Plan = yield from planning.declare(state, unit_id)
    state.plan = plan
    state.tell("plan", planning.in_words(state, plan), "RHINE-ACT-14", unit_id)
    return (yield from carry_out(state, plan))


def needs_check(state: State, unit: Unit) -> bool:
    """RHINE-ACT-01, 06, 07: the first token on a unit in a turn is free, markers or not; a reaction's token counts."""
    if unit.tokens:
        return True
    return state.house.free_first_needs_no_markers and unit.markers > 0


def _command_check(state: State, unit_id: str) -> Procedure[bool]:
    """RHINE-ACT-02 to 05, 09, 10: any later activation is tested, as often as the pool allows."""
    unit = state.units[unit_id]
    if not needs_check(state, unit):
        return True
    outcome = yield from by(state, unit.side, procedures.command_check(state.house, unit.tokens, unit.markers))
    words, rule = ("obeys", "RHINE-ACT-02") if outcome.passed else ("does not react to the order", "RHINE-ACT-08")
    state.tell("check", f"{unit.name} {words}", rule, unit_id)
    passed: bool = outcome.passed
    return passed


def check_label(state: State, unit: Unit) -> str:
    """What stands behind a unit's name where it can be activated: the die it needs (RHINE-ACT-02, 04)."""
    if not needs_check(state, unit):
        return ""
    return f" (command check: {min(6, unit.tokens + unit.markers + 1)}+)"


def can_appear(state: State, unit: Unit) -> bool:
    """Whether a unit that is off the table could come onto it: a passenger getting out, a reserve entering."""
    return planning.first_place(state, unit) is not None


def carry_out(state: State, plan: Plan, reactions: bool = True) -> Procedure[bool]:
    """WINDOW and ACTION of section 2, action by action (RHINE-ACT-11). True if the initiative was seized.

    RHINE-REACT-18: the plan of a reaction is carried out like any other, but nobody reacts to it.
    """
    ledger = Ledger(state.house, open=reactions)
    if not plan.actions:
        yield from transport.unload(state, plan.unit, plan.unload)  # RHINE-TRN-04: even holding
    for action in plan.actions:
        if action in MOVES:
            yield from _move(state, plan, action, ledger)
        elif action == "fire":
            yield from _fire(state, plan, ledger)
        else:
            yield from _smoke(state, plan, ledger)
        if not _can_go_on(state, plan, ledger):
            break
    return ledger.seized


def _can_go_on(state: State, plan: Plan, ledger: Ledger) -> bool:
    """Section 2, point 6: a unit destroyed or Broken by a reaction does no more. RHINE-REACT-12: seizing waits."""
    if ledger.seized and state.house.seize_cancels_activation:
        return False
    return state.units[plan.unit].ready


def _move(state: State, plan: Plan, action: str, ledger: Ledger) -> Procedure[None]:
    """The move along the declared path, up to the enemy's trigger point first."""
    walk = movement.start_walk(state, plan.unit, plan.path, plan.facing, action)
    walk = yield from reaction.window(state, plan, action, ledger, walk)
    if not _can_go_on(state, plan, ledger):
        _stop(state, walk)
        return
    if not walk.halted:
        walk = yield from movement.walk_to(state, walk, length(plan.path))
    unit = state.units[plan.unit]
    if not unit.ready:
        return
    if plan.mount and not unit.bogged:  # TERR-11: who is stuck does not get in either
        if any(each.id == plan.mount for each in transport.carriers_near(state, unit, unit.base)):
            transport.mount(state, unit.id, plan.mount)
    yield from transport.unload(state, plan.unit, plan.unload)
    if action == "assault":
        yield from assault.fight(state, plan.unit, plan.target, walk.halted)


def _stop(state: State, walk: Walk) -> None:
    """Section 2, point 6; RHINE-MOVE-14: who is stopped on its way stays there, but not on a friend it passes."""
    unit = state.units[walk.unit]
    if unit.on_table and unit.base == movement.base_at(unit.at(walk.start or unit.base), walk.path, walk.gone):
        movement.come_to_rest(state, walk)


def _fire(state: State, plan: Plan, ledger: Ledger) -> Procedure[None]:
    """The shot; after a reaction, or when the declared target cannot be shot at, another may be chosen.

    Section 2, point 7: if a reaction took the target out of sight and there is no other, the shot is lost.
    """
    yield from reaction.window(state, plan, "fire", ledger)
    if not _can_go_on(state, plan, ledger):
        return
    yield from _unload_standing(state, plan)
    shooter = state.units[plan.unit]
    target, weapon = plan.target, plan.weapon
    legal = fire.shots(state, shooter, plan.moves)
    if not legal:
        state.tell("unit", f"{shooter.name} has nothing left to fire at", "RHINE-FIRE-27", shooter.id)
        return
    if ledger.succeeded or (target, weapon) not in legal:
        target, weapon = yield from planning.choose_target(state, shooter, legal, plan, (target, weapon))
    if target:
        enemy = planning.answered(state, shooter)
        at_mover = enemy is not None and enemy.moves and enemy.unit == target  # RHINE-MOD-05, 06
        yield from fire.shoot(state, plan.unit, target, weapon, plan.moves, at_mover)


def _smoke(state: State, plan: Plan, ledger: Ledger) -> Procedure[None]:
    """RHINE-SMK-01: smoke takes the place of fire, and can be reacted to like it."""
    yield from reaction.window(state, plan, "smoke", ledger)
    if not _can_go_on(state, plan, ledger):
        return
    yield from _unload_standing(state, plan)
    if smoke.can_smoke(state, state.units[plan.unit], plan.moves):
        yield from smoke.lay(state, plan.unit, plan.moves)


def _unload_standing(state: State, plan: Plan) -> Procedure[None]:
    """RHINE-TRN-04: a transport that does not move lets its passengers out before it fires, but not before the enemy
    has had his chance: nothing of a plan is done before its window."""
    if not plan.moves:
        yield from transport.unload(state, plan.unit, plan.unload)
