"""The example game holds to the contract and to its three rules."""

from __future__ import annotations

import ast
from fractions import Fraction
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

import umpire
from tests.examples.conftest import PICKET
from tests.installed import ROOT
from umpire import games
from umpire.battle.contract import Game
from umpire.battle.decisions import PickOne, Refused
from umpire.battle.session import Battle
from umpire.bots import make
from umpire.bots.match import play_out
from umpire.lab.contract import check_game, check_own_dice
from umpire.lab.coverage import report
from umpire.server.app import create_app


def test_picket_holds_to_the_contract(picket: Game) -> None:
    check_game(picket, "dawn", battles=5)
    check_game(picket, "dawn", battles=1, options={"long_range": 0})
    check_own_dice(picket, "dawn")


def test_the_program_finds_picket_by_its_entry_point(picket: Game) -> None:
    assert "picket" in games.names()
    assert picket.slug == "picket"


def test_picket_imports_the_core_alone() -> None:
    """Neither front ends nor bots nor other games: the rule that import-linter holds for the games of the house."""
    sources = sorted((PICKET / "picket").glob("*.py"))
    found = {
        node.module
        for file in sources
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and node.module is not None and node.module.startswith("umpire")
    }
    assert found
    assert {module.split(".")[1] for module in found} <= {"battle", "dice", "table"}


def test_the_server_knows_picket_without_a_line_of_its_own(picket: Game, tmp_path: Path) -> None:
    with TestClient(create_app(tmp_path / "battles.db", tmp_path / "no page")) as server:
        assert "picket" in [game["slug"] for game in server.get("/api/games").json()]
        assert server.post("/api/battles", json={"game": "picket", "seed": 1}).status_code == 201


def test_greedy_beats_random(picket: Game) -> None:
    wins = {"A": 0, "B": 0, None: 0}
    for seed in range(40):
        bots = {"A": make(picket, "greedy"), "B": make(picket, "random", seed)}
        wins[play_out(picket, "dawn", bots, seed).result.winner] += 1
    assert wins["A"] > 2 * wins["B"]


# --- The rules ---


def go(battle: Battle, squad: str, dx: int, dy: int) -> None:
    """A squad moves straight ahead by so many thousandths of an inch."""
    battle.answer(f"move {squad}")
    piece = next(piece for piece in battle.view(None).pieces if piece.id == squad)
    battle.answer({"path": [[piece.x, piece.y], [piece.x + dx, piece.y + dy]], "facing": piece.facing})


def offered(battle: Battle) -> list[str]:
    assert isinstance(battle.decision, PickOne)
    return [option.key for option in battle.decision.options]


def men(battle: Battle, squad: str) -> str:
    return next(dict(piece.card)["men"] for piece in battle.view(None).pieces if piece.id == squad)


@pytest.mark.rule("PKT-ACT-01")
def test_the_sides_take_turns(picket: Game) -> None:
    battle = Battle(picket, "dawn")
    seats = []
    for _ in range(4):
        assert battle.decision is not None
        seats.append(battle.decision.seat)
        go(battle, f"{battle.decision.seat.lower()}1", 0, 0)
    assert seats == ["A", "B", "A", "B"]


@pytest.mark.rule("PKT-ACT-01")
def test_a_squad_moves_up_to_six_inches(picket: Game) -> None:
    battle = Battle(picket, "dawn")
    with pytest.raises(Refused, match="farther than 6 inches"):
        go(battle, "a1", 0, 6_001)
    battle.undo()
    go(battle, "a1", 0, 6_000)
    moved = next(piece for piece in battle.view(None).pieces if piece.id == "a1")
    assert (moved.x, moved.y) == (8_000, 10_000)


