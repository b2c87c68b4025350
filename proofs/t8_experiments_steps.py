"""Steps of T8: energy and spread, means of orbits, laws of finitely many labels, winding rings."""

from __future__ import annotations

from typing import Any

import sympy

from verify.symbolic import (
    EXPONENTIALS,
    RATIONAL,
    SUMS,
    Cited,
    Dot,
    Identity,
    IntegralIdentity,
    Profile,
    Step,
    SumOfSquares,
    UnitVectors,
    equation,
    norm_squared,
)
from verify.symbolic.energies import BETA, I, J

__all__ = ["LAWS", "ORBITS", "RINGS", "SPREAD"]

_F, _U = Profile("f"), UnitVectors("u")
N = sympy.Symbol("n", integer=True, positive=True)
_PAIR = Dot(_U[I], _U[J])


def _sum(body: sympy.Expr) -> sympy.Expr:
    """sum_ij."""
    return sympy.Sum(body, (I, 1, N), (J, 1, N))


# ---------------------------------------------------------------- energy and spread

_P = sympy.Symbol("p", positive=True)
_S = sympy.Symbol("s", real=True)
_SMALL = {_P: ("1/10", 2), BETA: ("1/2", 4)}

SPREAD = (
    Step(
        equation(_F(1) / 2 - _sum(_F(_PAIR)) / (2 * N**2), _sum(_F(1) - _F(_PAIR)) / (2 * N**2)),
        "$n^2$ terms, $i = j$ included",
        Identity(SUMS, {N: [3]}),
        "Put $u_i = Q(\\xi_i) x_i$ (T4c). What a gauge system misses of the maximum $f(1)/2$ of T4 is",
    ),
    Step(
        equation(
            1 - norm_squared(sympy.Sum(_U[I], (I, 1, N)) / N),
            _sum(1 - _PAIR) / N**2,
        ),
        "$|u_i| = 1$",
        Identity(SUMS, {N: [3]}),
        "and its spread $s = 1 - |\\frac{1}{n} \\sum_i u_i|^2$ is the same mean with $1 - \\langle u_i, u_j\\rangle$:",
    ),
    Step(
        equation(
            sympy.Integral(sympy.exp(BETA * (1 - _S * _P)), (_S, 0, 1)),
            (sympy.exp(BETA) - sympy.exp(BETA * (1 - _P))) / (BETA * _P),
        ),
        "$f(t) = e^{\\beta t}/\\beta$, $p = 1 - t > 0$",
        IntegralIdentity(-sympy.exp(BETA * (1 - _S * _P)) / (BETA * _P), EXPONENTIALS, _SMALL),
        "For the profile usa, $(f(1) - f(1 - p))/p$ is a mean of $e^{\\beta(1 - s p)}$:",
    ),
    Step(
        equation(
            sympy.Integral(sympy.exp(BETA * (1 - 2 * _S)), (_S, 0, 1)),
            (sympy.exp(BETA) - sympy.exp(-BETA)) / (2 * BETA),
        ),
        "the integrand falls in $p$, and $0 \\le p \\le 2$",
        IntegralIdentity(-sympy.exp(BETA * (1 - 2 * _S)) / (2 * BETA), EXPONENTIALS, {BETA: ("1/2", 4)}),
        "which lies between its value at $p = 2$ and $e^{\\beta}$. Hence "
        "$\\frac{\\sinh\\beta}{2\\beta} s \\le \\frac{f(1)}{2} - E \\le \\frac{e^{\\beta}}{2} s$: energy and spread of "
        "$u$ tell the same.",
    ),
)


# ---------------------------------------------------------------- means of orbits

_XI, _TILT, _RATE = sympy.symbols("xi alpha r", real=True)
_U1, _U2, _U3 = sympy.symbols("u_1 u_2 u_3", real=True)


def _rope() -> tuple[sympy.Expr, sympy.Expr, sympy.Expr]:
    """R_z(xi)^T u."""
    c, s = sympy.cos(_XI), sympy.sin(_XI)
    return c * _U1 + s * _U2, -s * _U1 + c * _U2, _U3


def _generalised() -> tuple[sympy.Expr, ...]:
    """(R_z(xi) R_x(alpha))^T u."""
    first, second, third = _rope()
    c, s = sympy.cos(_TILT), sympy.sin(_TILT)
    return first, c * second + s * third, -s * second + c * third


def _speed_squared(point: tuple[sympy.Expr, ...]) -> sympy.Expr:
    """Where the tilt has the rate r."""
    return sympy.Add(*((sympy.diff(entry, _XI) + _RATE * sympy.diff(entry, _TILT)) ** 2 for entry in point))


