"""The eighteen worked examples of the specification, as exact fractions."""

from __future__ import annotations

from fractions import Fraction
from math import prod
from typing import Any

import pytest

import umpire

F = Fraction


def chance_of_order(**inputs: Any) -> F:
    return chance("command_roll", **inputs)


def chance(procedure: str, **inputs: Any) -> F:
    odds = umpire.odds("fwc", procedure, **inputs)
    return odds.p(result="success") + odds.p(result="double_one")


@pytest.mark.rule("FWC-CMD-01", "FWC-CMD-03", "FWC-CMD-04")
def test_1_an_order_at_command_value_8() -> None:
    odds = umpire.odds("fwc", "command_roll", cv=8)
    assert odds.p(result="success") + odds.p(result="double_one") == F(13, 18)
    assert odds.p(result="double_one") == F(1, 36)
    assert odds.p(result="blunder") == F(1, 36)
    assert odds.p(result="failure") == F(1, 4)


@pytest.mark.rule("FWC-CMD-11", "FWC-CMD-12", "FWC-CMD-13", "FWC-CMD-14", "FWC-CMD-17")
def test_2_a_far_second_order_through_woods_after_initiative() -> None:
    order = {"cv": 9, "radius": 15, "distance": 33, "order": 2, "reacted": True, "dense": True}
    assert chance_of_order(**order) == F(1, 6)


@pytest.mark.rule("FWC-CMD-15")
def test_2_the_same_order_to_an_independent_unit() -> None:
    order = {"cv": 9, "radius": 15, "distance": 33, "order": 2, "reacted": True, "dense": True}
    assert chance_of_order(**order, independent=True) == F(5, 12)


@pytest.mark.rule("FWC-CMD-12", "FWC-CMD-24")
def test_3_successive_orders_of_an_hq_with_9() -> None:
    """At -8 and beyond, only double one is left: the tail of the mean is a geometric series."""
    single = [chance_of_order(cv=9, order=order) for order in range(1, 10)]
    at_least = [prod(single[:count], start=F(1)) for count in range(10)]
    assert at_least[1] == F(5, 6)
    assert at_least[2] == F(65, 108)
    assert at_least[3] == F(455, 1296)
    assert single[7] == single[8] == F(1, 36)
    tail = at_least[8] / (1 - F(1, 36))
    assert sum(at_least[1:8]) + tail == F(831635, 419904)


@pytest.mark.rule("FWC-CMD-04", "FWC-BLD-01")
def test_4_chance_of_a_blunder_that_drives_the_formation_back() -> None:
    blunder = umpire.odds("fwc", "command_roll", cv=8).p(result="blunder")
    row = umpire.odds("fwc", "command_blunder")
    assert blunder * row.p(row=10) == F(1, 432)
    assert blunder * (row.p(row=4) + row.p(row=10)) == F(1, 216)


@pytest.mark.rule("FWC-CAS-03", "FWC-CAS-04", "FWC-CAS-06", "FWC-CAS-08", "FWC-CAS-09")
def test_5_four_dice_at_a_fresh_unit_in_the_open() -> None:
    odds = umpire.odds("fwc", "casualties", groups=[[4, 4]], save=5, hits=3)
    unsaved = {0: F(16, 81), 1: F(32, 81), 2: F(24, 81), 3: F(8, 81), 4: F(1, 81)}
    assert odds.by("unsaved") == unsaved
    assert odds.by("result") == {"ko": F(1, 9), "suppressed": F(34, 81), "unaffected": F(38, 81)}


@pytest.mark.rule("FWC-CAS-05", "FWC-CAS-11", "FWC-CAS-12", "FWC-FAL-02", "FWC-FAL-03")
def test_6_four_dice_at_a_suppressed_unit_in_soft_cover() -> None:
    odds = umpire.odds("fwc", "casualties", groups=[[4, 5]], hits=4, suppressed=True)
    assert odds.by("result") == {
        "ko": F(1, 81),
        "ko_fall_back": F(2, 27),
        "held": F(16, 81),
        "fall_back": F(58, 81),
    }
    assert odds.p(result="ko") + odds.p(result="ko_fall_back") == F(7, 81)
    assert [odds.p(result="fall_back", fall_back=cm) for cm in range(1, 11)] == [
        F(16, 243),
        F(2, 27),
        F(181, 2187),
        F(67, 729),
        F(74, 729),
        F(244, 2187),
        F(41, 729),
        F(37, 729),
        F(97, 2187),
        F(1, 27),
    ]


