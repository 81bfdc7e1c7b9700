"""Advice on every decision of the game, by exact odds, threat and objectives.

`value.py` says what figures, volleys and places are worth, `plans.py` what a unit could do with an action, `choose.py`
answers the decisions by it.
"""

from umpire.games.fubar.bot.choose import advise

__all__ = ["advise"]
