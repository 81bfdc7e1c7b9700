"""Dice procedures of any game as forms, as exact odds, and rolled."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import SystemRandom
from typing import Any, Literal

from umpire import games
from umpire.battle import odds as plain
from umpire.battle.contract import Game
from umpire.battle.decisions import Call
from umpire.battle.events import Event, Thrown, dice_event, thrown
from umpire.dice import DiceRequest, Odds, Roll, Runner, Throw, spoken, stage
from umpire.dice.offered import (
    REQUIRED,
    BadInput,
    Choice,
    Flag,
    Groups,
    Input,
    Length,
    Offered,
    Record,
    Row,
    Rows,
    Speech,
    Whole,
    Wholes,
)
from umpire.server import words
from umpire.server.messages import (
    Chip,
    GroupOut,
    InputOut,
    NumberOut,
    OddsField,
    OddsOut,
    OddsRow,
    OddsValue,
    ProcedureOut,
    RollOut,
)
from umpire.server.problems import Problem
from umpire.server.shown import plain_value, reasons_out, throw_out, thrown_out

MOST_ROWS = 400
"""An answer with more outcomes tells its likeliest ones; the distributions of its fields stay whole."""

MOST_ROLLS = 2000
"""A fight that is fought again and again is broken off here."""

Kind = Literal["whole", "length", "flag", "choice", "choices", "wholes", "groups", "record", "row", "rows", "other"]


def find_procedure(game: Game, name: str) -> Offered:
    """As everywhere, but what an address names and is not there is unknown, not a bad input."""
    try:
        return plain.find_procedure(game, name)
    except BadInput as error:
        raise Problem("unknown", str(error)) from None


def title_of(offered: Offered) -> str:
    return offered.name.replace("_", " ").capitalize()


# --- Forms ---


def procedure_out(offered: Offered) -> ProcedureOut:
    inputs = [input_out(item) for item in offered.inputs]
    _agree(offered, inputs)
    return ProcedureOut(offered.name, title_of(offered), offered.text, list(offered.rules), inputs)


def _agree(offered: Offered, inputs: Sequence[InputOut]) -> None:
    """Some inputs may be left out only where others have certain values: give them a value where that helps."""
    for _ in inputs:
        try:
            offered.read({each.name: each.example for each in inputs})
            return
        except BadInput as error:
            for item, shown in zip(offered.inputs, inputs, strict=True):
                if shown.example is None and item.name in str(error):
                    shown.example = _example(item)


def input_out(item: Input) -> InputOut:
    needed = item.default is REQUIRED
    default = None if needed else plain_value(item.default)
    shown = InputOut(item.name, item.text, item.says, _kind(item), needed, default, default)
    shown.none = getattr(item, "none", "")  # what null means, where an input of whatever kind admits it
    if isinstance(item, Whole | Length | Wholes):
        shown.least, shown.most = item.least, item.most
    elif isinstance(item, Groups):
        shown.least, shown.most = item.scores
    elif isinstance(item, Record):
        shown.fields = [input_out(field) for field in item.fields]
    elif isinstance(item, Row):
        shown.fields = [input_out(column) for column in item.columns]
    else:
        shown.choices = words_of(item)
    if needed:
        shown.example = _example(item)
    return shown


def _kind(item: Input) -> Kind:
    kinds: tuple[tuple[type[Input], Kind], ...] = (
        (Whole, "whole"), (Length, "length"), (Flag, "flag"), (Choice, "choice"), (Wholes, "wholes"),
        (Groups, "groups"), (Record, "record"), (Rows, "rows"), (Row, "row"),
    )  # fmt: skip
    known = words_of(item)
    usual: Kind = "other" if not known else "choices" if takes(item, known[:1]) else "choice"
    return next((kind for made, kind in kinds if isinstance(item, made)), usual)


def words_of(item: Input) -> list[str]:
    """The words that an input is chosen from; a game may have inputs of its own kinds."""
    return [str(word) for word in getattr(item, "choices", ())]


def takes(item: Input, value: Any) -> bool:
    try:
        item.read(value)
    except BadInput:
        return False
    return True


def _example(item: Input) -> Any:
    """A value to begin with, for an input that has no default."""
    if item.example is not None:
        return plain_value(item.example)
    if isinstance(item, Whole | Length):
        low, high = item.least, item.most
        usual = 4 if high is not None and high <= 6 else 8 if low is None else max(4, low)
        return usual if high is None else min(usual, high)
    if isinstance(item, Wholes):
        return [min(max(2, item.least), item.most)]
    if isinstance(item, Groups):
        low, high = item.scores
        return [[4, min(max(4, low), high)]]
    if isinstance(item, Record):
        return {each.name: _example(each) for each in item.fields if each.default is REQUIRED}
    known = words_of(item)
    tried: list[Any] = [*known[:1], known[:1], [], 4, 1, 0, "", True, [1], [[1, 1]], [[4, True]]]
    return next((value for value in tried if takes(item, value)), None)


# --- Odds ---


def odds_of(game: Game, name: str, inputs: Mapping[str, Any], options: Mapping[str, Any]) -> OddsOut:
    offered = find_procedure(game, name)
    house = game.house(options)
    shown = odds_out(offered, offered.odds(house, inputs), inputs)
    shown.numbers = numbers_of(offered, house, inputs)
    return shown


def numbers_of(offered: Offered, house: Any, inputs: Mapping[str, Any]) -> list[NumberOut]:
    """The sum behind a procedure: of its number, or of what its first throw needs."""
    read = offered.read(inputs)
    if offered.sum is not None:
        number = offered.sum(house, *read)
        return [NumberOut(title_of(offered), number.value, reasons_out(number.reasons))]
    runner: Runner[Any] = Runner(stage(offered.procedure, house, *read))
    request = None if runner.done else runner.request
    throw = request.next_throw(()) if isinstance(request, DiceRequest) else None
    if throw is None or not throw.reasons:
        return []
    total = sum(reason.amount for reason in throw.reasons)
    return [NumberOut(f"{throw.purpose}: {words.to_throw(throw)}", total, reasons_out(throw.reasons))]


def plain_odds(slug: str, procedure: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """As `umpire odds --json`: inputs by their names or all under `inputs`, house rules under `options`."""
    inputs = dict(given)
    options = inputs.pop("options", {})
    if list(inputs) == ["inputs"]:
        inputs = inputs["inputs"]
    if not isinstance(inputs, dict) or not isinstance(options, dict):
        raise BadInput("inputs and options must be objects, with a value for each name.")
    game = games.game(slug)
    offered = plain.find_procedure(game, procedure)
    found = offered.odds(game.house(options), inputs)
    return plain.as_object(game, offered, inputs, options, found)


def odds_of_call(game: Game, house: Any, call: Call) -> OddsOut:
    """The odds that an option carries, with the numbers behind them."""
    offered = find_procedure(game, call.procedure)
    inputs = dict(call.inputs)
    shown = odds_out(offered, offered.odds(house, inputs), inputs, call.speech)
    shown.at = call.at
    if call.why is not None:
        shown.numbers = [NumberOut(label, number.value, reasons_out(number.reasons)) for label, number in call.why()]
    return shown


def chips_of_call(game: Game, house: Any, call: Call) -> tuple[str, list[Chip]]:
    """As few figures as stand on a target."""
    offered = find_procedure(game, call.procedure)
    inputs = dict(call.inputs)
    odds = offered.odds(house, inputs)
    speech = call.speech or offered.spoken(inputs)
    return spoken.in_short(offered, odds, speech), chips(odds, speech)


def chips(odds: Odds, speech: Speech) -> list[Chip]:
    return [Chip(label, float(share), words.exact(share)) for label, share in spoken.figures(odds, speech)]


def odds_out(offered: Offered, odds: Odds, inputs: Mapping[str, Any], speech: Speech | None = None) -> OddsOut:
    speech = speech or offered.spoken(inputs)
    fields = list(odds.fields)
    ranked = sorted(odds.items(), key=lambda pair: -pair[1])
    rows = [
        OddsRow([plain_value(getattr(outcome, name)) for name in fields], float(p), words.exact(p))
        for outcome, p in ranked[:MOST_ROWS]
    ]
    return OddsOut(
        procedure=offered.name,
        title=title_of(offered),
        words=spoken.in_short(offered, odds, speech),
        chips=chips(odds, speech),
        groups=[
            GroupOut(each.words, float(each.share), words.exact(each.share), list(each.figures))
            for each in spoken.shares(offered, odds, speech)
        ],
        fields=fields,
        rows=rows,
        by=[_field(offered, odds, name) for name in fields],
        numbers=[],
        inputs=[(name, plain_value(value)) for name, value in inputs.items()],
    )


def _field(offered: Offered, odds: Odds, name: str) -> OddsField:
    values = [
        OddsValue(plain_value(value), said, float(p), words.exact(p))
        for value, said, p in spoken.field_words(offered, odds, name)
    ]
    if not spoken.numbers(odds, name):
        return OddsField(name, values, None, None)
    mean = odds.mean(name)
    return OddsField(name, values, float(mean), words.exact(mean))


# --- Rolling ---


def roll(
    game: Game,
    name: str,
    inputs: Mapping[str, Any],
    options: Mapping[str, Any],
    faces: Sequence[Sequence[int]] | None,
    own: bool,
) -> RollOut:
    """Roll a procedure: all of it, or with own dice as far as faces were given."""
    offered = find_procedure(game, name)
    runner: Runner[Any] = Runner(stage(offered.procedure, game.house(options), *offered.read(inputs)))
    given = [list(each) for each in faces or ()]
    events: list[Event] = []
    rng = SystemRandom()
    for _ in range(MOST_ROLLS):
        if runner.done:
            break
        request = runner.request
        if not isinstance(request, DiceRequest):
            raise BadInput(f"{name} asks for more than dice.")
        lying: Roll = ()
        while (throw := request.next_throw(lying)) is not None:
            if given:
                thrown = tuple(given.pop(0))
            elif own:
                return RollOut(_thrown(events, request, lying), throw_out(throw, 0, request.rule), [], "")
            else:
                thrown = tuple(rng.randint(1, throw.sides) for _ in range(throw.dice))
            lying = request.with_throw(lying, thrown)
        answer = request.answer(lying)
        if lying:
            events.append(dice_event(request, lying, answer))
        runner.send(answer)
    if not runner.done:
        raise BadInput(f"{name} with these inputs does not come to an end.")
    if given:
        raise BadInput("more faces are given than dice are thrown.")
    return _rolled(offered, events, runner.result, offered.spoken(inputs))


def _thrown(events: Sequence[Event], request: DiceRequest, lying: Roll) -> list[Any]:
    throws: list[Thrown] = [throw for event in events for throw in event.throws]
    for at, faces in enumerate(lying):
        throw: Throw | None = request.next_throw(lying[:at])
        assert throw is not None
        throws.append(thrown(throw, faces))
    return [thrown_out(throw) for throw in throws]


def _rolled(offered: Offered, events: Sequence[Event], outcome: Any, speech: Speech) -> RollOut:
    """What was rolled, told as in the odds; then whatever else there is to tell."""
    fields = [(name, plain_value(getattr(outcome, name))) for name in outcome._fields]
    said = [spoken.told(offered, outcome, speech)] if fields else []
    said += [spoken.value_words(offered, name, value) for name, value in fields[1:] if value]
    throws = [thrown_out(throw) for event in events for throw in event.throws]
    return RollOut(throws, None, fields, ", ".join(dict.fromkeys(said)))
