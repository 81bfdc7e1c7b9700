"""Where battles are kept: one SQLite file, through SQLAlchemy.

A battle is kept as its log, line by line, its last snapshot, and what lies open; `Body` of a save file is made of that.
Each change is one transaction and carries the version it changes: who comes second with the same version is refused.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterable, Sequence
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path
from secrets import token_urlsafe
from typing import Any, Literal, get_args

import msgspec
from sqlalchemy import ForeignKey, Index, delete, event, insert, select, text, update
from sqlalchemy.exc import DatabaseError
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession, async_sessionmaker, create_async_engine
from sqlalchemy.orm import DeclarativeBase, Mapped, defer, mapped_column

from umpire.battle.home import data_folder
from umpire.battle.log import Entry
from umpire.battle.reading import known
from umpire.server.problems import Problem, log


class Conflict(RuntimeError):
    """Somebody else has changed this battle in the meantime."""


class BadStore(ValueError):
    """A file that battles cannot be kept in: one sentence."""


VERSION = 1
"""Of the tables; a file with another one is left alone."""


class Base(DeclarativeBase):
    pass


class HouseRow(Base):
    """What belongs to the whole server: the house key."""

    __tablename__ = "house"
    name: Mapped[str] = mapped_column(primary_key=True)
    value: Mapped[str]


class BattleRow(Base):
    __tablename__ = "battles"
    id: Mapped[str] = mapped_column(primary_key=True)
    game: Mapped[str]
    rules: Mapped[str]
    scenario: Mapped[str]
    title: Mapped[str]
    options: Mapped[str]
    seed: Mapped[str]
    own_dice: Mapped[bool]
    players: Mapped[str]
    pace: Mapped[int]
    created: Mapped[str]
    changed: Mapped[str]
    version: Mapped[int]
    dice_used: Mapped[int]
    open_throws: Mapped[str]
    offer: Mapped[str]
    snapshot: Mapped[str]
    card: Mapped[str]


class LineRow(Base):
    """One line of a battle's log."""

    __tablename__ = "lines"
    battle: Mapped[str] = mapped_column(ForeignKey("battles.id", ondelete="CASCADE"), primary_key=True)
    at: Mapped[int] = mapped_column(primary_key=True)
    entry: Mapped[str]


class TokenRow(Base):
    """A secret link, and the seats it holds."""

    __tablename__ = "tokens"
    token: Mapped[str] = mapped_column(primary_key=True)
    battle: Mapped[str] = mapped_column(ForeignKey("battles.id", ondelete="CASCADE"))
    kind: Mapped[str]
    seats: Mapped[str]
    __table_args__ = (Index("tokens_by_battle", "battle"),)


Kind = Literal["here", "link", "watch"]
"""Of links, in the order in which they are shown: of who made the battle, of another player, of spectators."""

KINDS: tuple[str, ...] = get_args(Kind)


class Link(msgspec.Struct, frozen=True):
    token: str
    battle: str
    kind: Kind
    seats: tuple[str, ...]


def in_order(links: Iterable[Link]) -> list[Link]:
    return sorted(links, key=lambda link: (KINDS.index(link.kind), link.seats))


class Card(msgspec.Struct):
    """What the list of battles tells of one."""

    turn: int = 0
    banner: str = ""
    waiting: list[str] = []
    names: dict[str, str] = {}
    scenario_title: str = ""
    result: str | None = None


class Kept(msgspec.Struct):
    """A battle as it is kept, without its log."""

    id: str
    game: str
    rules: str
    scenario: str
    title: str
    options: dict[str, Any]
    seed: int
    own_dice: bool
    players: dict[str, str]
    pace: int
    created: str
    changed: str
    version: int
    dice_used: int
    open_throws: list[list[int]]
    offer: tuple[str, str, Any] | None
    snapshot: str
    card: Card


class Change(msgspec.Struct):
    """What one change of a battle writes: lines of the log from `keep` on, and all that is not in the log."""

    keep: int
    lines: Sequence[Entry]
    dice_used: int
    open_throws: list[list[int]]
    offer: tuple[str, str, Any] | None
    snapshot: str | None
    card: Card
    pace: int


