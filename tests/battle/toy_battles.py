"""Toy battles at the place where a test wants them."""

from __future__ import annotations

from typing import Any

from tests.toy import TOY
from umpire.battle.decisions import Decision
from umpire.battle.session import Battle
from umpire.lab.contract import Standing, standing


def battle_at(kind: str, prompt: str = "", **settings: Any) -> Battle:
    """A toy battle at the first decision of this kind (and with this in its prompt), usual answers before."""
    battle = Battle(TOY, settings.pop("scenario", "wood"), settings.pop("options", None), **settings)
    for _ in range(200):
        decision = battle.decision
        if decision is not None and decision.kind == kind and prompt in decision.prompt:
            return battle
        step(battle)
    raise AssertionError(f"no decision of kind {kind!r} came")


def step(battle: Battle) -> None:
    """The usual answer, or dice that all show 4."""
    throw = battle.throw
    if throw is not None:
        battle.roll([4] * throw.dice)
    else:
        battle.answer(asked(battle).default())


def asked(battle: Battle) -> Decision:
    decision = battle.decision
    assert decision is not None
    return decision


def bid(battle: Battle, ours: str, theirs: str) -> None:
    battle.answer(ours, "a")
    battle.answer(theirs, "b")


def shown(battle: Battle) -> tuple[Standing, list[Any]]:
    return standing(battle), list(battle.events)
