"""Expansions at collapsed laws against Taylor remainders; directions excluded only where that is true."""

from __future__ import annotations

from fractions import Fraction

import flint
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from verify.model.errors import InputError
from verify.model.formula import parse_formula
from verify.model.labels import Atoms, Circle, Interval
from verify.spectral.general.criticality import Face, exclude_collapse
from verify.spectral.general.expansion import Expansion
from verify.spectral.general.label_cells import label_cells, label_probes

TWO = Atoms((Fraction(1, 3), Fraction(2, 3)), (Fraction(1), Fraction(-1, 2)))
H = "exp(dot(x, y)*(1 + xi*zeta)) + sin(x1*xi + y1*zeta) + x2*y2*(xi + zeta)"


def _expansion(h: str, d: int, labels, per_axis: int = 24) -> Expansion:
    formula = parse_formula(h, {"xi", "zeta"}, "h", {"x": d, "y": d})
    return Expansion(formula, d, labels.variables, label_cells(labels, per_axis), label_probes(labels, 4))


def _balls(u) -> list[flint.arb]:
    return [flint.arb(float(c)) for c in u]


@given(st.integers(0, 5), st.lists(st.floats(-1, 1), min_size=2, max_size=2), st.floats(0.001, 0.5))
@settings(max_examples=30)
def test_faces_enclose_their_directions_and_tangents(face, centre, radius):
    """Every point of a box, projected to the sphere, lies in the balls, and the tangents are orthogonal to it."""
    axis, sign = face // 2, 1 - 2 * (face % 2)
    box = Face(axis, sign, tuple(centre), (radius, radius))
    for corner in ((-1, -1), (1, -1), (0.3, 1), (0, 0)):
        w = np.insert(np.array(centre) + radius * np.array(corner), axis, sign)
        u = w / np.linalg.norm(w)
        assert all(
            abs(ball - c) < 1e-12 or ball.contains(flint.arb(c)) for ball, c in zip(box.directions(), u, strict=True)
        )
        for tangent in box.tangents():
            assert sum((t * c for t, c in zip(tangent, _balls(w), strict=True)), flint.arb(0)).contains(0)


def test_halves_cover_a_face():
    """Exact binary centres and radii."""
    low, high = Face(0, 1, (0.0,), (1.0,)).halves()
    assert (low.centres, low.radii, high.centres, high.radii) == ((-0.5,), (0.5,), (0.5,), (0.5,))


@pytest.mark.parametrize("d", [2, 3])
def test_encodings_in_two_directions_are_excluded_cell_by_cell(d):
    """The theorem on absolute encodings, found again by enclosures; for d = 3 no label serves for all u."""
    h = "exp((x1 + xi)*(y1 + zeta) + (x2 + 1 - xi)*(y2 + 1 - zeta)" + (" + x3*y3)" if d == 3 else ")")
    found = exclude_collapse(_expansion(h, d, Atoms((Fraction(1, 2),) * 2, (Fraction(0), Fraction(1)))))
    assert found.complete
    assert found.orders.keys() == {"1"}


def test_averages_over_a_continuum_are_enclosed():
    """p = (cos xi, sin xi) on the circle: the gradient is an average over cells."""
    h = "exp((x1 + cos(xi))*(y1 + cos(zeta)) + (x2 + sin(xi))*(y2 + sin(zeta)))"
    assert exclude_collapse(_expansion(h, 2, Circle(), 32)).complete


@pytest.mark.slow
def test_a_critical_direction_is_never_excluded():
    """p on the ray of e_1: u = e_1 is critical and maximal."""
    h = "exp((x1 + xi)*(y1 + zeta) + x2*y2)"
    found = exclude_collapse(_expansion(h, 2, Interval(Fraction(0), Fraction(1)), 24))
    assert not found.complete
    assert abs(found.stopped_at[0]) == pytest.approx(1, abs=1e-2)


def test_critical_directions_are_excluded_at_second_order():
    """h = x1 y1 xi zeta + x2 y2 on labels +-1: e_1 is critical, of energy 0; e_2 is the maximum and stays."""
    labels = Atoms((Fraction(1, 2),) * 2, (Fraction(1), Fraction(-1)))
    kept = exclude_collapse(_expansion("x1*y1*xi*zeta/2 + x2*y2", 2, labels))
    assert not kept.complete
    assert abs(kept.stopped_at[1]) == pytest.approx(1, abs=1e-2)
    gone = exclude_collapse(_expansion("2*x1*y1*xi*zeta + x2*y2", 2, labels))
    assert gone.complete
    assert "2" in gone.orders


def test_a_law_in_hand_excludes_at_order_zero():
    """x1 y1 xi zeta/2 + x2 y2/3 + ... all directions have at most the energy 1/6 < 1/4 of x = (xi, 0)."""
    labels = Atoms((Fraction(1, 2),) * 2, (Fraction(1), Fraction(-1)))
    found = exclude_collapse(_expansion("x1*y1*xi*zeta/2 + x2*y2/3", 2, labels), flint.arb(1) / 4, second=False)
    assert found.complete
    assert "0" in found.orders


def test_dimension_is_limited():
    """2^(d-1) halves per cell."""
    with pytest.raises(InputError, match="2, 3 or 4"):
        exclude_collapse(_expansion("dot(x, y)", 5, TWO))
