"""Fire at infantry and support teams: markers, and the dice that convert hits into more of them."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest

from tests.games.rhine.gunnery import (
    AUTOCANNON,
    GRENADES,
    GUN,
    MACHINE_GUN,
    MISS,
    MISSILE,
    MORTAR,
    SQUAD,
    TANK,
    TEAM,
    Stats,
    chances,
    duel,
    shoot,
)
from tests.games.rhine.skirmish import Skirmish, piece
from umpire.games.rhine import procedures
from umpire.games.rhine.actions import fire
from umpire.games.rhine.actions.fire import Firing
from umpire.games.rhine.sheet import Ground

GROUND: dict[str, Any] = {
    "open": [],
    "cover": [piece("rubble", area=(10, 12, 30, 80))],
    "fortification": [piece("trench", area=(10, 12, 30, 80))],
}
HIT = 10


def conversion(s: Skirmish) -> tuple[int, int | None]:
    """How many dice were thrown to convert in the last shot, and what each needed."""
    assert len(s.throws) == 2
    return s.throws[1].dice, s.throws[1].need


def fired(
    ours: Stats, ground: str, hits: int, faces: Sequence[int], inches: float = 8, moving: bool = False
) -> Skirmish:
    """A shot of which so many dice hit a squad of morale 5 on this ground."""
    s = duel(inches, ours, SQUAD, terrain=GROUND[ground])
    dice = fire.dice(s.state, Firing(s["us"], s["foe"], 0, moving))
    shoot(s, [*[HIT] * hits, *[MISS] * (dice - hits), *faces], 0, moving)
    return s


@pytest.mark.rule("RHINE-INF-01")
@pytest.mark.parametrize("hits", [0, 1, 2])
@pytest.mark.parametrize("theirs", [SQUAD, TEAM])
def test_every_hit_leaves_a_marker(hits: int, theirs: Stats) -> None:
    s = duel(8, SQUAD, theirs)
    shoot(s, [*[HIT] * hits, *[MISS] * (2 - hits), *[1] * hits])
    assert s["foe"].markers == hits


LIGHT = [("open", 4, "RHINE-INF-06"), ("cover", 5, "RHINE-INF-07"), ("fortification", 6, "RHINE-INF-08")]
HEAVY = [("open", 4, "RHINE-INF-09"), ("cover", 4, "RHINE-INF-10"), ("fortification", 5, "RHINE-INF-11")]


@pytest.mark.rule("RHINE-INF-02", "RHINE-INF-03", "RHINE-INF-06", "RHINE-INF-07", "RHINE-INF-08", "RHINE-INF-12")
@pytest.mark.parametrize("moving", [False, True])
@pytest.mark.parametrize(("ground", "need", "rule"), LIGHT)
def test_a_hit_by_infantry_throws_one_die_which_converts_by_ground(
    ground: str, need: int, rule: str, moving: bool
) -> None:
    for face in (need - 1, need):
        s = fired(SQUAD, ground, 1, [face], moving=moving)
        assert conversion(s) == (1, need)
        assert s.throws[1].reasons[0].rule == rule
        assert s["foe"].markers == 1 + (face == need)


@pytest.mark.rule("RHINE-INF-04", "RHINE-INF-06", "RHINE-INF-07", "RHINE-INF-08", "RHINE-DMG-11")
@pytest.mark.parametrize("value", [0, 6])
@pytest.mark.parametrize(("ground", "need", "rule"), LIGHT)
def test_so_does_a_hit_by_a_gun_under_7(ground: Ground, need: int, rule: str, value: int) -> None:
    s = fired({"weapons": [{"kind": "gun", "value": value}]}, ground, 2, [need, need - 1])
    assert conversion(s) == (2, need)
    throws = procedures.fire_at_foot(s.state.house, 1, 5, "light", ground, 5)
    next(throws)
    assert throws.send(1).rule == rule, "not one that is for infantry alone"
    assert s["foe"].markers == 3


@pytest.mark.rule("RHINE-INF-05", "RHINE-INF-09", "RHINE-INF-10", "RHINE-INF-11", "RHINE-INF-12")
@pytest.mark.parametrize("value", [7, 10])
@pytest.mark.parametrize(("ground", "need", "rule"), HEAVY)
def test_a_hit_by_a_gun_of_7_or_more_throws_two(ground: str, need: int, rule: str, value: int) -> None:
    s = fired({"weapons": [{"kind": "gun", "value": value}]}, ground, 1, [need, need - 1])
    assert conversion(s) == (2, need)
    assert s.throws[1].reasons[0].rule == rule
    assert s["foe"].markers == 2


@pytest.mark.rule("RHINE-INF-14")
@pytest.mark.parametrize(
    ("ours", "inches", "dice"),
    [
        pytest.param({"cls": "LIGHT", "weapons": [AUTOCANNON]}, 8, 1, id="autocannon of 4"),
        pytest.param({"cls": "LIGHT", "weapons": [{**AUTOCANNON, "value": 7}]}, 8, 2, id="autocannon of 7"),
        pytest.param(TEAM, 8, 1, id="support team with small arms"),
        pytest.param({**TEAM, "weapons": [GRENADES]}, 8, 2, id="grenade launcher of 2"),
        pytest.param({**TEAM, "weapons": [MORTAR]}, 20, 2, id="mortar of 0"),
        pytest.param({"cls": "LIGHT", "weapons": [MISSILE]}, 20, 2, id="missile"),
        pytest.param({"weapons": [MACHINE_GUN]}, 8, 1, id="machine gun"),
    ],
)
def test_other_weapons_convert_by_value_or_as_heavy(ours: Stats, inches: float, dice: int) -> None:
    s = fired(ours, "fortification", 1, [1] * dice, inches)
    assert conversion(s)[0] == dice


@pytest.mark.rule("RHINE-INF-12", "RHINE-MOR-06")
@pytest.mark.parametrize(("faces", "place", "markers"), [([1, 1], "table", 1), ([1, 4], "lost", 0)])
def test_where_conversion_destroys_one_converting_die_is_enough(faces: list[int], place: str, markers: int) -> None:
    s = duel(8, {**TANK, "weapons": [GUN]}, SQUAD, options={"convert_effect": "base_destroyed"})
    shoot(s, [HIT, MISS, *faces])
    assert (s["foe"].place, s["foe"].markers) == (place, markers)
    assert s.state.sides["B"].lost_bp == (5 if place == "lost" else 0)
    assert s.rules[-1] == ("RHINE-INF-12" if place == "lost" else "RHINE-INF-01")


# --- Where the target stands -----------------------------------------------------------------------------------


@pytest.mark.rule("RHINE-INF-15", "RHINE-INF-17")
@pytest.mark.parametrize(
    ("kind", "need"),
    [
        ("building", 6), ("bunker", 6), ("trench", 6), ("wood", 5), ("rubble", 5), ("village", 5), ("field", 4),
        ("hill", 4),
    ],
)  # fmt: skip
def test_buildings_bunkers_and_trenches_are_fortifications_woods_ruins_and_villages_cover(kind: str, need: int) -> None:
    s = duel(8, SQUAD, SQUAD, terrain=[piece(kind, area=(10, 16.5, 30, 21))])
    shoot(s, [HIT, MISS, 1])
    assert conversion(s) == (1, need)


@pytest.mark.rule("RHINE-INF-15")
@pytest.mark.parametrize(("south", "need"), [(19.25, 4), (19.24, 5)])
def test_more_than_half_of_the_base_must_be_in_it(south: float, need: int) -> None:
    s = duel(8, SQUAD, SQUAD, terrain=[piece("rubble", area=(10, south, 30, 30))])
    assert s.at("foe") == (20, 19.25)
    shoot(s, [HIT, MISS, 1])
    assert conversion(s) == (1, need)


@pytest.mark.rule("RHINE-INF-15", "RHINE-INF-17")
@pytest.mark.parametrize(
    ("y", "need"), [(17.475, 5), (17.46, 4), (21.0, 4)], ids=["an inch behind it", "farther behind it", "before it"]
)
def test_a_hedge_covers_who_is_within_an_inch_behind_it(y: float, need: int) -> None:
    """The near edge of the squad is at 18.625; the hedge is 0.3 wide."""
    s = duel(8, SQUAD, SQUAD, terrain=[piece("hedge", line=[(10, y), (30, y)], width=0.3)])
    shoot(s, [HIT, MISS, 1])
    assert conversion(s) == (1, need)


@pytest.mark.rule("RHINE-INF-15")
def test_smoke_far_obstacles_and_thermal_sights_do_not_matter() -> None:
    s = duel(14, {**TANK, "weapons": [MACHINE_GUN], "thermal": True}, SQUAD, terrain=[
        piece("hedge", line=[(10, 15), (30, 15)], width=0.3),
    ])  # fmt: skip
    s.smoke((20, 20))
    shoot(s, [HIT, 1])
    assert conversion(s) == (1, 4)
    s = duel(14, {**TANK, "weapons": [MACHINE_GUN], "thermal": True}, SQUAD, terrain=GROUND["fortification"])
    shoot(s, [HIT, 1])
    assert conversion(s) == (1, 6)


# --- All dice, then the cap ------------------------------------------------------------------------------------


@pytest.mark.rule("RHINE-INF-16", "RHINE-MOR-04")
def test_all_dice_are_thrown_and_added_before_the_morale_value_cuts_them() -> None:
    s = duel(8, TANK, {**TEAM, "markers": 1})
    shoot(s, [HIT, HIT, 6, 6, 6, 6])
    assert s["foe"].markers == 3
    assert s["foe"].broken
    assert s["foe"].on_table


PER_HIT = [
    (MACHINE_GUN, "open", ["1/2", "1/2"]),
    (MACHINE_GUN, "cover", ["2/3", "1/3"]),
    (MACHINE_GUN, "fortification", ["5/6", "1/6"]),
    (GUN, "open", ["1/4", "1/2", "1/4"]),
    (GUN, "cover", ["1/4", "1/2", "1/4"]),
    (GUN, "fortification", ["4/9", "4/9", "1/9"]),
]


@pytest.mark.rule("RHINE-INF-06", "RHINE-INF-07", "RHINE-INF-08", "RHINE-INF-09", "RHINE-INF-10", "RHINE-INF-11")
@pytest.mark.parametrize(("gun", "ground", "shares"), PER_HIT)
def test_the_exact_markers_of_one_hit(gun: dict[str, Any], ground: str, shares: list[str]) -> None:
    """Example 8, on the table: a gun at long range that cannot miss."""
    s = duel(20, {"weapons": [{**gun, "to_hit": 1}], "thermal": True}, SQUAD, terrain=GROUND[ground])
    assert chances(s) == {markers: Fraction(share) for markers, share in enumerate(shares, 1)}


@pytest.mark.rule("RHINE-INF-02", "RHINE-FIRE-16")
@pytest.mark.parametrize(
    ("ground", "to_hit", "shares"),
    [
        ("open", 5, ["4/25", "6/25", "33/100", "9/50", "9/100"]),
        ("cover", 4, ["4/25", "8/25", "8/25", "4/25", "1/25"]),
    ],
)
def test_the_exact_odds_of_a_rifle_squad(ground: str, to_hit: int, shares: list[str]) -> None:
    """Example 9: two dice that need 5 (in cover one less is on the card)."""
    s = duel(8, {**SQUAD, "to_hit": to_hit}, SQUAD, terrain=GROUND[ground])
    assert chances(s) == {markers: Fraction(share) for markers, share in enumerate(shares)}


@pytest.mark.rule("RHINE-INF-05", "RHINE-INF-16", "RHINE-FIRE-12")
def test_the_exact_odds_of_a_tank_at_a_squad() -> None:
    """Example 10: T-72A at 8 inches with own foot near by, two dice that need 5, W 10."""
    s = duel(8, TANK, SQUAD)
    s.foot("A", "own", at=(17, 10))
    shares = ["4/25", "3/25", "21/80", "21/100", "27/200", "9/80"]
    assert chances(s) == {markers: Fraction(share) for markers, share in enumerate(shares)}
