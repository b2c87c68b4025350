"""Angles a + b pi: numbers are read exactly, and full turns are told from what is close to them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from verify.certificates.checker.problem import read_labels
from verify.certificates.coq.gauge.phases import Phases, pi_number, read_planes
from verify.certificates.coq.text import NotInCoqError

POSITIONS = {"kind": "positions", "n": 8}


def phases(planes, labels):
    """Return the angles of planes at labels."""
    return Phases(planes, read_labels(labels))


def test_numbers_are_read_as_a_plus_b_pi():
    """3 pi/2 - 1/10 is (-1/10, 3/2); sqrt(2) and pi^2 are no such numbers."""
    assert pi_number("3*pi/2 - 1/10") == (Fraction(-1, 10), Fraction(3, 2))
    assert pi_number("-7/3") == (Fraction(-7, 3), 0)
    for text in ("sqrt(2)", "pi**2", "1/pi"):
        with pytest.raises(NotInCoqError, match="a \\+ b pi"):
            pi_number(text)


def test_full_turns_are_told_from_nearby_angles():
    """2 pi turns no label; 2 pi + 10^-12 and the float 2 pi do; half turns coincide on even differences."""
    near = phases([["2*pi"], ["2*pi + 1/10**12"], ["884279719003555/140737488355328"], ["pi"]], POSITIONS)
    assert [near.differ(p, 0, 1) for p in range(4)] == [False, True, True, True]
    assert not near.differ(3, 1, 3)
    assert near.differ(3, 1, 4)


def test_angles_are_written_with_one_denominator():
    """Frequencies 1/2 + pi/3 and 2/5 of a grid: A = [[15], ..], B = [[10], ..], q = 30."""
    text, proof = phases([["1/2 + pi/3"], ["2/5"]], POSITIONS).definitions()
    assert "Definition A : list (list Z) := [[15];\n    [12]]." in text
    assert "Definition B : list (list Z) := [[10];\n    [0]]." in text
    assert "Definition q : Z := 30." in text
    assert proof == "grid_represented A B q shape"


def test_points_are_written_with_their_own_denominator():
    """Atoms at 0 and 4 pi/3: C = [0; 0], D = [0; 4], r = 3."""
    labels = {"kind": "atoms", "weights": ["1/2", "1/2"], "points": ["0", "4*pi/3"]}
    text, proof = phases([["1/2"]], labels).definitions()
    assert "Definition D : list Z := [0; 4].\nDefinition r : Z := 3." in text
    assert proof.startswith("point_represented")


def test_planes_and_labels_must_fit():
    """Three planes in dimension 4, a plane with two frequencies on a line, labels without coordinates."""
    with pytest.raises(NotInCoqError, match="do not fit"):
        read_planes({"frequencies": ["1", "2", "3"], "d": 4})
    assert read_planes({"frequencies": [["1", "0"], "2"], "d": 5}) == [["1", "0"], ["2"]]
    with pytest.raises(NotInCoqError, match="coordinates"):
        phases([["1", "2"]], POSITIONS).definitions()
    with pytest.raises(NotInCoqError, match="no coordinates"):
        phases([["1"]], {"kind": "atoms", "weights": ["1"]}).definitions()
