"""A battle on a server as the terminal sees it: what it is told, read back into views, decisions and events."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import parse_qs, quote, urlsplit
from urllib.request import urlopen

from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidURI
from websockets.sync.client import ClientConnection, connect

from umpire.battle.decisions import (
    Decision,
    Option,
    PickOne,
    PickSome,
    Place,
    PutInOrder,
    Refused,
    Route,
    ShareOut,
    Spot,
    Way,
    YesNo,
)
from umpire.battle.events import Event, Thrown
from umpire.battle.preview import Preview
from umpire.battle.view import Area, Figure, Marker, Piece, SideView, View
from umpire.cli.common import is_host
from umpire.cli.frame import Complaint
from umpire.dice import Reason, Throw
from umpire.table.shapes import Point

PATIENCE = 40
"""How often a lost server is looked for again, twice a second."""


READ = ("version", "battle", "seat", "seats", "curtain", "decision", "throw", "offer", "result", "luck")
"""What the terminal reads of how a battle stands, besides the view and the events."""


class Lost(Exception):
    """The server is gone."""


def seat_of(link: str) -> tuple[str, str]:
    """The server that the link of a seat leads to, and the address where it tells that seat everything."""
    try:
        parts = urlsplit(link)
        battle, token = quote(parts.path.rstrip("/").rpartition("/")[2]), quote(parse_qs(parts.query)["token"][0])
        if parts.scheme in ("http", "https") and is_host(parts.hostname or "") and parts.port != 0 and battle:
            live = f"/api/battles/{battle}/live?token={token}"
            scheme = "wss" if parts.scheme == "https" else "ws"
            return f"{parts.scheme}://{parts.netloc}", f"{scheme}://{parts.netloc}{live}"
    except (ValueError, LookupError):  # a port that is none, half a bracket, bytes that are no text; no token
        pass
    one = "http://HOST:PORT/table/BATTLE?token=..."
    raise Complaint(f"{link[:120]!r} is not the link of a seat; one looks like {one}")


class Remote:
    """The connection to one seat of one battle."""

    def __init__(self, link: str) -> None:
        self.origin, self._address = seat_of(link)
        self.now: dict[str, Any] = {}
        self.events: list[Event] = []
        self.fresh = 0
        """How many of the events were there when somebody last looked."""
        self.hangs: dict[Route, str] = {}
        """What hangs on the places that were last offered, in short."""
        self._said = 0
        self._held = ExitStack()
        self._socket = self._connect()

    def _connect(self) -> ClientConnection:
        self._held.close()
        try:
            return self._held.enter_context(connect(self._address, max_size=None, open_timeout=10))
        except (OSError, InvalidHandshake, InvalidURI, TimeoutError) as error:
            raise Complaint(f"no server answers at {self.origin}: {error}.") from None

    def again(self) -> None:
        """Connect once more, while the server may be starting: it tells everything anew."""
        for _ in range(PATIENCE):
            try:
                self._socket = self._connect()
                return
            except Complaint:
                time.sleep(0.5)
        self._socket = self._connect()

    def close(self) -> None:
        self._held.close()

    # --- Listening ---

    def hear(self, timeout: float | None = None) -> dict[str, Any] | None:
        """The next message; None if none comes in time."""
        try:
            text = self._socket.recv(timeout=timeout)
        except TimeoutError:
            return None
        except ConnectionClosed as error:
            raise Lost(error.rcvd.reason if error.rcvd is not None else "") from None
        try:
            return self._heard(json.loads(text))
        except (ValueError, LookupError, TypeError, AttributeError, RecursionError):  # whatever another program sends
            raise Complaint(f"what answers at {self.origin} is no Umpire server.") from None

    def _heard(self, message: dict[str, Any]) -> dict[str, Any]:
        if message["type"] == "standing":
            self._stand(message)
        elif message.get("id") is None and not message.get("ok", True):
            raise Complaint(message["error"]["sentence"])
        elif not self.now:
            raise ValueError("a server of ours first tells how the battle stands")
        return message

    def _stand(self, message: dict[str, Any]) -> None:
        if not self.now:
            view_in(message["view"])
            if lacking := [each for each in READ if each not in message]:
                raise KeyError(*lacking)
        start = message["events_from"]
        self.fresh = min(self.fresh, start)
        self.events[start:] = [event_in(each) for each in message["events"]]
        self.now = message

    def catch_up(self) -> None:
        """Whatever has been told already."""
        while self.hear(0) is not None:
            pass

    def say(self, what: str, /, **fields: Any) -> Any:
        """Say something; its result, or the refusal."""
        self._said += 1
        try:
            self._socket.send(json.dumps({"type": what, "id": self._said, **fields}))
        except ConnectionClosed:
            raise Lost from None
        while True:
            message = self.hear()
            if message is not None and message["type"] == "reply" and message.get("id") == self._said:
                if message["ok"]:
                    return message.get("result")
                raise Refused(message["error"]["sentence"], message["error"]["rule"])

    def news(self) -> list[Event]:
        """What happened since somebody last asked."""
        found = self.events[self.fresh :]
        self.fresh = len(self.events)
        return found

    def rule(self, name: str) -> str:
        """What a rule says."""
        where = f"{self.origin}/api/games/{quote(self.now['battle']['game'])}/rules/{quote(name)}"
        try:
            with urlopen(where, timeout=10) as answer:
                rule = json.load(answer)
        except HTTPError as error:
            raise Complaint(json.load(error)["error"]["sentence"]) from None
        except (URLError, ValueError) as error:
            raise Complaint(f"the server does not tell: {error}.") from None
        return f"{rule['id']} {rule['title']}: {rule['text']}"

    # --- What it stands for ---

    @property
    def view(self) -> View:
        return view_in(self.now["view"])

    def decision(self) -> Decision | None:
        shown = self.now["decision"]
        return None if shown is None else decision_in(shown, self._routes)

    def _routes(self) -> Sequence[Route]:
        found = self.say("routes", number=self.now["decision"]["number"])["routes"]
        self.hangs = {route_in(route): route.get("odds", "") for route in found}
        return list(self.hangs)

    @property
    def throw(self) -> Throw | None:
        shown = self.now["throw"]
        if shown is None:
            return None
        reasons = tuple(reason_in(each) for each in shown["reasons"])
        return Throw(
            shown["dice"], shown["sides"], shown["purpose"], shown["need"], shown["goal"], reasons, most=shown["most"]
        )


def view_in(shown: dict[str, Any]) -> View:
    areas = tuple(
        Area(
            each["id"],
            each["kind"],
            each["name"],
            tuple((x, y) for x, y in each["outline"]),
            tuple(each["circle"]) if each["circle"] else None,
            each["height"],
            each["look"],
            each["side"],
        )
        for each in shown["areas"]
    )
    pieces = tuple(
        Piece(
            **{
                **each,
                "markers": tuple(Marker(**marker) for marker in each["markers"]),
                "card": tuple((k, v) for k, v in each["card"]),
                "figures": tuple(figure_in(figure) for figure in each["figures"]),
            }
        )
        for each in shown["pieces"]
    )
    sides = tuple(
        SideView(each["seat"], each["name"], tuple((k, v) for k, v in each["lines"])) for each in shown["sides"]
    )
    width, height = shown["size"]
    return View(
        shown["game"], shown["scenario"], shown["seat"], shown["banner"], shown["turn"], shown["length_unit"],
        (width, height), areas, pieces, sides, shown["active"], tuple(shown["extra"].items()),
        shown["measuring"],
    )  # fmt: skip


def figure_in(shown: dict[str, Any]) -> Figure:
    return Figure(**{**shown, "markers": tuple(shown["markers"])})


def preview_in(shown: dict[str, Any]) -> Preview:
    return Preview(
        tuple(figure_in(each) for each in shown["figures"]),
        tuple((x, y, radius) for x, y, radius in shown["circles"]),
        tuple(shown["pieces"]),
        tuple(shown["lines"]),
    )


def reason_in(shown: dict[str, Any]) -> Reason:
    return Reason(shown["text"], shown["amount"], shown["rule"])


def event_in(shown: dict[str, Any]) -> Event:
    throws = tuple(
        Thrown(
            each["purpose"],
            tuple(each["faces"]),
            each["sides"],
            each["need"],
            each["goal"],
            tuple(reason_in(reason) for reason in each["reasons"]),
            each["theirs"],
            each["most"],
            each["by"],
        )
        for each in shown["throws"]
    )
    return Event(
        shown["kind"],
        shown["text"],
        shown["rule"],
        tuple(shown["pieces"]),
        shown["only"],
        False,
        throws,
        shown["answer"],
    )


def route_in(shown: dict[str, Any]) -> Route:
    figures = tuple((id, Point(x, y)) for id, (x, y) in sorted(shown.get("figures", {}).items()))
    return Route(tuple(Point(x, y) for x, y in shown["path"]), shown["facing"], figures)


def _way_in(shown: dict[str, Any] | None) -> Callable[[], Way] | None:
    if shown is None:
        return None
    spots = [Spot(Point(each["x"], each["y"]), each["option"], each["label"]) for each in shown["spots"]]
    way = Way(shown["piece"], tuple(Point(x, y) for x, y in shown["path"]), tuple(spots))
    return lambda: way


def decision_in(shown: dict[str, Any], routes: Any) -> Decision:
    """A decision to choose from; the server judges the answer."""
    seat, prompt, rule = shown["seat"], shown["prompt"], shown["rule"]
    options = [
        Option(each["key"], each["label"], each["rule"], each["piece"], None, each["detail"])
        for each in shown.get("options", ())
    ]
    kind = shown["kind"]
    if kind == "pick one":
        return PickOne(seat, prompt, rule, options, shown["default"])
    if kind == "pick some":
        suggested = [tuple(keys) for keys in shown["suggested"]]
        return PickSome(seat, prompt, rule, options, shown["least"], shown["most"], None, suggested)
    if kind == "put in order":
        return PutInOrder(seat, prompt, rule, options)
    if kind == "share out":
        return ShareOut(seat, prompt, rule, options, shown["total"], shown["most_each"])
    if kind == "place":
        stand = None if shown["stand"] is None else route_in(shown["stand"])
        return Place(
            seat, prompt, rule, shown["piece"], lambda route: None, routes, shown["shape"], shown["reach"], stand,
            party=shown["party"], way=_way_in(shown.get("way")),
        )  # fmt: skip
    return YesNo(seat, prompt, rule, shown["default"])
