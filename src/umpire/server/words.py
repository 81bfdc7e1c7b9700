"""Numbers and dice in words."""

from __future__ import annotations

from fractions import Fraction

from umpire.battle.events import Event, Thrown
from umpire.dice import Throw
from umpire.dice.offered import is_whole
from umpire.dice.spoken import digits


def exact(share: Fraction) -> str:
    """A fraction whole, or by its ends if it is long."""
    text = digits(share.numerator)
    if share.denominator != 1:
        text += "/" + digits(share.denominator)
    return text if len(text) <= 40 else f"{text[:18]}…{text[-18:]}"


# --- Dice ---


def dice(count: int, sides: int) -> str:
    return f"{count}D{sides}" if count != 1 else f"D{sides}"


def to_throw(throw: Throw) -> str:
    """`3D6, 4+ needed`; of the highest face, `3D6, 6 needed`."""
    said = dice(throw.dice, throw.sides)
    if throw.need is not None:
        beyond = ", which no die shows" if throw.need > throw.sides else ""
        return said + f", {throw.need}{'' if throw.need == throw.sides else '+'} needed{beyond}"
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
        if len(event.throws) > 1 and is_whole(answer):
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
