"""What the dice of Seven Days to the River Rhine come to, as players say it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from umpire.dice.offered import Figure, Speech, count, either, fates

OUT = ("kaboom", "foom", "abandoned", "destroyed")
STOPPED = ("broken", *OUT)
"""Whoever is Broken or out of play does not go on with what it was about to do."""

FATES = (("kaboom", "Kaboom"), ("foom", "Foom"), ("abandoned", "abandoned"), ("destroyed", "destroyed"))

BEGINS = {"a": "side A begins", "b": "side B begins", "tie": "a tie"}
REACTION_WORDS = {"seized": "reacts and seizes the initiative", "reacted": "reacts", "failed": "does not react"}
AIR_WORDS = {
    "missed": "comes through",
    "aborted": "turned away",
    "attacks_then_lost": "attacks, then is lost",
    "shot_down": "shot down",
}
FATE_WORDS = {
    "kaboom": "Kaboom",
    "foom": "Foom",
    "broken": "Broken",
    "standing": "still standing",
    "halted": "halted on its way",
    "not_fired": "not fired at",
}
SEIZED = {"seized": either("initiative seized", "initiative kept")}
ASSAULT_WORDS = {"won": "won", "lost": "lost", "tie": "a tie: thrown back"}

OBEYS = (Figure("obeys", lambda outcome: outcome.passed),)
REACTS = (
    Figure("reacts", lambda outcome: outcome.result != "failed"),
    Figure("seizes initiative", lambda outcome: outcome.result == "seized"),
)
AIR = (
    Figure("stopped", lambda outcome: outcome.result in ("aborted", "shot_down")),
    Figure("lost", lambda outcome: outcome.result in ("shot_down", "attacks_then_lost")),
)
MARKERS = {"markers": count("marker")}
DICE = {"dice": count("die", "dice")}
OBEYED = {"passed": either("obeys", "does not obey")}
CROSSED = {"passed": either("gets in", "does not get in")}
HIT = {"hit": either("hits", "misses")}


def _is(field: str, *values: str) -> Callable[[Any], bool]:
    return lambda outcome: getattr(outcome, field) in values


def shot(given: Mapping[str, Any]) -> Speech:
    """What a shot does, against the markers there were before: one more is a hit, none is nothing."""
    before = given["markers"]
    hurt = Figure("hurt", lambda outcome: outcome.markers != before)
    return Speech(
        (hurt, Figure("knocked out", lambda outcome: outcome.markers is None)),
        fates(
            *(Figure(words, _is("result", name)) for name, words in FATES),
            Figure("Broken", lambda outcome: outcome.result == "broken" and outcome.markers != before),
            Figure("hit, fights on", hurt.counts),
            Figure("nothing", lambda outcome: True),
        ),
    )


def rally(given: Mapping[str, Any]) -> Speech:
    """RHINE-BMC-02: how many markers a morale check takes off."""
    before = given["markers"]

    def off(outcome: Any) -> int:
        return -1 if outcome.markers is None else int(before - outcome.markers)

    return Speech(
        (Figure("rallies", lambda outcome: off(outcome) > 0), Figure("destroyed", lambda outcome: off(outcome) < 0)),
        fates(
            Figure("loses all its markers", lambda outcome: outcome.markers == 0 and before > 0),
            Figure("loses 2 markers", lambda outcome: off(outcome) == 2),
            Figure("loses 1 marker", lambda outcome: off(outcome) == 1),
            Figure("no better", lambda outcome: off(outcome) == 0),
            Figure("destroyed", lambda outcome: True),
        ),
    )


def _hurt(outcome: Any) -> bool:
    return outcome.target not in ("unhurt", "not_fired")


_AT_TARGET = (
    Figure("target knocked out", _is("target", *OUT)),
    Figure("target Broken", _is("target", "broken")),
    Figure("target hit, fights on", _is("target", "standing")),
)

MOVE_THEN_FIRE = (Figure("hurts", _hurt), Figure("stopped", _is("mover", *STOPPED)))
MOVED_AND_FIRED = fates(
    *_AT_TARGET,
    Figure("fires, nothing", _is("target", "unhurt")),
    Figure("stopped: knocked out", _is("mover", *OUT)),
    Figure("stopped: Broken", _is("mover", "broken")),
    Figure("halted on its way, no shot", _is("mover", "halted")),
    Figure("stopped: activation lost", lambda outcome: True),
)

REACTION_FIRE = (Figure("hurts", _hurt), Figure("stops it", _is("target", *STOPPED)))
REACTED_AND_FIRED = fates(
    *_AT_TARGET,
    Figure("fires, nothing", _is("target", "unhurt")),
    Figure("does not react", lambda outcome: True),
)

HELICOPTER_RUN = (Figure("hurts", _hurt), Figure("lost", _is("result", "shot_down", "attacks_then_lost")))


def _then_lost(figure: Figure) -> Figure:
    """What a helicopter's attack does that is its last."""
    return Figure(f"{figure.label}, but it is lost", lambda outcome: _doomed(outcome) and figure.counts(outcome))


def _doomed(outcome: Any) -> bool:
    return bool(outcome.result == "attacks_then_lost")


RUN = fates(
    Figure("shot down before it fires", _is("result", "shot_down")),
    Figure("turned away", _is("result", "aborted")),
    *map(_then_lost, _AT_TARGET),
    Figure("nothing, and it is lost", _doomed),
    *_AT_TARGET,
    Figure("nothing", lambda outcome: True),
)
