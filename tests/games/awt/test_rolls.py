"""Dice as this game throws them: what faces mean, and weights that are those of every roll there is."""

from __future__ import annotations

from typing import Any

import pytest

from tests.dice.honest import answers, probabilities
from tests.games.awt.dice import house
from tests.games.dice import F
from umpire.dice import BadRoll
from umpire.dice.requests import DiceRequest
from umpire.games.awt.rolls import Attack, Burst, Guard, Highest, Low, Lowest, Saves, Strike, guard, mean_wounds

REQUESTS: list[DiceRequest] = [
    Low(0, 1),
    Low(3, 2),
    Low(3, 1, sides=3, enough=2),
    Low(2, 9, sides=10),
    Lowest(1),
    Lowest(3),
    Highest(1),
    Highest(3),
    Burst(0, 2, 4),
    Burst(3, 2, 4),
    Saves(0, Guard(3)),
    Saves(3, Guard(0)),
    Saves(3, Guard(2)),
    Saves(2, Guard(3, again="failed")),
    Saves(2, Guard(3, again="successful")),
    Saves(2, Guard(2, 2)),
    Saves(1, Guard(2, 2, "failed")),
    Saves(3, Guard(2), enough=2),
    Attack(2, Strike(3), Guard(2), enough=9),
    Attack(2, Strike(4, critical=True), Guard(3), enough=1),
    Attack(2, Strike(4, critical=True), Guard(0), enough=9),
    Attack(1, Strike(3, 2, critical=True), Guard(2, 2), enough=9),
    Attack(2, Strike(3), Guard(2, again="failed"), enough=9),
    Attack(1, Strike(6), Guard(5, again="successful"), enough=9),
    Attack(0, Strike(3), Guard(2), enough=9),
]


@pytest.mark.parametrize("request_", REQUESTS, ids=lambda each: f"{each.kind}-{REQUESTS.index(each)}")
def test_weights_are_those_of_every_roll(request_: DiceRequest) -> None:
    found: dict[Any, F] = answers(request_)
    assert probabilities(request_.weights()) == found


@pytest.mark.rule("AWT-CW-06", "AWT-CW-07")
@pytest.mark.parametrize("critical", [False, True])
@pytest.mark.parametrize("most", [1, 2, 4, 6])
@pytest.mark.parametrize("save", [0, 2, 5])
def test_brutal_dice_are_in_closed_form(critical: bool, most: int, save: int) -> None:
    """The wounds of one die: those of its face, and with a 1 those of another such die. Its odds hold to that."""
    shield = Guard(save)
    through = 1 - shield.chance
    strike = Strike(most, critical=critical, brutal=True)
    found = probabilities(Attack(1, strike, shield, enough=12).weights())
    share = [found.get(k, F(0)) for k in range(12)]
    wound = F(1) if critical else through
    for k in range(11):
        after_one = F(1, 6) * (wound * (share[k - 1] if k else 0) + (1 - wound) * share[k])
        last = F(most - 1, 6) * (through if k == 1 else 1 - through if k == 0 else F(0))
        missed = F(6 - most, 6) if k == 0 else F(0)
        assert share[k] == after_one + last + missed


@pytest.mark.rule("AWT-CW-06", "AWT-CW-07")
def test_several_brutal_dice_are_as_many_single_ones() -> None:
    strike, shield = Strike(4, critical=True, brutal=True), Guard(2)
    one = probabilities(Attack(1, strike, shield, enough=8).weights())
    shares = {0: F(1)}
    for dice in range(1, 5):
        after: dict[int, F] = {}
        for a, p in shares.items():
            for b, q in one.items():
                after[min(8, a + b)] = after.get(min(8, a + b), F(0)) + p * q
        shares = after
        assert probabilities(Attack(dice, strike, shield, enough=8).weights()) == shares


def test_the_mean_without_a_cap_is_that_of_a_very_high_cap() -> None:
    for strike in (Strike(3), Strike(4, critical=True), Strike(4, brutal=True), Strike(2, critical=True, brutal=True)):
        found = probabilities(Attack(3, strike, Guard(2), enough=60).weights())
        mean = sum((wounds * p for wounds, p in found.items()), F(0))
        assert 0 <= mean_wounds(3, strike, Guard(2)) - mean < F(1, 10**20)


@pytest.mark.parametrize(
    ("save", "advantage", "failed", "made", "wanted"),
    [
        (None, 3, True, False, Guard(0)),
        (2, 0, False, False, Guard(2)),
        (2, 1, True, False, Guard(3, again="failed")),
        (2, 1, False, True, Guard(3, again="successful")),
        (2, 1, True, True, Guard(3)),
        (4, 3, False, False, Guard(5)),
    ],
)
@pytest.mark.rule("AWT-SV-01", "AWT-SV-02", "AWT-SV-03", "AWT-SV-04")
def test_how_a_unit_saves(save: int | None, advantage: int, failed: bool, made: bool, wanted: Guard) -> None:
    assert guard(house(), save, advantage, failed, made) == wanted


@pytest.mark.rule("AWT-SV-02")
def test_an_advantage_may_be_more_dice_by_house_rule() -> None:
    assert guard(house(advantage_mode="extra_die"), 2, 2) == Guard(2, 3)


def test_faces_no_dice_can_show_are_refused() -> None:
    attack = Attack(2, Strike(3), Guard(2), enough=9)
    with pytest.raises(BadRoll):
        attack.read(((1, 7),))
    with pytest.raises(BadRoll):
        attack.read(((1, 2),))
    with pytest.raises(BadRoll):
        attack.read(((4, 5), (1,)))
    assert attack.read(((1, 2), (3, 1))) == 1


def test_what_a_die_must_show_does_not_read_as_a_count() -> None:
    assert Strike(1, critical=True).goal() == "hits on 1, a natural 1 cannot be saved"
    assert Strike(3, 2).goal() == "the lowest of each 2 hits on 3 or less"
    assert Guard(1).goal() == "saves on 1"
    throw = Burst(3, 2, 4).next_throw(())
    assert throw is not None
    assert throw.goal == "hits on 2 or less, just misses on 3 to 4"
