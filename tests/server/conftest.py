from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from tests.installed import install_toy
from umpire.server.app import create_app


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the battles of a test are kept; the toy game is installed."""
    monkeypatch.syspath_prepend(install_toy(tmp_path / "site"))
    return tmp_path / "battles.db"


@pytest.fixture
def server(file: Path, tmp_path: Path) -> Iterator[TestClient]:
    with TestClient(create_app(file, tmp_path / "no page")) as client:
        yield client
