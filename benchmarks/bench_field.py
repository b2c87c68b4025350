"""Fields of particles beside NumPy, torch, jax and KeOps, as far as they are installed.

Run: python benchmarks/bench_field.py [--small] [--json FILE]

All rivals compute velocities and energy of the plain kernel in float64 on one thread, interleaved, and have to agree to
1e-12 first; their times are shown as ratios to ours, so that a ratio above 1 says how many times slower a rival is. The
floor is what one symmetric evaluation must do at the machine's measured rates: n^2/2 exponentials in cache, and the
multiplications of its thin products at the rate of products of that shape. --json keeps the results, from which the
page docs/benchmarks.md is built.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from measure import best, floor, interleaved, keep, load, machine, one_thread, summary
from peers import AGREEMENT, evaluations, require_agreement

from verify.model.profiles import Profile
from verify.model.sphere import sample_uniform
from verify.particles._threads import single_threaded_blas
from verify.particles.expansion import expand
from verify.particles.field_dense import DenseField
from verify.particles.field_harmonic import CircleField, SphereField
from verify.particles.scaling import scaled_profile

Array = np.ndarray[Any, Any]
BETA = 4.0

#: Particles, dimension, rounds: over d at n = 256, over n at d = 3, and the dimension of a head at n = 4096.
DENSE = (
    *((256, d, 60) for d in (2, 3, 8, 16, 64)),
    (512, 3, 40),
    (1024, 3, 30),
    (2048, 3, 12),
    (4096, 3, 8),
    (4096, 16, 6),
    (4096, 64, 6),
)
SMALL_DENSE = ((48, 2, 1), (48, 5, 1))
#: Particles, dimension, beta.
HARMONIC = tuple((10**6, d, beta) for d, beta in ((2, 4), (2, 25), (3, 4), (3, 25)))
SMALL_HARMONIC = ((400, 2, 4), (400, 3, 4))
#: Particles at which expansions are compared with all pairs, and of the sample on which their error is measured.
COMPARED, SAMPLED = 4096, 256


def dense_case(n: int, d: int, rounds: int) -> dict[str, Any]:
    """Return times in milliseconds of all that is installed, the floor, and the largest disagreement."""
    runs = evaluations(sample_uniform(n, d, np.random.default_rng(0)), BETA)
    disagreement = require_agreement(runs)
    least = floor(n, d)
    times = summary(interleaved(runs, rounds))
    return {"n": n, "d": d, "floor": 1e3 * least, "disagreement": disagreement, "times": times, "load": load()}


def harmonic_case(n: int, d: int, beta: int, rounds: int) -> dict[str, Any]:
    """Return the time of an expansion in seconds, its error on a sample, and all pairs at n = 4096 as a ratio."""
    scaled = scaled_profile(Profile.usa(beta), d)
    expansion = expand(scaled)
    assert expansion is not None
    field = (CircleField if d == 2 else SphereField)(expansion)
    x = sample_uniform(n, d, np.random.default_rng(1))
    w, every = np.full(n, 1 / n), np.arange(n)
    times = summary(interleaved({"field": lambda: field(x, w, every)}, rounds))["field"]
    some = x[:SAMPLED]
    parts = np.array_split(x, max(1, n // 16384))
    force = sum(np.exp(beta * (some @ part.T) - beta) @ part / n for part in parts)
    exact = force - np.sum(force * some, axis=1)[:, None] * some
    error = np.abs(field(x, w, every)[0][:SAMPLED] - exact).max() / np.abs(exact).max()
    y, few = x[:COMPARED], np.arange(min(n, COMPARED))
    v, dense = np.full(len(y), 1 / len(y)), DenseField(scaled)
    small = best(interleaved({"dense": lambda: dense(y, v, few), "field": lambda: field(y, v, few)}, rounds))
    return {
        "n": n,
        "d": d,
        "beta": beta,
        "degree": expansion.degree,
        "seconds": {name: value / 1e3 for name, value in times.items()},
        "error": float(error),
        "ratio": small["dense"] / small["field"],
        "load": load(),
    }


def dense_table(cases: Sequence[tuple[int, int, int]]) -> list[dict[str, Any]]:
    """All pairs, beside every rival that is there."""
    print(f"All pairs: field and energy, float64, beta = {BETA:g}, one thread; rivals agree to {AGREEMENT:g}")
    print(f"{'n':>6} {'d':>4} {'ours, ms':>9} {'ours/floor':>10}   rivals as ratios to ours: best of rounds (median)")
    rows = []
    for n, d, rounds in cases:
        row = dense_case(n, d, rounds)
        rows.append(row)
        times = dict(row["times"])
        ours = times.pop("ours")
        rivals = ", ".join(
            f"{name} {t['best'] / ours['best']:.2f} ({t['median'] / ours['median']:.2f})" for name, t in times.items()
        )
        print(f"{n:>6} {d:>4} {ours['best']:>9.3f} {ours['best'] / row['floor']:>10.2f}   {rivals}", flush=True)
    return rows


def harmonic_table(cases: Sequence[tuple[int, int, int]], rounds: int) -> list[dict[str, Any]]:
    """Expansions, with the error on a sample."""
    print(f"\nExpansions: field and energy, one thread; error on {SAMPLED} particles, relative to the largest velocity")
    head = f"{'n':>8} {'d':>3} {'beta':>5} {'degree':>7} {'seconds':>8} {'(median)':>9} {'error':>8}"
    print(f"{head}   all pairs / expansion, n = {COMPARED}")
    rows = []
    for n, d, beta in cases:
        row = harmonic_case(n, d, beta, rounds)
        rows.append(row)
        seconds = row["seconds"]
        print(
            f"{n:>8} {d:>3} {beta:>5} {row['degree']:>7} {seconds['best']:>8.3f} {seconds['median']:>9.3f}"
            f" {row['error']:>8.1e}   {row['ratio']:.1f}",
            flush=True,
        )
    return rows


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure, print, and keep the results where a file is named."""
    parser = argparse.ArgumentParser(description="Fields of particles beside other tools.")
    parser.add_argument("--small", action="store_true", help="tiny sizes: whether everything runs and agrees")
    parser.add_argument("--json", type=Path, help="file of results to renew")
    options = parser.parse_args(arguments)
    one_thread()
    with single_threaded_blas():
        found = machine(2 if options.small else 200)
        print(
            f"{found['processor']}, {found['cores']} processors, load {found['load']}: "
            f"{found['exponentials'] / 1e9:.2f}e9 exponentials and {found['product'] / 1e9:.1f} GFLOP/s a thread"
        )
        dense = dense_table(SMALL_DENSE if options.small else DENSE)
        harmonic = harmonic_table(*((SMALL_HARMONIC, 1) if options.small else (HARMONIC, 5)))
    keep(options.json, {"machine": found, "beta": BETA, "dense": dense, "harmonic": harmonic})


if __name__ == "__main__":
    main()
