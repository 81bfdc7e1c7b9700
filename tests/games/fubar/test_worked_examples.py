"""The nineteen worked examples of the specification, as exact fractions."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.dice import F, plain
from tests.games.fubar.dice import odds

LEVELS = ("green", "regular", "veteran", "elite", "hero")


def activated(level: str, options: dict[str, Any] | None = None, **more: Any) -> F:
    return odds("activation", options=options, level=level, **more).p(activated=True)


@pytest.mark.rule(
    "FUBAR-EXP-01", "FUBAR-EXP-02", "FUBAR-EXP-03", "FUBAR-EXP-04", "FUBAR-EXP-05", "FUBAR-ACT-02", "FUBAR-ACT-03",
    "FUBAR-ACT-04", "FUBAR-GEN-03", "FUBAR-GEN-04",
)  # fmt: skip
@pytest.mark.parametrize(
    ("level", "by_markers", "no_enemy"),
    [
        ("green", [F(1, 3), *[F(1, 6)] * 6], F(1, 2)),
        ("regular", [F(1, 2), F(1, 2), F(1, 3), F(1, 3), F(1, 6), F(1, 6), F(1, 6)], F(2, 3)),
        ("veteran", [*[F(2, 3)] * 3, *[F(1, 2)] * 3, F(1, 3)], F(5, 6)),
        ("elite", [*[F(5, 6)] * 4, *[F(2, 3)] * 3], F(5, 6)),
        ("hero", [F(5, 6)] * 7, F(5, 6)),
    ],
)
def test_1_activation_and_suppression(level: str, by_markers: list[F], no_enemy: F) -> None:
    assert [activated(level, suppressed=markers) for markers in range(7)] == by_markers
    assert activated(level, no_enemy=True) == no_enemy


@pytest.mark.rule("FUBAR-ACT-02")
def test_2_a_run_of_activations() -> None:
    one = activated("regular")
    runs = [1 - one, one * (1 - one), one**2 * (1 - one), one**3]
    assert runs == [F(1, 2), F(1, 4), F(1, 8), F(1, 8)]
    assert sum(number * p for number, p in enumerate(runs)) == F(7, 8)


@pytest.mark.rule("FUBAR-INIT-01", "FUBAR-INIT-02")
@pytest.mark.parametrize(("modifier", "chance"), [(0, F(1, 2)), (1, F(21, 31)), (2, F(13, 16)), (6, F(1))])
def test_3_initiative(modifier: int, chance: F) -> None:
    assert odds("initiative", modifier=modifier).p(winner="a") == chance


@pytest.mark.rule("FUBAR-FIRE-03", "FUBAR-FIRE-04", "FUBAR-FIRE-09", "FUBAR-FIRE-11", "FUBAR-SUP-01", "FUBAR-ARM-05")
def test_4_bolters_at_light_armour() -> None:
    assert odds("hit_number", target="regular").p(need=3) == 1
    found = odds("volley", groups=[[8, 3, "*"]], figures=5, armour="LA")
    assert found.by("killed") == {
        0: F(256, 6561), 1: F(119, 729), 2: F(1966, 6561), 3: F(1970, 6561), 4: F(353, 2187), 5: F(239, 6561),
    }  # fmt: skip
    assert found.mean("killed") == F(1816, 729)
    assert found.mean("suppressed") == F(520, 243)


@pytest.mark.rule("FUBAR-MRK-01", "FUBAR-ARM-06", "FUBAR-SUP-01")
def test_5_bolters_at_power_armour() -> None:
    assert odds("hit_number", target="veteran").p(need=4) == 1
    found = odds("volley", groups=[[8, 4, "*"]], figures=5, armour="PA")
    assert found.by("killed") == {0: 1}
    assert found.by("suppressed") == {
        0: F(1, 256), 1: F(1, 32), 2: F(7, 64), 3: F(7, 32), 4: F(35, 128), 5: F(93, 256),
    }  # fmt: skip
    assert found.mean("suppressed") == F(977, 256)


@pytest.mark.rule("FUBAR-MRK-02", "FUBAR-COV-07", "FUBAR-ORD-07", "FUBAR-SUP-02")
@pytest.mark.parametrize(
    ("aimed", "need", "killed", "mean"),
    [
        (False, 5, {0: F(8, 27), 1: F(4, 9), 2: F(2, 9), 3: F(1, 27)}, F(1)),
        (True, 4, {0: F(1, 8), 1: F(3, 8), 2: F(3, 8), 3: F(1, 8)}, F(3, 2)),
    ],
)
def test_6_a_plasma_gun_at_light_armour_in_cover(aimed: bool, need: int, killed: dict[int, F], mean: F) -> None:
    assert odds("hit_number", target="veteran", cover=True, aimed=aimed).p(need=need) == 1
    found = odds("volley", groups=[[3, need, "**"]], figures=5, armour="LA")
    assert found.by("killed") == killed
    assert found.mean("killed") == mean
    assert found.by("suppressed") == {0: 1}


@pytest.mark.rule("FUBAR-REA-03", "FUBAR-FIRE-10", "FUBAR-MRK-06", "FUBAR-ARM-04")
def test_7_a_reaction_after_a_failed_activation() -> None:
    assert odds("hit_number", target="regular", cover=True, failed_guard=True).p(need=5) == 1
    found = odds("volley", groups=[[3, 5, ""], [4, 5, "*"]], figures=3, armour="FI")
    assert found.mean("killed") == F(85922, 59049)
    assert found.mean("suppressed") == F(38521, 59049)
    assert found.p(killed=0) == F(823543, 4782969)


@pytest.mark.rule("FUBAR-ORD-05", "FUBAR-GEN-04", "FUBAR-GEN-06", "FUBAR-MRK-03")
def test_8_gone_to_ground_and_flame() -> None:
    assert odds("hit_number", target="elite", cover=True, ground=True).p(need=7) == 1
    shot: dict[str, Any] = {"groups": [[1, 7, "**"]], "figures": 1, "armour": "UA"}
    assert odds("volley", **shot).p(killed=1) == F(1, 6)
    assert odds("volley", options={"six_rule": "then"}, **shot).p(killed=1) == F(1, 12)
    assert odds("volley", options={"six_rule": "off"}, **shot).p(killed=1) == 0
    assert odds("hit_number", target="elite", cover=True, flame=True).p(need=5) == 1
    found = odds("volley", groups=[[3, 5, "***"]], figures=2, armour="PA")
    assert found.by("killed") == {0: F(8, 27), 1: F(4, 9), 2: F(7, 27)}
    assert found.mean("killed") == F(26, 27)


@pytest.mark.rule("FUBAR-GRN-02", "FUBAR-GEN-03")
def test_9_a_grenadiers_grenade() -> None:
    assert odds("hit_number", target="regular", grenadier=True).p(need=1) == 1
    found = odds("volley", groups=[[3, 1, ""]], figures=3, armour="FI")
    assert found.mean("killed") == F(5, 3)
    assert found.mean("suppressed") == F(5, 6)
    assert found.p(killed=0) == F(64, 729)


@pytest.mark.rule("FUBAR-VEH-06", "FUBAR-ARM-08", "FUBAR-MRK-07")
def test_10_behind_a_heavy_tank() -> None:
    found = odds("volley", groups=[[4, 3, "*"]], figures=4, armour="FA", cover_save=3)
    assert found.mean("killed") == F(20, 27)
    assert found.mean("suppressed") == F(52, 27)


@pytest.mark.rule("FUBAR-MEL-03", "FUBAR-MEL-04", "FUBAR-MEL-05", "FUBAR-MWP-01", "FUBAR-MWP-03", "FUBAR-MWP-05")
def test_11_melee() -> None:
    def adds(level: str, **more: Any) -> int:
        (found,) = odds("melee_modifier", level=level, **more).by("modifier")
        return int(found)

    sword = adds("veteran", weapon="power_sword", armour="PA", foe_armour="LA", swordsman=True)
    rifleman = adds("regular", armour="LA", foe_armour="PA")
    assert (sword, rifleman) == (3, -1)
    duel = odds("melee", attackers=[sword], defenders=[rifleman])
    assert plain(duel) == {("attacker_hits",): F(11, 12), ("defender_hits",): F(1, 36), ("tie",): F(1, 18)}
    falls = odds("save", armour="LA", weapon="power_sword").p(saved=False)
    assert duel.p(result="attacker_hits") * falls == F(11, 12)
    falls = odds("save", armour="PA", weapon="normal").p(saved=False)
    assert duel.p(result="defender_hits") * falls == F(1, 108)

    green, veteran = adds("green", foe_armour="PA"), adds("veteran", armour="PA")
    assert (green, veteran) == (-2, 2)
    gang = odds("melee", attackers=[green] * 3, defenders=[veteran])
    assert plain(gang) == {("attacker_hits",): F(91, 1296), ("defender_hits",): F(13, 16), ("tie",): F(19, 162)}
    assert gang.p(result="attacker_hits") * falls == F(91, 3888)


@pytest.mark.rule("FUBAR-DMG-01", "FUBAR-DMG-02", "FUBAR-DMG-03", "FUBAR-DMG-04", "FUBAR-DMG-05", "FUBAR-DMG-06",
                  "FUBAR-DMG-07", "FUBAR-GRV-07")  # fmt: skip
def test_12_unsaved_hits_on_a_vehicle() -> None:
    one = odds("vehicle_damage", hits=1, weapons=2, activation=4)
    assert plain(one) == {
        ("damaged", 0, 2, False, True): F(1, 2),
        ("damaged", 1, 2, False, False): F(1, 3),
        ("damaged", 0, 1, False, False): F(1, 18),
        ("damaged", 0, 2, True, False): F(1, 18),
        ("destroyed", 0, 2, False, False): F(1, 18),
    }
    grav = odds("vehicle_damage", hits=1, weapons=2, activation=4, grav=True)
    assert list(plain(grav).values()) == [F(1, 3), F(1, 3), F(1, 9), F(1, 9), F(1, 9)]
    two = odds("vehicle_damage", hits=2, weapons=2, activation=4)
    assert two.p(result="destroyed") == F(1, 9)
    assert two.p(result="damaged", light_damage=0, weapons=2, immobile=False, shaken=True) == F(1, 4)


@pytest.mark.rule("FUBAR-DMG-01", "FUBAR-MRK-02", "FUBAR-MRK-01")
def test_13_a_missile_launcher_and_a_multi_melta_at_a_medium_tank() -> None:
    tank: dict[str, Any] = {"need": 3, "hull_save": 4, "weapons": 2, "activation": 4}
    found = odds("vehicle_attack", dice=3, **tank)
    assert found.p(result="untouched") == F(8, 27)
    assert found.p(result="destroyed") == F(1093, 19683)
    assert found.p(result="damaged", shaken=True) == F(131, 324)
    assert found.p(result="damaged", immobile=True) == F(8113, 157464)
    melta = odds("vehicle_attack", dice=5, mark="**", **tank)
    assert melta.p(result="destroyed") == F(292307, 1594323)
    assert melta.p(result="untouched") == F(1, 243)
    vtol = odds("vehicle_attack", dice=2, need=3, hull_save=3, mark="*", weapons=2, activation=4)
    assert plain(vtol) == {("untouched", 0, 2, False, False): 1}


@pytest.mark.rule("FUBAR-DMG-07")
@pytest.mark.parametrize(
    ("armour", "chance"),
    [("UA", F(1, 3)), ("FA", F(1, 3)), ("FI", F(1, 3)), ("LA", F(1, 2)), ("PA", F(2, 3)), ("AD", F(5, 6))],
)
def test_14_bailing_out(armour: str, chance: F) -> None:
    assert odds("bail_out", armour=armour, crew=1).p(survivors=1) == chance
    assert odds("bail_out", armour=armour, crew=2).p(survivors=2) == chance**2


@pytest.mark.rule("FUBAR-IND-02", "FUBAR-IND-03", "FUBAR-IND-04", "FUBAR-IND-05", "FUBAR-IND-06")
@pytest.mark.parametrize(
    ("level", "eighths"),
    [
        ("green", [3, 4, 2, 1, 2]),
        ("regular", [4, 5, 3, 2, 3]),
        ("veteran", [5, 6, 4, 3, 4]),
        ("elite", [6, 7, 5, 4, 5]),
        ("hero", [7, 7, 6, 5, 6]),
    ],
)
def test_15_indirect_fire(level: str, eighths: list[int]) -> None:
    cases: list[dict[str, Any]] = [
        {},
        {"designator": 1},
        {"line_of_sight": False},
        {"line_of_sight": False, "cover": True},
        {"line_of_sight": False, "cover": True, "designator": 1},
    ]
    found = [odds("indirect", level=level, **case).p(on_target=True) for case in cases]
    assert found == [F(eighth, 8) for eighth in eighths]
    drift = odds("indirect", level="veteran", line_of_sight=False, designator=1)
    assert plain(drift) == {(True, 0): F(5, 8), (False, 1): F(1, 8), (False, 2): F(1, 8), (False, 3): F(1, 8)}
    assert drift.mean("drift") == F(3, 4)


@pytest.mark.rule("FUBAR-FIRE-09", "FUBAR-FIRE-11", "FUBAR-MRK-06")
def test_16_mortars() -> None:
    light = odds("volley", groups=[[4, 2, ""]], figures=4, armour="UA")
    assert light.by("killed") == {0: F(1, 1296), 1: F(5, 324), 2: F(25, 216), 3: F(125, 324), 4: F(625, 1296)}
    assert light.mean("killed") == F(10, 3)
    heavy = odds("volley", groups=[[6, 3, ""]], figures=3, armour="LA")
    assert heavy.mean("killed") == F(418, 243)
    assert heavy.mean("suppressed") == F(94, 81)


@pytest.mark.rule("FUBAR-MED-01", "FUBAR-MDC-03")
def test_17_the_fallen() -> None:
    assert odds("wounded", casualties=3).by("dead") == {3: F(1, 8), 2: F(3, 8), 1: F(3, 8), 0: F(1, 8)}
    dead = odds("wounded", casualties=1).p(dead=1)
    assert dead * odds("expertise", level="veteran").p(passed=False) == F(1, 4)


@pytest.mark.rule("FUBAR-MOR-03", "FUBAR-LDR-06", "FUBAR-MOR-04")
@pytest.mark.parametrize(
    ("level", "chances"),
    [
        ("green", [F(1, 3), F(1, 2), F(1, 2), F(2, 3)]),
        ("regular", [F(1, 2), F(2, 3), F(2, 3), F(5, 6)]),
        ("veteran", [F(2, 3), F(5, 6), F(5, 6), F(5, 6)]),
        ("elite", [F(5, 6)] * 4),
        ("hero", [F(1)] * 4),
    ],
)
def test_18_morale(level: str, chances: list[F]) -> None:
    helped = [(False, False), (True, False), (False, True), (True, True)]
    found = [odds("morale", level=level, leader=leader, hero=hero).p(passed=True) for leader, hero in helped]
    assert found == chances


@pytest.mark.rule("FUBAR-ACT-05", "FUBAR-DMG-08", "FUBAR-GEN-04")
def test_19_damaged_vehicles() -> None:
    then = {"six_rule": "then"}
    assert [activated("regular", light_damage=damage) for damage in (3, 4, 5, 6)] == [F(1, 6), F(1, 6), F(1, 6), 0]
    assert [activated("regular", then, light_damage=damage) for damage in (3, 4, 5)] == [F(1, 12), F(1, 18), F(1, 36)]
    sixth = odds("vehicle_damage", hits=1, weapons=1, activation=4, light_damage=5)
    assert sixth.p(result="wrecked") == F(1, 3)
    assert odds("vehicle_damage", hits=1, weapons=1, activation=4, light_damage=4).p(result="wrecked") == 0
