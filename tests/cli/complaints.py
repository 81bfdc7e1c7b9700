"""What a refusal at the shell looks like."""

from __future__ import annotations

from typer.testing import Result


def complaint(result: Result, code: int = 2) -> str:
    """The one sentence on stderr of a command that was refused; nothing else may have been printed."""
    assert result.exit_code == code, result.output
    assert result.stdout == ""
    said = result.stderr
    assert said.startswith("umpire: ")
    assert said.count("\n") == 1
    assert said.endswith((".\n", "?\n"))
    return said.removeprefix("umpire: ").strip()
