"""What happens, in words: events with their rules, every die with the number it had to score and why."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.text import Text

from umpire.battle.events import Event, Thrown
from umpire.dice import Reason, Throw

_INDENT = "    "


def for_seat(events: Iterable[Event], seat: str | None) -> list[Event]:
    """The events that this seat may know of; None is a spectator."""
    return [event for event in events if event.only in ("", seat)]


def told(event: Event) -> list[Text]:
    """An event as lines of text."""
    if event.kind == "dice":
        return [_thrown(throw, event) for throw in event.throws]
    text = Text(event.text if event.text[:1] != " " else event.text.strip())
    if event.kind in ("turn", "phase"):
        text.stylize("bold")
    if event.rule:
        text.append(f"  [{event.rule}]", "cyan dim")
    return [text]


def _thrown(throw: Thrown, event: Event) -> Text:
    text = Text(_INDENT)
    text.append(what_is_thrown(throw.purpose or event.text, len(throw.faces), throw.sides, throw.need, throw.goal))
    if throw.reasons:
        text.append(f" ({why(throw.reasons)})", "dim")
    text.append(": ")
    for at, face in enumerate(throw.faces):
        if at:
            text.append(" ")
        if throw.need is not None and face >= throw.need:
            text.append(f"[{face}]", "bold green")
        else:
            text.append(str(face))
    if throw is event.throws[-1]:
        text.append(_outcome(event, throw))
        if event.rule:
            text.append(f"  [{event.rule}]", "cyan dim")
    return text


def _outcome(event: Event, throw: Thrown) -> str:
    if isinstance(event.answer, int) and not (len(throw.faces) == 1 and event.answer == throw.faces[0]):
        return f" = {event.answer}"
    if isinstance(event.answer, str):
        return f" = {event.answer.replace('_', ' ')}"
    if throw.goal and len(throw.faces) > 1:
        return f" = {sum(throw.faces)}"
    return ""


def asked_for(throw: Throw) -> Text:
    """What somebody with real dice is to throw."""
    text = Text(what_is_thrown(throw.purpose, throw.dice, throw.sides, throw.need, throw.goal))
    if throw.reasons:
        text.append(f" ({why(throw.reasons)})", "dim")
    return text


def what_is_thrown(purpose: str, dice: int, sides: int, need: int | None, goal: str) -> str:
    """`shots: 3D6, 4+ needed`."""
    said = f"{purpose}: " if purpose else ""
    said += f"{dice}D{sides}" if dice != 1 else f"D{sides}"
    if need is not None:
        said += f", {need}+ needed" if need <= sides else f", {need}+ needed, which no die shows"
    elif goal:
        said += f", {goal}"
    return said


def why(reasons: Sequence[Reason]) -> str:
    """The terms of a number: `in the open 4, soft cover +1 FWC-HIT-02`."""
    terms = []
    for at, reason in enumerate(reasons):
        amount = str(reason.amount) if at == 0 else f"{reason.amount:+d}"
        terms.append(f"{reason.text} {amount}" + (f" {reason.rule}" if reason.rule else ""))
    return ", ".join(terms)
