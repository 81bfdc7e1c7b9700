"""Sight and hiding on a real table, against a plain reckoning of every line with shapely."""

from __future__ import annotations

from random import Random

import pytest
import shapely

from tests.games.rhine.skirmish import Skirmish
from umpire.games.rhine import content, field
from umpire.table import Base, eyes


def table() -> Skirmish:
    """Kreuzdorf with some vehicles, a wreck and smoke."""
    terrain = list(content.SHELF.scenario("kreuzdorf").terrain)
    s = Skirmish(terrain=terrain)
    rng = Random(5)
    for i in range(8):
        s.unit("AB"[i % 2], f"tank {i}", at=(rng.uniform(10, 62), rng.uniform(8, 40)), facing=rng.randrange(360))
    s.foot("A", "squad", at=(34, 25))
    s.wreck(at=(30, 22), facing=70)
    for x, y in ((26, 20), (28, 24), (40, 24)):
        s.smoke((x, y))
    return s


def shape(base: Base) -> shapely.Polygon:
    return shapely.Polygon(base.corners)


def _in_the_way(s: Skirmish, a: Base, b: Base) -> list[shapely.Polygon]:
    """The vehicles, but for those that stand where one of the two does."""
    bases = [shape(unit.base) for unit in s.state.on_table() if unit.profile.is_vehicle]
    return [each for each in bases if all(shapely.intersection(each, shape(x)).area < 1000 for x in (a, b))]


def reckoned(s: Skirmish, a: Base, b: Base) -> list[tuple[bool, bool]]:
    """For each line from the centre of a to the nine points of b: is it blocked, is it hidden."""
    pieces = [(s.content.features[piece.id], piece, shapely.Polygon(piece.shape)) for piece in s.content.terrain]
    own = [
        piece.id
        for feature, piece, ground in pieces
        for base in (a, b)
        if feature.cover == "fortification"
        and shapely.area(shapely.intersection(ground, shape(base))) > 0.5 * shape(base).area + 1
    ]
    high = 0
    for base in (a, b):
        high = max([high, *[f.height for f, _, ground in pieces if ground.covers(shapely.Point(base.centre))]])
    vehicles = _in_the_way(s, a, b)
    found: list[tuple[bool, bool]] = []
    for eye in eyes(b):
        line = shapely.LineString([a.centre, eye])
        wood = 0.0
        blocked = veiled = False
        for feature, piece, ground in pieces:
            inside = shapely.intersection(line, ground).length
            if inside <= 0.5:
                continue
            blocked = blocked or feature.height > high
            if piece.id in own:
                continue
            blocked = blocked or feature.los == "block"
            wood += inside if feature.los == "wood" else 0.0
            veiled = veiled or feature.los in ("veil", "wood")
        blocked = blocked or wood > 3000.001
        blocked = blocked or any(shapely.intersection(line, each).length > 1 for each in vehicles)
        veiled = veiled or any(shapely.intersection(line, shape(w.base)).length > 1 for w in s.state.wrecks)
        discs = sum(line.distance(shapely.Point(each.x, each.y)) < each.radius for each in s.state.smoke)
        blocked = blocked or discs > 1
        found.append((blocked, blocked or veiled or discs > 0))
    return found


@pytest.mark.rule("RHINE-LOS-01", "RHINE-LOS-02", "RHINE-LOS-03", "RHINE-LOS-04", "RHINE-FIRE-31", "RHINE-SMK-02")
@pytest.mark.parametrize("seed", range(4))
def test_sight_and_hiding_are_as_all_the_lines_say(seed: int) -> None:
    s = table()
    rng = Random(seed)
    answers: list[bool] = []
    for _ in range(120):
        a, b = (
            Base(rng.randrange(3000, 69_000), rng.randrange(3000, 45_000), rng.randrange(360), *rng.choice(SIZES))
            for _ in range(2)
        )
        there, back = reckoned(s, a, b), reckoned(s, b, a)
        seen = any(not blocked for blocked, _ in there + back)
        assert field.sees(s.state, a, b) is seen
        assert field.sees(s.state, b, a) is seen
        assert field.hidden_share(s.state, a, b) == sum(hidden for _, hidden in there)
        answers.append(seen)
    assert 10 < sum(answers) < 110


SIZES = ((1400, 2800), (2000, 1250), (1250, 1250))
