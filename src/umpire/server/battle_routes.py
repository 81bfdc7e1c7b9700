"""Battles over HTTP: making, listing, playing, taking home."""

from __future__ import annotations

import io
from collections.abc import Awaitable, Callable
from typing import Annotated, Any

import msgspec
import segno
from fastapi import APIRouter, Header, Query, Request, Response

from umpire.battle import savefile
from umpire.battle.reading import known
from umpire.battle.savefile import MOST_SAVE
from umpire.server import commands
from umpire.server.documents import answers, files, takes
from umpire.server.game_routes import hall_of
from umpire.server.hall import Hall, link_out, unknown_battle
from umpire.server.live import PEOPLE, Live
from umpire.server.messages import BattleCard, BattleLinks, LinkOut, NewBattle, ReplayOut, SaveCard, Standing
from umpire.server.moving import frames_of, moving_picture
from umpire.server.problems import Problem
from umpire.server.replay import replay
from umpire.server.report import report
from umpire.server.saves import save_cards, save_data
from umpire.server.standing import Eyes, standing
from umpire.server.store import Link
from umpire.server.wire import Json, body_of, read_body

router = APIRouter(prefix="/api/battles", default_response_class=Json)

Token = Annotated[str | None, Query(description="The secret of a seat link.")]
Bearer = Annotated[str | None, Header(alias="Authorization", include_in_schema=False)]


async def admitted(request: Request, battle: str, token: str | None, bearer: str | None) -> tuple[Live, Link]:
    """The battle and the link that opens it."""
    hall = hall_of(request)
    link = await hall.link(battle, token_of(token, bearer))
    return await hall.live(battle), link


def token_of(token: str | None, bearer: str | None) -> str | None:
    """The secret, from the address or from the header."""
    if token is None and bearer is not None and bearer.startswith("Bearer "):
        return bearer.removeprefix("Bearer ")
    return token


@router.post("", status_code=201, responses=answers(BattleLinks, "Made.", 201), openapi_extra=takes(NewBattle))
async def post_battle(request: Request) -> Response:
    """Make a battle; its seat links come back."""
    made = await hall_of(request).create(await read_body(request, NewBattle))
    return Json(made, status_code=201)


@router.get("", responses=answers(list[BattleCard]))
async def get_battles(request: Request, key: str | None = None, token: str = "") -> Response:
    """Every battle, with whose move it is. The house key, or tokens with commas between, tell links too."""
    return Json(await hall_of(request).cards(key, [each for each in token.split(",")[:200] if each]))


_SAVE = {"requestBody": {"required": True, "content": {"application/octet-stream": {"schema": {"type": "string"}}}}}


@router.post("/import", status_code=201, responses=answers(BattleLinks, "Brought in.", 201), openapi_extra=_SAVE)
async def post_import(request: Request, seats: str = "") -> Response:
    """Go on with the battle of a save file; `seats` as `A:here,B:greedy` changes who sits where."""
    data = await body_of(request, MOST_SAVE)
    given: dict[str, str] = {}
    for pair in seats.split(",") if seats else ():
        seat, sign, who = pair.partition(":")
        if not sign:
            raise Problem("bad", "seats are written as A:here,B:greedy.")
        given[seat] = who
    return Json(await hall_of(request).bring_in(data, given), status_code=201)


@router.get("/saves", responses=answers(list[SaveCard]))
async def get_saves(request: Request, key: str | None = None) -> Response:
    """Battles saved at the terminal of this machine: for who holds the house key."""
    return Json(await hall_of(request).run(save_cards) if hall_of(request).opens(key) else [])


@router.post("/saves/{file}", status_code=201, responses=answers(BattleLinks, "Brought in.", 201))
async def post_save(request: Request, file: str, key: str | None = None) -> Response:
    """Go on here with a battle saved at the terminal; the file stays as it is."""
    hall = hall_of(request)
    if not hall.opens(key):
        raise Problem("forbidden", "what was saved at the terminal is for who holds the house key.")
    return Json(await hall.bring_in(await hall.run(save_data, file), {}), status_code=201)


