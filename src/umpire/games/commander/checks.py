"""What scenarios of both Commander games must hold to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from umpire.battle.places import Pair, TableFile


class Drawn(Protocol):
    """A piece of terrain as it is drawn in a scenario."""

    @property
    def box(self) -> tuple[float, float, float, float] | None: ...
    @property
    def circle(self) -> tuple[float, float, float] | None: ...
    @property
    def line(self) -> Sequence[Pair] | None: ...


def check_terrain(table: TableFile, where: str, piece: Drawn) -> None:
    """One shape, on the table."""
    table.one_of(where, box=piece.box, circle=piece.circle, line=piece.line)
    if piece.box is not None:
        table.box(f"{where}.box", piece.box)
    if piece.circle is not None:
        table.circle(f"{where}.circle", piece.circle)
    if piece.line is not None:
        table.line(f"{where}.line", piece.line)
