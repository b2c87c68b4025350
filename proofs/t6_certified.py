"""T6: what shipped three-point certificates prove of the cosine kernel, each rechecked from its file in every run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import flint
import sympy

from proofs.t6_circle import CIRCLE, circle_mean
from proofs.t6_local_lemma import neighbourhood
from verify.certificates.recheck import recheck
from verify.certificates.three_point import three_point_statement
from verify.evidence.claims import Claim, Evidence
from verify.evidence.shipped import Shipped
from verify.model.canonical import digest
from verify.model.documents import read_document
from verify.model.errors import InputError
from verify.model.kernels import FactorKernel, read_kernel
from verify.model.verdict import Status

__all__ = [
    "CERTIFIED", "CERTIFIED_MUTANTS", "FOLDER", "OPTIMAL", "RATIOS", "Cosine", "linear_profile", "optimal_evidence",
    "ratio_evidence",
]  # fmt: skip

FOLDER = Path(__file__).parent / "certificates"
_PRECISION = 128
_SECONDS = 3600.0


@dataclass(frozen=True)
class Cosine:
    """A certificate of V - tau P_1 <= 2 beta bound for k = cos, f = e^{beta t}/beta on S^{d-1}.

    Attributes
    ----------
    name : str
        Of its file.
    d, labels, degree, rounds : int
        Of the sphere; N and D of the certificate; most linear programmes that its maker solves.
    beta, tau, bound : str
        Rationals; ``bound`` is one of E - (tau/beta) Q, a little above what the maker found.
    """

    name: str
    d: int
    beta: str
    labels: int
    degree: int
    bound: str
    tau: str = "0"
    rounds: int = 20

    @property
    def kernel(self) -> FactorKernel:
        """The kernel."""
        return _cosine_kernel(self.d, self.beta)

    @property
    def tilt(self) -> Fraction:
        """tau/beta."""
        return Fraction(self.tau) / Fraction(self.beta)

    @property
    def shipped(self) -> Shipped:
        """The file, its problem and its claim."""
        claim = {"view": "all_laws", "tilt": str(self.tilt), "bound": str(Fraction(self.bound))}
        return Shipped(self.name, FOLDER, self.kernel.normal_form(), claim, self.make, _SECONDS)

    def make(self) -> Mapping[str, Any]:
        """Make the certificate again.

        Raises
        ------
        InputError
            The maker found no multipliers for this bound.
        """
        from verify.optimize.three_point import make_three_point  # the solver, which a recheck does not need

        made = make_three_point(
            self.kernel,
            labels=self.labels,
            degree=self.degree,
            tilt=self.tilt,
            claim=Fraction(self.bound),
            rounds=self.rounds,
        )
        if made is None:
            raise InputError(self.name, "be proved again", "no multipliers that suffice")
        return made


def _cosine_kernel(d: int, beta: str) -> FactorKernel:
    labels, profile = {"kind": "circle"}, {"usa": beta}
    kernel = read_kernel({"family": "factor", "d": d, "profile": profile, "k": "cos(xi - zeta)", "labels": labels})
    assert isinstance(kernel, FactorKernel)
    return kernel


def _ball(text: str) -> flint.arb:
    number = Fraction(text)
    return flint.arb(number.numerator) / number.denominator


# ---------------------------------------------------------------- what is shipped

#: The great circle is optimal for d = 2 at each of these beta, hence at all smaller ones: I_n/I_1 increases in beta.
OPTIMAL = (
    Cosine("great_circle_7_5", 2, "7/5", 12, 9, "3157482/10000000", "1/500", 40),
    Cosine("great_circle_29_20", 2, "29/20", 20, 8, "3212015/10000000", "3/2000", 40),
)

#: Bounds over the great circle's energy: certificate and ratio.
RATIOS = (
    (Cosine("cosine_d2_beta_2", 2, "2", 12, 9, "42267/100000"), "1.063"),
    (Cosine("cosine_d2_beta_4", 2, "4", 12, 11, "16041/10000"), "1.315"),
    (Cosine("cosine_d2_beta_8", 2, "8", 12, 15, "4405/100"), "1.763"),
    (Cosine("cosine_d2_beta_16", 2, "16", 9, 21, "66190"), "2.449"),
    (Cosine("cosine_d3_beta_2", 3, "2", 12, 8, "42356/100000"), "1.0652"),
    (Cosine("cosine_d3_beta_4", 3, "4", 12, 11, "16107/10000"), "1.3204"),
    (Cosine("cosine_d3_beta_8", 3, "8", 10, 13, "4448/100"), "1.780"),
)


# ---------------------------------------------------------------- claims


def optimal_evidence(certificate: Cosine, found: Evidence) -> Evidence:
    """Join an accepted certificate and the local lemma at eta = eps/tau."""
    if found.status is not Status.ENCLOSED:
        return found
    with flint.ctx.workprec(_PRECISION):
        beta, tau = _ball(certificate.beta), _ball(certificate.tau)
        excess = 2 * beta * _ball(certificate.bound) - beta.bessel_i(1) + tau
        eta = excess.max(flint.arb(0)) / tau
        holds = bool(eta <= flint.arb(1) / 100)
        top, room = neighbourhood(beta, eta.upper()) if holds else (flint.arb(1), flint.arb(0))
        words = (
            f"{found.how} So 1 - P_1 <= {eta.str(3, radius=False)} where V >= I_1; local lemma: Lambda = "
            f"{top.str(6, radius=False)}, (1 - rho) m_1 >= {room.str(6, radius=False)}."
        )
        return Evidence(Status.ENCLOSED if top < room else Status.UNKNOWN, words, found.details)


def ratio_evidence(certificate: Cosine, ratio: str, found: Evidence) -> Evidence:
    """Compare the certified bound with a multiple of I_1/(2 beta)."""
    if found.status is not Status.ENCLOSED:
        return found
    with flint.ctx.workprec(_PRECISION):
        beta = _ball(certificate.beta)
        quotient = 2 * beta * _ball(certificate.bound) / beta.bessel_i(1)
        status = Status.ENCLOSED if quotient <= _ball(ratio) else Status.UNKNOWN
        words = f"{found.how} Over the great circle: {quotient.str(8, radius=False)}."
        return Evidence(status, words, found.details)


def _optimal_claim(certificate: Cosine) -> Claim:
    beta = Fraction(certificate.beta)
    return Claim(
        f"optimal-{beta.numerator}-{beta.denominator}",
        f"$d = 2$, $k = \\cos$, $f = e^{{\\beta t}}/\\beta$: for $0 < \\beta \\le \\frac{{{beta.numerator}}}"
        f"{{{beta.denominator}}}$ no law has more energy than the great circle, and no other graph law as much, "
        "but for its rotations and reflections.",
        lambda: optimal_evidence(certificate, certificate.shipped.recheck()),
        Status.ENCLOSED,
        timeout=120.0,
        remake=lambda: optimal_evidence(certificate, certificate.shipped.remake()),
        making=_SECONDS,
    )


def _ratio_claim(certificate: Cosine, ratio: str) -> Claim:
    return Claim(
        f"bound-d{certificate.d}-beta-{certificate.beta}",
        f"$d = {certificate.d}$, $\\beta = {certificate.beta}$: no law has more than {ratio} times the energy of the "
        "great circle.",
        lambda: ratio_evidence(certificate, ratio, certificate.shipped.recheck()),
        Status.ENCLOSED,
        timeout=120.0,
        remake=lambda: ratio_evidence(certificate, ratio, certificate.shipped.remake()),
        making=_SECONDS,
    )


def linear_profile() -> Evidence:
    """f = t: E <= (1/2) max khat = 1/4 in every dimension, and the great circle has 1/4."""
    s = sympy.Symbol("s", real=True)
    khat = [CIRCLE.rewrite(circle_mean(sympy.cos(s) * sympy.cos(m * s), s)) for m in range(4)]
    energy = CIRCLE.rewrite(circle_mean(sympy.cos(s) * sympy.cos(s), s)) / 2
    # cos s has no other modes: 1/2 at m = 1 and -1
    bound = max(khat) / 2
    status = Status.EXACT if sympy.simplify(energy - bound) == 0 else Status.REFUTED
    return Evidence(status, f"khat(m) = {khat} for m = 0..3: E <= {bound}; the great circle has {energy}")


def _forged(certificate: Cosine, beta: str, bound: flint.arb) -> Evidence:
    """The checker's answer to the data of a certificate under another beta and claim, sealed again."""
    forged = dict(read_document(certificate.shipped.path))
    problem = _cosine_kernel(certificate.d, beta).normal_form()
    claim = {**forged["data"]["claim"], "bound": str(Fraction(round(float(bound) * 10**12), 10**12))}
    forged |= {"problem": problem, "digest": digest(problem), "statement": three_point_statement(claim)}
    forged["data"] = {**forged["data"], "claim": claim}
    forged.pop("seal")
    report = recheck(forged | {"seal": digest(forged)})
    if report.accepted:
        return Evidence(Status.ENCLOSED, report.statement)
    # only the bound itself refutes the claim; a seal or a format that is wrong would be a fault of the forging
    status = Status.REFUTED if "is proved" in report.reason else Status.ERROR
    return Evidence(status, f"The checker rejects it: {report.reason}.")


