"""What somebody at a table may say: commands that change the battle, and questions.

The same over HTTP and WebSocket. Each is a record, so its JSON Schema is there, and whatever does not fit it is refused
before anybody looks at the battle.
"""

from __future__ import annotations

from random import SystemRandom
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from umpire.battle.decisions import Decision, Refused, Route
from umpire.battle.session import Battle
from umpire.server import queries
from umpire.server.live import PEOPLE, Live, number_of
from umpire.server.messages import (
    MOST_PACE,
    Accepted,
    AdviceOut,
    CheckOut,
    ChipsOut,
    HelpOut,
    LookOut,
    OddsOut,
    PointOut,
    PreviewOut,
    ReachOut,
    RoutesOut,
)
from umpire.server.problems import Problem
from umpire.server.standing import Eyes, banner_at, declined, point_words, undo_of

Number = Annotated[int, Meta(ge=0, le=10**12)]


class Say(Struct, tag_field="type", forbid_unknown_fields=True):
    """Base of everything that can be said; `id` comes back with the reply, `seat` is for tokens that hold several."""

    id: Any = None
    seat: str | None = None


class Answer(Say, tag="answer", kw_only=True):
    number: Number
    answer: Any


class Roll(Say, tag="roll", kw_only=True):
    """With own dice: the faces thrown; null lets the umpire roll this throw."""

    number: Number
    faces: list[int] | None = None


class Undo(Say, tag="undo"):
    pass


class Propose(Say, tag="propose", kw_only=True):
    kind: Literal["take back", "overrule", "set dice"]
    data: Any = None


class Consent(Say, tag="consent", kw_only=True):
    agreed: bool


class Withdraw(Say, tag="withdraw"):
    pass


class Concede(Say, tag="concede"):
    pass


class Pace(Say, tag="pace", kw_only=True):
    ms: Annotated[int, Meta(ge=0, le=MOST_PACE)]


class Sit(Say, tag="sit"):
    """Look through the eyes of `seat` from now on."""


class Routes(Say, tag="routes", kw_only=True):
    number: Number


class RouteIn(Struct):
    path: Annotated[list[tuple[int, int]], Meta(min_length=1, max_length=100)]
    facing: Annotated[int, Meta(ge=0, le=359)] = 0
    figures: Annotated[dict[str, tuple[int, int]], Meta(max_length=100)] = {}

    @property
    def route(self) -> Route:
        return queries.route_in(self.path, self.facing, self.figures)


class Check(Say, tag="check", kw_only=True):
    number: Number
    route: RouteIn


class Reach(Say, tag="reach", kw_only=True):
    """How far the piece of a `place` decision may go, all round."""

    number: Number


class Chips(Say, tag="chips", kw_only=True):
    number: Number


class OddsOf(Say, tag="odds", kw_only=True):
    """The odds of an option; with `picked`, of several options together."""

    number: Number
    option: str = ""
    picked: Annotated[list[str], Meta(max_length=500)] | None = None


class PreviewOf(Say, tag="preview", kw_only=True):
    """What would come of an option."""

    number: Number
    option: str


class Measure(Say, tag="measure", kw_only=True):
    piece: str
    route: RouteIn | None = None


class Advise(Say, tag="advise", kw_only=True):
    number: Number


class Points(Say, tag="points"):
    pass


class OverruleHelp(Say, tag="overrule_help"):
    pass


class Ping(Say, tag="ping"):
    pass


Said = (
    Answer
    | Roll
    | Undo
    | Propose
    | Consent
    | Withdraw
    | Concede
    | Pace
    | Sit
    | Routes
    | Check
    | Reach
    | Chips
    | OddsOf
    | PreviewOf
    | Measure
    | Advise
    | Points
    | OverruleHelp
    | Ping
)

CHANGES = (Answer, Roll, Undo, Propose, Consent, Withdraw, Concede, Pace)
RESULTS: dict[type[Say], Any] = {
    **dict.fromkeys(CHANGES, Accepted),
    Routes: RoutesOut,
    Check: CheckOut,
    Reach: ReachOut,
    Chips: list[ChipsOut],
    OddsOf: OddsOut,
    PreviewOf: PreviewOut,
    Measure: LookOut,
    Advise: AdviceOut,
    Points: list[PointOut],
    OverruleHelp: HelpOut,
}
"""What each that can be said over HTTP too is answered with."""


async def perform(live: Live, eyes: Eyes, said: Any) -> Any:
    """Do what was said, or answer it; `Problem` and the engine's own refusals come as they are."""
    if said.seat is not None and said.seat not in eyes.seats:
        raise Problem("forbidden", f"this link does not hold the seat {said.seat!r}.")
    if isinstance(said, Sit):
        if said.seat is None:
            raise Problem("bad", "which seat? `sit` names one.")
        eyes.seat = said.seat
        return None
    if isinstance(said, Ping):
        return {}
    if isinstance(said, Advise):
        return await live.ponder(
            lambda battle: (battle.state, asked(battle, eyes, said.number, said.seat)),
            lambda found: queries.advise(live.game, *found),
        )
    if isinstance(said, CHANGES):
        return await live.change(lambda battle: _change(live, battle, eyes, said))
    return await live.ask(lambda battle: _question(live, battle, eyes, said))


# --- Changes ---


