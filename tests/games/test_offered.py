"""The procedures that every game offers."""

from __future__ import annotations

import pytest

from umpire import games


@pytest.mark.parametrize("name", sorted(games.names()))
def test_every_offered_procedure_says_what_it_is_and_names_rules_there_are(name: str) -> None:
    game = games.game(name)
    assert game.procedures
    for offered in game.procedures:
        assert offered.text.endswith((".", "?"))
        assert offered.rules
        assert [rule for rule in offered.rules if rule not in game.catalogue.by_id] == []
