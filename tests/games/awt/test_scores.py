"""What is reckoned without dice: attack dice, modified Zeal, the number of a conclusion; with their terms."""

from __future__ import annotations

import pytest

from tests.games.awt.dice import house
from tests.games.dice import terms
from tests.games.sheets import said
from umpire.games.awt import GAME, scores, sheet

HOUSE = house()


@pytest.mark.rule("AWT-CC-01", "AWT-CC-02", "AWT-CC-03", "AWT-CC-04", "AWT-CC-05", "AWT-CC-06")
def test_every_share_of_every_unit_up_to_twenty() -> None:
    for start in range(2, 21):
        for zeal in range(1, 13):
            for current in range(start + 1):
                if current == 0:
                    wanted = 0
                elif current == 1:
                    wanted = 1
                elif current == start:
                    wanted = zeal
                elif current > start / 2:
                    wanted = max(1, zeal - 1)
                elif current == start / 2:
                    wanted = max(1, zeal - 2)
                else:
                    wanted = max(1, min(zeal // 2, zeal - 3))
                assert scores.strength_dice(start, current, zeal).value == wanted


@pytest.mark.rule("AWT-CC-02", "AWT-CC-04", "AWT-CC-05", "AWT-CC-06")
def test_attack_dice_say_why() -> None:
    assert terms(scores.strength_dice(10, 9, 6)) == [("CC-01", 6), ("CC-02", -1)]
    assert terms(scores.strength_dice(10, 4, 6)) == [("CC-01", 6), ("CC-04", -3)]
    assert terms(scores.strength_dice(2, 1, 5)) == [("CC-05", 1)]
    assert terms(scores.strength_dice(8, 3, 2)) == [("CC-01", 2), ("CC-04", -3), ("CC-06", 2)]


@pytest.mark.rule("AWT-CC-02", "AWT-CC-03", "AWT-CC-04")
@pytest.mark.parametrize(("key", "left"), [("more", 9), ("half", 5), ("less", 4)])
def test_attack_dice_are_played_and_printed_from_one_table(
    monkeypatch: pytest.MonkeyPatch, key: str, left: int
) -> None:
    row = sheet.STRENGTH[key]
    monkeypatch.setitem(sheet.STRENGTH, key, row._replace(fewer=7))
    assert scores.strength_dice(10, left, 10).value == 3
    assert "Zeal - 7" in said(GAME.sheet(), row.rule)


@pytest.mark.parametrize(
    ("keywords", "dice", "rule"),
    [
        (("infantry", "leader", "captain"), 2, "AWT-CC-07"),
        (("infantry", "leader", "lieutenant"), 2, "AWT-CC-07"),
        (("infantry", "leader", "witch"), 2, "AWT-CC-07"),
        (("infantry", "support", "weapon_team"), 2, "AWT-CC-08"),
        (("artillery", "weapon_team"), 2, "AWT-CC-08"),
        (("artillery",), 2, "AWT-CC-08"),
        (("creature", "tiny"), 2, "AWT-CC-09"),
        (("creature", "man_sized"), 4, "AWT-CC-10"),
        (("creature", "large"), 6, "AWT-CC-11"),
        (("tracked", "armoured", "behemoth"), 3, "AWT-CC-12"),
        (("tracked", "armoured", "tank"), 2, "AWT-CC-13"),
        (("wheeled", "armoured", "car"), 1, "AWT-CC-14"),
    ],
)
@pytest.mark.rule(
    "AWT-CC-07", "AWT-CC-08", "AWT-CC-09", "AWT-CC-10", "AWT-CC-11", "AWT-CC-12", "AWT-CC-13", "AWT-CC-14",
)  # fmt: skip
def test_attack_dice_of_single_models(keywords: tuple[str, ...], dice: int, rule: str) -> None:
    found = scores.single_dice(keywords)
    assert (found.value, found.reasons[0].rule) == (dice, rule)


@pytest.mark.rule("AWT-CC-16")
def test_markers_cost_attack_dice_only_by_house_rule_and_never_the_last() -> None:
    full = scores.strength_dice(10, 10, 6)
    assert scores.stressed_dice(HOUSE, full, 2).value == 6
    stressed = house(stress_attacks=True)
    assert [scores.stressed_dice(stressed, full, markers).value for markers in (0, 2, 5, 9)] == [6, 4, 1, 1]


@pytest.mark.rule("AWT-BS-04")
@pytest.mark.parametrize(
    ("zeal", "stress", "leader", "current", "start", "wanted"),
    [
        (6, 0, False, 10, 10, 6),
        (6, 2, False, 10, 10, 4),
        (6, 2, True, 10, 10, 5),
        (6, 0, False, 5, 10, 6),
        (6, 0, False, 4, 10, 5),
        (6, 3, True, 4, 10, 3),
        (2, 3, False, 1, 10, 0),
    ],
)
def test_modified_zeal(zeal: int, stress: int, leader: bool, current: int, start: int, wanted: int) -> None:
    assert scores.modified_zeal(zeal, stress, leader, current, start).value == wanted


@pytest.mark.rule("AWT-CN-02", "AWT-CN-03", "AWT-CN-04", "AWT-CN-05", "AWT-CN-06")
def test_a_loser_reckons_term_by_term() -> None:
    number = scores.conclusion_sum(7, 5, 2, True, 1, 3, 4)
    assert terms(number) == [("CN-02", 7), ("CN-03", -1), ("CN-04", -3), ("CN-05", -2), ("CN-06", 3)]
    assert number.value == 4
    assert str(number).startswith("4 = 7 Zeal -1 ")


@pytest.mark.rule("AWT-CN-07", "AWT-CN-08")
def test_a_winner_adds_one_and_one_for_each_enemy_gone_and_nothing_else() -> None:
    number = scores.conclusion_sum(7, 2, 5, True, 1, 3, 2)
    assert terms(number) == [("CN-02", 7), ("CN-07", 1), ("CN-08", 2)]


@pytest.mark.rule("AWT-CN-09")
def test_who_is_level_has_his_zeal_whatever_befell_others() -> None:
    for wounds in (0, 3):
        assert scores.conclusion_sum(6, wounds, wounds, True, 2, 3, 1).value == 6


@pytest.mark.rule("AWT-CN-15", "AWT-CN-17")
def test_a_loser_lifted_by_friends_rolls_for_tokens_unless_the_house_rule_is_off() -> None:
    number = scores.conclusion_sum(6, 2, 1, friends=4)
    assert number.value == 9
    assert scores.points_gained(HOUSE, 6, number, 2, 1) == 3
    assert scores.points_gained(house(loser_manifests=False), 6, number, 2, 1) == 0
    assert scores.points_gained(house(loser_manifests=False), 6, 8, 1, 2) == 2
    assert scores.points_gained(HOUSE, 6, 5, 2, 1) == 0


@pytest.mark.rule("AWT-SV-02")
def test_advantages_add_up_or_the_greatest_counts() -> None:
    assert scores.advantage(HOUSE, 1, 1, 0) == 2
    assert scores.advantage(house(advantage_stack="max"), 1, 1, 0) == 1
    assert scores.advantage(HOUSE) == scores.advantage(house(advantage_stack="max")) == 0


@pytest.mark.rule("AWT-TP-04")
def test_the_rim_of_a_template_is_under_it() -> None:
    assert scores.covers(0, 0, 1500, 900, 1200)
    assert not scores.covers(0, 0, 1500, 901, 1200)