@pytest.mark.rule("FWC-CAS-06")
def test_7_a_marked_unit_in_hard_cover() -> None:
    odds = umpire.odds("fwc", "casualties", groups=[[2, 6]], save=4, hits=2, prior=1)
    assert odds.by("result") == {"ko": F(23, 144), "unaffected": F(121, 144)}


@pytest.mark.rule("FWC-CAS-02", "FWC-CAS-05", "FWC-CAS-10")
def test_8_mixed_scores() -> None:
    odds = umpire.odds("fwc", "casualties", groups=[[3, 4], [2, 6]], save=6, hits=6)
    assert odds.p(result="ko") == 0
    assert odds.p(result="suppressed") == F(339603005, 644972544)


@pytest.mark.rule("FWC-FAL-15", "FWC-FAL-16")
def test_9_a_massive_unit_already_suppressed() -> None:
    odds = umpire.odds("fwc", "casualties", groups=[[6, 4]], save=4, hits=6, suppressed=True, kind="massive")
    assert odds.by("result") == {"ko": F(1, 4096), "held": F(4095, 4096)}


@pytest.mark.rule("FWC-SHD-02")
def test_10_a_shield_of_three() -> None:
    odds = umpire.odds("fwc", "casualties", groups=[[6, 4]], save=5, hits=4, shield=3)
    assert odds.p(result="ko") == 0
    assert odds.by("result") == {"suppressed": F(61, 432), "unaffected": F(371, 432)}


@pytest.mark.rule("FWC-FAL-14", "FWC-FAL-03")
def test_11_a_dug_in_gun_already_suppressed() -> None:
    odds = umpire.odds("fwc", "casualties", groups=[[5, 5]], hits=4, suppressed=True, kind="hold")
    assert odds.by("result") == {"ko": F(11, 243), "ko_fall_back": F(80, 729), "held": F(616, 729)}
    assert odds.p(result="ko") + odds.p(result="ko_fall_back") == F(113, 729)


@pytest.mark.rule("FWC-FAL-04", "FWC-CAS-12")
def test_11_a_recce_unit_already_suppressed() -> None:
    odds = umpire.odds("fwc", "casualties", groups=[[5, 4]], hits=4, suppressed=True, kind="recce")
    assert odds.by("result") == {"ko": F(3, 16), "fall_back": F(25, 32), "held": F(1, 32)}
    assert odds.p(unsaved=0) == F(1, 32)
    assert max(outcome.fall_back for outcome in odds) == 18


@pytest.mark.rule("FWC-CA-12", "FWC-CA-13", "FWC-CA-14", "FWC-CA-15")
def test_12_close_assault_four_against_three() -> None:
    fight: dict[str, Any] = {"attacker_dice": 4, "defender_hit_on": 4, "defender_dice": 3, "attacker_hit_on": 4}
    assert umpire.odds("fwc", "close_assault", **fight, one_round=True).by("result") == {
        "draw": F(35, 128),
        "defender_ko": F(51, 128),
        "defender_retreats": F(13, 128),
        "attacker_retreats": F(3, 64),
        "attacker_ko": F(23, 128),
    }
    assert umpire.odds("fwc", "close_assault", **fight).by("result") == {
        "defender_ko": F(17, 31),
        "defender_retreats": F(13, 93),
        "attacker_retreats": F(2, 31),
        "attacker_ko": F(23, 93),
    }


