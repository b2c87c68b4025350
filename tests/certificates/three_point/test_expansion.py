"""Problems expanded in balls: Bessel coefficients by mpmath, lags by floats, what is dropped and what is refused."""

from __future__ import annotations

from fractions import Fraction

import flint
import mpmath
import numpy as np
import pytest
from scipy.special import eval_legendre

from verify.certificates.checker import Refused
from verify.certificates.checker.problem import Problem, read_labels
from verify.certificates.three_point.expansion import cosine_rows, expand_lags, expand_profile
from verify.model.kernels import read_kernel

CIRCLE = {"kind": "circle"}


def _problem(k="cos(xi - zeta)", labels=CIRCLE, profile="t", d=2):
    spec = read_kernel({"family": "factor", "d": d, "profile": profile, "k": k, "labels": labels}).normal_form()
    return Problem(spec["d"], read_labels(spec["labels"]), spec)


def _floats(balls):
    return [float(ball) for ball in balls]


@pytest.fixture(autouse=True)
def _precision():
    with flint.ctx.workprec(192):
        yield


@pytest.mark.parametrize("beta", ["1/2", "7/5", "16"])
def test_coefficients_of_the_exponential_are_bessel_functions(beta):
    """d = 2: 2 I_n; d = 3: (2n + 1) i_n; powers: beta^n/n!; all over beta, and the rest is the rest of f(1)."""
    b = mpmath.mpf(Fraction(beta).numerator) / Fraction(beta).denominator
    known = {
        (2, "zonal"): lambda n: (2 if n else 1) * mpmath.besseli(n, b),
        (3, "zonal"): lambda n: (2 * n + 1) * mpmath.sqrt(mpmath.pi / (2 * b)) * mpmath.besseli(n + 0.5, b),
        (5, "powers"): lambda n: b**n / mpmath.factorial(n),
    }
    for (d, basis), coefficient in known.items():
        series = expand_profile(_problem(profile={"usa": beta}, d=d), 6, basis)
        for n, c in enumerate(series.c):
            assert float(c) == pytest.approx(float(coefficient(n) / b), rel=1e-13)
        rest = mpmath.exp(b) - sum(coefficient(n) for n in range(7))
        assert float(series.rest) == pytest.approx(float(rest / b), rel=1e-9)


def test_one_profile_in_several_spellings_has_the_same_coefficients():
    """c e^{b t}, usa and peak."""
    usa = _floats(expand_profile(_problem(profile={"usa": "2"}), 5, "zonal").c)
    assert _floats(expand_profile(_problem(profile="exp(2*t)/2"), 5, "zonal").c) == pytest.approx(usa)
    assert _floats(expand_profile(_problem(profile="exp(2*t + 1)/2"), 5, "zonal").c) == pytest.approx(
        np.e * np.array(usa)
    )
    peak = _floats(expand_profile(_problem(profile={"peak": "2"}), 5, "zonal").c)
    assert peak == pytest.approx(np.exp(-2) * np.array(usa))


def test_polynomials_are_expanded_exactly():
    """t^2 + t = 1/3 + P_1 + (2/3) P_2 for d = 3; what is above D is the rest."""
    series = expand_profile(_problem(profile="t**2 + t", d=3), 1, "zonal")
    assert series.c[0].overlaps(flint.arb(1) / 3)
    assert series.c[1] == 1
    assert series.rest.overlaps(flint.arb(2) / 3)
    assert (
        expand_profile(_problem(profile={"gegenbauer": ["0", "1", "1/2"]}, d=3), 2, "zonal")
        .c[2]
        .overlaps(flint.arb(1) / 2)
    )


@pytest.mark.parametrize("profile", [{"usa": "-1"}, "t**2 - t", "-exp(t)", "exp(-t)", "tanh(t)", "exp(t**2)"])
def test_a_profile_without_a_nonnegative_expansion_is_refused(profile):
    """Negative coefficients, or a formula that is no exponential and no polynomial."""
    with pytest.raises(Refused):
        expand_profile(_problem(profile=profile), 4, "zonal")


