"""A reference sheet: what a player keeps beside the table, built from a game's own tables and catalogue.

A game makes a `Sheet`; `render_terminal` and `render_html` show any. Rule IDs stand beside what they give, short and
out of the way; on the page each is an anchor (`sheet.html#FWC-CAS-03`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from html import escape
from importlib.resources import files
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol, TypeAlias

from umpire.battle.catalogue import Catalogue, Rule
from umpire.battle.switches import Value
from umpire.battle.words import keyed

if TYPE_CHECKING:
    from rich.console import Console, Group

Style: TypeAlias = Literal["plain", "marked", "terms", "settings", "steps", "together"]


class Line(NamedTuple):
    """Something the sheet says, with its rules.

    `mark` stands before it: an amount, a score, a term. `detail` is more than a printed sheet has room for, and so is
    `key`, by which a house rule is typed.
    """

    text: str
    rules: tuple[str, ...] = ()
    mark: str = ""
    detail: str = ""
    key: str = ""


class Lines(NamedTuple):
    """Lines under a heading.

    Plain ones stand below each other, marked ones behind their short marks, terms after the word they explain, settings
    after the name they are the value of, steps behind their numbers; together they run on in one sentence that the
    heading begins.
    """

    title: str
    lines: tuple[Line, ...]
    style: Style = "plain"
    rules: tuple[str, ...] = ()


class Row(NamedTuple):
    cells: tuple[str, ...]
    rules: tuple[str, ...] = ()


class Table(NamedTuple):
    """Rows of two cells or more under column heads."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    rules: tuple[str, ...] = ()


Block: TypeAlias = "Lines | Table"


class Section(NamedTuple):
    title: str
    blocks: tuple[Block, ...]


class Sheet(NamedTuple):
    """A whole sheet. `sentences` is what each rule says in full, for those who ask at its ID."""

    title: str
    subtitle: str
    sections: tuple[Section, ...]
    sentences: Mapping[str, str]

    @property
    def rules(self) -> tuple[str, ...]:
        """Every rule named on the sheet, once, in the order in which it is met."""
        named = (rule for section in self.sections for block in section.blocks for rule in rules_of(block))
        return tuple(dict.fromkeys(named))


def rules_of(block: Block) -> Iterator[str]:
    yield from block.rules
    for part in block.rows if isinstance(block, Table) else block.lines:
        yield from part.rules


def signed(amount: int) -> str:
    """A modifier as people print it.

    >>> signed(2), signed(-1)
    ('+2', '−1')
    """
    return f"+{amount}" if amount >= 0 else f"\u2212{-amount}"


def at_least(score: int) -> str:
    """What a die must show.

    >>> at_least(4), at_least(6)
    ('4+', '6')
    """
    return f"{score}+" if score < 6 else str(score)


def readable(line: Line, style: Style) -> Line:
    """A line for who reads it: the values of house rules as they are typed, true and false, are for who types them.

    >>> readable(Line("true", (), "Split fire", "Fire may be split; if false, it may not.", "split_fire"), "settings")
    Line(text='yes', rules=(), mark='Split fire', detail='Fire may be split; if no, it may not.', key='split_fire')
    """
    if style != "settings":
        return line
    detail = re.sub(r"\b([Ii]f) (true|false)\b", lambda found: f"{found[1]} {_ANSWERS[found[2]]}", keyed(line.detail))
    return Line(_ANSWERS.get(line.text, keyed(line.text)), line.rules, line.mark, detail, line.key)


_ANSWERS = {"true": "yes", "false": "no"}


def typeset(text: str) -> str:
    """The text as it is printed: with true minus signs, and no line that ends between a number and its unit.

    The page does the same to all that the server says (web/src/typeset.ts), but leaves a bare number as it is.

    >>> typeset("at -1 within 10 cm")
    'at −1 within 10\\xa0cm'
    """
    text = re.sub(r"(?<!\w)-(?=\d)", "\u2212", text)
    return re.sub(r"(?<=\d) (?=(?:cm|in|%)(?![\w-]))", "\u00a0", text)


