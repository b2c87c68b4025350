"""Errors of input: one sentence with argument, condition, value, reason and remedy."""

from __future__ import annotations

import pickle

import pytest

from verify.model.errors import InputError


def test_a_message_has_all_parts_in_order() -> None:
    """Argument, condition, value; then why, then what to do."""
    error = InputError("d", "be at least 2", 1, "A sphere S^0 is two points.", "Give d >= 2.")
    assert str(error) == "d must be at least 2; got 1. A sphere S^0 is two points. Give d >= 2."


def test_parts_left_out_leave_no_gap() -> None:
    """Why and remedy are optional."""
    assert str(InputError("k", "be symmetric", "a table")) == "k must be symmetric; got a table."


def test_it_is_a_value_error() -> None:
    """Callers that know nothing of this package can catch it."""
    with pytest.raises(ValueError, match="must be finite"):
        raise InputError("k[0][1]", "be finite", float("nan"))


@pytest.mark.parametrize("value", ["x" * 10_000, list(range(10_000)), 10**6000], ids=["text", "list", "integer"])
def test_a_long_value_is_shown_shortened(value: object) -> None:
    """Also an integer of more digits than Python prints."""
    assert len(InputError("k", "be short", value).got) <= 120


def test_unprintable_text_is_escaped() -> None:
    """A control sequence in a file never reaches the terminal."""
    assert InputError("name", "be text", "\x1b[2J\n").got == repr("\x1b[2J\n")


def test_it_survives_a_process_boundary() -> None:
    """Workers hand it back by pickling."""
    error = InputError("d", "be at least 2", 1, "why.", "remedy.")
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.argument, again.remedy) == (str(error), "d", "remedy.")
