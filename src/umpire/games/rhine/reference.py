"""The reference sheet of Seven Days to the River Rhine, made from the tables the rules play by.

A figure is printed from its table; what has none is the catalogue's own sentence. Rules are named here by their short
IDs, as players name them: nothing is implemented in this file.
"""

from __future__ import annotations

from collections.abc import Mapping

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
)
from umpire.battle.words import keyed, sentence
from umpire.games.rhine import sheet
from umpire.games.rhine.reference_figures import d10, inches, spans
from umpire.games.rhine.reference_fire import fire_sections

_TOKENLESS = {"APC": "transports", "HELO": "attack helicopters"}
_KINDS = {"vehicle": "MBT, light vehicle, APC", "foot": "Infantry, support team"}
_MOBILITY = {"wheeled": "Wheeled", "atv": "All-terrain (ATV)", "tracked": "Tracked", "foot": "Infantry, support team"}
_REMOVED = ("nothing", "one marker comes off", "two markers come off")
_ANTI_AIRCRAFT = {"sam": "SAM vehicle", "gun": "AA gun or autocannon", "manpad": "Shoulder SAM"}
_RUN = {
    "aborted": "the run is off",
    "attacks_then_lost": "it attacks and is lost",
    "shot_down": "it is shot down before it attacks",
}


def reference_sheet(catalogue: Catalogue) -> Sheet:
    """The sheet in the order of the turn, with the house rules at their defaults."""
    book = Book(catalogue)
    sections = (
        _turn(book),
        _activating(book),
        _reacting(book),
        _moving(book),
        _terrain(book),
        *fire_sections(book),
        _morale(book),
        _morale_check(book),
        _transports(book),
        _helicopters(book),
        _mortars(book),
        _winning(book),
        book.house_rules(_profiles(book)),
    )
    return Sheet(
        "Seven Days to the River Rhine",
        "Reference sheet in the order of the turn. Lengths are inches from base to base.",
        sections,
        sentences(catalogue),
    )


# --- The turn ------------------------------------------------------------------------------------------------


def _turn(book: Book) -> Section:
    none = either(_TOKENLESS[cls] for cls in sheet.NO_TOKEN)
    pool = (
        f"Tokens on units are cleared. Each side pools one command token for each unit in play, none for {none}, and "
        f"{sheet.COMMAND_TOKENS} more for a command unit that lives."
    )
    spend = (
        "The Active side spends one token after another: to activate a unit, on a Battlegroup Morale Check, or on a "
        "helicopter's run."
    )
    steps = (
        book.note(pool, "POOL-01", "POOL-02", "POOL-03", "POOL-04", "POOL-07"),
        book.note("Each side throws 1D10: the higher is Active, the other Reacting.", "INIT-01"),
        book.note(spend, "TURN-01", "TURN-02", "HEL-01"),
        book.note("This ends when its tokens do, when it hands over, or by a 6 on a reaction.", "TURN-03", "TURN-04"),
        book.note("Then the other side is Active and must spend a token before it hands back.", "TURN-05", "TURN-06"),
        book.say("TURN-09"),
    )
    discard = "Nobody hands over to an empty pool, but may then throw the rest of his own away."
    return Section("The turn", (Lines("", steps, "steps"), plain(book.note(discard, "TURN-08"))))


def _activating(book: Book) -> Section:
    free = "The first token on a unit in a turn needs no check, whatever its markers."
    failed = "If it fails the token stays on the unit, and nothing is done or reacted to."
    often = "A unit may be activated as often as tokens and checks allow."
    plan = "Announce all of the plan: one move and one shot at most, in either order, or hold."
    return Section(
        "Activating a unit",
        (
            plain(book.note(free, "ACT-01", "ACT-07")),
            Lines("Command check for each further token: 1D6 higher than", book.modifiers(sheet.CHECK), "marked"),
            plain(
                *book.each("ACT-03", "ACT-04"),
                book.note(failed, "ACT-05", "ACT-08"),
                book.note(often, "ACT-09"),
                book.note(plan, "ACT-11", "ACT-13", "ACT-14"),
            ),
        ),
    )