def default_file() -> Path:
    """The database in the user's data folder."""
    return data_folder() / "battles.db"


def now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def _text(value: Any) -> str:
    return msgspec.json.encode(value).decode()


class Store:
    """All reading and writing of battles."""

    def __init__(self, file: Path) -> None:
        self.file = file
        file.parent.mkdir(parents=True, exist_ok=True)
        self._engine: AsyncEngine = create_async_engine(f"sqlite+aiosqlite:///{file}")
        event.listen(self._engine.sync_engine, "connect", _careful)
        self._session = async_sessionmaker(self._engine, expire_on_commit=False)
        self._unreadable: set[str] = set()

    async def open(self) -> None:
        """Make what is not there yet; `BadStore` if the file is something else, or of another version."""
        try:
            await asyncio.to_thread(_look_into, self.file)
            async with self._engine.begin() as connection:
                await connection.run_sync(Base.metadata.create_all)
                await connection.execute(text(f"PRAGMA user_version = {VERSION}"))
        except DatabaseError as error:
            raise BadStore(f"{self.file} does not hold battles: {error.orig}.") from None
        except sqlite3.Error as error:
            raise BadStore(f"{self.file} does not hold battles: {error}.") from None

    async def close(self) -> None:
        await self._engine.dispose()

    async def house_key(self) -> str:
        """The secret of whoever runs this server; made once."""
        async with self._session.begin() as session:
            row = await session.get(HouseRow, "key")
            if row is None:
                row = HouseRow(name="key", value=token_urlsafe(16))
                session.add(row)
            return row.value

    async def add(self, kept: Kept, lines: Sequence[Entry], links: Sequence[Link]) -> None:
        async with self._session.begin() as session:
            session.add(_row(kept))
            await session.flush()
            await _write_lines(session, kept.id, 0, lines)
            for link in links:
                session.add(TokenRow(token=link.token, battle=link.battle, kind=link.kind, seats=_text(link.seats)))

    async def change(self, battle: str, version: int, change: Change) -> None:
        """Write a change of what had this version; `Conflict` if it has another by now, and nothing is written."""
        values: dict[str, Any] = {
            "version": version + 1,
            "changed": now(),
            "dice_used": change.dice_used,
            "open_throws": _text(change.open_throws),
            "offer": _text(change.offer),
            "card": _text(change.card),
            "pace": change.pace,
        }
        if change.snapshot is not None:
            values["snapshot"] = change.snapshot
        async with self._session.begin() as session:
            found = await session.execute(
                update(BattleRow)
                .where(BattleRow.id == battle, BattleRow.version == version)
                .values(values)
                .returning(BattleRow.id)
                .execution_options(synchronize_session=False)
            )
            if found.first() is None:
                raise Conflict(f"battle {battle} has gone on elsewhere")
            await session.execute(delete(LineRow).where(LineRow.battle == battle, LineRow.at >= change.keep))
            await _write_lines(session, battle, change.keep, change.lines)

    async def read(self, battle: str) -> tuple[Kept, list[Entry]] | None:
        """A battle whole; `Problem` if it is there but cannot be read."""
        async with self._session() as session:
            row = await session.get(BattleRow, battle)
            if row is None:
                return None
            lines = await session.scalars(select(LineRow.entry).where(LineRow.battle == battle).order_by(LineRow.at))
            try:
                return _kept(row), [msgspec.json.decode(line, type=known(Entry)) for line in lines]
            except _UNREADABLE as error:
                raise Problem("bad", f"battle {battle} has been changed in {self.file.name}: {error}.") from None

    async def has(self, battle: str) -> bool:
        """Whether there is such a battle, readable or not."""
        async with self._session() as session:
            return await session.scalar(select(BattleRow.id).where(BattleRow.id == battle)) is not None

    async def all(self) -> list[Kept]:
        """Every battle that can be read, the last changed first."""
        async with self._session() as session:
            # Not the snapshots, which are large: nobody looks at them in a list.
            wanted = select(BattleRow).options(defer(BattleRow.snapshot))
            rows = await session.scalars(wanted.order_by(BattleRow.changed.desc(), BattleRow.id))
            found: list[Kept] = []
            for row in rows:
                try:
                    found.append(_kept(row, ""))
                except _UNREADABLE as error:
                    if row.id not in self._unreadable:  # the list is asked for again and again
                        self._unreadable.add(row.id)
                        log.warning("battle %s cannot be read and is not listed: %s", row.id, error)
            return found

    async def links(self, battle: str) -> list[Link]:
        async with self._session() as session:
            rows = await session.scalars(select(TokenRow).where(TokenRow.battle == battle))
            return in_order(_links(rows))

    async def all_links(self) -> list[Link]:
        async with self._session() as session:
            return _links(await session.scalars(select(TokenRow)))

    async def link(self, token: str) -> Link | None:
        async with self._session() as session:
            row = await session.get(TokenRow, token)
            return next(iter(_links([] if row is None else [row])), None)

    async def remove(self, battle: str) -> None:
        async with self._session.begin() as session:
            await session.execute(delete(BattleRow).where(BattleRow.id == battle))


