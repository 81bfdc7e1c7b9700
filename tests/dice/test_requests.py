"""Requests: what is thrown, what faces mean, which faces are refused, and the weights of the answers."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.dice.honest import answers, probabilities
from umpire.dice import (
    BadRoll,
    DiceRequest,
    Die,
    Direction,
    Faces,
    Margin,
    Pool,
    Reason,
    Roll,
    Tally,
    Total,
)


def compare(mine: int, yours: int) -> str:
    if mine == yours:
        return "level"
    return "ahead" if mine > yours else "behind"


REQUESTS: dict[str, DiceRequest] = {
    "no dice": Pool(0, 4),
    "dice below none": Pool(-2, 4),
    "one die": Pool(1, 4),
    "five dice": Pool(5, 5),
    "hits less saves": Pool(3, 4, but_not=5),
    "hits, all saved": Pool(3, 4, but_not=1),
    "hits, no save possible": Pool(3, 4, but_not=7),
    "cannot hit": Pool(3, 7),
    "cannot hit, with saves": Pool(2, 7, but_not=4),
    "cannot miss": Pool(3, 1),
    "at least one": Pool(4, 6, enough=1),
    "at least two unsaved": Pool(3, 3, but_not=4, enough=2),
    "more than there are": Pool(2, 4, enough=5),
    "d10": Pool(2, 8, sides=10),
    "d4 with saves": Pool(3, 2, but_not=3, sides=4),
    "saves to spare": Pool(2, 4, but_not=5, spare=2),
    "saves to spare, at least one": Pool(2, 3, but_not=4, spare=1, enough=1),
    "spare dice without a save": Pool(2, 4, spare=3),
    "no dice, saves to spare": Pool(0, 4, but_not=5, spare=2),
    "numbers with reasons": Pool(Tally.of(3, "guns"), Tally.of(5, "cover"), but_not=Tally.of(6, "armour")),
    "total of none": Total(0),
    "total of three": Total(3),
    "total of three, 11 is enough": Total(3, enough=11),
    "total of two d4": Total(2, sides=4),
    "total with a sure end": Total(4, enough=4),
    "die": Die(),
    "d20": Die(sides=20),
    "no faces": Faces(0),
    "two faces": Faces(2),
    "four faces": Faces(4),
    "compass": Direction(),
    "eight points": Direction(bearings=8),
    "margin": Margin(Pool(2, 4), Pool(2, 5), compare),
    "margin with saves": Margin(Pool(2, 4, but_not=5), Pool(1, 5, but_not=4), compare),
    "margin with saves to spare": Margin(Pool(1, 4, but_not=5, spare=1), Pool(1, 5), compare),
    "margin against none": Margin(Pool(2, 4), Pool(0, 5), compare),
    "margin of none": Margin(Pool(0, 4), Pool(2, 5, but_not=6), compare),
    "margin of nothing": Margin(Pool(0, 4), Pool(0, 5), compare),
    "margin by pairs": Margin(Pool(3, 4), Pool(2, 5), lambda mine, yours: (mine, yours)),
}


@pytest.mark.parametrize("name", REQUESTS)
def test_weights_are_the_answers_to_every_roll(name: str) -> None:
    request = REQUESTS[name]
    assert probabilities(request.weights()) == answers(request)


@pytest.mark.parametrize("name", REQUESTS)
def test_weights_sum_to_their_total(name: str) -> None:
    weights = REQUESTS[name].weights()
    assert sum(weight for _, weight in weights.pairs) == weights.total


@settings(max_examples=60, deadline=None)
@given(
    dice=st.integers(0, 3),
    need=st.integers(0, 8),
    but_not=st.none() | st.integers(0, 8),
    enough=st.none() | st.integers(0, 4),
    sides=st.sampled_from([2, 4, 6]),
)
def test_any_pool_agrees_with_every_roll(
    dice: int, need: int, but_not: int | None, enough: int | None, sides: int
) -> None:
    request = Pool(dice, need, but_not=but_not, enough=enough, sides=sides)
    assert probabilities(request.weights()) == answers(request)


def test_a_large_pool_has_one_answer_for_each_count() -> None:
    weights = Pool(40, 4, but_not=5).weights()
    assert [count for count, _ in weights.pairs] == list(range(41))
    assert weights.total == 3**40


# --- Throws ---------------------------------------------------------------------------------------


def test_saves_are_thrown_for_the_hits_and_for_nothing_else() -> None:
    pool = Pool(4, 4, but_not=5, label="hits")
    first = pool.next_throw(())
    assert first is not None
    assert (first.dice, first.need, first.purpose) == (4, 4, "hits")
    second = pool.next_throw(((4, 1, 6, 3),))
    assert second is not None
    assert (second.dice, second.need, second.purpose) == (2, 5, "saves")
    assert pool.next_throw(((4, 1, 6, 3), (5, 2))) is None
    assert pool.read(((4, 1, 6, 3), (5, 2))) == 1


def test_dice_to_spare_are_thrown_with_the_saves_and_cancel_no_more_than_there_is() -> None:
    pool = Pool(3, 4, but_not=5, spare=Tally.of(2, "in line"))
    throw = pool.next_throw(((4, 5, 1),))
    assert throw is not None
    assert (throw.dice, throw.need, throw.theirs) == (4, 5, True)
    assert [reason.text for reason in throw.reasons] == ["in line"]
    assert pool.read(((4, 5, 1), (5, 1, 1, 1))) == 1
    assert pool.read(((4, 5, 1), (5, 5, 6, 6))) == 0
    assert pool.read(((1, 2, 3),)) == 0


def test_no_hit_means_no_saves() -> None:
    pool = Pool(2, 4, but_not=5)
    assert pool.next_throw(((3, 1),)) is None
    assert pool.read(((3, 1),)) == 0


def test_a_throw_tells_the_reasons_of_its_dice_and_its_score() -> None:
    dice = Tally.of(3, "tank").plus(1, "half range", "X-01")
    need = Tally.of(4, "open").plus(1, "cover", "X-02")
    throw = Pool(dice, need).next_throw(())
    assert throw is not None
    assert [reason.text for reason in throw.reasons] == ["tank", "half range", "open", "cover"]
    save = Tally.of(5, "armour", "X-03")
    saves = Pool(dice, need, but_not=save).next_throw(((5, 1, 1, 1),))
    assert saves is not None
    assert saves.reasons == (Reason("armour", 5, "X-03"),)


def test_a_throw_without_a_score_tells_its_goal() -> None:
    throw = Faces(2, goal="8 or less", why=Tally.of(8, "command value"), label="order").next_throw(())
    assert throw is not None
    assert (throw.goal, throw.need, throw.purpose) == ("8 or less", None, "order")
    assert throw.reasons == (Reason("command value", 8),)


def test_in_a_margin_our_dice_fall_first_and_each_side_saves_its_own() -> None:
    margin = Margin(Pool(2, 4, but_not=5, label="ours"), Pool(1, 4, but_not=3, label="theirs"), lambda a, b: (a, b))
    roll: Roll = ()
    purposes = []
    for faces in ((4, 5), (1, 6), (6,), (2,)):
        throw = margin.next_throw(roll)
        assert throw is not None
        purposes.append((throw.purpose, throw.need))
        roll = margin.with_throw(roll, faces)
    assert purposes == [("ours", 4), ("saves", 5), ("theirs", 4), ("saves", 3)]
    assert margin.next_throw(roll) is None
    assert margin.read(roll) == (1, 1)


def test_each_throw_knows_whose_dice_it_is() -> None:
    """Saves are thrown by those who were hit, whichever side of a margin that is."""
    pool = Pool(2, 4, but_not=5)
    first, second = pool.next_throw(()), pool.next_throw(((4, 4),))
    assert first is not None
    assert second is not None
    assert (first.theirs, second.theirs) == (False, True)
    margin = Margin(pool, pool, lambda a, b: (a, b))
    whose: list[bool] = []
    roll: Roll = ()
    while (throw := margin.next_throw(roll)) is not None:
        whose.append(throw.theirs)
        roll = margin.with_throw(roll, (6,) * throw.dice)
    assert whose == [False, True, True, False]


def test_a_margin_skips_saves_nobody_needs() -> None:
    margin = Margin(Pool(1, 4, but_not=5), Pool(1, 4, but_not=5), lambda a, b: (a, b))
    assert margin.read(((3,), (4,), (1,))) == (0, 1)
    assert margin.read(((3,), (3,))) == (0, 0)
    assert margin.read(((6,), (6,), (1,))) == (0, 0)


def test_faces_are_told_lowest_first() -> None:
    assert Faces(3).read(((6, 1, 4),)) == (1, 4, 6)


@pytest.mark.parametrize(("bearings", "face", "bearing"), [(360, 360, 0), (360, 90, 90), (8, 1, 45), (8, 8, 0)])
def test_a_direction_is_a_bearing_in_degrees(bearings: int, face: int, bearing: int) -> None:
    assert Direction(bearings=bearings).read(((face,),)) == bearing


# --- Refusals -------------------------------------------------------------------------------------

IMPOSSIBLE: list[tuple[DiceRequest, Roll, str]] = [
    (Pool(2, 4, label="fire"), ((1, 2, 3),), "fire: 2 dice are rolled, not 3."),
    (Pool(2, 4, label="fire"), ((1,),), "fire: 2 dice are rolled, not 1."),
    (Pool(2, 4, label="fire"), ((1, 7),), "fire: a D6 cannot show 7."),
    (Pool(2, 4, label="fire"), ((0, 1),), "fire: a D6 cannot show 0."),
    (Pool(2, 4, label="fire"), (), "2 more dice are to be rolled: fire."),
    (Pool(2, 4, label="fire"), ((4, 4), (1,)), "fire needs no more dice."),
    (Pool(2, 4, but_not=5), ((4, 4),), "2 more dice are to be rolled: saves."),
    (Pool(2, 4, but_not=5), ((4, 1), (5, 5)), "saves: 1 die is rolled, not 2."),
    (Pool(0, 4, label="fire"), ((1,),), "fire needs no more dice."),
    (
        Margin(Pool(1, 4, label="we"), Pool(1, 4, label="they"), compare),
        ((1,),),
        "1 more dice are to be rolled: they.",
    ),
    (Margin(Pool(1, 4), Pool(1, 4), compare, label="melee"), ((1,), (1,), (1,)), "melee needs no more dice."),
    (Total(2, label="drift"), ((1, 7),), "drift: a D6 cannot show 7."),
    (Total(2, label="drift"), ((1, 6), (1,)), "drift needs no more dice."),
    (Die(sides=20, label="fate"), ((21,),), "fate: a D20 cannot show 21."),
    (Faces(2, label="order"), ((1,),), "order: 2 dice are rolled, not 1."),
    (Direction(), ((361,),), "direction: a D360 cannot show 361."),
    (Direction(), ((1,), (1,)), "this roll needs no more dice."),
]


@pytest.mark.parametrize(("request_", "roll", "says"), IMPOSSIBLE)
def test_a_roll_no_dice_can_show_is_refused(request_: DiceRequest, roll: Roll, says: str) -> None:
    with pytest.raises(BadRoll) as refused:
        request_.read(roll)
    assert str(refused.value) == says


def test_one_more_throw_is_checked_like_the_whole_roll() -> None:
    pool = Pool(2, 4, but_not=5, label="fire")
    roll = pool.with_throw((), (4, 2))
    assert roll == ((4, 2),)
    with pytest.raises(BadRoll, match="saves: 1 die is rolled, not 2"):
        pool.with_throw(roll, (1, 1))
    roll = pool.with_throw(roll, (1,))
    assert pool.read(roll) == 1
    with pytest.raises(BadRoll, match="fire needs no more dice"):
        pool.with_throw(roll, (1,))
