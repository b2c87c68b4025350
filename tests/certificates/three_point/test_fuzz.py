"""Three-point certificates of changed problems, sealed again: what is accepted bounds every law that is tried."""

from __future__ import annotations

import copy
import os
import random
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from handmade_triples import reseal, square, triangle

from verify.certificates.three_point import check_three_point

NIGHTLY = os.environ.get("HYPOTHESIS_PROFILE") == "nightly"
MUTATIONS = 20_000 if NIGHTLY else 1_000
PROFILES = {"t": lambda t: t, "2*t": lambda t: 2 * t, "t**3": lambda t: t**3, "t + t**2": lambda t: t + t**2}
FACTORS = {
    "cos(xi - zeta)": np.cos,
    "cos(xi - zeta)/2": lambda s: np.cos(s) / 2,
    "2*cos(xi - zeta)": lambda s: 2 * np.cos(s),
    "-cos(xi - zeta)": lambda s: -np.cos(s),
    "cos(xi - zeta) - 1": lambda s: np.cos(s) - 1,
    "cos(2*(xi - zeta))": lambda s: np.cos(2 * s),
}
GRID = 2 * np.pi * np.arange(24) / 24
LABELS = 2 * np.pi * np.arange(64) / 64  # sums over them are the integrals of these polynomials of low degree


def highest(problem, tilt):
    """Return the highest E - tilt ∬ k <x, y> among the laws that are tried, on the unit circle."""
    f = PROFILES[problem["profile"]]
    if problem["labels"]["kind"] == "circle":
        s = LABELS
        k = FACTORS[problem["k"]](s)
        return max(np.mean(k * (f(np.cos(m * s)) / 2 - tilt * np.cos(m * s))) for m in range(5))
    lags = [float(Fraction(x)) for x in problem["k"]["toeplitz"]]
    n = len(lags)
    rest = np.array(list(product(GRID, repeat=n - 1))).T
    angles = [np.zeros(rest.shape[1]), *rest]
    total = np.zeros(rest.shape[1])
    for i, j in product(range(n), repeat=2):
        t = np.cos(angles[i] - angles[j])
        total += lags[(i - j) % n] * (f(t) / 2 - tilt * t)
    return float(total.max()) / n**2


def forged(cert, rng):
    """Return a mutation of problem, multipliers and claim, sealed again."""
    data, problem = copy.deepcopy(cert["data"]), copy.deepcopy(cert["problem"])
    bound = Fraction(data["claim"]["bound"])
    if rng.random() < 0.7:
        bound = rng.choice(
            (bound / 2, 2 * bound, 3 * bound, bound * Fraction(99, 100), bound * Fraction(101, 100), -bound)
        )
    tilt = rng.choice(("0", "0", "0", "1/100", "1/4"))
    if rng.random() < 0.6:
        problem["profile"] = rng.choice(sorted(PROFILES))
    if rng.random() < 0.6 and isinstance(problem["k"], str):
        problem["k"] = rng.choice(sorted(FACTORS))
    elif rng.random() < 0.6 and not isinstance(problem["k"], str):
        own, other = (str(Fraction(rng.randrange(-8, 5), 4)) for _ in range(2))
        problem["k"]["toeplitz"] = [own, other, other]
    if rng.random() < 0.5:
        row = rng.choice(data["slack"])
        row[0] = str(max(0, int(row[0]) + rng.choice((-1, 1, 2, 2**44))))
    if rng.random() < 0.3:
        edge = rng.choice(data["edges"][0])
        edge[0] = str(rng.choice((-int(edge[0]), int(edge[0]) // 2, 2 * int(edge[0]), int(edge[0]) + 1)))
    claim = {"bound": str(bound), "tilt": tilt}
    return reseal(cert, slack=data["slack"], edges=data["edges"], problem=problem, claim=claim)


def test_the_laws_that_are_tried_have_the_energies_known():
    """The great circle has 1/4 for k = cos, and three directions at 120 degrees 1/6."""
    assert highest(square()["problem"], 0.0) == pytest.approx(1 / 4, abs=1e-12)
    assert highest(triangle()["problem"], 0.0) == pytest.approx(1 / 6, abs=1e-12)
    assert highest(square()["problem"], 1 / 8) == pytest.approx(3 / 16, abs=1e-12)


@pytest.mark.slow
def test_no_certificate_of_a_changed_problem_is_accepted_below_a_law():
    """Of 1,000 (nightly 20,000) mutations, no accepted bound lies below the energy of a law, a tilt included."""
    rng = random.Random(11)
    accepted = 0
    for _ in range(MUTATIONS):
        cert = forged(rng.choice((square(), triangle())), rng)
        if check_three_point(cert).accepted:
            accepted += 1
            claim = cert["data"]["claim"]
            most = highest(cert["problem"], float(Fraction(claim["tilt"])))
            assert most <= float(Fraction(claim["bound"])) + 1e-9, cert
    assert accepted > MUTATIONS // 50
