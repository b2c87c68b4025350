"""What a decision hands over: two views, its hypotheses, and the proof that a certificate is made of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from verify.certificates.makers import certificate
from verify.model.kernels import Kernel
from verify.model.verdict import Collapse, Energy, Hypothesis, Num, Plane, Spread, Status, Verdict, View

__all__ = ["Outcome", "Proof", "maximised_by_collapse", "verdict_of"]


@dataclass(frozen=True)
class Proof:
    """What the independent checker needs: theorem, method, data, and the views it proves (``{"graph_laws": "all", ...}``)."""

    theorem: str
    method: str
    data: Mapping[str, Any]
    claim: Mapping[str, str]


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
    """Return a view ("all" or "some") in which collapsed laws are maximisers: all three energies are the collapsed one."""
    return View(Collapse(collapse), True, status, Energy(collapsed, collapsed, collapsed), reason)


def verdict_of(kernel: Kernel, outcome: Outcome) -> Verdict:
    """Return the verdict of a kernel: the outcome with the kernel's normal form, its digest and the sealed certificate."""
    problem = kernel.normal_form()
    proof = outcome.proof
    sealed = certificate(proof.theorem, problem, proof.method, proof.data, proof.claim) if proof else None
    described = problem | ({"name": kernel.name} if kernel.name else {})
    return Verdict(
        kernel=described,
        digest=kernel.digest,
        graph_laws=outcome.graph_laws,
        all_laws=outcome.all_laws,
        hypotheses=outcome.hypotheses,
        certificate=sealed,
        witness=outcome.witness,
        scope=(*outcome.scope, *_SCOPE_SYMMETRIZED) if kernel.symmetrize else outcome.scope,
        next_step=outcome.next_step,
        spread=outcome.spread,
        planes=outcome.planes,
    )


_SCOPE_SYMMETRIZED = (
    "The kernel was symmetrised: the verdict speaks of the energy of its symmetric part; the flow of the asymmetric kernel is not the gradient flow of that energy.",
)
