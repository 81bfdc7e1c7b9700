"""The parts of a game are read when they are first needed, whoever asks and in however many threads."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event
from types import SimpleNamespace
from typing import Any

import pytest

from umpire.battle.parts import Parts


def test_nobody_gets_half_a_part(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While one thread still reads the part of a game, another that asks for it waits for the whole."""
    (tmp_path / "slow_game").mkdir()
    (tmp_path / "slow_game" / "__init__.py").write_text("")
    (tmp_path / "slow_game" / "view.py").write_text(
        "import slow_signals\nslow_signals.begun.set()\nslow_signals.go_on.wait(5)\nview = 'whole'\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    signals = SimpleNamespace(begun=Event(), go_on=Event())
    monkeypatch.setitem(sys.modules, "slow_signals", signals)

    class Slow(Parts[Any, Any]):
        package = "slow_game"

    game = Slow()
    with ThreadPoolExecutor(2) as pool:
        first = pool.submit(lambda: game.part("view").view)
        assert signals.begun.wait(5)
        second = pool.submit(lambda: game.part("view").view)
        with pytest.raises(TimeoutError):
            second.result(0.2)
        signals.go_on.set()
        assert (first.result(5), second.result(5)) == ("whole", "whole")
