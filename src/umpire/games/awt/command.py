"""Step 3, the Command Phase: Ruses, Orders, Rituals and Manifestations, one side and then the other (AWT-RD-03)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from umpire.battle.decisions import Call, Option, PickOne, Refused
from umpire.battle.options import keys_of
from umpire.battle.seats import other
from umpire.battle.words import counted, tidy
from umpire.dice import Procedure
from umpire.games.awt import ending, field, procedures, sheet
from umpire.games.awt.model import State, Unit
from umpire.games.awt.skills import manifesting, orders, rituals, ruses
from umpire.games.awt.skills.library import BY_ID, MANIFESTATIONS, ORDERS, RITUALS, RUSES, Skill


def command(state: State) -> Procedure[None]:
    """AWT-RD-03: the side that has priority does all it wants, then the other."""
    seat = state.active
    options = choices(state, seat)
    if options:
        key: str = yield Declare(state, seat, options)
        if key != "pass":
            key = yield from _whom(state, seat, key, options)
            yield from use(state, seat, key)
            ending.check_wiped_out(state)
            return
    if state.handed_over:
        state.phase = "muster"
    else:
        state.handed_over = True
        state.active = other(seat)


class Declare(PickOne):
    """Which skill is used next; who knows it may name its target at once, as `O2:unit`.

    Who asks for one he may not use is told why not (AWT-IN-02, 03).
    """

    __slots__ = ("state", "ways")

    def __init__(self, state: State, seat: str, ways: Sequence[Option]) -> None:
        side = state.sides[seat]
        prompt = (
            f"{side.name}: a Ruse, Order, Ritual or Manifestation? "
            f"({counted(side.tokens, 'Command Token')}, {side.manifest} for Manifestations)"
        )
        skills = dict.fromkeys([way.key.partition(":")[0] for way in ways])
        options = [_skill(skill, [way for way in ways if way.key.partition(":")[0] == skill]) for skill in skills]
        options.append(Option("pass", "pass: that is all in this phase", "AWT-RD-03"))
        super().__init__(seat, prompt, "AWT-RD-03", options, "pass")
        self.state = state
        self.ways = [way.key for way in ways]

    def read(self, answer: Any) -> str:
        if answer in self.ways:
            return str(answer)
        why = why_not(self.state, self.seat, answer, self.options)
        if why is not None:
            raise why
        return super().read(answer)


def why_not(state: State, seat: str, answer: object, options: Sequence[Option]) -> Refused | None:
    """AWT-SK-09, 10, IN-02, 03, ST-04: why a side may not use the skill it names; None if that is not it."""
    skill_id, _, target = answer.partition(":") if isinstance(answer, str) else ("", "", "")
    skill = next((each for each in (*RUSES, *ORDERS, *RITUALS, *MANIFESTATIONS) if each.id == skill_id), None)
    if skill is None or answer in keys_of(options):
        return None
    side, kind = state.sides[seat], skill_id[0]
    users, who = _users(state, seat, kind)
    if not users:
        return Refused(f"{skill.name} takes {who}.", "AWT-SK-10")
    if kind == "M" and not side.manifest:
        return Refused(f"{side.name} has no Manifestation token for {skill.name}.", "AWT-IN-03")
    if kind != "M" and skill.price > side.tokens:
        needed, left = counted(skill.price, "Command Token"), counted(side.tokens, "Command Token")
        return Refused(f"{skill.name} takes {needed}, and {side.name} has {left}.", "AWT-IN-03")
    if skill.id in side.tried or f"{skill.id}:{target}" in side.tried or f"manifested:{target}" in side.tried:
        return Refused(f"{side.name} has used {skill.name} this way already in this round.", "AWT-SK-09")
    unit = state.units.get(target)
    if unit is None:
        return None
    if kind == "O" and (unit.side != seat or not unit.on_table or unit.acted == state.round):
        return Refused(f"{unit.name} takes no orders from {side.name} now.", "AWT-IN-02")
    if kind == "O" and unit.broken and skill.id != "O1":
        return Refused(f"{unit.name} is Broken and hears no order but Rally.", "AWT-ST-04")
    far = {"O": sheet.ORDER_RANGE, "T": sheet.RITUAL_RANGE}.get(kind)
    if far is not None and not any(field.near(user, unit, far) for user in users):
        return Refused(f"{unit.name} is farther than {tidy(far)} inches from who could use {skill.name}.", "AWT-SK-10")
    return None


def _users(state: State, seat: str, kind: str) -> tuple[list[Unit], str]:
    """AWT-SK-10: who of a side can use Ruses, Orders, or what Witches do; and what such a unit is, in words."""
    if kind == "R":
        captain = state.captain(seat)
        return [captain] if captain is not None else [], "an unbroken Captain"
    if kind == "O":
        return officers(state, seat), "an unbroken Captain or Lieutenant"
    return witches(state, seat), "an unbroken Witch out of close combat"


_KINDS = {"R": "level {} Ruse", "T": "level {} Ritual", "M": "Manifestation, {} or more"}


def _price(skill: Skill) -> str:
    if skill.id[0] == "O":
        return f"Order, {counted(skill.price, 'token')}"
    return _KINDS[skill.id[0]].format(skill.price)


def _by_whom(skill: str) -> bool:
    """Whether a Witch is named for a skill as who uses it: it is laid on a place, or calls up a creature."""
    return skill in rituals.LAID or skill[0] == "M"


def _skill(skill_id: str, ways: Sequence[Option]) -> Option:
    """A skill with all it could be used for as one option."""
    skill = BY_ID[skill_id]
    piece = ways[0].piece if len(ways) == 1 else ""
    return Option(skill_id, f"{skill.name} ({_price(skill)})", ways[0].rule, piece, detail=skill.text)


def _whom(state: State, seat: str, key: str, options: Sequence[Option]) -> Procedure[str]:
    """The target of a skill, where there is a choice."""
    ways = [option for option in options if option.key == key or option.key.startswith(f"{key}:")]
    if len(ways) == 1:
        return ways[0].key
    skill = BY_ID[key]
    targets = [
        Option(way.key, state.units[way.piece].name if way.piece else way.label, way.rule, way.piece) for way in ways
    ]
    whom = "by whom" if _by_whom(key) else "for whom"
    chosen: str = yield PickOne(seat, f"{skill.name}: {whom}?", ways[0].rule, targets)
    return chosen


def choices(state: State, seat: str) -> list[Option]:
    """AWT-SK-01 to 05, 07, 09, 10, IN-02, 03: everything a side can declare now, with its price."""
    side = state.sides[seat]
    options: list[Option] = []
    if side.tokens:
        options += _ruses(state, seat)
        options += _orders(state, seat)
        options += _rituals(state, seat)
    if side.manifest:
        options += _manifestations(state, seat)
    return options


def _ruses(state: State, seat: str) -> list[Option]:
    """AWT-SK-01, 09, 10: Ruses are the unbroken Captain's, each once a round."""
    side = state.sides[seat]
    if state.captain(seat) is None:
        return []
    found: list[Option] = []
    for skill in RUSES:
        if skill.price > side.tokens or skill.id in side.tried:
            continue
        for target in ruses.targets(state, seat, skill.id):
            found.append(_option(state, skill, target, "AWT-SK-01"))
    return found


