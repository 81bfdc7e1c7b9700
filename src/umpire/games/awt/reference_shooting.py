"""The part of the reference sheet about shooting and what it does to nerves."""

from __future__ import annotations

from umpire.battle.sheet import Book, Line, Lines, Row, Section, Table, plain
from umpire.games.awt import sheet
from umpire.games.awt.sheet import faces, inches
from umpire.games.awt.units import Weapon
from umpire.table import mils

_KINDS = {"standard": "Standard", "rapid": "Rapid", "mg": "MG"}
_COVER = {"obstacle": "Obstacle", "foxholes": "Foxholes", "building": "Building", "trenches": "Trenches"}
_DIFFICULT = (
    ("the unit moved in this phase (Swift: none)", "AWT-DS-01"),
    ("beyond effective range", "AWT-DS-02"),
    ("less than half of the target in sight", "AWT-DS-03"),
    ("Pinned or Shaken", "AWT-DS-07"),
)
_KEYWORDS = {
    "arcing": ("Arcing Shot", "needs no line of sight", "AWT-WK-01"),
    "bipod": ("Bipod", "two profiles, in cover and not", "AWT-WK-02"),
    "devastating": ("Devastating", "a Devastating Test for each wound", "AWT-WK-04"),
    "quickfire": ("Quickfire", "may move and shoot", "AWT-WK-05"),
    "small_arms": ("Small Arms", "cannot wound Armoured units", "AWT-WK-06"),
    "ordnance": ("Ordnance", "wounds Armoured units", "AWT-WK-06"),
    "small_calibre": ("Small Calibre", f"saves have Advantage {sheet.SMALL_CALIBRE}", "AWT-WK-08"),
    "swift": ("Swift", "moving makes no shot difficult", "AWT-WK-09"),
}
"""Keywords of ranged weapons: how they are called, what they do, their rules."""
_SHORT = {
    "small_arms": "SA",
    "ordnance": "Ord",
    "arcing": "Arc",
    "bipod": "Bi",
    "devastating": "Dev",
    "quickfire": "Q",
    "small_calibre": "SC",
    "swift": "Sw",
}


def shooting_sections(book: Book) -> tuple[Section, ...]:
    return (_weapons(book), _shooting(book), _explosive(book), _saves(book), _sequence(book), _states(book))


def _weapons(book: Book) -> Section:
    rows = tuple(
        Row(
            (weapon.name, _type(weapon), _range(weapon), " ".join(_SHORT[word] for word in weapon.keywords)),
            (weapon.rule,),
        )
        for weapon in sheet.WEAPONS.values()
    )
    keywords = tuple(Line(f"{name}: {text}", (rule,), _SHORT[word]) for word, (name, text, rule) in _KEYWORDS.items())
    return Section(
        "Ranged weapons",
        (
            Table("", ("Weapon", "Type", "Inches", "Keywords"), rows),
            Lines("", keywords, "marked"),
            plain(book.note("Nobody with Small Arms alone must shoot at armour.", "WK-07")),
        ),
    )


def _type(weapon: Weapon) -> str:
    if weapon.template:
        return f"HE {weapon.template}"
    return f"{_KINDS[weapon.kind]} ({weapon.shots})"


def _range(weapon: Weapon) -> str:
    far = f"{weapon.maximum // mils(1)}"
    if weapon.minimum:
        return f"{weapon.minimum // mils(1)}-{far}"
    return far if weapon.effective == weapon.maximum else f"{weapon.effective // mils(1)}/{far}"


def _shooting(book: Book) -> Section:
    critical = "1 (natural)"
    rows = [
        Row(
            (
                f"Standard, {skill.capitalize()}",
                f"1-{score.most}",
                critical if skill == sheet.CRITICAL_SKILL else "-",
            ),
            (score.rule,),
        )
        for skill, score in sheet.STANDARD.items()
    ]
    rows.append(Row(("Rapid Fire", f"1-{sheet.RAPID.most}", "-"), (sheet.RAPID.rule,)))
    near = f"near miss {sheet.MACHINE_GUN.most + 1}-{sheet.MACHINE_GUN_NEAR}"
    rows.append(Row(("Machine Gun", f"1-{sheet.MACHINE_GUN.most}", near), (sheet.MACHINE_GUN.rule,)))
    difficult = tuple(Line(text, (rule,), "-") for text, rule in _DIFFICULT)
    target = "One target for all: the nearest, but not in close combat; template weapons and single models choose."
    return Section(
        "Shooting",
        (
            Table("", (f"1D{sheet.D6}", "Hit", "Critical"), tuple(rows)),
            Lines("Difficult Shot (Standard Issue only): hits on 1", difficult, "marked", book.ids("DS-04", "DS-05")),
            plain(book.note(target, "SH-01", "SH-03", "SH-04"), book.note("A critical has no save.", "TH-04")),
        ),
    )


