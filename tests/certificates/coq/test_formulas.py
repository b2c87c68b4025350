"""Formulas as terms of Coq: what is translated, and when the sign is seen from the form."""

from __future__ import annotations

import pytest

from verify.certificates.checker.enclosures.formulas import formula
from verify.certificates.coq.formulas import cosine_values, positivity, real_term
from verify.certificates.coq.text import NotInCoqError


def read(text):
    """Return the tree of a formula in i and j."""
    return formula(text, ["i", "j"])


@pytest.mark.parametrize(
    ("text", "term"),
    [
        ("-3/2", "((- 3) / 2)"),
        ("exp(i)", "(exp (INR i))"),
        ("1/(1 + Abs(i - j))", "(1 / (1 + (Rabs (INR i - INR j))))"),
        ("cos(2*pi*(i - j)/6)", "(cos (((2 * PI) * (INR i - INR j)) / 6))"),
        ("Max(0, 1 - (i - j)**2)", "(Rmax 0 (1 - ((INR i - INR j) ^ 2)))"),
    ],
)
def test_real_term_writes_every_operation_in_parentheses(text, term):
    """No precedence has to be known on either side."""
    assert real_term(read(text)) == term


@pytest.mark.parametrize(
    "text", ["atan(i)", "i**j", "i**(-1)", "i**(1/2)", "Min(i, j, 1)", "Piecewise((1, i < j), (0, True))"]
)
def test_real_term_refuses_what_it_does_not_translate(text):
    """Other functions, other powers, more than two arguments, branches."""
    with pytest.raises(NotInCoqError, match="not translated"):
        real_term(read(text))


def test_positivity_needs_one_strict_term():
    """exp is positive, |x| and x^2 are not negative; the sum is positive if one term is."""
    assert positivity(read("Abs(i - j) + exp(j)")).startswith("apply Rplus_le_lt_0_compat; [apply Rabs_pos")
    assert positivity(read("(i - j)**2"), strict=False) == "apply pow2_ge_0"
    for text in ("Abs(i - j)", "Abs(i) + (i - j)**2", "0", "exp(i) - 1", "i", "exp(i)*0"):
        with pytest.raises(NotInCoqError, match="sign"):
            positivity(read(text))


def test_constants_with_cosines_get_their_rational_values():
    """cos(pi/3) = 1/2 by the library's lemma; other functions and angles are refused, numbers need no step."""
    (step,) = cosine_values(formula("cos(pi/3)*cos(xi - zeta)**2 - 1", ["xi", "zeta"]))
    assert step.startswith("replace (cos (PI / 3))%R with (1 / 2)%R by")
    assert "rewrite cos_PI3" in step
    assert cosine_values(formula("3/2 - cos(xi)*(2 + 1)", ["xi"])) == []
    for text in ("sqrt(4) + cos(xi)", "cos(4*pi)*cos(xi)", "sin(1) + xi"):
        with pytest.raises(NotInCoqError, match="constant"):
            cosine_values(formula(text, ["xi"]))
