"""Rotated planes of a head as a table: frequency, wavelength, |rhohat|, spread, and how many hardly turn."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from rich.console import Group, RenderableType
from rich.text import Text

from verify.model.verdict import Plane, Spread
from verify.report.terminal import number, plain_table, short_decimal

__all__ = ["planes_summary", "planes_table", "spread_lines"]

_ENDS = 3


def planes_summary(planes: Sequence[Plane], positions: int | None) -> str:
    """Return how many planes hardly turn within the context, in words."""
    still = sum(plane.hardly_turns for plane in planes)
    context = "the context" if positions is None else f"{positions} positions"
    noun = "rotated plane" if len(planes) == 1 else "rotated planes"
    if not still:
        return f"{len(planes)} {noun}; none hardly turns: every wavelength lies within {context}."
    verb = "turns" if still == 1 else "turn"
    return f"{len(planes)} {noun}, of which {still} hardly {verb}: wavelength beyond {context}."


def planes_table(planes: Sequence[Plane], positions: int | None = None, *, verbose: bool = False) -> RenderableType:
    """Return the table of the planes, the middle left out unless verbose, with a summary line.

    Parameters
    ----------
    planes : sequence of Plane
        In the order of the coordinates.
    positions : int, optional
        Length of the context.
    verbose : bool
        Whether to show every plane.
    """
    table = plain_table(
        "plane",
        "frequency",
        "wavelength",
        "|rhohat|",
        "spread",
        "hardly turns",
        right=("plane", "frequency", "wavelength", "|rhohat|", "spread"),
    )
    count = len(planes)
    for index, plane in enumerate(planes):
        if not verbose and count > 2 * _ENDS + 1 and _ENDS <= index < count - _ENDS:
            if index == _ENDS:
                table.add_row(*["..."] * 5, f"({count - 2 * _ENDS} more: --verbose)")
            continue
        wavelength = "never turns" if plane.wavelength == float("inf") else short_decimal(plane.wavelength, 6)
        numbers = (
            short_decimal(plane.inv_freq, 6),
            wavelength,
            number(plane.sigma, 6),
            number(plane.spread, 6),
        )
        table.add_row(str(index), *numbers, "yes" if plane.hardly_turns else "")
    return Group(table, Text(planes_summary(planes, positions)))


def spread_lines(spread: Spread, *, verbose: bool = False) -> list[Text]:
    """Return the range of the spread 1 - |M^T u|^2 and the singular values of M = ∫ Q drho."""
    low, high = number(spread.smallest), number(spread.largest)
    lines = [Text("spread of a maximiser, 1 - |M^T u|^2: from ").append_text(low).append(" to ").append_text(high)]
    if not spread.sigma:
        return lines
    runs = [(text, len(list(run))) for text, run in groupby(number(s, 6).plain for s in spread.sigma)]
    texts = [text if count == 1 else f"{text} ({count} times)" for text, count in runs]
    if not verbose and len(runs) > 2 * _ENDS + 1:
        left_out = sum(count for _, count in runs[_ENDS:-_ENDS])
        texts[_ENDS:-_ENDS] = [f"... ({left_out} more) ..."]
    return [*lines, Text(f"singular values of M: {', '.join(texts)}")]
