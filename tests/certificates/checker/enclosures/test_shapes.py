"""Profiles as formulas: the zonal basis, Taylor shapes, values."""

from __future__ import annotations

from fractions import Fraction

import pytest

from verify.certificates.checker.enclosures.shapes import coefficients_of, mass, to_zonal


@pytest.mark.parametrize("d", [2, 3, 5, 8])
def test_the_zonal_basis_is_orthogonal(d):
    """Moments of the weight (1-t^2)^((d-3)/2): P_n is orthogonal to lower degrees, and the change of basis inverts."""
    moments = [Fraction(1)]  # E t^(2m) = (2m-1)/(2m+d-2) E t^(2m-2)
    for m in range(1, 12):
        moments.append(moments[-1] * Fraction(2 * m - 1, 2 * m + d - 2))
    for n in range(1, 8):
        p = coefficients_of({"gegenbauer": [str(int(m == n)) for m in range(n + 1)]}, d)
        assert sum(p) == 1
        for power in range(n):
            assert sum(c * (moments[(m + power) // 2] if (m + power) % 2 == 0 else 0) for m, c in enumerate(p)) == 0
        assert to_zonal(p, d)[: n + 1] == [Fraction(int(m == n)) for m in range(n + 1)]


@pytest.mark.parametrize(
    ("spec", "d", "one", "mean"),
    [
        ("t**2 + t", 3, Fraction(2), Fraction(1, 3)),
        ("t**4 - 2", 2, Fraction(-1), Fraction(3, 8) - 2),
        ({"gegenbauer": ["-1/2", "1", "1/3"]}, 5, Fraction(5, 6), Fraction(-1, 2)),
    ],
)
def test_masses_of_polynomials_are_exact(spec, d, one, mean):
    """f(1) and the mean of f over the sphere: E t^2 = 1/d, E t^4 = 3/(d (d + 2))."""
    assert mass(spec, d) == (one, mean)
