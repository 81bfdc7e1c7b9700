"""Run tests, and record the code that each test marked with a rule of a game ran.

    python tools/rule_tests.py PYTEST_ARGUMENTS

Such a test must have run the rule's code: `python -m umpire.lab.coverage .coverage` compares. Each process that runs
tests keeps its own record (tests/games/conftest.py); they are put together at the end.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

RECORD = ".coverage"


def main(arguments: Sequence[str]) -> int:
    for old in Path().glob(f"{RECORD}*"):
        old.unlink()
    environment = {**os.environ, "UMPIRE_RULE_TESTS": RECORD}
    failed = subprocess.run([sys.executable, "-m", "pytest", *arguments], env=environment).returncode
    if failed:
        return failed
    return subprocess.run([sys.executable, "-m", "coverage", "combine", "-q", f"--data-file={RECORD}"]).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
