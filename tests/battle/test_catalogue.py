"""The catalogue of rules and house-rule options: the file of the first game, and files made up for a test."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from functools import cache
from importlib.resources import files
from pathlib import Path

import pytest

from umpire.battle.catalogue import Catalogue, load_catalogue
from umpire.battle.datafile import DataError
from umpire.battle.switches import BadOption, Option

# The groups of the specification in the order of play, with the number of rules in each.
_FWC_TABLE = (
    "GEN 6, TEC 8, LOS 4, MOV 8, INI 11, CMD 27, BLD 17, ART 25, ABL 9, AIR 15, AAF 8, XBL 6, "
    "FIR 12, OPP 7, HIT 5, CAS 14, SUP 3, FAL 20, CA 20, RET 10, REC 2, DES 2, SHD 2, DOM 2, "
    "OBS 1, STB 1, CAM 1, FRZ 1, ENG 2, TRP 1, FLY 2, MAS 1, SNP 1, HID 3, EXP 1, INS 1, "
    "END 7, BRK 7, VIC 6"
)
FWC_GROUPS = {code: int(count) for code, count in (pair.split() for pair in _FWC_TABLE.split(", "))}

FWC_DEFAULTS: dict[str, bool | int | str | Fraction] = {
    "co_fail_stops_support": True,
    "formation_chain_cm": 10,
    "cmd_distance_round": "floor",
    "radius_for_command": True,
    "opp_init_cumulative": False,
    "opp_fire_limit": 1,
    "opp_step_cm": 5,
    "road_bonus": True,
    "see_in_cm": 5,
    "replace_command": True,
    "stab_full_move": True,
    "recon_effect": "plus1",
    "designator_effect": True,
    "shield_mode": "ablative",
    "dome_radius": 10,
    "smoke_discharger": True,
    "camo_cover_step": False,
    "freeze": True,
    "aa_score_by_superiority": True,
    "aa_shootdown": False,
    "co_hq_aa": 1,
    "gunship_mode": "ordered",
    "deviation_round": "ceil",
    "bearings": 360,
    "support_double_one": "no_deviation",
    "barrage_round": "up",
    "assault_saves": True,
    "assault_cover": True,
    "assault_bonus_first_round": False,
    "assault_zero_ko": True,
    "split_fire": False,
    "retreat_cm": 10,
    "retreat_suppresses": True,
    "consolidate_cm": 10,
    "break_fraction": Fraction(1, 2),
    "break_test": True,
    "hidden_deployment": "scenario",
    "infantry_facing": False,
    "front_arc": 180,
}


@cache
def fwc() -> Catalogue:
    return load_catalogue(files("umpire.games.fwc") / "rules.toml")


# The rules of Future War Commander


def test_every_rule_of_the_specification_is_there_once_and_in_order() -> None:
    wanted = [f"FWC-{code}-{n:02}" for code, count in FWC_GROUPS.items() for n in range(1, count + 1)]
    assert [rule.id for rule in fwc().rules] == wanted
    assert len(wanted) == 279
    assert {group.code: len(group.rules) for group in fwc().groups} == FWC_GROUPS


def test_rules_know_their_group_and_source() -> None:
    for group in fwc().groups:
        for rule in group.rules:
            assert (rule.group, rule.group_title) == (group.code, group.title)
    # The sheet states 130 rules; 149 rulings fill its gaps.
    assert Counter(rule.source for rule in fwc().rules) == {"sheet": 130, "ruling": 149}


def is_one_sentence(text: str) -> bool:
    inside = text[:-1]
    return (
        text.endswith(".")
        and text == " ".join(text.split())
        and (text[0].isupper() or text[0].isdigit())
        and not re.search(r"[.!?](\s|$)", inside)
    )


@pytest.mark.parametrize("text", ["Two. Sentences.", "no capital.", "No stop", "Why? Because.", "Two  gaps.", "Odd.."])
def test_what_is_not_one_sentence(text: str) -> None:
    assert not is_one_sentence(text)


def test_every_rule_is_one_sentence_of_at_most_330_characters() -> None:
    for rule in fwc().rules:
        assert is_one_sentence(rule.text), rule.id
        assert len(rule.text) <= 330, rule.id


def test_every_title_is_short_and_has_no_stop() -> None:
    titles = [rule.title for rule in fwc().rules] + [group.title for group in fwc().groups]
    for title in titles:
        assert 3 <= len(title) <= 45, title
        assert title[-1] not in ".!?,;:", title
        assert title[0].isupper() or title[0].isdigit(), title


def test_a_group_has_no_title_twice() -> None:
    for group in fwc().groups:
        titles = [rule.title for rule in group.rules]
        assert len(titles) == len(set(titles)), group.code


def test_no_rule_says_what_another_of_its_group_says() -> None:
    for group in fwc().groups:
        texts = [rule.text for rule in group.rules]
        assert len(texts) == len(set(texts)), group.code


@pytest.mark.parametrize(
    ("rule", "figures"),
    [
        ("FWC-TEC-01", ["15 cm"]),
        ("FWC-TEC-06", ["40 cm"]),
        ("FWC-CMD-08", ["10 cm"]),
        ("FWC-CMD-12", ["1", "2"]),
        ("FWC-ART-04", ["3", "4 to 6 cost 1", "7 to 9 cost 2"]),
        ("FWC-ART-10", ["20 cm", "30 cm", "40 cm"]),
        ("FWC-AIR-05", ["2"]),
        ("FWC-AAF-03", ["1 die", "30 cm"]),
        ("FWC-HIT-02", ["5"]),
        ("FWC-FAL-03", ["10 cm", "exactly 10"]),
        ("FWC-TRP-01", ["4 or more"]),
        ("FWC-ENG-02", ["5 cm"]),
    ],
)
def test_figures_of_a_rule_stand_in_its_sentence(rule: str, figures: list[str]) -> None:
    for figure in figures:
        assert figure in fwc().by_id[rule].text


def test_the_options_are_those_of_the_specification_with_its_defaults() -> None:
    assert fwc().options.defaults() == FWC_DEFAULTS
    assert list(fwc().options.defaults()) == list(FWC_DEFAULTS)
    # True == 1, so the kinds are compared too.
    assert [type(v) for v in fwc().options.defaults().values()] == [type(v) for v in FWC_DEFAULTS.values()]


def test_options_and_rules_name_each_other() -> None:
    from_options = {(rule, option.name) for option in fwc().options for rule in option.rules}
    from_rules = {(rule.id, name) for rule in fwc().rules for name in rule.options}
    assert from_options == from_rules
    assert {rule for rule, _ in from_options} <= set(fwc().by_id)
    assert len(fwc().options) == 39
    assert all(option.rules for option in fwc().options)


def test_every_option_says_in_one_sentence_what_it_changes_and_names_its_choices() -> None:
    for option in fwc().options:
        assert is_one_sentence(option.text), option.name
        assert len(option.text) <= 330, option.name
        for choice in option.choices:
            if isinstance(choice, str):
                assert choice in option.text, option.name


def test_every_number_has_a_range_and_every_default_is_allowed() -> None:
    for option in fwc().options:
        assert option.check(option.default) == option.default
        if not option.choices and not isinstance(option.default, (bool, str)):
            assert option.min is not None, option.name
            assert option.max is not None, option.name
            assert option.min < option.max, option.name


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
    changed = {name: value for name, value in values.items() if value != FWC_DEFAULTS[name]}
    assert changed == {"freeze": False, "retreat_cm": 15, "break_fraction": Fraction(1, 3)}
    assert list(values) == list(FWC_DEFAULTS)
    assert fwc().options.resolve({}) == FWC_DEFAULTS


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
