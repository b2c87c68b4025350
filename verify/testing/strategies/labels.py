"""Label laws of every kind, as kernel files write them."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from verify.testing.strategies.numbers import positive_rationals, rationals, texts, weights

__all__ = ["atoms", "continua", "finite_label_laws", "label_laws"]

Labels = dict[str, Any]
#: Densities on [0, 1].
_DENSITIES = ("1", "2*xi", "3*xi**2", "1/2 + xi", "pi/2*sin(pi*xi)")


def atoms(n: int | None = None, *, points: bool = False, largest: int = 5) -> st.SearchStrategy[Labels]:
    """Draw laws on atoms with exact weights; they shrink to equal weights.

    Parameters
    ----------
    n : int, optional
        Number of atoms; 1 to ``largest`` by default.
    points : bool
        Whether the atoms have values, distinct and rational.
    """
    if n is None:
        return st.integers(1, largest).flatmap(lambda size: atoms(size, points=points))
    masses = weights(n).map(lambda w: {"kind": "atoms", "weights": texts(w)})
    if not points:
        return masses
    values = st.lists(rationals(), min_size=n, max_size=n, unique=True)
    return st.builds(lambda law, at: {**law, "points": texts(at)}, masses, values)


def finite_label_laws(largest: int = 5) -> st.SearchStrategy[Labels]:
    """Draw laws on finitely many labels or blocks: atoms, blocks, cyclic groups, positions and grids."""
    sizes = st.integers(1, largest)
    return st.one_of(
        atoms(largest=largest),
        sizes.flatmap(weights).map(lambda w: {"kind": "blocks", "weights": texts(w)}),
        sizes.map(lambda n: {"kind": "cyclic", "n": n}),
        sizes.map(lambda n: {"kind": "positions", "n": n}),
        st.lists(st.integers(1, 3), min_size=2, max_size=2).map(lambda shape: {"kind": "positions", "shape": shape}),
    )


def continua() -> st.SearchStrategy[Labels]:
    """Draw nonatomic laws: the circle, tori, intervals, uniform or with a density."""
    interval = st.builds(
        lambda a, length: {"kind": "interval", "a": str(a), "b": str(a + length)}, rationals(), positive_rationals()
    )
    dense = st.sampled_from(_DENSITIES).map(lambda f: {"kind": "interval", "a": "0", "b": "1", "density": f})
    torus = st.integers(1, 3).map(lambda dim: {"kind": "torus", "dim": dim})
    return st.one_of(st.just({"kind": "circle"}), interval, dense, torus)


def label_laws(largest: int = 5) -> st.SearchStrategy[Labels]:
    """Draw label laws of every kind.

    Parameters
    ----------
    largest : int
        Largest number of labels of a finite law.
    """
    return finite_label_laws(largest) | continua()
