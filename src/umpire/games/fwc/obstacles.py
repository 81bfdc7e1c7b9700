"""Wire, ditches and water as they are now: what was laid is there, what engineers opened is not (FWC-ENG-01, 02)."""

from __future__ import annotations

from functools import lru_cache

from umpire.games.commander.openings import nearest_point, opened
from umpire.games.fwc import sheet
from umpire.games.fwc.model import Gap, State
from umpire.table import Base, Ground, Terrain, sweep_hits_polygon

__all__ = ["barriers", "nearest_point", "stands_in", "terrain"]

_WIDE = sheet.WIRE_CM * 1000
_DEEP = sheet.WIRE_CM * 1000.0
"""How far to each side of the point an opening reaches across the obstacle: through anything that narrow."""


def barriers(state: State) -> Ground:
    """FWC-MOV-03: everything no ground unit enters. An obstacle with openings is several pieces of one id."""
    printed = state.content.barriers
    if not state.laid and not state.gaps:
        return printed
    memo = state.content.barrier_memo
    found = memo.get((state.laid, state.gaps))
    if found is None:
        if len(memo) > 1000:
            memo.clear()
        found = memo[(state.laid, state.gaps)] = Ground(_opened(printed.pieces + state.laid, state.gaps))
    return found


def stands_in(base: Base, piece: Terrain) -> bool:
    """Whether a base is in a piece; one that only touches its edge is not."""
    return sweep_hits_polygon(base, base.centre, base.centre, piece.shape, base.facing)


def terrain(state: State) -> tuple[Terrain, ...]:
    """All terrain, wire laid since included, openings left out."""
    found = state.content.terrain + state.laid if state.laid else state.content.terrain
    return _opened(found, state.gaps) if state.gaps else found


@lru_cache(maxsize=256)
def _opened(pieces: tuple[Terrain, ...], gaps: tuple[Gap, ...]) -> tuple[Terrain, ...]:
    return opened(pieces, gaps, _WIDE, _DEEP)
