"""A question that is too large to work out: which of its inputs are large, and what could be asked instead."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

SMALL = 10
"""Up to what a die may show, a number is not what makes a question large; nor is a list of so many entries."""


def smaller(values: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The same question with its large numbers halved, and halved again; the smallest first.

    >>> smaller({"dice": 35, "need": 4})
    [{'dice': 10, 'need': 4}, {'dice': 17, 'need': 4}]
    """
    found = [dict(values)]
    while (halved := {name: _halved(value) for name, value in found[0].items()}) != found[0]:
        found.insert(0, halved)
    return found[:-1]


def _halved(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {name: _halved(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [_halved(each) for each in value[: max(SMALL, len(value) // 2)]]
    return max(SMALL, value // 2) if isinstance(value, int) and value > SMALL else value


def differing(values: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, Any]:
    """What `values` has otherwise than `other`, each by its name; of a record only those of its fields.

    >>> differing({"attacker": {"dice": 50, "save": 4}, "need": 4}, {"attacker": {"dice": 10, "save": 4}, "need": 4})
    {'attacker dice': 50}
    """
    found: dict[str, Any] = {}
    for name, value in values.items():
        if isinstance(value, Mapping):
            inner = differing(value, other[name])
            found |= {f"{name} {field}": each for field, each in inner.items()}
        elif value != other[name]:
            found[name] = value
    return found
