"""Advice on every decision of the game, by exact odds, threat and objectives.

`value.py` says what units, shots and places are worth; `choose.py` answers the decisions by it. Only what the deciding
seat may know is looked at: hidden enemies do not exist for it, and how far it is to whom it would charge it guesses as
a player does by eye (`value.guessed`).
"""

from umpire.games.bptc.bot.choose import advise

__all__ = ["advise"]
