"""Kernels decided by the engine, with the certificate rechecked: what claims of T1, T2 and T3 stand on."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from verify.certificates.checker import check
from verify.model.kernels import read_kernel
from verify.model.verdict import Status, Verdict
from verify.spectral.decide import decide

__all__ = ["Decision", "factor", "rechecked"]


@dataclass(frozen=True)
class Decision:
    """A verdict, and what its accepted certificate claims of the two views (nothing where it was not accepted).

    Attributes
    ----------
    verdict : Verdict
        As the engine gave it.
    graph_laws, all_laws : str or None
        Collapse of the maximisers of a view, from the accepted certificate alone.
    words : str
        What the independent checker says.
    """

    verdict: Verdict
    graph_laws: str | None
    all_laws: str | None
    words: str

    @property
    def rung(self) -> Status:
        """The weaker rung of the two views."""
        return Status.weakest(self.verdict.graph_laws.status, self.verdict.all_laws.status)

    @property
    def details(self) -> dict[str, Any]:
        """Plain data for the report, with the certificate."""
        views = {"graph_laws": self.graph_laws, "all_laws": self.all_laws}
        return {**{name: value for name, value in views.items() if value}, "certificate": self.verdict.certificate}


def rechecked(document: Mapping[str, Any]) -> Decision:
    """Decide a kernel and recheck its certificate for the digest of this kernel.

    Raises
    ------
    ValueError
        The independent checker rejects the certificate.
    """
    verdict = decide(read_kernel(dict(document)))
    if verdict.certificate is None:
        return Decision(verdict, None, None, "no certificate")
    certificate = json.loads(json.dumps(verdict.certificate))
    report = check(certificate, verdict.digest)
    if not report.accepted:
        raise ValueError(f"certificate rejected: {report.reason}")
    claim = certificate["data"]["claim"]
    return Decision(verdict, claim.get("graph_laws"), claim.get("all_laws"), f"certificate: {report.statement}")


def factor(k: list[list[str]], profile: Any = "t", kind: str = "atoms") -> dict[str, Any]:
    """Return the factor kernel k f(<x, y>) on equal weights, d = 3, as a document."""
    weights = [f"1/{len(k)}" if len(k) > 1 else "1"] * len(k)
    return {"family": "factor", "d": 3, "profile": profile, "labels": {"kind": kind, "weights": weights}, "k": k}
