"""A whole small game for the tests of the core and the shell: two squads, a wood, and a gun in ambush.

Each turn both sides bid in secret for the first move; then each side orders its pieces, shares out
cartridges, and piece after piece moves and shoots; at the end of its turn a side rallies pieces and may leave
the field. All six kinds of decision and the secret one occur, dice fall in one throw and in two, one piece is
hidden until it shoots.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import hypot
from typing import Any

import msgspec

from tests.toy_rules import OBJECTIVE, PHASES, PROCEDURES, SEATS, SIZE, WOOD, House, Soldier, State, other
from umpire.battle.catalogue import Catalogue, Group, Rule
from umpire.battle.contract import Advice, Leg, Look, Result, Ring, ScenarioCard, Sighting, Summary
from umpire.battle.decisions import Decision, PickOne, Place, Refused, Route
from umpire.battle.rolling import other_seat
from umpire.battle.sheet import Line, Lines, Section, Sheet
from umpire.battle.switches import BadOption, Profile
from umpire.battle.switches import Option as Switch
from umpire.battle.switches import Options as Switches
from umpire.battle.view import Area, Marker, Piece, SideView, View
from umpire.dice import Procedure

_RULES = {
    "SEQ": ("Sequence", {1: "Both sides bid for the first move.", 2: "A side puts its pieces in order."}),
    "AMM": ("Ammunition", {1: "Three cartridges are shared out each turn, at most two to a piece."}),
    "MOV": ("Movement", {1: "A piece moves up to 8 cm.", 2: "No piece leaves the table."}),
    "SHT": ("Shooting", {1: "Two dice hit on 4 or more, each hit is saved on 5.", 2: "A wood adds 1."}),
    "END": ("The end", {1: "After three turns the side with more pieces wins.", 2: "A side may leave."}),
    "FLT": ("Faults", {1: "A rule that breaks down, for the tests."}),
}


def _catalogue() -> Catalogue:
    groups = []
    for code, (title, rules) in _RULES.items():
        made = tuple(Rule(f"TOY-{code}-{n:02}", title, text, "sheet", code, title, ()) for n, text in rules.items())
        groups.append(Group(code, title, made))
    switches = (
        Switch("turns", 3, "How many turns a battle has.", ("TOY-END-01",), min=1, max=9),
        Switch("faulty", False, "Offers a choice that breaks the rules code.", ("TOY-FLT-01",)),
        Switch("sharp", False, "Shots hit one better.", ("TOY-SHT-01",)),
    )
    profiles = (
        Profile("usual", "As the toy is played.", {}),
        Profile("brief", "A short fight between good shots.", {"turns": 1, "sharp": True}),
    )
    return Catalogue(tuple(groups), Switches(switches, profiles))


class _Saved(msgspec.Struct):
    soldiers: list[Soldier]
    phase: str
    turn: int
    order: tuple[str, ...]
    queue: tuple[str, ...]
    gone: str
    conceded: bool


class Toy:
    """The game, with the attributes of `umpire.battle.contract.Game`."""

    slug = "toy"
    title = "Toy Skirmish"
    about = "Two squads, a wood and a gun in ambush.\nFor those who test."
    version = "1"
    length_unit = "cm"
    turn_word = "turn"
    largest_die = 6
    seats: tuple[str, ...] = SEATS

    def __init__(self) -> None:
        self.catalogue = _catalogue()
        self.procedures = PROCEDURES

    def house(self, options: Mapping[str, Any]) -> House:
        values: dict[str, Any] = self.catalogue.options.resolve(options)
        return House(**values)

    def sheet(self) -> Sheet:
        sections = [
            Section(group.title, (Lines("", tuple(Line(rule.text, (rule.id,)) for rule in group.rules)),))
            for group in self.catalogue.groups
        ]
        sentences = {rule.id: rule.text for rule in self.catalogue.rules}
        return Sheet(self.title, "A toy.", tuple(sections), sentences)

    def scenarios(self) -> Sequence[ScenarioCard]:
        sides = {"a": "The Reds", "b": "The Blues"}
        return (
            ScenarioCard("wood", "At the wood", "A gun waits in ambush.", 5, 3, sides, SIZE, True),
            ScenarioCard("open", "In the open", "Nothing is hidden.", 5, 3, sides, SIZE),
        )

    def begin(self, scenario: str, options: Mapping[str, Any]) -> State:
        if scenario not in ("wood", "open"):
            raise Refused(f"there is no scenario {scenario!r}; there is wood and open.")
        soldiers = (
            Soldier("a1", "a", "Rifles 1", 15_000, 20_000, 90),
            Soldier("a2", "a", "Rifles 2", 15_000, 12_000, 90),
            Soldier("b1", "b", "Lancers 1", 42_000, 20_000, 270),
            Soldier("b2", "b", "Ambush gun", 33_000, 18_000, 270, hidden=scenario == "wood"),
        )
        return State(scenario, self.house(options), {each.id: each for each in soldiers})

    def roller(self, state: State, theirs: bool = False) -> str:
        seat = state.order[0] if state.order else ""
        return other_seat(seat, self.seats) if theirs else seat

    def screened(self, state: State) -> str:
        return ""

    def activation(self, state: State) -> Procedure[None]:
        return PHASES[state.phase](state)

    def result(self, state: State) -> Result | None:
        if state.gone:
            how = "concedes" if state.conceded else "has left the field"
            return Result(other(state.gone), f"seat {state.gone} {how}", "TOY-END-02")
        left = {side: len(list(state.of(side))) for side in SEATS}
        if state.turn <= state.house.turns and all(left.values()):
            return None
        winner = None if left["a"] == left["b"] else max(SEATS, key=lambda side: left[side])
        return Result(winner, f"{left['a']} against {left['b']} pieces", "TOY-END-01")

    def concede(self, state: State, seat: str) -> None:
        state.gone = seat
        state.conceded = True

    def overrule(self, state: State, change: Mapping[str, Any]) -> str:
        if not isinstance(change, dict) or set(change) != {"piece", "hits"}:
            raise Refused("a piece and its hits are asked for, as piece=ID hits=NUMBER.")
        soldier = state.soldiers.get(change["piece"])
        if soldier is None or not isinstance(change["hits"], int) or not 0 <= change["hits"] <= 9:
            raise Refused(f"there is no piece {change['piece']!r}, or no such number of hits.")
        state.put(soldier._replace(hits=change["hits"], lost=change["hits"] >= 2))
        return f"{soldier.name} now has {change['hits']} hits"

    def encode(self, state: State) -> bytes:
        saved = _Saved(
            list(state.soldiers.values()), state.phase, state.turn, state.order, state.queue, state.gone,
            state.conceded,
        )  # fmt: skip
        return msgspec.json.encode(saved)

    def decode(self, data: bytes, scenario: str, options: Mapping[str, Any]) -> State:
        try:
            house = self.house(options)
        except BadOption as error:
            raise ValueError(str(error)) from None
        saved = msgspec.json.decode(data, type=_Saved)
        return State(
            scenario, house, {each.id: each for each in saved.soldiers}, saved.phase, saved.turn, saved.order,
            saved.queue, saved.gone, saved.conceded,
        )  # fmt: skip

    def view(self, state: State, seat: str | None) -> View:
        shown = [each for each in state.soldiers.values() if not each.hidden or each.side == seat]
        return View(
            self.slug,
            state.scenario,
            seat,
            f"Turn {state.turn} of {state.house.turns}",
            state.turn,
            "cm",
            SIZE,
            (
                Area("wood", "wood", "The wood", WOOD, look="woods"),
                Area("farm", "objective", "The farm", circle=(*OBJECTIVE, 2_000), look="objective"),
            ),
            tuple(map(_piece, shown)),
            tuple(_side(state, side) for side in SEATS),
            state.order[0] if state.order else "",
        )

    def look(self, state: State, seat: str | None, piece: str, route: Route | None = None) -> Look:
        soldier = state.soldiers.get(piece)
        if soldier is None or (soldier.hidden and soldier.side != seat):
            raise Refused(f"there is no piece {piece!r}.")
        x, y, facing = soldier.x, soldier.y, soldier.facing
        if route is not None:
            x, y, facing = route.end.x, route.end.y, route.facing
        enemies = [each for each in state.of(other(soldier.side)) if not each.hidden or each.side == seat]
        sightings = [
            Sighting(each.id, far := round(hypot(each.x - x, each.y - y)), True, "in the open", far <= 30_000)
            for each in enemies
        ]
        used = None if route is None else round(sum(hypot(q.x - p.x, q.y - p.y) for p, q in pairwise(route.path)))
        legs = () if not used else (Leg("open ground", used, used),)
        rings = (Ring("rifle 30 cm", 30_000, "TOY-SHT-01"),)
        seen_by = tuple(each.id for each in enemies)
        return Look(x, y, facing, rings, tuple(sightings), seen_by, used, 8_000 if route is not None else None, legs)

    def secrets(self, state: State, seat: str | None) -> Sequence[str]:
        hidden = [each for each in state.soldiers.values() if each.hidden and each.side != seat]
        return [word for each in hidden for word in (each.id, each.name)]

    def advise(self, state: State, decision: Decision) -> Advice:
        if isinstance(decision, PickOne) and decision.rule == "TOY-SHT-01":
            keys = [option.key for option in decision.options if option.odds is not None]
            if keys:
                return Advice(keys[0], f"{keys[0]} can be hit")
        if isinstance(decision, Place):
            soldier = state.soldiers[decision.piece]
            far = [abs(r.end.x - OBJECTIVE[0]) + abs(r.end.y - OBJECTIVE[1]) for r in decision.routes()]
            if not soldier.hidden and far:
                return Advice(decision.candidates()[far.index(min(far))], "nearer to the farm")
        return Advice(decision.default(), "the usual answer")

    def summary(self, state: State) -> Summary:
        lost = {side: sum(e.lost for e in state.soldiers.values() if e.side == side) for side in SEATS}
        return Summary(state.turn, lost, {"a": 2, "b": 2})


def _piece(soldier: Soldier) -> Piece:
    markers = [Marker(f"{soldier.hits} hits", soldier.hits, harm=True)] if soldier.hits else []
    markers += [Marker("hidden")] if soldier.hidden else []
    card = (("Move", "8 cm"), ("Range", "30 cm"), ("Cartridges", str(soldier.cartridges)))
    return Piece(
        soldier.id, soldier.side, soldier.name, soldier.name[0], soldier.x, soldier.y, soldier.facing, 3_000,
        2_000, tuple(markers), card, on_table=not soldier.lost,
    )  # fmt: skip


def _side(state: State, side: str) -> SideView:
    name = "The Reds" if side == "a" else "The Blues"
    return SideView(side, name, (("seen pieces", str(sum(not e.hidden for e in state.of(side)))),))


TOY = Toy()
