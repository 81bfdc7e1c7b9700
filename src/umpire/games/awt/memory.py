"""What is remembered of a battle's ground: answers that never change, shared by all battles of a scenario."""

from __future__ import annotations

from typing import Any


class Memory:
    """Answers found before; who asks keeps them bounded (`umpire.table.keep`)."""

    __slots__ = ("grounds", "lines")

    def __init__(self) -> None:
        self.grounds: dict[Any, Any] = {}
        """The terrain as it is now, by what has changed of it."""
        self.lines: dict[Any, tuple[bool, ...]] = {}
        """What the ground leaves of the nine lines between two bases."""
