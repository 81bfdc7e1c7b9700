"""Whatever is sent over the WebSocket and does not belong there is refused with a sentence, and harms nobody."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from fastapi.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from tests.server.players import TWO, Player, make, sit, token
from umpire.server.live_routes import MOST_MESSAGE, REFUSED

LIARS: tuple[str, ...] = (
    "",
    "hello",
    "{",
    "[]",
    "null",
    "7",
    '"answer"',
    "{}",
    '{"type": 7}',
    '{"type": "nothing"}',
    '{"type": "answer"}',
    '{"type": "answer", "number": "first", "answer": "1"}',
    '{"type": "answer", "number": -1, "answer": "1"}',
    '{"type": "answer", "number": 1e999, "answer": "1"}',
    '{"type": "answer", "number": 99999999999999999999999999, "answer": "1"}',
    '{"type": "answer", "number": 0}',
    '{"type": "answer", "number": 0, "answer": "1", "more": 1}',
    '{"type": "answer", "number": 0, "answer": "1", "seat": "b"}',
    '{"type": "answer", "number": 0, "answer": NaN}',
    '{"type": "sit"}',
    '{"type": "sit", "seat": "b"}',
    '{"type": "sit", "seat": null}',
    '{"type": "roll", "number": 0, "faces": [6]}',
    '{"type": "undo", "seat": "b"}',
    '{"type": "consent", "agreed": true}',
    '{"type": "withdraw"}',
    '{"type": "propose", "kind": "cheat", "data": 1}',
    '{"type": "propose", "kind": "overrule", "data": null}',
    '{"type": "propose", "kind": "overrule", "data": [[[[]]]]}',
    '{"type": "propose", "kind": "take back", "data": 1000000}',
    '{"type": "propose", "kind": "set dice", "data": [0]}',
    '{"type": "measure", "piece": "\\u0000"}',
    '{"type": "measure", "piece": "a1", "route": {"path": []}}',
    '{"type": "measure", "piece": "a1", "route": {"path": [[1, 2, 3]]}}',
    '{"type": "measure", "piece": "a1", "route": {"path": [[1e30, 2]]}}',
    '{"type": "measure", "piece": "a1", "route": {"path": [[99999999999, 2]]}}',
    '{"type": "check", "number": 0, "route": {"path": [[0, 0]], "facing": 0}}',
    '{"type": "routes", "number": 0}',
    '{"type": "odds", "number": 0, "option": "1"}',
    '{"type": "pace", "ms": -1}',
    '{"type": "pace", "ms": 1000000}',
    "[" * 5_000,
    '{"a":' * 2_000,
    '{"type": "answer", "number": 0, "answer": ' + "[" * 900 + "]" * 900 + "}",
)


def still(player: Player, before: dict[str, Any]) -> None:
    """The battle stands as it stood."""
    assert player.done("ping") == {}
    assert player.now["view"] == before["view"]
    assert player.now["decision"] == before["decision"]
    assert player.now["version"] == before["version"]


def test_what_is_no_message_is_refused_and_harms_nobody(server: TestClient) -> None:
    made = make(server, seats=TWO)
    with sit(server, made, "a") as one, sit(server, made, "b") as two:
        one.done("ping")
        before, theirs = dict(one.now), dict(two.now)
        for text in LIARS:
            one.socket.send_text(text)
            while (reply := one.hear())["type"] != "reply":
                pass
            assert not reply["ok"], text[:80]
            assert len(reply["error"]["sentence"]) < 400, "one clear sentence"
            assert reply["error"]["code"] in ("bad", "refused", "forbidden", "stale", "unknown"), text[:80]
            assert "Traceback" not in reply["error"]["sentence"]
        one.socket.send_bytes(b"\xff\xfe\x00")
        assert not one.hear()["ok"]
        still(one, before)
        assert theirs["view"] == two.now["view"]
        two.done("ping")


def test_huge_messages_are_refused_unread(server: TestClient) -> None:
    made = make(server)
    with sit(server, made, "a") as player:
        player.wait(lambda now: now["waiting"] == ["a"])
        player.socket.send_text(json.dumps({"type": "answer", "number": 0, "answer": "x" * MOST_MESSAGE}))
        while (reply := player.hear())["type"] != "reply":
            pass
        assert reply["error"]["code"] == "large"
        assert player.done("ping") == {}
    big = server.post(f"/api/battles/{made['id']}/answer?token={token(made, 'a')}", content=b"[" * 300_000)
    assert big.status_code == 413


def test_random_answers_never_break_the_table(server: TestClient) -> None:
    rng = Random(7)
    pieces: list[Any] = [
        None,
        True,
        -1,
        0,
        1.5,
        "",
        "1",
        "a1",
        [],
        ["a1"],
        ["a1", "a2"],
        {},
        {"a1": 3},
        {"path": [[0, 0]]},
    ]
    made = make(server, seats={"a": "here", "b": "random"}, options={"turns": 9})
    with sit(server, made, "a") as player:
        for _ in range(150):
            now = player.wait(lambda now: now["decision"] or now["result"])
            if now["result"]:
                break
            number = rng.choice([now["decision"]["number"], now["decision"]["number"], 0, 7])
            reply = player.say("answer", number=number, answer=rng.choice(pieces))
            if reply["ok"]:
                player.reach(reply["result"]["version"])
            else:
                assert reply["error"]["code"] in ("refused", "stale")
            if rng.random() < 0.3 and player.now["decision"]:
                player.answer()
        assert player.done("ping") == {}


@pytest.mark.parametrize("kind", ["answer", "undo", "concede", "propose", "consent", "withdraw", "roll", "pace"])
def test_a_spectator_can_change_nothing(server: TestClient, kind: str) -> None:
    made = make(server, seats=TWO)
    fields: dict[str, dict[str, Any]] = {
        "answer": {"number": 0, "answer": "1"},
        "propose": {"kind": "take back", "data": 0},
        "consent": {"agreed": True},
        "roll": {"number": 0, "faces": [1]},
        "pace": {"ms": 0},
    }
    with sit(server, made) as watcher:
        assert watcher.refused(kind, **fields.get(kind, {}))["code"] == "forbidden"
    answer = server.post(f"/api/battles/{made['id']}/{kind}?token={token(made)}", json=fields.get(kind, {}))
    assert answer.status_code == 403


def test_nobody_answers_for_another_seat(server: TestClient) -> None:
    made = make(server, seats=TWO)
    with sit(server, made, "a") as one, sit(server, made, "b") as two:
        one.answer("2")
        two.answer("0")
        one.wait(lambda now: now["waiting"] == ["a"])
        number = one.asked()["number"]
        error = two.refused("answer", number=number, answer=["a1", "a2"])
        assert error["code"] == "refused"
        assert "not you" in error["sentence"]
        assert two.refused("advise", number=number)
        assert two.refused("answer", number=number, answer=["a1", "a2"], seat="a")["code"] == "forbidden"


@pytest.mark.parametrize("query", ["", "?token=guess", "?token=OTHER", "?token=MINE&seat=b"])
def test_a_link_of_another_battle_opens_nothing(server: TestClient, query: str) -> None:
    made, other = make(server), make(server)
    query = query.replace("OTHER", token(other, "a")).replace("MINE", token(made, "a"))
    with server.websocket_connect(f"/api/battles/{made['id']}/live{query}") as socket:
        reply = json.loads(socket.receive_text())
        assert reply["error"]["code"] == "forbidden"
        with pytest.raises(WebSocketDisconnect) as end:
            socket.receive_text()
    assert end.value.code == REFUSED
    with server.websocket_connect("/api/battles/nowhere/live?token=x") as socket:
        assert json.loads(socket.receive_text())["error"]["code"] == "unknown"


def test_the_page_of_another_site_can_do_nothing_here(server: TestClient) -> None:
    elsewhere = {"Origin": "https://elsewhere.example"}
    answer = server.post("/api/battles", json={"game": "toy"}, headers=elsewhere)
    assert answer.status_code == 403
    assert "another site" in answer.json()["error"]["sentence"]
    assert server.get("/api/battles").json() == []
    made = make(server)
    path = f"/api/battles/{made['id']}/live?token={token(made, 'a')}"
    with pytest.raises(WebSocketDisconnect), server.websocket_connect(path, headers=elsewhere):
        pass
    own = {"Origin": "http://testserver"}
    assert server.post("/api/battles", json={"game": "toy"}, headers=own).status_code == 201


def test_what_breaks_in_the_program_is_told_and_throws_nobody_off_the_table(
    server: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = make(server, seats=TWO)

    def broken(*_: Any) -> Any:
        raise ZeroDivisionError("not for the players' eyes")

    monkeypatch.setattr("umpire.server.queries.overrule_help", broken)
    with sit(server, made, "a") as player:
        error = player.refused("overrule_help")
        assert error["code"] == "fault"
        assert "players' eyes" not in error["sentence"]
        assert player.done("ping") == {}


def test_who_hangs_up_in_the_middle_of_a_request_is_no_fault_of_the_server(
    server: TestClient, caplog: pytest.LogCaptureFixture
) -> None:
    parts = iter([{"type": "http.request", "body": b'{"game": ', "more_body": True}, {"type": "http.disconnect"}])
    scope = {
        "type": "http", "method": "POST", "path": "/api/battles", "raw_path": b"/api/battles", "query_string": b"",
        "headers": [], "http_version": "1.1", "scheme": "http", "server": ("testserver", 80),
    }  # fmt: skip

    async def receive() -> Any:
        return next(parts)

    async def send(message: Any) -> None:
        pass

    assert server.portal is not None
    server.portal.call(server.app, scope, receive, send)
    assert not caplog.records
    assert server.get("/api/battles").json() == []