def _raised(certificate: Cosine, beta: str) -> Evidence:
    """The same excess over the great circle at a larger beta."""
    with flint.ctx.workprec(_PRECISION):
        old, new = _ball(certificate.beta), _ball(beta)
        circle = [x.bessel_i(1) / (2 * x) for x in (old, new)]
        return _forged(certificate, beta, _ball(certificate.bound) * circle[1] / circle[0])


def _lowered(certificate: Cosine) -> Evidence:
    """The energy of the great circle claimed to be the bound."""
    with flint.ctx.workprec(_PRECISION):
        beta = _ball(certificate.beta)
        return _forged(certificate, certificate.beta, beta.bessel_i(1) / (2 * beta))


CERTIFIED = (
    Claim(
        "linear-profile",
        "$f = t$, any $d$: the great circle is a global maximiser.",
        linear_profile,
        Status.EXACT,
    ),
    *map(_optimal_claim, OPTIMAL),
    *(_ratio_claim(certificate, ratio) for certificate, ratio in RATIOS),
)

CERTIFIED_MUTANTS = (
    Claim(
        "certificate-at-another-beta",
        "The data that prove the great circle optimal at $\\beta = \\frac{7}{5}$ prove it at $\\frac{8}{5}$.",
        lambda: _raised(OPTIMAL[0], "8/5"),
        Status.REFUTED,
    ),
    Claim(
        "bound-below-a-law",
        "The data that bound $\\beta = 2$ prove that no law has more energy than the great circle.",
        lambda: _lowered(RATIOS[0][0]),
        Status.REFUTED,
    ),
)
