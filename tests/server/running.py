"""A server of its own for a test: the program itself, in a process, on loopback."""

from __future__ import annotations

import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from tests.installed import command, environment, install_toy


class Running(NamedTuple):
    address: str
    process: subprocess.Popen[str]
    port: int


def free_port() -> int:
    with socket.socket() as made:
        made.bind(("127.0.0.1", 0))
        port: int = made.getsockname()[1]
        return port


@contextmanager
def running(folder: Path, port: int | None = None) -> Iterator[Running]:
    """`umpire serve` with the toy game installed, its battles kept in the folder."""
    site = folder / "site"
    if not site.exists():
        install_toy(site)
    port = port or free_port()
    words = ["serve", "--port", str(port), "--data", str(folder / "battles.db")]
    env = environment(site, folder / "home")
    process = subprocess.Popen(command(*words), env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    try:
        _wait(port, process)
        yield Running(f"http://127.0.0.1:{port}", process, port)
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        assert process.stdout is not None
        process.stdout.close()


def _wait(port: int, process: subprocess.Popen[str]) -> None:
    for _ in range(1200):
        if process.poll() is not None:
            raise AssertionError(f"the server ended: {process.stdout and process.stdout.read()}")
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise AssertionError("the server does not listen")
