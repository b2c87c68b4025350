"""Several independent runs of one kernel, each from its own random numbers."""

from __future__ import annotations

from typing import Any

import numpy as np

from verify.encodings.variants import ModelConfig
from verify.model.errors import InputError
from verify.model.kernels import Kernel
from verify.particles.flow import Flow
from verify.particles.simulate import simulate

__all__ = ["simulate_runs"]


def simulate_runs(
    kernel: Kernel | ModelConfig, runs: int, n: int = 256, tau: float = 20.0, *, rng: int = 0, **options: Any
) -> tuple[Flow, ...]:
    """Return independent flows x_i' = P_{x_i} (1/n) sum_j grad_x h of one kernel from random starts, one after another.

    Parameters
    ----------
    kernel : Kernel or ModelConfig
    runs : int
        How many, at least 1.
    n : int
        Number of particles in each.
    tau : float
        Horizon.
    rng : int
        Seed. Run r draws from the r-th child of ``numpy.random.SeedSequence(rng)``: it is the same however many runs
        there are, and another for each.
    **options
        As :func:`verify.particles.simulate.simulate` takes them, but for ``x``, ``rng`` and ``checkpoint``.

    Returns
    -------
    tuple of Flow

    Raises
    ------
    InputError
        Any argument out of its range.

    Notes
    -----
    Runs are not stepped together: particles merge at other times in each, and a common step would be the smallest of
    all.

    Examples
    --------
    >>> from verify.model.kernels import read_kernel
    >>> fields = {"profile": {"usa": 1}, "k": "1", "labels": {"kind": "circle"}}
    >>> flows = simulate_runs(read_kernel({"family": "factor", "d": 3, **fields}), 3, n=16)
    >>> [flow.observables["clusters"] for flow in flows]
    [1, 1, 1]
    """
    if isinstance(runs, bool) or not isinstance(runs, int | np.integer) or runs < 1:
        raise InputError("runs", "be a positive integer", runs)
    if isinstance(rng, bool) or not isinstance(rng, int | np.integer) or rng < 0:
        raise InputError("rng", "be a seed, an integer of at least 0", rng, "Each run has its own child of the seed.")
    for name in ("x", "checkpoint"):
        if name in options:
            raise InputError(name, "not be given for several runs", "a value", remedy="Call simulate for each.")
    children = np.random.SeedSequence(int(rng)).spawn(int(runs))
    return tuple(simulate(kernel, n=n, tau=tau, rng=np.random.default_rng(child), **options) for child in children)
