"""A War Transformed: the Western Front in a war that old gods and witches have joined.

Where to look: `sequence` is the round; `command` and `skills/` what tokens buy; `combat`, `conclusion` and `flight` the
close combats; `activation` and `actions/` what units do; `procedures` the dice; `sheet` the figures; `rules.toml` every
rule in a sentence.
"""

from umpire.battle.contract import Game
from umpire.games.awt.game import AWarTransformed

GAME: Game = AWarTransformed()

__all__ = ["GAME"]
