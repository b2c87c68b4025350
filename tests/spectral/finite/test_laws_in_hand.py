"""A refutation on finitely many labels has a law in hand, at any number of labels and for any gap."""

from __future__ import annotations

from fractions import Fraction

import pytest

from verify.model.kernels import read_kernel
from verify.model.profiles import analyse_profile
from verify.model.verdict import Collapse, Verdict
from verify.spectral.decide import decide
from verify.spectral.finite.laws import Gain
from verify.spectral.finite.laws_in_hand import Turned, law_along, spread_law
from verify.spectral.finite.problem import FiniteProblem


def _triangle(gap: str, profile: object = "exp(2*t)", kind: str = "atoms") -> dict[str, object]:
    entry = f"-1/2 - {gap}"
    table = [["0", "1", entry], ["1", "0", "1"], [entry, "1", "0"]]
    labels = {"kind": kind, "weights": ["1/3", "1/3", "1/3"]}
    return {"family": "factor", "d": 3, "profile": profile, "labels": labels, "k": table}


def _assert_law(verdict: Verdict) -> None:
    for view in (verdict.graph_laws, verdict.all_laws):
        assert view.collapse is Collapse.NONE
        best, collapsed = view.energy.best, view.energy.collapsed
        assert best is not None
        assert collapsed is not None
        assert Fraction(best.value) > Fraction(collapsed.value)
    assert verdict.witness is not None
    assert {"law", "gain"} <= set(verdict.witness)


@pytest.mark.slow
@pytest.mark.parametrize("gap", ["1", "1/10**12", "1/10**60", "1/10**500"])
@pytest.mark.parametrize("profile", ["exp(2*t)", {"usa": "1/10**9"}, {"peak": 800}, "t"])
def test_a_triangle_past_its_threshold_has_a_law_with_more_energy(gap: str, profile: object) -> None:
    """k = 1, 1, -1/2 - gap: by ascent where the gap is wide, by a small rotation where it is narrow."""
    _assert_law(decide(read_kernel(_triangle(gap, profile))))


@pytest.mark.slow
def test_the_gain_of_a_narrow_gap_needs_no_search() -> None:
    """The small rotation is offered with its direction where no rational law is seen to gain."""
    kernel = read_kernel(_triangle("1/10**60"))
    problem = FiniteProblem(kernel, analyse_profile(kernel.profile, 3), kernel.k.rows(kernel.labels))  # type: ignore[attr-defined]
    law = law_along(problem, [Fraction(1), Fraction(0), Fraction(-1)])
    assert isinstance(law, Turned)
    assert law.step.gain > 0
    assert law.energies() is not None
    assert law.to_json()["law"].startswith("x = (cos(eps*v)")


@pytest.mark.slow
@pytest.mark.parametrize("n", [97, 300])
def test_many_labels_share_contents(n: int) -> None:
    """A band of attraction in a sea of weak repulsion: the certain gain of a law with few contents."""
    k = "Piecewise((1, Abs(i - j) <= 1), (-1/20, True))"
    labels = {"kind": "positions", "n": n}
    verdict = decide(read_kernel({"family": "factor", "d": 2, "profile": {"usa": 1}, "labels": labels, "k": k}))
    _assert_law(verdict)


def test_blocks_have_one_maximum_in_both_views() -> None:
    """T1: on nonatomic blocks the energies of graph laws and of all laws are the same numbers."""
    verdict = decide(read_kernel(_triangle("1", kind="blocks")))
    assert verdict.graph_laws.energy == verdict.all_laws.energy


@pytest.mark.slow
def test_a_slice_of_negative_degree_spreads_beyond_any_size() -> None:
    """700 atoms that repel each other and themselves: one slice is spread, the others stay."""
    n = 700
    labels = {"kind": "positions", "n": n}
    kernel = read_kernel({"family": "factor", "d": 3, "profile": "t", "labels": labels, "k": "-1"})
    problem = FiniteProblem(kernel, analyse_profile(kernel.profile, 3), kernel.k.rows(kernel.labels))  # type: ignore[attr-defined]
    law = spread_law(problem, 0)
    assert isinstance(law, Gain)
    assert law.gain > 0
    assert len(law.law.labels) == n + 1
