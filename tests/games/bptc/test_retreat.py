"""Retreats after a charge: how far, into what, and in what state."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.bptc.skirmish import Skirmish, house, piece
from umpire.games.bptc import going
from umpire.games.bptc.actions.retreat import retreat
from umpire.table import overlap


def beaten(s: Skirmish, at: tuple[float, float] = (90, 60), **line: Any) -> Skirmish:
    """A unit of A beaten by an enemy in contact, north of it."""
    s.unit("A", "loser", at=at, **{"stands": 2, "formation": "disordered", **line})
    depth = s["loser"].base.depth / 2000
    s.unit("B", "winner", at=(at[0], at[1] + depth + 1), stands=2)
    retreat(s.state, "loser", "winner")
    return s


@pytest.mark.parametrize(
    ("line", "y"),
    [
        ({}, 55),
        ({"move": 9}, 55.5),
        ({"arm": "cavalry"}, 45),
        ({"arm": "artillery_horse", "mode": "limbered", "formation": "march_column", "stands": 1}, 45),
    ],
)
@pytest.mark.rule("BPTC-RET-06", "BPTC-CHG-15", "BPTC-GEN-04")
def test_half_a_move_straight_away_from_the_winner(line: dict[str, Any], y: float) -> None:
    assert beaten(Skirmish(), **line).at("loser") == (90, y)


@pytest.mark.rule("BPTC-RET-06")
def test_terrain_does_not_slow_it() -> None:
    s = Skirmish(terrain=[piece("wood", box=(90, 50, 60, 14)), piece("hedge", line=[(60, 58), (120, 58)])])
    assert beaten(s, arm="cavalry").at("loser") == (90, 45)


@pytest.mark.parametrize(("y", "lost"), [(52.9, False), (53.0, True)])
@pytest.mark.rule("BPTC-RET-01")
def test_into_an_enemy_it_is_lost(y: float, lost: bool) -> None:
    """Its rear edge is at 59 and goes to 54; the enemy behind is 1 cm deep to either side."""
    s = Skirmish()
    s.unit("B", "behind", at=(90, y), facing=0)
    beaten(s)
    assert (s["loser"].place == "ko") is lost
    assert ("BPTC-RET-01" in s.rules) is lost


@pytest.mark.parametrize("kind", ["cliff", "river"])
@pytest.mark.rule("BPTC-RET-02")
def test_into_impassable_ground_it_is_lost(kind: str) -> None:
    s = beaten(Skirmish(terrain=[piece(kind, box=(90, 52, 60, 8))]))
    assert s["loser"].place == "ko"
    assert s.rules[-1] == "BPTC-RET-02"


@pytest.mark.rule("BPTC-RET-02", "BPTC-TRN-02")
def test_a_boat_that_would_retreat_ashore_is_lost() -> None:
    line: dict[str, Any] = {"arm": "boat", "formation": "march_column", "stands": 1}
    for deep, place in ((12, "ko"), (30, "table")):
        s = beaten(Skirmish(terrain=[piece("river", box=(90, 60, 180, deep))]), **line)
        assert s["loser"].place == place


@pytest.mark.parametrize(("y", "lost"), [(6.0, False), (5.9, True)])
@pytest.mark.rule("BPTC-RET-03")
def test_off_the_table_it_is_lost(y: float, lost: bool) -> None:
    s = beaten(Skirmish(), at=(90, y))
    assert (s["loser"].place == "ko") is lost
    assert ("BPTC-RET-03" in s.rules) is lost


@pytest.mark.rule("BPTC-RET-04")
def test_into_a_suppressed_friend_both_are_lost() -> None:
    s = Skirmish()
    s.unit("A", "friend", at=(90, 54), suppressed=True)
    beaten(s)
    assert s["loser"].place == s["friend"].place == "ko"
    assert s.state.sides["A"].lost == 2
    assert "BPTC-RET-04" in s.rules


@pytest.mark.rule("BPTC-RET-06")
def test_an_unsuppressed_friend_halts_it_and_is_suppressed() -> None:
    s = Skirmish()
    s.unit("A", "friend", at=(90, 55.5), formation="march_column", stands=1)
    beaten(s)
    assert s["loser"].place == "table"
    assert s["friend"].suppressed
    assert s.at("loser")[1] == pytest.approx(57.5, abs=0.05)
    assert "BPTC-RET-06" in s.rules


@pytest.mark.parametrize("shaken", [False, True])
@pytest.mark.rule("BPTC-RET-06", "BPTC-RET-04")
def test_two_friends_it_meets_at_once_share_what_befalls_one(shaken: bool) -> None:
    s = Skirmish()
    s.unit("A", "left", at=(86, 55.5), stands=2, suppressed=shaken)
    s.unit("A", "right", at=(94, 55.5), stands=2, suppressed=shaken)
    beaten(s)
    assert [s[uid].place == "ko" for uid in ("loser", "left", "right")] == [shaken] * 3
    assert shaken or (s["left"].suppressed and s["right"].suppressed)


@pytest.mark.rule("BPTC-RET-05")
def test_unlimbered_guns_are_lost_and_limbered_ones_are_not() -> None:
    s = beaten(Skirmish(), arm="artillery_foot", formation="line")
    assert s["loser"].place == "ko"
    assert s.rules[-1] == "BPTC-RET-05"
    s = beaten(Skirmish(), arm="artillery_foot", mode="limbered", formation="march_column", stands=1)
    assert s["loser"].place == "table"


@pytest.mark.rule("BPTC-RET-07", "BPTC-FRM-16")
def test_after_it_the_unit_is_disordered_faces_the_winner_and_is_not_suppressed() -> None:
    s = beaten(Skirmish(), formation="attack_column", facing=90)
    assert s["loser"].formation == "disordered"
    assert s["loser"].base.facing == 0
    assert not s["loser"].suppressed


@pytest.mark.rule("BPTC-RET-07")
def test_by_house_rule_it_is_suppressed() -> None:
    assert beaten(Skirmish(options={"retreat_suppresses": True}))["loser"].suppressed


@pytest.mark.rule("BPTC-FRM-16", "BPTC-RET-07")
def test_by_house_rule_it_keeps_its_formation() -> None:
    s = beaten(Skirmish(options={"disorder_on_fallback": False}), formation="attack_column")
    assert s["loser"].formation == "attack_column"


@pytest.mark.rule("BPTC-RET-07", "BPTC-CON-08")
def test_garrisons_and_dug_in_units_leave_their_works() -> None:
    s = Skirmish(built=[house("brick_building", at=(90, 60))])
    beaten(s, inside="brick_building", shelter="garrison")
    assert (s["loser"].inside, s["loser"].shelter) == ("", "")
    assert s.at("loser")[1] < 57
    s = Skirmish(built=[house("breast_works", at=(90, 62.1), size=(20, 2))])
    s.unit("A", "loser", at=(90, 60), inside="breast_works", shelter="dug_in", stands=2)
    s.unit("B", "winner", at=(90, 64.2), stands=2)
    retreat(s.state, "loser", "winner")
    assert (s["loser"].inside, s.at("loser")[1]) == ("", 55)


@pytest.mark.parametrize(("gap", "formation"), [(0, "line"), (1, "disordered")])
@pytest.mark.rule("BPTC-FRM-16", "BPTC-RET-06", "BPTC-RET-07")
def test_who_has_friends_at_his_heels_does_not_move_and_is_not_disordered(gap: float, formation: str) -> None:
    s = Skirmish()
    s.unit("A", "friend", at=(90, 58 - gap), stands=2)
    beaten(s, formation="line")
    assert s["friend"].suppressed
    assert s["loser"].formation == formation
    assert gap or not overlap(s["loser"].base, s["friend"].base)


@pytest.mark.parametrize(("disorder", "formation", "wide"), [(True, "disordered", 8), (False, "line", 16)])
@pytest.mark.rule("BPTC-RET-07", "BPTC-FRM-17")
def test_who_is_driven_out_of_a_building_stands_as_his_formation_does(
    disorder: bool, formation: str, wide: int
) -> None:
    s = Skirmish(built=[house("brick_building", at=(90, 60))], options={"disorder_on_fallback": disorder})
    beaten(s, inside="brick_building", shelter="garrison", formation="line", stands=4)
    assert (s["loser"].formation, s["loser"].base.width) == (formation, wide * 1000)


@pytest.mark.parametrize("option", ["full", "half", "none"])
@pytest.mark.rule("BPTC-CHG-15", "BPTC-RET-07")
def test_a_beaten_square_retreats_half_its_rate_however_little_it_may_move_itself(option: str) -> None:
    s = beaten(Skirmish(options={"square_move": option}), formation="square", stands=4)
    assert (s.at("loser")[1], s["loser"].formation) == (55, "disordered")


@pytest.mark.parametrize("y", [55.9, 54.5, 53.5])
@pytest.mark.rule("BPTC-RET-06", "BPTC-RET-07")
def test_a_garrison_driven_out_onto_friends_close_behind_its_building_halts_there_and_suppresses_them(y: float) -> None:
    s = Skirmish(built=[house("brick_building", at=(90, 60))])
    s.unit("A", "loser", at=(90, 60), inside="brick_building", shelter="garrison")
    s.unit("A", "friend", at=(90, y))
    s.unit("B", "winner", at=(90, 64), stands=2)
    retreat(s.state, "loser", "winner")
    assert s["friend"].suppressed
    assert s["loser"].shelter == ""
    assert not overlap(s["loser"].base, s["friend"].base)
    assert s["loser"].base.y > s["friend"].base.y  # it has not come over them


@pytest.mark.parametrize(("who", "rule"), [("A", "BPTC-RET-04"), ("B", "BPTC-RET-01")])
@pytest.mark.rule("BPTC-RET-01", "BPTC-RET-04", "BPTC-RET-07")
def test_a_garrison_driven_out_onto_enemies_or_suppressed_friends_is_lost(who: str, rule: str) -> None:
    s = Skirmish(built=[house("brick_building", at=(90, 60))])
    s.unit("A", "loser", at=(90, 60), inside="brick_building", shelter="garrison")
    s.unit(who, "other", at=(90, 55), suppressed=True)
    s.unit("B", "winner", at=(90, 64), stands=2)
    retreat(s.state, "loser", "winner")
    assert s["loser"].place == "ko"
    assert rule in s.rules


@pytest.mark.rule("BPTC-FRM-16", "BPTC-FRM-17", "BPTC-TER-11")
def test_a_march_column_that_has_no_room_to_be_disordered_on_a_bridge_stays_formed() -> None:
    s = Skirmish(terrain=[piece("river", box=(90, 60, 180, 40))], built=[house("bridge", at=(90, 60), size=(6, 40))])
    s.unit("A", "loser", at=(90, 60), formation="march_column")
    s.unit("B", "winner", at=(90, 65), stands=1)
    retreat(s.state, "loser", "winner")
    assert s["loser"].formation == "march_column"
    assert s.at("loser") == (90, 55)
    assert not any(going.stands_on(s["loser"].base, each) for each in s.state.scene.barriers.pieces)
