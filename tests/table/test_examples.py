"""The examples in the docstrings hold, and a sample of answers never changes from machine to machine."""

from __future__ import annotations

import doctest
from hashlib import sha256
from importlib import import_module

import pytest

from umpire.table import (
    Base,
    Ground,
    Point,
    Terrain,
    bearing,
    circle_polygon,
    clearance,
    first_contact,
    gap_to_polygon,
    inside_share,
    sight,
    stretches,
)

MODULES = (
    "arcs", "bearings", "contact", "fixed", "ground", "measure", "paths", "placing", "polygons", "scatter",
    "shapes", "sight",
)  # fmt: skip


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_in_the_docstrings_hold(name: str) -> None:
    module = import_module(f"umpire.table.{name}")
    if not str(module.__file__).endswith(".py"):
        pytest.skip("doctest sees no functions in a compiled module")
    result = doctest.testmod(module)
    assert result.attempted > 0
    assert result.failed == 0


def sample() -> str:
    """Many answers in one line of text, from a row of numbers that is the same everywhere."""
    state = 12_345

    def number(below: int) -> int:
        nonlocal state
        state = (state * 1_103_515_245 + 12_345) % 2**31
        return state // 7 % below

    def base() -> Base:
        return Base(number(60_000), number(60_000), number(360), 1000 + number(5000), 3000, number(3) == 0)

    shapes = [circle_polygon((number(60_000), number(60_000)), 3000 + number(9000), 5 + i) for i in range(8)]
    ground = Ground([Terrain(str(i), "dense", shape) for i, shape in enumerate(shapes)])
    answers: list[object] = []
    for _ in range(60):
        a, b = base(), base()
        way = number(360)
        answers += [clearance(a, b), bearing(a.centre, b.centre), sight(a, b, ground, fine=False)]
        answers += [inside_share(a, shapes[0]), gap_to_polygon(a, shapes[1])]
        answers += [first_contact(a, way, 30_000, [("b", b)], ground.pieces, (60_000, 60_000))]
        answers += [(s.start, s.end, s.ids) for s in stretches((a.centre, b.centre, Point(way, way)), ground)]
    return repr(answers)


def test_answers_are_the_same_on_every_machine_to_the_last_bit() -> None:
    text = sample()
    assert "Contact(" in text
    assert "clear=False" in text
    assert sha256(text.encode()).hexdigest() == "d2f25ec736a39d7179a3902b006de12d12ec0438bec78bb5b482ff7a383c6c0c"
