"""Pictures of flows: where particles began and ended, the law that a theorem predicts, energy and spread over time."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from verify.model.errors import InputError
from verify.model.files import write_file
from verify.particles import Flow

__all__ = ["FORMATS", "draw_contents", "flow_figure", "label_colours", "principal_plane", "write_figure"]

Array = np.ndarray[Any, Any]

FORMATS = (".pdf", ".png", ".svg")
_PREDICTED = "#d62728"
_ENERGY, _SPREAD = "#1f77b4", "#555555"
_RING: dict[str, Any] = {"facecolors": "none", "edgecolors": _PREDICTED, "linewidths": 0.8}
_MOST = 4000
#: Where two particles lie on each other: moved outwards by at most this part of the radius, d = 2.
_LIFT = 0.12


def flow_figure(flow: Flow, predicted: Array | None = None, title: str = "") -> Figure:
    """Return a figure of a flow.

    Parameters
    ----------
    flow : Flow
    predicted : ndarray, shape (n, d), optional
        Contents that a theorem predicts, drawn over the end.
    title : str
        Name of the kernel.

    Notes
    -----
    d = 2: the circle, particles lifted outwards by their number in an arc; d = 3: the sphere; d > 3: the plane of the
    two leading principal directions of the end. Colours tell labels.
    """
    figure = Figure(figsize=(11.5, 4.0), layout="constrained")
    FigureCanvasAgg(figure)
    grid = figure.add_gridspec(2, 3, width_ratios=(1, 1, 1.15))
    projection = "3d" if flow.d == 3 else None
    colours = label_colours(flow.labels)
    some = np.unique(np.linspace(0, flow.n - 1, min(flow.n, _MOST)).astype(int))
    plane = principal_plane(flow.final) if flow.d > 3 else None
    panels = ((flow.initial, None, "start"), (flow.final, predicted, f"t = {flow.times[-1]:.4g}"))
    for column, (x, law, name) in enumerate(panels):
        axes = figure.add_subplot(grid[:, column], projection=projection)
        draw_contents(axes, x[some], colours[some], None if law is None else law[some], plane)
        axes.set_title(name, fontsize=10)
    energy = figure.add_subplot(grid[0, 2])
    _draw_course(energy, flow, "energy", _ENERGY)
    _draw_level(energy, flow)
    _draw_course(figure.add_subplot(grid[1, 2]), flow, "spread", _SPREAD)
    head = f"{title}: " if title else ""
    figure.suptitle(f"{head}n = {flow.n}, d = {flow.d}, {flow.end}", fontsize=11)
    return figure


def draw_contents(axes: Any, x: Array, colours: Array, predicted: Array | None, plane: Array | None) -> None:
    """Draw contents on axes: the circle, the sphere, or their projection on a plane, which is then said."""
    if x.shape[1] == 3:
        _draw_sphere(axes, x, colours, predicted)
        return
    axes.set_aspect("equal")
    axes.set_axis_off()
    angles = np.linspace(0, 2 * np.pi, 361)
    axes.plot(np.cos(angles), np.sin(angles), color="#bbbbbb", linewidth=0.8, zorder=1)
    if plane is None:
        shown, law = x * (1 + _LIFT * _crowding(x))[:, None], predicted
    else:
        shown, law = x @ plane.T, None if predicted is None else predicted @ plane.T
        axes.text(0, -1.16, "leading principal plane", ha="center", va="top", fontsize=8, color="#555555")
    axes.scatter(shown[:, 0], shown[:, 1], c=colours, s=14, alpha=0.85, linewidths=0, zorder=2)
    if law is not None:
        axes.scatter(law[:, 0], law[:, 1], s=34, **_RING, zorder=3)
        axes.text(0, 1.2, "○ predicted", ha="center", va="bottom", fontsize=8, color=_PREDICTED)
    axes.set_xlim(-1.25, 1.25)
    axes.set_ylim(-1.25, 1.35)


def _draw_sphere(axes: Any, x: Array, colours: Array, predicted: Array | None) -> None:
    u, v = np.mgrid[0 : 2 * np.pi : 25j, 0 : np.pi : 13j]
    axes.plot_wireframe(
        np.cos(u) * np.sin(v), np.sin(u) * np.sin(v), np.cos(v), color="#cccccc", linewidth=0.35, alpha=0.7
    )
    if predicted is not None:
        axes.scatter(*predicted.T, s=46, **_RING, depthshade=False)
        axes.text2D(0.5, 0.02, "○ predicted", transform=axes.transAxes, ha="center", fontsize=8, color=_PREDICTED)
    axes.scatter(*x.T, c=colours, s=12, alpha=0.9, linewidths=0, depthshade=True)
    axes.set_box_aspect((1, 1, 1), zoom=1.35)
    axes.set_axis_off()
    for set_limit in (axes.set_xlim, axes.set_ylim, axes.set_zlim):
        set_limit(-1, 1)


def _draw_level(axes: Any, flow: Flow) -> None:
    """Draw the energy of collapsed laws; for gauge kernels that of orbit laws."""
    level = flow.observables.get("collapsed_energy")
    if level is None or not np.isfinite(level):
        return
    axes.axhline(level, color=_PREDICTED, linewidth=0.8, linestyle="--")
    low, high = axes.get_ylim()
    above = level < (low + high) / 2
    axes.annotate(
        "orbit laws" if flow.kernel["family"] == "gauge" else "collapsed laws",
        (0.985, level), xycoords=("axes fraction", "data"), xytext=(0, 3 if above else -3),
        textcoords="offset points", ha="right", va="bottom" if above else "top", color=_PREDICTED, fontsize=8,
    )  # fmt: skip


def _draw_course(axes: Any, flow: Flow, name: str, colour: str) -> None:
    time, values = flow.course["time"], flow.course[name]
    axes.plot(time, values, color=colour, linewidth=1.3)
    positive = time[time > 0]
    if len(positive) > 4 and np.median(positive) < 0.02 * positive[-1]:
        axes.set_xscale("log")
        axes.set_xlim(positive[0], positive[-1])
    axes.set_ylabel(name, fontsize=9)
    axes.set_xlabel("time" if flow.time_unit == "kernel" else f"{flow.time_unit} time", fontsize=9)
    axes.tick_params(labelsize=8)
    axes.grid(alpha=0.25, linewidth=0.6)
    if name == "spread":
        axes.set_ylim(-0.03, 1.05)


def label_colours(labels: Array) -> Array:
    """Return one colour per particle by the rank of its first label coordinate."""
    from matplotlib import colormaps

    values = labels.reshape(len(labels), -1)[:, 0].astype(float)
    width = float(np.ptp(values)) or 1.0
    return np.asarray(colormaps["viridis"]((values - values.min()) / width))


def _crowding(x: Array) -> Array:
    """Return for points of the circle their rank among those in the same of 240 arcs, from 0 to 1."""
    arcs = np.floor((np.arctan2(x[:, 1], x[:, 0]) + np.pi) / (2 * np.pi) * 240 + 0.5).astype(int) % 240
    order = np.argsort(arcs, kind="stable")
    starts = np.searchsorted(arcs[order], arcs[order])
    rank = np.empty(len(x))
    rank[order] = np.arange(len(x)) - starts
    return rank / max(1.0, float(rank.max()), 12.0)


def principal_plane(x: Array) -> Array:
    """Return the two leading principal directions of contents, shape (2, d)."""
    return np.asarray(np.linalg.svd(x, full_matrices=False)[2][:2])


def write_figure(figure: Figure, path: Path, dots_per_inch: int = 130) -> None:
    """Write a figure as PNG, PDF or SVG by the ending of its name, atomically.

    Raises
    ------
    InputError
        Another ending, or a file that cannot be written.
    """
    ending = path.suffix.lower()
    if ending not in FORMATS:
        raise InputError("--picture", f"end in {', '.join(FORMATS)}", path.name)
    buffer = io.BytesIO()
    figure.savefig(buffer, format=ending[1:], dpi=dots_per_inch, metadata=_no_date(ending))
    write_file(path, buffer.getvalue())


def _no_date(ending: str) -> dict[str, Any]:
    """Leave out what would make two pictures of one flow differ."""
    dated: Sequence[str] = {".pdf": ("CreationDate",), ".svg": ("Date",)}.get(ending, ())
    return dict.fromkeys(dated)
