"""Reading a reference sheet in tests."""

from __future__ import annotations

from umpire.battle.sheet import Line, Sheet, Table


def said(sheet: Sheet, rule: str) -> str:
    """Everything the sheet says beside this rule."""
    found: list[str] = []
    for section in sheet.sections:
        for block in section.blocks:
            if rule in block.rules:
                found.append(block.title)
            for part in block.rows if isinstance(block, Table) else block.lines:
                if rule in part.rules or rule in block.rules:
                    words = (part.mark, part.text) if isinstance(part, Line) else part.cells
                    found.append(" ".join(words))
    return " | ".join(found)
