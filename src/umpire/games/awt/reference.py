"""The reference sheet of A War Transformed, made from the tables the rules play by.

A figure is printed from its table; what has none is the catalogue's own sentence. Rules are named here by their short
IDs, as players name them: nothing is implemented in this file.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from umpire.battle.catalogue import Catalogue
from umpire.battle.sheet import Book, Line, Lines, Row, Section, Sheet, Table, plain, sentences
from umpire.games.awt import sheet
from umpire.games.awt.reference_shooting import shooting_sections
from umpire.games.awt.sheet import faces, inches
from umpire.games.awt.skills import library

_CLASSES = {"infantry": "inf", "cavalry": "cav", "wheeled": "wheels", "tracked": "tracks"}
_DIE = f"1D{sheet.D6}"


def reference_sheet(catalogue: Catalogue) -> Sheet:
    """The sheet in the order of the round, with the house rules at their defaults."""
    book = Book(catalogue)
    sections = (
        _round(book),
        _tokens(book),
        _skills(book),
        _library(),
        _attacks(book),
        _close_weapons(book),
        _conclusion(book),
        _flight(book),
        _terrain(book),
        _moving(book),
        *shooting_sections(book),
        _winning(book),
        book.house_rules(),
    )
    return Sheet(
        "A War Transformed",
        "Reference sheet in the order of the round. Low dice are good. Lengths are inches from base to base.",
        sections,
        sentences(catalogue),
    )


def spans(least: Iterable[int]) -> list[str]:
    """Rows of a table by their lowest rolls, as it prints them.

    >>> spans([1, 4, 8])
    ['1-3', '4-7', '8+']
    """
    found = list(least)
    return [f"{low}-{high - 1}" for low, high in pairwise(found)] + [f"{found[-1]}+"]


# --- The round ---------------------------------------------------------------------------------------------------


def _round(book: Book) -> Section:
    phase = "The winner acts with any {} and Unique units he wants, then the other side."
    steps = (
        book.note("Both sides count their Command Tokens.", "RD-01"),
        book.note(f"Roll-off: {_DIE} each, the lower has priority in the Command Phase.", "RD-02", "PR-01"),
        book.note("The winner uses all Orders, Ruses, Rituals and Manifestations, then the other side.", "RD-03"),
        book.note("All close combats are fought, both sides at once, and concluded.", "RD-04", "RD-14"),
        book.note("Compulsory moves, the side with priority first.", "RD-05"),
        book.note("Bid for the Cannonade Phase.", "RD-06", "PR-02"),
        book.note(phase.format("Cannonade"), "RD-07"),
        book.note("Bid for the Elite Phase.", "RD-08"),
        book.note(phase.format("Elite"), "RD-09"),
        book.note("Bid for the Line Phase.", "RD-10"),
        book.note(phase.format("Line"), "RD-11"),
    )
    bid = f"Bid: secretly stake tokens, gone either way; {_DIE} and one more for each, the lowest die wins."
    once = "A unit acts once a round or not at all; not Broken, nor in close combat."
    return Section(
        "The round",
        (Lines("", steps, "steps"), plain(book.note(bid, "PR-02", "PR-03"), book.note(once, "RD-12", "RD-13"))),
    )


def _tokens(book: Book) -> Section:
    none = "Artillery, vehicles, Leaders (but the Captain), Creatures and Rabble bring no additional ones."
    kept = "Unspent Command Tokens are lost as the round ends, Manifestation tokens stay."
    return Section(
        "Command Tokens",
        (
            Lines("", book.modifiers(sheet.TOKENS), "marked"),
            plain(book.note(none, "CT-07", "CT-08"), book.note(kept, "CT-11")),
        ),
    )


def _skills(book: Book) -> Section:
    level = f"a D{sheet.SKILL_DIE} for each Command Token; as many 1s as its level"
    dice = f"a D{sheet.MANIFESTATION_DIE} for each Manifestation token; the sum must reach the threshold"
    near = inches(sheet.ORDER_RANGE)
    terms = (
        book.note(f"{level}. By the Captain.", "SK-01", "SK-07", mark="Ruse:"),
        book.note(f"its price, no roll. By Captain or Lieutenant, within {near}.", "SK-02", mark="Order:"),
        book.note(f"as a Ruse. By a Witch, within {inches(sheet.RITUAL_RANGE)}.", "SK-03", mark="Ritual:"),
        book.note(f"{dice}. By a Witch.", "SK-04", "SK-05", mark="Manifestation:"),
        book.note("its price; all the unit does, a move included, in its activation.", "SK-06", mark="Ability:"),
    )
    return Section("Skills", (Lines("", terms, "terms"), plain(book.note("A failure costs its tokens.", "SK-08"))))


def _library() -> Section:
    heads = (
        ("Ruses, level", library.RUSES),
        ("Orders, price", library.ORDERS),
        ("Rituals, level", library.RITUALS),
        ("Manifestations, threshold", library.MANIFESTATIONS),
        ("Abilities, price", library.ABILITIES),
    )
    return Section(
        "Library of skills",
        tuple(
            Lines(
                title,
                tuple(Line(f"{skill.name}: {skill.text}", (), str(skill.price)) for skill in skills),
                "marked",
                ("AWT-SK-11",),
            )
            for title, skills in heads
        ),
    )


# --- Close combat ------------------------------------------------------------------------------------------------


def _of_zeal(row: sheet.Strength) -> str:
    dice = f"Zeal - {row.fewer}" if row.fewer else "Zeal"
    return f"half of Zeal or {dice}, the less" if row.half_at_most else dice


def _attacks(book: Book) -> Section:
    strength = [
        Row((f"{row.text.capitalize()} strength", _of_zeal(row)), (row.rule,)) for row in sheet.STRENGTH.values()
    ]
    strength.append(Row(("Sole survivor", str(sheet.SOLE_SURVIVOR_DICE)), book.ids("CC-05")))
    singles = _by_dice()
    hits = tuple(
        Row((skill.capitalize(), f"1-{score.most}"), (score.rule,)) for skill, score in sheet.CLOSE_COMBAT.items()
    )
    frozen = "Strength is that before anybody rolls; wounds of a single model cost no dice."
    armour = "Armoured units are hit by a natural 1 alone, unless by a Creature or vehicle."
    near = f"A friend within {book.default('support_range')} in supports one combat, the nearest"
    supporter = f"{near}: neither Broken nor Pinned nor fighting, no vehicle, no Artillery."
    return Section(
        "Close combat: attack dice",
        (
            Table("", ("Several models", "Dice"), tuple(strength)),
            Table("", ("One model", "Dice"), singles),
            Table("", ("Martial Skill", f"{_DIE} hits on"), hits),
            plain(
                book.note(frozen, "CC-15", "CC-16"),
                book.note(armour, "CC-24"),
                book.say("CC-25"),
                book.note(supporter, "CC-26"),
            ),
        ),
    )


def _by_dice() -> tuple[Row, ...]:
    """Single models in the order of their dice, those of one rule in one row."""
    rows: dict[tuple[int, str], list[str]] = {}
    for keyword, dice, rule in sheet.SINGLE_DICE:
        rows.setdefault((dice, rule), []).append(keyword.replace("_", " "))
    return tuple(
        Row((", ".join(words).capitalize(), str(dice)), (rule,))
        for (dice, rule), words in sorted(rows.items(), key=lambda row: row[0][1])
    )


def _close_weapons(book: Book) -> Section:
    lines = tuple(Line(each.text, (each.rule,), f"{each.name}:") for each in sheet.CLOSE_WEAPONS.values())
    open_ended = "Those dice may bring more, without end; Fearsome and Brutal go together."
    return Section("Close-combat weapons", (Lines("", lines, "terms"), plain(book.note(open_ended, "CW-07", "CW-08"))))


def _conclusion(book: Book) -> Section:
    order = "Lowest printed Zeal first. Own units of one Zeal as their owner likes; of both sides, fewer models first."
    marks = spans(row.least for row in sheet.LOWER_MORALE)
    markers = ("nothing", "a Combat Stress Marker", "two markers", "three markers")
    morale = tuple(
        Line(f"{row.name}: {markers[row.markers]}", (row.rule,), mark)
        for mark, row in zip(marks, sheet.LOWER_MORALE, strict=True)
    )
    manifested = f"a D{sheet.SKILL_DIE} for each point, each 1 a Manifestation token"
    results = (
        book.note("Broken at once; flees", "CN-13", mark="0 or less:"),
        book.note("Lower Morale Table", "CN-14", mark="Below Zeal:"),
        book.note("nothing", "CN-09", mark="Zeal:"),
        book.note(manifested, "CN-15", "CN-16", mark="Above Zeal:"),
    )
    return Section(
        "Combat conclusion",
        (
            plain(book.note(order, "CN-01", "CN-10", "CN-11")),
            Lines("Suffered more than inflicted: Zeal", book.modifiers(sheet.LOSING), "marked", book.ids("CN-02")),
            Lines("Inflicted more than suffered: Zeal", book.modifiers(sheet.WINNING), "marked"),
            Lines("The number", results, "terms"),
            Lines(f"Lower Morale: 1D{sheet.D10} and the markers held", morale, "marked", book.ids("LM-05")),
        ),
    )


def _flight(book: Book) -> Section:
    flee = f"A Broken unit flees its Pace and 1D{sheet.FLIGHT_DIE} towards its own edge, every round; there it is lost."
    return Section("Compulsory moves", (plain(book.note(flee, "CM-01", "CM-02", "CM-03"), book.say("CM-05")),))


# --- Terrain and movement ----------------------------------------------------------------------------------------


def _terrain(book: Book) -> Section:
    also = {
        "broken": ("TE-03",),
        "wire": ("TE-07", "TE-08", "TE-09"),
        "woods": ("TE-12",),
        "mire": ("TE-14", "TE-15"),
    }
    rows = tuple(
        Row((going.name, _open_to(going), going.notes or "-"), (going.rule, *book.ids(*also.get(kind, ()))))
        for kind, going in sheet.GROUND.items()
    )
    halts, hurts = faces(sheet.WIRE_PASS + 1, sheet.WIRE_HURT - 1), faces(sheet.WIRE_HURT, sheet.D6)
    through = f"1-{sheet.WIRE_PASS} through, {halts} halts at the edge, {hurts} halts with a wound"
    wire = f"Infantry in Wire, {_DIE}: {through}."
    bogs, stops = faces(sheet.VEHICLE_PASS + 1, sheet.VEHICLE_STUCK - 1), faces(sheet.VEHICLE_STUCK, sheet.D6)
    on = f"1-{sheet.VEHICLE_PASS} on, {bogs} Bogged, {stops} Immobilised (Behemoth Bogged)"
    stuck = f"Vehicles in Wire or Mire, {_DIE}: {on}."
    free = f"Bogged: act to get free, {_DIE} 1-{sheet.UNBOG}."
    return Section(
        "Terrain",
        (
            Table("", ("Ground", "Open to", "Note"), rows),
            plain(book.note(wire, "TE-08"), book.note(stuck, "TE-09", "TE-15"), book.note(free, "TE-21")),
        ),
    )


def _open_to(going: sheet.Going) -> str:
    if going.open_to == sheet.ALL:
        return "all"
    return ", ".join(_CLASSES[each] for each in going.open_to) or "none"


def _moving(book: Book) -> Section:
    near, far = inches(sheet.COHESION), inches(sheet.SPREAD)
    together = f"Each model within {near} of another of its unit, no two more than {far} apart."
    lines = (
        book.note(together, "MV-01", "MV-02", "MV-04"),
        book.note(f"Up to Pace, {inches(sheet.CLEAR)} from enemies unless charging.", "MV-06"),
        book.note("turn, then straight ahead up to Pace.", "MV-07", mark="Tracked:"),
        book.note("turn, ahead 1 in to Pace less 1; turn, ahead with the rest.", "MV-08", mark="Wheeled:"),
        book.note("forward only; a turn is a move.", "MV-09", "MV-10", mark="Vehicles:"),
    )
    charge = f"Name an enemy in sight, then Pace and 1D{sheet.CHARGE_DIE}; the combat is fought next round."
    none = "No charge by Pinned, Shaken, Bogged, Weapon Teams or Artillery."
    return Section(
        "Moving and charging",
        (
            plain(*lines[:2]),
            Lines("", lines[2:], "terms"),
            plain(book.note(charge, "CH-01", "CH-02"), book.note(none, "CH-04")),
        ),
    )


# --- The end -----------------------------------------------------------------------------------------------------


def _winning(book: Book) -> Section:
    held = f"Held: an unbroken unit, no vehicle, within {inches(sheet.OBJECTIVE_NEAR)}, and no such enemy."
    return Section("Winning", (plain(*book.each("VC-01", "VC-02"), book.note(held, "VC-03")),))
