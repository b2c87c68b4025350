"""Bounds of T6: what is proved is accepted, and no re-sealed forgery of it."""

from __future__ import annotations

import copy
import json
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from handmade import atoms, factor, sealed
from scipy.special import gamma, iv

from verify.certificates import checker
from verify.certificates.checker import check

TRIANGLE = [[0, -1, -1], [-1, 0, -1], [-1, -1, 0]]
ONES = {"kernel": [["-1", "1", "0"], ["-1", "0", "1"]], "pivots": [1, 2], "scale": "1", "L": [["1"]], "D": ["1"]}


def bound(problem, view, value, multipliers, psd, **more):
    """Return the sealed certificate of E <= value."""
    claim = {"view": view, "bound": value}
    data = {"claim": claim, "multipliers": multipliers, "psd": psd, **more}
    return sealed({"schema": 1, "theorem": "T6", "problem": problem, "method": "multipliers", "data": data})


def triangle(**changes):
    """E <= 1/6 for k = -1 off the diagonal, f = t: mu = 1, the gap is the matrix of ones."""
    given = {"problem": factor(TRIANGLE, "t", d=2), "view": "all_laws", "value": "1/6", "multipliers": ["1"] * 3}
    return bound(**({**given, "psd": ONES} | changes))


def test_the_triangle_is_bounded_exactly():
    """sum lambda = 1/3 and a_0 = 0: equality is accepted, and the statement names bound and view."""
    report = check(triangle())
    assert report.accepted, report.reason
    assert report.statement == ("T6 (upper bound of the energy): E <= 1/6 for every law with the given label law.")


FORGERIES = {
    "smaller bound": {"value": "166666666/1000000000"},
    "one digit of a multiplier": {"multipliers": ["1", "1", "99/100"]},
    "a larger multiplier beside the old proof": {"multipliers": ["1", "1", "101/100"]},
    "easier table": {"problem": factor([[0, -1, -1], [-1, 0, -1], [-1, -1, "-1/2"]], "t", d=2)},
    "harder table": {"problem": factor([[0, -2, -1], [-2, 0, -1], [-1, -1, 0]], "t", d=2)},
    "larger profile": {"problem": factor(TRIANGLE, "2*t", d=2)},
    "negative constant": {"problem": factor(TRIANGLE, {"gegenbauer": ["-1", "1"]}, d=2)},
    "profile outside the theorem": {"problem": factor(TRIANGLE, "t**2 - t/2", d=2)},
    "another view": {"view": "half the laws"},
    "other weights": {"problem": factor(TRIANGLE, "t", d=2, labels=atoms(3) | {"weights": ["1/2", "1/4", "1/4"]})},
    "not a number": {"value": "nan"},
    "no proof": {"psd": None},
    "a table that nobody asked for": {"table": [["0"] * 3] * 3, "radius": "1/2"},
    "an unknown part": {"multiplier": ["0"] * 3},
}


@pytest.mark.parametrize("name", FORGERIES)
def test_re_sealed_forgeries_are_rejected(name):
    """Each change alone, with statement, digest and seal made to fit."""
    report = check(triangle(**FORGERIES[name]))
    assert not report.accepted
    assert report.reason


def test_a_larger_bound_is_still_proved():
    """A changed certificate that proves its statement is no lie."""
    assert check(triangle(value="1/5")).accepted
    assert check(triangle(view="graph_laws")).accepted


def test_negative_multipliers_bound_graph_laws_alone():
    """h = -<x, y> at one atom: -1/2 over graph laws; over all laws, and on a block, the same data prove nothing."""
    psd = {"kernel": [["1"]], "pivots": [0], "scale": "1", "L": [], "D": []}
    atom = factor([[-1]], "t")
    assert check(bound(atom, "graph_laws", "-1/2", ["-1"], psd)).accepted
    assert "negative" in check(bound(atom, "all_laws", "-1/2", ["-1"], psd)).reason
    block = factor([[-1]], "t", labels={"kind": "blocks", "weights": ["1"]})
    assert "negative" in check(bound(block, "graph_laws", "-1/2", ["-1"], psd)).reason


def test_a_0_enters_with_its_sign():
    """f = t - 1, k = -1 off the diagonal of two labels: opposite contents have E = 1/2, above f(1)/2 sum lambda = 0."""
    psd = {"kernel": [["-1", "1"]], "pivots": [1], "scale": "1", "L": [["1"]], "D": ["1"]}
    problem = factor([[0, -1], [-1, 0]], {"gegenbauer": ["-1", "1"]})
    assert check(bound(problem, "graph_laws", "1/2", ["1", "1"], psd)).accepted
    assert not check(bound(problem, "graph_laws", "49/100", ["1", "1"], psd)).accepted
    positive = factor([[0, -1], [-1, 0]], {"gegenbauer": ["1", "1"]})
    assert check(bound(positive, "graph_laws", "0", ["1", "1"], psd)).accepted
    assert not check(bound(positive, "graph_laws", "-1/100", ["1", "1"], psd)).accepted


