"""The procedures that every game offers."""

from __future__ import annotations

import pytest

import umpire
from umpire import games
from umpire.dice.offered import Whole


@pytest.mark.parametrize("name", sorted(games.names()))
def test_every_offered_procedure_says_what_it_is_and_names_rules_there_are(name: str) -> None:
    game = games.game(name)
    assert game.procedures
    for offered in game.procedures:
        assert offered.text.endswith((".", "?"))
        assert offered.rules
        assert [rule for rule in offered.rules if rule not in game.catalogue.by_id] == []


@pytest.mark.parametrize("value", [10**400, 10**5000], ids=["no float", "longer than Python writes"])
@pytest.mark.parametrize("name", sorted(games.names()))
def test_a_number_of_endless_digits_is_refused_by_the_name_of_its_input(name: str, value: int) -> None:
    for offered in games.game(name).procedures:
        for item in offered.inputs:
            if isinstance(item, Whole):
                with pytest.raises(umpire.BadInput) as refused:
                    item.read(value)
                assert str(refused.value).startswith(f"{item.name} must be a whole number")
                assert len(str(refused.value)) < 200


def test_what_there_is_not_is_told_in_one_short_sentence() -> None:
    for game, procedure in (("fwc", "x" * 9999), ("x" * 9999, "save")):
        with pytest.raises(ValueError, match=r"^(there is no game|fwc has no procedure) 'x+\.\.\.; .*\.$") as refused:
            umpire.odds(game, procedure)
        assert len(str(refused.value)) < 300
