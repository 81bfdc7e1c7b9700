"""`umpire odds`: exact odds of the dice procedures of a game."""

from __future__ import annotations

import json
from collections.abc import Sequence
from fractions import Fraction
from typing import Annotated, Any, NamedTuple

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from umpire import games
from umpire.battle.contract import Game
from umpire.battle.odds import Rows, as_object, exact, find_procedure, rows_of
from umpire.cli.common import JsonOption, ProfileOption, every_game, read_pairs, with_profile
from umpire.cli.frame import Complaint, console, typed
from umpire.dice import Odds, spoken
from umpire.dice.offered import REQUIRED, Input, Offered, Speech, is_number


def odds_command(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help="The game, such as fwc.")] = None,
    procedure: Annotated[
        str | None, typer.Argument(metavar="PROCEDURE", help="What is rolled; without it, all are listed.")
    ] = None,
    inputs: Annotated[
        list[str] | None,
        typer.Argument(metavar="NAME=VALUE...", help="Inputs; lists and records are written as JSON."),
    ] = None,
    by: Annotated[str | None, typer.Option("--by", metavar="FIELD", help="Only this field of the outcome.")] = None,
    options: Annotated[
        list[str] | None,
        typer.Option("--options", "--option", metavar="NAME=VALUE", help="House-rule switches of the game."),
    ] = None,
    profile: ProfileOption = None,
    as_json: JsonOption = False,
) -> None:
    """Exact odds of any roll of a game, before it is made.

    \b
    umpire odds fwc                         what can be asked for
    umpire odds fwc command_roll cv=8 distance=25
    umpire odds fwc casualties groups='[[5,4],[2,6]]' save=5 --by result

    JSON has game, procedure, inputs and outcomes; `options` where house rules are not as usual (all that differ, those
    of a profile too); and what a procedure tells besides under its name, such as the mean of `rounds`.
    """
    if procedure is None and by is not None:
        raise Complaint("--by names a field of what comes of a procedure: name that first.")
    if game is None:
        if options or profile:
            raise Complaint("house rules belong to a game: name it first.")
        _games(console(), as_json)
        return
    found = games.game(game)
    if procedure is None:
        found.house(with_profile(read_pairs(options or (), "options"), profile))
        if as_json:
            print(json.dumps(procedures_as_object(found)))
        else:
            list_procedures(console(), found)
        return
    offered = find_procedure(found, procedure)
    values, switches = split_inputs(found, offered, inputs or (), options or ())
    switches = with_profile(switches, profile)
    odds = offered.odds(found.house(switches), values)
    if as_json:
        print(json.dumps(as_object(found, offered, values, switches, odds, by)))
    else:
        print_rows(console(), rows_of(odds, by))
        print_means(console(), odds, by)
        if by is None:
            print_speech(console(), Spoken(offered, odds, offered.spoken(values)))


