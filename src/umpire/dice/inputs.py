"""The inputs of procedures that are offered to the outside: what each may be, and reading what is given for it.

A wrong one is refused with one sentence that names it and says what it may be.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from decimal import ROUND_HALF_UP, Decimal
from typing import Any, TypeGuard

REQUIRED: Any = object()

MOST_DIGITS = 100
"""Of a number without a limit of its own: a mean of longer ones is no float, and Python writes out only thousands."""


class BadInput(ValueError):
    """An input nobody can use: the message is one sentence for a person."""


def shown(value: Any, most: int = 60) -> str:
    """Any value as a sentence can show it: cut short, and what cannot be written out by what it is."""
    try:
        text = repr(value)
    except Exception:  # a number of more digits than Python writes, or anybody's own object
        text = "a number too long to write" if isinstance(value, int) else "something that cannot be written"
    return text if len(text) <= most else text[: most - 3] + "..."


class Input:
    """One input of a procedure: its name, default, and what it may be (`says`).

    `example` is a value to begin with in a form, where the default tells nothing.
    """

    __slots__ = ("default", "example", "name", "says", "text")

    def __init__(self, name: str, says: str, default: Any = REQUIRED, text: str = "", example: Any = None) -> None:
        self.name = name
        self.says = says
        self.default = default
        self.text = text
        self.example = example

    def refuse(self, value: Any) -> BadInput:
        return BadInput(f"{self.name} must be {self.says}, not {shown(value)}.")

    def entries(self, value: Any, most: int) -> Sequence[Any]:
        """The entries of a list, no more than so many, or `BadInput`."""
        if not isinstance(value, list | tuple):
            raise self.refuse(value)
        if len(value) > most:
            raise BadInput(f"{self.name} may have up to {most} entries, not {len(value)}.")
        return value

    def read(self, value: Any) -> Any:
        """The value as the procedure takes it (hashable), or `BadInput`."""
        raise NotImplementedError


def is_whole(value: Any) -> TypeGuard[int]:
    """Whether it is a whole number; True and False are none."""
    return isinstance(value, int) and not isinstance(value, bool)


def is_number(value: Any) -> TypeGuard[int | float]:
    """Whether it is a number, whole or not; True and False are none."""
    return isinstance(value, int | float) and not isinstance(value, bool)


class Whole(Input):
    """A whole number within limits; `none` admits null, with the meaning given."""

    __slots__ = ("least", "most", "none")

    def __init__(
        self,
        name: str,
        least: int | None = None,
        most: int | None = None,
        default: Any = REQUIRED,
        text: str = "",
        none: str = "",
    ) -> None:
        says = "a whole number"
        if least is not None and most is not None:
            says += f" from {least} to {most}"
        elif least is not None:
            says += f" of {least} or more"
        elif most is not None:
            says += f" of {most} or less"
        if none:
            says += f" or null ({none})"
        super().__init__(name, says, default, text)
        self.least = least
        self.most = most
        self.none = none

    def read(self, value: Any) -> Any:
        if value is None and self.none:
            return None
        if not is_whole(value):
            raise self.refuse(value)
        if (self.least is not None and value < self.least) or (self.most is not None and value > self.most):
            raise self.refuse(value)
        if abs(value) >= 10**MOST_DIGITS:
            raise BadInput(f"{self.name} must be {self.says}, not one of more than {MOST_DIGITS} digits.")
        return value


class Length(Input):
    """A length within limits, `per` steps to the unit: read as a whole number of such steps."""

    __slots__ = ("least", "most", "per")

    def __init__(
        self,
        name: str,
        default: Any = REQUIRED,
        text: str = "",
        per: int = 100,
        unit: str = "cm",
        least: float = 0,
        most: float = 1_000_000,
    ) -> None:
        super().__init__(name, f"a length from {least} to {most} {unit}", default, text)
        self.per = per
        self.least = least
        self.most = most

    def read(self, value: Any) -> int:
        if not is_number(value):
            raise self.refuse(value)
        if not self.least <= value <= self.most:  # refuses nan and infinity as well
            raise self.refuse(value)
        return int((Decimal(str(value)) * self.per).to_integral_value(ROUND_HALF_UP))  # as tables measure


class Flag(Input):
    __slots__ = ()

    def __init__(self, name: str, text: str = "", default: bool = False) -> None:
        super().__init__(name, "true or false", default, text)

    def read(self, value: Any) -> bool:
        if not isinstance(value, bool):
            raise self.refuse(value)
        return value


class Choice(Input):
    __slots__ = ("choices",)

    def __init__(self, name: str, choices: Sequence[str], default: Any = REQUIRED, text: str = "") -> None:
        super().__init__(name, "one of " + ", ".join(choices), default, text)
        self.choices = tuple(choices)

    def read(self, value: Any) -> str:
        if not isinstance(value, str) or value not in self.choices:
            raise self.refuse(value)
        return value


class Wholes(Input):
    """A list of whole numbers."""

    __slots__ = ("least", "most")

    def __init__(self, name: str, least: int, most: int, default: Any = REQUIRED, text: str = "") -> None:
        super().__init__(name, f"a list of whole numbers from {least} to {most}", default, text)
        self.least = least
        self.most = most

    def read(self, value: Any) -> tuple[int, ...]:
        for item in self.entries(value, 200):
            if not is_whole(item) or not self.least <= item <= self.most:
                raise self.refuse(value)
        return tuple(value)


class Groups(Input):
    """Groups of dice, each `[dice, score needed]`."""

    __slots__ = ("dice", "scores")

    def __init__(
        self,
        name: str,
        default: Any = REQUIRED,
        text: str = "",
        dice: int = 500,
        scores: tuple[int, int] = (2, 6),
    ) -> None:
        low, high = scores
        super().__init__(name, f"a list of [dice 0 to {dice}, score {low} to {high}]", default, text)
        self.dice = dice
        self.scores = scores

    def read(self, value: Any) -> tuple[tuple[int, int], ...]:
        low, high = self.scores
        groups: list[tuple[int, int]] = []
        for item in self.entries(value, 50):
            if not isinstance(item, list | tuple) or len(item) != 2 or not all(map(is_whole, item)):
                raise self.refuse(value)
            dice, score = item
            if not 0 <= dice <= self.dice or not low <= score <= high:
                raise self.refuse(value)
            groups.append((dice, score))
        return tuple(groups)


class Row(Input):
    """Several values in a row, in the order of its columns: a game says how it reads them."""

    __slots__ = ("columns",)

    def __init__(
        self,
        name: str,
        says: str,
        columns: Sequence[Input],
        default: Any = REQUIRED,
        text: str = "",
        example: Any = None,
    ) -> None:
        super().__init__(name, says, default, text, example)
        self.columns = tuple(columns)


class Rows(Row):
    """A list of such rows."""

    __slots__ = ()


class Record(Input):
    """Several inputs under one name, as a table of them; `make` turns the values into what the procedure takes."""

    __slots__ = ("fields", "make")

    def __init__(self, name: str, fields: Sequence[Input], make: Callable[..., Any], text: str = "") -> None:
        known = ", ".join(
            each.name if each.default is REQUIRED else f"{each.name} ({_json(each.default)})" for each in fields
        )
        super().__init__(name, f"a record of {known}", text=text)
        self.fields = tuple(fields)
        self.make = make

    def read(self, value: Any) -> Any:
        if not isinstance(value, Mapping):
            raise self.refuse(value)
        names = [each.name for each in self.fields]
        for given in value:
            if given not in names:
                raise BadInput(f"{self.name} has no {shown(given)}; it has {', '.join(names)}.")
        read: list[Any] = []
        for each in self.fields:
            found = value.get(each.name, each.default)
            if found is REQUIRED:
                raise BadInput(f"{self.name} needs {each.name}: {each.says}.")
            try:
                read.append(each.read(found))
            except BadInput as bad:
                raise BadInput(f"{self.name}: {bad}") from None
        try:
            return self.make(*read)
        except BadInput as bad:
            raise BadInput(f"{self.name}: {bad}") from None


def _json(value: Any) -> str:
    return "null" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
