"""What kinds of terrain mean: how hard to cross, what cover they give, what they do to sight."""

from __future__ import annotations

from typing import NamedTuple


class Feature(NamedTuple):
    """What a piece of terrain means."""

    vehicles: str
    """How hard it is to cross for vehicles: open, rough, very_rough or impassable."""
    foot: str
    """The same for infantry and support teams."""
    cover: str = "none"
    """none, cover or fortification"""
    los: str = "clear"
    """What it does to a line of sight: clear, veil, block or wood. A hill is clear here: its height blocks."""
    linear: bool = False
    """Gives its cover to who is close behind it, not to who is in it."""
    road: bool = False
    height: int = 0
    replaces: tuple[str, ...] = ()
    """The rivers that a bridge or ford leads over: where it lies they do not count."""


FEATURES: dict[str, Feature] = {
    "road": Feature("open", "open", road=True),
    "village": Feature("rough", "rough", "cover", "veil"),
    "building": Feature("impassable", "rough", "fortification", "block"),
    "bunker": Feature("impassable", "rough", "fortification", "block"),
    "trench": Feature("rough", "rough", "fortification", "veil"),
    "wood": Feature("very_rough", "very_rough", "cover", "wood"),
    "field": Feature("rough", "rough"),
    "marsh": Feature("very_rough", "very_rough"),
    "hedge": Feature("rough", "rough", "cover", "veil", linear=True),
    "wall": Feature("rough", "rough", "cover", "veil", linear=True),
    "hill": Feature("open", "open"),
    "river": Feature("impassable", "very_rough"),
    "bridge": Feature("open", "open", road=True),
    "ford": Feature("rough", "rough"),
    "rubble": Feature("rough", "rough", "cover"),
}
"""RHINE-TERR-14, LOS-03, INF-17: terrain as it usually is; a scenario may say otherwise of a piece."""

WRECK = Feature("rough", "rough", los="veil")
"""RHINE-PEN-09: what is left of a destroyed vehicle."""
