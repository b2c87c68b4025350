"""Plain data: rationals in lowest terms, no floats, limited work."""

from __future__ import annotations

from fractions import Fraction

import pytest
from handmade import ALIBI, certificate, factor

from verify.certificates.checker import Refused, check, reading


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
