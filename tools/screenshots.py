"""Makes the pictures of the page that the README shows: `python tools/screenshots.py`.

They are of the real page: a server is started, battles are fought through it with fixed seeds, Chromium takes the
pictures.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from tests.chromium import QUIET, chromium
from tests.server.running import Server
from tests.web import playing

IMAGES = Path(__file__).resolve().parents[1] / "docs" / "images"


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        browser = playwright.chromium.launch(executable_path=chromium(), args=QUIET)
        try:
            game, figures = "fwc", "awt"
            take(browser, server, "lobby", "/", (1280, 800), lambda page: page.wait_for_selector("[data-testid=quick]"))
            take(browser, server, "table", begun(server, game), (1400, 900), mid_battle)
            take(browser, server, "odds", begun(server, game), (1400, 900), odds_on_a_target)
            take(browser, server, "dark", begun(server, game), (1400, 900), mid_battle, "dark")
            take(browser, server, "phone", begun(server, game), (390, 844), odds_on_a_target)
            take(browser, server, "figures", begun(server, figures), (1400, 900), mid_battle)
            forces = f"/forces/{game}?scenario=first-contact&seat=A"
            take(browser, server, "forces", forces, (1280, 800), too_many)
            take(browser, server, "sheet", f"/sheet/{game}", (1280, 800), lambda page: page.wait_for_selector(".sheet"))
        finally:
            browser.close()
            server.stop()


def begun(server: Server, game: str) -> str:
    made = playing.post(f"{server.url}/api/battles", {"game": game, "seed": 3, "pace": 0})
    return str(made["path"])


def take(
    browser: Browser,
    server: Server,
    name: str,
    path: str,
    size: tuple[int, int],
    until: Callable[[Page], object],
    scheme: str = "light",
) -> None:
    """One picture, of the page as it is when `until` is done with it."""
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        color_scheme="dark" if scheme == "dark" else "light",
        reduced_motion="reduce",
        is_mobile=size[0] < 700,
        has_touch=size[0] < 700,
    )
    context.add_init_script("localStorage.setItem('umpire.pace', '0')")
    page = context.new_page()
    page.goto(server.url + path)
    until(page)
    page.wait_for_timeout(3000)  # what floats over the board has gone
    page.screenshot(path=IMAGES / f"page-{name}.png")
    context.close()
    print(f"page-{name}.png")


def mid_battle(page: Page) -> None:
    """The third turn under way, a good place for a move on the board."""
    for _ in range(150):
        asked = playing.asked(page)
        banner = page.locator("h1").inner_text()
        if asked.get_attribute("data-kind") == "place" and re.search("Turn [3-9]|Round [2-9]", banner):
            break
        playing.take_advice(page)
    page.keyboard.press("2")


def too_many(page: Page) -> None:
    """A list that breaks a rule and costs too much."""
    page.wait_for_selector("[data-testid=points]")
    page.locator("[data-kind=co] [aria-label^='One more']").click()
    page.wait_for_selector("[data-testid=faults]")


def odds_on_a_target(page: Page) -> None:
    for _ in range(150):
        playing.asked(page)
        if re.search("Turn [3-9]", page.locator("h1").inner_text()):
            page.wait_for_timeout(500)  # figures come after the question
            if page.locator("[data-testid=ask] .odds .chip1").count():
                break
        playing.take_advice(page)
    page.locator("[data-testid=ask] .odds").first.click()
    page.wait_for_selector(".bars li")


if __name__ == "__main__":
    main()
