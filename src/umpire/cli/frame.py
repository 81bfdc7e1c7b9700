"""What all commands share: where they print, and how anything wrong becomes one sentence and an exit code."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Sequence
from typing import Any

from rich.console import Console
from rich.text import Text
from typer.core import TyperGroup

from umpire.battle.datafile import DataError
from umpire.battle.decisions import Refused
from umpire.battle.log import Drift
from umpire.battle.savefile import BadSave
from umpire.battle.switches import BadOption
from umpire.bots import UnknownBot
from umpire.dice import EndlessLoop
from umpire.dice.offered import BadInput
from umpire.games import UnknownGame, names

MOST_WORD = 500
"""Letters of one word of a sentence: the rest of a longer one (a name out of some file, a number) tells nothing."""


class Complaint(Exception):
    """Something the person at the shell got wrong: one sentence."""


SENTENCES = (
    Complaint, BadInput, BadOption, BadSave, DataError, Drift, EndlessLoop, Refused, UnknownBot, UnknownGame,
)  # fmt: skip
"""Errors whose message is a sentence for people."""


class Commands(TyperGroup):
    """The commands; whatever goes wrong in one ends with a sentence on stderr, never with a traceback."""

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> Any:
        code = self._code(args, prog_name or "umpire", complete_var, windows_expand_args, **extra)
        if standalone_mode:
            sys.exit(code)
        return code

    def _code(self, args: Sequence[str] | None, name: str, complete_var: str | None, expand: bool, **extra: Any) -> int:
        try:
            done = super().main(args, name, complete_var, False, expand, **extra)
            return done if isinstance(done, int) else 0
        except SENTENCES as error:
            if debugging() and error.__cause__ is not None:  # what a game or bot of somebody's own did wrong, and where
                raise
            complain(str(error))
            return 2
        except OSError as error:
            complain(f"{error.filename or 'the system says'}: {error.strerror or error}.")
            return 2
        except Exception as error:
            if debugging():
                raise
            said = getattr(error, "format_message", None)  # what the parser of the command line says
            if said is not None:
                complain(said() + _more_help(error))
                return 2
            complain(f"the program itself is at fault ({error!r}); UMPIRE_DEBUG=1 shows where.")
            return 1


def debugging() -> bool:
    """Whether somebody wants to see where the program itself is at fault."""
    return bool(os.environ.get("UMPIRE_DEBUG"))


def _more_help(error: Exception) -> str:
    """What somebody left out might be, or where that can be read."""
    path = getattr(getattr(error, "ctx", None), "command_path", "")
    if not path or type(error).__name__ != "MissingParameter":
        return ""
    left_out = getattr(getattr(error, "param", None), "name", "")
    known = f" There is {', '.join(names())}." if left_out == "game" else ""
    return f"{known} `{path} --help` tells more."


def complain(sentence: str) -> None:
    """One sentence on stderr."""
    sentence = " ".join(word if len(word) <= MOST_WORD else f"{word[:60]}..." for word in sentence.split())
    if not sentence.endswith((".", "!", "?")):
        sentence += "."
    print(f"umpire: {sentence}", file=sys.stderr)


def typed(*words: object) -> str:
    """A line to type again: it begins as the program was called, `./umpire` or `umpire`, and may be copied as it is."""
    return " ".join([shlex.quote(os.environ.get("UMPIRE_COMMAND") or "umpire"), *(shlex.quote(str(w)) for w in words)])


def console() -> Console:
    """Where to print. Texts are printed as they are: square brackets are no markup."""
    return Console(highlight=False, markup=False, emoji=False)


def error_console() -> Console:
    return Console(stderr=True, highlight=False, markup=False, emoji=False)


def read_line(prompt: str) -> str | None:
    """A line from the keyboard; None at the end of the input. What comes from a file is shown as if it were typed."""
    if None in (sys.stdin, sys.stdout):  # a shell may start the program without (`<&-`): there is nobody to ask
        return None
    try:
        text = input(prompt)
    except EOFError:
        print()
        return None
    if not sys.stdin.isatty():
        print(text)
    return text.strip()


def hang(out: Console, text: Text, indent: int) -> None:
    """Print a line; where it is too long, the rest of it stands below, so far to the right."""
    if text.cell_len <= out.width:
        out.print(text)
        return
    first = text.wrap(out, out.width)[0]
    out.print(first)
    rest = text[len(first) :]
    rest = rest[len(rest.plain) - len(rest.plain.lstrip()) :]
    for more in rest.wrap(out, max(20, out.width - indent)):
        out.print(Text(" " * indent).append_text(more))


def heading(out: Console, text: str) -> None:
    """A line across the screen with a text in it; a text for which that is too short stands by itself."""
    if len(text) + 4 > out.width:
        out.print(Text(text, "bold"))
    else:
        out.rule(Text(text), style="bold")


def line(*parts: str | tuple[str, str]) -> Text:
    """A line of text from pieces, each plain or with a style."""
    return Text.assemble(*parts)
