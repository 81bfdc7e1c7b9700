"""Forces on the page: put together, judged, in files and in the address, fielded; for every game that has points."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.web import playing
from tests.web.conftest import PHONE, Opened
from tests.web.test_everyone import violations
from umpire import games
from umpire.battle.forces import fielding

pytestmark = pytest.mark.slow

MUSTERING = [slug for slug in sorted(games.names()) if fielding(games.game(slug)) is not None]


@pytest.fixture(params=MUSTERING)
def game(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def some_game(request: pytest.FixtureRequest) -> str:
    return MUSTERING[sum(map(ord, request.node.name)) % len(MUSTERING)]


def judged(page: Page) -> str:
    """What the list costs, once it has been judged as it is."""
    expect(page.locator("[data-testid=muster]")).to_have_attribute("aria-busy", "false")
    return page.locator("[data-testid=points]").inner_text()


def test_a_force_is_put_together_and_its_faults_are_told_with_their_rules(open_page: Opened, game: str) -> None:
    page = open_page(f"/forces/{game}")
    before = judged(page)
    kinds = page.locator(".list li")
    expect(kinds.first).to_be_visible()
    faults = page.locator("[data-testid=faults] li")
    for at in range(kinds.count()):  # many of everything: some rule will object
        kinds.nth(at).locator("input").first.fill("9")
        kinds.nth(at).locator("input").first.press("Tab")
        judged(page)
        if page.locator("[data-testid=faults] .rule").count():
            break
    assert judged(page) != before
    expect(faults.first).to_be_visible()
    page.locator("[data-testid=faults] .rule").first.click()
    expect(page.locator("article.first")).to_be_visible()
    page.keyboard.press("Escape")
    assert violations(page) == []


def test_extras_of_a_unit_are_folded_until_wanted_and_then_stay(open_page: Opened) -> None:
    page = open_page("/forces/fubar")
    before = judged(page)
    unit = page.locator(".list li.on", has=page.locator("summary")).first
    number = unit.locator(".upgrades input").first
    expect(number).to_be_hidden()
    unit.locator("summary").click()
    number.fill("1")
    number.press("Tab")
    expect(unit.locator("summary")).to_contain_text("1 taken")
    assert judged(page) != before
    number.fill("0")
    number.press("Tab")
    assert judged(page) == before
    expect(number).to_be_visible()


def test_the_address_is_the_list(open_page: Opened, some_game: str) -> None:
    page = open_page(f"/forces/{some_game}")
    judged(page)
    page.locator(".list li [aria-label^='One more']").first.click()
    page.fill("[data-testid=force-name]", "Läuterung & Söhne")
    points = judged(page)
    page.wait_for_function("() => location.search.includes('list=')")
    # As the page itself has it: the browser tells of it elsewhere a little later.
    other = open_page(str(page.evaluate("() => location.href")).removeprefix(open_page.server.url))
    assert judged(other) == points
    expect(other.locator("[data-testid=force-name]")).to_have_value("Läuterung & Söhne")


def test_a_force_is_saved_loaded_and_kept(open_page: Opened, some_game: str, tmp_path: Path) -> None:
    page = open_page(f"/forces/{some_game}")
    judged(page)
    page.fill("[data-testid=force-name]", "The Hundred")
    page.locator(".list li [aria-label^='One more']").last.click()
    points = judged(page)
    with page.expect_download() as started:
        page.click("[data-testid=save-force]")
    file = tmp_path / started.value.suggested_filename
    started.value.save_as(file)
    assert json.loads(file.read_text())["game"] == some_game
    other = open_page(f"/forces/{some_game}")
    judged(other)
    other.set_input_files("input[type=file]", file)
    expect(other.locator("[data-testid=force-name]")).to_have_value("The Hundred")
    assert judged(other) == points
    (tmp_path / "nonsense.json").write_text("[]")
    other.set_input_files("input[type=file]", tmp_path / "nonsense.json")
    expect(other.get_by_role("alert")).to_be_visible()
    other.click("[data-testid=keep]")
    expect(other.locator(".mine li")).to_have_count(1)
    other.goto(f"{open_page.server.url}/?game={some_game}")
    seat = games.game(some_game).seats[1]
    other.locator(f"[data-force={seat}]").select_option("mine:The Hundred")
    expect(other.locator("[data-testid=side-force]").nth(1)).to_contain_text(points)


def test_a_side_is_given_a_force_and_fights_with_it(open_page: Opened, game: str) -> None:
    page = open_page(f"/?game={game}&seed=7")
    seat = games.game(game).seats[0]
    page.locator(f"[data-build={seat}]").click()
    judged(page)
    page.fill("[data-testid=force-name]", "Our own")
    page.locator(".list li.on [aria-label^='One less']").last.click()
    judged(page)
    page.click("[data-testid=fight]:visible")
    expect(page.locator(f"[data-force={seat}]")).to_have_value("given")
    page.click("[data-testid=begin]")
    playing.asked(page)
    expect(page.locator(".sides")).to_contain_text("Our own")
    playing.advance(page, 3)


def test_on_a_phone_the_points_stay_in_sight_while_units_are_chosen(open_page: Opened, some_game: str) -> None:
    page = open_page(f"/forces/{some_game}", PHONE)
    points = judged(page)
    brief = page.locator("[data-testid=brief]")
    expect(brief).to_contain_text(points)
    page.locator(".list li [aria-label^='One more']").last.tap()
    expect(brief).not_to_contain_text(points)
    expect(brief).to_be_in_viewport(ratio=1)
    expect(brief).to_contain_text(judged(page))
    expect(page.locator("[data-testid=fight]:visible")).to_have_count(1)


def test_forces_on_a_narrow_screen(open_page: Opened, some_game: str) -> None:
    page = open_page(f"/forces/{some_game}", (360, 640))
    judged(page)
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


def test_what_a_roster_is_stands_below_its_name_and_is_not_cut_off(open_page: Opened, some_game: str) -> None:
    page = open_page(f"/forces/{some_game}")
    judged(page)
    text = page.locator("[data-testid=roster-text]")
    expect(text).to_be_visible()
    assert text.inner_text() not in page.locator("[data-testid=roster] option:checked").inner_text()
    assert text.evaluate("text => text.scrollWidth - text.clientWidth") <= 1
