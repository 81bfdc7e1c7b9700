"""Compiles what a battle runs through with mypyc: the same source, about twice as fast.

    python tools/compile.py             build, or bring up to date, build/compiled
    python tools/compile.py --where     print that folder if it holds this very source, else fail

The build is a whole copy of the package with the compiled modules beside their source, never in `src`: what is edited
there is never ignored for an older build. Put the folder first on the path to use it:

    PYTHONPATH=build/compiled umpire battle fwc --a greedy --b greedy --battles 1000

Needs a C compiler and `mypy[mypyc]` (the group `dev` has it). `hatch_build.py` makes a wheel the same way.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "umpire"
FOLDER = ROOT / "build" / "compiled"

COMPILED = (
    "dice/*.py", "table/*.py", "battle/asking.py", "battle/decisions.py", "battle/events.py", "battle/options.py",
    "battle/placing.py", "battle/preview.py", "battle/route.py",
    "bots/*.py", "games/commander/*.py", "games/fwc/*.py", "games/fwc/actions/*.py", "games/fwc/bot/*.py",
    "games/rhine/*.py", "games/rhine/actions/*.py", "games/rhine/bot/*.py",
    "games/awt/*.py", "games/awt/actions/*.py", "games/awt/bot/*.py", "games/awt/skills/*.py",
    "games/fubar/*.py", "games/fubar/actions/*.py", "games/fubar/bot/*.py",
    "games/bptc/*.py", "games/bptc/actions/*.py", "games/bptc/bot/*.py",
)  # fmt: skip
AS_IT_IS = (
    "__init__.py", "checks.py", "game.py", "house.py", "inputs.py", "odds.py", "offered.py", "overrule.py",
    "records.py", "reference.py", "reference_*.py", "schema.py", "sheet.py", "spoken.py", "view.py",
)  # fmt: skip
"""Read by msgspec field by field, or hardly run in a battle: compiling these would only take time."""

_SETUP = """
from mypyc.build import mypycify
from setuptools import setup

options = ["--strict", "--explicit-package-bases", "--python-version={version}"]
# Each module a library of its own: two compile at a time, and only those that changed.
setup(ext_modules=mypycify([*options, *{modules!r}], opt_level="2", debug_level="0", separate=True))
"""


def modules() -> list[Path]:
    """The modules to be compiled, from the package's folder."""
    found = {path.relative_to(SOURCE) for pattern in COMPILED for path in SOURCE.glob(pattern)}
    return sorted(path for path in found if not any(map(path.match, AS_IT_IS)))


def sources() -> Iterator[Path]:
    for path in sorted(SOURCE.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts and path.suffix not in (".so", ".pyd"):
            yield path.relative_to(SOURCE)


def digest() -> str:
    """A hash of the source, of this script and of the Python it is compiled for."""
    found = blake2b(sys.version.encode(), digest_size=16)
    found.update(Path(__file__).read_bytes())
    for path in sources():
        found.update(str(path).encode() + b"\0" + (SOURCE / path).read_bytes())
    return found.hexdigest()


def current(folder: Path = FOLDER) -> bool:
    """Whether a build is of this very source."""
    stamp = folder / "stamp"
    return stamp.is_file() and stamp.read_text() == digest()


def build(folder: Path = FOLDER) -> None:
    """Compile into a folder; a build that is there already is brought up to date."""
    if shutil.which(os.environ.get("CC", "cc")) is None:
        raise SystemExit("a C compiler is needed (cc, or what CC names)")
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "stamp").unlink(missing_ok=True)
    stamp = digest()  # of what is copied now, whatever is edited in the meantime
    _copy(folder / "umpire")
    names = [str(Path("umpire") / path) for path in modules()]
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    (folder / "setup.py").write_text(_SETUP.format(modules=names, version=version))
    command = [sys.executable, "setup.py", "--quiet", "build_ext", "--inplace", f"--parallel={os.cpu_count() or 1}"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{done.stdout}{done.stderr}\nmypyc could not compile this")
    (folder / "stamp").write_text(stamp)


def _copy(package: Path) -> None:
    """Make a copy the same as the source; libraries of modules that are still compiled stay."""
    wanted = set(sources())
    libraries = {(path.parent, path.stem) for path in modules()}
    for path in [path for path in package.rglob("*") if path.is_file()]:
        here = path.relative_to(package)
        stem = here.name.split(".")[0].removesuffix("__mypyc")
        if here not in wanted and not (path.suffix in (".so", ".pyd") and (here.parent, stem) in libraries):
            path.unlink()
    for here in wanted:
        target = package / here
        data = (SOURCE / here).read_bytes()
        if not target.is_file() or target.read_bytes() != data:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="Compile what a battle runs through.")
    parser.add_argument("--where", action="store_true", help="print the folder if it holds this very source")
    if parser.parse_args(words).where:
        if not current():
            raise SystemExit("no compiled build of this source: python tools/compile.py makes one")
    elif not current():
        build()
    print(FOLDER)


if __name__ == "__main__":
    main()
