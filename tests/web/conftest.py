"""A real server and a real browser for the tests of the page."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

import pytest
from playwright.sync_api import Browser, Page, Request, expect, sync_playwright

from tests.chromium import QUIET, chromium
from tests.installed import PATIENCE
from tests.server.running import Server, running
from tests.web.ahead import Standing, bring_forward
from tests.web.playing import painted, post
from umpire import games
from umpire.server import page as served

STATIC = Path(served.__file__).parent / "static"
WIDE = (1400, 900)
PHONE = (390, 844)
SHORT = (360, 640)

expect.set_options(timeout=PATIENCE * 1000)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    assert (STATIC / "index.html").is_file(), "the page is not built: python hatch_build.py"
    with running(tmp_path_factory.mktemp("server")) as started:
        yield started


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    program = chromium()
    if program is None:
        pytest.skip("these tests need Chromium: apt-get install chromium-headless-shell")
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=program, args=QUIET, timeout=PATIENCE * 1000)
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
        page.set_default_timeout(PATIENCE * 1000)
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
        late = time.monotonic() + PATIENCE
        while time.monotonic() < late:
            painted(page)
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
