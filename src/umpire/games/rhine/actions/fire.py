"""Fire: who may shoot at whom with what, how many dice, what they need, and the shot."""

from __future__ import annotations

from collections.abc import Iterator

from umpire.battle.decisions import Call, Inputs, Numbers, Refused
from umpire.battle.rolling import by
from umpire.dice import Procedure, Tally
from umpire.games.rhine import field, procedures, scores, sheet
from umpire.games.rhine.actions import damage, mortar
from umpire.games.rhine.actions.morale import why_idle
from umpire.games.rhine.model import State, Unit, Weapon, other
from umpire.games.rhine.sheet import Kind
from umpire.table import Base, in_arc

Shot = tuple[str, int]
"""A target and the index of the weapon fired at it."""


class Firing:
    """A unit that is to fire one of its weapons at another, where the two stand or are thought to stand.

    `weapon` is the index of the weapon, `moving` whether the shooter moves in this activation. `base`: as if the
    shooter stood there; `at`: as if the target did.
    """

    __slots__ = ("displaced", "here", "moving", "placed", "reacting_to_move", "shooter", "target", "there", "weapon")

    def __init__(
        self,
        shooter: Unit,
        target: Unit,
        weapon: int,
        moving: bool = False,
        *,
        reacting_to_move: bool = False,
        base: Base | None = None,
        at: Base | None = None,
    ) -> None:
        self.shooter = shooter
        self.target = target
        self.weapon = weapon
        self.moving = moving
        self.reacting_to_move = reacting_to_move
        self.displaced = base is not None
        self.here = shooter.base if base is None else base
        self.placed = at is not None
        self.there = target.base if at is None else at

    def from_there(self, base: Base) -> Firing:
        """The same shot by a shooter who stands there."""
        at = self.there if self.placed else None
        to_move = self.reacting_to_move
        return Firing(self.shooter, self.target, self.weapon, self.moving, reacting_to_move=to_move, base=base, at=at)

    @property
    def chosen(self) -> Weapon:
        return self.shooter.profile.weapons[self.weapon]


# --- The weapon ----------------------------------------------------------------------------------------------

_WORDS = {
    "gun": "gun",
    "autocannon": "autocannon",
    "atgm": "missile",
    "law": "anti-tank weapon",
    "small_arms": "rifles",
    "grenade_launcher": "grenade launcher",
    "mortar": "mortar",
    "rockets": "rockets",
}


def weapon_words(weapon: Weapon) -> str:
    """What players call a weapon (RHINE-DMG-11: a gun without a value is a machine gun)."""
    if weapon.kind == "gun" and weapon.value == sheet.MACHINE_GUN_WEAPON:
        return "machine gun"
    return _WORDS[weapon.kind]


def target_kind(target: Unit) -> Kind:
    return "foot" if target.profile.is_foot else "vehicle"


# --- Whether it may fire -------------------------------------------------------------------------------------


def why_not(state: State, firing: Firing) -> Refused | None:
    """RHINE-FIRE-08, 09, 20 to 23, 27, 30, 31: why a unit may not fire at another; None if it may.

    RHINE-ERR-01, 02: one sentence and the rule.
    """
    refusal = barred(state, firing)
    if refusal is not None or _sighted(state, firing):
        return refusal
    shooter, target = firing.shooter.name, firing.target.name
    if firing.chosen.kind == "mortar":
        return Refused(f"nobody who could direct {shooter} sees {target}.", "RHINE-MTR-01")
    return Refused(f"{shooter} does not see {target}.", "RHINE-FIRE-27")


def _sighted(state: State, firing: Firing) -> bool:
    """RHINE-FIRE-27, MTR-01: whether the unit sees its target; a friend's eyes will do for a mortar."""
    without = firing.shooter.id, firing.target.id
    if firing.chosen.kind == "mortar":
        return mortar.watched(state, firing.shooter, firing.here, firing.there, without)
    return field.sees(state, firing.here, firing.there, without)


def barred(state: State, firing: Firing) -> Refused | None:
    """Why a unit may not fire at another even if it sees it: all of `why_not` but sight, which costs the most."""
    return _unable(state, firing) or _ill_placed(state, firing)


def in_range(state: State, firing: Firing) -> bool:
    """Whether a unit may fire at another so far away, with this weapon and now."""
    return _unable(state, firing) is None


def suited(state: State, firing: Firing) -> bool:
    """Whether a unit may fire at another with this weapon and now, wherever both stand."""
    return _unfit(state, firing) is None


def _unable(state: State, firing: Firing) -> Refused | None:
    return _unfit(state, firing) or _out_of_range(state, firing)