def _orders(state: State, seat: str) -> list[Option]:
    """AWT-SK-02, 09, 10: by an unbroken Captain or Lieutenant within 12 inches, each once for each unit."""
    side = state.sides[seat]
    givers = officers(state, seat)
    found: list[Option] = []
    for skill in ORDERS:
        if skill.price > side.tokens:
            continue
        for unit in state.of(seat):
            if f"{skill.id}:{unit.id}" in side.tried or not orders.sensible(state, skill.id, unit):
                continue
            if any(field.near(officer, unit, sheet.ORDER_RANGE) for officer in givers):
                found.append(_option(state, skill, unit.id, "AWT-SK-02"))
    return found


def _rituals(state: State, seat: str) -> list[Option]:
    """AWT-SK-03, 09, 10: by an unbroken Witch who is not in close combat, each once a round."""
    side = state.sides[seat]
    found: list[Option] = []
    for witch in witches(state, seat):
        for skill in RITUALS:
            if skill.price > side.tokens or skill.id in side.tried:
                continue
            for target in rituals.targets(state, witch, skill.id):
                option = _option(state, skill, target, "AWT-SK-03")
                if all(option.key != each.key for each in found):
                    found.append(option)
    return found


def _manifestations(state: State, seat: str) -> list[Option]:
    """AWT-SK-04, 09, 10: one success for each Witch in a round."""
    side = state.sides[seat]
    found: list[Option] = []
    for witch in witches(state, seat):
        if f"manifested:{witch.id}" in side.tried:
            continue
        for skill in MANIFESTATIONS:
            best = sheet.MANIFESTATION_DIE * (side.manifest if state.house.manifest_mode == "sum" else 1)
            if best >= skill.price and manifesting.places(state, witch, skill.id, 1):
                found.append(_option(state, skill, witch.id, "AWT-SK-04"))
    return found


