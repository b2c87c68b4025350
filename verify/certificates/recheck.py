"""Which checker a certificate goes to, and on which rung stands what it accepts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from verify.certificates.checker import Report, check
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
    """Return the rung of what an accepted certificate proves: enclosed where balls take part, else exact.

    Examples
    --------
    >>> str(rung_of({"theorem": "T5", "method": "laplacian"}))
    'exact'
    """
    return Status.ENCLOSED if _is_three_point(certificate) else Status.EXACT


def _is_three_point(certificate: Mapping[str, Any]) -> bool:
    return (certificate.get("theorem"), certificate.get("method")) == ("T6", "three-point")
