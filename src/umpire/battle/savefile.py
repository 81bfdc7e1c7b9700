"""Save files: one JSON document that names its format, the game and the version of its rules.

The file holds the whole log and the last snapshot. A checksum tells a damaged file from a whole one before
anything in it is believed.
"""

from __future__ import annotations

from fractions import Fraction
from hashlib import blake2b
from typing import Annotated, Any

import msgspec

from umpire.battle.contract import Game
from umpire.battle.decisions import Refused
from umpire.battle.log import Drift, Entry
from umpire.battle.points import digest_of, faces_to_set, last_point
from umpire.battle.reading import known
from umpire.battle.session import Battle, RuleFailed
from umpire.dice.offered import shown

FORMAT = "umpire battle"
VERSION = 1
MOST_DICE = 10**12
"""More than any battle throws, and far from what a database can count to."""
MOST_SAVE = 30_000_000
"""Bytes of a file that is opened as a battle: longer ones are none, and some have no end."""


class BadSave(ValueError):
    """A file that cannot be opened as a battle: one sentence says why."""


class Body(msgspec.Struct, forbid_unknown_fields=True):
    """What a save file holds of a battle: all that brings it back."""

    game: str
    rules: str
    scenario: str
    options: dict[str, Any]
    seed: int
    dice_used: Annotated[int, msgspec.Meta(ge=0, le=MOST_DICE)]
    own_dice: bool
    seats: dict[str, str]
    log: list[Entry]
    open_throws: list[list[int]]
    snapshot: str


class _File(msgspec.Struct):
    format: str
    version: int
    checksum: str
    body: msgspec.Raw


class Saved(msgspec.Struct):
    """A save file read and checked, not yet a battle."""

    game: str
    rules: str
    scenario: str
    seats: dict[str, str]
    body: Any


def _plain(value: Any) -> str:
    """Options may be fractions; they are written as people type them."""
    if isinstance(value, Fraction):
        return str(value)
    raise TypeError(f"{value!r} cannot be saved")


def _checksum(body: bytes) -> str:
    return blake2b(body, digest_size=16).hexdigest()


def body_of(battle: Battle, seats: dict[str, str] | None = None) -> Body:
    return Body(
        game=battle.game.slug,
        rules=battle.rules,
        scenario=battle.scenario,
        options=battle.options,
        seed=battle.seed,
        dice_used=battle.dice_used,
        own_dice=battle.own_dice,
        seats=seats or {},
        log=battle.log,
        open_throws=[list(faces) for faces in battle.open_throws],
        snapshot=battle.game.encode(battle.snapshots[-1].state).decode(),
    )


def save(battle: Battle, seats: dict[str, str] | None = None) -> bytes:
    """The battle as a save file; `seats` says who sits where ("human", "greedy", ...)."""
    body = msgspec.json.encode(body_of(battle, seats), enc_hook=_plain)
    return msgspec.json.encode(_File(FORMAT, VERSION, _checksum(body), msgspec.Raw(body)))


def read(data: bytes) -> Saved:
    """Read and check a save file; `BadSave` says in one sentence what is wrong with it."""
    try:
        file = msgspec.json.decode(data, type=known(_File))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise BadSave("this is not a whole Umpire save file: it is cut short or something else.") from None
    if file.format != FORMAT:
        raise BadSave(f"this is not an Umpire save file: its format is {shown(file.format)}.")
    if file.version != VERSION:
        theirs = f"this save file has format version {file.version}"
        raise BadSave(f"{theirs}; this Umpire reads version {VERSION}.")
    if _checksum(bytes(file.body)) != file.checksum:
        raise BadSave("this save file has been changed or damaged: its checksum does not fit.")
    try:
        body = msgspec.json.decode(file.body, type=known(Body))
    except (msgspec.DecodeError, RecursionError) as error:
        raise BadSave(f"this save file does not hold a battle: {str(error)[:200]}.") from None
    return saved_of(body)


def saved_of(body: Body) -> Saved:
    """What a save file would hold, as if it had been read: for those who keep battles elsewhere than in files."""
    return Saved(body.game, body.rules, body.scenario, body.seats, body)


