"""Affine profiles: the energy of the mean content in closed form."""

from __future__ import annotations

import pytest
from general_kernels import additive, additive_views

from verify.spectral.general.additive import decide_additive


def test_linear_profile_sees_the_mean():
    """E = |m + q|^2/2 is 1/2 (1 + |q|)^2 at best; q = (3/2, 2), |q| = 5/2."""
    outcome = decide_additive(additive([["3", "0"], ["0", "4"]], "t"))
    assert str(outcome.graph_laws.collapse) == "all"
    assert outcome.graph_laws.energy.best.value == "6.1250000000000000000"


def test_linear_profile_with_mean_zero_has_every_dirac():
    """q = 0: |m| = 1 exactly for collapsed laws."""
    assert additive_views(additive([["1", "0"], ["-1", "0"]], "2*t + 1")) == ("all", "all")


def test_repelling_linear_profile_on_unequal_atoms():
    """f = -t, q = 0, w = 9/10, 1/10: |m| >= 8/10 for graph laws, so that E = -32/100; P_rho reaches 0."""
    labels = {"kind": "atoms", "weights": ["9/10", "1/10"]}
    outcome = decide_additive(additive([["0", "0"], ["0", "0"]], "-t", labels))
    assert (str(outcome.graph_laws.collapse), str(outcome.all_laws.collapse)) == ("none", "none")
    assert float(outcome.graph_laws.energy.best.value) == pytest.approx(-0.32)
    assert float(outcome.all_laws.energy.best.value) == 0


def test_repelling_linear_profile_with_a_far_mean_collapses():
    """f = -t, |q| > 1: the only maximiser is the law collapsed at -q/|q|."""
    assert additive_views(additive([["5", "0"], ["0", "1"]], "-t")) == ("all", "all")


def test_constant_profile_has_every_law():
    """f = 2."""
    assert additive_views(additive([["5", "0"], ["0", "1"]], "2")) == ("some", "some")
