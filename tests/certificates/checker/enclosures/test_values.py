"""Enclosures of formulas: domains, branches, phases."""

from __future__ import annotations

import pytest

from verify.certificates.checker import Refused
from verify.certificates.checker.enclosures.formulas import exact, formula, num
from verify.certificates.checker.enclosures.intervals import Arithmetic
from verify.certificates.checker.enclosures.values import Real, constant, enclose, full_turns


def test_what_may_be_undefined_is_refused():
    """Roots, logarithms, quotients and powers outside their domains; Piecewise without a last branch."""
    whole = {"t": ("range", num(-1), num(1))}
    for text in (
        "sqrt(t)",
        "log(t)",
        "1/t",
        "t**(1/2)",
        "t**(-2)",
        "asin(2*t)",
        "tan(2*t)",
        "Piecewise((1, t < 0))",
        "0*log(t)",
    ):
        with pytest.raises(Refused):
            enclose(formula(text, ["t"]), whole, Arithmetic(80))
    for text in ("1/0", "0**(-1)", "log(0)", "sqrt(-1)", "asin(2)", "(-2)**(1/2)"):
        with pytest.raises(Refused):
            Real(formula(text)).sign()


def test_a_piecewise_is_the_union_of_possible_branches():
    """Conditions that hold for some points only keep both branches; exact ones keep one."""
    tree = formula("Piecewise((2, t < 0), (5, t <= 1), (7, True))", ["t"])
    F = Arithmetic(20)
    assert enclose(tree, {"t": ("range", num(-1), num(1))}, F)[:2] == (2 * F.one, 5 * F.one)
    assert [exact(tree, {"t": num(t)}) for t in (-1, 0, 1, 2)] == [2, 5, 5, 7]
    assert exact(formula("Piecewise((2, 0 < t <= 1), (3, True))", ["t"]), {"t": num(1)}) == 2


def test_full_turns_are_told_from_near_turns():
    """Rational multiples of pi exactly, everything else by enclosure."""

    def turns(phase):
        return full_turns([constant(phase)], [1 + num(0)[1]], [num(0)[1]])

    assert turns("0")
    assert turns("4*pi - 2*pi")
    assert turns("6*(pi/3)")
    for text in ("3*pi", "1", "44/7", "2*pi + 1/10**12", "sqrt(2)", "6283185307179586476925/10**21", "pi*sqrt(2)"):
        assert not turns(text), text