def test_lags_of_the_cosine_are_cosines():
    """k_s = cos(2 pi s/N), the top eigenvalue is 1/2, nothing is spread."""
    lags = expand_lags(_problem(), 7)
    assert _floats(lags.values) == pytest.approx(np.cos(2 * np.pi * np.arange(4) / 7))
    assert (float(lags.top), float(lags.mean), float(lags.spread)) == (0.5, 0.0, 0.0)


def test_negative_fourier_coefficients_are_dropped_where_labels_stand_for_more():
    """k = cos s - cos(5 s)/2 - 1: on the circle cos s is left, and the mean stays what it is."""
    k = "cos(xi - zeta) - cos(5*(xi - zeta))/2 - 1"
    lags = expand_lags(_problem(k), 4)
    assert _floats(lags.values) == pytest.approx([1, 0, -1], abs=1e-15)
    assert float(lags.mean) == -1.0
    table = [str(x) for x in (1, 0, -1, 0)]
    own = expand_lags(_problem({"toeplitz": table}, {"kind": "cyclic", "n": 4}), 4)
    assert _floats(own.values) == [1.0, 0.0, -1.0]


def test_a_subgroup_of_cyclic_labels_sees_the_folded_modes():
    """12 labels with k = 3 cos(2 pi s/12) - cos(4 pi s/12) + 2 cos(10 pi s/12), seen by 4: modes 1 and 5 fold to 1."""
    k = "3*cos(2*pi*(i - j)/12) - cos(4*pi*(i - j)/12) + 2*cos(10*pi*(i - j)/12)"
    lags = expand_lags(_problem(k, {"kind": "cyclic", "n": 12}), 4)
    assert _floats(lags.values) == pytest.approx([5, 0, -5], abs=1e-12)
    assert float(lags.top) == pytest.approx(2.5)


def test_a_formula_that_is_no_function_on_the_cycle_is_charged_for_it():
    """k = e^{-|i - j|} on 5 cyclic labels misses the mean over s and 5 - s by half a difference."""
    lags = expand_lags(_problem("exp(-Abs(i - j))", {"kind": "cyclic", "n": 5}), 5)
    assert float(lags.spread) == pytest.approx((np.exp(-1) - np.exp(-4)) / 2)


@pytest.mark.parametrize(
    ("k", "labels", "n"),
    [
        ("cos(xi + zeta)", CIRCLE, 5),
        ("exp(cos(xi - zeta))", CIRCLE, 5),
        ("cos(2*pi*(i - j)/6)", {"kind": "cyclic", "n": 6}, 4),
        ("i*j", {"kind": "cyclic", "n": 6}, 6),
        ("cos(i - j)", {"kind": "positions", "n": 6}, 6),
    ],
)
def test_a_kernel_that_is_not_translation_invariant_is_refused(k, labels, n):
    """No function of the lag, no trigonometric polynomial, no divisor, other labels."""
    with pytest.raises(Refused):
        expand_lags(_problem(k, labels), n)


def test_zonal_functions_are_positive_combinations_of_cosines():
    """Rows sum to 1 and have no negative entry; values against NumPy and SciPy."""
    angles = np.linspace(0, np.pi, 9)
    waves = np.cos(np.outer(np.arange(7), angles))
    for basis, d, known in (
        ("zonal", 2, lambda n: np.cos(n * angles)),
        ("zonal", 3, lambda n: eval_legendre(n, np.cos(angles))),
        ("powers", 4, lambda n: np.cos(angles) ** n),
    ):
        rows = cosine_rows(basis, d, 6)
        assert all(min(row) >= 0 and sum(row) == 1 for row in rows)
        for n, row in enumerate(rows):
            assert np.array(row, dtype=float) @ waves == pytest.approx(known(n), abs=1e-14)
