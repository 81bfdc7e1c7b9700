"""The table as it stands on the screen: who is there, the map, what its signs mean, what is fought for."""

from __future__ import annotations

import re
from collections.abc import Mapping

from rich.columns import Columns
from rich.console import Console
from rich.text import Text

from umpire.battle import ways
from umpire.battle.view import Piece, SideView, View
from umpire.battle.words import counted
from umpire.cli import maps
from umpire.cli.frame import hang, line


def show(out: Console, view: View, labels: maps.Labels, window: maps.Window | None = None) -> None:
    """Who is there, then the map: so the map stands next to the question that follows."""
    labels.learn(view)
    for side in view.sides:
        show_side(out, view, labels, side)
    drawing = maps.draw(view, labels, out.width, window)
    for text in drawing.lines:
        out.print(text, no_wrap=True, crop=False)
    signs = [f"{sign} {kind}{_names(kind, view)}" for sign, kind in drawing.legend]
    _print_legend(out, signs + _how_written(view, out.is_terminal))
    if drawing.crowded:
        hang(out, Text(f"     no room for {', '.join(drawing.crowded)}: map UNIT shows a part", "dim"), 5)


def _print_legend(out: Console, items: list[str]) -> None:
    """In as many lines as it takes, no item cut in two."""
    text = "    "
    for item in items:
        if len(text) + len(item) + 3 > out.width and text.strip():
            out.print(Text(text, "dim"))
            text = "    "
        text += (" " if not text.strip() else "   ") + item
    out.print(Text(text, "dim"))


def _names(kind: str, view: View) -> str:
    """What the areas of a kind are called, from west to east: `: Wood, Farm`; nothing if that says no more."""
    areas = sorted((a for a in view.areas if a.kind.replace("_", " ") == kind), key=ways.middle)
    names = [ways.goal_name(a, view) if ways.is_mark(a) else a.name for a in areas]
    told = list(dict.fromkeys(name for name in names if name and name.casefold() not in (kind, kind.partition(" ")[0])))
    return f": {', '.join(told)}" if 0 < len(told) <= 4 else ""


def show_side(out: Console, view: View, labels: maps.Labels, side: SideView) -> None:
    here = [piece for piece in view.pieces if piece.side == side.seat and piece.on_table]
    first = not view.sides or side.seat == view.sides[0].seat
    told = "; ".join(f"{name}: {value}" for name, value in side.lines)
    you = " - you" if view.seat == side.seat else ""
    hang(out, line((f"{side.name} ({side.seat}){you}", maps.SIDES[0 if first else 1]), f"  {told}"), 4)
    if here:
        out.print(Columns([short(piece, view, labels) for piece in here], padding=(0, 2)))


def short(piece: Piece, view: View, labels: maps.Labels) -> Text:
    """`T1 Battle tank 1 (suppressed)`."""
    text = line((labels.of(piece, view), maps.style_of(piece, view)), f" {piece.name}")
    told = [counted(len(piece.figures), "figure")] if len(piece.figures) > 1 else []
    told += [marker.words for marker in piece.markers]
    if told:
        text.append(f" ({', '.join(told)})", "yellow")
    return text


def show_units(out: Console, view: View, labels: maps.Labels) -> None:
    """A line for each unit: what it is, where it stands, and of its card what there is room for.

    Where there is not even room for the place, that stands below.
    """
    names = [short(piece, view, labels) for piece in view.pieces]
    places = [_where(piece, view) for piece in view.pieces]
    wide, far = (max((len(text) for text in column), default=0) for column in (names, places))
    for piece, name, place in zip(view.pieces, names, places, strict=True):
        if wide + far + 4 > out.width:
            hang(out, line("  ").append_text(name), 5)
            hang(out, line("     ", place), 5)
            continue
        card = "; ".join(f"{word} {value}" for word, value in piece.card)
        text = line("  ").append_text(name).append(" " * (wide - len(name)))
        text.append(f"  {place:{far}}  ").append(card, "dim")
        text.truncate(out.width, overflow="ellipsis")
        text.rstrip()
        out.print(text, soft_wrap=True)


def _where(piece: Piece, view: View) -> str:
    if piece.on_table:
        return f"at {ways.place(view, piece.x, piece.y)}"
    return "" if piece.markers else "not on the table"  # else they say why


def _how_written(view: View, bars: bool) -> list[str]:
    """How the letters of the map tell the sides apart; a file shows no bars."""
    if len(view.sides) != 2:
        return []
    said = [f"CAPITALS: {view.sides[0].name}", f"small: {view.sides[1].name}"]
    return [*said, "on a bar: may still act"] if bars and any(piece.ready for piece in view.pieces) else said


def objectives(view: View) -> list[str]:
    """What is fought for, each said once: as the game says it, else by the names of the objectives."""
    if told := dict(view.extra).get("goals"):
        return list(told)
    return list(dict.fromkeys(area.name for area in view.areas if ways.is_mark(area) and area.name))


def terms(view: View, *texts: str) -> list[str]:
    """What the short words in these texts stand for, as the game says it."""
    told: Mapping[str, str] = dict(view.extra).get("terms", {})
    said = set(re.findall(r"\w+", " ".join(texts)))
    return [f"{short}: {words}" for short, words in told.items() if said & {short, f"{short}s"}]


def introduce(out: Console, view: View, title: str, text: str, levels: Mapping[str, str], human: str) -> None:
    """What battle this is, who sits where, and what there is to win."""
    out.print(line((title, "bold"), f": {text}"))
    for at, side in enumerate(view.sides):
        level = levels.get(side.seat, "")
        who = "a person leads" if level == human else f"the bot {level} leads"
        if level == human and sum(each == human for each in levels.values()) == 1:
            who = "you lead"
        written = "CAPITALS on the map" if at == 0 else "small letters on the map"
        hang(out, line("  ", who, " ", (f"{side.name} ({side.seat})", maps.SIDES[min(at, 1)]), f", {written}"), 4)
    for at, objective in enumerate(objectives(view)):
        hang(out, line("          " if at else "  to win: ", objective), 10)
