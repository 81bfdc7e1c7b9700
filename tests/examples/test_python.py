"""docs/python.md: what it shows is what happens."""

from __future__ import annotations

import doctest
import re

import pytest

from tests.installed import ROOT

PAGE = ROOT / "docs" / "python.md"
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.mark.slow
def test_the_page_on_python_shows_what_happens() -> None:
    blocks = BLOCK.findall(PAGE.read_text(encoding="utf-8"))
    assert len(blocks) > 8
    session = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, PAGE.name, str(PAGE), 0)
    told: list[str] = []
    failed = doctest.DocTestRunner().run(session, out=told.append)
    assert failed.failed == 0, "".join(told)
    assert failed.attempted > 30
