"""Each test of a rule works its odds out from nothing, so that it really runs the rule's code."""

import pytest

from umpire.dice import clear


@pytest.fixture(autouse=True)
def nothing_kept() -> None:
    clear()
