"""What a claim shows of its runs: a table, and a picture of a flow (start, end, predicted law, energy and spread).

Both are plain data in the details of evidence, under ``table`` and ``flow``; what is not of that form is not drawn.

    table    {"columns": [text], "rows": [[text]]}
    flow     {"initial", "final": points with 2 or 3 coordinates, "predicted": points or None, "ranks": of the labels,
              "projected": bool, "time", "energy", "spread": numbers, "level": number or None, "moment": text of the
              second state, by default end}
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

import numpy as np

from verify.report.spectra import Picture

__all__ = ["RunTable", "flow_picture", "run_table"]

Array = np.ndarray[Any, Any]

_RADIUS, _HEIGHT = 78.0, 190.0
_CENTRES = (92.0, 276.0)
_LEFT, _RIGHT = 420.0, 632.0
#: From where a sphere is seen: elevation 25 degrees, azimuth 35.
_UP, _ROUND = math.radians(25), math.radians(35)
_VIEW = np.array(
    [
        [-math.sin(_ROUND), math.cos(_ROUND), 0.0],
        [-math.sin(_UP) * math.cos(_ROUND), -math.sin(_UP) * math.sin(_ROUND), math.cos(_UP)],
        [math.cos(_UP) * math.cos(_ROUND), math.cos(_UP) * math.sin(_ROUND), math.sin(_UP)],
    ]
)
_MOST = 1024


@dataclass(frozen=True)
class RunTable:
    """Columns and rows of text."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def run_table(data: object) -> RunTable | None:
    """Return the table of plain data, None where it is none.

    Examples
    --------
    >>> run_table({"columns": ["n"], "rows": [["64"]]})
    RunTable(columns=('n',), rows=(('64',),))
    """
    if not isinstance(data, Mapping) or not isinstance(data.get("columns"), Sequence):
        return None
    rows = data.get("rows")
    if not isinstance(rows, Sequence) or any(not isinstance(row, Sequence) or isinstance(row, str) for row in rows):
        return None
    return RunTable(tuple(map(str, data["columns"])), tuple(tuple(map(str, row)) for row in rows))


def flow_picture(data: object, title: str) -> Picture | None:
    """Return the picture of a flow from plain data, None where it is none.

    Parameters
    ----------
    data : mapping
        As the module's table says.
    title : str
        For who does not see the picture.
    """
    if not isinstance(data, Mapping):
        return None
    try:
        points = [_points(data[name]) for name in ("initial", "final")]
        law = None if data["predicted"] is None else _points(data["predicted"])
        ranks = np.asarray(data["ranks"], dtype=float)
        course = {name: np.asarray(data[name], dtype=float) for name in ("time", "energy", "spread")}
        level = None if data["level"] is None else float(data["level"])
    except (KeyError, TypeError, ValueError):
        return None
    if (
        ranks.shape != (len(points[0]),)
        or len({len(x) for x in points}) > 1
        or len({v.shape for v in course.values()}) > 1
    ):
        return None
    parts, moment = [], str(data.get("moment", "end"))
    for centre, x, shown, name in zip(_CENTRES, points, (None, law), ("start", moment), strict=True):
        parts += [
            _globe(centre, x.shape[1]),
            *_tokens(centre, x, ranks),
            *_law(centre, shown),
            _text(centre, 184, name),
        ]
    parts += _course(course["time"], course["energy"], "energy", 8.0, level)
    parts += _course(course["time"], course["spread"], "spread", 100.0, None)
    plane = ", in the principal plane of the end" if data.get("projected") else ""
    caption = f"Contents at the start and later, coloured by label{plane}; energy and spread over time."
    caption += " Rings: the predicted law." if law is not None else ""
    caption += " Dashes: the energy of the law that the theorem names." if level is not None else ""
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{escape(title)}" viewBox="0 0 640 {_HEIGHT:g}"'
    )
    return Picture(f'{head} font-family="sans-serif" font-size="11">{"".join(parts)}</svg>', caption)


def _points(values: object) -> Array:
    x = np.asarray(values, dtype=float)
    if x.ndim != 2 or x.shape[1] not in (2, 3) or not 0 < len(x) <= _MOST or not np.isfinite(x).all():
        raise ValueError("no points")
    return x


def _text(x: float, y: float, words: str, anchor: str = "middle") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" style="fill:var(--soft)">{escape(words)}</text>'


