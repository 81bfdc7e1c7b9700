"""The pictures of the README, from what the program itself prints: `uv run tools/pictures.py`.

Writes docs/images/battle.svg and docs/images/odds.svg. A fixed seed gives the same pictures until the rules or the
screen change. They ask nothing of any other host: no fonts are loaded.
"""

from __future__ import annotations

import builtins
import io
import re
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from pathlib import Path
from typing import Any
from unittest.mock import patch

from rich._export_format import CONSOLE_SVG_FORMAT
from rich.console import Console

from umpire.cli import app, odds, play

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "images"
LARGEST = 150_000
SEED = "6"
SCENE = "Turn 2 of 5, Patrol: initiative phase"
"""Here the picture of a battle begins; until then the bot answers."""
ANSWERS = ("map", "more", "2", "1", "")
"""What is typed from there on; the picture ends with the question after the last of them."""


def screen(width: int) -> Console:
    return Console(
        record=True, width=width, height=60, file=io.StringIO(), force_terminal=True, color_system="truecolor",
        highlight=False, markup=False, emoji=False,
    )  # fmt: skip


def write(name: str, out: Console, title: str) -> None:
    """The screen as a picture, without what `rich` would load from elsewhere."""
    template = re.sub(r"<!--.*?-->\s*", "", CONSOLE_SVG_FORMAT, flags=re.DOTALL)
    template = re.sub(r"@font-face \{\{.*?\}\}\s*", "", template, flags=re.DOTALL)
    template = template.replace("Fira Code, monospace", "monospace").replace("arial", "sans-serif")
    picture = out.export_svg(title=title, code_format=template, unique_id=f"umpire-{name}")
    picture = "\n".join(line.rstrip() for line in picture.splitlines()) + "\n"
    assert not re.search(r"https?://(?!www\.w3\.org/)|url\((?!#)", picture), "a picture asks another host"
    assert len(picture.encode()) < LARGEST, f"{name}.svg has {len(picture.encode())} bytes"
    FOLDER.mkdir(parents=True, exist_ok=True)
    (FOLDER / f"{name}.svg").write_text(picture, encoding="utf-8")


@contextmanager
def printing_to(out: Console, module: Any, typed: Callable[[str], str] = input) -> Iterator[None]:
    """The program prints to this screen and reads what is typed there."""
    with (
        patch.object(module, "console", lambda: out),
        patch.object(builtins, "input", typed),
        redirect_stdout(io.StringIO()),
    ):
        yield


def umpire(*words: str) -> None:
    code = app(list(words), standalone_mode=False)
    assert code in (0, None), f"umpire {' '.join(words)}: exit code {code}"


def battle() -> None:
    """A battle against the bot up to a question with odds."""
    out = screen(96)
    left = list(ANSWERS)
    begun = False

    def typed(prompt: str) -> str:
        nonlocal begun
        if not begun:
            begun = SCENE in out.export_text()  # which forgets what has been printed so far
            if not begun:
                return ""
        out.print(prompt, end="")
        if not left:
            out.print("█", style="blink")
            write("battle", out, "umpire play fwc")
            raise EOFError
        out.print(left[0])
        return left.pop(0)

    with tempfile.TemporaryDirectory() as folder, printing_to(out, play, typed):
        umpire("play", "fwc", "--seed", SEED, "--save", str(Path(folder) / "battle.json"))
    assert begun, f"{SCENE!r} did not come up with seed {SEED}"
    assert not left, f"the battle ended before {left} were typed"


def exact_odds() -> None:
    """The odds of an attack and of a close assault."""
    out = screen(84)
    attack = ("odds", "fwc", "casualties", "groups=[[8,4],[3,6]]", "save=5", "hits=4")
    assault = (
        "odds", "fwc", "close_assault", "attacker_dice=6", "defender_hit_on=5", "defender_save=6", "defender_dice=4",
        "attacker_hit_on=4", "--by", "result",
    )  # fmt: skip
    with printing_to(out, odds):
        for words in (attack, assault):
            out.print(f"$ umpire {' '.join(words)}".replace("groups=", "groups='").replace("]] ", "]]' "), style="bold")
            umpire(*words)
            out.print()
    write("odds", out, "umpire odds")


if __name__ == "__main__":
    battle()
    exact_odds()
    for file in sorted(FOLDER.glob("*.svg")):
        print(f"{file.relative_to(FOLDER.parent.parent)}: {file.stat().st_size} bytes")
