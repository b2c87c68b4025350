"""Absolute encodings: exact facts, sharpness of b > 0, sizes of real tables, floats in both directions."""

from __future__ import annotations

import time
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from verify.certificates.checker import check
from verify.model.kernels import AdditiveKernel, read_kernel
from verify.model.profiles import Profile
from verify.spectral.additive import decide_additive, exponential_growth
from verify.spectral.additive_cells import expand_additive
from verify.spectral.criticality import exclude_collapse
from verify.spectral.decide import decide
from verify.spectral.rays import Line, TwoDirections, Undecided, find_rays

HALF = ["1/2", "1/2"]


def _kernel(p, profile={"usa": 1}, labels=None, **more) -> AdditiveKernel:  # noqa: B006 - never changed
    labels = labels or {"kind": "atoms", "weights": [f"1/{len(p)}"] * len(p)}
    return read_kernel({"family": "additive", "profile": profile, "p": p, "labels": labels, **more})


def _views(kernel) -> tuple[str, str]:
    outcome = decide_additive(kernel)
    return str(outcome.graph_laws.collapse), str(outcome.all_laws.collapse)


def test_two_directions_never_collapse():
    """e^{<x + p, y + p'>} with orthogonal p: exact, with a certificate that the checker accepts."""
    verdict = decide(_kernel([["1", "0"], ["0", "1"]]))
    assert str(verdict.graph_laws.collapse) == str(verdict.all_laws.collapse) == "none"
    assert str(verdict.graph_laws.status) == "exact"
    assert verdict.graph_laws.attained is True
    assert check(dict(verdict.certificate)).accepted


def test_equal_vectors_need_not_be_told_apart():
    """Labels of equal p merge: three labels, two of them equal."""
    assert _views(_kernel([["1", "0"], ["1", "0"], ["0", "1"]])) == ("none", "none")


@pytest.mark.parametrize("profile", [{"usa": "1/3"}, {"peak": 2}, "exp(t)/7 + 2", "-exp(2*t)", "3**t"])
def test_the_sign_of_c_and_the_constant_do_not_matter(profile):
    """f' = c e^{b t}, b > 0, c of any sign."""
    assert _views(_kernel([["1", "2"], ["2", "1"]], profile)) == ("none", "none")


def test_growth_is_recognised():
    """Signs of c and b in f' = c e^{b t}."""
    assert exponential_growth(Profile.usa(-2), 3)[:2] == (1, -1)
    assert exponential_growth(Profile.peak(2), 3)[:2] == (1, 1)
    assert exponential_growth(Profile.read("1 - exp(3*t)"), 3)[:2] == (-1, 1)
    assert exponential_growth(Profile.read("exp(t**2)"), 3) is None
    assert exponential_growth(Profile.read("exp(t) + exp(2*t)"), 3) is None
    assert exponential_growth(Profile.read("2"), 3) is None


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


def test_linear_profile_sees_the_mean():
    """E = |m + q|^2/2 is 1/2 (1 + |q|)^2 at best; q = (3/2, 2), |q| = 5/2."""
    outcome = decide_additive(_kernel([["3", "0"], ["0", "4"]], "t"))
    assert str(outcome.graph_laws.collapse) == "all"
    assert outcome.graph_laws.energy.best.value == "6.1250000000000000000"


def test_linear_profile_with_mean_zero_has_every_dirac():
    """q = 0: |m| = 1 exactly for collapsed laws."""
    assert _views(_kernel([["1", "0"], ["-1", "0"]], "2*t + 1")) == ("all", "all")


def test_repelling_linear_profile_on_unequal_atoms():
    """f = -t, q = 0, w = 9/10, 1/10: |m| >= 8/10 for graph laws, so that E = -32/100; P_rho reaches 0."""
    labels = {"kind": "atoms", "weights": ["9/10", "1/10"]}
    outcome = decide_additive(_kernel([["0", "0"], ["0", "0"]], "-t", labels))
    assert (str(outcome.graph_laws.collapse), str(outcome.all_laws.collapse)) == ("none", "none")
    assert float(outcome.graph_laws.energy.best.value) == pytest.approx(-0.32)
    assert float(outcome.all_laws.energy.best.value) == 0


def test_repelling_linear_profile_with_a_far_mean_collapses():
    """f = -t, |q| > 1: the only maximiser is the law collapsed at -q/|q|."""
    assert _views(_kernel([["5", "0"], ["0", "1"]], "-t")) == ("all", "all")


def test_constant_profile_has_every_law():
    """f = 2."""
    assert _views(_kernel([["5", "0"], ["0", "1"]], "2")) == ("some", "some")


def test_single_label():
    """One vector: every graph law is collapsed; -t with p = 0 spreads the slice."""
    assert _views(_kernel([["1", "1"]])) == ("all", "all")
    assert _views(_kernel([["0", "0"]], "-t")) == ("all", "none")


