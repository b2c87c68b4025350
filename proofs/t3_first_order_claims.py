"""Claims of T3: residuals of small laws, exactly, and kernels decided with their certificates rechecked.

Kernels are k_ij <x, y> on finitely many labels of equal mass. Then V(x, i) = <x, b_i> with b_i = sum_j w_j k_ij m_j and
m_j the mean of the slice of label j, and max_x V = |b_i|.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy

from proofs.t1_decided import factor, rechecked
from verify.evidence.claims import Claim, Evidence
from verify.model.verdict import Status

__all__ = [
    "CLAIMS",
    "DECIDED_NECESSITY",
    "Slices",
    "collapsed_maximiser",
    "gain",
    "graph_maximiser",
    "residuals",
    "residuals_of",
    "sufficient",
    "without_motion",
]

#: For each label a list of (mass, point); the masses of a label add up to one.
Slices = Sequence[Sequence[tuple[str, Sequence[str]]]]


def _points(slices: Slices) -> list[list[tuple[sympy.Rational, sympy.Matrix]]]:
    read = [[(sympy.Rational(p), sympy.Matrix(list(map(sympy.Rational, x)))) for p, x in row] for row in slices]
    if any(sum(p for p, _ in row) != 1 or any(x.dot(x) != 1 for _, x in row) for row in read):
        raise ValueError("masses of a label add up to one and points have norm one")
    return read


def _fields(k: Sequence[Sequence[str]], slices: Slices) -> tuple[list[sympy.Matrix], sympy.Expr]:
    """The vectors b_i, and the energy 1/2 sum_i w_i <m_i, b_i>."""
    n = len(k)
    means = [sum((p * x for p, x in row), sympy.zeros(len(row[0][1]), 1)) for row in _points(slices)]
    fields = []
    for i in range(n):
        pulls = (sympy.Rational(k[i][j]) * means[j] for j in range(n))
        fields.append(sum(pulls, sympy.zeros(means[0].rows, 1)) / n)
    return fields, sum((m.dot(b) for m, b in zip(means, fields, strict=True)), sympy.S.Zero) / (2 * n)


def residuals_of(k: Sequence[Sequence[str]], slices: Slices) -> list[sympy.Expr]:
    """Return, for each label, the largest max_x V - V(x) over the points of its slice.

    Examples
    --------
    >>> residuals_of([["-1"]], [[("1", ["1", "0"])]])
    [2]
    """
    fields, _ = _fields(k, slices)
    return [
        sympy.sqrt(b.dot(b)) - min(x.dot(b) for _, x in row) for b, row in zip(fields, _points(slices), strict=True)
    ]


def residuals(k: Sequence[Sequence[str]], slices: Slices, expected: Sequence[str]) -> Evidence:
    """Compare the residuals with rational numbers."""
    found = residuals_of(k, slices)
    ok = found == [sympy.Rational(text) for text in expected]
    return Evidence(Status.EXACT if ok else Status.REFUTED, f"residuals {', '.join(map(str, found))}")


def gain(k: Sequence[Sequence[str]], slices: Slices, top: str) -> Evidence:
    """Move the share R/(4H) of every slice to the maximum of V: the energy grows by at least R^2/(8H), |h| <= H."""
    bound, n = sympy.Rational(top), len(k)
    if any(abs(sympy.Rational(entry)) > bound for row in k for entry in row):
        raise ValueError("top must bound |h|")
    fields, before = _fields(k, slices)
    rows = _points(slices)
    gaps = [p * (sympy.sqrt(b.dot(b)) - x.dot(b)) for b, row in zip(fields, rows, strict=True) for p, x in row]
    residual = sum(gaps, sympy.S.Zero) / n
    share = residual / (4 * bound)
    moved = []
    for b, row in zip(fields, slices, strict=True):
        best = [str(entry) for entry in b / sympy.sqrt(b.dot(b))]
        kept = [(str((1 - share) * sympy.Rational(p)), x) for p, x in row]
        moved.append([*kept, (str(share), best)])
    _, after = _fields(k, moved)
    floor = residual**2 / (8 * bound)
    words = f"R = {residual}: the energy grows from {before} to {after}, by at least {floor}"
    return Evidence(Status.EXACT if after - before >= floor > 0 else Status.REFUTED, words)


# ---------------------------------------------------------------- decided kernels

_POLE = ["1", "0", "0"]


def _collapsed(k: Sequence[Sequence[str]]) -> list[Any]:
    return [[("1", _POLE)] for _ in k]


def collapsed_maximiser(k: list[list[str]]) -> Evidence:
    """Where a certificate says that maximisers over P_rho collapse, the collapsed law has the residual 0."""
    found = rechecked(factor(k))
    if found.all_laws not in {"all", "some"}:
        return Evidence(Status.UNKNOWN, f"all laws {found.all_laws}; {found.words}", found.details)
    values = residuals_of(k, _collapsed(k))
    status = found.rung if all(value == 0 for value in values) else Status.REFUTED
    return Evidence(status, f"residuals {', '.join(map(str, values))}; {found.words}", found.details)


def graph_maximiser(k: list[list[str]]) -> Evidence:
    """The same for graph laws: refuted where a collapsed law maximises among them and has a positive residual."""
    found = rechecked(factor(k))
    if found.graph_laws not in {"all", "some"}:
        return Evidence(Status.UNKNOWN, f"graph laws {found.graph_laws}; {found.words}", found.details)
    values = residuals_of(k, _collapsed(k))
    status = found.rung if all(value == 0 for value in values) else Status.REFUTED
    return Evidence(status, f"residuals {', '.join(map(str, values))}; {found.words}", found.details)


# ---------------------------------------------------------------- what a residual is not

_PAIR = [["0", "1"], ["1", "0"]]
_EAST, _WEST, _UP = ["1", "0"], ["-1", "0"], ["3/5", "4/5"]


def sufficient() -> Evidence:
    """A law with residual 0 and less energy than another: slices of two opposite points, k = (0, 1; 1, 0)."""
    spread: Slices = [[("1/2", _EAST), ("1/2", _WEST)]] * 2
    found = residuals_of(_PAIR, spread)
    (_, here), (_, collapsed) = _fields(_PAIR, spread), _fields(_PAIR, [[("1", _EAST)]] * 2)
    status = Status.REFUTED if found == [0, 0] and here < collapsed else Status.EXACT
    return Evidence(status, f"residuals 0, E = {here}, but E = {collapsed} where it collapses")


def without_motion() -> Evidence:
    """Two opposite tokens that attract: the flow stands still, the residuals are not zero."""
    slices: Slices = [[("1", _EAST)], [("1", _WEST)]]
    fields, _ = _fields(_PAIR, slices)
    points = [row[0][1] for row in _points(slices)]
    speeds = [b - x.dot(b) * x for b, x in zip(fields, points, strict=True)]
    found = residuals_of(_PAIR, slices)
    still = all(speed == sympy.zeros(2, 1) for speed in speeds)
    status = Status.REFUTED if still and any(value > 0 for value in found) else Status.EXACT
    return Evidence(status, f"velocities 0, residuals {', '.join(map(str, found))}")


CLAIMS = (
    Claim(
        "opposite-pair",
        "Two labels that repel, at $u$ and $-u$ (a maximiser): the residuals are 0.",
        residuals,
        Status.EXACT,
        {"k": [["0", "-1"], ["-1", "0"]], "slices": [[("1", _EAST)], [("1", _WEST)]], "expected": ["0", "0"]},
    ),
    Claim(
        "spread-slices",
        "$k = (-1, 1; 1, -1)$, equal slices of two opposite points (a maximiser over $P_\\rho$, E = 0): the residuals "
        "are 0.",
        residuals,
        Status.EXACT,
        {
            "k": [["-1", "1"], ["1", "-1"]],
            "slices": [[("1/2", _EAST), ("1/2", _WEST)]] * 2,
            "expected": ["0", "0"],
        },
    ),
    Claim(
        "not-stationary",
        "Two labels that attract, at $(1, 0)$ and $(3/5, 4/5)$: the residuals are $\\frac{1}{5}$.",
        residuals,
        Status.EXACT,
        {"k": _PAIR, "slices": [[("1", _EAST)], [("1", _UP)]], "expected": ["1/5", "1/5"]},
    ),
    Claim(
        "gain",
        "Moving the share R/(4H) of these slices to the maximum of V raises the energy by at least $R^2/(8H)$.",
        gain,
        Status.EXACT,
        {"k": _PAIR, "slices": [[("1", _EAST)], [("1", _UP)]], "top": "1"},
    ),
    *(
        Claim(
            f"collapsed-{name}",
            f"${words}$: a certificate says that the maximisers over $P_\\rho$ collapse, and their residuals are 0.",
            collapsed_maximiser,
            Status.EXACT,
            {"k": k},
        )
        for name, words, k in (
            ("repelled-atoms", "k = (-1, 2; 2, -1)", [["-1", "2"], ["2", "-1"]]),
            ("triple", "k = (0, 3, -1; 3, 0, 3; -1, 3, 0)", [["0", "3", "-1"], ["3", "0", "3"], ["-1", "3", "0"]]),
        )
    ),
)

DECIDED_NECESSITY = (
    Claim(
        "graph-maximiser-at-an-atom",
        "A maximiser among graph laws has its points in $\\operatorname{argmax} V$, also at an atom: $h = -\\langle x, "
        "y\\rangle$.",
        graph_maximiser,
        Status.REFUTED,
        {"k": [["-1"]]},
    ),
    Claim(
        "graph-maximiser-at-two-atoms",
        "The same for $k = (-1, \\frac{1}{2}; \\frac{1}{2}, -1)$.",
        graph_maximiser,
        Status.REFUTED,
        {"k": [["-1", "1/2"], ["1/2", "-1"]]},
    ),
    Claim("sufficient", "A law with residual 0 is a maximiser.", sufficient, Status.REFUTED),
    Claim("without-motion", "Where the flow stands still the residuals are 0.", without_motion, Status.REFUTED),
)
