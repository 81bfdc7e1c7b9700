"""The exact interpreter: branches, stages and loops without bound."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.dice.honest import played, probabilities
from umpire.dice import (
    Again,
    Die,
    EndlessLoop,
    Faces,
    Margin,
    Odds,
    Pool,
    Procedure,
    ScriptedDice,
    Total,
    clear,
    mean_runs,
    run,
    solve,
    stage,
)
from umpire.dice import solve as solve_function
from umpire.dice.solve import KEPT_OUTCOMES, TooManyBranches, solve_within


@pytest.fixture(autouse=True)
def _nothing_kept() -> Iterator[None]:
    clear()
    yield
    clear()


# --- Branches: play with every roll, and exact, must agree ----------------------------------------


def nothing() -> Procedure[str]:
    return "done"
    yield


def saves_then_morale(dice: int) -> Procedure[tuple[int, bool]]:
    hits: int = yield Pool(dice, 4, but_not=5)
    if not hits:
        return (0, True)
    faces: tuple[int, ...] = yield Faces(2)
    return (hits, sum(faces) + hits <= 8)


def chained(dice: int) -> Procedure[int]:
    """How many dice are thrown next depends on the last throw."""
    distance = 0
    for _ in range(2):
        hits: int = yield Pool(dice, 5)
        moved: int = yield Total(hits, enough=5)
        distance += moved
        dice = hits
    return distance


def duel() -> Procedure[str]:
    winner: str = yield Margin(Pool(1, 4, but_not=4), Pool(1, 3), lambda a, b: "same" if a == b else "other")
    if winner == "same":
        face: int = yield Die(sides=4)
        return f"same {face}"
    return winner


def nested(dice: int) -> Procedure[int]:
    total = 0
    for need in (4, 6):
        hits: int = yield from stage(one_volley, dice, need)
        total += hits
    return total


def one_volley(dice: int, need: int) -> Procedure[int]:
    hits: int = yield Pool(dice, need)
    if hits:
        extra: int = yield Pool(1, need)
        hits += extra
    return hits


PROCEDURES: dict[str, tuple[Callable[..., Procedure[Any]], tuple[Any, ...]]] = {
    "no dice at all": (nothing, ()),
    "pool then faces": (saves_then_morale, (2,)),
    "pools that feed each other": (chained, (2,)),
    "margin then die": (duel, ()),
    "stages": (nested, (2,)),
}


@pytest.mark.parametrize("name", PROCEDURES)
def test_exact_odds_are_the_frequencies_of_every_possible_play(name: str) -> None:
    procedure, inputs = PROCEDURES[name]
    assert probabilities(solve(procedure, *inputs)) == played(lambda: procedure(*inputs))


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 3), st.integers(1, 7), st.integers(1, 7))
def test_a_stage_inside_changes_no_odds(dice: int, need: int, other: int) -> None:
    def staged(dice: int, need: int, other: int) -> Procedure[int]:
        first: int = yield from stage(one_volley, dice, need)
        second: int = yield from stage(one_volley, first % 2, other)
        return first + second

    def plain(dice: int, need: int, other: int) -> Procedure[int]:
        first = yield from one_volley(dice, need)
        second = yield from one_volley(first % 2, other)
        return first + second

    exact = probabilities(solve(staged, dice, need, other))
    assert exact == probabilities(solve(plain, dice, need, other))
    assert sum(exact.values()) == 1


def test_outcomes_come_in_the_order_of_the_answers() -> None:
    assert [hits for hits, _ in solve(one_volley, 3, 4).pairs] == [0, 1, 2, 3, 4]


# --- Stages ---------------------------------------------------------------------------------------


def test_a_stage_is_worked_out_once_for_equal_inputs() -> None:
    runs: list[int] = []

    def parity(dice: int) -> Procedure[int]:
        runs.append(dice)
        hits: int = yield Pool(dice, 4)
        return hits % 2

    def three_times() -> Procedure[tuple[int, int, int]]:
        first: int = yield from stage(parity, 10)
        second: int = yield from stage(parity, 10)
        third: int = yield from stage(parity, 10)
        return first, second, third

    odds = Odds(solve(three_times))
    assert len(runs) == 11  # one run for each of the 11 counts; 11 * 11 * 11 without merging
    assert len(odds) == 8
    assert all(p == Fraction(1, 8) for p in odds.values())


def test_an_answer_is_kept_until_cleared() -> None:
    runs: list[int] = []

    def counted(dice: int) -> Procedure[int]:
        runs.append(dice)
        hits: int = yield Pool(dice, 4)
        return hits

    first = solve(counted, 2)
    assert solve(counted, 2) is first
    assert len(runs) == 3
    clear()
    assert solve(counted, 2) == first
    assert len(runs) == 6


def test_what_is_kept_does_not_grow_without_end() -> None:
    def wide(number: int) -> Procedure[int]:
        face: int = yield Die(sides=5_000)
        return face + number

    first = solve(wide, 0)
    for number in range(1, KEPT_OUTCOMES // 5_000 + 1):
        solve(wide, number)
    again = solve(wide, 0)
    assert again == first
    assert again is not first


def test_a_stage_takes_its_inputs_by_position() -> None:
    def wrong() -> Procedure[int]:
        hits: int = yield from stage(one_volley, 2, need=4)
        return hits

    with pytest.raises(AssertionError, match="by position"):
        run(wrong(), ScriptedDice())


def test_exact_odds_refuse_a_request_that_is_no_dice() -> None:
    class Question:
        kind = "yes or no"

    def asks() -> Procedure[bool]:
        yes: bool = yield Question()
        return yes

    with pytest.raises(TypeError, match="'yes or no'"):
        solve(asks)


def test_too_many_branches_are_given_up_when_a_limit_is_set() -> None:
    assert solve_within(4, one_volley, 1, 4) == solve_function(one_volley, 1, 4)
    clear()
    with pytest.raises(TooManyBranches):
        solve_within(2, one_volley, 1, 4)
    # Stages and loops draw on the same limit.
    with pytest.raises(TooManyBranches):
        solve_within(5, nested, 2)
    with pytest.raises(TooManyBranches):
        solve_within(100, wander, 50, 100)
    # So does solving a loop of many states: its 99 runs here have 198 outcomes.
    with pytest.raises(TooManyBranches):
        solve_within(300, wander, 50, 100)


def up_to(steps: int) -> Procedure[int]:
    """A step up on 4 and more, so often: each step a stage, which needs the one before it."""
    if not steps:
        return 0
    below: int = yield from stage(up_to, steps - 1)
    up: int = yield Pool(1, 4)
    return below + up


def test_whether_a_limit_is_kept_does_not_hang_on_what_was_asked_before() -> None:
    solve(up_to, 30)
    solve_within(500, up_to, 20)
    for _ in range(2):
        with pytest.raises(TooManyBranches):
            solve_within(500, up_to, 30)
    assert solve_within(1000, up_to, 30) == solve(up_to, 30)
    with pytest.raises(TooManyBranches):  # the same with a lower limit is another question
        solve_within(500, up_to, 30)


# --- Loops without bound --------------------------------------------------------------------------


class Won(NamedTuple):
    who: str


def until_high() -> Procedure[int | Again]:
    face: int = yield Die()
    return face if face > 4 else Again()


def test_a_loop_to_itself_shares_its_weight_among_the_rest() -> None:
    assert probabilities(solve(until_high)) == {5: Fraction(1, 2), 6: Fraction(1, 2)}


def take_turns(who: str, other: str) -> Procedure[Won | Again]:
    face: int = yield Die()
    return Won(who) if face == 6 else Again(other, who)


def test_a_cycle_of_two_states_is_solved_in_closed_form() -> None:
    odds = Odds(solve(take_turns, "a", "b"))
    assert odds.p(who="a") == Fraction(6, 11)
    assert odds.p(who="b") == Fraction(5, 11)


def brutal(dice: int, wounds: int) -> Procedure[int | Again]:
    """Each six is a wound and rolls again: the inputs change with every round."""
    sixes: int = yield Pool(dice, 6)
    if wounds + sixes >= 3:
        return 3
    return Again(sixes, wounds + sixes) if sixes else wounds


def test_a_chain_with_changing_inputs_is_solved_in_closed_form() -> None:
    """One die after the other: wounds are geometric, here counted up to 3."""
    six = Fraction(1, 6)
    assert probabilities(solve(brutal, 1, 0)) == {
        0: 1 - six,
        1: six * (1 - six),
        2: six**2 * (1 - six),
        3: six**3,
    }


def wander(at: int, end: int) -> Procedure[str | Again]:
    """A step up on 5 or 6, else a step down."""
    up: int = yield Pool(1, 5)
    at += 1 if up else -1
    if at == 0:
        return "ruin"
    return "home" if at == end else Again(at, end)


@pytest.mark.parametrize(("start", "end"), [(1, 2), (1, 5), (3, 7), (6, 7)])
def test_a_random_walk_ends_as_the_gamblers_ruin_says(start: int, end: int) -> None:
    ratio = Fraction(2, 1)  # down to up
    home = (1 - ratio**start) / (1 - ratio**end)
    assert probabilities(solve(wander, start, end)) == {"home": home, "ruin": 1 - home}


def worn(ours: int, theirs: int) -> Procedure[tuple[int, int] | Again]:
    """Two piles: a round may take one from either, or from both, or it is over."""
    face: int = yield Die()
    ours, theirs = ours - (face in (1, 3)), theirs - (face in (2, 3))
    return (ours, theirs) if face > 3 or ours < 0 or theirs < 0 else Again(ours, theirs)


def test_many_states_with_many_ends_are_no_more_work_than_one_run_of_each() -> None:
    """441 states, each of which may be the last, and as many ends and more."""
    weights = solve_within(6_000, worn, 20, 20)
    assert len(weights.pairs) == 22 * 22
    odds = probabilities(weights)
    assert sum(odds.values()) == 1
    assert odds[20, 20] == Fraction(1, 2)
    assert odds[19, 19] == Fraction(1, 2) * (Fraction(1, 6) + 2 * Fraction(1, 6) ** 2)


@settings(max_examples=40, deadline=None)
@given(
    st.lists(
        st.lists(st.integers(-2, 3), min_size=6, max_size=6).filter(lambda row: min(row) < 0),
        min_size=4,
        max_size=4,
    )
)
def test_any_loop_agrees_with_following_it_for_a_long_time(table: list[list[int]]) -> None:
    """Four states; a face of the die leads to a state (0 and more) or to an end (below 0)."""
    rows = tuple(tuple(row) for row in table)

    def walk(state: int) -> Procedure[int | Again]:
        face: int = yield Die()
        to = rows[state][face - 1]
        return Again(to) if to >= 0 else to

    exact = probabilities(solve(walk, 0))
    assert sum(exact.values()) == 1
    at = [1.0, 0.0, 0.0, 0.0]
    ends: dict[int, float] = {}
    for _ in range(400):
        after = [0.0] * 4
        for state, share in enumerate(at):
            for to in rows[state]:
                if to >= 0:
                    after[to] += share / 6
                else:
                    ends[to] = ends.get(to, 0.0) + share / 6
        at = after
    assert {end for end, share in ends.items() if share} == set(exact)
    for end, share in ends.items():
        if share:
            assert float(exact[end]) == pytest.approx(share, abs=1e-9)


def test_a_loop_inside_a_stage_is_solved_there() -> None:
    def best_of_two() -> Procedure[int]:
        first: int = yield from stage(until_high)
        second: int = yield from stage(until_high)
        return max(first, second)

    assert probabilities(solve(best_of_two)) == {5: Fraction(1, 4), 6: Fraction(3, 4)}


def forever() -> Procedure[int | Again]:
    yield Die()
    return Again()


def to_and_fro(here: int) -> Procedure[int | Again]:
    yield Die()
    return Again(1 - here)


def trapdoor(state: str) -> Procedure[str | Again]:
    face: int = yield Die()
    if state == "cellar":
        return Again("cellar")
    return Again("cellar") if face == 1 else "out"


@pytest.mark.parametrize(("procedure", "inputs"), [(forever, ()), (to_and_fro, (0,)), (trapdoor, ("hall",))])
def test_a_loop_no_roll_can_end_is_an_error(procedure: Callable[..., Procedure[Any]], inputs: tuple[Any, ...]) -> None:
    with pytest.raises(EndlessLoop):
        solve(procedure, *inputs)


@pytest.mark.parametrize(("procedure", "inputs"), [(forever, ()), (to_and_fro, (0,)), (trapdoor, ("hall",))])
def test_the_mean_of_runs_of_such_a_loop_is_an_error(
    procedure: Callable[..., Procedure[Any]], inputs: tuple[Any, ...]
) -> None:
    with pytest.raises(EndlessLoop):
        mean_runs(procedure, *inputs)


def stairs(floor: int) -> Procedure[int | Again]:
    """Up on a 4 or more, down (not below the ground) on a 1, out at the third floor."""
    face: int = yield Die()
    if face >= 4:
        return 3 if floor == 2 else Again(floor + 1)
    return Again(max(0, floor - 1)) if face == 1 else Again(floor)


def test_the_mean_of_runs_is_that_of_the_chain() -> None:
    """With a, b, c the means from the three floors: 3a = 6 + 3b, 4b = 6 + 3c + a, 4c = 6 + b."""
    a, b, c = (mean_runs(stairs, floor) for floor in range(3))
    assert 3 * a == 6 + 3 * b
    assert 4 * b == 6 + 3 * c + a
    assert 4 * c == 6 + b
    assert mean_runs(until_high) == 3


def test_again_is_equal_by_its_inputs() -> None:
    assert Again(1, "a") == Again(1, "a")
    assert hash(Again(1, "a")) == hash(Again(1, "a"))
    assert Again(1) != Again(2)
    assert Again() != ()
