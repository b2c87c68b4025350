"""Arcsine profiles: the maximum over graph laws is one over signs."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from verify.model.kernels import FactorKernel, read_kernel
from verify.model.profiles import analyse_profile
from verify.spectral.finite.cuts import decide_cuts
from verify.spectral.outcome import Outcome

THIRD = Fraction(1, 3)


def _decide(rows: list[list[Fraction]], profile: str = "2/pi*asin(t)") -> Outcome | None:
    n = len(rows)
    labels = {"kind": "atoms", "weights": [str(Fraction(1, n))] * n}
    kernel = read_kernel({"family": "factor", "d": 3, "profile": profile, "k": rows, "labels": labels})
    assert isinstance(kernel, FactorKernel)
    return decide_cuts(kernel, [Fraction(1, n)] * n, rows, analyse_profile(kernel.profile, 3))


def _table(a: Fraction, b: Fraction, c: Fraction, diagonal: int = 0) -> list[list[Fraction]]:
    d = Fraction(diagonal)
    return [[d, a, b], [a, d, c], [b, c, d]]


def test_collapse_is_unique_although_the_laplacian_is_indefinite() -> None:
    """k12 = k23 = 3/2, k13 = -1: cuts weigh 1/2, 1/2 and 3 (times w^2), all positive."""
    outcome = _decide(_table(Fraction(3, 2), Fraction(-1), Fraction(3, 2)))
    assert outcome is not None
    assert (str(outcome.graph_laws.collapse), str(outcome.all_laws.collapse)) == ("all", "all")


@settings(max_examples=40)
@given(st.tuples(*(st.integers(-3, 3).map(Fraction) for _ in range(3))))
def test_the_decision_is_that_of_all_sign_vectors(entries: tuple[Fraction, ...]) -> None:
    """Brute force over signs: collapse maximises iff the constant signs do."""
    rows = _table(*entries)
    values = {s: sum(rows[i][j] * s[i] * s[j] for i in range(3) for j in range(3)) for s in product((1, -1), repeat=3)}
    top = max(values.values())
    maximisers = {s for s, value in values.items() if value == top}
    constant = {(1, 1, 1), (-1, -1, -1)}
    expected = "none" if not constant & maximisers else "all" if maximisers == constant else "some"
    outcome = _decide(rows)
    assert outcome is not None
    assert str(outcome.graph_laws.collapse) == expected
    energy = outcome.graph_laws.energy.best
    assert energy is not None
    assert float(energy.value) == pytest.approx(float(top) / 18, abs=1e-12)


def test_grothendiecks_identity_holds_by_quadrature() -> None:
    """(2/pi) arcsin t is the mean of sign <g, x> sign <g, y>: in the plane, over the angle of g."""
    angle = np.linspace(0, 2 * np.pi, 200_001)[:-1]
    for gap in (0.3, 1.0, 2.5):
        mean = np.mean(np.sign(np.cos(angle)) * np.sign(np.cos(angle - gap)))
        assert mean == pytest.approx(2 / np.pi * np.arcsin(np.cos(gap)), abs=1e-4)


@pytest.mark.parametrize("profile", ["t", "-asin(t)", "asin(t) + t", "asin(t)**3"])
def test_other_profiles_are_left_alone(profile: str) -> None:
    """Only positive multiples of asin t."""
    assert _decide(_table(THIRD, THIRD, THIRD), profile) is None


def test_negative_self_interaction_leaves_spread_slices_open() -> None:
    """With k_ii < 0 the mean sign of a slice may be inside [-1, 1]."""
    outcome = _decide(_table(Fraction(1), Fraction(1), Fraction(1), diagonal=-1))
    assert outcome is not None
    assert (str(outcome.graph_laws.collapse), str(outcome.all_laws.collapse)) == ("all", "unknown")
