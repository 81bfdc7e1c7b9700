"""Who may speak to the server: its own page and programs, not the pages of other sites."""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.types import ASGIApp, Receive, Scope, Send

from umpire.server.problems import Problem
from umpire.server.wire import failure

CHANGING = ("POST", "PUT", "PATCH", "DELETE")


class OwnPages:
    """Turns away what a browser sends for another site's page.

    A browser names the site of the page that sends something (`Origin`); programs name none. A server on this machine
    can be reached by every page that this machine's browser shows, so anybody's page could make battles here.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        changing = scope["type"] == "websocket" or (scope["type"] == "http" and scope["method"] in CHANGING)
        if changing and not _own(scope):
            if scope["type"] == "websocket":
                await receive()
                await send({"type": "websocket.close", "code": 1008, "reason": "another site's page"})
                return
            answer = failure(Problem("forbidden", "this comes from the page of another site."))
            await answer(scope, receive, send)
            return
        await self.app(scope, receive, send)


def _own(scope: Scope) -> bool:
    headers: dict[bytes, str] = {
        name: value.decode("latin-1") for name, value in scope["headers"] if name in (b"origin", b"host")
    }
    origin = headers.get(b"origin")
    if origin is None:
        return True
    try:
        return str(urlsplit(origin).netloc).casefold() == headers.get(b"host", "").casefold()
    except ValueError:
        return False
