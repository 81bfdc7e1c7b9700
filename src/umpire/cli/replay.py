"""`umpire replay`: a saved battle told from its beginning, its hashes checked."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from umpire import games
from umpire.battle import savefile
from umpire.battle.ended import outcome
from umpire.battle.log import Drift
from umpire.battle.session import Battle
from umpire.cli import maps, news, scene
from umpire.cli.common import find_seat, read_file
from umpire.cli.frame import Complaint, complain, console, hang, heading


def replay_command(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A save file.")],
    to: Annotated[
        int | None, typer.Option("--to", metavar="N", min=0, help="Only the first N lines of the log.")
    ] = None,
    seat: Annotated[
        str | None, typer.Option("--seat", metavar="SEAT", help="As this seat saw it; else as a spectator.")
    ] = None,
) -> None:
    """Tell a saved battle from its beginning.

    Every die is told, and the map shows where it ends. The log is played by the rules again; the state after
    each activation must be what it was. If it is not, exit code 1 and a sentence that says where.
    """
    saved = savefile.read(read_file(file))
    game = games.game(saved.game)
    eyes = None if seat is None else find_seat(game, seat)
    if seat is not None and eyes is None:
        raise Complaint(f"{saved.game} has no seat {seat!r}; it has {' and '.join(game.seats)}.")
    if to is not None and to > len(saved.body.log):
        raise Complaint(f"the log of this battle has {len(saved.body.log)} lines; --to is one of them.")
    out = console()
    try:
        battle = savefile.replay(saved, game, to)
    except Drift as drift:
        complain(f"this battle does not replay: {drift}")
        raise typer.Exit(1) from None
    seats = ", ".join(f"{at}: {who}" for at, who in saved.seats.items())
    out.print(f"{game.title}, {saved.scenario}, seed {battle.seed}" + (f" ({seats})" if seats else ""))
    labels = maps.Labels()
    for point in battle.snapshots:
        labels.learn(game.view(point.state, eyes))
    pieces = news.known_pieces(battle.view(eyes), labels)
    for event in news.for_seat(battle.events, eyes):
        if event.kind == "turn":
            out.print()
        for text in news.told(event, pieces):
            hang(out, text, news.indent(text))
    _stand(out, battle, eyes, labels)


def _stand(out: Console, battle: Battle, seat: str | None, labels: maps.Labels) -> None:
    view = battle.view(seat)
    heading(out, view.banner)
    scene.show(out, view, labels)
    result = battle.result
    if result is not None:
        names = {side.seat: side.name for side in view.sides}
        winner = result.winner and f"{names.get(result.winner, 'Seat')} ({result.winner})"
        out.print(outcome(winner, result.reason), style="bold")
    elif battle.decision is not None:
        out.print(f"Open: {battle.decision.prompt} (seat {battle.decision.seat})")
    ends = sum(entry.kind == "end" for entry in battle.log)
    out.print(f"{len(battle.log)} lines of the log, {ends} activations, every hash as it was.")