def load(saved: Saved, game: Game) -> Battle:
    """The battle of a save file, at the decision where it was saved.

    If the rules no longer take its log, the battle opens at its last snapshot and `notice` says so.
    """
    body: Body = saved.body
    _dice_can_be_set(game, body)
    try:
        state = game.decode(body.snapshot.encode(), body.scenario, body.options)
        fits = _of_this_log(game, body)
    except Exception as error:  # of old or forged content anything can be missing
        raise BadSave(f"this save file does not fit the game's content: {_told(error)}.") from None
    if not fits:
        raise BadSave("this save file has been changed: its snapshot is not the state that its log comes to.")
    try:
        battle = _open(game, body, body.log, state)
    except Exception as error:  # a rule that breaks down over an old answer is no reason to lose the battle
        why = _told(error)
        battle = _reopen(game, body, state, why)
        since = "The rules changed since this battle was saved"
        if body.rules == game.version:
            since = "The end of the saved log is not what these rules write, as if somebody had edited it"
        battle.notice = f"{since} ({why}): the battle goes on from the start of that activation."
        return battle
    if body.rules != game.version:
        then = f"This battle was saved under version {body.rules[:60]} of the rules"
        battle.notice = f"{then}; it goes on under version {game.version}."
    try:
        for faces in body.open_throws:
            battle.roll(faces)
    except (Refused, RuleFailed) as error:
        raise BadSave(f"this save file does not fit the game's rules: {error}") from None
    return battle


def _dice_can_be_set(game: Game, body: Body) -> None:
    """No players could agree on faces that no die shows, under any version of the rules."""
    for entry in body.log:
        if entry.kind == "set dice":
            try:
                faces_to_set(game, entry.data)
            except Refused as error:
                raise BadSave(f"this save file has been changed: it sets dice as nobody can ({error})") from None


def _of_this_log(game: Game, body: Body) -> bool:
    """Whether the snapshot is what the log says it is.

    Under other rules a state may be written otherwise; after an overrule or a concession the log does not tell.
    """
    if body.rules != game.version:
        return True
    at, snapshot = last_point(body.log), body.snapshot.encode()
    if at == 0:
        return snapshot == game.encode(game.begin(body.scenario, body.options))
    last = body.log[at - 1]
    return last.kind != "end" or last.data == digest_of(snapshot)


def _reopen(game: Game, body: Body, state: Any, why: str) -> Battle:
    """The battle at its last snapshot, without the answers since."""
    try:
        return _open(game, body, body.log[: last_point(body.log)], state)
    except Exception:
        raise BadSave(f"this save file does not fit the game's rules: {why}.") from None


def replay(saved: Saved, game: Game, to: int | None = None, own_dice: bool = True) -> Battle:
    """Play the log again from the start, each line checked; with `to`, only its first lines.

    Where it stands then it waits for dice; with `own_dice` false it rolls dice that were never rolled before.
    """
    body: Body = saved.body
    _dice_can_be_set(game, body)
    entries = body.log if to is None else body.log[:to]
    used = 0 if own_dice else body.dice_used
    try:
        return Battle(game, body.scenario, body.options, body.seed, own_dice, history=entries, used=used)
    except Drift:
        raise
    except (ValueError, LookupError) as error:
        raise BadSave(f"this save file does not fit the game's content: {error}") from error
    except Exception as error:
        raise Drift(f"a rule breaks down over this log: {error!r}") from error


def _told(error: Exception) -> str:
    """What went wrong; the bare errors of Python say nothing without their names."""
    return str(error) if isinstance(error, ValueError) else repr(error)


def _open(game: Game, body: Body, log: list[Entry], state: Any) -> Battle:
    """The battle; one of other rules only if everybody can see it and what is asked: it may lack what that takes."""
    battle = Battle(
        game,
        body.scenario,
        body.options,
        body.seed,
        body.own_dice,
        history=log,
        snapshot=state,
        used=body.dice_used,
    )
    if body.rules != game.version:
        battle.older = body.rules, battle.snapshots[0].at
        for seat in (*game.seats, None):
            battle.view(seat)
        for decision in battle.decisions():
            decision.default()
    return battle
