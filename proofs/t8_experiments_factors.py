"""Factor kernels of T8, run to rest: distance bias, cosine, chains and rings; where a flow stopped beside T5 and T6."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import flint
import numpy as np

from proofs.t8_experiments_ends import (
    COLLAPSED,
    FINE,
    experiment,
    fine_labels,
    great_circle_frame,
    mean_distance,
    name_of_end,
    picture_of,
    row_of,
    to_fine_law,
    wave,
)
from proofs.t8_experiments_systems import chain, cosine, distance_bias, ring
from verify.evidence.claims import Claim, Evidence
from verify.model.kernels import Kernel
from verify.model.verdict import Status
from verify.particles import Flow, simulate

__all__ = ["FACTORS", "FACTOR_MUTANTS", "great_circles", "rest_collapsed", "ring_rates", "ring_returns", "short_range"]

Array = np.ndarray[Any, Any]
Runs = Sequence[Sequence[int]]
_RUNS = [[64, 0], [64, 1], [64, 2], [128, 0], [128, 1], [256, 0]]
_PRECISION = 128


def _at_rest(kernel: Kernel, n: int, seed: int, rest: float = 1e-8, x: Array | None = None) -> Flow:
    return simulate(
        kernel, n=n, x=x, tau=math.inf, rng=seed, stationary=rest, tolerance=max(1e-9, rest / 10), workers=1
    )


def _centre(x: Array) -> Array:
    """Return the direction of the mean, a law of one point."""
    mean = x.mean(axis=0)
    return np.asarray(mean[None, :] / np.linalg.norm(mean))


# ---------------------------------------------------------------- distance bias


def rest_collapsed(d: int, runs: Runs) -> Evidence:
    """Run e^{-|xi - zeta|} on [0, 1] to rest: in T5 collapse is the only maximiser, and it is where flows end."""
    rows, faults = [], []
    picture: dict[str, Any] | None = None
    for n, seed in runs:
        flow = _at_rest(distance_bias(d), n, seed)
        end, centre = name_of_end(flow), _centre(flow.final)
        faults += [] if end == "collapsed" and flow.end == "stationary" else [f"n = {n}, seed {seed}: {end}"]
        w2 = mean_distance(flow.final, np.broadcast_to(centre, flow.final.shape))
        rows.append(row_of(flow, seed, end, w2, math.pi / 2 * math.sqrt(COLLAPSED)))
        picture = picture or picture_of(flow, centre, float(flow.observables["collapsed_energy"]))
    worst = max(row.spread for row in rows)
    return experiment(rows, faults, picture, f"{len(rows)} runs until no speed exceeds 1e-8", worst)


# ---------------------------------------------------------------- the cosine


def circle_energy(beta: float, radius: float = 1.0) -> float:
    """Return e^{beta (1 - q)} I_1(beta q)/(2 beta), q the squared radius: the energy of a circle of latitude (T6)."""
    from scipy.special import iv

    q = radius**2
    return math.exp(beta * (1 - q)) * float(iv(1, beta * q)) / (2 * beta)


def great_circles(d: int, runs: Runs, radius: float = 1.0) -> Evidence:
    """Run cos(xi - zeta), beta = 1, to rest; compare with the great circle of T6: contents, winding, energy I_1(1)/2.

    Notes
    -----
    With ``radius`` below 1 the energy asked for is that of a circle of latitude.
    """
    level = circle_energy(1.0, radius)
    rows, faults = [], []
    picture: dict[str, Any] | None = None
    worst = 0.0
    for n, seed in runs:
        flow = _at_rest(cosine(d), n, seed)
        end, angles = name_of_end(flow), np.asarray(flow.labels, dtype=float)
        frames = {sign: great_circle_frame(flow.final, sign * angles) for sign in (1, -1)}
        offs = {sign: mean_distance(flow.final, wave(sign * angles) @ frame.T) for sign, frame in frames.items()}
        sign = min(offs, key=lambda which: offs[which])
        law = wave(sign * fine_labels()) @ frames[sign].T
        w2, bound = to_fine_law(flow.final, law), 1e-5 + math.pi / math.sqrt(3) * (1 / n + 1 / FINE)
        error = abs(flow.energy - level)
        worst = max(worst, error)
        found = [] if end == "great circle" and offs[sign] < 1e-5 else [f"{end}, {offs[sign]:.2g} from a great circle"]
        found += [] if w2 <= bound else [f"W2 {w2:.3g} above {bound:.3g}"]
        found += [] if error < 1e-9 else [f"energy {flow.energy:.9f}, predicted {level:.9f}"]
        faults += [f"n = {n}, seed {seed}: {fault}" for fault in found]
        rows.append(row_of(flow, seed, end, w2, bound))
        picture = picture or picture_of(flow, law[::8], level)
    return experiment(rows, faults, picture, f"{len(rows)} runs until no speed exceeds 1e-8", worst)


def beyond(d: int, beta: int, runs: Runs, above: bool) -> Evidence:
    """Run the cosine kernel beyond the thresholds of T6 to rest: no end is the great circle; name and compare them.

    Notes
    -----
    With ``above`` every end has more energy than I_1(beta)/(2 beta), else some have less: local maxima in which tokens
    are frozen.
    """
    level = circle_energy(float(beta))
    rows, faults = [], []
    picture: dict[str, Any] | None = None
    for n, seed in runs:
        flow = _at_rest(cosine(d, str(beta)), n, seed)
        rows.append(row_of(flow, seed, name_of_end(flow)))
        circular = rows[-1].end.startswith("great circle")
        faults += [f"n = {n}, seed {seed}: {rows[-1].end}, {flow.end}"] if circular or flow.end != "stationary" else []
        picture = picture or picture_of(flow, None, level)
    margin = min(row.energy for row in rows) - level
    if (margin > 0) is not above:
        faults.append(f"the smallest energy is {margin:+.3g} from that of the great circle")
    best = max(row.energy for row in rows)
    how = f"{len(rows)} runs to rest: energies {level + margin:.6f} to {best:.6f}, great circle {level:.6f}"
    return experiment(rows, faults, picture, how, 0.0)


# ---------------------------------------------------------------- short range


def short_range(shape: str, d: int, runs: Runs, horizon: float, follow: int, collapsed: bool = False) -> Evidence:
    """Run e^{-|i - j|/2} on a chain or a ring to a horizon; the first ``follow`` runs also to rest.

    Notes
    -----
    T5: k > 0, so collapse is the only maximiser. The flow evens out contents along the labels like heat, in a time of
    the order of n^2. What is claimed is that it has not collapsed at the horizon, or with ``collapsed`` that it has,
    and that the runs that were followed are at a collapse or winding in the end.
    """
    rows, faults = [], []
    picture: dict[str, Any] | None = None
    resultants = []
    for number, (n, seed) in enumerate(runs):
        kernel = ring(n, d) if shape == "ring" else chain(n, d)
        flow = simulate(kernel, n=n, tau=horizon, rng=seed, tolerance=1e-7, workers=1)
        end = name_of_end(flow)
        resultants.append(float(flow.observables["resultant"]))
        if (end == "collapsed") is not collapsed:
            faults.append(f"n = {n}, seed {seed}: {end} at {horizon:g}")
        if number < follow:
            later = _at_rest(kernel, n, seed)
            last = name_of_end(later)
            end += f"; at rest {last} at {later.times[-1]:.4g}"
            if last != "collapsed" and not last.startswith(("winding", "great circle")):
                faults.append(f"n = {n}, seed {seed}: {last}")
        rows.append(row_of(flow, seed, end))
        picture = picture or picture_of(flow, None, float(flow.observables["collapsed_energy"]))
    how = f"{len(rows)} runs to usa time {horizon:g}, resultants {min(resultants):.2f} to {max(resultants):.2f}"
    return experiment(rows, faults, picture, how, 0.0)


def twisted(n: int, d: int, winding: int, noise: float, seed: int) -> Array:
    """Return the state of a winding number on the ring, displaced by normal noise."""
    angles = 2 * np.pi * winding * np.arange(n) / n
    x = np.zeros((n, d))
    x[:, 0], x[:, 1] = np.cos(angles), np.sin(angles)
    x += noise * np.random.default_rng(seed).standard_normal((n, d))
    return np.asarray(x / np.linalg.norm(x, axis=1, keepdims=True))


def ring_returns(d: int, runs: Runs, horizon: float, returns: bool) -> Evidence:
    """Displace the winding-1 state of the ring by 0.05 and follow it: whether it is still winding at the horizon."""
    rows, faults = [], []
    picture: dict[str, Any] | None = None
    for n, seed in runs:
        kernel, x = ring(n, d), twisted(n, d, 1, 0.05, seed)
        flow = simulate(kernel, x=x, tau=horizon, tolerance=1e-8, workers=1)
        turned = flow.observables["winding"] in (1, -1) and flow.observables["resultant"] < 0.1
        if turned is not returns:
            faults.append(f"n = {n}, seed {seed}: {'winding' if turned else 'not winding'} at {horizon:g}")
        rows.append(row_of(flow, seed, name_of_end(flow)))
        picture = picture or picture_of(flow, None, float(flow.observables["collapsed_energy"]))
    below = min(row.gap for row in rows)
    how = (
        f"{len(rows)} displaced states of winding 1 to usa time {horizon:g}; energy at least {below:.2g} below collapse"
    )
    return experiment(rows, faults, picture, how, 0.0)


def ring_rates(sizes: Sequence[int], winding: int, beta: int, across: bool = False) -> Evidence:
    """Enclose the rates of the winding state in balls: negative for all modes but the rotation; or across, m = 0."""
    details: dict[str, str] = {}
    undecided = False
    with flint.ctx.workprec(_PRECISION):
        for n in sizes:
            rates = [_rate(n, winding, beta, m, across=across) for m in ([0] if across else range(1, n // 2 + 1))]
            largest = max(rates, key=lambda rate: float(rate.mid()))
            details[str(n)] = f"largest rate {largest.str(12)}"
            if any(rate > 0 for rate in rates):
                return Evidence(Status.REFUTED, f"n = {n}: a mode grows, at the rate {largest.str(8)}", details)
            undecided = undecided or not all(rate < 0 for rate in rates)
    status = Status.UNKNOWN if undecided else Status.ENCLOSED
    return Evidence(status, f"all modes in balls for n = {', '.join(map(str, sizes))}", details)


def _rate(n: int, winding: int, beta: int, m: int, *, across: bool) -> flint.arb:
    """Return lambda_m, or mu_m across the plane, of the step on rings, with k_j = e^{-min(j, n - j)/2}."""
    total = flint.arb(0)
    for j in range(n):
        theta, wave = (2 * flint.arb.pi() * factor * j / n for factor in (winding, m))
        c, s = theta.cos(), theta.sin()
        weight = (flint.arb(-min(j, n - j)) / 2 + beta * c).exp()
        total += weight * (wave.cos() - c if across else (beta * s * s - c) * (1 - wave.cos()))
    return total / n


FACTORS = (
    Claim(
        "distance-bias",
        "Distance bias $k = e^{-|\\xi - \\zeta|}$ on [0, 1], d = 3: the flow comes to rest in one point, the only "
        "maximiser of T5.",
        rest_collapsed,
        Status.NUMERIC,
        {"d": 3, "runs": _RUNS},
    ),
    Claim(
        "cosine-plane",
        "$k = \\cos(\\xi - \\zeta)$, $\\beta = 1$, d = 2: the flow comes to rest on the great circle, the maximiser of "
        "T6 ($\\beta \\le \\frac{29}{20}$).",
        great_circles,
        Status.NUMERIC,
        {"d": 2, "runs": _RUNS},
    ),
    Claim(
        "cosine-sphere",
        "The same in d = 3, where the great circle is stable and its optimality is open (T6: $E \\le \\sinh(1)/4$).",
        great_circles,
        Status.NUMERIC,
        {"d": 3, "runs": _RUNS},
    ),
    Claim(
        "cosine-beyond-sphere",
        "$\\beta = 2$, d = 3, beyond the thresholds of T6: no start comes to rest at the great circle, all do with "
        "more energy.",
        beyond,
        Status.NUMERIC,
        {"d": 3, "beta": 2, "runs": _RUNS, "above": True},
    ),
    Claim(
        "cosine-beyond-plane",
        "$\\beta = 2$, d = 2: no start comes to rest at the great circle, some do with less energy.",
        beyond,
        Status.NUMERIC,
        {"d": 2, "beta": 2, "runs": _RUNS, "above": False},
    ),
    Claim(
        "chain",
        "Short-range bias $k = e^{-|i - j|/2}$ on a chain, d = 2: at usa time 20 no start has collapsed, although "
        "collapse is the only maximiser of T5; it comes later.",
        short_range,
        Status.NUMERIC,
        {"shape": "chain", "d": 2, "runs": _RUNS, "horizon": 20.0, "follow": 2},
    ),
    Claim(
        "ring",
        "The same bias on a ring, d = 2, at usa time 300.",
        short_range,
        Status.NUMERIC,
        {"shape": "ring", "d": 2, "runs": _RUNS, "horizon": 300.0, "follow": 2},
    ),
    Claim(
        "ring-winding-stable",
        "On rings of 64, 128 and 256 labels, d = 2, $\\beta = 1$, winding 1 is a strict local maximum up to rotation, "
        "below the maximum of T5.",
        ring_rates,
        Status.ENCLOSED,
        {"sizes": [64, 128, 256], "winding": 1, "beta": 1},
    ),
    Claim(
        "ring-winding-stays",
        "d = 2: displaced states of winding 1 keep it to usa time 1,000.",
        ring_returns,
        Status.NUMERIC,
        {"d": 2, "runs": [[64, 0], [64, 1], [128, 0], [256, 0]], "horizon": 1000.0, "returns": True},
    ),
    Claim(
        "ring-winding-leaves",
        "d = 3: they lose it.",
        ring_returns,
        Status.NUMERIC,
        {"d": 3, "runs": [[64, 0], [64, 1], [64, 2]], "horizon": 3000.0, "returns": False},
    ),
)

FACTOR_MUTANTS = (
    Claim(
        "cosine-latitude",
        "In d = 3 the cosine kernel comes to rest on a circle of latitude of radius 0.9.",
        great_circles,
        Status.REFUTED,
        {"d": 3, "runs": [[64, 0]], "radius": 0.9},
    ),
    Claim(
        "chain-collapsed-at-twenty",
        "As collapse is the only maximiser, every start on the chain has collapsed by usa time 20.",
        short_range,
        Status.REFUTED,
        {"shape": "chain", "d": 2, "runs": [[64, 0]], "horizon": 20.0, "follow": 0, "collapsed": True},
    ),
    Claim(
        "ring-winding-stable-on-the-sphere",
        "In d = 3 winding 1 does not grow across its plane.",
        ring_rates,
        Status.REFUTED,
        {"sizes": [64], "winding": 1, "beta": 1, "across": True},
    ),
    Claim(
        "ring-winds-anyhow",
        "In d = 2 a state of winding 16 on 64 labels is a local maximum too.",
        ring_rates,
        Status.REFUTED,
        {"sizes": [64], "winding": 16, "beta": 1},
    ),
)
