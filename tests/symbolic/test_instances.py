"""Random instances of a relation: what agrees, what does not, what cannot be told."""

from __future__ import annotations

import pytest
import sympy

from verify.model.verdict import Status
from verify.symbolic.instances import Instances, equal_instances, joined, ordered_instances, sides_of
from verify.symbolic.steps import equation

T = sympy.Symbol("t", real=True)


def test_equalities_are_tried():
    """True, false, and not evaluated."""
    assert equal_instances(equation(sympy.cos(T) ** 2 + sympy.sin(T) ** 2, 1), {}, 3, 0).verdict is True
    assert equal_instances(equation(sympy.cos(T), 1), {}, 3, 0).verdict is False
    assert equal_instances(equation(sympy.zeta(T), 1), {}, 3, 0).verdict is None


def test_balls_that_are_too_wide_tell_nothing():
    """A cancellation that eats all digits is no agreement."""
    huge = sympy.exp(T + 500) - sympy.exp(T + 500) * (1 + sympy.exp(-900))
    assert equal_instances(equation(huge, 0), {}, 1, 0).verdict is None


def test_inequalities_are_tried():
    """In both directions, strict ones strictly."""
    assert ordered_instances(sympy.Ge(T**2, 0, evaluate=False), {}, 3, 0).verdict is True
    assert ordered_instances(sympy.Le(T**2, 0, evaluate=False), {}, 3, 0).verdict is False
    assert (
        ordered_instances(sympy.Gt(sympy.sin(T) ** 2 + sympy.cos(T) ** 2 - 1, 0, evaluate=False), {}, 3, 0).verdict
        is False
    )


def test_what_cannot_fail_is_refused():
    """A sentence has no sides; equal sides prove nothing."""
    with pytest.raises(TypeError, match="two sides"):
        sides_of("a sentence")
    with pytest.raises(ValueError, match="could not fail"):
        sides_of(equation(T, T))


@pytest.mark.parametrize(
    ("exact", "verdict", "status"),
    [
        (True, True, Status.EXACT),
        (True, False, Status.REFUTED),
        (False, True, Status.NUMERIC),
        (False, False, Status.REFUTED),
        (True, None, Status.UNKNOWN),
        (False, None, Status.UNKNOWN),
    ],
)
def test_both_parts_of_a_check_have_to_agree(exact, verdict, status):
    """A normal form alone is not enough, and balls alone are numeric."""
    assert joined(lambda: exact, "how", Instances(verdict, None, "words")).status is status
