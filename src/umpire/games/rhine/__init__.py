"""Seven Days to the River Rhine: a Cold War that turned hot, platoon against company.

Where to look: `sequence` is the turn; `tokens` what a side may spend a token on; `activation`, `plan` and `reaction`
one activation with the enemy's interrupt; `actions/` each thing a unit can do; `procedures` the dice; `sheet` the
figures; `rules.toml` every rule in a sentence.
"""

from umpire.battle.contract import Game
from umpire.games.rhine.game import SevenDays

GAME: Game = SevenDays()

__all__ = ["GAME"]
