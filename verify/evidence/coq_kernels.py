"""Kernels, as documents, that every run decides and has Coq prove."""

from __future__ import annotations

from typing import Any

__all__ = ["AXIS", "DEGREES", "LEGENDRE", "PENTAGON", "TURN", "triangle"]

_TWO = {"kind": "atoms", "weights": ["1/2", "1/2"]}
_THREE = {"kind": "atoms", "weights": ["1/3", "1/3", "1/3"]}


def triangle(entry: str) -> dict[str, Any]:
    """Return the path 0 - 1 - 2 with k = 1 on its edges and this entry between its ends; the threshold is -1/2."""
    k = [["0", "1", entry], ["1", "0", "1"], [entry, "1", "0"]]
    return {"family": "factor", "d": 3, "profile": "exp(2*t)", "labels": _THREE, "k": k}


LEGENDRE = {**triangle("-49/100"), "profile": "(5*t**3 - 3*t)/2"}
# k_ij = -b_i b_j + 1/100, b = (1, 1, 1, -1, -1): every cut is positive by the pentagonal inequality, and L is not PSD.
PENTAGON = {
    "family": "factor", "d": 3, "profile": "2/pi*asin(t)", "labels": {"kind": "positions", "n": 5},
    "k": [["0" if i == j else "-99/100" if (i < 3) == (j < 3) else "101/100" for j in range(5)] for i in range(5)],
}  # fmt: skip
DEGREES = {"family": "factor", "d": 3, "profile": {"usa": 1}, "labels": _TWO, "k": [["-2", "1"], ["1", "3"]]}
TURN = {
    "family": "gauge", "d": 2, "profile": {"usa": 1}, "labels": _TWO,
    "Q": [[["1", "0"], ["0", "1"]], [["3/5", "-4/5"], ["4/5", "3/5"]]],
}  # fmt: skip


def _about_an_axis(c: str, s: str) -> list[list[str]]:
    """Return a turn of space about the third axis."""
    return [[c, f"-{s}", "0"], [s, c, "0"], ["0", "0", "1"]]


_REST = [["1", "0", "0"], ["0", "1", "0"], ["0", "0", "1"]]
_TURNS = (_about_an_axis("3/5", "4/5"), _about_an_axis("5/13", "12/13"))
_BACK = [[list(column) for column in zip(*turn, strict=True)] for turn in _TURNS]
#: Three labels, not flat: the turns around the triangle do not add up to a full one.
AXIS = {
    "family": "connection", "d": 3, "profile": {"usa": 1}, "labels": _THREE,
    "O": [[_REST, _TURNS[0], _TURNS[1]], [_BACK[0], _REST, _TURNS[0]], [_BACK[1], _BACK[0], _REST]],
}  # fmt: skip
