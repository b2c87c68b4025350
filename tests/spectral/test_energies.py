"""Energies that a decision left open: what fills them, and the sentence for each that stays open."""

from __future__ import annotations

from pathlib import Path

import flint
import pytest

import verify
from verify.model.verdict import Collapse, Energy, Num, Status, View
from verify.spectral.energies import KnownEnergies, filled, open_top, unknown_energies
from verify.spectral.outcome import Outcome

CASES = sorted((Path(__file__).parents[1] / "cases").rglob("*.kernel.json"))
ONE, TWO, THREE = (Num.of_ball(flint.arb(x)) for x in (1, 2, 3))


def _filled(collapse: Collapse, known: Energy, given: Energy | None = None) -> Energy:
    view = View(collapse, True, Status.ENCLOSED, given or Energy(), "")
    return filled(Outcome(view, view), KnownEnergies(known)).graph_laws.energy


def test_where_collapse_maximises_all_three_are_the_collapsed_energy() -> None:
    """Whatever law is in hand."""
    assert _filled(Collapse.ALL, Energy(TWO, ONE, THREE)) == Energy(TWO, TWO, TWO)


def test_a_refuted_view_names_a_law_with_more_energy_or_none() -> None:
    """The collapsed law is no law with more energy; what the decision gave is kept."""
    assert _filled(Collapse.NONE, Energy(ONE, TWO, THREE)) == Energy(ONE, TWO, THREE)
    assert _filled(Collapse.NONE, Energy(TWO, ONE, THREE)) == Energy(TWO, None, THREE)
    assert _filled(Collapse.NONE, Energy(TWO, THREE), Energy(None, TWO)) == Energy(TWO, TWO, None)


def test_where_nothing_is_decided_a_collapsed_law_is_in_hand() -> None:
    """The larger of both."""
    assert _filled(Collapse.UNKNOWN, Energy(TWO, ONE)) == Energy(TWO, TWO, None)
    assert _filled(Collapse.UNKNOWN, Energy(ONE, TWO)) == Energy(ONE, TWO, None)


def test_each_energy_that_stays_open_has_a_sentence() -> None:
    """In the scope, once."""
    view = View.unknown("open")
    scope = filled(Outcome(view, view, scope=("kept",)), unknown_energies("p is long")).scope
    assert scope == ("kept", *(f"E {name} is not given: p is long." for name in ("collapsed", "best", "bound")))


def test_the_reason_names_the_dimension_or_the_width() -> None:
    """Beyond d = 4 nothing is tried."""
    assert "d > 4" in open_top(5)
    assert "too wide" in open_top(3)
    assert "more than 16 labels" in open_top(3, 16)


@pytest.mark.slow
@pytest.mark.parametrize("path", CASES, ids=lambda path: path.name.removesuffix(".kernel.json"))
def test_every_energy_of_a_case_is_given_or_its_absence_explained(path: Path) -> None:
    """All three, or a sentence in the scope for each that is missing."""
    verdict = verify.decide(verify.load_kernel(path))
    for view in (verdict.graph_laws, verdict.all_laws):
        for name, num in vars(view.energy).items():
            if num is None:
                assert any(sentence.startswith(f"E {name} is not given: ") for sentence in verdict.scope), name
