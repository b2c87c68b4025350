"""Tables and plots of the page on benchmarks, from the results that the scripts of ``benchmarks`` kept."""

from __future__ import annotations

import base64
import io
import statistics
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import matplotlib as mpl
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

Results = Mapping[str, Any]
_OURS = "ours"
#: At which size rivals are shown over the dimension, and in which dimension over the size.
_OVER_D, _OVER_N = 256, 3
_COLOURS = {
    "naive NumPy": "#9aa0a6", "in-place NumPy": "#5f6368", "torch in place": "#e8710a", "torch autograd": "#f5b06b",
    "jax jit": "#7b1fa2", "jax row-blocked": "#b57edc", "KeOps": "#188038",
}  # fmt: skip


def benchmark_part(name: str, results: Results) -> str:
    """Return a part of the page in Markdown: machine, dense, plots, harmonic, large, flows, sdp or sdp_large."""
    return _PARTS[name](results)


def _machine(results: Results) -> str:
    found = results["machine"]
    versions = ", ".join(f"{name} {version}" for name, version in found["versions"].items())
    loads = [row["load"][0] for row in (*results["dense"], *results["harmonic"]) if row["load"]]
    busy = f"{min(loads):g} to {max(loads):g}" if loads else "unknown"
    return _table(
        ("of the machine", ""),
        (
            ("processor", f"{found['processor']}, {found['cores']} cores, shared"),
            ("exponentials in cache, one thread", f"{found['exponentials'] / 1e9:.2f} · 10⁹ a second"),
            ("matrix product, one thread", f"{found['product'] / 1e9:.0f} GFLOP/s"),
            ("load average while it was measured", busy),
            ("measured on", found["date"]),
            ("with", f"Python {found['python']}, {versions}"),
        ),
    )


def _rivals(rows: Sequence[Results]) -> list[str]:
    return [name for name in rows[0]["times"] if name != _OURS]


def _ratio(row: Results, name: str, which: str = "best") -> float:
    return float(row["times"][name][which] / row["times"][_OURS][which])


def _dense(results: Results) -> str:
    rows = results["dense"]
    rivals = sorted(_rivals(rows), key=lambda name: list(_COLOURS).index(name))
    head = ("n", "d", "ours, ms", "ours / floor", *rivals)
    return _table(
        head,
        (
            (
                row["n"],
                row["d"],
                f"{row['times'][_OURS]['best']:.3g}",
                f"{row['times'][_OURS]['best'] / row['floor']:.2f}",
                *(f"{_ratio(row, name):.2f}" for name in rivals),
            )
            for row in rows
        ),
    )


def _harmonic(results: Results) -> str:
    head = ("n", "d", "β", "degree", "seconds", "median", "error", "all pairs / expansion, n = 4096")
    return _table(
        head,
        (
            (
                f"{row['n']:,}",
                row["d"],
                row["beta"],
                row["degree"],
                f"{row['seconds']['best']:.3f}",
                f"{row['seconds']['median']:.3f}",
                f"{row['error']:.1e}",
                f"{row['ratio']:.1f}",
            )
            for row in results["harmonic"]
        ),
    )


def _large(results: Results) -> str:
    head = (
        "n",
        "d",
        "β",
        "τ",
        "seconds on the wall",
        "of processors",
        "threads",
        "evaluations",
        "distinct at the end",
        "load",
    )
    return _table(
        head,
        (
            (
                f"{row['n']:,}",
                row["d"],
                row["beta"],
                f"{row['tau']:g}",
                f"{row['seconds']:.1f}",
                f"{row['processor']:.1f}",
                row["workers"],
                f"{row['evaluations']:,}",
                row["particles"],
                f"{row['load'][0]:g}" if row["load"] else "unknown",
            )
            for row in results["large"]
        ),
    )


def _flows(results: Results) -> str:
    def rival(row: Results, method: str) -> str:
        count = row["scipy"].get(method)
        return "—" if count is None else f"{count / row['evaluations'][0]:.1f} ({count:,})"

    head = ("flow", "evaluations, median", "most", "final error", "RK45 / ours", "DOP853 / ours")
    return _table(
        head,
        (
            (
                row["name"],
                f"{statistics.median(row['evaluations']):,.0f}",
                f"{max(row['evaluations']):,}",
                f"{row['error']:.1e}",
                rival(row, "RK45"),
                rival(row, "DOP853"),
            )
            for row in results["flows"]
        ),
    )


