"""Every game with points: its own forces are within its rules as far as it says, and any list can be fought with."""

from __future__ import annotations

import re
from random import Random

import pytest

from umpire import games
from umpire.battle import savefile
from umpire.battle.decisions import Refused
from umpire.battle.forces import FORCES, Army, Fielding, Pick, cost, fielding, plain_army
from umpire.battle.session import Battle
from umpire.bots import make

MUSTERING = [slug for slug in games.names() if fielding(games.game(slug)) is not None]


def musters(slug: str) -> Fielding:
    found = fielding(games.game(slug))
    assert found is not None
    return found


def test_the_first_games_have_points() -> None:
    assert {"fwc", "rhine"} <= set(MUSTERING)


@pytest.mark.parametrize("slug", MUSTERING)
def test_the_usual_force_of_a_side_is_what_the_battle_fields(slug: str) -> None:
    game, found = games.game(slug), musters(slug)
    for card in game.scenarios():
        usual = {seat: found.usual_army(card.id, seat) for seat in game.seats}
        with_lists = Battle(game, card.id, {FORCES: {seat: plain_army(army) for seat, army in usual.items()}})
        as_it_is = Battle(game, card.id)
        for seat in game.seats:
            assert cost(usual[seat], found.rosters()) > 0

            def fielded(battle: Battle, side: str = seat) -> list[str]:
                names = [piece.name for piece in battle.view(side).pieces if piece.side == side]
                return sorted(re.sub(r" \d+$", "", name) for name in names)  # they may be numbered anew

            assert fielded(with_lists) == fielded(as_it_is)


@pytest.mark.parametrize("slug", MUSTERING)
def test_a_list_that_breaks_a_rule_says_which_and_fights_all_the_same(slug: str) -> None:
    game, found = games.game(slug), musters(slug)
    known = {rule.id for rule in game.catalogue.rules}
    rng = Random(4)
    told = 0
    for seed in range(4):
        armies: dict[str, Army] = {}
        for seat in game.seats:
            roster = rng.choice(list(found.rosters()))
            picks = tuple(Pick(kind.id, rng.choice((0, 1, 2))) for kind in roster.kinds)
            armies[seat] = Army(roster.id, tuple(p for p in picks if p.number) or (Pick(roster.kinds[0].id, 2),), "Mob")
            faults = found.army_faults(armies[seat], game.scenarios()[0].id, seat)
            assert all(fault.sentence.endswith(".") and (not fault.rule or fault.rule in known) for fault in faults)
            told += any(fault.rule for fault in faults)
        try:
            battle = Battle(game, game.scenarios()[0].id, {FORCES: {s: plain_army(a) for s, a in armies.items()}}, seed)
        except Refused:  # no room for them
            continue
        bots = {seat: make(game, "random", seed) for seat in game.seats}
        for _ in range(4_000):
            if battle.result is not None:
                break
            decision = battle.decision
            assert decision is not None
            battle.answer(bots[decision.seat].answer(battle.state, decision), decision.seat)
        assert battle.result is not None, "the battle does not come to an end"
        again = savefile.load(savefile.read(savefile.save(battle)), game)
        assert again.digest() == battle.digest()
        assert again.options[FORCES]["A"]["name"] == "Mob"
    assert told, "no list broke a rule"


@pytest.mark.parametrize("slug", MUSTERING)
def test_too_many_points_for_a_side_are_told(slug: str) -> None:
    game, found = games.game(slug), musters(slug)
    seat, scenario = game.seats[0], game.scenarios()[0].id
    usual = found.usual_army(scenario, seat)
    larger = usual._replace(picks=tuple(pick._replace(number=pick.number + 1) for pick in usual.picks))
    assert not any("points" in fault.sentence for fault in found.army_faults(usual, scenario, seat))
    assert any("points" in fault.sentence for fault in found.army_faults(larger, scenario, seat))
