"""The house rules of Seven Days to the River Rhine: one field per option of the catalogue."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from umpire.battle.switches import BadOption


class House(NamedTuple):
    """Option switches as the rule code reads them, in the order of the catalogue."""

    opening_must_spend: bool
    allow_discard: bool
    free_first_needs_no_markers: bool
    reaction_limit: str  # one_attempt_per_activation, one_success_per_activation, one_attempt_per_action, unlimited
    reaction_full_activation: bool
    seize_cancels_activation: bool
    recce_rules: bool
    concealed_shooter: bool
    atgm_reaction_plus1: bool
    atgm_double_action: bool
    atgm_backblast: bool
    atgm_min_uniform: bool
    terrain_fail: str  # stop_at_edge, bogged
    range_12_is: str  # long, short
    natural_10_hits: bool
    autocannon_best_of_two: bool
    front_arc_degrees: int  # the whole arc, half of it on either side
    heat_vs_special: bool
    kaboom_shock: str  # all, apc_only
    convert_effect: str  # extra_marker, base_destroyed
    broken_rule: str  # broken_then_destroyed, destroyed_at_mv, pinned_only
    broken_falls_back: bool
    bmc_scope: str  # unit, all_units
    command_rally_bonus: bool
    helicopters: bool
    mortars: bool
    smoke: bool
    close_assault: bool
    tactical_cards: bool
    break_fraction: Fraction
    list_checks: str  # warn, refuse, off


def house_rules(options: Mapping[str, Any]) -> House:
    """The record for a complete set of options (the catalogue checks names and values and fills in defaults)."""
    values = dict(options)
    values["break_fraction"] = Fraction(values["break_fraction"])
    house = House(**values)
    if house.tactical_cards:
        raise BadOption("Option tactical_cards may only be false: the sheet does not say what the cards do.")
    return house
