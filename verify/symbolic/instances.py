"""A relation at random instances, in balls; and what it is worth together with an exact check."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

import flint
import sympy

from verify.model.verdict import Status
from verify.symbolic.balls import EvaluationError, enclose
from verify.symbolic.samples import Domain, Sample

__all__ = ["PRECISION", "Claim", "Instances", "Outcome", "equal_instances", "joined", "ordered_instances", "sides_of"]

#: A relation of two expressions, or a sentence.
Claim: TypeAlias = sympy.Rel | str
#: Bits of the balls at random instances.
PRECISION = 160


@dataclass(frozen=True)
class Outcome:
    """What a check found: the rung, how, and the largest residual (a ball, as text)."""

    status: Status
    how: str
    residual: str | None = None


def sides_of(claim: Claim) -> tuple[sympy.Expr, sympy.Expr]:
    """Return both sides of a relation.

    Raises
    ------
    TypeError
        The claim is a sentence.
    ValueError
        Both sides are the same expression, so that no check of them could fail.
    """
    if not isinstance(claim, sympy.Rel):
        raise TypeError(f"a check of this kind needs a relation of two sides, got {claim!r}")
    if claim.lhs == claim.rhs:
        raise ValueError("both sides are the same expression: this check could not fail")
    return claim.lhs, claim.rhs


# ---------------------------------------------------------------- random instances


@dataclass(frozen=True)
class Instances:
    """The residual lhs - rhs at random instances."""

    verdict: bool | None  # True: zero in every ball; False: one ball excludes zero; None: not evaluated or too wide
    residual: str | None
    words: str


def equal_instances(claim: Claim, domain: Mapping[Any, Domain], points: int, seed: int) -> Instances:
    """Return whether both sides of an equality agree in balls at random instances."""
    lhs, rhs = sides_of(claim)
    worst = flint.arb(0)
    with flint.ctx.workprec(PRECISION):
        for point in range(points):
            sample = Sample(1000 * seed + point, domain)
            try:
                left, right = enclose(lhs, sample), enclose(rhs, sample)
            except EvaluationError as error:
                return Instances(None, None, f"not evaluated in balls: {error}")
            for gap in _gaps(left, right):
                if not gap.contains(0):
                    return Instances(False, gap.str(5), f"the sides differ at instance {point + 1} of seed {seed}")
                size = flint.arb(abs(gap).upper())
                if not size < flint.arb(2) ** -(PRECISION // 3):
                    return Instances(None, gap.str(5), "the balls at a random instance are too wide")
                worst = worst.max(size)
    return Instances(True, worst.str(3, radius=False), f"balls at {points} random instances agree")


def _gaps(left: Any, right: Any) -> list[flint.arb]:
    if isinstance(left, list) or isinstance(right, list):
        zero = [flint.arb(0)] * len(left if isinstance(left, list) else right)
        pairs = zip(left or zero, right or zero, strict=True)
        return [gap for a, b in pairs for gap in _gaps(a, b)]
    gap = left - right
    if isinstance(gap, flint.acb):
        return [gap.real, gap.imag]
    return [flint.arb(gap)]


def ordered_instances(claim: sympy.Rel, domain: Mapping[Any, Domain], points: int, seed: int) -> Instances:
    """Return whether an inequality holds in balls at random instances."""
    lhs, rhs = sides_of(claim)
    with flint.ctx.workprec(PRECISION):
        for point in range(points):
            sample = Sample(1000 * seed + point, domain)
            try:
                gap = enclose(lhs - rhs, sample)
            except EvaluationError as error:
                return Instances(None, None, f"not evaluated in balls: {error}")
            if isinstance(gap, flint.acb):
                if not gap.imag.contains(0):
                    return Instances(None, gap.str(5), "the sides are not real at a random instance")
                gap = gap.real
            gap = flint.arb(gap) if claim.rel_op in {">", ">="} else -flint.arb(gap)
            if gap < 0 or (claim.rel_op in {">", "<"} and not gap > 0):
                return Instances(False, gap.str(5), f"the inequality fails at instance {point + 1} of seed {seed}")
    return Instances(True, None, f"balls at {points} random instances agree")


def joined(exact: Callable[[], bool], how: str, found: Instances) -> Outcome:
    """Return the outcome of an exact check and of random instances; what these refute needs no exact check."""
    if found.verdict is False:
        return Outcome(Status.REFUTED, found.words, found.residual)
    holds = exact()
    if found.verdict is None:
        reached = "holds" if holds else "does not vanish"
        return Outcome(Status.UNKNOWN, f"{how}: {reached}; {found.words}", found.residual)
    if holds:
        return Outcome(Status.EXACT, f"{how}; {found.words}", found.residual)
    return Outcome(Status.NUMERIC, f"{how}: terms remain; {found.words}", found.residual)
