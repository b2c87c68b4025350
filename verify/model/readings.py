"""The readings of a formula: SymPy, real balls, complex balls, exact rationals, float64 arrays.

Each reading walks the same tree. The ball readings are sound on wide balls: where a comparison is not certain, the
union of all branches that may hold is returned, and an undefined operation gives a ball that is not finite.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import flint
import numpy as np
import sympy

from verify.model.formula import (
    MAX_BITS,
    MAX_EXPONENT,
    Apply,
    Cases,
    Comparison,
    Const,
    Name,
    Node,
    free_names,
)

__all__ = [
    "ball_operation",
    "certainly_holds",
    "to_array",
    "to_ball",
    "to_complex_ball",
    "to_rational",
    "to_sympy",
]

Array = np.ndarray[Any, Any]

# ---------------------------------------------------------------- SymPy

_SYMPY: dict[str, Callable[..., Any]] = {
    "+": sympy.Add, "-": lambda a, b: a - b, "*": sympy.Mul, "/": lambda a, b: a / b, "**": sympy.Pow,
    "neg": lambda a: -a,
    **{name: getattr(sympy, name) for name in (
        "sqrt", "exp", "log", "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh",
        "Abs", "sign", "Min", "Max", "besseli",
    )},
}  # fmt: skip


def to_sympy(node: Node) -> sympy.Expr:
    """Return the SymPy expression of a tree, with real symbols."""
    match node:
        case Const(value):
            return sympy.Rational(value.numerator, value.denominator)
        case Name(name):
            return {"pi": sympy.pi, "E": sympy.E}.get(name) or sympy.Symbol(name, real=True)
        case Apply("**", (base, exponent)):
            return sympy.Pow(to_sympy(base), to_sympy(exponent), evaluate=not _is_large(exponent))
        case Apply("exp", (arg,)):
            return sympy.exp(to_sympy(arg), evaluate=not _is_large(arg))
        case Apply(op, args):
            return _SYMPY[op](*(to_sympy(arg) for arg in args))
        case Cases(branches):
            return sympy.Piecewise(*((to_sympy(v), _sympy_condition(c)) for v, c in branches))


def _is_large(exponent: Node) -> bool:
    """Whether a constant exponent may be beyond the limit, so that SymPy must not write the power out."""
    return not free_names(exponent) and not abs(to_ball(exponent, {})) <= MAX_EXPONENT


def _sympy_condition(comparison: Comparison) -> Any:
    terms = [to_sympy(term) for term in comparison.terms]
    triples = zip(terms, comparison.relations, terms[1:], strict=False)
    return sympy.And(*(sympy.Rel(a, b, relation) for a, relation, b in triples))


# ---------------------------------------------------------------- real balls

_BALL: dict[str, Callable[..., Any]] = {
    "+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b, "/": lambda a, b: a / b,
    "neg": lambda a: -a,
    "sqrt": flint.arb.sqrt, "exp": flint.arb.exp, "log": flint.arb.log, "sin": flint.arb.sin, "cos": flint.arb.cos,
    "tan": flint.arb.tan, "asin": flint.arb.asin, "acos": flint.arb.acos, "atan": flint.arb.atan,
    "sinh": flint.arb.sinh,
    "cosh": flint.arb.cosh, "tanh": flint.arb.tanh, "Abs": abs, "besseli": lambda n, x: x.bessel_i(n),
    "sign": lambda a: a if a.is_nan() else a.sgn(),
}  # fmt: skip


def _whole(x: flint.arb) -> int | None:
    """Return the integer below 2^32 that an exact ball is, else None; a larger one would be written out."""
    if not x.is_exact() or not abs(x) < 2**32:
        return None
    whole = x.unique_fmpz()
    return None if whole is None else int(whole)


def _ball_power(base: flint.arb, exponent: flint.arb) -> flint.arb:
    whole = _whole(exponent)
    if whole is None:
        return base**exponent
    if whole < 0:
        return 1 / _ball_power(base, flint.arb(-whole))
    if whole == 0 or not base.is_finite() or not base.contains(0):
        return base**whole
    # around zero: even powers are [0, m^n] and odd ones [-m^n, m^n], m the largest absolute value
    largest = flint.arb(base.abs_upper()) ** whole
    return largest.union(-largest if whole % 2 else flint.arb(0))


def _fold(pairwise: Callable[[Any, Any], Any], values: list[Any]) -> Any:
    result = values[0]
    for value in values[1:]:
        result = pairwise(result, value)
    return result


_CERTAIN: dict[str, tuple[Callable[[Any, Any], Any], Callable[[Any, Any], Any]]] = {
    # relation -> (certainly true, certainly false); python-flint compares balls as True only when certain
    "<": (lambda a, b: a < b, lambda a, b: a >= b),
    "<=": (lambda a, b: a <= b, lambda a, b: a > b),
    ">": (lambda a, b: a > b, lambda a, b: a <= b),
    ">=": (lambda a, b: a >= b, lambda a, b: a < b),
    "==": (lambda a, b: a == b, lambda a, b: a != b),
    "!=": (lambda a, b: a != b, lambda a, b: a == b),
}


def _holds(comparison: Comparison, read: Callable[[Node], flint.arb]) -> bool | None:
    """Whether a comparison holds for all (True), for none (False) or perhaps some (None) of the points of the balls."""
    return certainly_holds(comparison.relations, [read(term) for term in comparison.terms])


def certainly_holds(relations: Sequence[str], terms: Sequence[flint.arb]) -> bool | None:
    """Whether ``a < b < ...`` holds for all (True), for none (False) or perhaps some (None) of the points of balls."""
    verdict: bool | None = True
    for a, relation, b in zip(terms, relations, terms[1:], strict=False):
        surely, surely_not = _CERTAIN[relation]
        if surely_not(a, b):
            return False
        if not surely(a, b):
            verdict = None
    return verdict


def ball_operation(op: str) -> Callable[..., flint.arb]:
    """Return an operation or a function of formulas on real balls."""
    if op == "**":
        return _ball_power
    if op in {"Min", "Max"}:
        join = flint.arb.min if op == "Min" else flint.arb.max
        return lambda *args: _fold(join, list(args))
    return _BALL[op]


def to_ball(node: Node, values: Mapping[str, flint.arb]) -> flint.arb:
    """Enclose the range of a tree over real balls."""

    def read(part: Node) -> flint.arb:
        return to_ball(part, values)

    match node:
        case Const(value):
            return flint.arb(flint.fmpq(value.numerator, value.denominator))
        case Name("pi"):
            return flint.arb.pi()
        case Name("E"):
            return flint.arb(1).exp()
        case Name(name):
            return values[name]
        case Apply(op, args):
            return ball_operation(op)(*(read(arg) for arg in args))
        case Cases(branches):
            possible: list[flint.arb] = []
            for branch, comparison in branches:
                holds = _holds(comparison, read)
                if holds is not False:
                    possible.append(read(branch))
                if holds:
                    break
            else:
                possible.append(flint.arb("nan"))
            return _fold(flint.arb.union, possible)
    raise TypeError(node)


# ---------------------------------------------------------------- complex balls, for rigorous integration


def _analytic_call(op: str, args: list[flint.acb], analytic: bool) -> flint.acb:
    match op:
        case "sqrt" | "log":
            return getattr(args[0], op)(analytic=analytic)
        case "Abs":
            return args[0].real_abs(analytic=analytic)
        case "sign":
            return args[0].real_sgn(analytic=analytic)
        case "Min" | "Max":
            pairwise = flint.acb.real_min if op == "Min" else flint.acb.real_max
            return _fold(lambda a, b: pairwise(a, b, analytic=analytic), args)
        case "besseli":
            return _complex_bessel(args[0], args[1], analytic)
        case "asin" | "acos" | "atan":
            return _inverse(op, args[0], analytic)
        case _:
            return getattr(args[0], op)()


def _complex_bessel(order: flint.acb, z: flint.acb, analytic: bool) -> flint.acb:
    """I_n is entire for an integer n; other orders have the cut (-oo, 0]."""
    off_cut = bool(z.real > 0) or bool(z.imag != 0)
    entire = order.imag == 0 and _whole(order.real) is not None
    return z.bessel_i(order) if entire or off_cut or not analytic else flint.acb("nan")


def _inverse(op: str, z: flint.acb, analytic: bool) -> flint.acb:
    """Enclose asin, acos (analytic for |Re z| < 1) or atan (for |Im z| < 1); beyond nothing is claimed."""
    off_cut = bool(abs(z.imag) < 1) if op == "atan" else bool(abs(z.real) < 1)
    if analytic and not off_cut:
        return flint.acb("nan")
    return getattr(z, op)()


def to_complex_ball(node: Node, values: Mapping[str, flint.acb], analytic: bool) -> flint.acb:
    """Enclose a tree over complex balls; not finite where ``analytic`` is asked for and not certain."""

    def read(part: Node) -> flint.acb:
        return to_complex_ball(part, values, analytic)

    match node:
        case Const(value):
            return flint.acb(flint.arb(flint.fmpq(value.numerator, value.denominator)))
        case Name("pi" | "E"):
            return flint.acb(to_ball(node, {}))
        case Name(name):
            return values[name]
        case Apply("**", (base, exponent)):
            power = read(exponent)
            whole = _whole(power.real) if power.imag == 0 else None
            return read(base) ** whole if whole is not None else read(base).pow(power, analytic=analytic)
        case Apply(("+" | "-" | "*" | "/" | "neg") as op, args):
            arithmetic: Callable[..., flint.acb] = _BALL[op]
            return arithmetic(*(read(arg) for arg in args))
        case Apply(op, args):
            return _analytic_call(op, [read(arg) for arg in args], analytic)
        case Cases(branches):
            return _complex_cases(branches, read, analytic)
    raise TypeError(node)


def _complex_cases(
    branches: tuple[tuple[Node, Comparison], ...], read: Callable[[Node], flint.acb], analytic: bool
) -> flint.acb:
    """Continue each branch to the points whose real part satisfies its comparison; none is analytic between."""
    possible: list[flint.acb] = []
    for value, comparison in branches:
        holds = _holds(comparison, lambda part: read(part).real)
        if holds is None and analytic:
            return flint.acb("nan")
        if holds is not False:
            possible.append(read(value))
        if holds:
            break
    else:
        return flint.acb("nan")
    return _fold(flint.acb.union, possible)


# ---------------------------------------------------------------- exact rationals


class _NotRationalError(Exception):
    """A step whose value is not known to be rational."""


@dataclass(frozen=True)
class _PiMultiple:
    """q pi with q rational, so that cos(2 pi m/6) is known to be 1/2."""

    q: Fraction


#: cos(pi q) for q mod 2: the only rational values (Niven).
_COSINES = {Fraction(n, 6): Fraction(v, 2) for n, v in {0: 2, 2: 1, 3: 0, 4: -1, 6: -2, 8: -1, 9: 0, 10: 1}.items()}
#: Inverse functions at the rationals where they are rational multiples of pi.
_ARCSINES = {Fraction(n, 2): Fraction(q, 6) for n, q in {-2: -3, -1: -1, 0: 0, 1: 1, 2: 3}.items()}
_ARCS = {
    "asin": _ARCSINES,
    "acos": {x: Fraction(1, 2) - q for x, q in _ARCSINES.items()},
    "atan": {Fraction(n): Fraction(n, 4) for n in (-1, 0, 1)},
}
_AT_ZERO = {"exp": 1, "cos": 1, "cosh": 1, "sin": 0, "tan": 0, "sinh": 0, "tanh": 0}


def to_rational(node: Node, values: Mapping[str, Fraction]) -> Fraction | None:
    """Return the exact rational value of a tree, or None where some step is not known to be rational."""
    try:
        value = _exact(node, values)
    except (_NotRationalError, ZeroDivisionError):
        return None
    if isinstance(value, _PiMultiple):
        return None if value.q else Fraction(0)
    return value


def _exact(node: Node, values: Mapping[str, Fraction]) -> Fraction | _PiMultiple:
    match node:
        case Const(value):
            return value
        case Name("pi"):
            return _PiMultiple(Fraction(1))
        case Name("E"):
            raise _NotRationalError
        case Name(name):
            return Fraction(values[name])
        case Apply(op, args):
            return _limited(_exact_call(op, [_exact(arg, values) for arg in args]))
        case Cases(branches):
            for branch, comparison in branches:
                if _exact_holds(comparison, values):
                    return _exact(branch, values)
    raise _NotRationalError


def _limited(value: Fraction | _PiMultiple) -> Fraction | _PiMultiple:
    """Give up on rationals that are too long to print."""
    q = value.q if isinstance(value, _PiMultiple) else value
    if max(q.numerator.bit_length(), q.denominator.bit_length()) > MAX_BITS:
        raise _NotRationalError
    return value


def _exact_holds(comparison: Comparison, values: Mapping[str, Fraction]) -> bool:
    terms = [_exact(term, values) for term in comparison.terms]
    if any(isinstance(term, _PiMultiple) for term in terms):
        raise _NotRationalError
    relations = zip(terms, comparison.relations, terms[1:], strict=False)
    return all(bool(_CERTAIN[relation][0](a, b)) for a, relation, b in relations)


def _exact_call(op: str, args: list[Fraction | _PiMultiple]) -> Fraction | _PiMultiple:
    if any(isinstance(arg, _PiMultiple) for arg in args):
        return _exact_pi_call(op, args)
    a, *rest = (arg for arg in args if isinstance(arg, Fraction))
    match op:
        case "+" | "-" | "*" | "/":
            return {"+": a.__add__, "-": a.__sub__, "*": a.__mul__, "/": a.__truediv__}[op](rest[0])
        case "neg":
            return -a
        case "**":
            return _exact_power(a, rest[0])
        case "sqrt":
            return _exact_power(a, Fraction(1, 2))
        case "Abs":
            return abs(a)
        case "sign":
            return Fraction((a > 0) - (a < 0))
        case "Min" | "Max":
            return min(a, *rest) if op == "Min" else max(a, *rest)
        case "log" if a == 1:
            return Fraction(0)
        case "asin" | "acos" | "atan" if a in _ARCS[op]:
            return _PiMultiple(_ARCS[op][a])
        case _ if a == 0 and op in _AT_ZERO:
            return Fraction(_AT_ZERO[op])
    raise _NotRationalError


def _exact_power(base: Fraction, exponent: Fraction) -> Fraction:
    if (
        exponent.denominator == 1
        and abs(exponent) * max(base.numerator.bit_length(), base.denominator.bit_length()) <= MAX_BITS
    ):
        return base**exponent.numerator
    if exponent == Fraction(1, 2) and base >= 0:
        roots = math.isqrt(base.numerator), math.isqrt(base.denominator)
        if roots[0] ** 2 == base.numerator and roots[1] ** 2 == base.denominator:
            return Fraction(*roots)
    raise _NotRationalError


def _exact_pi_call(op: str, args: list[Fraction | _PiMultiple]) -> Fraction | _PiMultiple:
    """Arithmetic of rational multiples of pi: sums, rational factors, quotients, sines and cosines."""
    match op, args:
        case "neg", [_PiMultiple(q)]:
            return _PiMultiple(-q)
        case (("+" | "-"), [a, b]):
            left, right = (x.q if isinstance(x, _PiMultiple) else x for x in (a, b))
            if all(isinstance(x, _PiMultiple) or x == 0 for x in (a, b)):
                return _PiMultiple(left + right if op == "+" else left - right)
        case "*", [_PiMultiple(q), Fraction() as r] | [Fraction() as r, _PiMultiple(q)]:
            return _PiMultiple(q * r)
        case "/", [_PiMultiple(q), Fraction() as r]:
            return _PiMultiple(q / r)
        case "/", [_PiMultiple(q), _PiMultiple(r)]:
            return q / r
        case "Abs", [_PiMultiple(q)]:
            return _PiMultiple(abs(q))
        case (("cos" | "sin"), [_PiMultiple(q)]):
            phase = (q if op == "cos" else q - Fraction(1, 2)) % 2
            if phase in _COSINES:
                return _COSINES[phase]
    raise _NotRationalError


# ---------------------------------------------------------------- float64 arrays

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
            return _fold(np.minimum if op == "Min" else np.maximum, [_on_arrays(arg, values) for arg in args])
        case Apply("besseli", args):
            from scipy.special import iv

            return iv(*(_on_arrays(arg, values) for arg in args))
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
