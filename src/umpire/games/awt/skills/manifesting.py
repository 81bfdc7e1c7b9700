"""Manifestations: creatures that a Witch calls up (AWT-SK-04, 05, 09, 11)."""

from __future__ import annotations

from collections.abc import Iterator

from umpire.battle.decisions import Call, Option, PickOne, Place, Refused, Route
from umpire.battle.rolling import by
from umpire.battle.words import counted, tidy
from umpire.dice import Procedure
from umpire.games.awt import field, forming, procedures, sheet
from umpire.games.awt.model import TABLE, State, Unit
from umpire.games.awt.skills.library import BY_ID
from umpire.games.awt.units import base_of, muster
from umpire.table import Base, Point, ahead, free, near_any


def attempt(state: State, seat: str, skill_id: str, witch_id: str) -> Procedure[None]:
    """AWT-SK-04, 05, 08: Manifestation tokens become d6s; if their sum reaches the threshold the creature is there."""
    skill = BY_ID[skill_id]
    side = state.sides[seat]
    options = [
        Option(
            str(dice), counted(dice, "token"), "AWT-SK-04", "",
            Call("manifestation", (("tokens", dice), ("threshold", skill.price))),
        )
        for dice in range(1, side.manifest + 1)
    ]  # fmt: skip
    goal = "or more in all" if state.house.manifest_mode == "sum" else "or more on one die"
    prompt = f"{skill.name}, {skill.price} {goal} needed: how many Manifestation tokens?"
    chosen: str = yield PickOne(seat, prompt, "AWT-SK-04", options, str(side.manifest))
    dice = int(chosen)
    side.manifest -= dice
    witch = state.units[witch_id]
    words = f"{witch.name} calls up a {skill.name} with {counted(dice, 'token')}"
    state.tell("skill", words, "AWT-SK-04", witch_id)
    rolled = yield from by(state, seat, procedures.manifestation(state.house, dice, skill.price))
    if rolled.result != "success":
        state.tell("skill", f"no {skill.name} comes", "AWT-SK-08", witch_id)
        return
    side.tried = (*side.tried, f"manifested:{witch_id}")
    yield from _appear(state, seat, skill_id, witch)


def _creature(state: State, seat: str, skill_id: str) -> Unit:
    """A new creature: its id and number count those that came before."""
    profile = state.content.creatures[seat][skill_id]
    before = sum(unit.side == seat and unit.profile.id == profile.id for unit in state.units.values())
    facing = (state.content.edges[seat] + 180) % 360
    return muster(f"{profile.id}-{before + 1}", seat, before + 1 if before else 0, profile, facing)


def _appear(state: State, seat: str, skill_id: str, witch: Unit) -> Procedure[None]:
    unit = _creature(state, seat, skill_id)
    spots = places(state, witch, skill_id)
    facing = unit.leader.facing

    def check(route: Route) -> Refused | None:
        return _refused(state, witch, unit, base_of(unit.profile, route.end, facing))

    stand = Route((spots[0],), facing)
    route: Route = yield Place(
        seat, f"Where does the {unit.name} appear?", "AWT-SK-11", witch.id, check,
        lambda: [Route((spot,), facing) for spot in spots], "point", 0, stand,
    )  # fmt: skip
    placed = unit.standing({1: base_of(unit.profile, route.end, facing)})._replace(place=TABLE)
    state.put(placed, f"a {unit.name} manifests", "AWT-SK-04")


def _refused(state: State, witch: Unit, unit: Unit, base: Base) -> Refused | None:
    others = [each for other in state.on_table() for each in other.bases]
    if not free(base, others, state.content.size) or not forming.may_stand(state, unit, base):
        return Refused(f"there is no room for a {unit.name} there.", "AWT-IN-08")
    lead = witch.leader
    dx, dy = base.x - lead.x, base.y - lead.y
    far = sheet.MANIFEST_NEAR + lead.width // 2 - base.width // 2
    if dx * dx + dy * dy > far * far:
        return Refused(
            f"a {unit.name} appears wholly within {tidy(sheet.MANIFEST_NEAR)} inches of {witch.name}.", "AWT-SK-11"
        )
    if near_any(base, [b for foe in field.enemies(state, witch) for b in foe.bases], sheet.MANIFEST_CLEAR):
        return Refused(
            f"a {unit.name} appears more than {tidy(sheet.MANIFEST_CLEAR)} inches from enemies.", "AWT-SK-11"
        )
    return None


def places(state: State, witch: Unit, skill_id: str, most: int = 8) -> list[Point]:
    """Some places where the creature could appear, those ahead of the Witch first."""
    unit = _creature(state, witch.side, skill_id)
    front = (state.content.edges[witch.side] + 180) % 360
    lead = witch.leader
    near = (lead.width + unit.profile.width) // 2
    far = sheet.MANIFEST_NEAR + lead.width // 2 - unit.profile.width // 2
    coarse = [
        ahead(lead.centre, (front + turn) % 360, out - 2)
        for out in (far, (near + far) // 2, near + 100)
        for turn in (0, 45, -45, 90, -90, 135, -135, 180)
    ]
    for spots in (iter(coarse), _narrow(state, witch, unit.profile.width, near, far)):
        found: list[Point] = []
        for spot in spots:
            if _refused(state, witch, unit, base_of(unit.profile, spot, front)) is None:
                found.append(spot)
                if len(found) >= most:
                    break
        if found:
            return found
    return []


def _narrow(state: State, witch: Unit, width: int, near: int, far: int) -> Iterator[Point]:
    """More places, for where there is little room: all round the Witch, and just clear of two that are in the way."""
    lead = witch.leader
    for out in range(far - 2, near, -500):
        for turn in range(0, 360, 10):
            yield ahead(lead.centre, turn, out)
    circles: list[forming.Circle] = [(lead.x, lead.y, far - 2)]
    for other in state.on_table():
        clear = sheet.MANIFEST_CLEAR if other.side != witch.side else 0
        for base in other.bases:
            room = base.reach + width // 2 + clear + 2
            if (base.x - lead.x) ** 2 + (base.y - lead.y) ** 2 < (far + room) ** 2:
                circles.append((base.x, base.y, room))
    yield from forming.meeting_points(circles)
