r"""T2. Attainment: when a maximiser can be taken a graph.

Statement
---------
Let h be bounded, continuous in the contents. Then E has a maximiser in P_rho. If E is convex along P_rho, that is
∬h dsigma dsigma >= 0 for every signed sigma with zero label marginal, some maximiser is a graph law; if it is strictly
convex, every one is. Without convexity it may be that none is, also for nonatomic rho: labels [0, 1] and
h = -<x, y> exp(-(xi - zeta)^2) have the supremum 0, attained by uniform slices and by no graph law. On finitely many
labels without self-interaction E is affine in every slice, and a vertex (all slices Dirac) is optimal.

Hypotheses
----------
See ``hypotheses`` below.

Derivation
----------
A law is a mean of graph laws, and the mean of a convex function exceeds its value at the mean, by an exact amount. The
second difference in one slice. The counterexample: the Gaussian as a Fourier transform of a positive density; the
energy as minus a mean of squares; graph laws that approach the supremum at an explicit rate.

Claims
------
What the engine says is attained; energies of explicit graph laws in balls; vertices enumerated.

Necessity
---------
Nonatomic labels are not enough; convex is not strictly convex; without continuity nothing is attained; a concave energy
has the opposite sign; with self-interaction vertices may lose.

What is not proved
------------------
See ``not_proved``.

References
----------
Kallenberg (2021); Valadier (1990); Balder (1984); Katznelson (2004).
"""

from __future__ import annotations

from typing import Any

import sympy

from proofs.t2_attainment_claims import CLAIMS, DECIDED_NECESSITY
from proofs.t2_attainment_counterexample import COUNTEREXAMPLE
from verify.evidence.claims import Claim, Evidence, checked
from verify.evidence.theorem import Assumption, Theorem
from verify.model.verdict import Status
from verify.symbolic import (
    SUMS,
    Average,
    Cited,
    Derivation,
    Dot,
    Identity,
    Law,
    Step,
    SumOfSquares,
    SymmetricBase,
    Vectors,
    equation,
    norm_squared,
)
from verify.symbolic.energies import bilinear_energy, potential

__all__ = ["THEOREM"]

_Z, _ZZ = sympy.symbols("z z'", real=True)
_u, _v = sympy.symbols("u v", real=True)
_LAMBDA = Law("lambda")
_H, _FEATURE = SymmetricBase("h"), Vectors("phi")


class _Features:
    """The kernel <phi(z), phi(z')>, positive semidefinite, times a sign."""

    def __init__(self, sign: int = 1) -> None:
        self.sign = sign

    def __getitem__(self, pair: tuple[Any, Any]) -> sympy.Expr:
        return self.sign * Dot(_FEATURE[pair[0]], _FEATURE[pair[1]])


# ---------------------------------------------------------------- means of graph laws


def _graph(seed: sympy.Expr) -> Law:
    """The graph law Gamma[F(., u)] of one seed."""
    return Law("Gamma", 1, seed)


def _seeds(body: sympy.Expr) -> sympy.Expr:
    """∬ body du dv."""
    return Average(Average(body, _v, _LAMBDA), _u, _LAMBDA)


def _of_graphs(h: Any) -> sympy.Expr:
    """The mean energy of the graphs."""
    return Average(bilinear_energy(h, _graph(_u), _graph(_u)) / 2, _u, _LAMBDA)


def _of_mean(h: Any) -> sympy.Expr:
    """The energy of mu, the mean of the graphs."""
    return _seeds(bilinear_energy(h, _graph(_u), _graph(_v)) / 2)


def _feature(seed: sympy.Expr) -> sympy.Expr:
    return Average(_FEATURE[_Z], _Z, _graph(seed))


_APART = _graph(_u) - _graph(_v)

