"""The rules of the toy game: its dice, its state and its turn. See `tests.toy`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import isqrt
from typing import Any, NamedTuple

from umpire.battle.decisions import (
    Call,
    Option,
    PickOne,
    PickSome,
    Place,
    PutInOrder,
    Refused,
    Route,
    ShareOut,
    Together,
    YesNo,
)
from umpire.battle.events import Event
from umpire.dice import Again, Die, Margin, Pool, Procedure, Tally, stage
from umpire.dice.offered import Choice, Flag, Length, Offered, Whole
from umpire.table.shapes import Point

SEATS = ("a", "b")
SIZE = (60_000, 40_000)
WOOD = ((25_000, 10_000), (35_000, 10_000), (35_000, 30_000), (25_000, 30_000))
OBJECTIVE = (30_000, 20_000)
MOVE = 8_000
RANGE = 30_000
CARTRIDGES = 3


class House(NamedTuple):
    turns: int
    faulty: bool
    sharp: bool


# --- Dice ---


class Shot(NamedTuple):
    result: str
    hits: int


def shot(house: House, dice: int, need: Any, save: int | None, wood: bool) -> Procedure[Shot]:
    """Dice that hit and are not saved."""
    score = need if isinstance(need, Tally) else Tally.of(need, "in the open", "TOY-SHT-01")
    score = score.plus(int(wood), "in the wood", "TOY-SHT-02").plus(-int(house.sharp), "sharp shooters")
    hits: int = yield Pool(dice, score, but_not=save, rule="TOY-SHT-01", label="shots")
    return Shot("lost" if hits > 1 else "hit" if hits else "missed", hits)


class Duel(NamedTuple):
    winner: str


def duel(house: House, ours: int, theirs: int) -> Procedure[Duel | Again]:
    """Ties are fought again."""
    ours, theirs = max(1, ours), max(1, theirs)
    winner: str = yield Margin(Pool(ours, 4), Pool(theirs, 4), _winner, rule="TOY-SHT-01", label="duel")
    return Again(house, ours, theirs) if winner == "tie" else Duel(winner)


def _winner(ours: int, theirs: int) -> str:
    return "tie" if ours == theirs else "a" if ours > theirs else "b"


class Drift(NamedTuple):
    cm: int


def drift(house: House, distance: int, wind: str) -> Procedure[Drift]:
    """A die against the wind; a length goes in, a number comes out."""
    face: int = yield Die(rule="TOY-MOV-01", label="drift")
    return Drift(distance // 100 + (face if wind == "strong" else 0))


PROCEDURES = (
    Offered(
        "shot",
        shot,
        (
            Whole("dice", 0, 20),
            Whole("need", 2, 6, 4),
            Whole("save", 2, 6, None, none="no save"),
            Flag("wood"),
        ),
        "Shots of one piece at another.",
        ("TOY-SHT-01",),
    ),
    Offered("duel", duel, (Whole("ours", 1, 9), Whole("theirs", 1, 9)), "Two pools until one wins."),
    Offered(
        "drift",
        drift,
        (Length("distance", 0.0), Choice("wind", ("calm", "strong"), "calm")),
        "How far it drifts.",
    ),
)


# --- State ---


class Soldier(NamedTuple):
    id: str
    side: str
    name: str
    x: int
    y: int
    facing: int = 0
    hits: int = 0
    cartridges: int = 0
    hidden: bool = False
    lost: bool = False


@dataclass
class State:
    scenario: str
    house: House
    soldiers: dict[str, Soldier]
    phase: str = "bid"
    turn: int = 1
    order: tuple[str, ...] = ()
    """Sides still to move this turn."""
    queue: tuple[str, ...] = ()
    """Pieces still to act in this side's turn."""
    gone: str = ""
    conceded: bool = False
    events: list[Event] | None = field(default=None, compare=False)

    def copy(self) -> State:
        return State(
            self.scenario, self.house, dict(self.soldiers), self.phase, self.turn, self.order, self.queue,
            self.gone, self.conceded,
        )  # fmt: skip

    def tell(self, kind: str, text: str, rule: str = "", *pieces: str, only: str = "", reveals: bool = False) -> None:
        if self.events is not None:
            self.events.append(Event(kind, text, rule, pieces, only, reveals))

    def put(self, soldier: Soldier) -> None:
        self.soldiers[soldier.id] = soldier

    def of(self, side: str) -> Iterator[Soldier]:
        return (each for each in self.soldiers.values() if each.side == side and not each.lost)


def other(side: str) -> str:
    return "b" if side == "a" else "a"


def _distance(one: Soldier, other: Soldier) -> int:
    return isqrt((one.x - other.x) ** 2 + (one.y - other.y) ** 2)


def _in_wood(x: int, y: int) -> bool:
    return WOOD[0][0] <= x <= WOOD[1][0] and WOOD[0][1] <= y <= WOOD[2][1]


# --- The turn ---


def _bids(state: State) -> Procedure[None]:
    state.tell("turn", f"Turn {state.turn} begins.", "TOY-SEQ-01")
    options = [Option(str(bid), f"bid {bid}", "TOY-SEQ-01") for bid in range(3)]
    asked = [PickOne(side, "What do you bid?", "TOY-SEQ-01", options) for side in SEATS]
    bids: tuple[str, str] = yield Together(asked, "TOY-SEQ-01")
    ours, theirs = map(int, bids)
    if ours == theirs:
        face: int = yield Die(rule="TOY-SEQ-01", label="who moves first")
        ours += face % 2
    first = "a" if ours > theirs else "b"
    state.tell("bids", f"a bids {bids[0]}, b bids {bids[1]}: {first} moves first.", "TOY-SEQ-01", reveals=True)
    state.order = (first, other(first))
    state.phase = "order"


