"""`umpire serve`, and `umpire` alone: the table in the browser."""

from __future__ import annotations

import os
import socket
import sys
import threading
import time
import webbrowser
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer

from umpire.cli.common import is_host
from umpire.cli.frame import Complaint, console
from umpire.dice.offered import shown

HOST = "127.0.0.1"
PORT = 8470


def serve_command(
    host: Annotated[
        str, typer.Option("--host", metavar="ADDRESS", help="Where to listen; 0.0.0.0 lets other machines in.")
    ] = HOST,
    port: Annotated[
        int | None, typer.Option("--port", metavar="N", min=0, max=65535, help="Else 8470, or the next that is free.")
    ] = None,
    data: Annotated[
        Path | None, typer.Option("--data", metavar="FILE", help="Where battles are kept; else in your data folder.")
    ] = None,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the table in the browser.")] = False,
) -> None:
    """Start the server: the table in the browser, for this machine or for others.

    Battles are kept in one file and go on where they were, also after a restart. Ctrl-C stops the server.
    """
    serve(host, port, data, browser)


def serve(host: str = HOST, port: int | None = None, data: Path | None = None, browser: bool = True) -> None:
    """Serve until somebody stops it."""
    import uvicorn

    from umpire.server.app import create_app
    from umpire.server.store import default_file

    file = data or default_file()
    check_writable(file)
    listening = listen(host, port)
    where = f"http://{_named(host)}:{listening.getsockname()[1]}"
    key = _house_key(file)
    # Bots think in threads of this process; whoever waits for an answer must not wait long for his turn.
    sys.setswitchinterval(0.001)
    origins = [f"http://{each}:{listening.getsockname()[1]}" for each in addresses(host)]
    config = uvicorn.Config(
        create_app(file, origins=origins), log_level="warning", ws_max_size=1_000_000, lifespan="on"
    )
    server = uvicorn.Server(config)
    out = console()
    out.print(f"The table is set: {where}/?key={key}", soft_wrap=True)
    for origin in origins:
        out.print(f"Others find it at {origin}", soft_wrap=True)
    out.print(f"Battles are kept in {file}. Ctrl-C stops.", soft_wrap=True)
    if browser:
        _open_when_ready(server, f"{where}/?key={key}")
    server.run(sockets=[listening])


def check_writable(file: Path) -> None:
    """Say what is wrong with the place for battles; the database could only say that it cannot be opened."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.open("ab").close()
    except OSError as error:
        why = error.strerror or error
        raise Complaint(f"battles cannot be kept in {file}: {why}; name another file with --data.") from None


def listen(host: str, port: int | None) -> socket.socket:
    """A socket at this port; with none given, at ours or the next free one."""
    if not is_host(host):  # the system takes an empty one for all addresses of the machine
        raise Complaint(f"--host is an address or a name of this machine, which {shown(host)} is not.")
    wanted = [port] if port is not None else [*range(PORT, PORT + 20), 0]
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    trouble = ""
    for each in wanted:
        # Named as TCP, or asyncio would not know that it may send small messages at once: 40 ms for each answer.
        made = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            made.bind((host, each))
            made.listen()  # two may bind to one port, of whom one listens: the address is only told once it is ours
        except OSError as error:
            made.close()
            trouble = error.strerror or str(error)
        else:
            return made
    raise Complaint(f"nothing can listen at {host} port {port or PORT}: {trouble}.")


EVERYWHERE = ("0.0.0.0", "::")


def _named(host: str) -> str:
    if host in EVERYWHERE:
        return "127.0.0.1"
    return f"[{host}]" if ":" in host else host


def addresses(host: str) -> list[str]:
    """Where other machines find what listens here; nowhere if it listens to this machine only."""
    if host in ("localhost", "::1") or host.startswith("127."):
        return []
    if host not in EVERYWHERE:
        return [_named(host)]
    found: list[str] = []
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:  # there may be no network
        probe.connect(("192.0.2.1", 9))  # sends nothing: it only tells which address would be used
        found.append(probe.getsockname()[0])
    with suppress(OSError):  # a machine may not know its own name
        found += [str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    return [each for each in dict.fromkeys(found) if not each.startswith("127.")]


def _house_key(file: Path) -> str:
    import asyncio

    from umpire.server.store import BadStore, Store

    async def key() -> str:
        store = Store(file)
        try:
            await store.open()
            return await store.house_key()
        finally:
            await store.close()

    try:
        return asyncio.run(key())
    except BadStore as error:
        raise Complaint(str(error)) from None


def _open_when_ready(server: object, address: str) -> None:
    def wait() -> None:
        for _ in range(200):
            if getattr(server, "started", False):
                break
            time.sleep(0.05)
        # A browser without a screen would only complain.
        if sys.platform != "linux" or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
            webbrowser.open(address)

    threading.Thread(target=wait, daemon=True).start()