CONVEX = (
    Step(
        "$E$ is continuous on $P_\\rho$ for the stable topology, in which $P_\\rho$ is compact: a maximiser exists.",
        "h is bounded, measurable in the labels and continuous in the contents, which range over a compact space",
        Cited("Valadier, Young measures (1990); Balder, SIAM J. Control Optim. 22 (1984)"),
    ),
    Step(
        "Every law in $P_\\rho$ is the mean $\\mu = \\int_0^1 \\Gamma[F(\\cdot, u)]\\, du$ of graph laws.",
        "$\\mu_\\xi$ is the law of $F(\\xi, U)$, F jointly measurable, U uniform",
        Cited("Kallenberg, Foundations of Modern Probability (2021), lemma 4.22"),
    ),
    Step(
        equation(_of_graphs(_H) - _of_mean(_H), _seeds(bilinear_energy(_H, _APART, _APART)) / 4),
        "E is quadratic",
        Identity(SUMS),
        "With $\\Gamma_u = \\Gamma[F(\\cdot, u)]$ and $\\lambda$ the uniform law of seeds, the mean energy of the "
        "graphs exceeds the energy of their mean by",
    ),
    Step(
        sympy.Ge(_of_graphs(_Features()), _of_mean(_Features()), evaluate=False),
        "$h = \\langle\\phi(z), \\phi(z')\\rangle$ and $\\iint h\\, d\\sigma\\, d\\sigma = |\\int\\phi\\, d\\sigma|^2$",
        SumOfSquares(_seeds(norm_squared(_feature(_u) - _feature(_v))) / 4),
        "Here $\\sigma = \\Gamma_u - \\Gamma_v$ has zero label marginal. If E is convex along $P_\\rho$ the right side "
        "is nonnegative: some graph has at least the energy of $\\mu$. If $\\mu$ is a maximiser almost every "
        "$\\Gamma_u$ is one too. If E is strictly convex then $\\Gamma_u = \\Gamma_v$ for almost every pair, hence "
        "$F(\\xi, u)$ does not depend on u: $\\mu$ is a graph. The case of a positive semidefinite kernel:",
    ),
    Step(
        "For $h = k(\\xi, \\zeta) f(\\langle x, y\\rangle)$ with k positive semidefinite and $a_n \\ge 0$ for $n \\ge "
        "1$ E is convex along $P_\\rho$, if $a_0 \\ge 0$ or not.",
        "$f - a_0$ is positive semidefinite, its product with k too, and $k a_0$ vanishes on zero label marginals",
        Cited("Schoenberg, Duke Math. J. 9 (1942); Schur, J. reine angew. Math. 140 (1911)"),
    ),
)


# ---------------------------------------------------------------- finitely many labels

_NU, _ALPHA, _BETA = Law("nu"), Law("alpha"), Law("beta")
_W, _SHARE = sympy.symbols("w s", positive=True)


def _energy(law: sympy.Expr) -> sympy.Expr:
    return bilinear_energy(_H, law, law) / 2


def _mixed() -> sympy.Expr:
    """E with the slice s alpha + (1 - s) beta at an atom of mass w."""
    return _energy((1 - _W) * _NU + _W * (_SHARE * _ALPHA + (1 - _SHARE) * _BETA))


def _at_points() -> sympy.Expr:
    """The mean over z of the energy with the slice at z, but for the interaction of the slice with itself."""
    far = (1 - _W) ** 2 * bilinear_energy(_H, _NU, _NU) / 2
    return Average(far + _W * (1 - _W) * potential(_H, _NU, _Z), _Z, _ALPHA)


VERTICES = (
    Step(
        equation(sympy.Derivative(_mixed(), (_SHARE, 2)), _W**2 * bilinear_energy(_H, _ALPHA - _BETA, _ALPHA - _BETA)),
        "E is quadratic",
        Identity(SUMS),
        "Finitely many labels: let w be the mass of one of them and $\\nu$ the law of all else. Mix two slices there, "
        "$s\\alpha + (1 - s)\\beta$. The second derivative is the interaction of the label with itself,",
    ),
    Step(
        equation(_energy((1 - _W) * _NU + _W * _ALPHA) - _W**2 * bilinear_energy(_H, _ALPHA, _ALPHA) / 2, _at_points()),
        "the potential of all else is averaged over the slice",
        Identity(SUMS),
        "zero where $h_{aa} = 0$: E is affine in each slice. Then it is the mean, over points z of the slice, of its "
        "values with the slice at z, and some point is as good as the slice. One label after another: a vertex, all "
        "slices Dirac, is optimal.",
    ),
)