def _sdp(results: Results) -> str:
    head = (
        "n",
        "ours, ms",
        "Clarabel / ours",
        "SCS / ours",
        "our bound",
        "Clarabel's above it",
        "SCS's above it",
        "load",
    )
    return _table(
        head,
        (
            (
                row["n"],
                f"{1e3 * row['seconds']['low rank']:.3g}",
                *(f"{row['seconds'][name] / row['seconds']['low rank']:,.0f}" for name in ("Clarabel", "SCS")),
                row["bounds"]["low rank"],
                *(f"{row['above'][name] - row['above']['low rank']:+.1e}" for name in ("Clarabel", "SCS")),
                f"{row['load'][0]:g}" if row["load"] else "unknown",
            )
            for row in results["sdp"]
        ),
    )


def _sdp_large(results: Results) -> str:
    head = ("n", "search, s", "proof, s", "relative gap, proved", "standard library alone, s", "load")
    return _table(
        head,
        (
            (
                f"{row['n']:,}",
                f"{row['search']:.1f}",
                f"{row['proof']:.2f}",
                f"{row['gap']:.1e}",
                "—" if row["recheck"] is None else f"{row['recheck']:.0f}",
                f"{row['load'][0]:g}" if row["load"] else "unknown",
            )
            for row in results["sdp_large"]
        ),
    )


def _table(head: Sequence[str], rows: Any) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(map(str, line))} |" for line in lines)


def _plots(results: Results) -> str:
    rows = results["dense"]
    over_n = [row for row in rows if row["d"] == _OVER_N]
    over_d = [row for row in rows if row["n"] == _OVER_D]
    style = {"svg.hashsalt": "benchmarks", "svg.fonttype": "none", "font.family": ["sans-serif"], "font.size": 9.0}
    with mpl.rc_context(style):
        figure = Figure(figsize=(9.2, 3.9), layout="constrained")
        FigureCanvasAgg(figure)
        left, right = figure.subplots(1, 2)
        _draw(left, over_n, "n", f"over n, d = {_OVER_N}")
        _draw(right, over_d, "d", f"over d, n = {_OVER_D}")
        handles, labels = left.get_legend_handles_labels()
        figure.legend(handles, labels, loc="outside lower center", ncols=4, frameon=False)
        buffer = io.BytesIO()
        figure.savefig(buffer, format="svg", metadata={"Date": None, "Creator": None})
    picture = base64.b64encode(buffer.getvalue()).decode("ascii")
    words = "Times of every library divided by ours, on one thread, over the number of particles and over the dimension"
    return f'```{{raw}} html\n<img alt="{words}" src="data:image/svg+xml;base64,{picture}">\n```'


def _draw(axes: Any, rows: Sequence[Results], name: str, title: str) -> None:
    rows = sorted(rows, key=lambda row: row[name])
    values = [row[name] for row in rows]
    for rival, colour in _COLOURS.items():
        if rival in rows[0]["times"]:
            ratios = [_ratio(row, rival) for row in rows]
            axes.plot(values, ratios, color=colour, marker="o", markersize=3.5, linewidth=1.3, label=rival)
    floors = [row["floor"] / row["times"][_OURS]["best"] for row in rows]
    axes.plot(values, floors, color="#1a73e8", linestyle=":", linewidth=1.3, label="the machine's floor")
    axes.axhline(1.0, color="#1a73e8", linewidth=1.3, label="ours")
    axes.set(xscale="log", yscale="log", xlabel=name, title=title, xticks=values)
    axes.set_ylabel("time / ours")
    axes.set_xticks(values, [str(value) for value in values])
    axes.minorticks_off()
    axes.grid(visible=True, axis="y", linewidth=0.4, color="#dddddd")
    axes.spines[["top", "right"]].set_visible(False)


_PARTS: Mapping[str, Callable[[Results], str]] = {
    "machine": _machine,
    "dense": _dense,
    "plots": _plots,
    "harmonic": _harmonic,
    "large": _large,
    "flows": _flows,
    "sdp": _sdp,
    "sdp_large": _sdp_large,
}
