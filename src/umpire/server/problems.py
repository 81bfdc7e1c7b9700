"""Whatever is asked for and cannot be had, as one clear sentence."""

from __future__ import annotations

import logging

from umpire.battle.datafile import DataError
from umpire.battle.decisions import Refused
from umpire.battle.savefile import BadSave
from umpire.battle.session import RuleFailed
from umpire.battle.switches import BadOption
from umpire.bots import UnknownBot
from umpire.dice import BadRoll, EndlessLoop
from umpire.dice.offered import BadInput
from umpire.games import UnknownGame

STATUS = {
    "bad": 422, "forbidden": 403, "unknown": 404, "stale": 409, "refused": 409, "large": 413, "fault": 500,
}  # fmt: skip


log = logging.getLogger("umpire.server")

LONG = 300
"""A sentence that repeats what somebody sent is cut off here."""


class Problem(Exception):
    """A refusal: a code for programs, a sentence for people, the rule that says so."""

    def __init__(self, code: str, sentence: str, rule: str = "") -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence[:1].upper() + (sentence[1:] if len(sentence) <= LONG else sentence[1:LONG] + " ...")
        self.rule = rule

    @property
    def status(self) -> int:
        return STATUS[self.code]


def at_fault(error: Exception) -> Problem:
    """Something broke in the program itself."""
    log.error("the server is at fault", exc_info=error)
    return Problem(
        "fault", f"the server itself is at fault ({type(error).__name__}); the battle stands as it is stored."
    )


SENTENCES = (
    BadInput, BadOption, BadRoll, BadSave, DataError, EndlessLoop, RuleFailed, Refused, UnknownBot, UnknownGame,
)  # fmt: skip
"""Errors of the house whose message is a sentence for people."""


def problem_of(error: Exception) -> Problem:
    """The refusal that an error of the engine amounts to."""
    if isinstance(error, Problem):
        return error
    if isinstance(error, Refused):
        return Problem("refused", error.sentence, error.rule)
    if isinstance(error, UnknownGame):
        return Problem("unknown", str(error))
    if isinstance(error, DataError):
        return Problem("bad", f"in {error}.")
    if isinstance(error, RuleFailed):
        log.error("a rule broke down", exc_info=error)
        return Problem("fault", str(error))
    return Problem("bad", str(error))
