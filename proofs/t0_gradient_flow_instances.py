"""Instances of T0 with all coordinates written out: the gradient as polynomials, and an asymmetric kernel."""

from __future__ import annotations

from typing import Any

import sympy

from verify.evidence.claims import Evidence, checked
from verify.model.verdict import Status
from verify.symbolic import Identity, equation, sphere
from verify.symbolic.energies import coordinates, explicit

__all__ = ["asymmetric", "written_out"]


def written_out(n: int, d: int) -> Evidence:
    """The gradient of E_n in coordinates, f = t + t^2, against the formula; polynomials modulo |x_i|^2 = 1."""
    x = coordinates("x", n, d)
    k = [[sympy.Symbol(f"k{min(i, j)}{max(i, j)}", real=True) for j in range(n)] for i in range(n)]
    energy = explicit(k, lambda t: t + t**2, x)
    ring = sphere(*x)
    for i in range(n):
        inner = [sum(a * b for a, b in zip(x[i], x[j], strict=True)) for j in range(n)]
        pull = [sum(k[i][j] * (1 + 2 * inner[j]) * x[j][c] for j in range(n)) / n for c in range(d)]
        along = sum(a * b for a, b in zip(x[i], pull, strict=True))
        slope = [n * energy.diff(x[i][c]) for c in range(d)]
        normal = sum(a * b for a, b in zip(x[i], slope, strict=True))
        for c in range(d):
            relation = equation(slope[c] - normal * x[i][c], pull[c] - along * x[i][c])
            found = checked(relation, Identity(ring, _on_spheres(x), points=1))
            if found.status is not Status.EXACT:
                return found
    return Evidence(Status.EXACT, f"n = {n}, d = {d}: {n * d} components agree as polynomials on the spheres")


def _on_spheres(x: list[list[sympy.Symbol]]) -> dict[sympy.Symbol, list[Any]]:
    """Return the coordinates of rational points of the sphere, by stereographic projection."""
    domain: dict[sympy.Symbol, list[Any]] = {}
    for row, point in enumerate(x):
        plane = [sympy.Rational(row + c + 1, c + 2) for c in range(len(point) - 1)]
        square = sum((p**2 for p in plane), sympy.S.Zero)
        values = [*(2 * p / (1 + square) for p in plane), (square - 1) / (1 + square)]
        domain |= {symbol: [value] for symbol, value in zip(point, values, strict=True)}
    return domain


def asymmetric() -> Evidence:
    """An asymmetric k >= 0 on three tokens, f = t, d = 2, at rational points: the flow lowers the energy."""
    k = [[0, 2, 2], [2, 0, 1], [0, 0, 0]]
    fifth = sympy.Rational(1, 5)
    x = [[-4 * fifth, 3 * fifth], [3 * fifth, -4 * fifth], [sympy.S.One, sympy.S.Zero]]
    slopes = [
        [(a + b) / sympy.Integer(2) for a, b in zip(row, column, strict=True)]
        for row, column in zip(k, zip(*k, strict=True), strict=True)
    ]
    value = (
        sum((a * b for i in range(3) for a, b in zip(_flow(k, x, i), _flow(slopes, x, i), strict=True)), sympy.S.Zero)
        / 3
    )
    words = f"k = {k}, x = {x}: dE/dt = {value}"
    return Evidence(Status.REFUTED if value < 0 else Status.EXACT, words, {"rate": str(value)})


def _flow(k: list[list[Any]], x: list[list[sympy.Expr]], i: int) -> list[sympy.Expr]:
    """Return P_{x_i} (1/n) sum_j k_ij x_j."""
    n, d = len(x), len(x[0])
    pull = [sum((k[i][j] * x[j][c] for j in range(n)), sympy.S.Zero) / n for c in range(d)]
    along = sum((a * b for a, b in zip(x[i], pull, strict=True)), sympy.S.Zero)
    return [b - along * a for a, b in zip(x[i], pull, strict=True)]
