"""Upper bounds on the energy from diagonally dominant multipliers (the correlation bound of T6, without a solver).

For f = a_0 + sum_{n >= 1} a_n P_n with a_n >= 0 and K_ij = w_i w_j k_ij: if diag(lambda) - K is positive semidefinite,

    2 E = a_0 sum K + sum_{n >= 1} a_n <K, X_n> <= a_0 sum K + (f(1) - a_0) sum lambda,

since each X_n = (∬ P_n(<x, y>) dmu_i dmu_j) is positive semidefinite with diagonal 1 (graph laws) or at most 1
(P_rho, where lambda >= 0 is needed too). lambda_i = K_ii + sum_{j != i} |K_ij| makes diag(lambda) - K diagonally
dominant.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import flint

from verify.certificates.psd import PsdProof, prove_psd
from verify.model.numbers import Number, ball
from verify.model.profiles import ProfileFacts
from verify.model.verdict import Num

__all__ = ["graph_bound", "slices_bound"]

_LARGEST_EXACT = 300


def graph_bound(weights: Sequence[Fraction], rows: Sequence[Sequence[Number]], facts: ProfileFacts) -> Num | None:
    """Return a proved upper bound of E over graph laws on atoms (and blocks), for a_n >= 0.

    Examples
    --------
    >>> from verify.model.profiles import Profile, analyse_profile
    >>> facts = analyse_profile(Profile.read("t", "profile"), 2)
    >>> half = Fraction(1, 2)
    >>> graph_bound([half, half], [[Fraction(0), Fraction(-1)], [Fraction(-1), Fraction(0)]], facts).value
    '0.25000000000000000000'
    """
    return _bound(weights, rows, facts, clip=False)


def slices_bound(
    weights: Sequence[Fraction], rows: Sequence[Sequence[Number]], facts: ProfileFacts
) -> tuple[Num | None, bool]:
    """Return a proved upper bound of E over P_rho, and whether uniform slices attain it (K negative semidefinite)."""
    negated = _negated(weights, rows)
    if negated is not None and isinstance(prove_psd(negated), PsdProof):
        return _assemble(facts, _total(weights, rows), flint.arb(0)), True
    return _bound(weights, rows, facts, clip=True), False


def _negated(weights: Sequence[Fraction], rows: Sequence[Sequence[Number]]) -> list[list[Fraction]] | None:
    """Return -K exactly, None where an entry is irrational or the table is large."""
    if len(weights) > _LARGEST_EXACT:
        return None
    table = [[k for k in row if isinstance(k, Fraction)] for row in rows]
    if any(len(row) < len(weights) for row in table):
        return None
    return [[-u * v * k for v, k in zip(weights, row, strict=True)] for u, row in zip(weights, table, strict=True)]


def _bound(
    weights: Sequence[Fraction], rows: Sequence[Sequence[Number]], facts: ProfileFacts, *, clip: bool
) -> Num | None:
    masses, multipliers, total = [ball(w) for w in weights], flint.arb(0), flint.arb(0)
    for i, row in enumerate(rows):
        entries = [w * ball(k) for w, k in zip(masses, row, strict=True)]
        whole = sum(entries, flint.arb(0))
        others = sum((abs(x) for j, x in enumerate(entries) if j != i), flint.arb(0))
        multiplier = masses[i] * (entries[i] + others)
        multipliers += multiplier.max(flint.arb(0)) if clip else multiplier
        total += masses[i] * whole
    return _assemble(facts, total, multipliers)


def _total(weights: Sequence[Fraction], rows: Sequence[Sequence[Number]]) -> flint.arb:
    masses = [ball(w) for w in weights]
    parts = (u * v * ball(k) for u, row in zip(masses, rows, strict=True) for v, k in zip(masses, row, strict=True))
    return sum(parts, flint.arb(0))


def _assemble(facts: ProfileFacts, total: flint.arb, multipliers: flint.arb) -> Num | None:
    if facts.a_0 is None:
        return None
    return Num.of_ball((facts.a_0 * total + (facts.value_at_one - facts.a_0) * multipliers) / 2)