def rule_labels(rules: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Each rule with what is printed for it: the game's name left out, and the group's where it stands before.

    >>> list(rule_labels(["X-AA-01", "X-AA-02", "X-BB-01"]))
    [('X-AA-01', 'AA-01'), ('X-AA-02', '02'), ('X-BB-01', 'BB-01')]
    """
    before = ""
    for rule in rules:
        group, _, number = rule.partition("-")[2].rpartition("-")
        yield rule, number if group == before else f"{group}-{number}"
        before = group


def sentences(catalogue: Catalogue) -> dict[str, str]:
    return {rule.id: f"{rule.title}: {rule.text}" for rule in catalogue.rules}


# --- Writing one ---------------------------------------------------------------------------------------------


class Modifier(Protocol):
    """A line of a game's modifier table."""

    @property
    def text(self) -> str: ...

    @property
    def amount(self) -> int: ...

    @property
    def rule(self) -> str: ...


class Book:
    """The catalogue as the writer of a sheet opens it, by short IDs (`CMD-11`); one that is not there is a KeyError."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue

    def ids(self, *names: str) -> tuple[str, ...]:
        return tuple(rule.id for rule in self._rules(names))

    def _rules(self, names: Iterable[str]) -> Iterator[Rule]:
        for name in names:
            rule = self.catalogue.find(name)
            if rule is None:
                raise KeyError(f"the catalogue has no rule {name}")
            yield rule

    def say(self, *names: str) -> Line:
        """What these rules say, in their own sentences."""
        return Line(" ".join(rule.text for rule in self._rules(names)), self.ids(*names))

    def each(self, *names: str) -> tuple[Line, ...]:
        return tuple(self.say(name) for name in names)

    def note(self, text: str, *names: str, mark: str = "") -> Line:
        """A line in other words: shorter, or with figures from a table."""
        return Line(text, self.ids(*names), mark)

    def titles(self, *names: str) -> tuple[Line, ...]:
        """The titles of these rules as parts of one sentence."""
        return tuple(Line(rule.title[0].lower() + rule.title[1:], (rule.id,)) for rule in self._rules(names))

    def modifiers(self, table: Mapping[str, Modifier], also: Mapping[str, str] | None = None) -> tuple[Line, ...]:
        """A modifier table; `also` gives, by key, the rule of the exception that a line mentions."""
        extra = also or {}
        return tuple(
            Line(each.text, (each.rule, *self.ids(*extra.get(key, "").split())), signed(each.amount))
            for key, each in table.items()
        )

    def default(self, option: str) -> str:
        """The usual value of a house-rule option."""
        return as_typed(self.catalogue.options[option].default)

    def house_rules(self, *more: Lines) -> Section:
        """Every option with its usual value, and what a game says of them besides."""
        options = self.catalogue.options
        lines = tuple(
            Line(as_typed(option.default), option.rules, option.called, option.text, option.name) for option in options
        )
        return Section("House rules", (Lines("", lines, "settings"), *more))


def plain(*lines: Line) -> Lines:
    """Lines without a heading."""
    return Lines("", lines)


def as_typed(value: Value) -> str:
    """The value of an option as it is typed.

    >>> as_typed(True), as_typed(10), as_typed("no_deviation")
    ('true', '10', 'no_deviation')
    """
    return str(value).lower() if isinstance(value, bool) else str(value)


def either(words: Iterable[object]) -> str:
    """Alternatives as one reads them out.

    >>> either([15, 20, 25])
    '15, 20 or 25'
    """
    *first, last = [str(word) for word in words]
    return f"{', '.join(first)} or {last}" if first else last


# --- The terminal --------------------------------------------------------------------------------------------


def render_terminal(sheet: Sheet, width: int) -> Group:
    """The sheet for a terminal so many characters wide, each section in two columns where there is room."""
    from umpire.battle.sheet_terminal import render

    return render(sheet, width)


def show(sheet: Sheet, console: Console) -> None:
    """Print the sheet as wide as the terminal is."""
    console.print(render_terminal(sheet, console.width))


# --- The page ------------------------------------------------------------------------------------------------


def render_html(sheet: Sheet) -> str:
    """The sheet as one HTML file that needs nothing else, for phones, screens and two sides of A4."""
    style = (files("umpire.battle") / "sheet.css").read_text(encoding="utf-8")
    anchors = _Anchors(sheet.sentences)
    ids = [anchor(section.title) for section in sheet.sections]
    contents = "\n".join(
        f'<li><a href="#{name}">{escape(section.title)}</a></li>'
        for name, section in zip(ids, sheet.sections, strict=True)
    )
    sections = "\n".join(_section(section, name, anchors) for name, section in zip(ids, sheet.sections, strict=True))
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8"/>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<meta name="color-scheme" content="light dark"/>
<title>{escape(sheet.title)}: reference sheet</title>
<style>
{style}</style>
</head>
<body>
<header>
<h1>{escape(sheet.title)}</h1>
<p>{escape(sheet.subtitle)}</p>
</header>
<nav id="top" aria-label="Sections">
<ul>
{contents}
</ul>
</nav>
<main>
{sections}
</main>
</body>
</html>
"""


class _Anchors:
    """Rule IDs as links to themselves. Only the first of its name may be the anchor."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._texts = texts
        self._placed: set[str] = set()

    def links(self, rules: tuple[str, ...]) -> str:
        if not rules:
            return ""
        links = "\u00a0".join(self._link(rule, label) for rule, label in rule_labels(rules))
        return f' <span class="rules">{links}</span>'

    def _link(self, rule: str, label: str) -> str:
        anchor = "" if rule in self._placed else f' id="{escape(rule)}"'
        self._placed.add(rule)
        text = self._texts.get(rule, "")
        title = f' title="{escape(text)}"' if text else ""
        return f'<a{anchor} href="#{escape(rule)}"{title}>{escape(label)}</a>'


def anchor(title: str) -> str:
    """An anchor for a section; rule IDs are in capitals, so the two never meet.

    >>> anchor("End of the battle")
    'end-of-the-battle'
    """
    return "-".join("".join(c if c.isalnum() else " " for c in title.lower()).split())


def _section(section: Section, name: str, anchors: _Anchors) -> str:
    blocks = "\n".join(_block(block, anchors) for block in section.blocks)
    up = '<a class="up" href="#top" aria-label="Back to the list of sections">\u2191</a>'
    return f'<section id="{name}">\n<h2>{escape(section.title)}{up}</h2>\n{blocks}\n</section>'


def _block(block: Block, anchors: _Anchors) -> str:
    whole = " whole"  # not to be parted by the end of a column
    if isinstance(block, Table):
        inside = _heading(block, anchors) + _table(block, anchors)
    elif block.style == "together":
        items = [_text(line.text) + anchors.links(line.rules) for line in block.lines]
        inside = f"<p><b>{_text(block.title)}:</b> {', '.join(items)}.</p>"
    else:
        whole = whole if block.style == "marked" else ""
        tag = "ol" if block.style == "steps" else "ul"
        heading = _heading(block, anchors)
        items = [_item(line, block.style, anchors) for line in block.lines]
        inside = f'{heading}<{tag} class="{block.style}">\n' + "\n".join(items) + f"\n</{tag}>"
    return f'<div class="block{whole}">\n{inside}\n</div>'


def _text(text: str) -> str:
    return escape(typeset(text))


def _heading(block: Block, anchors: _Anchors) -> str:
    return f"<h3>{_text(block.title)}{anchors.links(block.rules)}</h3>\n" if block.title else ""


def _item(line: Line, style: Style, anchors: _Anchors) -> str:
    line = readable(line, style)
    mark = f"<b>{_text(line.mark)}</b> " if style in ("marked", "terms", "settings") else ""
    key = f" <code>{escape(line.key)}</code>" if line.key else ""
    detail = f" <small>{_text(line.detail)}{key}</small>" if line.detail else ""
    return f"<li>{mark}<span>{_text(line.text)}{anchors.links(line.rules)}{detail}</span></li>"


def _table(table: Table, anchors: _Anchors) -> str:
    rows: list[str] = []
    for row in table.rows:
        first, *others = [_text(cell) for cell in row.cells]
        others[-1] += anchors.links(row.rules)
        data = "".join(f"<td>{cell}</td>" for cell in others)
        rows.append(f'<tr><th scope="row">{first}</th>{data}</tr>')
    heads = "".join(f'<th scope="col">{_text(column)}</th>' for column in table.columns)
    return f"<table>\n<thead><tr>{heads}</tr></thead>\n<tbody>\n" + "\n".join(rows) + "\n</tbody>\n</table>"
