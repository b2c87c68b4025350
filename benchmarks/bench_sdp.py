"""The correlation programme max <K, X>, X PSD, X_ii = 1: the low-rank method beside cvxpy with Clarabel and with SCS.

Run: python benchmarks/bench_sdp.py [--small] [--recheck] [--json FILE]

K is dense with random signs. Solvers run interleaved, on one thread; times are processor times, as ratios to ours.
Values are compared as proved bounds: the multipliers of every solver are made feasible and proved in the same way. Up
to n = 2,000 the low-rank method runs alone: its relative duality gap is that between the proved sum of multipliers and
<K, X> of its own X. --recheck adds the time of the standard library alone on the largest proof, which takes minutes.
"""

from __future__ import annotations

import argparse
import math
import warnings
from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np
from measure import keep, load

from verify.certificates.checker.algebra import check_psd
from verify.certificates.large_multipliers import LargeMultipliers, prove_large_multipliers
from verify.optimize.bounds.cone import solve_cone
from verify.optimize.bounds.low_rank import solve_low_rank
from verify.particles._threads import single_threaded_blas

Array = np.ndarray[Any, Any]
Solver = Callable[[Array], Array]

#: (n, rounds) with rivals, and n alone.
COMPARED, SMALL_COMPARED = ((20, 3), (40, 2), (60, 1), (100, 1)), ((8, 1), (12, 1))
ALONE, SMALL_ALONE = (500, 1000, 2000), (30, 40)


def low_rank(K: Array) -> Array:
    """Return the multipliers of the low-rank method."""
    return solve_low_rank(K, rng=np.random.default_rng(0)).multipliers


def clarabel(K: Array) -> Array:
    """Return those of cvxpy with Clarabel."""
    return solve_cone(K).multipliers


def scs(K: Array) -> Array:
    """Return those of cvxpy with SCS to six digits."""
    import cvxpy as cp

    X = cp.Variable(K.shape, PSD=True)
    unit = cp.diag(X) == 1
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        cp.Problem(cp.Maximize(cp.trace(K @ X)), [unit]).solve(solver=cp.SCS, eps=1e-6, max_iters=20_000)
    return np.asarray(unit.dual_value)


def random_signs(n: int, seed: int) -> Array:
    """Return a dense symmetric table with entries of both signs."""
    A = np.random.default_rng(seed).standard_normal((n, n))
    return (A + A.T) / 2


def proved(K: Array, multipliers: Array) -> tuple[float, LargeMultipliers | None]:
    """Return the sum of proved multipliers near a proposal, and the proof."""
    found = prove_large_multipliers(np.full(len(K), 1 / len(K)), K, 0.0, multipliers)
    return (math.inf if found is None else float((found.diagonal + np.diagonal(K)).sum())), found


def compare(n: int, rounds: int, solvers: dict[str, Solver]) -> dict[str, Any]:
    """Return the best time of each solver in seconds, and the least bound that its multipliers prove."""
    K = random_signs(n, n)
    best = dict.fromkeys(solvers, math.inf)
    bounds = dict.fromkeys(solvers, math.inf)
    for _ in range(rounds):
        for name, solve in solvers.items():
            begin = process_time()
            multipliers = solve(K)
            best[name] = min(best[name], process_time() - begin)
            bounds[name] = min(bounds[name], proved(K, multipliers)[0])
    least = min(bounds.values())
    above = {name: bound / least - 1 for name, bound in bounds.items()}
    # the bound itself in full: results are kept to four digits
    shown = {name: f"{bound:.10f}" for name, bound in bounds.items()}
    return {"n": n, "seconds": best, "bounds": shown, "above": above, "load": load()}


def compared_table(cases: Sequence[tuple[int, int]]) -> list[dict[str, Any]]:
    """Print ratios of times to the low-rank method and both bounds, size by size."""
    solvers: dict[str, Solver] = {"low rank": low_rank, "Clarabel": clarabel, "SCS": scs}
    for warm in solvers.values():
        warm(random_signs(3, 0))  # imports are not what is timed
    rows = []
    for n, rounds in cases:
        row = compare(n, rounds, solvers)
        rows.append(row)
        for name, seconds in row["seconds"].items():
            ratio = seconds / row["seconds"]["low rank"]
            bound, above = row["bounds"][name], row["above"][name]
            print(
                f"{n:6d}  {name:10s} {seconds:9.3f} s  {ratio:9.1f}x   proved bound {bound}, +{above:.1e}", flush=True
            )
    return rows


def alone(n: int, *, recheck: bool) -> dict[str, Any]:
    """Return the times of search and proof, the proved relative gap, and the recheck by the standard library."""
    K = random_signs(n, n)
    begin = process_time()
    solution = solve_low_rank(K, rng=np.random.default_rng(0))
    searched = process_time()
    bound, proof = proved(K, solution.multipliers)
    done = process_time()
    lower = float(np.vdot(K @ solution.V, solution.V))
    row = {"n": n, "search": searched - begin, "proof": done - searched, "gap": (bound - lower) / abs(lower)}
    return row | {"recheck": _recheck(K, proof) if recheck and proof is not None else None, "load": load()}


def _recheck(K: Array, proof: LargeMultipliers) -> float:
    """Return the seconds in which the standard library alone accepts a proof."""
    A = [[Fraction(-float(x)) for x in row] for row in K]
    for i, x in enumerate(proof.diagonal.tolist()):
        A[i][i] = Fraction(x)
    data = proof.proof.psd_proof().to_data()
    begin = process_time()
    check_psd(A, data)
    return process_time() - begin


def alone_table(sizes: Sequence[int], *, recheck: bool) -> list[dict[str, Any]]:
    """Print the sizes at which the low-rank method runs alone."""
    rows = []
    for n in sizes:
        row = alone(n, recheck=recheck and n == sizes[-1])
        rows.append(row)
        times = f"search {row['search']:7.2f} s  proof {row['proof']:6.2f} s"
        print(f"{n:6d}  {times}  relative gap {row['gap']:.1e}", flush=True)
        if row["recheck"] is not None:
            print(f"{n:6d}  accepted by the standard library alone: {row['recheck']:.1f} s", flush=True)
    return rows


def main(arguments: Sequence[str] | None = None) -> None:
    """Print both tables, and keep the results where a file is named."""
    parser = argparse.ArgumentParser(description="The correlation programme beside cvxpy.")
    parser.add_argument("--small", action="store_true", help="tiny sizes: whether everything runs and agrees")
    parser.add_argument("--recheck", action="store_true", help="time the standard library on the largest proof, too")
    parser.add_argument("--json", type=Path, help="file of results to renew")
    options = parser.parse_args(arguments)
    with single_threaded_blas():
        compared = compared_table(SMALL_COMPARED if options.small else COMPARED)
        large = alone_table(SMALL_ALONE if options.small else ALONE, recheck=options.recheck)
    keep(options.json, {"sdp": compared, "sdp_large": large})


if __name__ == "__main__":
    main()
