"""T1 with one random number: seeds r xi + omega for kernels that are continuous in the contents."""

from __future__ import annotations

from typing import Any

import sympy

from verify.evidence.claims import Evidence
from verify.model.verdict import Status
from verify.symbolic import EXPONENTIALS, Average, Cited, Identity, Step, equation
from verify.symbolic.functions import UniformCircle

__all__ = ["SEEDS", "measurable_seeds"]

_m, _k = sympy.symbols("m p", integer=True)
_M = sympy.Symbol("M", integer=True, positive=True)
_TURNS = sympy.Symbol("r", integer=True, positive=True)
_XI, _ZETA, _OMEGA = sympy.symbols("xi zeta omega", real=True)
_COEFFICIENT = sympy.IndexedBase("c")
_CIRCLE = UniformCircle()


def _mode(m: Any, angle: Any) -> sympy.Expr:
    return sympy.exp(sympy.I * m * angle)


_SEEDED = Average(
    sympy.Sum(
        _COEFFICIENT[_m, _k] * _mode(_m, _TURNS * _XI + _OMEGA) * _mode(_k, _TURNS * _ZETA + _OMEGA),
        (_m, -_M, _M),
        (_k, -_M, _M),
    ),
    _OMEGA,
    _CIRCLE,
)

SEEDS = (
    Step(
        "A nonatomic standard Borel law is the Lebesgue law on $[0, 1]$ up to an isomorphism.",
        "isomorphism theorem for measures",
        Cited("Kechris, Classical Descriptive Set Theory (1995), theorem 17.41"),
    ),
    Step(
        equation(_SEEDED, sympy.Sum(_COEFFICIENT[_m, -_m] * _mode(_m, _TURNS * (_XI - _ZETA)), (_m, -_M, _M))),
        "the mean of $e^{i(m + p)\\omega}$ is 1 if $p = -m$ and else 0",
        Identity(EXPONENTIALS),
        "One random number does as well, if h is continuous in the contents: labels and seeds as angles, "
        "$x_\\omega(\\xi) = F(\\xi, r\\xi + \\omega)$ with an integer r. Let $c_{mp}(\\xi, \\zeta)$ be the Fourier "
        "coefficients of $h((F(\\xi, u), \\xi), (F(\\zeta, v), \\zeta))$ in the seeds $u, v$. The mean over $\\omega$ "
        "of the interaction of $\\xi$ and $\\zeta$ is",
    ),
    Step(
        "For $m \\ne 0$ the integral of $c_{m,-m}(\\xi, \\zeta) e^{imr(\\xi - \\zeta)}$ over both labels tends to 0 as "
        "$r \\to \\infty$; the term $m = 0$ is the energy of $\\mu$.",
        "Riemann-Lebesgue; h is a limit of finite sums $\\sum c_{ab}(\\xi, \\zeta) \\phi_a(x) \\phi_b(y)$ uniformly in "
        "the contents (Stone-Weierstrass), whose Fourier series in the seeds converge absolutely (Cauchy-Schwarz)",
        Cited("Katznelson, An Introduction to Harmonic Analysis (2004), I.2.8"),
    ),
)


def measurable_seeds() -> Evidence:
    """A bounded measurable kernel for which the seeds r xi + omega have another energy than the slices, for every r.

    Notes
    -----
    Contents in the plane are angles 2 pi u. Let h = -1 where u - v - r (xi - zeta) is an integer for some integer r,
    and 0 elsewhere. Uniform slices give a null set of (u, v) for all labels, E = 0. For x(xi) = r xi + omega the
    difference is 0 for every pair, and E = -1/2.
    """
    r, xi, zeta, omega = sympy.symbols("r xi zeta omega", real=True)
    gap = sympy.expand((r * xi + omega) - (r * zeta + omega) - r * (xi - zeta))
    status = Status.REFUTED if gap == 0 else Status.UNKNOWN
    return Evidence(status, f"u - v - r (xi - zeta) = {gap} along the seeds: E = -1/2 for every r, slices have E = 0")