@router.get("/{battle}", responses=answers(Standing))
async def get_battle(
    request: Request,
    battle: str,
    token: Token = None,
    seat: str | None = None,
    since: Annotated[int, Query(ge=0, le=10**9)] = 0,
    bearer: Bearer = None,
) -> Response:
    """Everything one seat may know now."""
    live, link = await admitted(request, battle, token, bearer)
    if seat is not None and seat not in link.seats:
        raise Problem("forbidden", f"this link does not hold the seat {seat[:20]!r}.")
    eyes = Eyes(link.seats, seat)
    return Json(await live.ask(lambda _: standing(live, eyes, since)))


@router.delete("/{battle}", status_code=204, response_class=Response, responses={**answers(None, "Gone.", 204)})
async def delete_battle(
    request: Request, battle: str, token: Token = None, key: str | None = None, bearer: Bearer = None
) -> Response:
    """Throw a battle away: with the house key, or a link that holds every person's seat."""
    hall = hall_of(request)
    if not hall.opens(key):
        link = await hall.link(battle, token_of(token, bearer))
        if not await _holds_all(hall, link):
            raise Problem("forbidden", "only who holds the seats of all people can throw a battle away.")
    elif not await hall.store.has(battle):
        raise unknown_battle(battle)
    await hall.remove(battle)  # not opened before: one that cannot be read goes too
    return Response(status_code=204)


async def _holds_all(hall: Hall, link: Link) -> bool:
    """Whether a link holds the seats of all people: each of them sits there by one of the battle's links."""
    people = {seat for each in await hall.store.links(link.battle) for seat in each.seats}
    return bool(link.seats) and people <= {*link.seats}


@router.get("/{battle}/links", responses=answers(list[LinkOut]))
async def get_links(request: Request, battle: str, token: Token = None, bearer: Bearer = None) -> Response:
    """The links that this token may hand on: its own and the spectators'; the maker of the battle sees all."""
    live, link = await admitted(request, battle, token, bearer)
    links = await hall_of(request).store.links(live.id)
    shown = [each for each in links if each.kind == "watch" or each == link or link.kind == "here"]
    return Json([link_out(each) for each in shown])


@router.get("/{battle}/qr.svg", responses=files("image/svg+xml", "A QR code."))
async def get_qr(
    request: Request, battle: str, token: Token = None, origin: str = "", bearer: Bearer = None
) -> Response:
    """The page of this token as a QR code, for a phone."""
    live, link = await admitted(request, battle, token, bearer)
    base = origin[:200].rstrip("/") or str(request.base_url).rstrip("/")
    picture = io.BytesIO()
    try:
        segno.make(f"{base}/table/{live.id}?token={link.token}", error="m").save(picture, kind="svg", scale=6, border=2)
    except ValueError as error:
        raise Problem("bad", f"no QR code can be made of that: {error}.") from None
    return Response(picture.getvalue(), media_type="image/svg+xml")


@router.get("/{battle}/export", responses=files("application/json", "A save file."))
async def get_export(request: Request, battle: str, token: Token = None, bearer: Bearer = None) -> Response:
    """The save file. It holds what all sides know, so before the end only who plays all people's seats gets it."""
    live, link = await admitted(request, battle, token, bearer)
    if live.battle.result is None and not await _holds_all(hall_of(request), link):
        raise Problem("forbidden", "a save file tells what all sides know: it can be had after the end.")
    people = {seat: "human" if who in PEOPLE else who for seat, who in live.players.items()}
    data = await live.ask(lambda found: savefile.save(found, people))
    name = f"{live.kept.game}-{live.kept.scenario}-{live.id}.json"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(data, media_type="application/json", headers=headers)