def _explosive(book: Book) -> Section:
    lows = [1, *[row.most + 1 for row in sheet.HIGH_EXPLOSIVE]]
    rows = tuple(
        Row((f"{low}-{row.most}" if low < row.most else str(low), row.result.capitalize(), row.text), (row.rule,))
        for low, row in zip(lows, sheet.HIGH_EXPLOSIVE, strict=False)
    )
    templates = tuple(
        Row((name.capitalize(), inches(each.diameter), f"D{each.die} in"), (each.rule,))
        for name, each in sheet.TEMPLATES.items()
    )
    return Section(
        "High explosive",
        (
            Table("The die", (f"1D{sheet.D10}", "Result", ""), rows, book.ids("HE-05")),
            Table("", ("Template", "Across", "Scatters"), templates),
            plain(book.note("Under it: the centre of the base.", "TP-04"), book.say("CV-02")),
        ),
    )


def _saves(book: Book) -> Section:
    def yes(value: object) -> str:
        return "yes" if value else "-"

    rows = tuple(
        Row((_COVER[kind], yes(cover.advantage), yes(cover.enhanced), yes(cover.reroll)), (cover.rule,))
        for kind, cover in sheet.COVER.items()
    )
    most = max(cover.advantage for cover in sheet.COVER.values())
    heads = ("Occupied", f"Advantage {most}", "No criticals", "Re-roll")
    save = f"1D{sheet.D6} no higher than Save and Advantage; a {faces(sheet.SAVE_MOST + 1, sheet.D6)} always fails."
    return Section(
        "Saves and cover",
        (
            plain(book.note(save, "SV-01", "SV-02"), book.say("CV-01")),
            Table("Cover", heads, rows, book.ids("CV-07", "CV-08")),
        ),
    )


def _sequence(book: Book) -> Section:
    near = book.default("pin_near_cap")
    part = book.default("shaken_fraction")
    steps = (
        book.note("To hit.", "RS-01"),
        book.note("Saves.", "RS-02"),
        book.note(
            f"Pinning Test if a Machine Gun or HE hit or just missed, or there was a wound: modified Zeal less near "
            f"misses (at most {near}).",
            "RS-03",
            "RS-08",
            "RS-09",
        ),
        book.note("Devastating Test for each such wound: a marker if it fails.", "RS-04", "RS-10"),
        book.note(f"Shaken: {part} of its strength wounded, or such a test failed.", "RS-05", "RS-11"),
    )
    test = f"Tests: 1D{sheet.D10} no higher than the number; 1 passes, {sheet.D10} fails."
    return Section("After shooting", (Lines("", steps, "steps"), plain(book.note(test, "RS-06", "RS-07"))))


def _states(book: Book) -> Section:
    threshold = book.default("stress_threshold")
    shock = (
        f"Battle Shock at {threshold} markers: 1D{sheet.D10}, a model or wound lost for each point above; then no "
        "markers."
    )
    terms = (
        book.note("no move, charge, support or Ability; shots difficult", "ST-01", mark="Pinned:"),
        book.note("no charge or Ability; shots difficult; again: a marker", "ST-02", mark="Shaken:"),
        book.note("flees; no act, cover or Order but Rally", "ST-04", mark="Broken:"),
        book.note("takes off a marker, instead of acting", "ST-05", mark="Clear:"),
    )
    return Section(
        "Nerve",
        (
            Lines("Modified Zeal", book.modifiers(sheet.ZEAL), "marked"),
            plain(book.note(shock, "BS-01", "BS-02", "BS-03")),
            Lines("", terms, "terms"),
            plain(book.note("Pinned and Shaken end with its activation or a close combat.", "ST-03")),
        ),
    )
