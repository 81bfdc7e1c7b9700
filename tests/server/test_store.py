"""The file of battles: another program's is left alone, and a row that cannot be read costs one battle."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from tests.server.players import make, token
from tests.server.test_battles import house_key
from tests.server.test_games import sentence
from umpire.server.app import create_app
from umpire.server.store import BadStore, Store


def run(file: Path, *statements: str) -> None:
    with closing(sqlite3.connect(file)) as connection:
        for statement in statements:
            connection.execute(statement)
        connection.commit()


async def opened(file: Path) -> None:
    store = Store(file)
    try:
        await store.open()
    finally:
        await store.close()


@pytest.mark.parametrize(
    "statements",
    [
        ["CREATE TABLE bookmarks (x)"],
        ["CREATE TABLE bookmarks (x)", "PRAGMA user_version = 1"],
        ["CREATE TABLE battles (x)"],
        ["CREATE TABLE battles (x)", "PRAGMA user_version = 1"],
        ["CREATE TABLE house (name, value)", "CREATE TABLE rooms (x)"],
    ],
)
def test_the_database_of_another_program_is_left_alone(tmp_path: Path, statements: list[str]) -> None:
    file = tmp_path / "other.db"
    run(file, *statements)
    before = file.read_bytes()
    with pytest.raises(BadStore, match=r"other\.db does not hold battles: it belongs to another program\.$"):
        asyncio.run(opened(file))
    assert file.read_bytes() == before


def test_a_file_of_another_version_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "new.db"
    run(file, "PRAGMA user_version = 99")
    before = file.read_bytes()
    with pytest.raises(BadStore, match=r"another version of Umpire \(99, not 1\)"):
        asyncio.run(opened(file))
    assert file.read_bytes() == before


def test_a_first_start_that_was_cut_off_is_done_again(tmp_path: Path) -> None:
    file = tmp_path / "battles.db"
    file.touch()
    asyncio.run(opened(file))
    run(file, "PRAGMA user_version = 0", "DROP TABLE tokens")
    asyncio.run(opened(file))
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("SELECT count(*) FROM tokens").fetchone() == (0,)


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE battles SET options = 'garbage' WHERE id = ?",
        "UPDATE battles SET players = '[1]' WHERE id = ?",
        'UPDATE battles SET card = \'{"turn": "x"}\' WHERE id = ?',
        "UPDATE battles SET seed = 'x' WHERE id = ?",
        "UPDATE battles SET pace = 'x' WHERE id = ?",
    ],
)
def test_a_row_that_cannot_be_read_costs_its_own_battle_alone(file: Path, change: str) -> None:
    with TestClient(create_app(file)) as server:
        bad, good = make(server), make(server)
    with closing(sqlite3.connect(file)) as connection:
        connection.execute(change, [bad["id"]])
        connection.commit()
    with TestClient(create_app(file)) as server:
        cards: list[dict[str, Any]] = server.get("/api/battles").json()
        assert [card["id"] for card in cards] == [good["id"]]
        answer = server.get(f"/api/battles/{bad['id']}", params={"token": token(bad, "a")})
        assert answer.status_code == 422
        assert sentence(answer).startswith(f"Battle {bad['id']} has been changed in battles.db: ")
        assert server.get(f"/api/battles/{good['id']}", params={"token": token(good, "a")}).status_code == 200


def test_a_battle_that_cannot_be_read_can_still_be_thrown_away(file: Path) -> None:
    with TestClient(create_app(file)) as server:
        one, other, shared = make(server), make(server), make(server, seats={"a": "here", "b": "link"})
    run(file, "UPDATE battles SET options = 'garbage'")
    with TestClient(create_app(file)) as server:
        path = "/api/battles"
        assert server.delete(f"{path}/{one['id']}", params={"token": token(one)}).status_code == 403
        assert server.delete(f"{path}/{one['id']}", params={"token": "nobody's"}).status_code == 403
        assert server.delete(f"{path}/{one['id']}", params={"token": token(one, "a")}).status_code == 204
        assert server.delete(f"{path}/{shared['id']}", params={"token": token(shared, "a")}).status_code == 403
        for made in (other, shared):
            assert server.delete(f"{path}/{made['id']}", params={"key": house_key(server)}).status_code == 204
        assert server.delete(f"{path}/{one['id']}", params={"key": house_key(server)}).status_code == 404
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("SELECT count(*) FROM battles").fetchone() == (0,)


def test_a_link_that_cannot_be_read_opens_nothing_and_hides_nothing(file: Path) -> None:
    with TestClient(create_app(file)) as server:
        made = make(server)
    run(file, "UPDATE tokens SET seats = 'x' WHERE kind = 'watch'")
    with TestClient(create_app(file)) as server:
        (card,) = server.get("/api/battles", params={"key": house_key(server)}).json()
        assert [link["kind"] for link in card["links"]] == ["here"]
        path = f"/api/battles/{made['id']}"
        assert server.get(path, params={"token": token(made)}).status_code == 403
        assert server.get(path, params={"token": token(made, "a")}).status_code == 200
