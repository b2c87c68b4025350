"""Where a flow of T8 stopped: the name of an end, and what is measured of it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from verify.evidence.claims import Evidence, measured
from verify.model.sphere import distance
from verify.particles import Flow
from verify.particles.observables import clusters, resultant, spread
from verify.particles.transport import wasserstein

__all__ = [
    "COLLAPSED", "COLUMNS", "FINE", "Row", "experiment", "fine_labels", "great_circle_frame", "mean_distance",
    "name_of_end", "picture_of", "row_of", "table_of", "to_fine_law", "wave",
]  # fmt: skip

Array = np.ndarray[Any, Any]

#: Root mean square distance to a law, and 1 - |mean|^2, below which an end is taken for it.
CLOSE, COLLAPSED = 1e-3, 1e-6
#: Atoms of the fine law that a measured W2 is taken to.
FINE = 512
_MOST_JUMPS = 5


@dataclass(frozen=True)
class Row:
    """One run of a system.

    Attributes
    ----------
    n, seed : int
    time : float
        Reached, in usa time.
    energy, gap : float
        E, and what misses to f(1)/2 times the mean of k: to orbit laws, or to collapse.
    resultant, spread : float
        |mean x| and 1 - |mean x|^2.
    clusters : int
    end : str
        As :func:`name_of_end` calls it.
    w2, bound : float or None
        Distance to the law that the theorem predicts, and what the finite number of labels allows.
    seconds : float
    """

    n: int
    seed: int
    time: float
    energy: float
    gap: float
    resultant: float
    spread: float
    clusters: int
    end: str
    w2: float | None
    bound: float | None
    seconds: float


COLUMNS = ("n", "seed", "time", "energy", "gap", "resultant", "spread", "clusters", "end", "W2", "bound", "s")


def table_of(rows: list[Row]) -> dict[str, list[Any]]:
    """Return rows as plain text for a report."""
    lines = []
    for row in rows:
        distances = ["" if value is None else f"{value:.2e}" for value in (row.w2, row.bound)]
        measured = [f"{row.resultant:.6f}", f"{row.spread:.3g}", str(row.clusters), row.end]
        start = [str(row.n), str(row.seed), f"{row.time:.4g}", f"{row.energy:.8f}", f"{row.gap:.1e}"]
        lines.append([*start, *measured, *distances, f"{row.seconds:.2f}"])
    return {"columns": list(COLUMNS), "rows": lines}


def experiment(
    rows: list[Row], faults: list[str], picture: dict[str, Any] | None, how: str, residual: float
) -> Evidence:
    """Return the evidence of runs: numeric with their table and a picture, refuted by them where something fails."""
    details = {"table": table_of(rows), "flow": picture, "seeds": sorted({row.seed for row in rows})}
    return measured("; ".join([how, *faults[:3]]), details, agrees=not faults, residual=f"{residual:.1e}")


def row_of(flow: Flow, seed: int, end: str, w2: float | None = None, bound: float | None = None) -> Row:
    """Return what is measured of a run."""
    seen = flow.observables
    gap = float(seen["collapsed_energy"]) - flow.energy
    return Row(
        flow.n, seed, float(flow.times[-1]), flow.energy, gap, float(seen["resultant"]), float(seen["spread"]),
        int(seen["clusters"]), end, w2, bound, flow.seconds,
    )  # fmt: skip


def great_circle_frame(x: Array, angles: Array) -> Array:
    """Return the orthonormal p, q of the great circle cos(xi) p + sin(xi) q nearest to contents, shape (d, 2).

    Notes
    -----
    The sum of |x_i - cos(xi_i) p - sin(xi_i) q|^2 is least at the polar factor of sum_i x_i (cos xi_i, sin xi_i).
    """
    left, _, right = np.linalg.svd(x.T @ wave(angles), full_matrices=False)
    return np.asarray(left @ right)


def wave(angles: Array) -> Array:
    """Return (cos xi, sin xi) row by row."""
    return np.stack([np.cos(angles), np.sin(angles)], axis=1)


def mean_distance(x: Array, y: Array) -> float:
    """Return the root mean square distance between contents and their counterparts."""
    return float(np.sqrt(np.mean(distance(x, y) ** 2)))


def fine_labels() -> Array:
    """Return the labels of the fine law that a measured W2 is taken to, at equal distances on the circle."""
    return np.asarray(2 * np.pi * (np.arange(FINE) + 0.5) / FINE)


def to_fine_law(x: Array, law: Array) -> float:
    """Return W2 between contents and the atoms of a fine law, of which there is a multiple."""
    found = wasserstein(np.repeat(x, len(law) // len(x), axis=0), law)
    assert found is not None
    return found


def name_of_end(flow: Flow) -> str:
    """Return the name: collapsed, clusters, great circle, winding m, horseshoe, torn horseshoe, or frozen.

    Notes
    -----
    Clusters are groups, of four tokens or more on average, whose own spread is below 1e-6. A horseshoe is a planar arc,
    open, along which the labels run once: one jump from its end to its start; up to four more where tokens are left on
    a wrong side. What none of these describes is called by its spread, frozen if it rests.
    """
    x, labels = flow.final, flow.labels
    if spread(x) < COLLAPSED:
        return "collapsed"
    groups = clusters(x, 0.02)
    count = int(groups.max()) + 1
    if 4 * count <= len(x) and all(spread(x[groups == g]) < COLLAPSED for g in range(count)):
        return f"{count} clusters"
    moving = "" if flow.observables["residual"] < 1e-6 else ", still moving"
    steps = _steps(x, labels)
    turns = round(float(steps.sum()) / (2 * np.pi))
    if np.abs(steps).max() < np.pi / 2 and turns:
        equal = resultant(x) < CLOSE and np.ptp(steps) < CLOSE
        name = "great circle" if equal and abs(turns) == 1 else f"winding {abs(turns)}"
        return name + moving
    jumps = int(np.sum(np.abs(steps) > np.pi / 4))
    planar = x.shape[1] == 2 or float(np.linalg.svd(x, compute_uv=False)[2:].max()) < CLOSE
    if planar and not moving and 1 <= jumps <= _MOST_JUMPS and resultant(x) > 0.1:
        return "horseshoe" if jumps == 1 else "torn horseshoe"
    return f"spread {spread(x):.2g}{moving or ', frozen'}"


def _steps(x: Array, labels: Array) -> Array:
    """Return the angles between neighbours of the labels' order, cyclic, in the principal plane."""
    ordered = x[np.argsort(labels, kind="stable")]
    plane = np.eye(2) if x.shape[1] == 2 else np.linalg.svd(ordered, full_matrices=False)[2][:2]
    points = ordered @ plane.T
    z = points[:, 0] + 1j * points[:, 1]
    return np.asarray(np.angle(np.roll(z, -1) * z.conj()))


def picture_of(flow: Flow, predicted: Array | None, level: float | None) -> dict[str, Any]:
    """Return what a report draws of a flow, rounded: start, end, predicted law, labels, course."""
    size = len(flow.course["time"])
    kept = np.unique(np.linspace(0, size - 1, min(size, 80)).astype(int))
    plane = np.eye(flow.d) if flow.d <= 3 else np.linalg.svd(flow.final, full_matrices=False)[2][:2]
    labels = flow.labels.reshape(flow.n, -1)[:, 0]
    return {
        "initial": _rounded(flow.initial @ plane.T),
        "final": _rounded(flow.final @ plane.T),
        "predicted": None if predicted is None else _rounded(predicted @ plane.T),
        "projected": flow.d > 3,
        "ranks": np.argsort(np.argsort(labels, kind="stable"), kind="stable").tolist(),
        "time": _rounded(flow.course["time"][kept], 5),
        "energy": _rounded(flow.course["energy"][kept], 7),
        "spread": _rounded(flow.course["spread"][kept], 5),
        "level": None if level is None or not math.isfinite(level) else round(level, 7),
    }


def _rounded(values: Array, decimals: int = 4) -> list[Any]:
    return list(np.round(values, decimals).tolist())
