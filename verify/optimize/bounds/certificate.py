"""The certificate of a correlation bound, handed to the independent checker before it is handed out.

The checker needs a microsecond for each hundred products of an n^3/6 factorisation: seconds at 500 labels, minutes at
2,000. Beyond :data:`LARGEST_CHECKED` labels it is asked for its inequality alone, and the certificate is handed out for
`verify recheck` to decide on; until then the proof is the maker's, and the bound is on the rung ``enclosed``.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from verify.certificates.checker import Refused, check
from verify.certificates.checker.reading import ONE, beyond, sum_sign
from verify.certificates.makers import certificate
from verify.certificates.multipliers import Multipliers
from verify.model.kernels import Kernel
from verify.model.numbers import ball
from verify.model.verdict import Num
from verify.optimize.bounds.bound import rational_above
from verify.optimize.bounds.table import CorrelationTable

__all__ = ["LARGEST_CHECKED", "UNCHECKED", "bound_certificate"]

LARGEST_CHECKED = 512
UNCHECKED = "The certificate was not rechecked here: for so many labels `verify recheck` takes minutes."


def bound_certificate(
    kernel: Kernel, view: str, num: Num, proved: Multipliers, table: CorrelationTable
) -> dict[str, Any] | None:
    """Return the sealed certificate of E <= num, or None where the checker does not accept it, or will not.

    Parameters
    ----------
    kernel : Kernel
        The checker has the method for factor kernels.
    view : "graph_laws" or "all_laws"
    num : Num
        An exact decimal.
    proved : Multipliers
        With the proof that diag(mu) - k~ is positive semidefinite.
    table : CorrelationTable
        k~ and the radius within which it holds; the rows are part of the certificate where the radius is not 0.

    Notes
    -----
    Profiles whose a_0 the checker bounds less sharply than the maker have bounds that it cannot confirm.
    """
    if kernel.family != "factor":
        return None
    rows, radius = table.rational
    data = proved.to_data()
    if radius:
        data |= {"table": [[str(x) for x in row] for row in rows], "radius": str(radius)}
    claim = {"view": view, "bound": str(Fraction(num.value))}
    sealed = certificate("T6", kernel.normal_form(), "multipliers", data, claim)
    fine = check(sealed).accepted if table.size <= LARGEST_CHECKED else _sharp(kernel, num, proved, table)
    return sealed if fine else None


def _sharp(kernel: Kernel, num: Num, proved: Multipliers, table: CorrelationTable) -> bool:
    """Say whether f(1) and a_0 as the checker encloses them leave the bound: 2 b - f(1) s + a_0 (s - sum K) >= 0.

    Notes
    -----
    s = sum lambda, with the radius of k in lambda and in sum K. Both ends of the enclosure of sum K are tried.
    """
    _, radius = table.rational
    total = proved.total(table.weights) + table.size * radius * sum(w * w for w in table.weights)
    least, most = -rational_above(ball(radius) - table.total), rational_above(ball(radius) + table.total)
    bound = 2 * Fraction(num.value)
    try:
        one, mean = beyond().mass(kernel.normal_form()["profile"], kernel.d)
        spare = [sum_sign([(bound, ONE), (-total, one), (total - end, mean)], "the bound") for end in (least, most)]
    except Refused:
        return False
    return min(spare) >= 0
