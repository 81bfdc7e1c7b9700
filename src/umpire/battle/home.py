"""Where battles are kept on this machine, for the terminal and the server alike; files that are written whole."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path


def data_folder() -> Path:
    """The user's folder for what Umpire keeps."""
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home) / "umpire"


def saves_folder() -> Path:
    """Where `umpire play` keeps battles that were given no file."""
    return data_folder() / "battles"


def write_file(file: Path, data: bytes) -> None:
    """Write a file whole or not at all: whoever is stopped in the middle leaves the old one.

    A link stays one, and what is no file but a way out (`/dev/stdout`) is written to.
    """
    if file.exists() and not file.is_file() and not file.is_dir():
        file.write_bytes(data)
        return
    file = file.resolve()
    handle, name = tempfile.mkstemp(prefix=f".{file.name}.", dir=file.parent)
    try:
        with os.fdopen(handle, "wb") as writer:
            writer.write(data)
        os.chmod(name, 0o644)
        os.replace(name, file)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
