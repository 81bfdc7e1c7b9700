"""The blunder table: a double six by a CO or HQ (BPTC-BLN-00)."""

from __future__ import annotations

from collections.abc import Sequence

from umpire.battle.decisions import Option, PickOne
from umpire.dice import Procedure, Tally
from umpire.games.bptc import field, going, sheet
from umpire.games.bptc.actions import driven, fire, forced
from umpire.games.bptc.actions.approach import toward
from umpire.games.bptc.actions.damage import take_attack
from umpire.games.bptc.actions.hidden import reveal
from umpire.games.bptc.actions.movement import walk
from umpire.games.bptc.model import State, Unit
from umpire.games.bptc.procedures import Blunder, attack_count, blunder_row
from umpire.table import XY, bearing, length


def blunder(state: State, commander_id: str, group: Sequence[str]) -> Procedure[None]:
    """BPTC-BLN-00: the order has failed; roll the row and do what it says."""
    outcome: Blunder = yield from blunder_row(state.house)
    row = sheet.BLUNDERS[outcome.row]
    state.tell("blunder", f"blunder {outcome.row}, {row.name}: {row.text}", row.rule, commander_id)
    under = [unit.id for unit in under_command(state, commander_id, group)]
    if outcome.row == 1:
        yield from cease_firing(state, commander_id)
    elif outcome.row == 2:
        yield from cross_fire(state, commander_id, under)
    elif outcome.row == 3:
        yield from relocate(state, commander_id)
    elif outcome.row == 4:
        yield from half_moves(state, under, False, row.rule)
    elif outcome.row == 5:
        yield from open_fire(state, under)
    else:
        yield from half_moves(state, under, True, row.rule)


def under_command(state: State, commander_id: str, group: Sequence[str]) -> list[Unit]:
    """BPTC-BLN-07, 09: the units assigned to a commander, the nearest to him first; without any, those just ordered."""
    commander = state.units[commander_id]
    mine = [unit for unit in state.of(commander.side) if unit.commander == commander_id]
    assigned = any(unit.commander == commander_id for unit in state.units.values())
    if not assigned and commander.profile.role == "CO":
        mine = [state.units[uid] for uid in group if state.units[uid].on_table]
    return [unit for _, unit in field.nearest_first(commander, mine)]


def cease_firing(state: State, commander_id: str) -> Procedure[None]:
    """BPTC-BLN-01, 11: as many attacks on the commander himself as a die shows, in his own cover."""
    attacks: int = yield from attack_count(state.house)
    commander = state.units[commander_id]
    score = field.score_to_hit(state, commander, None)
    dice = Tally.of(attacks, "cease firing", "BPTC-BLN-01")
    yield from take_attack(state, commander_id, [(dice, score)], ())


def cross_fire(state: State, commander_id: str, under: Sequence[str]) -> Procedure[None]:
    """BPTC-BLN-02, 07, 08, 11: three flanking attacks on each of the three units nearest to the commander."""
    row = sheet.BLUNDERS[2]
    for uid in (yield from _three(state, commander_id, under, row.units)):
        unit = state.units[uid]
        score = field.score_to_hit(state, unit, None)
        dice = Tally.of(row.attacks, "cross-fire", "BPTC-BLN-02")
        state.tell("blunder", f"{unit.name} is caught in the cross-fire", "BPTC-BLN-02", uid)
        yield from take_attack(state, uid, [(dice, score)], ())


def _three(state: State, commander_id: str, under: Sequence[str], most: int) -> Procedure[list[str]]:
    """BPTC-BLN-07, 08: the nearest three, or as many as there are; of equals the owner says which."""
    commander = state.units[commander_id]
    left = list(under)
    found: list[str] = []
    while left and len(found) < most:
        far = {uid: field.distance(commander, state.units[uid]) for uid in left}
        equal = [uid for uid in left if far[uid] == min(far.values())]
        chosen = equal[0]
        if len(equal) > most - len(found):
            options = [Option(uid, state.units[uid].name, "BPTC-BLN-08", uid) for uid in equal]
            chosen = yield PickOne(commander.side, "Who of these comes under fire?", "BPTC-BLN-08", options)
        found.append(chosen)
        left.remove(chosen)
    return found


def relocate(state: State, commander_id: str) -> Procedure[None]:
    """BPTC-BLN-03, 10: half a move straight away from the nearest enemy he sees."""
    commander = state.units[commander_id]
    enemy = yield from _one_of(commander, field.nearest_visible(state, commander))
    yield from _half_move(state, commander, enemy, False, "BPTC-BLN-03")


def half_moves(state: State, under: Sequence[str], at_them: bool, rule: str) -> Procedure[None]:
    """BPTC-BLN-04, 06, 10: unsuppressed units in the open go half a move from the nearest enemy, or at him.

    Of enemies equally near its owner says which it is, and so from where a hedge covers it.
    """
    for uid in under:
        unit = state.units[uid]
        if not unit.ready or unit.profile.is_command:
            continue
        near = field.nearest_visible(state, unit)
        if any(field.in_the_open(state, unit, each.base.centre) for each in near):
            enemy = yield from _one_of(unit, near)
            if enemy is not None and field.in_the_open(state, unit, enemy.base.centre):
                yield from _half_move(state, unit, enemy, at_them, rule)


def _half_move(state: State, unit: Unit, enemy: Unit | None, at_them: bool, rule: str) -> Procedure[None]:
    """BPTC-BLN-10, GEN-04: over the ground as any move; short of contact by 1 cm, at the edge and others it stops."""
    if enemy is None or not going.can_move(state, unit):
        text = "stays, with no enemy in sight" if enemy is None else "does not move"
        state.tell("blunder", f"{unit.name} {text}", "BPTC-BLN-10", unit.id)
        return
    vector: XY = toward(unit, enemy) if at_them else driven.away(state, unit, enemy.base.centre)
    facing = bearing(unit.base.centre, enemy.base.centre) if at_them else None
    way = forced.straight(state, unit, vector, going.half_move(state, unit), facing)
    far = length(way.path)
    if far:
        reveal(state, unit.id, "they move")
        state.tell("move", f"{unit.name} goes {far / 1000:.1f} cm", rule, unit.id)
        yield from walk(state, unit.id, way, under_fire=False)


def _one_of(unit: Unit, near: Sequence[Unit]) -> Procedure[Unit | None]:
    """BPTC-VIS-06: the nearest enemy of a unit; of equals its owner says which."""
    if len(near) < 2:
        return near[0] if near else None
    options = [Option(enemy.id, enemy.name, "BPTC-VIS-06", enemy.id) for enemy in near]
    prompt = f"Which enemy is the nearest to {unit.name}?"
    key: str = yield PickOne(unit.side, prompt, "BPTC-VIS-06", options, piece=unit.id)
    return next(enemy for enemy in near if enemy.id == key)


def open_fire(state: State, under: Sequence[str]) -> Procedure[None]:
    """BPTC-BLN-05, 09: each unit at the nearest enemy within its range and cone, the nearest to the commander first."""
    for uid in under:
        unit = state.units[uid]
        if not unit.ready:
            continue
        aims = fire.targets(state, unit)
        nearest = [enemy for enemy in aims if field.distance(unit, enemy) == field.distance(unit, aims[0])]
        target = yield from _one_of(unit, nearest)
        if target is not None:
            yield from fire.attack(state, [uid], target.id, "BPTC-BLN-05")
