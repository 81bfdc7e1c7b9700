"""Units as they are drawn: their signs, and where one would stand."""

from __future__ import annotations

from umpire.battle.preview import Preview
from umpire.battle.view import figure_on
from umpire.games.fwc.units import Unit

SYMBOLS = {
    "infantry": "I", "engineer": "E", "afv": "T", "vehicle": "V", "walker": "W", "gun": "G", "artillery": "H",
    "aircraft": "J", "gunship": "X", "dropship": "D", "command": "C", "recon": "R", "transport": "L",
    "installation": "B",
}  # fmt: skip


def preview(unit: Unit) -> Preview:
    """A unit as it would stand."""
    return Preview(figures=(figure_on(unit.base, unit.id, SYMBOLS[unit.profile.cls]),))
