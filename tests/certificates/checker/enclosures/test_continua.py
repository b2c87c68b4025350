"""Cells of continua: bounds contain the values, lags are shared, minorants are compared."""

from __future__ import annotations

import math
import random

import pytest

from verify.certificates.checker import Refused
from verify.certificates.checker.problem import Problem, read_labels

INTERVAL = {"kind": "interval", "a": "0", "b": "2", "density": "1 + xi"}


def read(k, labels):
    """Return a factor."""
    return Problem(3, read_labels(labels), {"k": k}).factor()


def test_bounds_on_cells_contain_the_weighted_symmetric_part():
    """k rho rho at random points of random cells."""
    rng = random.Random(2)
    count, bound = read("exp(-xi)*cos(zeta)", INTERVAL).enclosed({"cells": 8})
    assert count == 8
    for _ in range(300):
        a, b = rng.randrange(8), rng.randrange(8)
        x, y = (a + rng.random()) / 4, (b + rng.random()) / 4
        value = (math.exp(-x) * math.cos(y) + math.exp(-y) * math.cos(x)) / 2 * (1 + x) * (1 + y)
        lo, hi, _ = bound(a, b)
        assert lo / 2**80 - 1e-12 <= value <= hi / 2**80 + 1e-12


def test_bounds_of_differences_are_shared_by_cells_of_one_lag():
    """On a torus, by both axes."""
    k = read("cos(xi1 - zeta1) + 2*cos(2*(xi2 - zeta2))", {"kind": "torus", "dim": 2})
    assert k.lagged
    _, bound = k.enclosed({"cells": 4})
    assert bound(0, 5) == bound(5, 10) == bound(10, 5)
    lo, hi, _ = bound(0, 0)
    assert lo / 2**80 < 3 <= hi / 2**80


@pytest.mark.parametrize(
    "labels",
    [{"kind": "interval", "a": "1", "b": "1"}, {"kind": "interval", "a": "0", "b": "1", "density": "xi - 1"},
     {"kind": "line"}, {"kind": "torus", "dim": 0}, {"kind": "interval", "a": "0", "b": "1", "density": "1/xi"}],
)  # fmt: skip
def test_a_law_that_is_none_is_refused(labels):
    """Empty, negative, unbounded or unknown."""
    with pytest.raises(Refused):
        read_labels(labels)
