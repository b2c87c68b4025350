"""Pictures of what decides a kernel: |rhohat| and spread by plane, khat(m), the Laplacian's spectrum, k by lag.

They are drawn in floating point, for looking at; no decision reads them.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any

import numpy as np

from verify.model.errors import InputError
from verify.model.factors import lag_formula
from verify.model.kernels import AdditiveKernel, FactorKernel, Kernel, read_kernel

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["Picture", "pictures"]

Array = np.ndarray[Any, Any]

#: Colours that stand for those of the page, which are light or dark.
_INK, _FIRST, _SECOND, _SOFT = "#010203", "#010204", "#010205", "#010206"
_PAGE = {_INK: "currentColor", _FIRST: "var(--first)", _SECOND: "var(--second)", _SOFT: "var(--soft)"}
_STYLE: dict[Any, Any] = {
    "svg.fonttype": "none", "svg.hashsalt": "verify", "font.family": ["sans-serif"], "font.size": 8.5,
    "axes.edgecolor": _SOFT, "axes.labelcolor": _INK, "axes.titlecolor": _INK, "text.color": _INK,
    "xtick.color": _SOFT, "ytick.color": _SOFT, "xtick.labelcolor": _INK, "ytick.labelcolor": _INK,
    "axes.spines.top": False, "axes.spines.right": False, "axes.linewidth": 0.7, "legend.frameon": False,
}  # fmt: skip

#: Laplacians and tables beyond this size are not drawn.
_MOST_LABELS = 512
_CELLS = 128
_MODES = 16


@dataclass(frozen=True)
class Picture:
    """An SVG element to stand in a page, whose colours follow the page's, and the sentence below it."""

    svg: str
    caption: str


def pictures(verdict: Mapping[str, Any], name: str) -> tuple[Picture, ...]:
    """Return the pictures of a verdict.

    Parameters
    ----------
    verdict : mapping
        Plain data, as ``Verdict.to_json`` returns it.
    name : str
        Letters, digits and hyphens; unique on the page, as the identifiers inside an SVG are the page's.
    """
    drawn = [*_of_planes(verdict), *_of_kernel(_kernel(verdict["kernel"]))]
    return tuple(
        Picture(_svg(figure, caption, f"{name}-{index}"), caption) for index, (figure, caption) in enumerate(drawn)
    )


def _kernel(described: Mapping[str, Any]) -> Kernel | None:
    """Return the kernel of a normal form; None for what is none, or was not kept whole."""
    try:
        return read_kernel({key: value for key, value in described.items() if key not in {"digest", "name"}})
    except InputError:
        return None


# ---------------------------------------------------------------- gauges


def _of_planes(verdict: Mapping[str, Any]) -> Iterator[tuple[Figure, str]]:
    planes = [plane for plane in verdict.get("planes", ()) if plane["sigma"] and plane["spread"]]
    spread = verdict.get("spread")
    if planes:
        figure, axes = _axes("plane", "")
        index = np.arange(len(planes))
        sigma, spreads = (np.array([float(plane[key]["value"]) for plane in planes]) for key in ("sigma", "spread"))
        axes.vlines(index, 0, sigma, color=_FIRST, linewidth=1.0, alpha=0.5)
        axes.scatter(index, sigma, s=11, color=_FIRST, label="|rhohat|", zorder=3)
        axes.scatter(index, spreads, s=11, color=_SECOND, marker="D", label="spread, 1 − |rhohat|²", zorder=2)
        axes.set_ylim(-0.04, 1.06)
        _whole_ticks(axes)
        axes.legend(loc="lower center", bbox_to_anchor=(0.5, 0.99), ncols=2, fontsize=8, frameon=False, labelcolor=_INK)
        yield figure, f"|rhohat| and spread in each of {len(planes)} rotated planes."
    elif spread and spread["sigma"]:
        sigma = np.array([float(s["value"]) for s in spread["sigma"]])
        figure, axes = _axes("number", "singular value of M")
        axes.bar(np.arange(1, len(sigma) + 1), sigma, width=0.6, color=_FIRST)
        axes.axhline(1, color=_SOFT, linewidth=0.7, linestyle="--")
        axes.set_ylim(0, 1.06)
        _whole_ticks(axes)
        yield figure, "Singular values of M = ∫ Q dρ; a maximiser collapses where one of them is 1."


# ---------------------------------------------------------------- factors and tables


def _of_kernel(kernel: Kernel | None) -> Iterator[tuple[Figure, str]]:
    if isinstance(kernel, AdditiveKernel) and (kernel.labels.size or _MOST_LABELS + 1) <= _MOST_LABELS:
        weights = np.array([float(w) for w in kernel.labels.weights()])
        points = kernel.positions(np.arange(len(weights))) * np.sqrt(weights)[:, None]
        values = np.linalg.svd(points, compute_uv=False) ** 2
        yield _spectrum(values), f"Spectrum of the Gram matrix of the {len(weights)} position vectors, with weights."
    if not isinstance(kernel, FactorKernel):
        return
    labels = kernel.labels
    if labels.kind in {"circle", "cyclic"}:
        by_mode = _symbol(kernel)
        if by_mode is not None:
            yield _modes(by_mode), "Fourier coefficients of k; collapse maximises only if none exceeds khat(0), dashed."
            return
    if labels.kind == "positions" and len(labels.variables[0]) == 1:
        yield _lags(kernel), "k by the distance of positions."
    laplacian = _laplacian(kernel)
    if laplacian is not None:
        size = len(laplacian)
        values = np.linalg.eigvalsh(laplacian)
        cells = "labels" if labels.size else "cells of equal weight"
        yield _spectrum(values), f"Spectrum of the signed Laplacian on {size} {cells}; collapse needs it nonnegative."


