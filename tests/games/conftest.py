"""Each test of a rule works its odds out from nothing, so that it really runs the rule's code.

Under coverage.py what it runs is kept by the name of the test, for `umpire.lab.coverage` to compare with its marks.
"""

from collections.abc import Iterator

import pytest
from coverage import Coverage

from umpire.dice import clear
from umpire.lab.coverage import context


@pytest.fixture(autouse=True)
def own_context(request: pytest.FixtureRequest) -> Iterator[None]:
    """The context of coverage.py is this test, with its fixtures.

    That is not left to coverage.py: it cannot tell apart the tests that hypothesis runs.
    """
    running = Coverage.current()
    if running is not None:
        running.switch_context(context(request.node.nodeid))
    yield
    if running is not None:
        running.switch_context("")


@pytest.fixture(autouse=True)
def nothing_kept() -> None:
    clear()
