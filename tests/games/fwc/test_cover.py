"""Scores to hit by cover, distances and the rounding of dice."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.fwc.skirmish import Skirmish, piece
from umpire.games.fwc import field
from umpire.games.fwc.actions import fire
from umpire.games.fwc.actions.fire import Shot
from umpire.games.fwc.procedures import mission_dice
from umpire.table import Point


def score(s: Skirmish, target: str, firer: str) -> int:
    return field.score_to_hit(s.state, s[target], s[firer].base.centre).value


def shoot(s: Skirmish, firer: str, target: str, *dice: int) -> None:
    s.play(fire.attack(s.state, [Shot(firer)], target), dice=dice)


@pytest.mark.rule("FWC-HIT-01")
def test_in_the_open_a_unit_is_hit_on_4_5_and_6() -> None:
    s = Skirmish()
    tank = s.unit("A", "tank", at=(20, 20), attacks=6, range=50)
    foe = s.unit("B", "foe", at=(20, 60), cls="infantry", hits=9)
    shoot(s, tank, foe, 1, 2, 3, 4, 5, 6, 1, 1, 1)
    assert s.throws[0].need == 4
    assert s[foe].hits == 3


@pytest.mark.rule("FWC-HIT-02")
@pytest.mark.parametrize("kind", ["dense", "crops", "rubble"])
def test_in_soft_cover_a_unit_is_hit_on_5_and_6(kind: str) -> None:
    s = Skirmish(terrain=[piece(kind, box=(20, 60, 20, 6))])
    tank = s.unit("A", "tank", at=(20, 20), attacks=6, range=50)
    foe = s.unit("B", "foe", at=(20, 60), cls="infantry", hits=9)
    shoot(s, tank, foe, 1, 2, 3, 4, 5, 6, 1, 1)
    assert s.throws[0].need == 5
    assert s[foe].hits == 2


@pytest.mark.rule("FWC-HIT-03")
def test_in_hard_cover_a_unit_is_hit_on_6_only() -> None:
    s = Skirmish(terrain=[piece("building", box=(20, 60, 20, 6))])
    tank = s.unit("A", "tank", at=(20, 20), attacks=6, range=50)
    foe = s.unit("B", "foe", at=(20, 60), cls="infantry", hits=9)
    shoot(s, tank, foe, 1, 2, 3, 4, 5, 6, 5)
    assert s.throws[0].need == 6
    assert s[foe].hits == 1
    assert not s[foe].suppressed


@pytest.mark.rule("FWC-HIT-04")
def test_overlapping_cover_is_not_added_up_the_best_one_counts() -> None:
    s = Skirmish(terrain=[piece("crops", box=(20, 60, 20, 6)), piece("building", box=(20, 60, 20, 6))])
    s.unit("A", "tank", at=(20, 20))
    foe = s.unit("B", "foe", at=(20, 60), cls="infantry")
    assert score(s, foe, "tank") == 6
    double = Skirmish(terrain=[piece("crops", box=(20, 60, 20, 6)), piece("dense", box=(20, 60, 20, 6))])
    double.unit("A", "tank", at=(20, 20))
    double.unit("B", "foe", at=(20, 60), cls="infantry")
    assert score(double, "foe", "tank") == 5


@pytest.mark.rule("FWC-HIT-04")
def test_cover_is_judged_for_each_attacker() -> None:
    s = Skirmish(terrain=[piece("wall", line=[(10, 58), (30, 58)], width=0.5)])
    s.unit("A", "south", at=(20, 20))
    s.unit("A", "east", at=(60, 61))
    foe = s.unit("B", "foe", at=(20, 60), cls="infantry", hits=9)
    assert (score(s, foe, "south"), score(s, foe, "east")) == (5, 4)
    # Together they are one attack in two groups: two dice at 4+, then two at 5+.
    s.mark("south", profile=_with_attacks(s, "south", 2))
    s.mark("east", profile=_with_attacks(s, "east", 2))
    s.play(fire.attack(s.state, [Shot("south"), Shot("east")], foe), dice=[4, 4, 4, 4, 1, 1])
    assert [(throw.dice, throw.need) for throw in s.throws[:2]] == [(2, 4), (2, 5)]
    assert s[foe].hits == 2


def _with_attacks(s: Skirmish, name: str, attacks: int) -> Any:
    profile = s[name].profile
    profile.attacks = attacks
    return profile


@pytest.mark.rule("FWC-HIT-04")
@pytest.mark.parametrize(("edge", "expected"), [(60.0, 5), (59.9, 4)])
def test_half_of_the_base_in_a_wood_is_in_it_less_is_not(edge: float, expected: int) -> None:
    """The wood reaches from y = 50 to the edge; the base lies from 58.5 to 61.5."""
    s = Skirmish(terrain=[piece("crops", box=(20, (50 + edge) / 2, 30, edge - 50))])
    s.unit("A", "tank", at=(60, 60))
    s.unit("B", "foe", at=(20, 60))
    assert score(s, "foe", "tank") == expected


COVER = [
    ({"cls": "infantry", "dug_in": True}, 6),
    ({"cls": "gun", "dug_in": True}, 6),
    ({"cls": "afv", "dug_in": True}, 5),
    ({"cls": "infantry", "in_dugout": True}, 6),
    ({"cls": "infantry"}, 4),
]


@pytest.mark.rule("FWC-HIT-05")
@pytest.mark.parametrize(("marks", "expected"), COVER)
def test_digging_in_is_hard_cover_for_infantry_and_guns_partial_for_tanks(marks: dict[str, Any], expected: int) -> None:
    s = Skirmish()
    s.unit("A", "tank", at=(20, 20))
    s.unit("B", "foe", at=(20, 60), **marks)
    assert score(s, "foe", "tank") == expected


@pytest.mark.rule("FWC-HIT-05")
def test_a_wall_covers_only_who_stands_close_behind_it() -> None:
    s = Skirmish(terrain=[piece("wall", line=[(10, 50), (30, 50)], width=0.5)])
    s.unit("A", "tank", at=(20, 20))
    s.unit("B", "near", at=(20, 53), cls="infantry")
    s.unit("B", "far", at=(14, 60), cls="infantry")
    assert (score(s, "near", "tank"), score(s, "far", "tank")) == (5, 4)


@pytest.mark.rule("FWC-HIT-05")
@pytest.mark.parametrize(("cm", "expected"), [(0, 5), (2, 5), (2.01, 4), (2.9, 4)])
def test_a_wall_shelters_up_to_two_centimetres_behind_it(cm: float, expected: int) -> None:
    """Its far side is at y = 50.25, the base reaches 1.5 cm before its middle."""
    s = Skirmish(terrain=[piece("wall", line=[(10, 50), (30, 50)], width=0.5)])
    s.unit("A", "tank", at=(20, 20))
    s.unit("B", "foe", at=(20, 50.25 + cm + 1.5), cls="infantry")
    assert score(s, "foe", "tank") == expected


@pytest.mark.rule("FWC-HIT-04", "FWC-HIT-05")
def test_behind_one_leg_of_a_bent_wall_another_is_no_cover() -> None:
    """The shot comes over the leg in the south, far before the squad; the leg close to it stands beside it."""
    s = Skirmish(terrain=[piece("wall", line=[(10, 40), (30, 40), (30, 70)], width=0.5)])
    s.unit("A", "south", at=(20, 20))
    s.unit("A", "east", at=(60, 60))
    s.unit("B", "squad", at=(27, 60), cls="infantry")
    assert score(s, "squad", "south") == 4
    assert score(s, "squad", "east") == 5


@pytest.mark.rule("FWC-HIT-05")
def test_a_vehicle_behind_the_crest_of_its_hill_is_hull_down() -> None:
    s = Skirmish(terrain=[piece("hill", box=(60, 60, 40, 20), height=1)])
    s.unit("A", "south", at=(60, 20))
    s.unit("B", "crest", at=(60, 53))
    s.unit("B", "middle", at=(50, 60))
    s.unit("B", "infantry", at=(70, 53), cls="infantry")
    s.unit("A", "beside", at=(66, 53))
    assert score(s, "crest", "south") == 5
    assert score(s, "middle", "south") == 4
    assert score(s, "infantry", "south") == 4
    assert score(s, "crest", "beside") == 4  # he stands on the same hill


@pytest.mark.rule("FWC-HIT-05")
@pytest.mark.parametrize(("cm", "expected"), [(0, 5), (2, 5), (2.01, 4), (2.9, 4)])
def test_a_vehicle_is_hull_down_up_to_two_centimetres_behind_the_crest(cm: float, expected: int) -> None:
    """The crest is at y = 50."""
    s = Skirmish(terrain=[piece("hill", box=(60, 60, 40, 20), height=1)])
    s.unit("A", "south", at=(60, 20))
    s.unit("B", "foe", at=(60, 50 + cm + 1.5))
    assert score(s, "foe", "south") == expected


@pytest.mark.rule("FWC-HIT-05", "FWC-GEN-03")
@pytest.mark.parametrize(("cm", "expected"), [(1.9, 5), (2.004, 5), (2.1, 4)])
def test_shelter_is_measured_from_the_nearest_point_of_a_base_however_it_is_turned(cm: float, expected: int) -> None:
    """Turned by 45 degrees, a base reaches 2.121 cm before its middle."""
    crest = piece("hill", box=(60, 60, 40, 20), height=1)
    wall = piece("wall", line=[(10, 49.75), (30, 49.75)], width=0.5)
    s = Skirmish(terrain=[crest, wall])
    s.unit("A", "before-hill", at=(60, 20))
    s.unit("A", "before-wall", at=(20, 20))
    s.unit("B", "on-hill", at=(60, 50 + cm + 2.121), facing=45)
    s.unit("B", "at-wall", at=(20, 50 + cm + 2.121), facing=45)
    assert score(s, "on-hill", "before-hill") == expected
    assert score(s, "at-wall", "before-wall") == expected


@pytest.mark.rule("FWC-HIT-05")
def test_the_edge_of_obscurants_is_soft_cover() -> None:
    s = Skirmish()
    s.unit("A", "tank", at=(20, 20))
    foe = s.unit("B", "foe", at=(20, 60))
    s.zone("smoke", (20, 63), 3)
    assert field.visible(s.state, s["tank"], s[foe])
    assert score(s, foe, "tank") == 5


@pytest.mark.rule("FWC-HIT-05", "FWC-INS-01")
def test_inside_a_bunker_infantry_is_in_hard_cover() -> None:
    s = Skirmish(installations=[_bunker()])
    s.unit("A", "tank", at=(20, 20))
    s.unit("B", "foe", at=(20, 60), cls="infantry", inside="bunker")
    assert score(s, "foe", "tank") == 6


def _bunker() -> Any:
    from umpire.games.fwc.schema import InstallationEntry

    return InstallationEntry("bunker", "Bunker", "B", (20, 60), 8, 5, 4)


@pytest.mark.rule("FWC-CAM-01")
def test_adaptive_camouflage_is_no_cover_unless_the_house_says_so() -> None:
    for step, expected in ((False, 4), (True, 5)):
        s = Skirmish(options={"camo_cover_step": step}, player_turn=5)
        s.unit("A", "tank", at=(20, 20))
        s.unit("B", "foe", at=(20, 60), keywords=["adaptive_camo"], moved=2)
        assert score(s, "foe", "tank") == expected
        s.mark("foe", moved=5)
        assert score(s, "foe", "tank") == 4
        s.mark("foe", moved=0)
        s.state.player_turn = 1
        assert score(s, "foe", "tank") == expected


# --- Distance, halves and empty pools ---------------------------------------------------------------------------


@pytest.mark.rule("FWC-GEN-03")
def test_distance_is_edge_to_edge_in_hundredths() -> None:
    s = Skirmish()
    s.unit("A", "a", at=(20, 20))
    s.unit("B", "b", at=(20, 33.004))
    assert field.distance(s["a"], s["b"]) == 1000
    s.mark("b", base=s["b"].base.moved(20_000, 33_005))
    assert field.distance(s["a"], s["b"]) == 1001
    s.mark("b", base=s["b"].base.turned(45).moved(20_000, 33_000))
    assert field.distance(s["a"], s["b"]) == 938  # its corner reaches 2.12 cm from its middle, not 1.5
    assert field.to_point(s["a"], Point(20_000, 31_500)) == 1000


@pytest.mark.rule("FWC-GEN-03", "FWC-FIR-12")
@pytest.mark.parametrize(("y", "inside"), [(73.0, True), (73.004, True), (73.005, False), (73.02, False)])
def test_a_length_exactly_on_the_limit_is_inside(y: float, inside: bool) -> None:
    s = Skirmish()
    tank = s.unit("A", "tank", at=(20, 20), range=50)
    foe = s.unit("B", "foe", at=(20, y))
    assert field.units_within(s[tank], s[foe], 50) is inside
    assert fire.can_fire(s.state, s[tank], s[foe]) is inside


@pytest.mark.rule("FWC-GEN-04")
def test_half_a_range_is_exact_and_half_a_sum_of_dice_is_rounded_up() -> None:
    s = Skirmish()
    tank = s.unit("A", "tank", at=(20, 20), range=25, attacks=3)
    near = s.unit("B", "near", at=(20, 35.5), cls="infantry")  # 12.5 cm away
    far = s.unit("B", "far", at=(24, 35.51), cls="infantry")
    s.mark(far, base=s[far].base.moved(20_000, 35_510))
    assert fire.dice(s.state, s[tank], s[near]).value == 4
    assert fire.dice(s.state, s[tank], s[far]).value == 3
    assert mission_dice(s.state.house, [4, 3], "barrage") == 4
    assert mission_dice(s.state.house, [4, 4], "barrage") == 4


@pytest.mark.rule("FWC-GEN-06")
def test_a_pool_below_nothing_is_nothing_and_makes_no_attack() -> None:
    s = Skirmish()
    tank = s.unit("A", "tank", at=(20, 20), attacks=1, range=50, keywords=["stabilised"])
    foe = s.unit("B", "foe", at=(20, 60), cls="infantry", suppressed=True)
    assert fire.dice(s.state, s[tank], s[foe], moving=True).value == 0
    result = s.play(fire.attack(s.state, [Shot(tank, moving=True)], foe), dice=[])
    assert result == "unaffected"
    assert s[foe].hits == 0
    assert s.at(foe) == (20, 60)
