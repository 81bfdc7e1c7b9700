"""House rules: the options of a game, what values they may have, and named sets of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from fractions import Fraction
from typing import TypeAlias

from umpire.battle.words import keyed, sentence
from umpire.dice.offered import is_whole, shown

Value: TypeAlias = "bool | int | str | Fraction"

PROFILE = "profile"
"""The word under which a profile is given among the options."""


class BadOption(ValueError):
    """No such house-rule option, or a value it may not have; one sentence for people."""


@dataclass(frozen=True)
class Option:
    """A house-rule switch: true or false, one of several words or numbers, a whole number, or a fraction."""

    name: str
    default: Value
    text: str
    rules: tuple[str, ...]
    choices: tuple[int | str, ...] = ()
    min: int | Fraction | None = None
    max: int | Fraction | None = None
    title: str = ""
    """What players call it, in a few words."""

    @property
    def called(self) -> str:
        """In players' words; one without a title is called by its name, read out."""
        return self.title or sentence(keyed(self.name))

    @property
    def may_be(self) -> str:
        """What values it takes, in words."""
        if self.choices:
            return "one of " + ", ".join(str(choice) for choice in self.choices)
        if isinstance(self.default, bool):
            return "true or false"
        kind = "a whole number" if isinstance(self.default, int) else "a fraction"
        if self.min is not None and self.max is not None:
            return f"{kind} from {self.min} to {self.max}"
        if self.min is not None:
            return f"{kind} of at least {self.min}"
        return kind if self.max is None else f"{kind} of at most {self.max}"

    def check(self, value: object) -> Value:
        """The value if the option may have it (a fraction may be given as text), else `BadOption`."""
        if self.choices:
            for choice in self.choices:
                if type(value) is type(choice) and value == choice:
                    return choice
        elif isinstance(self.default, bool):
            if isinstance(value, bool):
                return value
        elif isinstance(self.default, int):
            if is_whole(value) and self._in_range(value):
                return value
        else:
            fraction = fraction_of(value)
            if fraction is not None and self._in_range(fraction):
                return fraction
        raise self._refused(value)

    def parse(self, value: object) -> Value:
        """As `check`, but a text typed by somebody ("yes", "12") is read first."""
        if not isinstance(value, str):
            return self.check(value)
        typed = value.strip()
        if self.choices:
            for choice in self.choices:
                if typed.casefold() == str(choice).casefold():
                    return choice
        elif isinstance(self.default, bool):
            if typed.casefold() in _TYPED:
                return _TYPED[typed.casefold()]
        elif not isinstance(self.default, int):
            return self.check(typed)
        elif re.fullmatch(r"[+-]?[0-9]{1,9}", typed):
            return self.check(int(typed))
        raise self._refused(value)

    def _in_range(self, value: int | Fraction) -> bool:
        return (self.min is None or value >= self.min) and (self.max is None or value <= self.max)

    def _refused(self, value: object) -> BadOption:
        return BadOption(f"Option {self.name} may be {self.may_be}, not {shown(value, 40)}.")


_TYPED = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


def fraction_of(value: object) -> Fraction | None:
    if isinstance(value, bool) or not isinstance(value, (int, float, str, Fraction)):
        return None
    # The pattern also keeps out "1e999999999", over which Fraction would sit for hours.
    if not re.fullmatch(r"[+-]?[0-9]{1,9}(\.[0-9]{1,9}|/0*[1-9][0-9]{0,8})?", text := str(value)):
        return None
    return Fraction(text)


@dataclass(frozen=True)
class Profile:
    """A named set of option values, such as all that another edition of the rules has different."""

    name: str
    text: str
    values: Mapping[str, Value]


class Options:
    """All house-rule options of a game, by name, and its profiles; the first profile is the defaults."""

    def __init__(self, options: tuple[Option, ...], profiles: tuple[Profile, ...] = ()) -> None:
        self._by_name = {option.name: option for option in options}
        self.profiles = profiles

    def __iter__(self) -> Iterator[Option]:
        return iter(self._by_name.values())

    def __len__(self) -> int:
        return len(self._by_name)

    def __contains__(self, name: object) -> bool:
        return name in self._by_name

    def __getitem__(self, name: str) -> Option:
        if name in self._by_name:
            return self._by_name[name]
        if not self._by_name:
            raise BadOption(f"There is no option {str(name)[:60]}: this game has none.")
        near = get_close_matches(str(name), self.names, n=1)
        hint = f"did you mean {near[0]}?" if near else f"the options are {', '.join(self.names)}."
        raise BadOption(f"There is no option {str(name)[:60]}: {hint}")

    @property
    def names(self) -> tuple[str, ...]:
        """Everything that may be given a value: `profile`, where there are profiles, and the options."""
        return (*([PROFILE] if self.profiles else []), *self._by_name)

    def profile(self, name: object) -> Profile:
        """The profile of this name, in capitals or not."""
        for profile in self.profiles:
            if profile.name == str(name).strip().casefold():
                return profile
        known = ", ".join(profile.name for profile in self.profiles)
        hint = f"the profiles are {known}." if known else "this game has none."
        raise BadOption(f"There is no profile {str(name)[:60]}: {hint}")

    def defaults(self) -> dict[str, Value]:
        return {option.name: option.default for option in self}

    def resolve(self, given: Mapping[str, object]) -> dict[str, Value]:
        """Every option with its value: as given (typed text is read), else as the profile given says, else the default.

        The profile is given as one option more, by the name `profile`.
        """
        values = self.defaults()
        if PROFILE in given:
            values.update(self.profile(given[PROFILE]).values)
        for name, value in given.items():
            if name != PROFILE:
                values[name] = self[name].parse(value)
        return values
