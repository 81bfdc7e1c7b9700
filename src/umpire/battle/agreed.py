"""Reading changes that the players agree on beside the rules: what every game lets them change in the same way."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import isfinite
from typing import Any, NamedTuple, TypeVar

from umpire.battle.asking import Refused
from umpire.dice.offered import is_whole, shown
from umpire.table import Base, mils

U = TypeVar("U")


class Changeable(NamedTuple):
    """Something of a unit that players may change: a number, a mark that is there or not, or one of some words."""

    name: str
    kind: str = "number"
    choices: tuple[str, ...] = ()


PLACE = (Changeable("x"), Changeable("y"), Changeable("facing"))
"""What every game lets them change."""


def marks(*names: str) -> tuple[Changeable, ...]:
    return tuple([Changeable(name, "mark") for name in names])


def counts(*names: str) -> tuple[Changeable, ...]:
    return tuple([Changeable(name) for name in names])


def in_words(name: str, value: Any) -> str:
    """A change as players read it.

    >>> in_words("dug_in", True), in_words("hits", 2)
    ('dug in = yes', 'hits = 2')
    """
    said = {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value).replace("_", " ")
    return f"{name.replace('_', ' ')} = {said}"


def number(value: Any) -> bool:
    """Whether it is a number that can be measured."""
    return is_whole(value) or (isinstance(value, float) and isfinite(value))


def unit_to_change(units: Mapping[str, U], change: Mapping[str, Any], may: str) -> U:
    """The unit that a change names; `may` says what of one can be changed."""
    if not isinstance(change, Mapping) or "unit" not in change:
        raise Refused(f"a change names a unit and what of it is to change: {may}.")
    unit = units.get(str(change["unit"]))
    if unit is None:
        raise _nobody(change["unit"])
    return unit


def known_to(change: Any, secrets: Sequence[str]) -> None:
    """`Refused` if a change names what whoever asks for it may not know of: as if it were not there."""
    if isinstance(change, Mapping) and str(change.get("unit")) in secrets:
        raise _nobody(change["unit"])


def _nobody(name: Any) -> Refused:
    return Refused(f"there is no unit {shown(name)} to change.")


class Agreed(NamedTuple):
    """A change that can be made: where the unit then is, what else is different of it, and all of it in words."""

    place: tuple[int, int, int]
    values: Mapping[str, Any]
    words: str


def read_change(
    change: Mapping[str, Any], unit: str, base: Base, table: tuple[tuple[int, int], str], allowed: Allowed, may: str
) -> Agreed:
    """What a change makes of a unit called so that stands there; `Refused` if any of it cannot be.

    The table has a size and its lengths are told in cm or inches; `allowed` says what else may be set, `may` both.
    """
    size, lengths = table
    able = {**allowed, "facing": FACING}
    place = {"x": base.x, "y": base.y, "facing": base.facing}
    values: dict[str, Any] = {}
    for name, value in change.items():
        if name in ("x", "y") and number(value):
            place[name] = on_table(name, value, size, lengths)
        elif name != "unit":
            check_value(name, value, able, may)
            (place if name == "facing" else values)[name] = value
    said = [in_words(name, value) for name, value in change.items() if name != "unit"]
    if not said:
        raise Refused(f"say what of {unit} to change: {may}.")
    return Agreed((place["x"], place["y"], place["facing"]), values, f"by agreement, {unit}: {', '.join(said)}")


class Values(NamedTuple):
    """What something may be set to: whether a value is among them, and all of them in words."""

    fits: Callable[[Any], bool]
    words: str


Allowed = Mapping[str, Values]
"""What may be set of a unit besides its place, each with what it may be."""


def whole(least: int, most: int) -> Values:
    """A count within limits."""
    words = f"{least} to {most}" if least < most else f"{least} alone"
    return Values(lambda value: is_whole(value) and least <= value <= most, words)


def one_of(choices: Sequence[str]) -> Values:
    return Values(lambda value: value in choices, ", ".join([choice or "nothing ('')" for choice in choices]))


MARK = Values(lambda value: isinstance(value, bool), "true or false")
"""A mark is there or it is not."""


FACING = Values(lambda value: is_whole(value) and 0 <= value < 360, "0 to 359 degrees")


def check_value(name: str, value: Any, allowed: Allowed, may: str, rule: str = "") -> None:
    """`Refused` with what it may be set to; if it cannot be set at all, with what else can: `may`."""
    able = allowed.get(name)
    if able is None:
        raise Refused(f"{name} = {shown(value)} cannot be set; it may be {may}.", rule)
    if not able.fits(value):
        raise Refused(f"{name} = {shown(value)} cannot be set; {name} may be {able.words}.", rule)


def on_table(name: str, value: Any, size: tuple[int, int], lengths: str, rule: str = "") -> int:
    """An x or y in thousandths; `Refused` if it is none on a table of this size, told in `lengths`: cm, inches."""
    limit = size[0 if name == "x" else 1]
    # First by itself: of a number that is far too large no thousandths can be told.
    if not number(value) or abs(value) > limit or not 0 <= mils(value) <= limit:
        raise Refused(f"{name} must lie on the table, from 0 to {limit / 1000:g} {lengths}.", rule)
    return mils(value)
