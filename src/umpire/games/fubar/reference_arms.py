"""The part of the reference sheet that is about weapons, armour, melee and indirect fire."""

from __future__ import annotations

from collections.abc import Iterable

from umpire.battle.sheet import Book, Line, Lines, Row, Section, Table, at_least, plain, signed
from umpire.games.fubar import armoury, sheet
from umpire.games.fubar.reference_figures import inches, reach


def arms_sections(book: Book) -> tuple[Section, ...]:
    return (_weapons(book), _armour(book), _melee(book), _indirect(book))


def _saves(scores: Iterable[int]) -> str:
    *first, last = [f"{score}+" for score in scores]
    return f"{', '.join(first)} and {last}"


_MARKS = {
    "*": (f"no effect on saves of {_saves(range(armoury.TOUGH_SAVE, 1, -1))}", "FUBAR-MRK-01"),
    "**": ("ignores all armour saves", "FUBAR-MRK-02"),
    "***": ("flame: ignores armour saves but not hulls, and cover", "FUBAR-MRK-03"),
    "**,*": (f"ignores saves of {_saves(range(armoury.TOUGH_SAVE + 1, 7))}", "FUBAR-MRK-05"),
}
_CLASSES = {"S": "small arm", "P": "squad support", "H": "heavy", "G": "grenade", "V": "vehicle"}


def _weapons(book: Book) -> Section:
    seen: dict[str, list[str]] = {}
    for row in armoury.WEAPON_ROWS:
        seen.setdefault(row.weapon.name, []).append(row.rule)
    rows = []
    for name, rules in seen.items():
        weapon = armoury.WEAPONS[name]
        rows.append(Row((f"{name}{weapon.mark}", reach(weapon.range), str(weapon.fp), weapon.cls), tuple(rules)))
    marks = tuple(Line(text, (rule, *book.ids(*_MARKED.get(mark, ()))), mark) for mark, (text, rule) in _MARKS.items())
    classes = ", ".join(f"{letter} {name}" for letter, name in _CLASSES.items())
    return Section(
        "Weapons",
        (
            Table("", ("Weapon", "Range", "FP", ""), tuple(rows)),
            Lines("", marks, "terms"),
            plain(
                book.note(f"{classes}. Lists may add to these.", "WPN-31", "WPN-32"),
                book.note(f"{sheet.GRENADES} grenades each.", "FIRE-15"),
            ),
        ),
    )


_MARKED = {"***": ("MRK-04",), "*": ("MRK-07",)}


def _armour(book: Book) -> Section:
    rows = tuple(
        Row((code, "none" if row.save is None else at_least(row.save), row.name), (row.rule,))
        for code, row in armoury.ARMOURS.items()
    )
    both = "PA and AD fire a weapon on each arm."
    machines = "Automatons: suppression does not hurt activation, but halves move and range."
    return Section(
        "Armour saves",
        (
            Table("A die for each hit", ("Code", "Save", ""), rows, book.ids("ARM-01")),
            plain(book.note(both, "PWR-01"), book.note(machines, "AUT-02", "AUT-03", "AUT-04")),
        ),
    )


def _melee(book: Book) -> Section:
    rows = tuple(Line(_in_hand(row), (row.rule,), f"{row.name}:") for row in armoury.MELEE_WEAPONS.values())
    move = f"Attackers move into contact, then defenders within {inches(sheet.PILE_IN)}."
    roll = "1D6 and the melee bonus each; the higher hits, only armour saves, cover is nothing."
    return Section(
        "Melee",
        (
            plain(
                book.note(move, "MEL-01", "MEL-02"),
                book.note(roll, "MEL-03", "MEL-04", "MEL-05", "MEL-07", "MEL-08"),
            ),
            Lines("Added to the die", book.modifiers(sheet.IN_MELEE), "marked"),
            Lines("", rows, "terms"),
            plain(book.say("MEL-15")),
        ),
    )


def _in_hand(weapon: armoury.MeleeWeapon) -> str:
    """What a melee weapon does, beside the normal one."""
    normal = armoury.MELEE_WEAPONS["normal"].against_armour
    words = [f"{weapon.bonus:+}"] if weapon.bonus else []
    words.append(f"{weapon.against_armour:+} against armour" if weapon.against_armour else f"no {normal:+}")
    return ", ".join([*words, "infantry has no save"] if weapon.ignores_save else words)


def _indirect(book: Book) -> Section:
    rows = tuple(
        Row((row.name, reach(row.range), reach(row.aoe), str(row.fp)), (row.rule,)) for row in armoury.INDIRECT.values()
    )
    roll = "Name a point; 1D8 against expertise. A 1 drifts, an 8 does not."
    drift = "A miss lands as many inches off as the die shows."
    blast = "Every model touched by the disc: its fire points as dice against its Score To Be Hit."
    leader = signed(sheet.INDIRECT_NEED["leader"].amount)
    most = f"Artillery is called by any unit, {leader} with a Leader, while missions last."
    return Section(
        "Indirect fire",
        (
            Table("", ("Weapon", "Range", "Disc", "FP"), rows),
            plain(
                book.note(roll, "IND-01", "IND-02"),
                book.note(drift, "IND-06"),
                book.note(blast, "IND-07", "IND-08"),
                book.note(most, "IND-14", "IND-17"),
            ),
            Lines("Added to the score", book.modifiers(sheet.INDIRECT_NEED), "marked"),
        ),
    )
