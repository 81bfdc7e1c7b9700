"""The reference sheet of Future War Commander, made from the tables the rules play by.

A figure is printed from its table; what has none is the catalogue's own sentence. Rules are named here by their short
IDs, as players name them: nothing is implemented in this file.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

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
from umpire.games.commander.procedures import half_die
from umpire.games.fwc import sheet

_COUNT = ("no dice", "one die", "two dice", "three dice")


def reference_sheet(catalogue: Catalogue) -> Sheet:
    """The sheet in the order of the turn, with the house rules at their defaults."""
    book = Book(catalogue)
    sections = (
        _phases(book),
        _initiative(book),
        _command(book),
        _artillery(book),
        _air(book),
        _firing(book),
        _opportunity(book),
        _assault(book),
        _hits(book),
        _casualties(book),
        _suppression(book),
        _fall_back(book),
        _retreat(book),
        _equipment(book),
        _end_phase(book),
        _breakpoint(book),
        _end(book),
        _tech_levels(book),
        book.house_rules(),
    )
    return Sheet(
        "Future War Commander",
        "Reference sheet in the order of the turn. Every die has six sides; 2D6 of CV or less is a success.",
        sections,
        sentences(catalogue),
    )


# --- The turn ------------------------------------------------------------------------------------------------


def _phases(book: Book) -> Section:
    return Section("Phases", (plain(*book.each("GEN-01", "GEN-03")),))


def _initiative(book: Book) -> Section:
    return Section(
        "Initiative",
        (
            plain(*book.each("INI-01", "INI-02", "INI-03", "INI-06")),
            Lines("Also in this phase", book.titles("INI-07", "INI-08", "INI-09"), "together"),
        ),
    )


def _command(book: Book) -> Section:
    steps = either(level.radius for level in sheet.TECH_LEVELS.values())
    modifiers = book.modifiers(sheet.COMMAND, {"distance": "CMD-15", "assault": "CMD-20"})
    chain = book.default("formation_chain_cm")
    formation = book.note(
        f"A formation is one or more of your units in a chain with gaps of at most {chain} cm, none of them a command "
        "unit, suppressed, frozen or under another's orders this turn.",
        "CMD-08",
    )
    roll = book.each("CMD-01", "CMD-02", "CMD-03", "CMD-04", "CMD-05", "CMD-06")
    return Section(
        "Command",
        (
            Lines("Modifiers to the command value", modifiers, "marked"),
            plain(book.note(f"A step of distance is the tech radius: {steps} cm.", "CMD-14")),
            Lines("The order", (formation, *roll, *book.each("CMD-25", "CMD-23"))),
            _blunders(book, "Command blunder: two dice", "BLD-01", _command_rows()),
            plain(book.note(_half_dice(), "BLD-02")),
        ),
    )


def _command_rows() -> Iterator[Line]:
    for score, row in sheet.COMMAND_BLUNDER.items():
        yield _blunder(str(score), row)


def _support_rows(table: Mapping[tuple[int, int], sheet.BlunderRow]) -> Iterator[Line]:
    for (low, high), row in table.items():
        yield _blunder(f"{low}\u2013{high}", row)


def _blunder(mark: str, row: sheet.BlunderRow) -> Line:
    return Line(row.text.format(dice=_COUNT[row.dice], amount=signed(row.amount)), (row.rule,), mark)


def _blunders(book: Book, title: str, rule: str, rows: Iterable[Line]) -> Lines:
    return Lines(title, tuple(rows), "marked", book.ids(rule))


def _half_dice() -> str:
    faces: dict[int, list[int]] = {}
    for face in range(1, 7):
        faces.setdefault(half_die(face), []).append(face)
    return "Half a die: " + ", ".join(f"{either(scored)} is {half}" for half, scored in faces.items()) + "."


# --- Support -------------------------------------------------------------------------------------------------


def _artillery(book: Book) -> Section:
    steps = either(level.deviation for level in sheet.TECH_LEVELS.values())
    step = f"A step is {steps} cm by tech level; part of one counts, and there is at least one die before these:"
    request = (
        "The observer (FAO) rolls 2D6, his CV or less. A failure ends his requests this turn; a double 1 lands "
        "exactly on its aiming point."
    )
    rounded = book.default("barrage_round")
    missions = (
        Row(("Barrage", _across("barrage"), f"half, rounded {rounded}"), book.ids("ART-15", "ART-18")),
        Row(("Concentration", _across("concentration"), "all"), book.ids("ART-16", "ART-17")),
    )
    return Section(
        "Artillery",
        (
            Lines("Modifiers to the FAO's command value", book.modifiers(sheet.ARTILLERY_REQUEST), "marked"),
            plain(book.note(request, "ART-01", "ART-14")),
            Lines("Deviation", (book.say("ART-09"), book.note(step, "ART-10", "ART-12"))),
            Lines("", book.modifiers(sheet.DEVIATION), "marked"),
            Table("Fire zone", ("Mission", "Across", "Attacks"), missions),
            plain(book.say("ART-20"), book.note("Friends and command units in it are attacked too.", "ART-21")),
            _blunders(book, "Artillery blunder: one die", "ABL-09", _support_rows(sheet.ARTILLERY_BLUNDER)),
            plain(book.note(_guns_attacked(), "ABL-03", "ABL-04", "ABL-05")),
        ),
    )


def _across(zone: str) -> str:
    return f"{2 * sheet.FIRE_ZONE_RADIUS[zone]} cm"


def _guns_attacked() -> str:
    faces = list(sheet.ARTILLERY_BLUNDER)[1]
    partial, full = (at_least(sheet.SCORE_TO_HIT[cover]) for cover in ("partial", "full"))
    return (
        f"On {either(faces)} guns are in partial cover ({partial}); spacecraft are in full cover ({full}), save on "
        f"{at_least(sheet.SPACECRAFT_SAVE)} and take any number of hits. Those suppressed miss the next turn."
    )


def _air(book: Book) -> Section:
    scores = tuple(Row((name.capitalize(), at_least(score))) for name, score in sheet.ANTI_AIRCRAFT_SCORE.items())
    dice, reach = book.default("co_hq_aa"), sheet.COMMAND_ANTI_AIRCRAFT_RANGE
    own = book.note(f"A CO or HQ without dice of its own has {dice} at {reach} cm.", "AAF-03")
    request = "The controller (FAC) rolls as an FAO does; a failure ends his requests this turn."
    turned = "For each hit throw one die more: any that shows the score to hit or more turns the aircraft back."
    zone = f"Ground-attack aircraft and gunships strike a zone {_across('air')} across."
    faces = either(list(sheet.AIR_BLUNDER)[1])
    hit = f"On {faces} aircraft are hit on the score of anti-aircraft fire. Those suppressed miss the next turn."
    return Section(
        "Air support",
        (
            Lines("Modifiers to the FAC's command value", book.modifiers(sheet.AIR_REQUEST), "marked"),
            plain(book.note(request, "AIR-01")),
            Lines("Deviation", (book.note("As for artillery, by the distance from the FAC:", "AIR-07", "AIR-09"),)),
            Lines("", book.modifiers(sheet.AIR_DEVIATION), "marked"),
            Table("Anti-aircraft fire", ("Owner's air superiority", "Hit on"), scores, book.ids("AAF-04")),
            plain(book.say("AAF-01"), own, book.note(turned, "AAF-05", "AAF-06"), book.say("AAF-07")),
            Lines("Attack", (book.note(zone, "AIR-10"), *book.each("AIR-11", "AIR-12"))),
            _blunders(book, "Air blunder: one die", "XBL-06", _support_rows(sheet.AIR_BLUNDER)),
            plain(book.note(hit, "XBL-03", "XBL-05")),
        ),
    )


# --- Fighting ------------------------------------------------------------------------------------------------


def _firing(book: Book) -> Section:
    flank = (
        "Fire is at the flank or rear from behind the line of the target's front edge; infantry on foot, dug-in units "
        "and aircraft have none."
    )
    combined = book.note("All who fire at one target under one order make one attack.", "FIR-09")
    indirect = (
        "A mortar needs no sight of a designated enemy, nor of one seen by a recon or command unit within "
        f"{sheet.INDIRECT_OBSERVER_CM} cm of it; a howitzer fires through an FAO or at what it sees."
    )
    return Section(
        "Firing",
        (
            Lines("Modifiers to the attack dice", book.modifiers(sheet.FIRING, {"half": "FIR-03"}), "marked"),
            plain(book.say("FIR-01"), book.note(flank, "FIR-05"), combined, book.note(indirect, "FIR-11")),
        ),
    )


def _opportunity(book: Book) -> Section:
    when = "A move may be fired on anywhere along its path, an assault before contact, any other action after it."
    price = (
        f"A unit that used it brings {signed(sheet.COMMAND['reacted'].amount)} on orders to it in its own next turn."
    )
    lines = (*book.each("OPP-01", "OPP-02"), book.note(when, "OPP-03"), book.say("OPP-05"), book.note(price, "OPP-07"))
    return Section("Opportunity fire", (plain(*lines),))


def _assault(book: Book) -> Section:
    modifiers = list(book.modifiers(sheet.ASSAULT))
    ifv = book.note("each IFV in support of infantry on foot, by its stat line", "CA-06", mark="+?")
    modifiers.insert(list(sheet.ASSAULT).index("massive") + 1, ifv)
    supporters = "Supporters are unsuppressed, not in contact and have attack dice; each helps in one combat."
    hit = "Assaulting units are hit as in the open, others by their cover. Only unsaved hits count; none are marked."
    onwards = f"To consolidate is to move up to {book.default('consolidate_cm')} cm, not into contact."
    return Section(
        "Close assault",
        (
            Lines("Modifiers to the attack dice", tuple(modifiers), "marked"),
            plain(book.say("CA-02"), book.note(supporters, "CA-10"), book.note(hit, "CA-11")),
            Lines("Result", (*book.each("CA-12", "CA-13", "CA-14"), book.note(onwards, "CA-18"))),
        ),
    )


def _hits(book: Book) -> Section:
    covers: dict[int, list[str]] = {}
    for cover, score in sheet.SCORE_TO_HIT.items():
        covers.setdefault(score, []).append(cover)
    rows = tuple(
        Row(
            (either(names).capitalize(), at_least(score)),
            tuple(dict.fromkeys(sheet.RULE_TO_HIT[name] for name in names)),
        )
        for score, names in covers.items()
    )
    kinds = (
        "Soft cover is woods, crops and the edge of rubble or obscurants, partial is a wall, an embankment or a crest "
        f"(hull-down) within {sheet.SHELTER_CM} cm before the base, hard is a building, bunker, trench or dug-out. "
        "Digging in is hard cover for infantry and guns, partial for AFVs."
    )
    table = Table("", ("Cover", "Hit on"), rows)
    return Section("Scoring hits", (table, plain(book.say("HIT-04"), book.note(kinds, "HIT-05"))))


def _casualties(book: Book) -> Section:
    names = ("CAS-01", "CAS-02", "CAS-03", "CAS-04", "CAS-06 CAS-07", "CAS-08", "CAS-09", "CAS-11")
    steps = tuple(book.say(*each.split()) for each in names)
    return Section("Testing for casualties", (Lines("", steps, "steps"),))


def _suppression(book: Book) -> Section:
    penalty = signed(sheet.ASSAULT["suppressed"].amount)
    idle = f"A suppressed unit neither acts nor reacts nor supports, but defends itself in close assault, at {penalty}."
    return Section("Suppression", (plain(book.say("SUP-01"), book.note(idle, "SUP-02")),))


def _fall_back(book: Book) -> Section:
    limit = sheet.FALL_BACK_LIMIT_CM
    far = f"A unit that must go more than {limit} cm at once is knocked out; a recon unit is not."
    dug_in = f"Dug-in units and deployed guns hold at {limit} cm or less and are knocked out by more."
    fates = book.titles(*(f"FAL-{number:02}" for number in range(5, 13)))
    return Section(
        "Fall-back",
        (
            plain(*book.each("FAL-01", "FAL-02"), book.note(far, "FAL-03", "FAL-04")),
            Lines("Knocked out if it falls back", fates, "together"),
            plain(book.say("FAL-13"), book.note(dug_in, "FAL-14"), book.say("FAL-15")),
        ),
    )


def _retreat(book: Book) -> Section:
    far = book.default("retreat_cm")
    back = f"The loser goes {far} cm straight away from the closest enemy it fought, and is suppressed."
    return Section(
        "Retreat",
        (
            plain(book.note(back, "RET-01"), *book.each("RET-02", "RET-03")),
            Lines("Knocked out instead of retreating", book.titles("RET-04", "RET-05", "RET-06", "RET-07"), "together"),
            plain(*book.each("RET-08", "RET-10")),
        ),
    )


# --- The rest ------------------------------------------------------------------------------------------------


def _equipment(book: Book) -> Section:
    """What special units and equipment do, in a line each."""
    return Section("Special equipment", (Lines("", (*_devices(book), *_kinds(book)), "terms"),))


def _devices(book: Book) -> Iterator[Line]:
    found = signed(sheet.COMMAND["recon"].amount)
    yield book.note(
        "one die, the score to hit an enemy seen within twice the tech radius, or hidden within it: "
        f"{found} on the next roll against him, or he is revealed",
        "REC-01", "REC-02", mark="Recon",
    )  # fmt: skip
    designated = signed(sheet.DEVIATION["designated"].amount)
    marks = f"marks an enemy in sight: {designated} deviation die, no camouflage, guided weapons need no sight"
    yield book.note(marks, "DES-01", "DES-02", mark="Designator")
    points = "each point stops a hit before saves; all come back in the Initiative phase"
    yield book.note(points, "SHD-01", "SHD-02", mark="Shield")
    dome = f"{book.default('dome_radius')} cm around its generator; its edge stops movement and fire both ways"
    yield book.note(dome, "DOM-01", mark="Shield dome")
    yield book.note(
        f"block sight; {_across('barrage')} across as a barrage, {_across('concentration')} as a concentration, "
        f"{2 * sheet.DISCHARGER_RADIUS} cm from dischargers",
        "OBS-01", mark="Obscurants",
    )  # fmt: skip
    moving = signed(sheet.FIRING["moving"].amount)
    yield book.note(f"may move and fire in one action at {moving} die", "STB-01", mark="Stabilised")
    requests = signed(sheet.ARTILLERY_REQUEST["camouflaged"].amount)
    yield book.note(f"adaptive: {requests} on requests for support against it", "CAM-01", mark="Camouflage")
    assault = signed(sheet.ASSAULT["frozen"].amount)
    freezes = f"an unsaved hit freezes: no action, reaction, move or fall-back, {assault} in close assault"
    yield book.note(freezes, "FRZ-01", mark="Freeze weapon")


def _kinds(book: Book) -> Iterator[Line]:
    wire = f"{sheet.WIRE_CM} cm"
    tasks = f"one action to dig in a friend in contact, lay {wire} of laser wire, or open {wire} of wire or ditch"
    yield book.note(tasks, "ENG-01", "ENG-02", mark="Engineers")
    yield book.note(
        f"mount or dismount within {sheet.MOUNT_CM} cm for an action; if it is lost, each passenger lives on "
        f"{at_least(sheet.PASSENGER_SAVE)}, suppressed",
        "MOV-07", "TRP-01", mark="Transport",
    )  # fmt: skip
    airborne = "airborne: no obstacles, no cover, no close assault; AA dice reach full range, other fire half"
    yield book.note(airborne, "FLY-01", mark="Gunship, dropship")
    support = signed(sheet.ASSAULT["massive"].amount)
    massive = f"blocks sight, never falls back, {support} dice in support, counts double for the breakpoint"
    yield book.note(massive, "MAS-01", mark="Massive")
    yield book.note("may fire at command units", "SNP-01", mark="Sniper")
    near = f"until it acts, recon or area fire finds it, or an enemy in sight is within {sheet.HIDDEN_REVEAL_CM} cm"
    yield book.note(near, "HID-01", "HID-02", mark="Hidden")
    yield book.note("does not count for the breakpoint", "EXP-01", mark="Expendable")
    never = "takes hits and saves, is never suppressed, moved or assaulted"
    yield book.note(never, "INS-01", mark="Installation")


def _end_phase(book: Book) -> Section:
    steps = ("END-01", "END-02", "END-03", "END-04", "END-05", "BRK-04", "END-06")
    return Section("End phase", (Lines("", book.each(*steps), "steps"),))


def _breakpoint(book: Book) -> Section:
    part = book.default("break_fraction")
    point = f"The breakpoint is {part} of the units that count at the start, rounded up, or as the force list says."
    return Section("Breakpoint", (plain(*book.each("BRK-01", "BRK-02"), book.note(point, "BRK-03")),))


def _end(book: Book) -> Section:
    ways = book.titles("VIC-01", "VIC-02", "VIC-03", "VIC-04")
    return Section("End of the battle", (Lines("It ends with", ways, "together"), plain(*book.each("VIC-05"))))


_TECH_RULES = {
    "primitive": ("FWC-TEC-01", "FWC-TEC-02"),
    "contemporary": ("FWC-TEC-03", "FWC-TEC-04"),
    "advanced": ("FWC-TEC-05", "FWC-TEC-06"),
}


def _tech_levels(book: Book) -> Section:
    use = book.note("The radius is for initiative and the distance of orders.", "TEC-07")
    rows = tuple(
        Row(
            (level.name, f"{level.radius} cm", f"1 die per {level.deviation} cm"),
            _TECH_RULES[key],
        )
        for key, level in sheet.TECH_LEVELS.items()
    )
    return Section("Tech levels", (Table("", ("Level", "Radius", "Deviation"), rows), plain(use)))
