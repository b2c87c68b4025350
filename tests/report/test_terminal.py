"""Text from elsewhere is printed as text; numbers are short; there is no colour off a terminal."""

from __future__ import annotations

import io

import pytest

from verify.model.verdict import Num, Status
from verify.report.terminal import WIDTH, console_for, item, number, plain, plain_table, short_decimal, styled


class Terminal(io.StringIO):
    """A file that says that it is a terminal."""

    def isatty(self):
        """Return True."""
        return True


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("[red]x[/red]", "[red]x[/red]"),
        ("a\x1b[2J", "a\\x1b[2J"),
        ("a\nb\tc", "a\\nb\\tc"),
        ("\u202egnp", "\\u202egnp"),
        ("\ud800", "\\ud800"),
        (3, "3"),
    ],
)
def test_unprintable_characters_are_escaped(text, shown):
    """Nothing that a user writes moves the cursor, changes a colour or opens a line."""
    assert plain(text) == shown


def test_markup_is_printed_as_it_is(printed):
    """Square brackets are text."""
    assert printed(item("[bold]x[/bold] [/]")).strip() == "[bold]x[/bold] [/]"


def test_there_is_no_colour_off_a_terminal(printed):
    """A file gets text alone."""
    assert printed(styled("exact")) == "exact\n"


def test_there_is_colour_on_a_terminal(monkeypatch):
    """A terminal gets colour, unless NO_COLOR is set."""
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    shown = Terminal()
    console_for(shown).print(styled("exact"))
    assert "\x1b[32mexact" in shown.getvalue()
    monkeypatch.setenv("NO_COLOR", "1")
    bare = Terminal()
    console_for(bare).print(styled("exact"))
    assert "\x1b[32m" not in bare.getvalue()


def test_off_a_terminal_lines_are_80_columns():
    """The width does not depend on the environment."""
    assert console_for(io.StringIO()).width == WIDTH == 80


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("3.6945280494653251136", "3.6945280"),
        ("0.00000000000000000000", "0"),
        ("-12345678901234567890", "-1.2345679e19"),
        ("1.2345678912345e-300", "1.2345679e-300"),
        ("0.000042337608", "4.2337608e-5"),
        ("0.00042337608", "0.00042337608"),
        ("0.5", "0.5"),
    ],
)
def test_decimals_are_rounded_for_reading(value, text):
    """Eight significant digits, without padding a short number."""
    assert short_decimal(value) == text


def test_an_absent_number_is_a_dash():
    """What is not known is not shown as a number."""
    assert number(None).plain == "-"


def test_a_numeric_value_carries_its_mark_without_colours_too():
    """0.25 by floats and 1/4 proved do not look the same."""
    assert number(Num.of_float(0.25)).plain == "≈0.25"
    assert number(Num("0.25", "1/4", None, Status.EXACT)).plain == "0.25"


@pytest.mark.parametrize(
    ("value", "radius", "shown"),
    [("0.000055300210", "0.0106", "6e-5 ± 0.011"), ("0.5", "1e-30", "0.5"), ("0.1024", "0.013", "0.1 ± 0.013")],
)
def test_no_digit_beyond_the_radius_is_shown(value, radius, shown):
    """A value below its radius keeps one digit, and the radius stands beside it."""
    assert number(Num(value, None, radius, Status.ENCLOSED)).plain == shown


@pytest.mark.parametrize(("columns", "width"), [("60", 60), ("79", 79), ("200", 80), ("10", 60), ("x", 80), ("", 80)])
def test_columns_narrow_what_is_printed_off_a_terminal(monkeypatch, columns, width):
    """From 60 to 80; nonsense is 80."""
    monkeypatch.setenv("COLUMNS", columns)
    assert console_for(io.StringIO()).width == width


def test_numbers_are_not_broken_where_a_table_is_narrow(monkeypatch):
    """Words of the other columns wrap instead."""
    monkeypatch.setenv("COLUMNS", "60")
    table = plain_table("what it is that is said", "E collapsed", "E bound", right=("E collapsed", "E bound"))
    table.add_row("a sentence of many words that has to wrap somewhere", "0.74478872", "1.35914091")
    file = io.StringIO()
    console_for(file).print(table)
    assert "0.74478872" in file.getvalue()
    assert max(map(len, file.getvalue().splitlines())) <= 60
