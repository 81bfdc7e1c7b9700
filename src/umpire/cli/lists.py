"""`umpire rules`, `umpire scenarios` and `umpire sheet`: what a game is made of."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from umpire import games
from umpire.battle.catalogue import Rule
from umpire.battle.contract import Game, ScenarioCard
from umpire.battle.sheet import render_html, show, shown
from umpire.cli.common import GameArgument, find_game, write_file
from umpire.cli.frame import Complaint, complain, console, hang, line
from umpire.lab.coverage import Report, report, tests_folder


def rules_command(
    game: GameArgument,
    words: Annotated[
        list[str] | None, typer.Argument(help="An ID (ini-01), the code of a group (ini), or any words.")
    ] = None,
    coverage: Annotated[
        bool, typer.Option("--coverage", help="Where each rule is implemented and which test runs it.")
    ] = False,
    options: Annotated[
        bool, typer.Option("--options", help="The house-rule switches, and profiles of them, instead.")
    ] = False,
) -> None:
    """The rules of a game, all or those with these words.

    \b
    umpire rules fwc fall back
    umpire rules fwc cmd-13
    umpire rules fwc --options
    umpire rules fwc --options cover
    """
    found = find_game(game)
    out = console()
    if coverage and options:
        raise Complaint("--coverage and --options tell different things: give one of them.")
    asked = " ".join(words or ())
    if options:
        list_options(out, found, asked)
        return
    rules = found.catalogue.search(asked)
    if not rules:
        complain(f"no rule of {found.slug} has {asked!r} in its ID, title or text.")
        raise typer.Exit(1)
    if coverage:
        if not tests_folder().is_dir():
            raise Complaint("--coverage reads the tests, which are only in a checkout of the project.")
        wanted = {rule.id for rule in rules}
        for row in Report(tuple(row for row in report(found).rows if row.rule in wanted)).lines():
            out.print(row, soft_wrap=True)
        return
    group = ""
    for rule in rules:
        if not words and rule.group != group:
            group = rule.group
            out.print(line("\n", (f"{rule.group}  {rule.group_title}", "bold underline")))
        print_rule(out, rule)
    if not words:
        out.print(f"\n{len(rules)} rules.")


def print_rule(out: Console, rule: Rule) -> None:
    """One rule with what it says, where that comes from, and the options that change it."""
    source = "" if rule.source == "sheet" else f"  ({rule.source})"
    switches = f"  [option {', '.join(rule.options)}]" if rule.options else ""
    hang(out, line((rule.id, "bold cyan"), "  ", (rule.title, "bold"), source, switches), 4)
    hang(out, line("    ", rule.text), 4)


def list_options(out: Console, game: Game, asked: str = "") -> None:
    """The house rules, all or those with these words; the profiles only with all."""
    words = asked.casefold().split()
    hay = {option.name: f"{option.name} {option.text} {' '.join(option.rules)}" for option in game.catalogue.options}
    found = [option for option in game.catalogue.options if all(word in hay[option.name].casefold() for word in words)]
    if words and not found:
        complain(f"no house rule of {game.slug} has {asked!r} in its name, text or rules.")
        raise typer.Exit(1)
    for at, profile in enumerate(() if words else game.catalogue.options.profiles):
        values = ", ".join(f"{name} = {shown(value)}" for name, value in profile.values.items())
        out.print(line((f"profile {profile.name}", "bold"), "" if at else "  (the default)"))
        hang(out, line(f"    {profile.text}", f" [{values}]" if values else ""), 4)
    for option in found:
        out.print(line((option.name, "bold"), f" = {shown(option.default)}  ({option.may_be})"))
        hang(out, line(f"    {option.text} [{', '.join(option.rules)}]"), 4)


def scenarios_command(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help="Only those of this game.")] = None,
) -> None:
    """The games, and the scenarios of each."""
    out = console()
    for at, slug in enumerate([game] if game is not None else games.names()):
        found = find_game(slug)
        if at:
            out.print()
        out.print(line((found.slug, "bold cyan"), "  ", (found.title, "bold")))
        for card in found.scenarios():
            print_card(out, found, card)


def print_card(out: Console, game: Game, card: ScenarioCard) -> None:
    width, depth = (round(side / 1000) for side in card.size)
    opening = "  (to begin with)" if card.opening else ""
    out.print(line("\n  ", (card.id, "bold"), f"  {card.title}{opening}"))
    table = Table(box=None, show_header=False, padding=(0, 1, 0, 4))
    sides = " against ".join(f"{name} ({seat})" for seat, name in card.sides.items())
    table.add_row(card.text)
    table.add_row(f"{sides}; {width} x {depth} {game.length_unit}, {card.turns} turns, about {card.minutes} minutes")
    out.print(table)


def sheet_command(
    game: GameArgument,
    html: Annotated[
        Path | None, typer.Option("--html", metavar="FILE", help="Write one printable page instead.")
    ] = None,
) -> None:
    """The reference sheet of a game.

    It is built from the tables that the rules themselves use.
    """
    sheet = find_game(game).sheet()
    out = console()
    if html is None:
        show(sheet, out)
        return
    try:
        write_file(html, render_html(sheet).encode())
    except OSError as error:
        raise Complaint(f"{html} cannot be written: {error.strerror or error}.") from None
    out.print(f"The sheet is in {html}.", soft_wrap=True)
