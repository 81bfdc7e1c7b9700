"""A reference sheet in the terminal."""

from __future__ import annotations

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table as Grid
from rich.text import Text

from umpire.battle.sheet import Block, Line, Lines, Section, Sheet, Table, rule_labels, typeset

_TWO_COLUMNS = 110
_COLUMN = 76
"""Longer lines than this are hard to read."""
_GAP = 4
_MARK = 3
"""What a mark has room for; the marks of a block have more if one of them is longer."""


def render(sheet: Sheet, width: int) -> Group:
    """Section by section; where there is room, each in two columns, so that the sheet still reads downwards."""
    two = width >= _TWO_COLUMNS
    column = min(_COLUMN, (width - _GAP) // 2 if two else width)
    across = 2 * column + _GAP if two else column
    parts: list[RenderableType] = [Text(sheet.title, "bold"), Text(sheet.subtitle, "dim")]
    for section in sheet.sections:
        heading = Rule(Text(section.title, "bold"), align="left", style="dim")
        parts += [Text(), _held(heading, across)]
        pieces = _pieces(section)
        parts.append(_in_two(pieces, column) if two else _held(Group(*pieces), column))
    return Group(*parts)


def _held(what: RenderableType, width: int) -> Grid:
    """The same in a column of this width."""
    grid = Grid.grid()
    grid.add_column(width=width)
    grid.add_row(what)
    return grid


def _in_two(pieces: list[RenderableType], column: int) -> Grid:
    """Two columns, parted where the longer one is shortest; if in doubt that is the left one."""
    measure = Console(width=column, color_system=None)
    heights = [len(measure.render_lines(piece, pad=False)) for piece in pieces]
    cut = min(range(1, len(pieces) + 1), key=lambda n: (max(sum(heights[:n]), sum(heights[n:])), -n))
    grid = Grid.grid(padding=(0, _GAP, 0, 0))
    grid.add_column(width=column)
    grid.add_column(width=column)
    grid.add_row(Group(*pieces[:cut]), Group(*pieces[cut:]))
    return grid


def _pieces(section: Section) -> list[RenderableType]:
    """What may be parted by the end of a column; a heading stays with what follows it."""
    pieces: list[RenderableType] = []
    for block in section.blocks:
        first, *rest = _parts(block)
        if block.title and not (isinstance(block, Lines) and block.style == "together"):
            heading = Text.assemble((block.title, "italic"), *_rules(block.rules))
            first = Group(heading, first)
        pieces += [first, *rest]
    return pieces


def _parts(block: Block) -> list[RenderableType]:
    if isinstance(block, Table):
        return [_table(block)]
    if block.style == "together":
        return [_together(block)]
    if block.style == "steps":
        return [_behind(f"{number}", _text(line)) for number, line in enumerate(block.lines, 1)]
    if block.style == "marked":
        width = max([_MARK, *[len(line.mark) for line in block.lines]])
        return [_behind(line.mark, _text(line), width) for line in block.lines]
    if block.style == "settings":  # here somebody types them
        return [_behind("", Text.assemble((line.key or line.mark, "bold"), "  ", _text(line))) for line in block.lines]
    if block.style == "terms":
        return [_behind("", Text.assemble((line.mark, "bold"), "  ", _text(line))) for line in block.lines]
    return [_behind("\u00b7", _text(line)) for line in block.lines]


def _behind(mark: str, text: Text, width: int = _MARK) -> Grid:
    """A text with its mark hanging out to the left."""
    grid = Grid.grid(padding=(0, 1, 0, 0))
    grid.add_column(width=width, justify="right", style="bold")
    grid.add_column()
    grid.add_row(mark, text)
    return grid


def _text(line: Line) -> Text:
    return Text.assemble(_typeset(line.text), *_rules(line.rules))


def _typeset(text: str) -> str:
    """Without the spaces that hold words together: here nothing heeds them, and searching would stumble over them."""
    return typeset(text).replace("\u00a0", " ")


def _rules(rules: tuple[str, ...]) -> list[tuple[str, str]]:
    labels = ",".join(label for _, label in rule_labels(rules))
    return [(f" {labels}", "dim")] if labels else []


def _together(block: Lines) -> Text:
    text = Text.assemble((block.title, "bold"), ": ")
    for i, line in enumerate(block.lines):
        text.append_text(_text(line))
        text.append(", " if i + 1 < len(block.lines) else ".")
    return text


def _table(table: Table) -> Padding:
    grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    for column in table.columns:
        grid.add_column(column)
    for row in table.rows:
        *cells, last = row.cells
        grid.add_row(*cells, Text.assemble(last, *_rules(row.rules)))
    return Padding(grid, (0, 0, 0, 4))
