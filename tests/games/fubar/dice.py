"""Helpers for tests that roll dice: odds as fractions, scripted rolls, and every face of every die in turn."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from importlib.resources import files
from typing import Any, TypeVar

import umpire
from umpire.battle.catalogue import Catalogue, load_catalogue
from umpire.dice import Odds, Procedure, ScriptedDice, Tally, Throw, run
from umpire.games.fubar.house import House, house_rules

F = Fraction
T = TypeVar("T")


@lru_cache(maxsize=1)
def catalogue() -> Catalogue:
    return load_catalogue(files("umpire.games.fubar") / "rules.toml")


def house(**options: Any) -> House:
    return house_rules(catalogue().options.resolve(options))


def odds(procedure: str, *, options: dict[str, Any] | None = None, **inputs: Any) -> Odds:
    return umpire.odds("fubar", procedure, options=options, **inputs)


def rolled(procedure: Procedure[T], *faces: int) -> tuple[T, list[Throw]]:
    """What comes of a procedure with these faces, all of which it must use; and what it threw."""
    dice = ScriptedDice(*faces)
    outcome = run(procedure, dice)
    assert dice.used_up(), f"{dice.faces} were not rolled"
    return outcome, dice.throws


def terms(tally: Tally) -> list[tuple[str, int]]:
    """A score by its rules."""
    return [(reason.rule.removeprefix("FUBAR-"), reason.amount) for reason in tally.reasons]


Shares = dict[tuple[Any, ...], F]


def plain(found: Odds) -> Shares:
    """Odds by the plain values of the outcome; certain to sum to 1."""
    assert sum(found.values()) == 1
    return {tuple(outcome): p for outcome, p in found.items()}


def add(shares: Shares, outcome: tuple[Any, ...], p: F) -> None:
    shares[outcome] = shares.get(outcome, F(0)) + p


def faces(sides: int) -> Iterator[tuple[int, F]]:
    """One die, face by face."""
    for face in range(1, sides + 1):
        yield face, F(1, sides)
