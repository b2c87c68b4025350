"""Pictures of a maximisation: the maximiser, energies against beta with the proved bound, a phase diagram.

Overview
--------
d = 2: tokens on the circle and the circle map psi(xi); d = 3: tokens on the sphere, and their Gram matrix; otherwise
the Gram matrix alone. Beside it the energies of the laws that were found, by name, below the proved bounds.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib import colormaps
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from verify.optimize import Optimum

__all__ = ["beta_figure", "optimum_figure", "phase_figure"]

Array = np.ndarray[Any, Any]

_VIEWS = {"graph_laws": "graph laws", "all_laws": "all laws"}
_BOUND = "#d62728"
#: One colour for each name, the same in all figures.
_COLOURS = {
    "collapsed": "#7f7f7f",
    "great circle": "#1f77b4",
    "latitude circle": "#17becf",
    "horseshoe": "#ff7f0e",
    "gauge orbit": "#9467bd",
    "clusters": "#8c564b",
    "other": "#bcbd22",
}


def optimum_figure(optimum: Optimum, title: str = "") -> Figure:
    """Return a figure of the best law found, of the other laws' energies and of the bounds.

    Parameters
    ----------
    optimum : Optimum
    title : str
        Name of the kernel.
    """
    figure = Figure(figsize=(11.5, 4.0), layout="constrained")
    FigureCanvasAgg(figure)
    best = optimum.best
    if best is None:
        axes = figure.add_subplot(1, 1, 1)
        axes.set_axis_off()
        axes.text(0.5, 0.5, "no law on a sphere was found", ha="center")
        return figure
    d = optimum.d
    grid = figure.add_gridspec(1, 3, width_ratios=(1, 1, 1.1))
    if d == 2:
        _draw_circle(figure.add_subplot(grid[0]), best.contents)
        _draw_map(figure.add_subplot(grid[1]), optimum, best.contents)
    elif d == 3:
        _draw_sphere(figure.add_subplot(grid[0], projection="3d"), best.contents)
        _draw_gram(figure.add_subplot(grid[1]), best.contents)
    else:
        _draw_gram(figure.add_subplot(grid[0:2]), best.contents)
    _draw_levels(figure.add_subplot(grid[2]), optimum)
    head = f"{title}: " if title else ""
    detail = f", {best.shape.detail}" if best.shape.detail else ""
    figure.suptitle(f"{head}{best.shape.name}{detail}, d = {d}, {len(optimum.weights)} labels", fontsize=11)
    return figure


def _label_colours(n: int) -> Array:
    return np.asarray(colormaps["hsv"](np.arange(n) / n))


def _draw_circle(axes: Any, x: Array) -> None:
    angles = np.linspace(0, 2 * np.pi, 361)
    axes.plot(np.cos(angles), np.sin(angles), color="#bbbbbb", linewidth=0.8)
    lifted = x * (1 + 0.16 * np.arange(len(x)) / len(x))[:, None]
    axes.scatter(*lifted.T, c=_label_colours(len(x)), s=16, linewidths=0)
    axes.set_aspect("equal")
    axes.set_axis_off()
    axes.set_title("contents, later labels further out", fontsize=9)


def _draw_map(axes: Any, optimum: Optimum, x: Array) -> None:
    labels = optimum.labels.reshape(len(x), -1)[:, 0].astype(float)
    angles = np.arctan2(x[:, 1], x[:, 0])
    axes.scatter(labels, angles, c=_label_colours(len(x)), s=12, linewidths=0)
    axes.set_xlabel("label ξ", fontsize=9)
    axes.set_ylabel("ψ(ξ)", fontsize=9)
    axes.set_ylim(-np.pi - 0.1, np.pi + 0.1)
    axes.set_yticks([-np.pi, 0, np.pi], ["-π", "0", "π"])
    axes.tick_params(labelsize=8)
    axes.grid(alpha=0.25, linewidth=0.6)
    axes.set_title("circle map ξ → ψ", fontsize=9)


def _draw_sphere(axes: Any, x: Array) -> None:
    u, v = np.mgrid[0 : 2 * np.pi : 25j, 0 : np.pi : 13j]
    rings = np.cos(u) * np.sin(v), np.sin(u) * np.sin(v), np.cos(v)
    axes.plot_wireframe(*rings, color="#cccccc", linewidth=0.35, alpha=0.7)
    axes.scatter(*x.T, c=_label_colours(len(x)), s=16, linewidths=0, depthshade=False)
    axes.set_box_aspect((1, 1, 1), zoom=1.35)
    axes.set_axis_off()
    axes.set_title("contents, coloured by label", fontsize=9)


def _draw_gram(axes: Any, x: Array) -> None:
    image = axes.imshow(x @ x.T, vmin=-1, vmax=1, cmap="RdBu_r", interpolation="nearest")
    axes.set_title("Gram matrix of tokens", fontsize=9)
    axes.set_xlabel("label", fontsize=9)
    axes.set_ylabel("label", fontsize=9)
    axes.tick_params(labelsize=8)
    axes.figure.colorbar(image, ax=axes, shrink=0.8)


def _colour(name: str) -> str:
    return _COLOURS.get(name, "#2ca02c")


def _draw_levels(axes: Any, optimum: Optimum) -> None:
    """Draw the energies of the laws as levels with their names, and the bounds above them."""
    laws = [law for law in optimum.laws if math.isfinite(law.energy)]
    for rank, law in enumerate(laws[:6]):
        axes.plot([rank - 0.35, rank + 0.35], [law.energy] * 2, color=_colour(law.shape.name), linewidth=2.4)
    axes.set_xticks(range(len(laws[:6])), [law.shape.name for law in laws[:6]], rotation=30, ha="right", fontsize=8)
    axes.set_xlim(-0.6, max(1, len(laws[:6])) - 0.4)
    spread = max((law.energy for law in laws), default=0.0) - min((law.energy for law in laws[:6]), default=0.0)
    for view, style in (("graph_laws", "--"), ("all_laws", ":")):
        bound = optimum.bound(view)
        if bound is not None:
            level = float(bound.upper)
            spread = max(spread, abs(level - (optimum.found(view) or 0.0)))
            axes.axhline(level, color=_BOUND, linewidth=1.0, linestyle=style, label=f"bound, {_VIEWS[view]}")
    if optimum.slices is not None and math.isfinite(optimum.slices.energy):
        axes.axhline(optimum.slices.energy, color="#2ca02c", linewidth=1.0, linestyle="-.", label="slices as measures")
    if spread < 1e-9 * abs(axes.get_ylim()[1]):
        middle = laws[0].energy if laws else 0.0
        axes.set_ylim(middle - 0.05 * abs(middle) - 1e-9, middle + 0.05 * abs(middle) + 1e-9)
    axes.margins(y=0.15)
    axes.set_ylabel("energy", fontsize=9)
    axes.tick_params(axis="y", labelsize=8)
    axes.grid(axis="y", alpha=0.25, linewidth=0.6)
    if axes.get_legend_handles_labels()[0]:
        axes.legend(fontsize=8, loc="lower left")


def beta_figure(optima: Sequence[Optimum], betas: Sequence[float], title: str = "") -> Figure:
    """Return the energies found against beta with the proved bounds above them, and their relative gap below.

    Parameters
    ----------
    optima : sequence of Optimum
        One for each beta, of one kernel.
    betas : sequence of float
        Increasing.

    Notes
    -----
    Energies are drawn as e^{-beta} E, those of the peak profile, which differ by factors and not by powers of ten.
    """
    figure = Figure(figsize=(7.2, 5.4), layout="constrained")
    FigureCanvasAgg(figure)
    upper, lower = figure.subplots(2, 1, sharex=True, height_ratios=(2, 1))
    scale = [math.exp(-b) if "usa" in str(o.kernel.get("profile")) else 1.0 for b, o in zip(betas, optima, strict=True)]
    found = [(o.found("graph_laws") or math.nan) * s for o, s in zip(optima, scale, strict=True)]
    bounds = [o.bound("graph_laws") for o in optima]
    above = [math.nan if b is None else float(b.upper) * s for b, s in zip(bounds, scale, strict=True)]
    upper.plot(betas, found, color="#bbbbbb", linewidth=1.0, zorder=1)
    upper.plot(
        betas, above, color=_BOUND, linewidth=1.2, linestyle="--", marker="v", markersize=4, label="proved bound"
    )
    _draw_names(upper, betas, found, [o.best.shape.name if o.best else "other" for o in optima])
    upper.set_ylabel(r"$e^{-\beta} E$", fontsize=10)
    upper.legend(fontsize=8)
    gaps = [b / f - 1 if f else math.nan for f, b in zip(found, above, strict=True)]
    lower.plot(betas, gaps, color=_BOUND, linewidth=1.0, marker="o", markersize=3)
    lower.set_ylabel("bound/found - 1", fontsize=9)
    lower.set_xlabel(r"$\beta$", fontsize=10)
    for axes in (upper, lower):
        axes.grid(alpha=0.25, linewidth=0.6)
        axes.tick_params(labelsize=8)
        if betas[0] > 0 and betas[-1] / betas[0] > 6:
            axes.set_xscale("log", base=2)
            axes.set_xticks(list(betas), [f"{b:g}" for b in betas])
    figure.suptitle(title or "energy against beta", fontsize=11)
    return figure


def _draw_names(axes: Any, betas: Sequence[float], values: Sequence[float], names: Sequence[str]) -> None:
    for name in dict.fromkeys(names):
        chosen = [k for k, other in enumerate(names) if other == name]
        axes.scatter(
            [betas[k] for k in chosen], [values[k] for k in chosen], s=34, color=_colour(name), label=name, zorder=3
        )


def phase_figure(
    winners: Mapping[int, Sequence[tuple[float, str]]],
    transitions: Mapping[int, Sequence[float]] | None = None,
    title: str = "",
) -> Figure:
    """Return the phase diagram over (beta, d): the name of the law of most energy at each point.

    Parameters
    ----------
    winners : mapping
        d to pairs (beta, name), beta increasing.
    transitions : mapping, optional
        d to the values of beta at which the winner changes.
    """
    figure = Figure(figsize=(7.2, 0.9 + 0.75 * len(winners)), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.add_subplot(1, 1, 1)
    dimensions = sorted(winners)
    for row, d in enumerate(dimensions):
        _draw_names(axes, [b for b, _ in winners[d]], [row] * len(winners[d]), [name for _, name in winners[d]])
        for index, beta in enumerate((transitions or {}).get(d, ())):
            axes.plot([beta, beta], [row - 0.22, row + 0.22], color="black", linewidth=1.2)
            above = index % 2 == 0
            place = (beta, row + (0.24 if above else -0.24))
            axes.annotate(f"{beta:.4g}", place, ha="center", va="bottom" if above else "top", fontsize=8)
    axes.set_yticks(range(len(dimensions)), [f"d = {d}" for d in dimensions])
    axes.set_ylim(-0.6, len(dimensions) - 0.4)
    axes.set_xlabel(r"$\beta$", fontsize=10)
    axes.tick_params(labelsize=8)
    handles, names = axes.get_legend_handles_labels()
    unique = dict(zip(names, handles, strict=True))
    axes.legend(unique.values(), unique.keys(), fontsize=8, loc="center left", bbox_to_anchor=(1.0, 0.5))
    figure.suptitle(title or "maximisers found, by name", fontsize=11)
    return figure
