"""Forces that players put together: what they cost, what is wrong with them, and that they can be fought with."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.games.fubar.dice import house
from umpire import games
from umpire.battle import savefile
from umpire.battle.decisions import Refused
from umpire.battle.forces import FORCES, Army, Pick, cost, plain_army, read_army
from umpire.battle.session import Battle
from umpire.bots import make
from umpire.games.fubar import roster
from umpire.games.fubar.content import SHELF, Content
from umpire.games.fubar.game import ImperialCommander
from umpire.games.fubar.model import RESERVE
from umpire.games.fubar.muster import army_faults, mustered, own_list, rosters, usual_army
from umpire.games.fubar.outfit import upgrades
from umpire.games.fubar.schema import FigureEntry, UnitEntry

GAME = games.game("fubar")
IMPERIAL = ImperialCommander()
SCENARIOS = [card.id for card in GAME.scenarios()]


def rules(army: Army) -> list[str]:
    return [fault.rule for fault in army_faults(army, None, None, house())]


def squad(**upgrades: int) -> UnitEntry:
    """The line squad of the corps with these upgrades, as it is fielded."""
    return mustered(line_squad(**upgrades), "A").unit[0]


def line_squad(**upgrades: int) -> Army:
    named = {id.replace("_", "-").replace("armour-la", "armour-LA"): count for id, count in upgrades.items()}
    data = {"roster": "meridian", "units": [{"kind": "a4", "count": 1, "upgrades": named}]}
    return read_army(data, rosters())


def told(entry: UnitEntry) -> list[tuple[int, str, str, tuple[str, ...], tuple[str, ...]]]:
    return [(f.count, f.name, f.armour, tuple(f.weapons), tuple(f.skills)) for f in entry.figure]


# --- Words ---------------------------------------------------------------------------------------------------


def test_a_kind_is_told_with_all_that_it_has() -> None:
    kinds = {
        kind.id: kind.text for each in rosters() if each.id in ("meridian", "free-colonies") for kind in each.kinds
    }
    assert kinds["a5"].startswith("1 Painter (Veteran, FI, Laser Rifle, Scout, jump pack, laser designator); 3 Scout")
    assert kinds["b6"] == (
        "3 Sapper (Regular, FA, Laser Pistol, Sapper, 1 demolition charge); "
        "1 Minelayer (Regular, FA, Laser Pistol, Sapper, 1 minefield)"
    )
    assert kinds["b9"] == (
        "2 Biker (Regular, LA, Bolt Pistol, bike with Sun Gun); "
        "1 Grav biker (Regular, LA, Bolt Pistol, grav bike with Sun Gun)"
    )
    assert kinds["b10"].endswith("8 open seats")
    assert kinds["mission-light"].startswith("1 die for")


@pytest.mark.rule("FUBAR-FAN-01")
@pytest.mark.parametrize("name", SHELF.force_names)
def test_fanatics_are_whom_a_list_says_nobody_becomes_one(name: str) -> None:
    listed = SHELF.force(name)
    known, _ = roster.arsenal(listed)
    for entry in listed.unit:
        offered = [upgrade.id for upgrade in upgrades(entry, known)]
        assert "skill-fanatic" not in offered
        assert ("skill-leader" in offered or "skill-medic" in offered) is (entry.vehicle is None)


# --- Prices --------------------------------------------------------------------------------------------------


@pytest.mark.rule("FUBAR-PTS-01", "FUBAR-PTS-02", "FUBAR-PTS-03", "FUBAR-PTS-04", "FUBAR-PTS-05")
@pytest.mark.parametrize("name", SHELF.force_names)
def test_the_price_of_a_list_is_what_its_figures_cost(name: str) -> None:
    """Every kind by itself and with every upgrade, once and (with more figures) three times."""
    known = {rule.id for rule in GAME.catalogue.rules}
    listed = next(each for each in rosters() if each.id == name)
    tried = 0
    for kind in listed.kinds:
        more = tuple((each.id, 2) for each in kind.upgrades if each.id.startswith("figure-"))
        outfits: list[tuple[tuple[str, int], ...]] = [(), more]
        for upgrade in kind.upgrades:
            assert upgrade.rule in known
            outfits.append(((upgrade.id, 1),))
            if upgrade.most > 1:
                others = tuple(each for each in more if each[0] != upgrade.id)
                outfits.append((*others, (upgrade.id, 3)))
        for outfit in outfits:
            army = Army(name, (Pick(kind.id, 2, outfit),))
            assert cost(army, rosters()) == roster.force_points(mustered(army, "A")), army
            tried += 1
    assert tried > len(listed.kinds) + 50
    assert cost(listed.usual, rosters()) == roster.force_points(SHELF.force(name))


@pytest.mark.rule("FUBAR-PTS-01", "FUBAR-PTS-03")
def test_many_upgrades_together_add_up() -> None:
    rng = Random(7)
    for _ in range(200):
        listed = rng.choice(rosters())
        army = wild(listed.id, rng)
        assert cost(army, rosters()) == roster.force_points(mustered(army, "B"))


def wild(name: str, rng: Random, most: int = 2) -> Army:
    """Some units of a list, some with upgrades, of each sort no more than there are figures to begin with."""
    listed = next(each for each in rosters() if each.id == name)
    entries = {entry.id: entry for entry in SHELF.force(name).unit}
    picks: list[Pick] = []
    for kind in listed.kinds:
        number = rng.randint(0, most)
        has: dict[str, int] = {}
        if kind.id in entries:
            figures = max((figure.count for figure in entries[kind.id].figure), default=1)
            for sort in ("figure", "armour", "weapon", "skill"):
                offered = [upgrade.id for upgrade in kind.upgrades if upgrade.id.startswith(f"{sort}-")]
                if offered and rng.random() < 0.5:
                    has[rng.choice(offered)] = rng.randint(1, min(3, figures))
        if number:
            picks.append(Pick(kind.id, number, tuple(sorted(has.items()))))
    return Army(name, tuple(picks) or (Pick(listed.kinds[0].id),), "Mob")


# --- What it makes -------------------------------------------------------------------------------------------


def test_what_a_unit_has_besides_meets_on_the_first_men_of_its_main_line() -> None:
    plain, first = ("Laser Rifle",), told(squad())[0]
    found = told(squad(figure_2=1, weapon_meltagun=2, skill_scout=1))
    assert found[0] == first == (1, "Sergeant", "LA", plain, ("leader",))
    assert found[1] == (1, "Rifleman (Scout, Meltagun)", "LA", ("Meltagun",), ("scout",))
    assert found[2] == (1, "Rifleman (Meltagun)", "LA", ("Meltagun",), ())
    assert found[3] == (4, "Rifleman", "LA", plain, ())
    assert sum(line[0] for line in found) == 9


@pytest.mark.rule("FUBAR-SNP-02")
def test_a_sniper_gets_the_sniper_weapon_whatever_else_there_is() -> None:
    army = line_squad(weapon_flamer=1, weapon_sniper_laser=1, skill_gunner=1, skill_sniper=1)
    snipers = [figure for figure in mustered(army, "A").unit[0].figure if "Sniper Laser" in figure.weapons]
    assert [figure.skills for figure in snipers] == [["sniper"]]
    assert rules(army) == []
    alone = line_squad(weapon_sniper_laser=1)
    assert rules(alone) == ["FUBAR-SNP-02"]


def test_units_of_one_kind_are_numbered_and_those_with_other_upgrades_too() -> None:
    army = Army("outpost", (Pick("o2", 1, (("armour-LA", 1),)), Pick("o4"), Pick("o2")))
    found = mustered(army, "B")
    assert [(entry.id, entry.name) for entry in found.unit] == [
        ("b-1", "Grenadiers 1"), ("b-2", "Grenadiers 2"), ("b-3", "Gun truck"),
    ]  # fmt: skip
    assert [figure.armour for figure in found.unit[0].figure] == ["LA", "FI"]
    assert [figure.armour for figure in found.unit[1].figure] == ["FI"]


def test_a_vehicle_has_another_weapon_instead_of_its_first() -> None:
    army = Army("meridian", (Pick("a7", 1, (("weapon-autocannon", 1),)),))
    vehicle = mustered(army, "A").unit[0].vehicle
    assert vehicle is not None
    assert vehicle.weapons == ["Autocannon", "Demolisher Cannon", "Heavy Bolter"]


@pytest.mark.rule("FUBAR-LDR-06")
def test_the_commander_is_where_the_list_has_him_or_with_the_first_leader() -> None:
    assert mustered(Army("meridian", (Pick("a4"), Pick("a1"))), "A").commander == "a-1"  # a1 stands first in the list
    assert mustered(Army("meridian", (Pick("a7"), Pick("a4"), Pick("a3"))), "A").commander == "a-1"
    assert mustered(Army("meridian", (Pick("a6", 1, (("skill-leader", 1),)), Pick("a5"))), "A").commander == "a-2"
    assert mustered(Army("meridian", (Pick("a7"),)), "A").commander == ""


# --- What is wrong with it -----------------------------------------------------------------------------------


@pytest.mark.rule("FUBAR-PTS-06")
@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("seat", ["A", "B"])
def test_nothing_is_wrong_with_the_usual_forces(scenario: str, seat: str) -> None:
    army = usual_army(SHELF.scenario(scenario), seat)
    assert army_faults(army, SHELF.scenario(scenario), seat, house()) == []
    assert army_faults(army, None, None, house()) == []


@pytest.mark.rule("FUBAR-PTS-06", "FUBAR-LDR-01", "FUBAR-LDR-02", "FUBAR-SKL-02", "FUBAR-IND-14")
def test_each_fault_is_told_with_its_rule() -> None:
    assert rules(Army("meridian", (Pick("a7"),))) == ["FUBAR-LDR-02"]
    assert rules(line_squad(skill_leader=1)) == ["FUBAR-LDR-01"]
    assert rules(Army("free-colonies", (Pick("b1"), Pick("b5a", 4)))) == ["FUBAR-SNP-01"]
    assert rules(Army("free-colonies", (Pick("b1"), Pick("b3", 1, (("skill-gunner", 1),))))) == ["FUBAR-SKL-02"]
    assert rules(Army("meridian", (Pick("a1"), Pick("mission-light", 4)))) == ["FUBAR-IND-14"]
    assert rules(Army("meridian", (Pick("a1"), Pick("a3", 8)))) == ["FUBAR-PTS-06"]
    assert rules(line_squad(skill_scout=6)) == ["FUBAR-UNIT-02"]
    faults = army_faults(
        Army("outpost", (Pick("o1", 1, (("skill-medic", 1),)),)), SHELF.scenario("pump-house"), "B", house()
    )
    assert [(fault.sentence, fault.rule) for fault in faults] == [
        ("Militia, Militiaman (Medic): 1 skills; Green may have 0.", "FUBAR-SKL-05")
    ]


@pytest.mark.rule("FUBAR-PTS-06", "FUBAR-IND-14", "FUBAR-SKL-04")
@pytest.mark.parametrize(
    ("picks", "rule", "options"),
    [
        ((Pick("a1"), Pick("a2", 9)), "FUBAR-PTS-06", {"points": "off"}),
        ((Pick("a1"), Pick("mission-heavy", 4)), "FUBAR-IND-14", {"fire_missions": "unlimited"}),
        ((Pick("a1"), Pick("mission-heavy", 4)), "FUBAR-IND-14", {"fire_missions": 4}),
    ],
)
@pytest.mark.parametrize("scenario", ["relay-station", None])
def test_the_house_rules_of_the_battle_say_what_is_a_fault(
    picks: tuple[Pick, ...], rule: str, options: dict[str, Any], scenario: str | None
) -> None:
    """Nine teams of three cost more than the corps may, four missions are one too many."""
    army, seat = Army("meridian", picks), "A" if scenario else None
    assert rule in [fault.rule for fault in IMPERIAL.army_faults(army, scenario, seat, {FORCES: {}})]
    assert rule not in [fault.rule for fault in IMPERIAL.army_faults(army, scenario, seat, options)]
    hero = Army("meridian", (Pick("a1"),))  # with two skills
    assert IMPERIAL.army_faults(hero, scenario, seat, options) == []
    (fault,) = IMPERIAL.army_faults(hero, scenario, seat, {**options, "hero_skills": 1})
    assert fault.rule == "FUBAR-SKL-04"


@pytest.mark.rule("FUBAR-UNIT-01")
def test_fire_missions_alone_are_no_force() -> None:
    army = Army("meridian", (Pick("mission-heavy", 1),))
    assert "FUBAR-UNIT-01" in rules(army)
    with pytest.raises(Refused) as refused:
        Battle(GAME, "causeway", {FORCES: {"A": plain_army(army)}})
    assert refused.value.rule == "FUBAR-UNIT-01"


@pytest.mark.parametrize("seat", ["A", "B"])
@pytest.mark.parametrize(
    "picks", [(Pick("b1"), Pick("b11", 40)), (Pick("b2", 9),), (Pick("b2", 20, (("figure-1", 10), ("figure-2", 10))),)]
)
def test_a_list_without_room_in_its_zone_is_refused(seat: str, picks: tuple[Pick, ...]) -> None:
    with pytest.raises(Refused, match="more room"):
        Battle(GAME, "pump-house", {FORCES: {seat: plain_army(Army("free-colonies", picks))}})


def test_a_unit_too_large_to_come_on_at_its_edge_is_refused() -> None:
    for more, fits in ((20, True), (30, False)):
        army = plain_army(Army("free-colonies", (Pick("b1"), Pick("b9", 1, (("figure-1", more),)))))
        if fits:
            assert Battle(GAME, "causeway", {FORCES: {"B": army}}).decision is not None
        else:
            with pytest.raises(Refused, match="cannot come on"):
                Battle(GAME, "causeway", {FORCES: {"B": army}})


# --- What the scenario says of its units ---------------------------------------------------------------------


def content(scenario: str, **armies: Army) -> Content:
    own = {seat: own_list(army, SHELF.scenario(scenario), seat) for seat, army in armies.items()}
    return Content(scenario, SHELF.scenario(scenario), house(), own)


def test_what_the_scenario_says_of_a_unit_holds_for_its_kind() -> None:
    a = Army("meridian", (Pick("a1"), Pick("a2", 2), Pick("a3", 3), Pick("a8", 2), Pick("mission-heavy", 2)))
    b = Army("free-colonies", (Pick("b1"), Pick("b5a", 2), Pick("b6", 2)), "Mine")
    found = content("relay-station", A=a, B=b)
    assert found.arrivals == {"a-2": 5, "a-3": 5}
    assert found.rides == {"a-4": "a-7", "a-5": "a-8"}
    assert sorted(found.unit_zones) == ["b-2", "b-3"]
    assert sorted(found.mine_zones) == ["b-4", "b-5"]
    sides = found.fresh().sides
    assert [(side.name, side.missions, side.commander) for side in sides] == [
        (SHELF.force("meridian").name, {"heavy": 2}, "a-1.1"), ("Mine", {}, "b-1.1"),
    ]  # fmt: skip


def test_another_list_is_not_bound_by_what_the_scenario_says_of_its_units() -> None:
    other = content("relay-station", A=Army("free-colonies", (Pick("b1"), Pick("b5a"), Pick("b6"))))
    assert not other.arrivals
    assert not other.rides
    assert sorted(other.unit_zones) == ["b5a", "b5b"], "those of the other side keep theirs"
    assert all(unit.id.startswith("a-") for unit in other.fresh().units if unit.side == "A")
    both = Army("meridian", (Pick("a1"), Pick("a2")))
    same = content("causeway", A=both, B=both)
    assert len({unit.id for unit in same.fresh().units}) == 4


# --- Battles -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("seed", range(3))
def test_battles_with_own_lists_are_fought_to_their_end_saved_and_loaded(scenario: str, seed: int) -> None:
    rng = Random(seed)
    small = scenario == "pump-house"
    names = {"A": "landing-party" if small else "meridian", "B": "outpost" if small else "free-colonies"}
    if seed == 2:
        names = {"A": names["B"], "B": names["A"]}
    armies = {seat: wild(name, rng, 1 if not small else 2) for seat, name in names.items()}
    options = {FORCES: {seat: plain_army(army) for seat, army in armies.items()}}
    battle = Battle(GAME, scenario, options, seed)
    bots = {seat: make(GAME, "random", seed) for seat in GAME.seats}
    steps = 0
    while battle.result is None and steps < 4_000:
        decision = battle.decision
        assert decision is not None
        battle.answer(bots[decision.seat].answer(battle.state, decision), decision.seat)
        steps += 1
        if steps in (5, 60):
            half = savefile.load(savefile.read(savefile.save(battle)), GAME)
            assert half.digest() == battle.digest()
    assert battle.result is not None
    again = savefile.load(savefile.read(savefile.save(battle)), GAME)
    assert again.digest() == battle.digest()
    assert again.options[FORCES]["A"]["name"] == "Mob"
    fielded = {unit.id for unit in again.state.units.values() if not unit.origin}
    assert fielded == {entry.id for seat, army in armies.items() for entry in mustered(army, seat).unit}
    assert any(unit.place != RESERVE for unit in again.state.units.values())


def test_a_large_squad_closes_up_where_its_zone_is_shallow() -> None:
    army = Army("outpost", (Pick("o1", 1, (("figure-2", 10), ("figure-3", 10))),))
    battle = Battle(GAME, "pump-house", {FORCES: {"B": plain_army(army)}}, 1)
    bots = {seat: make(GAME, "random", 1) for seat in GAME.seats}
    decision = battle.decision
    assert decision is not None
    battle.answer(bots[decision.seat].answer(battle.state, decision), decision.seat)
    unit = battle.state.units["b-1"]
    assert len(unit.figures) == 27
    assert unit.on_table
    assert all(24_000 <= figure.base.y <= 30_000 for figure in unit.figures)


def test_entries_of_the_list_are_left_as_they_are() -> None:
    before: list[FigureEntry] = list(SHELF.force("meridian").unit[3].figure)
    squad(figure_2=3, weapon_flamer=2, skill_scout=2)
    assert SHELF.force("meridian").unit[3].figure == before
    assert [figure.count for figure in before] == [1, 5, 1, 1]
