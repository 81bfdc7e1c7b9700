"""Reference sheets of any game: what is on one, and how it looks in a terminal and as a page."""

from __future__ import annotations

import doctest
import re
from collections import Counter
from io import StringIO
from typing import NamedTuple
from xml.etree import ElementTree

import pytest
from rich.console import Console

from tests.toy import TOY
from umpire.battle import sheet as sheets
from umpire.battle.sheet import Book, Line, Lines, Row, Section, Sheet, Table, render_html, render_terminal, show


class Plus(NamedTuple):
    text: str
    amount: int
    rule: str


MADE_UP = Sheet(
    "Tin & <Lead>",
    'A "small" game',
    (
        Section(
            "Shooting",
            (
                Lines("Dice", (Line("close", ("X-SHT-01",), "+2"), Line("at -1 cover", ("X-SHT-02",), "−1")), "marked"),
                Table(
                    "Hit on",
                    ("Where", "Score"),
                    (Row(("Open", "4+"), ("X-HIT-01",)), Row(("Wood", "6"), ("X-HIT-02", "X-HIT-03"))),
                    ("X-HIT-04",),
                ),
                Lines("", (Line("A shot goes as far as 10 cm.", ("X-SHT-01", "X-MOV-01")),)),
            ),
        ),
        Section("The end", (Lines("", tuple(Line(f"step {word}") for word in ("one", "two", "three")), "steps"),)),
        Section(
            "Odds & ends",
            (
                Lines("Lost", (Line("in a bog", ("X-END-01",)), Line("off the table", ("X-END-02",))), "together"),
                Lines("", (Line("counts twice", ("X-END-03",), "Giant"),), "terms"),
                Lines("", (Line("8", ("X-MOV-01",), "Reach", "How far in cm.", "reach"),), "settings"),
            ),
        ),
    ),
    {"X-SHT-01": 'Close: "Very" close < 3', "X-END-01": "Bog: No way out."},
)


def parsed(page: str) -> ElementTree.Element:
    """The page read as XML, which forgives nothing."""
    return ElementTree.fromstring(page)


def words(element: ElementTree.Element) -> str:
    return " ".join("".join(element.itertext()).split())


def printed(sheet: Sheet, width: int) -> list[str]:
    out = StringIO()
    show(sheet, Console(file=out, width=width, color_system=None))
    return out.getvalue().splitlines()


def test_a_sheet_knows_the_rules_on_it_once_each_and_in_order() -> None:
    assert MADE_UP.rules == (
        "X-SHT-01", "X-SHT-02", "X-HIT-04", "X-HIT-01", "X-HIT-02", "X-HIT-03", "X-MOV-01", "X-END-01", "X-END-02",
        "X-END-03",
    )  # fmt: skip


def test_the_examples_in_the_module_hold() -> None:
    done = doctest.testmod(sheets)
    assert done.attempted >= 7
    assert done.failed == 0


# --- The page ------------------------------------------------------------------------------------------------


def test_the_page_is_well_formed_and_texts_are_escaped() -> None:
    page = parsed(render_html(MADE_UP))
    assert [words(h1) for h1 in page.iter("h1")] == ["Tin & <Lead>"]
    assert words(next(page.iter("header"))) == 'Tin & <Lead> A "small" game'


def test_each_section_has_its_heading_and_stands_in_the_contents() -> None:
    page = parsed(render_html(MADE_UP))
    titles = [section.title for section in MADE_UP.sections]
    assert [words(h2).rstrip(" ↑") for h2 in page.iter("h2")] == titles
    nav = next(page.iter("nav"))
    assert [words(link) for link in nav.iter("a")] == titles
    assert [section.get("id") for section in page.iter("section")] == ["shooting", "the-end", "odds-ends"]


def test_every_rule_is_one_anchor_and_every_link_leads_somewhere() -> None:
    page = parsed(render_html(MADE_UP))
    ids = Counter(element.get("id") for element in page.iter() if element.get("id"))
    assert set(ids.values()) == {1}
    assert set(MADE_UP.rules) <= set(ids)
    links = [link.get("href", "") for link in page.iter("a")]
    assert links.count("#X-SHT-01") == 2  # it stands on the sheet twice
    assert {link.removeprefix("#") for link in links} <= set(ids)


def test_an_anchor_says_the_rule_in_full() -> None:
    page = parsed(render_html(MADE_UP))
    titles = {link.get("id"): link.get("title") for link in page.iter("a") if link.get("id")}
    assert titles["X-SHT-01"] == 'Close: "Very" close < 3'
    assert titles["X-SHT-02"] is None


def test_the_blocks_of_the_page() -> None:
    page = parsed(render_html(MADE_UP))
    marked = page.find(".//ul[@class='marked']")
    assert marked is not None
    assert [words(item) for item in marked] == ["+2 close SHT-01", "−1 at −1 cover SHT-02"]
    assert [words(row) for row in page.iter("tr")] == ["WhereScore", "Open4+ HIT-01", "Wood6 HIT-02 03"]
    assert [cell.get("scope") for cell in page.iter("th")] == ["col", "col", "row", "row"]
    assert [words(heading) for heading in page.iter("h3")] == ["Dice", "Hit on HIT-04"]
    steps = page.find(".//ol[@class='steps']")
    assert steps is not None
    assert [words(step) for step in steps] == ["step one", "step two", "step three"]
    assert [words(p) for p in page.findall(".//section//p")] == ["Lost: in a bog END-01, off the table END-02."]
    settings = page.find(".//ul[@class='settings']")
    assert settings is not None
    assert words(settings) == "Reach 8 MOV-01 How far in cm. reach"


