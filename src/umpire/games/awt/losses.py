"""What units suffer: wounds and who falls, Combat Stress, breaking, destruction."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, islice

from umpire.battle.decisions import Option, PickSome, Refused
from umpire.battle.rolling import by
from umpire.battle.words import counted
from umpire.dice import Procedure
from umpire.games.awt import field, procedures, sheet
from umpire.games.awt.model import Altered, Model, State, Unit, Wreck, other
from umpire.games.awt.units import figure_id, weapons_of
from umpire.table import Base

_MOST_TRIED = 3000
"""So many choices of casualties are looked at for one that keeps cohesion."""


# --- Wounds ------------------------------------------------------------------------------------------------------


def suffer(state: State, uid: str, wounds: int, rule: str, to: str = "") -> Procedure[None]:
    """AWT-CC-22, SV-05, IN-09: so many models fall, chosen by their owner, or a single model loses so many wounds.

    `to` says to what, where that is no enemy.
    """
    unit = state.units[uid]
    wounds = min(wounds, unit.strength)
    if wounds <= 0:
        return
    left = unit.strength - wounds
    if left == 0:
        destroy(state, uid, f"{unit.name} is destroyed{f' by {to}' if to else ''}", rule)
        return
    by = f" to {to}" if to else ""
    if unit.profile.single:
        state.put(unit._replace(wounds=left), f"{unit.name} loses {counted(wounds, 'wound')}{by}, {left} left", rule)
        return
    fallen = yield from choose_fallen(unit, wounds)
    state.put(unit.without(fallen), f"{unit.name} loses {counted(wounds, 'model')}{by}, {left} left", rule)


def choose_fallen(unit: Unit, count: int) -> Procedure[tuple[int, ...]]:
    """AWT-MV-05: the owner removes models so that the rest stay in cohesion, if any choice does that."""
    suggested = suggestions(unit, count)
    orderly = [numbers for numbers in suggested if _orderly(unit, numbers)] or _first_orderly(unit, count)
    keys = {figure_id(unit, model.number): model.number for model in unit.models}
    names = {number: key for key, number in keys.items()}

    def check(chosen: tuple[str, ...]) -> Refused | None:
        if orderly and not _orderly(unit, tuple([keys[key] for key in chosen])):
            return Refused(f"{unit.name} would lose its cohesion, and need not.", "AWT-MV-05")
        return None

    options = [Option(key, _label(unit, number), "AWT-MV-05", key) for key, number in keys.items()]
    chosen: tuple[str, ...] = yield PickSome(
        unit.side,
        f"{unit.name}: which {'model falls' if count == 1 else f'{count} models fall'}?",
        "AWT-MV-05",
        options,
        count,
        count,
        check,
        [tuple([names[number] for number in numbers]) for numbers in orderly or suggested],
        unit.id,
    )
    return tuple([keys[key] for key in chosen])


def _label(unit: Unit, number: int) -> str:
    arms = ", ".join([sheet.WEAPONS[weapon].name for weapon in weapons_of(unit.profile, number)])
    return f"model {number} ({arms})" if arms else f"model {number}"


def _worth(unit: Unit, model: Model) -> int:
    """Grenades and automatic weapons are kept as long as possible."""
    return sum(
        3 if sheet.WEAPONS[weapon].kind != "standard" else 1 for weapon in weapons_of(unit.profile, model.number)
    )


def suggestions(unit: Unit, count: int) -> list[tuple[int, ...]]:
    """Good choices of who falls, the best first: peeled off one by one so that the rest stay together."""
    rear = sorted(unit.models, key=lambda model: (_worth(unit, model), -_off(unit, model), -model.number))
    front = sorted(unit.models, key=lambda model: (-_off(unit, model), model.number))
    found: list[tuple[int, ...]] = []
    for order in (rear, front):
        peeled = _peel(unit, order, count)
        if peeled not in found:
            found.append(peeled)
    return found


def _off(unit: Unit, model: Model) -> int:
    lead = unit.leader
    return (model.base.x - lead.x) ** 2 + (model.base.y - lead.y) ** 2


def _peel(unit: Unit, order: Sequence[Model], count: int) -> tuple[int, ...]:
    """One after the other, first those whose loss breaks nothing."""
    left = list(unit.models)
    gone: list[int] = []
    for _ in range(count):
        able = [model for model in order if model in left]
        pick = next((m for m in able if not field.cohesion([x.base for x in left if x is not m])), able[0])
        left.remove(pick)
        gone.append(pick.number)
    return tuple(sorted(gone))


def _orderly(unit: Unit, gone: tuple[int, ...]) -> bool:
    left: list[Base] = [model.base for model in unit.models if model.number not in gone]
    return field.cohesion(left) == 0


def _first_orderly(unit: Unit, count: int) -> list[tuple[int, ...]]:
    """The first choice found that keeps cohesion; none if there is none among those looked at."""
    tried = islice(combinations([model.number for model in unit.models], count), _MOST_TRIED)
    return list(islice((gone for gone in tried if _orderly(unit, gone)), 1))


# --- Nerves ------------------------------------------------------------------------------------------------------


def stress(state: State, uid: str, markers: int, rule: str) -> Procedure[None]:
    """AWT-LM-02 to 04, 06, BS-01 to 05, ST-06: markers one at a time, each with the Battle Shock test it brings."""
    unit = state.units[uid]
    if unit.profile.is_vehicle or not unit.on_table:
        return
    leader = field.led(state, unit)
    words = f"{unit.name} takes {counted(markers, 'Combat Stress Marker')}"
    state.tell("nerves", words, rule, uid)
    outcome = yield from by(
        state,
        unit.side,
        procedures.take_stress(state.house, markers, unit.profile.zeal, leader, unit.strength, unit.start, unit.stress),
    )
    yield from after_nerves(state, uid, outcome.models, outcome.stress, outcome.broken)


def after_nerves(state: State, uid: str, left: int, markers: int, broken: bool = False) -> Procedure[None]:
    """AWT-BS-01, 02, 05: what tests of nerve leave of a unit; option shock_breaks may break it."""
    unit = state.units[uid]
    lost = unit.strength - left
    state.put(unit._replace(stress=markers))
    if markers > unit.stress:
        state.tell("nerves", f"{unit.name} has {counted(markers, 'Combat Stress Marker')}", "AWT-BS-03", uid)
    if lost > 0:
        rule = "AWT-BS-01" if not unit.profile.single else "AWT-BS-02"
        yield from suffer(state, uid, lost, rule, "Battle Shock")
    if broken and state.units[uid].on_table:
        break_unit(state, uid, "AWT-BS-05")


def break_unit(state: State, uid: str, rule: str) -> None:
    """AWT-CN-13, ST-04, 07: Broken, and out of every combat; a creature is destroyed at once."""
    unit = state.units[uid]
    if unit.broken or not unit.on_table:
        return
    if unit.profile.is_creature:
        destroy(state, uid, f"{unit.name} breaks and is gone", "AWT-ST-07")
        return
    unlink(state, uid)
    unit = state.units[uid]
    state.put(unit._replace(broken=True, pinned=False, shaken=False, charged=False), f"{unit.name} is Broken", rule)


# --- Links and the end -------------------------------------------------------------------------------------------


def link(state: State, a: str, b: str) -> None:
    """AWT-CC-20, CH-02: two units are in close combat."""
    for one, two in ((a, b), (b, a)):
        unit = state.units[one]
        if two not in unit.in_combat:
            state.put(unit._replace(in_combat=tuple(sorted((*unit.in_combat, two)))))


def unlink(state: State, uid: str) -> None:
    """AWT-CC-20, CN-19: a unit is in no combat any more; who was linked to it alone is free."""
    for enemy in state.units[uid].in_combat:
        foe = state.units[enemy]
        state.put(foe._replace(in_combat=tuple([each for each in foe.in_combat if each != uid])))
    state.put(state.units[uid]._replace(in_combat=()))


def destroy(state: State, uid: str, text: str, rule: str, *, fled: bool = False) -> None:
    """AWT-IN-09, ST-08: off the table; a vehicle leaves a wreck, a Captain is worth points to the other side.

    `fled`: over the edge, and there is nothing of it to be left.
    """
    unit = state.units[uid]
    unlink(state, uid)
    state.put(state.units[uid].destroyed(), text, rule)
    if unit.profile.is_vehicle and unit.on_table and not fled:
        state.wrecks = (*state.wrecks, Wreck(uid, unit.leader))
    enemy = other(unit.side)
    for award in state.content.awards:
        if award.kind == "captain" and unit.has("captain") and award.seat in ("", enemy):
            state.sides[enemy].points += award.points
            words = f"{state.sides[enemy].name}: {counted(award.points, 'point')} for the enemy Captain"
            state.tell("points", words, "AWT-VC-01")


def alter(state: State, piece: str, kind: str) -> None:
    """AWT-TE-18: a piece of terrain changes its kind, or is gone; a crushed wreck is too."""
    if piece.startswith("wreck-"):
        state.wrecks = tuple([wreck for wreck in state.wrecks if wreck.terrain.id != piece])
    else:
        state.altered = (*[each for each in state.altered if each.piece != piece], Altered(piece, kind))
