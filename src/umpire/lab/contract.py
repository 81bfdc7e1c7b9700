"""The contract test: what every game must hold to, present and future, in this house or another.

`check_game` walks through battles between random players and looks at each decision; `check_own_dice` does so
with dice typed in. A game that passes can be played, saved, replayed and shown by everything here. Each fault is an
`AssertionError` that says what is wrong.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, NamedTuple

from umpire.battle import savefile
from umpire.battle.contract import Game
from umpire.battle.decisions import Decision, Place, Refused
from umpire.battle.odds import find_procedure
from umpire.battle.session import Battle
from umpire.bots import RandomBot
from umpire.bots.match import play_out
from umpire.lab.fuzz import described
from umpire.lab.garbage import GARBAGE, near_misses, refusal
from umpire.lab.secrecy import Watch

LIMIT = 100_000
"""A battle of more answers than this is taken for endless."""


class Standing(NamedTuple):
    """Where a battle stands, as far as it can be seen from outside."""

    digest: str
    log: int
    dice_used: int
    asked: tuple[Any, ...]
    throw: Any
    result: Any


def check_game(
    game: Game,
    scenario: str,
    battles: int = 2,
    every: int = 1,
    seed: int = 0,
    options: Mapping[str, Any] | None = None,
) -> None:
    """Walk through whole battles; the dearer checks are made at each `every`th decision only."""
    check_frame(game)
    check_unheard(game, scenario, seed, options)
    for number in range(battles):
        check_battle(Battle(game, scenario, options, seed + number), Random(seed + number), every)
    check_giving_up(Battle(game, scenario, options, seed))


# --- What stands before a battle ---


def check_frame(game: Game) -> None:
    """Scenarios, rules, procedures and the reference sheet are there and agree with each other."""
    cards = list(game.scenarios())
    assert cards, "there is no scenario"
    assert len({card.id for card in cards}) == len(cards), "two scenarios have one name"
    assert all(set(card.sides) == set(game.seats) for card in cards), "a scenario has other seats than the game"
    refusal(game.begin, "no such scenario", {})
    rules = {rule.id for rule in game.catalogue.rules}
    assert rules, "there are no rules"
    for procedure in game.procedures:
        assert set(procedure.rules) <= rules, f"{procedure.name} names rules that are not there"
    assert game.sheet().title, "the reference sheet has no title"


def check_unheard(game: Game, scenario: str, seed: int, options: Mapping[str, Any] | None) -> None:
    """A battle to which nobody listens ends like any other."""
    bots = {seat: RandomBot(seed + number) for number, seat in enumerate(game.seats)}
    outcome = play_out(game, scenario, bots, seed, options or {})
    assert outcome.result.reason, "a battle ends without a reason"


def check_giving_up(battle: Battle) -> None:
    """Who gives up has not won; garbage is not agreed to."""
    seat = battle.game.seats[0]
    state = battle.state.copy()
    for change in ({}, {"unit": "nobody"}, {"unit": None, "x": "y"}, {"nothing": 1}):
        before = battle.game.encode(state)
        refusal(battle.game.overrule, state, change)
        assert battle.game.encode(state) == before, "a refused change has changed something"
    battle.game.concede(state, seat)
    result = battle.game.result(state)
    assert result is not None, "nobody may give up"
    assert result.winner != seat, "who gives up wins"


# --- Battles ---


def check_battle(battle: Battle, rng: Random, every: int = 1) -> None:
    """Random players finish this battle, and at each decision the contract holds.

    Where it stands is described once for each decision, as that costs the most: what is to change nothing is compared
    with that. What a loaded battle asks is compared at the next decision, when it is loaded anew.
    """
    watch = Watch(battle)
    now = standing(battle)
    count = 0
    while battle.result is None:
        assert len(battle.log) < LIMIT, "the battle does not come to an end"
        watch.look(now.asked)
        decision = rng.choice(list(battle.decisions()))
        loaded = check_save(battle, now)
        dearer = count % every == 0
        if dearer:
            check_offers(battle, decision)
            check_advice(battle, decision, now)
            check_refusals(battle, decision, now)
            check_copy(battle, now, rng)
        answer = some_answer(decision, rng)
        before, told = now, len(battle.events)
        battle.answer(answer, decision.seat)
        loaded.answer(answer, decision.seat)
        now = standing(battle)
        gone_on = standing(loaded, asked=dearer)
        assert gone_on == (now if dearer else now._replace(asked=())), "a loaded battle goes on differently"
        if dearer:
            check_undo(battle, before, now, told, answer, decision.seat)
        count += 1
    watch.look(now.asked)
    check_save(battle, now)
    check_replay(battle)
    refusal(battle.answer, True)


def standing(battle: Battle, asked: bool = True) -> Standing:
    words = tuple([described(decision) for decision in battle.decisions()] if asked else [])
    return Standing(battle.digest(), len(battle.log), battle.dice_used, words, battle.throw, battle.result)


def some_answer(decision: Decision, rng: Random) -> Any:
    """A legal answer: mostly random, at times the default or a candidate."""
    chance = rng.random()
    if chance < 0.1:
        return decision.default()
    if chance < 0.25:
        return rng.choice(list(decision.candidates()))
    return decision.random(rng)


# --- Saving and going back ---


def check_save(battle: Battle, now: Standing | None = None) -> Battle:
    """Save and load give the same battle, decision and all; `now` is where it stands, if that is known."""
    data = savefile.save(battle)
    loaded = savefile.load(savefile.read(data), battle.game)
    assert loaded.notice == "", f"loading gives a notice: {loaded.notice}"
    assert standing(loaded) == (now or standing(battle)), "a loaded battle stands differently"
    assert loaded.open_throws == battle.open_throws, "a loaded battle has other dice in hand"
    assert savefile.save(loaded) == data, "a loaded battle saves differently"
    return loaded


def check_replay(battle: Battle) -> None:
    """The log, played again from the start, gives the same hashes, events and end."""
    again = savefile.replay(savefile.read(savefile.save(battle)), battle.game)
    assert again.log == battle.log, "the log played again is another one"
    hashes, before = ([point.digest for point in each.snapshots] for each in (again, battle))
    assert hashes == before, "the log played again gives other hashes"
    assert again.events == battle.events, "the log played again tells other events"
    assert again.digest() == battle.digest(), "the log played again ends in another state"
    assert again.result == battle.result, "the log played again has another result"


def check_copy(battle: Battle, before: Standing, rng: Random) -> None:
    """A copy is equal, and goes its own way."""
    twin = battle.copy()
    assert standing(twin) == before, "a copy stands differently"
    for _ in range(3):
        if twin.result is None:
            open_ = twin.decisions()[-1]
            twin.answer(some_answer(open_, rng), open_.seat)
    assert standing(battle) == before, "a copy pulls its original along"


def check_undo(battle: Battle, before: Standing, after: Standing, told: int, answer: Any, seat: str) -> None:
    """The answer just given can be undone until a die is rolled or a secret shown, or might be, and not after that."""
    events = list(battle.events)
    shown = any(event.reveals for event in battle.events[told:]) or battle.exposed > before.log
    rolled = any(entry.kind == "dice" for entry in battle.log[before.log :])
    alone = len(before.asked) == 1 and battle.asked_at == len(battle.log)
    if rolled or shown:
        assert not battle.can_undo(seat), "what dice or secrets have settled can be undone"
        refusal(battle.undo, seat)
    elif alone:
        assert battle.can_undo(seat), "nothing has happened that forbids an undo"
        battle.undo(seat)
        assert standing(battle) == before, "an undo does not lead back"
        battle.answer(answer, seat)
    assert standing(battle) == after, "the same answer after an undo leads elsewhere"
    assert battle.events == events, "the same answer after an undo tells other events"


# --- Offers and refusals ---


def check_offers(battle: Battle, decision: Decision) -> None:
    """The default and every candidate are legal, and reading what the log keeps of them gives the same; the odds of
    each place are those of a procedure of the game, with inputs that it takes.
    """
    candidates = list(decision.candidates())
    assert candidates, f"nothing is offered: {decision.prompt}"
    for answer in (decision.default(), *candidates):
        value = decision.read(answer)
        assert decision.read(decision.record(value)) == value, f"the log keeps another answer than {answer!r}"
        if isinstance(decision, Place) and decision.odds is not None:
            call = decision.odds(value)
            find_procedure(battle.game, call.procedure).read(dict(call.inputs))


def check_advice(battle: Battle, decision: Decision, before: Standing) -> None:
    """What the game advises is legal, has a reason, and changes nothing."""
    advice = battle.game.advise(battle.state, decision)
    decision.read(advice.answer)
    assert advice.why, "advice without a reason"
    assert standing(battle) == before, "advice has changed something"
    summary = battle.game.summary(battle.state)
    counted = all(0 <= summary.lost[seat] <= summary.fielded[seat] for seat in battle.game.seats)
    assert counted, f"more is lost than was fielded: {summary}"


def check_refusals(battle: Battle, decision: Decision, before: Standing) -> None:
    """What may not be answered is refused with a sentence, and nothing changes."""
    events = list(battle.events)
    refused = 0
    for answer in (*GARBAGE, *near_misses(decision)):
        if accepted(decision, answer):
            continue  # an empty list may be legal where nothing need be chosen
        assert refusal(battle.answer, answer, decision.seat).sentence, "a refusal without a sentence"
        refused += 1
    assert refused >= 10, f"garbage is taken for an answer: {decision.prompt}"
    for seat in (*battle.game.seats, "nobody"):
        if all(each.seat != seat for each in battle.decisions()):
            refusal(battle.answer, decision.default(), seat)
    refusal(battle.answer, decision.default(), decision.seat, at=battle.asked_at - 1)
    refusal(battle.roll, [1])
    assert standing(battle) == before, "a refused answer has changed something"
    assert battle.events == events, "a refused answer has told something"


def accepted(decision: Decision, answer: Any) -> bool:
    try:
        decision.read(answer)
    except Refused:
        return False
    return True


# --- Own dice ---


def check_own_dice(game: Game, scenario: str, seed: int = 0, every: int = 1) -> None:
    """A battle with dice typed in: impossible ones are refused, and it can be saved between two throws."""
    battle = Battle(game, scenario, None, seed, own_dice=True)
    rng = Random(seed)
    throws = 0
    while battle.result is None:
        assert len(battle.log) < LIMIT, "the battle does not come to an end"
        throw = battle.throw
        if throw is None:
            decision = battle.decisions()[-1]
            battle.answer(some_answer(decision, rng), decision.seat)
            continue
        assert battle.thrower(throw) in ("", *game.seats), "dice belong to a seat, or to nobody in particular"
        if throws % every == 0:
            check_bad_dice(battle, throw.dice, throw.sides)
            battle = check_save(battle)
        battle.roll([rng.randint(1, throw.sides) for _ in range(throw.dice)])
        throws += 1
    assert throws, "no die is ever rolled"
    assert battle.dice_used == 0, "the battle's own stream has been touched"


def check_bad_dice(battle: Battle, dice: int, sides: int) -> None:
    before, open_throws = standing(battle), battle.open_throws
    good = [1] * dice
    bad: list[Any] = [[], [0, *good[1:]], [sides + 1, *good[1:]], [*good, 1], [-1] * dice, ["6"] * dice]
    bad += [[1.0] * dice, [True] * dice, "6" * dice, None]
    for faces in bad:
        refusal(battle.roll, faces)
    refusal(battle.answer, True)
    assert standing(battle) == before, "refused dice have changed something"
    assert battle.open_throws == open_throws, "refused dice have taken a throw"
