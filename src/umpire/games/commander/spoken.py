"""What fire and command rolls come to, as players say it: the words of both Commander games."""

from __future__ import annotations

from typing import Any

from umpire.dice import Tally
from umpire.dice.offered import Figure, fates

TERMS = {
    "CO": "commanding officer, who leads the whole side",
    "HQ": "headquarters, which gives orders under him",
    "CV": "command value: an order gets through on 2D6 up to it",
}
"""The short words of both games, for who has not read the rules."""

COMMAND_WORDS = {"double_one": "double one: goes through", "success": "goes through", "failure": "fails"}
OBEYED = (Figure("goes through", lambda command: command.result in ("success", "double_one")),)


def _is(*results: str) -> Any:
    return lambda outcome: outcome.result in results


def _lost(outcome: Any) -> bool:
    return outcome.result in ("ko", "ko_fall_back")


def _hurt(outcome: Any) -> bool:
    return outcome.unsaved > 0 or _lost(outcome)


HURT = (Figure("hurt", _hurt), Figure("knocked out", _lost))

WORDS = {
    "ko": "knocked out",
    "ko_fall_back": "lost falling back",
    "fall_back": "falls back",
    "held": "holds where it stands",
    "halted_on_friend": "falls back on friends",
    "unaffected": "not shaken",
}
"""Results by their names. Whether a unit that is `unaffected` or `held` was hit at all, only its unsaved hits tell."""

STRUCK = fates(
    Figure("knocked out", _is("ko")),
    Figure("lost falling back", _is("ko_fall_back")),
    Figure("falls back", _is("fall_back")),
    Figure("falls back on friends", _is("halted_on_friend")),
    Figure("suppressed", _is("suppressed")),
    Figure("hit, holds its ground", lambda outcome: outcome.result == "held" and outcome.unsaved > 0),
    Figure("hit, fights on", lambda outcome: outcome.unsaved > 0),
    Figure("nothing", lambda outcome: True),
)


def attack_value(dice: Tally) -> Tally:
    """Dice of one unit, whose own name stands beside them already: the first term is what it brings itself."""
    first, *rest = dice.reasons
    return Tally(dice.value, (first._replace(text="attack value"), *rest))
