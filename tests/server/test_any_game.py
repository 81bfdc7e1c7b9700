"""The server serves any game and knows none."""

from __future__ import annotations

import re
from pathlib import Path

import umpire.server
from umpire import games


def test_no_game_is_named_in_the_code_of_the_server() -> None:
    folder = Path(next(iter(umpire.server.__path__)))
    files = sorted(folder.glob("*.py"))
    assert len(files) > 10
    words = [word for slug in games.names() for word in (slug, games.game(slug).title)]
    named = re.compile("|".join(rf"\b{re.escape(word)}\b" for word in words), re.IGNORECASE)
    for file in files:
        found = named.search(file.read_text(encoding="utf-8"))
        assert found is None, f"{file.name} names {found and found[0]}"
