"""Steps of T4 on rotations: singular values of the mean, Dirichlet kernel, Fourier form of the energy, orbits."""

from __future__ import annotations

from typing import Any

import sympy

from verify.symbolic import (
    EXPONENTIALS,
    RATIONAL,
    SUMS,
    Average,
    Cited,
    Identity,
    IntegralIdentity,
    Law,
    Step,
    SumOfSquares,
    equation,
)

__all__ = ["ORBITS", "ROPE"]

_OMEGA = sympy.Symbol("omega", positive=True)
_Z, _ZZ = sympy.symbols("xi zeta", real=True)
_RHO = Law("rho")
_V1, _V2 = sympy.symbols("v_1 v_2", real=True)


def _mean(body: sympy.Expr) -> sympy.Expr:
    return Average(body, _Z, _RHO)


def _means(body: sympy.Expr) -> sympy.Expr:
    return Average(Average(body, _ZZ, _RHO), _Z, _RHO)


_C, _S = _mean(sympy.cos(_OMEGA * _Z)), _mean(sympy.sin(_OMEGA * _Z))
_SYMBOL = _C**2 + _S**2


def _turned(x: Any, y: Any) -> tuple[sympy.Expr, sympy.Expr]:
    """R(omega xi) (x, y)."""
    c, s = sympy.cos(_OMEGA * _Z), sympy.sin(_OMEGA * _Z)
    return c * x - s * y, s * x + c * y


def _mean_turned() -> tuple[sympy.Expr, sympy.Expr]:
    first, second = _turned(_V1, _V2)
    return _mean(first), _mean(second)


# ---------------------------------------------------------------- the energy in Fourier form

_X, _Y = sympy.IndexedBase("x"), sympy.IndexedBase("y")


def _linear_energy() -> sympy.Expr:
    """1/2 ∬ <x, R(omega (zeta - xi)) y> for contents (x_xi, y_xi) in one plane."""
    angle = _OMEGA * (_ZZ - _Z)
    even = _X[_Z] * _X[_ZZ] + _Y[_Z] * _Y[_ZZ]
    odd = _Y[_Z] * _X[_ZZ] - _X[_Z] * _Y[_ZZ]
    return _means(sympy.cos(angle) * even + sympy.sin(angle) * odd) / 2


def _coefficient() -> sympy.Expr:
    first, second = _turned(_X[_Z], _Y[_Z])
    return _mean(first) ** 2 + _mean(second) ** 2


# ---------------------------------------------------------------- label laws

_N = sympy.Symbol("n", integer=True, positive=True)
_LENGTH, _T = sympy.Symbol("l", positive=True), sympy.Symbol("t", real=True)
_SMALL = {_OMEGA: ("1/4", "3/2")}


def _geometric(n: Any, omega: sympy.Expr = _OMEGA) -> sympy.Expr:
    """(e^{i omega n} - 1)/(e^{i omega} - 1)."""
    return (sympy.exp(sympy.I * omega * n) - 1) / (sympy.exp(sympy.I * omega) - 1)