# --- Afterwards ---


async def shown_to(
    request: Request, battle: str, token: str | None, seat: str | None, bearer: str | None
) -> tuple[Live, str | None]:
    """Through whose eyes somebody looks back: his own, and after the end anybody's."""
    live, link = await admitted(request, battle, token, bearer)
    if seat is None:
        alone = len(link.seats) == 1 and live.battle.result is None
        return live, link.seats[0] if alone else None
    if seat not in live.players:
        raise Problem("unknown", f"there is no seat {seat[:20]!r}; there is {' and '.join(live.players)}.")
    if seat not in link.seats and live.battle.result is None:
        raise Problem("forbidden", "what the others saw can be looked at after the end.")
    return live, seat


@router.get("/{battle}/replay", responses=answers(ReplayOut))
async def get_replay(
    request: Request,
    battle: str,
    token: Token = None,
    seat: str | None = None,
    start: Annotated[int, Query(alias="from", ge=0, le=10**9)] = 0,
    count: Annotated[int, Query(ge=0, le=500)] = 50,
    bearer: Bearer = None,
) -> Response:
    """Some steps of the battle, each the table after one activation."""
    live, eyes = await shown_to(request, battle, token, seat, bearer)
    link = await hall_of(request).link(battle, token_of(token, bearer))
    may = [each for each in live.players if each in link.seats or live.battle.result is not None]
    return Json(await live.ask(lambda _: replay(live, eyes, start, count, may)))


@router.get("/{battle}/report.html", responses=files("text/html", "One page that needs nothing else."))
async def get_report(
    request: Request, battle: str, token: Token = None, seat: str | None = None, bearer: Bearer = None
) -> Response:
    """The battle report: a map for each turn, losses, key moments, luck."""
    live, eyes = await shown_to(request, battle, token, seat, bearer)
    return Response(await live.ask(lambda _: report(live, eyes)), media_type="text/html")


@router.get("/{battle}/battle.gif", responses=files("image/gif", "The battle as a moving picture."))
async def get_moving_picture(
    request: Request, battle: str, token: Token = None, seat: str | None = None, bearer: Bearer = None
) -> Response:
    """The battle as a moving picture; needs the extra `gif`."""
    live, eyes = await shown_to(request, battle, token, seat, bearer)
    pictures = await live.ask(lambda _: frames_of(live, eyes))
    return Response(await hall_of(request).run(moving_picture, pictures), media_type="image/gif")


# --- Everything that can be said at the table ---


def _route(kind: type[commands.Say]) -> Callable[..., Awaitable[Response]]:
    async def say(request: Request, battle: str, token: Token = None, bearer: Bearer = None) -> Response:
        live, link = await admitted(request, battle, token, bearer)
        said = await read_said(request, kind)
        return Json(await commands.perform(live, Eyes(link.seats, said.seat), said))

    return say


async def read_said(request: Request, kind: type[commands.Say]) -> commands.Say:
    """The fields of a command; its type is in the address."""
    data = await body_of(request)
    try:
        fields: Any = msgspec.json.decode(data or b"{}")
        if not isinstance(fields, dict):
            raise Problem("bad", "an object with the fields of the command is asked for.")
        return msgspec.convert({**fields, "type": tag_of(kind)}, known(kind))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Problem("bad", f"that cannot be read: {error}.") from None


def tag_of(kind: type[commands.Say]) -> str:
    return str(kind.__struct_config__.tag)


for _kind, _result in commands.RESULTS.items():
    router.add_api_route(
        f"/{{battle}}/{tag_of(_kind)}",
        _route(_kind),
        methods=["POST"],
        name=tag_of(_kind),
        summary=(_kind.__doc__ or tag_of(_kind)).strip().splitlines()[0][:80],
        operation_id=f"say_{tag_of(_kind)}",
        responses=answers(_result),
        openapi_extra=takes(_kind, ("type", "id")),
    )
