"""Keys held down, taps that come too soon, and what lies under the buttons of the map."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.web import playing
from tests.web.conftest import PHONE, WIDE, Begin, Opened

pytestmark = pytest.mark.slow


def answers_of(page: Page) -> list[str]:
    """All answers that the page gives from now on: to be asked for before it opens."""
    given: list[str] = []

    def heard(data: str | bytes) -> None:
        if '"type":"answer"' in str(data):
            given.append(str(data))

    page.on("websocket", lambda socket: socket.on("framesent", heard))
    return given


def test_a_key_held_down_answers_once(begin: Begin, open_page: Opened, some_game: str) -> None:
    page = open_page(None)
    given = answers_of(page)
    page.goto(open_page.server.url + begin(some_game, answers=3)["path"])
    for _ in range(3):
        before, so_far = playing.number(page), len(given)
        if playing.kind(page) == "place":
            playing.judged(page)
        for _ in range(12):
            page.keyboard.down("Enter")
        playing.wait_answered(page, before)
        playing.asked(page)
        for _ in range(12):
            page.keyboard.down("Enter")
        page.keyboard.up("Enter")
        assert len(given) == so_far + 1


def test_what_is_new_cannot_be_tapped_by_mistake(begin: Begin, open_page: Opened, some_game: str) -> None:
    page = open_page(
        begin(some_game, until=lambda now: now["decision"] and now["decision"]["kind"] == "pick one")["path"], PHONE
    )
    playing.asked(page)
    page.evaluate(
        """() => {
            const answers = "[data-option], .ask-card .main";
            window.open_at_once = [];
            new MutationObserver(() => requestAnimationFrame(() => {
                for (const each of document.querySelectorAll(answers)) {
                    const box = each.getBoundingClientRect();
                    const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
                    if (each.contains(hit)) window.open_at_once.push(each.outerHTML);
                }
            })).observe(document.querySelector("[data-testid=ask]"), { attributeFilter: ["data-number"] });
        }"""
    )
    for _ in range(3):
        playing.take_advice(page)
        playing.asked(page)
    assert page.evaluate("window.open_at_once") == []
    playing.answer_marked(page)  # who takes his time is heard


@pytest.mark.parametrize("size", [PHONE, WIDE])
def test_no_piece_is_hidden_by_the_buttons_of_the_map(
    begin: Begin, open_page: Opened, some_game: str, size: tuple[int, int]
) -> None:
    page = open_page(begin(some_game, answers=8)["path"], size)
    under = """which => {
        const bar = document.querySelector(".eye").getBoundingClientRect();
        return [...document.querySelectorAll(which)].map(each => each.getBoundingClientRect()).filter(box =>
            box.right > bar.left && box.left < bar.right && box.bottom > bar.top && box.top < bar.bottom).length;
    }"""
    for _ in range(4):
        playing.asked(page)
        playing.still(page)
        if page.locator("g.counter.glows").count() < 9:
            assert page.evaluate(under, "g.counter.glows .base") == 0, "none that can be chosen"
        playing.take_advice(page)
    playing.asked(page)
    page.keyboard.press("f")
    playing.still(page)
    assert page.evaluate(under, "g.counter .base") == 0, "where all is shown, nobody"


def test_on_a_phone_the_buttons_of_the_map_wait_behind_one(begin: Begin, open_page: Opened, some_game: str) -> None:
    page = open_page(begin(some_game)["path"], PHONE)
    playing.asked(page)
    playing.still(page)
    bar = page.locator(".eye").bounding_box()
    assert bar is not None
    assert bar["width"] < PHONE[0] / 6
    closer = page.get_by_role("button", name="Closer")
    expect(closer).to_be_hidden()
    before = playing.scale(page)
    page.tap("[data-testid=map-buttons]")
    closer.tap()
    closer.tap()
    playing.wait_for_scale(page, before * 1.7, before * 3)
    for name in ("Farther", "Show all", "Follow the action"):
        expect(page.get_by_role("button", name=name)).to_be_in_viewport(ratio=1)
    page.locator(".viewport").tap(position={"x": 20, "y": 20})
    expect(closer).to_be_hidden()


def test_whoever_answers_by_keys_stays_in_the_question(begin: Begin, open_page: Opened, some_game: str) -> None:
    page = open_page(begin(some_game, answers=3)["path"])
    for _ in range(4):
        before = playing.number(page)
        if playing.kind(page) == "place":
            playing.judged(page)
        marked = page.locator("[data-testid=ask] .button.main").first
        expect(marked).to_be_enabled()
        marked.focus()
        page.keyboard.press("Enter")
        playing.wait_answered(page, before)
        playing.asked(page)
        page.wait_for_function("() => document.activeElement?.closest('[data-testid=ask]')")
