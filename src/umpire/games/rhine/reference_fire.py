"""The part of the reference sheet that is about fire: dice, modifiers, sight, and what hits do."""

from __future__ import annotations

from collections.abc import Mapping

from umpire.battle.sheet import Book, Line, Lines, Row, Section, Table, at_least, plain
from umpire.battle.words import sentence
from umpire.games.rhine import sheet
from umpire.games.rhine.reference_figures import dice, inches, spans


def fire_sections(book: Book) -> tuple[Section, ...]:
    """Firing and damage, in the order in which a shot is worked out."""
    return (
        _firing(book),
        _modifiers(book),
        _sight(book),
        _damage(book),
        _penetration(book),
        _foot(book),
    )


def _firing(book: Book) -> Section:
    exactly = f"Exactly {inches(sheet.RANGE_BAND)} is {book.default('range_12_is')}."
    least = inches(sheet.ATGM_LEAST)
    atgm = f"An ATGM needs {least} or more, that of a support team more than {least}."
    hit = "Each D10 that reaches the unit's score to hit is a hit; modifiers change the roll."
    return Section(
        "Firing",
        (
            plain(book.note(hit, "FIRE-01", "FIRE-24", "FIRE-25", "FIRE-26")),
            _dice_table(book, "At a vehicle", sheet.AT_VEHICLE),
            _dice_table(book, "At infantry or a support team", sheet.AT_FOOT, "INF-13"),
            plain(
                book.note(exactly, "FIRE-02", "FIRE-03"),
                book.note(atgm, "FIRE-20", "FIRE-21"),
                *book.each("FIRE-22", "FIRE-29"),
                book.note("Support teams that move do not fire.", "FIRE-23"),
            ),
        ),
    )


def _dice_table(book: Book, title: str, table: Mapping[str, sheet.Fire], *rules: str) -> Table:
    band = inches(sheet.RANGE_BAND)
    rows = tuple(
        Row((_firer(row.text), dice(row.short, 10), dice(row.long, 10)), tuple(dict.fromkeys(row.rules)))
        for row in table.values()
    )
    return Table(title, ("Firer", f"Up to {band}", f"{band} on"), rows, book.ids(*rules))


def _firer(text: str) -> str:
    """The head of a row, without the remark on ATGMs that stands below the tables in full."""
    return sentence(text.partition(" (")[0])


def _modifiers(book: Book) -> Section:
    also = {"reaction": "MOD-06", "obscured": "MOD-08 MOD-09", "foot_near": "MOD-11"}
    moved = (
        "Moved: before the shot or after it, but not in an earlier activation; foot that moves has fewer dice instead."
    )
    own = "Infantry and support teams that fire are themselves own foot as near."
    return Section(
        "Firing modifiers",
        (
            Lines("Modifiers to each D10", book.modifiers(sheet.FIRING, also), "marked"),
            plain(book.note(moved, "MOD-02", "MOD-03", "MOD-04"), book.note(own, "MOD-12")),
        ),
    )


def _sight(book: Book) -> Section:
    wood = inches(sheet.WOOD_DEPTH)
    lines = "Nine lines, from the firer's centre to the target's centre and rim: more than half hidden is obscured."
    blocked = f"Buildings, higher hills and wood deeper than {wood} block; hedges, walls, smoke, wrecks and "
    half = int(book.default("front_arc_degrees")) // 2
    facing = f"Front armour within {half}° of where the target faces; else side, and rear as side unless given."
    return Section(
        "Sight and facing",
        (
            plain(
                book.note(lines, "LOS-01", "LOS-02"),
                book.note(blocked + f"{wood} of wood veil.", "LOS-03"),
                book.note(facing, "FACE-01", "FACE-02"),
            ),
        ),
    )


def _damage(book: Book) -> Section:
    top = sheet.TOP_FACE
    marker = f"Weapon + {top} above the armour: one marker. Equal: none, but go on. Below: no effect at all."
    steps = (
        book.note(marker, "DMG-01", "DMG-06", "DMG-07"),
        book.note("Throw 1D10 and add the weapon value:", "DMG-02"),
    )
    results = (
        book.note("nothing more", "DMG-03", mark="Below the armour:"),
        book.note("markers up to the morale value", "DMG-04", mark="Equal to it:"),
        book.note("penetration", "DMG-05", mark="Above it:"),
    )
    infantry = f"Infantry has weapon {sheet.INFANTRY_WEAPON} at vehicles, machine guns {sheet.MACHINE_GUN_WEAPON}."
    return Section(
        "Damage to a vehicle: each hit",
        (
            Lines("", steps, "steps"),
            Lines("", results, "terms"),
            plain(book.note(infantry, "DMG-10", "DMG-11")),
        ),
    )


def _penetration(book: Book) -> Section:
    foom, kaboom = sheet.PENETRATION["foom"], sheet.PENETRATION["kaboom"]
    low, high = spans((foom.least, kaboom.least), 6)
    out = f"passengers get out within {inches(sheet.DISMOUNT)}, markers up to their morale value"
    shock = f"passengers too; friends within {inches(sheet.KABOOM_RADIUS)} and in sight take a marker"
    rows = (
        Line(f"{foom.name} Destroyed; {out}", (foom.rule, *book.ids("PEN-02", "PEN-11")), low),
        Line(f"{kaboom.name} Destroyed, {shock}", (kaboom.rule, *book.ids("PEN-04", "PEN-05", "PEN-06")), high),
    )
    return Section(
        "Penetration",
        (
            Lines("1D6", rows, "marked"),
            Lines("Added to the die", book.modifiers(sheet.PENETRATING, {"vulnerable": "PEN-08"}), "marked"),
            plain(book.note("A wreck veils sight and is rough ground.", "PEN-09")),
        ),
    )


def _foot(book: Book) -> Section:
    thrown = book.ids("INF-02", "INF-03", "INF-04", "INF-05")
    rows = tuple(
        Row(
            (sentence(row.text), dice(row.dice, 6), *(at_least(score.need) for score in row.need.values())),
            tuple(score.rule for score in row.need.values()),
        )
        for row in sheet.CONVERSION.values()
    )
    marker = "Each hit leaves a marker and throws to convert; each die that does so leaves another."
    others = (
        "Autocannons go by weapon value; ATGMs, rockets, grenade launchers and mortars are "
        f"{sheet.HEAVY_FROM} and above, other support teams as infantry."
    )
    near = f"Cover is also within {inches(sheet.LINEAR_COVER)} behind a line of cover."
    places = f"Fortifications are buildings, bunkers, trenches. {near}"
    return Section(
        "Damage to infantry and support",
        (
            plain(book.note(marker, "INF-01", "INF-12")),
            Table("To convert, for each hit", ("Firer", "Dice", "Open", "Cover", "Fortified"), rows, thrown),
            plain(book.note(others, "INF-14"), book.note(places, "INF-15", "INF-17")),
        ),
    )
