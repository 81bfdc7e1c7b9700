"""The Command Phase in tests: who stands where, what may be declared, and skills that succeed."""

from __future__ import annotations

from typing import Any

from tests.games.awt.skirmish import Skirmish
from umpire.games.awt import command


def command_phase(**more: Any) -> Skirmish:
    """Nobody is near but who is put there; far off each side has somebody who stands, so that the battle goes on."""
    s = Skirmish(phase="command", **{"tokens": (9, 9), **more})
    s.horse("A", "patrol", at=(44, 2), models=1)
    s.horse("B", "watch", at=(44, 46), models=1)
    return s


def offered(s: Skirmish, seat: str = "A") -> list[str]:
    return [option.key for option in command.choices(s.state, seat)]


def cast(s: Skirmish, key: str, *more: Any, dice: tuple[int, ...] = (), tokens: int | None = None) -> None:
    """A Ruse or Ritual that succeeds: as many tokens as its level, or so many, all showing 1."""
    level = {"R1": 1, "R2": 1, "R3": 2, "R4": 3, "T1": 1, "T2": 1, "T3": 1, "T4": 2, "T5": 2, "T6": 3, "T7": 4}
    count = level[key.partition(":")[0]] if tokens is None else tokens
    s.go(key, str(count), *more, dice=[*([1] * count), *dice])
