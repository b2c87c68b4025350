"""The correlation programme max <K, X>, X PSD, X_ii = 1: the low-rank method beside cvxpy with Clarabel and with SCS.

Run: python benchmarks/bench_sdp.py [--recheck]

K is dense with random signs. Solvers run interleaved, on one thread; times are processor times, as ratios to ours.
Values are compared as proved bounds: the multipliers of every solver are made feasible and proved in the same way. Up
to n = 2,000 the low-rank method runs alone: its relative duality gap is that between the proved sum of multipliers and
<K, X> of its own X. --recheck adds the time of the standard library alone on the largest proof, which takes minutes.
"""

from __future__ import annotations

import math
import sys
import warnings
from collections.abc import Callable
from fractions import Fraction
from time import process_time
from typing import Any

import numpy as np

from verify.certificates.checker import reading
from verify.certificates.checker.algebra import check_psd
from verify.certificates.large_multipliers import LargeMultipliers, prove_large_multipliers
from verify.optimize.bounds.cone import solve_cone
from verify.optimize.bounds.low_rank import solve_low_rank
from verify.particles._threads import single_threaded_blas

Array = np.ndarray[Any, Any]
Solver = Callable[[Array], Array]


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


def compare(n: int, rounds: int, solvers: dict[str, Solver]) -> None:
    """Print times as ratios to the first solver, and how far each proved bound is above the least."""
    K = random_signs(n, n)
    best = dict.fromkeys(solvers, math.inf)
    bounds = dict.fromkeys(solvers, math.inf)
    for _ in range(rounds):
        for name, solve in solvers.items():
            begin = process_time()
            multipliers = solve(K)
            best[name] = min(best[name], process_time() - begin)
            bounds[name] = proved(K, multipliers)[0]
    ours = next(iter(best.values()))
    for name, time in best.items():
        above = bounds[name] / min(bounds.values()) - 1
        print(f"{n:6d}  {name:10s} {time:9.3f} s  {time / ours:9.1f}x   proved bound +{above:.1e}")


def alone(n: int, *, recheck: bool) -> None:
    """Print the times of search and proof, the proved relative gap, and the recheck by the standard library."""
    K = random_signs(n, n)
    begin = process_time()
    solution = solve_low_rank(K, rng=np.random.default_rng(0))
    searched = process_time()
    bound, proof = proved(K, solution.multipliers)
    done = process_time()
    lower = float(np.vdot(K @ solution.V, solution.V))
    gap = (bound - lower) / abs(lower)
    print(f"{n:6d}  search {searched - begin:7.2f} s  proof {done - searched:6.2f} s  relative gap {gap:.1e}")
    if not recheck or proof is None:
        return
    psd = proof.proof.psd_proof()
    assert psd is not None
    A = [[Fraction(-float(x)) for x in row] for row in K]
    for i, x in enumerate(proof.diagonal.tolist()):
        A[i][i] = Fraction(x)
    data = psd.to_data()
    reading.MAX_WORK = sys.maxsize  # the limit of a certificate from a stranger, about n = 1,000
    begin = process_time()
    check_psd(A, data)
    print(f"{n:6d}  accepted by the standard library alone: {process_time() - begin:.1f} s")


def main() -> None:
    """Print both tables."""
    solvers: dict[str, Solver] = {"low rank": low_rank, "Clarabel": clarabel, "SCS": scs}
    clarabel(random_signs(3, 0))  # imports are not what is timed
    with single_threaded_blas():
        for n, rounds in ((20, 3), (40, 2), (60, 1), (100, 1)):
            compare(n, rounds, solvers)
        for n in (500, 1000, 2000):
            alone(n, recheck="--recheck" in sys.argv[1:])


if __name__ == "__main__":
    main()
