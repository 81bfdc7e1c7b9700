"""Answers that no decision takes: garbage of every kind, and answers that are almost right."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from umpire.battle.decisions import Decision, PickOne, PickSome, Place, PutInOrder, Refused, Route, ShareOut, YesNo


class _Odd:
    pass


GARBAGE: tuple[Any, ...] = (
    None,
    -1,
    3.5,
    float("nan"),
    10**30,
    "",
    "no such choice",
    b"bytes",
    _Odd(),
    [None],
    [[]],
    [1, 2, 3],
    ["no such choice"],
    ["no such choice", "no such choice"],
    {"no such choice": 1},
    {None: None},
    {"path": None, "facing": 0},
    {"path": [], "facing": 0},
    {"path": [[1]], "facing": 0},
    {"path": [["x", "y"]], "facing": 0},
    {"path": [[1.5, 2]], "facing": 0},
    {"path": [[True, False]], "facing": 0},
    {"path": [[10**12, 0]], "facing": 0},
    {"path": [[-5_000, -5_000]], "facing": 0},
    {"path": [[0, 0]], "facing": 360},
    {"path": [[0, 0]], "facing": "north"},
    {"path": [[0, 0]] * 1000, "facing": 0},
    {"path": [[0, 0]], "facing": 0, "figures": [1]},
    {"path": [[0, 0]], "facing": 0, "figures": {"no such figure": "there"}},
    {"path": [[0, 0]], "facing": 0, "figures": {7: [0, 0]}},
    Route((), 0),
)


def near_misses(decision: Decision) -> Iterator[Any]:
    """Answers of the right shape with something wrong in them."""
    if isinstance(decision, PickOne):
        yield [decision.options[0].key]
        yield decision.options[0].key + " "
    elif isinstance(decision, PickSome):
        keys = [option.key for option in decision.options]
        yield [*keys[:1], *keys[:1]]
        yield keys[: decision.least - 1] if decision.least else ", ".join(keys)
        yield [*keys, "one more"]
    elif isinstance(decision, PutInOrder):
        keys = decision.default()
        yield keys[1:]
        yield [*keys, keys[0]]
        yield [keys[0]] * (len(keys) + 1)
    elif isinstance(decision, ShareOut):
        shares = decision.default()
        first = next(iter(shares))
        yield {**shares, first: shares[first] + 1}
        yield {**shares, first: -1}
        yield {**shares, first: 1.0}
        yield {first: True}
    elif isinstance(decision, Place):
        route = decision.default()
        far = [[x + 5_000_000, y] for x, y in route["path"]]
        yield {**route, "path": far}
        yield {**route, "path": [*route["path"], [-1_000, -1_000]]}
        yield {**route, "facing": -1}
        yield {**route, "figures": {"no such figure": [0, 0]}}
        yield {"facing": 0}
    elif isinstance(decision, YesNo):
        yield 1
        yield "yes"


def refusal(call: Callable[..., Any], *arguments: Any, **named: Any) -> Refused:
    """The refusal of something that may not be done."""
    try:
        call(*arguments, **named)
    except Refused as refused:
        return refused
    raise AssertionError("what the rules do not allow was not refused")
