"""Encodings on one line: rays, both signs, decreasing profiles."""

from __future__ import annotations

import numpy as np
import pytest
from general_kernels import additive, additive_views

from verify.spectral.general.additive import decide_additive


def test_a_ray_collapses_at_its_direction():
    """p = s v, s >= 0: E = 1/2 sum w w' e^{(1 + s)(1 + s')}; v = (1, 0), s = 1 and 2."""
    outcome = decide_additive(additive([["1", "0"], ["2", "0"]]))
    expected = (np.exp(4) + 2 * np.exp(6) + np.exp(9)) / 8
    assert str(outcome.all_laws.collapse) == "all"
    assert float(outcome.all_laws.energy.best.value) == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("sign", ["", "-"])
def test_a_ray_may_point_either_way(sign):
    """p = -s v is a ray along -v."""
    assert additive_views(additive([[f"{sign}1", "0"], [f"{sign}2", "0"]])) == ("all", "all")


def test_a_ray_collapses_for_negative_beta_too():
    """e^{-t}/(-1) increases."""
    assert additive_views(additive([["1", "0"], ["2", "0"]], {"usa": -1})) == ("all", "all")


def test_both_signs_on_a_line_are_decided_by_a_better_law_or_not_at_all():
    """p = +-2 e: sides gain. p = +-e/10: collapse is critical and numerically the maximum, which is not proved."""
    assert additive_views(additive([["2", "0"], ["-2", "0"]])) == ("none", "none")
    assert additive_views(additive([["1/10", "0"], ["-1/10", "0"]])) == ("unknown", "unknown")


def test_decreasing_profile_on_a_line():
    """f = -e^t: far out the law collapsed at -v is the only maximiser, near 0 nothing collapses."""
    assert additive_views(additive([["3", "0"], ["2", "0"]], "-exp(t)")) == ("all", "all")
    assert additive_views(additive([["1/3", "0"], ["1/2", "0"]], "-exp(t)")) == ("none", "none")
