"""The house rules of Future War Commander: one field per option of the catalogue."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NamedTuple


class House(NamedTuple):
    """Option switches as the rule code reads them; lengths in hundredths of a centimetre where noted."""

    co_fail_stops_support: bool
    formation_chain_cm: int
    cmd_distance_round: str
    radius_for_command: bool
    opp_init_cumulative: bool
    opp_fire_limit: int
    opp_step_cm: int
    road_bonus: bool
    see_in_cm: int
    replace_command: bool
    stab_full_move: bool
    recon_effect: str
    designator_effect: bool
    shield_mode: str
    dome_radius: int
    smoke_discharger: bool
    camo_cover_step: bool
    freeze: bool
    aa_score_by_superiority: bool
    aa_shootdown: bool
    co_hq_aa: int
    gunship_mode: str
    deviation_round: str
    bearings: int
    support_double_one: str
    barrage_round: str
    assault_saves: bool
    assault_cover: bool
    assault_bonus_first_round: bool
    assault_zero_ko: bool
    split_fire: bool
    retreat_cm: int
    retreat_suppresses: bool
    consolidate_cm: int
    break_fraction: Fraction
    break_test: bool
    hidden_deployment: str
    infantry_facing: bool
    front_arc: int


def house_rules(options: Mapping[str, Any]) -> House:
    """The record for a complete set of options (the catalogue checks names and values and fills in defaults)."""
    values = dict(options)
    values["break_fraction"] = Fraction(values["break_fraction"])
    return House(**values)
