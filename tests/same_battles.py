"""Plays some battles and prints what became of them: run once on the source and once on the compiled build."""

from __future__ import annotations

import json
from hashlib import blake2b
from importlib import import_module

import umpire
from umpire import games
from umpire.battle.contract import Game
from umpire.bots import make
from umpire.bots.match import play_out
from umpire.table import measure

GAMES = ("fwc", "rhine", "awt", "fubar", "bptc")
BATTLES = (
    ("fwc", "first-contact", "random", 6), ("fwc", "relay-strike", "random", 3), ("fwc", "three-towns", "random", 3),
    ("fwc", "first-contact", "greedy", 1),
    ("rhine", "crossroads", "random", 3), ("rhine", "two-fords", "random", 2), ("rhine", "kreuzdorf", "random", 2),
    ("rhine", "crossroads", "greedy", 1),
    ("awt", "old-sap", "random", 4), ("awt", "drowned-crossroads", "random", 4), ("awt", "wicker-king", "random", 4),
    ("awt", "old-sap", "greedy", 1), ("awt", "drowned-crossroads", "greedy", 1), ("awt", "wicker-king", "greedy", 1),
    ("fubar", "pump-house", "random", 4), ("fubar", "relay-station", "random", 3), ("fubar", "causeway", "random", 3),
    ("fubar", "pump-house", "greedy", 1), ("fubar", "relay-station", "greedy", 1),
    ("bptc", "farm-lane", "random", 4), ("bptc", "alder-farm", "random", 3), ("bptc", "san-marco", "random", 3),
    ("bptc", "farm-lane", "greedy", 1), ("bptc", "alder-farm", "greedy", 1),
)  # fmt: skip


def played(game: Game, scenario: str, level: str, seed: int) -> str:
    bots = {seat: make(game, level, seed * 10 + number) for number, seat in enumerate(game.seats)}
    end = play_out(game, scenario, bots, seed)
    digest = blake2b(game.encode(end.state), digest_size=12).hexdigest()
    return f"{scenario}, {level}, seed {seed}: {end.decisions} decisions, state {digest}"


def loaded(game: Game, scenario: str, seed: int) -> str:
    """As people play, with a log; saved and loaded on the way, and going on with what was loaded."""
    bots = {seat: make(game, "random", seed * 10 + number) for number, seat in enumerate(game.seats)}
    battle = umpire.battle(game.slug, scenario, seed=seed)
    for _ in range(100):
        decision = battle.decision
        if decision is None:
            break
        battle.answer(bots[decision.seat].answer(battle.state, decision), decision.seat)
        battle = umpire.load(umpire.save(battle))
    digest = blake2b(umpire.save(battle), digest_size=12).hexdigest()
    return f"{scenario}, seed {seed}: {len(battle.log)} lines, state {battle.digest()}, saved as {digest}"


def main() -> None:
    battles = [
        played(games.game(slug), scenario, level, 1 + n)
        for slug, scenario, level, count in BATTLES
        for n in range(count)
    ]
    battles += [loaded(games.game(slug), card.id, 1) for slug in GAMES for card in games.game(slug).scenarios()]
    modules = [measure.__file__, *(import_module(f"umpire.games.{slug}.field").__file__ for slug in GAMES)]
    print(json.dumps({"modules": modules, "battles": battles}))


if __name__ == "__main__":
    main()
