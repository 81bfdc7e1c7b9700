"""The table as an SVG picture, for reports and moving pictures. It draws views and knows no game."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import cos, radians, sin

from umpire.battle.view import LOOKS, Area, Piece, View
from umpire.battle.ways import middle

PAPER = "#f4efe2"
FILLS = {
    "woods": "#a9c08a", "scrub": "#cdd2a8", "crops": "#d9d59a", "hill": "#dcc79a", "rough": "#cfc6b4",
    "marsh": "#bccdbf", "sand": "#e9d9a8", "snow": "#f7f8f8", "scorched": "#8f857c", "water": "#a8c5d6",
    "ford": "#cbd9d6", "bridge": "#c4b08b", "road": "#ddd3bd", "block": "#c9b7a2", "wall": "#77706a",
    "hedge": "#7d9162", "ditch": "#9aa07e", "wire": "#8d8478", "mines": "#d8b9a8", "barred": "#b3a890",
    "wreck": "#5a5348", "gap": "#e9e0cb", "smoke": "#b9b9b9", "dome": "#b7cfe0", "zone": "#e3b7a0",
    "deployment": "none", "objective": "none", "plain": "#e4dcc8",
}  # fmt: skip
PATTERNED = {
    "woods": "trees", "block": "bricks", "water": "waves", "marsh": "waves", "crops": "rows", "rough": "stones",
    "barred": "bricks",
}  # fmt: skip
SIDES = ("#2c5f8a", "#a33b2f", "#5b7a2c", "#7a4d8a")

PATTERNS = """<defs>
<pattern id="trees" width="14" height="14" patternUnits="userSpaceOnUse">
<circle cx="4" cy="4" r="2.4" fill="#6f8f52"/><circle cx="11" cy="11" r="2.4" fill="#6f8f52"/></pattern>
<pattern id="bricks" width="12" height="12" patternUnits="userSpaceOnUse">
<path d="M0 12L12 0" stroke="#8a7762" stroke-width="1.2"/></pattern>
<pattern id="waves" width="16" height="8" patternUnits="userSpaceOnUse">
<path d="M0 4Q4 0 8 4T16 4" stroke="#6d97ad" fill="none" stroke-width="1.2"/></pattern>
<pattern id="rows" width="6" height="6" patternUnits="userSpaceOnUse">
<path d="M0 3H6" stroke="#a8a35a" stroke-width="1"/></pattern>
<pattern id="stones" width="10" height="10" patternUnits="userSpaceOnUse">
<path d="M2 3l2-2 2 2-2 2zM7 8l1-1 1 1-1 1z" fill="#97907f"/></pattern>
</defs>"""


class Canvas:
    """A table of thousandths on a picture of pixels, north on top."""

    def __init__(self, view: View, width: int) -> None:
        self.scale = width / view.size[0]
        self.width = width
        self.height = round(view.size[1] * self.scale)

    def x(self, x: float) -> str:
        return f"{x * self.scale:.1f}"

    def y(self, y: float) -> str:
        return f"{self.height - y * self.scale:.1f}"

    def long(self, length: float) -> str:
        return f"{length * self.scale:.1f}"


class Names:
    """Words on a picture, each where it lies on no other as far as there is room."""

    def __init__(self) -> None:
        self._taken: list[tuple[float, float, float, float]] = []

    def text(self, words: str, size: int, colour: str, places: Sequence[tuple[float, float]]) -> str:
        """The words at the first of these places that is free, else at the very first."""
        boxes = [_box(words, size, x, y) for x, y in places]
        at = next((at for at, box in enumerate(boxes) if not any(_meet(box, other) for other in self._taken)), 0)
        self._taken.append(boxes[at])
        x, y = places[at]
        return (
            f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" text-anchor="middle" fill="{colour}" '
            f'font-family="sans-serif">{escape(words)}</text>'
        )


def _box(words: str, size: int, x: float, y: float) -> tuple[float, float, float, float]:
    """About where words stand whose line has its middle here: west, top, east, bottom."""
    half = 0.28 * size * len(words)
    return x - half, y - size, x + half, y + size * 0.3


def _meet(one: tuple[float, float, float, float], other: tuple[float, float, float, float]) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def picture(view: View, width: int = 900, was: View | None = None, caption: str = "") -> str:
    """The table; with the view before, every piece that moved trails a line behind it."""
    canvas = Canvas(view, width)
    lying = [area for area in view.areas if area.outline or area.circle]
    areas = sorted(lying, key=lambda area: (LOOKS.index(area.look), -_room(area)))
    seats = [side.seat for side in view.sides]
    names = Names()
    pieces = [_piece(piece, canvas, seats, names) for piece in view.pieces if piece.on_table]
    parts = [_area(area, canvas) for area in areas]
    # Above all ground: a road goes through a town, but not its name. An objective may be called as its ground is.
    named = [area for area in areas if area.named]
    called = [area.name for area in named]
    named += [area for area in areas if area.look == "objective" and area.name not in called]
    parts += [_name(area, canvas, names) for area in named if area.name]
    parts += [_trail(piece, was, canvas, seats) for piece in view.pieces if was is not None]
    parts += pieces
    foot = 26 if caption else 0
    if caption:
        parts.append(
            f'<text x="8" y="{canvas.height + 18}" font-size="14" fill="#333" font-family="sans-serif">'
            f"{escape(caption)}</text>"
        )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {canvas.width} {canvas.height + foot}" '
        f'width="{canvas.width}" height="{canvas.height + foot}" role="img" aria-label="{escape(view.banner)}">'
        f'{PATTERNS}<rect width="100%" height="100%" fill="{PAPER}"/>{"".join(parts)}</svg>'
    )


def _area(area: Area, canvas: Canvas) -> str:
    look = area.look
    line = 'stroke="#6b6152" stroke-width="1"'
    if look in ("deployment", "objective"):
        line = 'stroke="#8a6d1c" stroke-width="1.5" stroke-dasharray="5 4"'
    shapes = [f'<{_outline(area, canvas)} fill="{FILLS[look]}" {line}/>']
    if look in PATTERNED:
        shapes.append(f'<{_outline(area, canvas)} fill="url(#{PATTERNED[look]})"/>')
    return "".join(shapes)


def _name(area: Area, canvas: Canvas, names: Names) -> str:
    across, along = middle(area)
    x, y = float(canvas.x(across)), float(canvas.y(along))
    return names.text(area.name, 11, "#4b4436", [(x, y + down) for down in (0, 14, -14, 28, -28)])


def _room(area: Area) -> int:
    """How much room it takes up; of two that look alike the smaller lies on top."""
    if area.circle is not None:
        return 4 * area.circle[2] ** 2
    xs, ys = [x for x, _ in area.outline], [y for _, y in area.outline]
    return (max(xs) - min(xs)) * (max(ys) - min(ys))


def _outline(area: Area, canvas: Canvas) -> str:
    if area.circle is not None:
        x, y, radius = area.circle
        return f'circle cx="{canvas.x(x)}" cy="{canvas.y(y)}" r="{canvas.long(radius)}"'
    points = " ".join(f"{canvas.x(x)},{canvas.y(y)}" for x, y in area.outline)
    return f'polygon points="{points}"'


def _colour(side: str, seats: Sequence[str]) -> str:
    return SIDES[seats.index(side) % len(SIDES)] if side in seats else "#555"


def _trail(piece: Piece, was: View | None, canvas: Canvas, seats: Sequence[str]) -> str:
    before = next((each for each in was.pieces if each.id == piece.id), None) if was is not None else None
    if before is None or not before.on_table:
        return ""
    colour = _colour(piece.side, seats)
    if not piece.on_table:  # where it was lost
        x, y = float(canvas.x(before.x)), float(canvas.y(before.y))
        return (
            f'<path d="M{x - 6:.1f} {y - 6:.1f}l12 12m0 -12l-12 12" stroke="{colour}" stroke-width="2.5" opacity=".7"/>'
        )
    if (before.x, before.y) == (piece.x, piece.y):
        return ""
    return (
        f'<line x1="{canvas.x(before.x)}" y1="{canvas.y(before.y)}" x2="{canvas.x(piece.x)}" y2="{canvas.y(piece.y)}" '
        f'stroke="{colour}" stroke-width="2" stroke-dasharray="4 3" opacity=".7"/>'
    )


def _unit(piece: Piece, canvas: Canvas, seats: Sequence[str], names: Names) -> str:
    """A unit of many figures: each to scale, and its name once above them, or below."""
    colour = _colour(piece.side, seats)
    fill = colour if seats and piece.side == seats[0] else "#fff"
    parts: list[str] = []
    for figure in piece.figures:
        width, depth = max(3.0, figure.width * canvas.scale), max(3.0, figure.depth * canvas.scale)
        x, y = float(canvas.x(figure.x)), float(canvas.y(figure.y))
        parts.append(
            f'<rect x="{x - width / 2:.1f}" y="{y - depth / 2:.1f}" width="{width:.1f}" height="{depth:.1f}" '
            f'rx="{width / 2 if figure.round else 0:.1f}" fill="{fill}" stroke="{colour}" '
            f'transform="rotate({figure.facing} {x:.1f} {y:.1f})"/>'
        )
    middle = float(canvas.x(sum(figure.x for figure in piece.figures) / len(piece.figures)))
    top = float(canvas.y(max(figure.y + figure.depth / 2 for figure in piece.figures)))
    foot = float(canvas.y(min(figure.y - figure.depth / 2 for figure in piece.figures)))
    places = [(middle, y) for y in (top - 3, foot + 11, top - 15, foot + 23)]
    return "".join(parts) + names.text(piece.name, 10, colour, places)


def _piece(piece: Piece, canvas: Canvas, seats: Sequence[str], names: Names) -> str:
    """To scale, but never too small to see; the first side in capitals and filled, the others hollow."""
    if piece.figures:
        return _unit(piece, canvas, seats, names)
    colour = _colour(piece.side, seats)
    first = bool(seats) and piece.side == seats[0]
    width, depth = max(12.0, piece.width * canvas.scale), max(12.0, piece.depth * canvas.scale)
    x, y = float(canvas.x(piece.x)), float(canvas.y(piece.y))
    letter = piece.symbol.upper() if first else piece.symbol.lower()
    nose = (x + sin(radians(piece.facing)) * depth * 0.75, y - cos(radians(piece.facing)) * depth * 0.75)
    corner = width / 2 if piece.round else 2
    fill, ink = (colour, "#fff") if first else ("#fff", colour)
    marked = f'<circle cx="{x + width / 2:.1f}" cy="{y - depth / 2:.1f}" r="3" fill="#d9a400"/>'
    return (
        f'<line x1="{x:.1f}" y1="{y:.1f}" x2="{nose[0]:.1f}" y2="{nose[1]:.1f}" stroke="{colour}" stroke-width="3"/>'
        f'<rect x="{x - width / 2:.1f}" y="{y - depth / 2:.1f}" width="{width:.1f}" height="{depth:.1f}" '
        f'rx="{corner:.1f}" fill="{fill}" stroke="{colour}" stroke-width="1.5" '
        f'transform="rotate({piece.facing} {x:.1f} {y:.1f})"/>'
        f'<text x="{x:.1f}" y="{y + 4:.1f}" font-size="11" font-weight="700" text-anchor="middle" fill="{ink}" '
        f'font-family="sans-serif">{escape(letter)}</text>' + (marked if piece.markers else "")
    )
