"""How the battle stands, and where the question is: what a player looks for in the middle of a battle."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Route, expect

from tests.web import playing
from tests.web.ahead import Standing
from tests.web.conftest import PHONE, SHORT, WIDE, Begin, Opened

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_what_wins_and_what_each_side_has_can_be_read_at_any_time(
    begin: Begin, open_page: Opened, game: str, size: tuple[int, int]
) -> None:
    made = begin(game, answers=8)
    page = open_page(made["path"], size)
    playing.asked(page)
    told = playing.get(f"{open_page.server.url}/api/battles/{made['id']}?token={made['links'][0]['token']}")["view"]
    page.locator("[data-pane=units]").click()
    button = page.locator("[data-testid=open-score]")
    expect(button).to_be_visible()
    button.click()
    score = page.locator("[data-testid=score]")
    expect(score).to_be_in_viewport()
    for side in told["sides"]:
        expect(score).to_contain_text(side["name"])
        for name, value in side["lines"]:
            row = score.locator("tr", has=page.get_by_role("rowheader", name=name, exact=True))
            expect(row).to_contain_text(value)
    for goal in told["extra"]["goals"]:
        expect(score).to_contain_text(goal)


def test_on_a_phone_the_head_tells_what_is_left_of_each_side(begin: Begin, open_page: Opened, game: str) -> None:
    page = open_page(begin(game, answers=4)["path"], PHONE)
    playing.asked(page)
    for side in page.locator("header .sides li").all():
        expect(side).to_be_visible()
        expect(side.locator(".count")).to_have_text(re.compile(r"^\d+/\d+$"))
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    fits = """() => {
        const map = document.querySelector(".viewport").getBoundingClientRect();
        const head = [...document.querySelectorAll("header > *:not(.away)")];
        return head.every(each => each.getBoundingClientRect().bottom <= map.top);
    }"""
    assert page.evaluate(fits), "nothing of the head lies on the map"


CUT = """which => [...document.querySelectorAll(which)].filter(each =>
    each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 1
).map(each => each.textContent)"""


@pytest.mark.parametrize("scenario", ["awt wicker-king", "bptc alder-farm", "fubar relay-station"])
def test_long_names_of_sides_are_not_cut_off(begin: Begin, open_page: Opened, scenario: str) -> None:
    game, name = scenario.split()
    path = begin(game, answers=4, scenario=name)["path"]
    for size in (WIDE, PHONE, SHORT):
        page = open_page(path, size)
        playing.asked(page)
        assert page.evaluate(CUT, "header .sides .name") == []
        undo = page.locator("[data-testid=undo]").bounding_box()
        assert undo
        # What lies over the names for a finger leaves the button beside them alone.
        low = "([x, y]) => !!document.elementFromPoint(x, y)?.closest('[data-testid=undo]')"
        assert page.evaluate(low, [undo["x"] + undo["width"] / 2, undo["y"] + undo["height"] - 3])
        if size == WIDE:
            assert page.evaluate(CUT, "header .banner") == []


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_a_way_back_to_a_question_out_of_sight(
    begin: Begin, open_page: Opened, some_game: str, size: tuple[int, int]
) -> None:
    page = open_page(begin(some_game, answers=4)["path"], size)
    playing.asked(page)
    back = page.locator("[data-testid=to-question]")
    expect(back).to_have_count(0)
    page.locator("[data-pane=more]").click()
    expect(page.locator("[data-testid=ask] .prompt")).not_to_be_in_viewport()
    back.click()
    expect(page.locator("[data-testid=ask] .prompt")).to_be_in_viewport()
    expect(back).to_have_count(0)


def chooses_many(now: Standing) -> bool:
    decision = now["decision"] or {}
    return decision.get("kind") == "pick some" and len(decision["options"]) > 4


def test_nothing_of_a_list_shows_below_the_button_that_confirms_it(begin: Begin, open_page: Opened) -> None:
    page = open_page(begin("fwc", until=chooses_many)["path"], PHONE)
    playing.asked(page)
    below = page.evaluate(
        """() => {
            const foot = document.querySelector(".foot").getBoundingClientRect();
            const button = document.querySelector(".foot .main").getBoundingClientRect();
            const spots = [[button.left + 5, button.bottom + 4], [button.left + 40, button.top - 3]];
            const seen = spots.filter(([x, y]) => document.elementFromPoint(x, y)?.closest(".several"));
            return seen.length + (foot.bottom < innerHeight - 1 ? 1 : 0);
        }"""
    )
    assert below == 0


def walks(now: Standing) -> bool:
    decision = now["decision"] or {}
    return decision.get("kind") == "place" and decision.get("shape") == "path" and not decision.get("way")


def test_on_a_short_phone_a_place_is_answered_without_scrolling(
    begin: Begin, open_page: Opened, some_game: str
) -> None:
    page = open_page(begin(some_game, answers=3, until=walks)["path"], SHORT)
    playing.asked(page)
    playing.judged(page)
    button = page.locator("[data-testid=place]")
    expect(button).to_be_in_viewport(ratio=1)
    before = playing.number(page)
    button.tap()
    playing.wait_answered(page, before)


def test_on_a_short_phone_the_first_of_many_is_seen(begin: Begin, open_page: Opened) -> None:
    page = open_page(begin("fwc", until=chooses_many)["path"], SHORT)
    playing.asked(page)
    first, foot = page.locator(".several li").first.bounding_box(), page.locator(".foot").bounding_box()
    assert first
    assert foot
    assert first["y"] + 40 < foot["y"]


def test_compared_dice_bear_the_names_of_who_rolled_them(begin: Begin, open_page: Opened) -> None:
    page = open_page(begin("rhine", until=lambda now: now["view"]["turn"] == 1)["path"])
    playing.asked(page)
    tray = page.locator("[data-testid=dice]")
    names = page.locator("header .sides .name").all_inner_texts()
    assert sorted(tray.locator(".whose small").all_inner_texts()) == sorted(names)
    expect(tray).to_contain_text("D10 each")


def order_failed(now: Standing) -> bool:
    return any("not carried out" in event["text"] for event in now["events"][-3:])


def test_the_tray_tells_what_came_of_a_roll(begin: Begin, open_page: Opened) -> None:
    page = open_page(begin("fwc", until=order_failed)["path"])
    playing.asked(page)
    expect(page.locator("[data-testid=dice] b")).to_contain_text("not carried out")


def leaves_it_last(now: Standing) -> bool:
    """Whether to do nothing is the plain answer, and the last of several."""
    decision = now["decision"] or {}
    keys = [option["key"] for option in decision.get("options", [])]
    return decision.get("kind") == "pick one" and len(keys) > 3 and decision["default"] == keys[-1]


def test_a_long_list_does_not_hide_the_plain_answer(begin: Begin, open_page: Opened) -> None:
    """Where the bot would do something, to do nothing comes right behind it."""
    made = begin("rhine", until=leaves_it_last)
    page = open_page(made["path"])
    playing.asked(page)
    address = f"{open_page.server.url}/api/battles/{made['id']}?token={made['links'][0]['token']}"
    plain = playing.get(address)["decision"]["default"]
    playing.ask_advice(page)
    expect(page.locator("[data-option]").first).not_to_have_attribute("data-option", plain)
    expect(page.locator("[data-option]").nth(1)).to_have_attribute("data-option", plain)


def test_a_remark_in_brackets_steps_back(begin: Begin, open_page: Opened) -> None:
    page = open_page(begin("fwc", until=lambda now: (now["decision"] or {}).get("prompt", "").endswith(")"))["path"])
    playing.asked(page)
    remark = page.locator("[data-testid=ask] .prompt .remark")
    expect(remark).to_have_text(re.compile(r"^\(.+\)$"))


def test_while_the_games_are_fetched_the_lobby_says_so(open_page: Opened) -> None:
    held: list[Route] = []
    page = open_page(None)
    page.route("**/api/games", lambda route: held.append(route))
    page.goto(open_page.server.url)
    expect(page.locator("[data-testid=wait]")).to_be_visible()
    held.pop().continue_()
    expect(page.locator("[data-testid=quick]")).to_be_visible()
    expect(page.locator("[data-testid=wait]")).to_have_count(0)


def test_a_lobby_without_its_server_can_be_tried_again(open_page: Opened) -> None:
    page = open_page(None)
    page.route("**/api/games", lambda route: route.abort())
    page.goto(open_page.server.url)
    retry = page.locator("[data-testid=retry]")
    expect(retry).to_be_visible()
    page.unroute("**/api/games")
    retry.click()
    expect(page.locator("[data-testid=quick]")).to_be_visible()


def test_a_finger_leaves_no_mark_on_the_next_answer(begin: Begin, open_page: Opened, some_game: str) -> None:
    page = open_page(begin(some_game)["path"], PHONE)
    playing.asked(page)
    rules = page.evaluate(
        """() => [...document.styleSheets].flatMap(sheet => [...sheet.cssRules])
            .filter(rule => rule.selectorText?.includes(".button:hover")).length"""
    )
    assert rules == 0, "what a button looks like under the mouse holds only where there is one"


def test_halos_lie_below_all_pieces(begin: Begin, open_page: Opened) -> None:
    page = open_page(begin("fwc", until=chooses_many)["path"])
    playing.asked(page)
    playing.still(page)
    covered = page.evaluate(
        """() => [...document.querySelectorAll("g.counter .base")].filter(base => {
            const box = base.getBoundingClientRect();
            const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
            const spots = [[box.left + 3, y], [box.right - 3, y], [x, box.top + 3], [x, box.bottom - 3]];
            return spots.some(spot => {
                const there = document.elementsFromPoint(...spot);
                const halo = there.findIndex(each => each.matches(".halo"));
                return halo >= 0 && halo < there.indexOf(base);
            });
        }).length"""
    )
    assert page.locator(".halo").count() > 4
    assert covered == 0


def test_what_a_phase_is_for_is_told_unasked_once(begin: Begin, open_page: Opened, game: str) -> None:
    page = open_page(begin(game)["path"])
    playing.asked(page)
    help_ = page.locator("[data-testid=ask] details.help")
    expect(help_.locator("p")).to_be_visible()
    page.reload()
    playing.asked(page)
    expect(help_).to_be_visible()
    expect(help_.locator("p")).to_be_hidden()


def test_a_replay_that_has_only_begun_says_that_nothing_has_happened(
    begin: Begin, open_page: Opened, some_game: str
) -> None:
    page = open_page(begin(some_game, answers=1)["path"].replace("/table/", "/replay/"))
    expect(page.locator("[data-testid=log-empty]")).to_be_visible()


def wants_one(now: Standing) -> bool:
    decision = now["decision"] or {}
    return decision.get("kind") == "pick some" and decision["least"] == decision["most"] == 1 < len(decision["options"])


def test_another_choice_takes_the_place_of_the_only_one(begin: Begin, open_page: Opened) -> None:
    page = open_page(begin("awt", until=wants_one)["path"])
    playing.asked(page)
    playing.ask_advice(page)
    other = page.locator("[data-option]:not(:checked)").first
    key = other.get_attribute("data-option")
    other.click()
    expect(page.locator("[data-option]:checked")).to_have_count(1)
    expect(page.locator(f"[data-option='{key}']")).to_be_checked()
    expect(page.locator(".foot .main")).to_be_enabled()
