"""The functions and relations of SymPy that have a reading in NumPy and SciPy."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import scipy.special
import sympy

__all__ = ["FUNCTIONS", "RELATIONS"]


def _sign(x: Any) -> Any:
    return np.sign(x)


FUNCTIONS: dict[type, Callable[..., Any]] = {
    sympy.exp: np.exp,
    sympy.log: np.log,
    sympy.sin: np.sin,
    sympy.cos: np.cos,
    sympy.tan: np.tan,
    sympy.asin: np.arcsin,
    sympy.acos: np.arccos,
    sympy.atan: np.arctan,
    sympy.atan2: np.arctan2,
    sympy.sinh: np.sinh,
    sympy.cosh: np.cosh,
    sympy.tanh: np.tanh,
    sympy.Abs: np.abs,
    sympy.sign: _sign,
    sympy.Min: lambda *x: np.minimum.reduce(np.broadcast_arrays(*x)),
    sympy.Max: lambda *x: np.maximum.reduce(np.broadcast_arrays(*x)),
    sympy.besseli: scipy.special.iv,
    sympy.besselj: scipy.special.jv,
    sympy.gamma: scipy.special.gamma,
    sympy.erf: scipy.special.erf,
    sympy.Ei: scipy.special.expi,
    sympy.expint: lambda s, x: scipy.special.exp1(x) if np.all(s == 1) else scipy.special.expn(s.astype(int), x),
}

RELATIONS: dict[str, Callable[[Any, Any], Any]] = {
    "<": np.less,
    "<=": np.less_equal,
    ">": np.greater,
    ">=": np.greater_equal,
    "==": np.equal,
    "!=": np.not_equal,
}
