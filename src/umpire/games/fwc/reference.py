"""The reference sheet of Future War Commander, made from the tables the rules play by.

A figure is printed from its table; what has none is the catalogue's own sentence. Rules are named here by their short
IDs, as players name them: nothing is implemented in this file.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from umpire.battle.catalogue import Catalogue, Value
from umpire.battle.sheet import Line, Lines, Row, Section, Sheet, Table, at_least, sentences, signed
from umpire.games.commander.procedures import half_die
from umpire.games.fwc import sheet

_COUNT = ("no dice", "one die", "two dice", "three dice")


def reference_sheet(catalogue: Catalogue) -> Sheet:
    """The sheet in the order of the turn, with the house rules at their defaults."""
    book = _Book(catalogue)
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
        _house_rules(book),
    )
    return Sheet(
        "Future War Commander",
        "Reference sheet in the order of the turn. Lengths in cm, dice are D6; a roll of CV or less is a success.",
        sections,
        sentences(catalogue),
    )


class _Book:
    """The catalogue, opened by short IDs."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue

    def ids(self, *names: str) -> tuple[str, ...]:
        found = [self.catalogue.find(name) for name in names]
        missing = [name for name, rule in zip(names, found, strict=True) if rule is None]
        if missing:
            raise KeyError(f"the catalogue has no rule {', '.join(missing)}")
        return tuple(rule.id for rule in found if rule is not None)

    def say(self, *names: str) -> Line:
        """What these rules say, in their own sentences."""
        rules = self.ids(*names)
        return Line(" ".join(self.catalogue.by_id[rule].text for rule in rules), rules)

    def each(self, *names: str) -> tuple[Line, ...]:
        return tuple(self.say(name) for name in names)

    def note(self, text: str, *names: str, mark: str = "") -> Line:
        return Line(text, self.ids(*names), mark)

    def titles(self, *names: str) -> tuple[Line, ...]:
        """The titles of these rules as parts of one sentence."""
        rules = [self.catalogue.by_id[rule] for rule in self.ids(*names)]
        return tuple(Line(rule.title[0].lower() + rule.title[1:], (rule.id,)) for rule in rules)

    def default(self, option: str) -> str:
        return _shown(self.catalogue.options[option].default)

    def modifiers(self, table: Mapping[str, sheet.Modifier], also: Mapping[str, str] | None = None) -> tuple[Line, ...]:
        """A modifier table; `also` names the rule of an exception that a line mentions."""
        extra = also or {}
        return tuple(
            Line(each.text, (each.rule, *self.ids(*extra.get(key, "").split())), signed(each.amount))
            for key, each in table.items()
        )


def _shown(value: Value) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value).replace("_", " ")


def _marked(title: str, lines: Iterable[Line]) -> Lines:
    return Lines(title, tuple(lines), "marked")


def _or(words: Iterable[object]) -> str:
    *first, last = [str(word) for word in words]
    return f"{', '.join(first)} or {last}" if first else last


# --- The turn ------------------------------------------------------------------------------------------------


def _phases(book: _Book) -> Section:
    return Section("Phases", (Lines("", book.each("GEN-01", "GEN-03")),))


def _initiative(book: _Book) -> Section:
    lines = book.each("INI-01", "INI-02", "INI-03", "INI-06", "INI-07", "INI-08", "INI-09")
    return Section("Initiative", (Lines("", lines),))


def _command(book: _Book) -> Section:
    steps = _or(level.radius for level in sheet.TECH_LEVELS.values())
    return Section(
        "Command",
        (
            _marked(
                "Modifiers to the command value",
                (
                    *book.modifiers(sheet.COMMAND, {"distance": "CMD-15", "assault": "CMD-20"}),
                    book.note(f"a step is the tech radius: {steps} cm", "CMD-14"),
                ),
            ),
            Lines("The roll", book.each("CMD-01", "CMD-02", "CMD-03", "CMD-04", "CMD-05", "CMD-06", "CMD-08", "CMD-23")),
            _marked(
                "Command blunder: two dice",
                (*_command_blunders(), book.note(_half_dice(), "BLD-02", "BLD-01")),
            ),
        ),
    )


