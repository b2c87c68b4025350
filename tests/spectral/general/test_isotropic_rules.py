"""Series with PSD Laplacians, potentials of labels, and what each view says."""

from __future__ import annotations

from general_kernels import PAIR, expression, expression_views

from verify.spectral.general.expression import decide_expression
from verify.spectral.general.isotropic_rules import _by_series


def test_series_with_psd_laplacians_collapses():
    """h = k_1 P_1 + k_2 P_2 with L_1, L_2 PSD and ker L_1 the constants."""
    h = "(7/2 - 3*xi*zeta)*dot(x, y) + xi*zeta*(3*dot(x, y)**2 - 1)/2"
    labels = {"kind": "atoms", "weights": ["1/3"] * 3, "points": ["0", "1", "5/4"]}
    outcome = decide_expression(expression(h, labels))
    assert str(outcome.graph_laws.collapse) == str(outcome.all_laws.collapse) == "all"
    assert "degree 1" in outcome.graph_laws.reason


def test_even_series_do_not_tell_poles_apart():
    """k_2 P_2 + k_4 P_4 > 0: x = +-u are maximisers."""
    h = "(2 + xi*zeta)*(3*dot(x, y)**2 - 1)/2 + (35*dot(x, y)**4 - 30*dot(x, y)**2 + 3)/8"
    assert expression_views(expression(h, PAIR)) == ("some", "some")


def test_potentials_decide_what_degrees_do_not():
    """D_1 = -1/2 at both atoms; g = -t/2 + 3 P_3 is largest at 1 alone, g = -t/2 + P_2/10 at -1."""
    linear = "-(1 + 3*xi*zeta)*dot(x, y)/2"
    assert expression_views(expression(f"{linear} + 3*(5*dot(x, y)**3 - 3*dot(x, y))/2", PAIR)) == ("all", "all")
    assert expression_views(expression(f"{linear} + (3*dot(x, y)**2 - 1)/20", PAIR)) == ("all", "none")


def test_series_answers_each_view_by_itself():
    """The rule itself, where only P_rho is refuted."""
    kernel = expression("-(1 + 3*xi*zeta)*dot(x, y)/2 + (3*dot(x, y)**2 - 1)/20", PAIR)
    found = _by_series(kernel, kernel.isotropic)
    assert (str(found.graph_laws.collapse), str(found.all_laws.collapse)) == ("all", "none")
