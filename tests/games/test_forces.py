"""Every game with points: its own forces are within its rules as far as it says, and any list can be fought with."""

from __future__ import annotations

import pkgutil
import re
from itertools import cycle
from random import Random
from typing import Any

import pytest

from umpire import games
from umpire.battle import savefile
from umpire.battle.decisions import PickOne, Refused
from umpire.battle.forces import FORCES, MOST_UNITS, Army, Fielding, Pick, cost, fielding, plain_army
from umpire.battle.session import Battle
from umpire.battle.switches import BadOption
from umpire.battle.tabletop import Tabletop
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
    told = fought = 0
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
        fought += 1
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
    assert fought, "there was room for none of them"


@pytest.mark.parametrize("slug", MUSTERING)
def test_every_list_is_judged_by_the_house_rules_of_its_battle(slug: str) -> None:
    game, found = games.game(slug), musters(slug)
    assert type(found).army_faults is Tabletop.army_faults
    usual = found.usual_army(game.scenarios()[0].id, game.seats[0])
    with pytest.raises(BadOption, match="no_such_rule"):
        found.army_faults(usual, None, None, {"no_such_rule": True})


@pytest.mark.parametrize("slug", MUSTERING)
def test_too_many_points_for_a_side_are_told(slug: str) -> None:
    game, found = games.game(slug), musters(slug)
    seat, scenario = game.seats[0], game.scenarios()[0].id
    usual = found.usual_army(scenario, seat)
    larger = usual._replace(picks=tuple(pick._replace(number=pick.number + 1) for pick in usual.picks))
    assert not any("points" in fault.sentence for fault in found.army_faults(usual, scenario, seat))
    assert any("points" in fault.sentence for fault in found.army_faults(larger, scenario, seat))


# --- Room for them -------------------------------------------------------------------------------------------

LAYOUTS = ("left", "centre", "right", "west", "east")


def set_up_by_every_layout(slug: str, seat: str, army: Army) -> int:
    """How many layouts a force of one's own is offered, each of which sets it up; 0 if it is refused."""
    game = games.game(slug)
    options = {FORCES: {seat: plain_army(army)}}
    try:
        battle = Battle(game, game.scenarios()[0].id, options, 1)
    except Refused:
        return 0
    while battle.decision is not None and battle.decision.seat != seat:
        battle.answer(battle.decision.default(), battle.decision.seat)
    asked = battle.decision
    assert isinstance(asked, PickOne)
    layouts = [option.key for option in asked.options if option.key in LAYOUTS]
    assert not layouts or asked.default() in layouts
    for layout in layouts or [asked.default()]:  # who has nobody on the table is not asked for a layout
        again = savefile.load(savefile.read(savefile.save(battle)), game)
        again.answer(layout, seat)
        while again.state.phase == "setup":
            assert again.decision is not None
            again.answer(again.decision.default(), again.decision.seat)
    return len(layouts)


@pytest.mark.parametrize(
    ("slug", "seat", "roster", "kind", "count", "layouts"),
    [
        ("bptc", "B", "rearguard", "line", 20, 1),
        ("bptc", "B", "rearguard", "horse", 20, 0),
        ("bptc", "B", "rearguard", "light", 30, 0),
        ("bptc", "B", "rearguard", "co", 90, 0),
        ("bptc", "A", "vanguard", "horse", 20, 0),
        ("bptc", "A", "vanguard", "light", 30, 0),
        ("awt", "B", "moor-picket", "lancers", 10, 0),
        ("rhine", "A", "nato", "m1", 1, 3),
        ("fwc", "A", "patrol", "co", 1, 3),
        ("fubar", "A", "landing-party", "p1", 1, 3),
    ],
)
def test_a_force_is_set_up_by_every_layout_it_is_offered_or_refused_at_once(
    slug: str, seat: str, roster: str, kind: str, count: int, layouts: int
) -> None:
    assert set_up_by_every_layout(slug, seat, Army(roster, (Pick(kind, count),))) == layouts


@pytest.mark.slow
@pytest.mark.parametrize("slug", MUSTERING)
def test_no_number_of_any_kind_breaks_the_deployment(slug: str) -> None:
    """A scan of all kinds, the numbers and seats taking turns."""
    game, found = games.game(slug), musters(slug)
    numbers = cycle((1, 20, MOST_UNITS, 5, 30, 10))
    for seat, roster in zip(cycle(game.seats), found.rosters(), strict=False):
        for kind, number in zip(roster.kinds, numbers, strict=False):
            set_up_by_every_layout(slug, seat, Army(roster.id, (Pick(kind.id, number),)))


@pytest.mark.parametrize(
    ("slug", "scenario", "finder"), [("awt", "old-sap", "first"), ("rhine", "two-fords", "_first")]
)
def test_who_leaves_no_room_for_his_own_by_hand_sets_up_anew(
    slug: str, scenario: str, finder: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    battle = Battle(games.game(slug), scenario, {}, 1)
    module = f"umpire.games.{slug}.deploy.{finder}_place"
    real = pkgutil.resolve_name(module.replace(".deploy.", ".deploy:"))

    def none_beside_the_first(state: Any, unit: Any, *plan: str) -> Any:
        return None if unit.side == "B" and state.of("B") else real(state, unit, *plan)

    monkeypatch.setattr(module, none_beside_the_first)
    while not any("sets up anew" in event.text for event in battle.events):
        decision = battle.decision
        assert decision is not None
        answer = decision.default()
        if decision.seat == "B" and isinstance(decision, PickOne):
            answer = next(key for key in decision.candidates() if key not in LAYOUTS)
        battle.answer(answer, decision.seat)
        assert battle.state.phase == "setup"
    assert not battle.state.of("B")
    while battle.state.phase == "setup":
        assert battle.decision is not None
        battle.answer(battle.decision.default(), battle.decision.seat)
    assert battle.state.of("B")