def _command_blunders() -> Iterable[Line]:
    return (_blunder(str(score), row) for score, row in sheet.COMMAND_BLUNDER.items())


def _blunder(mark: str, row: sheet.BlunderRow, *more: str) -> Line:
    text = row.text.format(dice=_COUNT[row.dice], amount=signed(row.amount))
    return Line(text, (row.rule, *more), mark)


def _half_dice() -> str:
    """FWC's half of a die, face by face."""
    faces: dict[int, list[int]] = {}
    for face in range(1, 7):
        faces.setdefault(half_die(face), []).append(face)
    return "half a die: " + ", ".join(f"{_or(scored)} is {half}" for half, scored in faces.items())


# --- Support -------------------------------------------------------------------------------------------------


def _artillery(book: _Book) -> Section:
    steps = _or(level.deviation for level in sheet.TECH_LEVELS.values())
    return Section(
        "Artillery",
        (
            _marked("Request: modifiers to the FAO's command value", book.modifiers(sheet.ARTILLERY_REQUEST)),
            Lines("", book.each("ART-01")),
            _marked(
                "Deviation",
                (
                    book.say("ART-09"),
                    book.note(f"a step is {steps} cm by tech level; part of one counts, at least one die", "ART-10", "ART-12"),
                    *book.modifiers(sheet.DEVIATION),
                ),
            ),
            Table(
                "Fire zone",
                ("Mission", "Across", "Dice"),
                (
                    Row(("Barrage", _across("barrage"), "half of all attacks"), book.ids("ART-15", "ART-18", "ART-19")),
                    Row(("Concentration", _across("concentration"), "all attacks"), book.ids("ART-16", "ART-17")),
                ),
            ),
            Lines("Resolving", book.each("ART-20", "ART-21")),
            _marked("Artillery blunder: one die", _artillery_blunders(book)),
        ),
    )


def _across(zone: str) -> str:
    return f"{2 * sheet.FIRE_ZONE_RADIUS[zone]} cm"


def _artillery_blunders(book: _Book) -> Iterable[Line]:
    score = sheet.SCORE_TO_HIT
    rows = [_blunder(_faces(faces), row) for faces, row in sheet.ARTILLERY_BLUNDER.items()]
    detail = book.note(
        f"guns are in partial cover ({at_least(score['partial'])}), spacecraft in full cover ({at_least(score['full'])}) "
        f"with a save of {at_least(sheet.SPACECRAFT_SAVE)} and any number of hits; the suppressed miss the next turn",
        "ABL-03", "ABL-04", "ABL-05",
    )  # fmt: skip
    return (book.say("ABL-09"), rows[0], rows[1], detail, *rows[2:])


def _faces(faces: tuple[int, ...]) -> str:
    return "\u2013".join(str(face) for face in faces)


def _air(book: _Book) -> Section:
    rows = [_blunder(_faces(faces), row) for faces, row in sheet.AIR_BLUNDER.items()]
    return Section(
        "Air support",
        (
            _marked("Request: modifiers to the FAC's command value", book.modifiers(sheet.AIR_REQUEST)),
            Lines("", book.each("AIR-01")),
            Lines("Deviation", book.each("AIR-07", "AIR-08", "AIR-09")),
            Table(
                "Anti-aircraft fire",
                ("Owner's air superiority", "Aircraft hit on"),
                tuple(
                    Row((name.capitalize(), at_least(score)), book.ids("AAF-04"))
                    for name, score in sheet.ANTI_AIRCRAFT_SCORE.items()
                ),
            ),
            Lines("", (
                book.say("AAF-01"),
                book.note(
                    f"A CO or HQ without dice of its own has {book.default('co_hq_aa')} at "
                    f"{sheet.COMMAND_ANTI_AIRCRAFT_RANGE} cm.",
                    "AAF-03",
                ),
                *book.each("AAF-05", "AAF-06", "AAF-07"),
            )),
            Lines("Attack", (
                book.note(f"The zone of ground-attack aircraft and gunships is {_across('air')} across.", "AIR-10"),
                *book.each("AIR-11", "AIR-12"),
            )),
            _marked("Air blunder: one die", (
                book.say("XBL-06"),
                *rows[:2],
                book.note("the score is that of anti-aircraft fire; the suppressed miss the next turn", "XBL-03", "XBL-05"),
                *rows[2:],
            )),
        ),
    )  # fmt: skip


