"""Into contact as their owner says: whom an assault touches, who piles in and at whom."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tests.games.fubar.skirmish import Skirmish, man, piece
from umpire.battle.decisions import PickOne
from umpire.games.fubar import orders, turn
from umpire.games.fubar.actions import assault, closing, contact, marching, melee
from umpire.games.fubar.actions.marching import March
from umpire.games.fubar.bot.choose import advise
from umpire.table import sweep_hits_polygon, touching


def touched(s: Skirmish, unit: str, foe: str) -> dict[str, list[str]]:
    """Whom each figure of a unit touches of another, by their numbers."""
    return {
        mine.id[-1]: [theirs.id[-1] for theirs in s[foe].active if touching(mine.base, theirs.base)]
        for mine in s[unit].active
    }


def keys(s: Skirmish, index: int = 0) -> list[str]:
    asked = s.asked[index]
    assert isinstance(asked, PickOne)
    return [option.key for option in asked.options]


def facing_line() -> Skirmish:
    """Three of ours; of the three enemies the first stands in front of all of them."""
    s = Skirmish()
    s.squad("A", "us", (20, 10), count=3, spots=[(19, 10), (20.5, 10), (22, 10)])
    s.squad("B", "foe", (20.5, 14), count=3, spots=[(20.5, 14), (17, 15), (24, 15)])
    return s


def charged(s: Skirmish, *answers: str) -> dict[str, list[str]]:
    """Whom each of ours would touch after these answers."""
    march = s.play(assault.chosen(s.state, s["us"], s["foe"]), choices=answers)
    assert isinstance(march, March)
    s.state.put(marching.unit_at(march, s["us"], march.size))
    return touched(s, "us", "foe")


# --- Assaults ------------------------------------------------------------------------------------------------


@pytest.mark.rule("FUBAR-MEL-01")
@pytest.mark.parametrize(
    ("answers", "found"),
    [
        (["nearest"], {"1": ["1"], "2": ["1"], "3": ["1"]}),
        (["spread"], {"1": ["2"], "2": ["1"], "3": ["3"]}),
        (["on:foe.2"], {"1": ["2"], "2": ["2"], "3": ["1"]}),  # foe.1 is in the way of the third
        (["each", "foe.3", "foe.2", "foe.2"], {"1": ["2"], "2": ["3"], "3": ["2"]}),
        (["each", "foe.1", "stay", "near"], {"1": [], "2": ["1"], "3": []}),
    ],
)
def test_the_attacker_says_which_enemies_are_touched(answers: list[str], found: dict[str, list[str]]) -> None:
    """Figure by figure the nearest to the enemy is asked first: here the second, then the first and the third."""
    assert charged(facing_line(), *answers) == found


@pytest.mark.rule("FUBAR-MEL-01", "FUBAR-ORD-11")
def test_who_is_told_to_stay_stays_and_who_is_told_to_come_near_comes_near() -> None:
    s = facing_line()
    charged(s, "each", "foe.1", "stay", "near")
    assert s.prompts[1:] == [f"us: at whom does us man {n} go?" for n in (2, 1, 3)]
    assert s.at("us.1") == (19, 10)
    assert s.at("us.3")[1] > 11


@pytest.mark.rule("FUBAR-MEL-01", "FUBAR-ORD-11")
def test_who_is_told_to_come_near_touches_nobody() -> None:
    """Straight ahead of him an enemy stands just as far as he may go."""
    s = Skirmish()
    s.squad("A", "us", (20, 10), count=2, spots=[(20, 10), (22, 10)])
    s.squad("B", "foe", (20, 15), count=2, spots=[(20, 15), (22, 15)])
    assert charged(s, "each", "foe.1", "near") == {"1": ["1"], "2": []}
    assert s.at("us.2")[1] > 10


@pytest.mark.rule("FUBAR-MEL-01", "FUBAR-MED-02", "FUBAR-ORD-11")
def test_if_the_charge_would_leave_the_wounded_alone_a_comrade_stays_with_them() -> None:
    s = Skirmish()
    s.squad("A", "us", (20, 10), count=3, spots=[(20, 10), (24, 10), (20, 8)])
    s.figure("us.3", status="wounded")
    s.squad("B", "foe", (22.5, 16), count=2, spots=[(22.5, 16), (25, 16)])
    s.state.sides["A"].tends = True
    assert [enemy.id for enemy in assault.reachable(s.state, s["us"])] == ["foe"]
    found = charged(s, "nearest")
    assert found["1"] == []
    assert found["2"] != []
    assert s.at("us.1") == (20, 10)


@pytest.mark.rule("FUBAR-MEL-01")
def test_somebody_must_come_into_contact() -> None:
    """When all others stay out of it the last has no choice but to go."""
    s = facing_line()
    charged(s, "each", "stay", "stay", "foe.1")
    assert keys(s, 1)[-2:] == ["near", "stay"]
    assert keys(s, 3) == ["foe.1", "foe.3", "foe.2"]


@pytest.mark.rule("FUBAR-MEL-01")
def test_one_against_one_is_not_asked_and_one_against_several_says_whom() -> None:
    s = Skirmish()
    s.squad("A", "us", (20, 10))
    s.squad("B", "foe", (20, 14))
    assert charged(s) == {"1": ["1"]}
    s = Skirmish()
    s.squad("A", "us", (20, 10))
    s.squad("B", "foe", (20, 14), count=2, spots=[(20, 14), (23, 15)])
    assert charged(s, "on:foe.2") == {"1": ["2"]}
    assert keys(s) == ["nearest", "on:foe.2"]


@pytest.mark.rule("FUBAR-MEL-01", "FUBAR-REA-05")
def test_the_way_in_is_declared_before_anybody_reacts() -> None:
    s = facing_line()
    s.mark("foe", guard="normal")
    dice = [3, 3, 3, 3, 3, 3]  # three fights, one to one, all of them even
    s.play(orders.act(s.state, "us"), dice=dice, choices=["assault:foe", "spread", "pass"])
    assert [each.rule for each in s.asked] == ["FUBAR-ACT-06", "FUBAR-MEL-01", "FUBAR-REA-01"]


@pytest.mark.rule("FUBAR-MED-02", "FUBAR-MEL-01")
def test_one_by_one_nobody_is_offered_what_leaves_the_wounded_alone() -> None:
    """The wounded man lies behind the first of ours: one enemy is near enough to stay with him, the other is not."""
    s = Skirmish()
    s.squad("A", "us", (20, 10), count=3, spots=[(20, 10), (24, 10), (20, 8)])
    s.figure("us.3", status="wounded")
    s.squad("B", "foe", (23, 12), count=2, spots=[(22.5, 11), (25, 15)])
    s.state.sides["A"].tends = True
    found = s.play(assault.chosen(s.state, s["us"], s["foe"]), choices=["each", "foe.1"], rest=True)
    assert isinstance(found, March)
    assert "foe.2" in keys(s, 1)
    assert keys(s, 2) == ["foe.1", "near", "stay"]


# --- Closing up ----------------------------------------------------------------------------------------------


def beset() -> Skirmish:
    """Two of ours in contact with the first of the enemies; his comrade is within 3 inches of both."""
    s = Skirmish(order="AB")
    s.squad("A", "us", (20, 10), count=2, spots=[(20, 10), (21, 11)])
    s.squad("B", "foe", (20, 11), count=2, spots=[(20, 11), (22.5, 13)])
    for name in ("us", "foe"):
        s.mark(name, in_melee=True)
    return s


@pytest.mark.rule("FUBAR-MEL-02")
@pytest.mark.parametrize(("answer", "found"), [("nearest", ["2"]), ("on:us.1", ["1"])])
def test_the_defender_says_at_whom_his_men_close_up(answer: str, found: list[str]) -> None:
    s = beset()
    s.stand("foe.2", (22, 9.2))
    s.play(closing.pile_in(s.state, "foe", ["us"]), choices=[answer])
    assert s.asked[0].seat == "B"
    assert "nobody" not in keys(s)  # after an assault he must
    assert touched(s, "foe", "us")["2"] == found


@pytest.mark.rule("FUBAR-MEL-02")
def test_with_one_enemy_in_reach_there_is_nothing_to_ask() -> None:
    s = Skirmish()
    s.squad("A", "us", (20, 10))
    s.squad("B", "foe", (20, 11), count=3, spots=[(20, 11), (21.5, 12), (18.5, 12)])
    s.play(closing.pile_in(s.state, "foe", ["us"]))
    assert touched(s, "foe", "us") == {"1": ["1"], "2": ["1"], "3": ["1"]}


@pytest.mark.rule("FUBAR-MEL-12")
@pytest.mark.parametrize(("answer", "joins"), [("nobody", False), ("nearest", True)])
def test_before_later_rounds_a_side_may_pile_in_or_not(answer: str, joins: bool) -> None:
    s = Skirmish(order="AB")
    s.squad("A", "us", (20, 10))
    s.squad("B", "foe", (20, 11), count=2, spots=[(20, 11), (21.5, 12)])
    for name in ("us", "foe"):
        s.mark(name, in_melee=True)
    # A fight of two dice, or of three: then he of ours also names whom he would hit.
    s.play(turn.melees(s.state), dice=[3] * (3 if joins else 2), choices=[answer, *["foe.1"] * joins])
    assert s.asked[0].rule == "FUBAR-MEL-12"
    assert bool(touched(s, "foe", "us")["2"]) is joins


@pytest.mark.rule("FUBAR-MEL-12")
def test_one_may_pile_in_while_another_stays_out_of_it() -> None:
    s = Skirmish(order="AB")
    s.squad("A", "us", (20, 10))
    s.squad("B", "foe", (20, 11), count=3, spots=[(20, 11), (21.5, 12), (18.5, 12)])
    s.play(closing.pile_in(s.state, "foe", ["us"], may=True), choices=["each", "stay", "us.1"])
    assert touched(s, "foe", "us") == {"1": ["1"], "2": [], "3": ["1"]}


@pytest.mark.rule("FUBAR-MEL-12")
def test_both_sides_are_asked_who_had_the_initiative_first() -> None:
    s = Skirmish(order="BA")
    s.squad("A", "us", (20, 10), count=2, spots=[(20, 10), (22.5, 9)])
    s.squad("B", "foe", (20, 11), count=2, spots=[(20, 11), (17.5, 12)])
    for name in ("us", "foe"):
        s.mark(name, in_melee=True)
    s.play(turn.melees(s.state), dice=[3, 3], choices=["nobody", "nobody"])
    assert [(each.seat, each.rule) for each in s.asked] == [("B", "FUBAR-MEL-12"), ("A", "FUBAR-MEL-12")]


@pytest.mark.rule("FUBAR-MEL-02", "FUBAR-MEL-14")
def test_who_fights_somebody_already_does_not_turn_to_the_newcomer() -> None:
    s = Skirmish()
    s.squad("A", "us", (20, 10))
    s.squad("B", "foe", (20, 11))
    for name in ("us", "foe"):
        s.mark(name, in_melee=True)
    s.squad("B", "more", (21.8, 10), marks={"in_melee": True})
    s.play(closing.pile_in(s.state, "us", ["more"]))
    assert s.at("us.1") == (20, 10)


# --- The bot -------------------------------------------------------------------------------------------------


def advised(s: Skirmish) -> object:
    decision = next(assault.chosen(s.state, s["us"], s["foe"]))
    assert isinstance(decision, PickOne)
    answer = advise(s.state, decision).answer
    decision.read(answer)
    return answer


def test_greedy_goes_for_the_dear_one() -> None:
    s = Skirmish()
    s.squad("A", "us", (20, 10), count=3, spots=[(19, 10), (20.5, 10), (22, 10)])
    figures = [man("green"), man(skills=["leader"])]
    s.squad("B", "foe", (20.5, 14), figures=figures, spots=[(20.5, 14), (22.5, 14.5)])
    assert advised(s) in ("spread", "on:foe.2")  # two of three at the Leader


@pytest.mark.parametrize(("level", "answer"), [("green", "nearest"), ("hero", "nobody")])
def test_greedy_piles_in_unless_the_fight_is_lost(level: str, answer: str) -> None:
    s = Skirmish()
    s.squad("A", "us", (22, 11.8))
    s.squad("B", "foe", (20, 11), figures=[man(level, melee="power_sword")])
    decision = next(closing.pile_in(s.state, "us", ["foe"], may=True))
    assert isinstance(decision, PickOne)
    assert advise(s.state, decision).answer == answer


@pytest.mark.rule("FUBAR-MEL-01")
def test_the_whole_assault_at_a_named_man() -> None:
    """Both at the farther of the two: he falls to the better of two dice, and the nearer one closes up to nobody."""
    s = Skirmish()
    s.squad("A", "us", (20, 10), count=2, spots=[(20, 10), (22, 10)])
    s.squad("B", "foe", (18, 14), count=2, spots=[(18, 14), (25, 14)])
    dice = [1, 6, 1, 1, 5]  # the lone man, the two of ours, he is dead, and the other one holds
    s.play(orders.act(s.state, "us"), dice=dice, choices=["assault:foe", "on:foe.2", "us.1"])
    assert [s.fig(f"foe.{n}").active for n in (1, 2)] == [True, False]
    assert melee.engaged(s.state, ["us", "foe"]) == {}


# --- Round what stands in the way ----------------------------------------------------------------------------


def behind_wall(wide: float) -> Skirmish:
    """A rock three inches deep, so wide to either side, between one of ours and an enemy four inches away."""
    s = Skirmish(terrain=[piece("ridge", area=(20 - wide, 11, 20 + wide, 14), id="rock")])
    s.squad("A", "us", (20, 10))
    s.squad("B", "foe", (20, 15))
    return s


@pytest.mark.rule("FUBAR-MEL-01", "FUBAR-ORD-11")
def test_an_assault_goes_round_what_stands_in_the_way() -> None:
    s = behind_wall(1)
    assert [enemy.id for enemy in assault.reachable(s.state, s["us"])] == ["foe"]
    march = s.play(assault.chosen(s.state, s["us"], s["foe"]))
    assert isinstance(march, March)
    assert len(march.path) > 2
    assert 5000 < march.size <= 8000
    rock = s.state.content.ground.pieces[0].shape
    base = s.fig("us.1").base
    assert not any(sweep_hits_polygon(base, p, q, rock) for p, q in pairwise(march.path))
    s.state.put(marching.unit_at(march, s["us"], march.size))
    assert touched(s, "us", "foe") == {"1": ["1"]}


@pytest.mark.rule("FUBAR-MEL-01", "FUBAR-ORD-08")
def test_a_way_round_that_is_longer_than_an_assault_is_none() -> None:
    s = behind_wall(4)
    assert assault.reachable(s.state, s["us"]) == []


@pytest.mark.rule("FUBAR-MEL-02")
def test_nobody_piles_in_by_a_way_round_of_more_than_three_inches() -> None:
    s = Skirmish(terrain=[piece("ridge", area=(19, 11, 21, 12), id="rock")])
    s.squad("A", "us", (20, 10))
    s.squad("B", "foe", (20, 13))
    near = closing.foes_of([s["foe"]])
    able = closing.unengaged(s.state, s["us"], near)
    assert [figure.id for figure in able] == ["us.1"]
    foes = [foe.figure.base for foe in near]
    assert closing.pile_plan(s.state, s["us"], able, foes, contact.NEAREST_FIRST).tracks == ()
    assert [enemy.id for enemy in assault.reachable(s.state, s["us"])] == ["foe"]
