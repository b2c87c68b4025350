"""What the spectral dichotomy asks of a profile f on S^{d-1}, decided for exponentials, finite series and formulas.

Overview
--------
nonnegative : a_n >= 0 for every n >= 1, where f = sum a_n P_n, P_n(1) = 1
slope : 0 < f'(1) < oo
peaked : f(t) < f(1) for -1 <= t < 1
bounded : f(t) <= f(1) for -1 <= t <= 1

Each is True, False or None (not decided), never from floats. For a nonnegative profile f(1) - f(t) = sum a_n (1 - P_n(t)),
so it is bounded; for d >= 3 it is peaked iff some odd n has a_n > 0, because |P_n(t)| < 1 inside and P_n(-1) = (-1)^n; for
d = 2, where P_n(cos s) = cos(n s), iff the n with a_n > 0 have no common divisor.

References
----------
I. J. Schoenberg, "Positive definite functions on spheres", Duke Math. J. 9 (1942).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

import flint

from verify.model.calculus import Sign, add, at, divide, multiply, parity, polynomial, sign_of
from verify.model.formula import (
    Apply,
    Cases,
    Const,
    Formula,
    Name,
    Node,
    children,
    formula_of,
    free_names,
    show,
)
from verify.model.gegenbauer import (
    enclose_coefficient,
    exponential_coefficient,
    polynomial_of_series,
    series_of_polynomial,
    slope_of_polynomial,
)
from verify.model.monotone import monotone
from verify.model.one_sided import Limit, slope_at_one
from verify.model.peaks import Peak, enclose_peak, peak_at_samples, peak_of_polynomial
from verify.model.positivity import PowerSeries, nonnegative_series
from verify.model.readings import to_ball

__all__ = [
    "Fact",
    "ProfileFacts",
    "exponential_form",
    "facts_of_exponential",
    "facts_of_formula",
    "facts_of_series",
]

Trit = bool | None

_TRIED_DEGREES = 12
_STURM_DEGREE = 40
_ZERO, _ONE = Const(Fraction(0)), Const(Fraction(1))


@dataclass(frozen=True)
class Fact:
    """One hypothesis: whether it holds, how that is known, and on which rung (``exact``, ``enclosed`` or None)."""

    holds: Trit
    how: str
    status: str | None

    @classmethod
    def of(cls, holds: Trit, how: str, *, exact: bool = True) -> Fact:
        """Return a fact; one that is not decided stands on no rung."""
        return cls(holds, how, None if holds is None else "exact" if exact else "enclosed")


@dataclass(frozen=True)
class ProfileFacts:
    """The hypotheses of the spectral dichotomy on one profile in one dimension.

    Attributes
    ----------
    facts : mapping of str to Fact
        Keys ``nonnegative``, ``slope``, ``peaked``, ``bounded``, ``continuous``.
    degrees : "all", frozenset of int, or None
        The n >= 1 with a_n > 0; None where they are not known or not all but infinitely many. See :meth:`has_degree`.
    linear : bool
        Whether f = a_0 + a_1 t with a_1 > 0 is known.
    value_at_one, slope_at_one, a_0 : flint.arb
        f(1), f'(1), a_0; None where not enclosed.
    exact : mapping of str to str
        Formula texts of those of ``value_at_one``, ``slope_at_one``, ``a_0`` that are known in closed form.
    """

    d: int
    facts: Mapping[str, Fact]
    degrees: str | frozenset[int] | None
    linear: bool
    value_at_one: flint.arb
    slope_at_one: flint.arb | None
    a_0: flint.arb | None
    exact: Mapping[str, str] = field(default_factory=dict)
    tops: tuple[float, float] | None = None

    @property
    def nonnegative(self) -> Trit:
        """a_n >= 0 for every n >= 1."""
        return self.facts["nonnegative"].holds

    @property
    def slope(self) -> Trit:
        """0 < f'(1) < oo."""
        return self.facts["slope"].holds

    @property
    def peaked(self) -> Trit:
        """f(t) < f(1) for -1 <= t < 1."""
        return self.facts["peaked"].holds

    @property
    def bounded(self) -> Trit:
        """f(t) <= f(1) for -1 <= t <= 1."""
        return self.facts["bounded"].holds

    @property
    def continuous(self) -> Trit:
        """f is continuous on [-1, 1]: never False, None where a Piecewise or sign leaves it open."""
        return self.facts["continuous"].holds

    def how(self, name: str) -> str:
        """Return the sentence that says how a fact is known."""
        return self.facts[name].how

    def status(self, name: str) -> str | None:
        """Return the rung of a fact: ``exact``, ``enclosed``, or None where undecided."""
        return self.facts[name].status

    def has_degree(self, n: int) -> Trit:
        """Whether a_n > 0, for n >= 1; None where not known."""
        if self.degrees == "all":
            return True
        if isinstance(self.degrees, frozenset):
            return n in self.degrees
        return None if self.tops is None else n <= self.tops[n % 2]


