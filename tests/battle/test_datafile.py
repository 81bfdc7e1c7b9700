"""Data files: what is wrong is told with file, line and field."""

from __future__ import annotations

import pickle
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Annotated, Literal

import pytest
from msgspec import Meta, Struct

from umpire.battle.datafile import DataError, DataFile, load_toml, locate


class Weapon(Struct, forbid_unknown_fields=True):
    name: str
    range: Annotated[int, Meta(ge=1)]
    kind: Literal["gun", "laser"] = "gun"


class Unit(Struct, forbid_unknown_fields=True):
    name: str
    move: int = 0
    weapon: tuple[Weapon, ...] = ()
    base: dict[str, int] = {}

    def __post_init__(self) -> None:
        if self.move > 100:
            raise ValueError("no unit is that fast")


class Force(Struct, forbid_unknown_fields=True):
    name: str
    points: tuple[int, ...] = ()
    unit: tuple[Unit, ...] = ()
    notes: dict[str, dict[str, Weapon]] = {}


GOOD = """\
name = "Orion"          # line 1
points = [
    100,
    [1, 2], 200,        # line 4
]

[[unit]]                # line 7
name = "Scout"
base = { w = 30, d = 30 }

[[unit.weapon]]         # line 11
name = "Autogun"
range = 40

[[unit]]                # line 15
name = '''
a # [[unit]]
"quoted"
'''
move = 25               # line 20

[[unit.weapon]]         # line 22
name = "Lance # no comment"
range = 60

[[unit.weapon]]         # line 26
"name" = "Missile\\""
range = 80

[notes.'long range'.inner]   # line 30
a.b = 1979-05-27 07:32:00
a."c.d" = { x = [{ y = 1 }, { y = 2, "z" = 3 }] }
"""


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("$", 1),
        ("$.name", 1),
        ("$.points", 2),
        ("$.points[0]", 3),
        ("$.points[1][1]", 4),
        ("$.points[2]", 4),
        ("$.unit", 7),
        ("$.unit[0]", 7),
        ("$.unit[0].name", 8),
        ("$.unit[0].base.d", 9),
        ("$.unit[0].weapon[0]", 11),
        ("$.unit[0].weapon[0].range", 13),
        ("$.unit[1]", 15),
        ("$.unit[1].name", 16),
        ("$.unit[1].move", 20),
        ("$.unit[1].weapon", 22),
        ("$.unit[1].weapon[0].name", 23),
        ("$.unit[1].weapon[1]", 26),
        ("$.unit[1].weapon[1].name", 27),
        ("$.unit[1].weapon[1].range", 28),
        ("$.notes", 30),
        ('$.notes."long range".inner', 30),
        ('$.notes."long range".inner.a.b', 31),
        ('$.notes."long range".inner.a."c.d".x[1].z', 32),
        ("unit[1].move", 20),
    ],
)
def test_a_field_is_found_on_its_line(path: str, line: int) -> None:
    assert locate(GOOD, path) == line


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("$.unit[1].weapon[0].kind", 22),  # a field that is not there: the table it should stand in
        ("$.unit[0].base.h", 9),
        ("$.unit[7].name", 7),
        ("$.scenario", 1),
        ("$.unit[1].weapon[...].range", 22),  # a key that msgspec does not name
    ],
)
def test_a_field_that_is_not_there_is_told_by_the_table_around_it(path: str, line: int) -> None:
    assert locate(GOOD, path) == line


def test_a_tables_own_header_is_its_line_though_an_inner_table_came_first() -> None:
    assert locate("[a.b]\nx = 1\n\n[a]\ny = 2\n", "$.a.missing") == 4


def test_lines_are_counted_alike_with_windows_line_ends() -> None:
    assert locate(GOOD.replace("\n", "\r\n"), "$.unit[1].weapon[1].range") == 28


def test_strings_hide_what_looks_like_toml() -> None:
    text = 'a = """\\"""\n[[b]]"""""\nc = \'\'\'x\'\'\'\'\'\nd = ["]", \'}\', "#"]\n[[b]]\n'
    assert locate(text, "$.b[0]") == 5