ROPE = (
    Step(
        equation(sum(entry**2 for entry in _mean_turned()), _SYMBOL * (_V1**2 + _V2**2)),
        "$R(\\omega\\xi)$ turns the plane; $\\hat\\rho(\\omega) = \\int e^{i\\omega\\xi} \\rho(d\\xi)$",
        Identity(SUMS),
        "RoPE, $Q(\\xi) = \\exp(\\xi\\Omega)$, leaves each plane to itself. There $|Mv|^2 = |\\hat\\rho(\\omega)|^2 "
        "|v|^2$: the "
        "singular values of $M$ are $|\\hat\\rho(\\omega_k)|$, each twice, and 1 for each coordinate that is not "
        "turned.",
    ),
    Step(
        sympy.Ge(1, _SYMBOL, evaluate=False),
        "$1 - \\cos\\alpha = 2 \\sin^2(\\alpha/2)$",
        SumOfSquares(_means(2 * sympy.sin(_OMEGA * (_Z - _ZZ) / 2) ** 2), EXPONENTIALS),
        "It is below one unless $\\omega(\\xi - \\zeta)$ is a multiple of $2\\pi$ almost surely: unless the label law "
        "aliases $\\omega$ to zero.",
    ),
    Step(
        equation(_linear_energy(), _coefficient() / 2),
        "addition theorem: the kernel depends on $\\zeta - \\xi$ alone",
        Identity(EXPONENTIALS),
        "The same from the Fourier form. For $f = t$ the energy in one plane is half the square of one Fourier "
        "coefficient, $\\int e^{i\\omega\\xi} (x + iy)\\, \\rho(d\\xi)$: the symbol is 1 at $\\omega$ and lives "
        "nowhere else.",
    ),
    Step(
        equation(
            _linear_energy().subs({_X[_Z]: _V1, _X[_ZZ]: _V1, _Y[_Z]: _V2, _Y[_ZZ]: _V2}),
            _SYMBOL * (_V1**2 + _V2**2) / 2,
        ),
        "the step before, at a constant content",
        Identity(EXPONENTIALS),
        "A law collapsed at $v$ has $\\frac{1}{2} |Mv|^2$ of the $\\frac{1}{2}$ that can be had. A positive symbol off "
        "frequency zero that the label law does not alias to zero, in every plane, is the same as $\\sigma_{max}(M) "
        "< 1$.",
    ),
    Step(
        equation(_geometric(_N + 1) - _geometric(_N), sympy.exp(sympy.I * _OMEGA * _N)),
        "algebra; at $n = 0$ the closed form is 0",
        Identity(EXPONENTIALS, _SMALL),
        "Positions $0, ..., n - 1$: by induction on n, $n \\hat\\rho(\\omega) = \\sum_{j < n} e^{i\\omega j} = "
        "(e^{i\\omega n} - 1)/(e^{i\\omega} - 1)$, since",
    ),
    Step(
        equation(
            _geometric(_N) * _geometric(_N, -_OMEGA) * sympy.sin(_OMEGA / 2) ** 2, sympy.sin(_N * _OMEGA / 2) ** 2
        ),
        "$|e^{i\\alpha} - 1|^2 = 4 \\sin^2(\\alpha/2)$",
        Identity(EXPONENTIALS, _SMALL),
        "so that $|\\hat\\rho(\\omega)| = |\\sin(n\\omega/2)| / (n |\\sin(\\omega/2)|)$, the Dirichlet kernel; it is "
        "1 for "
        "$n \\ge 2$ only where $\\omega$ is in $2\\pi Z$:",
    ),
    Step(
        equation(
            sympy.Integral(sympy.cos(_OMEGA * _T) / _LENGTH, (_T, -_LENGTH / 2, _LENGTH / 2)),
            2 * sympy.sin(_OMEGA * _LENGTH / 2) / (_OMEGA * _LENGTH),
        ),
        "calculus; the sine is odd",
        IntegralIdentity(sympy.sin(_OMEGA * _T) / (_OMEGA * _LENGTH), EXPONENTIALS),
        "The uniform law on an interval of length l has, up to a phase, $\\hat\\rho(\\omega) =$",
    ),
)


# ---------------------------------------------------------------- T4a

_P, _Q, _K = sympy.symbols("p q k", integer=True, positive=True)

ORBITS = (
    Step(
        "With all real labels, the content marginals of the maximisers over all label laws are exactly the laws $\\nu$ "
        "with $\\nu(\\{R(\\xi)^\\top u : \\xi \\in R\\}) = 1$.",
        "the marginal is the image of $\\rho$ under $\\xi \\mapsto R(\\xi)^\\top u$; on the orbit that map has a Borel "
        "right inverse, as an injective Borel map of a line or a circle",
        Cited("Kechris, Classical Descriptive Set Theory (1995), 15.1"),
        "T4a.",
    ),
    Step(
        equation(sympy.exp(sympy.I * _K * (_T + 2 * sympy.pi)), sympy.exp(sympy.I * _K * _T)),
        "k is an integer",
        Identity(EXPONENTIALS),
        "If the active frequencies are integer multiples $k \\omega_0$ of one, the orbit has the period "
        "$2\\pi/\\omega_0$: "
        "it is a circle, closed, and carries every law on its closure.",
    ),
    Step(
        equation((3 * _P + 4 * _Q) ** 2 - 2 * (2 * _P + 3 * _Q) ** 2, _P**2 - 2 * _Q**2),
        "algebra; $(p, q) \\mapsto (3p + 4q, 2p + 3q)$ keeps p odd and q even",
        Identity(RATIONAL),
        "If not, it is not closed. For the frequencies 1 and $\\sqrt 2$ start from $p = 3$, $q = 2$, where "
        "$p^2 - 2q^2 = 1$:",
    ),
    Step(
        equation(_P - sympy.sqrt(2) * _Q, (_P**2 - 2 * _Q**2) / (_P + sympy.sqrt(2) * _Q)),
        "algebra",
        Identity(RATIONAL),
        "At the time $\\pi q$ the first plane is back at its start and the second at the angle $\\sqrt 2 \\pi q$, "
        "which is as "
        "near to the odd multiple $\\pi p$ as one likes, but never there: $p^2 = 2q^2$ has no solution with p odd.",
    ),
    Step(
        "If the active frequencies are not commensurate, the orbit is dense in a torus of dimension at least two and "
        "the "
        "uniform law of that torus gives it the mass zero: it is a weak limit of realised laws and is not realised.",
        "Kronecker's theorem; a line has measure zero in a torus",
        Cited("Hardy, Wright, An Introduction to the Theory of Numbers, chapter 23"),
        "With integer labels every realised law is atomic, being the image of a countable set. In general:",
    ),
)
