"""Checks of inequalities and of roots: sums of squares, balls on pieces of a box, changes of sign."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import flint
import sympy

from verify.model.verdict import Status
from verify.symbolic.balls import enclose
from verify.symbolic.functions import Average
from verify.symbolic.instances import PRECISION, Claim, Outcome, joined, ordered_instances, sides_of
from verify.symbolic.rings import SUMS, Ring, difference
from verify.symbolic.samples import Domain, Sample
from verify.symbolic.vectors import Defined, Dot

__all__ = ["Inequality", "Root", "SumOfSquares"]


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
        lhs, rhs = sides_of(claim)
        assert isinstance(claim, sympy.Rel)
        if claim.rel_op not in {">=", "<="}:
            raise ValueError("a sum of squares proves >= or <=")
        gap = lhs - rhs if claim.rel_op == ">=" else rhs - lhs
        found = ordered_instances(claim, self.domain, self.points, seed)

        def exact() -> bool:
            return _is_nonnegative(self.certificate) and not difference(gap, self.certificate, self.ring)

        return joined(exact, "difference as a sum of squares", found)


def _is_nonnegative(e: sympy.Expr) -> bool:
    """Whether the form of an expression shows that it is nonnegative."""
    if e.is_nonnegative:
        return True
    if isinstance(e, Defined):
        return _is_nonnegative(e.definition)
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
        lhs, rhs = sides_of(claim)
        assert isinstance(claim, sympy.Rel)
        gap = lhs - rhs if claim.rel_op in {">", ">="} else rhs - lhs
        ends = {s: (sympy.Rational(low), sympy.Rational(high)) for s, (low, high) in self.box.items()}
        waiting, seen = deque([ends]), 0
        lowest: flint.arb | None = None
        with flint.ctx.workprec(PRECISION):
            sample = Sample(seed)
            while waiting:
                piece, seen = waiting.popleft(), seen + 1
                value = flint.arb(enclose(gap, sample, {s: _interval(*bounds) for s, bounds in piece.items()}))
                if value > 0:
                    low = flint.arb(value.lower())
                    lowest = low if lowest is None else lowest.min(low)
                    continue
                centre = {s: ((low + high) / 2, (low + high) / 2) for s, (low, high) in piece.items()}
                middle = flint.arb(enclose(gap, sample, {s: _interval(*ends) for s, ends in centre.items()}))
                if value <= 0 or middle < 0:
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
        lhs, rhs = sides_of(claim)
        middle = sympy.Rational(self.value)
        unit = sympy.Rational(1, 10 ** len(self.value.partition(".")[2]))
        low, high = middle - unit, middle + unit
        gap = lhs - rhs
        slope = gap.diff(self.variable)
        with flint.ctx.workprec(PRECISION):
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
