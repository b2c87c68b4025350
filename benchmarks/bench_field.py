"""Fields and flows of particles beside NumPy, SciPy's integrators, and torch, jax and KeOps where they are installed.

Run: python benchmarks/bench_field.py

Rivals run interleaved, on one thread, and each keeps its best of several rounds; times are processor times, which other
programs disturb less than the clock on the wall, as ratios to ours, so that a
ratio above 1 says how many times slower the rival is. The floor is what one symmetric evaluation must do at the
machine's measured rates: n^2/2 exponentials in cache, and the multiplications of its thin products at the rate of
products of that shape. Peers are never installed from here.
"""

from __future__ import annotations

import importlib.util
import math
import statistics
from collections.abc import Callable
from time import process_time
from typing import Any

import numpy as np

from verify.model.profiles import Profile
from verify.model.sphere import sample_uniform
from verify.particles._threads import single_threaded_blas
from verify.particles.expansion import expand
from verify.particles.field_dense import DenseField, tile_side
from verify.particles.field_harmonic import CircleField, SphereField
from verify.particles.integrate import integrate
from verify.particles.references import scipy_reference
from verify.particles.scaling import scaled_profile
from verify.particles.system import System, system_of
from verify.particles.trajectory import Settings

Array = np.ndarray[Any, Any]
BETA = 4.0


def interleaved(runs: dict[str, Callable[[], object]], rounds: int) -> dict[str, float]:
    """Return the best time of each in seconds, taken in turns so that a busy moment hits all alike."""
    best = dict.fromkeys(runs, math.inf)
    for _ in range(rounds):
        for name, run in runs.items():
            begin = process_time()
            run()
            best[name] = min(best[name], process_time() - begin)
    return best


# ---------------------------------------------------------------- rivals: velocity and energy, all pairs


def naive_numpy(x: Array) -> tuple[Array, float]:
    """Allocate every intermediate table."""
    t = x @ x.T
    table = np.exp(BETA * (t - 1))
    force = table @ x / len(x)
    return force - np.sum(force * x, axis=1)[:, None] * x, float(table.mean() / (2 * BETA))


def in_place_numpy(x: Array) -> tuple[Array, float]:
    """One table, changed in place."""
    table = x @ x.T
    table -= 1
    table *= BETA
    np.exp(table, out=table)
    force = table @ x
    force /= len(x)
    force -= np.einsum("nc,nc->n", force, x)[:, None] * x
    return force, float(table.mean() / (2 * BETA))


def peers(x: Array) -> dict[str, Callable[[], object]]:
    """Return what is installed of torch, jax and KeOps."""
    found: dict[str, Callable[[], object]] = {}
    if importlib.util.find_spec("torch"):
        import torch

        torch.set_num_threads(1)
        y = torch.from_numpy(x)

        def in_place() -> object:
            table = (y @ y.T).sub_(1).mul_(BETA).exp_()
            force = table @ y / len(y)
            return force - (force * y).sum(1, keepdim=True) * y, table.mean() / (2 * BETA)

        found["torch in place"] = in_place
    if importlib.util.find_spec("jax"):
        import jax
        import jax.numpy as jnp

        jax.config.update("jax_enable_x64", True)
        z = jnp.asarray(x)

        @jax.jit
        def whole(z: Any) -> Any:
            table = jnp.exp(BETA * (z @ z.T - 1))
            force = table @ z / len(z)
            return force - (force * z).sum(1, keepdims=True) * z, table.mean() / (2 * BETA)

        found["jax jit"] = lambda: jax.block_until_ready(whole(z))
    if importlib.util.find_spec("pykeops"):
        from pykeops.numpy import LazyTensor

        a, b = LazyTensor(x[:, None, :]), LazyTensor(x[None, :, :])

        def lazy() -> object:
            table = (BETA * ((a * b).sum(-1) - 1)).exp()
            return (table * b).sum(1), table.sum(1)

        found["KeOps"] = lazy
    return found


# ---------------------------------------------------------------- the machine's floor


def floor(n: int, d: int) -> float:
    """Return the seconds that one symmetric evaluation of field and energy must take."""
    side = tile_side(d + 1)
    tile, left, thin = np.zeros((side, side)), np.ones((side, d + 1)), np.ones((side, d + 1))
    out = np.empty((side, d + 1))
    rate = interleaved(
        {
            "exp": lambda: np.exp(tile, out=tile) if tile.fill(-1.0) is None else None,
            "fill": lambda: tile.fill(-1.0),
            "gram": lambda: np.matmul(left, thin.T, out=tile),
            "sum": lambda: np.matmul(tile, thin, out=out),
        },
        300,
    )
    tiles = (n / side) ** 2
    return tiles / 2 * (rate["exp"] - rate["fill"] + rate["gram"]) + tiles * rate["sum"]


