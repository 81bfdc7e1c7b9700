"""What dice did, in a few words that a player reads."""

from __future__ import annotations

from typing import Any

import pytest

from umpire.battle.events import Event, Thrown
from umpire.server.words import dice_words


def threw(purpose: str, *faces: int, need: int | None = None, most: int | None = None) -> Thrown:
    return Thrown(purpose, faces, 6, need, "", (), most=most)


@pytest.mark.parametrize(
    ("throws", "answer", "words"),
    [
        ([threw("hits", 6, 1, 3, need=4), threw("saves", 5, need=5)], 0, "1 of 3 hit, saved, none left"),
        ([threw("hits", 6, 1, 3, need=4), threw("saves", 2, need=5)], 1, "1 of 3 hit, not saved, 1 left"),
        ([threw("shots", 1, 2, 6, most=3), threw("saves", 1, 6, most=2)], 1, "2 of 3 hit, 1 of 2 saved, 1 left"),
        ([threw("hits (**)", 6, 6, need=2)], 2, "2 of 2 hit (**)"),
        ([threw("hits", 3, need=4)], 0, "missed"),
        ([threw("suppression", 4, 5, 1, need=4)], 1, "suppression: 2 of 3"),
        ([threw("level 1 Ruse", 1, 2, 3, most=1)], 1, "level 1 Ruse: 1 of 3"),
        ([threw("Pinning Test", 3, most=7)], 1, "Pinning Test: made"),
        ([threw("command roll", 3, 5)], (3, 5), "8 in all"),
        ([threw("priority", 4, 6)], 4, "4 counts"),
        ([threw("initiative", 4)], 4, ""),
    ],
)
def test_dice_are_told_in_words(throws: list[Thrown], answer: Any, words: str) -> None:
    assert dice_words(Event("dice", "shots", throws=tuple(throws), answer=answer)) == words
