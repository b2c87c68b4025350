"""Gauge kernels and flat connections: rotary frequencies and prefix gauges with answers known by construction."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from hypothesis import strategies as st

from verify.testing.strategies.labels import atoms
from verify.testing.strategies.numbers import matrix_texts, rationals, texts
from verify.testing.strategies.profiles import exponential_profiles
from verify.testing.strategies.vectors import Matrix, orthogonal_matrices, orthogonal_tables

__all__ = ["connection_kernels", "gauge_kernels", "prefix_kernels", "rope_kernels"]

Document = dict[str, Any]


@st.composite
def rope_kernels(draw: st.DrawFn, *, floats: bool = False) -> Document:
    """Draw rotary kernels on positions or the circle, partial ones and ones that do not turn among them.

    They shrink to one plane that does not turn.

    Parameters
    ----------
    floats : bool
        Whether frequencies are floats, which mean their exact binary values.

    Notes
    -----
    A rational frequency other than 0 is no multiple of 2 pi. So every maximiser is collapsed if no plane turns, none is
    if all coordinates turn, and some are otherwise (T4).
    """
    planes = draw(st.integers(1, 3))
    still = draw(st.integers(0, 2))
    one: st.SearchStrategy[Any] = st.floats(-4, 4, width=32) if floats else rationals()
    omega = draw(st.lists(one, min_size=planes, max_size=planes))
    turning = sum(w != 0 for w in omega)
    answer = "all" if not turning else "none" if turning == planes and not still else "some"
    labels = draw(st.sampled_from([{"kind": "positions", "n": 2}, {"kind": "positions", "n": 9}, {"kind": "circle"}]))
    return {
        "family": "gauge",
        "d": 2 * planes + still,
        "profile": draw(exponential_profiles(3)),
        "labels": labels,
        "frequencies": list(omega) if floats else texts([Fraction(w) for w in omega]),
        "expect": {"graph_laws": answer, "all_laws": answer, "status": "exact"},
    }


@st.composite
def prefix_kernels(draw: st.DrawFn, largest: int = 3) -> Document:
    """Draw gauges with a rational orthogonal matrix for each of 2 to ``largest`` atoms, and their answers.

    They shrink to gauges that are all the identity.

    Notes
    -----
    A collapsed content v needs Q_a v = Q_b v for all a, b. Multiplying every Q_a from the left by one matrix changes
    nothing. Gauges that all fix e_1 have a common direction (``all`` if they are equal); the rotations 1 and
    diag(R, ..., R), R by a quarter turn, have none.
    """
    n = draw(st.integers(2, largest))
    kind = draw(st.sampled_from(["equal", "axis", "turning"]))
    if kind == "turning":
        d = draw(st.sampled_from([2, 4]))
        table, answer = [_identity(d), _quarter(d), *draw(orthogonal_tables(n - 2, d))], "none"
    elif kind == "axis":
        d = draw(st.sampled_from([3, 4]))
        others = draw(orthogonal_tables(n - 1, d - 1))
        table = [_identity(d), *(_with_axis(Q) for Q in others)]
        answer = "some" if any(_identity(d - 1) != Q for Q in others) else "all"
    else:
        d = draw(st.integers(2, 4))
        table, answer = [_identity(d)] * n, "all"
    left = draw(orthogonal_matrices(d))
    return {
        "family": "gauge",
        "profile": draw(exponential_profiles(3)),
        "labels": draw(atoms(n)),
        "Q": [matrix_texts(_product(left, Q)) for Q in table],
        "expect": {"graph_laws": answer, "all_laws": answer, "status": "exact"},
    }


def gauge_kernels() -> st.SearchStrategy[Document]:
    """Draw gauge kernels: rotary ones, and prefix gauges."""
    return rope_kernels() | prefix_kernels()


def connection_kernels() -> st.SearchStrategy[Document]:
    """Draw flat connections O(a, b) = Q_a^T Q_b, whose maximisers are those of the gauge Q (T4d)."""
    return prefix_kernels().map(_connection)


def _connection(document: Document) -> Document:
    table = [[[Fraction(x) for x in row] for row in Q] for Q in document["Q"]]
    O = [[matrix_texts(_product(_transposed(P), Q)) for Q in table] for P in table]  # noqa: E741 - its name in files
    kept = {key: value for key, value in document.items() if key not in {"Q", "family"}}
    return {"family": "connection", **kept, "O": O}


def _identity(d: int) -> Matrix:
    return tuple(tuple(Fraction(int(i == j)) for j in range(d)) for i in range(d))


def _quarter(d: int) -> Matrix:
    """Return the quarter turn of each plane (2p, 2p + 1)."""
    return tuple(
        tuple(Fraction((j == i - 1 and i % 2) - (j == i + 1 and not i % 2)) for j in range(d)) for i in range(d)
    )


def _with_axis(Q: Matrix) -> Matrix:
    d = len(Q) + 1
    first = tuple(Fraction(int(j == 0)) for j in range(d))
    return (first, *((Fraction(0), *row) for row in Q))


def _transposed(Q: Sequence[Sequence[Fraction]]) -> Matrix:
    return tuple(zip(*Q, strict=True))


def _product(P: Sequence[Sequence[Fraction]], Q: Sequence[Sequence[Fraction]]) -> Matrix:
    columns = _transposed(Q)
    return tuple(tuple(sum((a * b for a, b in zip(row, c, strict=True)), Fraction(0)) for c in columns) for row in P)
