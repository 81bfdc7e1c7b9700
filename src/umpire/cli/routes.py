"""Routes as somebody types them: `to X Y`, `path x,y x,y`."""

from __future__ import annotations

import re
from typing import Any

from umpire.battle.decisions import Place
from umpire.battle.view import View
from umpire.battle.ways import start_of
from umpire.battle.words import bearing, heading
from umpire.cli.frame import Complaint

HOW = "a place is typed as: to X Y [facing], or path x,y x,y [facing]; facing is degrees, or such as east or ne."
FARTHEST = 10_000
"""No table of any game is so large, and no unit goes so far."""
_NUMBER = r"[+-]?\d{1,6}(?:\.\d{1,6})?"


def is_typed(words: str) -> bool:
    """`to ...`, `path ...`, or just two or three numbers."""
    first = words.split(maxsplit=1)[0].casefold() if words.strip() else ""
    return first in ("to", "path") or _bare(words)


def _bare(words: str) -> bool:
    return re.fullmatch(rf"{_NUMBER}[ ,]+{_NUMBER}(?:[ ,]+{_NUMBER})?", words.strip()) is not None


def read_route(words: str, decision: Place, view: View) -> dict[str, Any]:
    """`to X Y [facing]` or `path x,y x,y ... [facing]` as an answer, in the game's units.

    `with NAME X Y ...` behind it puts figures of the unit by hand.
    """
    words, _, by_hand = words.partition(" with ")
    verb, *rest = (f"to {words}" if _bare(words) else words).replace(",", " ").split()
    facing = heading(rest[-1]) if rest else None
    text = " ".join(rest if facing is None else rest[:-1])
    if not re.fullmatch(rf"{_NUMBER}(?: {_NUMBER})*", text):
        raise Complaint(HOW)
    numbers = [float(number) for number in text.split()]
    if len(numbers) % 2 and facing is None:
        facing = int(numbers.pop())
    if not numbers or len(numbers) % 2 or (verb.casefold() == "to" and len(numbers) != 2):
        raise Complaint(HOW)
    pairs = zip(numbers[::2], numbers[1::2], strict=True)
    if max(map(abs, numbers)) > FARTHEST:
        raise Complaint("no table reaches so far.")
    points = [(round(x * 1000), round(y * 1000)) for x, y in pairs]
    start = start_of(decision, view)
    path = points
    if decision.shape != "point" and start is not None and points[0] != start:
        path = [start, *points]
    if facing is None:
        facing = _facing(path, decision, view)
    route: dict[str, Any] = {"path": [list(point) for point in path], "facing": facing % 360}
    if by_hand:
        route["figures"] = _figures(by_hand, decision, view)
    return route


def _figures(words: str, decision: Place, view: View) -> dict[str, list[int]]:
    """`Anna 12 8 Bert 13 8`: figures by their names or ids."""
    piece = next((each for each in view.pieces if each.id == decision.piece), None)
    party = [each for each in (piece.figures if piece else ()) if each.id in decision.party]
    known = {name.casefold(): each.id for each in party for name in (each.name, each.id) if name}
    spots: dict[str, list[int]] = {}
    rest = words.strip().casefold()
    while rest:
        # Names may end in numbers: the longest that fits is meant.
        name = next((each for each in sorted(known, key=len, reverse=True) if rest.startswith(f"{each} ")), "")
        spot = re.match(rf"[ ,]+({_NUMBER})[ ,]+({_NUMBER})(?:[ ,;]+|$)", rest[len(name) :])
        if not name or not spot:
            there = ", ".join(sorted(known)) or "none"
            raise Complaint(f"figures are put by hand as: with NAME X Y; there are {there}.")
        spots[known[name]] = [round(float(number) * 1000) for number in spot.groups()]
        rest = rest[len(name) + spot.end() :]
    return spots


def _facing(path: list[tuple[int, int]], decision: Place, view: View) -> int:
    """Nobody said how it faces: the way it goes, or as it stood."""
    if len(path) > 1 and path[-1] != path[-2]:
        return bearing(path[-1][0] - path[-2][0], path[-1][1] - path[-2][1])
    if decision.stand is not None:
        return decision.stand.facing
    piece = next((p for p in view.pieces if p.id == decision.piece), None)
    return piece.facing if piece is not None else 0
