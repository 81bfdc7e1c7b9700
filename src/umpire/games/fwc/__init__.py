"""Future War Commander: combined-arms battles of the near and far future.

`sequence.py` is the turn, `actions/` what units do, `procedures.py` the dice, `sheet.py` the figures, `rules.toml`
every rule with its ID, `forces/` and `scenarios/` the content.
"""

from umpire.battle.contract import Game
from umpire.games.fwc.game import FutureWarCommander

GAME: Game = FutureWarCommander()

__all__ = ["GAME"]
