"""A decision on the screen: its choices by number, and what somebody types as an answer."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from umpire.battle.decisions import (
    Call,
    Decision,
    Option,
    PickOne,
    PickSome,
    Place,
    PutInOrder,
    ShareOut,
    YesNo,
    options_of,
    plain,
)
from umpire.battle.preview import Preview
from umpire.battle.view import View
from umpire.battle.ways import answer_words, described, different_first
from umpire.battle.words import listed, tidy
from umpire.cli import routes
from umpire.cli.frame import Complaint
from umpire.dice.inputs import shown

D10 = 10
YES = ("y", "yes", "true")
NO = ("n", "no", "false")


def choices(decision: Decision, view: View, labels: Mapping[str, str]) -> list[str]:
    """The numbered choices in words, number 1 the first.

    `labels` has the label of each piece on the map by its id; a choice that names its piece shows it.
    """
    if isinstance(decision, Place):
        return [described(route, decision, view, labels) for route in different_first(decision.routes())]
    if isinstance(decision, YesNo):
        return ["yes", "no"]
    if isinstance(decision, ShareOut):
        most = decision.most
        return [f"{_words(option, view, labels)} (0 to {most[option.key]})" for option in decision.options]
    return [_words(option, view, labels) for option in options_of(decision)]


def labels(decision: Decision, view: View) -> list[str]:
    """The numbered choices by their bare names."""
    if isinstance(decision, Place):
        return choices(decision, view, {})
    return [option.label for option in options_of(decision)]


def calls(decision: Decision) -> list[Call | None]:
    """What hangs on each of the numbered choices, where dice are rolled for it."""
    if isinstance(decision, Place):
        odds = decision.odds
        return [odds(route) for route in different_first(decision.routes())] if odds is not None else []
    return [option.odds for option in options_of(decision)]


def _words(option: Option, view: View, labels: Mapping[str, str]) -> str:
    name = next((piece.name for piece in view.pieces if piece.id == option.piece), "")
    words = option.label
    if name and name in words:
        words = words.replace(name, f"{name} [{labels[option.piece]}]", 1)
    return words + (f"  - {option.detail}" if option.detail else "")


def how_to(decision: Decision) -> str:
    """What may be typed, in a line."""
    if isinstance(decision, PickSome):
        count = f"{decision.least}" if decision.least == decision.most else f"{decision.least} to {decision.most}"
        none = "" if decision.least else "; none"
        if len(decision.options) == 1:
            return f"1{none}"
        everybody = "; all" if decision.most == len(decision.options) else ""
        return f"{count} of the numbers or labels, such as 1 3 or 1-3{everybody}{none}"
    if isinstance(decision, PutInOrder):
        return "all numbers in their order, such as 2 1 3"
    if isinstance(decision, ShareOut):
        return f"{decision.total} to share out: number=share, such as 1=2 3=1"
    if isinstance(decision, Place):
        more = "" if decision.shape == "point" else ", or: path x,y x,y [facing]"
        by_hand = "; behind it, for single figures: with NAME X Y" if decision.party else ""
        return f"a number, or a place as: to X Y [facing]{more}{by_hand}"
    if isinstance(decision, YesNo):
        return "y or n"
    return "a number"


def preview_words(preview: Preview, view: View) -> list[str]:
    """What would come of a choice, in lines."""
    lines = list(preview.lines)
    if touched := [piece.name for piece in view.pieces if piece.id in preview.pieces]:
        lines.append(f"touched: {listed(touched)}")
    if preview.figures:
        spots = [f"{figure.name or figure.id} {tidy(figure.x)}, {tidy(figure.y)}" for figure in preview.figures]
        lines.append(f"figures at: {'; '.join(spots)}")
    lines += [f"template at {tidy(x)}, {tidy(y)}" for x, y, _ in preview.circles]
    return lines


def find_option(words: str, decision: Decision, labels: Mapping[str, str]) -> Option:
    """The option that somebody names."""
    options = options_of(decision)
    if not options:
        raise Complaint("there is nothing to choose from here.")
    return options[_option(words, options, labels)]


def usual(decision: Decision, view: View, answer: Any = None) -> str:
    """What Enter answers (if nothing else is said, the default), in words as far as they are few."""
    if answer is None:
        answer = decision.default()
    words = answer_words(answer, decision, view)
    options = options_of(decision)
    if len(words) <= 60 or not isinstance(answer, list) or not options:
        return words
    keys = [option.key for option in options]
    return " ".join(str(keys.index(key) + 1) for key in answer)


def read_answer(text: str, decision: Decision, view: View, labels: Mapping[str, str] | None = None) -> Any:
    """The answer somebody typed; `Complaint` if it cannot be understood. The rules judge it afterwards.

    With `labels` (of pieces by their ids) an option can be named by the label of its piece on the map.
    """
    words = text.strip()
    if not words:
        return decision.default()
    if isinstance(decision, YesNo):
        return _yes_no(words.casefold())
    if isinstance(decision, Place):
        return _place(words, decision, view)
    options = options_of(decision)
    if isinstance(decision, ShareOut):
        return _shares(words, options)
    if isinstance(decision, PickOne):
        return options[_option(words, options, labels or {})].key
    if words.casefold() in ("all", "none"):
        return [option.key for option in options] if words.casefold() == "all" else []
    if not (typed := [word for word in re.split(r"[\s,]+", words) if word]):
        raise Complaint(f"{shown(words)} names nothing; ? tells what there is.")
    at = [each for word in typed for each in _several(word, options, labels or {})]
    return [options[each].key for each in at]


def _place(words: str, decision: Place, view: View) -> Any:
    if routes.is_typed(words):
        return routes.read_route(words, decision, view)
    offered = different_first(decision.routes())
    return plain(offered[_number(words, len(offered))])


def _several(word: str, options: Sequence[Option], labels: Mapping[str, str]) -> list[int]:
    """One option, or several in a row: `3-6`, `6-3`, and by labels `I1-I4`, of which those that are offered."""
    if span := re.fullmatch(r"(\d{1,6})-(\d{1,6})", word):
        first, last = (_number(end, len(options)) for end in span.groups())
        return _row(first, last)
    if span := re.fullmatch(r"([A-Za-z]+)(\d{1,3})-(?:\1)?(\d{1,3})", word):
        letters, *ends = span.groups()
        named = {labels[option.piece]: at for at, option in enumerate(options) if option.piece in labels}
        row = [f"{letters}{number}" for number in _row(*map(int, ends))]
        if found := [named[label] for label in row if label in named]:
            return found
    return [_option(word, options, labels)]


def _row(first: int, last: int) -> list[int]:
    """From one number to another, up or down."""
    return list(range(first, last + 1) if first <= last else range(first, last - 1, -1))


def _some(found: Sequence[int], options: Sequence[Option]) -> str:
    told = [f"{at + 1} {options[at].label}" for at in found[:6]]
    return "; ".join(told) + ("; ..." if len(found) > 6 else "")


def _option(words: str, options: Sequence[Option], labels: Mapping[str, str]) -> int:
    """The option somebody means: by its number, the label of its piece, or the beginning of its words."""
    if not words.isdecimal():
        if named := [at for at, option in enumerate(options) if option.piece and labels.get(option.piece) == words]:
            if len(named) == 1:
                return named[0]
            raise Complaint(f"several choices are about {words}: {_some(named, options)}.")
        start = words.casefold()
        told = [at for at, option in enumerate(options) if option.label.casefold() == start]
        told = told or [at for at, option in enumerate(options) if option.label.casefold().startswith(start)]
        if len(told) == 1 and len(start) > 1:
            return told[0]
        if len(told) > 1:
            raise Complaint(f"several choices begin with {shown(words)}: {_some(told, options)}.")
        near = [at for at, option in enumerate(options) if labels.get(option.piece, "").casefold() == start]
        if len(near) == 1:  # of the labels that differ only in capitals one is offered: no other can be meant
            return near[0]
    return _number(words, len(options))


def _yes_no(words: str) -> bool:
    if words in (*YES, "1"):
        return True
    if words in (*NO, "2"):
        return False
    raise Complaint("y or n is asked for.")


def _number(word: str, count: int) -> int:
    """A number typed, counted from 0."""
    if not re.fullmatch(r"\d{1,6}", word) or not 1 <= int(word) <= count:
        numbers = f"a number from 1 to {count}" if count > 1 else "1"
        raise Complaint(f"{shown(word)} is neither {numbers} nor a command; ? tells what there is.")
    return int(word) - 1


def _shares(words: str, options: Sequence[Option]) -> dict[str, int]:
    shares: dict[str, int] = {}
    for word in re.split(r"[\s,]+", words):
        number, sign, share = word.partition("=")
        if not sign or not re.fullmatch(r"\d{1,6}", share):
            raise Complaint("shares are typed as number=share, such as 1=2 3=1.")
        key = options[_number(number, len(options))].key
        if key in shares:
            raise Complaint(f"{number} is given twice.")
        shares[key] = int(share)
    return shares


def read_faces(text: str, dice: int | None, sides: int) -> list[int]:
    """Faces typed: `4 2 6`, `4,2,6`, or `426` for several dice with one digit each; a D10 shows its ten as 0.

    Of dice that are not asked for yet only the largest is known (`dice` is None): what none of them shows are several
    dice, and a 0 is a ten if one of them has ten sides or more.
    """
    if not re.fullmatch(r"[\d\s,]{1,2000}", text):
        raise Complaint("the faces of the dice are typed, such as 4 2 6.")
    words = [word for word in re.split(r"[\s,]+", text.strip()) if word]
    if len(words) == 1 and (int(words[0][:6]) > sides if dice is None else dice > 1 and sides <= D10):
        words = list(words[0])
    faces = [int(word[:6]) for word in words]
    return [face or D10 for face in faces] if sides == D10 or (dice is None and sides > D10) else faces
