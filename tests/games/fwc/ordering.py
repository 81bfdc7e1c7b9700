"""What the tests of orders have in common."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tests.games.fwc.skirmish import Answer, Skirmish
from umpire.battle.decisions import Decision, PickOne, PickSome
from umpire.games.fwc.sequence import activation

SUCCESS, FAILURE, DOUBLE_ONE, DOUBLE_SIX = (3, 3), (6, 5), (1, 1), (6, 6)
CO_SHAKEN = (5, 6)
"""A row of the blunder table without further dice: the CO's command value falls."""


def command(*commanders: str, cv: int = 8, **given: Any) -> Skirmish:
    """The command phase of side A with these command units ("hq" if none is named) along its baseline.

    A name says the role: co, hq, hq2, fao, fac.
    """
    s = Skirmish(phase="command", **given)
    for i, name in enumerate(commanders or ("hq",)):
        role = name.rstrip("0123456789").upper()
        s.unit("A", name, at=(60 + 5 * i, 20), cls="command", role=role, cv=cv, attacks=0)
    return s


def tanks(s: Skirmish, *names: str, gap: float = 2, **line: Any) -> None:
    """Tanks in a row, so far apart."""
    for i, name in enumerate(names):
        s.unit("A", name, at=(60 + i * (3 + gap), 30), **line)


def target_dummy(s: Skirmish, name: str = "foe", at: tuple[float, float] = (60, 70), **line: Any) -> None:
    """An enemy that fires at nobody."""
    s.unit("B", name, at=at, **{"attacks": 0, **line})


def pick(s: Skirmish, commander: str = "hq") -> None:
    s.play(activation(s.state), choices=[commander])


def order(s: Skirmish, formation: Any, *choices: Any, dice: Sequence[int] = SUCCESS, go_on: str = "") -> None:
    """An order to a formation, with what its units are to do and what is decided after that."""
    s.play(activation(s.state), dice, [*([go_on] if go_on else []), formation, *choices])


def meanwhile(s: Skirmish, name: str, at: tuple[float, float], answer: Answer) -> Callable[[Decision], Answer]:
    """An answer for `choices`: when it is given a unit has come to stand elsewhere, as one that was driven there."""

    def given(decision: Decision) -> Answer:
        unit = s[name]
        s.state.put(unit.at(unit.base.moved(round(at[0] * 1000), round(at[1] * 1000))))
        return answer

    return given


def finish(s: Skirmish) -> None:
    """The command unit gives no more orders: it says so, or picks nobody for a new formation."""
    s.play(activation(s.state), choices=["finish" if s.state.formation else []])


def keys(decision: Decision) -> list[str]:
    assert isinstance(decision, PickOne | PickSome)
    return [option.key for option in decision.options]


def who_may_command(s: Skirmish) -> list[str]:
    """The command units to choose from; the phase is then left."""
    assert not s.state.commander
    s.play(activation(s.state), choices=["done"] if _asks(s) else [])
    assert s.state.phase == "command_move"
    return [key for decision in s.asked for key in keys(decision) if key != "done"]


def _asks(s: Skirmish) -> bool:
    phase = activation(s.state.copy())
    try:
        next(phase)
    except StopIteration:
        return False
    phase.close()
    return True


def who_may_be_ordered(s: Skirmish, go_on: str = "") -> list[str]:
    """The units the present command unit may choose from; nothing is done."""
    phase = activation(s.state.copy())
    decision: Any = next(phase)
    if go_on:
        decision = phase.send(decision.read(go_on))
    phase.close()
    return keys(decision)


def volleys(s: Skirmish) -> list[int]:
    """How many dice each attack rolled."""
    return [throw.dice for throw in s.throws if throw.purpose == "hits"]


def terms(s: Skirmish) -> list[tuple[str, int]]:
    """The terms of the dice of the first attack, the score to hit left out."""
    throw = next(throw for throw in s.throws if throw.purpose == "hits")
    return [(reason.rule, reason.amount) for reason in throw.reasons if not reason.rule.startswith("FWC-HIT")]


def battle(**given: Any) -> Skirmish:
    """Side A's command phase: an HQ stands aside, its orders go through on 10."""
    s = Skirmish(phase="command", **given)
    s.unit("A", "hq", at=(50, 20), cls="command", role="HQ", cv=10, attacks=0)
    return s


def foe(s: Skirmish, at: tuple[float, float], name: str = "foe", **line: Any) -> None:
    """An enemy that fires at nobody."""
    s.unit("B", name, at=at, **{"attacks": 0, "hits": 6, **line})


def ordered(
    s: Skirmish, formation: Sequence[str], *choices: Any, dice: Sequence[int] = (), roll: Sequence[int] = SUCCESS
) -> None:
    """An order by the HQ that goes through; `dice` are those after the command roll."""
    pick(s)
    order(s, list(formation), *choices, dice=[*roll, *dice])
