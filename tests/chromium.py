"""The browser of the tests: Chromium, in its smallest form where that is installed."""

from __future__ import annotations

import shutil

QUIET = [
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
"""It asks no other hosts for anything, and starts as root too."""


def chromium() -> str | None:
    """The program to start. The one without windows is a third quicker than one that hides them."""
    names = ("chromium-headless-shell", "chromium", "google-chrome")
    return next(filter(None, map(shutil.which, names)), None)
