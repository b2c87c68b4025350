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

from verify.symbolic.functions import Average, KernelGradient, KernelValue, Law, ProfileValue
from verify.symbolic.samples import Sample, inner, rotate, times, transpose
from verify.symbolic.vectors import (
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

__all__ = ["CannotEvaluate", "enclose"]

#: Terms of an infinite series that are added before its remainder is estimated from the last ones.
SERIES_TERMS = 120


class CannotEvaluate(ValueError):
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
    CannotEvaluate
        Where a part has no reading in balls.

    Examples
    --------
    >>> t = sympy.Symbol("t")
    >>> ball = enclose(sympy.Derivative(sympy.exp(t**2), t), Sample(0), {t: flint.arb(1)})
    >>> bool(abs(ball - 2 * flint.arb(1).exp()) < 1e-10)
    True
    """
    return _Reading(sample, dict(values or {})).read(expression)


class _Reading:
    """One walk over an expression with the bound variables in force."""

    def __init__(self, sample: Sample, values: dict[Any, Any]) -> None:
        self.sample, self.values = sample, values

    def bind(self, variable: sympy.Symbol, value: Any) -> _Reading:
        return _Reading(self.sample, {**self.values, variable: value})

    def read(self, e: Any) -> Any:
        if e in self.values:
            return self.values[e]
        for kind, method in _READERS:
            if isinstance(e, kind):
                return method(self, e)
        function = _FUNCTIONS.get(type(e))
        if function is None:
            raise CannotEvaluate(f"no ball arithmetic for {type(e).__name__}: {e}")
        return function(*(_number(self.read(arg)) for arg in e.args))

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
        raise CannotEvaluate(f"no matrix for {operator}")

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
        low = self.read(lower)
        if upper is sympy.oo:
            return self.series(body, variable, low)
        high = self.read(upper)
        if not (isinstance(low, int) and isinstance(high, int)):
            raise CannotEvaluate(f"sum with limits {lower}, {upper}")
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
            raise CannotEvaluate(f"the series in {variable} converges too slowly for {SERIES_TERMS} terms")
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
            raise CannotEvaluate(f"no value for {e}")
        return self.read(done)

    def integral(self, e: sympy.Integral) -> Any:
        """Integrate rigorously over finite limits, the innermost variable first."""
        (variable, low, high), *rest = reversed(e.limits)
        body = e.func(e.function, *reversed(rest)) if rest else e.function
        reading = self

        def integrand(z: flint.acb, analytic: bool) -> flint.acb:
            if analytic and body.has(sympy.Abs, sympy.log, sympy.Piecewise) or _has_root(body):
                inside = reading.bind(variable, z).read(body)
                return inside if z.is_exact() and not analytic else flint.acb("nan")
            return flint.acb(reading.bind(variable, z).read(body))

        ends = [flint.acb(_number(self.read(end))) for end in (low, high)]
        value = flint.acb.integral(integrand, *ends)
        return value.real if bool(value.imag.contains(0)) and not e.has(sympy.I) else value

    def piecewise(self, e: sympy.Piecewise) -> Any:
        for value, condition in e.args:
            verdict = self.holds(condition)
            if verdict is None:
                raise CannotEvaluate(f"the condition {condition} is not decided")
            if verdict:
                return self.read(value)
        raise CannotEvaluate("no branch applies")

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


def _has_root(body: sympy.Expr) -> bool:
    return any(not power.exp.is_Integer for power in body.atoms(sympy.Pow) if power.base.free_symbols)


def _coefficient(value: Any, order: int) -> Any:
    if not isinstance(value, flint.arb_series | flint.acb_series):
        return value if order == 0 else flint.arb(0)
    return value[order]


def _number(value: Any) -> Any:
    return flint.arb(value) if isinstance(value, int) else value


def _spelt(value: Any) -> str:
    """Return a key for an index or a label."""
    if isinstance(value, list):
        return ",".join(map(_spelt, value))
    if isinstance(value, int):
        return str(value)
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


def _sinh(x: Any) -> Any:
    return (x.exp() - (-x).exp()) / 2


def _cosh(x: Any) -> Any:
    return (x.exp() + (-x).exp()) / 2


def _delta(a: Any, b: Any) -> Any:
    return flint.arb(int(bool(a == b)))


_RELATIONS: dict[str, Callable[[Any, Any], tuple[bool, bool]]] = {
    "<": lambda a, b: (a < b, a >= b),
    "<=": lambda a, b: (a <= b, a > b),
    ">": lambda a, b: (a > b, a <= b),
    ">=": lambda a, b: (a >= b, a < b),
    "==": lambda a, b: (a == b, a != b),
    "!=": lambda a, b: (a != b, a == b),
}

_FUNCTIONS: dict[type, Callable[..., Any]] = {
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
