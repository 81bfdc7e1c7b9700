"""House rules are told in players' words; the names that are typed stand only where somebody types them."""

from __future__ import annotations

import re

import pytest

from umpire import games
from umpire.battle.sheet import render_html

NAMES = sorted(games.names())


@pytest.mark.parametrize("name", NAMES)
def test_every_house_rule_has_a_title_of_its_own_that_a_column_of_the_sheet_has_room_for(name: str) -> None:
    titles = [option.title for option in games.game(name).catalogue.options]
    assert all(titles)
    assert len(set(titles)) == len(titles)
    assert [title for title in titles if len(title) > 40 or "_" in title] == []


@pytest.mark.parametrize("name", NAMES)
def test_the_printed_sheet_has_no_name_that_is_typed(name: str) -> None:
    """On the screen it stands in small print behind what a house rule is about, which paper leaves out."""
    game = games.game(name)
    page = re.sub(r"<style>.*?</style>", "", render_html(game.sheet()), flags=re.S)
    printed = re.sub(r"<small>.*?</small>", "", page, flags=re.S)
    assert re.findall(r"[a-z0-9]+_[a-z0-9_]+", re.sub(r"<[^>]*>", " ", printed)) == []
    for option in game.catalogue.options:
        assert f"<b>{option.title}</b>" in printed
        assert f"<code>{option.name}</code>" in page
