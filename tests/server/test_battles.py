"""Battles are made, listed, taken home, brought back and thrown away."""

from __future__ import annotations

import asyncio
import json
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from tests.server.players import TWO, Player, make, sit, token
from tests.server.test_games import sentence
from tests.toy import TOY
from umpire.battle import savefile
from umpire.battle.session import Battle
from umpire.server.app import create_app
from umpire.server.hall import Hall
from umpire.server.live_routes import REFUSED
from umpire.server.messages import MOST_PACE, USUAL_PACE, NewBattle
from umpire.server.problems import Problem
from umpire.server.store import Store


def house_key(server: TestClient) -> str:
    key: str = server.app.state.hall.key  # type: ignore[attr-defined]
    return key


def test_a_battle_needs_no_more_than_its_game(server: TestClient) -> None:
    made = server.post("/api/battles", json={"game": "toy"}).json()
    assert [(link["kind"], link["seats"]) for link in made["links"]] == [("here", ["a"]), ("watch", [])]
    assert made["path"] == made["links"][0]["path"]
    standing = server.get(f"/api/battles/{made['id']}?token={token(made, 'a')}").json()
    assert standing["battle"]["scenario"] == "wood"
    assert standing["pace"] == USUAL_PACE
    assert [player["who"] for player in standing["players"]] == ["here", "greedy"]


@pytest.mark.parametrize(
    ("wanted", "word"),
    [
        ({"game": "chess"}, "chess"),
        ({"scenario": "moon"}, "moon"),
        ({"seats": {"c": "here"}}, "'c'"),
        ({"seats": {"a": "nobody"}}, "nobody"),
        ({"options": {"magic": True}}, "magic"),
        ({"options": {"turns": 99}}, "turns"),
        ({"seed": -1}, "seed"),
        ({"seed": 2**70}, "seed"),
        ({"pace": MOST_PACE + 1}, f"milliseconds from 0 to {MOST_PACE}."),
        ({"game": 7}, "game"),
        ({"scenarioo": "wood"}, "scenarioo"),
    ],
)
def test_a_battle_that_cannot_be_is_refused_with_a_sentence(
    server: TestClient, wanted: dict[str, Any], word: str
) -> None:
    answer = server.post("/api/battles", json={"game": "toy", **wanted})
    assert answer.status_code in (404, 422)
    assert word in sentence(answer)
    assert server.get("/api/battles").json() == []


def test_the_longest_pace_is_the_same_at_the_beginning_and_later(server: TestClient) -> None:
    made = make(server, seats=TWO, pace=MOST_PACE)
    path = f"/api/battles/{made['id']}/pace?token={token(made, 'a')}"
    assert [server.post(path, json={"ms": ms}).status_code for ms in (MOST_PACE, MOST_PACE + 1)] == [200, 422]


def test_the_list_tells_whose_move_it_is_but_links_only_to_those_who_may_know(server: TestClient) -> None:
    made = make(server, seats=TWO, title="Saturday")
    other = make(server, seats=TWO)
    plain = server.get("/api/battles").json()
    assert {card["id"] for card in plain} == {made["id"], other["id"]}
    card = next(card for card in plain if card["id"] == made["id"])
    assert (card["title"], card["waiting"], card["turn"], card["over"]) == ("Saturday", ["a", "b"], 1, False)
    assert all(card["links"] is None for card in plain)
    mine = server.get("/api/battles", params={"token": token(made, "a")}).json()
    assert [link["seats"] for card in mine for link in card["links"] or ()] == [["a"]]
    keyed = server.get("/api/battles", params={"key": house_key(server)}).json()
    assert all([link["seats"] for link in card["links"]] == [["a"], ["b"], []] for card in keyed)


