"""Matrix kernels: exact enumeration, ties, P_rho, sizes, and the certificate of each verdict."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from verify.certificates.checker import check
from verify.model.kernels import read_kernel
from verify.spectral.decide import decide
from verify.spectral.general.matrix import decide_matrix

HALF = ["1/2", "1/2"]


def _kernel(h, contents, weights):
    labels = {"kind": "atoms", "weights": weights}
    return read_kernel({"family": "matrix", "d": 2, "h": h, "contents": contents, "labels": labels})


def _views(kernel) -> tuple[str, str]:
    outcome = decide_matrix(kernel)
    return str(outcome.graph_laws.collapse), str(outcome.all_laws.collapse)


def _brute(h, m: int, w: list[Fraction]) -> str:
    n = len(w)
    energies = {
        x: sum(w[i] * w[j] * h[i * m + x[i]][j * m + x[j]] for i in range(n) for j in range(n))
        for x in product(range(m), repeat=n)
    }
    best = max(energies.values())
    constant = [len(set(x)) == 1 for x, e in energies.items() if e == best]
    return "all" if all(constant) else "some" if any(constant) else "none"


def _slices_maximum(h, m: int, w: list[Fraction], rng: np.random.Generator) -> float:
    """The largest energy of P_rho found by exact line searches towards vertices, from random starts."""
    n = len(w)
    masses = np.repeat([float(x) for x in w], m)
    H = np.array(h, dtype=float) * masses[:, None] * masses[None, :] / 2
    best = -np.inf
    for _ in range(30):
        P = rng.dirichlet(np.ones(m) * 0.7, size=n)
        for _ in range(60):
            for i in range(n):
                for x in range(m):
                    step = np.zeros_like(P)
                    step[i] = -P[i]
                    step[i, x] += 1
                    a, b = step.ravel() @ H @ step.ravel(), 2 * step.ravel() @ H @ P.ravel()
                    t = 1.0 if a + b > 0 else 0.0
                    if a < 0:
                        t = float(np.clip(-b / (2 * a), 0, 1))
                    P = P + t * step
        best = max(best, float(P.ravel() @ H @ P.ravel()))
    return best


@st.composite
def _tables(draw):
    n, m = draw(st.integers(1, 3)), draw(st.integers(1, 3))
    entries = draw(st.lists(st.integers(-2, 2), min_size=(n * m) ** 2, max_size=(n * m) ** 2))
    lower = np.tril(np.array(entries).reshape(n * m, n * m))
    h = lower + np.tril(lower, -1).T
    if draw(st.booleans()):
        h = h + np.kron(np.ones((n, n), dtype=int), 2 * np.eye(m, dtype=int))
    parts = draw(st.lists(st.integers(1, 3), min_size=n, max_size=n))
    return h.tolist(), m, [Fraction(x, sum(parts)) for x in parts]


def test_opposed_labels_do_not_collapse():
    """h = 1 where the contents differ, between labels: the two mixed assignments."""
    h = [[0, 0, 0, 1], [0, 0, 1, 0], [0, 1, 0, 0], [1, 0, 0, 0]]
    outcome = decide_matrix(_kernel(h, 2, HALF))
    assert str(outcome.graph_laws.collapse) == "none"
    assert outcome.graph_laws.energy.best.exact == "1/4"
    assert outcome.witness == {"assignment": [0, 1]}


def test_near_miss_is_told_apart():
    """Constant 1 against mixed 1 + 10^-30."""
    off = "1 + 1/10**30"
    h = [["1", "0", "1", off], ["0", "1", off, "1"], ["1", off, "1", "0"], [off, "1", "0", "1"]]
    assert _views(_kernel(h, 2, HALF)) == ("none", "none")
    tie = [[x.replace(off, "1") for x in row] for row in h]
    assert _views(_kernel(tie, 2, HALF)) == ("some", "some")


def test_two_point_condition_is_needed():
    """One label, h = 0 on the diagonal and 1 off it: slices spread to energy 1/4."""
    outcome = decide_matrix(_kernel([["0", "1"], ["1", "0"]], 2, ["1"]))
    assert (str(outcome.graph_laws.collapse), str(outcome.all_laws.collapse)) == ("all", "none")


def test_one_label_with_indistinguishable_contents():
    """h = 1 everywhere: every slice is a maximiser."""
    assert _views(_kernel([["1", "1"], ["1", "1"]], 2, ["1"])) == ("all", "some")


def test_single_content():
    """Every law is collapsed."""
    assert _views(_kernel([["1", "-1"], ["-1", "0"]], 1, HALF)) == ("all", "all")


def test_irrational_entries_are_enclosed():
    """sqrt(2) against 1.41 decides; sqrt(2) against sqrt(2) in disguise does not, and says what to do."""
    decided = decide_matrix(_kernel([["sqrt(2)", "1"], ["1", "141/100"]], 2, ["1"]))
    assert str(decided.graph_laws.status) == "enclosed"
    tie = "sqrt(8)/2"
    h = [
        ["sqrt(2)", "0", "sqrt(2)", tie],
        ["0", "1", "1", "0"],
        ["sqrt(2)", "1", "sqrt(2)", "0"],
        [tie, "0", "0", "sqrt(2)"],
    ]
    outcome = decide_matrix(_kernel(h, 2, HALF))
    assert str(outcome.graph_laws.collapse) == "unknown"
    assert "rational" in outcome.next_step


def test_huge_and_tiny_entries_do_not_overflow():
    """Entries of 10^300 and 10^-300 beside each other."""
    h = [["10**300", "0", "0", "0"], ["0", "10**300", "0", "0"], ["0", "0", "1/10**300", "0"], ["0", "0", "0", "0"]]
    assert _views(_kernel(h, 2, HALF)) == ("some", "some")


def test_many_labels_are_enumerated():
    """2^19 assignments of float entries, exactly."""
    rng = np.random.default_rng(0)
    h = rng.standard_normal((38, 38))
    kernel = read_kernel(
        {"family": "matrix", "d": 2, "h": h + h.T, "contents": 2, "labels": {"kind": "positions", "n": 19}}
    )
    outcome = decide_matrix(kernel)
    assert str(outcome.graph_laws.collapse) == "none"


def test_more_assignments_than_can_be_compared():
    """5^40: a better assignment refutes, a dominant content proves, an undecided table says what to do."""
    rng = np.random.default_rng(0)
    n, m = 40, 5
    noise = rng.standard_normal((n * m, n * m))
    labels = {"kind": "positions", "n": n}
    refuted = read_kernel({"family": "matrix", "d": 2, "h": noise + noise.T, "contents": m, "labels": labels})
    outcome = decide_matrix(refuted)
    assert str(outcome.all_laws.collapse) == "none"
    assert len(set(outcome.witness["assignment"])) > 1
    dominant = np.kron(np.ones((n, n)), np.diag([2.0, 1, 1, 1, 1]))
    proved = read_kernel({"family": "matrix", "d": 2, "h": dominant, "contents": m, "labels": labels})
    assert _views(proved) == ("all", "all")
    open_ = np.kron(np.ones((n, n)), np.eye(m))
    undecided = decide_matrix(read_kernel({"family": "matrix", "d": 2, "h": open_, "contents": m, "labels": labels}))
    assert str(undecided.graph_laws.collapse) == "unknown"
    assert undecided.next_step


@given(_tables())
@settings(max_examples=60)
def test_graph_laws_agree_with_brute_force_and_the_checker(table):
    """Exact enumeration in Python integers; every certificate is accepted."""
    h, m, w = table
    verdict = decide(_kernel(h, m, [str(x) for x in w]))
    assert str(verdict.graph_laws.collapse) == _brute(h, m, w)
    assert verdict.certificate is not None
    assert check(dict(verdict.certificate)).accepted


@pytest.mark.slow
@given(_tables())
@settings(max_examples=20)
def test_all_laws_agree_with_a_search_over_slices(table):
    """`none` iff some law of P_rho beats the constant assignments."""
    h, m, w = table
    outcome = decide_matrix(_kernel(h, m, [str(x) for x in w]))
    if str(outcome.all_laws.collapse) == "unknown":
        return
    n = len(w)
    constant = max(sum(w[i] * w[j] * h[i * m + c][j * m + c] for i in range(n) for j in range(n)) / 2 for c in range(m))
    best = _slices_maximum(h, m, w, np.random.default_rng(0))
    if str(outcome.all_laws.collapse) == "none":
        assert best > float(constant) + 1e-9
    else:
        assert best <= float(constant) + 1e-9


@given(_tables(), st.randoms())
@settings(max_examples=20)
def test_verdict_is_invariant_under_relabelling(table, random):
    """Permuting the labels, or the contents at all labels alike, changes nothing."""
    h, m, w = table
    n = len(w)
    labels, contents = list(range(n)), list(range(m))
    random.shuffle(labels)
    random.shuffle(contents)
    order = [i * m + c for i in labels for c in contents]
    moved = [[h[a][b] for b in order] for a in order]
    assert _views(_kernel(h, m, [str(x) for x in w])) == _views(_kernel(moved, m, [str(w[i]) for i in labels]))


def test_profile_free_kernel_has_no_content_sphere():
    """`contents` must divide the table."""
    with pytest.raises(ValueError, match="multiple"):
        _kernel([["1"]], 1, HALF)


def test_every_law_is_below_the_bound_by_pairs_of_labels():
    """h = 1 where two labels agree: 1/2; with slices spread the two-point condition fails and the bound still holds."""
    h = [[-1, 1, 0, 0], [1, -1, 0, 0], [0, 0, -1, 1], [0, 0, 1, -1]]
    labels = {"kind": "atoms", "weights": ["1/2", "1/2"]}
    kernel = read_kernel({"family": "matrix", "d": 2, "h": h, "contents": 2, "labels": labels})
    energy = decide_matrix(kernel).all_laws.energy
    assert energy.bound.exact == "1/4"  # (1/4 + 1/4)/2, by one each of the two diagonal blocks
