"""Where battles are kept on this machine, for the terminal and the server alike; files that are written whole."""

from __future__ import annotations

import os
from pathlib import Path
from secrets import token_hex
from stat import S_IMODE


def data_folder() -> Path:
    """The user's folder for what Umpire keeps."""
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home) / "umpire"


def saves_folder() -> Path:
    """Where `umpire play` keeps battles that were given no file."""
    return data_folder() / "battles"


def write_file(file: Path, data: bytes) -> None:
    """Write a file whole or not at all: whoever is stopped in the middle leaves the old one.

    A link stays one, and what is no file but a way out (`/dev/stdout`) is written to. Who may read it stays as it was;
    of a new file that is as of any other the user makes.
    """
    if file.exists() and not file.is_file() and not file.is_dir():
        file.write_bytes(data)
        return
    file = file.resolve()
    fresh = file.with_name(f".{file.name}.{token_hex(8)}")
    try:
        with fresh.open("xb") as writer:
            writer.write(data)
        if file.exists():
            fresh.chmod(S_IMODE(file.stat().st_mode))
        fresh.replace(file)
    except BaseException:
        fresh.unlink(missing_ok=True)
        raise
