"""Whole random games: all of ours beside catanatron (Settlers of Catan, Python) and OpenSpiel (backgammon, C++).

Different games, so the figures are no race: they say what a decision and a copy cost here and there. A decision is
whatever a player is asked for; dice are not counted. A choice is a decision with more than one legal answer: in Catan
two of three are none (the dice must be thrown, the turn can only end), here the table asks for hardly any such. Every
player draws at random from what is legal. Seconds are of the processor, ratios to catanatron. If there is a compiled
build of this source (tools/compile.py), its figures are shown too.

    uv run --no-sync python bench/battles.py [--json] [--rounds N] [--only GAME]
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from itertools import count
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import Any, NamedTuple

import pyspiel
from catanatron import Color, RandomPlayer
from catanatron import Game as Catan
from timing import arguments, medians, micro, show, table, versions

import umpire
from umpire import games
from umpire.battle.decisions import Decision, PickSome, PutInOrder, ShareOut
from umpire.bots import RandomBot
from umpire.bots.match import play_out


class Player(NamedTuple):
    """Somebody who plays a whole game from a seed and tells how many decisions it took."""

    name: str
    play: Callable[[int], int]
    games: int
    """How many games make up one round of timing."""
    choices: Callable[[int], tuple[int, int]]
    """Plays the same game from a seed and tells how many of its decisions were choices, and how many there were; not
    timed."""


COUNTED = 20
"""Games in which the choices are counted."""


def is_choice(decision: Decision) -> bool:
    """Whether there is more than one legal answer."""
    if isinstance(decision, PutInOrder | ShareOut):
        return len(decision.options) > 1
    if isinstance(decision, PickSome):
        return decision.least < len(decision.options)
    return len(decision.candidates()) > 1


class Counting(RandomBot):
    """Draws at random, and counts its choices."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.choices = 0

    def answer(self, state: Any, decision: Decision) -> Any:
        self.choices += is_choice(decision)
        return super().answer(state, decision)


def our_choices(slug: str, scenario: str) -> Callable[[int], tuple[int, int]]:
    game = games.game(slug)

    def play(seed: int) -> tuple[int, int]:
        bots = {seat: Counting(seed * 10 + number) for number, seat in enumerate(game.seats)}
        played = play_out(game, scenario, bots, seed)
        return sum(bot.choices for bot in bots.values()), played.decisions

    return play


def our_game(slug: str, scenario: str) -> Callable[[int], int]:
    game = games.game(slug)

    def play(seed: int) -> int:
        bots = {seat: RandomBot(seed * 10 + number) for number, seat in enumerate(game.seats)}
        return play_out(game, scenario, bots, seed).decisions

    return play


def catan(seed: int) -> int:
    game = Catan([RandomPlayer(color) for color in Color], seed=seed)
    game.play()
    return len(game.state.actions)


class CountingColour(RandomPlayer):  # type: ignore[misc]
    """Draws at random, and counts its choices."""

    choices = 0

    def decide(self, game: Any, playable_actions: Any) -> Any:
        self.choices += len(playable_actions) > 1
        return super().decide(game, playable_actions)


def catan_choices(seed: int) -> tuple[int, int]:
    players = [CountingColour(color) for color in Color]
    game = Catan(players, seed=seed)
    game.play()
    return sum(player.choices for player in players), len(game.state.actions)


BACKGAMMON = pyspiel.load_game("backgammon")


def backgammon_states(seed: int) -> Any:
    """All states of a random game, as it goes on."""
    rng = Random(seed)
    state = BACKGAMMON.new_initial_state()
    while not state.is_terminal():
        yield state
        if state.is_chance_node():
            faces, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(faces, chances)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))


def backgammon(seed: int) -> int:
    return sum(not state.is_chance_node() for state in backgammon_states(seed))


def backgammon_choices(seed: int) -> tuple[int, int]:
    answers = [len(state.legal_actions()) for state in backgammon_states(seed) if not state.is_chance_node()]
    return sum(number > 1 for number in answers), len(answers)


def battles(only: str = "") -> list[tuple[str, str]]:
    """Every scenario of every game, or of one."""
    return [(slug, card.id) for slug in games.names() if only in ("", slug) for card in games.game(slug).scenarios()]


def ours(only: str) -> list[Player]:
    return [
        Player(f"umpire {slug} {scenario}", our_game(slug, scenario), 2, our_choices(slug, scenario))
        for slug, scenario in battles(only)
    ]


COMPILED = ", compiled"
"""How the battles of the compiled build are told from those in pure Python."""

PEER = "catanatron, 4 players"
"""Whom all are compared with."""


def others() -> list[Player]:
    return [
        Player(PEER, catan, 2, catan_choices),
        Player("OpenSpiel backgammon", backgammon, 5, backgammon_choices),
    ]


def measure(players: Sequence[Player], rounds: int) -> list[dict[str, Any]]:
    """Players take turns, round by round; the first round only warms up."""
    seeds = {player.name: count(1) for player in players}
    speeds: dict[str, list[tuple[float, float, float]]] = {player.name: [] for player in players}
    for number in range(rounds + 1):
        for player in players:
            start = process_time()
            decisions = sum(player.play(next(seeds[player.name])) for _ in range(player.games))
            seconds = process_time() - start
            if number:
                speeds[player.name].append((decisions / seconds, player.games / seconds, decisions / player.games))
    rows: list[dict[str, Any]] = []
    for player in players:
        decisions, played, length = (median(column) for column in zip(*speeds[player.name], strict=True))
        rows.append(
            {
                "name": player.name,
                "decisions_per_second": decisions,
                "choices_per_second": decisions * share_of_choices(player),
                "games_per_second": played,
                "decisions_per_game": length,
            }
        )
    return rows


