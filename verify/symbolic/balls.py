"""SymPy expressions read as ball arithmetic: rigorous values at one instance of all that an identity leaves open.

Nothing of the normal form is used: vectors become lists of coordinates, sums are added up, means are taken over finite
laws, derivatives come from power series arithmetic, integrals from rigorous quadrature.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import flint
import sympy
from sympy.core.function import AppliedUndef

from verify.symbolic._ball_functions import FUNCTIONS, WITH_CUTS
from verify.symbolic.functions import Average, KernelGradient, KernelValue, Law, ProfileValue
from verify.symbolic.quadrature import crosses_cut, integrate
from verify.symbolic.samples import Sample, inner, rotate, times, transpose
from verify.symbolic.vectors import (
    Defined,
    Dot,
    Inverse,
    Orthogonal,
    OrthogonalMaps,
    Projection,
    Rotation,
    Turn,
    Vector,
    is_vector,
)

__all__ = ["EvaluationError", "enclose"]

#: Terms of an infinite series that are added before its remainder is estimated from the last ones.
SERIES_TERMS = 120


class EvaluationError(ValueError):
    """An expression that has no reading in balls; the message names the part."""


def enclose(expression: sympy.Expr, sample: Sample, values: Mapping[sympy.Symbol, Any] | None = None) -> Any:
    """Return a ball (a list of balls for a vector) that contains the value at a sample, at the current precision.

    Parameters
    ----------
    expression : Expr
        Scalar or vector.
    sample : Sample
        Values of all that is free.
    values : mapping, optional
        Values that take precedence, for bound variables.

    Raises
    ------
    EvaluationError
        Where a part has no reading in balls.

    Examples
    --------
    >>> t = sympy.Symbol("t")
    >>> ball = enclose(sympy.Derivative(sympy.exp(t**2), t), Sample(0), {t: flint.arb(1)})
    >>> bool(abs(ball - 2 * flint.arb(1).exp()) < 1e-10)
    True
    """
    return _number(_Reading(sample, dict(values or {})).read(expression))


class _Reading:
    """One walk over an expression with the bound variables in force."""

    def __init__(self, sample: Sample, values: dict[Any, Any], *, analytic: bool = False) -> None:
        self.sample, self.values, self.analytic = sample, values, analytic

    def bind(self, variable: sympy.Symbol, value: Any, *, analytic: bool | None = None) -> _Reading:
        kept = self.analytic if analytic is None else analytic
        return _Reading(self.sample, {**self.values, variable: value}, analytic=kept)

    def whole(self, value: Any) -> Any:
        """Return the argument of a root or a logarithm, not finite where the function must be analytic and is not."""
        return flint.acb(float("nan")) if self.analytic and crosses_cut(value) else value

    def read(self, e: Any) -> Any:
        if e in self.values:
            return self.values[e]
        for kind, method in _READERS:
            if isinstance(e, kind):
                return method(self, e)
        function = FUNCTIONS.get(type(e))
        if function is None:
            raise EvaluationError(f"no ball arithmetic for {type(e).__name__}: {e}")
        args = [_number(self.read(arg)) for arg in e.args]
        if self.analytic and isinstance(e, WITH_CUTS):
            return function(*args) if _is_analytic(e, args) else flint.acb(float("nan"))
        return function(*args)

    # ------------------------------------------------------------ arithmetic

    def add(self, e: sympy.Add) -> Any:
        parts = [self.read(arg) for arg in e.args]
        if is_vector(e):
            return [_total(entries) for entries in zip(*parts, strict=True)]
        return _total(parts)

    def mul(self, e: sympy.Mul) -> Any:
        scalar: Any = flint.arb(1)
        vector: list[Any] | None = None
        for arg in e.args:
            value = self.read(arg)
            if isinstance(value, list):
                vector = value
            else:
                scalar = scalar * value
        return scalar if vector is None else [scalar * entry for entry in vector]

    def power(self, e: sympy.Pow) -> Any:
        base, exponent = _number(self.read(e.base)), e.exp
        if exponent.is_Integer:
            n = int(exponent)
            return base**n if n >= 0 else 1 / base ** (-n)
        base = self.whole(base)
        if exponent == sympy.S.Half:
            return base.sqrt()
        if exponent == -sympy.S.Half:
            return 1 / base.sqrt()
        return _power(base, self.read(exponent))

    def symbol(self, e: sympy.Symbol) -> Any:
        return self.sample.symbol(e)

    def indexed(self, e: sympy.Indexed) -> Any:
        return self.sample.member(e.base, tuple(_spelt(self.read(index)) for index in e.indices))

    def undefined(self, e: AppliedUndef) -> Any:
        return self.sample.member(sympy.IndexedBase(str(e.func)), tuple(_spelt(self.read(arg)) for arg in e.args))

    # ------------------------------------------------------------ vectors

    def defined(self, e: Defined) -> Any:
        return self.read(e.definition)

    def dot(self, e: Dot) -> Any:
        return inner(*(self.read(arg) for arg in e.args))

    def projection(self, e: Projection) -> Any:
        x, v = (self.read(arg) for arg in e.args)
        along = inner(x, v)
        return [b - along * a for a, b in zip(x, v, strict=True)]

    def turn(self, e: Turn) -> Any:
        operator, vector = e.args[0], self.read(e.args[1])
        if isinstance(operator, Rotation):
            return rotate(vector, self.read(operator.angle), self.sample.frequencies(), _sine_cosine)
        return times(self.matrix(operator), vector)

    def matrix(self, operator: sympy.Expr) -> list[list[Any]]:
        if isinstance(operator, Inverse):
            return transpose(self.matrix(operator.args[0]))
        if isinstance(operator, Orthogonal):
            return self.sample.operator(operator)
        if isinstance(operator, sympy.Indexed) and isinstance(operator.base, OrthogonalMaps):
            return self.indexed(operator)
        raise EvaluationError(f"no matrix for {operator}")

    def profile(self, e: ProfileValue) -> Any:
        name, order, t = e.args
        return self.sample.profile(str(name), int(order), self.read(t))

    def kernel(self, e: KernelValue | KernelGradient) -> Any:
        name, a, b, x, y = e.args
        value, gradient = self.sample.kernel(str(name), _spelt(self.read(a)), _spelt(self.read(b)))
        return (value if isinstance(e, KernelValue) else gradient)(self.read(x), self.read(y))

    # ------------------------------------------------------------ bound variables

    def sum(self, e: sympy.Sum) -> Any:
        (variable, lower, upper), *rest = reversed(e.limits)
        body = e.func(e.function, *reversed(rest)) if rest else e.function
        low = _whole(self.read(lower))
        if upper is sympy.oo and low is not None:
            return self.series(body, variable, low)
        high = None if upper is sympy.oo else _whole(self.read(upper))
        if low is None or high is None:
            raise EvaluationError(f"sum with limits {lower}, {upper}")
        terms = [self.bind(variable, value).read(body) for value in range(low, high + 1)]
        return _total_of(terms, is_vector(body), self.sample.dimension)

    def series(self, body: sympy.Expr, variable: sympy.Symbol, low: int) -> Any:
        """Add an infinite series; its remainder is taken to be below the last terms where those fall fast."""
        total = flint.arb(0)
        last: list[Any] = []
        for n in range(low, low + SERIES_TERMS):
            term = self.bind(variable, n).read(body)
            total = total + term
            last = [*last, abs(term)][-4:]
        tail = sum(last, flint.arb(0))
        if not tail < flint.arb(2) ** (-flint.ctx.prec // 2):
            raise EvaluationError(f"the series in {variable} converges too slowly for {SERIES_TERMS} terms")
        error = flint.arb(0, tail.upper())
        return total + (error if isinstance(total, flint.arb) else flint.acb(error, error))

    def average(self, e: Average) -> Any:
        body, variable, law = e.args
        vector = isinstance(variable, Vector)
        total: list[Any] = []
        for part in sympy.Add.make_args(sympy.expand(law)):
            scalar, measure = part.as_independent(Law, as_Add=False)
            factor = self.read(scalar)
            label = "".join(_spelt(self.read(arg)) for arg in measure.args[2:])
            for weight, place in self.sample.law(measure, label, vector=vector):
                value = self.bind(variable, place).read(body)
                scaled = factor * weight
                total.append([scaled * v for v in value] if isinstance(value, list) else scaled * value)
        return _total_of(total, is_vector(body), self.sample.dimension)

    def derivative(self, e: sympy.Derivative) -> Any:
        """Differentiate by power series arithmetic, in one variable."""
        counts = e.variable_count
        if len(counts) > 1 or e.expr.has(sympy.Derivative, sympy.Integral, sympy.besseli, sympy.besselj):
            return self._done(e)
        (variable, order), count = counts[0], int(counts[0][1])
        centre = _number(self.read(variable))
        series = (flint.acb_series if isinstance(centre, flint.acb) else flint.arb_series)([centre, 1], prec=order + 1)
        value = self.bind(variable, series).read(e.expr)
        factorial = flint.arb(count).gamma() * count if count else flint.arb(1)
        if isinstance(value, list):
            return [_coefficient(entry, count) * factorial for entry in value]
        return _coefficient(value, count) * factorial

    def substitution(self, e: sympy.Subs) -> Any:
        reading = self
        for variable, point in zip(e.variables, e.point, strict=True):
            reading = reading.bind(variable, _number(self.read(point)))
        return reading.read(e.expr)

    def _done(self, e: sympy.Expr) -> Any:
        done = e.doit()
        if done == e:
            raise EvaluationError(f"no value for {e}")
        return self.read(done)

    def integral(self, e: sympy.Integral) -> Any:
        """Integrate rigorously over finite limits, the innermost variable first."""
        (variable, low, high), *rest = reversed(e.limits)
        body = e.func(e.function, *reversed(rest)) if rest else e.function
        ends = [flint.acb(_number(self.read(end))) for end in (low, high)]
        return integrate(body, lambda z, analytic: self.bind(variable, z, analytic=analytic).read(body), *ends)

    def piecewise(self, e: sympy.Piecewise) -> Any:
        if self.analytic:
            return flint.acb(float("nan"))
        for value, condition in e.args:
            verdict = self.holds(condition)
            if verdict is None:
                raise EvaluationError(f"the condition {condition} is not decided")
            if verdict:
                return self.read(value)
        raise EvaluationError("no branch applies")

    def holds(self, condition: Any) -> bool | None:
        """Whether a comparison is certainly true or certainly false."""
        if condition in (sympy.true, sympy.false):
            return condition is sympy.true
        if isinstance(condition, sympy.And):
            parts = [self.holds(arg) for arg in condition.args]
            return False if False in parts else None if None in parts else True
        left, right = (_number(self.read(side)) for side in condition.args)
        surely, not_surely = _RELATIONS[condition.rel_op](left, right)
        return True if surely else False if not_surely else None


def _is_analytic(e: sympy.Expr, args: list[Any]) -> bool:
    """Whether a function with cuts is certainly analytic on balls."""
    z = flint.acb(args[0])
    if isinstance(e, sympy.log):
        return not crosses_cut(z)
    if isinstance(e, sympy.asin | sympy.acos):
        return bool(abs(z.real) < 1) or not z.imag.contains(0)
    if isinstance(e, sympy.atan):
        return bool(abs(z.imag) < 1) or not z.real.contains(0)
    return False


def _coefficient(value: Any, order: int) -> Any:
    if not isinstance(value, flint.arb_series | flint.acb_series):
        return value if order == 0 else flint.arb(0)
    return value[order]


def _number(value: Any) -> Any:
    return flint.arb(value) if isinstance(value, int) else value


def _whole(value: Any) -> int | None:
    """Return the integer that a number is, None if it is none."""
    if isinstance(value, flint.arb):
        whole = value.unique_fmpz() if value.is_exact() and value.is_integer() else None
        return None if whole is None else int(whole)
    return value if isinstance(value, int) else None


def _spelt(value: Any) -> str:
    """Return a key for an index or a label."""
    if isinstance(value, list):
        return ",".join(map(_spelt, value))
    whole = _whole(value)
    if whole is not None:
        return str(whole)
    return value.mid().str(40, radius=False)


def _total(parts: Any) -> Any:
    total: Any = flint.arb(0)
    for part in parts:
        total = total + part
    return total


def _total_of(terms: list[Any], vector: bool, dimension: int) -> Any:
    if not vector:
        return _total(terms)
    if not terms:
        return [flint.arb(0)] * dimension
    return [_total(entries) for entries in zip(*terms, strict=True)]


def _power(base: Any, exponent: Any) -> Any:
    if isinstance(exponent, int):
        return base**exponent if exponent >= 0 else 1 / base ** (-exponent)
    return base**exponent if isinstance(base, flint.arb | flint.acb) else (base.log() * exponent).exp()


def _sine_cosine(angle: Any) -> tuple[Any, Any]:
    angle = _number(angle)
    return angle.sin(), angle.cos()


_RELATIONS: dict[str, Callable[[Any, Any], tuple[bool, bool]]] = {
    "<": lambda a, b: (a < b, a >= b),
    "<=": lambda a, b: (a <= b, a > b),
    ">": lambda a, b: (a > b, a <= b),
    ">=": lambda a, b: (a >= b, a < b),
    "==": lambda a, b: (a == b, a != b),
    "!=": lambda a, b: (a != b, a == b),
}


def _constant(value: Callable[[], Any]) -> Callable[[_Reading, Any], Any]:
    return lambda _reading, _e: value()


# Tried in this order; the first kind that fits reads the node.
_READERS: tuple[tuple[Any, Callable[[_Reading, Any], Any]], ...] = (
    (sympy.Integer, lambda _r, e: int(e)),
    (sympy.Rational, lambda _r, e: flint.arb(int(e.p)) / int(e.q)),
    (type(sympy.pi), _constant(flint.arb.pi)),
    (type(sympy.E), _constant(lambda: flint.arb(1).exp())),
    (type(sympy.EulerGamma), _constant(flint.arb.const_euler)),
    (type(sympy.I), _constant(lambda: flint.acb(0, 1))),
    (sympy.Add, _Reading.add),
    (sympy.Mul, _Reading.mul),
    (sympy.Pow, _Reading.power),
    (sympy.Symbol, _Reading.symbol),
    (sympy.Indexed, _Reading.indexed),
    (AppliedUndef, _Reading.undefined),
    (Defined, _Reading.defined),
    (Dot, _Reading.dot),
    (Projection, _Reading.projection),
    (Turn, _Reading.turn),
    (ProfileValue, _Reading.profile),
    (KernelValue | KernelGradient, _Reading.kernel),
    (sympy.Sum, _Reading.sum),
    (Average, _Reading.average),
    (sympy.Derivative, _Reading.derivative),
    (sympy.Subs, _Reading.substitution),
    (sympy.Integral, _Reading.integral),
    (sympy.Piecewise, _Reading.piecewise),
)
