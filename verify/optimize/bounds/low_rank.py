"""The correlation programme max <K, X>, X PSD, X_ii = 1 (or <= 1), on Gram matrices X = V V^T of few columns.

Rows v_i on the unit sphere of R^r with r (r + 1) / 2 > n: then second-order critical points are maximal for almost all
K (Boumal, Voroninski, Bandeira). Block ascent replaces each row by the best one given the others,

    v_i = g_i / |g_i|,    g_i = sum_{j != i} K_ij v_j,

and a truncated Newton method on the product of spheres ends it. With F = <K, V V^T> / 2 and lambda_i = <(K V)_i, v_i>

    grad F = K V - diag(lambda) V,     Hess F[U] = P(K U - diag(lambda) U),     P the projection onto the tangent space,

and lambda are the multipliers: at a maximum diag(lambda) - K is PSD and sum lambda = <K, X>. For X_ii <= 1 a last
coordinate s_i of each row takes the slack, |v_i|^2 + s_i^2 = 1; K does not see it, and lambda_i s_i = 0.

The result is a guess: what it proves is what the multipliers prove once they are feasible.

References
----------
N. Boumal, V. Voroninski, A. S. Bandeira, "Deterministic guarantees for Burer-Monteiro factorizations of smooth
semidefinite programs", Comm. Pure Appl. Math. 73 (2020). S. Burer, R. D. C. Monteiro, Math. Program. 95 (2003).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import isqrt
from time import monotonic

import numpy as np
from numpy.typing import NDArray

__all__ = ["LowRankSolution", "solve_low_rank"]

Array = NDArray[np.float64]

_MOST_SWEEPS, _SMALL_GAIN, _NO_GAIN = 200, 1e-4, 1e-12
_MOST_STEPS, _MOST_PRODUCTS = 40, 400
_SHORTEST_STEP, _ROUNDING = 1e-6, 1e-13


@dataclass(frozen=True)
class LowRankSolution:
    """Rows V with X = V V^T, the multipliers of X_ii, and how far the search came.

    Attributes
    ----------
    V : float64 (n, r)
        Without the coordinate of the slack.
    multipliers : float64 (n,)
        lambda_i = <(K V)_i, v_i>; not shifted to feasibility.
    value : float
        <K, V V^T>.
    residual : float
        |grad F| relative to the size of K V.
    sweeps, steps : int
        Of block ascent and of Newton's method.
    """

    V: Array
    multipliers: Array
    value: float
    residual: float
    sweeps: int
    steps: int


def solve_low_rank(
    K: Array,
    *,
    nonnegative: bool = False,
    rng: np.random.Generator,
    tolerance: float = 1e-9,
    timeout: float | None = None,
) -> LowRankSolution:
    """Maximise <K, X> over correlation matrices X (X_ii <= 1 if ``nonnegative``), as X = V V^T.

    Parameters
    ----------
    K : float64 (n, n), symmetric, finite
    nonnegative : bool
        The programme of all laws, whose multipliers are >= 0.
    rng : numpy.random.Generator
        Of the start.
    tolerance : float
        Relative size of the gradient at which the search ends.
    timeout : float or None
        Seconds after which the search ends where it is.

    Examples
    --------
    >>> K = np.array([[0.0, -1.0], [-1.0, 0.0]])
    >>> found = solve_low_rank(K, rng=np.random.default_rng(0))
    >>> np.round(found.multipliers, 9).tolist(), round(found.value, 9)
    ([1.0, 1.0], 2.0)
    """
    size = float(np.abs(K).max(initial=0.0))
    scaled = np.ascontiguousarray(K, dtype=float) / (size or 1.0)
    search = _Search(
        scaled, nonnegative=nonnegative, rng=rng, deadline=None if timeout is None else monotonic() + timeout
    )
    sweeps, steps = search.ascend(), search.polish(tolerance)
    while search.stuck(tolerance) and not search.late() and sweeps < _MOST_SWEEPS:
        sweeps, steps = sweeps + search.ascend(), steps + search.polish(tolerance)
    gradient, product, multipliers = search.gradient(search.V)
    scale = float(np.linalg.norm(product))
    return LowRankSolution(
        V=search.V[:, : search.rank],
        multipliers=size * multipliers,
        value=size * float(multipliers.sum()),
        residual=float(np.linalg.norm(gradient)) / scale if scale else 0.0,
        sweeps=sweeps,
        steps=steps,
    )


class _Search:
    """The rows of V, the last column being the slack, and the two methods that move them."""

    def __init__(self, K: Array, *, nonnegative: bool, rng: np.random.Generator, deadline: float | None) -> None:
        n = len(K)
        self.K, self.nonnegative, self.deadline = K, nonnegative, deadline
        self.rank = min(n, isqrt(2 * n) + 1)
        V = rng.standard_normal((n, self.rank + nonnegative))
        self.V = V / np.linalg.norm(V, axis=1, keepdims=True)

    def late(self) -> bool:
        """Whether the time is up."""
        return self.deadline is not None and monotonic() > self.deadline

    def apply(self, U: Array) -> Array:
        """Return K U; the slack is not seen."""
        product = self.K @ U
        product[:, self.rank :] = 0.0
        return product

    def gradient(self, V: Array) -> tuple[Array, Array, Array]:
        """Return grad F, K V and lambda."""
        product = self.apply(V)
        multipliers = np.einsum("ij,ij->i", product, V)
        return product - multipliers[:, None] * V, product, multipliers

    def ascend(self) -> int:
        """Replace each row by the best one until a sweep gains little; return the number of sweeps."""
        own = np.diagonal(self.K)
        value = -np.inf
        for sweep in range(_MOST_SWEEPS):
            for i, row in enumerate(self.K):
                v = self.V[i]
                g = row @ self.V - own[i] * v
                g[self.rank :] = 0.0
                length = float(np.sqrt(g @ g))
                if self.nonnegative and length + own[i] < 0:  # 2 <g, v> + K_ii |v|^2 is largest inside the ball
                    v[:] = -g / own[i]
                    v[-1] = np.sqrt(max(0.0, 1.0 - (length / own[i]) ** 2))
                elif length > 0:
                    v[:] = g / length
            previous, value = value, float(self.gradient(self.V)[2].sum())
            if value - previous <= _SMALL_GAIN * abs(value) + _NO_GAIN or self.late():
                return sweep + 1
        return _MOST_SWEEPS

    def stuck(self, tolerance: float) -> bool:
        """Whether a row without slack has lambda_i < 0: Newton's method does not leave s_i = 0, block ascent does."""
        multipliers = self.gradient(self.V)[2]
        return self.nonnegative and bool(multipliers.min() < -tolerance * np.abs(multipliers).max())

    def polish(self, tolerance: float) -> int:
        """Take Newton steps, each by conjugate gradients and a line search; return their number."""
        for step in range(_MOST_STEPS):
            gradient, product, multipliers = self.gradient(self.V)
            if np.linalg.norm(gradient) <= tolerance * np.linalg.norm(product) or self.late():
                return step
            direction = self._newton_direction(gradient, multipliers, float(np.linalg.norm(product)))
            if not self._move(direction, float(multipliers.sum())):
                return step
        return _MOST_STEPS

    def _newton_direction(self, gradient: Array, multipliers: Array, scale: float) -> Array:
        """Solve -Hess F[U] = grad F to a precision that rises as the gradient falls; stop at negative curvature."""
        diagonal = np.maximum(multipliers - np.diagonal(self.K), 1e-3 * np.abs(multipliers).max())[:, None]
        size = float(np.linalg.norm(gradient))
        target = size * min(0.1, float(np.sqrt(size / scale)))
        U, residual = np.zeros_like(gradient), gradient.copy()
        descent = self._tangent(residual / diagonal)
        search, inner = descent, float(np.vdot(residual, descent))
        for _ in range(_MOST_PRODUCTS):
            image = multipliers[:, None] * search - self._tangent(self.apply(search))
            curvature = float(np.vdot(search, image))
            if curvature <= 0:
                return U if U.any() else search
            U = U + (inner / curvature) * search
            residual = residual - (inner / curvature) * image
            if np.linalg.norm(residual) <= target or self.late():
                break
            descent = self._tangent(residual / diagonal)
            previous, inner = inner, float(np.vdot(residual, descent))
            search = descent + (inner / previous) * search
        return U

    def _tangent(self, U: Array) -> Array:
        return U - np.einsum("ij,ij->i", U, self.V)[:, None] * self.V

    def _move(self, direction: Array, value: float) -> bool:
        """Go along a direction, back onto the spheres, as far as <K, V V^T> does not fall; say whether it moved."""
        step = 1.0
        while step > _SHORTEST_STEP:
            V = self.V + step * direction
            V /= np.linalg.norm(V, axis=1, keepdims=True)
            if float(self.gradient(V)[2].sum()) >= value - _ROUNDING * abs(value):
                self.V = V
                return True
            step /= 2
        return False
