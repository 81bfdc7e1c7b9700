"""What figures, vehicles and fire missions cost (FUBAR-PTS)."""

from __future__ import annotations

from collections.abc import Mapping

from umpire.games.fubar import sheet
from umpire.games.fubar.units import UNLIMITED, Profile, Weapon


def weapon_points(weapon: Weapon) -> int:
    """FUBAR-PTS-03: fire points, one for each full 16 inches of range, and the mark; mortars have a price."""
    if weapon.name in sheet.ITEM_POINTS:
        return sheet.ITEM_POINTS[weapon.name]
    far = min(weapon.range, UNLIMITED) // sheet.RANGE_POINT
    return max(1, weapon.fp + far + sheet.MARK_POINTS[weapon.mark])


def skill_points(profile: Profile) -> int:
    """FUBAR-PTS-01: what the skills of a figure cost."""
    return sum(sheet.skill(skill).points for skill in profile.skills if skill in sheet.SKILLS)


def figure_points(profile: Profile) -> int:
    """FUBAR-PTS-02, 03: level, armour, weapons, things and skills of a figure on foot, or of a rider and his bike."""
    items = sheet.ITEM_POINTS
    own = sheet.LEVEL_POINTS[profile.level] + sheet.ARMOUR_POINTS[profile.armour] + skill_points(profile)
    carried = sum(weapon_points(weapon) for weapon in profile.weapons) + items[profile.melee]
    carried += items["jump"] * profile.jump + items["designator"] * profile.designator
    carried += items["charge"] * profile.charges + items["minefield"] * profile.mines
    return own + carried + (sheet.CHASSIS_POINTS[profile.chassis] if profile.is_bike else 0)


def vehicle_points(profile: Profile) -> int:
    """FUBAR-PTS-04: chassis, save, the level of the crew, weapons, and half its seats rounded up."""
    hull = sheet.CHASSIS_POINTS[profile.chassis] + sheet.SAVE_POINTS[profile.save]
    armed = sum(weapon_points(weapon) for weapon in profile.weapons)
    return hull + sheet.LEVEL_POINTS[profile.level] + armed + (profile.seats + 1) // 2


def profile_points(profile: Profile) -> int:
    """FUBAR-PTS-01 to 04: what one of these costs."""
    return vehicle_points(profile) if profile.is_vehicle else figure_points(profile)


def mission_points(missions: Mapping[str, int]) -> int:
    """FUBAR-PTS-05: what fire missions cost."""
    return sum(sheet.MISSION_POINTS[kind] * count for kind, count in missions.items())
