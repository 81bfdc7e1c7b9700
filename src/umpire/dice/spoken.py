"""Odds as people say them: page, terminal and log speak of an outcome with the same words, and their numbers add up."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, NamedTuple

from umpire.dice.odds import Odds
from umpire.dice.offered import Offered, Speech, Told, is_number


class Share(NamedTuple):
    """One thing that can come of it: its words, how likely it is, and which of the figures count it."""

    words: str
    share: Fraction
    figures: tuple[int, ...]


_PIECE = 4000
"""Digits that Python writes at once; it refuses a number of more than 4300."""


def digits(number: int) -> str:
    """A whole number with all its digits, however many: exact odds of many dice have thousands.

    >>> digits(-12), len(digits(10**9000))
    ('-12', 9001)
    """
    if number < 0:
        return "-" + digits(-number)
    pieces: list[str] = []
    while number >= 10**_PIECE:
        number, rest = divmod(number, 10**_PIECE)
        pieces.append(str(rest).zfill(_PIECE))
    return str(number) + "".join(pieces[::-1])


def percent(share: float | Fraction) -> str:
    """In whole percent, but 0 and 100 only for what never and what always happens.

    >>> percent(0.344), percent(0.001), percent(1 - Fraction(1, 10**300)), percent(1)
    ('34 %', 'under 1 %', 'over 99 %', '100 %')
    """
    if 0 < share < 0.005:
        return "under 1 %"
    return "over 99 %" if 0.995 < share < 1 else f"{100 * float(share):.0f} %"


def value_words(offered: Offered, field: str, value: Any) -> str:
    """The value of a field as players say it."""
    if value is None:
        return "none"
    if (said := offered.said.get(field)) is not None:
        return said(value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    text = str(value)
    return offered.words.get(text, text.replace("_", " "))


def field_words(offered: Offered, odds: Odds, field: str) -> list[tuple[Any, str, Fraction]]:
    """The values of a field with their words and shares: numbers in their order, all else by likelihood."""
    shares = odds.by(field)
    if numbers(odds, field):
        pairs = sorted(shares.items())
    else:  # what came true before what did not
        pairs = sorted(shares.items(), key=lambda pair: (pair[0] is not True, -pair[1]))
    return [(value, value_words(offered, field, value), share) for value, share in pairs]


def numbers(odds: Odds, field: str) -> bool:
    return all(map(is_number, odds.by(field)))


def figures(odds: Odds, speech: Speech) -> list[tuple[str, Fraction]]:
    """What stands on a target: the few shares that players ask for first."""
    return [
        (figure.label, sum((share for outcome, share in odds.items() if figure.counts(outcome)), Fraction(0)))
        for figure in speech.figures
    ]


def told(offered: Offered, outcome: Any, speech: Speech) -> str:
    """One outcome as players tell it."""
    if speech.told is not None:
        return speech.told(outcome).words
    field = outcome._fields[0]
    return value_words(offered, field, getattr(outcome, field))


def shares(offered: Offered, odds: Odds, speech: Speech) -> list[Share]:
    """All that can come of it, in groups as players tell them, each with the figures that count all of it."""
    if not odds.fields:
        return []
    telling = speech.told or _by_first_field(offered, odds)
    found: dict[Told, Fraction] = {}
    counted: dict[Told, tuple[int, ...]] = {}
    for outcome, share in odds.items():
        words = telling(outcome)
        found[words] = found.get(words, Fraction(0)) + share
        counting = tuple([at for at, figure in enumerate(speech.figures) if figure.counts(outcome)])
        before = counted.get(words, counting)
        counted[words] = tuple([at for at in before if at in counting])
    return [Share(words.words, found[words], counted[words]) for words in sorted(found)]


def _by_first_field(offered: Offered, odds: Odds) -> Callable[[Any], Told]:
    first = odds.fields[0]
    ranks = {value: Told(place, said) for place, (value, said, _) in enumerate(field_words(offered, odds, first))}
    return lambda outcome: ranks[getattr(outcome, first)]


def in_short(offered: Offered, odds: Odds, speech: Speech, most: int = 3) -> str:
    """In a line: the figures, `hurt 56 %, knocked out 12 %`; without any the likeliest, many numbers by their mean.

    Where there is only one way to come out, the mean of the next field is told too.
    """
    if not odds.fields:
        return ""
    asked = figures(odds, speech)
    if asked:
        return ", ".join(f"{label} {percent(share)}" for label, share in asked)
    field = odds.fields[0]
    all_shares = shares(offered, odds, speech)
    if len(all_shares) == 1 and len(odds.fields) > 1 and numbers(odds, odds.fields[1]):
        more = odds.fields[1]
        return f"{all_shares[0].words} 100 %, {more.replace('_', ' ')} {float(odds.mean(more)):.1f} on average"
    if len(all_shares) > most and numbers(odds, field):
        return f"{field.replace('_', ' ')} {float(odds.mean(field)):.1f} on average"
    ranked = [each for each in sorted(all_shares, key=lambda each: -each.share) if float(each.share) >= 0.005]
    said = [f"{each.words} {percent(each.share)}" for each in ranked[:most]]
    return ", ".join(said) + (", ..." if len(ranked) > most else "")