def _order(state: State) -> Procedure[None]:
    side = state.order[0]
    options = [Option(each.id, each.name, "TOY-SEQ-02", each.id) for each in state.of(side)]
    queue: tuple[str, ...] = yield PutInOrder(side, "In which order do they act?", "TOY-SEQ-02", options)
    state.queue = queue
    state.tell("order", f"{side} has given its orders.", "TOY-SEQ-02")
    state.phase = "share"


def _share(state: State) -> Procedure[None]:
    side = state.order[0]
    here = list(state.of(side))
    most = {each.id: 2 for each in here}
    total = min(CARTRIDGES, 2 * len(here))
    options = [Option(each.id, each.name, "TOY-AMM-01", each.id) for each in here]
    shares: dict[str, int] = yield ShareOut(side, "Who gets the cartridges?", "TOY-AMM-01", options, total, most)
    for each in here:
        state.put(each._replace(cartridges=shares[each.id]))
    state.phase = "act"


def _act(state: State) -> Procedure[None]:
    name, *rest = state.queue
    soldier = state.soldiers[name]
    if not soldier.lost:
        yield from _move(state, soldier)
        yield from _shoot(state, state.soldiers[name])
    state.queue = tuple(rest)
    if not rest:
        state.phase = "rally"


def _move(state: State, soldier: Soldier) -> Procedure[None]:
    start = Point(soldier.x, soldier.y)

    def check(route: Route) -> Refused | None:
        if route.path[0] != start:
            return Refused(f"{soldier.name} stands at {soldier.x}, {soldier.y}.", "TOY-MOV-01")
        if any(not (0 <= x <= SIZE[0] and 0 <= y <= SIZE[1]) for x, y in route.path):
            return Refused("that leads off the table.", "TOY-MOV-02")
        legs = zip(route.path, route.path[1:], strict=False)
        if sum(isqrt((p.x - q.x) ** 2 + (p.y - q.y) ** 2) for p, q in legs) > MOVE:
            return Refused("that is farther than 8 cm.", "TOY-MOV-01")
        return None

    def offered() -> list[Route]:
        steps = ((0, 0), (MOVE, 0), (-MOVE, 0), (0, MOVE), (0, -MOVE), (5_000, 5_000))
        made = [Route((start, Point(start.x + dx, start.y + dy)), 90 if dx > 0 else 270) for dx, dy in steps]
        return [route for route in made if check(route) is None]

    stand = Route((start,), soldier.facing)
    route: Route = yield Place(
        soldier.side, f"Where does {soldier.name} go?", "TOY-MOV-01", soldier.id, check, offered,
        reach=MOVE, stand=stand,
    )  # fmt: skip
    state.put(soldier._replace(x=route.end.x, y=route.end.y, facing=route.facing))
    if route.end != start:
        only = soldier.side if soldier.hidden else ""
        state.tell("move", f"{soldier.name} moves.", "TOY-MOV-01", soldier.id, only=only)


def _shoot(state: State, soldier: Soldier) -> Procedure[None]:
    targets = [e for e in state.of(other(soldier.side)) if not e.hidden and _distance(soldier, e) <= RANGE]
    options = [Option("hold", "hold fire", "TOY-SHT-01", soldier.id)]
    for each in targets if soldier.cartridges else ():
        options.append(Option(each.id, f"shoot at {each.name}", "TOY-SHT-01", each.id, _call(each)))
    if state.house.faulty:
        options.append(Option("fault", "break the rules", "TOY-FLT-01"))
    chosen: str = yield PickOne(
        soldier.side, f"At whom does {soldier.name} shoot?", "TOY-SHT-01", options, options[-1].key
    )
    if chosen == "fault":
        state.put(soldier._replace(hits=99))
        state.tell("fault", "something is about to break", "TOY-FLT-01")
        yield Die(rule="TOY-FLT-01", label="for nothing")
        raise ZeroDivisionError("the toy is broken")
    if chosen == "hold":
        return
    target = state.soldiers[chosen]
    state.put(soldier._replace(hidden=False, cartridges=soldier.cartridges - 1))
    text = f"{soldier.name} shoots at {target.name}."
    state.tell("shot", text, "TOY-SHT-01", soldier.id, target.id, reveals=soldier.hidden)
    wood = _in_wood(target.x, target.y)
    outcome: Shot = yield from stage(shot, state.house, 3, 4, 5, wood)
    hits = target.hits + outcome.hits
    state.put(target._replace(hits=hits, lost=hits >= 2))
    state.tell("hits", f"{target.name} takes {outcome.hits} hits.", "TOY-SHT-01", target.id)


def _call(target: Soldier) -> Call:
    wood = _in_wood(target.x, target.y)
    return Call("shot", (("dice", 3), ("need", 4), ("save", 5), ("wood", wood)))


def _rally(state: State) -> Procedure[None]:
    side = state.order[0]
    hurt = [each for each in state.of(side) if each.hits]
    if hurt:
        options = [Option(each.id, f"rally {each.name}", "TOY-SEQ-02", each.id) for each in hurt]
        rallied: tuple[str, ...] = yield PickSome(side, "Who rallies?", "TOY-SEQ-02", options, 0, len(hurt))
        for name in rallied:
            state.put(state.soldiers[name]._replace(hits=0))
    leaves: bool = yield YesNo(side, "Do you leave the field?", "TOY-END-02")
    if leaves and state.turn > 1:
        state.gone = side
    state.order = state.order[1:]
    state.phase = "order"
    if not state.order or not list(state.of(state.order[0])):
        state.order = ()
        state.turn += 1
        state.phase = "bid"


PHASES = {"bid": _bids, "order": _order, "share": _share, "act": _act, "rally": _rally}
