"""Every rule of the catalogue is implemented and tested; `./check` also proves that the marks are true."""

from umpire.games.fubar import GAME
from umpire.lab.coverage import report


def test_every_rule_is_implemented() -> None:
    assert [row.rule for row in report(GAME).rows if not row.code] == []


def test_every_rule_is_tested() -> None:
    assert [row.rule for row in report(GAME).rows if not row.tests] == []