def test_negative_b_needs_its_own_argument():
    """For b < 0 distinct p do not suffice: a singular matrix e^{-<a, a'>} makes a collapsed law critical off the line.

    Three points a = u + p of an obtuse triangle: det(e^{|a_i - a_j|^2/2}) changes sign with the scale. With weights
    from the null vector, u = (1, 0) is critical although p_1 and p_2 are not parallel; the search over cells must
    not exclude it.
    """
    triangle = np.array([[-1.0, 0.6], [0.0, 0.0], [1.0, 0.6]])

    def matrix(points: np.ndarray) -> np.ndarray:
        return np.exp(-points @ points.T)

    def null_vector(points: np.ndarray) -> np.ndarray:
        values, vectors = np.linalg.eigh(matrix(points))
        return vectors[:, np.argmin(np.abs(values))]

    low, high = 0.2, 2.5
    sign = np.sign(np.linalg.det(matrix(low * triangle)))
    assert sign != np.sign(np.linalg.det(matrix(high * triangle)))
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (middle, high) if np.sign(np.linalg.det(matrix(middle * triangle))) == sign else (low, middle)
    # a translation keeps the matrix singular: take one where null vector and transverse coordinate have equal signs
    shifted = [low * triangle + np.array([0.5, c]) for c in np.linspace(-5, 5, 2001)]
    b = next(x for x in shifted if (ratio := null_vector(x) / x[:, 1]).min() * ratio.max() > 1e-3)
    w = np.abs(null_vector(b) / b[:, 1])
    w /= w.sum()
    assert np.abs(matrix(b) @ (w * b[:, 1])).max() < 1e-9 * matrix(b).max()
    p = b - np.array([1.0, 0.0])
    weights = [Fraction(x).limit_denominator(10**12) for x in w[:2]]
    weights = [*weights, 1 - sum(weights)]
    labels = {"kind": "atoms", "weights": [str(x) for x in weights]}
    kernel = _kernel(p.tolist(), {"usa": -1}, labels)
    assert isinstance(find_rays(kernel), TwoDirections)
    (expansion,) = expand_additive(kernel)
    found = exclude_collapse(expansion, second=False)
    assert not found.complete
    assert np.allclose(found.stopped_at, [1, 0], atol=1e-2)


def test_sinusoidal_positions_of_any_length():
    """Only two labels are looked at."""
    p = [f"{g}(i/10000**({c}/32))" for c in range(32) for g in ("sin", "cos")]
    kernel = _kernel(p, labels={"kind": "positions", "n": 4096}, d=64)
    start = time.perf_counter()
    assert _views(kernel) == ("none", "none")
    assert time.perf_counter() - start < 2


@pytest.mark.parametrize("shape", [(512, 768), pytest.param((4096, 1024), marks=pytest.mark.slow)])
def test_learned_tables_answer_at_once(shape):
    """Two rows that are not parallel decide a table of millions of entries."""
    table = np.random.default_rng(0).standard_normal(shape)
    kernel = _kernel(table, labels={"kind": "positions", "n": shape[0]})
    start = time.perf_counter()
    outcome = decide_additive(kernel)
    assert time.perf_counter() - start < 1
    assert str(outcome.graph_laws.collapse) == "none"
    assert str(outcome.graph_laws.status) == "exact"


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


def test_a_density_that_vanishes_on_half_the_interval_hides_it():
    """p leaves its ray only where the density is 0: the minor must not be found there."""
    density = "Piecewise((2, xi <= 1/2), (0, True))"
    labels = {"kind": "interval", "a": "0", "b": "1", "density": density}
    kernel = _kernel(["1", "Piecewise((0, xi <= 1/2), (1, True))"], labels=labels, d=2)
    assert not isinstance(find_rays(kernel), TwoDirections)


def test_unbounded_encodings_are_not_decided():
    """p = 1/xi on [0, 1]: the energy may be infinite."""
    labels = {"kind": "interval", "a": "0", "b": "1"}
    outcome = decide_additive(_kernel(["1/xi", "1"], labels=labels, d=2))
    assert str(outcome.all_laws.collapse) == "unknown"
    assert "bounded" in outcome.next_step


def test_irrational_rows_that_are_parallel_in_disguise():
    """(sqrt(2), 2) and (1, sqrt(2)) are parallel; balls alone cannot say so."""
    found = find_rays(_kernel([["sqrt(2)", "2"], ["1", "sqrt(2)"]]))
    assert isinstance(found, Line | Undecided)
    assert not isinstance(found, TwoDirections)


@given(
    st.lists(st.lists(st.integers(-2, 2), min_size=2, max_size=2), min_size=2, max_size=3),
    st.sampled_from([{"usa": 1}, "t", "-t", "-exp(t)", {"usa": -1}, "t + t**2"]),
)
@settings(max_examples=10)
def test_small_encodings_agree_with_a_numerical_maximiser(numerical_maximum, rows, profile):
    """Every decided view, in both directions."""
    kernel = _kernel([[f"{x}/2" for x in row] for row in rows], profile)
    outcome = decide_additive(kernel)
    for view, parts in ((outcome.graph_laws, 1), (outcome.all_laws, 2)):
        if str(view.collapse) == "unknown":
            continue
        found = numerical_maximum(kernel, parts=parts, starts=4)
        assert found.collapse_is_beaten == (str(view.collapse) == "none")
        if view.energy.bound is not None:
            bound = float(view.energy.bound.value)
            assert found.best <= bound + 1e-7 * (1 + abs(bound))
