"""Facts of the dichotomy about formulas in t: by rules on their form, else by ball arithmetic, else open."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Literal

import flint

from verify.model.calculus import Sign, add, at, multiply, sign_of
from verify.model.exponentials import exponential_form, exponential_mean
from verify.model.formula import (
    Apply,
    Cases,
    Const,
    Formula,
    Node,
    children,
    show,
)
from verify.model.gegenbauer import (
    enclose_coefficient,
    series_of_polynomial,
)
from verify.model.monotone import monotone
from verify.model.one_sided import Limit, slope_at_one
from verify.model.peaks import enclose_peak, peak_at_samples
from verify.model.polynomials import parity, polynomial
from verify.model.positivity import PowerSeries, nonnegative_series
from verify.model.profile_facts import Fact, ProfileFacts
from verify.model.readings import to_ball
from verify.model.series_facts import facts_of_series, peak_facts, peak_from_degrees

_ZERO, _ONE = Const(Fraction(0)), Const(Fraction(1))

_TRIED_DEGREES = 12

__all__ = ["facts_of_formula"]


def facts_of_formula(formula: Formula, d: int) -> ProfileFacts:
    """Return the facts of a formula: exact for polynomials and known power series, else enclosed or None."""
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
        how = "A power series with coefficients >= 0 on [-1, 1]; each t^k is a positive sum of P_n."
        nonnegative = Fact.of(True, how, exact=series.exact)
        peaked, bounded = _peak_from_series(series)
    elif signs is not None and all(s.value is not None and s.value >= 0 for s in signs[1:]):
        exact = all(s.exact for s in signs[1:])
        nonnegative = Fact.of(True, "A polynomial whose coefficients a_n, n >= 1, are at least 0.", exact=exact)
        peaked, bounded = peak_from_degrees(
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
    """Return a_n = sum_k c_k a_n(t^k) for constants c_k that need not be rational."""
    nodes: list[Node] = [_ZERO] * len(coefficients)
    for k, c in enumerate(coefficients):
        for n, a in enumerate(series_of_polynomial([Fraction(int(j == k)) for j in range(k + 1)], d)):
            nodes[n] = add(nodes[n], multiply(Const(a), c))
    return nodes


def _series_signs(coefficients: Sequence[Node], d: int) -> list[Sign]:
    return [sign_of(node) for node in _series_nodes(coefficients, d)]


def _degrees(
    series: PowerSeries | None, signs: list[Sign] | None
) -> tuple[Literal["all"] | frozenset[int] | None, tuple[float, float] | None]:
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
    return peak_facts(refuted or enclose_peak(tree))


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


def _mean(formula: Formula, coefficients: Sequence[Node] | None, d: int) -> tuple[Node | None, flint.arb | None]:
    if coefficients is not None:
        mean = _series_nodes(coefficients, d)[0]
        return mean, to_ball(mean, {})
    if parity(formula.tree) == 1:
        return _ZERO, flint.arb(0)
    exponential = exponential_form(formula.tree)
    if exponential is not None:
        factor, beta = exponential
        mean, ball = exponential_mean(beta, d, shift=False, positive=sign_of(beta).value == 1)
        return multiply(factor, multiply(beta, mean)), ball * to_ball(factor, {}) * to_ball(beta, {})
    ball = enclose_coefficient(formula, 0, d)
    return None, ball if ball.is_finite() else None


def _continuity(tree: Node, series: PowerSeries | None) -> Fact:
    if series is not None:
        return Fact.of(True, "A power series that converges absolutely on [-1, 1].", exact=series.exact)
    if any(isinstance(part, Cases) or (isinstance(part, Apply) and part.op == "sign") for part in _parts(tree)):
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
