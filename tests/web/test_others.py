"""Several people at one table: links, spectators, lost connections, agreements, their own dice."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.installed import PATIENCE
from tests.server.running import Server, running
from tests.web import playing
from tests.web.ahead import bring_forward
from tests.web.conftest import PHONE, Begin, Opened, pages

pytestmark = pytest.mark.slow

ROOM = 40
"""How many letters of a line of a list can be read on a phone."""


def link(made: dict[str, Any], kind: str, seat: str = "") -> str:
    found = [each for each in made["links"] if each["kind"] == kind and (not seat or seat in each["seats"])]
    return str(found[0]["path"])


def whose_turn(pages: list[Page]) -> Page:
    """The page that is asked."""
    late = time.monotonic() + PATIENCE
    while time.monotonic() < late:
        for page in pages:
            if page.locator(playing.ASKED).count():
                return page
        pages[0].wait_for_timeout(100)
    raise AssertionError("nobody is asked")


def in_step(server: Server, made: dict[str, Any], pages: list[Page]) -> None:
    """Until all pages show the battle as it stands; nobody but people moves it here."""
    token = link(made, "watch").partition("?")[2]
    now = playing.get(f"{server.url}/api/battles/{made['id']}?{token}")["version"]
    for page in pages:
        page.wait_for_function(
            "now => Number(document.querySelector('[data-testid=battle]')?.dataset.version) >= now", arg=now
        )


def both(begin: Begin, open_page: Opened, game: str, answers: int = 0) -> tuple[dict[str, Any], list[Page]]:
    seats = playing.get(f"{open_page.server.url}/api/games/{game}")["seats"]
    made = begin(game, answers, seats={seats[0]: "here", seats[1]: "link"})
    pages = [open_page(link(made, "here")), open_page(link(made, "link", seats[1]))]
    for page in pages:
        page.wait_for_selector("[data-testid=battle]")
    return made, pages


def test_two_browsers_fight_and_a_spectator_follows(begin: Begin, open_page: Opened, game: str) -> None:
    made, pages = both(begin, open_page, game)
    watching = open_page(link(made, "watch"))
    asked = set()
    for _ in range(12):
        page = whose_turn(pages)
        asked.add(pages.index(page))
        playing.take_advice(page)
    assert asked == {0, 1}, "both have been asked"
    in_step(open_page.server, made, [*pages, watching])
    assert watching.locator(playing.ASKED).count() == 0, "a spectator decides nothing"
    assert watching.locator("[data-testid=undo]").count() == 0
    text = watching.locator("h1").inner_text()
    for page in pages:
        expect(page.locator("h1")).to_have_text(text)


def test_reloading_loses_nothing(begin: Begin, open_page: Opened, some_game: str) -> None:
    page = open_page(begin(some_game, answers=3)["path"])
    playing.advance(page, 1)
    before = (playing.number(page), page.locator(".prompt").inner_text())
    told = page.locator("[role=log] li").count()
    page.reload()
    assert (playing.number(page), page.locator(".prompt").inner_text()) == before
    expect(page.locator("[role=log] li")).to_have_count(told)


@pytest.fixture(scope="module")
def fickle(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that may be stopped and started again: no other test uses it."""
    with running(tmp_path_factory.mktemp("fickle")) as started:
        yield started


def test_a_restart_of_the_server_loses_nothing(fickle: Server, browser: Browser, some_game: str) -> None:
    with pages(browser, fickle) as opened:
        made = playing.post(f"{fickle.url}/api/battles", {"game": some_game, "seed": 7, "pace": 0})
        bring_forward(fickle.url, made, lambda _, answers: answers == 4)
        page = opened(made["path"], PHONE)
        playing.advance(page, 1)
        before = (playing.number(page), page.locator(".prompt").inner_text())
        expect(page.locator(".float")).to_have_count(0)
        playing.still(page)
        eye = page.locator(".sheet").get_attribute("style")
        fickle.stop()
        page.wait_for_selector(".lost")
        fickle.start()
        page.wait_for_selector(".lost", state="hidden")
        assert (playing.number(page), page.locator(".prompt").inner_text()) == before
        # What was told before is not told again, and the eye stays where it was.
        playing.still(page)
        expect(page.locator(".float")).to_have_count(0)
        assert page.locator(".sheet").get_attribute("style") == eye
        playing.take_advice(page)


def test_own_dice_are_typed_without_touching_the_field(begin: Begin, open_page: Opened, some_game: str) -> None:
    page = open_page(begin(some_game, until=lambda now: now["throw"], own_dice=True)["path"])
    playing.asked(page)
    before = playing.number(page)
    done = page.get_by_role("button", name="These are my dice")
    field = page.locator("[data-own-dice]")
    page.keyboard.press("1")
    page.keyboard.press("Backspace")
    expect(field).to_have_value("")
    page.keyboard.press("Enter")  # too few: nothing is sent
    for _ in range(12):
        if done.is_enabled():
            break
        page.keyboard.press("2")
    expect(field).to_have_value(re.compile(r"^2( 2)*$"))
    assert playing.number(page) == before
    page.keyboard.press("Enter")
    playing.wait_answered(page, before)


