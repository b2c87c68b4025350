r"""T6, bounds for every d and beta: N equispaced labels bound the continuum; N = 4 gives E <= sinh(beta)/(4 beta).

Labels are xi = omega + 2 pi j / N with omega uniform on [0, 2 pi/N) and j in Z_N; Phi are the unit vectors Y_n(x) of a
degree n, or their means over slices.
"""

from __future__ import annotations

from typing import Any

import sympy

from proofs.t6_circle import CIRCLE, circle_mean
from verify.evidence.claims import Evidence
from verify.model.verdict import Status
from verify.symbolic import (
    EXPONENTIALS,
    Average,
    Dot,
    Identity,
    Law,
    Profile,
    Step,
    SumOfSquares,
    UnitVectors,
    Vectors,
    equation,
    norm_squared,
)
from verify.symbolic.energies import BETA

__all__ = ["EQUISPACED", "negative_coefficient", "not_monotone"]

_I, _J, _M = sympy.symbols("i j m", integer=True, positive=True)
_N = sympy.Symbol("N", integer=True, positive=True)
_S, _OMEGA, _OMEGA2 = sympy.symbols("s omega omega'", real=True)
_LAW = Law("lambda")
_PHI = Vectors("Phi")
_f = Profile("f")


def _angle(omega: sympy.Expr, j: Any) -> sympy.Expr:
    return _M * (omega + 2 * sympy.pi * j / _N)


def _orbit(wave: Any) -> sympy.Expr:
    """The mean over one orbit, (1/N) sum_j wave(m xi_j) Phi_j."""
    return sympy.Sum(wave(_angle(_OMEGA, _J)) * _PHI[_J], (_J, 1, _N)) / _N


def _orbit_energy() -> sympy.Expr:
    """(1/N^2) sum_ij cos(2 pi m (i - j)/N) <Phi_i, Phi_j>."""
    lag = sympy.cos(2 * sympy.pi * _M * (_I - _J) / _N)
    return sympy.Sum(lag * Dot(_PHI[_I], _PHI[_J]), (_I, 1, _N), (_J, 1, _N)) / _N**2


_Z = Vectors("z")
_MEAN = Average(_Z[_OMEGA], _OMEGA, _LAW)


_ZETA = sympy.Symbol("zeta", real=True)
_TWO_LABELS = sympy.cos(_M * (_OMEGA - _ZETA)) * Dot(_PHI[_OMEGA], _PHI[_ZETA])


def _mean_of(wave: Any) -> sympy.Expr:
    return Average(wave(_M * _OMEGA) * _PHI[_OMEGA], _OMEGA, _LAW)


_X = UnitVectors("x")


def _four() -> sympy.Expr:
    """E_4 for k = cos, all pairs written out."""
    pairs = ((i, j) for i in range(4) for j in range(4))
    return sympy.Add(*(sympy.cos(sympy.pi * (i - j) / 2) * _f(Dot(_X[i], _X[j])) for i, j in pairs)) / 32


EQUISPACED = (
    Step(
        equation(
            Average(Average(_TWO_LABELS, _ZETA, _LAW), _OMEGA, _LAW),
            norm_squared(_mean_of(sympy.cos)) + norm_squared(_mean_of(sympy.sin)),
        ),
        "$\\cos(a - b) = \\cos a \\cos b + \\sin a \\sin b$",
        Identity(EXPONENTIALS),
        "Equispaced labels, any $d$. Let $k(\\xi - \\zeta) = \\sum_m \\hat k(m) e^{im(\\xi - \\zeta)}$ with "
        "$\\hat k(m) \\ge 0$, and $f = \\sum_n a_n P_n$ with $a_n \\ge 0$ for all $n$. The energy is a sum over $m$ "
        "and $n$, with nonnegative weights, of terms in $\\Phi = Y_n(x)$ (or its mean over a slice):",
    ),
    Step(
        equation(_orbit_energy(), norm_squared(_orbit(sympy.cos)) + norm_squared(_orbit(sympy.sin))),
        "the same for sums; $\\omega$ drops out",
        Identity(EXPONENTIALS, {_N: [2, 3], _M: [1, 2]}, points=1),
        "Split the labels into orbits $\\omega + 2\\pi j/N$. For $N$ equispaced labels with the contents of one orbit "
        "and the kernel $k(2\\pi(i - j)/N)$, the same term is",
    ),
    Step(
        sympy.Ge(
            Average(norm_squared(_Z[_OMEGA]), _OMEGA, _LAW),
            norm_squared(_MEAN),
            evaluate=False,
        ),
        "Jensen",
        SumOfSquares(Average(norm_squared(_Z[_OMEGA2] - _MEAN), _OMEGA2, _LAW)),
        "The mean over all labels is the mean over $\\omega$ of the means $z_\\omega$ over orbits, and its square is "
        "at most the mean of their squares. So each term, and with it the energy, is at most a mean of energies of $N$ "
        "equispaced labels: $E^* \\le E^*_N$.",
    ),
    Step(
        equation(_four(), _f(1) / 8 - (_f(Dot(_X[0], _X[2])) + _f(Dot(_X[1], _X[3]))) / 16),
        "$\\cos 0 = 1$, $\\cos\\frac{\\pi}{2} = 0$, $\\cos\\pi = -1$",
        Identity(),
        "For $k = \\cos$ and $N = 4$ only opposite labels interact:",
    ),
    Step(
        equation(
            (sympy.exp(BETA) / BETA - sympy.exp(-BETA) / BETA) / 8,
            sympy.sinh(BETA) / (4 * BETA),
        ),
        "definition of $\\sinh$",
        Identity(EXPONENTIALS),
        "For an increasing profile that is at most $\\frac{1}{8} [f(1) - f(-1)]$. With $f = e^{\\beta t}/\\beta$: "
        "$E \\le \\sinh(\\beta)/(4\\beta)$ for every $d$ and $\\beta$, because",
    ),
)


# ---------------------------------------------------------------- what is dropped


def negative_coefficient() -> Evidence:
    """k = cos s - cos(5 s)/2, f = t, N = 4: E*_4 = 1/8, and the great circle has 1/4."""
    k = sympy.cos(_S) - sympy.cos(5 * _S) / 2
    circle = sympy.simplify(CIRCLE.rewrite(circle_mean(k * sympy.cos(_S), _S)) / 2)
    lags = [k.subs(_S, sympy.pi * j / 2) for j in range(4)]
    # the circulant form sum_ij k_(i-j) <x_i, x_j>/16 has the eigenvalues sum_j k_j i^(j m)/4 on unit mean squares
    symbols = [sympy.simplify(sum(lag * sympy.I ** (j * m) for j, lag in enumerate(lags))) / 4 for m in range(4)]
    bound = max(symbols) / 2
    status = Status.REFUTED if circle > bound else Status.EXACT
    words = f"k = cos s - cos(5s)/2, f = t: the great circle has {circle}, four labels at most {bound}"
    return Evidence(status, words, {"circle": str(circle), "four": str(bound)})


def not_monotone() -> Evidence:
    """f = t^2, k = cos: the bound (f(1) - f(-1))/8 is 0, the half-angle circle has 1/8."""
    energy = sympy.simplify(CIRCLE.rewrite(circle_mean(sympy.cos(_S) * (1 + sympy.cos(_S)) / 2, _S)) / 2)
    status = Status.REFUTED if energy > 0 else Status.EXACT
    return Evidence(status, f"f = t^2, angles xi/2: <x, y>^2 = (1 + cos s)/2 and the energy is {energy}, above 0")
