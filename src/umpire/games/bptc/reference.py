"""The reference sheet of Black Powder Tactical Commander, made from the tables the rules play by.

A figure is printed from its table; what has none is the catalogue's own sentence. Rules are named here by their short
IDs, as players name them: nothing is implemented in this file.
"""

from __future__ import annotations

from collections.abc import Iterator

from umpire.battle.catalogue import Catalogue
from umpire.battle.sheet import (
    Book,
    Line,
    Lines,
    Row,
    Section,
    Sheet,
    Table,
    at_least,
    either,
    plain,
    sentences,
    signed,
)
from umpire.games.bptc import sheet


def reference_sheet(catalogue: Catalogue) -> Sheet:
    """The sheet in the order of the turn, with the house rules at their defaults."""
    book = Book(catalogue)
    sections = (
        _phases(book),
        _initiative(book),
        _command(book),
        _blunders(book),
        _actions(book),
        _formations(book),
        _changes(book),
        _movement(book),
        _terrain(book),
        _firing(book),
        _opportunity(book),
        _hits(book),
        _casualties(book),
        _suppression(book),
        _fall_back(book),
        _charge(book),
        _retreat(book),
        _constructions(book),
        _engineers(book),
        _end_phase(book),
        _breakpoint(book),
        book.house_rules(),
    )
    return Sheet(
        "Black Powder Tactical Commander",
        "Reference sheet in the order of the turn. Every die has six sides; 2D6 of CV or less is a success.",
        sections,
        sentences(catalogue),
    )


# --- The turn ------------------------------------------------------------------------------------------------


def _phases(book: Book) -> Section:
    return Section("Phases", (plain(*book.each("GEN-01", "GEN-03")),))


def _initiative(book: Book) -> Section:
    near = f"The enemy must be within {book.default('initiative_distance')} cm."
    return Section(
        "Initiative", (plain(book.say("INI-01"), book.note(near, "INI-02"), *book.each("INI-03", "INI-05", "INI-06")),)
    )


def _command(book: Book) -> Section:
    modifiers = book.modifiers(sheet.COMMAND, {"distance": "CMD-04"})
    failed = book.note("A failure ends the commander's orders, the CO's those of all.", "CMD-10", "CMD-11")
    roll = book.each("CMD-01", "CMD-09", "BON-01")
    return Section(
        "Command",
        (
            Lines("Modifiers to the command value", modifiers, "marked"),
            Lines("The order", (*roll, failed, *book.each("CMD-13", "CMD-14", "CMD-15"))),
        ),
    )


def _blunders(book: Book) -> Section:
    rows = tuple(
        Line(f"{row.name.capitalize()}: {row.text}", (row.rule,), str(face)) for face, row in sheet.BLUNDERS.items()
    )
    return Section("Command blunder", (Lines("Double six: one die", rows, "marked", book.ids("BLN-00", "BLN-07")),))


def _actions(book: Book) -> Section:
    deploy = "mount or dismount, change formation, limber or unlimber, enter or leave a building or transport"
    lines = (
        book.note("up to its rate in any direction, to end with any facing", "ACT-01", "ACT-02", mark="Move"),
        book.note(deploy, "ACT-03", "ACT-04", "ACT-05", "ACT-06", mark="Deploy"),
        book.note("one volley at one enemy in range, sight and line of fire", "ACT-07", mark="Fire"),
        book.note("once at one enemy in view and reach", "ACT-08", mark="Charge"),
    )
    return Section("Actions", (Lines("", lines, "terms"), plain(book.say("ACT-09"))))


# --- Formations and movement ---------------------------------------------------------------------------------


def _formations(book: Book) -> Section:
    lines = tuple(Line(row.text, row.rules, row.name) for row in sheet.DRILL.values())
    must = (
        "Foot infantry outside buildings, works and High Area that sees enemy cavalry, mounted and not suppressed, "
        f"within {sheet.SQUARE_THREAT_CM} cm, and no friendly cavalry so near, must form square by its next action; "
        "extended line forms line or disorder first."
    )
    return Section(
        "Movement formations", (Lines("For each stand", lines, "terms", book.ids("FRM-01")),
        plain(book.note(must, "FRM-12", "FRM-13"), book.say("FRM-14"))),
    )  # fmt: skip


