"""What kinds of terrain there are, and what each means for moving, cover and sight."""

from __future__ import annotations

from typing import NamedTuple


class Kind(NamedTuple):
    """What a kind of terrain is: its class, what its ground is like, its cover, whether it hides what is behind it."""

    name: str
    cls: str
    ground: tuple[str, ...] = ()
    cover: str = "none"
    blocks: bool = False
    height: int = 0
    look: str = "plain"
    """How it is drawn, one of `umpire.battle.view.LOOKS`."""


KINDS = {
    "road": Kind("Road", "road", look="road"),
    "wall": Kind("Wall", "linear", cover="soft", look="wall"),
    "hedge": Kind("Hedge", "linear", cover="soft", look="hedge"),
    "fence": Kind("Fence", "linear", cover="soft", look="wall"),
    "ditch": Kind("Ditch", "linear", look="ditch"),
    "crops": Kind("Crops", "low", cover="soft", look="crops"),
    "scrub": Kind("Scrub", "low", cover="soft", look="scrub"),
    "rough": Kind("Rough ground", "low", ("rough",), cover="soft", look="rough"),
    "orchard": Kind("Orchard", "low", cover="soft", look="scrub"),
    "rubble": Kind("Rubble", "low", cover="soft", look="rough"),
    "wood": Kind("Wood", "high", ("woods",), cover="soft", blocks=True, look="woods"),
    "built_up": Kind("Built-up area", "high", ("bua",), cover="soft", blocks=True, look="block"),
    "swamp": Kind("Swamp", "high", ("swamp",), cover="soft", blocks=True, look="marsh"),
    "hill": Kind("Hill", "high_ground", height=1, look="hill"),
    "gentle_hill": Kind("Gentle hill", "high_ground", ("gentle_hill",), height=1, look="hill"),
    "marsh": Kind("Marsh", "partially_wet", ("marsh",), look="marsh"),
    "stream_bed": Kind("Stream bed", "partially_wet", look="water"),
    "ford": Kind("Ford", "shallow_wet", look="ford"),
    "brook": Kind("Brook", "shallow_wet", look="water"),
    "river": Kind("River", "deep_wet", look="water"),
    "lake": Kind("Lake", "deep_wet", look="water"),
    "cliff": Kind("Cliff", "impassable", look="barred"),
    "mud": Kind("Mud", "open", ("mud",), look="marsh"),
    "soft_sand": Kind("Soft sand", "open", ("soft_sand",), look="sand"),
    "deep_snow": Kind("Deep snow", "open", ("deep_snow",), look="snow"),
}


def kind_of(word: str) -> Kind:
    """BPTC-TER-18, HIT-05: the class and the cover of a kind of terrain."""
    return KINDS[word]
