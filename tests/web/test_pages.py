"""Lobby, reference sheet, odds, replay and report, for every game."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.web import playing
from tests.web.conftest import PHONE, WIDE, Begin, Opened

pytestmark = pytest.mark.slow


def test_a_battle_is_set_up_in_the_lobby(open_page: Opened, game: str) -> None:
    page = open_page("/")
    page.click(f"[data-game={game}]")
    scenarios = page.locator(".scenario")
    told = playing.get(f"{open_page.server.url}/api/games/{game}")
    expect(scenarios).to_have_count(len(told["scenarios"]))
    expect(scenarios.first).to_contain_text(f"{told['scenarios'][0]['turns']} {told['turn_word']}s")
    scenarios.last.click()
    seats = told["seats"]
    page.locator(f"[data-seat={seats[0]}]").select_option("here")
    page.locator(f"[data-seat={seats[1]}]").select_option("here")
    page.locator("summary", has_text="Dice").click()
    page.fill("[data-testid=seed]", "12")
    if told["options"]:
        page.locator("summary", has_text="House rules").click()
        expect(page.locator("[id^=option-]")).to_have_count(len(told["options"]))
    page.click("[data-testid=begin]")
    page.wait_for_selector("[data-testid=battle], [data-testid=curtain]")
    battle = page.url.partition("/table/")[2].partition("?")[0]
    page.goto(open_page.server.url + "/")
    going_on = page.locator(f"a.main[href*='/table/{battle}']")
    expect(going_on).to_be_visible()
    going_on.click()
    page.wait_for_selector("[data-testid=battle]")


def test_one_screen_has_a_curtain_between_secrets(open_page: Opened, begin: Begin, game: str) -> None:
    seats = playing.get(f"{open_page.server.url}/api/games/{game}")["seats"]
    page = open_page(begin(game, seats=dict.fromkeys(seats, "here"))["path"])
    names = set()
    for _ in range(12):
        page.wait_for_selector(f"{playing.ASKED}, [data-testid=curtain]")
        if page.locator("[data-testid=curtain]").count():
            assert page.locator(playing.ASKED).count() == 0, "behind the curtain nothing is asked"
            names.add(page.locator("[data-testid=curtain] h2").inner_text())
            page.click("[data-testid=curtain] button")
            page.wait_for_selector(playing.ASKED)
        names.add(page.locator("#asks").inner_text())
        playing.take_advice(page)
    assert len(names) >= 2, "both sides were asked by name"


def test_saving_to_a_file_and_loading_it(open_page: Opened, begin: Begin, some_game: str, tmp_path: Path) -> None:
    page = open_page(begin(some_game, answers=3)["path"])
    playing.asked(page)
    prompt = page.locator(".prompt").inner_text()
    page.click("[data-pane=more]")
    with page.expect_download() as started:
        page.locator("a[download]").click()
    file = tmp_path / "battle.json"
    started.value.save_as(file)
    assert json.loads(file.read_bytes())
    page.goto(open_page.server.url + "/")
    page.set_input_files("[data-testid=load]", file)
    page.wait_for_selector(playing.ASKED)
    expect(page.locator(".prompt")).to_have_text(prompt)


def test_the_sheet_is_searched_and_printed_on_two_sides(open_page: Opened, game: str) -> None:
    page = open_page(f"/sheet/{game}")
    sections = page.locator(".sheet section")
    expect(sections.first).to_be_visible()
    everything = sections.count()
    page.locator(".sheet .rule").first.click()
    expect(page.locator("article.first")).to_be_visible()
    page.keyboard.press("Escape")
    word = page.locator(".sheet section h2").last.inner_text().split()[-1]
    page.fill("[data-testid=sheet-search]", word)
    expect(sections.filter(has_text=re.compile(re.escape(word), re.IGNORECASE)).first).to_be_visible()
    assert sections.count() <= everything
    page.fill("[data-testid=sheet-search]", "zzzzz")
    expect(sections).to_have_count(0)
    address = page.locator("[data-testid=print]").get_attribute("href")
    # Whoever prints this page gets the same two sides as by its button, whatever he has searched for.
    page.wait_for_selector("[data-testid=on-paper]", state="attached")
    assert sides_of(page) == 2
    page.goto(open_page.server.url + str(address))
    assert 1 <= sides_of(page) <= 2


def sides_of(page: Page) -> int:
    """How many sides of paper a page takes."""
    printed = page.pdf(format="A4", prefer_css_page_size=True)
    return sum(printed.count(b"/Type /Page" + end) for end in (b"\n", b"/", b" "))


def answered(page: Page) -> None:
    """Until the odds are those of the numbers in the form."""
    expect(page.locator("[data-testid=odds]")).to_have_attribute("aria-busy", "false")


def test_on_a_phone_the_odds_stay_in_sight_while_numbers_are_set(open_page: Opened) -> None:
    page = open_page("/odds/bptc?procedure=attack", PHONE)
    brief = page.locator("[data-testid=brief]")
    expect(brief).to_contain_text("94 %")
    expect(brief).to_be_in_viewport(ratio=1)
    # Step by step, without a keyboard.
    page.get_by_role("button", name="One more for Hits that knock the unit out").tap()
    expect(page.get_by_role("spinbutton", name="Hits that knock the unit out")).to_have_value("5")
    save = page.locator("#input-save")
    expect(save).to_have_value("")
    less, more = (page.get_by_role("button", name=f"One {which} for Save", exact=True) for which in ("less", "more"))
    expect(less).to_be_disabled()
    more.tap()
    expect(save).to_have_value("2")
    expect(brief).not_to_contain_text("94 %")
    less.tap()
    expect(save).to_have_value("")
    answered(page)
    # Rolled from there: what falls comes into sight.
    brief.get_by_role("button", name="Roll it").tap()
    expect(page.locator("[data-testid=rolled] .outcome")).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("button", name="Roll it")).to_have_count(1)


def test_on_a_phone_groups_of_dice_are_stepped_too(open_page: Opened) -> None:
    page = open_page("/odds/fwc?procedure=casualties", PHONE)
    brief = page.locator("[data-testid=brief]")
    expect(brief).to_contain_text("94 %")
    dice, score = (page.get_by_role("spinbutton", name=f"{what} 1") for what in ("dice", "score"))
    page.get_by_role("button", name="One less for dice 1").tap()
    expect(dice).to_have_value("3")
    expect(brief).to_contain_text("88 %")  # 1 - 1/8
    page.get_by_role("button", name="One more for score 1").tap()
    expect(score).to_have_value("5")
    expect(brief).to_contain_text("70 %")  # 1 - 8/27
    page.get_by_role("button", name="Remove this group").tap()
    expect(dice).to_have_count(0)


def test_every_procedure_has_its_odds_and_can_be_rolled(open_page: Opened, game: str) -> None:
    page = open_page(f"/odds/{game}")
    choice = page.locator("[data-testid=procedure]")
    page.wait_for_selector("[data-testid=odds] .bars")
    names = choice.locator("option").evaluate_all("all => all.map(each => each.value)")
    told = playing.get(f"{open_page.server.url}/api/games/{game}/procedures")
    assert names == [each["name"] for each in told]
    for name in names:
        choice.select_option(name)
        answered(page)
        expect(page.locator("[data-testid=odds] .bars li").first).to_be_visible()
        expect(page.locator("[data-testid=odds] [role=alert]")).to_have_count(0)
        page.click("[data-testid=roll]")
        expect(page.locator("[data-testid=rolled]")).not_to_be_empty()
    # Own dice, throw by throw.
    choice.select_option(names[0])
    answered(page)
    page.click("[data-testid=roll-own]")
    for throw in range(12):
        page.wait_for_selector("[data-testid=rolled] .outcome, [data-testid=rolled] [data-own-dice]")
        if page.locator("[data-testid=rolled] .outcome").count():
            break
        asked = page.locator("[data-testid=rolled] form label").inner_text()
        told = re.search(r"(\d*)D(\d+)", asked)
        assert told
        dice, sides = int(told[1] or 1), int(told[2])
        faces = [(throw + die) % sides + 1 for die in range(dice)]  # no tie is thrown again and again
        rolled = page.locator("[data-testid=rolled]")
        rolls = rolled.get_attribute("data-rolls") or ""
        page.fill("[data-own-dice]", " ".join(map(str, faces)))
        page.keyboard.press("Enter")
        expect(rolled).not_to_have_attribute("data-rolls", rolls)
    expect(page.locator("[data-testid=rolled] .outcome")).to_be_visible()


def test_odds_redraw_while_somebody_types(open_page: Opened, some_game: str) -> None:
    page = open_page(f"/odds/{some_game}")
    page.wait_for_selector("[data-testid=odds] .bars")
    for name in page.locator("[data-testid=procedure] option").evaluate_all("all => all.map(each => each.value)"):
        page.locator("[data-testid=procedure]").select_option(name)
        answered(page)
        field = page.locator(".form input[type=number]").first
        if not field.count() or not page.locator("[data-testid=odds] .bars").count():
            continue
        before = page.locator("[data-testid=odds] .bars").first.inner_text()
        field.fill(str(int(float(field.input_value() or "1")) + 1))
        answered(page)
        if page.locator("[data-testid=odds] .bars").first.inner_text() != before:
            return
    raise AssertionError("no number changes any odds")


def test_replay_and_report_of_a_battle(open_page: Opened, begin: Begin, some_game: str) -> None:
    made = begin(some_game, answers=6)
    page = open_page(made["path"])
    page.click("[data-pane=more]")
    page.locator("a[href^='/replay/']").click()
    page.wait_for_selector("[data-testid=replay]")
    first = page.locator("[data-testid=step]").inner_text()
    page.click("[data-testid=step-on]")
    expect(page.locator("[data-testid=step]")).not_to_have_text(first)
    page.locator("input[type=range]").fill("0")
    expect(page.locator("[data-testid=step]")).to_have_text(first)
    page.click("[data-testid=play]")
    expect(page.locator("[data-testid=step]")).not_to_have_text(first)
    eyes = page.locator("[data-testid=eyes] option")
    expect(eyes).to_have_count(1)  # before the end only one's own
    report = page.goto(f"{open_page.server.url}/api/battles/{made['id']}/report.html?{made['path'].partition('?')[2]}")
    assert report is not None
    assert report.status == 200
    expect(page.locator("svg").first).to_be_visible()


def test_the_report_tells_when_strange_rolls_fell_and_what_for(open_page: Opened, begin: Begin) -> None:
    made = begin("rhine", answers=20)
    page = open_page(f"/api/battles/{made['id']}/report.html?{made['path'].partition('?')[2]}")
    rolls = page.locator("p:has-text('The strangest rolls') + ul li")
    assert rolls.count()
    for roll in rolls.all():
        expect(roll).to_have_text(re.compile(r"^Turn \d+: \w.* \([\d ,]+\) RHINE-"))
    assert [text for text in rolls.all_inner_texts() if " fires " in text], "of a shot it is told whose"


def test_the_lobby_tells_the_whole_of_where_a_battle_stands_and_what_is_chosen(
    open_page: Opened, begin: Begin, some_game: str
) -> None:
    path = begin(some_game, answers=4)["path"]
    page = open_page(path, PHONE)  # from now on it is this browser's own
    playing.asked(page)
    banner = page.locator("h1").inner_text()
    page.goto(open_page.server.url)
    told = page.locator(".what p", has_text=banner).first
    expect(told).to_be_visible()
    assert told.evaluate("told => told.scrollWidth - told.clientWidth + told.scrollHeight - told.clientHeight") == 0
    for select in ("[data-seat]", "[data-force]"):
        for label in page.locator(f"label:has({select})").all():
            box = label.locator("span").first.bounding_box()
            assert box
            assert box["width"] > 25, "what is chosen there is written above it"


def test_a_report_on_a_phone_is_no_wider_than_it(open_page: Opened, begin: Begin) -> None:
    made = begin("awt", answers=4)  # names of sides as long as any
    page = open_page(f"/api/battles/{made['id']}/report.html?{made['path'].partition('?')[2]}", PHONE)
    expect(page.locator("table").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]


def dark(page: Page) -> tuple[bool, bool]:
    """Whether the page is dark, and whether its pictures are."""
    ground, drawn = page.evaluate(
        """() => [document.body, document.querySelector("svg")].map(each => getComputedStyle(each))
            .map(style => [style.backgroundColor, style.filter]).map((found, at) => found[at])"""
    )
    return sum(map(int, re.findall(r"\d+", ground))) < 200, "invert" in drawn


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_report_is_as_dark_as_the_page(open_page: Opened, begin: Begin, some_game: str, scheme: str) -> None:
    page = open_page(begin(some_game, answers=3)["path"], color_scheme=scheme)
    for wanted in ("", "light", "dark"):
        page.click("[data-pane=more]")
        page.get_by_label("Light or dark").select_option(wanted)
        with page.context.expect_page() as opening:
            page.locator("a", has_text="Battle report").click()
        report = opening.value
        report.wait_for_selector("figure svg")
        assert dark(report) == ((wanted or scheme) == "dark",) * 2
        report.emulate_media(media="print")
        assert dark(report) == (False, False), "paper is white"
        page.click("[data-pane=log]")


@pytest.mark.parametrize("size", [(1440, 900), PHONE])
def test_every_section_of_the_sheet_is_found_from_its_list(open_page: Opened, game: str, size: tuple[int, int]) -> None:
    page = open_page(f"/sheet/{game}", size)
    links = page.locator("header nav a")
    expect(links.nth(5)).to_be_attached()
    for link in [links.nth(3), links.last]:
        link.click()
        title = page.locator("h2", has_text=re.compile(f"^{re.escape(link.inner_text())}$"))
        expect(title).to_be_in_viewport(ratio=1)
        box = title.bounding_box()
        assert box is not None
        top = page.evaluate("([x, y]) => document.elementFromPoint(x, y).tagName", [box["x"] + 8, box["y"] + 10])
        assert top == "H2", "nothing lies over it"
    # Where the list is longer than the screen is wide it fades; its end does not.
    wide, seen, fades = page.locator("header nav").evaluate(
        "nav => [nav.scrollWidth, nav.clientWidth, getComputedStyle(nav).maskImage !== 'none']"
    )
    assert fades == (wide > seen)


def test_odds_are_asked_for_in_players_words(open_page: Opened, game: str) -> None:
    """No label is the bare name of an input where something is said of it, and none has underscores."""
    page = open_page(f"/odds/{game}")
    procedures = playing.get(f"{open_page.server.url}/api/games/{game}/procedures")
    expect(page.locator("[data-testid=procedure] option")).to_have_count(len(procedures))
    for procedure in procedures[:6]:
        page.locator("[data-testid=procedure]").select_option(procedure["name"])
        labels = page.locator(".form > .input > label, .form > .input > fieldset > legend")
        expect(labels).to_have_count(len(procedure["inputs"]))
        for label, asked in zip(labels.all_inner_texts(), procedure["inputs"], strict=True):
            assert "_" not in label
            assert label[0] == label[0].upper()
            if asked["kind"] == "flag" and asked["text"]:
                assert label.lower().startswith(asked["text"].partition(";")[0].lower()), "the sentence it makes true"


def test_a_refused_number_is_named_as_the_form_names_it(open_page: Opened) -> None:
    page = open_page("/odds/fwc")
    page.get_by_role("spinbutton", name="Command value").fill("1.5")
    refusal = page.locator("[data-testid=odds] .bad")
    expect(refusal).to_contain_text("“Command value” must be")


def test_house_rules_speak_of_no_true_and_false(open_page: Opened, game: str) -> None:
    page = open_page(f"/?game={game}")
    page.locator("summary", has_text="House rules").click()
    told = page.locator("li:has(> [type=checkbox]) label span").all_inner_texts()
    assert told
    assert [text for text in told if "if true" in text.lower() or "if false" in text.lower()] == []
    assert all(text[0] == text[0].upper() for text in told)


def test_no_line_of_the_sheet_begins_with_a_comma(open_page: Opened) -> None:
    page = open_page("/sheet/fwc")
    page.wait_for_selector(".sheet section")
    alone = page.evaluate(
        """() => {
            const walk = document.createTreeWalker(document.querySelector(".sheet"), NodeFilter.SHOW_TEXT);
            let found = 0;
            for (let node = walk.nextNode(); node; node = walk.nextNode()) {
                const at = node.data.search(/^[,.]/);
                if (at < 0 || !node.previousElementSibling) continue;
                const range = document.createRange();
                range.setStart(node, 0), range.setEnd(node, 1);
                const before = node.previousElementSibling.getBoundingClientRect();
                if (range.getBoundingClientRect().left < before.right - 1) found++;
            }
            return found;
        }"""
    )
    assert alone == 0


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_who_has_many_battles_under_way_still_sees_how_to_begin_another(
    begin: Begin, open_page: Opened, size: tuple[int, int]
) -> None:
    made = [begin("fwc", seed=seed) for seed in range(6)]
    ended = begin("fwc")
    playing.post(f"{open_page.server.url}/api/battles/{ended['id']}/concede?token={ended['links'][0]['token']}", {})
    page = open_page("", size)
    tokens = {each["id"]: each["links"][0]["token"] for each in (*made, ended)}
    page.evaluate("all => localStorage.setItem('umpire.tokens', JSON.stringify(all))", tokens)
    page.reload()
    going = page.get_by_role("region", name="Open battles").get_by_role("listitem")
    expect(going).to_have_count(3)
    expect(page.get_by_role("heading", name="Choose a game")).to_be_in_viewport()
    if size == WIDE:
        expect(page.locator(".scenario").first).to_be_in_viewport(ratio=1)
        expect(page.locator("[data-testid=begin]")).to_be_in_viewport(ratio=1)
    over = page.get_by_role("region", name="Ended battles")
    expect(over.get_by_role("link", name="Replay")).to_be_hidden()
    over.locator("summary").first.click()
    expect(over.get_by_role("link", name="Replay")).to_be_visible()
    page.get_by_role("button", name="All 6 battles").click()
    expect(going).to_have_count(6)


def test_a_battle_that_cannot_be_thrown_away_says_why(begin: Begin, open_page: Opened) -> None:
    made = begin("fwc", seats={"A": "here", "B": "link"})
    page = open_page("")
    tokens = {made["id"]: made["links"][0]["token"]}
    page.evaluate("all => localStorage.setItem('umpire.tokens', JSON.stringify(all))", tokens)
    page.reload()
    page.get_by_role("button", name="Delete: First contact").click()
    page.get_by_role("button", name="Delete: First contact").click()
    expect(page.get_by_role("alert")).to_contain_text("Only who holds the seats of all people")
