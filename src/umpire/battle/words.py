"""Words for the log: names in a row, lengths, ways over the table."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from math import atan2, degrees

from umpire.table import Point

_POINTS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")


def listed(names: Iterable[str]) -> str:
    """Names in a row; three or more numbered ones that follow each other are drawn together.

    >>> listed(["CO", "Militia 1", "Militia 2", "Militia 3", "Militia 5", "Mortar"])
    'CO, Militia 1-3, Militia 5, Mortar'
    """
    runs: list[list[str]] = []
    for name in names:
        if runs and _follows(runs[-1][-1], name):
            runs[-1].append(name)
        else:
            runs.append([name])
    return ", ".join(f"{run[0]}-{_number(run[-1])}" if len(run) > 2 else ", ".join(run) for run in runs)


def _number(name: str) -> int:
    found = re.search(r" (\d+)$", name)
    return int(found[1]) if found else 0


def _follows(name: str, other: str) -> bool:
    number = _number(name)
    return number > 0 and other == f"{name.rpartition(' ')[0]} {number + 1}"


def sentence(text: str) -> str:
    """The same words with a capital at their beginning.

    >>> sentence("the Reds concede"), sentence("")
    ('The Reds concede', '')
    """
    return text[:1].upper() + text[1:]


def counted(number: int, word: str) -> str:
    """A number of things.

    >>> counted(1, "token"), counted(2, "token")
    ('1 token', '2 tokens')
    """
    return f"{number} {word}{'' if number == 1 else 's'}"


def worth(things: Iterable[tuple[str, int]]) -> str:
    """What brings points: names in a row, each with how many.

    >>> worth([("Mill", 2), ("Ridge", 1)])
    'Mill 2, Ridge 1'
    """
    return ", ".join(f"{name} {points}" for name, points in things)


_SINGULAR = ("Corps", "Vickers")
"""Names that only look like a plural."""
_MANY = ("Wounded",)
"""Names of several that do not look like one."""


def plural(name: str) -> bool:
    """Whether a unit is called by a plural.

    >>> plural("Fusiliers 2"), plural("Line battalion 1"), plural("Seeress"), plural("Expeditionary Corps")
    (True, False, False, False)
    >>> plural("Guards of Line squad 2"), plural("Wounded of Line squad"), plural("Crew of Lancers")
    (True, True, False)
    """
    bare = name.rstrip(" 0123456789").partition(" of ")[0]
    if bare in _MANY:
        return True
    return bare[:1].isupper() and bare.endswith("s") and not bare.endswith(("ss", *_SINGULAR))


_PLURALS = {"is": "are", "has": "have", "does": "do", "was": "were", "goes": "go"}


def acts(name: str, verb: str) -> str:
    """Who does something; the verb is given for one.

    >>> acts("Line battalion 1", "charges"), acts("Hussars", "charges"), acts("Hussars", "tries")
    ('Line battalion 1 charges', 'Hussars charge', 'Hussars try')
    """
    return f"{name} {_of_many(verb) if plural(name) else verb}"


def all_act(names: Sequence[str], verb: str) -> str:
    """What one or several do; the verb is given for one.

    >>> all_act(["Scout"], "fires"), all_act(["Hussars"], "fires"), all_act(["Scout", "Hussars"], "fires")
    ('Scout fires', 'Hussars fire', 'Scout, Hussars fire')
    """
    return acts(names[0], verb) if len(names) == 1 else f"{listed(names)} {_of_many(verb)}"


def its(name: str) -> str:
    """What belongs to somebody.

    >>> its("Hussars 2"), its("Scout")
    ('their', 'its')
    """
    return "their" if plural(name) else "its"


def does(name: str) -> str:
    """The beginning of a question about somebody.

    >>> f"Where {does('Hussars')} go?", f"Where {does('Scout')} go?"
    ('Where do Hussars go?', 'Where does Scout go?')
    """
    return f"{'do' if plural(name) else 'does'} {name}"


def _of_many(verb: str) -> str:
    if verb in _PLURALS:
        return _PLURALS[verb]
    if verb.endswith("ies"):
        return verb[:-3] + "y"
    return verb[:-2] if verb.endswith(("shes", "ches", "sses", "xes")) else verb[:-1]


def agreeing(text: str, name: str) -> str:
    """A sentence that begins with a unit and what it does, the verb made to agree with the unit's name.

    >>> agreeing("Lancers clears its head", "Lancers"), agreeing("Scout is knocked out", "Scout")
    ('Lancers clear their head', 'Scout is knocked out')
    >>> agreeing("Lancers finds its way barred and stays", "Lancers")
    'Lancers find their way barred and stay'
    >>> agreeing("Lancers rallies: it is well", "Lancers"), agreeing("Lancers rallies and is well", "Lancers")
    ('Lancers rally: it is well', 'Lancers rally and are well')
    """
    if not plural(name) or not text.startswith(name + " "):
        return text
    verb = re.match("[a-z]*", text[len(name) + 1 :])
    if verb is None or not verb[0].endswith("s"):
        return text
    deed, colon, rest = text[len(name) + 1 + verb.end() :].partition(":")
    deed = _ANOTHER.sub(lambda also: f" and {_of_many(also[1])}", deed).replace(" its ", " their ")
    return f"{name} {_of_many(verb[0])}{deed}{colon}{rest}"


_ANOTHER = re.compile(r" and (is|has|does|goes|breaks|stays|needs|waits)\b")
"""What else somebody does whom a sentence begins with."""


def bearing(dx: float, dy: float) -> int:
    """The bearing of a way in whole degrees, 0 to the north, clockwise. For words only: rules measure with the table.

    >>> bearing(0, 5), bearing(-3, 0)
    (0, 270)
    """
    return round(degrees(atan2(dx, dy))) % 360


def compass(degree: float) -> str:
    """The nearest of the eight points.

    >>> compass(350), compass(90)
    ('north', 'east')
    """
    return _POINTS[round(degree / 45) % 8]


def heading(word: str) -> int | None:
    """The bearing that is called this, in whole or in short; None if none is.

    >>> heading("north-east"), heading("SW"), heading("up")
    (45, 225, None)
    """
    known = {point.replace("-", ""): 45 * at for at, point in enumerate(_POINTS)}
    short = {"".join(part[0] for part in point.split("-")): 45 * at for at, point in enumerate(_POINTS)}
    return {**known, **short}.get(word.casefold().replace("-", ""))


def way(start: Point, end: Point) -> str:
    """Where a straight way leads, by the compass.

    >>> way(Point(0, 0), Point(45_000, 10_500))
    'east'
    """
    return compass(bearing(end.x - start.x, end.y - start.y))


_KEYS = {"plus1": "+1", "deg360": "to the degree", "ceil": "rounded up", "floor": "rounded down"}


def keyed(text: str) -> str:
    """Words of house rules as people read them: their keys, alone or in a sentence, without underscores.

    >>> keyed("only reveal (reveal_only)"), keyed("plus1")
    ('only reveal (reveal only)', '+1')
    """
    text = re.sub(r"\b[a-z0-9]+(?:_[a-z0-9]+)+\b", lambda found: found[0].replace("_", " "), text)
    return re.sub(rf"\b(?:{'|'.join(_KEYS)})\b", lambda found: _KEYS[found[0]], text)


def tidy(mils: float) -> str:
    """Thousandths of a length as people read them.

    >>> tidy(10_000), tidy(6_660)
    ('10', '6.7')
    """
    return f"{mils / 1000:.1f}".removesuffix(".0")