def _globe(centre: float, d: int) -> str:
    """Return the circle, and for a sphere its equator."""
    style = 'fill="none" style="stroke:var(--line)"'
    circle = f'<circle cx="{centre:g}" cy="90" r="{_RADIUS:g}" {style}/>'
    flat = _RADIUS * math.sin(_UP)
    return circle + (f'<ellipse cx="{centre:g}" cy="90" rx="{_RADIUS:g}" ry="{flat:.1f}" {style}/>' if d == 3 else "")


def _seen(centre: float, x: Array) -> tuple[Array, Array]:
    """Return places on the page, and which points lie on the far side."""
    flat = x if x.shape[1] == 2 else x @ _VIEW.T
    places = np.stack([centre + _RADIUS * flat[:, 0], 90 - _RADIUS * flat[:, 1]], axis=1)
    return places, (flat[:, 2] < 0) if x.shape[1] == 3 else np.zeros(len(x), dtype=bool)


def _tokens(centre: float, x: Array, ranks: Array) -> list[str]:
    places, far = _seen(centre, x)
    last = max(1.0, float(ranks.max()))
    drawn = []
    for (a, b), hidden, rank in zip(places, far, ranks, strict=True):
        colour = f"color-mix(in srgb, var(--second) {100 * rank / last:.0f}%, var(--first))"
        place = f'cx="{a:.1f}" cy="{b:.1f}" r="2.6" fill-opacity="{0.35 if hidden else 0.85}"'
        drawn.append(f'<circle {place} style="fill:{colour}"/>')
    return drawn


def _law(centre: float, law: Array | None) -> list[str]:
    if law is None:
        return []
    return [
        f'<circle cx="{a:.1f}" cy="{b:.1f}" r="4.4" fill="none" stroke-opacity="{0.4 if hidden else 1}" '
        f'style="stroke:var(--good)"/>'
        for (a, b), hidden in zip(*_seen(centre, law), strict=True)
    ]


def _course(time: Array, values: Array, name: str, top: float, level: float | None) -> list[str]:
    """Return the course of one quantity: its line, the ends of both axes, and a level."""
    if len(time) < 2 or not (np.isfinite(time).all() and np.isfinite(values).all()) or time[-1] <= 0:
        return []
    positive = time[time > 0]
    logarithmic = len(positive) > 4 and float(np.median(positive)) < 0.02 * float(positive[-1])
    scale = np.log(np.maximum(time, positive[0])) if logarithmic else time
    heights = [*values.tolist(), *([] if level is None else [level])]
    low, high = (0.0, 1.0) if name == "spread" else (min(heights), max(heights))
    high = high if high > low else low + 1.0
    height = 62.0
    bottom = top + height

    def place(v: float) -> float:
        return bottom - height * (v - low) / (high - low)

    span = float(scale[-1] - scale[0]) or 1.0
    xs = _LEFT + (_RIGHT - _LEFT) * (scale - scale[0]) / span
    line = " ".join(f"{a:.1f},{place(float(b)):.1f}" for a, b in zip(xs, values, strict=True))
    frame = f'<path d="M{_LEFT:g} {top:g}V{bottom:g}H{_RIGHT:g}" fill="none" style="stroke:var(--line)"/>'
    parts = [frame, f'<polyline points="{line}" fill="none" stroke-width="1.6" style="stroke:var(--first)"/>']
    parts += [_text(_LEFT - 4, top + 9, f"{high:.4g}", "end"), _text(_LEFT - 4, bottom, f"{low:.4g}", "end")]
    # the energy climbs from the lower left, the spread falls to the lower right
    parts += [
        _text(_LEFT + 6, bottom - 4, name, "start") if name == "spread" else _text(_RIGHT, bottom - 4, name, "end")
    ]
    if level is not None:
        y = place(level)
        dashes = 'stroke-dasharray="4 3" style="stroke:var(--good)"'
        parts.append(f'<path d="M{_LEFT:g} {y:.1f}H{_RIGHT:g}" {dashes}/>')
    if name == "spread":
        first = f"{positive[0]:.3g}" if logarithmic else "0"
        parts += [_text(_LEFT, bottom + 14, first), _text(_RIGHT, bottom + 14, f"{time[-1]:.4g}", "end")]
        parts.append(_text((_LEFT + _RIGHT) / 2, bottom + 14, "time, log scale" if logarithmic else "time"))
    return parts
