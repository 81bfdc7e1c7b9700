"""Requests in, answers out: JSON by msgspec both ways, with limits on what is read."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec
from fastapi import Request, Response

from umpire.battle.reading import known
from umpire.server.messages import ErrorOut, Failure
from umpire.server.problems import Problem

T = TypeVar("T")

MOST_BODY = 256_000


def encoded(value: Any) -> bytes:
    return msgspec.json.encode(value, enc_hook=_plain)


def _plain(value: Any) -> Any:
    """What the engine may hand out that JSON has no word for."""
    return str(value)


class Json(Response):
    """A record as JSON."""

    media_type = "application/json"

    def render(self, content: Any) -> bytes:
        return encoded(content)


def failure(problem: Problem) -> Json:
    return Json(Failure(error_out(problem)), status_code=problem.status)


def error_out(problem: Problem) -> ErrorOut:
    return ErrorOut(problem.code, problem.sentence, problem.rule)


async def body_of(request: Request, most: int = MOST_BODY) -> bytes:
    """The body of a request, read no farther than it may be long."""
    parts: list[bytes] = []
    size = 0
    async for part in request.stream():
        size += len(part)
        if size > most:
            raise Problem("large", f"that is too much: at most {most // 1000} kB are read.")
        parts.append(part)
    return b"".join(parts)


def decoded(data: bytes, kind: type[T]) -> T:
    """A record read from JSON, or a sentence that says what does not fit."""
    try:
        return msgspec.json.decode(data or b"{}", type=known(kind))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Problem("bad", f"that cannot be read: {error}.") from None


async def read_body(request: Request, kind: type[T]) -> T:
    return decoded(await body_of(request), kind)
