"""docs/scenarios.md: its scenario is fine, and it names every field there is."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest

from tests.installed import ROOT
from umpire import games
from umpire.battle.allowed import allowed
from umpire.battle.scenarios import SCENARIO
from umpire.bots import make
from umpire.bots.match import play_out
from umpire.games.awt import schema as awt
from umpire.games.bptc import schema as bptc
from umpire.games.fubar import schema as fubar
from umpire.games.fwc import schema as fwc
from umpire.games.rhine import schema as rhine

PAGE = (ROOT / "docs" / "scenarios.md").read_text(encoding="utf-8")
SHAPES = {"awt": awt.ScenarioFile, "bptc": bptc.ScenarioFile, "fubar": fubar.ScenarioFile, "fwc": fwc.ScenarioFile,
          "rhine": rhine.ScenarioFile}  # fmt: skip


def test_the_scenario_of_the_page_is_fought() -> None:
    [text] = re.findall(r"^```toml\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    game = games.game("fwc")
    players = {seat: make(game, "random", seed=1) for seat in game.seats}
    assert play_out(game, "the-farm", players, seed=1, options={SCENARIO: text}).decisions > 20


def fields_of(shape: Any) -> set[str]:
    """The names of all fields of a record, and of the records in it."""
    info = msgspec.inspect.type_info(shape)
    found: set[str] = set()
    rest: list[Any] = [info]
    while rest:
        kind = rest.pop()
        if isinstance(kind, msgspec.inspect.StructType):
            found.update(field.encode_name for field in kind.fields)
            rest += [field.type for field in kind.fields]
        elif isinstance(kind, msgspec.inspect.UnionType):
            rest += kind.types
        elif isinstance(kind, msgspec.inspect.ListType):
            rest.append(kind.item_type)
        elif isinstance(kind, msgspec.inspect.DictType):
            rest.append(kind.value_type)
    return found


@pytest.mark.parametrize("name", sorted(games.names()))
def test_every_field_stands_on_the_page(name: str) -> None:
    common = PAGE.partition("## What every game has")[2].partition("\n## ")[0]
    own = PAGE.partition(f"## {games.game(name).title}\n")[2].partition("\n## ")[0]
    assert own
    named = set(re.findall(r"`\[*([a-z_]+)(?:\.[AB])?\]*`", common + own))
    fields = fields_of(SHAPES[name]) | set(allowed(SHAPES[name], ("terrain", 0, "kind")))
    assert {"terrain", "zone", "kind", "building" if name in ("awt", "fwc", "rhine") else "road"} < fields
    assert fields <= named, f"{name}: {fields - named} is not on the page"
