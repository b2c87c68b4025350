"""T6: how much more energy than the great circle the best law has for d = 2: an explicit law below, a proof above."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

import flint

from proofs.t6_certified import RATIOS, Cosine
from proofs.t6_witnesses import horseshoe_energy
from verify.evidence.claims import Claim, Evidence
from verify.model.verdict import Status

__all__ = ["BETWEEN", "BETWEEN_MUTANTS", "between"]

_PRECISION = 128
_PLANE: Mapping[str, Cosine] = {certificate.beta: certificate for certificate, _ in RATIOS if certificate.d == 2}

#: beta, the least and the largest multiple, and the horseshoe psi = winding xi + bend sin xi.
_ROWS = (
    ("2", "1.032", "1.063", "0.612", "0.31"),
    ("4", "1.275", "1.315", "0.424", "0.2"),
    ("8", "1.715", "1.763", "0.297", "0.131"),
    ("16", "2.372", "2.449", "0.209", "0.09"),
)


def between(rows: Sequence[Sequence[str]]) -> Evidence:
    """Enclose the energy of a horseshoe from below, recheck the bound, and compare both with multiples of the circle's.

    Parameters
    ----------
    rows : sequence of (beta, low, high, winding, bend)

    Notes
    -----
    A lower bound of the horseshoe's energy that misses ``low``, and a certified bound above ``high``, leave the claim
    open; a horseshoe above ``high`` refutes it.
    """
    drawn, statuses = [], []
    with flint.ctx.workprec(_PRECISION):
        for beta, low, high, winding, bend in rows:
            b = _ball(beta)
            circle = b.bessel_i(1) / (2 * b)
            below = horseshoe_energy(Fraction(beta), Fraction(winding), Fraction(bend)) / circle
            certificate = _PLANE[beta]
            found = certificate.shipped.recheck()
            if found.status is not Status.ENCLOSED:
                return found
            above = _ball(certificate.bound) / circle
            good = bool(below >= _ball(low)) and bool(above <= _ball(high))
            statuses.append(Status.REFUTED if below > _ball(high) else Status.ENCLOSED if good else Status.UNKNOWN)
            drawn.append({"beta": float(beta), "found": float(below.lower()), "bound": float(above.upper())})
    gaps = "; ".join(
        f"beta = {row['beta']:g}: {row['found']:.5g} to {row['bound']:.5g}, a gap of "
        f"{100 * (row['bound'] / row['found'] - 1):.2g} %"
        for row in drawn
    )
    status = Status.REFUTED if Status.REFUTED in statuses else Status.weakest(*statuses)
    return Evidence(status, f"Over the great circle's energy, {gaps}.", {"between": [{"d": 2, "rows": drawn}]})


def _ball(text: str) -> flint.arb:
    number = Fraction(text)
    return flint.arb(number.numerator) / number.denominator


_MULTIPLES = ", ".join(f"$[{low}, {high}]$" for _, low, high, _, _ in _ROWS)

BETWEEN = (
    Claim(
        "between-d2",
        f"$d = 2$, $\\beta = 2, 4, 8, 16$: the largest energy over that of the great circle lies in {_MULTIPLES}.",
        between,
        Status.ENCLOSED,
        {"rows": [list(row) for row in _ROWS]},
        timeout=180.0,
    ),
)

BETWEEN_MUTANTS = (
    Claim(
        "great-circle-at-2",
        "$d = 2$, $\\beta = 2$: the largest energy is at most $1.03$ times that of the great circle.",
        between,
        Status.REFUTED,
        {"rows": [["2", "1", "1.03", "0.612", "0.31"]]},
        timeout=120.0,
    ),
)
