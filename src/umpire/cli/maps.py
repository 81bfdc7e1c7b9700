"""The table drawn in characters, from a seat's view and nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from rich.text import Text

from umpire.battle.view import Area, Piece, View
from umpire.battle.ways import inside, is_mark, middle

KINDS = {
    "objective": "*",
    "wood": "%",
    "forest": "%",
    "dense": "%",
    "hill": "^",
    "high": "^",
    "water": "~",
    "river": "~",
    "road": "=",
    "bridge": "=",
    "built": "#",
    "town": "#",
    "building": "#",
    "rough": '"',
    "wall": "|",
    "smoke": ":",
    "obscur": ":",
    "dome": "o",
    "mine": "x",
    "deploy": ".,",
    "zone": "'",
    "scorched": ";",
    "ditch": "$",
    "wire": "x",
    "impassable": "@",
    "gap": "_",
}
"""Signs for words that kinds of terrain are often called by, each with others to fall back on; all other kinds get one
of `SPARE`.
"""

SPARE = '%"#:&$@+;!?'
EMPTY = " "
COLOURS = {
    "*": "bold yellow", "%": "green", "^": "yellow", "~": "blue", "=": "white", "#": "magenta", ".": "dim",
    "|": "white", ":": "white", "$": "green", "x": "magenta", "o": "bold white",
}  # fmt: skip
"""How signs are coloured; all others are dim."""

SIDES = ("bold red", "bold cyan")
"""How the pieces of the first and of the other side are written."""


class Window(NamedTuple):
    """The part of the table that is drawn, in thousandths of the unit."""

    west: float
    south: float
    east: float
    north: float


class Labels:
    """Short names for pieces: a letter for what it is, large for the first side, and a number.

    The number is that of the piece's name if no other has it. Labels are given when a piece is first seen, lost ones
    included, and stay with it: a battle resumed has the same. One for each seat: a number left out would tell of a
    piece that is hidden from it.
    """

    def __init__(self) -> None:
        self._given: dict[str, str] = {}
        self._taken: set[str] = set()

    def of(self, piece: Piece, view: View) -> str:
        if piece.id not in self._given:
            self.learn(view)
        return self._given.get(piece.id) or self._give(piece, view)

    def by_id(self, view: View) -> dict[str, str]:
        """The label of each piece of a view by its id."""
        return {piece.id: self.of(piece, view) for piece in view.pieces}

    def learn(self, view: View) -> None:
        """Give a label to everybody in sight, in the order of the view."""
        for piece in view.pieces:
            if piece.id not in self._given:
                self._give(piece, view)

    def _give(self, piece: Piece, view: View) -> str:
        letter = next((c for c in piece.symbol + piece.name if c.isascii() and c.isalpha()), "x")
        letter = letter.upper() if is_first(piece, view) else letter.lower()
        own = re.search(r" (\d{1,2})$", piece.name)
        label = f"{letter}{own[1]}" if own else ""
        number = 1
        while not label or label in self._taken:
            label = f"{letter}{number}"
            number += 1
        self._taken.add(label)
        self._given[piece.id] = label
        return label

    def piece(self, label: str, view: View) -> Piece | None:
        """The piece somebody means: by its label, its id or its name."""
        for piece in view.pieces:
            if label == self.of(piece, view) or label.casefold() in (piece.id.casefold(), piece.name.casefold()):
                return piece
        return None

    def nearly(self, label: str, view: View) -> Piece | None:
        """The piece of this label with large and small letters mixed up."""
        wanted = label.casefold()
        return next((piece for piece in view.pieces if self.of(piece, view).casefold() == wanted), None)


def is_first(piece: Piece, view: View) -> bool:
    return not view.sides or piece.side == view.sides[0].seat


def style_of(piece: Piece, view: View) -> str:
    """How a piece of this side is written."""
    return SIDES[0] if is_first(piece, view) else SIDES[1]


class Drawing(NamedTuple):
    """A map: its lines, what its signs mean, and the pieces there was no room for."""

    lines: list[Text]
    legend: list[tuple[str, str]]
    crowded: list[str]


def whole(view: View) -> Window:
    return Window(0, 0, view.size[0], view.size[1])


def around(view: View, x: int, y: int, span: int) -> Window:
    """A window of this width around a place, kept on the table."""
    width = min(span, view.size[0])
    depth = min(span * view.size[1] / view.size[0], view.size[1])
    west = min(max(0.0, x - width / 2), view.size[0] - width)
    south = min(max(0.0, y - depth / 2), view.size[1] - depth)
    return Window(west, south, west + width, south + depth)


def draw(view: View, labels: Labels, width: int, window: Window | None = None) -> Drawing:
    """Draw the table, or a window of it, no wider than so many characters."""
    grid = _Grid(window or whole(view), max(20, width - 7))
    signs = signs_of(view.areas)
    seen: dict[str, str] = {}
    for area in sorted(view.areas, key=lambda each: -_extent(each)):
        if grid.paint(area, signs[area.kind]):
            seen[signs[area.kind]] = _joined(seen.get(signs[area.kind], ""), area.kind.replace("_", " "))
    crowded = []
    for piece in view.pieces:
        if piece.on_table and grid.holds(piece.x, piece.y):
            style = style_of(piece, view)
            label = labels.of(piece, view)
            if not grid.put(piece.x, piece.y, label, f"{style} reverse" if piece.ready else style):
                crowded.append(label)
    for piece in view.pieces:
        for figure in piece.figures if piece.on_table else ():
            if grid.holds(figure.x, figure.y):
                grid.dot(figure.x, figure.y, labels.of(piece, view)[0], style_of(piece, view))
    return Drawing(grid.lines(), list(seen.items()), crowded)


def _joined(words: str, word: str) -> str:
    return word if not words else words if word in words.split(", ") else f"{words}, {word}"


def signs_of(areas: Sequence[Area]) -> dict[str, str]:
    """A sign for each kind of area, no two kinds the same as far as signs go round."""
    signs: dict[str, str] = {}
    kinds = sorted({area.kind for area in areas})
    for kind in kinds:
        known = next((given for word, given in KINDS.items() if word in kind.casefold()), "")
        if free := [sign for sign in known if sign not in signs.values()]:
            signs[kind] = free[0]
    for kind in kinds:
        if kind not in signs:
            signs[kind] = next((sign for sign in SPARE if sign not in signs.values()), "?")
    return signs


def _extent(area: Area) -> float:
    """How large an area is; a mark such as an objective comes last, on top."""
    if is_mark(area):
        return -1
    if area.circle is not None:
        return 3.0 * area.circle[2] ** 2
    return abs(_doubled_area(area.outline)) / 2


def _doubled_area(outline: Sequence[tuple[int, int]]) -> int:
    return sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in _edges(outline))


def _edges(outline: Sequence[tuple[int, int]]) -> Iterable[tuple[tuple[int, int], tuple[int, int]]]:
    return zip(outline, (*outline[1:], *outline[:1]), strict=True)


class _Grid:
    """Characters over a window; one is twice as high as it is wide."""

    def __init__(self, window: Window, columns: int) -> None:
        self.window = window
        self.columns = columns
        self.cell = (window.east - window.west) / columns
        self.rows = max(1, round((window.north - window.south) / (2 * self.cell)))
        self.tall = (window.north - window.south) / self.rows
        self.signs = [[EMPTY] * columns for _ in range(self.rows)]
        self.styles = [["dim"] * columns for _ in range(self.rows)]
        self.taken = [[False] * columns for _ in range(self.rows)]

    def holds(self, x: float, y: float) -> bool:
        w = self.window
        return w.west <= x <= w.east and w.south <= y <= w.north

    def column(self, x: float) -> int:
        return min(self.columns - 1, max(0, int((x - self.window.west) / self.cell)))

    def row(self, y: float) -> int:
        return min(self.rows - 1, max(0, int((self.window.north - y) / self.tall)))

    def paint(self, area: Area, sign: str) -> bool:
        """Fill an area with its sign; whether any of it is in the window."""
        small = area.circle is not None and area.circle[2] <= max(self.cell, self.tall)
        if small or is_mark(area):
            x, y = middle(area)
            if self.holds(x, y):
                self._mark(self.row(y), self.column(x), sign)
            return self.holds(x, y)
        painted, thin = False, _thin(area, self.tall)
        for row in self._rows(area):
            for column in self._columns(area):
                # Large areas are hatched, so that what stands in them is easily read.
                if (thin or (row + column) % 2 == 0) and self._covered(area, row, column, thin):
                    self._mark(row, column, sign)
                    painted = True
        return painted

    def _mark(self, row: int, column: int, sign: str) -> None:
        self.signs[row][column] = sign
        self.styles[row][column] = COLOURS.get(sign, "dim")

    def _rows(self, area: Area) -> range:
        south, north = _ends(area, 1)
        if north - south < self.tall:  # a wall is one row, even where it lies between two
            south = north = (south + north) // 2
        return range(self.row(north), self.row(south) + 1)

    def _columns(self, area: Area) -> range:
        west, east = _ends(area, 0)
        if east - west < self.cell:
            west = east = (west + east) // 2
        return range(self.column(west), self.column(east) + 1)

    def _covered(self, area: Area, row: int, column: int, thin: bool) -> bool:
        """Whether a character shows an area: its middle lies in it, or part of it where the area is thin."""
        x = self.window.west + (column + 0.5) * self.cell
        y = self.window.north - (row + 0.5) * self.tall
        if inside(area, x, y):
            return True
        if not thin:
            return False
        (west, east), (south, north) = _ends(area, 0), _ends(area, 1)
        steps = (-0.34, 0.0, 0.34)
        xs = [(west + east) / 2] if east - west < self.cell else [x + step * self.cell for step in steps]
        ys = [(south + north) / 2] if north - south < self.tall else [y + step * self.tall for step in steps]
        return any(inside(area, each, other) for each in xs for other in ys)

    def put(self, x: float, y: float, label: str, style: str) -> bool:
        """Write a label where a piece stands, or beside it if another is there, apart from others if it can be."""
        row, column = self.row(y), self.column(x)
        for gap, steps in ((1, _BESIDE[:15]), (0, _BESIDE)):
            for across, down in steps:
                r, c = row + down, min(column + across, self.columns - len(label))
                if 0 <= r < self.rows and c >= 0:
                    if not any(self.taken[r][max(0, c - gap) : c + len(label) + gap]):
                        self._write(r, c, label, style)
                        return True
        return False

    def dot(self, x: float, y: float, sign: str, style: str) -> None:
        """A figure of a unit, where no label stands."""
        row, column = self.row(y), self.column(x)
        if not self.taken[row][column]:
            self._write(row, column, sign, style)

    def _write(self, row: int, column: int, label: str, style: str) -> None:
        for at, letter in enumerate(label, column):
            self.signs[row][at], self.styles[row][at], self.taken[row][at] = letter, style, True

    def lines(self) -> list[Text]:
        """The map in its frame, with the places along its sides."""
        edge = Text("     +" + "-" * self.columns + "+", "dim")
        drawn = [edge]
        marks = {self.row(y * 1000): y for y in self._round_numbers(self.window.south, self.window.north, self.tall, 3)}
        for row in range(self.rows):
            text = Text().append(f"{marks[row]:4} |" if row in marks else "     |", "dim")
            for run, style in self._runs(row):
                text.append(run, style)
            drawn.append(text.append("|", "dim"))
        return [*drawn, edge, Text(self._scale(), "dim")]

    def _runs(self, row: int) -> Iterable[tuple[str, str]]:
        """The signs of a row with their styles; what is empty goes with what is before it, unless on a bar."""
        run, style = "", "dim"
        for sign, own in zip(self.signs[row], self.styles[row], strict=True):
            if own != style and (sign != EMPTY or "reverse" in style):
                yield run, style
                run, style = "", own
            run += sign
        yield run, style

    def _scale(self) -> str:
        scale = ""
        for x in self._round_numbers(self.window.west, self.window.east, self.cell, 9):
            column = self.column(x * 1000)
            if column + len(str(x)) <= self.columns + 1:
                scale = scale.ljust(column + 6) + str(x)
        return scale

    @staticmethod
    def _round_numbers(low: float, high: float, cell: float, apart: int) -> list[int]:
        """Round numbers of units within a span, at least so many characters apart."""
        step = next((each for each in _STEPS if each * 1000 >= apart * cell), _STEPS[-1])
        first = -int(-low // (step * 1000)) * step
        return [number for number in range(first, int(high / 1000) + 1, step) if number * 1000 >= low]


_STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000)
_BESIDE = sorted(
    ((across, down) for across in range(-4, 5) for down in range(-2, 3)),
    key=lambda step: (abs(step[0]) + 2 * abs(step[1]), step),
)


def _ends(area: Area, axis: int) -> tuple[int, int]:
    if area.circle is not None:
        return area.circle[axis] - area.circle[2], area.circle[axis] + area.circle[2]
    values = [point[axis] for point in area.outline]
    return (min(values), max(values)) if values else (0, 0)


def _thin(area: Area, limit: float) -> bool:
    """Too thin for the middles of characters to catch it: small, or a band such as a road."""
    (west, east), (south, north) = _ends(area, 0), _ends(area, 1)
    if min(east - west, north - south) < 2 * limit:
        return True
    return _extent(area) < 0.4 * (east - west) * (north - south)
