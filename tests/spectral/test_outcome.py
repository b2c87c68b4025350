"""From an outcome to a verdict: what is not rechecked is not exact."""

from __future__ import annotations

from dataclasses import replace

import pytest

from verify.certificates.checker import check
from verify.model.kernels import FactorKernel, read_kernel
from verify.model.verdict import Collapse, Energy, Num, Status, View
from verify.spectral.outcome import Outcome, Proof, maximised_by_collapse, verdict_of

BOTH = {"graph_laws": "none", "all_laws": "none"}


def _kernel(**change: object) -> FactorKernel:
    labels = {"kind": "atoms", "weights": ["1/2", "1/2"]}
    document = {"family": "factor", "d": 2, "profile": "t", "labels": labels, "k": [[0, -1], [-1, 0]]}
    kernel = read_kernel(document | change)
    assert isinstance(kernel, FactorKernel)
    return kernel


def _outcome(proof: Proof | None) -> Outcome:
    view = View(Collapse.NONE, True, Status.EXACT, Energy(), "a direction")
    return Outcome(view, view, proof=proof)


def test_a_proof_that_the_checker_accepts_leaves_exact_standing() -> None:
    """k_12 = -1 and v = (1, -1): the certificate is handed out under the kernel's digest."""
    kernel = _kernel()
    verdict = verdict_of(kernel, _outcome(Proof("T5", "direction", {"v": ["1", "-1"]}, BOTH)))
    assert (verdict.graph_laws.status, verdict.all_laws.status) == (Status.EXACT, Status.EXACT)
    assert verdict.certificate is not None
    assert check(dict(verdict.certificate), kernel.digest).accepted


@pytest.mark.parametrize(
    "proof",
    [
        None,
        Proof("T5", "direction", {"v": ["1", "1"]}, BOTH),
        Proof("T5", "direction", {}, BOTH),
        Proof("T5", "sign", {}, {"graph_laws": "all", "all_laws": "all"}),
    ],
)
def test_a_view_that_is_not_rechecked_is_lowered_and_says_so(proof: Proof | None) -> None:
    """No proof, a direction that proves nothing, missing data, another claim: no certificate, not exact."""
    verdict = verdict_of(_kernel(), _outcome(proof))
    assert verdict.certificate is None
    assert {verdict.graph_laws.status, verdict.all_laws.status} == {Status.ENCLOSED}
    assert verdict.hypotheses[-1].holds is None
    assert "rechecked" in verdict.hypotheses[-1].name


def test_a_view_on_which_the_certificate_is_silent_is_lowered() -> None:
    """The claim holds one view; the other stands on enclosed at best."""
    verdict = verdict_of(_kernel(), _outcome(Proof("T5", "direction", {"v": ["1", "-1"]}, {"graph_laws": "none"})))
    assert verdict.certificate is not None
    assert (verdict.graph_laws.status, verdict.all_laws.status) == (Status.EXACT, Status.ENCLOSED)


def test_a_lower_rung_is_never_raised_by_a_certificate() -> None:
    """Enclosed stays enclosed."""
    outcome = _outcome(Proof("T5", "direction", {"v": ["1", "-1"]}, BOTH))
    low = replace(outcome.graph_laws, status=Status.ENCLOSED)
    verdict = verdict_of(_kernel(), replace(outcome, graph_laws=low, all_laws=low))
    assert verdict.graph_laws.status is Status.ENCLOSED


def test_a_symmetrised_kernel_says_what_its_verdict_speaks_of() -> None:
    """The energy of the symmetric part; the flow is not its gradient flow."""
    kernel = _kernel(k=[[0, -2], [0, 0]], symmetrize=True)
    verdict = verdict_of(kernel, _outcome(Proof("T5", "direction", {"v": ["1", "-1"]}, BOTH)))
    assert any("not the gradient flow" in sentence for sentence in verdict.scope)
    assert verdict.kernel["symmetrize"] is True


def test_where_collapse_maximises_all_energies_are_one() -> None:
    """Attained, and best = bound = collapsed."""
    energy = Num.of_float(0.25)
    view = maximised_by_collapse("some", Status.EXACT, energy, "reason")
    assert view.attained is True
    assert view.energy == Energy(energy, energy, energy)