@pytest.mark.rule("PKT-ACT-01")
def test_a_squad_stops_on_the_table_and_clear_of_others(picket: Game) -> None:
    battle = Battle(picket, "dawn")
    go(battle, "a1", 6_000, 0)  # an edge of its base now touches that of a2
    go(battle, "b1", 0, 0)
    with pytest.raises(Refused, match="no room"):
        go(battle, "a1", 1, 0)
    with pytest.raises(Refused, match="no room"):
        battle.answer({"path": [[14_000, 4_000], [14_000, 499]], "facing": 0})
    battle.answer({"path": [[14_000, 4_000], [14_000, 500]], "facing": 0})


@pytest.mark.rule("PKT-SHT-01")
@pytest.mark.parametrize(("step", "in_range"), [(2_999, False), (3_000, True)])
def test_a_squad_shoots_up_to_twelve_inches_from_edge_to_edge(picket: Game, step: int, in_range: bool) -> None:
    battle = Battle(picket, "dawn")
    assert offered(battle) == ["move a1", "move a2"]
    go(battle, "a1", 0, step)
    go(battle, "b2", 0, 0)
    assert ("shoot a1 b1" in offered(battle)) == in_range


@pytest.mark.rule("PKT-SHT-01")
@pytest.mark.parametrize(("step", "left"), [(-3_000, "2"), (-2_999, "4")])
def test_each_man_rolls_and_needs_one_more_beyond_six_inches(picket: Game, step: int, left: str) -> None:
    battle = Battle(picket, "dawn", own_dice=True)
    go(battle, "a1", 0, 6_000)
    go(battle, "b1", 0, step)
    battle.answer("shoot a1 b1")
    battle.roll([3, 4, 4, 5, 1])
    assert men(battle, "b1") == left


@pytest.mark.rule("PKT-SHT-01")
def test_the_odds_of_a_volley_are_those_of_its_dice(picket: Game) -> None:
    assert umpire.odds("picket", "volley", men=2, target=2).p(wiped_out=True) == Fraction(1, 4)
    assert umpire.odds("picket", "volley", men=2, target=1).p(wiped_out=True) == Fraction(3, 4)
    assert umpire.odds("picket", "volley", men=2, target=2, far=True).p(wiped_out=True) == Fraction(1, 9)
    at_ease = umpire.odds("picket", "volley", options={"long_range": 0}, men=2, target=2, far=True)
    assert at_ease.p(wiped_out=True) == Fraction(1, 4)


@pytest.mark.rule("PKT-END-01")
def test_a_side_without_men_has_lost(picket: Game) -> None:
    battle = Battle(picket, "dawn")
    for squad in ("b1", "b2"):
        assert battle.result is None
        battle.propose("A", "overrule", {"unit": squad, "men": 0})
        battle.consent("B")
    assert battle.result is not None
    assert battle.result.winner == "A"


@pytest.mark.rule("PKT-END-01")
@pytest.mark.parametrize(("left", "winner"), [(5, None), (4, "B"), (6, "A")])
def test_after_the_last_turn_the_side_with_more_men_has_won(picket: Game, left: int, winner: str | None) -> None:
    battle = Battle(picket, "dawn")
    battle.propose("A", "overrule", {"unit": "a1", "men": left})
    battle.consent("B")
    for number in range(16):
        assert battle.result is None
        go(battle, "ab"[number % 2] + "1", 0, 0)
    assert battle.result is not None
    assert battle.result.winner == winner


@pytest.mark.rule("PKT-END-01")
def test_who_gives_up_has_lost(picket: Game) -> None:
    battle = Battle(picket, "dawn")
    battle.concede("A")
    assert battle.result is not None
    assert battle.result.winner == "B"


def test_what_both_agree_on_is_checked_first(picket: Game) -> None:
    battle = Battle(picket, "dawn")
    for change in ({"unit": "c1", "men": 3}, {"unit": "a1"}, {"unit": "a1", "men": 21}, {"unit": "a1", "men": []}, 7):
        with pytest.raises(Refused, match="a squad and its men"):
            battle.propose("A", "overrule", change)


def test_every_rule_is_implemented_and_tested(picket: Game) -> None:
    assert report(picket, ROOT / "tests" / "examples").summary == "3 of 3 rules implemented, 3 of 3 tested"
