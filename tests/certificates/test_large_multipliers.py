"""Multipliers of large tables: near the optimum of the shift, on the labels that interact."""

from __future__ import annotations

import numpy as np
import pytest

from verify.certificates.large_multipliers import prove_large_multipliers


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
