"""The house rules of Black Powder Tactical Commander: one field per option of the catalogue."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple


class House(NamedTuple):
    """Option switches as the rule code reads them, in the order of the catalogue; lengths in cm."""

    distance_step: str  # full, part
    hq_restricts: bool
    formation_chain_cm: int  # the widest gap; 0 for none
    initiative_distance: int
    initiative_penalty: int
    opportunity_fire: bool
    counter_charge: bool
    stand_loss: bool
    save_die_scope: str  # per_stand, per_unit, pip
    extended_line_on: str  # firer, target, both
    disorder_on_fallback: bool
    disordered_fire: str  # all, half, none
    front_arc: int  # degrees, the whole arc
    fire_cone: int  # degrees, the whole cone
    square_move: str  # full, half, none
    square_reaction: str  # own_turn, immediate
    charge_measuring: str  # hidden, open
    charge_reach: int | str  # 20, min_move
    charge_compare: str  # unsaved, scored
    charge_markers: bool
    zero_is_double: bool
    charge_bonus_rounds: str  # all, first
    support_to: str  # enemy, friend
    consolidate: str  # half, none, 10cm
    retreat_suppresses: bool
    rate_by_formation: bool
    engineer_points: str  # standard, quick, slow
    guerrilla_hidden: bool
    construction_damage_persists: bool
    brick_log_cover: str  # soft, hard
    collapse: str  # suppress, ko
    breakpoint_effect: str  # test, immediate
    replace_command: bool
    pool_fire: bool
    terrain_wait: str  # turn, action


def house_rules(options: Mapping[str, Any]) -> House:
    """The record for a complete set of options (the catalogue checks names and values and fills in defaults)."""
    return House(**options)
