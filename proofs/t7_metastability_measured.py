"""T7 measured: passage times, growth rates and the staircase of the energy, from the particle flow.

The flow is integrated by ``verify.particles``, which knows nothing of the closed forms that it is compared with. Times
are those of the profile peak, f = e^{beta (t - 1)}/beta.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from proofs.t7_metastability_rates import planar_rate, transverse_rate
from verify.evidence.claims import Claim, Evidence, measured
from verify.model.kernels import Kernel, read_kernel
from verify.model.sphere import distance
from verify.model.verdict import Status
from verify.particles import Flow, simulate
from verify.symbolic.energies import BETA

__all__ = [
    "MEASURED",
    "MEASURED_MUTANTS",
    "measured_rates",
    "measured_slopes",
    "measured_staircase",
    "measured_times",
    "passage_time",
    "staircase",
]

Array = np.ndarray[Any, Any]


def peak_kernel(beta: int, d: int) -> Kernel:
    """Return the kernel e^{beta (<x, y> - 1)}/beta, which no label enters."""
    fields = {"profile": {"peak": beta}, "labels": {"kind": "circle"}, "k": "1"}
    return read_kernel({"family": "factor", "d": d, **fields})


def two_clusters(first: int, second: int, angle: float, d: int) -> Array:
    """Return tokens at two points of an angle."""
    x = np.zeros((first + second, d))
    x[:first, 0], x[first:, 0], x[first:, 1] = 1.0, math.cos(angle), math.sin(angle)
    return x


def passage_time(beta: float, start: float, end: float) -> float:
    """Return T = 1/2 {Ei(b(1-c0)) - Ei(b(1-c1)) + e^{2b} [E1(b(1+c0)) - E1(b(1+c1))]} in floating point.

    Examples
    --------
    >>> round(passage_time(4, 2 * math.pi / 3, math.pi / 6), 9)
    115.49262388
    """
    from scipy.special import exp1, expi

    c0, c1 = math.cos(start), math.cos(end)
    far = math.exp(2 * beta) * (exp1(beta * (1 + c0)) - exp1(beta * (1 + c1)))
    return float(expi(beta * (1 - c0)) - expi(beta * (1 - c1)) + far) / 2


# ---------------------------------------------------------------- passage times


def measured_times(betas: Sequence[int], start: float, end: float, first: int, second: int, d: int) -> Evidence:
    """Integrate two clusters up to the closed form T; the angle that is missing there, over its speed, is the error."""
    details, worst = {}, 0.0
    for beta in betas:
        time = passage_time(beta, start, end)
        x = two_clusters(first, second, start, d)
        flow = simulate(peak_kernel(beta, d), x=x, tau=time, tolerance=1e-12, delta=1e-11)
        reached = float(distance(flow.final[0], flow.final[-1]))
        speed = math.exp(-beta * (1 - math.cos(end))) * math.sin(end)
        error = abs(reached - end) / speed / time
        details[str(beta)] = f"T = {time:.10g}, relative error {error:.1e}"
        worst = max(worst, error)
    words = f"{first} and {second} tokens, d = {d}, from {start:g} to {end:g}: the angle at the time of the closed form"
    return measured(words, details, agrees=worst < 1e-8, residual=f"{worst:.1e}")


def collapse_time(beta: int, angle: float) -> float:
    """Return when two equal clusters have 1 - |mean|^2 = 1e-6, an angle of 2 arcsin(1e-3), in the flow."""
    x = two_clusters(1, 1, angle, 2)
    flow = simulate(peak_kernel(beta, 2), x=x, tau=math.inf, stationary=1e-300, tolerance=1e-11)
    return next(float(event["time"]) for event in flow.events if event["kind"] == "collapse")


def measured_slopes(betas: Sequence[int], angle: float, exponent: float) -> Evidence:
    """Compare the slopes of log T over beta with an exponent, from times of collapse that the flow took.

    Notes
    -----
    T ~ e^{a beta}/(beta sin^2 theta_0), so that log T(b) - log T(a) + log(b/a) over b - a tends to the exponent; the
    error of the law is below 2/(beta (1 - C^2)), which divided by b - a is the tolerance.
    """
    times = [collapse_time(beta, angle) for beta in betas]
    details, inside = {}, True
    gap = 0.0
    for (a, s), (b, t) in pairwise(zip(betas, times, strict=True)):
        slope = math.log(t * b / (s * a)) / (b - a)
        gap = abs(slope - exponent)
        inside = inside and gap < 2 / (a * math.sin(angle) ** 2) / (b - a)
        details[f"{a} to {b}"] = f"slope {slope:.6f}"
    words = (
        f"collapse from {angle:g} at beta = {', '.join(map(str, betas))}: slopes of log(beta T) beside {exponent:.6f}"
    )
    return measured(words, details, agrees=inside, residual=f"{gap:.1e}")


# ---------------------------------------------------------------- growth rates


_FORMULAS = {"planar": planar_rate, "transverse": transverse_rate}


def measured_rates(n: int, beta: int, modes: Sequence[int], shift: int = 0) -> Evidence:
    """Displace the N-gon by 1e-6 along a mode and measure how fast the flow lets it grow; ``shift`` beside the mode.

    Notes
    -----
    The amplitude is the part of the displacement along the mode, (2/N) sum_j a_j delta_j (1/N for constant modes):
    what grows from rounding in other modes does not enter. Its logarithm is compared at two times, at most 1/|rate|
    apart, and before the fastest mode of all has grown by e^4: rounding fills that one too.
    """
    fastest = max(float(formula(n, m).subs(BETA, beta).evalf()) for formula in _FORMULAS.values() for m in range(n))
    angles = 2 * np.pi * np.arange(n) / n
    polygon = np.stack([np.cos(angles), np.sin(angles), np.zeros(n)], axis=1)
    frames = {
        "planar": np.stack([-np.sin(angles), np.cos(angles), np.zeros(n)], axis=1),
        "transverse": np.zeros((n, 3)),
    }
    frames["transverse"][:, 2] = 1.0
    details, worst = {}, 0.0
    for kind, formula in _FORMULAS.items():
        for m in modes:
            rate = float(formula(n, m + shift).subs(BETA, beta).evalf())
            true_rate = float(formula(n, m).subs(BETA, beta).evalf())
            wave = np.cos(m * angles)
            if abs(true_rate) < 1e-12 or (kind == "planar" and m == 0):
                continue  # a rotation of the whole polygon
            x = polygon + 1e-6 * wave[:, None] * frames[kind]
            x /= np.linalg.norm(x, axis=1, keepdims=True)
            time = min(1 / abs(true_rate), 2 / fastest)
            flow = simulate(peak_kernel(beta, 3), x=x, tau=2 * time, times=3, tolerance=1e-14, delta=0)
            along = [float(wave @ np.sum((state - polygon) * frames[kind], axis=1)) for state in flow.states]
            found = math.log(along[2] / along[1]) / time
            error = abs(found / rate - 1)
            name = "lambda" if kind == "planar" else "mu"
            details[f"{name}_{m}"] = f"{found:.8g} measured, {rate:.8g} by the formula"
            worst = max(worst, error)
    words = f"N = {n}, beta = {beta}, d = 3: growth of displacements of 1e-6"
    return measured(words, details, agrees=worst < 1e-4, residual=f"{worst:.1e}")


# ---------------------------------------------------------------- the staircase


def staircase(beta: int, angles: Sequence[float], tokens: Sequence[int], factor: float = 3.0) -> tuple[Flow, list[Any]]:
    """Return the flow of clusters on the circle, and the steps that T7 predicts: (time, energy after it).

    Parameters
    ----------
    beta : int
    angles : sequence of float
        Of the clusters, increasing within [0, 2 pi).
    tokens : sequence of int
        In each cluster.
    factor : float
        The run ends at so many times the last predicted time.

    Notes
    -----
    Only the nearest pair matters, the others being slower by an exponential. The force on a cluster carries the weight
    of the other, so the pair closes w_a + w_b times as fast as one of weight 1: it meets after T/(w_a + w_b), at the
    weighted mean of the two, and E = 1/2 sum_ab w_a w_b f(cos theta_ab) climbs by w_a w_b/beta.
    """
    places, weights, clock = list(map(float, angles)), [t / sum(tokens) for t in tokens], 0.0
    steps: list[tuple[float, float]] = []
    while len(places) > 1:
        gaps = [(places[(k + 1) % len(places)] - places[k]) % (2 * math.pi) for k in range(len(places))]
        k = int(np.argmin(gaps))
        after = (k + 1) % len(places)
        joint = weights[k] + weights[after]
        clock = max(clock, passage_time(beta, gaps[k], 1e-3) / joint)
        meeting = places[k] + gaps[k] * weights[after] / joint
        places[k], weights[k] = meeting % (2 * math.pi), joint
        del places[after], weights[after]
        steps.append((clock, _cluster_energy(beta, np.array(places), np.array(weights))))
    start = np.repeat(np.array(angles), tokens)
    x = np.stack([np.cos(start), np.sin(start)], axis=1)
    return simulate(peak_kernel(beta, 2), x=x, tau=factor * clock, tolerance=1e-10), steps


def _cluster_energy(beta: int, places: Array, weights: Array) -> float:
    cosines = np.cos(places[:, None] - places[None, :])
    return float(weights @ np.exp(beta * (cosines - 1)) @ weights) / (2 * beta)


def measured_staircase(beta: int, angles: Sequence[float], tokens: Sequence[int], usa_clock: bool = False) -> Evidence:
    """Compare the steps of the energy in rescaled time s = log(t)/beta with those that the passage times predict.

    Notes
    -----
    A step is where the energy passes the middle between two plateaus. A plateau is flat: at the middle, in s, between
    two steps the energy is that of resting clusters. With ``usa_clock`` times are e^{-beta} t.
    """
    flow, steps = staircase(beta, angles, tokens)
    time, energy = flow.course["time"], flow.course["energy"]
    start = float(energy[0])
    levels = [start, *(level for _, level in steps)]
    shift = 1.0 if usa_clock else 0.0
    rescaled = np.log(np.maximum(time, 1e-300)) / beta - shift
    details, worst = {}, 0.0
    found = []
    for number, ((when, level), before) in enumerate(zip(steps, levels, strict=False), 1):
        crossing = int(np.argmax(energy > (level + before) / 2))
        found.append(rescaled[crossing])
        predicted = math.log(when) / beta
        details[f"step {number}"] = f"s = {found[-1]:.5f}, predicted {predicted:.5f}, energy after it {level:.6f}"
        worst = max(worst, abs(found[-1] - predicted))
    ends = [*found, float(rescaled[-1])]
    flat = max(
        abs(float(np.interp((a + b) / 2, rescaled, energy)) / level - 1)
        for (a, b), level in zip(pairwise(ends), levels[1:], strict=True)
    )
    details["plateaus"] = f"flat to {flat:.1e}"
    words = f"{len(tokens)} clusters of {', '.join(map(str, tokens))} tokens, beta = {beta}: steps in s = log(t)/beta"
    return measured(words, details, agrees=worst < 5e-3 and flat < 1e-3, residual=f"{worst:.1e}")


# ---------------------------------------------------------------- claims

_STAIRS: dict[str, Any] = {"beta": 40, "angles": [0.0, 0.6, 1.3, 2.8], "tokens": [3, 2, 4, 1]}

MEASURED = (
    Claim(
        "measured-times",
        "In the particle flow, $\\beta$ from 1 to 25, two clusters of 2 and 3 tokens take the time $T$ from 2 to 1/2, "
        "to 8 digits.",
        measured_times,
        Status.NUMERIC,
        {"betas": [1, 4, 9, 16, 25], "start": 2.0, "end": 0.5, "first": 2, "second": 3, "d": 3},
    ),
    Claim(
        "measured-exponent",
        "Times of collapse measured at growing $\\beta$ from $\\theta_0 = 2$: the slope of $\\log(\\beta T)$ tends to "
        "$1 - \\cos\\theta_0$.",
        measured_slopes,
        Status.NUMERIC,
        {"betas": [10, 20, 40, 80], "angle": 2.0, "exponent": 1 - math.cos(2.0)},
    ),
    Claim(
        "measured-rates-pentagon",
        "N = 5, $\\beta = 9$: displacements of the pentagon grow in the flow at the rates $\\lambda_m$ and "
        "$\\mu_m$, to 4 digits.",
        measured_rates,
        Status.NUMERIC,
        {"n": 5, "beta": 9, "modes": [0, 1, 2]},
    ),
    Claim(
        "measured-rates-octagon",
        "The same for N = 8, $\\beta = 20$.",
        measured_rates,
        Status.NUMERIC,
        {"n": 8, "beta": 20, "modes": [0, 2, 3, 4]},
    ),
    Claim(
        "measured-staircase",
        "Four clusters, $\\beta = 40$: the energy climbs in steps in $s = \\frac{1}{\\beta}\\log t$, each at the "
        "passage time of the nearest pair, and is flat between them.",
        measured_staircase,
        Status.NUMERIC,
        _STAIRS,
    ),
)

MEASURED_MUTANTS = (
    Claim(
        "measured-usa-exponent",
        "The slope of the measured $\\log(\\beta T)$ in peak time tends to $-\\cos\\theta_0$.",
        measured_slopes,
        Status.REFUTED,
        {"betas": [10, 20], "angle": 2.0, "exponent": -math.cos(2.0)},
    ),
    Claim(
        "measured-next-mode",
        "N = 5, $\\beta = 9$: the mode m grows at the rate of the mode $m + 1$.",
        measured_rates,
        Status.REFUTED,
        {"n": 5, "beta": 9, "modes": [1, 2], "shift": 1},
    ),
    Claim(
        "measured-staircase-usa",
        "The steps stand at the same places in usa time.",
        measured_staircase,
        Status.REFUTED,
        {**_STAIRS, "usa_clock": True},
    ),
)