DERIVATION = Derivation("Conditional Diracization", CONVEX + VERTICES + COUNTEREXAMPLE)


# ---------------------------------------------------------------- necessity


def concave() -> Evidence:
    """The mean of graphs for a concave energy."""
    certificate = SumOfSquares(_seeds(norm_squared(_feature(_u) - _feature(_v))) / 4)
    return checked(sympy.Ge(_of_graphs(_Features(-1)), _of_mean(_Features(-1)), evaluate=False), certificate)


def self_interaction() -> Evidence:
    """E as the mean of its values at points, with the interaction of a label with itself."""
    return checked(equation(_energy((1 - _W) * _NU + _W * _ALPHA), _at_points()), Identity())


NECESSITY = (
    *DECIDED_NECESSITY,
    Claim(
        "concave",
        "The mean energy of graphs is at least that of their mean, also for a concave energy.",
        concave,
        Status.REFUTED,
    ),
    Claim("self-interaction", "E is affine in a slice that interacts with itself.", self_interaction, Status.REFUTED),
)


THEOREM = Theorem(
    id="T2",
    title="Attainment: conditional Diracization",
    statement=r"""
    Let h be symmetric, bounded, measurable in the labels and continuous in the contents. Then E has a maximiser in
    $P_\rho$. If $\iint h\, d\sigma\, d\sigma \ge 0$ for every signed $\sigma$ with zero label marginal, some maximiser
    is a graph law; if the inequality is strict for $\sigma \ne 0$, every maximiser is one. Nonatomicity plays no part.

    Without convexity this fails, also for nonatomic $\rho$: for $A = [0, 1]$, $\rho$ Lebesgue and
    $h = -\langle x, y\rangle e^{-(\xi - \zeta)^2}$ the supremum 0 is attained by uniform slices and by no graph law. On
    finitely many labels without self-interaction E is affine in each slice, and a vertex is optimal.
    """,
    hypotheses=(
        Assumption("$h$", "symmetric, bounded, measurable in the labels, continuous in the contents"),
        Assumption("$\\rho$", "any label law on a standard Borel space; finitely many atoms for the vertices"),
        Assumption("$\\sigma$", "a difference of two laws with the label law $\\rho$, up to a factor"),
    ),
    derivation=DERIVATION,
    claims=CLAIMS,
    necessity=NECESSITY,
    not_proved=(
        "Convexity is sufficient for a graph maximiser, not necessary.",
        "That no maximiser of the counterexample is a graph stands on the derivation, not on the certificate.",
        "How to find the best vertex: finitely many labels with many contents are a hard combinatorial problem.",
    ),
    references=(
        (
            "Kallenberg, Foundations of Modern Probability, third edition (2021), lemma 4.22, "
            "doi:10.1007/978-3-030-61871-1"
        ),
        "Valadier, Young measures, in Methods of Nonconvex Analysis, Lecture Notes in Math. 1446 (1990)",
        "Balder, A general approach to lower semicontinuity and lower closure, SIAM J. Control Optim. 22 (1984)",
        (
            "Schoenberg, Positive definite functions on spheres, Duke Math. J. 9 (1942) 96-108, "
            "doi:10.1215/S0012-7094-42-00908-6"
        ),
        (
            "Schur, Bemerkungen zur Theorie der beschränkten Bilinearformen, J. reine angew. Math. 140 (1911), "
            "doi:10.1515/crll.1911.140.1"
        ),
        "Andrews, Askey, Roy, Special Functions (1999), doi:10.1017/CBO9781107325937",
        "Katznelson, An Introduction to Harmonic Analysis, third edition (2004), doi:10.1017/CBO9781139165372",
    ),
)
