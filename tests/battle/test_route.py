"""Ways as plain data, and figures that a player puts somewhere by hand."""

from __future__ import annotations

from typing import Any

import pytest

from umpire.battle.decisions import Place, Refused, Route
from umpire.battle.route import plain, read_route
from umpire.table.shapes import Point


def question(party: tuple[str, ...] = ()) -> Place:
    return Place("A", "Where to?", "TOY-01", "squad", lambda route: None, lambda: (), party=party)


def test_a_route_and_its_plain_data_are_the_same() -> None:
    route = Route((Point(1, 2), Point(3, 4)), 90, (("a", Point(5, 6)), ("b", Point(7, 8))))
    assert read_route(plain(route)) == route
    assert read_route(route) == route
    assert "figures" not in plain(Route((Point(1, 2),), 0)), "without figures it is written as ever"


def test_figures_of_the_party_may_be_put_by_hand_in_any_order() -> None:
    answer = {"path": [[0, 0]], "facing": 0, "figures": {"b": [7, 8], "a": [5, 6]}}
    assert question(("a", "b")).read(answer).figures == (("a", Point(5, 6)), ("b", Point(7, 8)))


def test_a_figure_of_nobody_is_refused() -> None:
    with pytest.raises(Refused, match=r"'c' is not a figure .*TOY-01"):
        question(("a", "b")).read({"path": [[0, 0]], "facing": 0, "figures": {"c": [7, 8]}})


@pytest.mark.parametrize("figures", [[1], {"a": None}, {"a": [1]}, {"a": [1.5, 2]}, {7: [0, 0]}, {"a": [10**9, 0]}])
def test_garbage_is_no_route(figures: Any) -> None:
    assert read_route({"path": [[0, 0]], "facing": 0, "figures": figures}) is None
