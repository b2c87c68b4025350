"""Expressions h = k(labels) f(<x, y>): products compared factor by factor, and nothing that is not one."""

from __future__ import annotations

import itertools

import pytest
from handmade import CIRCLE, atoms, certificate, expression
from hypothesis import given
from hypothesis import strategies as st

from verify.certificates.checker import check
from verify.certificates.checker.enclosures.expressions import as_factor

INNER = "(x1*y1 + x2*y2)"
LABELS = ("cos(xi - zeta)", "2", "(1 + xi*zeta)", "exp(-Abs(xi - zeta))", "pi")
CONTENTS = ("{t}", "exp({t})", "(3 - {t})", "exp(2*{t} - 1)", "{t}**2")


def products(parts, inner):
    """Return a product as text, its inner products written as ``inner``."""
    return "*".join(part.format(t=inner) for part in parts) or "1"


@given(
    st.lists(st.sampled_from(LABELS), max_size=3),
    st.lists(st.sampled_from(CONTENTS), min_size=1, max_size=3),
    st.randoms(use_true_random=False),
)
def test_a_product_is_split_in_whatever_order_it_is_written(labels, contents, random):
    """Shuffled factors of labels and of contents: k is the product of the former, f that of the latter."""
    mixed = [*labels, *contents]
    random.shuffle(mixed)
    h = products(mixed, INNER)
    given_factor = {"k": products(labels, "t"), "profile": products(contents, "t")}
    spec = as_factor(expression(h), {"factor": given_factor})
    assert (spec["k"], spec["profile"]) == (given_factor["k"], given_factor["profile"])
    missing = {"k": products(labels, "t"), "profile": products([*contents, "{t}"], "t")}
    with pytest.raises(Exception, match="not seen"):
        as_factor(expression(h), {"factor": missing})


@pytest.mark.parametrize(
    ("h", "k", "f"),
    [
        ("exp(A - B)", "exp(-B)", "exp(A)"),
        ("exp(A)/exp(B)", "1/exp(B)", "exp(A)"),
        ("exp(-(B - A/2))", "exp(-B)", "exp(A/2)"),
        ("-A/(1 + B)", "1/(1 + B)", "-A"),
        ("(A*B)**2/4", "B**2/4", "A**2"),
        ("exp((A - 1)/2 - 2*(B + 3))**2", "exp(-4*B)", "exp(A - 13)"),
    ],
)
def test_exponentials_and_quotients_are_taken_apart(h, k, f):
    """exp(a - b) = exp(a) exp(-b); numbers and signs may stand anywhere."""
    text = h.replace("A", INNER).replace("B", "cos(xi - zeta)")
    data = {"factor": {"k": k.replace("B", "cos(xi - zeta)"), "profile": f.replace("A", "t")}}
    assert as_factor(expression(text), data)["family"] == "factor"
    for other in ({"k": "2*(" + data["factor"]["k"] + ")"}, {"profile": "-(" + data["factor"]["profile"] + ")"}):
        with pytest.raises(Exception, match="not seen"):
            as_factor(expression(text), {"factor": data["factor"] | other})


def test_what_cancels_is_not_forgotten():
    """h = t/t is not 1: it is undefined at t = 0; 0 t is not 0 sin t, whose factors differ; 1/t is not t."""
    undefined = ((f"{INNER}/{INNER}", "1"), (f"exp(1/{INNER} - 1/{INNER})", "1"))
    for h, f in (*undefined, (f"0*{INNER}", "0*sin(t)"), (f"1/{INNER}", "t")):
        with pytest.raises(Exception, match="not seen"):
            as_factor(expression(h), {"factor": {"k": "1", "profile": f}})


def test_a_constant_factor_needs_no_coordinates():
    """On atoms without points k is a table with one number."""
    spec = as_factor(expression(f"3*exp({INNER})", atoms(2)), {"factor": {"k": "3", "profile": "exp(t)"}})
    assert spec["k"] == [["3", "3"], ["3", "3"]]


def test_the_claim_is_that_of_the_factor_kernel():
    """Every claim about h stands or falls with the same claim about k f."""
    data = {"factor": {"k": "1 + cos(xi - zeta)/2", "profile": "exp(t)"}}
    problem = expression(f"exp({INNER})*(1 + cos(xi - zeta)/2)", CIRCLE)
    for graph, every in itertools.product(("all", "some", "none"), repeat=2):
        report = check(certificate(problem, "sign", f"{graph} {every}", **data))
        assert report.accepted == (graph == every == "all")


def test_numbers_of_any_length_are_refused_before_they_are_computed():
    """9 to the power 99, four times over, has more digits than there is room for."""
    power = "((((9)**99)**99)**99)**99"
    with pytest.raises(Exception, match="too long"):
        as_factor(expression(f"{power}*exp({INNER})"), {"factor": {"k": power, "profile": "exp(t)"}})
