"""Deploying horses and limbers: mounting and dismounting, limbering and unlimbering."""

from __future__ import annotations

from umpire.battle.decisions import Option, Route
from umpire.dice import Procedure
from umpire.games.bptc import field, going
from umpire.games.bptc.actions import forming
from umpire.games.bptc.actions.hidden import reveal
from umpire.games.bptc.model import State, Unit
from umpire.games.bptc.stands import in_formation
from umpire.games.bptc.units import FOOT, GARRISON, LIMBERED, LINE, MARCH, MOUNTED, UNLIMBERED


def options(state: State, unit: Unit) -> list[Option]:
    """BPTC-ACT-03, 05: what a unit can do with its horses now."""
    if unit.shelter == GARRISON or field.in_touch(state, unit):
        return []
    found: list[Option] = []
    if unit.profile.has("mounted_infantry"):
        word = "dismount" if unit.mounted else "mount"
        if unit.mounted or may_mount(state, unit):
            found.append(Option(word, word, "BPTC-ACT-03", unit.id))
    if unit.profile.is_gun:
        word, to = ("limber", MARCH) if unit.mode == UNLIMBERED else ("unlimber", LINE)
        if forming.has_room(state, unit, to):
            found.append(Option(word, word, "BPTC-ACT-05", unit.id))
    return found


def may_mount(state: State, unit: Unit) -> bool:
    """BPTC-TER-08: not in a marsh, where only troops on foot may be."""
    return not going.bogged(state.scene, unit.in_mode(MOUNTED, unit.formation, unit.base), unit.base)


def perform(state: State, unit_id: str, key: str) -> Procedure[None]:
    """BPTC-ACT-03, 05, 06: the whole action, re-facing included. Teams and horses are not dug in (BPTC-CON-08)."""
    reveal(state, unit_id, "they deploy")
    unit = state.units[unit_id]
    to = {"limber": MARCH, "unlimber": LINE}.get(key, unit.formation)
    mode = {"limber": LIMBERED, "unlimber": UNLIMBERED, "mount": MOUNTED, "dismount": FOOT}[key]
    facing = unit.base.facing
    # Room is looked for as it will stand: mounted it turns into no marsh.
    after = unit.in_mode(mode, unit.formation, unit.base)
    if forming.has_room(state, after, to):
        route: Route = yield forming.facing_decision(state, after, to, f"{key}s")
        facing = route.facing
    rule = "BPTC-ACT-05" if unit.profile.is_gun else "BPTC-ACT-03"
    base = in_formation(unit, to).turned(facing)
    state.put(unit.went(base).in_mode(mode, to, base), f"{unit.name} {key}s", rule)
