"""The fourteen worked examples of the specification, as exact fractions."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.dice import F, plain
from tests.games.rhine.dice import odds


@pytest.mark.rule("RHINE-ACT-01", "RHINE-ACT-02", "RHINE-ACT-03", "RHINE-ACT-04", "RHINE-ACT-05")
def test_1_command_checks() -> None:
    def passed(tokens: int, markers: int = 0) -> F:
        return odds("command_check", tokens=tokens, markers=markers).p(passed=True)

    expected = {1: F(5, 6), 2: F(2, 3), 3: F(1, 2), 4: F(1, 3), 5: F(1, 6), 6: F(1, 6), 9: F(1, 6)}
    for total, chance in expected.items():
        for markers in range(total):
            assert passed(total - markers, markers) == chance
    assert passed(0) * passed(1) * passed(2) * passed(3) == F(5, 18)


@pytest.mark.rule(
    "RHINE-REACT-02", "RHINE-REACT-03", "RHINE-REACT-04", "RHINE-REACT-05", "RHINE-REACT-06", "RHINE-REACT-07",
    "RHINE-REACT-08", "RHINE-REACT-10", "RHINE-REACT-11",
)  # fmt: skip
@pytest.mark.parametrize(
    ("target", "hidden", "chances"),
    [
        ("vehicle", False, [F(2, 3), F(1, 2), F(1, 3), F(1, 6), F(1, 6), F(1, 6)]),
        ("foot", False, [F(1, 2), F(1, 3), F(1, 6), F(1, 6), F(1, 6)]),
        ("vehicle", True, [F(1, 2), F(1, 3), F(1, 6), F(1, 6), F(1, 6)]),
        ("foot", True, [F(1, 3), F(1, 6), F(1, 6), F(1, 6)]),
    ],
)
def test_2_reactions(target: str, hidden: bool, chances: list[F]) -> None:
    for extra, chance in enumerate(chances):
        for markers in range(extra + 1):
            found = odds("reaction", target=target, hidden=hidden, tokens=extra - markers, markers=markers)
            assert found.p(result="seized") == F(1, 6)
            assert found.p(result="seized") + found.p(result="reacted") == chance
            assert found.p(result="failed") == 1 - chance


@pytest.mark.rule("RHINE-MOD-01", "RHINE-MOD-05", "RHINE-MOD-07", "RHINE-MOD-08", "RHINE-MOD-10", "RHINE-MOD-13")
def test_3_to_hit() -> None:
    shot: dict[str, Any] = {"vehicle_moved": True, "obscured": True, "enemy_foot_near": True, "markers": 1}
    assert odds("to_hit", base=5, **shot).p(hit=True) == F(1, 5)
    assert odds("to_hit", base=5, **shot, thermal=True).p(hit=True) == F(3, 10)
    assert odds("to_hit", base=4, reacting_to_move=True, obscured=True).p(hit=True) == F(1, 2)


@pytest.mark.rule("RHINE-DMG-01", "RHINE-DMG-03", "RHINE-DMG-04", "RHINE-DMG-05", "RHINE-PEN-07")
def test_4_an_improved_m1_at_a_t55() -> None:
    target: dict[str, Any] = {"weapon": 10, "armour": 14, "morale": 5, "vulnerable": True}
    assert odds("to_hit", base=4).p(hit=True) == F(7, 10)
    assert plain(odds("fire_at_vehicle", dice=1, need=1, **target)) == {
        ("standing", 1): F(3, 10),
        ("broken", 5): F(1, 10),
        ("foom", None): F(3, 10),
        ("kaboom", None): F(3, 10),
    }
    assert plain(odds("fire_at_vehicle", dice=1, need=4, **target)) == {
        ("standing", 0): F(3, 10),
        ("standing", 1): F(21, 100),
        ("broken", 5): F(7, 100),
        ("foom", None): F(21, 100),
        ("kaboom", None): F(21, 100),
    }


@pytest.mark.rule("RHINE-DMG-01", "RHINE-DMG-04", "RHINE-DMG-06", "RHINE-PEN-08")
def test_5_a_t72_at_an_improved_m1() -> None:
    shot: dict[str, Any] = {"dice": 1, "need": 5, "weapon": 10, "morale": 6}
    assert plain(odds("fire_at_vehicle", armour=19, **shot)) == {
        ("standing", 0): F(2, 5),
        ("standing", 1): F(12, 25),
        ("broken", 6): F(3, 50),
        ("foom", None): F(1, 25),
        ("kaboom", None): F(1, 50),
    }
    assert plain(odds("fire_at_vehicle", armour=20, **shot)) == {("standing", 0): F(47, 50), ("broken", 6): F(3, 50)}


@pytest.mark.rule("RHINE-PEN-01", "RHINE-PEN-03", "RHINE-PEN-07", "RHINE-PEN-08")
@pytest.mark.parametrize(("vulnerable", "foom"), [(False, F(2, 3)), (True, F(1, 2))])
def test_6_the_penetration_die(vulnerable: bool, foom: F) -> None:
    """A weapon that cannot fail to penetrate: only the D6 is left."""
    found = odds("fire_at_vehicle", dice=1, need=1, weapon=10, armour=10, morale=5, vulnerable=vulnerable)
    assert found.by("result") == {"foom": foom, "kaboom": 1 - foom}


@pytest.mark.rule("RHINE-FIRE-26", "RHINE-DMG-08", "RHINE-DMG-09")
def test_7_an_autocannon_at_a_btr() -> None:
    assert odds("fire_dice", firer="autocannon", target="vehicle", distance=20).p(dice=2) == 1
    assert plain(odds("fire_at_vehicle", dice=2, need=4, weapon=4, armour=10, morale=4)) == {
        ("standing", 0): F(9, 100),
        ("standing", 1): F(21, 100),
        ("standing", 2): F(49, 400),
        ("broken", 4): F(959, 10000),
        ("foom", None): F(602, 1875),
        ("kaboom", None): F(301, 1875),
    }


@pytest.mark.rule(
    "RHINE-INF-01", "RHINE-INF-02", "RHINE-INF-04", "RHINE-INF-05", "RHINE-INF-06", "RHINE-INF-07", "RHINE-INF-08",
    "RHINE-INF-09", "RHINE-INF-10", "RHINE-INF-11", "RHINE-INF-12",
)  # fmt: skip
@pytest.mark.parametrize(
    ("weapon", "ground", "markers"),
    [
        ("light", "open", {1: F(1, 2), 2: F(1, 2)}),
        ("light", "cover", {1: F(2, 3), 2: F(1, 3)}),
        ("light", "fortification", {1: F(5, 6), 2: F(1, 6)}),
        ("heavy", "open", {1: F(1, 4), 2: F(1, 2), 3: F(1, 4)}),
        ("heavy", "cover", {1: F(1, 4), 2: F(1, 2), 3: F(1, 4)}),
        ("heavy", "fortification", {1: F(4, 9), 2: F(4, 9), 3: F(1, 9)}),
    ],
)
def test_8_one_hit_on_foot(weapon: str, ground: str, markers: dict[int, F]) -> None:
    found = odds("fire_at_foot", dice=1, need=1, weapon=weapon, ground=ground, morale=5)
    assert found.by("markers") == markers


@pytest.mark.rule("RHINE-FIRE-16", "RHINE-INF-02", "RHINE-INF-06", "RHINE-INF-07", "RHINE-INF-16")
def test_9_a_rifle_squad_at_a_squad() -> None:
    assert odds("fire_dice", firer="infantry", target="foot", distance=8).p(dice=2) == 1
    shot: dict[str, Any] = {"dice": 2, "need": 5, "weapon": "light", "morale": 5}
    in_the_open = odds("fire_at_foot", ground="open", **shot)
    assert in_the_open.by("markers") == {0: F(4, 25), 1: F(6, 25), 2: F(33, 100), 3: F(9, 50), 4: F(9, 100)}
    in_cover = odds("fire_at_foot", ground="cover", **shot)
    assert in_cover.by("markers") == {0: F(4, 25), 1: F(8, 25), 2: F(8, 25), 3: F(4, 25), 4: F(1, 25)}
    assert in_the_open.p(result="standing") == in_cover.p(result="standing") == 1


@pytest.mark.rule("RHINE-FIRE-12", "RHINE-INF-05", "RHINE-INF-09", "RHINE-INF-16", "RHINE-MOR-05")
def test_10_a_t72_at_a_squad() -> None:
    assert odds("fire_dice", firer="gun", target="foot", distance=8).p(dice=2) == 1
    assert plain(odds("fire_at_foot", dice=2, need=5, weapon="heavy", ground="open", morale=5)) == {
        ("standing", 0): F(4, 25),
        ("standing", 1): F(3, 25),
        ("standing", 2): F(21, 80),
        ("standing", 3): F(21, 100),
        ("standing", 4): F(27, 200),
        ("broken", 5): F(9, 80),
    }


@pytest.mark.rule("RHINE-REACT-02", "RHINE-MOD-05", "RHINE-DMG-02", "RHINE-DMG-05")
def test_11_an_m901_reacts_to_a_t72() -> None:
    reacts = 1 - odds("reaction", target="vehicle").p(result="failed")
    assert odds("to_hit", base=3, reacting_to_move=True).p(hit=True) == F(7, 10)  # needs 4

    def destroyed(**options: Any) -> F:
        target: dict[str, Any] = {"armour": 15, "morale": 5, "vulnerable": True, "special_armour": True}
        found = odds("fire_at_vehicle", options=options, dice=1, need=4, weapon=12, heat=True, **target)
        return found.p(result="foom") + found.p(result="kaboom")

    assert destroyed() == F(49, 100)
    assert reacts * destroyed() == F(49, 150)
    assert destroyed(heat_vs_special=True) == F(343, 1000)


@pytest.mark.rule("RHINE-BMC-02", "RHINE-BMC-03", "RHINE-BMC-04", "RHINE-BMC-05", "RHINE-BMC-06", "RHINE-BMC-07")
def test_12_rallies() -> None:
    assert plain(odds("morale_check", markers=4, morale=5)) == {
        ("standing", 4): F(1, 2),
        ("standing", 3): F(1, 3),
        ("standing", 2): F(1, 6),
    }
    assert plain(odds("morale_check", markers=5, morale=5, near_command=True)) == {
        ("destroyed", None): F(1, 6),
        ("broken", 5): F(1, 6),
        ("standing", 4): F(1, 3),
        ("standing", 3): F(1, 3),
    }


@pytest.mark.rule("RHINE-HEL-04", "RHINE-HEL-05")
@pytest.mark.parametrize(
    ("need", "sam", "missed", "aborted", "attacks", "down"),
    [
        (6, False, F(1, 2), F(1, 6), F(1, 6), F(1, 6)),
        (5, True, F(2, 5), F(0), F(1, 5), F(2, 5)),
        (8, False, F(7, 10), F(1, 10), F(1, 10), F(1, 10)),
    ],
)
def test_13_anti_aircraft_fire(need: int, sam: bool, missed: F, aborted: F, attacks: F, down: F) -> None:
    found = odds("anti_aircraft", need=need, sam=sam)
    assert found.p(result="missed") == missed
    assert found.p(result="aborted") == aborted
    assert found.p(result="attacks_then_lost") == attacks
    assert found.p(result="shot_down") == down


@pytest.mark.rule("RHINE-TERR-03", "RHINE-TERR-04", "RHINE-INIT-01", "RHINE-INIT-02")
def test_14_rough_ground_and_initiative() -> None:
    rough = odds("terrain_test", mobility="atv", ground="rough").p(passed=True)
    very_rough = odds("terrain_test", mobility="atv", ground="very_rough").p(passed=True)
    assert rough * very_rough == F(2, 3) * F(1, 2) == F(1, 3)
    assert odds("initiative", one_roll=True).by("winner") == {"a": F(45, 100), "b": F(45, 100), "tie": F(10, 100)}
    assert odds("initiative").by("winner") == {"a": F(1, 2), "b": F(1, 2)}
