"""The reading of a formula in float64 arrays; no branch of a ``Piecewise`` is evaluated off its domain."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import reduce
from typing import Any

import numpy as np

from verify.model.trees import Apply, Cases, Comparison, Const, Name, Node

__all__ = ["to_array"]

Array = np.ndarray[Any, Any]
#: scipy.special.iv gives nan for smaller arguments, where I_n equals its value at 0 to all digits.
_IV_UNDERFLOWS = 1e-300

_ARRAY: dict[str, Callable[..., Array]] = {
    "+": np.add, "-": np.subtract, "*": np.multiply, "/": np.divide, "**": np.power, "neg": np.negative,
    "sqrt": np.sqrt, "exp": np.exp, "log": np.log, "sin": np.sin, "cos": np.cos, "tan": np.tan, "asin": np.arcsin,
    "acos": np.arccos, "atan": np.arctan, "sinh": np.sinh, "cosh": np.cosh, "tanh": np.tanh, "Abs": np.abs,
    "sign": np.sign,
}  # fmt: skip
_COMPARE = {
    "<": np.less,
    "<=": np.less_equal,
    ">": np.greater,
    ">=": np.greater_equal,
    "==": np.equal,
    "!=": np.not_equal,
}


def to_array(node: Node, values: Mapping[str, Array]) -> Array:
    """Return float64 values over broadcast arrays; nan where undefined, and no branch is evaluated off its domain."""
    names = list(values)
    arrays = np.broadcast_arrays(*(np.asarray(values[name], dtype=float) for name in names)) if names else []
    with np.errstate(all="ignore"):
        result = _on_arrays(node, dict(zip(names, arrays, strict=True)))
    shape = arrays[0].shape if names else ()
    return np.array(np.broadcast_to(result, shape), dtype=float)


def _nearest_float(value: Fraction) -> float:
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf


def _on_arrays(node: Node, values: Mapping[str, Array]) -> Array:
    match node:
        case Const(value):
            return np.asarray(_nearest_float(value))
        case Name("pi"):
            return np.asarray(math.pi)
        case Name("E"):
            return np.asarray(math.e)
        case Name(name):
            return values[name]
        case Apply(("Min" | "Max") as op, args):
            return reduce(np.minimum if op == "Min" else np.maximum, [_on_arrays(arg, values) for arg in args])
        case Apply("besseli", args):
            from scipy.special import iv

            order, x = (_on_arrays(arg, values) for arg in args)
            return iv(order, np.where(np.abs(x) < _IV_UNDERFLOWS, 0.0, x))
        case Apply(op, args):
            return _ARRAY[op](*(_on_arrays(arg, values) for arg in args))
        case Cases(branches):
            return _guarded_cases(branches, values)
    raise TypeError(node)


def _guarded_cases(branches: tuple[tuple[Node, Comparison], ...], values: Mapping[str, Array]) -> Array:
    """Evaluate each branch on the points where its comparison is the first to hold, and nowhere else."""
    shape = next(iter(values.values())).shape if values else ()
    result, open_points = np.full(shape, np.nan), np.ones(shape, dtype=bool)
    for value, comparison in branches:
        terms = [_on_arrays(term, values) for term in comparison.terms]
        here = open_points.copy()
        for a, relation, b in zip(terms, comparison.relations, terms[1:], strict=False):
            here &= _COMPARE[relation](a, b)
        if here.any():
            result[here] = _on_arrays(value, {name: array[here] for name, array in values.items()})
        open_points &= ~here
    return result
