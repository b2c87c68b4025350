"""Second order at a collapsed law: the Hessian of the energy along tangent fields, and its signed Laplacian.

Along x(xi) = exp_u(eps v(xi)) the energy of a kernel for which the law collapsed at u is critical changes by
eps^2/2 B(v) + o(eps^2), with B as in :mod:`.expansion`. If B(v) > 0 for one field the law is no local
maximum.

For h = h(<x,y>; xi, zeta) every collapsed law is critical, and with k = dh/dt at t = 1, which must be finite,

    B(v) = ∬ k (<v, v'> - |v|^2) drho drho = -1/2 ∬ k |v - v'|^2 drho drho = -<v, L_k v>,

the same at every u: if the signed Laplacian L_k is not positive semidefinite, no collapsed law is a local
maximum, over graph laws or over P_rho, which contains them.
"""

from __future__ import annotations

from collections.abc import Sequence

import flint
import numpy as np

from verify.model.calculus import ONE, at
from verify.model.derivatives import NotDifferentiableError, derivative
from verify.model.formula import Formula, formula_of
from verify.spectral.small_rotations import has_kinks

__all__ = ["gains_at_second_order", "linearised_factor"]


def linearised_factor(h: Formula) -> Formula | None:
    """Return k = dh/dt at t = 1 as a formula in the labels, None where it is infinite or not found.

    Parameters
    ----------
    h : Formula
        In t and the label variables.

    Examples
    --------
    >>> from verify.model.formula import parse_formula
    >>> linearised_factor(parse_formula("exp(2*t)*cos(xi - zeta) + t", {"t", "xi", "zeta"})).text
    '2*(exp(2)*cos(xi - zeta)) + 1'
    """
    if has_kinks(h.tree, "t"):
        return None
    try:
        slope = at(derivative(h.tree, "t"), {"t": ONE})
    except NotDifferentiableError:
        return None
    return formula_of(slope)


def gains_at_second_order(form: Sequence[Sequence[flint.arb]]) -> bool:
    """Whether B(v) > 0 for certain for some v: the top eigenvector of the midpoints, tried in balls.

    Parameters
    ----------
    form : rows of flint.arb
        Enclosures of a symmetric matrix.

    Examples
    --------
    >>> one, two = flint.arb(1), flint.arb(2)
    >>> gains_at_second_order([[-one, two], [two, -one]]), gains_at_second_order([[-two, one], [one, -two]])
    (True, False)
    """
    middle = np.array([[float(value.mid()) if value.is_finite() else np.nan for value in row] for row in form])
    if not np.isfinite(middle).all():
        return False
    values, vectors = np.linalg.eigh((middle + middle.T) / 2)
    if values[-1] <= 0:
        return False
    v = [flint.arb(float(x)) for x in vectors[:, -1]]
    total = flint.arb(0)
    for a, row in zip(v, form, strict=True):
        total += a * sum((value * b for value, b in zip(row, v, strict=True)), flint.arb(0))
    return bool(total > 0)