def test_the_page_needs_nothing_from_elsewhere() -> None:
    page = render_html(MADE_UP)
    assert not re.search(r"https?:|//[a-z]|url\(|@import|<script|<link|<img|\bsrc=", page)
    assert "<style>" in page


def test_the_page_is_for_phones_dark_rooms_and_paper() -> None:
    page = render_html(MADE_UP)
    assert 'name="viewport" content="width=device-width' in page
    assert "prefers-color-scheme: dark" in page
    assert "@media print" in page
    assert "size: A4" in page


# --- The terminal --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [40, 80, 110, 200])
def test_no_line_is_wider_than_the_terminal(width: int) -> None:
    lines = printed(MADE_UP, width)
    assert len(lines) > 10
    assert max(map(len, lines)) <= width


@pytest.mark.parametrize("width", [60, 120])
def test_everything_on_the_sheet_is_in_the_terminal(width: int) -> None:
    text = " ".join(" ".join(printed(MADE_UP, width)).split())
    for said in (
        "Tin & <Lead>", "+2 close SHT-01", "−1 at −1 cover SHT-02", "Hit on HIT-04", "Where Score", "Wood 6 HIT-02,03",
        "as far as 10 cm. SHT-01,MOV-01",
        "1 step one", "3 step three", "Lost: in a bog END-01, off the table END-02.", "Giant counts twice END-03",
        "reach 8 MOV-01",
    ):  # fmt: skip
        assert said in text


def test_a_wide_terminal_has_two_columns_that_read_section_by_section() -> None:
    narrow, wide = printed(MADE_UP, 109), printed(MADE_UP, 110)
    assert len(wide) < len(narrow)
    together = [line for line in wide if "step one" in line]
    assert len(together) == 1
    assert together[0].rstrip().endswith("3 step three")  # two of the three on the left, the last beside them
    assert [line.split(" ─")[0] for line in wide if "─" in line] == [section.title for section in MADE_UP.sections]


def test_lines_stay_readable_in_a_very_wide_terminal() -> None:
    assert max(len(line.rstrip()) for line in printed(MADE_UP, 400)) <= 160


def test_the_terminal_takes_texts_as_they_are() -> None:
    sheet = Sheet("T", "", (Section("S", (Lines("", (Line("roll [bold]1[/bold] :dice:"),)),)),), {})
    out = StringIO()
    Console(file=out, width=80, color_system=None).print(render_terminal(sheet, 80))
    assert "roll [bold]1[/bold] :dice:" in out.getvalue()


@pytest.mark.parametrize("width", [60, 80, 160])
def test_a_mark_of_many_letters_is_told_whole_and_its_neighbours_stand_in_line(width: int) -> None:
    rows = Lines(
        "Morale", (Line("fight on", (), "1-3"), Line("exhausted", (), "8-11"), Line("gone", (), "12+")), "marked"
    )
    sheet = Sheet("Marks", "", (Section("Nerve", (rows,)),), {})
    out = StringIO()
    Console(file=out, width=width, color_system=None).print(render_terminal(sheet, width))
    for text in (" 1-3 fight on", "8-11 exhausted", " 12+ gone"):
        assert text in out.getvalue()


# --- Writing one ---------------------------------------------------------------------------------------------


def test_a_book_is_opened_by_short_ids() -> None:
    book = Book(TOY.catalogue)
    assert book.ids("MOV-01", "sht-2") == ("TOY-MOV-01", "TOY-SHT-02")
    assert book.say("MOV-01", "MOV-02") == Line(
        "A piece moves up to 8 cm. No piece leaves the table.", ("TOY-MOV-01", "TOY-MOV-02")
    )
    assert book.each("MOV-01", "MOV-02") == (book.say("MOV-01"), book.say("MOV-02"))
    assert book.note("Up to 9.", "MOV-01", mark="8") == Line("Up to 9.", ("TOY-MOV-01",), "8")
    assert book.titles("END-01") == (Line("the end", ("TOY-END-01",)),)
    assert book.default("turns") == "3"
    assert book.default("sharp") == "false"


def test_a_rule_that_is_not_in_the_book_is_noticed() -> None:
    with pytest.raises(KeyError, match="MOV-77"):
        Book(TOY.catalogue).note("Nobody said so.", "MOV-77")


def test_a_modifier_table_becomes_marked_lines() -> None:
    table = {"near": Plus("near", 1, "TOY-SHT-01"), "wood": Plus("in a wood", -2, "TOY-SHT-02")}
    assert Book(TOY.catalogue).modifiers(table, {"wood": "MOV-01 MOV-02"}) == (
        Line("near", ("TOY-SHT-01",), "+1"),
        Line("in a wood", ("TOY-SHT-02", "TOY-MOV-01", "TOY-MOV-02"), "−2"),
    )
