"""Reading plain data into records: in any thread, and each name of a record once.

msgspec works out the fields of a record when it first meets it, and crashes the whole program if two threads do that at
once: a server that has just started is asked for many things at a time. So they take turns, once for each record.
"""

from __future__ import annotations

from threading import Lock
from typing import Any, TypeVar

import msgspec

from umpire.dice.offered import shown

T = TypeVar("T")

_met: set[type] = set()
_turn = Lock()


def known(kind: type[T]) -> type[T]:
    """The same record, whose fields msgspec knows by now. All who read one ask for it here."""
    if kind not in _met:
        with _turn:
            msgspec.json.Decoder(kind)
            _met.add(kind)
    return kind


class GivenTwice(ValueError):
    """A name that stands twice in a record of JSON: one sentence for people."""


def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A record of JSON (as `object_pairs_hook`). Python would take the last of two values without a word."""
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            plain = name.isprintable() and len(name) <= 60
            raise GivenTwice(f"{name if plain else shown(name)} is given twice.")
        found[name] = value
    return found