def _reacting(book: Book) -> Section:
    also = {"vehicle": (), "foot": book.ids("REACT-06")}
    rows = tuple(
        Row((_KINDS[kind], *(at_least(score.need) for score in scores.values())), (*_rules(scores), *also[kind]))
        for kind, scores in sheet.REACTION.items()
    )
    price = "The Reacting side lays a token on a unit that sees the active one, and throws 1D6."
    what = "It fires at the active unit or makes a normal move, before an action or anywhere along the enemy's path."
    seized = "A 6 always succeeds and seizes the initiative, once the activation is over."
    judged = "Cover is judged where the active unit began. The token of this reaction does not count."
    once = "One attempt to each activation; none at rallies, holds, failed checks and reactions."
    return Section(
        "Reacting",
        (
            plain(book.note(price, "REACT-01", "REACT-14"), book.note(what, "REACT-15")),
            Table("", ("1D6 against", "In the open", "Cover, obscured"), rows),
            Lines("Added to the score", book.modifiers(sheet.REACTING), "marked"),
            plain(
                book.note(judged, "REACT-13", "REACT-09"),
                book.note(seized, "REACT-10", "REACT-11", "REACT-12"),
                book.note(once, "REACT-16", "REACT-18"),
            ),
        ),
    )


def _rules(scores: Mapping[bool, sheet.Score]) -> tuple[str, ...]:
    return tuple(score.rule for score in scores.values())


def _moving(book: Book) -> Section:
    rows = tuple(
        Row((sentence(rate.text), str(rate.normal), str(rate.rapid), str(rate.road)), rate.rules)
        for rate in sheet.MOVEMENT.values()
    )
    road = "By road: the centre of the unit is on the road all the way."
    turns = "Turns are free; a turn on the spot is a move. Friends may be passed."
    near = f"End on no unit or wreck, and come no nearer than {inches(sheet.ENEMY_CLEARANCE)} to an enemy."
    return Section(
        "Moving",
        (
            Table("", ("Inches", "Normal", "Rapid", "By road"), rows),
            plain(
                book.note("After a normal move a unit may fire, after a rapid one it may not.", "MOVE-01"),
                book.note(road, "MOVE-11"),
                book.note(f"{turns} {near}", "MOVE-12", "MOVE-13", "MOVE-14"),
            ),
        ),
    )


def _terrain(book: Book) -> Section:
    rows = tuple(
        Row((_MOBILITY[mobility], *map(_going, tests.values())), tuple(test.rule for test in tests.values()))
        for mobility, tests in sheet.TERRAIN.items()
    )
    when = "Test once for each piece of ground in a move, where the base first touches it; none on a road through it."
    failed = "On a failure the unit stops there; it has moved, and may still fire if that was its plan."
    return Section(
        "Terrain test",
        (
            Table("", ("1D6", "Rough", "Very rough"), rows),
            plain(book.note(when, "TERR-10", "TERR-12"), book.note(failed, "TERR-11")),
        ),
    )


def _going(test: sheet.Test) -> str:
    if test.need is not None:
        return at_least(test.need)
    return "no test" if test.passable else "impassable"


# --- Morale --------------------------------------------------------------------------------------------------


def _morale(book: Book) -> Section:
    broken = (
        "With as many markers as its morale value a unit is Broken: it neither acts nor reacts, holds no objective, "
        "and stays where it is. It never has more."
    )
    lost = (
        "A unit Broken before an attack is destroyed by the first hit that would leave a marker; a vehicle is "
        "abandoned, and passengers get out as after a Foom."
    )
    return Section(
        "Morale",
        (
            plain(
                book.say("MOR-02"),
                book.note(broken, "MOR-01", "MOR-04", "MOR-05", "MOR-08"),
                book.note(lost, "MOR-06", "MOR-07"),
            ),
        ),
    )


def _morale_check(book: Book) -> Section:
    fails = sheet.RALLY_FAILS_ON
    rows = [Line("on the die: nothing, and a Broken unit is destroyed", (fails.rule,), str(fails.need))]
    marks = spans(row.least for row in sheet.RALLY)
    rows += [Line(_REMOVED[row.removed], (row.rule,), mark) for mark, row in zip(marks, sheet.RALLY, strict=True)]
    price = "For a token, which is gone, one unit with markers throws 1D6; no reaction."
    return Section(
        "Battlegroup Morale Check",
        (
            plain(book.note(price, "BMC-01", "BMC-02", "BMC-08")),
            Lines("", tuple(rows), "marked"),
            Lines("Added to the die", book.modifiers(sheet.RALLYING), "marked"),
        ),
    )


# --- Others --------------------------------------------------------------------------------------------------