def _look_into(file: Path) -> None:
    """`BadStore` if this is the file of another program, or of another version; nothing in it is changed."""
    if not file.is_file():
        return
    with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as connection:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        if version not in (0, VERSION):
            raise BadStore(f"{file} was written by another version of Umpire ({version}, not {VERSION}).")
        there = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        ours = Base.metadata.tables
        # The version is written last: without it our tables may be there in part, with it they all are.
        strange = there - set(ours) if version == 0 else set(ours) - there
        for name in there & set(ours):
            columns = {row[1] for row in connection.execute(f"PRAGMA table_info({name})")}
            if columns != set(ours[name].columns.keys()):
                strange.add(name)
        if strange:
            raise BadStore(f"{file} does not hold battles: it belongs to another program.")


def _careful(connection: Any, _: Any) -> None:
    """An answer that was acknowledged must survive a power cut."""
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


async def _write_lines(session: AsyncSession, battle: str, start: int, lines: Sequence[Entry]) -> None:
    rows = [{"battle": battle, "at": start + at, "entry": _text(line)} for at, line in enumerate(lines)]
    if rows:
        await session.execute(insert(LineRow), rows)


def _row(kept: Kept) -> BattleRow:
    return BattleRow(
        id=kept.id,
        game=kept.game,
        rules=kept.rules,
        scenario=kept.scenario,
        title=kept.title,
        options=_text(kept.options),
        seed=str(kept.seed),
        own_dice=kept.own_dice,
        players=_text(kept.players),
        pace=kept.pace,
        created=kept.created,
        changed=kept.changed,
        version=kept.version,
        dice_used=kept.dice_used,
        open_throws=_text(kept.open_throws),
        offer=_text(kept.offer),
        snapshot=kept.snapshot,
        card=_text(kept.card),
    )


_UNREADABLE = (ValueError, TypeError, RecursionError)
"""What comes of a row that somebody has written by hand."""


def _kept(row: BattleRow, snapshot: str | None = None) -> Kept:
    fields = {name: getattr(row, name) for name in Kept.__struct_fields__ if name != "snapshot"}
    for name in ("options", "players", "open_throws", "offer", "card"):
        fields[name] = msgspec.json.decode(fields[name])
    fields["seed"] = int(row.seed)
    fields["snapshot"] = row.snapshot if snapshot is None else snapshot
    return msgspec.convert(fields, known(Kept))


def _links(rows: Iterable[TokenRow]) -> list[Link]:
    """The links of these rows; one that cannot be read opens nothing."""
    found: list[Link] = []
    for row in rows:
        with suppress(*_UNREADABLE):
            fields = (row.token, row.battle, row.kind, msgspec.json.decode(row.seats))
            found.append(msgspec.convert(dict(zip(Link.__struct_fields__, fields, strict=True)), known(Link)))
    return found


__all__ = ["BadStore", "Card", "Change", "Conflict", "Kept", "Link", "Store", "default_file", "in_order", "now"]
