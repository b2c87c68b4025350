"""What a decision hands over: two views, its hypotheses, and the proof that a certificate is made of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from verify.certificates.checker import check
from verify.certificates.makers import certificate
from verify.model.canonical import digest
from verify.model.kernels import Kernel
from verify.model.verdict import Collapse, Energy, Hypothesis, Num, Plane, Spread, Status, Verdict, View

__all__ = ["Outcome", "Proof", "maximised_by_collapse", "verdict_of"]


@dataclass(frozen=True)
class Proof:
    """What the independent checker needs: theorem, method, data, and the views it proves.

    ``accepted`` is the sealed certificate where the checker has accepted it already.
    """

    theorem: str
    method: str
    data: Mapping[str, Any]
    claim: Mapping[str, str]
    accepted: Mapping[str, Any] | None = None

    def seal(self, problem: Mapping[str, Any]) -> tuple[Mapping[str, Any] | None, str]:
        """Return the certificate about a normalised problem if the checker accepts it, or its reason for refusing."""
        if self.accepted is not None and self.accepted["problem"] == problem:
            return self.accepted, ""
        sealed = certificate(self.theorem, problem, self.method, self.data, self.claim)
        report = check(sealed)
        return (sealed, "") if report.accepted else (None, report.reason)


@dataclass(frozen=True)
class Outcome:
    """A decision before it is tied to its kernel by digest and certificate."""

    graph_laws: View
    all_laws: View
    hypotheses: tuple[Hypothesis, ...] = ()
    proof: Proof | None = None
    witness: Mapping[str, Any] | None = None
    scope: tuple[str, ...] = ()
    next_step: str | None = None
    spread: Spread | None = None
    planes: tuple[Plane, ...] = field(default=())


def maximised_by_collapse(collapse: str, status: Status, collapsed: Num | None, reason: str) -> View:
    """Return a view ("all", "some") in which collapsed laws are maximisers: all energies are the collapsed one."""
    return View(Collapse(collapse), True, status, Energy(collapsed, collapsed, collapsed), reason)


def verdict_of(kernel: Kernel, outcome: Outcome) -> Verdict:
    """Return the verdict of a kernel: the outcome with the kernel's normal form, its digest and the sealed certificate.

    Notes
    -----
    The certificate is handed to the independent checker before it is handed out. ``exact`` means rechecked, so that a
    view which the checker does not confirm stands on ``enclosed`` at best.
    """
    proof = outcome.proof
    problem = kernel.normal_form()
    sealed, refusal = None, "there is no method of the checker for this proof"
    if proof is not None:
        sealed, refusal = proof.seal(problem)
    confirmed = {} if sealed is None else sealed["data"]["claim"]
    views = {name: _confirmed(getattr(outcome, name), name in confirmed) for name in ("graph_laws", "all_laws")}
    hypotheses = outcome.hypotheses
    if any(views[name] != getattr(outcome, name) for name in views):
        hypotheses = (
            *hypotheses,
            Hypothesis("rechecked by the independent checker", None, refusal or "the certificate is silent on a view"),
        )
    return Verdict(
        kernel=problem | ({"name": kernel.name} if kernel.name else {}),
        digest=digest(problem) if sealed is None else sealed["digest"],
        hypotheses=hypotheses,
        certificate=sealed,
        witness=outcome.witness,
        scope=(*outcome.scope, *_SCOPE_SYMMETRIZED) if kernel.symmetrize else outcome.scope,
        next_step=outcome.next_step,
        spread=outcome.spread,
        planes=outcome.planes,
        **views,
    )


def _confirmed(view: View, claimed: bool) -> View:
    """Lower a view that is not confirmed from ``exact`` to ``enclosed``."""
    if claimed or view.status is not Status.EXACT:
        return view
    return replace(view, status=Status.ENCLOSED)


_SCOPE_SYMMETRIZED = (
    (
        "The kernel was symmetrised: the verdict speaks of the energy of its symmetric part; the flow of an asymmetric "
        "kernel is not the gradient flow of that energy."
    ),
)
