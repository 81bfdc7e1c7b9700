"""A battle as a GIF. Pillow and resvg are an extra: `pip install umpire[gif]`."""

from __future__ import annotations

import io
from collections.abc import Sequence
from importlib.util import find_spec
from typing import Any

from umpire.server.live import Live
from umpire.server.pictures import picture
from umpire.server.problems import Problem
from umpire.server.replay import Course

WIDTH = 640
MOST_FRAMES = 120
CAPTION = 95
MILLISECONDS = 500
LAST = 3000


def can_move_pictures() -> bool:
    """Whether the extra is installed."""
    return all(find_spec(name) is not None for name in ("PIL", "resvg_py"))


def moving_picture(pictures: Sequence[str]) -> bytes:
    """The pictures one after another."""
    try:
        import resvg_py
        from PIL import Image
    except ImportError:
        sentence = "moving pictures need the extra `gif`: install umpire[gif]."
        raise Problem("unknown", sentence) from None
    frames: list[Any] = []
    for svg in pictures:
        png = bytes(resvg_py.svg_to_bytes(svg_string=svg))
        frames.append(Image.open(io.BytesIO(png)).convert("RGB").quantize(64, Image.Quantize.FASTOCTREE))
    out = io.BytesIO()
    times = [*[MILLISECONDS] * (len(frames) - 1), LAST]
    frames[0].save(out, "GIF", save_all=True, append_images=frames[1:], duration=times, loop=0, optimize=True)
    return out.getvalue()


def frames_of(live: Live, seat: str | None) -> list[str]:
    """The table after each activation in which something can be seen, at most so many of them."""
    course = Course(live, seat)
    steps = [course.step(number) for number in range(len(course))]
    kept = [steps[0]]
    for step in steps[1:]:
        if step.view.pieces != kept[-1].view.pieces or step is steps[-1]:
            kept.append(step)
    stride = -(-len(kept) // MOST_FRAMES)
    shown = [*kept[:-1:stride], kept[-1]]
    made: list[str] = []
    before = None
    for step in shown:
        told = next((event.text.strip() for event in reversed(step.events) if event.kind != "dice"), "")
        made.append(picture(step.view, WIDTH, before, f"{step.view.banner.rstrip('.')}. {told}"[:CAPTION]))
        before = step.view
    return made
