"""The exact interpreter: every outcome of a procedure with its weight.

A generator cannot be copied, so a branch is run again from its start with the answers so far; each branch
costs a few microseconds. `Stage` keeps that polynomial: its result is merged by outcome and kept for equal
inputs.
"""

from __future__ import annotations

from collections.abc import Callable
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


class Budget:
    """How many branches may still be run."""

    __slots__ = ("left",)

    def __init__(self, left: float) -> None:
        self.left = left

    def spend(self, branches: int) -> None:
        self.left -= branches
        if self.left < 0:
            raise TooManyBranches("there are too many branches to follow")


_kept = Kept()


def solve(procedure: Callable[..., Procedure[Any]], *inputs: Any) -> Weights:
    """The weights of all outcomes of `procedure(*inputs)`; loops through `Again` in closed form."""
    return _solve(procedure, inputs, Budget(inf))


def solve_within(branches: int, procedure: Callable[..., Procedure[Any]], *inputs: Any) -> Weights:
    """As `solve`, but gives up with `TooManyBranches` after this many runs of a procedure."""
    return _solve(procedure, inputs, Budget(branches))


def mean_runs(procedure: Callable[..., Procedure[Any]], *inputs: Any) -> Fraction:
    """How often a procedure that returns `Again` is run on average: the mean number of rounds."""
    chain = _chain(procedure, inputs, _once(procedure, inputs, Budget(inf)), Budget(inf))
    runs = {state: Fraction(1) for state in chain}
    goes = {
        state: {
            outcome.inputs: Fraction(weight, weights.total)
            for outcome, weight in weights.pairs
            if isinstance(outcome, Again)
        }
        for state, weights in chain.items()
    }
    for state in list(chain)[::-1]:
        stays = goes[state].pop(state, Fraction(0))
        if stays == 1:
            raise EndlessLoop("no roll can end this")
        runs[state] /= 1 - stays
        goes[state] = {after: share / (1 - stays) for after, share in goes[state].items()}
        for other, ways in goes.items():
            share = ways.pop(state, Fraction(0))
            if share and other != state:
                runs[other] += share * runs[state]
                for after, then in goes[state].items():
                    ways[after] = ways.get(after, Fraction(0)) + share * then
    return runs[inputs]


def clear() -> None:
    """Forget everything kept: the next answer is worked out from nothing."""
    _kept.clear()
    forget()


def _solve(procedure: Callable[..., Procedure[Any]], inputs: tuple[Any, ...], budget: Budget) -> Weights:
    key: Key = (procedure, inputs)
    found = _kept.answers.get(key)
    if found is None:
        found = _once(procedure, inputs, budget)
        if any(isinstance(outcome, Again) for outcome, _ in found.pairs):
            found = _closed(procedure, inputs, found, budget)
        _kept.put(key, found)
    return found


def _weights_of(request: Any, budget: Budget) -> Weights:
    if isinstance(request, DiceRequest):
        if effort := request.effort():
            budget.spend(effort)
        return request.weights()
    if isinstance(request, Stage):
        return _solve(request.procedure, request.inputs, budget)
    raise TypeError(f"exact odds cannot answer a request of kind {request.kind!r}")


def _once(procedure: Callable[..., Procedure[Any]], inputs: tuple[Any, ...], budget: Budget) -> Weights:
    """One run of the procedure, `Again` counted as an outcome like any other."""
    gathered = Gathering()
    budget.spend(1)
    branches: list[tuple[tuple[Any, ...], int, int]] = [((), 1, 1)]
    while branches:
        answers, weight, total = branches.pop()
        run = procedure(*inputs)
        try:
            request = next(run)
            for answer in answers:
                request = run.send(answer)
            while True:
                weights = _weights_of(request, budget)
                total *= weights.total
                pairs = weights.pairs
                if len(pairs) > 1:
                    budget.spend(len(pairs) - 1)
                    # Pushed in reverse so that outcomes come out in the order of the answers.
                    for answer, share in pairs[:0:-1]:
                        branches.append(((*answers, answer), weight * share, total))
                answer, share = pairs[0]
                answers = (*answers, answer)
                weight *= share
                request = run.send(answer)
        except StopIteration as end:
            gathered.add(end.value, weight, total)
            if long := total.bit_length() >> 10:  # numbers of thousands of digits take their time too
                budget.spend(long)
    return gathered.weights()


def _closed(
    procedure: Callable[..., Procedure[Any]], inputs: tuple[Any, ...], first: Weights, budget: Budget
) -> Weights:
    """Solve the chain of re-runs by taking its states out one by one, in whole numbers."""
    if all(outcome.inputs == inputs for outcome, _ in first.pairs if isinstance(outcome, Again)):
        return _without_itself(inputs, first)
    chain = _chain(procedure, inputs, first, budget)
    for state in list(chain)[::-1]:
        chain[state] = resolved = _without_itself(state, chain[state])
        if state == inputs:
            continue
        for other, weights in chain.items():
            if other != state:
                chain[other] = _substituted(weights, state, resolved, budget)
        del chain[state]
    return chain[inputs]


def _chain(
    procedure: Callable[..., Procedure[Any]], inputs: tuple[Any, ...], first: Weights, budget: Budget
) -> dict[tuple[Any, ...], Weights]:
    """All states that re-runs can come to, each with one run from there."""
    chain: dict[tuple[Any, ...], Weights] = {inputs: first}
    waiting = [inputs]
    while waiting:
        for outcome, _ in chain[waiting.pop()].pairs:
            if isinstance(outcome, Again) and outcome.inputs not in chain:
                chain[outcome.inputs] = _once(procedure, outcome.inputs, budget)
                waiting.append(outcome.inputs)
    return chain


def _without_itself(state: tuple[Any, ...], weights: Weights) -> Weights:
    """Round after round until something else happens: the weight of "once more" is shared by the rest."""
    pairs = [
        (outcome, weight)
        for outcome, weight in weights.pairs
        if not (isinstance(outcome, Again) and outcome.inputs == state)
    ]
    total = sum(weight for _, weight in pairs)
    if total == 0:
        raise EndlessLoop("no roll can end this")
    return reduced(pairs, total)


def _substituted(weights: Weights, state: tuple[Any, ...], resolved: Weights, budget: Budget) -> Weights:
    gathered = Gathering()
    touched = False
    for outcome, weight in weights.pairs:
        if isinstance(outcome, Again) and outcome.inputs == state:
            touched = True
            budget.spend(len(resolved.pairs))  # a chain of many states costs more here than in its runs
            for final, share in resolved.pairs:
                gathered.add(final, weight * share, weights.total * resolved.total)
        else:
            gathered.add(outcome, weight, weights.total)
    return gathered.weights() if touched else weights
