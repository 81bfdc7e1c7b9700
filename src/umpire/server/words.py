"""Numbers and dice in words."""

from __future__ import annotations

from fractions import Fraction

from umpire.battle.events import Event, Thrown
from umpire.dice import Throw


def exact(share: Fraction) -> str:
    """A fraction whole, or by its ends if it is long."""
    text = str(share)
    return text if len(text) <= 40 else f"{text[:18]}…{text[-18:]}"


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
