"""The log of a battle: every answer and every die, in order."""

from __future__ import annotations

from typing import Any, NamedTuple

from umpire.dice import DiceRequest, Roll


class Entry(NamedTuple):
    """One line of the log, its data plain enough to be written to a file and read back equal.

    kind: "choice" (an answer of `seat`), "dice" (faces, throw by throw), "end" (an activation closed, with
    the hash of the state), "concede", "overrule" (agreed by both seats), "set dice" (the next faces of this
    activation, set by agreement), "taken back" (the log went on from an earlier activation).
    """

    kind: str
    ask: str
    rule: str
    seat: str
    data: Any


AGREED = ("overrule", "set dice", "taken back")
"""What both seats agreed on."""


class Drift(ValueError):
    """The log does not fit the rules: what was asked then is not what is asked now."""


def dice_entry(request: DiceRequest, roll: Roll) -> Entry:
    return Entry("dice", request.kind, request.rule, "", [list(faces) for faces in roll])


def expect(entry: Entry, kind: str, ask: str, rule: str) -> None:
    """Stop with a sentence if the log says something else than what the rules now ask."""
    if (entry.kind, entry.ask, entry.rule) != (kind, ask, rule):
        now, was = "the activation now ends", "the activation ended"
        if kind != "end":
            now = f"rule {rule or '(none)'} now asks for {ask or kind}"
        if entry.kind != "end":
            was = f"{entry.rule or 'the log'} asked for {entry.ask or entry.kind}"
        raise Drift(f"{now} where {was}")
