"""T5: the derivation holds; verdicts agree with exact energies; each hypothesis is needed."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofs.t5_spectral_dichotomy import THEOREM
from proofs.t5_spectral_dichotomy_claims import BALANCED, FRUSTRATED, NEGATIVE_MEAN, SELF_REPELLING, decided
from verify.evidence.expectations import Outcome
from verify.model.kernels import read_kernel
from verify.model.verdict import Status
from verify.spectral.decide import decide


@pytest.mark.slow
def test_every_step_and_claim_is_as_expected():
    """Exact, but for the classical theorems; all mutants refuted."""
    result = THEOREM.run()
    assert [r.number for r in result.derivation if not r.passed] == []
    assert result.derivation.status is Status.EXACT
    assert set(result.outcomes.values()) == {Outcome.AS_EXPECTED}


def test_a_false_claim_about_a_kernel_is_refuted():
    """By the exact verdict, with its certificate."""
    found = decided(FRUSTRATED, "none", "none")
    assert found.status is Status.REFUTED
    assert found.details["certificate"]["theorem"] == "T5"


def test_the_energies_of_the_self_repelling_pair():
    """Graph maximum -e^2/4 at the collapsed law; uniform slices have -sinh(2)/8."""
    k = np.array([[-2.0, 1.0], [1.0, -2.0]])
    angles = np.linspace(0, np.pi, 2001)
    graph = (k[0, 0] * np.exp(2) + k[1, 1] * np.exp(2) + 2 * k[0, 1] * np.exp(2 * np.cos(angles))) / 8
    assert graph.argmax() == 0
    assert graph.max() == pytest.approx(-np.exp(2) / 4)
    uniform = k.sum() / 8 * np.sinh(2) / 2
    assert uniform == pytest.approx(-np.sinh(2) / 8)
    assert uniform > graph.max()
    assert SELF_REPELLING["k"][0][0] == "-2"


def test_slices_of_the_balanced_pair_can_spread():
    """D = 0: both slices uniform have the energy of collapse."""
    assert sum(Fraction(entry) for row in BALANCED["k"] for entry in row) == 0


@given(st.lists(st.integers(-3, 3), min_size=6, max_size=6), st.integers(0, 10**6))
def test_a_nonnegative_form_bounds_every_graph_law(entries, seed):
    """If L >= 0 exactly, no random x has more energy; if <v, L v> < 0, the arc along v has more, f = e^{2t}/2."""
    k = np.zeros((3, 3))
    k[np.triu_indices(3)] = entries
    k = np.triu(k) + np.triu(k, 1).T
    laplacian = (np.diag(k.sum(axis=1)) - k) / 9
    values, vectors = np.linalg.eigh(laplacian)

    def energy(x):
        return (k * np.exp(2 * x @ x.T) / 2).sum() / 18

    collapsed = k.sum() * np.exp(2) / 36
    if values[0] > -1e-12:
        x = np.random.default_rng(seed).normal(size=(3, 4))
        x /= np.linalg.norm(x, axis=1, keepdims=True)
        assert energy(x) <= collapsed + 1e-9
    elif values[0] < -1e-6:
        angles = 1e-2 * vectors[:, 0]
        assert energy(np.stack([np.cos(angles), np.sin(angles)], axis=1)) > collapsed


def test_the_frustrated_triangle_beats_all_sign_patterns():
    """Cuts are energies of x = ±u: none exceeds the collapsed one, for f = t."""
    k = [[Fraction(entry) for entry in row] for row in FRUSTRATED["k"]]
    energies = {
        signs: sum(k[i][j] * signs[i] * signs[j] for i in range(3) for j in range(3)) / 18
        for signs in product((1, -1), repeat=3)
    }
    assert max(energies.values()) == energies[1, 1, 1]


@given(st.lists(st.integers(-4, 4), min_size=4, max_size=4), st.integers(1, 7))
def test_the_symbol_on_the_cyclic_group_is_the_spectrum(values, n):
    """For even k on Z_N the eigenvalues of L are khat(0) - khat(m), khat by its definition; D = khat(0)."""
    lags = np.array([values[min(r, n - r) % 4] for r in range(n)], dtype=float)
    k = np.array([[lags[(i - j) % n] for j in range(n)] for i in range(n)])
    symbol = np.array([(lags * np.exp(-2j * np.pi * m * np.arange(n) / n)).sum() / n for m in range(n)])
    assert np.abs(symbol.imag).max() < 1e-12
    laplacian = (np.diag(k.sum(axis=1)) - k) / n
    assert np.allclose(np.sort(np.linalg.eigvalsh(laplacian)), np.sort(symbol.real[0] - symbol.real))
    assert np.allclose(k.mean(axis=1), symbol.real[0])


@pytest.mark.slow
@given(st.lists(st.integers(-3, 3), min_size=3, max_size=3), st.integers(2, 4))
def test_the_verdict_on_the_cyclic_group_is_that_of_the_symbol(values, n):
    """Graph laws: some maximiser collapses iff khat(0) >= khat(m); over all laws moreover khat(0) >= 0."""
    lags = [values[min(r, n - r) % 3] for r in range(n)]
    cosines = {2: [2, -2], 3: [2, -1, -1], 4: [2, 0, -2, 0]}
    document = {**NEGATIVE_MEAN, "labels": {"kind": "cyclic", "n": n}}
    document["k"] = [[str(lags[(i - j) % n]) for j in range(n)] for i in range(n)]
    verdict = decide(read_kernel(document))
    symbol = [Fraction(sum(lags[r] * cosines[n][m * r % n] for r in range(n)), 2 * n) for m in range(n)]
    largest = symbol[0] >= max(symbol)
    assert (verdict.graph_laws.collapse != "none") == largest
    assert (verdict.all_laws.collapse != "none") == (largest and symbol[0] >= 0)
