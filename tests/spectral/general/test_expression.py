"""Expression kernels: isotropic rules, each exact where it can be, and what stays unknown says what to do."""

from __future__ import annotations

import pytest
from general_kernels import CIRCLE, PAIR, expression, expression_views
from hypothesis import given, settings
from hypothesis import strategies as st

from verify.spectral.general.expression import decide_expression


def test_even_quadratic_prefers_two_poles():
    """t^2 - t/2 with k = 1: the poles +-u have 1/2, collapse 1/4."""
    outcome = decide_expression(expression("dot(x, y)**2 - dot(x, y)/2", PAIR))
    assert str(outcome.all_laws.collapse) == "none"
    assert float(outcome.graph_laws.energy.collapsed.value) == pytest.approx(0.25)
    assert float(outcome.graph_laws.energy.best.value) == pytest.approx(0.5)


def test_single_label_is_a_graph_law_of_one_point():
    """Graph laws of one atom are collapsed whatever h; P_rho is not."""
    assert expression_views(
        expression("dot(x, y)**2 - dot(x, y)/2", {"kind": "atoms", "weights": ["1"], "points": ["0"]})
    ) == (
        "all",
        "none",
    )


def test_atoms_without_values_suffice_for_formulas_without_labels():
    """h = f(<x, y>) on two atoms that have no points."""
    assert expression_views(expression("exp(dot(x, y))", {"kind": "atoms", "weights": ["1/2", "1/2"]})) == (
        "all",
        "all",
    )


def test_contents_that_do_not_enter_leave_every_law():
    """h = cos(xi - zeta)."""
    assert expression_views(expression("cos(xi - zeta)")) == ("some", "some")


def test_split_expressions_decide_as_the_factor_kernel():
    """cos(xi - zeta) e^{<x, y>}: khat(1) > khat(0)."""
    assert expression_views(expression("cos(xi - zeta)*exp(dot(x, y))")) == ("none", "none")
    assert expression_views(expression("exp(dot(x, y) - Abs(xi - zeta))", {"kind": "interval", "a": 0, "b": 1})) == (
        "all",
        "all",
    )


@pytest.mark.slow
def test_collapse_that_is_critical_and_kept_stays_unknown_with_a_next_step():
    """dot(x, y) + x1 y1 cos(xi - zeta): the gradient vanishes at every u."""
    outcome = decide_expression(expression("dot(x, y) + x1*y1*cos(xi - zeta)", CIRCLE, 2))
    assert str(outcome.graph_laws.collapse) == "unknown"
    assert "u = [" in outcome.next_step


def test_branches_in_the_contents_are_named():
    """Max(x1, y1) is not differentiated."""
    outcome = decide_expression(expression("Max(x1, y1)", PAIR, 2))
    assert str(outcome.graph_laws.collapse) == "unknown"
    assert "Max" in outcome.next_step


def test_large_dimensions_stay_unknown():
    """d = 6 and not isotropic."""
    assert expression_views(expression("dot(x, y) + x1*y1*xi*zeta", PAIR, 6)) == ("unknown", "unknown")


@pytest.mark.slow
@given(
    st.lists(st.fractions(-2, 2, max_denominator=2), min_size=4, max_size=4),
    st.sampled_from(["isotropic", "anisotropic"]),
)
@settings(max_examples=8)
def test_random_expressions_agree_with_a_numerical_maximiser(numerical_maximum, c, kind):
    """Every decided view of random polynomials, in both directions."""
    if kind == "isotropic":
        h = f"({c[0]} + {c[1]}*xi*zeta)*dot(x, y) + ({c[2]} + {c[3]}*xi*zeta)*dot(x, y)**2"
    else:
        h = f"{c[0]}*dot(x, y) + {c[1]}*x1*y1*xi*zeta + {c[2]}*(x1*xi + y1*zeta) + {c[3]}*x2*y2"
    labels = {"kind": "atoms", "weights": ["1/3", "2/3"], "points": ["1", "-1/2"]}
    kernel = expression(h, labels, 2)
    outcome = decide_expression(kernel)
    for view, parts in ((outcome.graph_laws, 1), (outcome.all_laws, 3)):
        if str(view.collapse) != "unknown":
            assert numerical_maximum(kernel, parts=parts, starts=4).collapse_is_beaten == (str(view.collapse) == "none")
