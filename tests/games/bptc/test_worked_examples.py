"""The sixteen worked examples of the specification, as exact fractions."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import umpire

F = Fraction


def odds(procedure: str, options: Any = None, **inputs: Any) -> umpire.Odds:
    return umpire.odds("bptc", procedure, options=options, **inputs)


def chance_of_order(**inputs: Any) -> F:
    found = odds("command_roll", **inputs)
    return found.p(result="success") + found.p(result="double_one")


def only(found: umpire.Odds) -> int:
    """The number of dice, which is certain."""
    assert len(found) == 1
    return int(next(iter(found)).dice)


def side(dice: int, hit_on: int = 4, **more: Any) -> dict[str, Any]:
    return {"dice": dice, "hit_on": hit_on, **more}


# --- Orders ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("BPTC-CMD-01", "BPTC-CMD-02", "BPTC-CMD-03", "BPTC-CMD-06", "BPTC-CMD-09")
def test_x1_a_second_far_order_to_charge() -> None:
    order = {"cv": 8, "successive": 1, "distance": 45.0, "charging": True}
    assert chance_of_order(**order) == F(1, 6)
    found = odds("command_roll", **order)
    assert found.by("result") == {
        "double_one": F(1, 36),
        "success": F(5, 36),
        "blunder": F(1, 36),
        "failure": F(29, 36),
    }


@pytest.mark.rule("BPTC-CMD-05", "BPTC-CMD-07", "BPTC-CMD-08", "BPTC-CMD-09")
def test_x2_the_best_order_and_the_worst() -> None:
    assert chance_of_order(cv=9, column_touching=True) == F(11, 12)
    worst = {"cv": 7, "successive": 3, "distance": 65.0, "dense": True, "charging": True}
    assert chance_of_order(**worst) == F(1, 36)
    assert odds("command_roll", **worst).p(result="success") == 0


@pytest.mark.rule("BPTC-CMD-02")
def test_x3_a_chain_of_orders() -> None:
    first, second, third = (chance_of_order(cv=9, successive=number) for number in range(3))
    assert first == F(5, 6)
    assert first * second == F(65, 108)
    assert first * second * third == F(455, 1296)
    assert first * (1 - second) == F(25, 108)


# --- Fire -----------------------------------------------------------------------------------------------------

FAR, HALF = 0, "all"
VOLLEYS = {
    "line": (8, 12, 16, 20, 9, 13),
    "extended_line": (4, 8, 12, 16, 5, 9),
    "attack_column": (4, 6, 8, 10, 5, 7),
    "march_column": (2, 3, 4, 5, 3, 4),
    "square": (2, 3, 4, 5, 3, 4),
    "disordered": (8, 12, 16, 20, 9, 13),
}


@pytest.mark.parametrize("formation", VOLLEYS)
@pytest.mark.rule(
    "BPTC-FIR-01", "BPTC-FIR-02", "BPTC-FIR-03", "BPTC-FIR-04", "BPTC-FIR-05", "BPTC-FIR-07", "BPTC-FIR-08",
    "BPTC-FRM-01", "BPTC-FRM-05", "BPTC-FRM-07", "BPTC-FRM-11", "BPTC-FRM-14",
)  # fmt: skip
def test_x4_dice_of_four_stands_of_infantry(formation: str) -> None:
    volley = {"arm": "infantry", "attack": 2, "stands": 4, "formation": formation}
    found = tuple(
        only(odds("fire_dice", half_range=near, flank=flank, target_square=square, **volley))
        for flank, square in ((False, False), (True, False), (False, True))
        for near in (FAR, HALF)
    )
    assert found == VOLLEYS[formation]


@pytest.mark.rule("BPTC-FIR-02", "BPTC-FIR-04", "BPTC-FIR-06")
def test_x4_dice_of_three_guns() -> None:
    battery = {"arm": "artillery", "attack": 3, "stands": 3, "formation": "line"}
    assert only(odds("fire_dice", target_square=True, **battery)) == 12
    assert only(odds("fire_dice", target_square=True, half_range="all", **battery)) == 15
    assert only(odds("fire_dice", half_range="all", flank=True, **battery)) == 18


@pytest.mark.rule(
    "BPTC-CAS-03", "BPTC-CAS-04", "BPTC-CAS-05", "BPTC-CAS-06", "BPTC-CAS-07", "BPTC-SAV-01", "BPTC-SAV-02",
)  # fmt: skip
def test_x5_a_volley_at_line_column_and_square() -> None:
    line = odds("attack", groups=[[4, 4]], hits=4, save=5, save_dice=2)
    assert line.by("result") == {"unaffected": F(641, 972), "suppressed": F(977, 2916), "ko": F(4, 729)}
    assert line.by("unsaved") == {0: F(328, 729), 1: F(232, 729), 2: F(43, 243), 3: F(4, 81), 4: F(4, 729)}
    column = odds("attack", groups=[[4, 4]], hits=4, save=5)
    assert column.by("result") == {"unaffected": F(13, 27), "suppressed": F(41, 81), "ko": F(1, 81)}
    square = odds("attack", groups=[[5, 4]], hits=4)
    assert square.by("result") == {"unaffected": F(29, 128), "suppressed": F(75, 128), "ko": F(3, 16)}
    thin = odds("attack", groups=[[2, 4]], hits=4, save=5, save_dice=2)
    assert thin.by("result") == {"unaffected": F(68, 81), "suppressed": F(13, 81)}


@pytest.mark.rule("BPTC-SAV-01", "BPTC-SAV-02")
def test_x6_the_save_dice_of_one_hit() -> None:
    """One die at 2+ is no certain hit: the share of what gets through of what hits is asked for."""
    hit = F(5, 6)
    line = odds("attack", groups=[[1, 2]], hits=9, save=5, save_dice=2)
    assert line.p(unsaved=1) / hit == 1 - F(19, 27)
    column = odds("attack", groups=[[1, 2]], hits=9, save=5)
    assert column.p(unsaved=1) / hit == 1 - F(1, 3)
    square = odds("attack", groups=[[1, 2]], hits=9, save_dice=2)
    assert square.p(unsaved=1) / hit == 1


@pytest.mark.parametrize(("score", "caught"), [(4, F(3, 4)), (5, F(5, 9)), (6, F(11, 36))])
@pytest.mark.rule("BPTC-SUP-01", "BPTC-SUP-02", "BPTC-CAS-07")
def test_x7_suppression_after_two_unsaved_hits(score: int, caught: F) -> None:
    found = odds("attack", groups=[[2, score]], hits=9)
    assert found.p(result="suppressed", unsaved=2) / found.p(unsaved=2) == caught


@pytest.mark.rule(
    "BPTC-CAS-08", "BPTC-FBK-01", "BPTC-FBK-02", "BPTC-FBK-03", "BPTC-FBK-04", "BPTC-FBK-05", "BPTC-FBK-06",
    "BPTC-FBK-08", "BPTC-FBK-12",
)  # fmt: skip
def test_x8_fall_back() -> None:
    far = odds("attack", groups=[[3, 4]], hits=9, suppressed=True)
    assert far.p(result="ko_fall_back", unsaved=3) / far.p(unsaved=3) == F(1, 2)
    assert far.p(result="ko_fall_back", unsaved=2) / far.p(unsaved=2) == F(1, 12)
    attack = {"groups": [[3, 4]], "hits": 6, "save": 6, "suppressed": True}
    found = odds("attack", **attack)
    assert found.p(result="unaffected") == F(343, 1728)
    assert found.p(result="ko_fall_back") == F(425, 6912)
    assert found.p(result="fall_back", fall_back=6) == F(10865, 93312)
    guns = odds("attack", holds=True, **attack)
    assert guns.p(result="ko_fall_back") == F(425, 6912)
    assert guns.p(result="held") == F(1705, 2304)
    recce = odds("attack", long_fall_back=True, **attack)
    assert recce.p(result="ko_fall_back") == 0
    assert sum(p for outcome, p in recce.items() if outcome.fall_back > 10) == F(425, 6912)
    friend = odds("attack", friend_at=4, **attack)
    assert friend.p(result="halted_on_friend", fall_back=4) == F(187255, 373248)


# --- Charges --------------------------------------------------------------------------------------------------


@pytest.mark.rule("BPTC-CHG-14", "BPTC-CHG-15", "BPTC-CHG-17", "BPTC-CHG-23", "BPTC-CHG-25", "BPTC-CHG-26")
def test_x9_cavalry_charges_infantry() -> None:
    found = odds("charge", attacker=side(6), defender=side(4))
    assert found.by("result") == {
        "defender_ko": F(427, 814),
        "defender_retreats": F(211, 814),
        "attacker_retreats": F(40, 407),
        "attacker_ko": F(48, 407),
    }
    assert found.rounds == F(512, 407)


@pytest.mark.rule("BPTC-CHG-14", "BPTC-CHG-17", "BPTC-CHG-24", "BPTC-CHG-25")
def test_x10_two_dice_against_two() -> None:
    found = odds("charge", attacker=side(2), defender=side(2))
    assert found.by("result") == {"defender_ko": F(1, 2), "attacker_ko": F(1, 2)}
    assert found.rounds == F(8, 5)
    marked = {"charge_markers": True}
    worn = odds("charge", marked, attacker=side(2, hits=2, prior=1), defender=side(2, hits=2, prior=1))
    assert worn.by("result") == {"defender_ko": F(1, 5), "attacker_ko": F(1, 5), "both_ko": F(3, 5)}
    fresh = odds("charge", marked, attacker=side(2, hits=2), defender=side(2, hits=2))
    assert fresh.by("result") == {"defender_ko": F(29, 75), "attacker_ko": F(29, 75), "both_ko": F(17, 75)}


@pytest.mark.rule("BPTC-CHG-23", "BPTC-CHG-25")
def test_x11a_against_soft_cover() -> None:
    found = odds("charge", attacker=side(3), defender=side(2, 5))
    assert found.by("result") == {
        "defender_ko": F(33, 70),
        "defender_retreats": F(1, 70),
        "attacker_ko": F(18, 35),
    }


@pytest.mark.rule("BPTC-RET-05", "BPTC-CHG-15")
def test_x11b_guns_are_ridden_down() -> None:
    found = odds("charge", attacker=side(6, save=6), defender=side(2), defender_guns=True)
    assert found.by("result") == {"defender_ko": F(1161, 1196), "attacker_ko": F(35, 1196)}


@pytest.mark.rule("BPTC-CHG-23", "BPTC-SAV-01")
def test_x11c_a_column_charges_a_line() -> None:
    found = odds("charge", attacker=side(20, save=5), defender=side(16, save=5, save_dice=4))
    assert found.by("result") == {
        "defender_retreats": F(6432618005785335, 18818418414925358),
        "defender_ko": F(10418276438042736, 65864464452238753),
        "attacker_retreats": F(40458220324837633, 131728928904477506),
        "attacker_ko": F(12702914831528528, 65864464452238753),
    }


@pytest.mark.rule("BPTC-CHG-11", "BPTC-CHG-23")
def test_x11d_cuirassiers_in_the_flank_of_a_line() -> None:
    line = only(odds("charge_dice", value=4, stands=4, flanked=1))
    found = odds("charge", attacker=side(24, save=4), defender=side(line, save=5, save_dice=4))
    assert found.by("result") == {
        "defender_ko": F(1596269161031345, 1882757536324032),
        "defender_retreats": F(76275279241733, 627585845441344),
        "attacker_retreats": F(153639700448, 9806028835021),
        "attacker_ko": F(440058048148, 29418086505063),
    }


@pytest.mark.rule("BPTC-CHG-07", "BPTC-CHG-08", "BPTC-CHG-09", "BPTC-CHG-10", "BPTC-CHG-11", "BPTC-CHG-22")
def test_x12_dice_of_a_charge() -> None:
    assert only(odds("charge_dice", value=5, stands=4, charging=True)) == 24
    assert only(odds("charge_dice", value=4, stands=4)) == 16
    assert only(odds("charge_dice", value=4, stands=4, flanked=1)) == 8
    assert only(odds("charge_dice", value=4, stands=4, flanked=2)) == 0
    assert only(odds("charge_dice", value=4, stands=4, suppressed=True, support=2)) == 20
    assert only(odds("charge_dice", value=2, stands=3, suppressed=True, flanked=1)) == 0


# --- Constructions, blunders, nerve ---------------------------------------------------------------------------


@pytest.mark.rule("BPTC-CON-01", "BPTC-CON-02", "BPTC-CON-05", "BPTC-CON-07")
def test_x13_buildings_are_battered_down() -> None:
    assert odds("construction", kind="wood", volleys=[6]).p(result="destroyed") == F(21, 32)
    assert odds("construction", kind="brick", volleys=[12]).p(result="destroyed") == F(31483, 177147)
    twice = {"kind": "wood", "volleys": [4], "turns": 2}
    assert odds("construction", **twice).p(result="destroyed") == F(135, 256)
    assert odds("construction", persists=True, **twice).p(result="destroyed") == F(219, 256)
    option = {"construction_damage_persists": True}
    assert odds("construction", option, **twice).p(result="destroyed") == F(219, 256)


@pytest.mark.rule("BPTC-BLN-01", "BPTC-SAV-01")
def test_x14_blunders_that_wound() -> None:
    found = odds("cease_firing", hits=4, save=6)
    assert found.by("result") == {
        "unaffected": F(11329507, 23887872),
        "suppressed": F(33690095, 71663616),
        "ko": F(498125, 8957952),
    }
    crossed = {"groups": [[3, 4]], "hits": 8, "save": 5}
    assert odds("attack", **crossed).p(result="suppressed") == F(91, 216)
    assert odds("attack", save_dice=4, **crossed).p(result="suppressed") == F(314, 2187)


@pytest.mark.rule("BPTC-BRK-05", "BPTC-BRK-06")
def test_x15_breakpoint_of_eleven_units() -> None:
    assert odds("break_test", cv=9, lost=5, counting=11).p(result="stays") == 1
    assert odds("break_test", cv=9, lost=6, counting=11).p(result="stays") == F(5, 6)
    assert odds("break_test", cv=9, lost=8, counting=11).p(result="stays") == F(7, 12)
