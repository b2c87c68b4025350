"""Claims of T5: kernels decided exactly with certificates rechecked, and a counterexample for each hypothesis."""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import flint

from verify.certificates.checker import check
from verify.encodings.loading import load_kernel
from verify.encodings.variants import ModelConfig
from verify.evidence.claims import Claim, Evidence
from verify.model.verdict import Collapse, Status
from verify.spectral.decide import decide

__all__ = ["CLAIMS", "NECESSITY", "decided"]

_TWO = {"kind": "atoms", "weights": ["1/2", "1/2"]}
_THREE = {"kind": "atoms", "weights": ["1/3", "1/3", "1/3"]}
_FACTOR: dict[str, Any] = {"family": "factor", "d": 3, "profile": "exp(2*t)"}

#: L = 1/2 [[1, -1], [-1, 1]] is positive semidefinite, D = -1/2.
SELF_REPELLING = {**_FACTOR, "labels": _TWO, "k": [["-2", "1"], ["1", "-2"]]}
#: ker L has dimension 2, and contains no indicator of a set.
FRUSTRATED = {**_FACTOR, "labels": _THREE, "k": [["0", "2", "-1"], ["2", "0", "2"], ["-1", "2", "0"]]}
#: L is positive semidefinite and D = 0.
BALANCED = {**_FACTOR, "labels": _TWO, "k": [["-1", "1"], ["1", "-1"]]}
#: One component for each atom.
SEPARATE = {**_FACTOR, "labels": _TWO, "k": [["1", "0"], ["0", "1"]]}
COSINE = {"family": "factor", "d": 2, "profile": {"usa": "1"}, "labels": {"kind": "circle"}, "k": "cos(xi - zeta)"}
SUMMED = {**COSINE, "d": 3, "k": "2 + cos(xi - zeta)"}
#: On Z_3, by lags -4, 1, 1: the symbol is -2/3 at 0 and -5/3 at 1 and 2.
NEGATIVE_MEAN = {
    **_FACTOR,
    "labels": {"kind": "cyclic", "n": 3},
    "k": [["-4", "1", "1"], ["1", "-4", "1"], ["1", "1", "-4"]],
}
DISTANCE = {
    **_FACTOR,
    "labels": {"kind": "interval", "a": "0", "b": "1"},
    "k": "exp(-Abs(xi - zeta))",
}
#: L is not positive semidefinite: <v, L v> < 0 for v = (1, 0, -1).
ARCSINE: dict[str, Any] = {
    "family": "factor",
    "d": 3,
    "profile": "2*asin(t)/pi",
    "labels": _THREE,
    "k": [["0", "3/2", "-1"], ["3/2", "0", "3/2"], ["-1", "3/2", "0"]],
}


def decided(document: Mapping[str, Any], graph_laws: str, all_laws: str) -> Evidence:
    """Decide a kernel and recheck its certificate; the evidence that the maximisers of both views collapse so.

    Parameters
    ----------
    document : mapping
        A kernel file.
    graph_laws, all_laws : str
        What is claimed of the maximisers of each view: all, some or none of them collapsed.
    """
    kernel = load_kernel(dict(document))
    assert not isinstance(kernel, ModelConfig)
    verdict = decide(kernel)
    found = {"graph_laws": verdict.graph_laws, "all_laws": verdict.all_laws}
    words = ", ".join(f"{name.replace('_', ' ')}: {view.collapse} ({view.status})" for name, view in found.items())
    details = {"digest": verdict.digest, "certificate": verdict.certificate}
    if Collapse.UNKNOWN in {view.collapse for view in found.values()}:
        return Evidence(Status.UNKNOWN, words, details)
    if verdict.certificate is not None:
        report = check(json.loads(json.dumps(verdict.certificate)))
        if not report.accepted:
            return Evidence(Status.ERROR, f"the checker rejects the certificate: {report.reason}", details)
        words += f"; certificate by {verdict.certificate['method']} rechecked"
    rung = Status.weakest(verdict.graph_laws.status, verdict.all_laws.status)
    if (graph_laws, all_laws) == (verdict.graph_laws.collapse, verdict.all_laws.collapse):
        return Evidence(rung, words, details)
    rigorous = rung in {Status.PROVED, Status.EXACT, Status.ENCLOSED}
    return Evidence(Status.REFUTED if rigorous else Status.UNKNOWN, words, details)


def _form(k: list[list[str]], v: list[int]) -> Fraction:
    """<v, L v> for equal weights."""
    n = len(v)
    pairs = ((i, j) for i in range(n) for j in range(n))
    return sum((Fraction(k[i][j]) * (v[i] - v[j]) ** 2 for i, j in pairs), Fraction(0)) / (2 * n * n)


def any_beta(betas: list[str]) -> Evidence:
    """The verdict on one k with mixed signs at several inverse temperatures."""
    rungs = []
    for beta in betas:
        found = decided({**FRUSTRATED, "profile": {"usa": beta}}, "all", "all")
        if found.status is not Status.EXACT:
            return found
        rungs.append(found.status)
    return Evidence(Status.weakest(*rungs), f"the same verdict, with its certificate, at beta = {', '.join(betas)}")


