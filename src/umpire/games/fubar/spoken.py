"""What the dice of FUBAR Imperial Commander come to, as players say it."""

from __future__ import annotations

from typing import Any

from umpire.dice.offered import Figure, Speech, Told, count, either, fates

BEGINS = (Figure("side A begins", lambda outcome: outcome.winner == "a"),)
BEGIN_WORDS = {"a": "side A begins", "b": "side B begins"}

ACTIVATES = (Figure("activates", lambda outcome: outcome.activated),)
ACTIVATED = {"activated": either("activates", "does not activate")}

HURT = (
    Figure("hurt", lambda outcome: outcome.killed > 0 or outcome.suppressed > 0),
    Figure("kills", lambda outcome: outcome.killed > 0),
)
FALLEN = {"killed": count("killed", "killed"), "suppressed": count("suppressed", "suppressed")}
CASUALTIES = {"dead": count("dead", "dead"), "wounded": count("only wounded", "only wounded")}


def volley(outcome: Any) -> Told:
    """How many fall; where nobody does, whether anybody is suppressed. The most fallen first."""
    if outcome.killed:
        return Told(-outcome.killed, f"{outcome.killed} killed")
    return Told(1, "only suppressed") if outcome.suppressed else Told(2, "nothing")


DAMAGE = (
    Figure("hurt", lambda outcome: outcome.result != "untouched"),
    Figure("knocked out", lambda outcome: outcome.result in ("destroyed", "wrecked")),
)
DAMAGE_WORDS = {"untouched": "nothing", "damaged": "damaged, fights on"}
DAMAGED = {
    "light_damage": count("light damage", "light damage"),
    "weapons": count("weapon works", "weapons work"),
    "immobile": either("immobile", "can move"),
    "shaken": either("shaken", "not shaken"),
}

NEED = {"need": lambda need: f"{need} or more"}
SAVES = (Figure("saved", lambda outcome: outcome.saved),)
SAVED = {"saved": either("saved", "not saved")}
SURVIVORS = {"survivors": count("gets out", "get out")}
HITS = (Figure("attacker hits", lambda outcome: outcome.result == "attacker_hits"),)
MODIFIER = {"modifier": lambda number: f"{number:+d} on the die"}

PASSES = (Figure("passes", lambda outcome: outcome.passed),)
PASSED = {"passed": either("passes", "fails")}
SUCCEEDS = (Figure("succeeds", lambda outcome: outcome.passed),)
SUCCEEDED = {"passed": either("succeeds", "fails")}

RALLY = Speech(
    (Figure("rallies", lambda outcome: outcome.passed),),
    fates(Figure("rallies", lambda outcome: outcome.passed), Figure("stays broken", lambda outcome: True)),
)
"""FUBAR-MOR-06: the morale test of a unit that is broken."""

ON_TARGET = (Figure("on target", lambda outcome: outcome.on_target),)


def drifted(outcome: Any) -> Told:
    return Told(0, "on target") if outcome.on_target else Told(outcome.drift, f"drifts {outcome.drift} in")
