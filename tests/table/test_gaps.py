"""Lines through gaps, against a close look at all lines."""

from __future__ import annotations

from random import Random

import pytest

from umpire.table import (
    Base,
    Ground,
    Point,
    Terrain,
    box,
    circle_polygon,
    gap_to_polygon,
    grazing_lines,
    unit_vector,
)

MANY = 24


def close_look(a: Base, b: Base, ground: Ground) -> bool:
    """Whether one of very many lines between two round bases is clear."""
    ux, uy = unit_vector(a.centre, b.centre)
    shares = [(2 * i / MANY - 1) / 2 for i in range(MANY + 1)]
    mine = [Point(a.x + round(-uy * share * a.width), a.y + round(ux * share * a.width)) for share in shares]
    theirs = [Point(b.x + round(-uy * share * b.width), b.y + round(ux * share * b.width)) for share in shares]
    return any(not ground.along(p, q) for p in mine for q in theirs)


@pytest.mark.parametrize("seed", range(12))
def test_a_line_that_any_look_finds_is_among_those_that_graze(seed: int) -> None:
    """Walls of all sizes, some aslant, some round, that touch neither base; none of the outermost lines is clear."""
    dice = Random(seed)
    tried = 0
    while tried < 12:
        a = Base(0, 0, 0, 1000, 1000, True)
        wide = dice.choice([1000, 1500])
        b = Base(dice.randint(-6000, 6000), dice.randint(4000, 16_000), 0, wide, wide, True)
        walls: list[Terrain] = []
        while len(walls) < 3:
            x, y = dice.randint(-4000, 4000), dice.randint(700, 15_000)
            size, deep = dice.randint(300, 6000), dice.randint(200, 2500)
            shape = box(x, y, size, deep, dice.choice([0, 0, 30, 77]))
            if dice.random() < 0.2:
                shape = circle_polygon(Point(x, y), size // 3)
            if gap_to_polygon(a, shape) > 0 and gap_to_polygon(b, shape) > 0:
                walls.append(Terrain(str(len(walls)), "wall", shape))
        ground = Ground(walls)
        if len(ground.between(a, b).pieces) < 2 or not ground.along(a.centre, b.centre):
            continue
        tried += 1
        clear = [line for line in grazing_lines(a, b, [wall.shape for wall in walls]) if not ground.along(*line)]
        assert bool(clear) or not close_look(a, b, ground)
        for p, q in clear:
            assert (p.x - a.x) ** 2 + (p.y - a.y) ** 2 <= 501**2
            assert (q.x - b.x) ** 2 + (q.y - b.y) ** 2 <= (wide // 2 + 1) ** 2
