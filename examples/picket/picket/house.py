"""The house rules of Picket."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple


class House(NamedTuple):
    """One field for each option of rules.toml, by the same name."""

    long_range: int


def house_rules(values: Mapping[str, Any]) -> House:
    return House(**values)