def share_of_choices(player: Player) -> float:
    counted = [player.choices(seed) for seed in range(1, COUNTED + 1)]
    return sum(choices for choices, _ in counted) / sum(decisions for _, decisions in counted)


def one_of_each(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """For each game, pure Python and compiled: a battle of each of its scenarios, one after the other."""
    found: list[dict[str, Any]] = []
    for slug in games.names():
        for compiled in (False, True):
            mine = [
                r for r in rows if r["name"].startswith(f"umpire {slug} ") and r["name"].endswith(COMPILED) == compiled
            ]
            if not mine:
                continue
            seconds = sum(1 / row["games_per_second"] for row in mine)
            decisions = sum(row["decisions_per_second"] / row["games_per_second"] for row in mine)
            choices = sum(row["choices_per_second"] / row["games_per_second"] for row in mine)
            found.append(
                {
                    "name": f"umpire {slug}, one of each{COMPILED if compiled else ''}",
                    "decisions_per_second": decisions / seconds,
                    "choices_per_second": choices / seconds,
                    "games_per_second": len(mine) / seconds,
                    "decisions_per_game": decisions / len(mine),
                }
            )
    return found


def compare(rows: list[dict[str, Any]]) -> None:
    """Adds to each row how many times as many decisions and choices it makes in a second as catanatron."""
    peer = next(row for row in rows if row["name"] == PEER)
    for row in rows:
        for what in ("decisions", "choices"):
            row[f"{what}_ratio"] = row[f"{what}_per_second"] / peer[f"{what}_per_second"]


def compiled(rounds: int, only: str) -> list[dict[str, Any]]:
    """Our own figures from the compiled build of this source; none if there is no such build."""
    script = Path(__file__).resolve()
    where = [sys.executable, str(script.parent.parent / "tools" / "compile.py"), "--where"]
    found = subprocess.run(where, capture_output=True, text=True, check=False)
    if found.returncode:
        return []
    env = {**os.environ, "PYTHONPATH": found.stdout.strip()}
    words = [sys.executable, str(script), "--ours", "--rounds", str(rounds), "--only", only]
    rows: list[dict[str, Any]] = json.loads(subprocess.run(words, env=env, capture_output=True, check=True).stdout)
    return [{**row, "name": row["name"] + COMPILED} for row in rows]


# --- Copies of a game half way through ------------------------------------------------------------------------


def half_a_battle(slug: str, scenario: str) -> umpire.Battle:
    bots = {seat: RandomBot(number) for number, seat in enumerate(games.game(slug).seats)}
    halfway = our_game(slug, scenario)(1) // 2
    battle = umpire.battle(slug, scenario, seed=1)
    for _ in range(halfway):
        decision = battle.decision
        if decision is None:
            break
        battle.answer(bots[decision.seat].answer(battle.state, decision), decision.seat)
    return battle


def half_a_catan() -> Catan:
    halfway = catan(1) // 2
    game = Catan([RandomPlayer(color) for color in Color], seed=1)
    for _ in range(halfway):
        game.play_tick()
    return game


def half_a_backgammon() -> Any:
    halfway = sum(1 for _ in backgammon_states(1)) // 2
    for number, state in enumerate(backgammon_states(1)):
        if number == halfway:
            return state.clone()
    raise AssertionError("the game is shorter than its half")


def copies(only: str) -> dict[str, float]:
    calls: dict[str, Callable[[], Any]] = {}
    for slug, scenario in battles(only):
        battle = half_a_battle(slug, scenario)
        calls[f"umpire {slug} {scenario}, state"] = battle.state.copy
        calls[f"umpire {slug} {scenario}, battle with log"] = battle.copy
    calls[PEER] = half_a_catan().copy
    calls["OpenSpiel backgammon"] = half_a_backgammon().clone
    return medians(calls, repeats=201)


def report(rows: list[dict[str, Any]], copied: dict[str, float]) -> str:
    played = table(
        ["random games", "decisions/s", "ratio", "choices/s", "ratio", "games/s", "decisions/game"],
        [
            [
                row["name"],
                f"{row['decisions_per_second']:,.0f}",
                f"{row['decisions_ratio']:.2f}",
                f"{row['choices_per_second']:,.0f}",
                f"{row['choices_ratio']:.2f}",
                f"{row['games_per_second']:.2f}",
                f"{row['decisions_per_game']:.0f}",
            ]
            for row in rows
        ],
    )
    cloned = table(["a copy half way through", "time"], [[name, micro(s)] for name, s in copied.items()])
    return f"{played}\n\n{cloned}"


def main() -> None:
    parser = arguments("Whole random games against catanatron and OpenSpiel.")
    parser.add_argument("--rounds", type=int, default=7, help="rounds of which the median is taken")
    parser.add_argument("--only", default="", help="the battles of this game alone")
    parser.add_argument("--ours", action="store_true", help="our own battles alone, as JSON")
    asked = parser.parse_args()
    if asked.only and asked.only not in games.names():
        parser.error(f"there is no game {asked.only!r}; there is {', '.join(games.names())}")
    if asked.ours:
        print(json.dumps(measure(ours(asked.only), asked.rounds)))
        return
    rows = [*measure([*ours(asked.only), *others()], asked.rounds), *compiled(asked.rounds, asked.only)]
    rows += one_of_each(rows)
    compare(rows)
    copied = copies(asked.only)
    figures = {
        "bench": "battles",
        "versions": versions("catanatron", "open_spiel"),
        "games": rows,
        "copy_seconds": copied,
    }
    show(asked.json, figures, report(rows, copied))


if __name__ == "__main__":
    main()
