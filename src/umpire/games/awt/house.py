"""The house rules of A War Transformed: one field per option of the catalogue."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NamedTuple


class House(NamedTuple):
    """Option switches as the rule code reads them, in the order of the catalogue."""

    advantage_mode: str  # modifier, extra_die
    advantage_stack: str  # sum, max
    priority_mode: str  # bid, plain
    start_manifest: int
    manifest_mode: str  # sum, best_die
    stress_attacks: bool
    support_range: int  # inches
    loser_manifests: bool
    lower_morale: str  # d10_stress, d10_deficit, d6_deficit, d12
    terrain_tests: str  # full, none
    charge_bonus: str | int  # d6, 3, 0
    target_priority: str  # nearest, free
    dud_mode: str  # confirm, volley
    template_touch: str  # centre, any
    scatter_dir: str  # deg360, clock12
    template_crit_immunity: bool
    pin_near_cap: int
    shaken_fraction: Fraction
    stress_threshold: int
    clear_stress: bool
    shock_breaks: bool
    composition: str  # on, off


def house_rules(options: Mapping[str, Any]) -> House:
    """The record for a complete set of options (the catalogue checks names and values and fills in defaults)."""
    values = dict(options)
    values["shaken_fraction"] = Fraction(values["shaken_fraction"])
    return House(**values)