def dense_table() -> None:
    """All pairs, beside every rival that is there."""
    print("All pairs: field and energy, float64, one thread")
    print(f"{'n':>6} {'d':>4} {'ours, ms':>9} {'floor':>7}   rivals as ratios to ours")
    for n, d, rounds in ((256, 3, 60), (256, 64, 60), (1024, 3, 20), (4096, 3, 6), (4096, 64, 4)):
        x = sample_uniform(n, d, np.random.default_rng(0))
        w, every = np.full(n, 1 / n), np.arange(n)
        field = DenseField(scaled_profile(Profile.usa(4), d))
        runs: dict[str, Callable[[], object]] = {
            "ours": lambda: field(x, w, every),  # noqa: B023 - called before the loop goes on
            "naive NumPy": lambda: naive_numpy(x),  # noqa: B023
            "in-place NumPy": lambda: in_place_numpy(x),  # noqa: B023
            **peers(x),
        }
        assert np.abs(field(x, w, every)[0] - naive_numpy(x)[0]).max() < 1e-15
        times = interleaved(runs, rounds)
        ours = times.pop("ours")
        rivals = ", ".join(f"{name} {time / ours:.2f}" for name, time in times.items())
        print(f"{n:>6} {d:>4} {1e3 * ours:>9.2f} {floor(n, d) / ours:>7.2f}   {rivals}")


def harmonic_table() -> None:
    """Expansions on a million particles, with the error on a sample."""
    n = 10**6
    print("\nExpansions: field and energy of 1,000,000 particles; error on 256 of them, relative to the largest")
    print(f"{'d':>3} {'beta':>5} {'degree':>7} {'seconds':>8} {'error':>9} {'all pairs / expansion, n = 4096':>32}")
    for d, beta in ((2, 4), (2, 25), (3, 4), (3, 25)):
        scaled = scaled_profile(Profile.usa(beta), d)
        expansion = expand(scaled)
        assert expansion is not None
        field = (CircleField if d == 2 else SphereField)(expansion)
        x = sample_uniform(n, d, np.random.default_rng(1))
        w, every = np.full(n, 1 / n), np.arange(n)
        times = interleaved({"field": lambda: field(x, w, every)}, 3)  # noqa: B023
        velocity = field(x, w, every)[0][:256]
        some = x[:256]
        force = sum(np.exp(beta * (some @ part.T) - beta) @ part / n for part in np.array_split(x, 64))
        exact = force - np.sum(force * some, axis=1)[:, None] * some
        error = np.abs(velocity - exact).max() / np.abs(exact).max()
        y, v, few = x[:4096], np.full(4096, 1 / 4096), np.arange(4096)
        dense = DenseField(scaled)
        small = interleaved({"dense": lambda: dense(y, v, few), "ours": lambda: field(y, v, few)}, 4)  # noqa: B023
        ratio = small["dense"] / small["ours"]
        print(f"{d:>3} {beta:>5} {expansion.degree:>7} {times['field']:>8.3f} {error:>9.1e} {ratio:>32.1f}")


def plain_system(beta: float, n: int, kind: str = "usa") -> System:
    """Return n particles on S^2 without labels' influence."""
    from verify.model.kernels import read_kernel

    fields = {"profile": {kind: str(beta)}, "labels": {"kind": "circle"}, "k": "1"}
    return system_of(read_kernel({"family": "factor", "d": 3, **fields}), np.zeros(n))


def scipy_evaluations(system: System, x: Array, horizon: float, method: str) -> int:
    """Return how often SciPy's solver evaluates the field at the same tolerance."""
    assert system.profile is not None
    dense, w, every = DenseField(system.profile), np.full(len(x), 1 / len(x)), np.arange(len(x))
    return scipy_reference(lambda y: dense(y, w, every), x, horizon, tolerance=1e-9, method=method)[1]


def integration_table() -> None:
    """Evaluations and final errors, and SciPy's evaluations at the same tolerance."""
    print("\nIntegration: d = 3, tolerance 1e-9; n = 256: median evaluations of three starts and largest final error")
    print("against tolerance 1e-12; n = 64: evaluations of SciPy's solvers as ratios to ours")
    print(f"{'flow':<26} {'evaluations':>11} {'error':>8} {'RK45':>6} {'DOP853':>7}")
    for name, beta, kind, horizon in (
        ("usa beta 1, tau 20", 1, "usa", 20 * math.e),
        ("usa beta 4, tau 20", 4, "usa", 20 * math.exp(4)),
        ("usa beta 9, tau 20", 9, "usa", 20 * math.exp(9)),
        ("peak beta 25, T = e^25", 25, "peak", math.exp(25)),
    ):
        costs, errors = [], []
        for seed in range(3):
            x = sample_uniform(256, 3, np.random.default_rng(seed))
            runs = [
                integrate(plain_system(beta, 256, kind), x, horizon, [horizon], Settings(tolerance=tolerance))
                for tolerance in (1e-9, 1e-12)[: 1 if seed else 2]
            ]
            costs.append(runs[0].state.evaluations)
            if not seed:
                errors.append(float(np.abs(runs[0].records[-1] - runs[1].records[-1]).max()))
        columns = ["-", "-"]
        if beta < 25:
            few, y = plain_system(beta, 64, kind), sample_uniform(64, 3, np.random.default_rng(0))
            ours = integrate(few, y, horizon, settings=Settings(tolerance=1e-9)).state.evaluations
            columns = [f"{scipy_evaluations(few, y, horizon, m) / ours:.1f}" for m in ("RK45", "DOP853")]
        cost = int(statistics.median(costs))
        print(f"{name:<26} {cost:>11} {max(errors):>8.1e} {columns[0]:>6} {columns[1]:>7}")


if __name__ == "__main__":
    with single_threaded_blas():
        dense_table()
        harmonic_table()
        integration_table()
