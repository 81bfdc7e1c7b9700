"""The seventeen worked examples of the specification, as exact fractions."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.awt.dice import at_least, odds
from tests.games.dice import F, plain


@pytest.mark.rule("AWT-SK-01", "AWT-SK-03", "AWT-SK-07")
@pytest.mark.parametrize("skill", ["ritual", "ruse"])
def test_1_rituals_and_ruses(skill: str) -> None:
    def success(dice: int, level: int) -> F:
        return odds(skill, dice=dice, level=level).p(result="success")

    assert success(4, 2) == F(11, 27)
    assert success(2, 1) == F(5, 9)
    assert success(5, 3) == F(17, 81)
    for level, tokens in ((1, 2), (2, 5)):
        assert success(tokens - 1, level) < F(1, 2) <= success(tokens, level)
    assert success(5, 2) == F(131, 243)


@pytest.mark.rule("AWT-SK-04", "AWT-SK-05")
@pytest.mark.parametrize(
    ("tokens", "threshold", "chance"), [(3, 8, F(181, 216)), (4, 14, F(721, 1296)), (1, 4, F(1, 2))]
)
def test_2_manifestations(tokens: int, threshold: int, chance: F) -> None:
    assert odds("manifestation", tokens=tokens, threshold=threshold).p(result="success") == chance


@pytest.mark.rule("AWT-PR-01", "AWT-PR-02")
@pytest.mark.parametrize(("a", "b", "chance"), [(1, 0, F(25, 36)), (2, 0, F(19, 24)), (2, 1, F(3667, 5850))])
def test_3_bids_for_priority(a: int, b: int, chance: F) -> None:
    assert odds("priority", bid_a=a, bid_b=b).p(winner="a") == chance
    assert odds("priority", bid_a=b, bid_b=a).p(winner="b") == chance
    assert odds("priority").p(winner="a") == F(1, 2)


@pytest.mark.rule("AWT-CC-01", "AWT-CC-02", "AWT-CC-03", "AWT-CC-04", "AWT-CC-05", "AWT-CC-06")
@pytest.mark.parametrize(
    ("start", "zeal", "dice"),
    [
        (10, 6, {10: 6, 9: 5, 6: 5, 5: 4, 4: 3, 1: 1}),
        (9, 4, {5: 3, 4: 1}),
        (8, 7, {3: 3}),
        (2, 5, {1: 1}),
        (8, 2, {3: 1}),
    ],
)
def test_4_attack_dice(start: int, zeal: int, dice: dict[int, int]) -> None:
    for current, number in dice.items():
        assert odds("attack_dice", start=start, current=current, zeal=zeal).p(dice=number) == 1


@pytest.mark.rule("AWT-CC-18", "AWT-CC-22", "AWT-CW-02", "AWT-SV-01")
def test_5_close_combat() -> None:
    found = odds("close_combat", dice=6, skill="medium", save=2, strength=10)
    shares = [F(64, 729), F(64, 243), F(80, 243), F(160, 729), F(20, 243), F(4, 243), F(1, 729)]
    assert found.by("wounds") == dict(enumerate(shares))
    assert found.mean("wounds") == 2
    assert at_least(found, "wounds", 3) == F(233, 729)


@pytest.mark.rule("AWT-CC-17", "AWT-CW-01", "AWT-SV-02")
def test_5_an_unarmed_witch() -> None:
    found = odds("close_combat", dice=2, skill="low", save=2, strength=10, advantage=1)
    assert found.mean("wounds") == F(1, 3)
    assert at_least(found, "wounds", 1) == F(11, 36)


@pytest.mark.rule("AWT-CC-19", "AWT-CW-06", "AWT-CW-07")
def test_6_one_brutal_die() -> None:
    found = odds("close_combat", dice=1, skill="high", strength=50, brutal=True)
    shares = [F(1, 3), F(5, 9), F(5, 54), F(5, 324), F(5, 1944)]
    assert [found.p(wounds=k) for k in range(5)] == shares
    for hits in range(1, 7):
        some = odds("close_combat", dice=1, skill="low", strength=50, brutal=True, hit_on=hits)
        assert some.p(wounds=0) == F(6 - hits, 6)
        for k in range(1, 49):
            assert some.p(wounds=k) == F(hits - 1, 6**k) + F(6 - hits, 6 ** (k + 1))


@pytest.mark.rule("AWT-CC-19", "AWT-CC-22", "AWT-CW-06", "AWT-CW-07")
def test_6_brutal_raiders() -> None:
    found: Any = odds("close_combat", dice=7, skill="high", save=2, strength=8, brutal=True)
    assert found.p(wounds=0) == F(4782969, 410338673)
    assert found.p(wounds=3) == F(470020592160, 2015993900449)
    assert found.p(wounds=8) == F(2961020494646272, 168377826559400929)
    assert found.uncapped == F(56, 15)


@pytest.mark.rule("AWT-CW-03", "AWT-CC-19")
def test_7_a_fearsome_captain() -> None:
    found = odds("close_combat", dice=2, skill="high", save=2, strength=2, fearsome=True)
    assert found.by("wounds") == {0: F(1, 4), 1: F(1, 2), 2: F(1, 4)}


@pytest.mark.rule("AWT-CW-04", "AWT-SV-01")
def test_8_a_cavalry_charge() -> None:
    assert odds("save", save=2, reroll_successful=True).p(saved=True) == F(1, 9)
    found: Any = odds("close_combat", dice=6, skill="medium", save=2, strength=10, cavalry_charge=True)
    assert found.mean("wounds") == found.uncapped == F(8, 3)
    assert at_least(found, "wounds", 3) == F(290816, 531441)


@pytest.mark.rule("AWT-SV-01", "AWT-SV-02", "AWT-SV-03")
@pytest.mark.parametrize(
    ("save", "advantage", "again", "chance"),
    [
        (2, 0, False, F(1, 3)),
        (2, 1, False, F(1, 2)),
        (2, 1, True, F(3, 4)),
        (2, 2, False, F(2, 3)),
        (4, 2, False, F(5, 6)),
        (0, 1, True, F(11, 36)),
    ],
)
def test_9_saves(save: int, advantage: int, again: bool, chance: F) -> None:
    assert odds("save", save=save, advantage=advantage, reroll_failed=again).p(saved=True) == chance


@pytest.mark.rule("AWT-TH-02", "AWT-DS-05")
def test_10_rifles() -> None:
    trench = odds("rifle_fire", dice=10, skill="medium", save=2, strength=20, advantage=1, reroll_failed=True)
    assert trench.mean("wounds") == F(5, 4)
    assert trench.p(wounds=0) == F(282475249, 1073741824)
    assert at_least(trench, "wounds", 2) == F(387730505, 1073741824)
    moved = odds("rifle_fire", dice=10, skill="medium", save=2, strength=20, difficult=True)
    assert moved.mean("wounds") == F(10, 9)
    assert moved.p(wounds=0) == F(1073741824, 3486784401)


@pytest.mark.rule("AWT-TH-03", "AWT-TH-04", "AWT-TH-07")
def test_10_volley_fire_at_an_obstacle() -> None:
    found = odds("rifle_fire", dice=8, skill="high", save=2, strength=20, advantage=1, to_hit_advantage=1)
    assert found.mean("wounds") == 4
    assert at_least(found, "wounds", 4) == F(163, 256)


@pytest.mark.rule("AWT-TH-06")
def test_11_machine_gun_dice() -> None:
    found = odds("machine_gun_dice", dice=6)
    assert found.p(hits=0, near=0) == F(1, 729)
    assert found.p(hits=0) == F(64, 729)
    assert found.p(hits=2, near=2) == F(10, 81)
    assert at_least(found, "near", 3) == F(233, 729)


@pytest.mark.rule("AWT-RS-08", "AWT-RS-09", "AWT-RS-10", "AWT-RS-11")
def test_11_a_machine_gun() -> None:
    target: dict[str, Any] = {"dice": 6, "zeal": 6, "save": 2, "current": 10, "start": 10}
    found = odds("machine_gun", **target)
    assert found.p(pinned=True) == F(3122371, 5314410)
    assert 10 - found.mean("models") == F(4, 3)
    assert found.p(shaken=True) == F(68048, 531441)
    worse = odds("machine_gun", **target, devastating=True)
    assert worse.p(pinned=True) == F(4866360229, 8303765625)
    assert worse.mean("models") == F(23833871578, 2767921875)
    assert worse.p(shaken=True) == F(3739612619, 8303765625)


MODELS = [[0, 0], [1.1, 0.2], [-1.05, 0.3], [0.1, -1.15], [2.3, 0.4], [-2.2, -0.6]]


@pytest.mark.rule("AWT-HE-01", "AWT-HE-02", "AWT-HE-03", "AWT-HE-04", "AWT-HE-05")
def test_12_high_explosive_dice() -> None:
    """One model in the middle of a template that never saves: what is not a dud or a scatter away wounds it."""
    near = odds("scatter", size=3, models=[[0, 0]]).p(covered=1)
    found = odds("high_explosive", size=3, models=[[0, 0]])
    assert found.p(wounds=1) == F(1, 10) + F(2, 5) + F(49, 100) * near
    assert odds("duds", dice=1).p(duds=1) == F(1, 100)
    assert odds("duds", dice=3, options={"dud_mode": "volley"}).p(duds=0) == F(243, 250)


@pytest.mark.rule("AWT-TP-01", "AWT-TP-04", "AWT-TP-05", "AWT-HE-06", "AWT-HE-07", "AWT-HE-08")
def test_12_a_grenade_that_scatters() -> None:
    near = odds("scatter", size=3, models=MODELS)
    shares = [F(301, 1080), F(91, 360), F(91, 360), F(22, 135), F(19, 360)]
    assert near.by("covered") == dict(enumerate(shares))
    assert near.mean("covered") == F(35, 24)
    found = odds("high_explosive", size=3, models=MODELS, save=2)
    wounds = [F(101977, 486000), F(287851, 1458000), F(52663, 243000), F(1943, 10125), F(16778, 91125)]
    assert found.by("wounds") == dict(enumerate(wounds))
    assert found.mean("wounds") == F(1399, 720)


@pytest.mark.rule("AWT-CN-02", "AWT-CN-03", "AWT-CN-04", "AWT-CN-05", "AWT-CN-06", "AWT-CN-07", "AWT-CN-08")
def test_13_the_number_of_a_conclusion() -> None:
    lost: dict[str, Any] = {"zeal": 6, "suffered": 4, "inflicted": 1, "infantry_vs_cavalry": True}
    assert odds("conclusion_number", **lost, friends=1).p(number=3) == 1
    assert odds("conclusion_number", **lost, friends_lost=1).p(number=0) == 1
    assert odds("conclusion_number", zeal=6, suffered=1, inflicted=4, enemies_lost=1).p(number=8) == 1


@pytest.mark.rule("AWT-CN-13", "AWT-CN-14", "AWT-CN-15", "AWT-LM-05", "AWT-LM-06")
def test_13_what_comes_of_it() -> None:
    assert odds("combat_conclusion", zeal=6, number=0, current=7, start=10).p(result="broken", models=7) == 1
    assert odds("manifestation_gain", points=2).by("gained") == {0: F(4, 9), 1: F(4, 9), 2: F(1, 9)}
    assert plain(odds("combat_conclusion", zeal=6, number=3, current=7, start=10, stress=1)) == {
        ("stand", 7, 1): F(1, 5),
        ("stand", 7, 2): F(2, 5),
        ("stand", 7, 0): F(3, 25),
        **{("stand", left, 0): F(1, 25) for left in range(1, 7)},
        ("destroyed", 0, 0): F(1, 25),
    }


@pytest.mark.rule("AWT-BS-01", "AWT-BS-05")
def test_14_battle_shock() -> None:
    found = odds("battle_shock", zeal=4, strength=8)
    assert found.by("losses") == {0: F(2, 5), **{lost: F(1, 10) for lost in range(1, 7)}}
    assert found.mean("losses") == F(21, 10)
    assert odds("battle_shock", zeal=3, strength=7).mean("losses") == F(14, 5)


@pytest.mark.rule("AWT-WK-04", "AWT-RS-07", "AWT-RS-10", "AWT-BS-03", "AWT-BS-04")
def test_15_a_devastating_chain() -> None:
    assert plain(odds("devastating", wounds=2, zeal=6, current=8, start=10, stress=1)) == {
        (8, 1, 0): F(1, 4),
        (8, 2, 1): F(9, 20),
        (8, 0, 2): F(9, 100),
        **{(left, 0, 2): F(3, 100) for left in range(1, 8)},
    }


@pytest.mark.rule("AWT-CN-02", "AWT-CN-04", "AWT-CN-09")
def test_16_a_duel() -> None:
    """A section and raiders at full strength: wounds on both sides are independent, as the rolls are simultaneous."""
    inflicted = odds("close_combat", dice=6, skill="medium", save=3, strength=8).by("wounds")
    suffered = odds("close_combat", dice=7, skill="high", save=2, strength=10, brutal=True).by("wounds")
    pairs = [(s, i, p * q) for s, p in suffered.items() for i, q in inflicted.items()]
    assert sum(p for s, i, p in pairs if s > i) == F(4123442867590647847, 5071143952847839744)
    assert sum(p for s, i, p in pairs if s == i) == F(4495569014079740529, 40569151622782717952)
    assert sum(p for s, i, p in pairs if s < i) == F(181531745175164391, 2386420683693101056)
    broken = F(0)
    for s, i, p in pairs:
        number = next(iter(odds("conclusion_number", zeal=6, suffered=s, inflicted=i))).number
        if s < 10 and number <= 0:
            broken += p
    assert broken == F(37955198204552668275, 778579070010669895696)


@pytest.mark.rule("AWT-CH-01", "AWT-CH-02", "AWT-TE-12")
def test_17_movement() -> None:
    assert odds("charge_reach", pace=6, needed=9.5).p(reached=True) == F(1, 2)
    falls = odds("cavalry_falls", riders=6, terrain="woods")
    assert falls.p(falls=0) == F(64, 729)
    assert falls.p(falls=2) == F(80, 243)