def test_a_battle_opens_only_with_one_of_its_own_links(server: TestClient) -> None:
    made, other = make(server), make(server)
    path = f"/api/battles/{made['id']}"
    assert server.get(path).status_code == 403
    assert server.get(f"{path}?token={token(other, 'a')}").status_code == 403
    assert server.get(f"{path}?token=guess").status_code == 403
    assert server.get(f"{path}?token={token(made, 'a')}").status_code == 200
    assert server.get(path, headers={"Authorization": f"Bearer {token(made, 'a')}"}).status_code == 200
    assert server.get(f"{path}?token={token(made, 'a')}&seat=b").status_code == 403
    answer = server.get("/api/battles/nowhere?token=x")
    assert answer.status_code == 404
    assert "nowhere" in sentence(answer)


def test_links_are_handed_on_by_who_made_the_battle(server: TestClient) -> None:
    made = make(server, seats={"a": "here", "b": "link"})
    path = f"/api/battles/{made['id']}/links"
    seats = [link["seats"] for link in server.get(path, params={"token": token(made, "a")}).json()]
    assert seats == [["a"], ["b"], []]
    seats = [link["seats"] for link in server.get(path, params={"token": token(made, "b")}).json()]
    assert seats == [["b"], []]
    assert [link["seats"] for link in server.get(path, params={"token": token(made)}).json()] == [[]]


def test_a_link_is_a_qr_code_too(server: TestClient) -> None:
    made = make(server)
    answer = server.get(made["links"][0]["qr"], params={"token": token(made, "a"), "origin": "http://192.168.0.7:8470"})
    assert answer.headers["content-type"] == "image/svg+xml"
    assert "<svg" in answer.text


def test_a_battle_goes_home_and_comes_back(server: TestClient) -> None:
    made = make(server, seats={"a": "here", "b": "random"})
    with sit(server, made, "a") as player:
        for _ in range(4):
            player.answer()
        before = player.wait(lambda now: now["decision"])
    saved = server.get(f"/api/battles/{made['id']}/export", params={"token": token(made, "a")})
    assert "attachment" in saved.headers["content-disposition"]
    assert json.loads(saved.content)["format"] == "umpire battle"
    again = server.post("/api/battles/import", content=saved.content)
    assert again.status_code == 201, again.text
    back = server.get(f"/api/battles/{again.json()['id']}?token={token(again.json(), 'a')}").json()
    assert back["view"] == before["view"]
    assert back["decision"] == before["decision"]
    assert [player["who"] for player in back["players"]] == ["here", "random"]
    assert back["pace"] == USUAL_PACE
    other = server.post("/api/battles/import", params={"seats": "b:link"}, content=saved.content).json()
    assert [link["seats"] for link in other["links"]] == [["a"], ["b"], []]


def test_no_code_is_named_by_a_save_file_or_over_the_network(server: TestClient) -> None:
    """A bot of one's own is named `module:factory`: at the shell alone."""
    own = "antigravity:fly"
    answer = server.post("/api/battles", json={"game": "toy", "seats": {"a": own, "b": "random"}})
    assert answer.status_code == 422
    assert sentence(answer).startswith("Nobody called 'antigravity:fly' can sit in a seat")
    data = savefile.save(Battle(TOY, "wood", seed=4), {"a": own, "b": "random"})
    brought = server.post("/api/battles/import", content=data).json()
    back = server.get(f"/api/battles/{brought['id']}?token={token(brought, 'a')}").json()
    assert [player["who"] for player in back["players"]] == ["here", "random"]
    assert server.post("/api/battles/import", params={"seats": f"a:{own}"}, content=data).status_code == 422
    assert "antigravity" not in sys.modules


def test_a_save_file_is_not_given_to_somebody_whom_it_would_tell_secrets(server: TestClient) -> None:
    made = make(server, seats=TWO)
    path = f"/api/battles/{made['id']}/export"
    assert server.get(path, params={"token": token(made, "a")}).status_code == 403
    assert server.get(path, params={"token": token(made)}).status_code == 403
    server.post(f"/api/battles/{made['id']}/concede", params={"token": token(made, "a")}, json={})
    assert server.get(path, params={"token": token(made)}).status_code == 200


