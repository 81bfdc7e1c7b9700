"""A game's rules as people look them up: ID, title, one sentence each, and the house-rule options.

A game keeps them in a TOML file of `[[profile]]`, `[[option]]` and `[[group]]` tables; `load_catalogue` reads and
checks it.
The reference sheet, the links in the log and the search box read this and nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from fractions import Fraction
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from umpire.battle.datafile import DataFile, Source

Value: TypeAlias = "bool | int | str | Fraction"
Origin: TypeAlias = Literal["sheet", "ruling", "sheet+ruling"]

PROFILE = "profile"
"""The word under which a profile is given among the options."""


class BadOption(ValueError):
    """No such house-rule option, or a value it may not have; one sentence for people."""


@dataclass(frozen=True)
class Rule:
    """One rule: where it stands, what it says, and the options that change it."""

    id: str
    title: str
    text: str
    source: Origin  # the printed sheet, or our ruling where the sheet is silent
    group: str
    group_title: str
    options: tuple[str, ...]

    @property
    def short(self) -> str:
        """The ID without the game's name, as players say it (`INI-01`)."""
        return self.id.partition("-")[2]


@dataclass(frozen=True)
class Group:
    """A heading of the reference sheet with its rules."""

    code: str
    title: str
    rules: tuple[Rule, ...]


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
            if isinstance(value, int) and not isinstance(value, bool) and self._in_range(value):
                return value
        else:
            fraction = _fraction(value)
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
        shown = repr(value)
        if len(shown) > 40:
            shown = shown[:37] + "..."
        return BadOption(f"Option {self.name} may be {self.may_be}, not {shown}.")


_TYPED = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


def _fraction(value: object) -> Fraction | None:
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
            raise BadOption(f"There is no option {name}: this game has none.")
        near = get_close_matches(name, self.names, n=1)
        hint = f"did you mean {near[0]}?" if near else f"the options are {', '.join(self.names)}."
        raise BadOption(f"There is no option {name}: {hint}")

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
        raise BadOption(f"There is no profile {name}: {hint}")

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


class Catalogue:
    """The rules of a game in the order of play, and its options."""

    def __init__(self, groups: tuple[Group, ...], options: Options) -> None:
        self.groups = groups
        self.options = options
        self.rules: tuple[Rule, ...] = tuple(rule for group in groups for rule in group.rules)
        self.by_id: dict[str, Rule] = {rule.id: rule for rule in self.rules}
        self._by_short = {_short(rule.short): rule for rule in self.rules}
        self._haystack = {rule.id: f"{rule.id} {rule.title} {rule.text}".casefold() for rule in self.rules}

    def find(self, name: str) -> Rule | None:
        """The rule of an ID in any of its spellings: `FWC-INI-01`, `ini-01`, `ini1`."""
        name = name.strip().upper()
        if name in self.by_id:
            return self.by_id[name]
        rule = self._by_short.get(_short(name))
        if rule is None:
            game, _, rest = name.partition("-")
            rule = self._by_short.get(_short(rest))
            return rule if rule is not None and rule.id.startswith(game + "-") else None
        return rule

    def search(self, words: str) -> tuple[Rule, ...]:
        """The rules with all these words in ID, title or text, in the order of play.

        A rule named by its ID comes first, then the rules of a group named by its code, then those with the
        words in their title. No words: every rule.
        """
        asked = words.casefold().split()
        named = [self.find(word) for word in asked]

        def matches(rule: Rule) -> bool:
            hay = self._haystack[rule.id]
            return all(rule is one or word in hay for word, one in zip(asked, named, strict=True))

        def rank(rule: Rule) -> int:
            if any(rule is one for one in named):
                return 0
            if rule.group.casefold() in asked:
                return 1
            title = rule.title.casefold()
            return 2 if all(word in title for word in asked) else 3

        return tuple(sorted(filter(matches, self.rules), key=rank))


def _short(name: str) -> str:
    """One spelling for `INI-01`, `ini-1` and `INI 1`: `INI1`."""
    found = re.fullmatch(r"([A-Z]+)[- ]?0*([0-9]+)", name)
    return found[1] + found[2] if found else ""


# The file.


