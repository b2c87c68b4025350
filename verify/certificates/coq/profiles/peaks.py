"""Polynomials of any signs that are largest at 1, or at 1 and -1, for Coq: how many pieces of [-1, 1] show it."""

from __future__ import annotations

from itertools import accumulate

__all__ = ["even_pieces", "pieces"]

LARGEST = 64


def pieces(P: list[int]) -> int | None:
    """Return M, a power of two, such that f(1) - f(t) = (1 - t) g(t) is seen positive on M pieces of [-1, 1].

    Parameters
    ----------
    P : list of int
        The coefficients of f.

    Returns
    -------
    int or None
        None where no M up to `LARGEST` will do.

    Notes
    -----
    The coefficients of g are the sums of those of f behind each degree. On the piece with the middle c / M, g is
    written in powers of u = M t - c, |u| <= 1; its constant term has to exceed the sum of the absolute values of the
    others.

    Examples
    --------
    >>> pieces([0, 10, -1]), pieces([0, 13, -20, 10]), pieces([0, 3, 0, -1])
    (1, 8, None)
    """
    g = list(accumulate(reversed(P[1:])))[::-1]
    M = 1
    while M <= LARGEST:
        if all(_dominant(_shifted(_dilated(g, M), 2 * k + 1 - M)) for k in range(M)):
            return M
        M *= 2
    return None


def even_pieces(P: list[int]) -> int | None:
    """Return M as for :func:`pieces`, for the polynomial 2^r E((1 + u)/2) in u, f(t) = E(t^2); None if f is not even.

    Examples
    --------
    >>> even_pieces([1, 0, -8, 0, 8]), even_pieces([0, 0, -2, 0, 3]), even_pieces([0, 1])
    (None, 1, None)
    """
    return None if any(P[1::2]) else pieces(_shifted(_dilated(P[::2], 2), 1))


def _dilated(g: list[int], M: int) -> list[int]:
    """Return M^r g(x / M), r the degree."""
    return [x * M ** (len(g) - 1 - j) for j, x in enumerate(g)]


def _shifted(g: list[int], c: int) -> list[int]:
    """Return g(c + u) in powers of u, by Horner's rule."""
    out: list[int] = []
    for x in reversed(g):
        moved = [0, *out]
        for j, y in enumerate(out):
            moved[j] += c * y
        moved[0] += x
        out = moved
    return out


def _dominant(g: list[int]) -> bool:
    return bool(g) and g[0] > sum(map(abs, g[1:]))
