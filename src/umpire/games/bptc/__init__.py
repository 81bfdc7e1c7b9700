"""Black Powder Tactical Commander: horse and musket, battalions in their formations.

Where to look: `sequence` is the turn; `initiative`, `orders` and `ending` its phases; `actions/` what units do, one
file for each family; `procedures`, `charges` and `battering` the dice; `sheet` the figures; `rules.toml` every rule in
a sentence; `forces/` and `scenarios/` the content.
"""

from umpire.battle.contract import Game
from umpire.games.bptc.game import BlackPowderTacticalCommander

GAME: Game = BlackPowderTacticalCommander()

__all__ = ["GAME"]
