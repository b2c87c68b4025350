"""What makes a label law a law: counts, weights that sum to 1 exactly, densities that integrate to 1."""

from __future__ import annotations

from fractions import Fraction

import flint

from verify.model.errors import InputError
from verify.model.formula import Formula
from verify.model.quadrature import integrate_formula

__all__ = ["check_count", "check_density", "check_weights"]

_NEAR = Fraction(1, 10**12)
_LARGEST_DENOMINATOR = 10**6
MAX_LABELS = 2**24


def check_count(where: str, n: object) -> None:
    """Refuse what is not a positive integer of at most MAX_LABELS."""
    if isinstance(n, bool) or not isinstance(n, int) or n < 1:
        raise InputError(where, "be a positive integer", n)
    if n > MAX_LABELS:
        raise InputError(
            where, f"be at most {MAX_LABELS}", n, "Labels are held one by one.", "Use a continuum label law."
        )


def check_weights(weights: tuple[Fraction, ...]) -> None:
    """Refuse weights that are not positive or miss 1; near misses are told the nearest exact weights."""
    if not weights:
        raise InputError("labels.weights", "have at least one entry", "[]")
    for index, weight in enumerate(weights):
        if weight <= 0:
            raise InputError(
                f"labels.weights[{index}]",
                "be positive",
                str(weight),
                "A label of mass 0 does not exist.",
                "Leave it out.",
            )
    total = sum(weights, Fraction(0))
    if total != 1:
        remedy = "Give exact weights that sum to 1."
        if abs(total - 1) < _NEAR:
            nearest = [w.limit_denominator(_LARGEST_DENOMINATOR) for w in weights]
            nearest[-1] = 1 - sum(nearest[:-1], Fraction(0))
            remedy = f"Nearest exact weights: {[str(w) for w in nearest]}."
        raise InputError(
            "labels.weights",
            "sum to 1 exactly",
            f"{float(total)!r} (off by {float(total - 1):.3g})",
            "A float means its binary value.",
            remedy,
        )


def check_density(density: Formula, a: flint.arb, b: flint.arb) -> None:
    """Refuse a formula that is negative somewhere on [a, b] or does not integrate to 1."""
    cells = 64
    for cell in range(cells):
        piece = (a + (b - a) * cell / cells).union(a + (b - a) * (cell + 1) / cells)
        if density.enclose({"xi": piece}) < 0:
            raise InputError(
                "labels.density",
                "be nonnegative on [a, b]",
                density.text,
                f"It is negative near xi = {piece.mid().str(5, radius=False)}.",
            )
    total = integrate_formula(density, "xi", a, b)
    if not total.is_finite():
        raise InputError("labels.density", "have an enclosed integral over [a, b]", density.text)
    if total != 1 and not total.contains(1):
        raise InputError(
            "labels.density",
            "integrate to 1 over [a, b]",
            total.str(12),
            "A law has mass 1.",
            "Divide the density by that number.",
        )
