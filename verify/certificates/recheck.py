"""Which checker a certificate goes to, and on which rung stands what it accepts."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from verify.certificates.checker import Report, check
from verify.certificates.checker.reading import beyond
from verify.model.verdict import Status

__all__ = ["recheck", "rung_of"]


def recheck(certificate: Mapping[str, Any], problem_digest: str | None = None) -> Report:
    """Check a certificate: three-point bounds in integers and balls, all others by the standard library alone.

    Parameters
    ----------
    certificate : mapping
        Plain JSON.
    problem_digest : str, optional
        Of the normal form of the user's own kernel; a certificate about another problem is rejected.

    Examples
    --------
    >>> recheck({"theorem": "T6", "method": "three-point"}).accepted
    False
    """
    if _is_three_point(certificate):
        from verify.certificates.three_point import check_three_point  # NumPy and balls, which no other method needs

        return check_three_point(dict(certificate), problem_digest)
    return check(dict(certificate), problem_digest)


def rung_of(certificate: Mapping[str, Any]) -> Status:
    """Return the rung of what an accepted certificate proves: enclosed where the value of a bound rests on intervals.

    Notes
    -----
    Three-point bounds, and multipliers where f(1) or a_0 is no rational number (e^{beta t}) or k is known by a table
    with a radius, compare a rational claim with outward-rounded intervals.

    Examples
    --------
    >>> str(rung_of({"theorem": "T5", "method": "laplacian"}))
    'exact'
    """
    if _is_three_point(certificate):
        return Status.ENCLOSED
    if certificate.get("method") == "multipliers":
        problem = certificate["problem"]
        rational = all(isinstance(x, Fraction) for x in beyond().mass(problem["profile"], problem["d"]))
        return Status.EXACT if rational and "radius" not in certificate["data"] else Status.ENCLOSED
    return Status.EXACT


def _is_three_point(certificate: Mapping[str, Any]) -> bool:
    return (certificate.get("theorem"), certificate.get("method")) == ("T6", "three-point")
