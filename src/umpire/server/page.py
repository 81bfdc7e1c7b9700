"""The page itself: the files that `web/` was built into, and `index.html` for every address of its own."""

from __future__ import annotations

import mimetypes
from pathlib import Path

from fastapi import FastAPI, Response

from umpire.server.problems import Problem

MISSING = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Umpire</title></head>
<body><h1>Umpire</h1><p>The page has not been built into this installation. The API is described at
<a href="/api/docs">/api/docs</a>; <code>umpire play</code> fights a battle in the terminal.</p></body></html>
"""


SECURITY = {
    "Content-Security-Policy": (
        "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; "
        "connect-src 'self' ws: wss:; "
        "frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
    ),
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
"""Seat links are secrets: no other site is asked for anything or told where the player came from."""


def add_page(app: FastAPI, folder: Path) -> None:
    """Serve the page from a folder; looked up at every request, so that a build while it runs is seen."""
    root = folder.resolve()

    @app.get("/{path:path}", include_in_schema=False)
    async def page(path: str) -> Response:
        if path.startswith("api/") or path == "api":
            raise Problem("unknown", "there is nothing at this address.")
        file = _file(root, path)
        if file is None:
            if "." in path.rpartition("/")[2]:
                raise Problem("unknown", "there is no such file.")
            file = _file(root, "index.html")
        if file is None:
            return Response(MISSING, media_type="text/html")
        kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
        # Built files carry a hash of their content in their names, index.html does not.
        keep = "public, max-age=31536000, immutable" if path.startswith("assets/") else "no-cache"
        return Response(file.read_bytes(), media_type=kind, headers={"Cache-Control": keep, **SECURITY})


def _file(root: Path, path: str) -> Path | None:
    try:
        file = (root / path).resolve()
        return file if file.is_relative_to(root) and file.is_file() else None
    except (OSError, ValueError):
        return None
