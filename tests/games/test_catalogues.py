"""The catalogue of every game: rules and house rules as one can read them aloud."""

from __future__ import annotations

import re

import pytest

from umpire import games
from umpire.battle.catalogue import Catalogue


@pytest.fixture(params=sorted(games.names()))
def catalogue(request: pytest.FixtureRequest) -> Catalogue:
    return games.game(str(request.param)).catalogue


def is_one_sentence(text: str) -> bool:
    return (
        text.endswith(".")
        and text == " ".join(text.split())
        and (text[0].isupper() or text[0].isdigit())
        and not re.search(r"[.!?](\s|$)", text[:-1])
    )


def test_what_is_one_sentence() -> None:
    assert is_one_sentence("A die of 4.5 cm is one sentence.")
    for text in ("Two. Sentences.", "no capital.", "No stop", "Why? Because.", "Two  gaps.", "Odd.."):
        assert not is_one_sentence(text)


def test_every_rule_is_one_sentence_of_at_most_330_characters(catalogue: Catalogue) -> None:
    for rule in catalogue.rules:
        assert is_one_sentence(rule.text), rule.id
        assert len(rule.text) <= 330, rule.id


def test_every_title_is_short_and_has_no_stop(catalogue: Catalogue) -> None:
    titles = [rule.title for rule in catalogue.rules] + [group.title for group in catalogue.groups]
    for title in titles:
        assert 3 <= len(title) <= 45, title
        assert title[-1] not in ".!?,;:", title
        assert title[0].isupper() or title[0].isdigit(), title


def test_no_rule_is_called_or_says_what_another_of_its_group_does(catalogue: Catalogue) -> None:
    for group in catalogue.groups:
        for said in ([rule.title for rule in group.rules], [rule.text for rule in group.rules]):
            assert len(said) == len(set(said)), group.code


def test_every_option_says_in_one_sentence_what_it_changes(catalogue: Catalogue) -> None:
    for option in catalogue.options:
        assert is_one_sentence(option.text), option.name
        assert len(option.text) <= 330, option.name
