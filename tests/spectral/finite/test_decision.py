"""T5 on finitely many labels: exact verdicts against a brute-force maximiser, and what they must not depend on."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from verify.certificates.checker import check
from verify.model.kernels import read_kernel
from verify.model.verdict import Collapse, Verdict
from verify.spectral.decide import decide

Table = list[list[Fraction]]
small = st.integers(-4, 6).map(lambda p: Fraction(p, 2))


@st.composite
def tables(draw: st.DrawFn, least: int = 2, most: int = 4) -> Table:
    """Symmetric rational tables with small entries, threshold cases among them."""
    n = draw(st.integers(least, most))
    upper = [[draw(small) for _ in range(n)] for _ in range(n)]
    return [[upper[min(i, j)][max(i, j)] for j in range(n)] for i in range(n)]


@st.composite
def weights(draw: st.DrawFn, n: int) -> list[Fraction]:
    """Positive rational weights of sum 1."""
    parts = [draw(st.integers(1, 4)) for _ in range(n)]
    return [Fraction(p, sum(parts)) for p in parts]


def _decide(table: Table, masses: list[Fraction] | None = None, **change: Any) -> Verdict:
    n = len(table)
    labels = {"kind": "atoms", "weights": [str(w) for w in masses or [Fraction(1, n)] * n]}
    document = {"family": "factor", "d": 2, "profile": {"usa": 1}, "labels": labels, "k": table}
    return decide(read_kernel(document | change))


def _views(verdict: Verdict) -> tuple[str, str]:
    return str(verdict.graph_laws.collapse), str(verdict.all_laws.collapse)


def _best_energy(table: Table, masses: list[Fraction], copies: int, seed: int) -> float:
    """Maximise over angles with f = e^t by gradient ascent from random starts: an independent brute force for d = 2."""
    labels = np.repeat(np.arange(len(table)), copies)
    w = np.array([float(m) for m in masses])[labels] / copies
    K = np.array([[float(x) for x in row] for row in table])[labels][:, labels] * np.outer(w, w)
    rng = np.random.default_rng(seed)
    best = -np.inf
    for _ in range(8):
        theta = rng.uniform(0, 2 * np.pi, len(labels))
        step, value = 1.0, -np.inf
        for _ in range(150):
            gap = theta[:, None] - theta[None, :]
            gradient = -np.sum(K * np.exp(np.cos(gap)) * np.sin(gap), axis=1)
            trial = theta + step * gradient / max(1e-12, np.abs(gradient).max())
            energy = 0.5 * np.sum(K * np.exp(np.cos(trial[:, None] - trial[None, :])))
            if energy > value:
                theta, value, step = trial, energy, step * 1.5
            else:
                step /= 3
        best = max(best, float(value))
    return best


@pytest.mark.slow
@settings(max_examples=40)
@given(st.data())
def test_the_exact_verdict_agrees_with_a_brute_force_maximiser(data: st.DataObject) -> None:
    """Collapse maximises over graph laws iff no law was found with more energy; the witness has it for certain."""
    table = data.draw(tables(most=3))
    masses = data.draw(weights(len(table)))
    verdict = _decide(table, masses)
    collapsed = float(
        np.e
        / 2
        * sum(u * v * x for u, row in zip(masses, table, strict=True) for v, x in zip(masses, row, strict=True))
    )
    found = _best_energy(table, masses, 1, 0)
    if verdict.graph_laws.collapse in {Collapse.ALL, Collapse.SOME}:
        assert found <= collapsed + 1e-9
    else:
        assert verdict.graph_laws.collapse is Collapse.NONE
        assert verdict.graph_laws.energy.best is not None
        assert float(verdict.graph_laws.energy.best.value) > collapsed
        assert found > collapsed - 1e-9
    if verdict.all_laws.collapse in {Collapse.ALL, Collapse.SOME}:
        assert _best_energy(table, masses, 3, 1) <= collapsed + 1e-9


@pytest.mark.slow
@given(st.data())
def test_every_certificate_is_accepted_by_the_independent_checker(data: st.DataObject) -> None:
    """And its energies are ordered: best <= bound."""
    table = data.draw(tables())
    verdict = _decide(table, data.draw(weights(len(table))))
    assert verdict.certificate is not None
    report = check(dict(verdict.certificate))
    assert report.accepted, report.reason
    for view in (verdict.graph_laws, verdict.all_laws):
        best, bound = view.energy.best, view.energy.bound
        if best is not None and bound is not None:
            assert float(best.value) <= float(bound.value) + 1e-12


@pytest.mark.slow
@settings(max_examples=20)
@given(st.data())
def test_the_verdict_does_not_depend_on_names_scale_or_temperature(data: st.DataObject) -> None:
    """Relabelling, k -> c k with c > 0, and beta > 0."""
    table = data.draw(tables())
    n = len(table)
    order = data.draw(st.permutations(range(n)))
    expected = _views(_decide(table))
    assert _views(_decide([[table[i][j] for j in order] for i in order])) == expected
    assert _views(_decide([[x * Fraction(7, 3) for x in row] for row in table])) == expected
    assert _views(_decide(table, profile={"usa": "9/2"}, d=5)) == expected


@pytest.mark.slow
@settings(max_examples=40)
@given(st.data())
def test_adding_a_nonnegative_constant_never_turns_all_into_none(data: st.DataObject) -> None:
    """<v, Lv> grows with k, and so does D."""
    table = data.draw(tables())
    c = data.draw(st.sampled_from([Fraction(1, 10**9), Fraction(1, 3), Fraction(5)]))
    before, after = _views(_decide(table)), _views(_decide([[x + c for x in row] for row in table]))
    for old, new in zip(before, after, strict=True):
        assert (old, new) != ("all", "none")
        assert (old, new) != ("some", "none")


@pytest.mark.parametrize(("shift", "expected"), [("-1/10**12", "none"), ("0", "all"), ("1/10**12", "all")])
def test_a_picoscale_step_over_the_threshold_is_told_apart(shift: str, expected: str) -> None:
    """Triangle 1, 1, -1/2 and its neighbours: a tolerance of 1e-9 would call all three PSD."""
    labels = {"kind": "atoms", "weights": ["1/3"] * 3}
    a = f"-1/2 + {shift}" if not shift.startswith("-") else f"-1/2 {shift}"
    document = {
        "family": "factor",
        "d": 3,
        "profile": {"usa": 1},
        "labels": labels,
        "k": [["0", "1", a], ["1", "0", "1"], [a, "1", "0"]],
    }
    assert _views(decide(read_kernel(document))) == (expected, expected)


def test_a_single_collapsed_energy_is_exact_where_it_is_rational() -> None:
    """f = t, k = 1 on two atoms: 1/2."""
    verdict = _decide([[Fraction(1)] * 2] * 2, profile="t")
    assert verdict.graph_laws.energy.collapsed is not None
    assert verdict.graph_laws.energy.collapsed.exact == "1/2"


def test_spread_slices_reach_the_maximum_of_the_two_atom_case() -> None:
    """k = [[-2, 1], [1, -2]], f = e^{2t}, d = 3: graph maximum -e^2/4, P_rho maximum -sinh(2)/8."""
    table = [[Fraction(-2), Fraction(1)], [Fraction(1), Fraction(-2)]]
    verdict = _decide(table, profile="exp(2*t)", d=3)
    graph, slices = verdict.graph_laws.energy, verdict.all_laws.energy
    assert graph.best is not None
    assert slices.best is not None
    assert slices.bound is not None
    assert float(graph.best.value) == pytest.approx(-np.exp(2) / 4, rel=1e-15)
    assert float(slices.best.value) == pytest.approx(-np.sinh(2) / 8, rel=1e-15)
    assert slices.bound.value == slices.best.value


def _irrational(k: list[list[str]], **change: Any) -> Verdict:
    labels = {"kind": "atoms", "weights": [f"1/{len(k)}"] * len(k)}
    return decide(read_kernel({"family": "factor", "d": 3, "profile": {"usa": 1}, "labels": labels, "k": k} | change))


def test_a_tiny_irrational_coupling_joins_its_labels() -> None:
    """k_12 = sqrt(2) 10^-40 > 0: irreducible, however small."""
    k = "sqrt(2)/10**40"
    assert _views(_irrational([["1", k], [k, "1"]])) == ("all", "all")


@pytest.mark.parametrize("k", [[["-sqrt(2)"]], [["-sqrt(2)", "1"], ["1", "-sqrt(2)"]]])
def test_an_irrational_negative_degree_spreads_the_slices(k: list[list[str]]) -> None:
    """L is PSD and D < 0: graph laws collapse, P_rho does not; the law in hand beats the collapsed ones."""
    verdict = _irrational(k)
    assert _views(verdict) == ("all", "none")
    energy = verdict.all_laws.energy
    assert energy.collapsed is not None
    assert energy.best is not None
    assert energy.bound is not None
    assert float(energy.collapsed.value) < float(energy.best.value) <= float(energy.bound.value)
    assert verdict.certificate is not None
    assert check(dict(verdict.certificate)).accepted


def test_no_bound_is_claimed_for_slices_whose_degree_is_open() -> None:
    """D = 0 in disguise: laws of P_rho may or may not beat the collapsed ones."""
    verdict = _irrational([["-sqrt(2)", "sqrt(2)"], ["sqrt(2)", "-sqrt(2)"]])
    assert _views(verdict) == ("all", "unknown")
    assert verdict.all_laws.energy.bound is None


@pytest.mark.parametrize("exponent", [-400, -300, 300, 400])
def test_entries_beyond_the_range_of_floats_are_decided(exponent: int) -> None:
    """The scale of k does not matter: a negative direction, a negative degree."""
    c = Fraction(10) ** exponent
    direction = [[c, -c], [-c, c]]
    degree = [[-2 * c, c], [c, -2 * c]]
    assert _views(_decide(direction)) == ("none", "none")
    assert _views(_decide(degree)) == ("all", "none")


@pytest.mark.parametrize("profile", ["Min(t, 1/2)", "Max(t, 0)"])
def test_a_profile_without_a_derivative_formula_has_laws_found_by_differences(profile: str) -> None:
    """k_12 = -1: contents apart have more energy."""
    verdict = _irrational([["1", "-1"], ["-1", "3"]], profile=profile)
    assert _views(verdict) == ("none", "none")
    best = verdict.graph_laws.energy.best
    assert best is not None
    assert float(best.value) == pytest.approx(0.5, abs=1e-6)


def test_a_steep_profile_raises_no_warning() -> None:
    """e^(1000 t) overflows; the ascent sees f up to a factor."""
    assert _views(_irrational([["1", "-1"], ["-1", "3"]], profile={"usa": 1000})) == ("none", "none")


def test_a_factor_zero_leaves_all_laws_equal_whatever_the_profile() -> None:
    """h = 0, f = t^2 - t/2."""
    verdict = _irrational([["0", "0"], ["0", "0"]], profile="t**2 - t/2")
    assert _views(verdict) == ("some", "some")


def test_slices_that_cuts_leave_open_are_decided_by_the_laplacian() -> None:
    """f = asin t, k = [[-1, 1], [1, -1]]: D = 0, L PSD with constants: graph all, P_rho some (uniform slices)."""
    assert _views(_irrational([["-1", "1"], ["1", "-1"]], profile="asin(t)")) == ("all", "some")


def test_an_answer_on_a_discontinuous_profile_leaves_attainment_open() -> None:
    """sign t: the supremum need not be a maximum."""
    verdict = _irrational([["0", "-1"], ["-1", "0"]], profile="sign(t)")
    assert _views(verdict) == ("none", "none")
    assert verdict.graph_laws.attained is None


@pytest.mark.parametrize("kind", ["atoms", "blocks"])
def test_an_explicit_law_is_rechecked_on_atoms_and_blocks(kind: str) -> None:
    """f = t^2 - t/2, k = 1: 1/2 against 1/4, with e1 and -e1 in halves; one atom needs a spread slice."""
    labels = {"kind": kind, "weights": ["1"]}
    verdict = _irrational([["1"]], profile="t**2 - t/2", labels=labels)
    assert _views(verdict) == ("all" if kind == "atoms" else "none", "none")
    assert verdict.certificate is not None
    assert check(dict(verdict.certificate)).accepted
    best = verdict.all_laws.energy.best
    assert best is not None
    assert float(best.value) == pytest.approx(0.5, abs=1e-9)


@pytest.mark.parametrize(("kind", "graph"), [("atoms", "all"), ("blocks", "none")])
def test_a_negative_degree_under_an_infinite_slope_has_a_law_in_hand(kind: str, graph: str) -> None:
    """f = asin t, k = [[-1, 1/2], [1/2, 1]]: L PSD, D_0 = -1/4 < 0; the certificate holds what the checker proves."""
    verdict = _irrational(
        [["-1", "1/2"], ["1/2", "1"]], profile="asin(t)", labels={"kind": kind, "weights": ["1/2", "1/2"]}
    )
    assert _views(verdict) == (graph, "none")
    assert verdict.certificate is not None
    assert check(dict(verdict.certificate)).accepted
    energy = verdict.all_laws.energy
    assert energy.collapsed is not None
    assert energy.best is not None
    assert float(energy.best.value) > float(energy.collapsed.value)


def test_an_open_hypothesis_on_the_profile_decides_nothing() -> None:
    """f = e^t - 10^-17 t^20: neither a_20 < 0 nor a_n >= 0 is shown; a PSD Laplacian with k_13 < 0 says nothing."""
    verdict = _irrational(
        [["0", "3/2", "-1/2"], ["3/2", "0", "3/2"], ["-1/2", "3/2", "0"]], profile="exp(t) - t**20/10**17"
    )
    assert _views(verdict) == ("unknown", "unknown")
    assert verdict.certificate is None


def test_a_law_with_spread_slices_refutes_no_graph_law() -> None:
    """f = t^2 - t/2, k the identity: every graph law has the energy 1/8, and slices in halves at ±u have 1/4."""
    verdict = _irrational([["1", "0"], ["0", "1"]], profile="t**2 - t/2")
    assert _views(verdict) == ("unknown", "none")
    assert verdict.certificate is not None
    assert verdict.certificate["data"]["claim"] == {"all_laws": "none"}


def test_an_entry_below_the_range_of_numbers_leaves_the_support_open() -> None:
    """k_12 = e^{-10^7} > 0 joins the labels: the answer is "all"; a lower bound 0 of it may say less, never "some"."""
    k = "exp(-10**7)"
    assert _views(_irrational([["1", k], [k, "1"]])) in {("all", "all"), ("unknown", "unknown")}
