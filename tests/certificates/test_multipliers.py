"""Proved multipliers dominate k exactly, whatever the guess they were made from."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

from verify.certificates.multipliers import (
    dominant_multipliers,
    prove_multipliers,
    row_scales,
    shifted_multipliers,
)
from verify.model.errors import InputError

RATIONALS = st.fractions(min_value=-3, max_value=3, max_denominator=7)


@st.composite
def problems(draw):
    """Return weights, a symmetric rational table, and a guess that may be anything."""
    n = draw(st.integers(1, 5))
    upper = {(i, j): draw(RATIONALS) for i in range(n) for j in range(i, n)}
    k = [[upper[min(i, j), max(i, j)] for j in range(n)] for i in range(n)]
    masses = [draw(st.integers(1, 20)) for _ in range(n)]
    weights = [Fraction(m, sum(masses)) for m in masses]
    guess = draw(st.lists(st.floats(), min_size=n, max_size=n))
    return weights, k, np.array(guess)


def _is_psd(mu, k):
    n = len(k)
    gap = sympy.Matrix(n, n, lambda i, j: sympy.Rational(str((mu[i] if i == j else 0) - k[i][j])))
    return all(gap.extract(list(rows), list(rows)).det() >= 0 for rows in _subsets(n))


def _subsets(n):
    return [[i for i in range(n) if bits >> i & 1] for bits in range(1, 1 << n)]


@pytest.mark.slow
@given(problems(), st.booleans())
def test_any_guess_ends_in_feasible_multipliers(problem, nonnegative):
    """All principal minors of diag(mu) - k are >= 0, mu >= 0 where asked, and dominance is never beaten by less."""
    weights, k, guess = problem
    found = prove_multipliers(weights, k, guess, nonnegative=nonnegative)
    assert _is_psd(found.mu, k)
    assert not nonnegative or min(found.mu) >= 0
    fallback = [max(x, Fraction(0)) if nonnegative else x for x in dominant_multipliers(weights, k)]
    assert found.total(weights) <= sum(w * w * x for w, x in zip(weights, fallback, strict=True))


def test_simple_optima_are_found_exactly():
    """The triangle of -1s has mu = 1: diag(mu) - k is the matrix of ones, singular."""
    k = [[Fraction(-int(i != j)) for j in range(3)] for i in range(3)]
    found = prove_multipliers([Fraction(1, 3)] * 3, k, np.full(3, 1.0 + 1e-9), nonnegative=False)
    assert found.mu == (1, 1, 1)
    assert found.proof.rank == 1
    assert found.total([Fraction(1, 3)] * 3) == Fraction(1, 3)


def test_labels_that_do_not_interact_get_no_multiplier():
    """A zero row of k has mu = 0, also where the guess says otherwise; k = 0 has mu = 0."""
    k = [[Fraction(0)] * 3, [Fraction(0), Fraction(0), Fraction(2)], [Fraction(0), Fraction(2), Fraction(0)]]
    found = prove_multipliers([Fraction(1, 3)] * 3, k, np.array([5.0, 2.0, 2.0]), nonnegative=True)
    assert found.mu == (0, 2, 2)
    zero = prove_multipliers([Fraction(1, 2)] * 2, [[Fraction(0)] * 2] * 2, np.ones(2), nonnegative=False)
    assert zero.mu == (0, 0)


def test_numbers_beyond_floats_fall_back_to_dominance():
    """Entries that overflow float64 still have proved multipliers."""
    huge = Fraction(10) ** 400
    found = prove_multipliers([Fraction(1, 2)] * 2, [[0, huge], [huge, 0]], np.ones(2), nonnegative=False)
    assert found.mu == (huge, huge)


def test_a_guess_of_another_length_is_refused():
    """One multiplier per label."""
    with pytest.raises(InputError, match="mu must have one entry per label"):
        prove_multipliers([Fraction(1)], [[Fraction(1)]], np.ones(2), nonnegative=False)


def test_shifted_multipliers_are_feasible_by_the_margin():
    """The smallest eigenvalue of the scaled gap is the margin, for guesses below, above and not a number."""
    rng = np.random.default_rng(4)
    A = rng.standard_normal((9, 9))
    k, weights = (A + A.T) / 2, rng.uniform(0.1, 1.0, 9)
    sigma = row_scales(weights, k)
    for guess in (np.zeros(9), np.full(9, 1e3), np.full(9, np.nan)):
        mu = shifted_multipliers(weights, k, guess, 1e-3)
        scaled = (np.diag(mu) - k) / np.sqrt(np.outer(sigma, sigma))
        assert np.linalg.eigvalsh(scaled)[0] == pytest.approx(1e-3, rel=1e-6)


@pytest.mark.parametrize(("nonnegative", "least"), [(False, -1), (True, 0)])
def test_the_own_entry_of_a_label_is_part_of_the_table(nonnegative, least):
    """k = [[-1]]: diag(mu) - k = mu + 1 is PSD from mu = -1 on; over all laws mu = 0 is the least that is allowed."""
    found = prove_multipliers([Fraction(1)], [[Fraction(-1)]], np.array([-1.0]), nonnegative=nonnegative)
    assert found.mu == (least,)
