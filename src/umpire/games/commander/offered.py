"""What the odds tool refuses in both Commander games: states that no battle comes to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from umpire.dice.offered import BadInput, Offered, shown


class Worn(Offered):
    """A procedure about a unit with hits marked on it: it has fewer than knock it out."""

    __slots__ = ()

    def read(self, values: Mapping[str, Any]) -> tuple[Any, ...]:
        read = Offered.read(self, values)
        found = {item.name: value for item, value in zip(self.inputs, read, strict=True)}
        check_prior(found["prior"], found["hits"])
        return read


def check_prior(prior: int, hits: int | None) -> None:
    """Hits marked before are fewer than those that knock out, if any number does."""
    if hits is not None and prior >= hits:
        raise BadInput(f"prior must be less than the {shown(hits)} hits that knock it out, not {shown(prior)}.")
