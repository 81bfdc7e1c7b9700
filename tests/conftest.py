"""The order of the tests."""

from __future__ import annotations

import pytest


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Those of the page come first: they mostly wait for a browser, and meanwhile others have something to work out."""
    items.sort(key=lambda item: not item.nodeid.startswith("tests/web/"))