def _unfit(state: State, firing: Firing) -> Refused | None:
    return why_idle(firing.shooter, firing.displaced) or _no_target(firing) or _unsuited(state, firing)


def _no_target(firing: Firing) -> Refused | None:
    """RHINE-FIRE-31, HEL-07: enemies on the table only; not friends, passengers or helicopters."""
    shooter, target = firing.shooter, firing.target
    if target.side == shooter.side:
        return Refused(f"{target.name} is on the same side as {shooter.name}.", "RHINE-FIRE-31")
    if target.profile.is_helicopter:
        return Refused(f"{target.name} can only be shot at by anti-aircraft weapons on its run.", "RHINE-HEL-07")
    if target.carried_by and not firing.placed:
        return Refused(f"{target.name} rides in a transport and cannot be shot at.", "RHINE-FIRE-31")
    if not target.on_table and not firing.placed:
        return Refused(f"{target.name} is not on the table.", "RHINE-ERR-02")
    return None


def _unsuited(state: State, firing: Firing) -> Refused | None:
    """RHINE-FIRE-23, 24, 28, DMG-10: whether the unit has this weapon, whether it is for such a target and now."""
    shooter, moving = firing.shooter, firing.moving
    if not 0 <= firing.weapon < len(shooter.profile.weapons):
        return Refused(f"{shooter.name} has no such weapon.", "RHINE-FIRE-24")
    weapon = firing.chosen
    foot = firing.target.profile.is_foot
    if weapon.kind == "law" and foot:
        return Refused(f"{shooter.name} fires its {weapon_words(weapon)} at vehicles only.", "RHINE-DMG-10")
    if weapon.kind == "small_arms" and not foot and shooter.profile.cls == "INF":
        return Refused(f"{shooter.name} fires at vehicles with its anti-tank weapon, not its rifles.", "RHINE-DMG-10")
    if moving and shooter.profile.cls == "SUPPORT":
        return Refused(f"{shooter.name} is a support team and does not fire when it moves.", "RHINE-FIRE-23")
    if moving and weapon.is_atgm and state.house.atgm_double_action:
        return Refused(f"{shooter.name} cannot move and fire a missile in one activation.", "RHINE-ACT-11")
    if weapon.kind == "mortar":
        return mortar.why_not_now(state, shooter, moving)
    return None


def _out_of_range(state: State, firing: Firing) -> Refused | None:
    """RHINE-FIRE-02, 08, 09, 20, 21, 27: too far for infantry at vehicles, too near for an ATGM; else no limit."""
    shooter, target, weapon = firing.shooter, firing.target, firing.chosen
    if weapon.kind == "mortar":
        return mortar.why_too_near(shooter, target, firing.here, firing.there)
    if _table_dice(state, firing) == 0:
        if weapon.is_atgm:
            rule = "RHINE-FIRE-20" if shooter.profile.cls == "SUPPORT" else "RHINE-FIRE-21"
            return Refused(f"{target.name} is too near for a missile of {shooter.name}.", rule)
        rule = "RHINE-FIRE-09" if firing.moving else "RHINE-FIRE-08"
        return Refused(f"{target.name} is too far away for {shooter.name} to fire at a vehicle.", rule)
    if weapon.max_range and not field.rounded_within(firing.here, firing.there, weapon.max_range):
        words = weapon_words(weapon)
        return Refused(f"{target.name} is out of range for the {words} of {shooter.name}.", "RHINE-FIRE-27")
    return None


def no_missile_at(state: State, weapon: Weapon, target: Unit, there: Base) -> bool:
    """RHINE-FIRE-22: no missile is fired at foot there, outside fortifications and buildings."""
    return weapon.is_atgm and target.profile.is_foot and not field.in_fortification(state, there)


def _ill_placed(state: State, firing: Firing) -> Refused | None:
    """RHINE-FIRE-22, 30, MTR-01: foot not dug in for a missile, out of a fixed arc, a mortar under a roof."""
    shooter, target, weapon = firing.shooter, firing.target, firing.chosen
    if no_missile_at(state, weapon, target, firing.there):
        return Refused(
            f"{target.name} is not in a fortification or building: no missile is fired at it.", "RHINE-FIRE-22"
        )
    if shooter.profile.fixed_forward and not in_arc(firing.here, firing.there.centre, state.house.front_arc_degrees):
        return Refused(f"{shooter.name} can only fire straight ahead.", "RHINE-FIRE-30")
    return mortar.why_not_here(state, shooter, firing.here) if weapon.kind == "mortar" else None


