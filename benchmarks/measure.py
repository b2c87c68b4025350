"""How things are measured: one thread, interleaved rounds, best and median, and what the machine can do at all.

Times are processor times of the whole process, its threads included: other programs disturb them less than the clock
on the wall, and a rival gains nothing by hidden threads. Where the wall is what counts, it is said.
"""

from __future__ import annotations

import importlib.metadata
import importlib.util
import json
import math
import os
import platform
import statistics
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np

from verify.particles.tiles import blocks

Array = np.ndarray[Any, Any]
Times = dict[str, list[float]]

#: Seconds of a turn of what is shorter.
BATCH = 4e-3
_LIBRARIES = ("numpy", "scipy", "torch", "jax", "jaxlib", "pykeops")
_ONE = dict.fromkeys(("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS", "VECLIB_MAXIMUM_THREADS"), "1")
_XLA = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"


def one_thread() -> None:
    """Hold what is imported from now on to one thread, and this process to one processor."""
    os.environ.update(_ONE, XLA_FLAGS=_XLA)
    if hasattr(os, "sched_setaffinity"):  # not on every system
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def interleaved(runs: Mapping[str, Callable[[], object]], rounds: int, *, batch: float = BATCH) -> Times:
    """Return the times of each run in seconds, taken in turns so that a busy moment hits all alike.

    Parameters
    ----------
    runs : mapping of name to function
    rounds : int
        At least 1.
    batch : float
        A turn calls a run as often as fits into so many seconds, at least once and at most 64 times, as an integrator
        does, and counts the mean. Two calls before warm up and tell how long one takes.
    """
    calls = {}
    for name, run in runs.items():
        run()
        calls[name] = max(1, min(64, int(batch / max(_mean_time(run, 1), 1e-9))))
    times: Times = {name: [] for name in runs}
    for _ in range(rounds):
        for name, run in runs.items():
            times[name].append(_mean_time(run, calls[name]))
    return times


def _mean_time(run: Callable[[], object], calls: int) -> float:
    begin = process_time()
    for _ in range(calls):
        run()
    return (process_time() - begin) / calls


def best(times: Times) -> dict[str, float]:
    """Return the shortest time of each."""
    return {name: min(values) for name, values in times.items()}


def summary(times: Times) -> dict[str, dict[str, float]]:
    """Return best and median of each, in milliseconds."""
    return {
        name: {"best": 1e3 * min(values), "median": 1e3 * statistics.median(values)} for name, values in times.items()
    }


def exponential_rate(rounds: int = 100) -> float:
    """Return how many exponentials a second one thread computes in cache, with NumPy."""
    tile = np.zeros((256, 256))
    times = best(
        interleaved(
            {
                "both": lambda: np.exp(tile, out=tile) if tile.fill(-1.0) is None else None,
                "fill": lambda: tile.fill(-1.0),
            },
            rounds,
        )
    )
    return tile.size / (times["both"] - times["fill"])


def product_rate(size: int = 1024, rounds: int = 4) -> float:
    """Return the floating-point operations a second of one thread in a square matrix product."""
    a, out = np.ones((size, size)), np.empty((size, size))
    return 2 * size**3 / best(interleaved({"product": lambda: np.matmul(a, a.T.copy(), out=out)}, rounds))["product"]


def floor(n: int, d: int, rounds: int = 200) -> float:
    """Return the seconds that one symmetric evaluation of field and energy must take.

    Notes
    -----
    n^2/2 exponentials in cache and n^2 (d + 2 (d + 1)) multiplications and additions, at the machine's own rates for
    products of the shape of the last block, which is square.
    """
    side = blocks(n, d + 1)[-1].shape[0]
    tile, left, thin = np.zeros((side, side)), np.ones((side, d + 1)), np.ones((side, d + 1))
    out, flat = np.empty((side, d + 1)), np.ones((d + 1, side))
    rate = best(
        interleaved(
            {
                "exp": lambda: np.exp(tile, out=tile) if tile.fill(-1.0) is None else None,
                "fill": lambda: tile.fill(-1.0),
                "gram": lambda: np.matmul(left, flat, out=tile),
                "sum": lambda: np.matmul(tile, thin, out=out),
            },
            rounds,
        )
    )
    tiles = (n / side) ** 2
    return tiles / 2 * (rate["exp"] - rate["fill"] + rate["gram"]) + tiles * rate["sum"]


def load() -> list[float] | None:
    """Return the load averages of the machine over 1, 5 and 15 minutes, None where it has none."""
    return [round(value, 2) for value in os.getloadavg()] if hasattr(os, "getloadavg") else None


def machine(rounds: int = 200) -> dict[str, Any]:
    """Return what the machine is and can do, how busy it is, and the versions of the libraries that are there."""
    versions = {name: importlib.metadata.version(name) for name in _LIBRARIES if importlib.util.find_spec(name)}
    return {
        "date": datetime.now(tz=UTC).date().isoformat(),
        "processor": _processor(),
        "cores": os.cpu_count(),
        "load": load(),
        "exponentials": exponential_rate(rounds),
        "product": product_rate(rounds=max(1, rounds // 50)),
        "python": platform.python_version(),
        "versions": versions,
    }


def _processor() -> str:
    """Return the instruction set, with the widest vectors that the system names."""
    try:
        flags = Path("/proc/cpuinfo").read_text(encoding="utf-8").split()
    except OSError:  # not on every system
        flags = []
    wide = next((name for flag, name in (("avx512f", "AVX-512"), ("avx2", "AVX2")) if flag in flags), "")
    return f"{platform.machine()} {wide}".strip()


def keep(path: Path | None, sections: Mapping[str, Any]) -> None:
    """Write sections of the results to a file and keep the others that it has; without a file, do nothing."""
    if path is None:
        return
    found = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    text = json.dumps(_rounded({**found, **sections}), indent=1, sort_keys=True)
    path.write_text(f"{text}\n", encoding="utf-8")


def _rounded(value: Any) -> Any:
    """Return plain data with floats to four digits, which is more than timings have."""
    if isinstance(value, Mapping):
        return {str(key): _rounded(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [_rounded(part) for part in value]
    if isinstance(value, float) and math.isfinite(value):
        return float(f"{value:.4g}")
    return value
