"""`umpire join` with what is no link of a seat, and with servers that are none of ours."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from websockets.sync.server import ServerConnection, serve

from tests.cli.complaints import complaint
from tests.cli.conftest import Run
from umpire.cli.remote import seat_of


@pytest.mark.parametrize(
    "link",
    [
        "http://127.0.0.1:99999/table/x?token=y",
        "http://127.0.0.1:abc/table/x?token=y",
        "http://127.0.0.1:-1/table/x?token=y",
        "http://127.0.0.1:0/table/x?token=y",
        "http://[::1/table/x?token=y",
        "http://x..y:1/table/x?token=y",
        f"http://{'x' * 70}:1/table/x?token=y",
        "http://:1/table/x?token=y",
        "http://127.0.0.1:1/table/x?token=\udcff",
        "http://127.0.0.1:1/table/\udcff?token=y",
        "http://\udcff:1/table/x?token=y",
        "http://127.0.0.1:1/table/x?token=",
        "http://127.0.0.1:1/table/x",
        "ftp://127.0.0.1:1/table/x?token=y",
        "x" * 100_000,
    ],
)
def test_what_is_no_link_of_a_seat_is_told(run: Run, link: str) -> None:
    sentence = complaint(run("join", link))
    assert " is not the link of a seat; one looks like http://HOST:PORT/table/BATTLE?token=..." in sentence
    assert len(sentence) < 300


def test_a_link_leads_to_its_server_and_seat() -> None:
    live = "/api/battles/ab%20c/live?token=t%2B1"
    assert seat_of("http://[::1]:80/table/ab c/?token=t%2B1") == ("http://[::1]:80", f"ws://[::1]:80{live}")
    assert seat_of("https://h.example/table/ab c?token=t%2B1") == ("https://h.example", f"wss://h.example{live}")


@contextmanager
def another_server(said: str | bytes) -> Iterator[str]:
    """A server that says this to everybody: its address."""

    def talk(guest: ServerConnection) -> None:
        guest.send(said)
        guest.recv(timeout=5)

    with serve(talk, "127.0.0.1", 0) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.socket.getsockname()[1]}"
        server.shutdown()


@pytest.mark.parametrize(
    "said",
    [
        "hello",
        "[]",
        "5",
        "null",
        "{}",
        '{"type": "news"}',
        '{"type": "standing"}',
        '{"type": "standing", "events_from": "x", "events": 5}',
        '{"type": "standing", "events_from": 0, "events": [], "view": {"areas": 5}}',
        '{"type": "reply", "id": null, "ok": false}',
        "[" * 100_000,
        b"\xff\xfe",
    ],
    ids=lambda said: str(said[:40]),
)
def test_a_server_that_is_none_of_ours_is_told(run: Run, said: str | bytes) -> None:
    with another_server(said) as address:
        sentence = complaint(run("join", f"{address}/table/x?token=y"))
    assert sentence == f"what answers at {address} is no Umpire server."