CLAIMS = (
    Claim(
        "frustrated-triangle",
        "$k_{12} = k_{23} = 2$, $k_{13} = -1$: $\\ker L$ has dimension 2, and yet every maximiser is collapsed.",
        decided,
        Status.EXACT,
        {"document": FRUSTRATED, "graph_laws": "all", "all_laws": "all"},
    ),
    Claim(
        "self-repelling-pair",
        "$k = ((-2, 1), (1, -2))$: $L \\ge 0$, $D < 0$; all maximisers over graph laws collapse, none over all laws.",
        decided,
        Status.EXACT,
        {"document": SELF_REPELLING, "graph_laws": "all", "all_laws": "none"},
    ),
    Claim(
        "balanced-pair",
        "$k = ((-1, 1), (1, -1))$: $D = 0$; all maximisers over graph laws collapse, some over all laws.",
        decided,
        Status.EXACT,
        {"document": BALANCED, "graph_laws": "all", "all_laws": "some"},
    ),
    Claim(
        "distance-bias",
        "$k = e^{-|\\xi - \\zeta|}$ on an interval: positive and connected, so every maximiser is collapsed.",
        decided,
        Status.EXACT,
        {"document": DISTANCE, "graph_laws": "all", "all_laws": "all"},
    ),
    Claim(
        "cosine-symbol",
        "$k = \\cos(\\xi - \\zeta)$ on the circle: $\\hat{k}(1) > \\hat{k}(0) = 0$, so no maximiser is collapsed.",
        decided,
        Status.EXACT,
        {"document": COSINE, "graph_laws": "none", "all_laws": "none"},
    ),
    Claim(
        "shifted-symbol",
        "$k = 2 + \\cos(\\xi - \\zeta)$: $\\hat{k}(0) = 2$ is the largest, so every maximiser is collapsed.",
        decided,
        Status.EXACT,
        {"document": SUMMED, "graph_laws": "all", "all_laws": "all"},
    ),
    Claim(
        "cyclic-symbol",
        "$k_0 = -4$, $k_1 = k_2 = 1$ on $Z_3$: $\\hat{k}(0) = -\\frac{2}{3}$ is the largest and negative; all "
        "maximisers over graph laws collapse, none over all laws.",
        decided,
        Status.EXACT,
        {"document": NEGATIVE_MEAN, "graph_laws": "all", "all_laws": "none"},
    ),
    Claim(
        "any-beta",
        "The verdict on the frustrated triangle is the same for every $\\beta$ tried.",
        any_beta,
        Status.EXACT,
        {"betas": ["1/100", "1", "7", "100"]},
    ),
)


# ---------------------------------------------------------------- each hypothesis is needed


def negative_degree() -> Evidence:
    """f = t^2 - t/2 has a_1 = -1/2 < 0; k = 1 has L >= 0; the law (delta_u + delta_{-u})/2 beats collapse."""

    def f(t: Fraction) -> Fraction:
        return t * t - t / 2

    one = Fraction(1)
    collapsed, split = f(one) / 2, (f(one) + f(-one)) / 4
    words = f"k = 1, f = t^2 - t/2: collapsed {collapsed}, two opposite points {split}"
    return Evidence(Status.REFUTED if split > collapsed else Status.EXACT, words)


def infinite_slope() -> Evidence:
    """f = (2/pi) arcsin t has f'(1) = oo: L is not positive semidefinite, and every maximiser is collapsed."""
    value = _form(ARCSINE["k"], [1, 0, -1])
    found = decided(ARCSINE, "none", "none")
    return Evidence(
        found.status if value < 0 else Status.ERROR,
        f"<v, L v> = {value} for v = (1, 0, -1); {found.how}",
        found.details,
    )


def without_degree_sign() -> Evidence:
    """D = -1/2: uniform slices have more energy than every collapsed law, -sinh(2)/8 > -e^2/4."""
    with flint.ctx.workprec(100):
        collapsed = -flint.arb(2).exp() / 4
        uniform = -(flint.arb(2).exp() - flint.arb(-2).exp()) / 16
        refuted = bool(uniform > collapsed)
    words = f"collapsed {collapsed.str(8, radius=False)}, uniform slices {uniform.str(8, radius=False)}"
    return Evidence(Status.REFUTED if refuted else Status.EXACT, words)


def flat_profile() -> Evidence:
    """f = t^2, k = 1 on two atoms: x = (u, -u) has the energy f(1)/2 of collapse, and is not collapsed."""
    collapsed = Fraction(1, 2)
    opposite = sum((Fraction(a * b) ** 2 for a in (1, -1) for b in (1, -1)), Fraction(0)) / 8
    words = f"f = t^2, k = 1: collapsed {collapsed}, opposite points {opposite}"
    return Evidence(Status.REFUTED if opposite == collapsed else Status.EXACT, words)


NECESSITY = (
    Claim(
        "any-degrees",
        "$L \\ge 0$ suffices without $a_n \\ge 0$.",
        negative_degree,
        Status.REFUTED,
    ),
    Claim(
        "infinite-slope",
        "$L \\ge 0$ is necessary also where $f'(1) = \\infty$: no maximiser collapses for $\\frac{2}{\\pi}\\arcsin t$.",
        infinite_slope,
        Status.REFUTED,
    ),
    Claim(
        "graph-laws-suffice",
        "$L \\ge 0$ suffices over all laws, whatever $D$.",
        without_degree_sign,
        Status.REFUTED,
    ),
    Claim(
        "flat-profile",
        "Every maximiser collapses where $\\ker L$ holds the constants alone, also if $f(-1) = f(1)$.",
        flat_profile,
        Status.REFUTED,
    ),
    Claim(
        "separate-components",
        "Every maximiser collapses where $L \\ge 0$: $k$ the identity on two atoms.",
        decided,
        Status.REFUTED,
        {"document": SEPARATE, "graph_laws": "all", "all_laws": "all"},
    ),
    Claim(
        "large-kernel",
        "No maximiser but some collapse where $\\ker L$ is larger than the constants: the frustrated triangle.",
        decided,
        Status.REFUTED,
        {"document": FRUSTRATED, "graph_laws": "some", "all_laws": "some"},
    ),
)
