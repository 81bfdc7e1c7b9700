"""The reference sheet of FUBAR Imperial Commander, made from the tables the rules play by.

A figure is printed from its table; what has none is the catalogue's own sentence. Rules are named here by their short
IDs, as players name them: nothing is implemented in this file.
"""

from __future__ import annotations

from umpire.battle.catalogue import Catalogue
from umpire.battle.sheet import (
    Book,
    Lines,
    Row,
    Section,
    Sheet,
    Table,
    at_least,
    plain,
    sentences,
    signed,
)
from umpire.games.fubar import sheet
from umpire.games.fubar.reference_arms import arms_sections
from umpire.games.fubar.reference_figures import inches, reach
from umpire.games.fubar.reference_vehicles import vehicle_sections


def reference_sheet(catalogue: Catalogue) -> Sheet:
    """The sheet in the order of the turn, with the house rules at their defaults."""
    book = Book(catalogue)
    sections = (
        _turn(book),
        _experience(book),
        _activation(book),
        _actions(book),
        _guard(book),
        _firing(book),
        _cover(book),
        _suppression(book),
        *arms_sections(book),
        _fallen(book),
        _morale(book),
        *vehicle_sections(book),
        _skills(book),
        _winning(book),
        book.house_rules(),
    )
    return Sheet(
        "FUBAR Imperial Commander",
        "Reference sheet in the order of the turn. Lengths are inches from base to base.",
        sections,
        sentences(catalogue),
    )


# --- The turn ------------------------------------------------------------------------------------------------


def _turn(book: Book) -> Section:
    roll = "Each side rolls 1D6 with what the scenario adds; equal rolls again."
    holds = "The higher activates units in any order until one fails; then the other, to and fro."
    end = "Charges go off, medics heal, wounded are captured, armies break."
    steps = (
        book.note("Melees that go on are fought.", "MEL-09", "MEL-10"),
        book.note(roll, "INIT-01", "INIT-02"),
        book.note(holds, "INIT-03", "INIT-04", "ACT-01"),
        book.note(end, "MDC-02", "MOR-08"),
    )
    ones = "A natural 1 fails and a natural 6 succeeds, but not in initiative, melee or damage."
    return Section(
        "The turn",
        (
            Lines("", steps, "steps"),
            plain(
                book.note(ones, "GEN-02", "GEN-03", "GEN-04", "GEN-05"),
                book.note("What makes no sense may be changed if all agree.", "GEN-01"),
            ),
        ),
    )


def _experience(book: Book) -> Section:
    rows = tuple(
        Row(
            (
                row.name,
                at_least(row.activation),
                at_least(row.expertise),
                at_least(row.to_be_hit),
                signed(row.melee),
                signed(sheet.MORALE["hero"].amount) if row.morale_pct is None else f"{row.morale_pct}%",
                "–" if row.max_suppression is None else str(row.max_suppression),
            ),
            (row.rule,),
        )
        for name, row in sheet.LEVELS.items()
        if name != "civilian"
    )
    head = ("Level", "Act", "Exp", "Hit", "Mel", "Mor", "Sup")
    return Section("Experience", (Table("", head, rows), plain(book.note("Civilians are Green.", "EXP-06"))))


def _activation(book: Book) -> Section:
    need = "1D6 against the level's number. One attempt and one action a turn."
    failed = f"Who fails is On Guard at {-sheet.TO_HIT['failed_guard'].amount:+}."
    apart = f"A unit keeps within {inches(sheet.COHESION)}, from figure to figure."
    return Section(
        "Activation",
        (
            plain(
                book.note(need, "UNIT-01", "UNIT-02", "ACT-02", "ACT-06", "ACT-08"),
                book.note(failed, "ACT-07"),
                book.note(apart, "UNIT-03"),
            ),
            Lines("Added to the die (suppression: for each full number)", book.modifiers(sheet.ACTIVATING), "marked"),
            Lines("Added to the number", book.modifiers(sheet.ACTIVATION, {"straggler": "PWR-04"}), "marked"),
        ),
    )