def officers(state: State, seat: str) -> list[Unit]:
    return [unit for unit in state.of(seat) if unit.profile.commands and not unit.broken]


def witches(state: State, seat: str) -> list[Unit]:
    return [unit for unit in state.of(seat) if unit.has("witch") and not unit.broken and not unit.in_combat]


def _on(state: State, skill: Skill, target: str) -> str:
    """On whom a skill is used, in words, or by which Witch."""
    return f" {'by' if _by_whom(skill.id) else 'on'} {state.units[target].name}" if target else ""


def _option(state: State, skill: Skill, target: str, rule: str) -> Option:
    """A skill and whom it is for; "" if it needs nobody."""
    key = f"{skill.id}:{target}" if target else skill.id
    label = f"{skill.name}{_on(state, skill, target)} ({_price(skill)})"
    return Option(key, label, rule, target, detail=skill.text)


# --- Doing it ------------------------------------------------------------------------------------------------------


def use(state: State, seat: str, key: str) -> Procedure[None]:
    """AWT-SK-08, IN-03: declared, paid, rolled, and done if it succeeds."""
    state.blasts = ()
    skill_id, _, target = key.partition(":")
    skill = BY_ID[skill_id]
    side = state.sides[seat]
    kind = skill_id[0]
    if kind == "O":
        side.tried = (*side.tried, key)
        state.spend(seat, skill.price)
        state.tell("skill", f"{side.name}: {skill.name} for {state.units[target].name}", "AWT-SK-02", target)
        yield from orders.give(state, skill_id, target)
    elif kind == "M":
        yield from manifesting.attempt(state, seat, skill_id, target)
    else:
        yield from _attempt(state, seat, skill, target, kind == "R")


def _attempt(state: State, seat: str, skill: Skill, target: str, ruse: bool) -> Procedure[None]:
    """AWT-SK-01, 03, 07, 08: tokens become d3s, all rolled together; as many 1s as the level are needed."""
    side = state.sides[seat]
    rule = "AWT-SK-01" if ruse else "AWT-SK-03"
    name = "ruse" if ruse else "ritual"
    options = [
        Option(str(dice), counted(dice, "token"), rule, "", Call(name, (("dice", dice), ("level", skill.price))))
        for dice in range(skill.price, side.tokens + 1)
    ]
    prompt = f"{skill.name}, level {skill.price}: how many tokens?"
    chosen: str = yield PickOne(seat, prompt, rule, options)
    dice = int(chosen)
    side.tried = (*side.tried, skill.id)
    state.spend(seat, dice)
    on = _on(state, skill, target)
    state.tell(
        "skill", f"{side.name} tries {skill.name}{on} with {counted(dice, 'token')}", rule, *([target] if on else [])
    )
    rolled = yield from (procedures.ruse if ruse else procedures.ritual)(state.house, dice, skill.price)
    if rolled.result != "success":
        state.tell("skill", f"{skill.name} fails", "AWT-SK-08")
        return
    state.tell("skill", f"{skill.name} succeeds", rule)
    yield from (ruses.HOOKS if ruse else rituals.HOOKS)[skill.id](state, seat, target)
