"""`umpire rules`, `umpire scenarios` and `umpire sheet`: what a game is made of."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from umpire import games
from umpire.battle.catalogue import Rule
from umpire.battle.contract import Game, ScenarioCard
from umpire.battle.home import write_file
from umpire.battle.scenarios import SCENARIO, read_scenario, staging
from umpire.battle.sheet import as_typed, render_html, show
from umpire.battle.switches import Option
from umpire.battle.words import counted
from umpire.cli.common import GameArgument, JsonOption, check_own, every_game, find_scenario
from umpire.cli.frame import Complaint, complain, console, hang, line, typed
from umpire.lab.coverage import Report, report, tests_folder


def rules_command(
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help="The game; without it, how many rules each has.")
    ] = None,
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="WORDS", help="An ID (ini-01), the code of a group (ini), or any words."),
    ] = None,
    coverage: Annotated[
        bool, typer.Option("--coverage", help="Where each rule is implemented and which test runs it.")
    ] = False,
    options: Annotated[
        bool, typer.Option("--options", help="The house-rule switches, and profiles of them, instead.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """The rules of a game, all or those with these words.

    \b
    umpire rules fwc fall back
    umpire rules fwc cmd-13
    umpire rules fwc --options
    umpire rules fwc --options cover
    umpire rules fwc --json
    umpire rules --coverage                 of all games

    JSON has under `rules` of each: id, title, text, source (sheet, ruling or both), group, group_title and the
    options that change it; with --options it has `profiles` and `options` instead.
    """
    out = console()
    if coverage and options:
        raise Complaint("--coverage and --options tell different things: give one of them.")
    if coverage and as_json:
        raise Complaint("--coverage is not told as JSON.")
    if coverage and not tests_folder().is_dir():
        raise Complaint("--coverage reads the tests, which are only in a checkout of the project.")
    if game is None:
        if options:
            raise Complaint("house rules belong to a game: name it first.")
        rules_of_all(out, coverage, as_json)
        return
    found = games.game(game)
    asked = " ".join(words or ())
    if options:
        switches = find_options(found, asked)
        if as_json:
            print(json.dumps(options_as_object(found, switches), default=str))  # a fraction as people type it
        else:
            list_options(out, found, switches, with_profiles=not asked)
        return
    rules = found.catalogue.search(asked)
    if not rules:
        complain(f"no rule of {found.slug} has {asked!r} in its ID, title or text.")
        raise typer.Exit(1)
    if as_json:
        print(json.dumps({"game": found.slug, "rules": [rule_as_object(rule) for rule in rules]}))
        return
    if coverage:
        print_coverage(out, found, rules)
        return
    group = ""
    for rule in rules:
        if not words and rule.group != group:
            group = rule.group
            out.print(line("\n", (f"{rule.group}  {rule.group_title}", "bold underline")))
        print_rule(out, rule)
    if not words:
        out.print(f"\n{len(rules)} rules.")


def rules_of_all(out: Console, coverage: bool, as_json: bool) -> None:
    """How many rules each game has, or where each of them stands in code and tests."""
    found = every_game()
    if as_json:
        told = [{"game": each.slug, "title": each.title, "rules": len(each.catalogue.rules)} for each in found]
        print(json.dumps({"games": told}))
        return
    wide = max((len(each.slug) for each in found), default=0)
    for each in found:
        if coverage:
            out.print(line((each.title, "bold")))
            print_coverage(out, each, each.catalogue.rules)
        else:
            out.print(f"{each.slug:{wide}}  {each.title}: {counted(len(each.catalogue.rules), 'rule')}")
    if not coverage:
        out.print(f"`{typed('rules')} GAME WORDS` looks some up.")


def print_coverage(out: Console, game: Game, rules: Sequence[Rule]) -> None:
    wanted = {rule.id for rule in rules}
    for row in Report(tuple(row for row in report(game).rows if row.rule in wanted)).lines():
        out.print(row, soft_wrap=True)


def print_rule(out: Console, rule: Rule) -> None:
    """One rule with what it says, where that comes from, and the options that change it."""
    source = "" if rule.source == "sheet" else f"  ({rule.source})"
    switches = f"  [option {', '.join(rule.options)}]" if rule.options else ""
    hang(out, line((rule.id, "bold cyan"), "  ", (rule.title, "bold"), source, switches), 4)
    hang(out, line("    ", rule.text), 4)


def rule_as_object(rule: Rule) -> dict[str, Any]:
    """The same as data."""
    return {
        "id": rule.id,
        "title": rule.title,
        "text": rule.text,
        "source": rule.source,
        "group": rule.group,
        "group_title": rule.group_title,
        "options": list(rule.options),
    }


def find_options(game: Game, asked: str) -> list[Option]:
    """The house rules, all or those with these words."""
    words = asked.casefold().split()
    hay = {option.name: f"{option.name} {option.text} {' '.join(option.rules)}" for option in game.catalogue.options}
    found = [option for option in game.catalogue.options if all(word in hay[option.name].casefold() for word in words)]
    if words and not found:
        complain(f"no house rule of {game.slug} has {asked!r} in its name, text or rules.")
        raise typer.Exit(1)
    return found


def list_options(out: Console, game: Game, found: Sequence[Option], with_profiles: bool) -> None:
    """These house rules; the profiles only with all."""
    for at, profile in enumerate(game.catalogue.options.profiles if with_profiles else ()):
        values = ", ".join(f"{name} = {as_typed(value)}" for name, value in profile.values.items())
        out.print(line((f"profile {profile.name}", "bold"), "" if at else "  (the default)"))
        hang(out, line(f"    {profile.text}", f" [{values}]" if values else ""), 4)
    for option in found:
        out.print(line((option.name, "bold"), f" = {as_typed(option.default)}  ({option.may_be})"))
        hang(out, line(f"    {option.text} [{', '.join(option.rules)}]"), 4)


def options_as_object(game: Game, found: Sequence[Option]) -> dict[str, Any]:
    """The same as data, with all profiles; the first profile is the default."""
    return {
        "game": game.slug,
        "profiles": [
            {"name": each.name, "text": each.text, "values": dict(each.values)}
            for each in game.catalogue.options.profiles
        ],
        "options": [
            {
                "name": each.name,
                "default": each.default,
                "may_be": each.may_be,
                "text": each.text,
                "rules": list(each.rules),
            }
            for each in found
        ],
    }


def scenarios_command(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help="Only those of this game.")] = None,
    as_json: JsonOption = False,
    file: Annotated[
        str | None,
        typer.Option("--file", metavar="NAME", help="Print the file of this scenario, to begin one of your own with."),
    ] = None,
    check: Annotated[
        Path | None,
        typer.Option("--check", metavar="FILE", help="Say whether a scenario of your own can be played, or its fault."),
    ] = None,
) -> None:
    """The games, and the scenarios of each.

    \b
    umpire scenarios fwc
    umpire scenarios fwc --file relay-strike > my-table.toml
    umpire scenarios fwc --check my-table.toml

    `umpire play`, `battle` and `fuzz` fight over a scenario of your own: give them its file as --scenario.
    docs/scenarios.md says what stands in it.

    JSON has of each scenario: id, title, text, sides (names by seat), size (width and depth in the game's
    length_unit), turns, minutes, and whether it is the opening one; without GAME all games stand under `games`.
    """
    if file is not None or check is not None:
        if game is None or as_json or (file is not None and check is not None):
            raise Complaint("--file and --check each go with a GAME and nothing else.")
        if file is not None:
            print_file(games.game(game), file)
        elif check is not None:
            check_scenario(games.game(game), check)
        return
    found = [games.game(game)] if game is not None else every_game()
    if as_json:
        told = [scenarios_as_object(each) for each in found]
        print(json.dumps({"games": told} if game is None else told[0]))
        return
    out = console()
    for at, each in enumerate(found):
        if at:
            out.print()
        out.print(line((each.slug, "bold cyan"), "  ", (each.title, "bold")))
        for card in each.scenarios():
            print_card(out, each, card)


def print_file(game: Game, name: str) -> None:
    """The file of a scenario of the game, as it stands there."""
    stage = staging(game)
    card, carried = find_scenario(game, name)
    print(carried.get(SCENARIO) or stage.scenario_text(card.id), end="")


def check_scenario(game: Game, file: Path) -> None:
    """Whether a battle could begin over a scenario of somebody's own; else its fault is told."""
    if file.suffix != ".toml":
        raise Complaint(f"{file} cannot be played: the name of a scenario ends with .toml.")
    card, carried = read_scenario(game, file)
    check_own(game, card.id, carried)
    out = console()
    out.print(f"{file} is fine.", soft_wrap=True)
    print_card(out, game, card)