@pytest.mark.rule("FWC-CA-11", "FWC-CA-12", "FWC-CA-14", "FWC-CA-15")
def test_13_close_assault_against_hard_cover() -> None:
    odds = umpire.odds(
        "fwc",
        "close_assault",
        attacker_dice=5,
        defender_hit_on=6,
        defender_dice=2,
        attacker_hit_on=4,
        attacker_save=5,
    )
    assert odds.p(result="defender_ko") == F(12367, 21867)
    assert odds.p(result="defender_retreats") == F(125, 21867)
    assert odds.p(result="attacker_ko") == F(3125, 7289)
    assert odds.p(result="attacker_retreats") == 0


@pytest.mark.rule("FWC-ART-09", "FWC-ART-11", "FWC-ART-12")
def test_14_deviation_and_the_zone_it_leaves_at_the_aiming_point() -> None:
    def within(radius: int, **inputs: Any) -> F:
        cm = umpire.odds("fwc", "deviation", **inputs).by("cm")
        return sum((p for far, p in cm.items() if far <= radius), F(0))

    assert umpire.odds("fwc", "deviation", distance=50, step=30).mean("cm") == 7  # two dice
    assert within(10, distance=50, step=30) == F(11, 12)
    assert within(10, distance=70, step=20, higher=True) == F(1, 2)
    assert within(15, distance=70, step=20) == F(287, 432)


@pytest.mark.rule("FWC-AAF-01", "FWC-AAF-05", "FWC-AAF-06", "FWC-AAF-07")
def test_15_anti_aircraft_fire_at_4() -> None:
    odds = umpire.odds("fwc", "anti_aircraft", dice=[3], attacks=5, score=4)
    assert odds.p(result="abort") == F(37, 64)
    flies = [odds.p(result="flies", attacks=attacks) for attacks in (5, 4, 3, 2)]
    assert flies == [F(1, 8), F(3, 16), F(3, 32), F(1, 64)]


@pytest.mark.rule("FWC-AAF-08")
def test_15_anti_aircraft_fire_at_6() -> None:
    odds = umpire.odds("fwc", "anti_aircraft", dice=[4], attacks=3, score=6)
    assert odds.p(result="abort") == F(178991, 1679616)
    assert odds.p(result="flies") - odds.p(result="flies", attacks=0) == F(6875, 7776)


@pytest.mark.rule("FWC-ART-01", "FWC-ART-03", "FWC-ART-04", "FWC-ART-05")
def test_16_an_fao_asks_for_six_units_and_a_heavy_strike() -> None:
    assert chance("artillery_request", cv=9, units=6, special=True) == F(7, 12)


@pytest.mark.rule("FWC-AIR-01", "FWC-AIR-03", "FWC-AIR-05", "FWC-AIR-06")
def test_16_an_fac_asks_for_two_aircraft_against_full_superiority() -> None:
    request = {"cv": 8, "aircraft": 2, "enemy_air": "full", "camouflaged": True}
    assert chance("air_request", **request) == F(1, 6)


@pytest.mark.rule("FWC-CAS-06", "FWC-CAS-09")
def test_17_an_artillery_blunder_falls_on_the_guns() -> None:
    rolls = [umpire.odds("fwc", "casualties", groups=[[dice, 5]], hits=4) for dice in range(1, 7)]
    assert sum(odds.p(result="suppressed") for odds in rolls) / 6 == F(35785, 118098)
    assert sum(odds.p(result="ko") for odds in rolls) / 6 == F(115, 4374)


@pytest.mark.rule("FWC-CAS-04", "FWC-CAS-09")
def test_17_an_artillery_blunder_falls_on_a_spacecraft() -> None:
    rolls = [umpire.odds("fwc", "casualties", groups=[[dice, 6]], save=3, hits=None) for dice in range(1, 7)]
    assert sum(odds.p(result="suppressed") for odds in rolls) / 6 == F(303841030499, 9521245937664)
    assert all(odds.p(result="ko") == 0 for odds in rolls)


@pytest.mark.rule("FWC-BRK-04")
def test_18_a_battlegroup_one_loss_over_its_breakpoint() -> None:
    odds = umpire.odds("fwc", "break_test", cv=8, over=1)
    assert odds.by("result") == {"stays": F(7, 12), "withdraws": F(5, 12)}
