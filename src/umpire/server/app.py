"""The web application: the API, live play, and the page."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from importlib.resources import files
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.openapi.utils import get_openapi
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect

from umpire import __version__
from umpire.server import battle_routes, game_routes, live_routes
from umpire.server.api_page import api_page
from umpire.server.documents import schemas
from umpire.server.guard import OwnPages
from umpire.server.hall import Hall
from umpire.server.library import all_games
from umpire.server.live_routes import gone_on
from umpire.server.page import add_page
from umpire.server.problems import SENTENCES, Problem, at_fault, problem_of
from umpire.server.store import Conflict, Store, default_file
from umpire.server.wire import failure

TEXT = (
    "Battles of miniature wargames, refereed. Everything a seat may know is a view; every question has a number; an "
    "answer is stored before it is acknowledged. Live play is a WebSocket at `/api/battles/{battle}/live`; "
    "`/api/schemas` has the JSON Schema of its messages."
)


def page_folder() -> Path:
    """Where the built page lies."""
    return Path(str(files("umpire.server") / "static"))


def create_app(file: Path | None = None, page: Path | None = None, origins: Sequence[str] = ()) -> FastAPI:
    """The application, its battles in this file; `origins` are the addresses at which other machines find it."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        hall = Hall(Store(file or default_file()))
        await hall.open()
        app.state.hall = hall
        # The rule books are read at once: whoever opens the page need not wait for that, or not for all of it.
        reading = app.state.reading = asyncio.create_task(hall.run(all_games))
        yield
        reading.cancel()
        await asyncio.gather(reading, return_exceptions=True)  # what nobody waits for Python complains of
        await hall.close()

    app = FastAPI(
        title="Umpire",
        version=__version__,
        description=TEXT,
        lifespan=lifespan,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
    )
    app.state.origins = list(origins)
    app.add_middleware(OwnPages)
    app.add_middleware(GZipMiddleware, minimum_size=1000)
    app.include_router(game_routes.router)
    app.include_router(battle_routes.router)
    app.include_router(live_routes.router)
    _sentences(app)
    _described(app)

    @app.get("/api/docs", include_in_schema=False)
    async def docs() -> Response:
        """The API described on one page, which needs nothing from elsewhere."""
        return Response(api_page(app.openapi()), media_type="text/html")

    add_page(app, page or page_folder())
    return app


def _sentences(app: FastAPI) -> None:
    """Whatever is refused is told in the same way."""

    async def refused(request: Request, error: Exception) -> Response:
        return failure(problem_of(error))

    async def unreadable(request: Request, error: Exception) -> Response:
        assert isinstance(error, RequestValidationError)
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"][1:])
        return failure(Problem("bad", f"{where or 'the request'} does not fit: {first['msg']}."))

    async def nothing(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        if error.status_code == 404:
            return failure(Problem("unknown", "there is nothing at this address."))
        answer = failure(Problem("bad", f"{error.detail}."))
        answer.status_code = error.status_code
        answer.headers.update(error.headers or {})
        return answer

    async def late(request: Request, error: Exception) -> Response:
        return failure(gone_on())

    async def hung_up(request: Request, error: Exception) -> Response:
        return Response(status_code=400)  # nobody is there to read it, and nothing has gone wrong here

    async def broken(request: Request, error: Exception) -> Response:
        return failure(at_fault(error))

    app.add_exception_handler(Exception, broken)
    app.add_exception_handler(Problem, refused)
    for kind in SENTENCES:
        app.add_exception_handler(kind, refused)
    app.add_exception_handler(RequestValidationError, unreadable)
    app.add_exception_handler(HTTPException, nothing)
    app.add_exception_handler(Conflict, late)
    app.add_exception_handler(ClientDisconnect, hung_up)


def _only_ours(document: dict[str, Any]) -> None:
    """Beside our own schemas FastAPI says that every answer is a text, as it knows no better."""
    for methods in document["paths"].values():
        for operation in methods.values():
            for answer in operation["responses"].values():
                for media in answer.get("content", {}).values():
                    if "$ref" in media.get("schema", {}):
                        media["schema"].pop("type", None)


def _described(app: FastAPI) -> None:
    """The OpenAPI document with our own records in it."""

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            made = get_openapi(title=app.title, version=app.version, description=TEXT, routes=app.routes)
            _only_ours(made)
            made.setdefault("components", {}).setdefault("schemas", {}).update(schemas())
            app.openapi_schema = made
        return app.openapi_schema

    app.openapi = openapi  # type: ignore[method-assign]
