"""Factor kernels whose signed Laplacian is positive semidefinite, borderline or indefinite by construction.

Overview
--------
With weights w and the table k, <v, Lv> = v^T A v, where A_ij = -w_i w_j k_ij off the diagonal and every row of A sums
to 0. So A is chosen first, and k is read off it; the diagonal of k does not enter L and is chosen >= 0, which keeps
D >= 0: D_i = A_ii/w_i + w_i k_ii. The answers are those of T5 for f = e^{beta t}/beta, whose every a_n is positive.

References
----------
T5 in ``verify derive T5``.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from hypothesis import strategies as st

from verify.testing.strategies.numbers import matrix_texts, positive_rationals, texts, weights
from verify.testing.strategies.profiles import exponential_profiles

__all__ = ["borderline_laplacians", "indefinite_laplacians", "psd_laplacians", "signed_laplacians", "table_of"]

Document = dict[str, Any]
Rows = list[list[Fraction]]


def table_of(form: Rows, w: tuple[Fraction, ...], diagonal: list[Fraction]) -> Rows:
    """Return k with k_ij = -A_ij/(w_i w_j) for i != j, and the given diagonal.

    Examples
    --------
    >>> half = Fraction(1, 2)
    >>> table_of([[half, -half], [-half, half]], (half, half), [Fraction(0)] * 2)[0][1]
    Fraction(2, 1)
    """
    n = len(w)
    return [[diagonal[i] if i == j else -form[i][j] / (w[i] * w[j]) for j in range(n)] for i in range(n)]


@st.composite
def psd_laplacians(draw: st.DrawFn, largest: int = 4) -> Document:
    """Draw kernels with L positive semidefinite and only constants in its null space: every maximiser is collapsed.

    Entries of k may be negative. Shrinks to two atoms.

    Notes
    -----
    A = C^T C + c (n I - 1 1^T), c > 0, the rows of C summing to 0.
    """
    n = draw(st.integers(2, largest))
    rows = draw(st.lists(_balanced(n), max_size=2))
    c = draw(positive_rationals(2, 3))
    form = _gram(rows, n)
    for i in range(n):
        for j in range(n):
            form[i][j] += c * (n * int(i == j) - 1)
    return _document(draw, form, "all")


@st.composite
def borderline_laplacians(draw: st.DrawFn, largest: int = 5) -> Document:
    """Draw kernels with L positive semidefinite of rank one: ``all`` or ``some``, by the indicators in its null space.

    Notes
    -----
    A = c u u^T, the entries of u nonzero with the sum 0: an indicator 1_B is in the null space iff u sums to 0 over B.
    None is for u = (1, 2, 4, ..., -(2^{n-1} - 1)); one is for u = (a, -a, b, -b).
    """
    c = draw(positive_rationals(2, 3))
    if draw(st.booleans()):
        n = draw(st.integers(3, largest))
        u = [Fraction(2**i) for i in range(n - 1)]
        u.append(-sum(u, Fraction(0)))
        answer = "all"
    else:
        a, b = draw(positive_rationals(2, 2)), draw(positive_rationals(2, 2))
        u, answer = [a, -a, b, -b], "some"
    order = draw(st.permutations(range(len(u))))
    u = [u[i] for i in order]
    return _document(draw, [[c * x * y for y in u] for x in u], answer)


@st.composite
def indefinite_laplacians(draw: st.DrawFn, largest: int = 4) -> Document:
    """Draw kernels with <u, Lu> = -margin |u|^2 < 0 for some u, the margin down to 10^-12: no maximiser is collapsed.

    Notes
    -----
    A = B - s u u^T, B = C^T C, s = u^T B u/|u|^4 + margin/|u|^2.
    """
    n = draw(st.integers(2, largest))
    u = draw(_balanced(n).filter(any))
    form = _gram(draw(st.lists(_balanced(n), max_size=2)), n)
    margin = draw(st.sampled_from([Fraction(1), Fraction(1, 10), Fraction(1, 10**12)]))
    square = sum((x * x for x in u), Fraction(0))
    value = sum((u[i] * form[i][j] * u[j] for i in range(n) for j in range(n)), Fraction(0))
    s = value / square**2 + margin / square
    return _document(draw, [[form[i][j] - s * u[i] * u[j] for j in range(n)] for i in range(n)], "none")


def signed_laplacians() -> st.SearchStrategy[Document]:
    """Draw kernels with a signed Laplacian of each kind; the field "expect" holds the answer."""
    return psd_laplacians() | borderline_laplacians() | indefinite_laplacians()


def _balanced(n: int) -> st.SearchStrategy[list[Fraction]]:
    """Draw small integer vectors with the sum 0."""
    return st.lists(st.integers(-2, 2), min_size=n - 1, max_size=n - 1).map(
        lambda head: [Fraction(x) for x in (*head, -sum(head))]
    )


def _gram(rows: list[list[Fraction]], n: int) -> Rows:
    return [[sum((row[i] * row[j] for row in rows), Fraction(0)) for j in range(n)] for i in range(n)]


def _document(draw: st.DrawFn, form: Rows, answer: str) -> Document:
    n = len(form)
    w = draw(weights(n))
    diagonal = [Fraction(x) for x in draw(st.lists(st.integers(0, 2), min_size=n, max_size=n))]
    return {
        "family": "factor",
        "d": draw(st.integers(2, 4)),
        "profile": draw(exponential_profiles(3)),
        "labels": {"kind": "atoms", "weights": texts(w)},
        "k": matrix_texts(table_of(form, w, diagonal)),
        "expect": {"graph_laws": answer, "all_laws": answer, "status": "exact"},
    }
