"""Numbers that remember why."""

from __future__ import annotations

from umpire.dice import Reason, Tally, value_of
from umpire.dice.tally import reasons_of

NEED = Tally.of(4, "in the open", "X-01").plus(1, "soft cover", "X-02")


def test_a_tally_adds_up_and_tells_its_terms_in_order() -> None:
    assert NEED.value == 5
    assert NEED.reasons == (Reason("in the open", 4, "X-01"), Reason("soft cover", 1, "X-02"))
    assert sum(reason.amount for reason in NEED.reasons) == NEED.value


def test_a_term_of_nothing_is_left_out() -> None:
    assert NEED.plus(0, "no modifier").reasons == NEED.reasons


def test_a_tally_is_not_changed_by_what_is_made_from_it() -> None:
    NEED.plus(-2, "aimed")
    assert NEED.value == 5


def test_a_floor_counts_as_a_term_only_where_it_holds() -> None:
    assert Tally.of(3, "dice").plus(-5, "losses").at_least(0, "no fewer than none").value == 0
    assert Tally.of(3, "dice").at_least(0, "no fewer than none").reasons == (Reason("dice", 3),)


def test_equal_by_value_whatever_the_story() -> None:
    assert Tally.of(5, "one way") == NEED
    assert NEED == 5
    assert NEED != 4
    assert NEED != "5"
    assert len({NEED, Tally.of(5, "another way"), 5}) == 1


def test_it_prints_the_sum_with_signs() -> None:
    assert str(NEED) == "5 = 4 in the open +1 soft cover"
    assert str(NEED.plus(-2, "aimed")) == "3 = 4 in the open +1 soft cover -2 aimed"
    assert str(Tally(7)) == "7"
    assert repr(NEED) == "Tally(5)"


def test_a_plain_number_has_a_value_and_no_reasons() -> None:
    assert value_of(3) == 3
    assert value_of(NEED) == 5
    assert reasons_of(3) == ()
    assert reasons_of(None) == ()
    assert reasons_of(NEED) == NEED.reasons
