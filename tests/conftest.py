"""The order of the tests, and how hypothesis looks for examples."""

from __future__ import annotations

import gc

import pytest
from hypothesis import HealthCheck, settings

# Whether a test passes does not hang on how busy the machine is; what holds to a time is marked `timed`.
settings.register_profile("unhurried", deadline=None, suppress_health_check=[HealthCheck.too_slow])
# Nor on luck: `./check` tries the same examples each time, and `pytest` others, which may find what nobody has yet.
settings.register_profile("steady", settings.get_profile("unhurried"), derandomize=True)
settings.load_profile("unhurried")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Those of the page come first: they mostly wait for a browser, and meanwhile others have something to work out."""
    items.sort(key=lambda item: not item.nodeid.startswith("tests/web/"))


def pytest_collection_finish() -> None:
    """What was imported and collected stays to the end: it is not looked through whenever memory is cleared up."""
    gc.collect()
    gc.freeze()
