"""Dice: what rules ask for, who answers, and exact odds.

A rule is a generator that yields requests (`Pool`, `Total`, `Die`, ...) and returns an outcome. `run` plays
it with a source of faces; `solve` works out every outcome with its weight; `Odds` is that answer in exact
fractions.

>>> from umpire.dice import Odds, Pool, Procedure, run, solve, ScriptedDice
>>> def volley(dice: int) -> Procedure[int]:
...     hits: int = yield Pool(dice, 4)
...     return hits
>>> run(volley(3), ScriptedDice(4, 1, 6))
2
>>> Odds(solve(volley, 3))[3]
Fraction(1, 8)
"""

from umpire.dice.modifier import Modifier
from umpire.dice.odds import Odds
from umpire.dice.requests import (
    Again,
    BadRoll,
    DiceRequest,
    Die,
    Direction,
    Faces,
    Margin,
    Pool,
    Procedure,
    Roll,
    Stage,
    Throw,
    Total,
    stage,
)
from umpire.dice.run import Runner, run
from umpire.dice.solve import EndlessLoop, clear, mean_runs, solve
from umpire.dice.sources import DiceSource, FastDice, ScriptedDice, SeededDice, roll_for
from umpire.dice.tally import Number, Reason, Tally, value_of
from umpire.dice.weights import Weights

__all__ = [
    "Again",
    "BadRoll",
    "DiceRequest",
    "DiceSource",
    "Die",
    "Direction",
    "EndlessLoop",
    "Faces",
    "FastDice",
    "Margin",
    "Modifier",
    "Number",
    "Odds",
    "Pool",
    "Procedure",
    "Reason",
    "Roll",
    "Runner",
    "ScriptedDice",
    "SeededDice",
    "Stage",
    "Tally",
    "Throw",
    "Total",
    "Weights",
    "clear",
    "mean_runs",
    "roll_for",
    "run",
    "solve",
    "stage",
    "value_of",
]
