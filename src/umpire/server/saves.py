"""Battles saved at the terminal on this machine, for the lobby of who sits at it."""

from __future__ import annotations

import os
import stat
from datetime import UTC, datetime
from pathlib import Path

from umpire import games
from umpire.battle import savefile
from umpire.battle.home import saves_folder
from umpire.battle.savefile import MOST_SAVE
from umpire.battle.scenarios import card_for
from umpire.server.messages import SaveCard
from umpire.server.problems import Problem

MOST_SHOWN = 20


def save_cards() -> list[SaveCard]:
    """The battles that can be opened, the last changed first."""
    folder = saves_folder()
    if not folder.is_dir():
        return []
    files = [(found.st_mtime, file) for file in folder.glob("*.json") if (found := _there(file)) is not None]
    cards: list[SaveCard] = []
    for changed, file in sorted(files, reverse=True)[:MOST_SHOWN]:
        try:
            cards.append(_card(file, changed))
        except Exception:
            continue  # of an older version, of a game that is gone, or no save file at all: anything can go wrong
    return cards


def _there(file: Path) -> os.stat_result | None:
    """What is known of a file: nothing of a link that leads nowhere, or a pipe, whose reader waits for ever."""
    try:
        found = file.stat()
    except (OSError, ValueError):  # also of a name that no file can have
        return None
    return found if stat.S_ISREG(found.st_mode) else None


def _card(file: Path, mtime: float) -> SaveCard:
    saved = savefile.read(_data(file))
    game = games.game(saved.game)
    body: savefile.Body = saved.body
    card = card_for(game, saved.scenario, body.options)
    state = game.decode(body.snapshot.encode(), body.scenario, body.options)
    changed = datetime.fromtimestamp(mtime, UTC).isoformat(timespec="seconds")
    title = card.title if card is not None else saved.scenario
    banner, over = game.view(state, None).banner, game.result(state) is not None
    return SaveCard(file.name, saved.game, game.title, saved.scenario, title, changed, banner, over)


def save_data(name: str) -> bytes:
    """The save file of this name."""
    file = saves_folder() / name
    if file.parent != saves_folder() or file.suffix != ".json" or _there(file) is None:
        raise Problem("unknown", f"nothing is saved under {name[:60]!r}.")
    try:
        return _data(file)
    except OSError as error:
        raise Problem("bad", f"{name[:60]!r} cannot be read ({error.strerror}).") from None


def _data(file: Path) -> bytes:
    if file.stat().st_size > MOST_SAVE:
        raise Problem("large", f"that is too much: at most {MOST_SAVE // 1000} kB are read.")
    return file.read_bytes()
