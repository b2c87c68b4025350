"""Plain data: rationals in lowest terms, no floats, limited work."""

from __future__ import annotations

from fractions import Fraction

import pytest
from handmade import ALIBI, certificate, factor

from verify.certificates.checker import Refused, check, reading
from verify.certificates.checker.algebra import minus


@pytest.mark.parametrize(
    "text", ["-0", "2/4", "1.5", "01", "1/0", "1/-2", "+1", " 1", "1/1", "1e3", "", 1, None, "9" * 4301]
)
def test_only_lowest_terms_are_rationals(text):
    """One text per number."""
    with pytest.raises(Refused):
        reading.rational(text)


def test_a_rational_is_read_exactly():
    """Signs, quotients, zero."""
    assert [reading.rational(x) for x in ("0", "-3", "22/7")] == [0, -3, Fraction(22, 7)]


def test_work_is_limited(monkeypatch):
    """A kernel whose sign shows pair by pair only, on 131,072 labels, is refused instead of waited for."""
    hidden = factor("5/4 + sin(i)*sin(j) - sin(i)*sin(j)*999/1000", labels=ALIBI)
    assert not check(certificate(factor([["exp(exp(20))"]]), "sign", "all all")).accepted
    monkeypatch.setattr(reading, "MAX_WORK", 10**5)
    assert "work" in check(certificate(hidden, "sign", "all all")).reason


def test_a_sum_without_a_short_common_denominator_is_refused():
    """60 denominators of a thousand digits each: the sum is not waited for."""
    k = [["1"] * 61 for _ in range(61)]
    k[0][0] = "-1"
    for j in range(1, 61):
        k[0][j] = k[j][0] = f"1/{10**1000 + 2 * j + 1}"
    assert "common denominator" in check(certificate(factor(k), "sign", "all none")).reason


def test_elimination_of_long_fractions_counts_as_more_work():
    """The units of u - c v grow with the square of the length."""
    reading.spent[0] = 0
    minus([Fraction(1, 3)] * 4, [Fraction(1)] * 4, Fraction(1))
    short, reading.spent[0] = reading.spent[0], 0
    minus([Fraction(1, 3**9000)] * 4, [Fraction(1)] * 4, Fraction(1))
    assert reading.spent[0] > 100 * short
