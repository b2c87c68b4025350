"""The picture of what is known of a largest energy along beta: a law below, a proved bound above, the gap as a number.

Plain data under ``between`` in the details of evidence; what is not of that form is not drawn.

    between   [{"d": int, "rows": [{"beta": number, "found": number, "bound": number}]}]

Energies are multiples of the great circle's, beta increases, and 0 < found <= bound.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from html import escape
from itertools import pairwise

from verify.report.spectra import Picture

__all__ = ["gap_picture"]

_LEFT, _RIGHT, _TOP, _HEIGHT = 60.0, 600.0, 22.0, 210.0
_CAPTION = (
    "Dashed: a proved bound. Solid: the energy of a law in hand, enclosed from below. Numbers: the gap between them."
)
_Row = tuple[float, float, float]


def gap_picture(data: object, title: str) -> Picture | None:
    """Return the picture of laws and bounds along beta from plain data, None where it is none.

    Parameters
    ----------
    data : list of one mapping
        As the module's table says.
    title : str
        For who does not see the picture.
    """
    try:
        d, rows = _read(data)
    except (KeyError, TypeError, ValueError):
        return None
    low, high = math.log(rows[0][0]), math.log(rows[-1][0])
    top = max(bound for _, _, bound in rows)

    def x(beta: float) -> float:
        return _LEFT + 20 + (_RIGHT - _LEFT - 60) * (math.log(beta) - low) / (high - low)

    def y(energy: float) -> float:
        return _TOP + _HEIGHT * (top - energy) / (top - 1 or 1.0)

    above = [(x(beta), y(bound)) for beta, _, bound in rows]
    below = [(x(beta), y(found)) for beta, found, _ in rows]
    parts = [
        f'<polygon points="{_points([*above, *reversed(below)])}" style="fill:var(--second)" fill-opacity="0.18"/>'
    ]
    parts += [
        f'<polyline points="{_points(line)}" fill="none" stroke-width="1.6"{dash} style="stroke:var(--{colour})"/>'
        for line, colour, dash in ((above, "second", ' stroke-dasharray="5 3"'), (below, "first", ""))
    ]
    base = y(1.0)
    parts.append(f'<path d="M{_LEFT:g} {base:.1f}H{_RIGHT:g}" style="stroke:var(--soft)" stroke-width="1"/>')
    parts.append(_text(_RIGHT, base - 5, "great circle", "end"))
    for (beta, found, bound), (across, down), (_, under) in zip(rows, above, below, strict=True):
        parts += [f'<circle cx="{across:.1f}" cy="{v:.1f}" r="2.6" style="fill:currentColor"/>' for v in (down, under)]
        parts.append(_text(across - 5, down - 8, f"gap {100 * (bound / found - 1):.2g} %", "end"))
        parts.append(_text(across, base + 16, f"{beta:g}"))
    parts.append(_text(_LEFT - 6, y(top) + 4, f"{top:.3g}", "end"))
    parts.append(_text(_LEFT - 6, base + 4, "1", "end"))
    parts.append(_text((_LEFT + _RIGHT) / 2, base + 32, f"β (d = {d}); energy over that of the great circle"))
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{escape(title)}" '
        f'viewBox="0 0 640 {base + 42:g}" font-family="sans-serif" font-size="11">'
    )
    return Picture(f"{head}{''.join(parts)}</svg>", _CAPTION)


def _read(data: object) -> tuple[int, list[_Row]]:
    if not isinstance(data, list) or len(data) != 1 or not isinstance(data[0], Mapping):
        raise TypeError("no list of one mapping")
    rows = [(float(row["beta"]), float(row["found"]), float(row["bound"])) for row in data[0]["rows"]]
    finite = all(map(math.isfinite, (value for row in rows for value in row)))
    ordered = all(0 < a[0] < b[0] for a, b in pairwise(rows)) and all(0 < row[1] <= row[2] for row in rows)
    if len(rows) < 2 or not finite or not ordered or max(row[2] for row in rows) <= 1:
        raise ValueError("no rows")
    return int(data[0]["d"]), rows


def _points(line: list[tuple[float, float]]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in line)


def _text(x: float, y: float, words: str, anchor: str = "middle") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" style="fill:var(--soft)">{escape(words)}</text>'