# --- Fighting ------------------------------------------------------------------------------------------------


def _firing(book: _Book) -> Section:
    return Section(
        "Firing",
        (
            _marked("Modifiers to the attack dice", book.modifiers(sheet.FIRING, {"half": "FIR-03"})),
            Lines("", (
                *book.each("FIR-01", "FIR-09"),
                book.note(
                    f"A mortar needs no sight of a designated enemy, nor of one seen by a recon or command unit within "
                    f"{sheet.INDIRECT_OBSERVER_CM} cm of it; a howitzer fires through an FAO or at what it sees.",
                    "FIR-11",
                ),
            )),
        ),
    )  # fmt: skip


def _opportunity(book: _Book) -> Section:
    return Section("Opportunity fire", (Lines("", book.each("OPP-01", "OPP-02", "OPP-03", "OPP-05", "OPP-07")),))


def _assault(book: _Book) -> Section:
    lines = list(book.modifiers(sheet.ASSAULT))
    ifv = book.note("each IFV in support of infantry on foot, as its stat line says", "CA-06", mark="+?")
    lines.insert(3, ifv)
    return Section(
        "Close assault",
        (
            _marked("Modifiers to the attack dice", lines),
            Lines("", book.each("CA-02", "CA-11")),
            Lines("Results", (
                *book.each("CA-12", "CA-13", "CA-14"),
                book.note(f"To consolidate is to move up to {book.default('consolidate_cm')} cm, not into contact.", "CA-18"),
            )),
        ),
    )  # fmt: skip


def _hits(book: _Book) -> Section:
    covers: dict[int, list[str]] = {}
    for cover, score in sheet.SCORE_TO_HIT.items():
        covers.setdefault(score, []).append(cover)
    rows = tuple(
        Row((_or(names).capitalize(), at_least(score)), tuple(dict.fromkeys(sheet.RULE_TO_HIT[name] for name in names)))
        for score, names in covers.items()
    )
    return Section("Scoring hits", (Table("", ("Cover", "Hit on"), rows), Lines("", book.each("HIT-04", "HIT-05"))))


def _casualties(book: _Book) -> Section:
    steps = (("CAS-01",), ("CAS-02",), ("CAS-03",), ("CAS-04",), ("CAS-06", "CAS-07"), ("CAS-08",), ("CAS-09",), ("CAS-11",))
    return Section("Testing for casualties", (Lines("", tuple(book.say(*names) for names in steps), "steps"),))


def _suppression(book: _Book) -> Section:
    return Section("Suppression", (Lines("", book.each("SUP-01", "SUP-02")),))


def _fall_back(book: _Book) -> Section:
    limit = sheet.FALL_BACK_LIMIT_CM
    return Section(
        "Fall-back",
        (
            Lines("", (
                *book.each("FAL-01", "FAL-02"),
                book.note(f"A unit that must go more than {limit} cm at once is knocked out; recon units are not.", "FAL-03", "FAL-04"),
            )),
            Lines("Knocked out if it falls back", book.titles(*(f"FAL-{n:02}" for n in range(5, 13))), "together"),
            Lines("", (
                book.say("FAL-13"),
                book.note(f"Dug-in units and deployed guns stay where they are up to {limit} cm; more knocks them out.", "FAL-14"),
                book.say("FAL-15"),
            )),
        ),
    )  # fmt: skip


def _retreat(book: _Book) -> Section:
    return Section(
        "Retreat",
        (
            Lines("", (
                book.note(
                    f"The loser goes {book.default('retreat_cm')} cm directly away from the closest enemy it fought, and is suppressed.",
                    "RET-01",
                ),
                *book.each("RET-02", "RET-03"),
            )),
            Lines("Knocked out instead of retreating", book.titles("RET-04", "RET-05", "RET-06", "RET-07"), "together"),
            Lines("", book.each("RET-08", "RET-10")),
        ),
    )  # fmt: skip


# --- The rest ------------------------------------------------------------------------------------------------


