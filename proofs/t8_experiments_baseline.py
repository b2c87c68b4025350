"""The baseline of T8: collapse at beta = 1, metastable clusters at beta = 4 and their later collapse."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from proofs.t7_metastability_measured import passage_time
from proofs.t8_experiments_ends import COLLAPSED, Row, experiment, mean_distance, name_of_end, picture_of, row_of
from proofs.t8_experiments_systems import baseline
from verify.evidence.claims import Claim, Evidence
from verify.model.sphere import distance
from verify.model.verdict import Status
from verify.particles import Flow, simulate

__all__ = ["BASELINE", "BASELINE_MUTANTS", "collapses", "later_collapse", "remaining_time"]

Array = np.ndarray[Any, Any]
Runs = Sequence[Sequence[int]]
_TAU, _TOLERANCE = 20.0, 1e-9


def _run(d: int, beta: int, n: int, seed: int, tau: float) -> Flow:
    rest = 1e-300 if math.isinf(tau) else None
    return simulate(baseline(d, beta), n=n, tau=tau, rng=seed, tolerance=_TOLERANCE, stationary=rest, workers=1)


def collapses(d: int, beta: int, runs: Runs, spread: bool = False) -> Evidence:
    """Whether every start has one cluster at usa time 20; with ``spread``, whether every one is still spread.

    Notes
    -----
    A start that has not is followed to its collapse, so that the table says when; at beta = 1 that is a token at the
    antipode of the others, which leaves it at the rate e^{-beta}.
    """
    rows, missing = [], []
    picture: dict[str, Any] | None = None
    for n, seed in runs:
        flow = _run(d, beta, n, seed, _TAU)
        collapsed = float(flow.observables["spread"]) < COLLAPSED
        end = name_of_end(flow)
        if collapsed is spread:
            missing.append(f"n = {n}, seed {seed}: spread {flow.observables['spread']:.3g}")
        if not collapsed:
            end += f", collapsed at {collapse_time(_run(d, beta, n, seed, math.inf)):.4g}"
        mean = flow.final.mean(axis=0)
        point = (mean / np.linalg.norm(mean))[None, :]
        w2 = mean_distance(flow.final, np.broadcast_to(point, flow.final.shape))
        rows.append(row_of(flow, seed, end, w2, math.pi / 2 * math.sqrt(COLLAPSED)))
        picture = picture or picture_of(flow, point, math.exp(beta) / (2 * beta))
    how = f"{len(rows)} runs to usa time {_TAU:g} at tolerance {_TOLERANCE:g}"
    return experiment(rows, missing, picture, how, max(row.spread for row in rows))


def collapse_time(flow: Flow) -> float:
    """Return when 1 - |mean|^2 fell below 1e-6."""
    return next(float(event["time"]) for event in flow.events if event["kind"] == "collapse")


# ---------------------------------------------------------------- metastability


def remaining_time(x: Array, beta: float) -> float | None:
    """Return the usa time that T7 predicts from two clusters to 1 - |mean|^2 = 1e-6; None for more clusters.

    Notes
    -----
    1 - |mean|^2 = 4 w_1 w_2 sin^2(theta/2), and usa time is e^{-beta} of peak time.
    """
    away = distance(x, np.broadcast_to(x[0], x.shape)) > 0.05
    weight = float(np.mean(away))
    if not 0 < weight < 1 or np.ptp(x[away], axis=0).max() > 1e-6 or np.ptp(x[~away], axis=0).max() > 1e-6:
        return None
    angle = float(distance(x[0], x[int(np.argmax(away))]))
    end = 2 * math.asin(math.sqrt(COLLAPSED / (4 * weight * (1 - weight))))
    return math.exp(-beta) * passage_time(beta, angle, end)


def later_collapse(d: int, beta: int, runs: Runs, wrong_beta: int | None = None) -> Evidence:
    """Compare the collapse of starts that are metastable at usa time 20 with what T7 says of their two clusters."""
    rows: list[Row] = []
    faults: list[str] = []
    picture: dict[str, Any] | None = None
    worst, predicted = 0.0, 0
    for n, seed in runs:
        flow = _run(d, beta, n, seed, _TAU)
        end = name_of_end(flow)
        rest = remaining_time(flow.final, wrong_beta or beta)
        if end != "collapsed":
            later = _run(d, beta, n, seed, math.inf)
            time = collapse_time(later)
            end = f"metastable, {end}; collapsed at {time:.6g}"
            course = picture_of(later, None, math.exp(beta) / (2 * beta))
            at_horizon = picture_of(flow, None, None)["final"]
            picture = picture or {**course, "final": at_horizon, "moment": f"usa time {_TAU:g}"}
            if rest is not None:
                predicted += 1
                worst = max(worst, abs((_TAU + rest) / time - 1))
                end += f", T7: {_TAU + rest:.6g}"
        rows.append(row_of(flow, seed, end))
    if worst > 1e-5:
        faults.append(f"a collapse {worst:.2g} off its predicted time")
    if not predicted:
        faults.append("no start was in two clusters at usa time 20")
    waiting = sum(row.end != "collapsed" for row in rows)
    how = f"{len(rows)} runs, {waiting} metastable at usa time 20, {predicted} of them in two clusters"
    return experiment(rows, faults, picture, how, worst)


_RUNS = [[64, 0], [64, 1], [64, 2], [128, 0], [128, 1], [256, 0]]

BASELINE = (
    Claim(
        "baseline",
        "No positions, d = 3, $\\beta = 1$: every listed start has collapsed to one point by usa time 20.",
        collapses,
        Status.NUMERIC,
        {"d": 3, "beta": 1, "runs": _RUNS},
    ),
    Claim(
        "baseline-eight",
        "The same in d = 8.",
        collapses,
        Status.NUMERIC,
        {"d": 8, "beta": 1, "runs": _RUNS},
    ),
    Claim(
        "baseline-plane",
        "The same in d = 2.",
        collapses,
        Status.NUMERIC,
        {"d": 2, "beta": 1, "runs": _RUNS},
    ),
    Claim(
        "baseline-metastable",
        "$\\beta = 4$, d = 2: at usa time 20 two clusters stand, and they collapse when T7 says so.",
        later_collapse,
        Status.NUMERIC,
        {"d": 2, "beta": 4, "runs": _RUNS},
    ),
    Claim(
        "baseline-metastable-sphere",
        "The same in d = 3, where some starts have collapsed before.",
        later_collapse,
        Status.NUMERIC,
        {"d": 3, "beta": 4, "runs": _RUNS},
    ),
)

BASELINE_MUTANTS = (
    Claim(
        "baseline-spread",
        "No positions, d = 3, $\\beta = 1$: the tokens stay spread.",
        collapses,
        Status.REFUTED,
        {"d": 3, "beta": 1, "runs": [[64, 0]], "spread": True},
    ),
    Claim(
        "baseline-collapses-at-four",
        "Also at $\\beta = 4$ every start, d = 2, has collapsed by usa time 20.",
        collapses,
        Status.REFUTED,
        {"d": 2, "beta": 4, "runs": [[64, 0], [64, 1], [64, 2]]},
    ),
    Claim(
        "metastable-at-another-beta",
        "The closed form with $\\beta = 3$ predicts the collapse at $\\beta = 4$.",
        later_collapse,
        Status.REFUTED,
        {"d": 2, "beta": 4, "runs": [[64, 0]], "wrong_beta": 3},
    ),
)
