"""Data files in TOML, checked on reading: whatever is wrong is told with file, line and field.

`load_toml(path, Shape)` reads a file into a msgspec type. A loader that has more to check than types (a
name that must exist elsewhere in the file) reads a `DataFile`, parses it, and raises `file.error(path, why)`
with the path of the field in msgspec's style (`$.group[3].rule[2].title`).
"""

from __future__ import annotations

import codecs
import json
import os
import re
import tomllib
from bisect import bisect_right
from collections.abc import Callable, Sequence
from functools import partial
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, NamedTuple, NoReturn, TypeAlias, TypeVar

import msgspec

from umpire.battle.allowed import Steps, allowed, told_values
from umpire.battle.reading import known

T = TypeVar("T")
Source: TypeAlias = "str | os.PathLike[str] | Traversable"


class DataError(ValueError):
    """Something in a data file is wrong: `file:line: field: message`."""

    def __init__(self, file: str, line: int | None, field: str, message: str) -> None:
        self.file = file
        self.line = line
        self.field = field
        self.message = message
        place = file if line is None else f"{file}:{line}"
        super().__init__(": ".join(part for part in (place, field, message) if part))

    def __reduce__(self) -> tuple[type[DataError], tuple[str, int | None, str, str]]:
        return DataError, (self.file, self.line, self.field, self.message)


class DataFile(NamedTuple):
    """The text of a TOML file and the name under which errors speak of it."""

    name: str
    text: str

    @staticmethod
    def read(source: Source, most: int = -1) -> DataFile:
        """Read a file of the disk, of at most so many bytes if that is said, or one of a package."""
        opened: Callable[[], bytes]
        if isinstance(source, (str, os.PathLike)):
            name, opened = os.fspath(source), partial(beginning, Path(source), most)
        else:
            name, opened = source.name, source.read_bytes
        try:
            data = opened()
        except (OSError, ValueError) as error:  # a name with a zero in it is a ValueError
            raise DataError(name, None, "", f"cannot be read ({getattr(error, 'strerror', '') or error})") from error
        if 0 <= most < len(data):
            raise DataFile(name, "").too_long(most)
        data = data.removeprefix(codecs.BOM_UTF8)
        try:
            return DataFile(name, data.decode("utf-8").replace("\r\n", "\n"))
        except UnicodeDecodeError as error:
            line = data.count(b"\n", 0, error.start) + 1
            raise DataError(name, line, "", "is not UTF-8 text") from error

    def parse(self, shape: type[T]) -> T:
        """The file as a `shape`, or a `DataError`."""
        data = self.data()
        try:
            return msgspec.convert(data, known(shape))
        except msgspec.ValidationError as error:
            fault = _named(data, shape, str(error))
            message = fault.message
            if message.endswith(_NOT_A_VALUE):
                message += told_values(allowed(shape, _steps(fault.path)))
            raise self.error(fault.path, message, at=fault.at) from error

    def data(self) -> dict[str, Any]:
        """The file as plain tables, lists and values, or a `DataError`."""
        try:
            return tomllib.loads(self.text)
        except RecursionError as error:
            raise DataError(self.name, None, "", "is nested too deeply") from error
        except ValueError as error:
            raise self._bad_toml(str(error)) from error

    def too_long(self, most: int) -> DataError:
        return DataError(self.name, None, "", f"is longer than {most // 1000} kB")

    def error(self, path: str, message: str, *, at: str | None = None) -> DataError:
        """What is wrong with the field at `path`; `at` is another place to look for its line."""
        line = locate(self.text, path if at is None else at)
        return DataError(self.name, line, path.removeprefix("$").removeprefix("."), message)

    def different(self, where: str, ids: Sequence[str]) -> None:
        """The entries of a list have different ids."""
        for index, each in enumerate(ids):
            if each in ids[:index]:
                raise self.error(f"{where}[{index}].id", f"{each!r} stands twice")

    def _bad_toml(self, message: str) -> DataError:
        if found := re.search(r" \(at line (\d+), column (\d+)\)$", message):
            why = f"is not TOML: {message[: found.start()]} (column {found[2]})"
            return DataError(self.name, int(found[1]), "", why)
        # Python says "at end of document" of anything that ends there, a key given twice included.
        if message.endswith(" (at end of document)"):
            last = self.text.rstrip().count("\n") + 1
            return DataError(self.name, last, "", f"is not TOML: {message}")
        return DataError(self.name, None, "", f"is not TOML: {message.partition(';')[0]}")


