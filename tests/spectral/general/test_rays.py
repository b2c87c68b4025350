"""Whether encodings lie on one line: exact, certain by balls, or not said."""

from __future__ import annotations

from verify.model.kernels import AdditiveKernel, read_kernel
from verify.spectral.general.additive import decide_additive
from verify.spectral.general.rays import Line, TwoDirections, Undecided, find_rays

HALF = ["1/2", "1/2"]


def _kernel(p, profile={"usa": 1}, labels=None, **more) -> AdditiveKernel:  # noqa: B006 - never changed
    labels = labels or {"kind": "atoms", "weights": [f"1/{len(p)}"] * len(p)}
    return read_kernel({"family": "additive", "profile": profile, "p": p, "labels": labels, **more})


def _views(kernel) -> tuple[str, str]:
    outcome = decide_additive(kernel)
    return str(outcome.graph_laws.collapse), str(outcome.all_laws.collapse)


def test_a_density_that_vanishes_on_half_the_interval_hides_it():
    """p leaves its ray only where the density is 0: the minor must not be found there."""
    density = "Piecewise((2, xi <= 1/2), (0, True))"
    labels = {"kind": "interval", "a": "0", "b": "1", "density": density}
    kernel = _kernel(["1", "Piecewise((0, xi <= 1/2), (1, True))"], labels=labels, d=2)
    assert not isinstance(find_rays(kernel), TwoDirections)


def test_irrational_rows_that_are_parallel_in_disguise():
    """(sqrt(2), 2) and (1, sqrt(2)) are parallel; balls alone cannot say so."""
    found = find_rays(_kernel([["sqrt(2)", "2"], ["1", "sqrt(2)"]]))
    assert isinstance(found, Line | Undecided)
    assert not isinstance(found, TwoDirections)


def test_formulas_on_a_continuum():
    """A nonzero minor on two cells of positive mass; proportional formulas lie on a line, here a ray."""
    interval = {"kind": "interval", "a": "0", "b": "1"}
    curve, ray = (_kernel(["xi", second], labels=interval, d=2) for second in ("xi**2", "2*xi"))
    assert isinstance(find_rays(curve), TwoDirections)
    assert _views(curve) == ("none", "none")
    found = find_rays(ray)
    assert isinstance(found, Line)
    assert found.sign == 1
    assert _views(ray) == ("all", "all")
