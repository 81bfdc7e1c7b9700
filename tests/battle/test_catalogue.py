"""The catalogue of rules and house-rule options: looked up in one game's, and read from files made up for a test."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from importlib.resources import files
from pathlib import Path

import pytest

from umpire.battle.catalogue import Catalogue, load_catalogue
from umpire.battle.datafile import DataError
from umpire.battle.switches import BadOption, Option


@cache
def fwc() -> Catalogue:
    return load_catalogue(files("umpire.games.fwc") / "rules.toml")


# Looking things up


@pytest.mark.parametrize("name", ["FWC-INI-01", "fwc-ini-01", "ini-01", "INI-1", "ini1", " ini-01 ", "fwc-ini-1"])
def test_a_rule_is_found_by_its_id_however_it_is_spelt(name: str) -> None:
    rule = fwc().find(name)
    assert rule is fwc().by_id["FWC-INI-01"]
    assert fwc().search(name)[0] is rule
    assert rule is not None
    assert rule.short == "INI-01"


@pytest.mark.parametrize("name", ["", "ini", "ini-99", "abc-ini-01", "fwc-", "FWC-INI-01-2"])
def test_what_is_no_id_finds_no_rule(name: str) -> None:
    assert fwc().find(name) is None


def test_search_wants_all_words_and_ignores_case() -> None:
    found = fwc().search("LASER wire")
    assert {"FWC-MOV-03", "FWC-FAL-11", "FWC-RET-02", "FWC-ENG-01", "FWC-ENG-02"} == {r.id for r in found}
    assert all("laser" in f"{r.title} {r.text}".casefold() for r in found)
    assert fwc().search("laser zeppelin") == ()


def test_search_puts_titles_before_texts_and_keeps_the_order_of_play() -> None:
    found = fwc().search("laser")
    assert found[0].id == "FWC-FAL-11"  # the only one with the word in its title
    order = [rule.id for rule in fwc().rules]
    rest = [order.index(rule.id) for rule in found[1:]]
    assert len(rest) > 2
    assert rest == sorted(rest)


def test_a_group_named_by_its_code_comes_first() -> None:
    found = fwc().search("ca")
    assert [rule.id for rule in found[:20]] == [f"FWC-CA-{n:02}" for n in range(1, 21)]
    assert len(found) > 20


def test_an_id_with_a_word_that_its_rule_has_not_finds_nothing() -> None:
    assert [rule.id for rule in fwc().search("ini-1 closest")] == ["FWC-INI-01"]
    assert fwc().search("ini-1 zeppelin") == ()


def test_no_words_find_every_rule() -> None:
    assert fwc().search("  ") == fwc().rules


# Values of options

FLAG = Option("freeze", True, "Cold.", ("X-A-01",))
LENGTH = Option("chain", 10, "Far.", ("X-A-01",), min=1, max=60)
WORD = Option("mode", "ordered", "How.", ("X-A-01",), choices=("ordered", "called"))
COUNT = Option("bearings", 360, "Where.", ("X-A-01",), choices=(8, 360))
PART = Option("part", Fraction(1, 2), "Much.", ("X-A-01",), min=Fraction(1, 10), max=Fraction(1))


@pytest.mark.parametrize(
    ("option", "typed", "value"),
    [
        (FLAG, "true", True),
        (FLAG, " Off ", False),
        (FLAG, "no", False),
        (FLAG, False, False),
        (LENGTH, "60", 60),
        (LENGTH, " 1", 1),
        (LENGTH, 12, 12),
        (WORD, "Called", "called"),
        (COUNT, "8", 8),
        (COUNT, 8, 8),
        (PART, "1/3", Fraction(1, 3)),
        (PART, "0.25", Fraction(1, 4)),
        (PART, 0.5, Fraction(1, 2)),
        (PART, 1, Fraction(1)),
        (PART, Fraction(2, 3), Fraction(2, 3)),
    ],
)
def test_values_an_option_may_have(option: Option, typed: object, value: object) -> None:
    parsed = option.parse(typed)
    assert parsed == value
    assert type(parsed) is type(value)
    assert option.check(parsed) == value


@pytest.mark.parametrize(
    ("option", "typed", "message"),
    [
        (FLAG, "maybe", "Option freeze may be true or false, not 'maybe'."),
        (FLAG, 1, "Option freeze may be true or false, not 1."),
        (FLAG, None, "Option freeze may be true or false, not None."),
        (LENGTH, "0", "Option chain may be a whole number from 1 to 60, not 0."),
        (LENGTH, 61, "Option chain may be a whole number from 1 to 60, not 61."),
        (LENGTH, True, "Option chain may be a whole number from 1 to 60, not True."),
        (LENGTH, 2.5, "Option chain may be a whole number from 1 to 60, not 2.5."),
        (LENGTH, "٣", "Option chain may be a whole number from 1 to 60, not '٣'."),
        (LENGTH, "ten", "Option chain may be a whole number from 1 to 60, not 'ten'."),
        (WORD, "flown", "Option mode may be one of ordered, called, not 'flown'."),
        (WORD, 3, "Option mode may be one of ordered, called, not 3."),
        (COUNT, "7", "Option bearings may be one of 8, 360, not '7'."),
        (COUNT, 8.0, "Option bearings may be one of 8, 360, not 8.0."),
        (PART, "1/0", "Option part may be a fraction from 1/10 to 1, not '1/0'."),
        (PART, "3/2", "Option part may be a fraction from 1/10 to 1, not '3/2'."),
        (PART, "1e999999999", "Option part may be a fraction from 1/10 to 1, not '1e999999999'."),
        (PART, float("nan"), "Option part may be a fraction from 1/10 to 1, not nan."),
        (WORD, "x" * 99, f"Option mode may be one of ordered, called, not '{'x' * 36}...."),
    ],
)
def test_values_an_option_may_not_have(option: Option, typed: object, message: str) -> None:
    with pytest.raises(BadOption) as caught:
        option.parse(typed)
    assert str(caught.value) == message
    assert isinstance(caught.value, ValueError)


def test_checking_reads_no_typed_text() -> None:
    for option, typed in ((FLAG, "true"), (LENGTH, "12"), (COUNT, "8"), (WORD, "Called")):
        with pytest.raises(BadOption, match=f"^Option {option.name} may be "):
            option.check(typed)


def test_given_options_are_laid_over_the_defaults() -> None:
    values = fwc().options.resolve({"freeze": "off", "retreat_cm": 15, "break_fraction": "1/3"})
    changed = {name: value for name, value in values.items() if value != fwc().options.defaults()[name]}
    assert changed == {"freeze": False, "retreat_cm": 15, "break_fraction": Fraction(1, 3)}
    assert list(values) == list(fwc().options.defaults())
    assert fwc().options.resolve({}) == fwc().options.defaults()


def test_an_unknown_option_is_refused_with_a_hint() -> None:
    with pytest.raises(BadOption, match=r"^There is no option retreat: did you mean retreat_cm\?$"):
        fwc().options.resolve({"retreat": 3})
    with pytest.raises(BadOption, match=r"^There is no option zzz: the options are co_fail_stops_support, .*arc\.$"):
        fwc().options["zzz"]
    assert "retreat_cm" in fwc().options
    assert "retreat" not in fwc().options


# The file format

GAME = """\
[[option]]
name = "freeze"
default = true
text = "Cold."
rules = ["X-AB-02"]