def test_a_text_that_is_not_toml_is_told_by_its_line() -> None:
    with pytest.raises(ValueError, match="line 2 is not TOML"):
        locate("a = 1\n? = 2\n", "$.a")


def write(folder: Path, text: str) -> Path:
    path = folder / "orion.toml"
    path.write_text(text, encoding="utf-8")
    return path


def refused(folder: Path, text: str) -> DataError:
    path = write(folder, text)
    with pytest.raises(DataError) as caught:
        load_toml(path, Force)
    error = caught.value
    assert error.file == str(path)
    place = str(path) if error.line is None else f"{path}:{error.line}"
    parts = [place, error.field, error.message]
    assert str(error) == ": ".join(part for part in parts if part)
    return error


def test_a_good_file_is_read(tmp_path: Path) -> None:
    text = 'name = "Orion"\n[[unit]]\nname = "Scout"\nweapon = [{ name = "Autogun", range = 40 }]\n'
    force = load_toml(write(tmp_path, text), Force)
    assert force == Force("Orion", (), (Unit("Scout", 0, (Weapon("Autogun", 40),)),))


def test_a_file_inside_a_package_is_read() -> None:
    class Packed:
        name = "packed.toml"

        def read_bytes(self) -> bytes:
            return b"name = 3"

    packed = Packed()
    # Only what a zipped package offers is used: no path on the disk.
    resource: Traversable = packed  # type: ignore[assignment]
    with pytest.raises(DataError, match=r"^packed\.toml:1: name: expected text, got a whole number$"):
        load_toml(resource, Force)


def test_a_byte_order_mark_and_windows_line_ends_do_no_harm(tmp_path: Path) -> None:
    path = tmp_path / "orion.toml"
    path.write_bytes(b'\xef\xbb\xbfname = "Orion"\r\npoints = [1]\r\n')
    assert load_toml(path, Force) == Force("Orion", (1,))


@pytest.mark.parametrize(
    ("text", "line", "field", "message"),
    [
        ('\nname = "Orion"\npoints = [1,\n"two"]\n', 4, "points[1]", "expected a whole number, got text"),
        (
            'name = "O"\n[[unit]]\nname = "S"\nmove = "far"\n',
            4,
            "unit[0].move",
            "expected a whole number, got text",
        ),
        ('name = "O"\nunit = 3\n', 2, "unit", "expected a list, got a whole number"),
        ("points = []\n", 1, "name", "is missing"),
        ('name = "O"\n\n[[unit]]\nmove = 3\n', 3, "unit[0].name", "is missing"),
        (
            'name = "O"\n[[unit]]\nname = "S"\n[[unit]]\nname = "T"\n[[unit.weapon]]\nrange = 1\n'
            '[[unit.weapon]]\nname = "W"\n',
            6,
            "unit[1].weapon[0].name",
            "is missing",
        ),
        ('name = "O"\n[[unit]]\nname = "S"\nmvoe = 3\n', 4, "unit[0].mvoe", "is not a field known here"),
        ('name = "O"\n\n"in fact" = 1\n', 3, '"in fact"', "is not a field known here"),
        (
            'name = "O"\n[[unit]]\nname = "S"\nweapon = [{ name = "W", range = 4 },\n  { name = "V", range = 0 }]\n',
            5,
            "unit[0].weapon[1].range",
            "expected a whole number >= 1",
        ),
        (
            'name = "O"\n[[unit]]\nname = "S"\n[[unit.weapon]]\nname = "W"\nrange = 3\nkind = "bow"\n',
            7,
            "unit[0].weapon[0].kind",
            "'bow' is not a value it may have: gun, laser",
        ),
        ('name = "O"\n[[unit]]\nname = "S"\nmove = 101\n', 2, "unit[0]", "no unit is that fast"),
        (
            'name = "O"\n[[unit]]\nname = "S"\n[unit.base]\nw = 3\nd = 2.5\n',
            6,
            "unit[0].base.d",
            "expected a whole number, got a number",
        ),
        (
            'name = "O"\n[notes.a.x]\nname = "W"\nrange = 1\n[notes.b.x]\nname = "W"\nrange = 1\n'
            '[notes.b."y z"]\nname = "W"\nrange = -1\n',
            10,
            'notes.b."y z".range',
            "expected a whole number >= 1",
        ),
        (
            'name = "O"\n[notes.a.x]\nname = "W"\n[notes.a.y]\nname = "V"\n',
            2,
            "notes.a.x.range",
            "is missing",
        ),
    ],
)
def test_what_does_not_fit_is_told_with_line_and_field(
    tmp_path: Path, text: str, line: int, field: str, message: str
) -> None:
    error = refused(tmp_path, text)
    assert (error.line, error.field, error.message) == (line, field, message)


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ('name = "O"\nmove = = 3\nx = 1\n', 2, "is not TOML: Invalid value (column 8)"),
        ('name = "O"\nname = "P"\nx = 1\n', 2, "is not TOML: Cannot overwrite a value (column 11)"),
        ('name = "O"\npoints = [1\n\n\n', 2, "is not TOML: Unclosed array (at end of document)"),
    ],
)
def test_bad_toml_is_told_with_its_line(tmp_path: Path, text: str, line: int, message: str) -> None:
    error = refused(tmp_path, text)
    assert (error.line, error.field, error.message) == (line, "", message)


