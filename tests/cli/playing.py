"""A battle of the toy game at the terminal, typed line by line."""

from __future__ import annotations

import json
from pathlib import Path

from typer.testing import Result

from tests.cli.conftest import Run


def played(run: Run, file: Path, *lines: str, words: tuple[str, ...] = ()) -> Result:
    """Seat a against a greedy b, who bids 0: so a moves first with any other bid. Ends at the end of input."""
    settings = ("--seed", "5", "--save", str(file), *words)
    result = run("play", "toy", *settings, typed="".join(f"{line}\n" for line in lines))
    assert result.exit_code == 0, result.output
    assert result.stderr == ""
    return result


def choices(file: Path) -> list[object]:
    """What seat a has answered, from the file."""
    log = json.loads(file.read_bytes())["body"]["log"]
    return [entry[4] for entry in log if entry[0] == "choice" and entry[3] == "a"]


def after(result: Result, line: str) -> str:
    """What was printed after this was typed, up to the next prompt."""
    text = result.stdout
    assert f"> {line}\n" in text, text
    return text.partition(f"> {line}\n")[2].partition("\na> ")[0]


FIRST = ("2", "1 2", "1=2 2=1")
"""The bid, the order and the cartridges: after these, Rifles 1 is to move."""
MOVED = (*FIRST, "1")
"""After this, Rifles 1 is to shoot."""
