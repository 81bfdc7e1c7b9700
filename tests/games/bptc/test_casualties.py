"""Casualties on the table: knock-out, suppression, fall-back, and what lies behind a unit."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.bptc.skirmish import Skirmish, house, piece
from umpire import odds
from umpire.games.bptc.actions import fire
from umpire.games.bptc.actions.damage import take_attack
from umpire.table import gap


def struck(s: Skirmish, unit: str, dice: list[int], groups: list[tuple[int, int]], by: tuple[str, ...] = ()) -> str:
    result: str = s.play(take_attack(s.state, unit, groups, by), dice=dice)
    return result


# --- The eight steps ------------------------------------------------------------------------------------------


@pytest.mark.rule("BPTC-CAS-03", "BPTC-CAS-04", "BPTC-CAS-06", "BPTC-CAS-07", "BPTC-SUP-01", "BPTC-SUP-02")
def test_hits_saves_and_suppression_one_after_the_other() -> None:
    """Four dice, three hits; three save dice and two for the stands of the line, two saved; one die, a 4."""
    s = Skirmish()
    unit = s.unit("A", "unit", at=(90, 60), stands=2, save=5, hits=4)
    assert struck(s, unit, [4, 5, 6, 1, 5, 6, 1, 1, 1, 4], [(4, 4)]) == "suppressed"
    assert [(throw.dice, throw.need) for throw in s.throws] == [(4, 4), (5, 5), (1, 4)]
    assert (s[unit].hits, s[unit].suppressed) == (1, True)


@pytest.mark.parametrize(("face", "shaken"), [(4, False), (5, True)])
@pytest.mark.rule("BPTC-CAS-07", "BPTC-SUP-02")
def test_the_score_that_suppresses_is_the_score_to_hit(face: int, shaken: bool) -> None:
    s = Skirmish()
    unit = s.unit("A", "unit", at=(90, 60), hits=4)
    struck(s, unit, [5, 1, face], [(2, 5)])
    assert s[unit].suppressed is shaken


@pytest.mark.rule("BPTC-CAS-05", "BPTC-SAV-04")
def test_hits_of_earlier_attacks_this_turn_count_toward_the_knock_out() -> None:
    s = Skirmish()
    unit = s.unit("A", "unit", at=(90, 60), hits=4, marked=2)
    assert struck(s, unit, [4, 4], [(2, 4)]) == "ko"
    assert s[unit].place == "ko"
    assert s.state.sides["A"].lost == 1


@pytest.mark.rule("BPTC-CAS-05", "BPTC-SAV-04")
def test_one_hit_short_of_its_value_it_stands() -> None:
    s = Skirmish()
    unit = s.unit("A", "unit", at=(90, 60), hits=4, marked=1)
    assert struck(s, unit, [4, 4, 1, 1], [(2, 4)]) == "unaffected"
    assert s[unit].hits == 3


@pytest.mark.rule("BPTC-SAV-06", "BPTC-FBK-01")
def test_who_is_suppressed_by_an_attack_does_not_fall_back_from_it() -> None:
    s = Skirmish()
    unit = s.unit("A", "unit", at=(90, 60), hits=9)
    foe = s.unit("B", "foe", at=(90, 75))
    assert struck(s, unit, [4, 4, 6, 6], [(2, 4)], (foe,)) == "suppressed"
    assert s.at(unit) == (90, 60)


@pytest.mark.rule("BPTC-GEN-05", "BPTC-CAS-03")
def test_without_dice_there_is_no_attack() -> None:
    s = Skirmish()
    unit = s.unit("A", "unit", at=(90, 60), suppressed=True)
    assert struck(s, unit, [], [(0, 4), (-2, 5)]) == "unaffected"


@pytest.mark.rule("BPTC-SUP-03")
def test_suppressed_again_is_no_more_than_suppressed() -> None:
    s = Skirmish()
    s.unit("A", "friend", at=(90, 56), suppressed=True)
    unit = s.unit("A", "unit", at=(90, 60), hits=9, suppressed=True)
    foe = s.unit("B", "foe", at=(90, 75))
    struck(s, unit, [4, 6], [(1, 4)], (foe,))
    assert s["friend"].suppressed
    assert "BPTC-FBK-13" not in s.rules


# --- Fall-back ------------------------------------------------------------------------------------------------


def driven(s: Skirmish, total: list[int], **line: Any) -> str:
    """A suppressed unit at (90, 60), an attacker north of it, as many hits as fall-back dice."""
    unit = s.unit("A", "unit", at=(90, 60), suppressed=True, **{"hits": 99, **line})
    foe = s.unit("B", "foe", at=(90, 80), formation="march_column")
    return struck(s, unit, [*[6] * len(total), *total], [(len(total), 4)], (foe,))


@pytest.mark.rule("BPTC-CAS-08", "BPTC-FBK-02", "BPTC-FBK-03", "BPTC-FBK-15")
def test_it_goes_the_sum_of_its_dice_straight_away_and_keeps_its_facing() -> None:
    s = Skirmish()
    assert driven(s, [3, 4], formation="disordered") == "fall_back"
    assert (s.at("unit"), s["unit"].base.facing) == ((90, 53), 0)
    assert s["unit"].suppressed


@pytest.mark.rule("BPTC-FBK-03", "BPTC-FBK-15", "BPTC-CAS-08")
def test_away_from_the_closest_of_several_attackers() -> None:
    """Along the line from his middle through its own, which is no multiple of a right angle."""
    s = Skirmish()
    unit = s.unit("A", "unit", at=(90, 60), suppressed=True, hits=99, formation="disordered")
    s.unit("B", "near", at=(96, 68), stands=1, formation="disordered")
    s.unit("B", "far", at=(90, 100), stands=1, formation="disordered")
    struck(s, unit, [6, 5], [(1, 4)], ("far", "near"))
    x, y = s.at(unit)
    assert x == pytest.approx(90 - 5 * 0.6, abs=0.01)
    assert y == pytest.approx(60 - 5 * 0.8, abs=0.01)


@pytest.mark.rule("BPTC-FBK-04")
@pytest.mark.parametrize(("total", "result"), [([4, 6], "fall_back"), ([5, 6], "ko_fall_back")])
def test_over_ten_centimetres_it_is_lost(total: list[int], result: str) -> None:
    s = Skirmish()
    assert driven(s, total) == result


@pytest.mark.parametrize("line", [{"keywords": ["recce"], "arm": "cavalry"}, {"arm": "guerrilla"}])
@pytest.mark.rule("BPTC-FBK-05", "BPTC-FBK-06")
def test_recce_and_guerrillas_go_the_whole_way(line: dict[str, Any]) -> None:
    s = Skirmish()
    assert driven(s, [5, 6], **line) == "fall_back"
    assert s.at("unit")[1] == 49


@pytest.mark.parametrize(("total", "result"), [([4, 6], "held"), ([5, 6], "ko_fall_back")])
@pytest.mark.rule("BPTC-FBK-07", "BPTC-FBK-08")
def test_deployed_guns_and_dug_in_troops_hold_or_are_lost(total: list[int], result: str) -> None:
    s = Skirmish()
    assert driven(s, total, arm="artillery_foot") == result
    s = Skirmish(built=[house("breast_works", at=(90, 62.1), size=(20, 2))])
    assert driven(s, total, inside="breast_works", shelter="dug_in") == result
    if result == "held":
        assert s.at("unit") == (90, 60)
        assert s["unit"].shelter == "dug_in"


@pytest.mark.rule("BPTC-FBK-08")
def test_limbered_guns_fall_back() -> None:
    s = Skirmish()
    assert driven(s, [4], arm="artillery_foot", mode="limbered") == "fall_back"


@pytest.mark.parametrize(("total", "result"), [([4], "fall_back"), ([5], "ko_fall_back")])
@pytest.mark.rule("BPTC-FBK-09", "BPTC-FBK-14")
def test_into_an_enemy_it_is_lost(total: list[int], result: str) -> None:
    """5 cm of room between the rear edge and the enemy behind."""
    s = Skirmish()
    s.unit("B", "behind", at=(90, 53), facing=0)
    assert driven(s, total) == result
    assert ("BPTC-FBK-09" in s.rules) is (result == "ko_fall_back")


@pytest.mark.parametrize(("total", "result"), [([4], "fall_back"), ([5], "ko_fall_back")])
@pytest.mark.parametrize("kind", ["cliff", "river"])
@pytest.mark.rule("BPTC-FBK-10", "BPTC-FBK-14", "BPTC-TER-11")
def test_into_impassable_ground_it_is_lost(total: list[int], result: str, kind: str) -> None:
    s = Skirmish(terrain=[piece(kind, box=(90, 50, 60, 8))])
    assert driven(s, total) == result
    assert ("BPTC-FBK-10" in s.rules) is (result == "ko_fall_back")


@pytest.mark.parametrize(("y", "result"), [(5.0, "fall_back"), (4.9, "ko_fall_back")])
@pytest.mark.rule("BPTC-FBK-11", "BPTC-FBK-14")
def test_off_the_table_it_is_lost_but_flush_with_the_edge_it_is_not(y: float, result: str) -> None:
    s = Skirmish()
    unit = s.unit("A", "unit", at=(90, y), suppressed=True, hits=99)
    foe = s.unit("B", "foe", at=(90, 40))
    assert struck(s, unit, [6, 4], [(1, 4)], (foe,)) == result
    assert ("BPTC-FBK-11" in s.rules) is (result == "ko_fall_back")


@pytest.mark.parametrize(
    ("total", "result"), [([4], "fall_back"), ([5], "halted_on_friend"), ([6], "halted_on_friend")]
)
@pytest.mark.rule("BPTC-FBK-12", "BPTC-FBK-13", "BPTC-FBK-14")
def test_friends_halt_it_and_are_suppressed(total: list[int], result: str) -> None:
    s = Skirmish()
    s.unit("A", "friend", at=(90, 53))
    assert driven(s, total) == result
    assert s["friend"].suppressed is (result == "halted_on_friend")
    if result == "halted_on_friend":
        assert gap(s["unit"].base, s["friend"].base) < 3000
        assert "BPTC-FBK-13" in s.rules


@pytest.mark.rule("BPTC-FBK-14")
def test_what_is_met_first_decides() -> None:
    for friend, enemy, result in ((55, 50, "halted_on_friend"), (50, 55, "ko_fall_back")):
        s = Skirmish()
        s.unit("A", "friend", at=(90, friend), stands=1)
        s.unit("B", "enemy", at=(90, enemy), stands=1, facing=0)
        assert driven(s, [6, 4], formation="march_column") == result


@pytest.mark.rule("BPTC-FBK-14")
def test_over_ten_centimetres_comes_before_what_is_met() -> None:
    s = Skirmish()
    s.unit("A", "friend", at=(90, 57))
    s.unit("B", "enemy", at=(90, 53), stands=1)
    assert driven(s, [6, 6]) == "ko_fall_back"
    assert not s["friend"].suppressed
    assert "BPTC-FBK-04" in s.rules
    assert "BPTC-FBK-09" not in s.rules


@pytest.mark.rule("BPTC-FBK-15")
def test_neither_ground_nor_linear_pieces_hinder_it() -> None:
    s = Skirmish(terrain=[piece("wood", box=(90, 52, 60, 8)), piece("hedge", line=[(60, 57), (120, 57)])])
    assert driven(s, [4, 5], formation="disordered") == "fall_back"
    assert s.at("unit") == (90, 51)


@pytest.mark.rule("BPTC-MOV-15", "BPTC-FBK-12")
def test_a_commander_behind_it_is_not_in_the_way() -> None:
    s = Skirmish()
    s.unit("A", "hq", at=(90, 55), arm="command", role="HQ")
    assert driven(s, [3, 4], formation="disordered") == "fall_back"
    assert not s["hq"].suppressed


@pytest.mark.parametrize(("cm", "lost"), [(3, False), (5, True)])
@pytest.mark.rule("BPTC-FBK-10", "BPTC-TRN-02")
def test_a_boat_driven_ashore_is_lost(cm: int, lost: bool) -> None:
    """Its stern is 4 cm from the bank."""
    s = Skirmish(terrain=[piece("river", box=(90, 60, 180, 12))])
    boat = s.unit("A", "boat", at=(90, 60), arm="boat", stands=1, hits=9, suppressed=True)
    foe = s.unit("B", "foe", at=(90, 75), stands=2)
    struck(s, boat, [4, cm], [(1, 4)], (foe,))
    assert (s[boat].place == "ko") is lost
    assert lost or s.at(boat) == (90, 60 - cm)


@pytest.mark.rule("BPTC-FBK-12", "BPTC-FBK-13")
def test_all_friends_it_touches_at_once_are_suppressed() -> None:
    s = Skirmish()
    s.unit("A", "left", at=(86, 54), stands=2)
    s.unit("A", "right", at=(94, 54), stands=2)
    s.unit("A", "behind", at=(90, 50), stands=2)
    unit = s.unit("A", "unit", at=(90, 60), hits=9, suppressed=True, formation="attack_column")
    foe = s.unit("B", "foe", at=(90, 75))
    assert struck(s, unit, [4, 6], [(1, 4)], (foe,)) == "halted_on_friend"
    assert [s[uid].suppressed for uid in ("left", "right", "behind")] == [True, True, False]


# --- Odds -----------------------------------------------------------------------------------------------------


def shown_and_played(s: Skirmish, firers: list[str], target: str) -> tuple[Any, Any]:
    call = fire.call(s.state, [s[each] for each in firers], s[target])
    shown = odds("bptc", call.procedure, **dict(call.inputs))
    return shown.by("result"), dict(s.odds(lambda state: fire.attack(state, firers, target)))


@pytest.mark.rule("BPTC-FBK-03", "BPTC-FBK-12", "BPTC-GEN-05")
def test_the_odds_too_have_nobody_fall_back_from_who_has_no_dice() -> None:
    """The skirmishers to the south are nearer, but too thin to roll a die; away from the line in the west is room."""
    s = Skirmish()
    s.unit("B", "foe", at=(90, 60), facing=212, stands=1, hits=4, suppressed=True)
    s.unit("B", "friend", at=(88, 66), stands=1)
    s.unit("A", "thin", at=(90, 35), stands=1, attack=1, range=40, formation="extended_line")
    s.unit("A", "line", at=(58, 45), facing=65, stands=1, attack=2, range=40)
    assert [fire.dice(s.state, s[each], s["foe"]).value for each in ("thin", "line")] == [0, 2]
    shown, played = shown_and_played(s, ["thin", "line"], "foe")
    assert shown == played
    assert "fall_back" in shown
    assert "halted_on_friend" not in shown


@pytest.mark.rule("BPTC-FBK-06", "BPTC-FBK-12")
def test_the_odds_look_as_far_back_as_guerrillas_may_go() -> None:
    """Friends stand 38 cm behind them: seven dice may fall as far, six may not."""
    s = Skirmish()
    s.unit("B", "band", at=(90, 60), arm="guerrilla", stands=1, hits=9, suppressed=True)
    s.unit("B", "friend", at=(90, 100), stands=1)
    s.unit("A", "line", at=(90, 35), stands=1, attack=7, range=40)
    shown, played = shown_and_played(s, ["line"], "band")
    assert shown == played
    assert shown["halted_on_friend"] > 0
