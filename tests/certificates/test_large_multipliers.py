"""Multipliers of large tables: near the optimum of the shift, on the labels that interact."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from verify.certificates import large_multipliers as module
from verify.certificates.checker.algebra import check_psd
from verify.certificates.large_multipliers import prove_large_multipliers
from verify.model.errors import InputError


def _table(seed, n):
    A = np.random.default_rng(seed).standard_normal((n, n))
    return (A + A.T) / 2


@pytest.mark.parametrize("guess", [0.0, 100.0, np.nan, np.inf])
def test_any_guess_is_shifted_to_feasibility(guess):
    """The gap diag(mu) - k is positive definite, and barely; a label that does not interact is left out."""
    k = _table(6, 20)
    k[:, 4] = k[4, :] = 0.0
    found = prove_large_multipliers(np.full(20, 0.05), k, 1e-12, np.full(20, guess))
    assert found is not None
    assert found.kept.tolist() == [i for i in range(20) if i != 4]
    mu = found.diagonal + np.diagonal(k)[found.kept]
    kept = k[np.ix_(found.kept, found.kept)]
    assert 0 < np.linalg.eigvalsh(np.diag(mu) - kept)[0] < 1e-5


def test_nothing_is_proved_of_no_interaction_or_of_nan():
    """k = 0 and tables that are not finite have no proof here."""
    assert prove_large_multipliers(np.ones(2), np.zeros((2, 2)), 0.0, np.zeros(2)) is None
    assert prove_large_multipliers(np.ones(2), np.full((2, 2), np.nan), 0.0, np.zeros(2)) is None


def test_sizes_are_refused_before_anything_is_computed(monkeypatch):
    """No label, more than 2,048, or a guess of another length: bad input, and no eigenvalue of it."""
    monkeypatch.setattr(module, "shifted_multipliers", None)
    for n, guesses in ((0, 0), (2049, 2049), (2, 3)):
        with pytest.raises(InputError, match="1 to 2048"):
            prove_large_multipliers(np.ones(n), np.zeros((n, n)), 0.0, np.zeros(guesses))


def test_multipliers_of_a_table_are_raised_to_zero_where_that_is_asked():
    """k = [[-5, 1], [1, -5]] beside a label that does not interact: mu = -4 over graph laws, 0 over all laws."""
    k = [[Fraction(x) for x in row] for row in ([-5, 1, 0], [1, -5, 0], [0, 0, 0])]
    found = prove_large_multipliers(np.full(3, 1 / 3), np.array(k, dtype=float), 0.0, np.full(3, -4.0))
    free, raised = (found.of_table(k, nonnegative=nonnegative) for nonnegative in (False, True))
    assert -4 < free.mu[0] < -4 + Fraction(1, 10**6)
    assert raised.mu == (0, 0, 0)
    for proved in (free, raised):
        A = [[(proved.mu[i] if i == j else 0) - k[i][j] for j in range(3)] for i in range(3)]
        assert check_psd(A, proved.proof.to_data()) == [[0, 0, 1]]


def test_a_label_that_was_left_out_and_interacts_has_no_multipliers():
    """A row that is zero in floats alone."""
    k = [[Fraction(x) for x in row] for row in ([0, 1, 0], [1, 0, 0], [0, 0, 0])]
    found = prove_large_multipliers(np.full(3, 1 / 3), np.array(k, dtype=float), 0.0, np.zeros(3))
    assert found.of_table(k, nonnegative=True) is not None
    k[2][2] = Fraction(1, 10**400)
    assert found.of_table(k, nonnegative=True) is None
