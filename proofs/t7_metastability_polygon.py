"""Steps of T7 on planar configurations: second variation, modes of the N-gon, dominance."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import sympy

from verify.symbolic import (
    EXPONENTIALS,
    SUMS,
    Dot,
    Identity,
    Profile,
    Step,
    SumOfSquares,
    SymmetricBase,
    Vectors,
    equation,
)
from verify.symbolic.energies import BETA, I, J
from verify.symbolic.variations import EPSILON, rate

__all__ = ["DOMINANT", "MODES", "VARIATION", "peak"]

_F, _EVEN = Profile("f"), Profile("g")
_F1, _F2 = _F.derivative(), _F.derivative(2)
_THETA = sympy.Symbol("theta", positive=True)
#: The number of corners.
N = sympy.Symbol("N", integer=True, positive=True)


def peak(t: sympy.Expr) -> sympy.Expr:
    """Return f(t) = e^{beta (t - 1)}/beta."""
    return sympy.exp(BETA * (t - 1)) / BETA


# ---------------------------------------------------------------- second variation of a planar configuration

_PHI, _A = sympy.IndexedBase("phi"), sympy.IndexedBase("a")
_B, _U, _DIRECTION = Vectors("b"), sympy.IndexedBase("u"), Vectors("v")
_G, _Q, _K = SymmetricBase("g"), SymmetricBase("q"), SymmetricBase("c")
_T0, _T1, _T2 = sympy.symbols("t_0 t_1 t_2", real=True)
_COS, _SIN = sympy.cos(_PHI[I] - _PHI[J]), sympy.sin(_PHI[I] - _PHI[J])


def _pair() -> sympy.Expr:
    """<x_i, x_j> after the angles moved by eps a and the rest by eps b, across the plane, back on the sphere."""
    turned = sympy.cos(_PHI[I] - _PHI[J] + EPSILON * (_A[I] - _A[J]))
    lengths = (sympy.sqrt(1 + EPSILON**2 * Dot(_B[a], _B[a])) for a in (I, J))
    return (turned + EPSILON**2 * Dot(_B[I], _B[J])) / sympy.Mul(*lengths)


def _variation(moving: sympy.Expr, order: int) -> sympy.Expr:
    return sympy.Subs(sympy.Derivative(moving, (EPSILON, order)), EPSILON, 0)


def _planar_rate_of_form() -> sympy.Expr:
    square = rate(lambda a: (a(I) - a(J)) ** 2, _A.__getitem__, _U.__getitem__)
    return N * sympy.Sum(_G[I, J] * square, (I, 1, N), (J, 1, N)) / (4 * N**2)


def _transverse_rate_of_form() -> sympy.Expr:
    def pair(b: Callable[[Any], sympy.Expr]) -> sympy.Expr:
        return 2 * Dot(b(I), b(J)) - _K[I, J] * (Dot(b(I), b(I)) + Dot(b(J), b(J)))

    moving = rate(pair, _B.__getitem__, _DIRECTION.__getitem__)
    return N * sympy.Sum(_Q[I, J] * moving, (I, 1, N), (J, 1, N)) / (4 * N**2)


VARIATION = (
    Step(
        equation(_variation(_pair(), 1), -_SIN * (_A[I] - _A[J])),
        "chain rule",
        Identity(SUMS),
        "N clusters of weight $1/N$ at the angles $\\phi_i$ of a plane. Turn them by $\\epsilon a_i$ and move them by "
        "$\\epsilon b_i$ across the plane, back onto the sphere: $\\langle x_i, x_j\\rangle$ changes to first order by",
    ),
    Step(
        equation(
            _variation(_pair(), 2),
            2 * Dot(_B[I], _B[J]) - _COS * (Dot(_B[I], _B[I]) + Dot(_B[J], _B[J])) - _COS * (_A[I] - _A[J]) ** 2,
        ),
        "chain rule",
        Identity(SUMS),
        "and to second order by",
    ),
    Step(
        equation(_variation(_F(_T0 + _T1 * EPSILON + _T2 * EPSILON**2 / 2), 2), _F2(_T0) * _T1**2 + _F1(_T0) * _T2),
        "chain rule",
        Identity(SUMS),
        "For a function of it, with $t_1$ and $t_2$ for these two,",
    ),
    Step(
        equation(
            _F2(_COS) * (-_SIN * (_A[I] - _A[J])) ** 2
            + _F1(_COS) * (2 * Dot(_B[I], _B[J]) - _COS * (Dot(_B[I], _B[I]) + Dot(_B[J], _B[J])))
            + _F1(_COS) * (-_COS * (_A[I] - _A[J]) ** 2),
            (_F2(_COS) * _SIN**2 - _F1(_COS) * _COS) * (_A[I] - _A[J]) ** 2
            + _F1(_COS) * (2 * Dot(_B[I], _B[J]) - _COS * (Dot(_B[I], _B[I]) + Dot(_B[J], _B[J]))),
        ),
        "the three steps before",
        Identity(SUMS),
        "so that the second variation of the energy is a form in $a$ and one in $b$ that do not mix:",
    ),
    Step(
        equation(
            _planar_rate_of_form(),
            sympy.Sum(_U[I] * sympy.Sum(_G[I, J] * (_A[I] - _A[J]), (J, 1, N)), (I, 1, N)) / N,
        ),
        "the flow is N times the gradient of $E_N$; $g_{ij}$ is symmetric",
        Identity(SUMS, {N: [3]}),
        "With $g_{ij}$ for the bracket in front of $(a_i - a_j)^2$, the linearised flow in the plane is "
        "$\\dot a_i = \\frac{1}{N} \\sum_j g_{ij} (a_i - a_j)$:",
    ),
    Step(
        equation(
            _transverse_rate_of_form(),
            sympy.Sum(Dot(sympy.Sum(_Q[I, J] * (_B[J] - _K[I, J] * _B[I]), (J, 1, N)), _DIRECTION[I]), (I, 1, N)) / N,
        ),
        "the same; $q_{ij} = f'(c_{ij})$ and $c_{ij} = \\cos(\\phi_i - \\phi_j)$ are symmetric",
        Identity(SUMS, {N: [3]}),
        "Across the plane, in any number of dimensions, it is "
        "$\\dot b_i = \\frac{1}{N} \\sum_j f'(c_{ij}) (b_j - c_{ij} b_i)$:",
    ),
    Step(
        equation(
            sympy.Derivative(peak(sympy.cos(_THETA)), (_THETA, 2)),
            sympy.exp(BETA * (sympy.cos(_THETA) - 1)) * (BETA * sympy.sin(_THETA) ** 2 - sympy.cos(_THETA)),
        ),
        "$f''(\\cos\\theta) \\sin^2\\theta - f'(\\cos\\theta) \\cos\\theta$ is the second derivative of "
        "$f(\\cos\\theta)$",
        Identity(SUMS),
        "For the profile peak $g$ depends on the angle $\\theta = \\phi_i - \\phi_j$ by",
    ),
)


# ---------------------------------------------------------------- the modes of the N-gon

_M, _TOP, _STEP = sympy.symbols("m M k", integer=True)
_WEIGHT = sympy.IndexedBase("q")


def _angle(j: Any) -> sympy.Expr:
    return 2 * sympy.pi * j / N


def _mode(j: Any) -> sympy.Expr:
    return sympy.cos(_M * _angle(j))


def _instance(n: int, m: int) -> sympy.Expr:
    """lambda_m of the n-gon, with the second derivative of the profile not carried out."""
    second = sympy.Derivative(peak(sympy.cos(_THETA)), (_THETA, 2))
    angles = [2 * sympy.pi * sympy.Rational(k, n) for k in range(1, n)]
    return sum((sympy.Subs(second, _THETA, a) * (1 - sympy.cos(m * a)) for a in angles), sympy.S.Zero) / n


def _mu(m: Any) -> sympy.Expr:
    body = sympy.exp(_WEIGHT[J]) * (sympy.cos(m * _angle(J)) - sympy.cos(_angle(J)))
    return sympy.Sum(body, (J, 1, N)) / N


def _halves(m: Any) -> sympy.Expr:
    return sympy.Sum(sympy.exp(_WEIGHT[J]) * 2 * sympy.sin(m * _angle(J) / 2) ** 2, (J, 1, N)) / N


MODES = (
    Step(
        equation(
            _F1(sympy.cos(_angle(N - _STEP))) * sympy.sin(_angle(N - _STEP)),
            -_F1(sympy.cos(_angle(_STEP))) * sympy.sin(_angle(_STEP)),
        ),
        "$\\theta_{N-k} = 2\\pi - \\theta_k$",
        Identity(EXPONENTIALS),
        "On the N-gon, $\\theta_j = 2\\pi j/N$, the first variation is a sum over k in Z/N whose terms k and $N - k$ "
        "cancel: it is critical.",
    ),
    Step(
        equation(
            _mode(I) - _mode(I - _STEP),
            _mode(I) * (1 - _mode(_STEP)) - sympy.sin(_M * _angle(I)) * sympy.sin(_M * _angle(_STEP)),
        ),
        "addition theorem",
        Identity(EXPONENTIALS),
        "For the mode $a_j = \\cos m\\theta_j$ put $j = i - k$, a translation of Z/N. Then $a_i - a_{i-k}$ is",
    ),
    Step(
        equation(
            _EVEN(sympy.cos(_angle(N - _STEP))) * sympy.sin(_M * _angle(N - _STEP)),
            -_EVEN(sympy.cos(_angle(_STEP))) * sympy.sin(_M * _angle(_STEP)),
        ),
        "$m$ is an integer",
        Identity(EXPONENTIALS),
        "and the sine drops out of the sum over k, again by k and $N - k$, as $g(\\theta_k)$ is a function of "
        "$\\cos\\theta_k$. What remains is $\\lambda_m a_i$ with "
        "$\\lambda_m = \\frac{1}{N} \\sum_k g(\\theta_k) (1 - \\cos m\\theta_k)$; a shifted mode, by an integer or "
        "not, has "
        "the same rate.",
    ),
    Step(
        equation(
            _mode(I - _STEP) - sympy.cos(_angle(_STEP)) * _mode(I),
            _mode(I) * (_mode(_STEP) - sympy.cos(_angle(_STEP)))
            + sympy.sin(_M * _angle(I)) * sympy.sin(_M * _angle(_STEP)),
        ),
        "addition theorem",
        Identity(EXPONENTIALS),
        "Across the plane, with $b_j = \\cos(m\\theta_j)\\, e$, the same two steps give "
        "$\\mu_m = \\frac{1}{N} \\sum_k f'(\\cos\\theta_k) (\\cos m\\theta_k - \\cos\\theta_k)$:",
    ),
    Step(
        equation(_instance(3, 1), sympy.exp(-3 * BETA / 2) * (3 * BETA / 4 + sympy.Rational(1, 2))),
        "$\\lambda_m$ with the profile peak (instance N = 3)",
        Identity(SUMS),
        "For three clusters,",
    ),
    Step(
        equation(_instance(4, 2), BETA * sympy.exp(-BETA)),
        "the same (instance N = 4)",
        Identity(SUMS),
        "and for four, where opposite pairs approach each other,",
    ),
)

DOMINANT = (
    Step(
        sympy.Ge(_mu(0) - _mu(_M), 0, evaluate=False),
        "$1 - \\cos\\alpha = 2\\sin^2(\\alpha/2)$, $f' > 0$ written as $e^{q_j}$",
        SumOfSquares(_halves(_M), EXPONENTIALS),
        "Across the plane the uniform displacement $m = 0$ grows fastest, for every N and $\\beta$,",
    ),
    Step(
        sympy.Ge(_mu(0), 0, evaluate=False),
        "the same",
        SumOfSquares(_halves(1), EXPONENTIALS),
        "and it grows, since the term $j = 1$ is positive for $N \\ge 2$: no N-gon is stable for $d \\ge 3$.",
    ),
    Step(
        equation(
            sympy.cos(_angle(1)) - sympy.cos(_angle(_STEP)),
            2 * sympy.sin((_STEP + 1) * sympy.pi / N) * sympy.sin((_STEP - 1) * sympy.pi / N),
        ),
        "product formula; both sines are positive for $2 \\le k \\le N - 2$",
        Identity(EXPONENTIALS),
        "For large $\\beta$ the neighbours $k = \\pm 1$ dominate each rate, the other exponents being smaller by",
    ),
    Step(
        equation(
            sympy.cos(_M * _angle(1)) - sympy.cos(_TOP * _angle(1)),
            2 * sympy.sin((_TOP + _M) * sympy.pi / N) * sympy.sin((_TOP - _M) * sympy.pi / N),
        ),
        "product formula; both sines are positive for $0 \\le m < M \\le N/2$",
        Identity(EXPONENTIALS),
        "so that $\\lambda_m \\approx \\frac{2\\beta}{N} e^{-\\beta(1 - \\cos(2\\pi/N))} \\sin^2(2\\pi/N) (1 - "
        "\\cos(2\\pi m/N))$, "
        "which is largest for $M = \\lfloor N/2\\rfloor$, while $\\mu_0$ has the same exponential without the factor "
        "$\\beta$:",
    ),
)
