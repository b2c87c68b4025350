"""Target laws on a line: quantiles, and bounds on W2 against distances known in closed form."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from verify.model.errors import InputError
from verify.testing.strategies import line_targets
from verify.testing.targets import AtomicLaw, CantorLaw, MixtureLaw, PowerLaw


def distance(line, n, fine=200_000):
    """Return W2 between the law and its n quantiles on the line: both sorted, by the midpoint rule."""
    s = (np.arange(fine) + 0.5) / fine
    order = np.sort(line.map(s))
    return float(np.sqrt(np.mean((order - np.sort(line.map((np.floor(s * n) + 0.5) / n))) ** 2)))


@given(line_targets(1.0), st.sampled_from([1, 7, 64]))
def test_the_bound_holds_for_every_law(line, n):
    """Atomic, with a density, singular, mixed; up to the error of the midpoint rule."""
    assert distance(line, n, 20_000) <= line.bound(n) + 0.02


@pytest.mark.parametrize("n", [1, 10, 500])
def test_without_cuts_the_bound_falls_at_least_like_the_root_of_n(n):
    """W2 <= R/sqrt(2n) for every law; L/(2n) for the uniform one, whose distance is L/(sqrt(12) n)."""
    for line in (PowerLaw(0.0, 2.0), PowerLaw(0.0, 2.0, 3.0), CantorLaw(0.0, 2.0)):
        assert line.bound(n) <= 2 / np.sqrt(2 * n)
    assert PowerLaw(0.0, 2.0).bound(n) == pytest.approx(1 / n)
    assert distance(PowerLaw(0.0, 2.0), n) == pytest.approx(2 / (np.sqrt(12) * n), rel=1e-3)


def test_atoms_with_matching_weights_are_exact():
    """1/3 and 2/3 are three quantiles, and no two."""
    law = AtomicLaw((0.0, 1.0), (Fraction(1, 3), Fraction(2, 3)))
    assert law.quantiles(3).tolist() == [0, 1, 1]
    assert (law.exact(3), law.bound(3), law.exact(2)) == (True, 0.0, False)
    mixed = MixtureLaw((law, AtomicLaw((5.0,), (Fraction(1),))), (Fraction(1, 2), Fraction(1, 2)))
    assert mixed.exact(6)
    assert sorted(mixed.quantiles(6)) == [0, 1, 1, 5, 5, 5]
    assert not MixtureLaw((PowerLaw(0, 1), law), (Fraction(1, 2), Fraction(1, 2))).exact(6)


def test_two_atoms_with_one_quantile_miss_by_their_distance():
    """The median stands for both: W2^2 = (1/3) 1, and the bound says no more than that."""
    law = AtomicLaw((0.0, 1.0), (Fraction(1, 3), Fraction(2, 3)))
    assert law.bound(1) == pytest.approx(np.sqrt(1 / 3), abs=1e-9)


def test_the_cantor_law_is_its_own_two_halves():
    """T(s/2) = T(s)/3, T((1 + s)/2) = 2/3 + T(s)/3; no value in the middle third."""
    law, s = CantorLaw(0.0, 1.0), (np.arange(1000) + 0.5) / 1000
    assert law.map(s / 2) == pytest.approx(law.map(s) / 3, abs=1e-15)
    assert law.map((1 + s) / 2) == pytest.approx(2 / 3 + law.map(s) / 3, abs=1e-15)
    assert not ((law.map(s) > 1 / 3 + 1e-12) & (law.map(s) < 2 / 3 - 1e-12)).any()


@pytest.mark.parametrize("frequency", [0.0, 1.0, 2.5])
def test_the_transform_of_the_cantor_law_is_that_of_its_quantiles(frequency):
    """|∫ e^{iwx}| as a product of cosines against a mean over 2^16 quantiles."""
    law = CantorLaw(0.0, 6.0)
    mean = abs(np.mean(np.exp(1j * frequency * law.quantiles(2**16))))
    assert law.transform(frequency) == pytest.approx(mean, abs=1e-6)


def test_what_is_no_law_is_bad_input():
    """Points that do not increase, weights that miss 1."""
    with pytest.raises(InputError, match="increase"):
        AtomicLaw((1.0, 0.0), (Fraction(1, 2), Fraction(1, 2)))
    with pytest.raises(InputError, match="sum 1"):
        AtomicLaw((0.0, 1.0), (Fraction(1, 2), Fraction(1, 3)))
    with pytest.raises(InputError, match="sum 1"):
        MixtureLaw((PowerLaw(0, 1),), (Fraction(1, 2),))
