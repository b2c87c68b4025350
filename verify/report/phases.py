"""The picture of a phase diagram: along beta, which law has the most energy, one row for each dimension.

Plain data under ``phases`` in the details of evidence; what is not of that form is not drawn.

    phases   [{"d": int, "winners": [{"beta": number, "name": text}], "transitions": [number]}]
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from html import escape
from itertools import groupby, pairwise

from verify.report.spectra import Picture

__all__ = ["phase_picture"]

_LEFT, _RIGHT, _TOP, _ROW = 60.0, 620.0, 14.0, 46.0
_SHADES = ("var(--first)", "var(--good)", "var(--second)", "var(--soft)")


def phase_picture(data: object, title: str) -> Picture | None:
    """Return the picture of a phase diagram from plain data, None where it is none.

    Parameters
    ----------
    data : sequence of mapping
        As the module's table says.
    title : str
        For who does not see the picture.
    """
    try:
        rows = [_row(entry) for entry in data] if isinstance(data, list) and data else None
    except (KeyError, TypeError, ValueError):
        return None
    if rows is None:
        return None
    low = min(winners[0][0] for _, winners, _ in rows)
    high = max(winners[-1][0] for _, winners, _ in rows)
    if not low < high:
        return None
    names = list(dict.fromkeys(name for _, winners, _ in rows for _, name in winners))
    shade = {name: _SHADES[min(index, len(_SHADES) - 1)] for index, name in enumerate(names)}

    def place(beta: float) -> float:
        return _LEFT + (_RIGHT - _LEFT) * (beta - low) / (high - low)

    parts = []
    for index, (d, winners, changes) in enumerate(rows):
        y = _TOP + _ROW * index + 12
        parts.append(_text(_LEFT - 10, y + 4, f"d = {d}", "end"))
        ends = [low, *changes, high]
        for (left, right), name in zip(pairwise(ends), _in_order(winners), strict=True):
            bar = f'<rect x="{place(left):.1f}" y="{y - 5:g}" width="{place(right) - place(left):.1f}" height="10"'
            parts.append(f'{bar} fill-opacity="0.8" style="fill:{shade[name]}"/>')
        parts += [
            f'<circle cx="{place(beta):.1f}" cy="{y:g}" r="2.4" style="fill:currentColor"/>' for beta, _ in winners
        ]
        parts += [
            _text(place(beta), y + (20 if k % 2 else -9), f"{beta:.4g}", "start" if k % 2 else "middle")
            for k, beta in enumerate(changes)
        ]
    foot = _TOP + _ROW * len(rows) + 10
    parts += [_text(_LEFT, foot, f"{low:g}"), _text(_RIGHT, foot, f"{high:g}"), _text(340, foot, "β")]
    for index, name in enumerate(names):
        x = _LEFT + 150 * index
        parts.append(f'<rect x="{x:g}" y="{foot + 12:g}" width="10" height="10" style="fill:{shade[name]}"/>')
        parts.append(_text(x + 15, foot + 21, name, "start"))
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{escape(title)}" '
        f'viewBox="0 0 640 {foot + 32:g}" font-family="sans-serif" font-size="11">'
    )
    return Picture(f"{head}{''.join(parts)}</svg>", "Dots: where the search ran. Numbers: where the best law changes.")


def _row(entry: object) -> tuple[int, list[tuple[float, str]], list[float]]:
    if not isinstance(entry, Mapping):
        raise TypeError("no row")
    winners = [(float(w["beta"]), str(w["name"])) for w in entry["winners"]]
    changes = [float(beta) for beta in entry["transitions"]]
    numbers = [beta for beta, _ in winners] + changes
    winners.sort()
    ordered = sorted(changes) == changes and len(_in_order(winners)) == len(changes) + 1
    if not winners or not all(map(math.isfinite, numbers)) or not ordered:
        raise ValueError("no row")
    return int(entry["d"]), winners, changes


def _in_order(winners: list[tuple[float, str]]) -> list[str]:
    """Return the names along beta, equal neighbours once."""
    return [name for name, _ in groupby(name for _, name in winners)]


def _text(x: float, y: float, words: str, anchor: str = "middle") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" style="fill:var(--soft)">{escape(words)}</text>'
