"""Firing: which stands may fire, range, cone and flank judged one by one, what each adds, who may not."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.bptc.skirmish import Skirmish, house, piece
from umpire.battle.decisions import Refused
from umpire.games.bptc import field
from umpire.games.bptc.actions import deploying, fire
from umpire.games.bptc.actions.fire import attack


def dice(s: Skirmish, firer: str, target: str) -> int:
    return fire.dice(s.state, s[firer], s[target]).value


def reason(s: Skirmish, firer: str, target: str) -> str:
    """The rule by which one unit may not fire at another; "" if it may."""
    refusal = fire.why_not(s.state, s[firer], s[target])
    return refusal.rule if isinstance(refusal, Refused) else ""


# --- Range and half range ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("y", "want"), [(63.0, 12), (63.004, 12), (63.02, 8), (73.0, 8), (73.02, 0)])
@pytest.mark.rule("BPTC-FIR-01", "BPTC-FIR-02", "BPTC-FIR-09", "BPTC-ACT-07", "BPTC-GEN-03")
def test_half_range_adds_a_die_for_each_stand_and_includes_its_end(y: float, want: int) -> None:
    """Four stands of attack 2, range 20; the column's front edge is 2 cm before its middle, the line's is at 51."""
    s = Skirmish()
    line = s.unit("A", "line", at=(50, 50), attack=2, range=20)
    foe = s.unit("B", "foe", at=(50, y), formation="attack_column")
    assert dice(s, line, foe) == want
    assert reason(s, line, foe) == ("" if want else "BPTC-ACT-07")


@pytest.mark.rule("BPTC-FIR-02", "BPTC-FIR-09")
def test_half_range_is_judged_stand_by_stand() -> None:
    """A march column is 4 cm wide: the two stands in the middle are 10 cm away, the outer two 10.2 cm."""
    s = Skirmish()
    line = s.unit("A", "line", at=(50, 50), attack=2, range=20)
    foe = s.unit("B", "foe", at=(50, 65), formation="march_column")
    assert dice(s, line, foe) == 8 + 2


@pytest.mark.rule("BPTC-FIR-09", "BPTC-FRM-11")
def test_range_is_judged_stand_by_stand() -> None:
    """At 20 cm straight ahead the outer stands are out of range."""
    s = Skirmish()
    line = s.unit("A", "line", at=(50, 50), attack=2, range=20)
    foe = s.unit("B", "foe", at=(50, 75), formation="march_column")
    assert dice(s, line, foe) == 2 * 2


# --- Cone ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("x", "want"), [(64.0, 2), (64.1, 0)])
@pytest.mark.rule("BPTC-VIS-01", "BPTC-VIS-04")
def test_the_cone_opens_45_degrees_from_the_ends_of_the_front_edge(x: float, want: int) -> None:
    """One stand: its right front corner at (52, 51); the far corner of the target is 10 ahead, x - 54 aside."""
    s = Skirmish()
    stand = s.unit("A", "stand", at=(50, 50), stands=1, attack=2, range=20)
    foe = s.unit("B", "foe", at=(x, 60), stands=1)
    assert dice(s, stand, foe) == want


@pytest.mark.rule("BPTC-VIS-04")
def test_the_cone_may_be_wider_by_house_rule() -> None:
    s = Skirmish(options={"fire_cone": 120})
    stand = s.unit("A", "stand", at=(50, 50), stands=1, attack=2, range=20)
    foe = s.unit("B", "foe", at=(66, 60), stands=1)
    assert dice(s, stand, foe) == 2


@pytest.mark.rule("BPTC-VIS-04", "BPTC-ACT-07")
def test_nobody_fires_behind_him() -> None:
    s = Skirmish()
    line = s.unit("A", "line", at=(50, 50), facing=180)
    foe = s.unit("B", "foe", at=(50, 60))
    assert reason(s, line, foe) == "BPTC-ACT-07"


# --- Formations ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("formation", "want"),
    [("line", 8), ("extended_line", 4), ("attack_column", 4), ("march_column", 2), ("disordered", 8)],
)
@pytest.mark.rule(
    "BPTC-FRM-05", "BPTC-FRM-07", "BPTC-FRM-11", "BPTC-FIR-03", "BPTC-FIR-08", "BPTC-FIR-07",
)  # fmt: skip
def test_a_formation_lets_so_many_stands_fire(formation: str, want: int) -> None:
    """The target is a long line 15 cm ahead or more: in range of all, in half range of none."""
    s = Skirmish()
    line = s.unit("A", "line", at=(80, 50), attack=2, range=28, formation=formation)
    foe = s.unit("B", "foe", at=(80, 70), stands=9)
    assert dice(s, line, foe) == want


@pytest.mark.rule("BPTC-FRM-05", "BPTC-FRM-06")
def test_a_march_column_fires_to_the_front_only() -> None:
    s = Skirmish()
    column = s.unit("A", "column", at=(50, 50), formation="march_column", range=20)
    ahead = s.unit("B", "ahead", at=(50, 70), stands=1)
    aside = s.unit("B", "aside", at=(62, 50), stands=1)
    assert dice(s, column, ahead) == 2
    assert reason(s, column, aside) == "BPTC-ACT-07"


@pytest.mark.parametrize(
    ("stands", "face", "want"),
    [(4, "front", 1), (5, "front", 2), (5, "rear", 1), (6, "rear", 2), (4, "left", 1), (4, "right", 1)],
)
@pytest.mark.rule("BPTC-FRM-14")
def test_a_square_fires_each_face_with_the_stands_dealt_to_it(stands: int, face: str, want: int) -> None:
    s = Skirmish()
    square = s.unit("A", "square", at=(50, 50), stands=stands, formation="square", attack=2, range=28)
    where, facing = {
        "front": ((50, 70), 180), "rear": ((50, 30), 0), "left": ((30, 50), 90), "right": ((70, 50), 270),
    }[face]  # fmt: skip
    foe = s.unit("B", "foe", at=where, facing=facing, stands=1)
    assert dice(s, square, foe) == 2 * want


@pytest.mark.rule("BPTC-FRM-07", "BPTC-FRM-17")
def test_the_front_rank_of_a_column_is_as_wide_as_the_list_says() -> None:
    s = Skirmish()
    guard = s.unit("A", "guard", at=(80, 50), stands=6, column_front=3, formation="attack_column", attack=2, range=30)
    foe = s.unit("B", "foe", at=(80, 72), stands=9)
    assert dice(s, guard, foe) == 2 * 3


# --- Flank and square ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("y", "want"), [(62.0, 16), (61.0, 16), (60.99, 24)])
@pytest.mark.rule("BPTC-FIR-04", "BPTC-VIS-05", "BPTC-FIR-09")
def test_behind_the_line_of_the_front_edge_is_the_flank_and_on_it_is_the_front(y: float, want: int) -> None:
    """The target faces north with its front edge at y = 61; the firer, east of it, looks west."""
    s = Skirmish()
    line = s.unit("A", "line", at=(70, y), facing=270, stands=8, attack=2, range=60)
    foe = s.unit("B", "foe", at=(40, 60), facing=0, stands=1)
    found = fire.dice(s.state, s[line], s[foe])
    bearing = next(term.amount for term in found.reasons if term.rule == "BPTC-FIR-07") // 2
    flank = sum(term.amount for term in found.reasons if term.rule == "BPTC-FIR-04")
    assert bearing > 0
    assert flank == (2 * bearing if want == 24 else 0)


@pytest.mark.rule("BPTC-VIS-05")
def test_on_the_line_of_the_rear_edge_is_still_the_flank() -> None:
    s = Skirmish()
    foe = s.unit("B", "foe", at=(40, 60), facing=0, stands=1)
    for y, face in ((61.0, "front"), (60.9, "right"), (59.0, "right"), (58.9, "rear")):
        east = s.unit("A", f"east {y}", at=(60, y))
        assert field.face_towards(s.state, s[foe], s[east].base.centre) == face, y


@pytest.mark.rule("BPTC-VIS-05")
def test_by_house_rule_the_front_arc_is_narrower_or_all_round() -> None:
    for arc, flank in ((90, True), (180, False), (360, False)):
        s = Skirmish(options={"front_arc": arc})
        s.unit("B", "foe", at=(40, 60), facing=0, stands=1)
        aside = s.unit("A", "aside", at=(60, 62))
        assert field.on_flank(s.state, s["foe"], s[aside].base.centre) is flank, arc


@pytest.mark.parametrize(("arm", "attack_", "want"), [("infantry", 2, 8 + 1), ("artillery_foot", 3, 12 + 4)])
@pytest.mark.rule("BPTC-FIR-05", "BPTC-FIR-06", "BPTC-FRM-14")
def test_a_square_is_a_better_target_and_has_no_flank(arm: str, attack_: int, want: int) -> None:
    """The firer stands behind the square: no flank, but one die more for the unit, or for each gun."""
    s = Skirmish()
    line = s.unit("A", "line", at=(50, 50), arm=arm, stands=4, attack=attack_, range=30)
    foe = s.unit("B", "foe", at=(50, 73), facing=0, formation="square")
    assert dice(s, line, foe) == want


@pytest.mark.rule("BPTC-FIR-05")
def test_the_die_against_a_square_is_infantrys_alone() -> None:
    s = Skirmish()
    horse = s.unit("A", "horse", at=(50, 50), arm="cavalry", stands=4, mounted_attack=1, range=30, formation="line")
    foe = s.unit("B", "foe", at=(50, 73), facing=0, formation="square")
    assert dice(s, horse, foe) == 4


@pytest.mark.rule("BPTC-FIR-09", "BPTC-CON-08")
def test_a_garrison_has_no_flank() -> None:
    s = Skirmish(built=[house("brick_building", at=(50, 73))])
    line = s.unit("A", "line", at=(50, 50), attack=2, range=30)
    s.unit("B", "foe", at=(50, 73), facing=0, inside="brick_building", shelter="garrison")
    assert dice(s, line, "foe") == 8


# --- Pooling --------------------------------------------------------------------------------------------------


@pytest.mark.rule("BPTC-FIR-10", "BPTC-CAS-01", "BPTC-CAS-02", "BPTC-CAS-03")
def test_all_who_fire_at_one_target_make_one_attack() -> None:
    """8 dice and 6 dice, all needing 4: one throw of 14."""
    s = Skirmish()
    one = s.unit("A", "one", at=(50, 50), attack=2, range=30)
    two = s.unit("A", "two", at=(75, 50), stands=3, attack=2, range=40)
    foe = s.unit("B", "foe", at=(60, 75), stands=9, hits=9)
    s.play(attack(s.state, [one, two], foe), dice=[1] * 14)
    assert [throw.dice for throw in s.throws] == [14]
    assert s.rules[0] == "BPTC-FIR-10"


@pytest.mark.rule("BPTC-CAS-02", "BPTC-SAV-05", "BPTC-HIT-04")
def test_different_scores_are_rolled_apart_and_the_lowest_suppresses() -> None:
    """The hedge covers against the southern firer (5+) but not against the northern one (4+): a 4 suppresses."""
    s = Skirmish(terrain=[piece("hedge", line=[(40, 60), (60, 60)], width=0.5)])
    south = s.unit("A", "south", at=(50, 45), stands=2, attack=2, range=30)
    north = s.unit("A", "north", at=(50, 78), facing=180, stands=2, attack=2, range=30)
    foe = s.unit("B", "foe", at=(50, 61.3), stands=2, hits=9)
    groups = fire.groups_for(s.state, [s[south], s[north]], s[foe])
    assert [need.value for _, need in groups] == [5, 4]
    lowest, other = groups[1][0].value, groups[0][0].value
    s.play(attack(s.state, [south, north], foe), dice=[*[1] * lowest, *[1] * (other - 1), 5, 4])
    assert [throw.need for throw in s.throws] == [4, 5, 4]
    assert s[foe].suppressed


# --- Who may not ----------------------------------------------------------------------------------------------


@pytest.mark.rule("BPTC-FIR-11")
def test_who_has_no_attack_now_does_not_fire() -> None:
    s = Skirmish()
    foe = s.unit("B", "foe", at=(50, 60), stands=9)
    horse = s.unit(
        "A", "horse", at=(40, 50), arm="cavalry", attack=1, range=15, mounted=30, keywords=["mounted_infantry"]
    )
    guns = s.unit("A", "guns", at=(50, 45), arm="artillery_foot", mode="limbered", formation="march_column")
    wagon = s.unit("A", "wagon", at=(60, 50), arm="transport", stands=1)
    for unit in (horse, guns, wagon):
        assert reason(s, unit, foe) == "BPTC-FIR-11"
    s.mark(horse, mode="foot")
    assert reason(s, horse, foe) == ""


@pytest.mark.rule("BPTC-ACT-09", "BPTC-SUP-03", "BPTC-FIR-11")
def test_suppressed_units_do_not_fire() -> None:
    s = Skirmish()
    line = s.unit("A", "line", at=(50, 50), suppressed=True)
    foe = s.unit("B", "foe", at=(50, 60))
    assert reason(s, line, foe) == "BPTC-FIR-11"


@pytest.mark.rule("BPTC-FIR-12")
def test_units_in_contact_neither_fire_nor_are_fired_at() -> None:
    s = Skirmish()
    fighting = s.unit("A", "fighting", at=(50, 50))
    foe = s.unit("B", "foe", at=(50, 52))
    far = s.unit("A", "far", at=(75, 45), facing=320, range=40)
    beyond = s.unit("B", "beyond", at=(50, 65), stands=9)
    assert reason(s, fighting, beyond) == "BPTC-FIR-12"
    assert reason(s, far, foe) == "BPTC-FIR-12"


@pytest.mark.rule("BPTC-FIR-13")
def test_command_units_are_no_targets() -> None:
    s = Skirmish()
    line = s.unit("A", "line", at=(50, 50))
    s.unit("B", "hq", at=(50, 60), arm="command", role="HQ")
    assert reason(s, line, "hq") == "BPTC-FIR-13"


# --- Cover ----------------------------------------------------------------------------------------------------


def score(s: Skirmish, target: str, firer: str | None = None) -> int:
    return field.score_to_hit(s.state, s[target], None if firer is None else s[firer].base.centre).value


@pytest.mark.parametrize(("x", "want"), [(50, 5), (60, 5), (60.1, 4), (72, 4)])
@pytest.mark.rule("BPTC-HIT-01", "BPTC-HIT-02", "BPTC-HIT-04")
def test_half_of_the_stands_inside_an_area_are_covered(x: float, want: int) -> None:
    """The wood reaches to x = 60; the middle of the second of four stands is at x."""
    s = Skirmish(terrain=[piece("wood", box=(45, 60, 30, 20))])
    foe = s.unit("B", "foe", at=(x + 2, 60))
    assert score(s, foe) == want


@pytest.mark.parametrize(
    ("kind", "want"), [("crops", 5), ("wood", 5), ("rough", 5), ("built_up", 5), ("mud", 4), ("marsh", 4), ("hill", 4)]
)
@pytest.mark.rule("BPTC-HIT-01", "BPTC-HIT-02", "BPTC-HIT-05")
def test_cover_of_areas(kind: str, want: int) -> None:
    s = Skirmish(terrain=[piece(kind, box=(50, 60, 40, 30))])
    assert score(s, s.unit("B", "foe", at=(50, 60))) == want


@pytest.mark.parametrize(
    ("kind", "want"),
    [("wooden_building", 5), ("brick_building", 5), ("stone_building", 6)],
)
@pytest.mark.rule("BPTC-HIT-02", "BPTC-HIT-03", "BPTC-HIT-05")
def test_cover_of_buildings(kind: str, want: int) -> None:
    s = Skirmish(built=[house(kind, at=(50, 60))])
    assert score(s, s.unit("B", "foe", at=(50, 60), inside=kind, shelter="garrison")) == want


@pytest.mark.parametrize(
    ("kind", "want"),
    [("breast_works", 5), ("log_works", 5), ("fortified_works", 6), ("stone_fortification", 6)],
)
@pytest.mark.rule("BPTC-HIT-02", "BPTC-HIT-03", "BPTC-HIT-05", "BPTC-CON-08")
def test_cover_of_works(kind: str, want: int) -> None:
    s = Skirmish(built=[house(kind, at=(50, 58), size=(20, 2), facing=180)])
    foe = s.unit("B", "foe", at=(50, 60.05), inside=kind, shelter="dug_in")
    assert score(s, foe, s.unit("A", "firer", at=(50, 45))) == want


@pytest.mark.parametrize(("y", "front", "rear"), [(60.05, 6, 4), (59.1, 6, 4), (59, 6, 6), (58, 6, 6), (60.2, 4, 4)])
@pytest.mark.parametrize("dug_in", [True, False])
@pytest.mark.rule("BPTC-HIT-04", "BPTC-CON-08")
def test_works_cover_who_is_inside_them_or_is_attacked_across_them(
    y: float, front: int, rear: int, dug_in: bool
) -> None:
    """The works are 2 cm deep, from 57 to 59: a stand of 2 cm with its middle at 59 is half inside."""
    s = Skirmish(built=[house("fortified_works", at=(50, 58), size=(20, 2), facing=180)])
    marks: dict[str, Any] = {"inside": "fortified_works", "shelter": "dug_in"} if dug_in else {}
    foe = s.unit("B", "foe", at=(50, y), **marks)
    s.unit("A", "ahead", at=(50, 45))
    s.unit("A", "behind", at=(50, 80), facing=180)
    assert (score(s, foe, "ahead"), score(s, foe, "behind"), score(s, foe)) == (front, rear, rear)


@pytest.mark.parametrize(("x", "want"), [(97, 6), (97.2, 4)])
@pytest.mark.rule("BPTC-HIT-04", "BPTC-CON-08")
def test_works_cover_and_take_in_who_touches_them_with_half_of_its_stands(x: float, want: int) -> None:
    """They end at 93; the second of four stands begins 4 cm west of the middle."""
    s = Skirmish(built=[house("fortified_works", at=(90, 60), size=(6, 2))])
    s.unit("A", "line", at=(x, 58))
    s.unit("B", "foe", at=(70, 63))
    assert score(s, "line", "foe") == want
    assert ("dig_in:fortified_works" in [o.key for o in deploying.options(s.state, s["line"])]) is (want == 6)


@pytest.mark.rule("BPTC-HIT-05")
def test_by_house_rule_brick_and_logs_are_hard_cover() -> None:
    s = Skirmish(
        built=[house("brick_building", at=(50, 60)), house("wooden_building", at=(70, 60))],
        options={"brick_log_cover": "hard"},
    )
    assert score(s, s.unit("B", "in", at=(50, 60), inside="brick_building", shelter="garrison")) == 6
    assert score(s, s.unit("B", "out", at=(70, 60), inside="wooden_building", shelter="garrison")) == 5


@pytest.mark.parametrize(("gap", "want"), [(0.1, 5), (0.5, 4)])
@pytest.mark.rule("BPTC-HIT-04")
def test_a_hedge_covers_who_touches_it_from_fire_across(gap: float, want: int) -> None:
    s = Skirmish(terrain=[piece("hedge", line=[(30, 60), (70, 60)], width=0.5)])
    across = s.unit("A", "across", at=(50, 50))
    behind = s.unit("A", "behind", at=(50, 75), facing=180)
    foe = s.unit("B", "foe", at=(50, 61.25 + gap))
    assert score(s, foe, across) == want
    assert score(s, foe, behind) == 4


@pytest.mark.rule("BPTC-HIT-04")
def test_the_best_cover_counts_and_does_not_add_up() -> None:
    s = Skirmish(
        terrain=[piece("crops", box=(50, 60, 40, 30))],
        built=[house("fortified_works", at=(50, 58), size=(20, 2), facing=180)],
    )
    foe = s.unit("B", "foe", at=(50, 60.05), inside="fortified_works", shelter="dug_in")
    assert score(s, foe, s.unit("A", "firer", at=(50, 45))) == 6
