"""What was said of one unit of a formation is said of the others at a touch, by answers like any other."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.web import playing
from tests.web.ahead import Standing
from tests.web.conftest import PHONE, Begin, Opened

pytestmark = pytest.mark.slow

SAME = "[data-testid=same]"
RUNS = "[data-testid=same-runs]"


def orders(now: Standing) -> bool:
    """Whether the first unit of a formation is asked for its order."""
    return bool(now["decision"]) and now["decision"]["rule"] in ("FWC-CMD-25", "BPTC-CMD-15") and not now["said"]


class Line:
    """The connection of a page to its server, through the test: it counts what is said, holds news back, may break."""

    def __init__(self, page: Page) -> None:
        self.answers = self.undos = 0
        self.holds = False
        self._held: list[str | bytes] = []
        page.route_web_socket("**/live?**", self._joined)

    def _joined(self, socket: WebSocketRoute) -> None:
        self._socket = socket
        server = socket.connect_to_server()

        def heard(message: str | bytes) -> None:
            if self.holds:
                self._held.append(message)
            else:
                socket.send(message)

        def told(message: str | bytes) -> None:
            said = json.loads(message)["type"]
            self.answers += said == "answer"
            self.undos += said == "undo"
            server.send(message)

        server.on_message(heard)
        socket.on_message(told)

    def release(self) -> None:
        self.holds = False
        held, self._held = self._held, []
        for message in held:
            self._socket.send(message)

    def cut(self) -> None:
        self._held = []
        self.holds = False
        self._socket.close(code=1012)


def opened(open_page: Opened, made: dict[str, Any], **more: Any) -> tuple[Page, Line]:
    page = open_page(None, **more)
    line = Line(page)
    page.goto(open_page.server.url + made["path"])
    playing.asked(page)
    return page, line


def give(page: Page, option: str) -> None:
    before = playing.number(page)
    page.click(f"[data-option={option}]")
    playing.wait_answered(page, before)


def move_north(page: Page, steps: int) -> None:
    """Order a move straight north, by the keys."""
    give(page, "move")
    page.keyboard.press("z")
    page.get_by_role("application").focus()
    for _ in range(steps):
        page.keyboard.press("ArrowUp")
    playing.judged(page)
    playing.answer_marked(page)


def ordered(page: Page) -> list[tuple[int, int]]:
    """How far each unit is to go, on the screen, in the order in which they were told."""
    playing.still(page)
    found = []
    for ghost in page.locator("[data-ordered]").all():
        piece = ghost.get_attribute("data-ordered")
        stands = playing.middle(page.locator(f"g.counter[data-piece='{piece}'] .base").first)
        goes = playing.middle(ghost.locator(".ghost .base").first)
        found.append((round(goes[0] - stands[0]), round(goes[1] - stands[1])))
    return found


@pytest.mark.parametrize("size", [(1400, 900), PHONE])
def test_others_go_the_same_way(begin: Begin, open_page: Opened, size: tuple[int, int]) -> None:
    page, line = opened(open_page, begin("fwc", until=orders, scenario="three-towns"), size=size)
    expect(page.locator(SAME)).to_have_count(0)  # nothing was said so far
    move_north(page, 18)
    same = page.locator(SAME)
    expect(same).to_contain_text("as Scout hover 1: move, ")
    expect(same).to_be_in_viewport(ratio=1)
    before = line.answers
    same.click()
    # Who stands too close behind others, or is slower, is asked about as ever.
    page.wait_for_selector(RUNS, state="detached")
    playing.judged(page)
    told = ordered(page)
    assert len(told) >= 2
    assert line.answers - before >= 2 * (len(told) - 1), "each by answers of its own"
    assert all(abs(x - told[0][0]) <= 2 and abs(y - told[0][1]) <= 2 for x, y in told), told
    # All that it said is taken back at once, by so many undos like any other; and nothing begins again by itself.
    given, said = line.answers, line.answers - before
    undo = page.locator("[data-testid=undo]")
    expect(undo).to_contain_text(f"Undo all {said}")
    expect(undo).to_have_attribute("title", f"Takes back all {said} answers of “The same for the others” at once.")
    undo.click()
    expect(same).to_contain_text("as Scout hover 1: move, ")
    expect(page.locator(RUNS)).to_have_count(0)
    assert (line.answers, line.undos) == (given, said)
    assert len(ordered(page)) == 1
    # What was said by hand is taken back one by one, as ever.
    expect(undo).to_have_text(re.compile("^Undo( U)?$"))
    asked = playing.number(page)
    undo.click()
    playing.wait_answered(page, asked)
    expect(page.locator(".prompt")).to_contain_text("Where does Scout hover 1 go?")
    assert (line.answers, line.undos) == (given, said + 1)


def test_a_block_goes_the_same_slanting_way_and_nobody_is_in_the_way_of_the_next(
    begin: Begin, open_page: Opened
) -> None:
    """They stand close to each other, and turned by a few degrees their corners need more room."""
    page, _ = opened(open_page, begin("fwc", until=orders, scenario="first-contact", options={"opp_fire_limit": 0}))
    give(page, "move")
    playing.judged(page)
    expect(page.locator(".prompt")).to_contain_text("Where does Rifle infantry 1 go?")
    playing.answer_marked(page)
    page.locator(SAME).click()
    expect(page.locator(".prompt")).to_contain_text("In what sequence")
    told = ordered(page)
    assert len(told) == 8
    assert all(abs(x - told[0][0]) <= 2 and abs(y - told[0][1]) <= 2 for x, y in told), told
    assert abs(told[0][0]) > 2, "not straight north"
    asked: list[str] = []
    while len(asked) < 40 and page.locator("[data-ordered]").count():
        asked.append(playing.asked(page).inner_text())
        playing.answer_marked(page)
    assert not [each for each in asked if "Where" in each], asked


def test_an_answer_by_hand_is_taken_back_before_those_of_the_press(begin: Begin, open_page: Opened) -> None:
    page, line = opened(open_page, begin("fwc", until=orders, scenario="three-towns"))
    move_north(page, 18)  # not too far for a scout, but for infantry
    before = line.answers
    page.keyboard.press("r")
    expect(page.locator(".prompt")).to_contain_text("Where does Power infantry 1 go?")
    said = line.answers - before
    undo = page.locator("[data-testid=undo]")
    expect(undo).to_contain_text(f"Undo all {said}")
    playing.answer_marked(page)
    expect(undo).not_to_contain_text("all")
    page.keyboard.press("u")
    expect(page.locator(".prompt")).to_contain_text("Where does Power infantry 1 go?")
    assert line.undos == 1
    page.keyboard.press("u")
    expect(page.locator(".prompt")).to_contain_text("Scout hover 2: which order?")
    assert line.undos == 1 + said
    # The question is one that somebody can answer, with what the umpire has to say to it.
    playing.take_advice(page)


def test_what_dice_have_settled_stays(begin: Begin, open_page: Opened) -> None:
    page, line = opened(open_page, begin("bptc", until=orders, scenario="alder-farm"))
    give(page, "hold")
    page.keyboard.press("r")
    page.wait_for_function("() => !/which order/.test(document.querySelector('.prompt').textContent)")
    playing.asked(page)
    undo = page.locator("[data-testid=undo]")
    expect(undo).to_be_disabled()
    expect(undo).not_to_contain_text("all")
    page.keyboard.press("u")
    expect(page.locator(".notice")).to_contain_text("A die has been rolled")
    assert line.undos == 0


def test_a_way_that_is_not_allowed_is_shown_and_asked_about(begin: Begin, open_page: Opened) -> None:
    page, line = opened(open_page, begin("fwc", until=orders, scenario="three-towns"))
    move_north(page, 18)  # not too far for a scout, but for infantry
    page.keyboard.press("r")
    expect(page.locator(".prompt")).to_contain_text("Where does Power infantry 1 go?")
    expect(page.locator(RUNS)).to_have_count(0)
    playing.judged(page)
    expect(page.locator("[data-testid=verdict]")).to_contain_text("15 of 15 cm")
    expect(page.locator(".notice")).to_contain_text("Not the same way: ")
    expect(page.locator(SAME)).to_have_count(0)  # this was tried
    # Its own shorter way is the example for those who are as slow.
    given = line.answers
    playing.answer_marked(page)
    expect(page.locator(".notice")).to_have_count(0)
    expect(page.locator(SAME)).to_contain_text("as Power infantry 1: move, 15 cm")
    page.locator(SAME).click()
    expect(page.locator(".prompt")).to_contain_text("Line infantry 1")
    assert line.answers == given + 1 + 2 * 3 + 1


def test_all_hold_and_the_dice_end_it(begin: Begin, open_page: Opened) -> None:
    page, line = opened(open_page, begin("bptc", until=orders, scenario="alder-farm"))
    give(page, "hold")
    page.keyboard.press("r")
    # All are told, and what comes then is for the player again.
    page.wait_for_function("() => !/which order/.test(document.querySelector('.prompt').textContent)")
    playing.asked(page)
    expect(page.locator(RUNS)).to_have_count(0)
    expect(page.locator(SAME)).to_have_count(0)
    assert line.answers > 3


def test_somebody_stops_it(begin: Begin, open_page: Opened) -> None:
    for how in ("Escape", "u", "button"):
        page, line = opened(open_page, begin("fwc", until=orders, scenario="three-towns"))
        give(page, "hold")
        line.holds = True
        page.locator(SAME).click()
        expect(page.locator(RUNS)).to_be_visible()
        if how == "button":
            page.click("[data-testid=same-stop]")
        else:
            page.keyboard.press(how)
        expect(page.locator(RUNS)).to_have_count(0)
        line.release()
        # One answer was under way; undone, it is asked for again.
        told = "Scout hover 2" if how == "u" else "Power infantry 1"
        expect(page.locator(".prompt")).to_contain_text(told)
        playing.still(page)
        assert line.answers == 2


def test_a_lost_connection_ends_it(begin: Begin, open_page: Opened) -> None:
    page, line = opened(open_page, begin("fwc", until=orders, scenario="three-towns"))
    give(page, "hold")
    line.holds = True
    page.locator(SAME).click()
    expect(page.locator(RUNS)).to_be_visible()
    line.cut()
    expect(page.locator(".prompt")).to_contain_text("Power infantry 1")
    expect(page.locator(RUNS)).to_have_count(0)
    playing.still(page)
    assert line.answers == 2
    playing.take_advice(page)


def test_somebody_else_who_answers_ends_it(begin: Begin, open_page: Opened) -> None:
    made = begin("fwc", until=orders, scenario="three-towns")
    page, line = opened(open_page, made)
    second = open_page(made["path"])
    give(page, "hold")
    line.holds = True
    page.locator(SAME).click()
    expect(second.locator(".prompt")).to_contain_text("Power infantry 1")
    give(second, "hold")
    line.release()
    expect(page.locator(".prompt")).to_contain_text("Power infantry 2")
    expect(page.locator(RUNS)).to_have_count(0)
    playing.still(page)
    expect(page.locator(".prompt")).to_contain_text("Power infantry 2")
    expect(second.locator(".prompt")).to_contain_text("Power infantry 2")
