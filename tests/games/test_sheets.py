"""The reference sheet of every game: well formed, complete in itself, on two sides of A4."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.chromium import QUIET, chromium
from tests.installed import PATIENCE
from umpire import games
from umpire.battle.sheet import render_html

PRINTED = {"awt": 140, "bptc": 174, "fubar": 218, "fwc": 130, "rhine": 107}
"""How many rules each printed sheet has; the others are rulings."""


@pytest.fixture(params=sorted(games.names()))
def game(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_every_rule_of_the_printed_sheet_is_on_it(game: str) -> None:
    printed = [rule.id for rule in games.game(game).catalogue.rules if rule.source != "ruling"]
    assert len(printed) == PRINTED[game]
    assert [rule for rule in printed if rule not in games.game(game).sheet().rules] == []


def test_every_rule_on_it_is_in_the_catalogue(game: str) -> None:
    known = games.game(game).catalogue.by_id
    assert [rule for rule in games.game(game).sheet().rules if rule not in known] == []


def test_the_page_is_well_formed_with_an_anchor_for_every_rule_and_nothing_from_elsewhere(game: str) -> None:
    sheet = games.game(game).sheet()
    page = render_html(sheet)
    ids = [element.get("id") for element in ElementTree.fromstring(page).iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    assert len(sheet.rules) > 100
    assert set(sheet.rules) <= set(ids)
    assert not re.search(r"https?:|url\(|@import|<script|<link|\bsrc=", page)


@pytest.mark.slow
@pytest.mark.skipif(chromium() is None, reason="needs chromium")
def test_the_page_prints_on_two_sides_of_a4(tmp_path: Path, game: str) -> None:
    (tmp_path / "sheet.html").write_text(render_html(games.game(game).sheet()), encoding="utf-8")
    pdf = tmp_path / "sheet.pdf"
    program = chromium()
    assert program is not None
    subprocess.run(
        [program, "--headless", "--disable-gpu", *QUIET, f"--print-to-pdf={pdf}", (tmp_path / "sheet.html").as_uri()],
        check=True,
        capture_output=True,
        timeout=PATIENCE,
        env={"HOME": str(tmp_path), "PATH": "/usr/bin:/bin"},
    )
    data = pdf.read_bytes()
    assert len(re.findall(rb"/Type /Page\b", data)) == 2
    sizes = {(round(float(w)), round(float(h))) for w, h in re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", data)}
    assert sizes == {(595, 842)}
