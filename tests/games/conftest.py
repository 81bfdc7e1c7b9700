"""Each test of a rule works its odds out from nothing, so that it really runs the rule's code.

What a test marked with a rule runs is recorded, if `tools/rule_tests.py` asks for it: by the name of the test, for
`umpire.lab.coverage` to compare with its marks. Other tests run without, as recording takes its time.
"""

import os
from collections.abc import Iterator

import pytest
from coverage import Coverage, CoverageData
from hypothesis import settings

from umpire.dice import clear
from umpire.lab.coverage import context

# What is recorded must not hang on which examples hypothesis happens to draw.
settings.register_profile("recorded", derandomize=True)
if "UMPIRE_RULE_TESTS" in os.environ:
    settings.load_profile("recorded")


@pytest.fixture(scope="session")
def recording() -> Iterator[Coverage | None]:
    """The record of this process, if one is kept; a suffix tells it from those of others that run tests."""
    file = os.environ.get("UMPIRE_RULE_TESTS")
    if file is None:
        yield None
        return
    # In memory until all is done: what each test ran is put away when the next one begins, and a file takes its time.
    running = Coverage(data_file=None)
    yield running
    kept = CoverageData(file, suffix=True)
    kept.update(running.get_data())
    kept.close()


@pytest.fixture(autouse=True)
def own_context(request: pytest.FixtureRequest, recording: Coverage | None) -> Iterator[None]:
    """The context of coverage.py is this test, with its fixtures.

    That is not left to coverage.py: it cannot tell apart the tests that hypothesis runs.
    """
    if recording is None or request.node.get_closest_marker("rule") is None:
        yield
        return
    recording.start()
    recording.switch_context(context(request.node.nodeid))
    yield
    recording.stop()


@pytest.fixture(autouse=True)
def nothing_kept() -> None:
    clear()
