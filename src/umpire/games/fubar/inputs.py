"""Kinds of input of the odds tool that this game alone has: volleys, figures, modifiers, melee weapons."""

from __future__ import annotations

from typing import Any, get_args

from umpire.dice.offered import REQUIRED, Choice, Flag, Input, Rows, Whole, Wholes, is_whole
from umpire.games.fubar import armoury
from umpire.games.fubar.volleys import Target

ARMOURS = tuple(armoury.ARMOURS)
MARKS = get_args(armoury.MarkName)
MELEE = tuple(armoury.MELEE_WEAPONS)

MOST_DICE = 200
MOST_FIGURES = 100
MOST_MARKERS = max(armoury.most_markers(armour) for armour in ARMOURS)


def _whole(value: Any, least: int | None = None, most: int | None = None) -> bool:
    """FUBAR-GEN-11: a whole number, within limits where there are any."""
    return is_whole(value) and (least is None or value >= least) and (most is None or value <= most)


class Volleys(Rows):
    """Groups of dice, each with what they need and the mark of the weapon."""

    __slots__ = ()

    def __init__(self, name: str, text: str = "") -> None:
        marks = ", ".join(f'"{mark}"' for mark in MARKS)
        columns = (Whole("dice", 0, MOST_DICE), Whole("score", -100, 100), Choice("mark", MARKS))
        says = f"a list of [dice 0 to {MOST_DICE}, score, mark {marks}]"
        super().__init__(name, says, columns, REQUIRED, text, [[4, 4, ""]])

    def read(self, value: Any) -> tuple[tuple[int, int, str], ...]:
        groups: list[tuple[int, int, str]] = []
        for item in self.entries(value, 50):
            if not isinstance(item, list | tuple) or len(item) != 3:
                raise self.refuse(value)
            dice, need, mark = item
            if not _whole(dice, 0, MOST_DICE) or not _whole(need, -100, 100) or mark not in MARKS:
                raise self.refuse(value)
            groups.append((dice, need, str(mark)))
        return tuple(groups)


class Targets(Rows):
    """Figures in the order hits are dealt: armour, cover save, whether a Medic or a Hero, suppression markers."""

    __slots__ = ()

    def __init__(self, name: str, text: str = "") -> None:
        columns = (
            Choice("armour", ARMOURS),
            Whole("cover save", 2, 6, None, none="none"),
            Flag("Medic"),
            Flag("Hero"),
            Whole("markers", 0, MOST_MARKERS, 0),
        )
        says = (
            "a list of [armour, cover save 2 to 6 or null, Medic true or false], "
            f"and after these, if it matters, [..., Hero true or false, suppression markers 0 to {MOST_MARKERS}]"
        )
        super().__init__(name, says, columns, REQUIRED, text, [["FA", None, False, False, 0]] * 5)

    def read(self, value: Any) -> tuple[Target, ...]:
        targets: list[Target] = []
        for item in self.entries(value, MOST_FIGURES):
            if not isinstance(item, list | tuple) or len(item) not in (3, 5):
                raise self.refuse(value)
            armour, cover, medic, hero, markers = (*item, False, 0) if len(item) == 3 else item
            if armour not in ARMOURS or not (cover is None or _whole(cover, 2, 6)):
                raise self.refuse(value)
            if not isinstance(medic, bool) or not isinstance(hero, bool) or not _whole(markers, 0, MOST_MARKERS):
                raise self.refuse(value)
            targets.append(Target(str(armour), cover, medic, hero, markers))
        return tuple(targets)


class Modifiers(Wholes):
    """What each figure of one side adds to its die."""

    __slots__ = ()

    def __init__(self, name: str, text: str = "") -> None:
        super().__init__(name, -20, 20, REQUIRED, text)
        self.says = "a list of one or more whole numbers from -20 to 20"
        self.example = [1]

    def read(self, value: Any) -> tuple[int, ...]:
        if not self.entries(value, MOST_FIGURES):
            raise self.refuse(value)
        for item in value:
            if not _whole(item, -20, 20):
                raise self.refuse(value)
        return tuple(value)


class MeleeHit(Input):
    """The melee weapon that hit, or nothing for fire."""

    __slots__ = ("choices", "none")

    def __init__(self, name: str, text: str = "") -> None:
        self.choices = MELEE
        self.none = "hit by fire"
        super().__init__(name, "one of " + ", ".join(MELEE) + " or null (hit by fire)", None, text)

    def read(self, value: Any) -> str | None:
        if value is None or value in MELEE:
            return None if value is None else str(value)
        raise self.refuse(value)
