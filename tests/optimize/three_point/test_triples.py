"""Triples of cyclic labels against a brute-force count of orbits; zonal functions in cosines against SciPy."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from scipy.special import eval_legendre

from verify.optimize.three_point.triples import cosine_matrix, triples


def _orbits(n):
    """Triples of Z_n up to rotations and reflections, by listing their images."""
    seen, orbits = set(), []
    for triple in combinations(range(n), 3):
        if frozenset(triple) in seen:
            continue
        orbits.append(triple)
        for shift in range(n):
            for sign in (1, -1):
                seen.add(frozenset((sign * i + shift) % n for i in triple))
    return orbits


@pytest.mark.parametrize("n", [3, 4, 7, 12])
def test_triples_are_the_orbits_of_the_dihedral_group(n):
    """As many, and with the same lags."""
    found = sorted(sorted(triple.lags) for triple in triples(n))
    lags = [sorted(min((a - b) % n, (b - a) % n) for a, b in combinations(t, 2)) for t in _orbits(n)]
    assert found == sorted(lags)


def test_edges_of_equal_gaps_share_a_function():
    """Isosceles triples have two classes, the equilateral one, all others three."""
    assert [len(set(t.classes)) for t in triples(9)] == [2, 3, 3, 2, 2, 3, 1]


def test_zonal_functions_are_combinations_of_cosines():
    """Legendre polynomials and powers at angles."""
    angles = np.linspace(0, np.pi, 7)
    waves = np.cos(np.outer(np.arange(6), angles))
    assert cosine_matrix("zonal", 3, 5) @ waves == pytest.approx(
        np.array([eval_legendre(n, np.cos(angles)) for n in range(6)])
    )
    assert cosine_matrix("powers", 7, 5) @ waves == pytest.approx(np.array([np.cos(angles) ** n for n in range(6)]))
