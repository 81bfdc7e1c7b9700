"""Files are written whole, and nobody may read them who could not before."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from stat import S_IMODE

import pytest

from umpire.battle.home import write_file


@pytest.fixture
def secretive() -> Iterator[None]:
    before = os.umask(0o077)
    yield
    os.umask(before)


def mode(file: Path) -> int:
    return S_IMODE(file.stat().st_mode)


@pytest.mark.usefixtures("secretive")
def test_a_new_file_is_for_those_for_whom_the_user_makes_files(tmp_path: Path) -> None:
    file = tmp_path / "battle.json"
    write_file(file, b"one")
    assert mode(file) == 0o600
    file.chmod(0o640)
    write_file(file, b"two")
    assert (file.read_bytes(), mode(file)) == (b"two", 0o640)


def test_a_file_that_cannot_be_written_leaves_the_old_one_and_nothing_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "battle.json"
    write_file(file, b"one")

    def interrupted(self: Path, target: Path) -> Path:
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_file(file, b"two")
    assert [each.name for each in tmp_path.iterdir()] == ["battle.json"]
    assert file.read_bytes() == b"one"
