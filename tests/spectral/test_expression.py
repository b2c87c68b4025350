"""Expression kernels: isotropic rules, each exact where it can be, and what stays unknown says what to do."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from verify.model.formula import parse_formula
from verify.model.gegenbauer import evaluate_series
from verify.model.kernels import read_kernel
from verify.spectral.expression import decide_expression
from verify.spectral.expression_laws import energy_of_law, propose_law
from verify.spectral.isotropic import series_in_labels, split_factor
from verify.spectral.isotropic_rules import _by_series
from verify.spectral.pointwise import dominates_at_one

NAMES = {"t", "xi", "zeta"}
CIRCLE = {"kind": "circle"}
PAIR = {"kind": "atoms", "weights": ["1/2", "1/2"], "points": ["1", "-1"]}


def _kernel(h: str, labels=CIRCLE, d: int = 3):
    return read_kernel({"family": "expression", "d": d, "h": h, "labels": labels})


def _views(kernel) -> tuple[str, str]:
    outcome = decide_expression(kernel)
    return str(outcome.graph_laws.collapse), str(outcome.all_laws.collapse)


def test_even_quadratic_prefers_two_poles():
    """t^2 - t/2 with k = 1: the poles +-u have 1/2, collapse 1/4."""
    outcome = decide_expression(_kernel("dot(x, y)**2 - dot(x, y)/2", PAIR))
    assert str(outcome.all_laws.collapse) == "none"
    assert float(outcome.graph_laws.energy.collapsed.value) == pytest.approx(0.25)
    assert float(outcome.graph_laws.energy.best.value) == pytest.approx(0.5)


def test_single_label_is_a_graph_law_of_one_point():
    """Graph laws of one atom are collapsed whatever h; P_rho is not."""
    assert _views(_kernel("dot(x, y)**2 - dot(x, y)/2", {"kind": "atoms", "weights": ["1"], "points": ["0"]})) == (
        "all",
        "none",
    )


def test_atoms_without_values_suffice_for_formulas_without_labels():
    """h = f(<x, y>) on two atoms that have no points."""
    assert _views(_kernel("exp(dot(x, y))", {"kind": "atoms", "weights": ["1/2", "1/2"]})) == ("all", "all")


def test_contents_that_do_not_enter_leave_every_law():
    """h = cos(xi - zeta)."""
    assert _views(_kernel("cos(xi - zeta)")) == ("some", "some")


@pytest.mark.parametrize(
    ("h", "k", "f"),
    [
        ("-xi*zeta*(t + 1)**2", "-xi*zeta", "(t + 1)**2"),
        ("exp(2*t - (xi - zeta)**2 + 1)", "exp(-(xi - zeta)**2 + 1)", "exp(2*t)"),
        ("xi*zeta*t + 2*t**2*(xi*zeta)", "xi*zeta", "t + 2*t**2"),
        ("(xi*zeta*t)**2/(1 + xi**2*zeta**2)", "(xi*zeta)**2/(1 + xi**2*zeta**2)", "t**2"),
    ],
)
def test_factors_are_split(h, k, f):
    """h = k f, as the form shows it."""
    found = split_factor(parse_formula(h, NAMES))
    assert found is not None
    product = found[0].expr * found[1].expr
    assert (product - parse_formula(h, NAMES).expr).equals(0)
    assert found[0].variables <= {"xi", "zeta"}
    assert found[1].variables <= {"t"}
    ratio = found[0].expr / parse_formula(k, NAMES).expr
    assert ratio.simplify().is_number
    assert (found[1].expr / parse_formula(f, NAMES).expr).simplify().is_number


@pytest.mark.parametrize("h", ["exp(t*xi*zeta)", "t + xi*zeta", "xi*zeta*t + t**2", "cos(t + xi + zeta)"])
def test_sums_are_not_split(h):
    """No factor kernel."""
    assert split_factor(parse_formula(h, NAMES)) is None


@given(st.lists(st.integers(-3, 3), min_size=2, max_size=5), st.sampled_from([2, 3, 5]))
@settings(max_examples=25)
def test_series_in_labels_is_the_polynomial(coefficients, d):
    """h = sum_n k_n P_n(t), exactly, at rational points."""
    text = " + ".join(f"({c} + xi*zeta*{k})*t**{k}" for k, c in enumerate(coefficients) if k)
    formula = parse_formula(f"{coefficients[0]} + {text}", NAMES)
    series = series_in_labels(formula, d)
    point = {"xi": Fraction(2, 3), "zeta": Fraction(-1, 5)}
    t = Fraction(3, 7)
    values = [series[n].rational(point) if n in series else Fraction(0) for n in range(max(series, default=0) + 1)]
    assert evaluate_series(values, t, d) == formula.rational({**point, "t": t})


def test_split_expressions_decide_as_the_factor_kernel():
    """cos(xi - zeta) e^{<x, y>}: khat(1) > khat(0)."""
    assert _views(_kernel("cos(xi - zeta)*exp(dot(x, y))")) == ("none", "none")
    assert _views(_kernel("exp(dot(x, y) - Abs(xi - zeta))", {"kind": "interval", "a": 0, "b": 1})) == ("all", "all")


def test_pairs_of_labels_that_all_prefer_t_equal_one():
    """A temperature per pair; with a mask the blocks collapse separately."""
    h = parse_formula("exp(t*(2 + cos(xi - zeta)))", NAMES)
    assert dominates_at_one(h, _kernel("exp(dot(x, y)*(2 + cos(xi - zeta)))")).collapse == "all"
    labels = {"kind": "atoms", "weights": ["1/4"] * 4, "points": ["0", "0", "1", "1"]}
    masked = "Piecewise((exp(t*(2 + xi*zeta)), xi == zeta), (0, True))"
    kernel = _kernel(masked.replace("exp(t*", "exp(dot(x, y)*"), labels)
    assert dominates_at_one(parse_formula(masked, NAMES), kernel).collapse == "some"
    assert _views(kernel) == ("some", "some")


def test_kernels_that_prefer_another_t_are_not_dominated():
    """h(-1) = h(1) for t^2; h = -t."""
    for h in ("t**2", "-t", "t**2 - t/2", "xi*zeta*t"):
        assert dominates_at_one(parse_formula(h, NAMES), _kernel("dot(x, y)", PAIR)) is None


def test_series_with_psd_laplacians_collapses():
    """h = k_1 P_1 + k_2 P_2 with L_1, L_2 PSD and ker L_1 the constants."""
    h = "(7/2 - 3*xi*zeta)*dot(x, y) + xi*zeta*(3*dot(x, y)**2 - 1)/2"
    labels = {"kind": "atoms", "weights": ["1/3"] * 3, "points": ["0", "1", "5/4"]}
    outcome = decide_expression(_kernel(h, labels))
    assert str(outcome.graph_laws.collapse) == str(outcome.all_laws.collapse) == "all"
    assert "degree 1" in outcome.graph_laws.reason


def test_even_series_do_not_tell_poles_apart():
    """k_2 P_2 + k_4 P_4 > 0: x = +-u are maximisers."""
    h = "(2 + xi*zeta)*(3*dot(x, y)**2 - 1)/2 + (35*dot(x, y)**4 - 30*dot(x, y)**2 + 3)/8"
    assert _views(_kernel(h, PAIR)) == ("some", "some")


def test_potentials_decide_what_degrees_do_not():
    """D_1 = -1/2 at both atoms; g = -t/2 + 3 P_3 is largest at 1 alone, g = -t/2 + P_2/10 at -1."""
    linear = "-(1 + 3*xi*zeta)*dot(x, y)/2"
    assert _views(_kernel(f"{linear} + 3*(5*dot(x, y)**3 - 3*dot(x, y))/2", PAIR)) == ("all", "all")
    assert _views(_kernel(f"{linear} + (3*dot(x, y)**2 - 1)/20", PAIR)) == ("all", "none")


def test_series_answers_each_view_by_itself():
    """The rule itself, where only P_rho is refuted."""
    kernel = _kernel("-(1 + 3*xi*zeta)*dot(x, y)/2 + (3*dot(x, y)**2 - 1)/20", PAIR)
    found = _by_series(kernel, kernel.isotropic)
    assert (str(found.graph_laws.collapse), str(found.all_laws.collapse)) == ("all", "none")


def test_anisotropic_expressions_are_excluded_by_a_law_in_hand():
    """dot(x, y) + 3 x1 y1 cos(xi - zeta) on Z_4: collapse has 1/2, x1 = sign cos more."""
    labels = {"kind": "atoms", "weights": ["1/4"] * 4, "points": ["0", "pi/2", "pi", "3*pi/2"]}
    kernel = _kernel("dot(x, y) + 3*x1*y1*cos(xi - zeta)", labels, 2)
    law = propose_law(kernel, 1)
    assert energy_of_law(kernel, law) > 1 / 2
    outcome = decide_expression(kernel)
    assert str(outcome.all_laws.collapse) == "none"
    assert outcome.witness["law"]


def test_collapse_that_is_critical_and_kept_stays_unknown_with_a_next_step():
    """dot(x, y) + x1 y1 cos(xi - zeta): the gradient vanishes at every u."""
    outcome = decide_expression(_kernel("dot(x, y) + x1*y1*cos(xi - zeta)", CIRCLE, 2))
    assert str(outcome.graph_laws.collapse) == "unknown"
    assert "u = [" in outcome.next_step


def test_branches_in_the_contents_are_named():
    """Max(x1, y1) is not differentiated."""
    outcome = decide_expression(_kernel("Max(x1, y1)", PAIR, 2))
    assert str(outcome.graph_laws.collapse) == "unknown"
    assert "Max" in outcome.next_step


def test_large_dimensions_stay_unknown():
    """d = 6 and not isotropic."""
    assert _views(_kernel("dot(x, y) + x1*y1*xi*zeta", PAIR, 6)) == ("unknown", "unknown")


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
    kernel = _kernel(h, labels, 2)
    outcome = decide_expression(kernel)
    for view, parts in ((outcome.graph_laws, 1), (outcome.all_laws, 3)):
        if str(view.collapse) != "unknown":
            assert numerical_maximum(kernel, parts=parts, starts=4).collapse_is_beaten == (str(view.collapse) == "none")
