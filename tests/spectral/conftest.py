"""Independent maximisers for the tests of decisions: floats, no code of the decisions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pytest
from scipy.optimize import minimize

from verify.model.kernels import Kernel


@dataclass(frozen=True)
class NumericalMaximum:
    """The largest energies found: of any law with so many contents per label, and of a collapsed law."""

    best: float
    collapsed: float

    @property
    def collapse_is_beaten(self) -> bool:
        """Whether a law has more energy than every collapsed one, beyond rounding."""
        return self.best > self.collapsed + 1e-7 * (1e-3 + abs(self.collapsed))


def _maximise(kernel: Kernel, labels: np.ndarray, weights: np.ndarray, starts: int) -> NumericalMaximum:
    d, n = kernel.d, len(weights)
    rng = np.random.default_rng(0)

    def energy(x: np.ndarray) -> float:
        x = x / np.linalg.norm(x, axis=1, keepdims=True)
        return 0.5 * float(weights @ kernel.block(x, labels, x, labels) @ weights)

    def climb(start: np.ndarray, shape: tuple[int, int]) -> tuple[float, np.ndarray]:
        scale = abs(energy(np.broadcast_to(start.reshape(shape), (n, d)))) or 1.0
        found = minimize(
            lambda flat: -energy(np.broadcast_to(flat.reshape(shape), (n, d))) / scale, start.ravel(), method="BFGS"
        )
        x = found.x.reshape(shape)
        return energy(np.broadcast_to(x, (n, d))), x

    collapsed, u = max((climb(rng.standard_normal(d), (1, d)) for _ in range(4)), key=lambda found: found[0])
    near = u + 0.1 * rng.standard_normal((n, d))
    candidates = [near, *(rng.standard_normal((n, d)) for _ in range(starts))]
    best = max(climb(start, (n, d))[0] for start in candidates)
    return NumericalMaximum(best, collapsed)


@pytest.fixture(scope="session")
def numerical_maximum() -> Callable[..., NumericalMaximum]:
    """Return the maximiser: ``parts`` contents per label, ``cells`` labels on a continuum."""

    def maximise(kernel: Kernel, *, parts: int = 1, cells: int = 8, starts: int = 6) -> NumericalMaximum:
        n = kernel.labels.size
        if n is None:
            labels, w = kernel.labels.quantiles((np.arange(cells) + 0.5) / cells), np.full(cells, 1 / cells)
        else:
            labels, w = np.arange(n), np.array([float(x) for x in kernel.labels.weights()])
        return _maximise(kernel, np.repeat(labels, parts), np.repeat(w, parts) / parts, starts)

    return maximise
