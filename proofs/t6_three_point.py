r"""T6, the three-point bound: triples of N equispaced labels, and the dual certificate that they give.

A_{s,n} is the mean of C_n(<x_i, x_{i+s}>) over i, C_n = P_n of the sphere or t^n; w_s = 2/N, and 1/N at s = N/2.
"""

from __future__ import annotations

from typing import Any

import sympy

from verify.symbolic import EXPONENTIALS, Cited, Identity, Step, equation

__all__ = ["THREE_POINT"]

_N = 6
_W, _K, _C, _A, _MEAN, _Y, _Q = sympy.symbols("w k c a A Y q", real=True)
_k = sympy.IndexedBase("k", real=True)
_values = sympy.IndexedBase("C", real=True)


def _lag(i: int, j: int) -> int:
    return min((i - j) % _N, (j - i) % _N)


def _pairs() -> sympy.Expr:
    """(1/N^2) sum_ij k_(i-j) C_ij for N = 6, C symmetric and 1 on the diagonal."""
    cells = ((i, j) for i in range(_N) for j in range(_N))
    return sympy.Add(*(_k[_lag(i, j)] * _value(i, j) for i, j in cells)) / _N**2


def _value(i: int, j: int) -> Any:
    return sympy.Integer(1) if i == j else _values[min(i, j), max(i, j)]


def _by_lags() -> sympy.Expr:
    """k_0/N + sum_s w_s k_s A_s."""
    total = _k[0] / _N
    for s in range(1, _N // 2 + 1):
        mean = sympy.Add(*(_value(i, (i + s) % _N) for i in range(_N))) / _N
        total += sympy.Rational(1 if 2 * s == _N else 2, _N) * _k[s] * mean
    return total


_RESIDUAL = _A - _W * (_K * _C + _Y * _Q)

THREE_POINT = (
    Step(
        equation(_pairs(), _by_lags()),
        "pairs of one lag are counted together; $N = 6$",
        Identity(),
        "The three-point bound, any $d$. Let $k$ be a function of the lag on $N$ equispaced labels, $f = \\sum_n c_n "
        "C_n$ with $c_n \\ge 0$ for $n \\ge 1$, $C_n = P_n$ or $t^n$, so that $C_n(1) = 1$ and $C_n(\\langle x, "
        "y\\rangle)$ is positive definite. Let $A_{s,n}$ be the mean of $C_n(\\langle x_i, x_{i+s}\\rangle)$ over "
        "$i$, and $w_s = \\frac{2}{N}$, but $\\frac{1}{N}$ at $s = \\frac{N}{2}$. Each degree of $2E$ is",
    ),
    Step(
        equation(_W * _K * _C * _MEAN, _A * _MEAN - _W * _Y * _Q * _MEAN - _RESIDUAL * _MEAN),
        "$r = a - w (k c + Y q)$",
        Identity(EXPONENTIALS),
        "Let $a_{t,e,n}$ be any numbers for the edges $e$ of the label triples $t$, one for each orbit of the "
        "dihedral group, and $Y_{jn} \\ge 0$. For a lag $s$ and a degree $n$ write $a$ for the sum of $a_{t,e,n}$ "
        "over the edges of that lag, $w, k, c, A$ for $w_s, k_s, c_n, A_{s,n}$ and $Y q$ for $\\sum_j Y_{jn} "
        "\\cos\\frac{2\\pi j s}{N}$. Then",
    ),
    Step(
        "$2E \\le \\hat k(0) c_0 + \\frac{1}{N} \\sum_n (k_0 c_n)_+ + \\frac{1}{N} \\sum_{j,n} Y_{jn} + \\sum_t v_t "
        "+ \\sum_{s,n} |r_{s,n}| + \\hat k_{\\max} \\sum_{n > D} c_n$, where $v_t = \\max \\sum_{e,n} a_{t,e,n} "
        "C_n(d_e)$ over the distances $d_e$ of three contents.",
        "$\\frac{1}{N} + \\sum_s w_s \\cos\\frac{2\\pi js}{N} A_{s,n} \\ge 0$, the square of an orbit mean; "
        "$\\sum_{s,n} a A_{s,n}$ is a sum over $t$ of means of what is at most $v_t$; $|A_{s,n}| \\le 1$; a Gram "
        "matrix of trace $N$ against $k$ has at most $N^2 \\hat k_{\\max}$",
        Cited("the steps on orbits above"),
        "Sum over $s$ and $n \\le D$. Slices that spread lower the diagonal terms only, so that the bound holds over "
        "all laws; by the steps on equispaced labels it holds for the circle, the negative $\\hat k(m)$ dropped. "
        "With $c_1 - 2\\sigma \\ge 0$ in place of $c_1$ it bounds $E - \\sigma Q$, $Q = \\iint k \\langle x, "
        "y\\rangle$. For $k = \\cos$, $f = e^{\\beta t}/\\beta$, $\\sigma = \\tau/\\beta$ that is $2\\beta (E - "
        "\\sigma Q) = V - \\tau P_1$.",
    ),
    Step(
        "If $V - \\tau P_1 \\le I_1 - \\tau + \\epsilon$ for every law, then $1 - P_1 \\le \\epsilon/\\tau$ for "
        "every law with $V \\ge I_1$; and if the local lemma holds at $\\eta = \\epsilon/\\tau$, the great circle is "
        "the only graph law, up to rotations and reflections of contents, with $V \\ge I_1$. No law at all has $V > "
        "I_1$, because $E$ is convex on $P_\\rho$ and its maximum is attained by a graph law (T2).",
        "$\\tau (1 - P_1) \\le \\epsilon + I_1 - V$",
        Cited("the local lemma above"),
        "So a three-point certificate and the local lemma prove the great circle optimal, $d = 2$:",
    ),
)
