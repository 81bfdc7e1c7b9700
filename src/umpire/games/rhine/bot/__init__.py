"""Advice on every decision of the game, by exact odds, threat and objectives.

`value.py` says what units, shots and places are worth, `plans.py` what a unit could do with an activation, `choose.py`
answers the decisions by it.
"""

from umpire.games.rhine.bot.choose import advise

__all__ = ["advise"]