def _change(live: Live, battle: Battle, eyes: Eyes, said: Any) -> Any:
    if not eyes.seats:
        raise Problem("forbidden", "spectators only watch.")
    if isinstance(said, Answer):
        decision = asked(battle, eyes, said.number, said.seat)
        battle.answer(said.answer, decision.seat)
        _heard(live, decision.seat)
        return Accepted(number_of(battle), live.version + 1)
    if isinstance(said, Roll):
        _roll(live, battle, eyes, said)
        return Accepted(number_of(battle), live.version + 1)
    if isinstance(said, Pace):
        live.pace = said.ms
        return Accepted(number_of(battle), live.version + 1)
    if isinstance(said, Consent):
        refused = None if said.agreed else declined(live)
        _consent(battle, eyes, said.agreed)
        live.declined = refused
        return Accepted(number_of(battle), live.version + 1)
    seat = said.seat or _seat(battle, eyes)
    if isinstance(said, Undo):
        if not (possible := undo_of(battle, seat)).possible:
            raise Refused(possible.why)
        battle.undo(seat)
    elif isinstance(said, Propose):
        battle.propose(seat, said.kind, said.data)
        if _alone(live, eyes):
            battle.consent(next(each for each in battle.game.seats if each != seat))
    elif isinstance(said, Withdraw):
        if battle.offer is None or battle.offer.by not in eyes.seats:
            raise Refused("you have proposed nothing.")
        battle.offer = None
    elif isinstance(said, Concede):
        battle.concede(seat)
    _heard(live, seat)
    return Accepted(number_of(battle), live.version + 1)


def _heard(live: Live, seat: str) -> None:
    """Who goes on has read that his proposal was not agreed to."""
    if live.declined is not None and live.declined.by == seat:
        live.declined = None


def _seat(battle: Battle, eyes: Eyes) -> str:
    """For whom somebody speaks who holds several seats and names none: where he sits, or whose turn it is."""
    if eyes.seat in eyes.seats and eyes.seat is not None:
        return eyes.seat
    waiting = [decision.seat for decision in battle.decisions() if decision.seat in eyes.seats]
    return waiting[0] if waiting else eyes.seats[0]


def _alone(live: Live, eyes: Eyes) -> bool:
    """Whether nobody else at the table could object: all the others are bots."""
    others = [seat for seat, who in live.players.items() if who in PEOPLE and seat not in eyes.seats]
    mine = [seat for seat in eyes.seats if seat in live.players]
    return not others and len(mine) == 1


def _consent(battle: Battle, eyes: Eyes, agreed: bool) -> None:
    offer = battle.offer
    if offer is None:
        raise Refused("nothing is proposed.")
    others = [seat for seat in eyes.seats if seat != offer.by]
    if not others:
        raise Refused("the other side must agree.")
    battle.consent(others[0], agreed)


def _roll(live: Live, battle: Battle, eyes: Eyes, said: Roll) -> None:
    """Dice are thrown by whom they belong to; those of a bot, and nobody's, by any of the players."""
    throw = battle.throw
    if throw is None:
        raise _late(battle, "no dice are awaited now.")
    owner = live.dice_of()
    if owner and owner not in eyes.seats:
        raise Problem("refused", f"these are the dice of {live.names.get(owner, owner)}, not yours.")
    if said.number != number_of(battle):
        raise Problem("stale", "these dice lie already: the battle has gone on since.")
    faces = said.faces
    if faces is None:
        rng = SystemRandom()
        faces = [rng.randint(1, throw.sides) for _ in range(throw.dice)]
    battle.roll(faces)


def _late(battle: Battle, sentence: str) -> Problem:
    return Problem("refused", "the battle is over." if battle.result is not None else sentence)


def asked(battle: Battle, eyes: Eyes, number: int, seat: str | None = None) -> Decision:
    """The open decision with this number, if it is for these eyes to answer."""
    if not eyes.seats:
        raise Problem("forbidden", "spectators only watch.")
    if battle.result is not None:
        raise Problem("refused", "the battle is over.")
    if number != number_of(battle):
        raise Problem("stale", "this has been answered already: the battle has gone on since.")
    open_ = battle.decisions()
    if not open_:
        raise Problem("refused", "dice are awaited, not a choice.")
    mine = [each for each in open_ if each.seat in eyes.seats and seat in (None, each.seat)]
    if not mine:
        raise Problem("refused", f"seat {open_[0].seat} is to decide, not you.")
    return next((each for each in mine if each.seat == eyes.seat), mine[0])


# --- Questions ---


def _question(live: Live, battle: Battle, eyes: Eyes, said: Any) -> Any:
    if isinstance(said, Measure):
        seat, curtain = eyes.looks(live)
        route = None if said.route is None else said.route.route
        return queries.measure(battle, said.seat or (None if curtain else seat), said.piece, route)
    if isinstance(said, Points):
        return queries.points(live, point_words, banner_at)
    if isinstance(said, OverruleHelp):
        return queries.overrule_help(battle)
    decision = asked(battle, eyes, said.number, said.seat)
    if isinstance(said, Routes):
        return queries.routes(battle, decision)
    if isinstance(said, Check):
        return queries.check(battle, decision, said.route.route)
    if isinstance(said, Reach):
        return queries.reach(battle, decision)
    if isinstance(said, Chips):
        return queries.chips(battle, decision)
    if isinstance(said, PreviewOf):
        return queries.preview(decision, said.option)
    assert isinstance(said, OddsOf)
    if said.picked is not None:
        return queries.joint_odds(battle, decision, said.picked)
    return queries.odds(battle, decision, said.option)