def _changes(book: Book) -> Section:
    rows: list[Row] = []
    cited: list[Line] = []
    for present in sheet.FORMATIONS:
        cells = [sheet.CHANGES[present, to] for to in sheet.FORMATIONS]
        said = tuple("\u2013" if cell.same else "yes" if cell.allowed else "no" for cell in cells)
        rows.append(Row((sheet.DRILL[present].name, *said)))
        cited.append(Line(sheet.DRILL[present].name, tuple(cell.rule for cell in cells)))
    heads = ("from", "L", "EL", "MC", "AC", "S", "D")
    return Section(
        "Changing formation",
        (
            Table("One Deploy", heads, tuple(rows)),
            Lines("Row by row", tuple(cited), "together"),
            plain(book.say("FMX-37")),
        ),
    )


def _movement(book: Book) -> Section:
    rows = tuple(Row((rate.text, f"{rate.cm} cm"), (rate.rule,)) for rate in sheet.MOVEMENT.values())
    road = tuple(Line(rate.text, (rate.rule,), signed(rate.cm)) for rate in sheet.ROAD_BONUS.values())
    return Section(
        "Movement rates",
        (
            Table("Usual rates; the list decides", ("who", "rate"), rows, book.ids("MOV-09")),
            Lines("Cm more along a road, in march column or limbered", road, "marked", book.ids("MOV-14")),
        ),
    )


_GROUND = {
    "mud": "mud", "soft_sand": "soft sand", "deep_snow": "deep snow", "swamp": "swamp", "marsh": "marsh",
    "rough": "rough ground", "woods": "woods", "bua": "built-up areas",
}  # fmt: skip


def _speed(kind: str) -> str:
    """How fast one goes in a class of terrain, once inside."""
    factor, _ = sheet.CLASS_FACTOR[kind]
    return {2: "half speed", 4: "quarter speed"}.get(factor, f"1/{factor} speed")


def _terrain(book: Book) -> Section:
    low, high = (f"stop inside on contact; {_speed(kind)} next turn" for kind in ("low", "high"))
    lines = (
        book.note("stop on contact; cross as usual next turn", "TER-01", "TER-02", mark="Linear"),
        book.note(low, "TER-03", "TER-04", mark="Low Area"),
        book.note(high, "TER-05", "TER-06", mark="High Area"),
        book.note("nothing more", "TER-07", mark="High Ground"),
        book.note("only on foot, as High Area", "TER-08", "TER-09", mark="Partially Wet"),
        book.note("as Linear", "TER-10", mark="Shallow Wet"),
        book.note("impassable but by bridge or boat", "TER-11", "TER-12", "TER-13", mark="Deep Wet"),
        book.note("no way through", "TER-17", mark="Impassable"),
    )
    foot = [_GROUND[word] for word in sheet.DENSE["foot"]]
    carts = [_GROUND[word] for word in sheet.DENSE["transport"]]
    dense = (
        Line(", ".join(foot), tuple(sheet.DENSE["foot"].values()), "Foot and cavalry"),
        book.note("all but roads, open ground and gentle hills", "DEN-08", mark="Towed guns"),
        Line(", ".join(carts), tuple(sheet.DENSE["transport"].values()), "Transport"),
    )
    return Section(
        "Terrain",
        (
            Lines("", lines, "terms"),
            Lines("Dense, each cause halves movement, except by road", dense, "terms", book.ids("DEN-01", "DEN-02")),
        ),
    )


# --- Fighting ------------------------------------------------------------------------------------------------


def _firing(book: Book) -> Section:
    unit = sheet.FIRING_UNIT["infantry_at_square"]
    lines = (
        *book.modifiers(sheet.FIRING),
        book.note(f"{unit.text} (for the unit)", "FIR-05", mark=signed(unit.amount)),
    )
    cone = f"A stand fires into a cone of {book.default('fire_cone')} degrees; other units are in the way of fire."
    return Section(
        "Firing",
        (
            Lines("Modifiers to the dice of each stand", lines, "marked", book.ids("FIR-01")),
            plain(book.note(cone, "VIS-03", "VIS-04"), *book.each("VIS-02", "VIS-05", "FIR-10", "FIR-13")),
        ),
    )


def _opportunity(book: Book) -> Section:
    when = (
        f"Once in each enemy turn, at a mover, at the start, every {sheet.WINDOW_CM} cm and the end of his way; at a "
        f"charger last {sheet.LAST_WINDOW_CM} cm before contact. Suppressed, lost or driven back he stops."
    )
    return Section("Opportunity fire", (plain(book.note(when, "OPP-01", "OPP-02")),))