[[option]]
name = "part"
default = "1/2"
min = "1/4"
text = "Much."
rules = ["X-AB-02"]

[[group]]
code = "AB"
title = "All about"

[[group.rule]]
id = "X-AB-01"
title = "One"
text = "First."
source = "sheet"

[[group.rule]]
id = "X-AB-02"
title = "Two"
text = "Second."
source = "sheet+ruling"
option = ["freeze", "part"]
"""


def load(folder: Path, text: str) -> Catalogue:
    path = folder / "rules.toml"
    path.write_text(text, encoding="utf-8")
    return load_catalogue(path)


def test_a_small_game_is_read(tmp_path: Path) -> None:
    game = load(tmp_path, GAME)
    assert [(rule.id, rule.options) for rule in game.rules] == [
        ("X-AB-01", ()),
        ("X-AB-02", ("freeze", "part")),
    ]
    assert game.options["part"].may_be == "a fraction of at least 1/4"
    assert game.options.defaults() == {"freeze": True, "part": Fraction(1, 2)}


def test_a_group_may_begin_with_a_rule_00_that_stands_once(tmp_path: Path) -> None:
    zero = '[[group.rule]]\nid = "X-AB-00"\ntitle = "None"\ntext = "Before."\nsource = "sheet"\n\n'
    first = '[[group.rule]]\nid = "X-AB-01"'
    assert load(tmp_path, GAME.replace(first, zero + first)).rules[0].id == "X-AB-00"
    with pytest.raises(DataError, match="X-AB-00 is out of order or stands twice"):
        load(tmp_path, GAME.replace(first, zero + zero + first))


def test_a_game_may_have_no_options(tmp_path: Path) -> None:
    game = load(tmp_path, GAME[GAME.index("[[group]]") :].replace('option = ["freeze", "part"]\n', ""))
    assert len(game.rules) == 2
    assert game.options.resolve({}) == {}
    with pytest.raises(BadOption, match=r"^There is no option freeze: this game has none\.$"):
        game.options.resolve({"freeze": True})


# Profiles

PROFILES = """
[[profile]]
name = "plain"
text = "As it is."