def test_own_dice_are_typed_in(begin: Begin, open_page: Opened, some_game: str) -> None:
    page = open_page(begin(some_game, until=lambda now: now["throw"], own_dice=True)["path"])
    assert playing.kind(page) == "throw"
    words = page.locator("[data-testid=ask] .ask").inner_text()
    told = re.search(r"(\d*)D(\d+)", words)
    assert told
    dice, sides = int(told[1] or 1), int(told[2])
    before = playing.number(page)
    field = page.locator("[data-own-dice]")
    field.fill(f"{sides + 1} " * dice)
    page.keyboard.press("Enter")
    expect(page.locator("[data-testid=ask] [role=alert]")).to_be_visible()
    field.fill("2 " * dice)
    page.keyboard.press("Enter")
    playing.wait_answered(page, before)
    expect(page.locator("[data-testid=dice] .die").first).to_have_text("2")


def test_a_take_back_is_refused_and_then_agreed_to(begin: Begin, open_page: Opened, some_game: str) -> None:
    made, pages = both(begin, open_page, some_game, answers=6)
    in_step(open_page.server, made, pages)
    asking, other = pages
    log = asking.locator("[role=log]")
    before = log.inner_text()
    take_all_back(asking, other, "refuse")
    expect(log).to_have_text(before, use_inner_text=True)
    take_all_back(asking, other, "agree")
    expect(log).not_to_have_text(before, use_inner_text=True)


def take_all_back(asking: Page, other: Page, reply: str) -> None:
    """One side asks to take all back, the other replies; then the log is looked at."""
    asking.click("[data-pane=more]")
    asking.locator("summary", has_text="Take back").click()
    points = asking.locator("[data-testid=take-back-points]")
    expect(points.locator("option").nth(1)).to_be_attached()
    # What is chosen at first takes something back.
    assert points.input_value() == points.locator("option").first.get_attribute("value")
    points.select_option("0")  # all the way back
    # A list cuts what it shows short: the point is told in full below it.
    chosen = (points.locator("option:checked").text_content() or "none").removesuffix(" …")
    assert len(chosen) <= ROOM
    expect(asking.locator("[data-testid=take-back-to]")).to_contain_text(chosen, ignore_case=True)
    asking.click("[data-testid=take-back]")
    # Both see it, though one has scrolled down to the settings.
    expect(asking.locator("[data-testid=offer]")).to_be_in_viewport()
    expect(other.locator("[data-testid=offer]")).to_be_in_viewport()
    other.click(f"[data-testid={reply}]")
    expect(asking.locator("[data-testid=offer]")).to_be_hidden()
    expect(other.locator("[data-testid=offer]")).to_be_hidden()
    asking.click("[data-pane=log]")


def test_links_and_their_codes_are_shown(begin: Begin, open_page: Opened, some_game: str) -> None:
    made, pages = both(begin, open_page, some_game)
    pages[0].click("[data-pane=share]")
    watch = pages[0].locator("[data-link=watch]")
    assert watch.locator("input").input_value().endswith(link(made, "watch"))
    watch.get_by_role("button", name="QR code").click()
    picture = watch.locator("img")
    expect(picture).to_be_visible()
    pages[0].wait_for_function("() => document.querySelector('[data-link=watch] img').naturalWidth > 0")
    # Who came by a link is not told the secrets of others.
    pages[1].click("[data-pane=share]")
    expect(pages[1].locator("[data-link=watch]")).to_be_visible()
    assert pages[1].locator("[data-link=here]").count() == 0


def test_a_link_of_another_battle_is_refused(begin: Begin, open_page: Opened, some_game: str) -> None:
    one, other = begin(some_game), begin(some_game)
    token = other["path"].partition("?")[2]
    page = open_page(f"/table/{one['id']}?{token}")
    expect(page.get_by_role("alert")).to_be_visible()
    assert page.locator("[data-testid=board]").count() == 0


def test_who_sits_at_a_battle_that_is_thrown_away_is_told_so(begin: Begin, open_page: Opened, some_game: str) -> None:
    made = begin(some_game)
    page = open_page(made["path"])
    playing.asked(page)
    secret = made["path"].partition("?")[2]
    assert page.request.delete(f"{open_page.server.url}/api/battles/{made['id']}?{secret}").status == 204
    expect(page.get_by_role("alert")).to_have_text("This battle has been thrown away.")
