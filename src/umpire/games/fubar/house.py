"""The house rules of FUBAR Imperial Commander: one field per option of the catalogue."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple


class House(NamedTuple):
    """Option switches as the rule code reads them, in the order of the catalogue."""

    six_rule: str  # auto, then, off
    one_six_in_melee: bool
    suppression_penalty: str  # per_multiple, once, per_figure_capped
    suppress_on_miss: bool
    double_suppression: str  # two_markers, needs_two
    hero_suppressible: bool
    coherency: str  # figure, unit_per_figure
    morale: str  # test, activation_only, off
    rally_without_leader: bool
    army_break_pct: int  # 0: armies do not break
    graded_cover: bool
    cover_save: int  # 0: cover is a modifier
    star_mark: str  # immune, normal_save, beats_4plus
    flame_ignores_hull: bool
    power_armour_mobile_support: bool
    melee_mode: str  # pairs, unit_best, all_dice
    force_sword_save_mod: int  # 0, -1
    nearest_target_rule: bool
    pick_off: int  # 0: nobody is spared
    wounded_count_for_morale: bool
    medic_heals_to: str  # active, wounded
    sapper_rules: bool
    fire_missions: int  # -1: no limit
    drift_distance: str  # roll, shortfall
    aoe_is_radius: bool
    start_on_guard: str  # none, defender, all
    hero_skills: int
    points: bool
    allow_pass: bool


_WORDS: Mapping[str, Mapping[Any, Any]] = {
    "cover_save": {"none": 0},
    "pick_off": {"off": 0},
    "fire_missions": {"unlimited": -1},
    "points": {"on": True, "off": False},
}
"""What words stand for, where a number is meant otherwise."""


def house_rules(options: Mapping[str, Any]) -> House:
    """The record for a complete set of options (the catalogue checks names and values and fills in defaults)."""
    values = dict(options)
    for name, words in _WORDS.items():
        values[name] = words.get(values[name], values[name])
    return House(**values)
