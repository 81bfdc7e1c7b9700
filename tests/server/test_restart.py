"""Nothing that was acknowledged is lost: by a lost connection, a restart, or two who answer at once."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from tests.installed import PATIENCE
from tests.server.players import TWO, make, sit, token
from umpire.server.app import create_app
from umpire.server.hall import Hall
from umpire.server.live import Live
from umpire.server.messages import NewBattle
from umpire.server.store import Change, Conflict, Store

KEPT = ("view", "decision", "throw", "waiting", "offer", "events", "undo", "result", "luck", "version")


def told(server: TestClient, made: dict[str, Any], *seats: str) -> dict[str, Any]:
    now: dict[str, Any] = server.get(f"/api/battles/{made['id']}", params={"token": token(made, *seats)}).json()
    return {name: now[name] for name in KEPT}


def test_a_restart_in_mid_battle_loses_nothing(file: Path) -> None:
    with TestClient(create_app(file)) as server:
        made = make(server, seats=TWO)
        with sit(server, made, "a") as one, sit(server, made, "b") as two:
            one.answer("2")
            two.answer("0")
            for _ in range(6):
                one.reach(two.now["version"])
                two.reach(one.now["version"])
                (one if one.now["decision"] else two).answer()
            one.reach(two.now["version"])
            (one if one.now["decision"] is None else two).done("propose", kind="take back", data=0)
        before = {seats: told(server, made, *seats) for seats in (("a",), ("b",), ())}
        assert before["a",]["offer"] is not None
    with TestClient(create_app(file)) as server:
        for seats, then in before.items():
            assert told(server, made, *seats) == then
        with sit(server, made, "a") as one:
            one.done("ping")


def test_a_secret_answer_survives_a_restart_and_stays_secret(file: Path) -> None:
    with TestClient(create_app(file)) as server:
        made = make(server, seats=TWO)
        with sit(server, made, "a") as one:
            one.answer("2")
    with TestClient(create_app(file)) as server, sit(server, made, "b") as two:
        assert two.now["waiting"] == ["b"]
        two.done("answer", number=two.asked()["number"], answer="1")
        two.wait(lambda now: any("a bids 2, b bids 1" in event["text"] for event in two.events))


def test_own_dice_that_lie_on_the_table_survive_a_restart(file: Path) -> None:
    with TestClient(create_app(file)) as server:
        made = make(server, seats={"a": "here", "b": "here"}, own_dice=True, scenario="open")
        path, mine = f"/api/battles/{made['id']}", {"token": token(made, "a", "b")}
        for _ in range(100):
            standings = [server.get(path, params={**mine, "seat": seat}).json() for seat in ("a", "b")]
            now = next((each for each in standings if each["decision"]), standings[0])
            if now["throw"] and now["throw"]["purpose"] == "saves":
                break
            if now["throw"]:
                faces = [6] * now["throw"]["dice"]
                said = server.post(f"{path}/roll", params=mine, json={"number": now["throw"]["number"], "faces": faces})
            else:
                asked = now["decision"]
                shots = [option["key"] for option in asked.get("options", ()) if option["odds"]]
                advice = server.post(
                    f"{path}/advise", params=mine, json={"number": asked["number"], "seat": asked["seat"]}
                )
                answer = shots[0] if shots else advice.json()["answer"]
                body = {"number": asked["number"], "answer": answer, "seat": asked["seat"]}
                said = server.post(f"{path}/answer", params=mine, json=body)
            assert said.status_code == 200, said.text
        assert now["throw"]["purpose"] == "saves"
    with TestClient(create_app(file)) as server:
        again = server.get(path, params={**mine, "seat": "a"}).json()
        assert again["throw"] == now["throw"]
        body = {"number": now["throw"]["number"], "faces": [1] * now["throw"]["dice"]}
        assert server.post(f"{path}/roll", params=mine, json=body).status_code == 200


def test_bots_go_on_after_a_restart(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as asleep, TestClient(create_app(file)) as server:
        asleep.setattr(Live, "wake", lambda self: None)
        made = make(server, seats={"a": "greedy", "b": "random"})
        with sit(server, made) as watcher:
            assert watcher.now["result"] is None
    with TestClient(create_app(file)) as server, sit(server, made) as watcher:
        watcher.wait(lambda now: now["result"])


def test_two_who_answer_at_once_one_is_heard(server: TestClient) -> None:
    made = make(server, seats={"a": "here", "b": "random"})
    path, mine = f"/api/battles/{made['id']}", {"token": token(made, "a")}
    with sit(server, made, "a") as player:
        number = player.asked()["number"]
    gate = threading.Barrier(6)
    codes: list[int] = []

    def answer(bid: str) -> None:
        gate.wait()
        said = server.post(f"{path}/answer", params=mine, json={"number": number, "answer": bid})
        codes.append(said.status_code)

    threads = [threading.Thread(target=answer, args=(str(at % 3),)) for at in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(codes) == [200] + [409] * 5


def test_two_servers_on_one_file_do_not_overwrite_each_other(file: Path) -> None:
    """One writer by version number: who is behind is refused, reads anew, and goes on."""
    with TestClient(create_app(file)) as server, TestClient(create_app(file)) as other:
        made = make(server, seats=TWO)
        path = f"/api/battles/{made['id']}"
        assert told(other, made, "a") == told(server, made, "a")
        body = {"number": 0, "answer": "2"}
        assert server.post(f"{path}/answer", params={"token": token(made, "a")}, json=body).status_code == 200
        late = other.post(f"{path}/answer", params={"token": token(made, "b")}, json=body)
        assert late.status_code == 409
        assert late.json()["error"]["code"] == "stale"
        assert other.post(f"{path}/answer", params={"token": token(made, "b")}, json=body).status_code == 200


def test_who_looks_on_is_shown_what_another_server_has_stored_meanwhile(file: Path) -> None:
    """Not only who came too late with his answer."""
    with TestClient(create_app(file)) as server, TestClient(create_app(file)) as other:
        made = make(server, seats=TWO)
        path = f"/api/battles/{made['id']}/answer"
        told(other, made, "b")  # held in memory there too
        with sit(other, made) as watcher:
            watcher.wait(lambda now: now["version"] == 0)
            body = {"number": 0, "answer": "2"}
            assert server.post(path, params={"token": token(made, "a")}, json=body).status_code == 200
            assert other.post(path, params={"token": token(made, "b")}, json=body).status_code == 409
            for _ in range(50):  # he is told between two answers
                watcher.say("ping")
            assert watcher.now["version"] == 1


@contextmanager
def full(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Nothing can be stored meanwhile."""

    async def change(self: Store, battle: str, version: int, change: Change) -> None:
        raise Conflict("the disk is full")

    with monkeypatch.context() as patched:
        patched.setattr(Store, "change", change)
        yield