@pytest.mark.parametrize(
    "data", [b"", b"{}", b"not json", b'{"format": "other", "version": 1, "checksum": "", "body": {}}']
)
def test_what_is_no_save_file_is_refused_with_a_sentence(server: TestClient, data: bytes) -> None:
    answer = server.post("/api/battles/import", content=data)
    assert answer.status_code == 422
    assert "save file" in sentence(answer)


def test_a_battle_is_thrown_away_by_its_people_together_or_by_the_house(server: TestClient) -> None:
    made, shared = make(server), make(server, seats=TWO)
    assert server.delete(f"/api/battles/{shared['id']}", params={"token": token(shared, "a")}).status_code == 403
    assert server.delete(f"/api/battles/{made['id']}", params={"token": token(made)}).status_code == 403
    assert server.delete(f"/api/battles/{made['id']}", params={"token": token(made, "a")}).status_code == 204
    assert server.delete(f"/api/battles/{shared['id']}", params={"key": house_key(server)}).status_code == 204
    assert server.get("/api/battles").json() == []
    assert server.get(f"/api/battles/{made['id']}?token={token(made, 'a')}").status_code == 404


THROWN_AWAY = "This battle has been thrown away."


def pings(player: Player) -> None:
    """A table that is there answers each of them."""
    for _ in range(20):
        player.say("ping")


def hears_the_end(player: Player) -> None:
    """Whatever is still told, the connection is closed with the reason."""
    with pytest.raises(WebSocketDisconnect) as closed:
        pings(player)
    assert (closed.value.code, closed.value.reason) == (REFUSED, THROWN_AWAY)


def test_who_sits_at_a_battle_that_is_thrown_away_is_told_so(
    server: TestClient, caplog: pytest.LogCaptureFixture
) -> None:
    made, path = make(server, seats=TWO), "/api/battles"
    with sit(server, made, "a") as one, sit(server, made) as watcher:
        number = one.asked()["number"]
        assert server.delete(f"{path}/{made['id']}", params={"key": house_key(server)}).status_code == 204
        hears_the_end(one)
        hears_the_end(watcher)
    for what, fields in (("advise", {}), ("answer", {"answer": "1"}), ("pace", {"ms": 0})):
        said = server.post(
            f"{path}/{made['id']}/{what}", params={"token": token(made, "a")}, json={"number": number, **fields}
        )
        assert (said.status_code, sentence(said)) == (404, f"There is no battle {made['id']!r} on this server.")
    assert not caplog.records


def test_a_battle_that_another_server_threw_away_is_told_as_such(file: Path) -> None:
    with TestClient(create_app(file)) as server, TestClient(create_app(file)) as other:
        made = make(server, seats={"a": "here", "b": "random"})
        with sit(server, made, "a") as player:
            number = player.asked()["number"]
            assert other.delete(f"/api/battles/{made['id']}", params={"token": token(made, "a")}).status_code == 204
            assert player.refused("answer", number=number, answer="1")["sentence"] == THROWN_AWAY
            hears_the_end(player)


def test_nobody_asks_or_changes_a_battle_while_it_is_thrown_away(file: Path) -> None:
    """Who had come in before it went is refused too."""

    async def late() -> None:
        hall = Hall(Store(file))
        await hall.open()
        made = await hall.create(NewBattle("toy", seats=TWO))
        live = await hall.live(made.id)
        opening = [hall.live(made.id) for _ in range(3)]
        _, *found = await asyncio.gather(hall.remove(made.id), *opening, return_exceptions=True)
        assert {str(each) for each in found} == {f"there is no battle {made.id!r} on this server."}
        with pytest.raises(Problem, match="thrown away"):
            await live.ask(lambda battle: battle.state)
        with pytest.raises(Problem, match="thrown away"):
            await live.change(lambda battle: battle.answer("2", "a"))
        await hall.close()

    # In a thread of its own: a browser that tests of the page have left open in this process has its loop in this one.
    with ThreadPoolExecutor(1) as elsewhere:
        elsewhere.submit(asyncio.run, late()).result()
