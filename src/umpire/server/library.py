"""Games as the lobby, the sheet and the odds pages show them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Literal

from umpire import games
from umpire.battle.catalogue import Rule
from umpire.battle.contract import Game
from umpire.battle.forces import Army, Roster, cost, fielding, read_army
from umpire.battle.scenarios import Chosen, Staging, own_scenario, staging
from umpire.battle.sheet import Block, Lines, Sheet, anchor, readable
from umpire.battle.switches import Option
from umpire.battle.view import View
from umpire.battle.words import keyed, sentence
from umpire.bots import LEVELS
from umpire.server.hall import find_scenario
from umpire.server.messages import (
    ArmyOut,
    FaultOut,
    ForceLine,
    GameOut,
    KindOut,
    Level,
    MusterIn,
    MusterOut,
    OptionCard,
    PickOut,
    RosterOut,
    RuleOut,
    ScenarioIn,
    ScenarioOut,
    SheetBlock,
    SheetLine,
    SheetOut,
    SheetRow,
    SheetSection,
    SideCard,
    UpgradeOut,
)
from umpire.server.problems import Problem
from umpire.server.shown import area_out

LEVEL_CARDS = [Level(level, sentence(level), text) for level, text in reversed(LEVELS.items())]

_made: dict[str, GameOut] = {}


def all_games() -> list[GameOut]:
    """Those that can be loaded; what is wrong with another is told to who asks for it by name."""
    return [game_out(game) for game in games.sound()[0]]


def game_out(game: Game) -> GameOut:
    """The card of a game, made once."""
    found = _made.get(game.slug)
    if found is None:
        musters = fielding(game)
        found = _made[game.slug] = GameOut(
            slug=game.slug,
            title=game.title,
            about=game.about,
            length_unit=game.length_unit,
            turn_word=game.turn_word,
            seats=list(game.seats),
            levels=LEVEL_CARDS,
            scenarios=[scenario_out(game, Chosen(card, {})) for card in game.scenarios()],
            options=[option_out(option) for option in game.catalogue.options],
            rosters=[roster_out(roster) for roster in musters.rosters()] if musters else [],
            own_scenarios=isinstance(game, Staging),
        )
    return found


def own_scenario_out(game: Game, wanted: ScenarioIn) -> ScenarioOut:
    """A scenario of the players' own, if nothing is wrong with it."""
    return scenario_out(game, own_scenario(game, wanted.name, wanted.text))


def scenario_file(game: Game, name: str) -> str:
    """What stands in the file of one of the game's scenarios."""
    return staging(game).scenario_text(find_scenario(game, name).card.id)


def scenario_out(game: Game, chosen: Chosen) -> ScenarioOut:
    card, carried = chosen
    state = game.begin(card.id, carried)
    table = game.view(state, None)
    sides = [side_card(game.view(state, seat), seat, card.sides) for seat in game.seats]
    if (musters := fielding(game)) is not None:
        for side in sides:
            army = musters.usual_army(card.id, side.seat, carried)
            side.army, side.points = army_out(army), cost(army, musters.rosters())
    return ScenarioOut(
        card.id, card.title, card.text, card.minutes, card.turns, card.opening, card.size,
        [area_out(area) for area in table.areas], sides,
    )  # fmt: skip


def side_card(view: View, seat: str, names: Mapping[str, str]) -> SideCard:
    """A side with its force, equal pieces counted together."""
    counts: dict[tuple[str, str], int] = {}
    for piece in view.pieces:
        if piece.side == seat:
            kind = (re.sub(r"\s+\d+$", "", piece.name), piece.symbol)
            counts[kind] = counts.get(kind, 0) + 1
    force = [ForceLine(name, symbol, count) for (name, symbol), count in counts.items()]
    return SideCard(seat, names.get(seat, seat), sum(counts.values()), force, None, None)


# --- Forces ---


def army_out(army: Army) -> ArmyOut:
    units = [PickOut(pick.kind, pick.number, dict(pick.upgrades)) for pick in army.picks]
    return ArmyOut(army.roster, army.name, units)


def roster_out(roster: Roster) -> RosterOut:
    kinds = [
        KindOut(
            kind.id, kind.name, kind.points, kind.symbol, kind.text, kind.group, kind.least, kind.most, kind.rule,
            [UpgradeOut(*upgrade) for upgrade in kind.upgrades],
        )
        for kind in roster.kinds
    ]  # fmt: skip
    return RosterOut(roster.id, roster.name, roster.text, kinds, army_out(roster.usual))


def muster_out(game: Game, wanted: MusterIn) -> MusterOut:
    """What a list costs and what is wrong with it."""
    musters = fielding(game)
    if musters is None:
        raise Problem("unknown", f"{game.title} has no force lists to choose from.")
    chosen = None if wanted.scenario is None else find_scenario(game, wanted.scenario, wanted.scenario_text)
    scenario, carried = (None, {}) if chosen is None else (chosen.card.id, chosen.carried)
    game.house(wanted.options)
    if wanted.seat is not None and wanted.seat not in game.seats:
        raise Problem("unknown", f"there is no seat {wanted.seat[:20]!r}; there is {' and '.join(game.seats)}.")
    rosters = musters.rosters()
    army = read_army(wanted.army, rosters)
    faults = [
        FaultOut(sentence(fault.sentence), fault.rule)
        for fault in musters.army_faults(army, scenario, wanted.seat, {**wanted.options, **carried})
    ]
    return MusterOut(army_out(army), cost(army, rosters), sum(pick.number for pick in army.picks), faults)


# --- House rules ---


def option_out(option: Option) -> OptionCard:
    kind: Literal["flag", "choice", "whole", "fraction"] = "fraction"
    if option.choices:
        kind = "choice"
    elif isinstance(option.default, bool):
        kind = "flag"
    elif isinstance(option.default, int):
        kind = "whole"
    return OptionCard(
        option.name, kind, _plain(option.default), keyed(option.text), list(option.rules), option.may_be,
        list(option.choices), [keyed(str(choice)) for choice in option.choices], _plain(option.min), _plain(option.max),
    )  # fmt: skip


def _plain(value: Any) -> Any:
    return str(value) if isinstance(value, Fraction) else value


# --- Sheet and rules ---


def sheet_out(sheet: Sheet) -> SheetOut:
    sections = [
        SheetSection(anchor(section.title), section.title, [_block(block) for block in section.blocks])
        for section in sheet.sections
    ]
    return SheetOut(sheet.title, sheet.subtitle, sections)


def _block(block: Block) -> SheetBlock:
    if isinstance(block, Lines):
        lines = [
            SheetLine(line.text, line.mark, line.detail, list(line.rules), line.key)
            for line in [readable(each, block.style) for each in block.lines]
        ]
        return SheetBlock("lines", block.title, list(block.rules), block.style, lines)
    rows = [SheetRow(list(row.cells), list(row.rules)) for row in block.rows]
    return SheetBlock("table", block.title, list(block.rules), columns=list(block.columns), rows=rows)


def rule_out(rule: Rule) -> RuleOut:
    return RuleOut(
        rule.id, rule.short, rule.title, rule.text, rule.source, rule.group, rule.group_title, list(rule.options)
    )


def find_rule(game: Game, name: str) -> RuleOut:
    rule = game.catalogue.find(name)
    if rule is None:
        raise Problem("unknown", f"{game.title} has no rule {name[:40]!r}.")
    return rule_out(rule)
