"""Branches in beta and the transitions between them."""

from __future__ import annotations

import numpy as np
import pytest

from verify.model.errors import InputError
from verify.optimize import continuation
from verify.optimize.continuation import at_beta, follow_branch, locate_transition, phase_diagram, sweep_beta
from verify.optimize.starts import Start, latitude, open_arc, winding

N = 128
PHASES = 2 * np.pi * np.arange(N) / N


@pytest.mark.slow
@pytest.mark.parametrize(("d", "expected"), [(2, 1.604), (3, 1.611)])
def test_the_horseshoe_takes_over_near(d, expected, cosine):
    """From the great circle for d = 2, from the latitude circle for d = 3; by bisection on energies."""
    kernel = cosine(2, d)
    horseshoe = follow_branch(kernel, open_arc(PHASES, d, 3.8), [2.0, 1.8, 1.7], N)[-1]
    first = winding(PHASES, 2, 1) if d == 2 else latitude(PHASES, 3, 0.3)
    found = locate_transition(kernel, (first, horseshoe.contents), (1.57, 1.68), N)
    assert (found.first, found.second) == ("great circle" if d == 2 else "latitude circle", "horseshoe")
    assert found.high - found.low <= 1e-4
    assert abs(found.beta - expected) < 1e-3


def test_arcs_pass_the_great_circle_where_the_formula_says():
    """N = 3 at beta = 1.95715274683042, on laws held fixed: E_3 against I_1(beta)/(2 beta)."""
    from scipy.optimize import brentq
    from scipy.special import iv

    angles = 2 * np.pi * np.arange(3) / 3

    def difference(beta):
        arcs = (
            3 / (2 * beta) * (np.sin(np.pi / 3) / np.pi) ** 2 * np.sum(np.cos(angles) * np.exp(beta * np.cos(angles)))
        )
        return arcs - iv(1, beta) / (2 * beta)

    assert abs(brentq(difference, 1.5, 2.5, xtol=1e-14) - 1.95715274683042) < 1e-12


def test_a_bracket_without_a_transition_is_refused(cosine):
    """The order is the same at both ends."""
    phases = 2 * np.pi * np.arange(16) / 16
    first, second = winding(phases, 2, 1), open_arc(phases, 2, 3.0)
    with pytest.raises(InputError, match="hold a change of order"):
        locate_transition(cosine(2), (first, second), (2.2, 2.4), 16)


def test_beta_belongs_to_exponential_profiles(atoms):
    """Others have none."""
    with pytest.raises(InputError, match="usa or peak profile"):
        at_beta(atoms([[1]]), 2.0)


@pytest.mark.slow
def test_a_sweep_names_the_winner_at_each_beta(cosine):
    """The great circle, then the horseshoe."""
    told = []
    optima = sweep_beta(cosine(1), [1.0, 2.5], n=24, starts=0, bounds=False, tell=lambda *now: told.append(now))
    assert [o.best.shape.name for o in optima] == ["great circle", "horseshoe"]
    assert told == [(1, 2), (2, 2)]


@pytest.mark.slow
def test_a_diagram_has_no_less_energy_than_a_search_at_each_beta(cosine):
    """The starts are those of a search, and neighbours' laws beside them; energies in the kernel's own unit."""
    betas = [1.0, 1.7, 4.0]
    diagram = phase_diagram(cosine(1), betas, 16, tolerance=0.05)
    optima = sweep_beta(cosine(1), betas, n=16, starts=0, bounds=False)
    assert [beta for beta, _, _ in diagram.winners] == betas
    for (_, name, energy), optimum in zip(diagram.winners, optima, strict=True):
        assert energy >= optimum.best.energy * (1 - 1e-12)
        assert name == optimum.best.shape.name
    assert [1.5 < beta < 1.7 for beta in diagram.transitions] == [True]


def test_a_branch_that_a_search_missed_is_followed_down(cosine, monkeypatch):
    """At beta = 1.65 from the great circle alone, a local maximum: the horseshoe of beta = 1.75 is found there, too."""

    def few(interaction, nodes, *_):
        below = interaction.jet.beta < 1.7
        return [Start("one", winding(nodes.phases, 2, 1) if below else open_arc(nodes.phases, 2, 3.8))]

    monkeypatch.setattr(continuation, "made_starts", few)
    assert [name for _, name, _ in phase_diagram(cosine(1), [1.65, 1.75], 24).winners] == ["horseshoe", "horseshoe"]
    assert phase_diagram(cosine(1), [1.65], 24).winners[0][1] == "great circle"


@pytest.mark.parametrize("betas", [[], [2.0, 1.0], [1.0, float("nan")]])
def test_values_of_beta_that_are_none_or_fall_are_refused(betas, cosine):
    """Before anything is searched."""
    with pytest.raises(InputError, match="increasing"):
        phase_diagram(cosine(1), betas)


def test_a_tolerance_finer_than_floats_is_refused(cosine):
    """The bisection would never end."""
    with pytest.raises(InputError, match="tolerance"):
        phase_diagram(cosine(1), [1.0, 2.0], tolerance=0.0)
