"""Reading plain data into records, in any thread.

msgspec works out the fields of a record when it first meets it, and crashes the whole program if two threads do that at
once: a server that has just started is asked for many things at a time. So they take turns, once for each record.
"""

from __future__ import annotations

from threading import Lock
from typing import TypeVar

import msgspec

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
