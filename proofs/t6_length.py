r"""T6, the length bound for k = cos and d = 2: V <= max n^2 I_n, the great circle is optimal while 4 I_2 <= I_1.

x(xi) = e^{i psi(xi)}, m_k = mean of e^{i xi} e^{-i k psi}, P_n = |m_n|^2 + |m_{-n}|^2, V = 2 beta E.
"""

from __future__ import annotations

from typing import Any

import sympy

from proofs.t6_circle import CIRCLE, bessel, circle_mean
from verify.symbolic import (
    BESSEL,
    EXPONENTIALS,
    SUMS,
    Average,
    Cited,
    Identity,
    Law,
    Root,
    Step,
    SumOfSquares,
    Vectors,
    equation,
    norm_squared,
)
from verify.symbolic.energies import BETA

__all__ = ["INCREASING", "LENGTH", "LENGTH_THRESHOLD"]

#: What the root check holds against the balls: 14 decimals.
LENGTH_THRESHOLD = "1.04445686210777"

_S, _XI, _ZETA, _PSI = sympy.symbols("s xi zeta phi", real=True)
_N, _TOP = sympy.symbols("n M", integer=True, positive=True)
_K, _P = sympy.symbols("k p", integer=True, positive=True)
_RHO = Law("rho")
_psi = sympy.IndexedBase("psi", real=True).__getitem__
_C = sympy.IndexedBase("c", nonnegative=True)
_RANGE = (_N, 1, _TOP)
_WRONSKIAN = BETA * (
    bessel(1, BETA) * sympy.Derivative(bessel(_N, BETA), BETA)
    - bessel(_N, BETA) * sympy.Derivative(bessel(1, BETA), BETA)
)


def _moment(k: Any, sign: int = 1) -> sympy.Expr:
    """m_k, or its conjugate for the sign -1."""
    return Average(sympy.exp(sign * sympy.I * (_XI - k * _psi(_XI))), _XI, _RHO)


def _power(n: Any) -> sympy.Expr:
    """P_n = |m_n|^2 + |m_{-n}|^2."""
    return _moment(n) * _moment(n, -1) + _moment(-n) * _moment(-n, -1)


def _double_energy() -> sympy.Expr:
    """∬ cos(xi - zeta) sum_n 2 c_n cos n(psi - psi')."""
    series = sympy.Sum(2 * _C[_N] * sympy.cos(_N * (_psi(_XI) - _psi(_ZETA))), (_N, 1, _TOP))
    return Average(Average(sympy.cos(_XI - _ZETA) * series, _ZETA, _RHO), _XI, _RHO)


def _support() -> sympy.Expr:
    """The mean over xi of e^{-i xi} G(psi(xi)), G = sum_{k != 0} c_|k| m_k e^{i k psi}."""
    waves = (_moment(k) * sympy.exp(sympy.I * (k * _psi(_ZETA) - _ZETA)) for k in (_N, -_N))
    return Average(sympy.Sum(_C[_N] * sympy.Add(*waves), _RANGE), _ZETA, _RHO)


_U = sympy.symbols("u_1 u_2 v_1 v_2", real=True)


def _curve_slope() -> sympy.Expr:
    """|G'|^2 of two of the terms, k and -(k + p), at the parameter phi."""
    parts = ((_K, _U[0], _U[1]), (-_K - _P, _U[2], _U[3]))
    real = sympy.Add(*(-k * (a * sympy.sin(k * _PSI) + b * sympy.cos(k * _PSI)) for k, a, b in parts))
    imaginary = sympy.Add(*(k * (a * sympy.cos(k * _PSI) - b * sympy.sin(k * _PSI)) for k, a, b in parts))
    return real**2 + imaginary**2


def _parseval() -> sympy.Expr:
    u1, u2, v1, v2 = _U
    return _K**2 * (u1**2 + u2**2) + (_K + _P) ** 2 * (v1**2 + v2**2)


_M = Vectors("m")
_GAP = sympy.IndexedBase("g", nonnegative=True)


INCREASING = (
    Step(
        "For $x > 0$ and $\\nu \\ge 0$: $I_\\nu(x) > 0$, and $I_{\\nu+1}(x) < I_\\nu(x)$.",
        "a series of positive terms; the order",
        Cited("DLMF 10.25.2 and 10.37"),
        "Bessel functions. All $I_n$ are taken at $\\beta$ where no other argument is written.",
    ),
    Step(
        equation(
            sympy.Derivative(_WRONSKIAN, BETA),
            (_N**2 - 1) / BETA * bessel(_N, BETA) * bessel(1, BETA),
        ),
        "$(\\beta I_n')' = (\\beta + n^2/\\beta) I_n$, the modified Bessel equation",
        Identity(BESSEL),
        "The derivative of $I_n/I_1$ is $W/(\\beta I_1^2)$ with $W = \\beta (I_n' I_1 - I_n I_1')$, and",
    ),
    Step(
        "$W(0) = 0$ and $W' > 0$ for $n > 1$: $I_n/I_1$ increases in $\\beta$, from 0 to 1. So "
        "$\\sum_n (I_n/I_1) P_n \\le 1$ at one $\\beta$ implies it at every smaller one, and each inequality "
        "$c I_n \\le I_1$, $n \\ge 2$, holds exactly up to one value of $\\beta$.",
        "$I_n > 0$; $W$ is an integral of positive numbers",
        Cited("DLMF 10.25.2 (positive series), 10.30.1 and 10.40.1 (limits of the ratio at 0 and infinity)"),
    ),
)


