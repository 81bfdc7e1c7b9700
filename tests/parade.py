"""A tiny game of squads of many figures, for the tests of what is drawn of them.

Each turn each side forms one squad up in line or in column, moves it, and lobs a shell. Figures follow their leader and
may be put by hand; what would come of a choice can be seen beforehand; a house rule forbids measuring.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import hypot
from typing import Any, NamedTuple

import msgspec

from umpire.battle.catalogue import Catalogue, Group, Rule
from umpire.battle.contract import Advice, Look, Result, ScenarioCard, Sighting, Summary
from umpire.battle.decisions import Decision, Option, PickOne, Place, Refused, Route
from umpire.battle.events import Event
from umpire.battle.preview import Preview
from umpire.battle.rolling import other_seat
from umpire.battle.sheet import Line, Lines, Section, Sheet
from umpire.battle.switches import Option as Switch
from umpire.battle.switches import Options as Switches
from umpire.battle.view import Area, Figure, Marker, Piece, SideView, View, figure_on
from umpire.dice import Pool, Procedure
from umpire.dice.offered import Offered
from umpire.table import Base, Point, within
from umpire.table.party import follow
from umpire.table.placing import free

SEATS = ("a", "b")
SIZE = (90_000, 60_000)
MOVE = 12_000
COHESION = 3_000
BLAST = 4_000
FOOT = 1_500
WOOD = ((38_000, 20_000), (52_000, 20_000), (52_000, 40_000), (38_000, 40_000))
RULES = {1: "A squad moves up to 12 cm.", 2: "Figures stay within 3 cm of each other.", 3: "A shell hits all within 4."}


class House(NamedTuple):
    figures: int = 8
    squads: int = 2
    blind: bool = False
    turns: int = 2


class Squad(NamedTuple):
    id: str
    side: str
    name: str
    facing: int
    men: tuple[tuple[int, int], ...]

    @property
    def bases(self) -> list[Base]:
        return [Base(x, y, self.facing, FOOT, FOOT) for x, y in self.men]


@dataclass
class State:
    house: House
    squads: dict[str, Squad]
    turn: int = 1
    active: str = "a"
    gone: str = ""
    events: list[Event] | None = field(default=None, compare=False)

    def copy(self) -> State:
        return State(self.house, dict(self.squads), self.turn, self.active, self.gone)

    def tell(self, kind: str, text: str, *pieces: str) -> None:
        if self.events is not None:
            self.events.append(Event(kind, text, "PAR-ALL-01", pieces))

    def others(self, squad: str) -> list[Base]:
        return [base for each in self.squads.values() if each.id != squad for base in each.bases]


class Blast(NamedTuple):
    hits: int


def blast(house: House, figures: int) -> Procedure[Blast]:
    """Each figure under a shell is hit on 5 or 6."""
    hits: int = yield Pool(figures, 5, rule="PAR-ALL-03", label="shell")
    return Blast(hits)


# --- What squads do ---


def _formed(squad: Squad, how: str) -> list[Base]:
    """In line across its front, or in column behind its leader."""
    first = squad.bases[0]
    gap = FOOT + 300
    line = how == "line"
    return [
        first.moved(first.x + (0 if line else -gap * at), first.y + (gap * at if line else 0))
        for at in range(len(squad.men))
    ]


def _figures(squad: Squad, bases: Sequence[Base]) -> tuple[Figure, ...]:
    return tuple(
        figure_on(base, f"{squad.id}-{at}", "L" if at == 0 else "", name=f"Man {at + 1}")
        for at, base in enumerate(bases)
    )


def _marched(state: State, squad: Squad, route: Route) -> list[Base] | None:
    names = [f"{squad.id}-{at}" for at in range(len(squad.men))]
    by_hand = {names.index(id): spot for id, spot in route.figures if id in names}
    return follow(
        squad.bases,
        route.end,
        facing=route.facing,
        by_hand=by_hand,
        others=state.others(squad.id),
        table=SIZE,
        cohesion=COHESION,
    )


def _judge(state: State, squad: Squad, route: Route) -> Refused | None:
    start, end = squad.men[0], route.end
    if hypot(end.x - start[0], end.y - start[1]) > MOVE:
        return Refused("a squad moves at most 12 cm.", "PAR-ALL-01")
    bases = _marched(state, squad, route)
    if bases is None or not all(free(each, state.others(squad.id), SIZE) for each in bases):
        return Refused("there is no room for all of them.", "PAR-ALL-02")
    for at, base in enumerate(bases):
        rest = [other for which, other in enumerate(bases) if which != at]
        if not free(base, rest) or (rest and not any(within(base, other, COHESION) for other in rest)):
            return Refused(f"{_figures(squad, bases)[at].name} strays too far, or stands on another.", "PAR-ALL-02")
    return None


def _shelled(state: State, spot: Point) -> tuple[tuple[str, ...], int]:
    """The squads under a shell, and how many figures."""
    near = {each.id: sum(hypot(x - spot.x, y - spot.y) <= BLAST for x, y in each.men) for each in state.squads.values()}
    return tuple(id for id, count in near.items() if count), sum(near.values())


def _shell_preview(state: State, route: Route) -> Preview:
    pieces, figures = _shelled(state, route.end)
    return Preview(circles=((route.end.x, route.end.y, BLAST),), pieces=pieces, lines=(f"{figures} figures under it",))


def _march_preview(state: State, squad: Squad, route: Route) -> Preview:
    bases = _marched(state, squad, route)
    return Preview(_figures(squad, bases), lines=(f"{len(bases)} figures keep together",)) if bases else Preview()


def _form_up(squad: Squad, how: str) -> Option:
    def seen() -> Preview:
        return Preview(_figures(squad, _formed(squad, how)), lines=(f"in {how}",))

    return Option(how, f"Form {how}", "PAR-ALL-02", preview=seen)


def _turn(state: State) -> Procedure[None]:
    side = state.active
    mine = [each for each in state.squads.values() if each.side == side]
    options = [Option(each.id, each.name, "PAR-ALL-01", each.id) for each in mine]
    chosen: str = yield PickOne(side, "Which squad acts?", "PAR-ALL-01", options)
    squad = state.squads[chosen]
    ways = [_form_up(squad, how) for how in ("line", "column")]
    formed: str = yield PickOne(side, "How does it form up?", "PAR-ALL-02", [Option("as is", "Stay as it is"), *ways])
    if formed != "as is":
        squad = squad._replace(men=tuple((base.x, base.y) for base in _formed(squad, formed)))
        state.squads[squad.id] = squad
        state.tell("form", f"{squad.name} forms {formed}.", squad.id)
    start = Route((Point(*squad.men[0]),), squad.facing)
    ahead = 6_000 if side == "a" else -6_000
    route: Route = yield Place(
        side, "Where does it go?", "PAR-ALL-01", squad.id,
        check=lambda route: _judge(state, squad, route),
        offered=lambda: [Route((start.end, Point(start.end.x + ahead, start.end.y)), squad.facing)],
        reach=MOVE, stand=start,
        preview=lambda route: _march_preview(state, squad, route),
        party=[f"{squad.id}-{at}" for at in range(1, len(squad.men))],
    )  # fmt: skip
    bases = _marched(state, squad, route) or squad.bases
    state.squads[squad.id] = squad._replace(facing=route.facing, men=tuple((base.x, base.y) for base in bases))
    state.tell("move", f"{squad.name} marches.", squad.id)
    foe = next(each for each in state.squads.values() if each.side != side)
    aimed: Route = yield Place(
        side, "Where does the shell fall?", "PAR-ALL-03", "",
        check=lambda route: None,
        offered=lambda: [Route((Point(*foe.men[0]),), 0)],
        shape="point",
        preview=lambda route: _shell_preview(state, route),
    )  # fmt: skip
    pieces, figures = _shelled(state, aimed.end)
    if figures:
        fell: Blast = yield from blast(state.house, figures)
        state.tell("shell", f"{fell.hits} of {figures} figures are shaken.", *pieces)
    state.active = "b" if side == "a" else "a"
    state.turn += side == "b"


class _Saved(msgspec.Struct):
    squads: list[Squad]
    turn: int
    active: str
    gone: str


class Parade:
    """The game, with the attributes of `umpire.battle.contract.Game`."""

    slug = "parade"
    title = "On Parade"
    about = "Squads of many figures.\nFor those who test."
    version = "1"
    length_unit = "cm"
    turn_word = "turn"
    seats: tuple[str, ...] = SEATS

    def __init__(self) -> None:
        rules = tuple(
            Rule(f"PAR-ALL-{n:02}", "Squads", text, "sheet", "ALL", "Squads", ()) for n, text in RULES.items()
        )
        switches = (
            Switch("figures", 8, "Figures of a squad.", ("PAR-ALL-02",), min=1, max=40),
            Switch("squads", 2, "Squads of a side.", ("PAR-ALL-02",), min=1, max=4),
            Switch("blind", False, "Nothing may be measured.", ("PAR-ALL-01",)),
            Switch("turns", 2, "How many turns a battle has.", ("PAR-ALL-01",), min=1, max=9),
        )
        self.catalogue = Catalogue((Group("ALL", "Squads", rules),), Switches(switches, ()))
        self.procedures = (Offered("blast", blast, (), "A shell."),)[:0]

    def house(self, options: Mapping[str, Any]) -> House:
        values: dict[str, Any] = self.catalogue.options.resolve(options)
        return House(**values)

    def sheet(self) -> Sheet:
        lines = Lines("", tuple(Line(rule.text, (rule.id,)) for rule in self.catalogue.rules))
        return Sheet(
            self.title, "", (Section("Squads", (lines,)),), {rule.id: rule.text for rule in self.catalogue.rules}
        )

    def scenarios(self) -> Sequence[ScenarioCard]:
        return (
            ScenarioCard(
                "field", "On the field", "Two sides march.", 5, 2, {"a": "The Reds", "b": "The Blues"}, SIZE, True
            ),
        )

    def begin(self, scenario: str, options: Mapping[str, Any]) -> State:
        house = self.house(options)
        squads = [self._squad(house, side, at) for side in SEATS for at in range(house.squads)]
        return State(house, {each.id: each for each in squads})

    def _squad(self, house: House, side: str, at: int) -> Squad:
        west = 20_000 if side == "a" else 70_000
        back = -1 if side == "a" else 1
        south = 8_000 + at * 13_000
        men = tuple((west + back * 2_500 * (n // 6), south + 2_000 * (n % 6)) for n in range(house.figures))
        return Squad(f"{side}{at + 1}", side, f"Squad {at + 1}", 90 if side == "a" else 270, men)

    def roller(self, state: State, theirs: bool = False) -> str:
        return other_seat(state.active, self.seats) if theirs else state.active

    def screened(self, state: State) -> str:
        return ""

    def activation(self, state: State) -> Procedure[None]:
        return _turn(state)

    def result(self, state: State) -> Result | None:
        if state.gone:
            return Result("b" if state.gone == "a" else "a", "the other concedes", "PAR-ALL-01")
        return Result(None, "the parade is over", "PAR-ALL-01") if state.turn > state.house.turns else None

    def concede(self, state: State, seat: str) -> None:
        state.gone = seat

    def overrule(self, state: State, change: Mapping[str, Any]) -> str:
        raise Refused("nothing can be changed on parade.")

    def encode(self, state: State) -> bytes:
        return msgspec.json.encode(_Saved(list(state.squads.values()), state.turn, state.active, state.gone))

    def decode(self, data: bytes, scenario: str, options: Mapping[str, Any]) -> State:
        saved = msgspec.json.decode(data, type=_Saved)
        squads = {each.id: each for each in saved.squads}
        return State(self.house(options), squads, saved.turn, saved.active, saved.gone)

    def view(self, state: State, seat: str | None) -> View:
        pieces = tuple(
            Piece(
                each.id, each.side, each.name, "S", *each.men[0], each.facing, FOOT, FOOT,
                (Marker(f"{len(each.men)} men", len(each.men)),), (("move", "12 cm"),),
                each.side == state.active, True, _figures(each, each.bases),
            )
            for each in state.squads.values()
        )  # fmt: skip
        areas = (Area("wood", "wood", "The wood", WOOD, look="woods"),)
        return View(
            self.slug, "field", seat, f"Turn {state.turn}", state.turn, "cm", SIZE, areas,
            pieces, (SideView("a", "The Reds"), SideView("b", "The Blues")), state.active, (), not state.house.blind,
        )  # fmt: skip

    def look(self, state: State, seat: str | None, piece: str, route: Route | None = None) -> Look:
        if state.house.blind:
            raise Refused("nothing may be measured.", "PAR-ALL-01")
        squad = state.squads.get(piece)
        if squad is None:
            raise Refused(f"there is no squad {piece!r}.")
        x, y = route.end if route is not None else squad.men[0]
        foes = [each for each in state.squads.values() if each.side != squad.side]
        seen = tuple(Sighting(each.id, round(hypot(each.men[0][0] - x, each.men[0][1] - y)), True) for each in foes)
        return Look(x, y, squad.facing, (), seen)

    def secrets(self, state: State, seat: str | None) -> Sequence[str]:
        return ()

    def advise(self, state: State, decision: Decision) -> Advice:
        if isinstance(decision, Place):
            return Advice(decision.candidates()[-1], "onward")
        return Advice(decision.default(), "as always")

    def summary(self, state: State) -> Summary:
        return Summary(state.turn, {"a": 0, "b": 0}, dict.fromkeys(SEATS, state.house.squads))


PARADE = Parade()