def _transports(book: Book) -> Section:
    apart = inches(sheet.DISMOUNT)
    own = f"its own token: set down within {apart}, then a normal move"
    carried = f"the transport's, after a normal move or none: set down within {apart}, no more"
    terms = (
        book.note(f"a normal move that ends within {inches(sheet.MOUNT)}; no shot", "TRN-02", mark="In:"),
        book.note(f"by {own}; or by {carried}", "TRN-03", "TRN-04", mark="Out:"),
    )
    inside = "An APC takes one unit, a truck two. Passengers neither fire nor react."
    return Section("Transports", (Lines("", terms, "terms"), plain(book.note(inside, "TRN-01", "TRN-05"))))


def _helicopters(book: Book) -> Section:
    run = "Once a turn, for a token that is gone: name a firing point, one target in sight of it and a weapon."
    fire = "Before it attacks, each enemy AA unit that sees the point may fire, for a token on it:"
    scores = tuple(Row((_ANTI_AIRCRAFT[kind], d10(score))) for kind, score in sheet.ANTI_AIRCRAFT.items())
    marks = spans(row.least for row in sheet.ANTI_AIRCRAFT_HITS)
    hits = tuple(Line(_RUN[row.result], (), mark) for mark, row in zip(marks, sheet.ANTI_AIRCRAFT_HITS, strict=True))
    usual = sheet.USUAL_WEAPONS["rockets"]
    rockets = (
        f"It throws the dice of a vehicle. Rockets hit on {d10(usual.to_hit)}, with weapon {usual.weapon} at vehicles."
    )
    return Section(
        "Attack helicopters",
        (
            plain(book.note(run, "HEL-01", "HEL-02"), book.note(fire, "HEL-03")),
            Table("", ("1D10", "Hit on"), scores, book.ids("HEL-04")),
            Lines("", book.modifiers(sheet.ANTI_AIRCRAFT_FIRE), "marked"),
            Lines("The first hit ends this fire: 1D6", hits, "marked", book.ids("HEL-05")),
            Lines("Added to the die", book.modifiers(sheet.ANTI_AIRCRAFT_HIT), "marked"),
            plain(book.note(rockets, "HEL-06"), book.say("HEL-07")),
        ),
    )


def _mortars(book: Book) -> Section:
    usual = sheet.USUAL_WEAPONS["mortar"]
    fire = (
        f"A mortar throws 1D10 at a target {inches(sheet.MORTAR_LEAST)} away or more, seen by it or a friend not "
        f"Broken, and hits on {d10(usual.to_hit)}; it does not move, nor fire from woods or buildings."
    )
    bombs = (
        f"It has weapon {usual.weapon} at vehicles and half the penetration die, rounded up; only bunkers and "
        "trenches obscure."
    )
    disc = (
        f"Smoke instead of a shot: a disc of {inches(sheet.SMOKE_RADIUS)} radius that touches the vehicle, or from a "
        f"mortar {inches(sheet.SMOKE_LEAST)} away or more in sight. It veils, two in line block; "
        "it goes as the next turn ends."
    )
    return Section(
        "Mortars and smoke",
        (
            plain(book.note(fire, "MTR-01")),
            Lines("", book.modifiers(sheet.MORTAR), "marked"),
            plain(book.note(bombs, "MTR-03"), book.note(disc, "SMK-01", "SMK-02")),
        ),
    )


def _winning(book: Book) -> Section:
    part = book.default("break_fraction")
    broken = f"At the end of a turn a side that has lost {part} of its break points is beaten."
    radius = inches(sheet.OBJECTIVE_RADIUS)
    held = (
        f"An objective is held by a unit not Broken within {radius}, with no such enemy there; helicopters hold none."
    )
    return Section(
        "Winning",
        (plain(book.note(broken, "WIN-01", "WIN-02"), *book.each("WIN-03", "WIN-05"), book.note(held, "WIN-04")),),
    )


def _profiles(book: Book) -> Lines:
    """The sets of house rules that have a name."""
    profiles = book.catalogue.options.profiles
    lines = [
        Line(_set(book, profile.values), (), f"Profile {keyed(profile.name)}:", profile.text) for profile in profiles
    ]
    return Lines("", tuple(lines), "terms")


def _set(book: Book, values: Mapping[str, object]) -> str:
    """What a profile changes: what it turns on, other values with theirs, in players' words."""
    options = book.catalogue.options
    each = (
        options[name].called if value is True else f"{options[name].called}: {keyed(str(value))}"
        for name, value in values.items()
    )
    return ", ".join(each) or "as above"
