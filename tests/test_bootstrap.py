"""tools/bootstrap.sh, which ./umpire and ./check begin with: where it fetches to, with a uv that fetches nothing."""

from __future__ import annotations

import os
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

from tests.installed import ROOT

READ = ("pyproject.toml", "uv.lock", ".python-version", "hatch_build.py", "umpire", "tools/bootstrap.sh")

UV = """#!/bin/sh
if [ "$1" = --version ]; then echo "uv 0.9.0"; exit; fi
bin=$UV_PROJECT_ENVIRONMENT/bin
mkdir -p "$bin"
echo sync >>synced
ln -sf /bin/true "$bin/python"
printf '#!/bin/sh\\n# %s\\necho "home: %s"\\necho "called as: $UMPIRE_COMMAND"\\n' "$bin/python" "$HOME" >"$bin/umpire"
chmod +x "$bin/umpire"
"""
"""Makes an environment whose `umpire` tells where uv would have kept what it downloads."""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """The project in a folder with spaces, not set up yet."""
    folder = tmp_path / "my games" / "umpire & co"
    (folder / "web").mkdir(parents=True)
    (folder / "tools").mkdir()
    for name in READ:
        shutil.copy(ROOT / name, folder / name)
    uv = tmp_path / "bin" / "uv"
    uv.parent.mkdir()
    uv.write_text(UV)
    uv.chmod(0o755)
    return folder


def start(project: Path, home: str) -> str:
    """What `./umpire` prints."""
    path = f"{project.parent.parent / 'bin'}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        [project / "umpire"], env={"PATH": path, "HOME": home}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def synced(project: Path) -> int:
    return len((project / "synced").read_text().splitlines())


def test_a_folder_with_spaces_is_set_up_once(project: Path, tmp_path: Path) -> None:
    assert start(project, str(tmp_path)) == f"home: {tmp_path}\ncalled as: {project}/umpire\n"
    start(project, str(tmp_path))
    assert synced(project) == 1


def test_a_folder_that_was_moved_is_set_up_anew(project: Path, tmp_path: Path) -> None:
    start(project, str(tmp_path))
    moved = project.rename(project.parent / "elsewhere")
    start(moved, str(tmp_path))
    assert synced(moved) == 2


@pytest.mark.parametrize("home", ["", "/proc/none"])
def test_a_home_that_cannot_be_written_to_is_done_without(project: Path, home: str) -> None:
    assert start(project, home).startswith(f"home: {project}/.uv/home\n")


def test_a_package_of_the_sources_has_what_sets_them_up() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())
    packed = settings["tool"]["hatch"]["build"]["targets"]["sdist"]["include"]
    wanted = {f"/{Path(name).parts[0]}" for name in (*READ, "check")} - {"/pyproject.toml"}  # which is always in it
    assert wanted <= set(packed)
    assert {f"/{name}" for name in settings["tool"]["mypy"]["files"]} <= set(packed), "what ./check looks at"
