r"""T8. Experiments: where flows of finitely many tokens end, beside what the theorems say.

Statement
---------
Systems of n = 64, 128 and 256 tokens, contents uniform on the sphere, labels frozen at the quantiles of their law,
follow the flow of T0. Of a gauge system T4 and T4c predict the end, the law of Q(xi)^T u for one u, and its distance
from the law of finitely many contents is bounded. Of a factor system T5 and T6 say which laws are maximisers; where
one flow stops is another matter, and every end is named.

Hypotheses
----------
See ``hypotheses`` below, a line for each symbol.

Derivation
----------
Energy and spread bound each other; means and speeds of the orbits; W2 for finitely many labels; rings that wind.

Claims
------
A claim for each system: its runs with n, seed, energy, spread, clusters, W2 to the predicted law beside its bound, the
name of the end, and wall time; a picture of the first run. Seeds are 0, 1, 2, and none is left out.

Necessity
---------
No frequency, no tilt, no gauge: no spread. No positions: no spread. Another beta: another time of collapse. Uniqueness
of a maximiser is no speed: at usa time 20 the chain has not collapsed, and a ring can wind for good.

What is not proved
------------------
See ``not_proved``.

References
----------
Imaizumi, Koyama, Isobe, Hayashi (2026); DLMF chapter 10; Villani (2009).
"""

from __future__ import annotations

from dataclasses import replace

from proofs.t8_experiments_baseline import BASELINE, BASELINE_MUTANTS
from proofs.t8_experiments_factors import FACTOR_MUTANTS, FACTORS
from proofs.t8_experiments_gauges import GAUGE_MUTANTS, GAUGES
from proofs.t8_experiments_steps import LAWS, ORBITS, RINGS, SPREAD
from verify.evidence.claims import Claim
from verify.evidence.theorem import Assumption, Theorem
from verify.symbolic import Derivation

__all__ = ["THEOREM"]

#: Seconds for a system on a busy machine; alone, none takes more than ten.
_PATIENCE = 240.0


def _patient(claims: tuple[Claim, ...]) -> tuple[Claim, ...]:
    return tuple(replace(claim, timeout=_PATIENCE) for claim in claims)


THEOREM = Theorem(
    id="T8",
    title="Experiments with finitely many tokens",
    statement=r"""
        n tokens, n = 64, 128, 256, with contents uniform on the sphere and labels at the quantiles of their law follow
        the flow of T0 with the profile usa, in most systems $\beta = 1$.

        Gauge systems: with $u_i = Q(\xi_i) x_i$ and $s = 1 - |\frac{1}{n} \sum_i u_i|^2$ their energy satisfies
        $\frac{\sinh\beta}{2\beta} s \le \frac{f(1)}{2} - E \le \frac{e^{\beta}}{2} s$. When s is 0 the contents are
        $Q(\xi_i)^T u$, whose law is within $\frac{\ell\pi}{\sqrt{3} n}$ of that of $Q(\xi)^T u$ in $W_2$ for an orbit
        of speed at most $\ell$ on the circle of labels. RoPE ends on a latitude circle of spread $1 - u_3^2$,
        $R_z(\xi) R_x(a\sin m\xi)$ on a curve of spread $1 - J_0(a)^2 u_3^2$, prefix tokens at their prompts.

        The baseline collapses at $\beta = 1$; at $\beta = 4$ two clusters can stand at usa time 20, and collapse when
        T7 says so. A distance bias on [0, 1] collapses. The cosine kernel comes to rest on the great circle at
        $\beta = 1$ and elsewhere at $\beta = 2$. Short-range biases even out slowly, and on a ring a state of winding 1
        is a local maximum for d = 2.
        """,
    hypotheses=(
        Assumption("$x_i(0)$", "independent, uniform on $S^{d-1}$, from the seeds listed in each claim"),
        Assumption("$\\xi_i$", "the quantiles $(i + \\frac{1}{2})/n$ of the label law, frozen"),
        Assumption("$f$", "usa, $f = e^{\\beta t}/\\beta$; time is usa time"),
        Assumption(
            "horizon", "20 for the paper's systems; factor kernels until no speed exceeds $10^{-8}$, or as said"
        ),
        Assumption("tolerance", "$10^{-9}$ for the error of a step, unless a claim says otherwise"),
        Assumption("$u$", "the direction of $\\sum_i Q(\\xi_i) x_i$ at the end: it depends on the start"),
        Assumption(
            "$k$",
            "$e^{-|\\xi - \\zeta|}$, $\\cos(\\xi - \\zeta)$, or $e^{-|i - j|/2}$ on a chain or the short way round",
        ),
    ),
    derivation=Derivation("Energy, spread, laws of finitely many labels, and rings", SPREAD + ORBITS + LAWS + RINGS),
    claims=_patient((*BASELINE, *GAUGES, *FACTORS)),
    necessity=_patient((*BASELINE_MUTANTS, *GAUGE_MUTANTS, *FACTOR_MUTANTS)),
    not_proved=(
        "That almost every start of a gauge system reaches consensus for d = 2; for d >= 3 T4 cites it.",
        "Where a flow of a factor kernel stops: the ends are those of the listed seeds.",
        "That a state at rest is a local maximum, but for rings that wind: a metastable state looks the same.",
        "Anything about larger n from these n; the bound on $W_2$ is for the law of the orbit, not for the dynamics.",
        "Anything about a transformer: the gauge flow also rotates values, see T4.",
    ),
    references=(
        "Imaizumi, Koyama, Isobe, Hayashi, Anti Mode-Collapse in Mean-Field Transformer, arXiv:2605.30229 (2026)",
        "Villani, Optimal Transport: Old and New (2009)",
        "NIST Digital Library of Mathematical Functions, chapter 10",
    ),
)
