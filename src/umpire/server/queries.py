"""Questions about an open decision and about the table. Nothing changes by asking."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from math import cos, hypot, radians, sin, trunc
from typing import Any

from umpire.battle.agreed import Changeable
from umpire.battle.contract import Game, Look
from umpire.battle.decisions import Decision, Option, PickSome, Place, Refused, Route, options_of
from umpire.battle.parts import Parts
from umpire.battle.session import Battle
from umpire.battle.ways import answer_words, described, different_first
from umpire.battle.words import tidy
from umpire.server.live import Live
from umpire.server.messages import (
    AdviceOut,
    ChangeOut,
    CheckOut,
    ChipsOut,
    ErrorOut,
    HelpOut,
    LegOut,
    LookOut,
    OddsOut,
    PointOut,
    PreviewOut,
    ReachOut,
    RouteOut,
    RoutesOut,
    RouteWords,
)
from umpire.server.odds import chips_of_call, odds_of_call
from umpire.server.problems import Problem
from umpire.server.shown import look_out, preview_out, route_out
from umpire.table.shapes import Point

MOST_ROUTES = 80
MOST_POINTS = 60
FAR = 10_000_000
"""No table is so large."""
BEARING_STEP = 10
FAR_STEPS = 10
NEAR_STEPS = 4
"""How finely the reach of a piece is felt out: by so many degrees, in so many steps, then by so many halvings."""
SNAP_STEPS = 14
"""Halvings of a way until its farthest allowed end is found: a 10,000th of its length."""


def route_in(
    path: Sequence[tuple[int, int]], facing: int, figures: Mapping[str, tuple[int, int]] | None = None
) -> Route:
    by_hand = dict(figures or {})
    if any(abs(x) > FAR or abs(y) > FAR for x, y in (*path, *by_hand.values())):
        raise Problem("bad", "that is far off the table.")
    return Route(
        tuple(Point(x, y) for x, y in path), facing, tuple((id, Point(*by_hand[id])) for id in sorted(by_hand))
    )


def _place(decision: Decision) -> Place:
    if not isinstance(decision, Place):
        raise Problem("refused", "no place is asked for now.")
    return decision


def routes(battle: Battle, decision: Decision) -> RoutesOut:
    place = _place(decision)
    view = battle.view(decision.seat)
    found = place.routes()
    house = battle.house
    told: list[RouteWords] = []
    for route in (different_first(found) if place.way is None else found)[:MOST_ROUTES]:
        shown = route_out(route)
        hangs = "" if place.odds is None else chips_of_call(battle.game, house, place.odds(route))[0]
        told.append(RouteWords(shown.path, shown.facing, described(route, place, view), shown.figures, hangs))
    default = place.stand if place.stand is not None else found[0] if found else None
    return RoutesOut(None if default is None else route_out(default), told)


# --- Checking a way ---


def check(battle: Battle, decision: Decision, route: Route) -> CheckOut:
    """Whether a way may be taken, what it costs, and what would be seen from its end."""
    place = _place(decision)
    error: ErrorOut | None = None
    try:
        place.read(route)
    except Refused as refusal:
        problem = Problem("refused", refusal.sentence, refusal.rule)
        error = ErrorOut(problem.code, problem.sentence, problem.rule)
    measuring = battle.view(decision.seat).measuring
    look = _look(battle, decision.seat, place, route) if measuring else None
    used, allowed = _used(place, route, look) if measuring else (None, None)
    unit = battle.game.length_unit
    said = ""
    if used is not None:
        said = f"{tidy(used)} {unit}"
        if allowed is not None:
            said = f"{tidy(used)} of {tidy(allowed)} {unit}"
    return CheckOut(
        ok=error is None,
        error=error,
        used=used,
        allowed=allowed,
        left=None if used is None or allowed is None else max(0, allowed - used),
        words=said,
        legs=[LegOut(leg.text, leg.length, leg.cost) for leg in look.legs] if look is not None else [],
        snapped=_snapped(place, route) if error is not None and measuring else None,
        look=None if look is None else look_out(place.piece, look),
        preview=_foreseen(place, route),
        odds=_hangs(battle, place, route) if error is None else None,
    )


def _hangs(battle: Battle, place: Place, route: Route) -> OddsOut | None:
    if place.odds is None:
        return None
    return odds_of_call(battle.game, battle.house, place.odds(route))


def _foreseen(place: Place, route: Route) -> PreviewOut | None:
    if place.preview is None or any(id not in place.party for id, _ in route.figures):
        return None
    return preview_out(place.preview(route))


def _look(battle: Battle, seat: str, place: Place, route: Route) -> Look | None:
    if not place.piece or place.way is not None:
        return None
    try:
        return battle.game.look(battle.state, seat, place.piece, route)
    except Refused:
        return None


def _used(place: Place, route: Route, look: Look | None) -> tuple[int | None, int | None]:
    """What a way uses up of what is allowed here; the decision may allow more or less than a plain move."""
    if place.shape == "point":
        return None, None
    used = look.used if look is not None else None
    allowed = look.allowed if look is not None else None
    if used is None:
        used = round(sum(hypot(q.x - p.x, q.y - p.y) for p, q in pairwise(route.path)))
    return used, place.reach or allowed if place.allowance is None else place.allowance(route)


def _snapped(place: Place, route: Route) -> RouteOut | None:
    """The same way cut off at the farthest end that is allowed, found by halving.

    Not while figures are put by hand: who does that wants to know what is wrong with it.
    """
    if place.shape == "point" or len(route.path) < 2 or route.figures:
        return None
    best: Route | None = None
    low, high = 0.0, 1.0
    for _ in range(SNAP_STEPS):
        middle = (low + high) / 2
        cut = Route(_cut(route.path, middle), route.facing)
        if len(cut.path) > 1 and place.check(cut) is None:
            best, low = cut, middle
        else:
            high = middle
    return None if best is None else route_out(best)


def _cut(path: Sequence[Point], share: float) -> tuple[Point, ...]:
    """The first part of a way."""
    left = share * sum(hypot(q.x - p.x, q.y - p.y) for p, q in pairwise(path))
    kept = [path[0]]
    for p, q in pairwise(path):
        step = hypot(q.x - p.x, q.y - p.y)
        if step >= left:
            if step > 0:
                end = Point(round(p.x + (q.x - p.x) * left / step), round(p.y + (q.y - p.y) * left / step))
                if end != kept[-1]:
                    kept.append(end)
            break
        kept.append(q)
        left -= step
    return tuple(kept)


# --- How far ---


def reach(battle: Battle, decision: Decision) -> ReachOut:
    """The farthest straight way in each direction, found by asking the rules from far to near.

    A way with bends may lead farther round a corner; that would be a search for which no game has the time.
    """
    place = _place(decision)
    if place.shape != "path" or not place.reach or place.stand is None or not battle.view(decision.seat).measuring:
        return ReachOut([])
    start = place.stand.path[0]
    return ReachOut([_farthest(place, start, bearing) for bearing in range(0, 360, BEARING_STEP)])


def _farthest(place: Place, start: Point, bearing: int) -> tuple[int, int]:
    out = place.reach
    near, far = 0, place.reach
    if not _may_go(place, start, bearing, out):
        for step in range(FAR_STEPS - 1, 0, -1):
            near = out * step // FAR_STEPS
            if _may_go(place, start, bearing, near):
                break
            far = near
        else:
            near = 0
        for _ in range(NEAR_STEPS):
            middle = (near + far) // 2
            if _may_go(place, start, bearing, middle):
                near = middle
            else:
                far = middle
    else:
        near = out
    end = _along(start, bearing, near)
    return (end.x, end.y)


def _along(start: Point, bearing: int, far: int) -> Point:
    """Never a thousandth too far."""
    vx, vy = sin(radians(bearing)), cos(radians(bearing))
    return Point(start.x + trunc(vx * far), start.y + trunc(vy * far))


def _may_go(place: Place, start: Point, bearing: int, far: int) -> bool:
    end = _along(start, bearing, far)
    stand = place.stand
    facings = (bearing,) if stand is None else (bearing, stand.facing)
    return end != start and any(place.check(Route((start, end), facing)) is None for facing in facings)


# --- Odds ---


def _option(decision: Decision, key: str) -> Option:
    for option in options_of(decision):
        if option.key == key:
            return option
    raise Problem("unknown", f"{key[:60]!r} is not one of the choices.")


def chips(battle: Battle, decision: Decision) -> list[ChipsOut]:
    house = battle.house
    found: list[ChipsOut] = []
    for option in options_of(decision):
        if option.odds is not None:
            said, figures = chips_of_call(battle.game, house, option.odds)
            found.append(ChipsOut(option.key, said, figures))
    return found


def odds(battle: Battle, decision: Decision, key: str) -> OddsOut:
    option = _option(decision, key)
    if option.odds is None:
        raise Problem("unknown", f"no dice hang on {option.label}.")
    return odds_of_call(battle.game, battle.house, option.odds)


def joint_odds(battle: Battle, decision: Decision, picked: list[str]) -> OddsOut:
    """The odds of all who are picked so far, as the one roll that they make; refused where these may not be picked."""
    if not isinstance(decision, PickSome) or decision.joint is None:
        raise Problem("unknown", "these do not roll together.")
    keys = decision.read(picked)
    if not keys:
        raise Problem("unknown", "nobody is picked.")
    return odds_of_call(battle.game, battle.house, decision.joint(keys))


def preview(decision: Decision, key: str) -> PreviewOut:
    option = _option(decision, key)
    if option.preview is None:
        raise Problem("unknown", f"of {option.label} nothing can be shown beforehand.")
    return preview_out(option.preview())


# --- The table ---


def measure(battle: Battle, seat: str | None, piece: str, route: Route | None) -> LookOut:
    if not battle.view(seat).measuring:
        raise Problem("refused", "nothing may be measured now.")
    return look_out(piece, battle.game.look(battle.state, seat, piece, route))


def advise(game: Game, state: Any, decision: Decision) -> AdviceOut:
    """What the game's own bot would answer, and why."""
    advice = game.advise(state, decision)
    answer = decision.record(decision.read(advice.answer))
    return AdviceOut(answer, answer_words(answer, decision, game.view(state, decision.seat)), advice.why)


def points(live: Live, told: Callable[[Live, int], str], when: Callable[[Live, int], str]) -> list[PointOut]:
    count = live.battle.earlier
    return [
        PointOut(index, told(live, index), when(live, index)) for index in range(max(0, count - MOST_POINTS), count)
    ]


def overrule_help(battle: Battle) -> HelpOut:
    """What may be changed by agreement: what the game says to somebody who names nothing, and what a form can ask for.

    Games may do without the latter.
    """
    changes: Sequence[Changeable] = battle.game.changes if isinstance(battle.game, Parts) else ()
    told = [ChangeOut(each.name, _called(battle, each.name), each.kind, list(each.choices)) for each in changes]
    try:
        battle.game.overrule(battle.state.copy(), {})
    except Refused as refusal:
        return HelpOut(refusal.sentence, told, battle.game.largest_die)
    return HelpOut("", told, battle.game.largest_die)


def _called(battle: Battle, name: str) -> str:
    unit = battle.game.length_unit
    places = {
        "x": f"place, {unit} from the west edge",
        "y": f"place, {unit} from the south edge",
        "facing": "facing, degrees from north, clockwise",
    }
    return places.get(name, name.replace("_", " "))