def test_irrational_tables_are_held_by_their_radius():
    """k = [[0, sqrt(2)], [sqrt(2), 0]]: within 1/1000 of 1414/1000, and not within 1/10000."""
    psd = {"kernel": [], "pivots": [], "scale": "1", "L": [["1"], ["-1", "1"]], "D": ["1", "1"]}
    problem = factor([[0, "sqrt(2)"], ["sqrt(2)", 0]], "t")
    near = {"table": [["0", "707/500"], ["707/500", "0"]]}

    def claim(value, radius):
        return bound(problem, "all_laws", value, ["3", "3"], psd, radius=radius, **near)

    # lambda = (3 + 2 radius)/4 each, f = t: E <= (3 + 2 radius)/4
    assert check(claim("1501/2000", "1/1000")).accepted
    assert not check(claim("3/4", "1/1000")).accepted
    assert not check(claim("7503/10000", "1/1000")).accepted  # (3 + radius)/4: each label may be off in two entries
    assert "not within" in check(claim("1501/2000", "1/10000")).reason
    assert "not within" in check(claim("1501/2000", "-1/1000")).reason


@pytest.mark.parametrize(
    ("profile", "d"), [("exp(2*t)", 3), ({"usa": "3"}, 2), ({"peak": "1/2"}, 5), ({"usa": "sqrt(2)"}, 3)]
)
def test_exponential_profiles_are_enclosed(profile, d):
    """sum lambda = 1, sum K = -1/2 for two labels: the least accepted bound is (f(1) - 3/2 a_0)/2 to ten digits."""
    psd = {"kernel": [], "pivots": [], "scale": "2", "L": [["1"], ["1", "1"]], "D": ["2", "2"]}
    ((kind, text),) = profile.items() if isinstance(profile, dict) else [("exp", "2")]
    b = float(np.sqrt(2)) if "sqrt" in text else float(Fraction(text))
    scale = 1.0 if kind == "exp" else np.exp(-b * (kind == "peak")) / b
    nu = d / 2 - 1
    a_0 = scale * gamma(d / 2) * (2 / b) ** nu * iv(nu, b)
    value = (scale * np.exp(b) - 1.5 * a_0) / 2
    problem = factor([[0, -1], [-1, 0]], profile, d=d)
    for factor_, accepted in ((1 + 1e-9, True), (1 - 1e-9, False)):
        text = str(Fraction(value * factor_).limit_denominator(10**15))
        report = check(bound(problem, "all_laws", text, ["2", "2"], psd))
        assert report.accepted is accepted, report.reason


def test_other_series_are_bounded_below_by_convexity():
    """f = asin(t): a_0 = 0 >= 0 exactly; f = exp(t) + t has a_0 >= cosh(1/sqrt 3), less than sinh(1)."""
    psd = {"kernel": [["-1", "1"]], "pivots": [1], "scale": "1", "L": [["1"]], "D": ["1"]}
    arcsine = factor([[0, -1], [-1, 0]], "asin(t)")
    assert check(bound(arcsine, "all_laws", "39269909/100000000", ["1", "1"], psd)).accepted
    mixed = factor([[0, -1], [-1, 0]], "exp(t) + t")
    value = (np.e + 1) / 4 - np.cosh(1 / np.sqrt(3)) / 2
    for factor_, accepted in ((1 + 1e-9, True), (1 - 1e-9, False)):
        text = str(Fraction(value * factor_).limit_denominator(10**15))
        assert check(bound(mixed, "all_laws", text, ["1", "1"], psd)).accepted is accepted


def test_the_folder_checks_a_bound_by_itself(tmp_path):
    """`python checker CERTIFICATE` accepts it and names the statement; a changed digit is exit code 1."""
    path = tmp_path / "bound.json"
    folder = Path(checker.__file__).parent
    for certificate, code in ((triangle(), 0), (triangle(value="1/7"), 1)):
        path.write_text(json.dumps(certificate), encoding="utf-8")
        run = subprocess.run([sys.executable, str(folder), str(path)], capture_output=True, text=True, check=False)
        assert run.returncode == code, run.stdout
    broken = copy.deepcopy(triangle())
    broken["data"]["claim"]["bound"] = "1/7"
    assert "seal" in check(broken).reason
