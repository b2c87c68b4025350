"""Consoles, and text from elsewhere made safe to print: no markup, no control characters."""

from __future__ import annotations

import os
from decimal import MAX_EMAX, MIN_EMIN, Context, Decimal, localcontext
from typing import TextIO

from rich import box
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from verify.model.verdict import Num

__all__ = ["WIDTH", "console_for", "item", "mark_of", "number", "plain", "plain_table", "short_decimal", "styled"]

#: Width of what is printed off a terminal, and the least that COLUMNS can ask for there; a terminal has its own width.
WIDTH, NARROWEST = 80, 60

#: For energies as large as e^(10^10), whose logarithm is the exponent of a decimal.
_WIDE = Context(prec=60, Emax=MAX_EMAX, Emin=MIN_EMIN)

_STYLES = {
    "all": "bold", "some": "bold", "none": "bold", "unknown": "yellow", "proved": "green", "exact": "green",
    "enclosed": "green", "numeric": "yellow", "not_applicable": "yellow", "error": "red", "accepted": "green",
    "rejected": "red", "as expected": "green", "unexpected": "red", "undecided": "yellow",
}  # fmt: skip


def console_for(file: TextIO) -> Console:
    """Return a console that reads no markup; off a terminal it has no colour, and 80 columns or COLUMNS from 60 on."""
    terminal = file.isatty()
    asked = os.environ.get("COLUMNS", "")
    narrow = max(NARROWEST, int(asked)) if asked.isascii() and asked.isdigit() and len(asked) < 6 else WIDTH
    width = None if terminal else min(WIDTH, narrow)
    colour = terminal and "NO_COLOR" not in os.environ
    return Console(
        file=file,
        width=width,
        force_terminal=terminal,
        no_color=not colour,
        color_system="auto" if colour else None,
        markup=False,
        highlight=False,
        emoji=False,
        legacy_windows=False,
    )


def plain(text: object) -> str:
    r"""Return text on one line with every unprintable character escaped, terminal sequences among them.

    Examples
    --------
    >>> print(plain("a\x1b[31mb"), plain("two\nlines"))
    a\x1b[31mb two\nlines
    """
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in str(text))


def item(text: object) -> Padding:
    """Return a sentence as an indented paragraph."""
    return Padding(Text(plain(text)), (0, 0, 0, 2))


def styled(word: object) -> Text:
    """Return a word of the verdict's vocabulary in its colour; other text as it is."""
    text = plain(word)
    return Text(text.replace("not_applicable", "not applicable"), style=_STYLES.get(text, ""))


def plain_table(*columns: str, right: tuple[str, ...] = ()) -> Table:
    """Return an empty table with these columns; long words fold, but not those flush ``right``, which are numbers."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, padding=(0, 1, 0, 0))
    for column in columns:
        number = column in right
        table.add_column(column, justify="right" if number else "left", overflow="fold", no_wrap=number)
    return table


def short_decimal(value: str | float, digits: int = 8) -> str:
    """Return a decimal string rounded to significant digits, for reading; the exact one is in the JSON.

    Examples
    --------
    >>> short_decimal("3.69452804946532511"), short_decimal("0"), short_decimal(0.0001154781984689, 5)
    ('3.6945280', '0', '0.00011548')
    >>> short_decimal("0.0000059284316", 5)
    '5.9284e-6'
    """
    number = Decimal(str(value))
    if number == 0:
        return "0"
    with localcontext(_WIDE):
        text = f"{number:.{digits}g}"
        small = number.adjusted() < -4
        return f"{number:.{digits - 1}e}".replace("e+", "e") if small or "e" in text.lower() else text


def number(num: Num | None, digits: int = 8) -> Text:
    """Return a number for a table: short, no digit beyond its radius, after ≈ if it is numeric; ``-`` for none."""
    if num is None:
        return Text("-")
    style = _STYLES["numeric"] if num.status == "numeric" else ""
    return Text(mark_of(num.status) + certain_decimal(num.value, num.radius, digits), style=style)


def mark_of(status: str) -> str:
    """Return the sign in front of a number that says that it is floating-point evidence alone.

    Examples
    --------
    >>> mark_of("numeric"), mark_of("enclosed")
    ('≈', '')
    """
    return "≈" if status == "numeric" else ""


def certain_decimal(value: str, radius: str | None, digits: int = 8) -> str:
    """Return a value whose radius is below the last digit, else fewer digits with the radius beside them.

    Examples
    --------
    >>> certain_decimal("3.69452804946532511", "1e-20"), certain_decimal("0.1024", "0.013")
    ('3.6945280', '0.1 ± 0.013')
    """
    number, error = Decimal(value), Decimal(radius or 0)
    with localcontext(_WIDE):
        if error * 10**digits <= abs(number):
            return short_decimal(value, digits)
        certain = (number / error).copy_abs().adjusted() + 1 if abs(number) > error else 1
    return f"{short_decimal(value, max(1, certain))} ± {short_decimal(radius or 0, 2)}"
