"""`umpire serve` and `umpire join`: the terminal takes a seat of a battle on a server."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest

from tests.installed import PATIENCE, environment, umpire
from tests.server.running import Server, running


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("house")


@pytest.fixture(scope="module")
def house(folder: Path) -> Iterator[Server]:
    with running(folder, "toy") as found:
        yield found


def made(house: Server, **wanted: Any) -> dict[str, str]:
    """The links of a fresh battle by their seats."""
    body = {"game": "toy", "seed": 4, "pace": 0, **wanted}
    answer = httpx2.post(f"{house.url}/api/battles", json=body, timeout=PATIENCE)
    return {"".join(link["seats"]): house.url + link["path"] for link in answer.json()["links"]}


def join(folder: Path, link: str, typed: str) -> Any:
    return umpire(["join", link], environment(folder / "site", folder / "home"), typed)


def test_a_whole_battle_is_fought_from_the_terminal(folder: Path, house: Server) -> None:
    links = made(house, seats={"a": "here", "b": "random"}, options={"turns": 9})
    done = join(folder, links["a"], "\n" * 300)
    assert done.returncode == 0, done.stderr
    assert " wins: " in done.stdout
    assert "What do you bid?" in done.stdout
    assert "Luck of The Reds" in done.stdout
    assert "shots: 3D6, 4+ needed" in done.stdout or "3D6, 5+ needed" in done.stdout


def test_one_types_leaves_and_comes_back(folder: Path, house: Server) -> None:
    links = made(house, seats={"a": "here", "b": "random"})
    first = join(folder, links["a"], "?\nmap\nunit R1\nunit Nobody\nrule\nhint\nodds 1\n9\nundo\n2\nquit\n")
    assert first.returncode == 0, first.stderr
    for words in ("give up", "rifle 30 cm", "sees Lancers 1", "TOY-SEQ-01 Sequence", "umpire join", "Nobody"):
        assert words in first.stdout, words
    assert "In which order" in first.stdout or "moves first" in first.stdout
    again = join(folder, links["a"], "concede\nn\nconcede\ny\n")
    assert "The Blues (b) wins: seat a concedes" in again.stdout


def test_what_can_be_typed_stays_within_a_narrow_screen(folder: Path, house: Server) -> None:
    narrow = {**environment(folder / "site", folder / "home"), "COLUMNS": "60"}
    told = umpire(["join", made(house)["a"]], narrow, "?\nquit\n").stdout.partition("> ?\n")[2]
    lines = told.partition("\na> ")[0].splitlines()
    assert lines[0].split() == ["Enter", "answer", "as", "the", "bot", "would;", "hint"]
    assert max(map(len, lines)) <= 60
    assert all(line.startswith("  ") for line in lines)


def test_a_spectator_watches_to_the_end(folder: Path, house: Server) -> None:
    links = made(house, seats={"a": "greedy", "b": "random"})
    done = join(folder, links[""], "")
    assert done.returncode == 0, done.stderr
    assert " wins: " in done.stdout or "A draw: " in done.stdout


def test_what_is_no_link_is_told_in_a_sentence(folder: Path, house: Server) -> None:
    links = made(house)
    for link, words in (
        ("nonsense", "is not the link of a seat"),
        (house.url, "is not the link of a seat"),
        ("http://127.0.0.1:9/table/x?token=y", "no server answers"),
        (links["a"] + "x", "does not belong to this battle"),
    ):
        done = join(folder, link, "")
        assert done.returncode == 2
        assert words in done.stderr
        assert "Traceback" not in done.stderr


def test_a_battle_outlives_its_server(tmp_path: Path) -> None:
    """The program is stopped in mid-battle and started again: everything stands as it stood."""
    with running(tmp_path, "toy") as server:
        links = made(server, seats={"a": "link", "b": "link"})
        token = links["a"].partition("token=")[2]
        battle = links["a"].rpartition("/")[2].partition("?")[0]
        path = f"{server.url}/api/battles/{battle}"
        body = {"number": 0, "answer": "2"}
        assert httpx2.post(f"{path}/answer?token={token}", json=body, timeout=PATIENCE).status_code == 200
        before = httpx2.get(f"{path}?token={token}", timeout=PATIENCE).json()
        server.kill()
        server.start()
        after = httpx2.get(f"{path}?token={token}", timeout=PATIENCE).json()
        assert after == before
        cards = httpx2.get(f"{server.url}/api/battles", timeout=PATIENCE).json()
        assert [card["id"] for card in cards] == [battle]


def test_what_is_no_store_of_battles_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "diary.txt"
    file.write_text("Dear diary, " * 200)
    done = umpire(["serve", "--port", "0", "--data", str(file)], environment(tmp_path, tmp_path))
    assert done.returncode == 2
    assert "does not hold battles" in done.stderr
    assert file.read_text().startswith("Dear diary")
