"""The exact interpreter: every outcome of a procedure with its weight.

A generator cannot be copied, so a branch is run again from its start with the answers so far; each branch
costs a few microseconds. `Stage` keeps that polynomial: its result is merged by outcome and kept for equal
inputs.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from fractions import Fraction
from math import inf
from typing import Any

from umpire.dice.requests import Again, DiceRequest, Procedure, Stage
from umpire.dice.weights import Gathering, Weights, forget, reduced

Key = tuple[Callable[..., Procedure[Any]], tuple[Any, ...]]

KEPT_OUTCOMES = 200_000
"""How many outcomes are kept in all, before everything kept is dropped."""


class EndlessLoop(ValueError):
    """A loop that no roll can end."""


class TooManyBranches(ValueError):
    """More branches than the caller is ready to wait for."""


class Kept:
    """Answers found before."""

    __slots__ = ("answers", "outcomes")

    def __init__(self) -> None:
        self.answers: dict[Key, Weights] = {}
        self.outcomes = 0

    def put(self, key: Key, weights: Weights) -> None:
        size = len(weights.pairs)
        if self.outcomes + size > KEPT_OUTCOMES:
            self.clear()
        self.answers[key] = weights
        self.outcomes += size

    def clear(self) -> None:
        self.answers.clear()
        self.outcomes = 0


class Work:
    """The working-out of one question: how many branches may still be run, and what is known already."""

    __slots__ = ("kept", "left")

    def __init__(self, left: float, kept: Kept) -> None:
        self.left = left
        self.kept = kept

    def spend(self, branches: int) -> None:
        self.left -= branches
        if self.left < 0:
            raise TooManyBranches("there are too many branches to follow")


_kept = Kept()
_asked = Kept()
"""Questions with a limit, under their limit."""


def solve(procedure: Callable[..., Procedure[Any]], *inputs: Any) -> Weights:
    """The weights of all outcomes of `procedure(*inputs)`; loops through `Again` in closed form."""
    return _solve(procedure, inputs, Work(inf, _kept))


def solve_within(branches: int, procedure: Callable[..., Procedure[Any]], *inputs: Any) -> Weights:
    """As `solve`, but gives up with `TooManyBranches` after this many runs of a procedure.

    What was found for other questions is not made use of: whether this one is answered must not hang on what was asked
    before it.
    """
    key: Key = (procedure, (branches, inputs))
    found = _asked.answers.get(key)
    if found is None:
        found = _solve(procedure, inputs, Work(branches, Kept()))
        _asked.put(key, found)
    return found


def mean_runs(procedure: Callable[..., Procedure[Any]], *inputs: Any) -> Fraction:
    """How often a procedure that returns `Again` is run on average: the mean number of rounds."""
    work = Work(inf, _kept)
    chain = _chain(procedure, inputs, _once(procedure, inputs, work), work)
    return sum(_visits(chain, inputs, work).values(), Fraction(0))


def clear() -> None:
    """Forget everything kept: the next answer is worked out from nothing."""
    _kept.clear()
    _asked.clear()
    forget()


def _solve(procedure: Callable[..., Procedure[Any]], inputs: tuple[Any, ...], work: Work) -> Weights:
    key: Key = (procedure, inputs)
    found = work.kept.answers.get(key)
    if found is None:
        found = _once(procedure, inputs, work)
        if any(isinstance(outcome, Again) for outcome, _ in found.pairs):
            found = _closed(procedure, inputs, found, work)
        work.kept.put(key, found)
    return found


def _weights_of(request: Any, work: Work) -> Weights:
    if isinstance(request, DiceRequest):
        if effort := request.effort():
            work.spend(effort)
        return request.weights()
    if isinstance(request, Stage):
        return _solve(request.procedure, request.inputs, work)
    raise TypeError(f"exact odds cannot answer a request of kind {request.kind!r}")


_BEGIN: Sequence[tuple[Any, int]] = ((None, 1), (None, 1))
"""Before the first request there is one way to go on."""


def _once(procedure: Callable[..., Procedure[Any]], inputs: tuple[Any, ...], work: Work) -> Weights:
    """One run of the procedure, `Again` counted as an outcome like any other.

    Branches are counted when they are found. With a limit the shallow ones are followed first: they lead to the most
    others, so that what is far too large is given up long before as many have been followed as may be.
    """
    limited = work.left < inf
    leaves: list[tuple[tuple[int, ...], Any, int, int]] = []
    work.spend(1)
    # What has been answered so far, each answer also by its place, and the answers there are to the next request, of
    # which all but the first are still to be followed. The first of all branches answers nothing yet.
    forks: deque[tuple[tuple[int, ...], tuple[Any, ...], int, int, Sequence[tuple[Any, int]]]] = deque()
    forks.append(((), (), 1, 1, _BEGIN))
    while forks:
        before, given, so_far, base, ways = forks.popleft() if limited else forks.pop()
        for place in range(1, len(ways)):
            answer, share = ways[place]
            path, answers = (*before, place), given if ways is _BEGIN else (*given, answer)
            weight, total = so_far * share, base
            run = procedure(*inputs)
            try:
                request = next(run)
                for answer in answers:
                    request = run.send(answer)
                while True:
                    weights = _weights_of(request, work)
                    total *= weights.total
                    pairs = weights.pairs
                    if len(pairs) > 1:
                        work.spend(len(pairs) - 1)
                        forks.append((path, answers, weight, total, pairs))
                    answer, share = pairs[0]
                    path = (*path, 0)
                    answers = (*answers, answer)
                    weight *= share
                    request = run.send(answer)
            except StopIteration as end:
                leaves.append((path, end.value, weight, total))
                if long := total.bit_length() >> 10:  # numbers of thousands of digits take their time too
                    work.spend(long)
    # Outcomes stand in the order of the answers that lead to them.
    leaves.sort(key=_by_path)
    gathered = Gathering()
    longest = 0
    for _, outcome, weight, total in leaves:
        gathered.add(outcome, weight, total)
        longest = max(longest, total.bit_length())
    if long := longest >> 10:  # to reduce them most of all
        work.spend(long * long >> 1)
    return gathered.weights()


def _by_path(leaf: tuple[tuple[int, ...], Any, int, int]) -> tuple[int, ...]:
    return leaf[0]


# --- Loops without bound --------------------------------------------------------------------------


State = tuple[Any, ...]
"""The inputs of one run of a loop."""


def _closed(procedure: Callable[..., Procedure[Any]], inputs: State, first: Weights, work: Work) -> Weights:
    """Ends are as likely as the states they come from are often run, each time with its own chance of that end."""
    if all(outcome.inputs == inputs for outcome, _ in first.pairs if isinstance(outcome, Again)):
        return _without_itself(first)
    chain = _chain(procedure, inputs, first, work)
    gathered = Gathering()
    for state, runs in _visits(chain, inputs, work).items():
        weights = chain[state]
        total = weights.total * runs.denominator
        work.spend(len(weights.pairs) * (1 + (total.bit_length() >> 10)))
        for outcome, weight in weights.pairs:
            if not isinstance(outcome, Again):
                gathered.add(outcome, weight * runs.numerator, total)
    return gathered.weights()


def _without_itself(weights: Weights) -> Weights:
    """Round after round until something else happens: the weight of "once more" is shared by the rest."""
    pairs = [(outcome, weight) for outcome, weight in weights.pairs if not isinstance(outcome, Again)]
    total = sum(weight for _, weight in pairs)
    if total == 0:
        raise EndlessLoop("no roll can end this")
    return reduced(pairs, total)


def _chain(procedure: Callable[..., Procedure[Any]], inputs: State, first: Weights, work: Work) -> dict[State, Weights]:
    """All states that re-runs can come to, each with one run from there; a state comes after those it leads to."""
    found: dict[State, Weights] = {inputs: first}
    chain: dict[State, Weights] = {}
    waiting = [(inputs, iter(_ways(first)))]
    while waiting:
        state, ahead = waiting[-1]
        after = next((each for each in ahead if each not in found), None)
        if after is None:
            chain[state] = found[state]
            waiting.pop()
        else:
            found[after] = _once(procedure, after, work)
            waiting.append((after, iter(_ways(found[after]))))
    return chain


def _ways(weights: Weights) -> dict[State, Fraction]:
    """The states that a run leads to, with their chances."""
    return {
        outcome.inputs: Fraction(weight, weights.total)
        for outcome, weight in weights.pairs
        if isinstance(outcome, Again)
    }


def _visits(chain: dict[State, Weights], start: State, work: Work) -> dict[State, Fraction]:
    """How often each state of a chain is run on average, `start` first.

    The states are taken out one by one, those that lead to no other first, so that few ways are made anew; then they
    are put back in the opposite order, when it is known how often those are run that lead to them.
    """
    ways = {state: _ways(weights) for state, weights in chain.items()}
    before: dict[State, dict[State, None]] = {state: {} for state in chain}
    for state, goes in ways.items():
        for after in goes:
            before[after][state] = None
    into: dict[State, dict[State, Fraction]] = {}
    leaves: dict[State, Fraction] = {}
    for state in chain:
        goes = ways.pop(state)
        leaves[state] = 1 - goes.pop(state, Fraction(0))
        if leaves[state] == 0:
            raise EndlessLoop("no roll can end this")
        into[state] = {other: ways[other].pop(state) for other in before.pop(state) if other != state}
        for after, share in goes.items():
            del before[after][state]
            onward = share / leaves[state]
            for other, comes in into[state].items():
                ways[other][after] = _plus(ways[other].get(after, Fraction(0)), comes, onward, work)
                before[after][other] = None
    visits: dict[State, Fraction] = {}
    for state in reversed(chain):
        runs = Fraction(state == start)
        for other, comes in into[state].items():
            runs = _plus(runs, visits[other], comes, work)
        visits[state] = runs / leaves[state]
    return visits


def _plus(number: Fraction, one: Fraction, other: Fraction, work: Work) -> Fraction:
    """`number + one * other`, which takes the longer the more digits they have, and most of all to reduce it."""
    bits = number.denominator.bit_length() + one.denominator.bit_length() + other.denominator.bit_length()
    long = bits >> 10
    work.spend(1 + (bits >> 9) + (long * long >> 3))
    return number + one * other
