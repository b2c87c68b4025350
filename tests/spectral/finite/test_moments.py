"""First moments in null spaces: forced, or free with an exact positive semidefinite Gram matrix."""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from verify.certificates.psd import PsdProof, prove_psd
from verify.certificates.rational_matrix import NullSpace
from verify.spectral.finite.moments import find_moments

ONE, ZERO = Fraction(1), Fraction(0)
TRIANGLE = NullSpace(((2 * ONE, ONE, ZERO), (-ONE, ZERO, ONE)), (1, 2))


def trigonometric(n):
    """Return span(1, cos, sin) on n = 4 or 6 equally spaced labels, by their values at labels 0, 1, 2."""
    step = 2 * sp.pi / n
    functions = sp.Matrix(n, 3, lambda i, c: [1, sp.cos(step * i), sp.sin(step * i)][c])
    N = functions * functions[:3, :].inv()
    columns = [tuple(Fraction(str(sp.nsimplify(sp.simplify(N[i, c])))) for i in range(n)) for c in range(3)]
    return NullSpace(tuple(columns), (0, 1, 2))


def diagonal(null, G):
    """Return diag(N G N^T)."""
    points = list(zip(*null.basis, strict=True))
    r = range(null.nullity)
    return [sum(row[a] * G[a][b] * row[b] for a in r for b in r) for row in points]


def test_moments_of_the_critical_triangle_are_forced():
    """|x_1| = |(x_0 + x_2)/2| = 1 with unit x_0, x_2 makes them equal."""
    assert find_moments(TRIANGLE, 3).unique


def test_great_circle_is_found_on_four_and_six_labels():
    """Span(1, cos, sin) holds the uniform great circle: rank 2, so d = 2 is enough."""
    for n in (4, 6):
        null = trigonometric(n)
        for d in (2, 3):
            search = find_moments(null, d)
            assert not search.unique
            assert search.matrix is not None
            assert diagonal(null, search.matrix) == [1] * n
            proof = prove_psd(search.matrix)
            assert isinstance(proof, PsdProof)
            assert proof.rank <= d
            assert any(x != 1 for row in search.matrix for x in row)


def test_rank_is_kept_below_the_content_dimension():
    """Two components are two free unit vectors: rank 2 exists in every d."""
    null = NullSpace(((ONE, ONE, ZERO), (ZERO, ZERO, ONE)), (0, 2))
    search = find_moments(null, 2)
    assert search.matrix is not None
    assert diagonal(null, search.matrix) == [1, 1, 1]


def test_the_octahedron_is_a_witness_in_three_dimensions_and_not_in_the_plane():
    """Span(1, x, y, z) on six labels e_1, e_2, e_3, -e_1, -e_2, -e_3 holds vectors of rank 3, which need d = 3."""
    rows = ((1, 0, 0, 0, 1, 1), (0, 1, 0, 0, -1, 0), (0, 0, 1, 0, 0, -1), (0, 0, 0, 1, 1, 1))
    null = NullSpace(tuple(tuple(map(Fraction, row)) for row in rows), (0, 1, 2, 3))
    space, plane = find_moments(null, 3), find_moments(null, 2)
    assert space.matrix is not None
    for d, search in ((3, space), (2, plane)):
        if search.matrix is not None:
            proof = prove_psd(search.matrix)
            assert isinstance(proof, PsdProof)
            assert proof.rank <= d


def test_a_free_label_among_the_pivots_keeps_the_lengths_of_the_others():
    """x_1 = 2 x_0 - x_2 with x_1, x_2 units and x_0 free: G_00 = G_01, since 4 G_00 - 4 G_01 + 1 = 1."""
    null = NullSpace(((ONE, 2 * ONE, ZERO), (ZERO, -ONE, ONE)), (0, 2))
    search = find_moments(null, 2, free=(0,))
    assert search.matrix is not None
    middle, *ends = diagonal(null, search.matrix)
    assert middle < 1
    assert ends == [1, 1]


def test_free_label_may_have_a_short_moment():
    """The mean of two different unit vectors is admissible at a free label, and at no other."""
    null = NullSpace(((ONE, ONE / 2, ZERO), (ZERO, ONE / 2, ONE)), (0, 2))
    assert find_moments(null, 2).unique
    search = find_moments(null, 2, free=(1,))
    assert search.matrix is not None
    ends_and_middle = diagonal(null, search.matrix)
    assert ends_and_middle[0] == ends_and_middle[2] == 1
    assert ends_and_middle[1] < 1
