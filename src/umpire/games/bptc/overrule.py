"""Changes both players agree on, against or beside the rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from umpire.battle.agreed import MARK, PLACE, Changeable, counts, marks, one_of, read_change, unit_to_change, whole
from umpire.battle.decisions import Refused
from umpire.battle.words import acts
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
        raise Refused(f"{acts(unit.name, 'is')} knocked out.")
    formations = sheet.formations_of(unit.profile.arm, unit.mode)
    allowed = {"hits": whole(0, unit.profile.hits - 1), "formation": one_of(formations)}
    allowed.update(dict.fromkeys(MARKERS, MARK))
    read = read_change(change, unit.name, unit.base, (state.content.size, "cm"), allowed, _MAY)
    if ("x" in change or "y" in change) and unit.place != TABLE:
        raise Refused(f"{acts(unit.name, 'is')} not on the table.")
    state.put(_changed(unit, read.place, read.values).with_hits(read.values.get("hits", unit.hits)))
    return read.words


def _changed(unit: Unit, place: tuple[int, int, int], values: Mapping[str, Any]) -> Unit:
    formation = values.get("formation", unit.formation)
    base = unit.base if unit.shelter == GARRISON else in_formation(unit, formation)
    placed = base.placed(*place)
    fresh = unit.formed(formation, placed)
    if placed.centre != unit.base.centre:
        fresh = fresh.went(in_formation(fresh, formation, placed))
    if "suppressed" in values:
        fresh = fresh.with_suppressed(values["suppressed"])
    if "hidden" in values:
        fresh = fresh.with_hidden(values["hidden"])
    if "dug_in" in values and unit.shelter != GARRISON:
        fresh = fresh.sheltered(
            fresh.inside if values["dug_in"] else "", "dug_in" if values["dug_in"] else "", fresh.base
        )
    return fresh
