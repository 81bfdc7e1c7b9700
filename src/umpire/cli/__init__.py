"""The program `umpire`."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from umpire import __version__, games
from umpire.cli.batch import battle_command
from umpire.cli.frame import Commands, console, typed
from umpire.cli.fuzz import fuzz_command
from umpire.cli.join import join_command
from umpire.cli.lists import rules_command, scenarios_command, sheet_command
from umpire.cli.odds import odds_command
from umpire.cli.play import play_command
from umpire.cli.replay import replay_command
from umpire.cli.serve import serve, serve_command

TITLE = "Umpire referees miniature wargames: it knows the rules, rolls the dice and tells the exact odds."
TO_TRY = (
    ("", "the table in the browser (this is what starts now)"),
    ("serve --host 0.0.0.0", "the same for other machines too"),
    ("play {game}", "fight a first battle in the terminal"),
    ("scenarios", "what can be fought"),
    ("odds {game}", "the exact odds of any roll"),
    ("rules {game} WORDS", "look a rule up"),
    ("sheet {game}", "the reference sheet, to read or to print"),
    ("battle {game} --a greedy --b random", "let bots fight, and count"),
    ("--help", "everything else; COMMAND --help tells each in detail"),
)

app = typer.Typer(
    name="umpire",
    cls=Commands,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback(invoke_without_command=True)
def umpire(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Tell the version.")] = False,
) -> None:
    """Umpire referees miniature wargames: it knows the rules, rolls the dice and tells the exact odds.

    Without a command it starts the server on this machine and opens the table in the browser.
    """
    if version:
        console().print(f"umpire {__version__}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        first = next(iter(games.names()), "GAME")
        console().print(TITLE + "\n", soft_wrap=True)
        for words, text in TO_TRY:
            console().print(f"  {typed()} {words.format(game=first):36} {text}", soft_wrap=True)
        console().print()
        serve()


app.command("serve")(serve_command)
app.command("play")(play_command)
app.command("join")(join_command)
app.command("scenarios")(scenarios_command)
app.command("odds")(odds_command)
app.command("rules")(rules_command)
app.command("sheet")(sheet_command)
app.command("replay")(replay_command)
app.command("battle")(battle_command)
app.command("fuzz")(fuzz_command)


def main() -> None:
    """Where the shell comes in."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        # What is no sign of this terminal's alphabet, typed or to be shown, becomes a question mark and no crash.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    typer.main.get_command(app).main(prog_name="umpire")