def _symbol(kernel: FactorKernel) -> Array | None:
    """Return khat(m) = mean of k(s) cos(m s) over the group, m = 0, 1, ...; None where k is no function of the lag."""
    labels, order = kernel.labels, kernel.labels.size
    formula = kernel.k.formula
    if formula is not None and lag_formula(formula, labels) is None:
        return None
    if order is None:
        steps: Array = np.arange(4096) * (2 * np.pi / 4096)
    elif order <= _MOST_LABELS:
        steps = np.arange(order)
        table = kernel.k.array(labels, steps, steps)
        if not np.allclose(table, np.array([np.roll(table[0], shift) for shift in range(order)])):
            return None
    else:
        return None
    values = kernel.k.array(labels, steps, steps[:1])[:, 0]
    return np.asarray(np.fft.rfft(values).real / len(values))[: _MODES + 1]


def _laplacian(kernel: FactorKernel) -> Array | None:
    """Return the signed Laplacian D_i v_i - sum_j w_j k_ij v_j, D_i = sum_j w_j k_ij, symmetric in L^2(w).

    On a finite law, or on cells of equal weight of an interval or of the circle.
    """
    labels = kernel.labels
    if labels.size is not None and labels.size <= _MOST_LABELS:
        points, weights = np.arange(labels.size), np.array([float(w) for w in labels.weights()])
    elif labels.kind in {"interval", "circle"}:
        points = labels.quantiles((np.arange(_CELLS) + 0.5) / _CELLS)
        weights = np.full(_CELLS, 1 / _CELLS)
    else:
        return None
    table = kernel.k.array(labels, points, points)
    if not np.isfinite(table).all():
        return None
    root = np.sqrt(weights)
    return np.asarray(np.diag(table @ weights) - table * np.outer(root, root))


def _lags(kernel: FactorKernel) -> Figure:
    lags = np.arange(min(kernel.labels.size or 1, 129))
    values = kernel.k.array(kernel.labels, lags[:1], lags)[0]
    moving = np.flatnonzero(np.abs(values - values[-1]) > 1e-3 * np.abs(values).max())
    shown = min(len(lags), max(9, 2 * int(moving[-1]) + 2 if len(moving) else 9))
    lags, values = lags[:shown], values[:shown]
    figure, axes = _axes("|i − j|", "k")
    axes.plot(lags, values, color=_FIRST, linewidth=1.4)
    axes.axhline(0, color=_SOFT, linewidth=0.7)
    axes.set_ylim(min(0, float(values.min()) * 1.05), max(0, float(values.max()) * 1.05))
    return figure


def _modes(values: Array) -> Figure:
    figure, axes = _axes("m", "khat(m)")
    colours = [_SECOND] + [_FIRST] * (len(values) - 1)
    axes.bar(np.arange(len(values)), values, width=0.65, color=colours)
    axes.axhline(values[0], color=_SECOND, linewidth=0.8, linestyle="--")
    axes.axhline(0, color=_SOFT, linewidth=0.7)
    _whole_ticks(axes)
    return figure


def _spectrum(values: Array) -> Figure:
    figure, axes = _axes("number", "eigenvalue")
    index, ordered = np.arange(1, len(values) + 1), np.sort(values)
    axes.axhline(0, color=_SOFT, linewidth=0.7)
    axes.scatter(index, ordered, s=9, color=_FIRST)
    lowest = ordered < -1e-9 * max(1e-300, float(np.abs(ordered).max()))
    axes.scatter(index[lowest], ordered[lowest], s=14, color=_SECOND)
    _whole_ticks(axes)
    return figure


# ---------------------------------------------------------------- SVG


def _axes(x: str, y: str) -> tuple[Figure, Any]:
    from matplotlib import rc_context  # slow to import, and no verdict on a terminal needs it
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    with rc_context(_STYLE):
        figure = Figure(figsize=(4.3, 2.4))
        FigureCanvasAgg(figure)
        figure.subplots_adjust(left=0.165, right=0.98, bottom=0.185, top=0.91)
        axes = figure.add_subplot()
        axes.ticklabel_format(axis="y", scilimits=(-3, 4))
        axes.set_xlabel(x)
        axes.set_ylabel(y)
    return figure, axes


def _whole_ticks(axes: Any) -> None:
    axes.xaxis.get_major_locator().set_params(integer=True)


def _svg(figure: Figure, caption: str, name: str) -> str:
    """Return the figure as an SVG element: its own identifiers, the page's colours and fonts, no metadata."""
    from matplotlib import rc_context  # as in _axes

    buffer = io.StringIO()
    with rc_context(_STYLE):
        figure.savefig(buffer, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    text = buffer.getvalue()
    text = text[text.index("<svg") :]
    text = re.sub(r"<metadata>.*?</metadata>|<style.*?</style>|<!--.*?-->", "", text, flags=re.DOTALL)
    used = set(re.findall(r'(?:url\(#|href="#)([^")]+)', text))
    text = re.sub(r' id="([^"]+)"', lambda match: f' id="{name}-{match[1]}"' if match[1] in used else "", text)
    text = re.sub(r'(url\(#|href="#)([^")]+)', rf"\g<1>{name}-\g<2>", text)
    text = re.sub(r"font: ([\d.]+px) [^;\"]+", r"font: \1 sans-serif", text)
    for colour, variable in _PAGE.items():
        text = text.replace(colour, variable)
    text = re.sub(r"(\d\.\d{3})\d+", r"\1", text)
    head = f'<svg role="img" aria-label="{escape(caption)}"'
    for attribute in ("width", "height"):
        text = re.sub(rf'(<svg[^>]*?) {attribute}="[^"]*"', r"\1", text, count=1)
    return re.sub(r"\n\s*", "\n", text.replace("<svg", head, 1)).strip()
