"""The page is served from the package, every address of its own with it, and nothing from outside its folder."""

from __future__ import annotations

import re
from pathlib import Path

from fastapi.testclient import TestClient

from tests.installed import ROOT
from umpire.server.app import create_app


def test_without_a_built_page_the_server_says_so(server: TestClient) -> None:
    answer = server.get("/")
    assert answer.status_code == 200
    assert "has not been built" in answer.text


def test_the_page_and_its_files(file: Path, tmp_path: Path) -> None:
    page = tmp_path / "page"
    (page / "assets").mkdir(parents=True)
    (page / "index.html").write_text("<h1>the table</h1>")
    (page / "assets" / "app-123.js").write_text("1")
    (tmp_path / "secret.txt").write_text("secret")
    with TestClient(create_app(file, page)) as client:
        for path in ("/", "/table/abc?token=x", "/sheet/any"):
            answer = client.get(path)
            assert "the table" in answer.text
            assert answer.headers["cache-control"] == "no-cache"
            assert "default-src 'self'" in answer.headers["content-security-policy"]
            assert answer.headers["referrer-policy"] == "no-referrer"
        script = client.get("/assets/app-123.js")
        assert script.headers["content-type"].startswith("text/javascript")
        assert "immutable" in script.headers["cache-control"]
        assert client.get("/assets/missing.js").status_code == 404
        assert client.get("/%2e%2e/secret.txt").status_code == 404
        assert client.get("/..%2fsecret.txt").status_code == 404
        assert client.get("/api/nothing").json()["error"]["code"] == "unknown"
        assert client.get("/a%00b").status_code in (200, 404)


def test_large_answers_are_compressed_for_those_who_take_that(server: TestClient) -> None:
    packed = server.get("/api/games", headers={"Accept-Encoding": "gzip"})
    assert packed.headers["content-encoding"] == "gzip"
    plain = server.get("/api/games", headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert packed.json() == plain.json()


def test_every_text_of_the_page_is_used() -> None:
    folder = ROOT / "web" / "src"
    sources = "".join(path.read_text() for path in folder.rglob("*") if path.suffix in (".ts", ".svelte"))
    texts = (folder / "words.ts").read_text().partition("export const words = {")[2]
    names = re.findall(r"^  (\w+):", texts, re.MULTILINE)
    used = set(re.findall(r"\bwords\.(\w+)", sources))
    assert len(names) > 100, "they are found"
    assert [name for name in names if name not in used] == []
