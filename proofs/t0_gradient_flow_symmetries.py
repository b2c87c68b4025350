"""The symmetries of T0: factor kernels under O(d), RoPE under shifts of the labels, the times of the two profiles."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import sympy

from verify.evidence.claims import Evidence, checked
from verify.symbolic import (
    SUMS,
    Dot,
    Identity,
    Orthogonal,
    Profile,
    Rotation,
    Step,
    SymmetricBase,
    Turn,
    UnitVectors,
    Vector,
    Vectors,
    equation,
)
from verify.symbolic.energies import BETA, J, L, N, factor_kernel, particle_energy, velocity
from verify.symbolic.variations import rate, single

__all__ = ["SYMMETRIES", "TIMES", "absolute_bias", "absolute_encoding"]

_X, _W = UnitVectors("x"), Vector("w")
_x = _X.__getitem__
_F, _K = Profile("f"), SymmetricBase("k")
_Q = Orthogonal("Q")


_factor = factor_kernel(_K, _F)


def _factor_gradient(a: Any, b: Any, x: sympy.Expr, y: sympy.Expr) -> sympy.Expr:
    return _K[a, b] * _F.derivative()(Dot(x, y)) * y


def _turned(i: Any) -> sympy.Expr:
    return Turn(_Q, _X[i])


_XI, _SHIFT = sympy.IndexedBase("xi"), sympy.Symbol("s", real=True)


def _rope(shift: sympy.Expr | int) -> Callable[..., sympy.Expr]:
    """Return f(<R(xi_a + s) x, R(xi_b + s) y>)."""
    return lambda a, b, x, y: _F(Dot(Turn(Rotation(_XI[a] + shift), x), Turn(Rotation(_XI[b] + shift), y)))


SYMMETRIES = (
    Step(
        equation(particle_energy(_factor, _turned), particle_energy(_factor, _x)),
        "$\\langle Qx, Qy\\rangle = \\langle x, y\\rangle$",
        Identity(SUMS),
        "For a factor kernel $h = k(\\xi, \\zeta) f(\\langle x, y\\rangle)$ the energy is the same after any "
        "$Q \\in O(d)$ that turns all contents,",
    ),
    Step(
        equation(velocity(_factor_gradient, _turned), Turn(_Q, velocity(_factor_gradient, _x))),
        "$P_{Qx} Q = Q P_x$",
        Identity(SUMS),
        "and the velocity turns with them: the flow is $O(d)$-equivariant.",
    ),
    Step(
        equation(particle_energy(_rope(_SHIFT), _x), particle_energy(_rope(0), _x)),
        "$R(a)^\\top R(b) = R(b - a)$",
        Identity(SUMS),
        "For RoPE, $h = f(\\langle R(\\xi) x, R(\\zeta) y\\rangle)$ with $R(\\xi) = \\exp(\\xi\\Omega)$, a shift of "
        "all labels changes nothing.",
    ),
)


# ---------------------------------------------------------------- profiles and their times


def _usa(t: sympy.Expr) -> sympy.Expr:
    return sympy.exp(BETA * t) / BETA


def _peak(t: sympy.Expr) -> sympy.Expr:
    return sympy.exp(BETA * (t - 1)) / BETA


def _with(profile: Callable[[sympy.Expr], sympy.Expr]) -> Callable[..., sympy.Expr]:
    return lambda _a, _b, x, y: profile(Dot(x, y))


TIMES = (
    Step(
        equation(
            N * rate(lambda x: particle_energy(_with(_usa), x), _x, single(L, _W)),
            Dot(sympy.Sum(sympy.exp(BETA * Dot(_X[L], _X[J])) * _X[J], (J, 1, N)) / N, _W),
        ),
        "the profile usa, $f(t) = e^{\\beta t}/\\beta$, has $f'(t) = e^{\\beta t}$",
        Identity(SUMS, {N: [4]}),
        "With $f(t) = e^{\\beta t}/\\beta$ the gradient has exactly the weights $e^{\\beta\\langle x_l, x_j\\rangle}$ "
        "of unnormalised self-attention.",
    ),
    Step(
        equation(particle_energy(_with(_peak), _x), sympy.exp(-BETA) * particle_energy(_with(_usa), _x)),
        "$e^{\\beta(t - 1)} = e^{-\\beta} e^{\\beta t}$",
        Identity(SUMS),
        "The profile peak, $f(t) = e^{\\beta(t-1)}/\\beta$, has the energy $e^{-\\beta}$ times as large, hence the "
        "same flow, slower by that factor: $t_{peak} = e^{\\beta} t_{usa}$.",
    ),
)


# ---------------------------------------------------------------- what has neither symmetry


def absolute_encoding() -> Evidence:
    """An absolute encoding h = f(<x + p, y + q>) is not O(d)-equivariant."""
    p = Vectors("p")

    def h(a: Any, b: Any, x: sympy.Expr, y: sympy.Expr) -> sympy.Expr:
        return _F(Dot(x + p[a], y + p[b]))

    return checked(equation(particle_energy(h, _turned), particle_energy(h, _x)), Identity())


def absolute_bias() -> Evidence:
    """A factor cos(xi) cos(zeta) beside RoPE is not invariant under a shift of the labels."""

    def with_bias(shift: sympy.Expr | int) -> Callable[..., sympy.Expr]:
        return lambda a, b, x, y: sympy.cos(_XI[a] + shift) * sympy.cos(_XI[b] + shift) * _rope(shift)(a, b, x, y)

    return checked(equation(particle_energy(with_bias(_SHIFT), _x), particle_energy(with_bias(0), _x)), Identity())
