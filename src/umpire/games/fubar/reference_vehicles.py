"""The part of the reference sheet that is about vehicles."""

from __future__ import annotations

from umpire.battle.sheet import Book, Line, Lines, Row, Section, Table, at_least, plain, signed
from umpire.games.fubar import sheet
from umpire.games.fubar.reference_figures import inches, reach

_RESULTS = {
    "shaken": "shaken: no next turn",
    "light": f"light damage: activation {sheet.ACTIVATION['light_damage'].amount:+}",
    "heavy": "heavy damage: roll again",
    "weapon": "a weapon is lost",
    "immobile": "immobilised",
    "destroyed": "destroyed",
}


def vehicle_sections(book: Book) -> tuple[Section, ...]:
    return (_moving(book), _special(book), _damage(book))


def _moving(book: Book) -> Section:
    also = {"medium_tank": ("VEH-03",), "walker": ("WLK-02",), "grav": ("GRV-02",), "vtol": ("VTL-02",)}
    rows = tuple(
        Row((row.name, *(_far(row.over(g)) for g in ("road", "", "soft", "moderate")), _far(row.all_weapons or None)),
            (row.rule, *book.ids(*also.get(name, ()))))
        for name, row in sheet.CHASSIS.items()
        if name not in ("bike", "grav_bike", "heavy_tank")
    )  # fmt: skip
    still = "A vehicle that stays fires all weapons, one that moves one, or all within the last column."
    tanks = "Heavy tanks move as medium ones; in moderate cover neither fires."
    return Section(
        "Vehicles",
        (
            Table("", ("Inches", "Road", "Open", "Soft", "Mod.", "All fire"), rows),
            plain(
                book.note("They activate like units.", "VEH-01"),
                book.note(still, "VEH-05", "VEH-09", "VEH-10"),
                book.note(tanks, "VEH-04"),
                book.note("The hull saves it, troops inside and those right behind.", "VEH-06"),
            ),
        ),
    )


def _far(length: int | None) -> str:
    return "–" if length is None else reach(length)


def _special(book: Book) -> Section:
    grav, vtol = sheet.CHASSIS["grav"], sheet.CHASSIS["vtol"]
    over = "over terrain from clear ground to clear ground; who fires over terrain can be fired at over it"
    off = f"{inches(grav.disembark)} if passengers get out, without fire over terrain"
    air = f"passengers in and out within {inches(vtol.disembark)}; save {at_least(sheet.VTOL_SAVE)}"
    ride = "the rider fires the bike's weapon or his own, or fights; moves by its type; any unsaved hit destroys it"
    lines = (
        book.note(f"{over}; {off}", "GRV-03", "GRV-04", "GRV-05", "GRV-06", mark="Grav:"),
        book.note(air, "VTL-03", "VTL-04", mark="VTOL:"),
        book.note(ride, "BIK-01", "BIK-02", "BIK-03", "BIK-04", mark="Bikes:"),
    )
    seats = f"All touch it at the end of a Walk, two seats each in PA and AD; out within {inches(sheet.DISEMBARK)}."
    return Section("Grav, VTOLs, bikes", (Lines("", lines, "terms"), plain(book.note(seats, "TRN-03", "TRN-04"))))


def _damage(book: Book) -> Section:
    first = _rows(sheet.DAMAGE)
    bail = f"destroyed; crew bails out on {at_least(sheet.BAIL_OUT)} or armour"
    second = tuple(line._replace(text=bail) if line.text == "destroyed" else line for line in _rows(sheet.HEAVY_DAMAGE))
    worse = "No weapon left: immobilised. Immobile already: destroyed."
    grav = signed(sheet.CHASSIS["grav"].damage)
    wreck = f"An activation number above {sheet.WRECKED_ABOVE} is a wreck."
    return Section(
        "Damage",
        (
            Lines("1D6 for each unsaved hit", first, "marked", book.ids("DMG-01")),
            Lines("Added to the die", (book.note("grav", "GRV-07", mark=grav),), "marked"),
            Lines("Heavy damage", second, "marked"),
            plain(book.note(worse, "DMG-09", "DMG-10"), book.note(wreck, "DMG-08")),
        ),
    )


def _rows(table: tuple[sheet.Damage, ...]) -> tuple[Line, ...]:
    """Each row with the faces that lead to it."""
    found = []
    for index, row in enumerate(table):
        last = table[index + 1].least - 1 if index + 1 < len(table) else 6
        mark = str(row.least) if last == row.least else f"{row.least}–{last}"
        found.append(Line(_RESULTS[row.result], (row.rule,), mark))
    return tuple(found)
