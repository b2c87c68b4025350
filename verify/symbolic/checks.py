"""How a step is checked: by a normal form and, apart from it, in balls at random instances.

A check returns an outcome; none of them can only succeed. An identity compares two sides that were built apart, and is
refused where both are the same expression.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

import flint
import sympy

from verify.model.verdict import Status
from verify.symbolic.balls import CannotEvaluate, enclose
from verify.symbolic.functions import Average
from verify.symbolic.rings import SUMS, Ring, difference
from verify.symbolic.samples import Domain, Sample
from verify.symbolic.vectors import Dot

__all__ = [
    "Check",
    "Cited",
    "Computed",
    "Identity",
    "Inequality",
    "IntegralIdentity",
    "Outcome",
    "Root",
    "SumOfSquares",
]

Claim = sympy.Rel | str
_PRECISION = 160


@dataclass(frozen=True)
class Outcome:
    """What a check found: the rung, how, and the largest residual (a ball, as text)."""

    status: Status
    how: str
    residual: str | None = None


class Check(Protocol):
    """A machine check of a claim; ``expected`` is the rung that it has to reach."""

    @property
    def expected(self) -> Status:
        """The rung that the step needs."""
        ...

    def run(self, claim: Claim, seed: int) -> Outcome:
        """Check the claim."""
        ...


def _sides(claim: Claim) -> tuple[sympy.Expr, sympy.Expr]:
    if not isinstance(claim, sympy.Rel):
        raise TypeError(f"a check of this kind needs a relation of two sides, got {claim!r}")
    if claim.lhs == claim.rhs:
        raise ValueError("both sides are the same expression: this check could not fail")
    return claim.lhs, claim.rhs


# ---------------------------------------------------------------- random instances


@dataclass(frozen=True)
class _Instances:
    """The residual lhs - rhs at random instances."""

    verdict: bool | None  # True: zero in every ball; False: one ball excludes zero; None: not evaluated or too wide
    residual: str | None
    words: str


def _instances(claim: Claim, domain: Mapping[Any, Domain], points: int, seed: int) -> _Instances:
    lhs, rhs = _sides(claim)
    worst = flint.arb(0)
    with flint.ctx.workprec(_PRECISION):
        for point in range(points):
            sample = Sample(1000 * seed + point, domain)
            try:
                left, right = enclose(lhs, sample), enclose(rhs, sample)
            except CannotEvaluate as error:
                return _Instances(None, None, f"not evaluated in balls: {error}")
            for gap in _gaps(left, right):
                if not gap.contains(0):
                    return _Instances(False, gap.str(5), f"the sides differ at instance {point + 1} of seed {seed}")
                size = flint.arb(abs(gap).upper())
                if not size < flint.arb(2) ** -(_PRECISION // 3):
                    return _Instances(None, gap.str(5), "the balls at a random instance are too wide")
                worst = worst.max(size)
    return _Instances(True, worst.str(3, radius=False), f"balls at {points} random instances agree")


def _gaps(left: Any, right: Any) -> list[flint.arb]:
    if isinstance(left, list) or isinstance(right, list):
        zero = [flint.arb(0)] * len(left if isinstance(left, list) else right)
        pairs = zip(left or zero, right or zero, strict=True)
        return [gap for a, b in pairs for gap in _gaps(a, b)]
    gap = left - right
    if isinstance(gap, flint.acb):
        return [gap.real, gap.imag]
    return [flint.arb(gap)]


# ---------------------------------------------------------------- the checks


@dataclass(frozen=True)
class Identity:
    """An equality: zero in the normal form of a ring, and zero in balls at random instances.

    Parameters
    ----------
    ring : Ring
        Where the normal form lives.
    domain : mapping, optional
        Intervals or lists of values for symbols; see :class:`verify.symbolic.samples.Sample`.
    points : int
        Number of random instances.
    """

    ring: Ring = SUMS
    domain: Mapping[Any, Domain] = field(default_factory=dict)
    points: int = 3

    @property
    def expected(self) -> Status:
        """Exact."""
        return Status.EXACT

    def run(self, claim: Claim, seed: int) -> Outcome:
        """Compare both sides twice."""
        lhs, rhs = _sides(claim)
        terms = difference(lhs, rhs, self.ring)
        found = _instances(claim, self.domain, self.points, seed)
        return _joined(not terms, f"normal form in {self.ring.name}", found)


def _joined(exact: bool, how: str, found: _Instances) -> Outcome:
    if found.verdict is False:
        return Outcome(Status.REFUTED, found.words, found.residual)
    if found.verdict is None:
        reached = "holds" if exact else "does not vanish"
        return Outcome(Status.UNKNOWN, f"{how}: {reached}; {found.words}", found.residual)
    if exact:
        return Outcome(Status.EXACT, f"{how}; {found.words}", found.residual)
    return Outcome(Status.NUMERIC, f"{how}: terms remain; {found.words}", found.residual)


@dataclass(frozen=True)
class IntegralIdentity:
    """An equality with one integral: its antiderivative is differentiated, and the integral enclosed by quadrature.

    Parameters
    ----------
    antiderivative : Expr
        F with F' equal to the integrand, in the variable of integration.
    ring : Ring
        Where F' and F(b) - F(a) are compared.
    """

    antiderivative: sympy.Expr
    ring: Ring = SUMS
    domain: Mapping[Any, Domain] = field(default_factory=dict)
    points: int = 3

    @property
    def expected(self) -> Status:
        """Exact."""
        return Status.EXACT

    def run(self, claim: Claim, seed: int) -> Outcome:
        """Differentiate the antiderivative, take it at the ends, and integrate in balls."""
        lhs, rhs = _sides(claim)
        integrals = list(lhs.atoms(sympy.Integral))
        if len(integrals) != 1 or len(integrals[0].limits) != 1:
            raise ValueError("the left side must hold exactly one integral over one variable")
        ((variable, low, high),) = integrals[0].limits
        slope = difference(self.antiderivative.diff(variable), integrals[0].function, self.ring)
        ends = self.antiderivative.subs(variable, high) - self.antiderivative.subs(variable, low)
        value = difference(lhs.xreplace({integrals[0]: ends}), rhs, self.ring)
        found = _instances(claim, self.domain, self.points, seed)
        return _joined(not slope and not value, f"antiderivative in {self.ring.name}; rigorous quadrature", found)


@dataclass(frozen=True)
class Cited:
    """A classical result with its reference; a relation is still tried in balls at random instances.

    Parameters
    ----------
    reference : str
        Where it is proved.
    """

    reference: str
    domain: Mapping[Any, Domain] = field(default_factory=dict)
    points: int = 3

    @property
    def expected(self) -> Status:
        """Cited, and no more."""
        return Status.CITED

    def run(self, claim: Claim, seed: int) -> Outcome:
        """Return ``cited``, or ``refuted`` where an instance contradicts the claim."""
        if not isinstance(claim, sympy.Rel):
            return Outcome(Status.CITED, self.reference)
        if not isinstance(claim, sympy.Eq):
            found = _sign_instances(claim, self.domain, self.points, seed)
        else:
            found = _instances(claim, self.domain, self.points, seed)
        if found.verdict is False:
            return Outcome(Status.REFUTED, found.words, found.residual)
        return Outcome(Status.CITED, f"{self.reference}; {found.words}", found.residual)


def _sign_instances(claim: sympy.Rel, domain: Mapping[Any, Domain], points: int, seed: int) -> _Instances:
    lhs, rhs = _sides(claim)
    with flint.ctx.workprec(_PRECISION):
        for point in range(points):
            sample = Sample(1000 * seed + point, domain)
            try:
                gap = enclose(lhs - rhs, sample)
            except CannotEvaluate as error:
                return _Instances(None, None, f"not evaluated in balls: {error}")
            gap = flint.arb(gap) if claim.rel_op in {">", ">="} else -flint.arb(gap)
            if gap < 0 or (claim.rel_op in {">", "<"} and not gap > 0):
                return _Instances(False, gap.str(5), f"the inequality fails at instance {point + 1} of seed {seed}")
    return _Instances(True, None, f"balls at {points} random instances agree")


@dataclass(frozen=True)
class SumOfSquares:
    """An inequality lhs >= rhs: the difference is identically an expression that shows that it is nonnegative.

    Parameters
    ----------
    certificate : Expr
        Built from squares, norms, positive symbols and numbers, exponentials, sums and means of such.
    """

    certificate: sympy.Expr
    ring: Ring = SUMS
    domain: Mapping[Any, Domain] = field(default_factory=dict)
    points: int = 3

    @property
    def expected(self) -> Status:
        """Exact."""
        return Status.EXACT

    def run(self, claim: Claim, seed: int) -> Outcome:
        """Compare the difference with the certificate, read off its sign, and try random instances."""
        lhs, rhs = _sides(claim)
        assert isinstance(claim, sympy.Rel)
        if claim.rel_op not in {">=", "<="}:
            raise ValueError("a sum of squares proves >= or <=")
        gap = lhs - rhs if claim.rel_op == ">=" else rhs - lhs
        found = _sign_instances(claim, self.domain, self.points, seed)
        terms = difference(gap, self.certificate, self.ring)
        signed = _is_nonnegative(self.certificate)
        return _joined(not terms and signed, "difference as a sum of squares", found)


def _is_nonnegative(e: sympy.Expr) -> bool:
    """Whether the form of an expression shows that it is nonnegative."""
    if e.is_nonnegative:
        return True
    if isinstance(e, Dot):
        return e.args[0] == e.args[1]
    if isinstance(e, sympy.Pow):
        return bool(e.exp.is_even and e.base.is_real is not False) or _is_nonnegative(e.base)
    if isinstance(e, sympy.Add | sympy.Mul):
        return all(_is_nonnegative(arg) for arg in e.args)
    if isinstance(e, sympy.Sum):
        return _is_nonnegative(e.function)
    if isinstance(e, Average):
        return getattr(e.args[2], "mass", 0) == 1 and _is_nonnegative(e.args[0])
    return isinstance(e, sympy.exp) and e.args[0].is_real is not False


@dataclass(frozen=True)
class Inequality:
    """A strict inequality on a box (or between constants), by balls on pieces that are halved until all decide.

    Parameters
    ----------
    box : mapping of Symbol to (low, high)
        Closed rational intervals; empty for an inequality between constants.
    pieces : int
        How many pieces may be looked at.
    """

    box: Mapping[sympy.Symbol, tuple[Any, Any]] = field(default_factory=dict)
    pieces: int = 4096

    @property
    def expected(self) -> Status:
        """Enclosed."""
        return Status.ENCLOSED

    def run(self, claim: Claim, seed: int) -> Outcome:
        """Decide the sign of the difference on every piece."""
        lhs, rhs = _sides(claim)
        assert isinstance(claim, sympy.Rel)
        gap = lhs - rhs if claim.rel_op in {">", ">="} else rhs - lhs
        ends = {s: (sympy.Rational(low), sympy.Rational(high)) for s, (low, high) in self.box.items()}
        waiting, seen = [ends], 0
        lowest: flint.arb | None = None
        with flint.ctx.workprec(_PRECISION):
            sample = Sample(seed)
            while waiting:
                piece, seen = waiting.pop(), seen + 1
                value = flint.arb(enclose(gap, sample, {s: _interval(*bounds) for s, bounds in piece.items()}))
                if value > 0:
                    low = flint.arb(value.lower())
                    lowest = low if lowest is None else lowest.min(low)
                    continue
                if value <= 0:
                    return Outcome(Status.REFUTED, f"fails on {_words(piece)}", value.str(5))
                if not piece or seen + len(waiting) > self.pieces:
                    return Outcome(Status.UNKNOWN, f"not decided on {_words(piece)}", value.str(5))
                waiting += _halves(piece)
        margin = "0" if lowest is None else lowest.str(3, radius=False)
        return Outcome(Status.ENCLOSED, f"balls on {seen} pieces" if self.box else "a ball excludes 0", margin)


def _interval(low: sympy.Rational, high: sympy.Rational) -> flint.arb:
    ends = [flint.arb(int(x.p)) / int(x.q) for x in (low, high)]
    return ends[0].union(ends[1])


def _halves(piece: Mapping[sympy.Symbol, tuple[Any, Any]]) -> list[dict[sympy.Symbol, tuple[Any, Any]]]:
    widest = max(piece, key=lambda s: piece[s][1] - piece[s][0])
    low, high = piece[widest]
    middle = (low + high) / 2
    return [{**piece, widest: (low, middle)}, {**piece, widest: (middle, high)}]


def _words(piece: Mapping[sympy.Symbol, tuple[Any, Any]]) -> str:
    return ", ".join(f"{s} in [{low}, {high}]" for s, (low, high) in piece.items()) or "constants"


@dataclass(frozen=True)
class Root:
    """A root of lhs = rhs near a decimal: a change of sign within one unit of its last digit, and a slope not zero.

    Parameters
    ----------
    variable : Symbol
        The unknown.
    value : str
        Decimal; the root lies within one unit of its last digit.
    alone_in : (low, high), optional
        Rational interval in which it is shown to be the only root: the slope keeps its sign there, piece by piece, or
        the difference is not zero.
    """

    variable: sympy.Symbol
    value: str
    alone_in: tuple[Any, Any] | None = None

    @property
    def expected(self) -> Status:
        """Enclosed."""
        return Status.ENCLOSED

    def run(self, claim: Claim, seed: int) -> Outcome:
        """Enclose the difference at both ends, its slope between, and both elsewhere."""
        lhs, rhs = _sides(claim)
        middle = sympy.Rational(self.value)
        unit = sympy.Rational(1, 10 ** len(self.value.partition(".")[2]))
        low, high = middle - unit, middle + unit
        gap = lhs - rhs
        slope = gap.diff(self.variable)
        with flint.ctx.workprec(_PRECISION):
            sample = Sample(seed)

            def at(e: sympy.Expr, a: sympy.Rational, b: sympy.Rational) -> flint.arb:
                return flint.arb(enclose(e, sample, {self.variable: _interval(a, b)}))

            first, last, between = at(gap, low, low), at(gap, high, high), at(slope, low, high)
            if not first * last < 0 or between.contains(0):
                status = Status.REFUTED if first * last > 0 else Status.UNKNOWN
                return Outcome(status, f"no single change of sign within {unit} of {self.value}", first.str(5))
            if self.alone_in is not None:
                waiting = [(sympy.Rational(self.alone_in[0]), low), (high, sympy.Rational(self.alone_in[1]))]
                seen = 0
                while waiting:
                    a, b = waiting.pop()
                    seen += 1
                    inside = at(gap, a, b)
                    if not inside.contains(0) or (not at(slope, a, b).contains(0) and _same_sign(at, gap, a, b)):
                        continue
                    if seen > 4096:
                        return Outcome(Status.UNKNOWN, f"another root may lie in [{a}, {b}]", inside.str(5))
                    waiting += [(a, (a + b) / 2), ((a + b) / 2, b)]
        words = "change of sign and slope in balls"
        if self.alone_in is not None:
            words += f"; no other root in [{self.alone_in[0]}, {self.alone_in[1]}]"
        return Outcome(Status.ENCLOSED, words, str(float(unit)))


def _same_sign(at: Callable[..., flint.arb], gap: sympy.Expr, a: sympy.Rational, b: sympy.Rational) -> bool:
    """Whether a monotone difference has one sign at both ends, so that it has no root between."""
    return bool(at(gap, a, a) * at(gap, b, b) > 0)


@dataclass(frozen=True)
class Computed:
    """A claim checked by a function of the seed that returns its outcome; for what is no identity.

    Parameters
    ----------
    function : callable
        ``function(seed) -> Outcome``; pure.
    rung : Status
        What it has to reach.
    """

    function: Callable[[int], Outcome]
    rung: Status = Status.EXACT

    @property
    def expected(self) -> Status:
        """The rung that was asked for."""
        return self.rung

    def run(self, claim: Claim, seed: int) -> Outcome:  # noqa: ARG002 - the claim is in words
        """Call the function."""
        return self.function(seed)