def split_inputs(
    game: Game, offered: Offered, inputs: Sequence[str], options: Sequence[str]
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Inputs and switches; after `--options` several switches may follow, which the shell gives as inputs."""
    values = read_pairs(inputs, "inputs")
    switches = read_pairs(options, "options")
    taken = {item.name for item in offered.inputs}
    if options:
        for name in [name for name in values if name not in taken and name in game.catalogue.options.names]:
            if name in switches:
                raise Complaint(f"{name} is given twice.")
            switches[name] = values.pop(name)
    return values, switches


# --- The answer ---


_EIGHTHS = " ▏▎▍▌▋▊▉█"


def bar(share: float, width: int, ascii_only: bool = False) -> str:
    """A bar for a share of 1; the smallest share that is not nothing still shows."""
    if ascii_only:
        return "#" * max(round(share * width), 1 if share else 0)
    eighths = max(round(share * width * 8), 1 if share else 0)
    whole, rest = divmod(eighths, 8)
    return "█" * whole + (_EIGHTHS[rest] if rest else "")


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "-" if value is None else str(value)


def _short(text: str, width: int = 27) -> str:
    """A long fraction by its ends; `--json` has it whole."""
    return text if len(text) <= width else f"{text[: width // 2]}…{text[-(width // 2) :]}"


_BAR = 24
_LEAST_BAR = 8


def print_rows(out: Console, rows: Rows) -> None:
    """The outcomes as a table; where there is little room the bars become shorter, then the fractions go."""
    fields = _telling(rows)
    cells = [[*(_shown(row[field]) for field in fields), _decimal(share)] for row, share in rows]
    room = out.width - sum(max(map(len, column)) + 2 for column in zip([*fields, "p"], *cells, strict=True))
    fractions = [_short(exact(share)) for _, share in rows]
    longest = max(map(len, ["exact", *fractions]))
    told = room >= longest
    wide = max(0, min(_BAR, room - 2 - (longest if told else 0)))
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for field in fields:
        table.add_column(field, no_wrap=True)
    table.add_column("p", justify="right", no_wrap=True)
    table.add_column("", no_wrap=True, style="green")
    if told:
        table.add_column("exact", no_wrap=True)
    most = max(float(share) for _, share in rows)
    for row, (_, share), fraction in zip(cells, rows, fractions, strict=True):
        drawn = bar(float(share) / most, wide, out.options.ascii_only) if wide else ""
        table.add_row(*row, drawn, *([fraction] if told else []))
    out.print(table)


def _decimal(share: Fraction) -> str:
    return f"{float(share):.4f}" if share >= Fraction(1, 20_000) else f"{float(share):.0e}"


def _telling(rows: Rows) -> list[str]:
    """The fields worth a column: not those after the first that are 0 in every row."""
    first, *more = rows[0][0]
    return [first, *(field for field in more if any(row[field] not in (0, None) for row, _ in rows))]


def print_means(out: Console, odds: Odds, by: str | None) -> None:
    fields = [by] if by is not None else list(odds.fields)
    for field in fields:
        values = odds.by(field)
        if all(is_number(value) for value in values) and (field == by or any(values)):
            mean = odds.mean(field)
            out.print(f"mean {field}: {float(mean):.4f} ({_short(exact(mean))})")
    for name in odds.more:
        mean = getattr(odds, name)
        out.print(f"mean {name}: {float(mean):.4f} ({_short(exact(mean))})")


class Spoken(NamedTuple):
    """Odds with the words for them."""

    offered: Offered
    odds: Odds
    speech: Speech

    @property
    def in_short(self) -> str:
        return spoken.in_short(*self)


def print_speech(out: Console, found: Spoken) -> None:
    """Where players tell the outcomes otherwise than they are named: what they say, as on the page."""
    if found.speech.told is not None:
        out.print("\nas players say it:")
        print_groups(out, found)
    if found.speech.figures:
        out.print(found.in_short)


def print_groups(out: Console, found: Spoken) -> None:
    groups = spoken.shares(*found)
    most = max(float(each.share) for each in groups)
    shares = [spoken.percent(each.share) for each in groups]
    room = out.width - max(len(each.words) for each in groups) - max(map(len, shares)) - 4
    wide = min(_BAR, room) if room >= _LEAST_BAR else 0
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    for each, share in zip(groups, shares, strict=True):
        drawn = bar(float(each.share) / most, wide, out.options.ascii_only) if wide else ""
        table.add_row(each.words, share, Text(drawn, "green"))
    out.print(table)


# --- Lists ---


def _games(out: Console, as_json: bool) -> None:
    found = every_game()
    if as_json:
        print(json.dumps({"games": [{"game": each.slug, "title": each.title} for each in found]}))
        return
    wide = max((len(each.slug) for each in found), default=0)
    for each in found:
        out.print(f"{each.slug:{wide}}  {each.title}")
    out.print(f"`{typed('odds')} GAME` lists what can be asked for.")


def list_procedures(out: Console, game: Game) -> None:
    """Every procedure with its inputs, what they may be, and their defaults."""
    out.print(f"Procedures of {game.title}: `{typed('odds', game.slug)} PROCEDURE name=value ...`")
    for offered in game.procedures:
        rules = f"  [{', '.join(offered.rules)}]" if offered.rules else ""
        out.print(f"\n{offered.name}  {offered.text}{rules}", style="bold")
        table = Table(box=None, show_header=False, pad_edge=True, padding=(0, 2, 0, 0))
        for item in offered.inputs:
            table.add_row("  " + item.name, _default(item), item.says + (f": {item.text}" if item.text else ""))
        out.print(table)


def procedures_as_object(game: Game) -> dict[str, Any]:
    """The same list as data; an input without `default` is needed."""
    procedures = [
        {
            "procedure": offered.name,
            "text": offered.text,
            "rules": list(offered.rules),
            "inputs": [_input_as_object(item) for item in offered.inputs],
        }
        for offered in game.procedures
    ]
    return {"game": game.slug, "procedures": procedures}


def _input_as_object(item: Input) -> dict[str, Any]:
    told = {"input": item.name, "may_be": item.says, "text": item.text}
    return told if item.default is REQUIRED else {**told, "default": item.default}


def _default(item: Input) -> str:
    return "needed" if item.default is REQUIRED else f"= {json.dumps(item.default)}"
