"""Run the tests of the games, one process for each game, and record the code that each test ran.

A test marked with a rule must have run the rule's code: `python -m umpire.lab.coverage .coverage` compares. Each
process keeps its own record; they are put together at the end.
"""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

TESTS = Path("tests/games")


def parts() -> list[Path]:
    """The folder of each game, the largest first, and what stands beside them."""
    folders = [each for each in TESTS.iterdir() if any(each.glob("test_*.py"))]
    folders.sort(key=lambda each: (-sum(file.stat().st_size for file in each.glob("*.py")), each.name))
    return [*folders, *sorted(TESTS.glob("test_*.py"))]


def run(part: Path) -> subprocess.CompletedProcess[str]:
    command = [
        sys.executable,
        "-m",
        "coverage",
        "run",
        "--parallel-mode",
        "--data-file=.coverage",
        "-m",
        "pytest",
        "-q",
    ]
    return subprocess.run([*command, str(part)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def main() -> int:
    for old in Path().glob(".coverage*"):
        old.unlink()
    failed = 0
    with ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        running = {pool.submit(run, part): part for part in parts()}
        for done in as_completed(running):
            result = done.result()
            failed = failed or result.returncode
            print(f"-- {running[done]}\n{result.stdout}", flush=True)
    if failed:
        return failed
    return subprocess.run([sys.executable, "-m", "coverage", "combine", "-q", "--data-file=.coverage"]).returncode


if __name__ == "__main__":
    sys.exit(main())