[[profile]]
name = "other"
text = "As they play it."

[profile.values]
freeze = false
part = "3/4"
"""


def test_a_profile_is_laid_over_the_defaults_and_what_is_given_over_the_profile(tmp_path: Path) -> None:
    options = load(tmp_path, GAME + PROFILES).options
    assert [profile.name for profile in options.profiles] == ["plain", "other"]
    assert options.resolve({"profile": "plain"}) == options.resolve({}) == options.defaults()
    other = options.resolve({"profile": " Other "})
    assert list(other.items()) == [("freeze", False), ("part", Fraction(3, 4))]
    for given in ({"profile": "other", "freeze": "on"}, {"freeze": True, "profile": "other"}):
        assert options.resolve(given) == {"freeze": True, "part": Fraction(3, 4)}


def test_a_profile_is_a_name_to_give_but_no_option(tmp_path: Path) -> None:
    options = load(tmp_path, GAME + PROFILES).options
    assert options.names == ("profile", "freeze", "part")
    assert list(options.defaults()) == ["freeze", "part"]
    assert "profile" not in options
    with pytest.raises(BadOption, match=r"^There is no option profil: did you mean profile\?$"):
        options.resolve({"profil": "other"})


def test_an_unknown_profile_is_refused(tmp_path: Path) -> None:
    options = load(tmp_path, GAME + PROFILES).options
    for name in ("third", "", 3, None):
        with pytest.raises(BadOption, match=rf"^There is no profile {name}: the profiles are plain, other\.$"):
            options.resolve({"profile": name})
    assert "profile" not in fwc().options.names
    with pytest.raises(BadOption, match=r"^There is no profile other: this game has none\.$"):
        fwc().options.resolve({"profile": "other"})


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('"As it is."\n', '"As it is."\nvalues = {freeze = true}\n', "profile[0].values: the first profile"),
        ('name = "other"', 'name = "plain"', "profile[1].name: plain stands twice"),
        ('name = "other"', 'name = "Other"', "profile[1].name: expected text matching regex"),
        ("freeze = false", "freeze = 0", "profile[1].values.freeze: Option freeze may be true or false, not 0."),
        ("freeze = false", "frost = false", "profile[1].values.frost: There is no option frost: "),
        ('part = "3/4"', 'part = "1/8"', "profile[1].values.part: Option part may be a fraction of at least 1/4"),
        ('text = "As they play it."\n', "", "profile[1].text: is missing"),
    ],
)  # fmt: skip
def test_a_fault_in_a_profile_is_told_with_its_field(tmp_path: Path, old: str, new: str, told: str) -> None:
    assert old in PROFILES
    with pytest.raises(DataError) as caught:
        load(tmp_path, GAME + PROFILES.replace(old, new, 1))
    line, _, sentence = str(caught.value).removeprefix(f"{tmp_path}/rules.toml:").partition(": ")
    assert int(line) > len(GAME.splitlines())
    assert sentence.startswith(told)


def test_no_option_is_called_profile(tmp_path: Path) -> None:
    text = GAME.replace('name = "part"', 'name = "profile"').replace('"part"]', '"profile"]')
    with pytest.raises(DataError, match=r":8: option\[1\]\.name: profile is the word for a choice of profile$"):
        load(tmp_path, text)


# Faults


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (
            'source = "sheet"\n',
            'source = "book"\n',
            "22: group[0].rule[0].source: 'book' is not a value it may have: ",
        ),
        ('title = "Two"\n', "", "24: group[0].rule[1].title: is missing"),
        ('title = "Two"\n', 'titel = "Two"\n', "26: group[0].rule[1].titel: is not a field known here"),
        ('title = "Two"\n', "title = 2\n", "26: group[0].rule[1].title: expected text, got a whole number"),
        (
            '"X-AB-01"\n',
            '"X-CD-01"\n',
            "19: group[0].rule[0].id: expected X-AB- and two digits, got 'X-CD-01'",
        ),
        ('"X-AB-02"\ntitle', '"Y-AB-02"\ntitle', "25: group[0].rule[1].id: expected X-AB- and two digits"),
        (
            '"X-AB-02"\ntitle',
            '"X-AB-01"\ntitle',
            "25: group[0].rule[1].id: X-AB-01 is out of order or stands twice",
        ),
        ('rules = ["X-AB-02"]', 'rules = ["X-AB-03"]', "5: option[0].rules[0]: there is no rule X-AB-03"),
        (
            'rules = ["X-AB-02"]',
            'rules = ["X-AB-01"]',
            "5: option[0].rules[0]: X-AB-01 does not name option freeze",
        ),
        ('["freeze", "part"]', '["freeze", "part", "x"]', "29: group[0].rule[1].option: no option x"),
        (
            'source = "sheet"\n',
            'source = "sheet"\noption = "part"\n',
            "23: group[0].rule[0].option: option part does not name X-AB-01",
        ),
        ('name = "part"', 'name = "freeze"', "8: option[1].name: freeze stands twice"),
        ('default = "1/2"', 'default = "half"', "9: option[1].default: a text needs choices"),
        (
            'default = "1/2"',
            'default = "1/8"',
            "9: option[1].default: Option part may be a fraction of at least",
        ),
        ('min = "1/4"', 'min = "low"', "10: option[1].min: is not a number of the same kind"),
        ('default = "1/2"', "default = 1", "10: option[1].min: is not a number of the same kind"),
        ("default = true", "default = true\nmax = 3", "4: option[0].max: only a number has a range"),
        ("default = true", 'default = true\nchoices = ["a"]', "4: option[0].choices: true or false needs no"),
        (
            "default = true",
            "default = 0.5",
            "3: option[0].default: expected true or false, a whole number or text, got a number",
        ),
        ('code = "AB"', 'code = "ab"', "15: group[0].code: expected text matching regex"),
    ],
)
def test_a_fault_in_the_file_is_told_with_file_line_and_field(tmp_path: Path, old: str, new: str, told: str) -> None:
    assert old in GAME
    with pytest.raises(DataError) as caught:
        load(tmp_path, GAME.replace(old, new, 1))
    assert str(caught.value).removeprefix(f"{tmp_path}/rules.toml:").startswith(told)


def test_a_group_may_not_stand_twice(tmp_path: Path) -> None:
    again = '\n[[group]]\ncode = "AB"\ntitle = "Again"\n[[group.rule]]\nid = "X-AB-03"\ntitle = "T"\n'
    with pytest.raises(DataError, match=r":32: group\[1\]\.code: AB stands twice$"):
        load(tmp_path, GAME + again + 'text = "T."\nsource = "sheet"\n')
