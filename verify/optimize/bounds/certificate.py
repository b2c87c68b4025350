"""The certificate of a correlation bound, handed to the independent checker before it is handed out."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from verify.certificates.checker import check
from verify.certificates.makers import certificate
from verify.certificates.multipliers import Multipliers
from verify.model.kernels import Kernel
from verify.model.verdict import Num

__all__ = ["bound_certificate"]


def bound_certificate(
    kernel: Kernel,
    view: str,
    num: Num,
    proved: Multipliers,
    table: tuple[Sequence[Sequence[Fraction]], Fraction],
) -> dict[str, Any] | None:
    """Return the sealed certificate of E <= num, or None where the checker does not accept it.

    Parameters
    ----------
    kernel : Kernel
        The checker has the method for factor kernels.
    view : "graph_laws" or "all_laws"
    num : Num
        An exact decimal.
    proved : Multipliers
        With the proof that diag(mu) - k~ is positive semidefinite.
    table : rows of Fraction, and Fraction
        k~ and the radius within which it holds; the rows are part of the certificate where the radius is not 0.

    Notes
    -----
    Profiles whose a_0 the checker bounds less sharply than the maker have bounds that it cannot confirm.
    """
    if kernel.family != "factor":
        return None
    rows, radius = table
    data = proved.to_data()
    if radius:
        data |= {"table": [[str(x) for x in row] for row in rows], "radius": str(radius)}
    claim = {"view": view, "bound": str(Fraction(num.value))}
    sealed = certificate("T6", kernel.normal_form(), "multipliers", data, claim)
    return sealed if check(sealed).accepted else None
