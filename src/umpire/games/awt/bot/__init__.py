"""Advice on every decision of A War Transformed."""

from umpire.games.awt.bot.choose import advise

__all__ = ["advise"]