def scenarios_as_object(game: Game) -> dict[str, Any]:
    """A game with its scenarios as data."""
    scenarios = [
        {
            "id": card.id,
            "title": card.title,
            "text": card.text,
            "sides": dict(card.sides),
            "size": [side // 1000 if side % 1000 == 0 else side / 1000 for side in card.size],
            "turns": card.turns,
            "minutes": card.minutes,
            "opening": card.opening,
        }
        for card in game.scenarios()
    ]
    return {"game": game.slug, "title": game.title, "length_unit": game.length_unit, "scenarios": scenarios}


def print_card(out: Console, game: Game, card: ScenarioCard) -> None:
    width, depth = (round(side / 1000) for side in card.size)
    opening = "  (to begin with)" if card.opening else ""
    out.print(line("\n  ", (card.id, "bold"), f"  {card.title}{opening}"))
    table = Table(box=None, show_header=False, padding=(0, 1, 0, 4))
    sides = " against ".join(f"{name} ({seat})" for seat, name in card.sides.items())
    table.add_row(card.text)
    turns = counted(card.turns, game.turn_word)
    table.add_row(f"{sides}; {width} x {depth} {game.length_unit}, {turns}, about {card.minutes} minutes")
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
    sheet = games.game(game).sheet()
    out = console()
    if html is None:
        show(sheet, out)
        return
    try:
        write_file(html, render_html(sheet).encode())
    except OSError as error:
        raise Complaint(f"{html} cannot be written: {error.strerror or error}.") from None
    out.print(f"The sheet is in {html}.", soft_wrap=True)
