"""What happens, in words: events with their rules, every die with the number it had to score and why."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from rich.text import Text

from umpire.battle.events import Event, Thrown
from umpire.battle.view import View
from umpire.cli import maps
from umpire.dice import Reason, Throw

INDENT = 4
_BESIDE = 60
"""Reasons up to this length stand in the line of the dice, longer ones below it."""


class Known(NamedTuple):
    """A piece as news name it: its name, its label on the map, how its side is written."""

    name: str
    label: str
    style: str


def known_pieces(view: View, labels: maps.Labels) -> dict[str, Known]:
    """The pieces of a view by their ids."""
    labels.learn(view)
    return {p.id: Known(p.name, labels.of(p, view), maps.style_of(p, view)) for p in view.pieces}


def for_seat(events: Iterable[Event], seat: str | None) -> list[Event]:
    """The events that this seat may know of; None is a spectator."""
    return [event for event in events if event.only in ("", seat)]


def told(event: Event, pieces: dict[str, Known] | None = None) -> list[Text]:
    """An event as lines of text; pieces that are known are named with their label on the map."""
    if event.kind == "dice":
        return [text for throw in event.throws for text in _thrown(throw, event)]
    text = _named(event.text.strip(), [pieces[each] for each in event.pieces if each in pieces] if pieces else [])
    if event.kind in ("turn", "phase"):
        text.stylize("bold")
    if event.rule:
        text.append(f"  [{event.rule}]", "cyan dim")
    return [text]


def indent(text: Text) -> int:
    """How far to the right a line of news goes on below itself."""
    return min(2 * INDENT, len(text.plain) - len(text.plain.lstrip()) + INDENT)


def _named(said: str, pieces: Sequence[Known]) -> Text:
    """A sentence with the label of each piece behind its name."""
    found: list[tuple[int, int, Known]] = []
    for piece in sorted(pieces, key=lambda each: -len(each.name)):
        for match in re.finditer(rf"(?<!\w){re.escape(piece.name)}(?![\w-])", said):
            if not any(start < match.end() and match.start() < end for start, end, _ in found):
                found.append((match.start(), match.end(), piece))
                break
    text, at = Text(), 0
    for start, end, piece in sorted(found):
        text.append(said[at:start]).append(said[start:end], piece.style).append(f" [{piece.label}]", piece.style)
        at = end
    return text.append(said[at:])


# --- Dice ---


def _thrown(throw: Thrown, event: Event) -> list[Text]:
    text = Text(" " * INDENT)
    text.append(what_is_thrown(throw.purpose or event.text, len(throw.faces), throw.sides, throw.need, throw.goal))
    reasons = why(throw.reasons, len(throw.faces), throw.sides, throw.need)
    beside = len(reasons) <= _BESIDE
    if reasons and beside:
        text.append(f" ({reasons})", "dim")
    text.append(": ")
    for at, face in enumerate(throw.faces):
        if at:
            text.append(" ")
        if throw.counts(face):
            text.append(f"[{face}]", "bold green")
        else:
            text.append(str(face))
    text.append(_outcome(event, throw), "bold")
    if throw is event.throws[-1] and event.rule:
        text.append(f"  [{event.rule}]", "cyan dim")
    if not reasons or beside:
        return [text]
    return [text, Text(" " * (2 * INDENT) + reasons, "dim")]


def _outcome(event: Event, throw: Thrown) -> str:
    last = throw is event.throws[-1]
    if throw.each:
        scored = throw.made
        words = f" = {scored}" if len(throw.faces) > 1 else ", made" if scored else ", missed"
        if last and isinstance(event.answer, str):
            return f"{words}: {event.answer.replace('_', ' ')}"
        saved = last and len(event.throws) == 2 and isinstance(event.answer, int)
        return f"{words}, {event.answer} left" if saved else words
    if not last:
        return ""
    if isinstance(event.answer, int) and not (len(throw.faces) == 1 and event.answer == throw.faces[0]):
        return f" = {event.answer}"
    if isinstance(event.answer, str):
        return f" = {event.answer.replace('_', ' ')}"
    if throw.goal and len(throw.faces) > 1:
        return f" = {sum(throw.faces)}"
    return ""


def asked_for(throw: Throw) -> Text:
    """What somebody with real dice is to throw."""
    text = Text().append(_dice(throw.dice, throw.sides), "bold")
    wanted = what_is_thrown("", throw.dice, throw.sides, throw.need, throw.goal).partition(", ")[2]
    if said := ", ".join(each for each in (throw.purpose, wanted) if each):
        text.append(f": {said}")
    reasons = why(throw.reasons, throw.dice, throw.sides, throw.need)
    if reasons:
        text.append(f" ({reasons})", "dim")
    return text


def what_is_thrown(purpose: str, dice: int, sides: int, need: int | None, goal: str) -> str:
    """`shots: 3D6, 4+ needed`."""
    said = f"{purpose}: " if purpose else ""
    said += _dice(dice, sides)
    if need is not None:
        said += f", {need}+ needed" if need <= sides else f", {need}+ needed, which no die shows"
    elif goal:
        said += f", {goal}"
    return said


def _dice(dice: int, sides: int) -> str:
    return f"{dice}D{sides}" if dice != 1 else f"D{sides}"


# --- Reasons ---


def why(reasons: Sequence[Reason], dice: int = 0, sides: int = 6, need: int | None = None) -> str:
    """The terms of a number: `in the open 4, soft cover +1 FWC-HIT-02`.

    Where both the number of dice and the score have reasons, each is told apart: `5D6: Tanks 4, flank +1; 4+: ...`.
    """
    split = _split(reasons, dice, need)
    if split is None:
        return _terms(reasons)
    return f"{_dice(dice, sides)}: {_terms(reasons[:split])}; {need}+: {_terms(reasons[split:])}"


def _split(reasons: Sequence[Reason], dice: int, need: int | None) -> int | None:
    """How many of the reasons are for the dice; None if all are for one number."""
    if need is None or sum(reason.amount for reason in reasons) == need:
        return None
    for at in range(1, len(reasons)):
        ours, theirs = reasons[:at], reasons[at:]
        if sum(r.amount for r in ours) == dice and sum(r.amount for r in theirs) == need:
            return at
    return None


def _terms(reasons: Sequence[Reason]) -> str:
    """Terms said alike are added up, and a rule that gives several terms in a row is named once."""
    together: dict[tuple[str, str], tuple[int, int]] = {}
    for reason in reasons:
        amount, times = together.get((reason.text, reason.rule), (0, 0))
        together[reason.text, reason.rule] = (amount + reason.amount, times + 1)
    kept = list(together.items())
    if len(kept) < len(reasons):  # terms of one rule stand together
        order = list(dict.fromkeys(rule for _, rule in together))
        kept.sort(key=lambda item: order.index(item[0][1]))
    terms = []
    for at, ((text, rule), (amount, times)) in enumerate(kept):
        plain = at == 0 and not text[-1:].isdigit()  # `Militia 3 +3`, not `Militia 3 3`
        said = f"{text} {amount}" if plain else f"{text} {amount:+d}"
        if times > 1:
            said += f" ({times} times)"
        last = at + 1 == len(kept) or kept[at + 1][0][1] != rule
        terms.append(said + (f" {rule}" if rule and last else ""))
    return ", ".join(terms)
