"""Bounds on cells and what they decide: never PSD where a discretisation has a negative direction, and vice versa."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from verify.model.formula import parse_formula
from verify.model.labels import Circle, Torus, read_labels
from verify.spectral.continuum.cells import bound_on_cells, form_density, work_of
from verify.spectral.continuum.minorant import MinorantPsd, NegativeForm, OpenGap, decide_by_cells

UNIT = read_labels({"kind": "interval", "a": "0", "b": "1"})
RISING = read_labels({"kind": "interval", "a": "0", "b": "1", "density": "2*xi"})


def formula(text, labels=UNIT):
    """Formula in the label variables."""
    return parse_formula(text, {*labels.variables[0], *labels.variables[1]})


def decide(text, labels=UNIT):
    """Decision on cells."""
    return decide_by_cells(formula(text, labels), labels)


def discrete_least_eigenvalue(text, points=160):
    """Least eigenvalue of L and least degree on a uniform grid of the unit interval, in floats."""
    x = (np.arange(points) + 0.5) / points
    k = formula(text).array({"xi": x[:, None] * np.ones(points), "zeta": x[None, :] * np.ones((points, 1))})
    degrees = k.mean(axis=1)
    return min(np.linalg.eigvalsh(np.diag(degrees) - k / points)[0], degrees.min())


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("1", MinorantPsd),
        ("exp(-Abs(xi - zeta))", MinorantPsd),
        ("1 - 5*xi*zeta/4", MinorantPsd),
        ("1 - 3*xi*zeta", NegativeForm),
        ("-1", NegativeForm),
        ("-exp(-(xi - zeta)**2)", NegativeForm),
        ("exp(-8*(xi - zeta)**2) - exp(-2*(xi - zeta)**2)/4", MinorantPsd),
        ("exp(-8*(xi - zeta)**2) - 2*exp(-2*(xi - zeta)**2)/5", NegativeForm),
        ("cos(6*(xi - zeta))", NegativeForm),
    ],
)
def test_sides_are_decided(text, kind):
    """Both sides of the Mexican hat, positive and negative factors."""
    assert isinstance(decide(text), kind)


def test_a_null_direction_of_two_is_never_claimed_away():
    """k = (1 - 2 xi)(1 - 2 zeta): D = 0, L = -K has a negative direction."""
    assert isinstance(decide("(1 - 2*xi)*(1 - 2*zeta)"), NegativeForm)


def test_critical_factors_stay_open():
    """khat(0) = khat(1) on the circle: a minorant with slack cannot be PSD, a majorant not negative."""
    assert isinstance(decide("1/2 + cos(xi - zeta)", Circle()), OpenGap)


def test_unbounded_factors_are_refused():
    """A pole on the diagonal is on cells of every size."""
    assert decide("1/Abs(xi - zeta)") is None


def test_density_enters_both_labels():
    """k rho rho' is bounded: 1 - 5 xi zeta/4 with density 2 xi at the upper corner of 2 x 2 cells."""
    bounds = bound_on_cells(form_density(formula("1 + 0*xi*zeta"), RISING), RISING, 2)
    assert bounds.lower == ((0, 0), (0, 1))
    assert bounds.upper == ((1, 2), (2, 4))


def test_negative_degree_under_a_density():
    """D(1) = 1 - 2 ∫ 2 zeta^2 = -1/3 < 0 near the end."""
    found = decide("1 - 2*xi*zeta", RISING)
    assert isinstance(found, NegativeForm)


def test_torus_cells_are_products():
    """4 x 4 cells per label, 16 x 16 pairs; exp(cos + cos) - 2/5 is PSD."""
    text = "exp(cos(xi1 - zeta1) + cos(xi2 - zeta2)) - 2/5"
    bounds = bound_on_cells(formula(text, Torus(2)), Torus(2), 4)
    assert bounds.size == 16
    assert work_of(formula(text, Torus(2)), Torus(2), 4) < 2000


@pytest.mark.parametrize("labels", [UNIT, Circle()])
@pytest.mark.parametrize(
    "text", ["cos(3*(xi - zeta))", "exp(-(xi - zeta)**2) - xi*zeta/9", "Max(0, 1 - Abs(xi - zeta))"]
)
def test_bounds_contain_values(text, labels):
    """Random labels of every pair of cells."""
    bounds = bound_on_cells(formula(text, labels), labels, 4)
    length = 1 if labels is UNIT else 2 * np.pi
    u = np.random.default_rng(1).uniform(0, 1, (2, 2000))
    values = formula(text, labels).array({"xi": length * u[0], "zeta": length * u[1]})
    a, b = (4 * u).astype(int)
    lower, upper = (np.array([[float(x) for x in row] for row in rows]) for rows in (bounds.lower, bounds.upper))
    assert (values >= lower[a, b] - 1e-12).all()
    assert (values <= upper[a, b] + 1e-12).all()


def test_exact_ends_stay_exact():
    """A bound that is attained at a corner and representable is not loosened: 0 stays 0."""
    bounds = bound_on_cells(formula("xi*zeta"), UNIT, 2)
    assert bounds.lower == ((0, 0), (0, Fraction(1, 4)))


SMALL = st.integers(-4, 4)


@pytest.mark.slow
@settings(max_examples=20)
@given(st.lists(SMALL, min_size=6, max_size=6))
def test_decision_never_contradicts_a_discretisation(c):
    """Random smooth factors on the interval: PSD is never claimed against a negative direction, nor the reverse."""
    text = (
        f"{c[0]}/2 + {c[1]}*(xi + zeta)/3 + {c[2]}*xi*zeta + {c[3]}*cos(4*(xi - zeta))/2"
        f" + {c[4]}*exp(-9*(xi - zeta)**2) + {c[5]}*(xi - zeta)**2"
    )
    found = decide(text)
    least = discrete_least_eigenvalue(text)
    if isinstance(found, MinorantPsd):
        assert least > -2e-2
    elif isinstance(found, NegativeForm):
        assert found.value < 0
        assert least < 2e-2
    else:
        assert isinstance(found, OpenGap)
        assert found.lower <= least + 0.1
