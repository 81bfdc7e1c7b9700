"""A battle live, over a WebSocket."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
from fastapi import APIRouter, WebSocket, WebSocketDisconnect

from umpire.server import commands
from umpire.server.hall import Hall
from umpire.server.live import Live, Watcher
from umpire.server.messages import Reply
from umpire.server.problems import SENTENCES, Problem, at_fault, problem_of
from umpire.server.standing import Eyes, standing
from umpire.server.store import Conflict
from umpire.server.wire import encoded, error_out

router = APIRouter()

MOST_MESSAGE = 64_000
REFUSED = 4403
"""The close code for a link that does not open this battle, or not any more; the reason is a sentence."""

BROKEN = 1011
MOST_REASON = 120
"""A reason may have 123 bytes."""

_said = msgspec.json.Decoder(commands.Said)


class Connection:
    """One browser at one table."""

    def __init__(self, socket: WebSocket, live: Live, eyes: Eyes) -> None:
        self.socket = socket
        self.live = live
        self.eyes = eyes
        self.watcher = Watcher(eyes.seats)
        self._order = asyncio.Lock()

    async def serve(self) -> None:
        """Until it hangs up: tell what changes, and answer what is said."""
        live = self.live
        live.watchers.append(self.watcher)
        self.watcher.changed.set()
        live.tell()
        telling = asyncio.get_running_loop().create_task(self._keep_telling())
        try:
            await self._listen()
        except (WebSocketDisconnect, RuntimeError):
            pass  # it is gone; what was accepted is stored
        finally:
            telling.cancel()
            await asyncio.gather(telling, return_exceptions=True)
            live.watchers.remove(self.watcher)
            live.tell()

    async def _keep_telling(self) -> None:
        try:
            await self._tell()
        except (WebSocketDisconnect, RuntimeError):
            pass  # it is gone
        except Problem as problem:
            await self.socket.close(REFUSED, problem.sentence[:MOST_REASON])
        except Exception as error:
            # Better no connection, which the page notices and makes anew, than one that says nothing any more.
            await self.socket.close(BROKEN, at_fault(error).sentence[:MOST_REASON])

    async def _tell(self) -> None:
        """Whenever something has changed, the whole standing; what happens meanwhile is told together."""
        while True:
            await self.watcher.changed.wait()
            self.watcher.changed.clear()
            async with self._order:
                now = await self.live.ask(lambda _: encoded(standing(self.live, self.eyes)))
                await self.socket.send_text(now.decode())

    async def _listen(self) -> None:
        while True:
            message = await self.socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            text = message.get("text")
            data = text.encode("utf-8", "surrogatepass") if text is not None else message.get("bytes") or b""
            async with self._order:  # the reply comes before the news of what it changed
                await self.socket.send_text(encoded(await self._reply(data)).decode())

    async def _reply(self, data: bytes) -> Reply:
        name: Any = None
        try:
            if len(data) > MOST_MESSAGE:
                raise Problem("large", f"a message has at most {MOST_MESSAGE // 1000} kB.")
            name = _id_of(data)
            said = read(data)
            result = await commands.perform(self.live, self.eyes, said)
            if isinstance(said, commands.Sit):
                self.watcher.changed.set()
            return Reply(name, True, result)
        except Problem as problem:
            return Reply(name, False, error=error_out(problem))
        except SENTENCES as error:
            return Reply(name, False, error=error_out(problem_of(error)))
        except Conflict:
            return Reply(name, False, error=error_out(gone_on()))
        except Exception as error:  # whatever it is, it must not throw the player off the table
            return Reply(name, False, error=error_out(at_fault(error)))


def gone_on() -> Problem:
    return Problem("stale", "the battle has gone on elsewhere since.")


def read(data: bytes) -> Any:
    try:
        return _said.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Problem("bad", f"that cannot be read: {error}.") from None


def _id_of(data: bytes) -> Any:
    """The id of a message that may be wrong otherwise, so that its sender knows what was refused."""
    try:
        found = msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    name = found.get("id") if isinstance(found, dict) else None
    return name if isinstance(name, str | int) and len(str(name)) < 100 else None


@router.websocket("/api/battles/{battle}/live")
async def live_socket(socket: WebSocket, battle: str, token: str | None = None, seat: str | None = None) -> None:
    hall: Hall = socket.app.state.hall
    await socket.accept()
    try:
        link = await hall.link(battle, token)
        if seat is not None and seat not in link.seats:
            raise Problem("forbidden", f"this link does not hold the seat {seat[:20]!r}.")
        live = await hall.live(battle)
    except Problem as problem:
        await socket.send_text(encoded(Reply(None, False, error=error_out(problem))).decode())
        await socket.close(REFUSED, problem.sentence[:MOST_REASON])
        return
    await Connection(socket, live, Eyes(link.seats, seat)).serve()
