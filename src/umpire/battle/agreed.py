"""Reading changes that the players agree on beside the rules: what every game lets them change in the same way."""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite
from typing import Any, NamedTuple, TypeVar

from umpire.battle.asking import Refused
from umpire.dice.offered import is_whole, shown
from umpire.table import mils

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
        raise Refused(f"there is no unit {shown(change['unit'])} to change.")
    return unit


def place_of(name: str, value: Any, size: tuple[int, int], lengths: str) -> int | None:
    """The new x or y in thousandths, or the new facing in degrees; None for what is none of these."""
    if name in ("x", "y") and number(value):
        return on_table(name, value, size, lengths)
    if name == "facing" and is_facing(value):
        facing: int = value
        return facing
    return None


def on_table(name: str, value: Any, size: tuple[int, int], lengths: str, rule: str = "") -> int:
    """An x or y in thousandths; `Refused` if it is none on a table of this size, told in `lengths`: cm, inches."""
    limit = size[0 if name == "x" else 1]
    if not number(value) or not 0 <= mils(value) <= limit:
        raise Refused(f"{name} must lie on the table, from 0 to {limit / 1000:g} {lengths}.", rule)
    return mils(value)


def is_facing(value: Any) -> bool:
    return is_whole(value) and 0 <= value < 360