def shots(state: State, shooter: Unit, moving: bool, base: Base | None = None) -> list[Shot]:
    """Every target and weapon a unit may fire at and with, the nearest enemy first."""
    if not shooter.profile.weapons or why_idle(shooter, base is not None) is not None:
        return []
    here = shooter.base if base is None else base
    near = sorted(state.of(other(shooter.side)), key=lambda enemy: field.apart(here, enemy.base))
    return [(enemy.id, weapon) for enemy in near for weapon in _weapons_at(state, shooter, enemy, moving, base)]


def has_shot(state: State, shooter: Unit, moving: bool) -> bool:
    """Whether a unit may fire at anybody from where it stands."""
    if not shooter.profile.weapons or why_idle(shooter) is not None:
        return False
    enemies = state.of(other(shooter.side))
    return any(True for enemy in enemies for _ in _weapons_at(state, shooter, enemy, moving))


def _weapons_at(state: State, shooter: Unit, enemy: Unit, moving: bool, base: Base | None = None) -> Iterator[int]:
    """The weapons a unit may fire at an enemy."""
    for index in range(len(shooter.profile.weapons)):
        firing = Firing(shooter, enemy, index, moving, base=base)
        if barred(state, firing) is None and _sighted(state, firing):
            yield index


# --- Dice and need -------------------------------------------------------------------------------------------


def _table_dice(state: State, firing: Firing) -> int:
    """RHINE-FIRE-01: by the row of the firing tables for the unit and its weapon (RHINE-HEL-06: as a vehicle)."""
    row = scores.firer(firing.shooter.profile.cls, firing.chosen.kind)
    distance = field.apart(firing.here, firing.there) * scores.INCH // 100
    return scores.dice_for(state.house, row, target_kind(firing.target), distance, firing.moving)


def dice(state: State, firing: Firing) -> int:
    """RHINE-FIRE-01 to 19, 29, INF-13, MTR-03: how many D10s are rolled; 0 where the tables allow no fire."""
    return sheet.MORTAR_DICE if firing.chosen.kind == "mortar" else _table_dice(state, firing)


def need(state: State, firing: Firing) -> Tally:
    """RHINE-FIRE-24, 25, MOD-01 to 15: what each D10 must show, with every reason.

    RHINE-MOD-15: a helicopter takes only MOD-07. RHINE-MOD-04, MOR-02: no foot takes MOD-01, all mind their markers.
    """
    shooter, target, here, there = firing.shooter, firing.target, firing.here, firing.there
    profile, chosen = shooter.profile, firing.chosen
    lobbed = chosen.kind == "mortar"
    return scores.hit_need(
        state.house,
        Tally.of(chosen.to_hit, f"{shooter.name}, {weapon_words(chosen)}", "RHINE-FIRE-24"),
        vehicle_moved=firing.moving and profile.is_vehicle,
        reacting_to_move=firing.reacting_to_move,
        obscured=field.obscured(state, here, there, (shooter.id, target.id)),
        thermal=profile.thermal,
        enemy_foot_near=profile.is_vehicle and _foot_near(state, firing),
        markers=shooter.markers,
        mortar=lobbed,
        dug_in=lobbed and mortar.dug_in(state, there),
        earlier=mortar.earlier_shots(shooter, target, there) if lobbed else 0,
        helicopter=profile.is_helicopter,
    )


def _foot_near(state: State, firing: Firing) -> bool:
    """RHINE-MOD-10 to 12: enemy foot within 12 inches of a vehicle that fires, and none of its own as near.

    Sight does not matter, nor whether that enemy is the target; who rides in a transport does not count, unless he is
    shot at: then he is thought of as out of it.
    """
    shooter, target, here = firing.shooter, firing.target, firing.here
    nearest = field.apart(here, firing.there) if target.profile.is_foot else sheet.FOOT_NEAR * 100 + 1
    for enemy in state.of(other(shooter.side)):
        if enemy.profile.is_foot and enemy.id != target.id:
            nearest = min(nearest, field.apart(here, enemy.base))
    if nearest > sheet.FOOT_NEAR * 100:
        return False
    return not any(
        friend.profile.is_foot and field.apart(here, friend.base) <= nearest for friend in state.of(shooter.side)
    )


def warning(state: State, score: Tally) -> str:
    """RHINE-FIRE-32: what to tell somebody whose shot is legal but cannot hit; "" if it can."""
    if score.value <= sheet.TOP_FACE or state.house.natural_10_hits:
        return ""
    return f"cannot hit: it would need {score.value} on a D10"


# --- Odds ----------------------------------------------------------------------------------------------------


def call(state: State, firing: Firing) -> Call:
    """The odds of this shot, as a call of the procedure that will resolve it."""

    def inputs() -> Inputs:
        return attack_inputs(state, firing, dice(state, firing), need(state, firing).value)

    procedure = "fire_at_foot" if firing.target.profile.is_foot else "fire_at_vehicle"
    return Call(procedure, inputs, lambda: numbers(state, firing), firing.target.id)


