"""What the dice of A War Transformed come to, as players say it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from umpire.dice.offered import Figure, Speech, Told, count, either, fates

ATTEMPTED = (Figure("succeeds", lambda outcome: outcome.result == "success"),)
ATTEMPT_WORDS = {"success": "succeeds", "failure": "fails"}

FIRST = (Figure("side A goes first", lambda outcome: outcome.winner == "a"),)
FIRST_WORDS = {"a": "side A goes first", "b": "side B goes first"}

HURT = Figure("hurt", lambda outcome: outcome.wounds > 0)
WOUNDS = {"wounds": count("wound")}
DICE = {"dice": count("die", "dice")}
SAVED = {"saved": either("saved", "not saved")}
REACHED = {"reached": either("reaches the enemy", "falls short")}
LEFT = {"models": count("model left", "models left"), "stress": count("stress marker")}
BURST = {"hits": count("hit"), "near": count("near miss", "near misses")}
UNDER_FIRE = {**LEFT, "pinned": either("Pinned", "not Pinned"), "shaken": either("Shaken", "not Shaken")}


def going_first(seat: str) -> Speech:
    """AWT-PR-02: the roll for priority as the side that is asked for its bid sees it."""
    winner = seat.lower()
    you = Figure("you go first", lambda outcome: outcome.winner == winner)
    return Speech((you,), fates(you, Figure("the enemy goes first", lambda outcome: True)))


def wounds(given: Mapping[str, Any]) -> Speech:
    """Wounds by their number; as many as the target has left wipe it out."""
    strength = given["strength"]
    gone = Figure("wiped out", lambda outcome: 0 < strength <= outcome.wounds)
    return Speech((HURT, gone))


def under_fire(given: Mapping[str, Any]) -> Speech:
    """What a Machine Gun leaves of a unit, against what there was before."""
    before, held, shaken = given["current"], given["stress"], given["shaken"]

    def lost(outcome: Any) -> bool:
        return bool(outcome.models < before)

    return Speech(
        (Figure("hurt", lost), Figure("pinned", lambda outcome: outcome.pinned)),
        fates(
            Figure("destroyed", lambda outcome: outcome.models == 0),
            Figure("losses, and Pinned", lambda outcome: lost(outcome) and outcome.pinned),
            Figure("losses", lost),
            Figure("Pinned, no losses", lambda outcome: outcome.pinned),
            Figure("Shaken, no losses", lambda outcome: outcome.shaken and not shaken),
            Figure("another marker, no losses", lambda outcome: outcome.stress > held),
            Figure("nothing", lambda outcome: True),
        ),
    )


FAILED = {**LEFT, "failed": count("test failed", "tests failed")}


def failed(outcome: Any) -> Told:
    """Devastating Tests by how many of them go wrong."""
    return Told(outcome.failed, FAILED["failed"](outcome.failed))
