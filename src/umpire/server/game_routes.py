"""Games, sheets, rules and odds over HTTP."""

from __future__ import annotations

import asyncio
from typing import Any

from fastapi import APIRouter, Request, Response

from umpire import __version__, games
from umpire.battle.sheet import render_html
from umpire.games import UnknownGame
from umpire.server.documents import answers, files, schemas, takes
from umpire.server.hall import Hall
from umpire.server.library import (
    all_games,
    find_rule,
    game_out,
    muster_out,
    own_scenario_out,
    rule_out,
    scenario_file,
    sheet_out,
)
from umpire.server.messages import (
    GameOut,
    HouseOut,
    MusterIn,
    MusterOut,
    OddsIn,
    OddsOut,
    ProcedureOut,
    RollIn,
    RollOut,
    RuleOut,
    ScenarioIn,
    ScenarioOut,
    SheetOut,
)
from umpire.server.moving import can_move_pictures
from umpire.server.odds import odds_of, plain_odds, procedure_out, roll
from umpire.server.problems import Problem
from umpire.server.wire import Json, read_body

router = APIRouter(prefix="/api", default_response_class=Json)


def hall_of(request: Request) -> Hall:
    hall: Hall = request.app.state.hall
    return hall


@router.get("/house", responses=answers(HouseOut))
async def get_house(request: Request) -> Response:
    """The server itself, and where other machines find it."""
    return Json(HouseOut(__version__, request.app.state.origins, can_move_pictures()))


@router.get("/games", responses=answers(list[GameOut]))
async def get_games(request: Request) -> Response:
    """Every game with its scenarios, forces and house rules."""
    await asyncio.wait([request.app.state.reading])  # if it went wrong, that is told by what follows
    return Json(await hall_of(request).run(all_games))


@router.get("/games/{slug}", responses=answers(GameOut))
async def get_game(request: Request, slug: str) -> Response:
    return Json(await hall_of(request).run(game_out, games.game(slug)))


@router.post("/games/{slug}/forces", responses=answers(MusterOut), openapi_extra=takes(MusterIn))
async def post_forces(request: Request, slug: str) -> Response:
    """What a force costs, and which rules it breaks. It can be fielded all the same."""
    wanted = await read_body(request, MusterIn)
    return Json(await hall_of(request).run(muster_out, games.game(slug), wanted))


@router.post("/games/{slug}/scenarios", responses=answers(ScenarioOut), openapi_extra=takes(ScenarioIn))
async def post_scenario(request: Request, slug: str) -> Response:
    """A scenario of one's own, looked through: what is wrong with it by line and field, or its card. It is not kept."""
    wanted = await read_body(request, ScenarioIn)
    return Json(await hall_of(request).run(own_scenario_out, games.game(slug), wanted))


@router.get("/games/{slug}/scenarios/{name}.toml", responses=files("text/plain", "A file to begin one's own with."))
async def get_scenario(slug: str, name: str) -> Response:
    """The file of one of the game's scenarios."""
    return Response(scenario_file(games.game(slug), name), media_type="text/plain")


@router.get("/games/{slug}/sheet", responses=answers(SheetOut))
async def get_sheet(slug: str) -> Response:
    """The reference sheet as data."""
    return Json(sheet_out(games.game(slug).sheet()))


@router.get("/games/{slug}/sheet.html", responses=files("text/html", "One page that needs nothing else."))
async def get_sheet_page(slug: str) -> Response:
    """The reference sheet as one printable page."""
    return Response(render_html(games.game(slug).sheet()), media_type="text/html")


@router.get("/games/{slug}/rules", responses=answers(list[RuleOut]))
async def get_rules(slug: str, search: str = "") -> Response:
    """The rules, or those with all these words."""
    return Json([rule_out(rule) for rule in games.game(slug).catalogue.search(search[:200])])


@router.get("/games/{slug}/rules/{rule}", responses=answers(RuleOut))
async def get_rule(slug: str, rule: str) -> Response:
    """One rule by its ID, full or short."""
    return Json(find_rule(games.game(slug), rule))


@router.get("/games/{slug}/procedures", responses=answers(list[ProcedureOut]))
async def get_procedures(slug: str) -> Response:
    """The dice procedures with their inputs."""
    return Json([procedure_out(offered) for offered in games.game(slug).procedures])


@router.post("/games/{slug}/odds/{procedure}", responses=answers(OddsOut), openapi_extra=takes(OddsIn))
async def post_odds(request: Request, slug: str, procedure: str) -> Response:
    """The exact odds of a dice procedure."""
    asked = await read_body(request, OddsIn)
    found = await hall_of(request).run(odds_of, games.game(slug), procedure, asked.inputs, asked.options)
    return Json(found)


@router.post("/odds/{slug}/{procedure}", responses=answers(dict[str, Any]), openapi_extra=takes(OddsIn))
async def post_plain_odds(request: Request, slug: str, procedure: str) -> Response:
    """The exact odds of a dice procedure in the plain form of `umpire odds --json`, for programs.

    The body holds the inputs by their names, or under `inputs`, and house rules under `options`. Whatever is unknown
    is refused with 422 and a sentence.
    """
    given = await read_body(request, dict[str, Any])
    try:
        return Json(await hall_of(request).run(plain_odds, slug, procedure, given))
    except UnknownGame as error:
        raise Problem("bad", str(error)) from None


@router.post("/games/{slug}/roll/{procedure}", responses=answers(RollOut), openapi_extra=takes(RollIn))
async def post_roll(request: Request, slug: str, procedure: str) -> Response:
    """Roll a dice procedure, or take the faces of real dice."""
    asked = await read_body(request, RollIn)
    game = games.game(slug)
    found = await hall_of(request).run(
        roll, game, procedure, asked.inputs, asked.options, asked.faces, asked.own or asked.faces is not None
    )
    return Json(found)


@router.get("/schemas", responses=answers(dict[str, Any]))
async def get_schemas() -> Response:
    """The JSON Schema of everything that goes over HTTP and WebSocket."""
    return Json({"$defs": schemas("#/$defs/{name}")})
