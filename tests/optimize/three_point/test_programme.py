"""Proposals of the linear programme: dual feasible to rounding, and as good as what is known in closed form."""

from __future__ import annotations

import time
from fractions import Fraction

import numpy as np
import pytest
from scipy.special import iv

from verify.model.kernels import read_kernel
from verify.optimize.three_point.programme import propose
from verify.optimize.three_point.reading import read_invariant
from verify.optimize.three_point.triples import triples

CIRCLE = {"kind": "circle"}


def _problem(profile, n, degree, d=2):
    kernel = read_kernel({"family": "factor", "d": d, "profile": profile, "k": "cos(xi - zeta)", "labels": CIRCLE})
    return read_invariant(kernel, n, degree, "zonal", Fraction(0))


def test_multipliers_satisfy_the_equalities():
    """sum of a over the edges of a lag = w_s [k_s c_n + sum_j Y cos], and Y >= 0."""
    problem = _problem({"usa": 1}, 6, 3)
    found = propose(problem, rounds=3)
    lags = np.array([t.lags for t in triples(6)])
    assert found.slack.min() >= 0
    for s, weight in enumerate(problem.weights, start=1):
        waves = np.cos(2 * np.pi * np.arange(4) * s / 6)
        right = weight * (problem.lags[s] * problem.coefficients + waves @ found.slack)
        assert found.edges[lags == s].sum(axis=0) == pytest.approx(right, abs=1e-12)


def test_the_linear_profile_has_the_great_circle_as_its_bound():
    """2 E <= 1/2."""
    assert propose(_problem("t", 5, 1)).bound == pytest.approx(0.5, abs=1e-6)


@pytest.mark.slow
def test_triples_of_labels_help_beyond_pairs():
    """At beta = 1.15, N = 8 gives the great circle to 2e-3, where pairs give sinh(beta)/(2 beta), 7 % more."""
    beta = 1.15
    found = propose(_problem({"usa": "23/20"}, 8, 6), rounds=10)
    assert iv(1, beta) / beta <= found.bound <= 1.002 * iv(1, beta) / beta
    assert found.bound < 0.96 * np.sinh(beta) / (2 * beta)


def test_a_deadline_that_has_passed_gives_nothing():
    """No round was solved."""
    passed = {"deadline": time.monotonic() - 1}
    assert propose(_problem("t", 5, 1), **passed) is None
