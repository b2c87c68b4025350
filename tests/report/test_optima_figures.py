"""Pictures of a maximisation."""

from __future__ import annotations

import numpy as np
import pytest

from verify.model.kernels import read_kernel
from verify.optimize import maximise
from verify.optimize.continuation import sweep_beta
from verify.report.optima_figures import beta_figure, optimum_figure, phase_figure


def repelling(d):
    """Return two labels that repel each other."""
    labels = {"kind": "atoms", "weights": ["1/2", "1/2"]}
    return read_kernel({"family": "factor", "d": d, "profile": {"usa": 1}, "k": [[0, -1], [-1, 0]], "labels": labels})


@pytest.mark.parametrize(("d", "titles"), [(2, "circle map ξ → ψ"), (3, "Gram matrix"), (4, "Gram matrix")])
def test_a_law_is_drawn_in_its_dimension(d, titles):
    """Circle and map, sphere and Gram matrix, Gram matrix; and the levels with the bound."""
    figure = optimum_figure(maximise(repelling(d), 1), "two")
    drawn = [axes.get_title() for axes in figure.axes]
    assert any(title.startswith(titles) for title in drawn)
    assert "2 arcs" in figure.get_suptitle()
    levels = figure.axes[2 if d == 2 else -2 if d == 3 else 1]
    labels = [line.get_label() for axes in figure.axes for line in axes.lines]
    assert any(str(label).startswith("bound") for label in labels), levels


def test_the_bound_is_drawn_above_the_energies():
    """At each beta, in the units of the peak profile."""
    betas = [1.0, 2.0]
    figure = beta_figure(sweep_beta(repelling(2), betas, starts=0), betas)
    found, bound = (np.asarray(line.get_ydata(), dtype=float) for line in figure.axes[0].lines[:2])
    assert np.isfinite(found).all()
    assert (bound >= found - 1e-12).all()


def test_a_phase_diagram_marks_transitions():
    """With their values of beta."""
    winners = {2: [(1.0, "great circle"), (2.0, "horseshoe")], 3: [(1.0, "great circle"), (2.0, "horseshoe")]}
    figure = phase_figure(winners, {2: [1.604], 3: [1.611]})
    texts = [text.get_text() for text in figure.axes[0].texts]
    assert texts == ["1.604", "1.611"]
    assert [label.get_text() for label in figure.axes[0].get_yticklabels()] == ["d = 2", "d = 3"]