ORBITS = (
    Step(
        equation(sympy.Integral(sympy.cos(_XI), (_XI, 0, _TILT)), sympy.sin(_TILT)),
        "calculus; zero at $\\alpha = 2\\pi$, and so for the sine",
        IntegralIdentity(sympy.sin(_XI), EXPONENTIALS),
        "RoPE with $\\omega = 1$, d = 3: the end is the latitude circle $R_z(\\xi)^T u$, whose mean is its height, "
        "since the coordinates that turn have mean zero: $1 - |M^T u|^2 = 1 - u_3^2$.",
    ),
    Step(
        equation(_speed_squared(_rope()), _U1**2 + _U2**2),
        "$\\sin^2 + \\cos^2 = 1$",
        Identity(EXPONENTIALS),
        "It is run through at the speed $\\sqrt{1 - u_3^2}$, at most $\\ell = 1$.",
    ),
    Step(
        "For $m \\ge 2$, $\\int Q\\, d\\rho$ of $Q(\\xi) = R_z(\\xi) R_x(a\\sin m\\xi)$ has the one entry "
        "$\\frac{1}{2\\pi} \\int_0^{2\\pi} \\cos(a\\sin m\\xi)\\, d\\xi = J_0(a)$ in the last place, all others "
        "vanish: the spread of the end is $1 - J_0(a)^2 u_3^2$.",
        "expansion of Jacobi and Anger: $\\cos(a\\sin m\\xi)$ and $\\sin(a\\sin m\\xi)$ have the frequencies $2km$ and "
        "$(2k + 1) m$, none of which is 1",
        Cited("DLMF 10.12.2, 10.12.3 and 10.9.1"),
        "Generalised RoPE tilts while it turns.",
    ),
    Step(
        equation(
            _speed_squared(_generalised()),
            _U1**2 + _U2**2 - 2 * _RATE * _rope()[0] * _U3 + _RATE**2 * (_rope()[1] ** 2 + _U3**2),
        ),
        "$R_x$ keeps lengths; $\\dot R_x R_x^T$ turns the last two coordinates",
        Identity(EXPONENTIALS),
        "With the tilt $\\alpha = a\\sin m\\xi$, whose rate is $|r| \\le |a| m$, its speed is at most "
        "$\\ell = 1 + |a| m$:",
    ),
)


# ---------------------------------------------------------------- laws of finitely many labels

LAWS = (
    Step(
        equation(
            N / (2 * sympy.pi) * sympy.Integral(_S**2, (_S, -sympy.pi / N, sympy.pi / N)), sympy.pi**2 / (3 * N**2)
        ),
        "each label stands for the arc of length $2\\pi/n$ around it: a coupling",
        IntegralIdentity(_S**3 / 3, RATIONAL),
        "n labels at the quantiles of the circle: the law of the n contents $Q(\\xi_i)^T u$ and that of "
        "$Q(\\xi)^T u$, $\\xi \\sim \\rho$, have $W_2^2 \\le \\ell^2$ times",
    ),
    Step(
        "$W_2(\\frac{1}{n} \\sum_i \\delta_{x_i}, (Q^T u)_\\# \\rho) \\le (\\frac{1}{n} \\sum_i d(x_i, Q(\\xi_i)^T "
        "u)^2)^{1/2} + \\frac{\\ell\\pi}{\\sqrt{3} n}$ for every u; the second part is not there where the label law "
        "has finitely many atoms of the weights of the particles.",
        "triangle inequality; $W_2$ is below the cost of any coupling",
        Cited("Villani, Optimal Transport (2009), definition 6.1"),
        "Hence the bound that stands beside every measured distance:",
    ),
)


# ---------------------------------------------------------------- rings that wind

_K = sympy.IndexedBase("b", real=True)
_W = sympy.IndexedBase("q", real=True)
_WIND = sympy.Symbol("w", integer=True, positive=True)


def _theta(j: Any) -> sympy.Expr:
    return 2 * sympy.pi * _WIND * j / N


def _across() -> sympy.Expr:
    body = sympy.exp(_K[J] + _W[J]) * (1 - sympy.cos(_theta(J)))
    return sympy.Sum(body, (J, 1, N)) / N


def _as_squares() -> sympy.Expr:
    return sympy.Sum(sympy.exp(_K[J] + _W[J]) * 2 * sympy.sin(_theta(J) / 2) ** 2, (J, 1, N)) / N


RINGS = (
    Step(
        "On a ring with $h_{ij} = k_{i-j} f(\\langle x_i, x_j\\rangle)$, k even, the state of winding w, $\\theta_j = "
        "2\\pi w j/n$, is critical, and the mode m grows in the plane at the rate $\\lambda_m = \\frac{1}{n} \\sum_j "
        "k_j e^{\\beta\\cos\\theta_j} (\\beta\\sin^2\\theta_j - \\cos\\theta_j)(1 - \\cos\\frac{2\\pi m j}{n})$, "
        "across it at $\\mu_m = \\frac{1}{n} \\sum_j k_j e^{\\beta\\cos\\theta_j} (\\cos\\frac{2\\pi m j}{n} - "
        "\\cos\\theta_j)$.",
        "the modes of T7: there $g(\\theta_j)$ is any even function of j, here it carries $k_j$; profile usa",
        Cited("T7, second variation of a planar configuration and modes of the N-gon"),
        "Local maxima that no global theorem sees.",
    ),
    Step(
        sympy.Ge(_across(), 0, evaluate=False),
        "$1 - \\cos\\alpha = 2\\sin^2(\\alpha/2)$, $k_j = e^{b_j} > 0$",
        SumOfSquares(_as_squares(), EXPONENTIALS),
        "Across the plane the uniform displacement always grows, for a positive k: winding is stable for d = 2 only.",
    ),
)
