"""A matrix of formulas: orthogonal by algebra, and the dimension of what it leaves constant."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from handmade import AXIAL, CIRCLE, CIRCLING, INTERVAL, atoms, certificate, gauge

from verify.certificates.checker import check


def rounded(matrix):
    """Return a matrix as rationals of denominator 1000."""
    return [[str(Fraction(round(1000 * x), 1000)) for x in row] for row in np.asarray(matrix)]


def composed(angles):
    """Return R_z(u) R_x(v) as formulas, and as a function."""
    u, v = angles
    texts = [
        [f"cos({u})", f"-sin({u})*cos({v})", f"sin({u})*sin({v})"],
        [f"sin({u})", f"cos({u})*cos({v})", f"-cos({u})*sin({v})"],
        ["0", f"sin({v})", f"cos({v})"],
    ]

    def at(x):
        a, b = (angle_at(text, x) for text in angles)
        turn = np.array([[math.cos(a), -math.sin(a), 0], [math.sin(a), math.cos(a), 0], [0, 0, 1]])
        tilt = np.array([[1, 0, 0], [0, math.cos(b), -math.sin(b)], [0, math.sin(b), math.cos(b)]])
        return turn @ tilt

    return texts, at


def angle_at(text, x):
    """Return one of the angles that the tests use."""
    return {"xi": x, "2*xi + 1": 2 * x + 1, "sin(xi)/2": math.sin(x) / 2, "xi**2": x * x}[text]


@pytest.mark.parametrize("angles", [("xi", "sin(xi)/2"), ("2*xi + 1", "xi"), ("xi**2", "2*xi + 1")])
@pytest.mark.parametrize("labels", [CIRCLE, INTERVAL])
def test_a_left_inverse_of_differences_shows_that_nothing_is_constant(angles, labels):
    """The pseudoinverse of the stacked differences along three labels, rounded to three digits."""
    texts, at = composed(angles)
    points = [Fraction(1, 10), Fraction(1, 2), Fraction(9, 10)]
    stacked = np.vstack([at(float(x)) - at(float(points[0])) for x in points[1:]])
    data = {
        "pairs": [[[str(x)], [str(points[0])]] for x in points[1:]],
        "inverse": rounded(np.linalg.pinv(stacked)),
    }
    assert check(certificate(gauge(labels, Q=texts), "gauge", "none none", "T4", **data)).accepted
    for claim in ("all all", "some some"):
        report = check(certificate(gauge(labels, Q=texts), "gauge", claim, "T4", **data))
        assert "'none' is proved" in report.reason


def test_an_axis_has_no_left_inverse():
    """Where a vector is fixed, whatever stands as a left inverse misses by at least 1 in some row."""
    data = {"pairs": [[["1/2"], ["1/3"]], [["2/3"], ["1/3"]]]}
    rng = np.random.default_rng(7)
    for _ in range(20):
        inverse = rounded(3 * rng.standard_normal((3, 6)))
        report = check(certificate(gauge(INTERVAL, Q=AXIAL), "gauge", "none none", "T4", **data, inverse=inverse))
        assert report.reason == "no left inverse"


def test_one_label_keeps_every_content():
    """With one label Q(a) x is constant, whatever Q is."""
    problem = gauge(atoms(1, points=["1"]), d=2, Q=CIRCLING)
    assert check(certificate(problem, "gauge", "all all", "T4")).accepted


def test_the_algebra_of_cosines_knows_constants_and_powers():
    """A rotation by a fixed angle beside xi, and third powers of sines: sin^3 = sin (1 - cos^2)."""
    shifted = [["cos(1)*cos(xi) - sin(1)*sin(xi)", "-sin(1)*cos(xi) - cos(1)*sin(xi)"]]
    shifted += [["sin(1)*cos(xi) + cos(1)*sin(xi)", "cos(1)*cos(xi) - sin(1)*sin(xi)"]]
    cubed = [["cos(xi)", "-sin(xi)**3 - sin(xi)*cos(xi)**2"], ["sin(xi)", "cos(xi)*(sin(xi)**2 + cos(xi)**2)"]]
    data = {"pairs": [[["2"], ["1"]]]}
    for Q in (shifted, cubed):
        at = np.array([[-0.956449, -0.067826], [0.067826, -0.956449]])  # R(2) - R(1)
        turn = np.array([[math.cos(1), -math.sin(1)], [math.sin(1), math.cos(1)]]) if Q is shifted else np.eye(2)
        inverse = rounded(np.linalg.inv(turn @ at))
        problem = gauge(CIRCLE, d=2, Q=Q)
        assert check(certificate(problem, "gauge", "none none", "T4", **data, inverse=inverse)).accepted


def test_a_skew_axis_leaves_rows_of_length_at_least_one():
    """The axis v = (3, 4, 0)/5: I - B M = v v^T has entries up to 16/25 only, and the row sum 28/25."""
    Q = [
        ["9/25 + 16/25*cos(xi)", "12/25 - 12/25*cos(xi)", "-4/5*sin(xi)"],
        ["12/25 - 12/25*cos(xi)", "16/25 + 9/25*cos(xi)", "3/5*sin(xi)"],
        ["4/5*sin(xi)", "-3/5*sin(xi)", "cos(xi)"],
    ]
    u, v = np.array([[4, -3, 0]]) / 5, np.array([[3, 4, 0]]) / 5
    plane = np.vstack([u, [[0, 0, 1]]])

    def at(x):
        turn = np.array([[math.cos(x), -math.sin(x)], [math.sin(x), math.cos(x)]])
        return v.T @ v + plane.T @ turn @ plane

    data = {"pairs": [[["2"], ["1"]]]}
    inverse = rounded(np.linalg.pinv(at(2) - at(1)))
    report = check(certificate(gauge(CIRCLE, Q=Q), "gauge", "none none", "T4", **data, inverse=inverse))
    assert report.reason == "no left inverse"
    fixed = ["3", "4", "0"]
    assert check(certificate(gauge(CIRCLE, Q=Q), "gauge", "some some", "T4", **data, fixed=fixed)).accepted
