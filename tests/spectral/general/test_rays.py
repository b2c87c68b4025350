"""Whether encodings lie on one line: exact, certain by balls, or not said."""

from __future__ import annotations

from general_kernels import additive, additive_views

from verify.spectral.general.rays import Line, TwoDirections, Undecided, find_rays


def test_a_density_that_vanishes_on_half_the_interval_hides_it():
    """p leaves its ray only where the density is 0: the minor must not be found there."""
    density = "Piecewise((2, xi <= 1/2), (0, True))"
    labels = {"kind": "interval", "a": "0", "b": "1", "density": density}
    kernel = additive(["1", "Piecewise((0, xi <= 1/2), (1, True))"], labels=labels, d=2)
    assert not isinstance(find_rays(kernel), TwoDirections)


def test_irrational_rows_that_are_parallel_in_disguise():
    """(sqrt(2), 2) and (1, sqrt(2)) are parallel; balls alone cannot say so."""
    found = find_rays(additive([["sqrt(2)", "2"], ["1", "sqrt(2)"]]))
    assert isinstance(found, Line | Undecided)
    assert not isinstance(found, TwoDirections)


def test_formulas_on_a_continuum():
    """A nonzero minor on two cells of positive mass; proportional formulas lie on a line, here a ray."""
    interval = {"kind": "interval", "a": "0", "b": "1"}
    curve, ray = (additive(["xi", second], labels=interval, d=2) for second in ("xi**2", "2*xi"))
    assert isinstance(find_rays(curve), TwoDirections)
    assert additive_views(curve) == ("none", "none")
    found = find_rays(ray)
    assert isinstance(found, Line)
    assert found.sign == 1
    assert additive_views(ray) == ("all", "all")