def _equipment(book: _Book) -> Section:
    def term(name: str, text: str, *rules: str) -> Line:
        return book.note(text, *rules, mark=name)

    support = signed(sheet.ASSAULT["massive"].amount)
    frozen = signed(sheet.ASSAULT["frozen"].amount)
    lines = (
        term("Recon", f"one die, the score to hit an enemy seen within twice the tech radius, or hidden within it: {signed(sheet.COMMAND['recon'].amount)} on the next roll against him, or he is revealed", "REC-01", "REC-02"),
        term("Designator", f"marks an enemy in sight: {signed(sheet.DEVIATION['designated'].amount)} deviation die, no camouflage, guided weapons need no sight", "DES-01", "DES-02"),
        term("Shield", "each point stops a hit before saves; all come back in the Initiative phase", "SHD-01", "SHD-02"),
        term("Shield dome", f"{book.default('dome_radius')} cm around its generator; its edge stops movement and fire both ways", "DOM-01"),
        term("Obscurants", f"block sight; {_across('barrage')} across as a barrage, {_across('concentration')} as a concentration, {2 * sheet.DISCHARGER_RADIUS} cm from dischargers", "OBS-01"),
        term("Stabilised", f"may move and fire in one action at {signed(sheet.FIRING['moving'].amount)} die", "STB-01"),
        term("Camouflage", f"adaptive: {signed(sheet.ARTILLERY_REQUEST['camouflaged'].amount)} on requests for support against it", "CAM-01"),
        term("Freeze weapon", f"an unsaved hit freezes: no action, reaction, move or fall-back, {frozen} in close assault", "FRZ-01"),
        term("Engineers", f"one action to dig in a friend in contact, lay {sheet.WIRE_CM} cm of laser wire, or open {sheet.WIRE_CM} cm of wire or ditch", "ENG-01", "ENG-02"),
        term("Transport", f"mount or dismount within {sheet.MOUNT_CM} cm for an action; if it is lost, each passenger lives on {at_least(sheet.PASSENGER_SAVE)}, suppressed", "MOV-07", "TRP-01"),
        term("Gunship, dropship", "airborne: no obstacles, no cover, no close assault; AA dice reach full range, other fire half", "FLY-01"),
        term("Massive", f"blocks sight, never falls back, {support} dice in support, counts double for the breakpoint", "MAS-01"),
        term("Sniper", "may fire at command units", "SNP-01"),
        term("Hidden", f"until it acts, recon or area fire finds it, or an enemy in sight is within {sheet.HIDDEN_REVEAL_CM} cm", "HID-01", "HID-02"),
        term("Expendable", "does not count for the breakpoint", "EXP-01"),
        term("Installation", "takes hits and saves, is never suppressed, moved or assaulted", "INS-01"),
    )  # fmt: skip
    return Section("Special equipment", (Lines("", lines, "terms"),))


def _end_phase(book: _Book) -> Section:
    steps = ("END-01", "END-02", "END-03", "END-04", "END-05", "BRK-04", "END-06")
    return Section("End phase", (Lines("", book.each(*steps), "steps"),))


def _breakpoint(book: _Book) -> Section:
    return Section("Breakpoint", (Lines("", book.each("BRK-01", "BRK-02", "BRK-03")),))


def _end(book: _Book) -> Section:
    return Section("End of the battle", (Lines("", book.each("VIC-01", "VIC-02", "VIC-03", "VIC-04", "VIC-05")),))


def _tech_levels(book: _Book) -> Section:
    rows = tuple(
        Row(
            (level.name, f"{level.radius} cm", f"1 die per {level.deviation} cm"),
            (sheet.RULE_OF_RADIUS[key], sheet.RULE_OF_DEVIATION[key]),
        )
        for key, level in sheet.TECH_LEVELS.items()
    )
    return Section("Tech levels", (Table("", ("Level", "Radius", "Deviation"), rows), Lines("", book.each("TEC-07"))))


def _house_rules(book: _Book) -> Section:
    lines = tuple(
        Line(_shown(option.default), option.rules, option.name, option.text) for option in book.catalogue.options
    )
    return Section("House rules", (Lines("", lines, "terms"),))
