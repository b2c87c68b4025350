"""Encodings on one line: rays, both signs, decreasing profiles."""

from __future__ import annotations

import numpy as np
import pytest

from verify.model.kernels import AdditiveKernel, read_kernel
from verify.spectral.general.additive import decide_additive

HALF = ["1/2", "1/2"]


def _kernel(p, profile={"usa": 1}, labels=None, **more) -> AdditiveKernel:  # noqa: B006 - never changed
    labels = labels or {"kind": "atoms", "weights": [f"1/{len(p)}"] * len(p)}
    return read_kernel({"family": "additive", "profile": profile, "p": p, "labels": labels, **more})


def _views(kernel) -> tuple[str, str]:
    outcome = decide_additive(kernel)
    return str(outcome.graph_laws.collapse), str(outcome.all_laws.collapse)


def test_a_ray_collapses_at_its_direction():
    """p = s v, s >= 0: E = 1/2 sum w w' e^{(1 + s)(1 + s')}; v = (1, 0), s = 1 and 2."""
    outcome = decide_additive(_kernel([["1", "0"], ["2", "0"]]))
    expected = (np.exp(4) + 2 * np.exp(6) + np.exp(9)) / 8
    assert str(outcome.all_laws.collapse) == "all"
    assert float(outcome.all_laws.energy.best.value) == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("sign", ["", "-"])
def test_a_ray_may_point_either_way(sign):
    """p = -s v is a ray along -v."""
    assert _views(_kernel([[f"{sign}1", "0"], [f"{sign}2", "0"]])) == ("all", "all")


def test_a_ray_collapses_for_negative_beta_too():
    """e^{-t}/(-1) increases."""
    assert _views(_kernel([["1", "0"], ["2", "0"]], {"usa": -1})) == ("all", "all")


def test_both_signs_on_a_line_are_decided_by_a_better_law_or_not_at_all():
    """p = +-2 e: sides gain. p = +-e/10: collapse is critical and numerically the maximum, which is not proved."""
    assert _views(_kernel([["2", "0"], ["-2", "0"]])) == ("none", "none")
    assert _views(_kernel([["1/10", "0"], ["-1/10", "0"]])) == ("unknown", "unknown")


def test_decreasing_profile_on_a_line():
    """f = -e^t: far out the law collapsed at -v is the only maximiser, near 0 nothing collapses."""
    assert _views(_kernel([["3", "0"], ["2", "0"]], "-exp(t)")) == ("all", "all")
    assert _views(_kernel([["1/3", "0"], ["1/2", "0"]], "-exp(t)")) == ("none", "none")