# ---------------------------------------------------------------- e^{beta t}


def facts_of_exponential(beta: Node, d: int, *, shift: bool) -> ProfileFacts:
    """Facts of f = e^{beta t}/beta, or of e^{beta (t - 1)}/beta with ``shift``, beta a nonzero constant.

    Notes
    -----
    a_n of e^{beta t} is a positive number times beta^n, so a_n of f has the sign of beta^{n+1}. f' = e^{beta t} > 0.
    """
    sign = sign_of(beta)
    positive, exact = sign.value == 1, sign.exact
    exponential = Apply("exp", (beta,))
    value = divide(_ONE if shift else exponential, beta)
    slope = _ONE if shift else exponential
    mean, mean_ball = _exponential_mean(beta, d, shift=shift, positive=positive)
    increasing = Fact.of(True, "f is strictly increasing: f'(t) is an exponential.")
    slope_how = "f'(1) = 1." if shift else "f'(1) = e^beta."
    nonnegative = (
        Fact.of(
            True,
            "beta > 0: every a_n is a positive multiple of beta^(n-1) (Bessel functions I).",
            exact=exact,
        )
        if positive
        else Fact.of(False, "beta < 0: a_n has the sign of beta^(n+1), so a_2 < 0.", exact=exact)
    )
    return ProfileFacts(
        d=d,
        facts={
            "nonnegative": nonnegative,
            "slope": Fact.of(True, slope_how),
            "peaked": increasing,
            "bounded": increasing,
            "continuous": Fact.of(True, "An exponential."),
        },
        degrees="all" if positive else None,
        linear=False,
        value_at_one=to_ball(value, {}),
        slope_at_one=to_ball(slope, {}),
        a_0=mean_ball,
        exact={"value_at_one": show(value), "slope_at_one": show(slope), "a_0": show(mean)},
        tops=(math.inf, math.inf) if positive else (-1, math.inf),
    )


def _exponential_mean(beta: Node, d: int, *, shift: bool, positive: bool) -> tuple[Node, flint.arb]:
    """a_0 = Gamma(d/2) (2/|beta|)^nu I_nu(|beta|) / beta, nu = (d-2)/2; sinh(beta)/beta^2 for d = 3."""
    size = beta if positive else multiply(Const(Fraction(-1)), beta)
    nu = Fraction(d - 2, 2)
    if d == 3:
        mean = divide(Apply("sinh", (beta,)), _power(beta, 2))
    else:
        scale = (
            Apply("**", (divide(Const(Fraction(2)), size), Const(nu)))
            if nu != 1
            else divide(Const(Fraction(2)), size)
        )
        mean = divide(Apply("besseli", (Const(nu), size)), beta)
        mean = multiply(_gamma(d), multiply(scale, mean) if nu else mean)
    ball = exponential_coefficient(0, to_ball(beta, {}), d) / to_ball(beta, {})
    if shift:
        mean = multiply(Apply("exp", (multiply(Const(Fraction(-1)), beta),)), mean)
        ball = ball * (-to_ball(beta, {})).exp()
    return mean, ball


def exponential_form(node: Node) -> tuple[Node, Node] | None:
    """Return constants (c, b), b nonzero, with a tree visibly equal to c e^{b t}; None for any other tree."""
    match node:
        case Apply("neg", (a,)):
            inner = exponential_form(a)
            return inner and (multiply(Const(Fraction(-1)), inner[0]), inner[1])
        case Apply("*", (a, b)) if not free_names(a) or not free_names(b):
            constant, other = (a, b) if not free_names(a) else (b, a)
            inner = exponential_form(other)
            return inner and (multiply(constant, inner[0]), inner[1])
        case Apply("/", (a, b)) if not free_names(b):
            inner = exponential_form(a)
            return inner and (at(Apply("/", (inner[0], b)), {}), inner[1])
        case Apply("exp", (u,)):
            linear = polynomial(u, "t")
            if linear is not None and len(linear) == 2 and sign_of(linear[1]).value:
                return at(Apply("exp", (linear[0],)), {}), linear[1]
        case Apply("**", (Name("E"), u)):
            return exponential_form(Apply("exp", (u,)))
    return None


