"""Every rule of every catalogue is implemented and tested; `./check` also proves that the marks are true.

One test for all games: each of them has the marks of all tests read, which takes a process seconds, but only once.
"""

from __future__ import annotations

import pytest

from umpire import games
from umpire.lab.coverage import report


@pytest.mark.slow
def test_every_rule_is_implemented_and_tested() -> None:
    rows = [row for name in games.names() for row in report(games.game(name)).rows]
    assert len(rows) > 1000
    assert [row.rule for row in rows if not row.code] == []
    assert [row.rule for row in rows if not row.tests] == []
