"""`python -m umpire` is the program too."""

from __future__ import annotations

import subprocess
import sys


def test_the_module_is_the_program() -> None:
    told = subprocess.run(
        [sys.executable, "-m", "umpire", "scenarios", "fwc"], capture_output=True, text=True, check=True
    )
    assert "first-contact" in told.stdout