def _power(node: Node, n: int) -> Node:
    return Const(node.value**n) if isinstance(node, Const) else Apply("**", (node, Const(Fraction(n))))


def _gamma(d: int) -> Node:
    """Gamma(d/2): a factorial, or (2k)!/(4^k k!) sqrt(pi) with d = 2k + 1."""
    if d % 2 == 0:
        return Const(Fraction(math.factorial(d // 2 - 1)))
    k = d // 2
    return multiply(
        Const(Fraction(math.factorial(2 * k), 4**k * math.factorial(k))), Apply("sqrt", (Name("pi"),))
    )


# ---------------------------------------------------------------- finite series


def facts_of_series(series: Sequence[Fraction], d: int) -> ProfileFacts:
    """Facts of f = sum a_n P_n with finitely many rational coefficients: all decided exactly."""
    slope = sum((a * slope_of_polynomial(n, d) for n, a in enumerate(series)), Fraction(0))
    value = sum(series, Fraction(0))
    degrees = frozenset(n for n, a in enumerate(series) if n >= 1 and a > 0)
    negative = next(((n, a) for n, a in enumerate(series) if n >= 1 and a < 0), None)
    if negative is None:
        nonnegative = Fact.of(True, "Every coefficient a_n, n >= 1, is at least 0.")
        peaked, bounded = _peak_from_degrees(degrees, d)
    else:
        nonnegative = Fact.of(False, f"a_{negative[0]} = {negative[1]} < 0.")
        peaked, bounded = _peak_facts(_peak_of_series(series, d))
    return ProfileFacts(
        d=d,
        facts={
            "nonnegative": nonnegative,
            "slope": Fact.of(slope > 0, f"f'(1) = {slope}, the sum of a_n n(n+d-2)/(d-1)."),
            "peaked": peaked,
            "bounded": bounded,
            "continuous": Fact.of(True, "A polynomial."),
        },
        degrees=degrees,
        linear=degrees == {1} and negative is None,
        value_at_one=to_ball(Const(value), {}),
        slope_at_one=to_ball(Const(slope), {}),
        a_0=to_ball(Const(series[0]), {}),
        exact={"value_at_one": str(value), "slope_at_one": str(slope), "a_0": str(series[0])},
    )


def _peak_of_series(series: Sequence[Fraction], d: int) -> Peak:
    coefficients = polynomial_of_series(series, d)
    if len(coefficients) <= _STURM_DEGREE:
        return peak_of_polynomial(coefficients)
    tree = polynomial_tree(coefficients)
    return peak_at_samples(tree) or enclose_peak(tree)


def polynomial_tree(coefficients: Sequence[Fraction]) -> Node:
    """Return the tree of sum c_k t^k."""
    total: Node = _ZERO
    for k, c in enumerate(coefficients):
        t: Node = Name("t") if k == 1 else Apply("**", (Name("t"), Const(Fraction(k))))
        total = add(total, multiply(Const(c), t) if k else Const(c))
    return total


def _peak_from_degrees(degrees: frozenset[int], d: int, *, exact: bool = True) -> tuple[Fact, Fact]:
    """Facts ``peaked`` and ``bounded`` of a nonnegative profile whose positive degrees are known."""
    bounded = Fact.of(True, "a_n >= 0 for n >= 1 and |P_n| <= 1.", exact=exact)
    if not degrees:
        return Fact.of(False, "f is constant.", exact=exact), bounded
    if d == 2:
        divisor = math.gcd(*degrees)
        if divisor == 1:
            return Fact.of(
                True, "d = 2: the n with a_n > 0 have greatest common divisor 1.", exact=exact
            ), bounded
        how = f"d = 2: every n with a_n > 0 is a multiple of {divisor}, so f(cos(2 pi/{divisor})) = f(1)."
        return Fact.of(False, how, exact=exact), bounded
    odd = min((n for n in degrees if n % 2), default=None)
    if odd is None:
        return Fact.of(False, "Only even n have a_n > 0, so f(-1) = f(1).", exact=exact), bounded
    return Fact.of(True, f"a_n >= 0 for n >= 1 and a_{odd} > 0 with {odd} odd.", exact=exact), bounded


def _peak_facts(peak: Peak) -> tuple[Fact, Fact]:
    return Fact.of(peak.peaked, peak.how, exact=peak.exact), Fact.of(peak.bounded, peak.how, exact=peak.exact)


# ---------------------------------------------------------------- formulas


def facts_of_formula(formula: Formula, d: int) -> ProfileFacts:
    """Facts of a formula in t: exact for polynomials and recognised power series, else enclosed, else None."""
    tree = formula.tree
    coefficients = polynomial(tree, "t")
    if coefficients is not None and all(isinstance(c, Const) for c in coefficients):
        rational = [c.value for c in coefficients if isinstance(c, Const)]
        return facts_of_series(_stripped(series_of_polynomial(rational, d)), d)
    series = nonnegative_series(tree)
    slope_limit = slope_at_one(tree)
    signs = _series_signs(coefficients, d) if coefficients is not None else None
    degrees, tops = _degrees(series, signs)
    if series is not None:
        how = "Its power series at 0 has nonnegative coefficients and converges on [-1, 1]; t^k is a positive sum of P_n (Schoenberg)."
        nonnegative = Fact.of(True, how, exact=series.exact)
        peaked, bounded = _peak_from_series(series)
    elif signs is not None and all(s.value is not None and s.value >= 0 for s in signs[1:]):
        exact = all(s.exact for s in signs[1:])
        nonnegative = Fact.of(
            True, "A polynomial whose coefficients a_n, n >= 1, are at least 0.", exact=exact
        )
        peaked, bounded = _peak_from_degrees(
            frozenset(n for n, s in enumerate(signs) if n and s.value == 1), d, exact=exact
        )
    else:
        peaked, bounded = _peak_of_tree(tree, slope_limit)
        nonnegative = _refute_nonnegative(formula, d, bounded, signs or [])
    value = at(tree, {"t": _ONE})
    mean, mean_ball = _mean(formula, coefficients, d)
    slope_ball = to_ball(slope_limit.value, {}) if slope_limit.value is not None else None
    exact_texts = {"value_at_one": show(value)}
    if slope_limit.value is not None:
        exact_texts["slope_at_one"] = show(slope_limit.value)
    if mean is not None:
        exact_texts["a_0"] = show(mean)
    return ProfileFacts(
        d=d,
        facts={
            "nonnegative": nonnegative,
            "slope": _slope_fact(slope_limit),
            "peaked": peaked,
            "bounded": bounded,
            "continuous": _continuity(tree, series),
        },
        degrees=degrees,
        linear=series is not None and series.even <= 0 and series.odd == 1,
        value_at_one=to_ball(value, {}),
        slope_at_one=slope_ball,
        a_0=mean_ball,
        exact=exact_texts,
        tops=tops,
    )


def _stripped(series: Sequence[Fraction]) -> tuple[Fraction, ...]:
    last = max((n for n, a in enumerate(series) if a), default=0)
    return tuple(series[: last + 1])


def _series_nodes(coefficients: Sequence[Node], d: int) -> list[Node]:
    """a_n = sum_k c_k a_n(t^k) for constants c_k that need not be rational."""
    nodes: list[Node] = [_ZERO] * len(coefficients)
    for k, c in enumerate(coefficients):
        for n, a in enumerate(series_of_polynomial([Fraction(int(j == k)) for j in range(k + 1)], d)):
            nodes[n] = add(nodes[n], multiply(Const(a), c))
    return nodes


def _series_signs(coefficients: Sequence[Node], d: int) -> list[Sign]:
    return [sign_of(node) for node in _series_nodes(coefficients, d)]


def _degrees(
    series: PowerSeries | None, signs: list[Sign] | None
) -> tuple[str | frozenset[int] | None, tuple[float, float] | None]:
    if signs is not None and all(s.value is not None for s in signs[1:]):
        return frozenset(n for n, s in enumerate(signs) if n and s.value == 1), None
    if series is None:
        return None, None
    tops = (series.even, series.odd)
    if min(tops) == math.inf:
        return "all", tops
    if max(tops) < math.inf:
        return frozenset(n for n in range(1, int(max(tops)) + 1) if n <= tops[n % 2]), tops
    return None, tops


def _peak_from_series(series: PowerSeries) -> tuple[Fact, Fact]:
    """If c_k > 0 for some odd k then a_1 > 0, which is enough in every dimension; if for none, f is even."""
    bounded = Fact.of(True, "a_n >= 0 for n >= 1 and |P_n| <= 1.", exact=series.exact)
    if series.odd >= 1:
        return Fact.of(True, "a_n >= 0 for n >= 1 and a_1 > 0.", exact=series.exact), bounded
    return Fact.of(False, "Only even powers of t occur, so f(-1) = f(1).", exact=series.exact), bounded


def _peak_of_tree(tree: Node, slope: Limit) -> tuple[Fact, Fact]:
    if slope.kind == "finite" and slope.sign == -1:
        fact = Fact.of(False, "f'(1) < 0: f exceeds f(1) near t = 1.", exact=slope.exact)
        return fact, fact
    shape = monotone(tree)
    if shape is not None and shape.strict and shape.direction > 0:
        fact = Fact.of(True, "f is strictly increasing on [-1, 1], by its composition.", exact=shape.exact)
        return fact, fact
    refuted = peak_at_samples(tree)
    if shape is not None and shape.direction >= 0:
        bounded = Fact.of(True, "f is nondecreasing on [-1, 1], by its composition.", exact=shape.exact)
        how = refuted.how if refuted else "f is nondecreasing, perhaps constant near t = 1."
        return Fact.of(False if refuted else None, how, exact=bool(refuted and refuted.exact)), bounded
    return _peak_facts(refuted or enclose_peak(tree))


def _refute_nonnegative(formula: Formula, d: int, bounded: Fact, signs: Sequence[Sign]) -> Fact:
    for n, sign in enumerate(signs):
        if n and sign.value == -1:
            return Fact.of(False, f"A polynomial with a_{n} < 0.", exact=sign.exact)
    if bounded.holds is False:
        how = f"Nonnegative coefficients would give f <= f(1); but: {bounded.how}"
        return Fact.of(False, how, exact=bounded.status == "exact")
    for n in range(1, _TRIED_DEGREES + 1):
        a = enclose_coefficient(formula, n, d)
        if a < 0:
            return Fact.of(False, f"a_{n} = {a.str(6)} < 0, by rigorous quadrature.", exact=False)
    return Fact.of(
        None,
        f"No rule shows a_n >= 0 for all n, and no a_n with n <= {_TRIED_DEGREES} is shown to be negative.",
    )


def _slope_fact(slope: Limit) -> Fact:
    match slope.kind, slope.sign:
        case "finite", 1 if slope.value is not None:
            return Fact.of(True, f"f'(1) = {show(slope.value)} > 0.", exact=slope.exact)
        case "finite", _ if slope.value is not None:
            return Fact.of(False, f"f'(1) = {show(slope.value)} < 0.", exact=slope.exact)
        case "zero", _:
            return Fact.of(False, "f'(1) = 0.", exact=slope.exact)
        case "infinite", _:
            return Fact.of(False, "f'(1) is infinite.", exact=slope.exact)
    return Fact.of(None, "No rule finds the limit of f' at t = 1.")


def _mean(
    formula: Formula, coefficients: Sequence[Node] | None, d: int
) -> tuple[Node | None, flint.arb | None]:
    if coefficients is not None:
        mean = _series_nodes(coefficients, d)[0]
        return mean, to_ball(mean, {})
    if parity(formula.tree) == 1:
        return _ZERO, flint.arb(0)
    exponential = exponential_form(formula.tree)
    if exponential is not None:
        factor, beta = exponential
        mean, ball = _exponential_mean(beta, d, shift=False, positive=sign_of(beta).value == 1)
        return multiply(factor, multiply(beta, mean)), ball * to_ball(factor, {}) * to_ball(beta, {})
    ball = enclose_coefficient(formula, 0, d)
    return None, ball if ball.is_finite() else None


def _continuity(tree: Node, series: PowerSeries | None) -> Fact:
    if series is not None:
        return Fact.of(True, "A power series that converges absolutely on [-1, 1].", exact=series.exact)
    if any(
        isinstance(part, Cases) or (isinstance(part, Apply) and part.op == "sign") for part in _parts(tree)
    ):
        return Fact.of(None, "Piecewise or sign: continuity at its breaks is not checked.")
    shape = monotone(tree)
    if shape is not None:
        return Fact.of(True, "A composition of continuous functions within their domains.", exact=shape.exact)
    with flint.ctx.workprec(96):
        cells = [flint.arb(flint.arb(2 * k + 1) / 64, flint.arb(1) / 64) for k in range(-32, 32)]
        finite = all(to_ball(tree, {"t": cell}).is_finite() for cell in cells)
    if finite:
        return Fact.of(True, "A composition of continuous functions, enclosed on [-1, 1].", exact=False)
    return Fact.of(None, "Not enclosed near the ends of its domain.")


def _parts(node: Node) -> list[Node]:
    return [node, *(inner for part in children(node) for inner in _parts(part))]


def formula_of_exponential(beta: Node, *, shift: bool) -> Formula:
    """Return e^{beta t}/beta, or e^{beta (t - 1)}/beta."""
    t: Node = Name("t")
    argument = Apply("-", (t, _ONE)) if shift else t
    return formula_of(Apply("/", (Apply("exp", (Apply("*", (beta, argument)),)), beta)))
