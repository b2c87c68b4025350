"""Bounds pair by pair of labels: half the mean of the largest h(x, y; xi, zeta) over all contents x, y.

    2 E = ∬ (∬ h dmu_xi dmu_zeta) drho drho <= ∬ sup_{x, y} h(x, y; xi, zeta) drho drho.

For absolute encodings |<x + p, y + p'> - <p, p'>| <= 1 + |p| + |p'|; for expressions |x_c|, |y_c|, |<x, y>| <= 1. A
continuum of labels is cut into cells. The bounds hold over all laws, and are loose where different pairs of labels want
different contents at the same label.
"""

from __future__ import annotations

import flint

from verify.model.kernels import AdditiveKernel, ExpressionKernel, Kernel
from verify.optimize.bounds.bound import Bound, num_above
from verify.spectral.general.additive_energy import encode
from verify.spectral.general.expression_energy import bound_by_pairs

__all__ = ["pair_bounds"]

_HOW = "h is at most its largest value over all contents, enclosed in balls for each pair of labels or of cells."


def pair_bounds(kernel: Kernel) -> tuple[Bound, ...]:
    """Bound the energy of an absolute encoding or of an expression by its pairs of labels.

    Examples
    --------
    One label, h = e^{<x + p, y + p>} with p = e_1: E = e^4/2 at x = e_1, and no law has more.

    >>> from verify.model.kernels import read_kernel
    >>> one = {"p": [["1", "0"]], "labels": {"kind": "atoms", "weights": ["1"]}}
    >>> (bound,) = pair_bounds(read_kernel({"family": "additive", "profile": {"usa": 1}} | one))
    >>> bound.view, round(float(bound.upper) / 2.718281828459045**4, 12)
    ('all_laws', 0.5)
    """
    total = _total(kernel)
    num = None if total is None else num_above(total)
    return () if num is None else (Bound("all_laws", num, "pairs", None, _HOW),)


def _total(kernel: Kernel) -> flint.arb | None:
    if isinstance(kernel, ExpressionKernel):
        return bound_by_pairs(kernel)
    encoded = encode(kernel) if isinstance(kernel, AdditiveKernel) else None
    return None if encoded is None else encoded.bound()
