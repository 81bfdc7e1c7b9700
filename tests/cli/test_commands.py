"""The commands typed at a question: what they show on a narrow screen, and what they leave as it was."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.cli.playing import FIRST, after, played


@pytest.mark.parametrize("width", ["40", "60", "80"])
def test_units_are_listed_with_their_whole_names_and_places_on_a_narrow_screen(
    run: Run, file: Path, monkeypatch: pytest.MonkeyPatch, width: str
) -> None:
    monkeypatch.setenv("COLUMNS", width)
    lines = after(played(run, file, *FIRST, "units", "quit"), "units").splitlines()
    assert max(map(len, lines)) <= int(width)
    assert any("R1 Rifles 1" in line and "at 15, 20" in line for line in lines)
    assert any("l1 Lancers 1" in line for line in lines)
