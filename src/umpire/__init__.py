"""Umpire referees miniature wargames. `docs/python.md` goes through the library.

>>> import umpire
>>> odds = umpire.odds("fwc", "casualties", groups=[[4, 4]], save=5, hits=3)
>>> odds.p(result="ko")
Fraction(1, 9)

A battle is asked for its open decision and answered:

>>> battle = umpire.battle("fwc", seed=7)
>>> while battle.result is None and len(battle.log) < 20:
...     battle.answer(battle.decision.default())
>>> again = umpire.load(umpire.save(battle))
>>> again.digest() == battle.digest()
True

What is not allowed is `Refused` with a sentence and the rule, and changes nothing. `umpire.games` tells which games and
scenarios there are, `umpire.bots` who plays them. `umpire.battle` is the function that makes a battle; what stands in
the package of that name is had by `from umpire.battle.view import View`.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from umpire import bots, games
from umpire.battle import savefile
from umpire.battle.contract import Game, opening_card
from umpire.battle.datafile import DataError
from umpire.battle.decisions import Decision, Refused
from umpire.battle.log import Drift
from umpire.battle.odds import find_procedure
from umpire.battle.savefile import BadSave
from umpire.battle.scenarios import read_scenario
from umpire.battle.session import Battle, RuleFailed
from umpire.battle.switches import BadOption
from umpire.dice import Odds
from umpire.dice.inputs import BadInput, Flag, Whole, shown
from umpire.games import UnknownGame

__version__ = "0.1.0"

__all__ = [
    "BadInput",
    "BadOption",
    "BadSave",
    "Battle",
    "DataError",
    "Decision",
    "Drift",
    "Odds",
    "Refused",
    "RuleFailed",
    "UnknownGame",
    "battle",
    "bots",
    "games",
    "load",
    "odds",
    "replay",
    "save",
]


def odds(game: str, procedure: str, *, options: Mapping[str, Any] | None = None, **inputs: Any) -> Odds:
    """The exact odds of one dice procedure of a game."""
    found = games.game(game)
    return find_procedure(found, procedure).odds(found.house(_given(options)), inputs)


def battle(
    game: str,
    scenario: str | os.PathLike[str] | None = None,
    *,
    options: Mapping[str, Any] | None = None,
    seed: int = 0,
    own_dice: bool = False,
) -> Battle:
    """A new battle; without a scenario, the game's opening one.

    A scenario is one of the game's by its name, or a `pathlib.Path`: a file of your own, whose text the battle carries.
    """
    found = games.game(game)
    given = _given(options)
    seed, own_dice = Whole("seed").read(seed), Flag("own_dice").read(own_dice)
    if scenario is None:
        scenario = opening_card(found.scenarios()).id
    elif isinstance(scenario, os.PathLike):
        own = read_scenario(found, scenario)
        scenario, given = own.card.id, {**given, **own.carried}
    elif not isinstance(scenario, str):
        raise Refused(f"a scenario is a name or a pathlib.Path, not {shown(scenario)}.")
    return Battle(found, scenario, given, seed, own_dice)


def _given(options: Mapping[str, Any] | None) -> Mapping[str, Any]:
    if options is None:
        return {}
    if not isinstance(options, Mapping):
        raise BadOption(f"Options are given as a record of names and values, not {shown(options)}.")
    return options


def save(battle: Battle) -> bytes:
    """The battle as the bytes of a save file."""
    if not isinstance(battle, Battle):
        raise BadSave(f"only a battle can be saved, which {shown(battle)} is not.")
    return savefile.save(battle)


def load(data: bytes) -> Battle:
    """The battle of a save file; `BadSave` if it is damaged, not one, or of a game that is not installed.

    If the rules have changed since, `Battle.notice` says what that means for it. Its `events` and the points to go back
    to begin where it was saved; `Battle.recall` brings those before.
    """
    saved, game = _read(data)
    return savefile.load(saved, game)


def replay(data: bytes, to: int | None = None) -> Battle:
    """The battle of a save file played again from its start, as far as the first `to` lines of its log.

    Every line is checked on the way. From there it can go on, with dice that were never rolled before.
    """
    saved, game = _read(data)
    if to is not None:
        to = Whole("to", 0).read(to)
    try:
        return savefile.replay(saved, game, to, own_dice=False)
    except Drift as error:
        raise BadSave(f"the rules no longer take this log: {error}.") from None


def _read(data: bytes) -> tuple[savefile.Saved, Game]:
    if not isinstance(data, bytes | bytearray | memoryview):
        raise BadSave(f"a save file is bytes, not {shown(data)}.")
    saved = savefile.read(bytes(data))
    try:
        return saved, games.game(saved.game)
    except UnknownGame as error:
        raise BadSave(str(error)) from None
