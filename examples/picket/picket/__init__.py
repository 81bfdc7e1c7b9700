"""Picket: two patrols meet at dawn. A small game that shows how one is written for Umpire."""

from picket.game import Picket
from umpire.battle.contract import Game

GAME: Game = Picket()

__all__ = ["GAME"]
