"""Saved states that somebody has edited: refused in a sentence before anything is measured in them."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from msgspec import json

import umpire
from umpire.games.rhine import GAME

UNITS, SIDES, SMOKE, WRECKS, PLAN = 0, 1, 5, 6, 7
"""Where they stand in a saved record."""
BASE, PLACE, TOKENS, MARKERS, CARRIER, DISCHARGES = 4, 5, 6, 7, 8, 9
"""Where they stand in that of a unit."""


@cache
def saved() -> bytes:
    """A state with everybody deployed, passengers in their transports."""
    battle = umpire.battle("rhine", scenario="crossroads", seed=1)
    while battle.state.phase == "setup":
        assert battle.decision is not None
        battle.answer(battle.decision.default())
    return GAME.encode(battle.snapshots[-1].state)


def forged(where: tuple[Any, ...], value: Any) -> bytes:
    record = json.decode(saved())
    part = record
    for step in where[:-1]:
        part = part[step]
    part[where[-1]] = value
    return json.encode(record)


def index(uid: str) -> int:
    return [unit[0] for unit in json.decode(saved())[UNITS]].index(uid)


@pytest.mark.rule("RHINE-ERR-03")
def test_a_state_that_nobody_has_edited_is_taken() -> None:
    assert GAME.encode(GAME.decode(saved(), "crossroads", {})) == saved()


@pytest.mark.rule("RHINE-ERR-03")
@pytest.mark.parametrize(
    ("where", "value", "fault"),
    [
        ((BASE, 3), 10**12, "a base like that of {}"),
        ((BASE, 4), 1251, "a base like that of {}"),
        ((BASE, 5), True, "a base like that of {}"),
        ((BASE, 2), 360, "a base like that of {}"),
        ((BASE, 0), 2**62, "a base like that of {}"),
        ((BASE, 1), -1, "a base like that of {}"),
        ((PLACE,), "moon", "{} where it is said to be"),
        ((CARRIER,), "nobody", "{} where it is said to be"),
        ((MARKERS,), 6, "so many markers, tokens or discharges of smoke on {}"),
        ((MARKERS,), -1, "so many markers, tokens or discharges of smoke on {}"),
        ((TOKENS,), -1, "so many markers, tokens or discharges of smoke on {}"),
        ((DISCHARGES,), -1, "so many markers, tokens or discharges of smoke on {}"),
    ],
)
def test_a_unit_that_no_battle_has_is_refused(where: tuple[int, ...], value: Any, fault: str) -> None:
    """A passenger: with a base without end, room for it beside its transport would be searched for ever."""
    number = index("n7")
    name = GAME.decode(saved(), "crossroads", {}).units["n7"].name
    with pytest.raises(ValueError, match="^no battle has " + fault.format(name) + "$"):
        GAME.decode(forged((UNITS, number, *where), value), "crossroads", {})


BASE_OF_A_TANK = [30_000, 20_000, 0, 1400, 2800, False]


@pytest.mark.rule("RHINE-ERR-03")
@pytest.mark.parametrize(
    ("where", "value", "fault"),
    [
        ((SIDES, 0, "pool"), -1, "-1 tokens in a pool"),
        ((SMOKE,), [[30_000, 20_000, 2000, 2]], ""),
        ((SMOKE,), [[30_000, 20_000, 10**9, 2]], "such smoke"),
        ((SMOKE,), [[-1, 20_000, 2000, 2]], "such smoke"),
        ((WRECKS,), [["n1", BASE_OF_A_TANK]], ""),
        ((WRECKS,), [["n1", [*BASE_OF_A_TANK[:4], 10**9, False]]], "such a wreck"),
        ((WRECKS,), [["nobody", BASE_OF_A_TANK]], "such a wreck"),
        ((PLAN,), ["n1", ["move"], [[30_000, 20_000], [30_000, 24_000]], 0, "", 0, "", [], None, []], ""),
        ((PLAN,), ["n1", ["move"], [[30_000, 20_000], [10**15, 0]], 0, "", 0, "", [], None, []], "a way so far off"),
    ],
)
def test_nor_is_the_rest_of_it(where: tuple[Any, ...], value: Any, fault: str) -> None:
    if not fault:
        assert GAME.decode(forged(where, value), "crossroads", {}).units
        return
    with pytest.raises(ValueError, match=f"^no battle has {fault}"):
        GAME.decode(forged(where, value), "crossroads", {})
