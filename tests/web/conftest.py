"""A real server and a real browser for the tests of the page."""

from __future__ import annotations

import re
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

import pytest
from playwright.sync_api import Browser, Page, Request, expect, sync_playwright

from tests.chromium import QUIET, chromium
from tests.installed import environment, install_toy
from tests.web.ahead import Standing, bring_forward
from tests.web.playing import post
from umpire import games
from umpire.server import page as served

STATIC = Path(served.__file__).parent / "static"
PATIENCE = 120
"""Seconds until a server that does not answer is given up; a machine may have much else to do."""
WIDE = (1400, 900)
PHONE = (390, 844)


expect.set_options(timeout=20_000)


class Server:
    """A server of its own, kept in one file: it can be stopped and started again at the same address."""

    def __init__(self, folder: Path, *more: str) -> None:
        """With the games of the tests that are named besides."""
        self.env = environment(install_toy(folder / "site", *more), folder / "home") if more else None
        self.file = folder / "battles.sqlite3"
        self.port = 0
        self.key = ""
        self.start()

    def start(self) -> None:
        """At the same port as before; who else has just taken that, a server of another test, soon gives it back."""
        for _ in range(20):
            if self._started():
                return
            time.sleep(0.5)
        raise AssertionError("the server did not start")

    def _started(self) -> bool:
        command = [sys.executable, "-c", "from umpire.cli import main; main()", "serve", "--no-browser"]
        command += ["--port", str(self.port), "--data", str(self.file)]
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=self.env
        )
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if found := re.search(r"http://127\.0\.0\.1:(\d+)/\?key=(\S+)", line):
                self.port, self.key = int(found[1]), found[2]
                break
        else:
            self.stop()
            return False
        late = time.monotonic() + PATIENCE
        trouble: OSError | None = None
        while time.monotonic() < late and self.process.poll() is None:
            try:
                urllib.request.urlopen(f"{self.url}/api/games", timeout=PATIENCE).read()
            except OSError as error:
                trouble = error
                time.sleep(0.1)
            else:
                return True
        self.stop()
        raise AssertionError(f"the server does not answer: {trouble!r}; it said: {self.process.stdout.read()}")

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def stop(self) -> None:
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    assert (STATIC / "index.html").is_file(), "the page is not built: python hatch_build.py"
    running = Server(tmp_path_factory.mktemp("server"))
    yield running
    running.stop()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    program = chromium()
    if program is None:
        pytest.skip("these tests need Chromium: apt-get install chromium-headless-shell")
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=program, args=QUIET)
        yield started
        started.close()


class Opened:
    """Opens pages, and remembers what they asked other hosts for and what went wrong in them."""

    def __init__(self, browser: Browser, server: Server) -> None:
        self.browser = browser
        self.server = server
        self.foreign: list[str] = []
        self.errors: list[str] = []
        self._awaited: set[Request] = set()
        self._contexts: list[Any] = []

    def __call__(self, path: str | None = "", size: tuple[int, int] = WIDE, pace: int = 0, **more: Any) -> Page:
        """A page in a window of this size, one of a phone if it is narrow; nothing glides unless that is asked for."""
        touch = size[0] < 700
        context = self.browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            has_touch=touch,
            is_mobile=touch,
            **{"reduced_motion": "reduce", **more},
        )
        self._contexts.append(context)
        context.add_init_script(f"localStorage.getItem('umpire.pace') ?? localStorage.setItem('umpire.pace', '{pace}')")
        page = context.new_page()
        page.set_default_timeout(20_000)
        page.on("request", self._asked)
        page.on("requestfinished", self._answered)
        page.on("requestfailed", self._answered)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        if path is not None:
            page.goto(self.server.url + path)
        return page

    def _asked(self, request: Request) -> None:
        self._awaited.add(request)
        if not request.url.startswith((self.server.url, self.server.url.replace("http", "ws", 1), "data:", "blob:")):
            self.foreign.append(request.url)

    def _answered(self, request: Request) -> None:
        self._awaited.discard(request)

    def all_there(self, page: Page) -> None:
        """Until the page has all it has asked for, and has shown it without asking for more."""
        for _ in range(1000):
            page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
            if not self._awaited:
                return
        raise AssertionError(f"no answer to {[each.url for each in self._awaited]}")

    def close(self) -> None:
        for context in self._contexts:
            context.close()


@contextmanager
def pages(browser: Browser, server: Server) -> Iterator[Opened]:
    """Pages of this server: they are closed afterwards, and nothing may have gone wrong in them."""
    opened = Opened(browser, server)
    try:
        yield opened
    finally:
        opened.close()
    assert opened.errors == [], "errors on the page"
    assert opened.foreign == [], "the page asked another host"


@pytest.fixture
def open_page(browser: Browser, server: Server) -> Iterator[Opened]:
    with pages(browser, server) as opened:
        yield opened


@pytest.fixture(params=sorted(games.names()))
def game(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def some_game(request: pytest.FixtureRequest) -> str:
    """One game for a test of something that is the same for all: each such test has its own, so that all take part."""
    known = sorted(games.names())
    return known[sum(map(ord, request.node.name)) % len(known)]


class Begin(Protocol):
    def __call__(
        self, game: str, answers: int = 0, until: Callable[[Standing], Any] | None = None, **more: Any
    ) -> dict[str, Any]: ...


@pytest.fixture
def begin(server: Server) -> Begin:
    """Sets a battle up without the lobby, so many answers on or until it stands as wanted; the answer of the API."""

    def make(
        game: str, answers: int = 0, until: Callable[[Standing], Any] | None = None, **more: Any
    ) -> dict[str, Any]:
        made: dict[str, Any] = post(f"{server.url}/api/battles", {"game": game, "seed": 7, "pace": 0, **more})
        if answers or until:
            bring_forward(server.url, made, lambda now, given: given >= answers and (until is None or bool(until(now))))
        return made

    return make
