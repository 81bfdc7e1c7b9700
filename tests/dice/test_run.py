"""Running a procedure: the dice asked for, in order, and who decides."""

from __future__ import annotations

from typing import Any

import pytest

from umpire.dice import Again, Die, Pool, Procedure, Runner, ScriptedDice, Total, run, stage


def volley(dice: int) -> Procedure[int]:
    hits: int = yield Pool(dice, 4, label="hits")
    return hits


def until(least: int) -> Procedure[int | Again]:
    face: int = yield Die(label=f"{least} or more")
    return face if face >= least else Again(least - 1)


def attack(dice: int) -> Procedure[tuple[int, int, int]]:
    hits: int = yield from stage(volley, dice)
    far: int = yield Total(hits, label="distance")
    luck: int = yield from stage(until, 6)
    return hits, far, luck


def test_stages_are_run_in_place_and_loops_until_they_end() -> None:
    dice = ScriptedDice(4, 1, 6, 2, 3, 5, 4, 4)
    assert run(attack(3), dice) == (2, 5, 4)
    assert dice.used_up()
    asked = [throw.purpose for throw in dice.throws]
    assert asked == ["hits", "distance", "6 or more", "5 or more", "4 or more"]


def test_a_loop_takes_its_new_inputs() -> None:
    dice = ScriptedDice(5, 4, 4)
    assert run(stage(until, 6), dice) == 4
    assert [throw.purpose for throw in dice.throws] == ["6 or more", "5 or more", "4 or more"]


def test_a_runner_stops_at_each_request_and_has_its_result_at_the_end() -> None:
    runner = Runner(attack(2))
    seen: list[str] = []
    for answer in (1, 6, 2, 5):
        assert not runner.done
        seen.append(runner.request.kind)
        runner.send(answer)
    assert seen == ["pool", "total", "die", "die"]
    assert runner.done
    assert runner.request is None
    assert runner.result == (1, 6, 5)


def test_a_procedure_without_requests_is_done_at_once() -> None:
    def nothing() -> Procedure[str]:
        return "ready"
        yield

    runner = Runner(nothing())
    assert runner.done
    assert runner.result == "ready"


def test_a_closed_runner_gives_the_procedure_its_chance_to_tidy_up() -> None:
    tidied: list[str] = []

    def inner() -> Procedure[int]:
        try:
            face: int = yield Die()
        finally:
            tidied.append("inner")
        return face

    def outer() -> Procedure[int]:
        try:
            face: int = yield from stage(inner)
        finally:
            tidied.append("outer")
        return face

    Runner(outer()).close()
    assert tidied == ["inner", "outer"]


class Question:
    kind = "yes or no"


def asks() -> Procedure[str]:
    yes: bool = yield Question()
    face: int = yield Die()
    return f"{yes} {face}"


def test_choices_go_to_whoever_decides() -> None:
    asked: list[Any] = []

    def decide(request: Any) -> bool:
        asked.append(request.kind)
        return True

    assert run(asks(), ScriptedDice(3), decide) == "True 3"
    assert asked == ["yes or no"]


def test_a_choice_with_nobody_to_decide_is_an_error() -> None:
    with pytest.raises(TypeError, match="'yes or no'"):
        run(asks(), ScriptedDice(3))


def test_an_error_in_a_procedure_comes_through() -> None:
    def broken() -> Procedure[int]:
        yield Die()
        raise LookupError("no such unit")

    with pytest.raises(LookupError, match="no such unit"):
        run(broken(), ScriptedDice(1))
