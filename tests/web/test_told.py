"""What a player is told at the right moment: the dice that decided, the button to press, the rule he opened."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

import umpire
from tests.web import playing
from tests.web.ahead import Standing
from tests.web.conftest import PHONE, Begin, Opened
from umpire.battle.decisions import PickOne
from umpire.battle.events import Event
from umpire.battle.session import Battle

pytestmark = pytest.mark.slow


def test_dice_that_are_compared_are_shown_together(begin: Begin, open_page: Opened) -> None:
    page = open_page(begin("rhine", until=lambda now: now["view"]["turn"] == 1)["path"])
    playing.asked(page)
    tray = page.locator("[data-testid=dice]")
    expect(tray.locator(".die")).to_have_count(2)
    for player in page.locator("header .sides .name").all_inner_texts():
        expect(tray).to_contain_text(player)
    expect(tray).to_contain_text("Initiative")


def test_on_a_phone_the_chosen_game_begins_where_it_was_chosen(open_page: Opened, some_game: str) -> None:
    page = open_page("/", PHONE)
    page.locator(f"[data-game={some_game}]").tap()
    button = page.locator("[data-testid=at-once]")
    expect(button).to_have_count(1)
    expect(button).to_be_in_viewport()
    button.tap()
    playing.asked(page)


def test_the_first_game_of_the_lobby_has_one_button_to_begin_it(open_page: Opened) -> None:
    page = open_page("/", PHONE)
    page.locator("[data-game]").first.tap()
    expect(page.get_by_role("button", name="Quick battle")).to_have_count(1)
    page.locator("[data-game]").last.tap()
    expect(page.get_by_role("button", name="Quick battle")).to_have_count(2)


def test_what_one_target_can_be_fired_at_with_stands_together(begin: Begin, open_page: Opened) -> None:
    def two_weapons(now: Standing) -> bool:
        """Whether the farthest can be fired at with either, which the bot prefers to the nearest."""
        asked = now["decision"]
        if asked is None or asked["rule"] != "RHINE-FIRE-27":
            return False
        targets = [option["piece"] for option in asked["options"] if option["piece"]]
        return targets.count(targets[-1]) > 1 and targets[0] != targets[-1]

    page = open_page(begin("rhine", until=two_weapons)["path"])
    playing.asked(page)
    page.wait_for_selector("[data-testid=ask] .chip1")
    listed = page.locator("[data-testid=ask] .choice:has(.tag)")
    targets = listed.locator(".tag").all_inner_texts()
    assert len(set(targets)) < len(targets), "one of them can be fired at with two weapons"
    grouped = [name for at, name in enumerate(targets) if not at or targets[at - 1] != name]
    assert len(grouped) == len(set(grouped)), targets


def test_a_rule_opened_on_a_phone_stands_at_the_top(begin: Begin, open_page: Opened, some_game: str) -> None:
    page = open_page(begin(some_game, answers=3)["path"], PHONE)
    playing.asked(page)
    page.locator("[data-testid=ask] .prompt").locator("button, a").first.tap()
    expect(page.locator(".panes [data-pane=rules]")).to_have_attribute("aria-pressed", "true")
    page.wait_for_function(
        """() => Math.abs(document.querySelector(".panes").getBoundingClientRect().top
            - document.querySelector("#ask").getBoundingClientRect().top) < 3"""
    )


def test_every_figure_says_whose_it_is(begin: Begin, open_page: Opened) -> None:
    page = open_page(begin("fubar", answers=3)["path"])
    playing.asked(page)
    playing.still(page)
    bare = page.locator("g.counter.party .figure:not(:has(.sign:not(.whose)))")
    assert bare.count() > 3, "figures without a sign of their own"
    for figure in bare.all():
        whose = figure.locator("xpath=ancestor::*[@data-piece]").get_attribute("data-piece")
        name = page.locator(f"g.crown[data-piece='{whose}'] .plate .label").text_content() or "none"
        expect(figure.locator(".whose")).to_have_text(name)


def offers_alike(now: Standing) -> bool:
    """Whether several answers have odds, and one remark that is the same for all of them."""
    options = (now["decision"] or {}).get("options", [])
    said = [option.get("detail") for option in options if option.get("odds")]
    return len(said) > 1 and bool(said[0]) and len(set(said)) == 1 and now["decision"]["kind"] == "pick one"


def test_what_is_said_alike_of_all_answers_is_said_once(begin: Begin, open_page: Opened) -> None:
    page = open_page(begin("rhine", until=offers_alike)["path"])
    playing.asked(page)
    expect(page.locator("[data-testid=common]")).to_have_count(1)
    expect(page.locator(".options .choice small")).to_have_count(0)


@pytest.mark.parametrize("size", [(1400, 900), PHONE])
def test_where_nothing_can_be_undone_the_button_says_why(
    begin: Begin, open_page: Opened, some_game: str, size: tuple[int, int]
) -> None:
    page = open_page(begin(some_game)["path"], size)
    undo = page.locator("[data-testid=undo]")
    playing.asked(page)
    expect(undo).to_be_disabled()
    expect(page.locator(".notice")).to_have_count(0)
    undo.click(force=True)
    expect(page.locator(".notice")).to_have_text("You have not chosen anything yet.")
    expect(page.locator(".notice")).to_be_in_viewport(ratio=1)
    playing.answer_marked(page)
    playing.asked(page)
    expect(undo).to_be_enabled()
    expect(page.locator(".notice")).to_have_count(0)


@pytest.mark.parametrize("game", ["rhine", "fubar"])
def test_a_point_of_a_way_tells_the_odds_of_a_shot_there(begin: Begin, open_page: Opened, game: str) -> None:
    def where(now: Standing) -> bool:
        return bool(now["decision"] and now["decision"]["kind"] == "place" and now["decision"].get("way"))

    page = open_page(begin(game, until=where, seats={"A": "here", "B": "here"})["path"])
    playing.asked(page)
    there = page.locator("[data-testid=odds-there]")
    expect(there.locator(".bars li").first).to_contain_text("%")
    offered = page.locator(".offered button")
    expect(offered.first).to_contain_text("%")
    offered.last.click()
    playing.judged(page)
    figure = offered.last.locator("small").inner_text()
    share = next(word for word in figure.replace("\u00a0", " ").split() if word[0].isdigit())
    expect(there).to_contain_text(share.split(".")[0])


def test_what_a_phase_is_for_stays_told_the_first_time(begin: Begin, open_page: Opened) -> None:
    def orders(now: Standing) -> bool:
        return bool(now["decision"]) and now["decision"]["rule"] == "FWC-CMD-25"

    page = open_page(begin("fwc", until=orders)["path"])
    playing.asked(page)
    told = page.locator("[data-testid=ask] details.help")
    expect(told).to_have_attribute("open", "")
    playing.answer_marked(page)  # the phase goes on
    expect(told).to_have_attribute("open", "")
    told.locator("summary").click()
    playing.answer_marked(page)
    expect(told).not_to_have_attribute("open", "")
    page.reload()
    playing.asked(page)
    expect(told).not_to_have_attribute("open", "")


def test_an_answer_is_not_labelled_with_the_piece_that_is_asked_about(begin: Begin, open_page: Opened) -> None:
    def whom(now: Standing) -> bool:
        decision = now["decision"] or {}
        asked = {option["piece"] for option in decision.get("options", []) if option["piece"]}
        return decision.get("kind") == "pick one" and bool(decision.get("piece")) and asked == {decision["piece"]}

    page = open_page(begin("fubar", until=whom)["path"])
    playing.asked(page)
    expect(page.locator("[data-option]").first).to_be_visible()
    expect(page.locator("[data-option] .tag")).to_have_count(0)


def test_dice_that_were_bid_for_are_all_shown_on_both_sides(open_page: Opened) -> None:
    """Who laid down a token has two dice against one: the lowest of them counts."""
    battle = umpire.battle("awt", seed=7)
    rolls: list[Event] = []
    for _ in range(200):
        decision = battle.decisions()[0]
        answer = battle.game.advise(battle.state, decision).answer
        if decision.rule == "AWT-PR-02" and isinstance(decision, PickOne):
            answer = decision.options[-1 if decision.seat == "A" else 0].key
        battle.answer(answer, decision.seat)
        rolls = [event for event in battle.events if event.throws][-2:]
        if [(roll.rule, len(roll.throws[0].faces)) for roll in rolls] == [("AWT-PR-02", 2), ("AWT-PR-02", 1)]:
            break
    page = open_page(playing.brought(open_page.server.url, battle, "A:link,B:link")["path"])
    tray = page.locator("[data-testid=dice]")
    expect(tray.locator(".die")).to_have_text([str(face) for roll in rolls for face in roll.throws[0].faces])
    expect(tray.locator(".whose small")).to_have_text([roll.throws[0].purpose.partition(": ")[2] for roll in rolls])
    expect(tray).to_contain_text("2D6, the lowest counts")


def before_a_test() -> Battle:
    """A battle in which the first side's next answer, as the bot gives it, leads to a test for suppression."""
    battle = umpire.battle("fwc", seed=7)
    for _ in range(300):
        decision = battle.decisions()[0]
        before, told = battle.copy(), len(battle.events)
        battle.answer(battle.game.advise(battle.state, decision).answer, decision.seat)
        if decision.seat == "A" and any(event.text == "suppression" for event in battle.events[told:][-4:]):
            return before
    raise AssertionError("it never comes to that")


def test_what_dice_are_rolled_for_is_read_out_once(open_page: Opened) -> None:
    page = open_page(playing.brought(open_page.server.url, before_a_test(), "A:here,B:link")["path"])
    playing.asked(page)
    playing.take_advice(page)
    told = page.locator("[aria-live=polite].away")
    expect(told).to_contain_text("suppression: ")
    expect(told).not_to_contain_text("suppression: suppression")


def test_luck_is_told_in_plain_words(begin: Begin, open_page: Opened) -> None:
    page = open_page(begin("fwc", answers=40)["path"])
    playing.asked(page)
    page.click("[data-pane=luck]")
    luck = page.locator(".luck")
    expect(luck).to_contain_text("as far is rare")
    expect(luck).not_to_contain_text("σ")
