"""Sealed certificates: the problem, the claim about it, the data that proves it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from verify.certificates.checker import statement_of
from verify.model.canonical import digest

__all__ = ["SCHEMA", "certificate", "sealed_certificate"]

SCHEMA = 1


def certificate(
    theorem: str, problem: Mapping[str, Any], method: str, data: Mapping[str, Any], claim: Mapping[str, str]
) -> dict[str, Any]:
    """Return the certificate of a claim about a normalised problem.

    Parameters
    ----------
    theorem : str
        "T4", "T4d", "T5", "T6", "absolute" or "matrix".
    problem : mapping
        Normal form of the kernel (plain data).
    method, data
        What :mod:`verify.certificates.checker` needs to prove the claim; rationals as strings.
    claim : mapping
        ``{"graph_laws": "all" | "some" | "none", "all_laws": ...}``; a view that is not proved is left out. For T6
        ``{"view": "graph_laws" | "all_laws", "bound": "p/q"}``.

    Returns
    -------
    dict
        Plain JSON with a digest of the problem and a seal (hash) over everything, which tells accidental damage.
    """
    return sealed_certificate(theorem, statement_of(theorem, dict(claim)), problem, method, data, claim)


def sealed_certificate(
    theorem: str,
    statement: str,
    problem: Mapping[str, Any],
    method: str,
    data: Mapping[str, Any],
    claim: Mapping[str, str],
) -> dict[str, Any]:
    """Return a certificate whose statement another checker words; arguments and result as of :func:`certificate`."""
    sealed: dict[str, Any] = {
        "schema": SCHEMA,
        "theorem": theorem,
        "statement": statement,
        "problem": dict(problem),
        "digest": digest(problem),
        "method": method,
        "data": {**data, "claim": dict(claim)},
    }
    return sealed | {"seal": digest(sealed)}
