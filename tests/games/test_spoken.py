"""What players are told of odds: the figures on a chip and the groups of the panel say the same in all games."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import umpire
from umpire import games
from umpire.dice import spoken
from umpire.dice.offered import Offered
from umpire.games.awt.spoken import going_first
from umpire.server.odds import procedure_out

EVERY = [(slug, offered) for slug in games.names() for offered in games.game(slug).procedures]


def told(slug: str, offered: Offered, **inputs: Any) -> tuple[dict[str, Fraction], dict[str, Fraction]]:
    """Figures and groups of a procedure for these inputs."""
    odds = offered.odds(games.game(slug).house({}), inputs)
    speech = offered.spoken(inputs)
    groups = {each.words: each.share for each in spoken.shares(offered, odds, speech)}
    return dict(spoken.figures(odds, speech)), groups


def find(slug: str, name: str) -> Offered:
    return next(offered for each, offered in EVERY if each == slug and offered.name == name)


@pytest.mark.parametrize(("slug", "offered"), EVERY, ids=[f"{slug}-{offered.name}" for slug, offered in EVERY])
def test_the_groups_of_every_procedure_add_up_to_its_figures(slug: str, offered: Offered) -> None:
    inputs = {each.name: each.example for each in procedure_out(offered).inputs}
    odds = offered.odds(games.game(slug).house({}), inputs)
    speech = offered.spoken(inputs)
    groups = spoken.shares(offered, odds, speech)
    assert sum(each.share for each in groups) == 1
    assert len({each.words for each in groups}) == len(groups)
    for at, (label, share) in enumerate(spoken.figures(odds, speech)):
        assert share == sum(each.share for each in groups if at in each.figures), label


@pytest.mark.parametrize(("slug", "offered"), EVERY, ids=[f"{slug}-{offered.name}" for slug, offered in EVERY])
def test_no_outcome_is_told_as_a_bare_number_or_as_yes_and_no(slug: str, offered: Offered) -> None:
    inputs = {each.name: each.example for each in procedure_out(offered).inputs}
    odds = offered.odds(games.game(slug).house({}), inputs)
    for each in spoken.shares(offered, odds, offered.spoken(inputs)):
        assert each.words not in ("yes", "no", "a", "b", "none")
        assert not each.words.lstrip("-").isdigit() or offered.name == "conclusion_number"
        assert "_" not in each.words


@pytest.mark.parametrize(("slug", "name", "hits"), [("fwc", "casualties", 4), ("bptc", "attack", 4)])
@pytest.mark.parametrize("suppressed", [False, True])
def test_who_is_hit_and_fights_on_is_not_told_as_nothing(slug: str, name: str, hits: int, suppressed: bool) -> None:
    inputs: dict[str, Any] = {"groups": [[4, 4]], "hits": hits, "save": 5, "suppressed": suppressed}
    figures, groups = told(slug, find(slug, name), **inputs)
    unhurt = umpire.odds(slug, name, **inputs).p(unsaved=0)
    assert groups["nothing"] == unhurt == 1 - figures["hurt"]
    assert figures["knocked out"] == groups["knocked out"] + groups.get("lost falling back", 0)
    assert ("hit, fights on" in groups) != suppressed


def test_a_shot_that_adds_no_marker_is_nothing_whatever_markers_there_were() -> None:
    shot = {"dice": 1, "need": 8, "weapon": "light", "ground": "open", "morale": 4}
    fresh, _ = told("rhine", find("rhine", "fire_at_foot"), **shot)
    marked, groups = told("rhine", find("rhine", "fire_at_foot"), **shot, markers=2)
    assert fresh["hurt"] == marked["hurt"] == Fraction(3, 10) == 1 - groups["nothing"]


def test_a_rally_tells_how_many_markers_go() -> None:
    figures, groups = told("rhine", find("rhine", "morale_check"), markers=3, morale=5)
    assert figures["rallies"] == groups["loses 1 marker"] + groups["loses 2 markers"]
    assert groups["no better"] == 1 - figures["rallies"]


def test_a_reaction_shot_is_told_with_the_roll_to_react() -> None:
    shot = {"shot_dice": 1, "shot_need": 6, "shot_weapon": 5, "target_kind": "vehicle", "target_morale": 4}
    target = {"target_armour": 8}
    figures, groups = told("rhine", find("rhine", "reaction_fire"), **shot, **target)
    reacts = 1 - umpire.odds("rhine", "reaction", target="vehicle").p(result="failed")
    assert groups["does not react"] == 1 - reacts
    assert figures["hurts"] == reacts * Fraction(5, 10)


def test_volleys_are_told_by_who_falls() -> None:
    volley = {"groups": [[3, 4, ""]], "figures": 4, "armour": "LA"}
    figures, groups = told("fubar", find("fubar", "volley"), **volley)
    assert list(groups) == ["3 killed", "2 killed", "1 killed", "only suppressed", "nothing"]
    assert figures["hurt"] == 1 - groups["nothing"]
    assert figures["kills"] == groups["1 killed"] + groups["2 killed"] + groups["3 killed"]


@pytest.mark.rule("AWT-PR-02")
@pytest.mark.parametrize("seat", ["A", "B"])
def test_who_bids_is_told_his_own_chance_to_go_first(seat: str) -> None:
    speech = going_first(seat)
    offered = find("awt", "priority")
    bids: dict[str, Any] = {"bid_a": int(seat == "A"), "bid_b": int(seat == "B")}
    odds = umpire.odds("awt", "priority", **bids)
    ((label, share),) = spoken.figures(odds, speech)
    assert (label, share) == ("you go first", odds.p(winner=seat.lower()))
    assert share > Fraction(1, 2)
    assert [each.words for each in spoken.shares(offered, odds, speech)] == ["you go first", "the enemy goes first"]
