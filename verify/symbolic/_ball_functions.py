"""The functions of SymPy that have a reading in balls and in power series."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import flint
import sympy

__all__ = ["FUNCTIONS", "WITH_CUTS"]


def _sinh(x: Any) -> Any:
    return (x.exp() - (-x).exp()) / 2


def _cosh(x: Any) -> Any:
    return (x.exp() + (-x).exp()) / 2


def _delta(a: Any, b: Any) -> Any:
    return flint.arb(int(bool(a == b)))


#: Functions that are not analytic everywhere.
WITH_CUTS = (
    sympy.log,
    sympy.asin,
    sympy.acos,
    sympy.atan,
    sympy.Abs,
    sympy.sign,
    sympy.Min,
    sympy.Max,
    sympy.LambertW,
)

FUNCTIONS: dict[type, Callable[..., Any]] = {
    sympy.exp: lambda x: x.exp(),
    sympy.log: lambda x: x.log(),
    sympy.sin: lambda x: x.sin(),
    sympy.cos: lambda x: x.cos(),
    sympy.tan: lambda x: x.tan(),
    sympy.asin: lambda x: x.asin(),
    sympy.acos: lambda x: x.acos(),
    sympy.atan: lambda x: x.atan(),
    sympy.sinh: _sinh,
    sympy.cosh: _cosh,
    sympy.tanh: lambda x: _sinh(x) / _cosh(x),
    sympy.Abs: abs,
    sympy.sign: lambda x: x.sgn(),
    sympy.besseli: lambda n, x: x.bessel_i(n),
    sympy.besselj: lambda n, x: x.bessel_j(n),
    sympy.Ei: lambda x: x.ei(),
    sympy.expint: lambda s, x: x.expint(s),
    sympy.gamma: lambda x: x.gamma(),
    sympy.factorial: lambda x: (x + 1).gamma(),
    sympy.erf: lambda x: x.erf(),
    sympy.LambertW: lambda x: x.lambertw(),
    sympy.KroneckerDelta: _delta,
    sympy.Min: lambda *x: _fold(flint.arb.min, x),
    sympy.Max: lambda *x: _fold(flint.arb.max, x),
    sympy.re: lambda x: x.real,
    sympy.im: lambda x: x.imag,
    sympy.conjugate: lambda x: x.conjugate() if isinstance(x, flint.acb) else x,
    sympy.binomial: lambda n, k: (n + 1).gamma() / ((k + 1).gamma() * (n - k + 1).gamma()),
}


def _fold(pairwise: Callable[[Any, Any], Any], values: tuple[Any, ...]) -> Any:
    result = values[0]
    for value in values[1:]:
        result = pairwise(result, value)
    return result