class _RuleEntry(Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    title: Annotated[str, Meta(min_length=1)]
    text: Annotated[str, Meta(min_length=1)]
    source: Origin
    option: str | tuple[str, ...] = ()

    @property
    def options(self) -> tuple[str, ...]:
        return (self.option,) if isinstance(self.option, str) else self.option


class _GroupEntry(Struct, frozen=True, forbid_unknown_fields=True):
    code: Annotated[str, Meta(pattern="^[A-Z]+$")]
    title: Annotated[str, Meta(min_length=1)]
    rule: Annotated[tuple[_RuleEntry, ...], Meta(min_length=1)]


class _OptionEntry(Struct, frozen=True, forbid_unknown_fields=True):
    name: Annotated[str, Meta(pattern="^[a-z][a-z0-9_]*$")]
    default: bool | int | str
    text: Annotated[str, Meta(min_length=1)]
    rules: Annotated[tuple[str, ...], Meta(min_length=1)]
    choices: tuple[int | str, ...] = ()
    min: int | str | None = None
    max: int | str | None = None


class _ProfileEntry(Struct, frozen=True, forbid_unknown_fields=True):
    name: Annotated[str, Meta(pattern="^[a-z][a-z0-9_]*$")]
    text: Annotated[str, Meta(min_length=1)]
    values: dict[str, bool | int | str] = {}


class _Entries(Struct, frozen=True, forbid_unknown_fields=True):
    group: Annotated[tuple[_GroupEntry, ...], Meta(min_length=1)]
    option: tuple[_OptionEntry, ...] = ()
    profile: tuple[_ProfileEntry, ...] = ()


def load_catalogue(source: Source) -> Catalogue:
    """Read a game's rules file; anything wrong in it is a `DataError` with file, line and field."""
    file = DataFile.read(source)
    entries = file.parse(_Entries)
    options = tuple(_option(file, i, entry) for i, entry in enumerate(entries.option))
    _check_ids(file, entries)
    _check_links(file, entries)
    groups = tuple(_group(entry) for entry in entries.group)
    return Catalogue(groups, Options(options, _profiles(file, entries, Options(options))))


def _group(entry: _GroupEntry) -> Group:
    rules = (
        Rule(rule.id, rule.title, rule.text, rule.source, entry.code, entry.title, rule.options) for rule in entry.rule
    )
    return Group(entry.code, entry.title, tuple(rules))


def _option(file: DataFile, i: int, entry: _OptionEntry) -> Option:
    path = f"$.option[{i}]"
    if entry.name == PROFILE:
        raise file.error(f"{path}.name", f"{PROFILE} is the word for a choice of profile")
    ranged = entry.min is not None or entry.max is not None
    if ranged and (entry.choices or isinstance(entry.default, bool)):
        raise file.error(f"{path}.{'max' if entry.min is None else 'min'}", "only a number has a range")
    if isinstance(entry.default, bool) and entry.choices:
        raise file.error(f"{path}.choices", "true or false needs no choices")
    least = _bound(file, f"{path}.min", entry.default, entry.min)
    most = _bound(file, f"{path}.max", entry.default, entry.max)
    default: Value = entry.default
    if isinstance(default, str) and not entry.choices:
        fraction = _fraction(default)
        if fraction is None:
            raise file.error(f"{path}.default", "a text needs choices, unless it is a fraction such as 1/2")
        default = fraction
    option = Option(entry.name, default, entry.text, entry.rules, entry.choices, least, most)
    try:
        option.check(default)
    except BadOption as bad:
        raise file.error(f"{path}.default", str(bad)) from bad
    return option


def _bound(file: DataFile, path: str, default: Value, bound: int | str | None) -> int | Fraction | None:
    if bound is None:
        return None
    if not isinstance(default, int):
        fraction = _fraction(bound)
        if fraction is not None:
            return fraction
    elif isinstance(bound, int):
        return bound
    raise file.error(path, "is not a number of the same kind as the default")


def _profiles(file: DataFile, entries: _Entries, options: Options) -> tuple[Profile, ...]:
    profiles: dict[str, Profile] = {}
    for i, entry in enumerate(entries.profile):
        path = f"$.profile[{i}]"
        if entry.name in profiles:
            raise file.error(f"{path}.name", f"{entry.name} stands twice")
        if entry.values and not profiles:
            raise file.error(f"{path}.values", "the first profile is the defaults and has no values of its own")
        values: dict[str, Value] = {}
        for name, value in entry.values.items():
            try:
                values[name] = options[name].check(value)
            except BadOption as bad:
                raise file.error(f"{path}.values.{name}", str(bad)) from bad
        profiles[entry.name] = Profile(entry.name, entry.text, values)
    return tuple(profiles.values())


def _check_ids(file: DataFile, entries: _Entries) -> None:
    """IDs read GAME-GROUP-NN, each stands once, and the numbers of a group ascend."""
    codes: set[str] = set()
    game = entries.group[0].rule[0].id.partition("-")[0]
    for g, group in enumerate(entries.group):
        if group.code in codes:
            raise file.error(f"$.group[{g}].code", f"{group.code} stands twice")
        codes.add(group.code)
        last = 0
        for r, rule in enumerate(group.rule):
            found = re.fullmatch(rf"{re.escape(game)}-{group.code}-([0-9]{{2,}})", rule.id)
            path = f"$.group[{g}].rule[{r}].id"
            if found is None:
                raise file.error(path, f"expected {game}-{group.code}- and two digits, got {rule.id!r}")
            if int(found[1]) <= last:
                raise file.error(path, f"{rule.id} is out of order or stands twice")
            last = int(found[1])


def _check_links(file: DataFile, entries: _Entries) -> None:
    """An option names its rules and each of these names the option."""
    rules = {rule.id: rule for group in entries.group for rule in group.rule}
    options: dict[str, _OptionEntry] = {}
    for i, option in enumerate(entries.option):
        if option.name in options:
            raise file.error(f"$.option[{i}].name", f"{option.name} stands twice")
        options[option.name] = option
        for j, name in enumerate(option.rules):
            path = f"$.option[{i}].rules[{j}]"
            if name not in rules:
                raise file.error(path, f"there is no rule {name}")
            if option.name not in rules[name].options:
                raise file.error(path, f"{name} does not name option {option.name}")
    for g, group in enumerate(entries.group):
        for r, rule in enumerate(group.rule):
            for name in rule.options:
                if name not in options or rule.id not in options[name].rules:
                    why = f"option {name} does not name {rule.id}" if name in options else f"no option {name}"
                    raise file.error(f"$.group[{g}].rule[{r}].option", why)