def numbers(state: State, firing: Firing) -> Numbers:
    """The numbers of a shot with their reasons: dice, what each must show, and what goes through armour or cover."""
    shooter, target, chosen = firing.shooter, firing.target, firing.chosen
    count = dice(state, firing)
    found = [
        (f"D10 of {shooter.name}", Tally.of(count, weapon_words(chosen), "RHINE-FIRE-01")),
        ("each hits on", need(state, firing)),
    ]
    if target.profile.is_foot:
        row = sheet.CONVERSION[scores.caliber(chosen.kind, chosen.value)]
        ground = field.column(state, firing.here, firing.there)
        score = row.need[ground]
        found.append(("a further marker on", Tally.of(score.need, f"{target.name}: {ground}", score.rule)))
    else:
        armour = field.armour(target, firing.there, firing.here.centre, state.house)
        through = Tally.of(armour, f"armour of {target.name}", "RHINE-DMG-02")
        found.append(("goes through on more than", through.plus(-chosen.value, "weapon value", "RHINE-DMG-02")))
    return tuple(found)


def attack_inputs(state: State, firing: Firing, dice: int, need: Tally | int) -> Inputs:
    """The inputs of `fire_at_vehicle` or `fire_at_foot`, by name and in their order.

    RHINE-INF-15, FACE-01, PEN-07, 08: the ground the target stands on, the armour it shows, how readily it blows up.
    """
    target, chosen, here, there = firing.target, firing.chosen, firing.here, firing.there
    profile = target.profile
    if profile.is_foot:
        return (
            ("dice", dice),
            ("need", need),
            ("weapon", scores.caliber(chosen.kind, chosen.value)),
            ("ground", field.column(state, here, there)),
            ("morale", profile.morale),
            ("markers", target.markers),
            ("autocannon", chosen.kind == "autocannon"),
        )
    return (
        ("dice", dice),
        ("need", need),
        ("weapon", chosen.value),
        ("armour", field.armour(target, there, here.centre, state.house)),
        ("morale", profile.morale),
        ("markers", target.markers),
        ("vulnerable", profile.vulnerable and profile.cls != "APC"),
        ("heat", chosen.heat),
        ("special_armour", profile.special_armour),
        ("mortar", chosen.kind == "mortar"),
    )


# --- The shot ------------------------------------------------------------------------------------------------


def shoot(
    state: State, shooter_id: str, target_id: str, weapon: int, moving: bool, reacting_to_move: bool = False
) -> Procedure[None]:
    """RHINE-FIRE-27, 28: one unit fires one weapon at one target; everything that comes of it."""
    shooter, target = state.units[shooter_id], state.units[target_id]
    chosen = shooter.profile.weapons[weapon]
    text = f"{shooter.name} fires its {weapon_words(chosen)} at {target.name}"
    state.tell("fire", text, "RHINE-FIRE-27", shooter_id, target_id)
    yield from attack(state, Firing(shooter, target, weapon, moving, reacting_to_move=reacting_to_move))
    if chosen.kind == "mortar":
        mortar.remember(state, shooter_id, target_id, target.base)
    if chosen.is_atgm and shooter.profile.cls == "SUPPORT":
        yield from _backblast(state, shooter_id)


def attack(state: State, firing: Firing) -> Procedure[None]:
    """RHINE-FIRE-25, 26: the dice of a shot, and what they do to its target."""
    score = need(state, firing)
    hopeless = warning(state, score)
    if hopeless:
        state.tell("warning", f"{firing.shooter.name} {hopeless}", "RHINE-FIRE-32", firing.shooter.id)
    values = [value for _, value in attack_inputs(state, firing, dice(state, firing), score)]
    if firing.target.profile.is_foot:
        on_foot = yield from by(state, firing.shooter.side, procedures.fire_at_foot(state.house, *values))
        yield from damage.foot_under_fire(state, firing.target.id, on_foot.result, on_foot.markers)
    else:
        on_vehicle = yield from by(state, firing.shooter.side, procedures.fire_at_vehicle(state.house, *values))
        yield from damage.vehicle_under_fire(state, firing.target.id, on_vehicle.result, on_vehicle.markers)


def _backblast(state: State, shooter_id: str) -> Procedure[None]:
    """Option `atgm_backblast` (RHINE-FIRE-20): a missile team that fires out of a building takes a marker itself."""
    shooter = state.units[shooter_id]
    if state.house.atgm_backblast and shooter.on_table and mortar.stands_in(state, shooter.base, "building"):
        why = f"{shooter.name} is shaken by the back blast of its missile"
        yield from damage.mark(state, shooter_id, 1, "RHINE-FIRE-20", why)
