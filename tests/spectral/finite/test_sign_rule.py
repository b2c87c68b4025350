"""Corollary (a): k >= 0 and f <= f(1), by sign and connectedness alone."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from verify.model.kernels import FactorKernel, read_kernel
from verify.model.profiles import analyse_profile
from verify.model.verdict import Num, Status
from verify.spectral.finite.nonnegative import decide_table, exact_signs
from verify.spectral.finite.sign_rule import nonnegative_outcome
from verify.spectral.outcome import Outcome

CONNECTED, SPLIT = [[0, 1, 0], [1, 0, 1], [0, 1, 0]], [[1, 1, 0], [1, 1, 0], [0, 0, 1]]


def _outcome(k: list[list[int]], profile: Any = "exp(t)", kind: str = "atoms", d: int = 3) -> Outcome | None:
    labels = {"kind": kind, "weights": [f"1/{len(k)}"] * len(k)}
    kernel = read_kernel({"family": "factor", "d": d, "profile": profile, "labels": labels, "k": k})
    assert isinstance(kernel, FactorKernel)
    support = decide_table(exact_signs([[Fraction(x) for x in row] for row in k]))
    return nonnegative_outcome(
        kernel, analyse_profile(kernel.profile, d), support, Num.of_float(1.0), Status.EXACT, "the sign of every entry"
    )


@pytest.mark.parametrize(
    ("k", "profile", "kind", "graph", "slices"),
    [
        (CONNECTED, "exp(t)", "atoms", "all", "all"),
        (CONNECTED, "exp(t)", "blocks", "all", "all"),
        (SPLIT, "exp(t)", "atoms", "some", "some"),
        (CONNECTED, "t**2", "atoms", "some", "some"),
        ([[1]], "exp(t)", "atoms", "all", "all"),
        ([[0]], "exp(t)", "atoms", "all", "some"),
        ([[0]], "exp(t)", "blocks", "some", "some"),
        ([[1]], "t**2", "atoms", "all", "some"),
        (CONNECTED, {"usa": -1}, "atoms", "all", "all"),
    ],
)
def test_sign_and_connectedness_decide(k: list[list[int]], profile: Any, kind: str, graph: str, slices: str) -> None:
    """No coefficient a_n is asked for: -e^{-t} has a_2 < 0."""
    outcome = _outcome(k, profile, kind)
    assert outcome is not None
    assert (str(outcome.graph_laws.collapse), str(outcome.all_laws.collapse)) == (graph, slices)
    assert outcome.graph_laws.attained is outcome.all_laws.attained is True


@pytest.mark.parametrize("profile", ["t**2 - t/2", "-t", "exp(t)*exp(-t)"])
def test_nothing_is_said_where_the_profile_is_not_bounded_by_its_value_at_one(profile: str) -> None:
    """t^2 - t/2 and -t are largest at -1; of e^t e^-t nothing is known."""
    assert _outcome(CONNECTED, profile) is None


def test_a_component_is_the_proof_of_a_split() -> None:
    """Labels 0 and 1 do not see label 2."""
    outcome = _outcome(SPLIT)
    assert outcome is not None
    assert outcome.proof is not None
    assert outcome.proof.data == {"component": [0, 1]}
    assert "2 components" in outcome.all_laws.reason


def test_all_three_energies_are_the_collapsed_one() -> None:
    """Collapse maximises."""
    outcome = _outcome(CONNECTED)
    assert outcome is not None
    energy = outcome.all_laws.energy
    assert energy.collapsed is energy.best is energy.bound
