"""FUBAR Imperial Commander: single soldiers of a far future, squad against squad.

Where to look: `sequence` is the turn; `actions/` each thing a unit can do; `procedures`, `volleys` and `hulls` the
dice; `needs` the scores; `sheet` and `armoury` the figures; `rules.toml` every rule in a sentence.
"""

from umpire.battle.contract import Game
from umpire.games.fubar.game import ImperialCommander

GAME: Game = ImperialCommander()

__all__ = ["GAME"]
