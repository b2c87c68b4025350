"""Absolute encodings: exact facts, sharpness of b > 0, sizes of real tables, floats in both directions."""

from __future__ import annotations

import numpy as np
import pytest
from general_kernels import additive, additive_views
from hypothesis import given, settings
from hypothesis import strategies as st

from verify.certificates.checker import check
from verify.model.profiles import Profile
from verify.spectral.decide import decide
from verify.spectral.general.additive import decide_additive, exponential_growth


def test_two_directions_never_collapse():
    """e^{<x + p, y + p'>} with orthogonal p: exact, with a certificate that the checker accepts."""
    verdict = decide(additive([["1", "0"], ["0", "1"]]))
    assert str(verdict.graph_laws.collapse) == str(verdict.all_laws.collapse) == "none"
    assert str(verdict.graph_laws.status) == "exact"
    assert verdict.graph_laws.attained is True
    assert check(dict(verdict.certificate)).accepted


def test_equal_vectors_need_not_be_told_apart():
    """Labels of equal p merge: three labels, two of them equal."""
    assert additive_views(additive([["1", "0"], ["1", "0"], ["0", "1"]])) == ("none", "none")


@pytest.mark.parametrize("profile", [{"usa": "1/3"}, {"peak": 2}, "exp(t)/7 + 2", "-exp(2*t)", "3**t"])
def test_the_sign_of_c_and_the_constant_do_not_matter(profile):
    """f' = c e^{b t}, b > 0, c of any sign."""
    assert additive_views(additive([["1", "2"], ["2", "1"]], profile)) == ("none", "none")


def test_growth_is_recognised():
    """Signs of c and b in f' = c e^{b t}."""
    assert exponential_growth(Profile.usa(-2), 3)[:2] == (1, -1)
    assert exponential_growth(Profile.peak(2), 3)[:2] == (1, 1)
    assert exponential_growth(Profile.read("1 - exp(3*t)"), 3)[:2] == (-1, 1)
    assert exponential_growth(Profile.read("exp(t**2)"), 3) is None
    assert exponential_growth(Profile.read("exp(t) + exp(2*t)"), 3) is None
    assert exponential_growth(Profile.read("2"), 3) is None


def test_single_label():
    """One vector: every graph law is collapsed; -t with p = 0 spreads the slice."""
    assert additive_views(additive([["1", "1"]])) == ("all", "all")
    assert additive_views(additive([["0", "0"]], "-t")) == ("all", "none")


def test_sinusoidal_positions_of_any_length():
    """Only two labels are looked at."""
    p = [f"{g}(i/10000**({c}/32))" for c in range(32) for g in ("sin", "cos")]
    kernel = additive(p, labels={"kind": "positions", "n": 4096}, d=64)
    assert additive_views(kernel) == ("none", "none")


@pytest.mark.parametrize("shape", [(512, 768), pytest.param((4096, 256), marks=pytest.mark.slow)])
def test_learned_tables_of_any_size_are_decided(shape):
    """Two rows that are not parallel decide a table of a million entries."""
    table = np.random.default_rng(0).standard_normal(shape)
    kernel = additive(table, labels={"kind": "positions", "n": shape[0]})
    outcome = decide_additive(kernel)
    assert str(outcome.graph_laws.collapse) == "none"
    assert str(outcome.graph_laws.status) == "exact"


def test_unbounded_encodings_are_not_decided():
    """p = 1/xi on [0, 1]: the energy may be infinite."""
    labels = {"kind": "interval", "a": "0", "b": "1"}
    outcome = decide_additive(additive(["1/xi", "1"], labels=labels, d=2))
    assert str(outcome.all_laws.collapse) == "unknown"
    assert "bounded" in outcome.next_step


@pytest.mark.slow
@given(
    st.lists(st.lists(st.integers(-2, 2), min_size=2, max_size=2), min_size=2, max_size=3),
    st.sampled_from([{"usa": 1}, "t", "-t", "-exp(t)", {"usa": -1}, "t + t**2"]),
)
@settings(max_examples=10)
def test_small_encodings_agree_with_a_numerical_maximiser(numerical_maximum, rows, profile):
    """Every decided view, in both directions."""
    kernel = additive([[f"{x}/2" for x in row] for row in rows], profile)
    outcome = decide_additive(kernel)
    for view, parts in ((outcome.graph_laws, 1), (outcome.all_laws, 2)):
        if str(view.collapse) == "unknown":
            continue
        found = numerical_maximum(kernel, parts=parts, starts=4)
        assert found.collapse_is_beaten == (str(view.collapse) == "none")
        if view.energy.bound is not None:
            bound = float(view.energy.bound.value)
            assert found.best <= bound + 1e-7 * (1 + abs(bound))