def _actions(book: Book) -> Section:
    rows = tuple(
        Row((row.name, reach(row.move), "–" if row.jump is None else reach(row.jump), row.text), (row.rule,))
        for row in sheet.ACTIONS.values()
    )
    jump = f"Jump packs clear what is up to {inches(sheet.JUMP_HEIGHT)} high."
    heavy = "Support and heavy weapons: not on a Walk, but for PA, AD and automatons."
    still = "Aimed Fire may be a mortar, a call or a task."
    return Section(
        "Actions of infantry",
        (
            Table("", ("Action", "Foot", "Jump", ""), rows),
            plain(
                book.note(jump, "JMP-01", "JMP-02", "JMP-03", "JMP-04"),
                book.note(heavy, "ORD-09", "AUT-08"),
                book.note(still, "ORD-10"),
            ),
        ),
    )


def _guard(book: Book) -> Section:
    react = "Once a turn, at an enemy who moves in sight and range, at a point of his way; fire is not aimed."
    return Section("On Guard", (plain(book.note(react, "REA-01", "REA-02", "REA-05"), book.say("REA-09")),))


# --- Fire ----------------------------------------------------------------------------------------------------


def _firing(book: Book) -> Section:
    also = {"concealed": "SCT-04"}
    dice = "A die for each fire point; it hits on the target's Score To Be Hit. Fire may be split by figures."
    spread = "Hits go round evenly, Medics last; each may be saved, one failed save fells."
    nearest = "Without a Leader (Heroes, Snipers and vehicles apart) at the nearest enemy that can be harmed."
    return Section(
        "Firing",
        (
            plain(
                book.note(dice, "FIRE-01", "FIRE-02", "FIRE-03", "FIRE-04", "FIRE-07"),
                book.note(spread, "FIRE-05", "FIRE-09", "FIRE-11"),
                book.note(nearest, "FIRE-12"),
            ),
            Lines("Added to the score to hit", book.modifiers(sheet.TO_HIT, also), "marked", book.ids("FIRE-06")),
        ),
    )


def _cover(book: Book) -> Section:
    depth, shared = inches(sheet.COVER_DEPTH), inches(sheet.SHARED_DEPTH)
    edge = f"Fire into and out of cover through {depth} of it at most, inside one area up to {shared}, both in cover."
    powered = f"From powered armour in soft cover both are {inches(sheet.POWER_DEPTH)}."
    return Section(
        "Cover",
        (
            plain(
                book.note(edge, "COV-02", "COV-03", "COV-04", "COV-05", "COV-11"),
                book.note(powered, "PWR-02"),
                book.note("Areas of cover block sight beyond. Moving in cover costs double.", "COV-06", "COV-01"),
            ),
        ),
    )


def _suppression(book: Book) -> Section:
    marker = "A figure that saves is suppressed: one marker, two on PA, AD and automatons, none on Heroes and vehicles."
    worse = f"It fires at {sheet.TO_HIT['suppressed'].amount:+} to the score, and the unit activates worse."
    gone = "All go when the unit passes an activation roll."
    return Section(
        "Suppression",
        (
            plain(
                book.note(marker, "SUP-01", "SUP-07", "SUP-08", "PWR-03"),
                book.note(worse, "SUP-03", "SUP-04"),
                book.note(gone, "SUP-05", "SUP-06"),
            ),
        ),
    )


# --- The fallen and morale -----------------------------------------------------------------------------------


def _fallen(book: Book) -> Section:
    wound = f"A casualty rolls 1D6: {at_least(sheet.WOUNDED_ON)} only wounded. Wounded neither fire nor fight."
    stay = f"Forces that tend them stay within {inches(sheet.TEND)} or leave a guard each, who count as On Guard"
    medics = f"a Medic guards {sheet.MEDIC_TENDS}"
    return Section(
        "Casualties",
        (
            plain(
                book.note(wound, "MED-01", "MED-06"),
                book.note(f"{stay}; {medics}.", "MED-02", "MED-03", "MED-04", "MED-05", "MED-07"),
                book.note("Medics do not count as losses.", "MOR-02", "MDC-06"),
            ),
        ),
    )


