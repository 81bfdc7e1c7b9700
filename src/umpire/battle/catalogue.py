"""A game's rules as people look them up: ID, title, one sentence each, and the house-rule options.

A game keeps them in a TOML file of `[[profile]]`, `[[option]]` and `[[group]]` tables; `load_catalogue` reads and
checks it.
The reference sheet, the links in the log and the search box read this and nothing else.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from umpire.battle.datafile import DataFile, Source
from umpire.battle.switches import PROFILE, BadOption, Option, Options, Profile, Value, fraction_of

Origin: TypeAlias = Literal["sheet", "ruling", "sheet+ruling"]


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
    title: str = ""
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
        fraction = fraction_of(default)
        if fraction is None:
            raise file.error(f"{path}.default", "a text needs choices, unless it is a fraction such as 1/2")
        default = fraction
    option = Option(entry.name, default, entry.text, entry.rules, entry.choices, least, most, entry.title)
    try:
        option.check(default)
    except BadOption as bad:
        raise file.error(f"{path}.default", str(bad)) from bad
    return option


def _bound(file: DataFile, path: str, default: Value, bound: int | str | None) -> int | Fraction | None:
    if bound is None:
        return None
    if not isinstance(default, int):
        fraction = fraction_of(bound)
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
        last = -1  # a table may begin with a rule 00
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
