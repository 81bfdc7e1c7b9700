"""Units that meet in close assault, for the tests of its rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.games.fwc.skirmish import Skirmish
from umpire.dice import Procedure, Tally
from umpire.games.fwc.actions import assault, melee
from umpire.games.fwc.actions.melee import Fight, Pools


def facing_off(**options: Any) -> Skirmish:
    """Attacker `a` and defender `b` face to face in contact, in the open, 3 attacks each."""
    s = Skirmish(options=options)
    s.unit("A", "a", at=(60, 40), attacks=3)
    s.unit("B", "b", at=(60, 43), attacks=3)
    return s


def ten_apart(**options: Any) -> Skirmish:
    """Attacker and defender 10 cm apart."""
    s = Skirmish(options=options)
    s.unit("A", "a", at=(60, 30), attacks=3, move=10)
    s.unit("B", "b", at=(60, 43), attacks=3)
    return s


def fight(s: Skirmish, *assaulting: str, target: str = "b") -> Procedure[None]:
    """The combat after these have come into contact."""
    return melee.combat(s.state, assaulting or ("a",), target, [])


def linked(s: Skirmish, *assaulting: str, target: str = "b") -> Fight:
    return melee.linked(s.state, s[target], [s[name] for name in assaulting or ("a",)])


def dice(
    s: Skirmish, *assaulting: str, target: str = "b", ours: Sequence[str] = (), theirs: Sequence[str] = ()
) -> Pools:
    """What both sides roll, with these supports."""
    found = linked(s, *assaulting, target=target)
    return assault.pools(s.state, found._replace(attacker_support=tuple(ours), defender_support=tuple(theirs)))


def terms(tally: Tally) -> list[tuple[str, int]]:
    return [(reason.rule, reason.amount) for reason in tally.reasons]
