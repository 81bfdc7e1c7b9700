"""A server of its own for a test: the program itself, in a process, on loopback."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.installed import PATIENCE, command, environment, install_toy


class Server:
    """`umpire serve`: it can be stopped and started again at the same address, and keeps its battles in the folder.

    What it says goes to a file: into a pipe that nobody reads it could at some time say no more, and would stand still.
    """

    def __init__(self, folder: Path, *games: str) -> None:
        """With the games of the tests that are named besides."""
        self.env = environment(install_toy(folder / "site", *games), folder / "home") if games else None
        self.file = folder / "battles.sqlite3"
        self._held = reserved()
        self.port: int = self._held.getsockname()[1]
        if sys.platform != "linux":  # elsewhere nobody can listen at what another holds
            self._held.close()
        self._said = folder / "said.txt"
        self.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        words = ["serve", "--no-browser", "--port", str(self.port), "--data", str(self.file)]
        with self._said.open("w") as said:
            self.process = subprocess.Popen(command(*words), stdout=said, stderr=subprocess.STDOUT, env=self.env)
        late = time.monotonic() + PATIENCE
        trouble: OSError | None = None
        while time.monotonic() < late and self.process.poll() is None:
            try:
                urllib.request.urlopen(f"{self.url}/api/games", timeout=PATIENCE).read()
            except OSError as error:
                trouble = error
                time.sleep(0.05)
            else:
                return
        self.stop()
        raise AssertionError(f"the server does not answer: {trouble!r}; it said: {self._said.read_text()}")

    def stop(self) -> None:
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.kill()

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def close(self) -> None:
        """Stop it for good."""
        self.stop()
        self._held.close()


def reserved() -> socket.socket:
    """A port that nobody else is given while this socket is open, though a server may listen there: it does not."""
    made = socket.socket()
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    made.bind(("127.0.0.1", 0))
    return made


@contextmanager
def running(folder: Path, *games: str) -> Iterator[Server]:
    server = Server(folder, *games)
    try:
        yield server
    finally:
        server.close()
