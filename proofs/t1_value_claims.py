"""Claims of T1: seeds written out, graph laws enumerated, kernels decided with their certificates rechecked."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from typing import Any

import sympy

from proofs.t1_decided import factor, rechecked
from proofs.t1_value_seeds import measurable_seeds
from verify.evidence.claims import Claim, Evidence, checked
from verify.model.verdict import Status
from verify.symbolic import Average, Identity, Law, equation

__all__ = ["CLAIMS", "DECIDED_NECESSITY", "ONE_ATOM", "enumerated", "same_value", "written_out"]


def same_value(document: Mapping[str, Any]) -> Evidence:
    """Decide whether the suprema over graph laws and over P_rho agree, by a rechecked certificate alone.

    Notes
    -----
    A collapsed law is a graph law. If one maximises over P_rho, the suprema agree. If one maximises over graph laws and
    none over P_rho, they do not: otherwise the first would maximise over P_rho as well.
    """
    found = rechecked(document)
    how = f"graph laws {found.graph_laws}, all laws {found.all_laws}; {found.words}"
    if found.all_laws in {"all", "some"}:
        return Evidence(found.rung, how, found.details)
    refuted = found.all_laws == "none" and found.graph_laws in {"all", "some"}
    return Evidence(Status.REFUTED if refuted else Status.UNKNOWN, how, found.details)


def written_out(cells: int) -> Evidence:
    """The mean over one independent seed for each cell, with all cells and seeds written out."""
    g, law = sympy.IndexedBase("g"), Law("lambda")
    seeds = sympy.symbols(f"u1:{cells + 1}", real=True)
    weights = sympy.symbols(f"w1:{cells + 1}", positive=True)
    places = list(product(range(cells), repeat=2))
    energy = sum((weights[i] * weights[j] * g[i, j, seeds[i], seeds[j]] for i, j in places), sympy.S.Zero) / 2
    for seed in seeds:
        energy = Average(energy, seed, law)
    u, v = sympy.symbols("u v", real=True)
    slices, diagonal = sympy.S.Zero, sympy.S.Zero
    for i, j in places:
        slices += weights[i] * weights[j] * Average(Average(g[i, j, u, v], v, law), u, law) / 2
    for i in range(cells):
        twice = Average(g[i, i, u, u], u, law) - Average(Average(g[i, i, u, v], v, law), u, law)
        diagonal += weights[i] ** 2 * twice / 2
    return checked(equation(energy, slices + diagonal), Identity())


def enumerated(cells: int) -> Evidence:
    """All 2^n graph laws x = ±u on n equal cells for h = -<x, y>: mean, best, and the bound of the theorem."""
    energies = [-(Fraction(sum(signs), cells) ** 2) / 2 for signs in product((1, -1), repeat=cells)]
    mean, best, slices = sum(energies, Fraction(0)) / len(energies), max(energies), Fraction(0)
    words = f"mean {mean}, best {best}, slices {slices}, allowed loss {Fraction(1, cells)}"
    ok = mean == Fraction(-1, 2 * cells) and slices >= best >= mean >= slices - Fraction(1, cells)
    return Evidence(Status.EXACT if ok else Status.REFUTED, words)


ONE_ATOM = factor([["-1"]])

CLAIMS = (
    Claim(
        "three-cells",
        "Three cells, three independent seeds written out: only the diagonal cells change the mean energy.",
        written_out,
        Status.EXACT,
        {"cells": 3},
    ),
    Claim(
        "enumerated",
        "$h = -\\langle x, y\\rangle$, ten cells: the graph laws $x = \\pm u$ have the mean energy $-\\frac{1}{20}$, "
        "the best 0, as the slices.",
        enumerated,
        Status.EXACT,
        {"cells": 10},
    ),
    Claim(
        "condition-holds",
        "Two atoms, $k = (1, \\frac{1}{2}; \\frac{1}{2}, 1)$, with the two-point condition: the suprema agree.",
        same_value,
        Status.EXACT,
        {"document": factor([["1", "1/2"], ["1/2", "1"]], {"usa": "2"})},
    ),
    Claim(
        "condition-not-necessary",
        "Two atoms, $k = (-1, 2; 2, -1)$, without the condition: the suprema agree all the same.",
        same_value,
        Status.EXACT,
        {"document": factor([["-1", "2"], ["2", "-1"]], {"usa": "2"})},
    ),
    Claim(
        "nonatomic-blocks",
        "Two nonatomic blocks, $k = (-1, 2; 2, -1)$: the suprema agree.",
        same_value,
        Status.EXACT,
        {"document": factor([["-1", "2"], ["2", "-1"]], {"usa": "2"}, "blocks")},
    ),
)

DECIDED_NECESSITY = (
    Claim(
        "one-atom",
        "One atom, $h = -\\langle x, y\\rangle$: graph laws reach the supremum over $P_\\rho$.",
        same_value,
        Status.REFUTED,
        {"document": ONE_ATOM},
    ),
    Claim(
        "two-atoms",
        "Two atoms, $k = (-2, 1; 1, -2)$, $f = e^{2t}$: graph laws reach the supremum over $P_\\rho$.",
        same_value,
        Status.REFUTED,
        {"document": factor([["-2", "1"], ["1", "-2"]], "exp(2*t)")},
    ),
    Claim(
        "measurable-seeds",
        "The seeds $r\\xi + \\omega$ do for every bounded measurable h, continuous or not.",
        measurable_seeds,
        Status.REFUTED,
    ),
)
