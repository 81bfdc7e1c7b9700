"""Changes both players agree on, against or beside the rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from umpire.battle.agreed import PLACE, counts, in_words, marks, place_of, unit_to_change
from umpire.battle.decisions import Refused
from umpire.dice.offered import is_whole, shown
from umpire.games.fwc.model import KO, TABLE, State

MARKERS = ("suppressed", "frozen", "designated", "dug_in", "hidden", "deployed", "airborne")


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
    place = {"x": unit.base.x, "y": unit.base.y, "facing": unit.base.facing}
    words: list[str] = []
    hits, shield = unit.hits, unit.shield
    flags: dict[str, bool] = {}
    for name, value in change.items():
        if name == "unit":
            continue
        at = place_of(name, value, state.content.size, "cm")
        if at is not None:
            place[name] = at
        elif name == "hits" and is_whole(value) and 0 <= value < (unit.profile.hits or 100):
            hits = value
        elif name == "shield" and is_whole(value) and 0 <= value <= unit.profile.shield:
            shield = value
        elif name in MARKERS and isinstance(value, bool):
            flags[name] = value
        else:
            raise Refused(f"{name} = {shown(value)} cannot be set; it may be {_MAY}.")
        words.append(in_words(name, value))
    if not words:
        raise Refused(f"say what of {unit.name} to change: {_MAY}.")
    fresh = unit.at(unit.base.placed(place["x"], place["y"], place["facing"])).with_hits(hits).with_shield(shield)
    if fresh.base.centre != unit.base.centre:
        fresh = fresh.in_cover_of("", fresh.in_dugout)  # FWC-INS-01: out of an installation
    if "suppressed" in flags:
        fresh = fresh.with_suppressed(flags["suppressed"])
    if "frozen" in flags:
        fresh = fresh.with_frozen(flags["frozen"])
    if "designated" in flags:
        fresh = fresh.with_designated(flags["designated"])
    if "dug_in" in flags:
        fresh = fresh.with_dug_in(flags["dug_in"])
    if "hidden" in flags:
        fresh = fresh.with_hidden(flags["hidden"])
    if "deployed" in flags:
        fresh = fresh.with_deployed(flags["deployed"])
    if "airborne" in flags:
        fresh = fresh.with_airborne(flags["airborne"])
    if ("x" in change or "y" in change) and fresh.place != TABLE:
        raise Refused(f"{unit.name} is not on the table.")
    state.put(fresh)
    return f"by agreement, {unit.name}: {', '.join(words)}"