def _morale(book: Book) -> Section:
    when = "Tested when losses reach the level's percentage: 1D6 against the activation number."
    broken = f"Broken: {inches(sheet.WITHDRAWAL)} back, no action; rallies with a Leader within {inches(sheet.RALLY)}."
    return Section(
        "Morale",
        (
            plain(book.note(when, "MOR-01", "MOR-03"), book.note(broken, "MOR-05", "MOR-06", "LDR-05")),
            Lines("Added to the die", book.modifiers(sheet.MORALE, {"leader": "LDR-06"}), "marked"),
        ),
    )


# --- Skills and the rest -------------------------------------------------------------------------------------

_CALLS, _STEADIES = sheet.INDIRECT_NEED["leader"].amount, sheet.MORALE["leader"].amount
_LEADS = f"free choice of targets, calls artillery at {_CALLS:+}, rallies, {_STEADIES:+} to morale"
_SKILL_WORDS: dict[str, tuple[str, tuple[str, ...]]] = {
    "leader": (_LEADS, ("LDR-02", "LDR-03", "LDR-04")),
    "sniper": ("sniper weapons, names whom he hits", ("SNP-02", "SNP-03", "SNP-04", "SNP-05")),
    "sapper": ("charges, mines, traps, defence systems", ("SAP-02", "SAP-03", "SAP-04", "SAP-05")),
    "grenadier": (f"grenades, {sheet.IN_MELEE['grenadier'].amount:+} in melee", ("GRN-02", "GRN-03", "GRN-04")),
    "medic": ("heals one a turn on his expertise, is spared", ("MDC-02", "MDC-03", "MDC-04", "MDC-05")),
    "fanatic": ("never retreats, hard to hold", ("FAN-02", "FAN-03")),
    "gunner": (f"heavy weapons and mortars; others at {sheet.TO_HIT['unskilled'].amount:+}", ("GUN-02", "GUN-03")),
    "scout": (
        f"jumps {inches(sheet.MOVES['scout_jump'])} farther, designates twice, unseen",
        ("SCT-02", "SCT-03", "SCT-04"),
    ),
    "swordsman": (f"{sheet.IN_MELEE['swordsman'].amount:+} in melee, swords", ("SWD-02",)),
}


def _skills(book: Book) -> Section:
    rows = []
    for name, row in sheet.SKILLS.items():
        words, rules = _SKILL_WORDS[name]
        rows.append(Row((row.name, str(row.points), _limit(row), words), (row.rule, *book.ids(*rules))))
    return Section(
        "Skills",
        (
            Table("", ("Skill", "Pts", "Most", ""), tuple(rows)),
            plain(book.note(_most_skills(book), "PTS-01", "SKL-01", "SKL-02", "SKL-03", "SKL-04", "SKL-05")),
        ),
    )


def _most_skills(book: Book) -> str:
    """How many skills a figure may have, the levels with as many together."""
    alike: dict[object, list[str]] = {}
    for level, most in sheet.SKILL_LIMIT.items():
        alike.setdefault(book.default("hero_skills") if most is None else most, []).append(sheet.LEVELS[level].name)
    told = [f"{' and '.join(levels)} {most}" for most, levels in alike.items() if most]
    return f"Skills of a figure: {', '.join(told)}, others none."


def _limit(row: sheet.Skill) -> str:
    if row.per_unit is not None:
        return f"{row.per_unit} a unit"
    if row.per_army is not None:
        return str(row.per_army)
    return "–" if row.squads is None else f"{row.squads} squads"


def _winning(book: Book) -> Section:
    part = book.default("army_break_pct")
    army = f"An army with {part}% of its figures lost is broken: its units test as each turn ends."
    return Section("Winning", (plain(*book.each("VIC-01", "VIC-02"), book.note(army, "MOR-08")),))
