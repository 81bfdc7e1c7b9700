"""The reference sheet, made from the figures that the dice use."""

from __future__ import annotations

from picket.house import house_rules
from picket.procedures import RANGE, SHORT, to_hit
from umpire.battle.catalogue import Catalogue
from umpire.battle.sheet import Book, Row, Section, Sheet, Table, at_least, plain, sentences
from umpire.battle.words import tidy


def reference_sheet(catalogue: Catalogue) -> Sheet:
    book, house = Book(catalogue), house_rules(catalogue.options.defaults())
    scores = ((SHORT, to_hit(house, far=False)), (RANGE, to_hit(house, far=True)))
    rows = tuple(Row((f"up to {tidy(far)} in", at_least(need.value))) for far, need in scores)
    sections = (
        Section("Acting", (plain(book.say("ACT-01")),)),
        Section("Shooting", (plain(book.say("SHT-01")), Table("To hit", ("range", "score"), rows))),
        Section("The end", (plain(book.say("END-01")),)),
    )
    return Sheet("Picket", "Two patrols on an open field", sections, sentences(catalogue))