def beginning(file: Path, most: int) -> bytes:
    """So many bytes of a file and one more, which tells that it is longer; without a number, all."""
    with file.open("rb") as reader:
        return reader.read(most + 1 if most >= 0 else -1)


def load_toml(source: Source, shape: type[T]) -> T:
    """Read a TOML file into a msgspec type; anything wrong is a `DataError` "file:line: field: message"."""
    return DataFile.read(source).parse(shape)


def locate(text: str, path: str) -> int:
    """The line (from 1) of the field at `path` in a TOML text, or of the nearest table around it.

    >>> locate('name = "Orion"\\n\\n[[unit]]\\nname = "Scout"\\n', "$.unit[0].name")
    4
    >>> locate('name = "Orion"\\n\\n[[unit]]\\nname = "Scout"\\n', "$.unit[0].move")
    3
    """
    lines = _Scanner(text).scan()
    steps = _steps(path)
    while steps and steps not in lines:
        steps = steps[:-1]
    return lines[steps] if steps else 1


# What msgspec says, and what people are told.

_MISSING = re.compile(r"Object missing required field `(.*)`$", re.DOTALL)
_UNKNOWN = re.compile(r"Object contains unknown field `(.*)`$", re.DOTALL)
_WORDS = {
    "array": "a list",
    "bool": "true or false",
    "date": "a date",
    "datetime": "a date and time",
    "float": "a number",
    "int": "a whole number",
    "null": "nothing",
    "object": "a table",
    "str": "text",
    "time": "a time",
}


_NOT_A_VALUE = " is not a value it may have"


class _Fault(NamedTuple):
    path: str  # of the field that is wrong
    message: str
    at: str  # the path whose line is told: a missing field has none of its own

    @staticmethod
    def of(said: str) -> _Fault:
        message, _, place = said.rpartition(" - at `")
        if not message:
            message, place = said, "$`"
        path = place.removeprefix("key` in `").removesuffix("`")
        if found := _MISSING.search(message):
            return _Fault(_join(path, found[1]), "is missing", path)
        if found := _UNKNOWN.search(message):
            path = _join(path, found[1])
            return _Fault(path, "is not a field known here", path)
        return _Fault(path, _plain(message), path)


def _plain(message: str) -> str:
    def words(found: re.Match[str]) -> str:
        *first, last = (_WORDS.get(kind, kind) for kind in found[1].split(" | "))
        return f"{', '.join(first)} or {last}" if first else last

    message = re.sub(r"`([^`]*)`", words, message)
    message = re.sub(r"^Invalid enum value (.*)$", rf"\1{_NOT_A_VALUE}", message)
    return re.sub(r"^Expected ", "expected ", message)


def _join(path: str, key: str) -> str:
    if not re.fullmatch(r"[A-Za-z0-9_-]+", key):
        key = json.dumps(key, ensure_ascii=False)
    return f"{path}.{key}"


_STEP = re.compile(r'\[(\d+)\]|\.("(?:\\.|[^"\\])*")|\.([^.\[\]"]+)')


def _steps(path: str) -> Steps:
    """`$.group[3].title` as ("group", 3, "title"); cut short where msgspec does not tell the key."""
    path = path.removeprefix("$")
    if path and path[0] not in ".[":
        path = "." + path
    steps: list[str | int] = []
    here = 0
    while found := _STEP.match(path, here):
        index, quoted, bare = found.groups()
        if index:
            steps.append(int(index))
        else:
            steps.append(str(json.loads(quoted)) if quoted else bare)
        here = found.end()
    return tuple(steps)


def _named(data: dict[str, Any], shape: type[object], said: str) -> _Fault:
    """The fault that msgspec told, with the names of keys where it says only `[...]`."""
    fault = _Fault.of(said)
    first, *rest = fault.path.split("[...]")
    path = first
    for piece in rest:
        table: Any = data
        for step in _steps(path):
            table = table[step]
        key = _culprit(data, shape, said, table) if isinstance(table, dict) else None
        if key is None:
            return fault
        path = _join(path, key) + piece
    return _Fault(path, fault.message, path.removesuffix(fault.path.removeprefix(fault.at)))


def _culprit(data: dict[str, Any], shape: type[object], said: str, table: dict[str, Any]) -> str | None:
    """The key of `table` (somewhere inside `data`) over which msgspec said this.

    The table is narrowed to one key at a time, for good once the fault shows again: `data` is spent.
    """
    for key, value in list(table.items()):
        table.clear()
        table[key] = value
        try:
            msgspec.convert(data, known(shape))
        except msgspec.ValidationError as error:
            if str(error) == said:
                return key
    return None


