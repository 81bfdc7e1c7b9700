"""The shortest way round what stands in the way."""

from __future__ import annotations

from itertools import pairwise

import pytest

from umpire.table import Base, Point, length, way_round
from umpire.table.detours import round_corners, round_shape
from umpire.table.paths import sweep_hits_polygon
from umpire.table.shapes import Polygon

MAN = Base(24_000, 24_000, 0, 1000, 1000, True)
END = Point(17_467, 24_375)
ROCK: Polygon = (Point(18_920, 24_340), Point(21_730, 24_340), Point(21_730, 27_870), Point(18_920, 27_870))
SPUR: Polygon = (Point(19_560, 24_160), Point(20_140, 24_160), Point(20_140, 25_110), Point(19_560, 25_110))


def met(p: Point, q: Point) -> Polygon | None:
    return next((shape for shape in (ROCK, SPUR) if sweep_hits_polygon(MAN, p, q, shape)), None)


def test_a_thorough_search_goes_on_until_nothing_more_is_met() -> None:
    plain = way_round(MAN.centre, [END], 12_000, met, lambda shape: round_shape(shape, 530))
    close = way_round(MAN.centre, [END], 12_000, met, lambda shape: round_corners(shape, 503), thorough=True)
    assert plain is not None
    assert close is not None
    # Tangents to the spur's two southern corners, and the arc between them.
    assert length(close) == pytest.approx(6_675, abs=15)
    assert length(close) < length(plain)
    assert all(met(p, q) is None for p, q in pairwise(close))


def test_a_thorough_search_finds_nothing_longer_than_its_limit() -> None:
    assert way_round(MAN.centre, [END], 6_600, met, lambda shape: round_corners(shape, 503), thorough=True) is None
