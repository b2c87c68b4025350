"""A gauge that is the same at all labels of a continuum is no gauge: every maximiser is collapsed where k > 0."""

from __future__ import annotations

import pytest

from verify import decide, load_kernel
from verify.certificates.coq.emit import emit_coq
from verify.certificates.coq.text import NotInCoqError

INTERVAL = {"kind": "interval", "a": "0", "b": "1"}
TURNED = [["cos(1)", "-sin(1)"], ["sin(1)", "cos(1)"]]
CASES = {
    "circle": {"labels": {"kind": "circle"}, "profile": {"usa": "1"}, "Q": [["-1", "0"], ["0", "-1"]]},
    "interval": {"labels": INTERVAL, "profile": "t", "k": "1 + xi*zeta", "Q": TURNED},
    "torus": {
        "labels": {"kind": "torus", "dim": 2},
        "profile": "exp(t)",
        "bias": "cos(xi1 - zeta1)",
        "Q": [["0", "1"], ["1", "0"]],
    },
}


def certificate(**fields):
    """Return the certificate of a gauge kernel in the plane."""
    return decide(load_kernel({"family": "gauge", "d": 2, **fields})).certificate


@pytest.mark.slow
@pytest.mark.optional("Coq")
def test_coq_accepts_gauges_that_are_constant_and_no_other_claim(coq_judge):
    """For every orthogonal Q; not with another claim, nor without orthogonality."""
    certificates = {name: certificate(**fields) for name, fields in CASES.items()}
    coq_judge.accepts(certificates)
    coq_judge.refuses(
        certificates,
        {
            "another claim": ("circle", "orthogonal d Q -> AllOf", "orthogonal d Q -> NoneOf"),
            "any matrix": ("interval", "orthogonal d Q -> AllOf", "AllOf"),
            "another factor": ("interval", "(1 + (xi * zeta))%R.\nLemma ends", "((-1) + (xi * zeta))%R.\nLemma ends"),
        },
    )


def test_gauges_that_turn_are_not_taken_for_constant_ones():
    """A rotation by the label is refused with its reason."""
    turning = certificate(labels=INTERVAL, profile={"usa": "1"}, Q=[["cos(xi)", "-sin(xi)"], ["sin(xi)", "cos(xi)"]])
    with pytest.raises(NotInCoqError, match="depend on the label"):
        emit_coq(turning)
