"""Changes both players agree on, against or beside the rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from umpire.battle.agreed import PLACE, Changeable, counts, in_words, marks, place_of, unit_to_change
from umpire.battle.decisions import Refused
from umpire.dice.offered import is_whole, shown
from umpire.games.bptc import sheet
from umpire.games.bptc.model import State, Unit
from umpire.games.bptc.stands import in_formation
from umpire.games.bptc.units import GARRISON, KO, TABLE

MARKERS = ("suppressed", "hidden", "dug_in")

_MAY = "x, y, facing, hits, formation, or true or false for " + ", ".join(MARKERS)
CHANGES = (*PLACE, *counts("hits"), Changeable("formation", "choice", sheet.FORMATIONS), *marks(*MARKERS))
"""What of a unit may be changed."""


def overrule(state: State, change: Mapping[str, Any]) -> str:
    """Apply an agreed change: `{"unit": id, "x": cm, "y": cm, "facing": degrees, "hits": n, "formation": name ...}`.

    Everything is checked before anything changes.
    """
    unit = unit_to_change(state.units, change, _MAY)
    if unit.place == KO:
        raise Refused(f"{unit.name} is knocked out.")
    place = {"x": unit.base.x, "y": unit.base.y, "facing": unit.base.facing}
    hits, formation = unit.hits, unit.formation
    words: list[str] = []
    flags: dict[str, bool] = {}
    for name, value in change.items():
        if name == "unit":
            continue
        at = place_of(name, value, state.content.size, "cm")
        if at is not None:
            place[name] = at
        elif name == "hits" and is_whole(value) and 0 <= value < unit.profile.hits:
            hits = value
        elif name == "formation" and value in sheet.formations_of(unit.profile.arm, unit.mode):
            formation = value
        elif name in MARKERS and isinstance(value, bool):
            flags[name] = value
        else:
            raise Refused(f"{name} = {shown(value)} cannot be set; it may be {_MAY}.")
        words.append(in_words(name, value))
    if not words:
        raise Refused(f"say what of {unit.name} to change: {_MAY}.")
    if ("x" in change or "y" in change) and unit.place != TABLE:
        raise Refused(f"{unit.name} is not on the table.")
    state.put(_changed(unit, place, formation, flags).with_hits(hits))
    return f"by agreement, {unit.name}: {', '.join(words)}"


def _changed(unit: Unit, place: Mapping[str, int], formation: str, flags: Mapping[str, bool]) -> Unit:
    base = unit.base if unit.shelter == GARRISON else in_formation(unit, formation)
    placed = base.placed(place["x"], place["y"], place["facing"])
    fresh = unit.formed(formation, placed)
    if placed.centre != unit.base.centre:
        fresh = fresh.went(in_formation(fresh, formation, placed))
    if "suppressed" in flags:
        fresh = fresh.with_suppressed(flags["suppressed"])
    if "hidden" in flags:
        fresh = fresh.with_hidden(flags["hidden"])
    if "dug_in" in flags and unit.shelter != GARRISON:
        fresh = fresh.sheltered(
            fresh.inside if flags["dug_in"] else "", "dug_in" if flags["dug_in"] else "", fresh.base
        )
    return fresh
