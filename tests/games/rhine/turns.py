"""What the tests of the turn have in common: spending tokens, plans, reactions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tests.games.rhine.skirmish import Skirmish
from umpire.battle.decisions import Decision, PickOne, PickSome
from umpire.games.rhine import tokens
from umpire.games.rhine.sequence import activation

MISS = 1
"""A D10 that hits nobody."""
DECLINE = "decline"

MISSILE = {"kind": "atgm", "value": 12}
RAISED = {"kind": "atgm", "value": 12, "raised": True}
MORTAR = {"kind": "mortar", "value": 0, "to_hit": 8}
NO_GUN: Mapping[str, Any] = {"weapons": ()}
TEAM: Mapping[str, Any] = {"cls": "SUPPORT", "morale": 3}


def go(s: Skirmish, *choices: Any, dice: Sequence[int] = ()) -> None:
    """The next piece of the battle, with these answers and faces, all of which must be used up."""
    s.play(activation(s.state), dice, choices)


def activate(s: Skirmish, unit: str, *choices: Any, dice: Sequence[int] = ()) -> None:
    """A token for this unit, and what it does with it."""
    go(s, f"activate:{unit}", *choices, dice=dice)


def hold(s: Skirmish, unit: str, dice: Sequence[int] = ()) -> None:
    activate(s, unit, "hold", dice=dice)


def keys(decision: Decision) -> list[str]:
    assert isinstance(decision, PickOne | PickSome)
    return [option.key for option in decision.options]


def offered(s: Skirmish, seat: str = "") -> list[str]:
    """What the active side may do now."""
    return [option.key for option in tokens.choices(s.state, seat or s.state.active)]


def pools(s: Skirmish) -> tuple[int, int]:
    return s.state.sides["A"].pool, s.state.sides["B"].pool


def asked(s: Skirmish, seat: str) -> list[str]:
    """What this side was asked in the last `play`."""
    return [decision.prompt for decision in s.asked if decision.seat == seat]


def windows(s: Skirmish) -> list[list[str]]:
    """The reactions offered in the last `play`, window by window, without the one to decline."""
    found = [keys(decision) for decision in s.asked if decision.rule == "RHINE-REACT-01"]
    assert all(each[0] == DECLINE for each in found)
    return [each[1:] for each in found]


def needs(s: Skirmish, purpose: str) -> list[int | None]:
    """What the dice thrown for this purpose needed in the last `play`."""
    return [throw.need for throw in s.throws if throw.purpose == purpose]


def purposes(s: Skirmish) -> list[str]:
    """What dice were thrown for in the last `play`, throw by throw."""
    return [throw.purpose for throw in s.throws]


def reaction_terms(s: Skirmish) -> list[tuple[str, int]]:
    """What the die of the one reaction of the last `play` needed, term by term, each with its rule."""
    (throw,) = (throw for throw in s.throws if throw.purpose == "reaction")
    assert (throw.dice, throw.sides) == (1, 6)
    return [(reason.rule.removeprefix("RHINE-"), reason.amount) for reason in throw.reasons]
