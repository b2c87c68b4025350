"""What a flow costs: evaluations of the field beside SciPy's integrators, and the time of a large flow.

Run: python benchmarks/bench_flow.py [--small] [--json FILE]

Evaluations do not depend on how busy the machine is. Final errors are against the same flow at tolerance 1e-12. SciPy
integrates the same field from the same start at the same tolerance, on all particles.
"""

from __future__ import annotations

import argparse
import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

import numpy as np
from measure import keep, load

from verify.model.kernels import read_kernel
from verify.model.sphere import sample_uniform
from verify.particles._threads import available_workers, single_threaded_blas
from verify.particles.field_dense import DenseField
from verify.particles.integrate import integrate
from verify.particles.references import scipy_reference
from verify.particles.system import System, system_of
from verify.particles.trajectory import Settings

Array = np.ndarray[Any, Any]
TOLERANCE, TIGHT = 1e-9, 1e-12


@dataclass(frozen=True)
class Case:
    """A flow: its name, unit and beta, and the horizon in the solver's time; whether SciPy can reach it."""

    name: str
    kind: str
    beta: int
    horizon: float
    scipy: bool = True


#: tau of usa is e^beta tau of the solver.
CASES = (
    *(Case(f"usa, beta = {beta}, tau = 20", "usa", beta, 20 * math.exp(beta)) for beta in (1, 4, 9)),
    Case("peak, beta = 25, T = e^25", "peak", 25, math.exp(25), scipy=False),
)
SMALL = (Case("usa, beta = 1, tau = 2", "usa", 1, 2 * math.e),)


def plain_system(beta: float, n: int, kind: str = "usa", d: int = 3) -> System:
    """Return n particles on the sphere without labels' influence."""
    fields = {"profile": {kind: str(beta)}, "labels": {"kind": "circle"}, "k": "1"}
    return system_of(read_kernel({"family": "factor", "d": d, **fields}), np.zeros(n))


def scipy_evaluations(system: System, x: Array, horizon: float, method: str) -> int:
    """Return how often SciPy's solver evaluates the field at the same tolerance."""
    assert system.profile is not None
    dense, w, every = DenseField(system.profile), np.full(len(x), 1 / len(x)), np.arange(len(x))
    return scipy_reference(lambda y: dense(y, w, every), x, horizon, tolerance=TOLERANCE, method=method)[1]


def flow_case(case: Case, n: int, seeds: int) -> dict[str, Any]:
    """Return evaluations over several starts, the largest final error, and SciPy's evaluations from the first start."""
    system = plain_system(case.beta, n, case.kind)
    costs, errors = [], []
    for seed in range(seeds):
        x = sample_uniform(n, 3, np.random.default_rng(seed))
        ours, tight = (
            integrate(system, x, case.horizon, [case.horizon], Settings(tolerance=tolerance))
            for tolerance in (TOLERANCE, TIGHT)
        )
        costs.append(ours.state.evaluations)
        errors.append(float(np.abs(ours.records[-1] - tight.records[-1]).max()))
    x = sample_uniform(n, 3, np.random.default_rng(0))
    rivals = ("RK45", "DOP853") if case.scipy else ()
    return {
        "name": case.name,
        "n": n,
        "evaluations": costs,
        "error": max(errors),
        "scipy": {method: scipy_evaluations(system, x, case.horizon, method) for method in rivals},
    }


def large_case(n: int, beta: int, tau: float) -> dict[str, Any]:
    """Return what a whole flow on the circle takes with all processors, on the wall and in their own time."""
    system = plain_system(beta, n, d=2)
    x = sample_uniform(n, 2, np.random.default_rng(0))
    workers = available_workers()
    begin, spent = perf_counter(), process_time()
    run = integrate(system, x, tau * math.exp(beta), settings=Settings(tolerance=TOLERANCE, workers=workers))
    return {
        "n": n,
        "d": 2,
        "beta": beta,
        "tau": tau,
        "seconds": perf_counter() - begin,
        "processor": process_time() - spent,
        "evaluations": run.state.evaluations,
        "end": run.end,
        "particles": len(run.state.x),
        "workers": workers,
        "load": load(),
    }


def integration_table(cases: Sequence[Case], n: int, seeds: int) -> list[dict[str, Any]]:
    """Evaluations and final errors, and SciPy's evaluations as ratios."""
    print(f"Integration: d = 3, n = {n}, tolerance {TOLERANCE:g}; evaluations of the field over {seeds} starts, the")
    print(f"largest final error against tolerance {TIGHT:g}, and SciPy's evaluations as ratios to ours, first start")
    print(f"{'flow':<26} {'median':>7} {'most':>6} {'error':>8}   SciPy")
    rows = []
    for case in cases:
        row = flow_case(case, n, seeds)
        rows.append(row)
        costs = row["evaluations"]
        rivals = ", ".join(f"{name} {count / costs[0]:.1f} ({count})" for name, count in row["scipy"].items()) or "-"
        print(
            f"{case.name:<26} {statistics.median(costs):>7.0f} {max(costs):>6} {row['error']:>8.1e}   {rivals}",
            flush=True,
        )
    return rows


def large_table(n: int, tau: float) -> list[dict[str, Any]]:
    """Whole flows on the circle."""
    rows = [large_case(n, beta, tau) for beta in (1, 4)]
    for row in rows:
        print(
            f"n = {n}, d = 2, usa, beta = {row['beta']}, tau = {tau:g}: {row['seconds']:.1f} s on the wall with "
            f"{row['workers']} threads, {row['processor']:.1f} s of processors, {row['evaluations']} evaluations, "
            f"{row['particles']} distinct at the end",
            flush=True,
        )
    return rows


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure, print, and keep the results where a file is named."""
    parser = argparse.ArgumentParser(description="Flows of particles beside SciPy's integrators.")
    parser.add_argument("--small", action="store_true", help="tiny sizes: whether everything runs")
    parser.add_argument("--json", type=Path, help="file of results to renew")
    options = parser.parse_args(arguments)
    large = large_table(*((400, 1.0) if options.small else (10**5, 20.0)))
    print()
    with single_threaded_blas():
        rows = integration_table(*((SMALL, 12, 1) if options.small else (CASES, 256, 3)))
    keep(options.json, {"flows": rows, "large": large, "tolerance": TOLERANCE})


if __name__ == "__main__":
    main()
