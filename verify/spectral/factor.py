"""Factor kernels h = k(xi, zeta) f(<x, y>) on every label law: by structure, on finite labels, on a continuum."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import flint
import numpy as np

from verify.model.ball_function import ball_function
from verify.model.factors import Entries, Lags, LagTable, lag_formula
from verify.model.formula import Formula
from verify.model.kernels import FactorKernel
from verify.model.labels import LabelLaw, Positions
from verify.model.numbers import ball
from verify.model.profiles import ProfileFacts, analyse_profile
from verify.model.verdict import Collapse, Hypothesis, Num, Status
from verify.spectral.continuum.decision import decide_continuum
from verify.spectral.continuum.signs import Sign, label_bounds, sign_of
from verify.spectral.finite.decision import decide_finite
from verify.spectral.finite.nonnegative import SignDecision, decide_toeplitz, exact_signs
from verify.spectral.finite.sign_rule import nonnegative_outcome
from verify.spectral.negated import increasing_writing
from verify.spectral.outcome import Outcome

__all__ = ["decide_factor"]

_ENCLOSED_LAGS = 8_192
_SMALL_TABLE = 256


def decide_factor(kernel: FactorKernel) -> Outcome:
    """Decide a factor kernel (T5).

    Parameters
    ----------
    kernel : FactorKernel
        Any label law. On finitely many labels the sign of k is first read off its structure, at any size; what changes
        sign needs the exact table, of at most 2,048 labels.

    Raises
    ------
    InputError
        A sign-changing factor on more than 2,048 labels.
    """
    facts = analyse_profile(kernel.profile, kernel.d)
    written = None if facts.slope is True else increasing_writing(kernel)
    if written is None:
        return _decide(kernel, facts)
    increasing = analyse_profile(written.profile, kernel.d)
    by_structure = None if kernel.labels.size is None else _by_structure(written, increasing)
    if by_structure is not None:
        return _rewritten(written, by_structure)
    decided = _decide(kernel, facts)
    if _unknown(decided):
        other = _decide(written, increasing)
        if _unknown(other) < _unknown(decided):
            return _rewritten(written, other)
    return decided


def _decide(kernel: FactorKernel, facts: ProfileFacts) -> Outcome:
    if kernel.labels.size is None:
        return decide_continuum(kernel, facts)
    return _by_structure(kernel, facts) or decide_finite(kernel, facts)


def _unknown(outcome: Outcome) -> int:
    return sum(view.collapse is Collapse.UNKNOWN for view in (outcome.graph_laws, outcome.all_laws))


def _rewritten(written: FactorKernel, outcome: Outcome) -> Outcome:
    """The outcome of (-k)(-f): a certificate would speak of that writing, which is another problem to the checker."""
    text = written.profile.formula(written.d).text
    hypothesis = Hypothesis("h = (-k)(-f)", True, f"Decided for the increasing profile {text} and the negative of k.")
    return replace(outcome, hypotheses=(hypothesis, *outcome.hypotheses), proof=None)


def _by_structure(kernel: FactorKernel, facts: ProfileFacts) -> Outcome | None:
    """Decide k >= 0 without a table: a bias is positive, a formula by structure, a rational lag table by lags."""
    decided = _sign_decision(kernel)
    if decided is None or not decided[0].nonnegative:
        return None
    support, how = decided
    return nonnegative_outcome(kernel, facts, support, _collapsed_energy(kernel, facts), Status.EXACT, how)


def _sign_decision(kernel: FactorKernel) -> tuple[SignDecision, str] | None:
    labels, factor = kernel.labels, kernel.k
    n = labels.size
    assert n is not None
    everywhere = SignDecision(
        nonnegative=True, negative=None, components=np.zeros(n, dtype=np.int32), count=1, irreducible=True
    )
    if factor.log and _is_finite(factor.entries, labels):
        return everywhere, "k = e^b with b finite"
    if isinstance(factor.entries, Lags | LagTable) and isinstance(labels, Positions):
        values = factor.entries.values if isinstance(factor.entries, Lags) else factor.entries.rows
        exact = np.array(values, dtype=object)
        if all(isinstance(x, Fraction) for x in exact.ravel()):
            return decide_toeplitz(exact_signs(exact.tolist()), labels.shape), "the sign of every lag"
    bounds = label_bounds(labels)
    if factor.log or bounds is None or not isinstance(factor.entries, Formula):
        return None
    sign = sign_of(factor.entries, bounds)
    if sign is Sign.POSITIVE:
        return everywhere, f"the structure of {factor.entries.text}"
    if sign is Sign.NONNEGATIVE and n > 1 and _joined_at_lag_one(factor.entries, labels):
        return everywhere, f"the structure of {factor.entries.text}; positive at lag 1"
    return None


def _is_finite(entries: Entries, labels: LabelLaw) -> bool:
    """Whether a bias is certainly finite at all labels: tables are by construction, formulas by their structure."""
    bounds = label_bounds(labels)
    return not isinstance(entries, Formula) or (bounds is not None and sign_of(entries, bounds) is not Sign.UNKNOWN)


def _joined_at_lag_one(formula: Formula, labels: LabelLaw) -> bool:
    """Whether a formula in the lag alone is positive at lag 1 of positions 0..n-1, which then are connected."""
    if not isinstance(labels, Positions) or len(labels.shape) != 1:
        return False
    by_lag = lag_formula(formula, labels)
    return by_lag is not None and bool(by_lag.enclose({"s": flint.arb(1)}) > 0)


def _collapsed_energy(kernel: FactorKernel, facts: ProfileFacts) -> Num | None:
    """f(1)/2 ∬ k: enclosed by lags or from a small table, numeric by lags where there are very many, else None."""
    mean = _mean_by_lag(kernel)
    if mean is None and (kernel.labels.size or 0) <= _SMALL_TABLE:
        weights = kernel.labels.weights()
        rows = kernel.k.rows(kernel.labels)
        terms = (
            ball(u * v) * ball(k)
            for u, row in zip(weights, rows, strict=True)
            for v, k in zip(weights, row, strict=True)
        )
        mean = sum(terms, flint.arb(0))
    if mean is None:
        return None
    return (
        Num.of_ball(facts.value_at_one * mean / 2)
        if isinstance(mean, flint.arb)
        else Num.of_float(float(facts.value_at_one.mid()) * mean / 2)
    )


def _mean_by_lag(kernel: FactorKernel) -> flint.arb | float | None:
    """The mean of k over pairs of one-dimensional positions: (n k(0) + 2 sum_s (n - s) k(s))/n^2."""
    labels, factor = kernel.labels, kernel.k
    if not isinstance(labels, Positions) or len(labels.shape) != 1:
        return None
    n = labels.shape[0]
    if isinstance(factor.entries, Formula):
        by_lag = lag_formula(factor.entries, labels)
        if by_lag is None:
            return None
        if n > _ENCLOSED_LAGS:
            lags = np.arange(n, dtype=float)
            values = by_lag.array({"s": lags})
            values = np.exp(values) if factor.log else values
            return float((n * values[0] + 2 * np.sum((n - lags[1:]) * values[1:])) / n**2)
        enclosed = ball_function(by_lag.tree)
        balls = [enclosed({"s": flint.arb(s)}) for s in range(n)]
        balls = [b.exp() for b in balls] if factor.log else balls
    elif isinstance(factor.entries, Lags):
        balls = [ball(factor.entry(labels, s, 0)) for s in range(n)]
    else:
        return None
    total = n * balls[0] + 2 * sum(((n - s) * balls[s] for s in range(1, n)), flint.arb(0))
    return total / n**2