def test_a_file_that_is_not_utf8_is_told_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "latin.toml"
    path.write_bytes('name = "O"\n# café\n'.encode("latin-1"))
    with pytest.raises(DataError) as caught:
        load_toml(path, Force)
    assert str(caught.value) == f"{path}:2: is not UTF-8 text"


def test_a_file_that_is_not_there_is_a_data_error(tmp_path: Path) -> None:
    path = tmp_path / "none.toml"
    with pytest.raises(DataError) as caught:
        load_toml(str(path), Force)
    assert str(caught.value) == f"{path}: cannot be read (No such file or directory)"
    assert caught.value.line is None


@pytest.mark.parametrize("text", ["a = " + "[" * 3000 + "]" * 3000, "a = " + "9" * 5000])
def test_monstrous_files_are_refused_and_not_crashed_on(tmp_path: Path, text: str) -> None:
    error = refused(tmp_path, text)
    assert error.message.startswith(("is nested too deeply", "is not TOML"))


def test_a_loader_can_point_at_a_field_of_its_own_accord() -> None:
    file = DataFile("orion.toml", GOOD)
    error = file.error("$.unit[1].weapon[1].name", "no such weapon")
    assert str(error) == "orion.toml:27: unit[1].weapon[1].name: no such weapon"
    assert isinstance(error, ValueError)


def test_an_error_survives_pickling() -> None:
    error = DataError("orion.toml", 3, "name", "is missing")
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.line, again.field) == (str(error), 3, "name")


class Coats(Struct):
    coat: Literal["red", "blue", "green"] | None = None
    worn: dict[Literal["summer", "winter"], int] = {}
    pair: tuple[int, Literal["left", "right"]] | None = None
    many: list[Literal["a long name of a thing 1", "a long name of a thing 2", "a long name of a thing 3",
                       "a long name of a thing 4", "a long name of a thing 5"]] = []  # fmt: skip


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('coat = "pink"', "coat: 'pink' is not a value it may have: blue, green, red"),
        ("worn = { spring = 1 }", "worn: 'spring' is not a value it may have: summer, winter"),
        ('pair = [1, "up"]', "pair[1]: 'up' is not a value it may have: left, right"),
        ('many = ["x"]', "a long name of a thing 3, ..."),
    ],
)
def test_what_may_stand_there_is_told(text: str, told: str) -> None:
    with pytest.raises(DataError) as caught:
        DataFile("coats.toml", text).parse(Coats)
    assert str(caught.value).endswith(told)
