from __future__ import annotations

from pathlib import Path

import pytest

from tests.installed import environment, install_toy


@pytest.fixture
def toy_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy game can be found by name, in this process and in those it starts."""
    folder = install_toy(tmp_path / "site")
    monkeypatch.syspath_prepend(folder)
    monkeypatch.setenv("PYTHONPATH", environment(folder, tmp_path)["PYTHONPATH"])