# Where things stand in a TOML text. tomllib tells no positions, so this walks over a text it has accepted.

_GAP = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_SPACE = re.compile(r"[ \t]*")
_STRING = re.compile(
    r'"""(?:\\.|[^\\])*?"{3,5}' r"|'''.*?'{3,5}" r'|"(?:\\.|[^"\\\n])*"' r"|'[^'\n]*'",
    re.DOTALL,
)
_BARE = re.compile(r"[A-Za-z0-9_-]+")
_DOT = re.compile(r"[ \t]*\.[ \t]*")
_EQUALS = re.compile(r"[ \t]*=[ \t]*")
_SCALAR = re.compile(r"[^,\]}#\n]+")


class _Scanner:
    def __init__(self, text: str) -> None:
        self.text = text.replace("\r\n", "\n")
        self.at = 0
        self.starts = [0, *(found.end() for found in re.finditer("\n", self.text))]
        self.lines: dict[Steps, int] = {}
        self.counts: dict[Steps, int] = {}  # of the tables in each array of tables

    def scan(self) -> dict[Steps, int]:
        table: Steps = ()
        self.skip(_GAP)
        while self.at < len(self.text):
            if self.text.startswith("[", self.at):
                table = self.header()
            else:
                self.pair(table)
            self.skip(_GAP)
        return self.lines

    def header(self) -> Steps:
        start = self.at
        repeated = self.text.startswith("[[", start)
        self.at += 2 if repeated else 1
        self.skip(_SPACE)
        *outer, last = self.keys()
        self.skip(_SPACE)
        self.at += 2 if repeated else 1
        path: Steps = ()
        for key in outer:
            path = (*path, key)
            self.mark(path, start)
            if path in self.counts:
                path = (*path, self.counts[path] - 1)
        path = (*path, last)
        if repeated:
            self.mark(path, start)
            path = (*path, self.counts.get(path, 0))
            self.counts[path[:-1]] = self.counts.get(path[:-1], 0) + 1
        self.lines[path] = self.line(start)  # a table's own header beats an earlier mention by [table.inner]
        return path

    def pair(self, table: Steps) -> None:
        start = self.at
        path = table
        for key in self.keys():
            path = (*path, key)
            self.mark(path, start)
        self.take(_EQUALS)
        self.value(path)

    def value(self, path: Steps) -> None:
        first = self.text[self.at : self.at + 1]
        if first == "[":
            self.items(path)
        elif first == "{":
            self.inline(path)
        elif first in ("'", '"'):
            self.take(_STRING)
        else:
            self.take(_SCALAR)

    def items(self, path: Steps) -> None:
        self.at += 1
        count = 0
        while not self.closed("]"):
            self.mark((*path, count), self.at)
            self.value((*path, count))
            count += 1

    def inline(self, path: Steps) -> None:
        self.at += 1
        while not self.closed("}"):
            self.pair(path)

    def closed(self, bracket: str) -> bool:
        """Step over a comma; does the bracket close after it?"""
        self.skip(_GAP)
        if self.text.startswith(",", self.at):
            self.at += 1
            self.skip(_GAP)
        if self.text.startswith(bracket, self.at):
            self.at += 1
            return True
        return False

    def keys(self) -> Sequence[str]:
        keys = [self.key()]
        while found := _DOT.match(self.text, self.at):
            self.at = found.end()
            keys.append(self.key())
        return keys

    def key(self) -> str:
        if self.text[self.at : self.at + 1] not in ("'", '"'):
            return self.take(_BARE)
        quoted = self.take(_STRING)
        return str(tomllib.loads(f"key = {quoted}")["key"])

    def mark(self, path: Steps, start: int) -> None:
        self.lines.setdefault(path, self.line(start))

    def line(self, at: int) -> int:
        return bisect_right(self.starts, at)

    def skip(self, pattern: re.Pattern[str]) -> None:
        if found := pattern.match(self.text, self.at):
            self.at = found.end()

    def take(self, pattern: re.Pattern[str]) -> str:
        found = pattern.match(self.text, self.at)
        if found is None or not found.group():
            self.lost()
        self.at = found.end()
        return found.group()

    def lost(self) -> NoReturn:
        raise ValueError(f"line {self.line(self.at)} is not TOML")