def _hits(book: Book) -> Section:
    names = {"open": "In the open", "soft": "Soft or partial cover", "hard": "Hard or full cover"}
    rows = tuple(
        Row((names[cover], at_least(score)), (sheet.RULE_TO_HIT[cover],)) for cover, score in sheet.SCORE_TO_HIT.items()
    )
    return Section("Scores to hit", (Table("", ("target", "hit on"), rows), plain(*book.each("HIT-04", "HIT-05"))))


def _casualties(book: Book) -> Section:
    steps = book.each(*(f"CAS-{number:02}" for number in range(1, 9)))
    return Section("Testing for casualties", (Lines("", steps, "steps"), plain(*book.each("SAV-01", "SAV-02"))))


def _suppression(book: Book) -> Section:
    return Section("Suppression", (plain(book.say("SUP-01", "SUP-02"), book.say("SUP-03")),))


def _fall_back(book: Book) -> Section:
    limit = sheet.FALL_BACK_LIMIT_CM
    far = f"Over {limit} cm at once it is knocked out, but for recce and guerrillas."
    holds = f"Dug-in troops and deployed guns stay where they are at {limit} cm or less."
    fates = book.titles("FBK-09", "FBK-10", "FBK-11")
    friends = "It halts at friends, who are suppressed."
    return Section(
        "Fall-back",
        (
            plain(book.say("FBK-01"), book.say("FBK-02", "FBK-03"), book.note(far, "FBK-04", "FBK-05", "FBK-06")),
            plain(book.note(holds, "FBK-07", "FBK-08")),
            Lines("Knocked out if it falls back", fates, "together"),
            plain(book.note(friends, "FBK-12", "FBK-13")),
        ),
    )


def _charge(book: Book) -> Section:
    reach = f"Within {sheet.CHARGE_REACH_CM} cm, on initiative or by order; nobody measures before it is declared."
    values = tuple(Row((value.text, str(value.dice)), (value.rule,)) for value in sheet.CHARGE_VALUE.values())
    onwards = "To consolidate is to go up to half a move, not into contact."
    return Section(
        "Charge",
        (
            plain(book.note(reach, "CHG-01", "CHG-02", "CHG-03"), book.say("CHG-13")),
            Table("", ("dice of each stand", ""), values),
            Lines("Modifiers to the dice of each stand", book.modifiers(sheet.CHARGE), "marked", book.ids("CHG-07")),
            plain(*book.each("CHG-12", "CHG-19")),
            Lines("Result, by unsaved hits", book.each("CHG-14", "CHG-15", "CHG-17")),
            plain(book.note(onwards, "CHG-16", "CHG-18", "CHG-29")),
        ),
    )


def _retreat(book: Book) -> Section:
    fates = book.titles("RET-01", "RET-02", "RET-03")
    return Section(
        "Retreat",
        (
            plain(book.say("RET-06"), book.say("RET-07")),
            Lines("Knocked out if it retreats", fates, "together"),
            plain(*book.each("RET-04", "RET-05")),
        ),
    )


# --- The rest ------------------------------------------------------------------------------------------------


def _constructions(book: Book) -> Section:
    return Section(
        "Constructions",
        (Table("", ("construction", "hits", "save"), tuple(_built())), plain(*book.each("CON-05", "CON-08"))),
    )


def _built() -> Iterator[Row]:
    for rule in dict.fromkeys(line.rule for line in sheet.CONSTRUCTIONS.values()):
        alike = [line for line in sheet.CONSTRUCTIONS.values() if line.rule == rule]
        save = "none" if alike[0].save is None else at_least(alike[0].save)
        yield Row((", ".join(line.name for line in alike), str(alike[0].hits), save), (rule,))


def _engineers(book: Book) -> Section:
    tasks = tuple(Line(task.text, (task.rule,), str(task.points)) for task in sheet.ENGINEER_TASKS.values())
    blast = f"One point lays a charge, the next fires {sheet.DEMOLITION_DICE} dice for each stand at a construction."
    return Section(
        "Engineers and transport",
        (
            Lines("Work points, one each Initiative phase", tasks, "marked"),
            plain(book.note(blast, "ENG-02"), *book.each("TRN-01", "TRN-02")),
        ),
    )


def _end_phase(book: Book) -> Section:
    return Section("End phase", (Lines("", book.each("END-01", "END-02", "BRK-06", "END-03"), "steps"),))


def _breakpoint(book: Book) -> Section:
    left_out = either(("command", "recce", "transport"))
    what = f"All units count but {left_out}."
    return Section(
        "Breakpoint and victory",
        (plain(book.note(what, "BRK-01", "BRK-02", "BRK-03", "BRK-04"), *book.each("BRK-05", "BRK-07")),),
    )
