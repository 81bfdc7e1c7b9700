"""Changes both players agree on, against or beside the rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from umpire.battle.agreed import MARK, PLACE, counts, marks, read_change, unit_to_change, whole
from umpire.battle.decisions import Refused
from umpire.games.fwc.actions.damage import drop_dome
from umpire.games.fwc.model import KO, TABLE, State, Unit

MARKERS: dict[str, Callable[[Unit, bool], Unit]] = {
    "suppressed": Unit.with_suppressed,
    "frozen": Unit.with_frozen,
    "designated": Unit.with_designated,
    "dug_in": Unit.with_dug_in,
    "hidden": Unit.with_hidden,
    "deployed": Unit.with_deployed,
    "airborne": Unit.with_airborne,
}
_MAY = "x, y, facing, hits, shield, or true or false for " + ", ".join(MARKERS)
CHANGES = (*PLACE, *counts("hits", "shield"), *marks(*MARKERS))
"""What of a unit may be changed."""


def overrule(state: State, change: Mapping[str, Any]) -> str:
    """Apply an agreed change: `{"unit": id, "x": cm, "y": cm, "facing": degrees, "hits": n, "suppressed": bool ...}`.

    Everything is checked before anything changes.
    """
    unit = unit_to_change(state.units, change, _MAY)
    if unit.place == KO:
        raise Refused(f"{unit.name} is knocked out.")
    most = {"hits": whole(0, (unit.profile.hits or 100) - 1), "shield": whole(0, unit.profile.shield)}
    allowed = {**most, **dict.fromkeys(MARKERS, MARK)}
    read = read_change(change, unit.name, unit.base, (state.content.size, "cm"), allowed, _MAY)
    if ("x" in change or "y" in change) and unit.place != TABLE:
        raise Refused(f"{unit.name} is not on the table.")
    hits, shield = read.values.get("hits", unit.hits), read.values.get("shield", unit.shield)
    fresh = unit.at(unit.base.placed(*read.place)).with_hits(hits).with_shield(shield)
    if fresh.base.centre != unit.base.centre:
        fresh = fresh.in_cover_of("", fresh.in_dugout)  # FWC-INS-01: out of an installation
    for mark, marked in MARKERS.items():
        if mark in read.values:
            fresh = marked(fresh, read.values[mark])
    state.put(fresh)
    if fresh.suppressed:
        drop_dome(state, fresh.id)
    return read.words
