"""Kernels of every family as kernel files write them; where the answer is known it stands in the field "expect"."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from hypothesis import strategies as st

from verify.testing.strategies.gauges import connection_kernels, gauge_kernels, rope_kernels
from verify.testing.strategies.labels import atoms
from verify.testing.strategies.laplacians import signed_laplacians
from verify.testing.strategies.numbers import matrix_texts, positive_rationals, rationals, texts
from verify.testing.strategies.profiles import exponential_profiles, nonnegative_profiles

__all__ = [
    "additive_kernels",
    "expression_kernels",
    "factor_kernels",
    "float_kernels",
    "kernels",
    "matrix_kernels",
    "positive_factor_kernels",
    "symmetric_tables",
]

Document = dict[str, Any]


@st.composite
def symmetric_tables(draw: st.DrawFn, n: int, entries: st.SearchStrategy[Any] | None = None) -> list[list[Any]]:
    """Draw symmetric n x n tables; by default of small rationals, which shrink to 0.

    Parameters
    ----------
    n : int
    entries : strategy, optional
        Of one entry.
    """
    count = n * (n + 1) // 2
    above = iter(draw(st.lists(rationals() if entries is None else entries, min_size=count, max_size=count)))
    rows: list[list[Any]] = [[None] * n for _ in range(n)]
    for i in range(n):
        for j in range(i, n):
            rows[i][j] = rows[j][i] = next(above)
    return rows


@st.composite
def factor_kernels(draw: st.DrawFn, largest: int = 4) -> Document:
    """Draw k f(<x, y>) with any rational table k; nothing is said of the answer."""
    n = draw(st.integers(1, largest))
    return {
        "family": "factor",
        "d": draw(st.integers(2, 4)),
        "profile": draw(nonnegative_profiles()),
        "labels": draw(atoms(n)),
        "k": matrix_texts(draw(symmetric_tables(n))),
    }


@st.composite
def positive_factor_kernels(draw: st.DrawFn, largest: int = 4) -> Document:
    """Draw k f(<x, y>) with k > 0, as a table or as a bias b with k = e^b: every maximiser is collapsed (T5 a)."""
    n = draw(st.integers(1, largest))
    document: Document = {
        "family": "factor",
        "d": draw(st.integers(2, 4)),
        "profile": draw(nonnegative_profiles()),
        "labels": draw(atoms(n)),
        "expect": {"graph_laws": "all", "all_laws": "all", "status": "exact"},
    }
    if draw(st.booleans()):
        return document | {"k": matrix_texts(draw(symmetric_tables(n, positive_rationals())))}
    return document | {"bias": matrix_texts(draw(symmetric_tables(n)))}


@st.composite
def float_kernels(draw: st.DrawFn, largest: int = 4) -> Document:
    """Draw kernels whose numbers are floats, which mean their binary values: positive factors, and rotary ones."""
    if draw(st.booleans()):
        return draw(rope_kernels(floats=True))
    n = draw(st.integers(1, largest))
    entry = st.floats(0.125, 8, width=32)
    return {
        "family": "factor",
        "d": draw(st.integers(2, 4)),
        "profile": {"usa": draw(st.floats(0.125, 4, width=32))},
        "labels": {"kind": "positions", "n": n},
        "k": draw(symmetric_tables(n, entry)),
        "expect": {"graph_laws": "all", "all_laws": "all", "status": "exact"},
    }


@st.composite
def additive_kernels(draw: st.DrawFn) -> Document:
    """Draw absolute encodings f(<x + p, y + p'>), f exponential; p = 0 collapses, independent p do not.

    Notes
    -----
    For distinct p the matrix e^{beta <p, p'>} is invertible, so that a law collapsed at u is critical iff every p is
    parallel to u: for two independent p no collapsed law is critical. p = 0 everywhere is plain self-attention.
    """
    d, n = draw(st.integers(2, 3)), draw(st.integers(2, 3))
    if draw(st.booleans()):
        lengths = draw(st.lists(positive_rationals(2, 2), min_size=n, max_size=n, unique=True))
        p = [[length * int(c == min(i, 1)) for c in range(d)] for i, length in enumerate(lengths)]
        answer = "none"
    else:
        p, answer = [[Fraction(0)] * d] * n, "all"
    return {
        "family": "additive",
        "profile": draw(exponential_profiles(2)),
        "labels": draw(atoms(n)),
        "p": matrix_texts(p),
        "expect": {"graph_laws": answer, "all_laws": answer},
    }


@st.composite
def expression_kernels(draw: st.DrawFn) -> Document:
    """Draw formulas (a + b cos(xi - zeta)) e^{beta <x, y>} on the circle: ``none`` if b > 2a, else ``all``, a, b > 0.

    Notes
    -----
    khat(0) = a and khat(1) = b/2 (T5 b). b = 2a, where both kinds of laws attain the maximum, is left out.
    """
    a, b = draw(st.tuples(positive_rationals(), positive_rationals()).filter(lambda pair: pair[1] != 2 * pair[0]))
    beta = draw(positive_rationals(3))
    answer = "none" if b > 2 * a else "all"
    return {
        "family": "expression",
        "d": draw(st.integers(2, 3)),
        "labels": {"kind": "circle"},
        "h": f"({a} + {b}*cos(xi - zeta))*exp({beta}*dot(x, y))",
        "expect": {"graph_laws": answer, "all_laws": answer},
    }


@st.composite
def matrix_kernels(draw: st.DrawFn) -> Document:
    """Draw tables over finitely many contents with one best content c(a) for each label a: ``all`` iff c is constant.

    Notes
    -----
    h = k_ab > 0 where both contents are the best ones, and 0 elsewhere: the unique maximiser is the graph of c, also
    among all laws.
    """
    n, contents = draw(st.integers(1, 3)), draw(st.integers(2, 3))
    best = draw(st.lists(st.integers(0, contents - 1), min_size=n, max_size=n))
    k = draw(symmetric_tables(n, positive_rationals()))
    size = n * contents
    h = [
        [
            k[i // contents][j // contents]
            if i % contents == best[i // contents] and j % contents == best[j // contents]
            else Fraction(0)
            for j in range(size)
        ]
        for i in range(size)
    ]
    answer = "all" if len(set(best)) == 1 else "none"
    return {
        "family": "matrix",
        "d": 2,
        "contents": contents,
        "labels": draw(atoms(n)),
        "h": [texts(row) for row in h],
        "expect": {"graph_laws": answer, "all_laws": answer},
    }


def kernels() -> st.SearchStrategy[Document]:
    """Draw kernels of every family, each with its answer in the field "expect"."""
    return st.one_of(
        positive_factor_kernels(),
        signed_laplacians(),
        gauge_kernels(),
        connection_kernels(),
        additive_kernels(),
        expression_kernels(),
        matrix_kernels(),
        float_kernels(),
    )
