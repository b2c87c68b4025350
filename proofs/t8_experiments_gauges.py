"""Gauge systems of T8: RoPE, generalised RoPE, prefix tokens; each end beside the law of Q(xi)^T u."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from proofs.t8_experiments_ends import (
    FINE,
    Row,
    experiment,
    fine_labels,
    mean_distance,
    picture_of,
    row_of,
    to_fine_law,
)
from proofs.t8_experiments_systems import BASE, generalised_rope, prefixes, prompt_cloud, rope
from verify.evidence.claims import Claim, Evidence, measured
from verify.model.kernels import GaugeKernel, Kernel
from verify.model.sphere import distance, householder, sample_uniform
from verify.model.verdict import Status
from verify.particles import Flow, simulate
from verify.particles.observables import predicted_contents
from verify.particles.system import System, system_of
from verify.particles.transport import wasserstein

__all__ = ["GAUGES", "GAUGE_MUTANTS", "RUNS", "gap_bounds", "generalised", "prefix_cloud", "prompts", "rotary"]

Array = np.ndarray[Any, Any]
Runs = Sequence[Sequence[int]]

#: (n, seed) of the starts, uniform on the sphere.
RUNS = [[64, 0], [64, 1], [64, 2], [128, 0], [128, 1], [256, 0]]
_TAU, _TOLERANCE, _AGREED = 20.0, 1e-9, 1e-6
#: Allowed W2 of contents to the orbit of their u: consensus to a mean square of 1e-6.
OFF_ORBIT = 1e-3


def gap_bounds(beta: float, spread: float) -> tuple[float, float]:
    """Return sinh(beta)/(2 beta) s and e^beta/2 s, between which f(1)/2 - E lies for the profile usa.

    Examples
    --------
    >>> gap_bounds(1, 0.0)
    (0.0, 0.0)
    """
    return math.sinh(beta) / (2 * beta) * spread, math.exp(beta) / 2 * spread


class _Trial:
    """What every gauge system has to show: consensus in u, energy between its bounds, contents on the orbit.

    A token that starts near the antipode of the others leaves it at the rate e^{-beta} alone. Where there is no
    consensus at the horizon the run goes on to rest from there, and ``late`` says so.
    """

    def __init__(self, kernel: Kernel, n: int, seed: int, x: Array | None = None) -> None:
        self.start: Flow = simulate(kernel, n=n, x=x, tau=_TAU, rng=seed, tolerance=_TOLERANCE, workers=1)
        self.system: System = system_of(kernel, self.start.labels)
        self.late = ""
        self.see(self.start)
        if self.consensus_spread >= _AGREED:
            ends = self.system.to_solver(self.flow.final)
            behind = int(np.sum(ends @ self.u < 0))
            labels = self.flow.labels
            self.see(simulate(kernel, x=self.flow.final, labels=labels, tau=math.inf, tolerance=_TOLERANCE, workers=1))
            self.late = f", {self.flow.times[-1]:.3g} later: {behind} of {n} behind at {_TAU:g}"

    def see(self, flow: Flow) -> None:
        """Measure a flow."""
        self.flow = flow
        found = predicted_contents(self.system, flow.final)
        assert found is not None
        self.u, self.orbit = found
        ends = self.system.to_solver(flow.final)
        gap = ends - ends.mean(axis=0)
        self.consensus_spread = float(np.mean(np.sum(gap**2, axis=1)))
        self.off_orbit = mean_distance(flow.final, self.orbit)

    def faults(self) -> list[str]:
        """Return what does not hold."""
        low, high = gap_bounds(1.0, self.consensus_spread)
        gap = math.e / 2 - self.flow.energy
        faults = [] if low - 1e-13 <= gap <= high + 1e-13 else [f"gap {gap:.3g} outside [{low:.3g}, {high:.3g}]"]
        return faults + ([] if self.consensus_spread < _AGREED else [f"spread of u {self.consensus_spread:.3g}"])


def _orbit_law(kernel: Kernel, u: Array) -> Array:
    """Return Q(xi)^T u at fine labels of the circle."""
    return system_of(kernel, fine_labels()).to_contents(np.tile(u, (FINE, 1)))


def _judged(
    kernel: Kernel, law_of: Kernel, runs: Runs, speed: float, square: float, name: str, *, late: bool = True
) -> Evidence:
    """Run a system with labels on the circle; compare its ends with orbits of another kernel, the same by default."""
    rows: list[Row] = []
    faults: list[str] = []
    picture: dict[str, Any] | None = None
    worst = 0.0
    for n, seed in runs:
        trial = _Trial(kernel, n, seed)
        law = _orbit_law(law_of, trial.u)
        w2 = to_fine_law(trial.flow.final, law)
        bound = OFF_ORBIT + speed * math.pi / math.sqrt(3) * (1 / n + 1 / FINE)
        predicted = 1 - square * trial.u[-1] ** 2 if kernel.d > 2 else 1.0
        error = abs(float(trial.flow.observables["spread"]) - predicted)
        worst = max(worst, error)
        found = trial.faults()
        found += [] if w2 <= bound else [f"W2 {w2:.3g} above {bound:.3g}"]
        found += [f"no consensus at {_TAU:g}"] if trial.late and not late else []
        found += [] if error < 1e-5 else [f"spread {trial.flow.observables['spread']:.6f}, predicted {predicted:.6f}"]
        faults += [f"n = {n}, seed {seed}: {fault}" for fault in found]
        rows.append(row_of(trial.flow, seed, (name if not found else "another law") + trial.late, w2, bound))
        picture = picture or picture_of(trial.start, law[::8], math.e / 2)
    return experiment(rows, faults, picture, _how(rows), worst)


def _how(rows: list[Row]) -> str:
    late = sum("later" in row.end for row in rows)
    words = f"{len(rows)} runs to usa time {_TAU:g} at tolerance {_TOLERANCE:g}"
    return words + (f", {late} of them followed to rest" if late else "")


def rotary(d: int, omega: str, runs: Runs, law: str = "1", *, late: bool = True) -> Evidence:
    """Compare the ends of RoPE with latitude circles, those of the frequency ``law``; without ``late`` all by 20."""
    name = "latitude circle" if d > 2 else "circle"
    return _judged(rope(d, omega), rope(d, law), runs, abs(float(law)), 0.0 if d == 2 else 1.0, name, late=late)


def generalised(a: str, m: int, runs: Runs, law: str | None = None) -> Evidence:
    """Compare the ends of generalised RoPE with (R_z(xi) R_x(a sin(m xi)))^T u, of spread 1 - J_0(a)^2 u_3^2."""
    from scipy.special import j0

    amplitude = float(Fraction(law or a))
    kernel, other = generalised_rope(a, m), generalised_rope(law or a, m)
    return _judged(kernel, other, runs, 1 + abs(amplitude) * m, float(j0(amplitude)) ** 2, "tilting curve")


# ---------------------------------------------------------------- prefix tokens


def _turned_start(first: _Trial) -> Array:
    """Return the start of a run turned so that its end is u: in gauge variables the flow commutes with O(d).

    Notes
    -----
    The reflection R with R u' = u for the u' of the run; x = Q^T R Q x_0.
    """
    reflection = householder(first.u, np.array(BASE, dtype=float))
    return first.system.to_contents(first.system.to_solver(first.start.initial) @ reflection.T)


def _targets(points: Sequence[Sequence[Fraction]]) -> Array:
    return np.array([[float(c) for c in point] for point in points])


def _prefix(kernel: GaugeKernel, cloud: Array, n: int, seed: int, name: str) -> tuple[Row, list[str], dict[str, Any]]:
    """Run a prefix system from a start, turn the start, and compare the second end with the cloud of the prompts."""
    first = _Trial(kernel, n, seed)
    second = _Trial(kernel, n, seed, _turned_start(first))
    target = cloud[second.flow.labels]
    w2 = wasserstein(second.flow.final, target)
    assert w2 is not None
    bound = second.off_orbit + float(distance(second.u, np.array(BASE, dtype=float)))
    faults = first.faults() + second.faults()
    faults += [] if w2 <= bound + 1e-9 else [f"W2 to the prompts {w2:.3g} above {bound:.3g}"]
    faults += [] if bound < 1e-6 else [f"consensus is {bound:.3g} away from u"]
    row = row_of(second.flow, seed, (name if not faults else "another law") + second.late, w2, bound)
    return row, faults, picture_of(second.start, target, math.e / 2)


def prefix_cloud(runs: Runs, gauged: bool = True) -> Evidence:
    """Reproduce a cloud of n prompts by their Householder gauges, or try to without them."""
    rows, faults, pictures = [], [], []
    for n, seed in runs:
        points = prompt_cloud(n)
        kernel = prefixes(points, [f"1/{n}"] * n, gauged=gauged)
        assert isinstance(kernel, GaugeKernel)
        row, found, picture = _prefix(kernel, _targets(points), n, seed, "the prompt cloud")
        rows.append(row)
        faults += [f"n = {n}, seed {seed}: {fault}" for fault in found]
        pictures.append(picture)
    return experiment(rows, faults, pictures[0], _how(rows), max(row.w2 or 0.0 for row in rows))


def prompts(weights: Sequence[str], runs: Runs) -> Evidence:
    """Reproduce the law of finitely many prompts: as many clusters, with their weights."""
    points = prompt_cloud(len(weights))
    kernel, cloud = prefixes(points, weights), _targets(points)
    assert isinstance(kernel, GaugeKernel)
    rows, faults, pictures = [], [], []
    for n, seed in runs:
        row, found, picture = _prefix(kernel, cloud, n, seed, f"{len(weights)} clusters")
        if row.clusters != len(weights):
            found.append(f"{row.clusters} clusters")
        rows.append(row)
        faults += [f"n = {n}, seed {seed}: {fault}" for fault in found]
        pictures.append(picture)
    return experiment(rows, faults, pictures[0], _how(rows), max(row.w2 or 0.0 for row in rows))


def gap_inequality(betas: Sequence[int], states: int, swapped: bool = False) -> Evidence:
    """Hold the two bounds of f(1)/2 - E by the spread against random laws of tokens, spread and concentrated."""
    rng = np.random.default_rng(0)
    smallest = math.inf
    for beta in betas:
        for _ in range(states):
            x = sample_uniform(12, 3, rng) * rng.uniform(0, 1) + np.array([1.0, 0.0, 0.0]) * rng.uniform(0, 2)
            x /= np.linalg.norm(x, axis=1, keepdims=True)
            spread = 1 - float(np.sum(x.mean(axis=0) ** 2))
            gap = float(np.mean(math.exp(beta) - np.exp(beta * (x @ x.T)))) / (2 * beta)
            low, high = gap_bounds(beta, spread)
            low, high = (high, low) if swapped else (low, high)
            smallest = min(smallest, gap - low, high - gap)
    how = f"{states} random states at beta = {', '.join(map(str, betas))}: smallest margin {smallest:.2e}"
    return measured(how, agrees=smallest > -1e-13, seed=0, residual=f"{max(0.0, -smallest):.1e}")


GAUGES = (
    Claim(
        "gap-and-spread",
        "$\\frac{\\sinh\\beta}{2\\beta} s \\le \\frac{f(1)}{2} - E \\le \\frac{e^{\\beta}}{2} s$ for random laws.",
        gap_inequality,
        Status.NUMERIC,
        {"betas": [1, 2, 4], "states": 200},
    ),
    Claim(
        "rope",
        "RoPE, d = 3, $\\beta = 1$: by usa time 20 the contents lie on the latitude circle $R(\\xi)^T u$ of one u.",
        rotary,
        Status.NUMERIC,
        {"d": 3, "omega": "1", "runs": RUNS, "late": False},
    ),
    Claim(
        "rope-plane",
        "RoPE, d = 2, $\\beta = 1$: the contents spread uniformly over the circle, later than 20 where a token starts "
        "near the antipode of the others.",
        rotary,
        Status.NUMERIC,
        {"d": 2, "omega": "1", "runs": RUNS},
    ),
    Claim(
        "generalised-rope",
        "Generalised RoPE $Q(\\xi) = R_z(\\xi) R_x(\\frac{1}{2}\\sin 2\\xi)$, $\\beta = 1$: the contents lie on the "
        "curve $Q(\\xi)^T u$, with the spread $1 - J_0(\\frac{1}{2})^2 u_3^2$.",
        generalised,
        Status.NUMERIC,
        {"a": "1/2", "m": 2, "runs": RUNS},
    ),
    Claim(
        "prefix-cloud",
        "Prefix tokens, n prompts on a spiral with their Householder gauges: all ends are orbits, and from the start "
        "that is turned to u the contents end at the prompts themselves.",
        prefix_cloud,
        Status.NUMERIC,
        {"runs": RUNS},
    ),
    Claim(
        "prompts",
        "Three prompts of weights 1/2, 1/4, 1/4: three clusters of these weights, at the prompts.",
        prompts,
        Status.NUMERIC,
        {"weights": ["1/2", "1/4", "1/4"], "runs": RUNS},
    ),
)

_FEW = [[64, 0]]
GAUGE_MUTANTS = (
    Claim(
        "gap-and-spread-swapped",
        "$\\frac{e^{\\beta}}{2} s \\le \\frac{f(1)}{2} - E \\le \\frac{\\sinh\\beta}{2\\beta} s$.",
        gap_inequality,
        Status.REFUTED,
        {"betas": [1], "states": 20, "swapped": True},
    ),
    Claim(
        "rope-without-frequency",
        "With frequency 0 the contents lie on the latitude circle too.",
        rotary,
        Status.REFUTED,
        {"d": 3, "omega": "0", "runs": _FEW},
    ),
    Claim(
        "rope-without-tilt",
        "Generalised RoPE ends on the latitude circle: the tilt has no effect.",
        generalised,
        Status.REFUTED,
        {"a": "1/2", "m": 2, "runs": _FEW, "law": "0"},
    ),
    Claim(
        "prefix-without-gauge",
        "Prompts without their gauges reproduce the cloud.",
        prefix_cloud,
        Status.REFUTED,
        {"runs": _FEW, "gauged": False},
    ),
)