LENGTH = (
    Step(
        equation(_double_energy(), sympy.Sum(_C[_N] * _power(_N), _RANGE)),
        "$\\cos a \\cos b = \\frac{1}{2} [\\cos(a + b) + \\cos(a - b)]$",
        Identity(EXPONENTIALS, {_TOP: [1, 2], _C: (0, 2)}),
        "The length bound, $d = 2$. Let $x(\\xi) = (\\cos\\psi, \\sin\\psi)$, $m_k = \\int e^{i\\xi} e^{-ik\\psi} "
        "d\\rho$ and $P_n = |m_n|^2 + |m_{-n}|^2$. For a profile $\\sum_n 2 c_n \\cos n s$ and any label law the "
        "energy $V = 2\\beta E$ is",
    ),
    Step(
        "$e^{\\beta \\cos s} = I_0 + 2 \\sum_{n \\ge 1} I_n \\cos ns$; the constant adds $I_0 |m_0|^2 = 0$ under the "
        "uniform label law. So $c_n = I_n$, and the great circle, with $m_1 = 1$ and all other $m_k = 0$, has $V = "
        "I_1$.",
        "the generating function",
        Cited("DLMF 10.35.2"),
    ),
    Step(
        equation(_support(), sympy.Sum(_C[_N] * _power(_N), _RANGE)),
        "definition of $m_k$",
        Identity(EXPONENTIALS, {_TOP: [1, 2], _C: (0, 2)}),
        "With the closed curve $G(\\phi) = \\sum_{k \\ne 0} c_{|k|} m_k e^{ik\\phi}$ the same number is "
        "$V = \\int e^{-i\\xi} G(\\psi(\\xi))\\, d\\rho$:",
    ),
    Step(
        "For $\\xi$ uniform, $V \\le \\frac{1}{2\\pi} \\int \\max_\\phi \\mathrm{Re}\\, e^{-i\\theta} G(\\phi)\\, "
        "d\\theta$, which is the perimeter of the convex hull of $G$ over $2\\pi$, and at most the length of $G$ "
        "over $2\\pi$, $\\frac{1}{2\\pi} \\int |G'(\\phi)|\\, d\\phi$.",
        "Cauchy's formula: the mean of the support function is the perimeter over $2\\pi$; the convex hull of a closed "
        "curve is not longer than the curve",
        Cited("Cauchy (1841); Santalo, Integral Geometry and Geometric Probability (1976), I.3"),
    ),
    Step(
        equation(circle_mean(_curve_slope(), _PSI), _parseval()),
        "orthogonality of $e^{ik\\phi}$",
        Identity(CIRCLE, points=1),
        "By Cauchy and Schwarz this is at most $(\\frac{1}{2\\pi} \\int |G'|^2)^{1/2} = "
        "(\\sum_k k^2 c_k^2 |m_k|^2)^{1/2}$; for two of the terms, $k$ and $-(k + p)$,",
    ),
    Step(
        sympy.Le(
            sympy.Sum(_N**2 * _C[_N] ** 2 * norm_squared(_M[_N]), _RANGE),
            sympy.Sum((_N**2 * _C[_N] + _GAP[_N]) * _C[_N] * norm_squared(_M[_N]), _RANGE),
            evaluate=False,
        ),
        "$A = n^2 c_n + g_n$ with $g_n \\ge 0$, and $c_n \\ge 0$",
        SumOfSquares(sympy.Sum(_GAP[_N] * _C[_N] * norm_squared(_M[_N]), _RANGE), SUMS, {_C: (0, 2), _GAP: (0, 1)}),
        "Let $A = \\max_n n^2 c_n$ and $g_n = A - n^2 c_n$, so that $g_n \\ge 0$. The sum is at most "
        "$A \\sum_k c_k |m_k|^2 = A V$:",
    ),
    Step(
        equation(4 * bessel(2, BETA), bessel(1, BETA)),
        "change of sign in balls; $I_2/I_1$ increases, so the root is the only one",
        Root(BETA, LENGTH_THRESHOLD),
        "So $V^2 \\le A V$, hence $V \\le A = \\max_n n^2 c_n$. With $c_n = n^{-2}$ this is $\\sum_n n^{-2} P_n \\le "
        "1$; with $c_n = I_n$ it is $2\\beta E \\le \\max_n n^2 I_n$. For $\\beta \\le \\frac{8}{3}$ the maximum is "
        "$I_1$ or $4 I_2$, because $n^2 I_n$ falls from $n = 2$ on. So the great circle is a global maximiser for $d "
        "= 2$ up to the root of",
    ),
    Step(
        equation(
            sympy.cos((_XI + sympy.pi) - 2 * _N * (_S + sympy.pi)) + sympy.cos(_XI - 2 * _N * _S),
            sympy.S.Zero,
        ),
        "$e^{i\\pi(1 - 2n)} = -1$",
        Identity(EXPONENTIALS),
        "If $x(\\xi + \\pi) = -x(\\xi)$, that is $\\psi(\\xi + \\pi) = \\psi(\\xi) + \\pi$, then only odd $n$ occur. "
        "Hence among these $x$ the great circle is optimal if and only if $9 I_3 \\le I_1$, up to the threshold of "
        "local stability, whose mode 2 keeps the symmetry. For $m_{2n} = 0$:",
    ),
)
