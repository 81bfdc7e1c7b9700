"""Where faces come from: the same on every run, fair, and never used twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from umpire.dice import BadRoll, DiceSource, Faces, FastDice, Pool, ScriptedDice, SeededDice, Throw, roll_for

D6 = Throw(1, 6, "one die")

SOURCES: dict[str, Callable[[int], DiceSource]] = {
    "seeded": SeededDice,
    "fast": lambda seed: FastDice(Random(seed)),
}


def faces(source: DiceSource, dice: int, sides: int = 6) -> tuple[int, ...]:
    return source.throw(Throw(dice, sides, "test"))


# --- Seeded dice ----------------------------------------------------------------------------------


def test_seed_1_throws_these_dice_on_every_machine() -> None:
    """Saved battles rest on this: a change here is a change of the save format."""
    dice = SeededDice(1)
    assert faces(dice, 40) == (
        *(6, 3, 4, 2, 3, 4, 5, 4, 5, 4, 3, 3, 3, 6, 3, 3, 6, 1, 3, 5),
        *(2, 2, 2, 3, 5, 3, 6, 5, 5, 2, 6, 5, 5, 6, 4, 5, 4, 4, 6, 6),
    )
    assert dice.used == 41
    assert faces(SeededDice(1), 6, 20) == (20, 5, 18, 4, 15, 16)
    assert faces(SeededDice(1), 6, 360) == (209, 236, 120, 263, 101, 99)
    assert faces(SeededDice(2), 10) == (1, 6, 6, 2, 6, 5, 3, 2, 5, 3)


@settings(deadline=None)
@given(
    st.integers(-(2**40), 2**80),
    st.lists(st.tuples(st.integers(0, 30), st.sampled_from([2, 6, 10, 20, 256, 257, 360])), max_size=8),
    st.integers(0, 8),
)
def test_a_stream_goes_on_from_where_it_was_left(seed: int, throws: list[tuple[int, int]], saved_after: int) -> None:
    whole = SeededDice(seed)
    expected = [faces(whole, dice, sides) for dice, sides in throws]
    first = SeededDice(seed)
    thrown = [faces(first, dice, sides) for dice, sides in throws[:saved_after]]
    second = SeededDice(first.seed, first.used)
    thrown += [faces(second, dice, sides) for dice, sides in throws[saved_after:]]
    assert thrown == expected
    assert second.used == whole.used


def test_how_dice_are_grouped_does_not_matter() -> None:
    one, other = SeededDice(5), SeededDice(5)
    assert faces(one, 100) == tuple(face for _ in range(100) for face in faces(other, 1))


def test_no_dice_use_up_nothing() -> None:
    dice = SeededDice(5)
    assert faces(dice, 0) == ()
    assert dice.used == 0


def test_other_seeds_throw_other_dice() -> None:
    assert len({faces(SeededDice(seed), 30) for seed in range(200)}) == 200


# --- Fairness -------------------------------------------------------------------------------------


def chi_square(counts: Counter[int], cells: int, drawn: int) -> float:
    expected = drawn / cells
    return sum((counts[cell] - expected) ** 2 / expected for cell in range(1, cells + 1))


@pytest.mark.parametrize("name", SOURCES)
@pytest.mark.parametrize(
    ("sides", "limit"),
    # What one source in a thousand exceeds; the seeds are fixed, so this never fails by chance.
    [(6, 20.5), (10, 27.9), (20, 43.8), (360, 450.0)],
)
def test_every_face_is_equally_likely(name: str, sides: int, limit: float) -> None:
    drawn = 36_000
    thrown = faces(SOURCES[name](11), drawn, sides)
    assert set(thrown) == set(range(1, sides + 1))
    assert chi_square(Counter(thrown), sides, drawn) < limit


@pytest.mark.parametrize("name", SOURCES)
def test_a_die_does_not_know_the_one_before(name: str) -> None:
    drawn = 36_000
    thrown = faces(SOURCES[name](12), drawn + 1)
    pairs = Counter((a - 1) * 6 + b for a, b in pairwise(thrown))
    assert chi_square(pairs, 36, drawn) < 66.6


@pytest.mark.parametrize("name", SOURCES)
@settings(deadline=None)
@given(st.integers(0, 5_000), st.integers(1, 400))
def test_a_throw_has_its_number_of_faces_within_the_sides(name: str, dice: int, sides: int) -> None:
    thrown = faces(SOURCES[name](1), dice, sides)
    assert len(thrown) == dice
    assert all(1 <= face <= sides for face in thrown)


def test_fast_dice_follow_their_generator() -> None:
    throws = [(3, 6), (2, 10), (5_000, 6), (0, 6), (1, 6)]
    one, other = FastDice(Random(4)), FastDice(Random(4))
    thrown = [faces(one, dice, sides) for dice, sides in throws]
    assert thrown == [faces(other, dice, sides) for dice, sides in throws]
    assert thrown != [faces(FastDice(Random(5)), dice, sides) for dice, sides in throws]


class EveryByte(Random):
    """A generator whose bytes come in turn."""

    def randbytes(self, n: int) -> bytes:
        return (bytes(range(256)) * n)[:n]


def test_fast_dice_leave_out_the_bytes_that_would_favour_low_faces() -> None:
    counts = Counter(faces(FastDice(EveryByte()), 252 * 8))
    assert counts == dict.fromkeys(range(1, 7), 42 * 8)


def test_fast_dice_use_each_face_once() -> None:
    one, other = FastDice(Random(4)), FastDice(Random(4))
    singles = tuple(face for _ in range(3_000) for face in faces(one, 1))
    # Blocks are cut differently but the stream of bytes is the same.
    assert singles == faces(other, 3_000)


# --- Scripts --------------------------------------------------------------------------------------


def test_a_script_is_laid_down_in_order_and_used_up() -> None:
    dice = ScriptedDice(1, 2, 3)
    assert dice.throw(Throw(2, 6, "first")) == (1, 2)
    assert not dice.used_up()
    assert dice.throw(D6) == (3,)
    assert dice.used_up()
    assert [throw.purpose for throw in dice.throws] == ["first", "one die"]


def test_a_script_that_is_too_short_says_what_was_rolled() -> None:
    dice = ScriptedDice(1)
    with pytest.raises(BadRoll, match="the script has 1 faces left, 2 are rolled: saves"):
        dice.throw(Throw(2, 6, "saves"))
    assert not dice.used_up()


def test_a_script_with_a_face_no_die_has_is_refused() -> None:
    with pytest.raises(BadRoll, match="a D6 cannot show 7"):
        ScriptedDice(7).throw(D6)


# --- All the throws of a request ------------------------------------------------------------------


def test_a_request_is_rolled_throw_by_throw() -> None:
    dice = ScriptedDice(4, 6, 1, 2, 5)
    assert roll_for(Pool(3, 4, but_not=5), dice) == ((4, 6, 1), (2, 5))
    assert dice.used_up()


def test_a_request_without_dice_rolls_none() -> None:
    assert roll_for(Pool(0, 4), ScriptedDice()) == ()
    assert roll_for(Faces(0), ScriptedDice()) == ()


@pytest.mark.parametrize("name", SOURCES)
def test_what_a_source_rolls_a_request_can_read(name: str) -> None:
    source = SOURCES[name](3)
    for _ in range(50):
        pool = Pool(4, 4, but_not=5)
        roll = roll_for(pool, source)
        assert pool.read(roll) == pool.answer(roll)
