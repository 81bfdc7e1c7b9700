"""Numbers and dice in words."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from umpire.battle.events import Event, Thrown
from umpire.dice import Odds, Throw


def percent(share: float) -> str:
    """In whole percent, but 0 and 100 only for what never and what always happens.

    >>> percent(0.344), percent(0.001), percent(0.999), percent(1)
    ('34 %', 'under 1 %', 'over 99 %', '100 %')
    """
    if 0 < share < 0.005:
        return "under 1 %"
    return "over 99 %" if 0.995 < share < 1 else f"{100 * share:.0f} %"


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
    said: list[str] = []
    for throw in event.throws:
        scored = made(throw)
        if scored is not None:
            name = throw.purpose or event.text
            said.append(f"{scored} of {len(throw.faces)} {name}" if len(throw.faces) > 1 else _single(name, scored))
    if isinstance(event.answer, str):
        said.append(event.answer.replace("_", " "))
    elif isinstance(event.answer, int) and not isinstance(event.answer, bool):
        if len(event.throws) > 1 and last.need is not None:
            said.append(f"{event.answer} left")
        elif last.need is None and (len(last.faces) > 1 or event.answer != last.faces[0]):
            said.append(f"{event.answer} in all")
    elif last.need is None and len(last.faces) > 1:
        said.append(f"{sum(last.faces)} in all")
    return ", ".join(said)


def _single(name: str, scored: int) -> str:
    return f"{name}: {'made' if scored else 'missed'}"
