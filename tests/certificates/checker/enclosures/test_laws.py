"""Energies of explicit laws, and encodings by formulas."""

from __future__ import annotations

import pytest
from handmade import atoms, certificate, factor, law

from verify.certificates.checker import Refused, check
from verify.certificates.checker.enclosures.laws import encoding, independent
from verify.certificates.checker.problem import read_labels


@pytest.mark.parametrize(
    "profile", [{"gegenbauer": ["0", "1"]}, {"usa": "2"}, {"peak": "1/3"}, "exp(t)", "asin(t)", {"usa": "sqrt(2)"}]
)
def test_opposite_points_win_where_labels_repel(profile):
    """k = -1 off the diagonal: x and -x."""
    problem = factor([[0, -1], [-1, 0]], profile)
    points = law((0, "1 0 0", "1"), (1, "-1 0 0", "1"))
    assert check(certificate(problem, "law", "none none", law=points)).accepted
    attracted = factor([[0, 1], [1, 0]], profile)
    assert not check(certificate(attracted, "law", "none none", law=points)).accepted


def test_an_encoding_by_formulas_is_seen_at_labels():
    """(cos a, sin a) at 0 and pi/2, and at 0 and pi."""
    at = encoding(read_labels(atoms(3, points=["0", "pi/2", "pi"])), ["cos(xi)", "sin(xi)"], {})
    assert independent(at(0), at(1))
    assert not independent(at(0), at(2))


def test_an_encoding_that_is_not_bounded_is_refused():
    """1/xi on labels that include 0."""
    with pytest.raises(Refused):
        encoding(read_labels({"kind": "interval", "a": "0", "b": "1"}), ["1/xi", "1"], {})
