"""Numbers and dice in words."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from umpire.battle.events import Event, Thrown
from umpire.battle.words import percent
from umpire.dice import Odds, Throw


def exact(share: Fraction) -> str:
    """A fraction whole, or by its ends if it is long."""
    text = str(share)
    return text if len(text) <= 40 else f"{text[:18]}…{text[-18:]}"


def value_words(value: Any, words: Mapping[str, str]) -> str:
    """The value of an outcome as players say it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None:
        return "none"
    text = str(value)
    return words.get(text, text.replace("_", " "))


def in_short(odds: Odds, words: Mapping[str, str], most: int = 3) -> str:
    """The likeliest values of the first field: `knocked out 12 %, suppressed 40 %`; many numbers by their mean."""
    if not odds.fields:
        return ""
    field = odds.fields[0]
    found = odds.by(field)
    if all(isinstance(value, bool) for value in found):
        return f"{field.replace('_', ' ')} {percent(float(found.get(True, 0)))}"
    if len(found) > most and all(isinstance(value, int) for value in found):
        return f"{field.replace('_', ' ')} {float(odds.mean(field)):.1f} on average"
    shares = sorted(found.items(), key=lambda pair: -pair[1])
    told = [f"{value_words(value, words)} {percent(float(share))}" for value, share in shares[:most]]
    return ", ".join(told) + (", ..." if len(shares) > most else "")


# --- Dice ---


def dice(count: int, sides: int) -> str:
    return f"{count}D{sides}" if count != 1 else f"D{sides}"


def to_throw(throw: Throw) -> str:
    """`3D6, 4+ needed`."""
    said = dice(throw.dice, throw.sides)
    if throw.need is not None:
        return said + f", {throw.need}+ needed"
    return said + (f", {throw.goal}" if throw.goal else "")


def made(throw: Thrown) -> int | None:
    """How many dice scored what they needed; None where no single die decides."""
    return throw.made if throw.each else None


def dice_words(event: Event) -> str:
    """What the dice of an event did, in a few words."""
    if not event.throws:
        return ""
    last = event.throws[-1]
    said = [_scored(throw, event.text) for throw in event.throws if throw.each]
    answer = event.answer
    if isinstance(answer, str):
        said.append(answer.replace("_", " "))
    elif last.each:
        if len(event.throws) > 1 and isinstance(answer, int) and not isinstance(answer, bool):
            said.append(f"{answer or 'none'} left")
    elif len(last.faces) > 1:
        total = sum(last.faces)
        counts = isinstance(answer, int) and answer != total
        said.append(f"{answer} counts" if counts else f"{total} in all")
    return ", ".join(said)


_DONE = {"hits": "hit", "shots": "hit", "saves": "saved", "save": "saved"}
"""What a die has done that scored, where players have a word for it."""


def _scored(throw: Thrown, about: str) -> str:
    """What the dice of a throw did, each for itself: `3 of 6 hit`, `not saved`, `suppression: 1 of 2`."""
    name, mark, of = (throw.purpose or about).partition(" (")
    scored, dice_ = throw.made, len(throw.faces)
    word = _DONE.get(name)
    if dice_ > 1:
        return f"{scored} of {dice_} {word}{mark}{of}" if word else f"{throw.purpose or about}: {scored} of {dice_}"
    if word:
        return word + mark + of if scored else f"not {word}" if word == "saved" else "missed"
    return f"{throw.purpose or about}: {'made' if scored else 'missed'}"
