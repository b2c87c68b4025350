"""Gram matrices in a null space, for Coq: one only, or points for another one."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

from verify import decide, load_kernel
from verify.certificates.coq.atoms.correlations import moment_points, pair_rows
from verify.certificates.coq.emit import NotInCoqError, emit_coq

CASES = Path(__file__).parents[3] / "cases" / "t5"
HEXAGON = [[1, 2, 2, 1, 0, 0], [-2, -3, -2, 0, 1, 0], [2, 2, 1, 0, 0, 1]]
HALF = Fraction(1, 2)


def rhombi():
    """Return a claim "some" for f = t: three labels at 120 degrees, means of slices at three labels with D = 0."""
    G = [[1, -2, -2, 3, 0, 0], [-2, 1, -2, 0, 3, 0], [-2, -2, 1, 0, 0, 3]]
    K = [[6 * (i == j < 3) - sum(g[i] * g[j] for g in G) for j in range(6)] for i in range(6)]
    labels = {"kind": "atoms", "weights": ["1/6"] * 6}
    spec = {"family": "factor", "d": 3, "profile": "t", "labels": labels, "k": [list(map(str, row)) for row in K]}
    return decide(load_kernel(spec)).certificate


def test_pair_rows_cancel_all_other_pairs():
    """Three null vectors on six labels: sum m_i N_b(i) N_c(i) vanishes but for (0, e)."""
    N = [[1, 0, 0, 1, 1, 0], [0, 1, 0, 1, 0, 1], [0, 0, 1, 0, 1, 1]]
    for e, m in enumerate(pair_rows(N), 1):
        for b, c in product(range(3), repeat=2):
            total = sum(x * p * q for x, p, q in zip(m, N[b], N[c], strict=True))
            assert b >= c or (total != 0) == ((b, c) == (0, e))


def test_pair_rows_are_missing_where_another_gram_matrix_exists():
    """The hexagon has more than one; so have two vectors of disjoint supports."""
    assert pair_rows(HEXAGON) is None
    assert pair_rows([[1, 1, 0], [0, 0, 1]]) is None


def test_moment_points_have_the_given_inner_products():
    """A Gram matrix of rank 2 gives points in the plane."""
    N = [[Fraction(x) for x in row] for row in HEXAGON]
    G = [[Fraction(1), HALF, -HALF], [HALF, Fraction(1), HALF], [-HALF, HALF, Fraction(1)]]
    D, X, g = moment_points(N, G)
    assert len(D) == 2
    assert min(D) > 0
    for i, j in product(range(6), repeat=2):
        wanted = sum(N[b][i] * G[b][c] * N[c][j] for b in range(3) for c in range(3))
        assert sum(x * a * b for x, a, b in zip(D, X[i], X[j], strict=True)) == g * wanted
    with pytest.raises(NotInCoqError, match="semidefinite"):
        moment_points(N[:2], [[Fraction(0), HALF], [HALF, Fraction(1)]])
    with pytest.raises(NotInCoqError, match="semidefinite"):
        moment_points(N[:2], [[Fraction(0), HALF], [HALF, Fraction(0)]])


def test_slices_with_a_free_mean_are_means_of_two_points():
    """Graph laws by points alone, all laws by means of slices, since some D_i = 0."""
    text = emit_coq(rhombi()).text
    assert "graph_laws_some_moments" in text
    assert "all_laws_some_averages" in text


@pytest.mark.optional("Coq")
@pytest.mark.slow
def test_coq_decides_linear_profiles_at_the_threshold(coq_judge):
    """Two shipped cases and one with free means are accepted; other rows, points, dimensions and claims are refused."""
    good = {
        name: decide(load_kernel(CASES / f"{case}.kernel.json")).certificate
        for name, case in (("one", "three-equal-atoms-linear"), ("many", "hexagon-tie-linear"))
    }
    good["means"] = rhombi()
    coq_judge.accepts(good)
    changes = {
        "mean": (
            "means",
            "all_laws_some_averages n W omega K kappa 3%nat",
            "all_laws_some_averages n W omega K kappa 1%nat",
        ),
        "law": ("means", "AllLawsSome n w", "AllLawsAll n w"),
        "row": ("one", "M : list (list Z) := [[(-1); 0; 0]]", "M : list (list Z) := [[0; 0; 0]]"),
        "point": ("many", "X : list (list Z) := [[(-2); 0]", "X : list (list Z) := [[2; 0]"),
        "scale": ("many", "D : list Z := [4; 3]", "D : list Z := [4; (-3)]"),
        "dimension": ("many", "(3 <= d)", "(1 <= d)"),
    }
    coq_judge.refuses(good, changes)
