"""Certificates as Coq files: data in integers, the statement, one application per claim.

The statement is a function of the certificate's problem and claim alone; the data are integers that Coq's own
evaluation checks. So what Coq accepts is the claim about the problem whose digest the file's module is named after,
whoever made the data.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from verify.certificates import checker
from verify.certificates.coq_factor import emit_factor
from verify.certificates.coq_gauge import emit_gauge
from verify.certificates.coq_text import CoqFile, CoqTheorem, NotInCoqError

__all__ = ["CoqFile", "CoqTheorem", "NotInCoqError", "emit_coq"]

_EMITTERS = {("T5", "factor"): emit_factor, ("T4", "gauge"): emit_gauge}


def emit_coq(cert: Mapping[str, Any]) -> CoqFile:
    """Return the Coq file of a certificate.

    Parameters
    ----------
    cert : mapping
        T5, finitely many atoms with rational k: methods "laplacian", "sign" (as a Laplacian), "direction",
        "negative_degree". T4, finitely many atoms with rational Q and rational k >= 0 (or none): "all" and "none".

    Returns
    -------
    CoqFile
        One theorem per view of the claim; where L is positive semidefinite also the inequality itself, for all d and
        all beta >= 0.

    Raises
    ------
    NotInCoqError
        The library has no theorem for it, or the certificate contradicts itself (digest, statement).

    Notes
    -----
    "All laws" means here: all laws with finitely supported slices.
    """
    try:
        key = (cert["theorem"], cert["problem"]["family"])
        if key not in _EMITTERS:
            raise NotInCoqError(f"certificates of {key[0]} for the family {key[1]} are not emitted")
        return _EMITTERS[key](cert)
    except checker.Refused as error:
        raise NotInCoqError(str(error)) from None
    except (KeyError, TypeError, ValueError, ZeroDivisionError, AttributeError, IndexError) as error:
        if isinstance(error, NotInCoqError):
            raise
        raise NotInCoqError(f"malformed: {type(error).__name__}: {error}") from None
