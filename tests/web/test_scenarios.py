"""Scenarios of the players' own on the page: brought as a file, looked through, kept, fought over."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import FilePayload, Page, expect

from tests.web import playing
from tests.web.conftest import PHONE, WIDE, Opened
from tests.web.test_everyone import violations
from umpire import games
from umpire.battle.scenarios import staging

pytestmark = pytest.mark.slow


def file(game: str, name: str = "my-table.toml", title: str = "My table") -> FilePayload:
    """The opening scenario of a game under another title."""
    found = games.game(game)
    card = found.scenarios()[0]
    text = staging(found).scenario_text(card.id)
    assert f'title = "{card.title}"' in text
    text = text.replace(f'title = "{card.title}"', f'title = "{title}"')
    return FilePayload(name=name, mimeType="application/toml", buffer=text.encode())


def lobby(open_page: Opened, game: str, size: tuple[int, int] = WIDE) -> Page:
    page = open_page(f"/?game={game}", size)
    expect(page.locator("[data-testid=bring-scenario]")).to_be_attached()
    return page


def test_a_scenario_is_brought_fought_over_and_kept(open_page: Opened, some_game: str) -> None:
    page = lobby(open_page, some_game)
    page.locator("[data-testid=bring-scenario]").set_input_files(files=file(some_game))
    mine = page.locator("[data-own=my-table]")
    expect(mine.locator("input")).to_be_checked()
    expect(mine).to_contain_text("My table")
    expect(mine.locator("svg")).to_be_visible()
    page.locator("[data-testid=begin]").click()
    expect(playing.asked(page)).to_be_visible()
    expect(page).to_have_title(re.compile("^My table: "))
    page.goto(page.url.split("/table/")[0] + f"/?game={some_game}")
    expect(page.locator("[data-own=my-table]")).to_contain_text("My table")


def test_a_file_that_is_none_is_told_by_line_and_nothing_is_lost(open_page: Opened, some_game: str) -> None:
    page = lobby(open_page, some_game)
    page.locator("[data-testid=bring-scenario]").set_input_files(files=file(some_game))
    expect(page.locator("[data-own=my-table] input")).to_be_checked()
    bad = FilePayload(name="my-table.toml", mimeType="application/toml", buffer=b"title = 3\n")
    page.locator("[data-testid=bring-scenario]").set_input_files(files=bad)
    expect(page.locator("[data-testid=scenario-problem]")).to_contain_text("In my-table.toml:1: title")
    expect(page.locator("[data-own=my-table]")).to_contain_text("My table")
    mended = file(some_game, title="My second table")
    page.locator("[data-testid=bring-scenario]").set_input_files(files=mended)
    expect(page.locator("[data-own=my-table]")).to_contain_text("My second table")
    expect(page.locator("[data-testid=scenario-problem]")).to_have_count(0)
    assert violations(page) == []


def test_a_kept_scenario_is_deleted(open_page: Opened, some_game: str) -> None:
    page = lobby(open_page, some_game, PHONE)
    page.locator("[data-testid=bring-scenario]").set_input_files(files=file(some_game))
    page.locator("[data-own=my-table] button").click()
    expect(page.locator("[data-own]")).to_have_count(0)
    page.reload()
    expect(page.locator("[data-testid=bring-scenario]")).to_be_attached()
    open_page.all_there(page)
    expect(page.locator("[data-own]")).to_have_count(0)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_force_is_put_together_for_a_scenario_of_ones_own(open_page: Opened) -> None:
    page = lobby(open_page, "fwc")
    page.locator("[data-testid=bring-scenario]").set_input_files(files=file("fwc"))
    expect(page.locator("[data-own=my-table] input")).to_be_checked()
    page.locator("[data-build=A]").click()
    expect(page.locator("[data-testid=muster]")).to_contain_text("usually has")
    page.locator("[data-testid=fight]:visible").click()
    expect(page.locator("[data-own=my-table] input")).to_be_checked()
