"""Sums of exponentials and a polynomial for Coq: f(t) = sum (c e^(bt) + c' e^(-bt)) + P(t), all numbers rational.

The signs of the power coefficients a_p = sum (c + (-1)^p c') b^p / p! + P_p are seen from the partial sums of c + c'
and of c - c' in falling order of b, those below the length of P exactly; so is the slope at 1. Coq checks the same.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from math import factorial

from verify.certificates.checker.enclosures.formulas import Tree, polynomial
from verify.certificates.coq.text import cleared, listed, row, whole

__all__ = ["Mixture", "read_mixture"]

LARGEST_POWER = 50
# b -> coefficients of the polynomial in front of e^(bt)
_Terms = dict[Fraction, list[Fraction]]


@dataclass(frozen=True)
class Mixture:
    """The terms (b, c, c'), b > 0 falling, and the coefficients of P, one at least.

    Examples
    --------
    >>> from verify.certificates.checker.enclosures.formulas import formula
    >>> sinh = read_mixture(formula("sinh(t)", ["t"]))
    >>> [tuple(map(str, wave)) for wave in sinh.waves], sinh.odd_degree, sinh.full
    ([('1', '1/2', '-1/2')], 1, False)
    """

    waves: tuple[tuple[Fraction, Fraction, Fraction], ...]
    polynomial: tuple[Fraction, ...]

    def coefficient(self, p: int) -> Fraction:
        """Return a_p."""
        s, P = (-1) ** p, self.polynomial
        own = P[p] if p < len(P) else Fraction(0)
        return own + sum(((c + s * e) * b**p for b, c, e in self.waves), Fraction(0)) / factorial(p)

    @property
    def ascending(self) -> bool:
        """Whether a_p >= 0 for p >= 1."""
        falling = all(x >= 0 for sign in (1, -1) for x in self._partial(sign))
        return falling and all(self.coefficient(p) >= 0 for p in self._degrees())

    @property
    def rising(self) -> bool:
        """Whether besides a_1 > 0."""
        return self.ascending and self.coefficient(1) > 0

    @property
    def full(self) -> bool:
        """Whether besides all a_p > 0, p >= 1."""
        both = all(any(x > 0 for x in self._partial(sign)) for sign in (1, -1))
        return self.ascending and both and all(self.coefficient(p) > 0 for p in self._degrees())

    @property
    def odd_degree(self) -> int | None:
        """An odd q with a_q > 0."""
        degrees = range(1, len(self.polynomial) + 3, 2) if self.ascending else range(0)
        return next((q for q in degrees if self.coefficient(q) > 0), None)

    @property
    def even(self) -> bool:
        """Whether f(-1) = f(1) term by term."""
        return all(c == e for _, c, e in self.waves) and not any(self.polynomial[1::2])

    @property
    def sloped(self) -> bool:
        """Whether f'(1) > 0 is seen from partial sums in falling order of the exponents."""
        slope = sum((p * x for p, x in enumerate(self.polynomial)), Fraction(0))
        sums = list(
            accumulate([*(b * c for b, c, _ in self.waves), slope, *(-b * e for b, _, e in reversed(self.waves))])
        )
        return min(sums) >= 0 and max(sums) > 0

    def definitions(self) -> str:
        """Return waves, gamma, delta, P and pi, the numbers as integers."""
        exponents, delta = cleared([b for b, _, _ in self.waves])
        flat, gamma = cleared([x for _, c, e in self.waves for x in (c, e)])
        terms = zip(exponents, flat[::2], flat[1::2], strict=True)
        E = listed(f"({', '.join(map(whole, term))})" for term in terms)
        P, pi = cleared(self.polynomial)
        return (
            f"Definition waves : list (Z * Z * Z) := {E}.\nDefinition gamma : Z := {gamma}.\n"
            f"Definition delta : Z := {delta}.\nDefinition P : list Z := {row(P)}.\nDefinition pi : Z := {pi}.\n"
        )

    def _partial(self, sign: int) -> Iterable[Fraction]:
        return accumulate(c + sign * e for _, c, e in self.waves)

    def _degrees(self) -> range:
        return range(1, len(self.polynomial))


def read_mixture(tree: Tree) -> Mixture | None:
    """Return the formula as such a sum, or None where it is none.

    Examples
    --------
    >>> from verify.certificates.checker.enclosures.formulas import formula
    >>> read_mixture(formula("exp(t)*cosh(t) - t/2", ["t"])).polynomial
    (Fraction(1, 2), Fraction(-1, 2))
    >>> read_mixture(formula("t*exp(t)", ["t"])) is None
    True
    """
    terms = _terms(tree)
    if terms is None or any(any(P[1:]) for b, P in terms.items() if b):
        return None
    constants = {b: P[0] for b, P in terms.items() if b and P[0]}
    zero = Fraction(0)
    waves = ((b, constants.get(b, zero), constants.get(-b, zero)) for b in sorted(map(abs, constants), reverse=True))
    return Mixture(tuple(dict.fromkeys(waves)), tuple(terms.get(zero, [zero])))


def _terms(tree: Tree) -> _Terms | None:
    """Return the formula as a sum of polynomials times exponentials."""
    P = polynomial(tree)
    if P is not None:
        return {Fraction(0): P}
    head, *parts = tree
    if head in {"exp", "sinh", "cosh"}:
        exponent = polynomial(parts[0])
        if exponent is None or len(exponent) != 2 or exponent[0]:
            return None
        b, half = exponent[1], Fraction(1, 2)
        return {b: [Fraction(1)]} if head == "exp" else {b: [half], -b: [half if head == "cosh" else -half]}
    if head == "**" and parts[1][0] == "num" and parts[1][1] in range(1, LARGEST_POWER + 1):
        factor = product = _terms(parts[0])
        for _ in range(int(parts[1][1]) - 1):
            product = product and factor and _product(product, factor)
        return product
    operands = [_terms(part) for part in parts] if head in {"+", "-", "*", "/", "neg"} else [None]
    known = [terms for terms in operands if terms is not None]
    if len(known) < len(operands):
        return None
    if head == "/":
        divisor = known[1].get(Fraction(0), [])
        if set(known[1]) != {Fraction(0)} or len(divisor) != 1 or not divisor[0]:
            return None
        return _scaled(known[0], 1 / divisor[0])
    if head == "*":
        return _product(*known)
    if head == "neg":
        return _scaled(known[0], Fraction(-1))
    return _sum(known[0], known[1] if head == "+" else _scaled(known[1], Fraction(-1)))


def _scaled(terms: _Terms, c: Fraction) -> _Terms:
    return {b: [c * x for x in P] for b, P in terms.items()}


def _sum(first: _Terms, second: _Terms) -> _Terms:
    total = dict(first)
    for b, P in second.items():
        old = total.get(b, [])
        size = max(len(old), len(P))
        total[b] = [sum((Q[p] for Q in (old, P) if p < len(Q)), Fraction(0)) for p in range(size)]
    return total


def _product(first: _Terms, second: _Terms) -> _Terms:
    total: _Terms = {}
    for b, P in first.items():
        for e, Q in second.items():
            product = [Fraction(0)] * (len(P) + len(Q) - 1)
            for p, x in enumerate(P):
                for q, y in enumerate(Q):
                    product[p + q] += x * y
            total = _sum(total, {b + e: product})
    return total