def test_what_cannot_be_stored_is_not_acknowledged(server: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    made = make(server, seats=TWO)
    path, mine = f"/api/battles/{made['id']}", {"token": token(made, "a")}
    before = told(server, made, "a")
    with full(monkeypatch):
        assert server.post(f"{path}/answer", params=mine, json={"number": 0, "answer": "2"}).status_code == 409
    assert told(server, made, "a") == before, "it stands again as it is stored"
    assert server.post(f"{path}/answer", params=mine, json={"number": 0, "answer": "2"}).status_code == 200


def test_a_pace_that_cannot_be_stored_is_not_kept(server: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    made = make(server, seats=TWO, pace=70)
    path, mine = f"/api/battles/{made['id']}", {"token": token(made, "a")}
    with full(monkeypatch):
        assert server.post(f"{path}/pace", params=mine, json={"ms": 900}).status_code == 409
    assert server.get(path, params=mine).json()["pace"] == 70


def test_what_is_told_of_a_proposal_changes_only_with_what_is_stored(
    server: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = make(server, seats=TWO)
    path = f"/api/battles/{made['id']}"

    def say(seat: str, what: str, **fields: Any) -> int:
        return server.post(f"{path}/{what}", params={"token": token(made, seat)}, json=fields).status_code

    def declined() -> str:
        return str(server.get(path, params={"token": token(made, "a")}).json()["declined"])

    assert say("a", "propose", kind="set dice", data=[1]) == 200
    with full(monkeypatch):
        assert say("b", "consent", agreed=False) == 409
    assert declined() == "", "it is still proposed"
    assert say("b", "consent", agreed=False) == 200
    assert declined()
    for refused in ("undo", "withdraw"):
        assert say("a", refused) == 409
        assert declined(), "who is refused has not gone on"
    with full(monkeypatch):
        assert say("a", "answer", number=0, answer="2") == 409
        assert say("a", "propose", kind="set dice", data=[1]) == 409
    assert declined(), "it is told until its proposer has gone on"
    assert say("a", "answer", number=0, answer="2") == 200
    assert declined() == ""


def test_who_goes_away_in_the_middle_of_an_answer_harms_nothing(file: Path) -> None:
    """A change that is under way is finished and stored, even if nobody waits for it any more."""

    async def leave() -> tuple[int, int]:
        hall = Hall(Store(file))
        await hall.open()
        made = await hall.create(NewBattle("toy", seats=TWO))
        live: Live = await hall.live(made.id)
        answering = asyncio.ensure_future(live.change(lambda battle: battle.answer("2", "a")))
        await asyncio.sleep(0)
        answering.cancel()
        await asyncio.gather(answering, return_exceptions=True)
        async with asyncio.timeout(PATIENCE):
            while live.version != 1:
                await asyncio.sleep(0.01)
        kept = await hall.store.read(made.id)
        assert kept is not None
        await hall.close()
        return live.version, len(kept[1])

    # In a thread of its own: a browser that tests of the page have left open in this process has its loop in this one.
    with ThreadPoolExecutor(1) as elsewhere:
        assert elsewhere.submit(asyncio.run, leave()).result() == (1, 1)
