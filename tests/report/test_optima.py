"""The report of a maximisation."""

from __future__ import annotations

from dataclasses import replace

import pytest

from verify.model.kernels import read_kernel
from verify.optimize import maximise
from verify.report.optima import optimum_report


@pytest.fixture(scope="module")
def optimum():
    """Return the optimum of one repelling atom: graph laws -1/2, all laws 0."""
    labels = {"kind": "atoms", "weights": [1]}
    document = {"family": "factor", "d": 3, "profile": "t", "k": [[-1]], "labels": labels, "name": "one [b]atom"}
    return maximise(read_kernel(document), 0)


def test_each_view_has_its_energy_and_its_bound(printed, optimum):
    """-1/2 and 0, and spread slices."""
    text = " ".join(printed(optimum_report(optimum, "source")).split())
    assert text.startswith("one [b]atom: d = 3, 1 label, profile t maximisers")
    assert "graph laws -0.5000000000 numeric -0.5" in text
    assert "1 of 1 slices stay spread" in text
    assert "Bound over all laws" in text


def test_missing_bounds_are_unknown(printed, optimum):
    """No number is made up."""
    text = printed(optimum_report(replace(optimum, bounds=()), "source"))
    assert "unknown" in text


@pytest.mark.parametrize("end", ["time limit", "interrupted"])
def test_an_early_end_is_put_into_words(printed, optimum, end):
    """It is not taken for a finished search."""
    assert "is finished" not in printed(optimum_report(replace(optimum, end=end), "source"))


def test_energies_beyond_floats_are_powers_of_e(printed):
    """log E in place of infinity."""
    labels = {"kind": "atoms", "weights": [1]}
    kernel = read_kernel({"family": "factor", "d": 2, "profile": {"usa": 3000}, "k": [[1]], "labels": labels})
    text = printed(optimum_report(maximise(kernel, 0, bounds=False), "source"))
    assert "e^2991" in text
    assert "inf" not in text


def test_a_vertex_is_shown_with_its_exact_energy(printed):
    """A matrix kernel."""
    labels = {"kind": "atoms", "weights": ["1/2", "1/2"]}
    h = [[0, 0, 1, 5], [0, 0, 2, 3], [1, 2, 0, 0], [5, 3, 0, 0]]
    kernel = read_kernel({"family": "matrix", "d": 2, "h": h, "contents": 2, "labels": labels})
    text = " ".join(printed(optimum_report(maximise(kernel), "source")).split())
    assert "Best vertex: contents 0, 1; E = 5/4 (exact); all choices compared." in text


def test_zero_is_zero_to_rounding_beside_energies_of_order_one(printed, optimum):
    """All laws: 0 is found to rounding and 0 is the bound; the collapsed law has -1/2."""
    text = " ".join(printed(optimum_report(optimum, "source")).split())
    assert text.count("0 to rounding") == 2


@pytest.mark.slow
def test_a_law_on_quantised_labels_leaves_no_negative_gap(printed):
    """One node for the circle: k = 1 there, twice the energy of any law of the kernel."""
    document = {"family": "factor", "d": 2, "profile": "t", "k": "cos(xi - zeta)", "labels": {"kind": "circle"}}
    optimum = maximise(read_kernel(document), 0, n=1)
    assert optimum.gap("graph_laws") < 0
    assert "- (labels)" in printed(optimum_report(optimum, "source"))
