"""Which functions of the lag are positive definite, on the circle and on the line (Bochner's rules).

On the circle: functions with khat(m) >= 0 for all m are closed under sums, products and power series with
nonnegative coefficients, and under 1/(c - g) for c > sup g = g(0). The set of modes that are certain to be
positive is kept along: exp(cos s) has all of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import gcd

import flint

from verify.model.formula import Apply, Const, Formula, Name, Node, formula_of, free_names, replace_parts
from verify.model.readings import to_ball
from verify.spectral.continuum.trigonometric import expand_trigonometric, linear_form

__all__ = ["Spectrum", "negative_definite_on_line", "negative_everywhere", "nonnegative_spectrum"]

_LAG = "s"


@dataclass(frozen=True)
class Spectrum:
    """khat >= 0 everywhere, and > 0 on ``modes`` and on the multiples of ``step`` (0: no such multiples).

    ``modes`` is symmetric: it holds -m with m.
    """

    modes: frozenset[int]
    step: int = 0

    def positive_everywhere(self) -> bool:
        """Whether khat(m) > 0 is certain for every m."""
        return self.step == 1


def nonnegative_spectrum(g: Formula) -> Spectrum | None:
    """Return the spectrum of a function of s whose coefficients are seen to be nonnegative, else None.

    Examples
    --------
    >>> from verify.model.formula import parse_formula
    >>> nonnegative_spectrum(parse_formula("exp(cos(s))", {"s"})).positive_everywhere()
    True
    >>> nonnegative_spectrum(parse_formula("1 - cos(s)", {"s"})) is None
    True
    """
    return _spectrum(g.tree)


def negative_everywhere(g: Formula) -> bool:
    """Return whether khat(m) < 0 is certain for every m.

    Examples
    --------
    >>> from verify.model.formula import parse_formula
    >>> negative_everywhere(parse_formula("-exp(2*cos(s))/3", {"s"}))
    True
    """
    sign, tree = _without_sign(g.tree)
    found = _spectrum(tree) if sign < 0 else None
    return found is not None and found.positive_everywhere()


def _without_sign(node: Node) -> tuple[int, Node]:
    """Move signs of constant factors to the front."""
    match node:
        case Apply("neg", (arg,)):
            sign, rest = _without_sign(arg)
            return -sign, rest
        case Apply(("*" | "/") as op, (left, right)):
            (s, a), (t, b) = _without_sign(left), _without_sign(right)
            return s * t, Apply(op, (a, b))
        case Const(value) if value < 0:
            return -1, Const(-value)
    return 1, node


def _spectrum(node: Node) -> Spectrum | None:
    if _LAG not in free_names(node):
        value = to_ball(node, {})
        return Spectrum(frozenset({0})) if value > 0 else Spectrum(frozenset()) if value == 0 else None
    polynomial = expand_trigonometric(formula_of(node), (_LAG,))
    if polynomial is not None:
        terms = {p[0]: c for p, c in polynomial.terms.items()}
        if any(p.denominator != 1 or imaginary or real < 0 for p, (real, imaginary) in terms.items()):
            return None
        return Spectrum(frozenset(int(p) for p in terms))
    match node:
        case Apply("+", (left, right)):
            return _sum(_spectrum(left), _spectrum(right))
        case Apply("*", (left, right)):
            return _product(_spectrum(left), _spectrum(right))
        case Apply(("exp" | "cosh" | "sinh") as op, (arg,)):
            return _series(op, _spectrum_up_to_constant(arg) if op == "exp" else _spectrum(arg))
        case Apply("**", (base, Const(n))) if n.denominator == 1 and 1 <= n <= 64:
            return _power(_spectrum(base), int(n))
        case Apply("/", (left, right)):
            return _quotient(left, right)
    return None


def _spectrum_up_to_constant(node: Node) -> Spectrum | None:
    """exp(g + c) is exp(g) times a positive constant, so constants of any sign are dropped."""
    match node:
        case Apply(("+" | "-"), (left, right)) if _LAG not in free_names(right):
            return _spectrum_up_to_constant(left)
        case Apply("+", (left, right)) if _LAG not in free_names(left):
            return _spectrum_up_to_constant(right)
    return _spectrum(node)


def _sum(a: Spectrum | None, b: Spectrum | None) -> Spectrum | None:
    if a is None or b is None:
        return None
    step = min((s for s in (a.step, b.step) if s), default=0)
    return Spectrum(a.modes | b.modes, step)


def _product(a: Spectrum | None, b: Spectrum | None) -> Spectrum | None:
    """Coefficients convolve: positive at sums of positive modes."""
    if a is None or b is None:
        return None
    if len(a.modes) * len(b.modes) > 100_000:
        return None
    sums = frozenset(p + q for p in a.modes for q in b.modes)
    full = (a.step == 1 and (b.modes or b.step)) or (b.step == 1 and (a.modes or a.step))
    step = 1 if full else a.step if 0 in b.modes else b.step if 0 in a.modes else 0
    return Spectrum(sums, step)


def _power(base: Spectrum | None, n: int) -> Spectrum | None:
    result = base
    for _ in range(n - 1):
        result = _product(result, base)
    return result


def _series(op: str, g: Spectrum | None) -> Spectrum | None:
    """Return the spectrum of exp g, cosh g or sinh g.

    exp g = sum g^j / j! is positive at sums of positive modes; modes come with their opposites, so that these are
    all multiples of their gcd.
    """
    if g is None:
        return None
    if op == "exp":
        step = gcd(*g.modes, g.step)
        return Spectrum(frozenset({0}), step)
    return g if op == "sinh" else Spectrum(frozenset({0}))


def _quotient(left: Node, right: Node) -> Spectrum | None:
    """a/c for a constant c > 0, and a/(c - g) = a/c sum (g/c)^j for a spectrum g >= 0 with g(0) < c."""
    if _LAG not in free_names(right):
        value = to_ball(right, {})
        return _spectrum(left) if value > 0 else None
    if not isinstance(right, Apply) or right.op != "-" or _LAG in free_names(right.args[0]):
        return None
    g = _spectrum(right.args[1])
    top = to_ball(right, {_LAG: flint.arb(0)})
    if g is None or not top > 0:
        return None
    geometric = Spectrum(frozenset({0}), gcd(*g.modes, g.step))
    return _product(_spectrum(left), geometric)


def negative_definite_on_line(g: Formula) -> bool:
    """Return whether ∬ g(xi - zeta) dsigma dsigma < 0 for every signed sigma != 0 on a bounded set of the line.

    Notes ----- A positive definite function whose spectral density is positive on an open set is strictly
    so on compact sets, because the transform of a compactly supported measure is analytic. Such are e^{-c
    s^2}, e^{-c |s|} and 1/(1 + c s^2), c > 0, their positive multiples, sums with cosines and positive
    constants, and products.

    Examples
    --------
    >>> from verify.model.formula import parse_formula
    >>> (
    ...     negative_definite_on_line(parse_formula("-exp(-s**2)/2", {"s"})),
    ...     negative_definite_on_line(parse_formula("-cos(s)", {"s"})),
    ... )
    (True, False)
    """
    sign, tree = _without_sign(g.tree)
    return sign < 0 and _definiteness(tree) == 2


def _definiteness(node: Node) -> int:
    """Return 2 for strictly positive definite on compact sets, 1 for positive definite, 0 for unseen."""
    if _LAG not in free_names(node):
        return int(bool(to_ball(node, {}) > 0))
    match node:
        case Apply("cos", (arg,)) if _multiple_of_lag(arg):
            return 1
        case Apply("exp", (arg,)):
            return 2 * _decays(arg)
        case Apply("+", (left, right)):
            pair = (_definiteness(left), _definiteness(right))
            return max(pair) if min(pair) else 0
        case Apply("*", (left, right)):
            pair = (_definiteness(left), _definiteness(right))
            return max(pair) if min(pair) else 0
        case Apply("/", (left, right)) if _LAG not in free_names(right):
            return _definiteness(left) if to_ball(right, {}) > 0 else 0
        case Apply("/", (left, Apply("+", (one, tail)))) if _LAG not in free_names(one) and to_ball(one, {}) > 0:
            lorentz = _square_of_lag(tail)
            return 2 * bool(lorentz and _definiteness(left))
    return 0


def _multiple_of_lag(node: Node) -> bool:
    form = linear_form(node)
    return form is not None and not form.rational and not form.pi


def _decays(exponent: Node) -> bool:
    """Whether an exponent is -c s^2 or -c |s| with c > 0."""
    sign, tree = _without_sign(exponent)
    return sign < 0 and (_square_of_lag(tree) or _scaled(tree, Apply("Abs", (Name(_LAG),))))


def _square_of_lag(node: Node) -> bool:
    return _scaled(node, Apply("**", (Name(_LAG), Const(Fraction(2)))))


def _scaled(node: Node, base: Node) -> bool:
    """Whether a tree is a positive constant times base, the lag being s or -s."""
    match node:
        case Apply("*", (left, right)) if _LAG not in free_names(left):
            return bool(to_ball(left, {}) > 0) and _scaled(right, base)
        case Apply(("*" | "/"), (left, right)) if _LAG not in free_names(right):
            return bool(to_ball(right, {}) > 0) and _scaled(left, base)
    return node == base or replace_parts(node, {Apply("neg", (Name(_LAG),)): Name(_LAG)}) == base
