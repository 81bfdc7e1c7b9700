"""Where battles are kept on this machine, for the terminal and the server alike."""

from __future__ import annotations

import os
from pathlib import Path


def data_folder() -> Path:
    """The user's folder for what Umpire keeps."""
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home) / "umpire"


def saves_folder() -> Path:
    """Where `umpire play` keeps battles that were given no file."""
    return data_folder() / "battles"
