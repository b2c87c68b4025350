"""Expression kernels k f in Coq: the theorems of the factor kernel, under the digest of the formula."""

from __future__ import annotations

import pytest

from verify import decide, load_kernel
from verify.certificates.checker.reading import Refused
from verify.certificates.coq.check import check_with_coq
from verify.certificates.coq.emit import NotInCoqError, emit_coq, emit_coq_bound
from verify.certificates.coq.expressions import emit_by_factor

POINTS = {"kind": "atoms", "weights": ["1/3", "2/3"], "points": ["0", "1"]}


def certificate(h, labels=POINTS):
    """Return the certificate of an expression in the plane."""
    return decide(load_kernel({"family": "expression", "d": 2, "labels": labels, "h": h})).certificate


@pytest.mark.slow
@pytest.mark.optional("Coq")
def test_coq_accepts_expressions_that_are_factor_kernels(coq_judge):
    """The signed cosine kernel on the circle, a bias at positions, a signed table by a formula."""
    certificates = {
        "circle": certificate("cos(xi - zeta)*exp(dot(x, y))", {"kind": "circle"}),
        "positions": certificate("exp(dot(x, y) - Abs(i - j))", {"kind": "positions", "n": 5}),
        "atoms": certificate("(1 - 3*xi*zeta)*(dot(x, y) + dot(x, y)**2)"),
    }
    coq_judge.accepts(certificates)
    coq_judge.refuses(certificates, {"another claim": ("circle", "NoneOf", "AllOf")})


def test_the_file_is_named_after_the_formula_and_no_other_problem(coq_libraries):
    """The digest in the module's name is that of the expression; another one is refused before Coq is asked."""
    cert = certificate("(1 - 2*(i - j)**2/7)*dot(x, y)", {"kind": "positions", "n": 3})
    file = emit_coq(cert)
    assert file.digest == cert["digest"]
    assert file.digest.removeprefix("sha256:") in file.theorems[0].name
    assert "Theorem inequality" in file.text
    assert emit_coq_bound(cert).digest == cert["digest"]
    report = check_with_coq(cert, coq_libraries, problem_digest="sha256:" + "1" * 64)
    assert "another problem" in report.reason


def test_expressions_that_are_no_product_as_named_are_refused():
    """A wrong factor is refused with the checker's reason."""
    cert = certificate("(1 - 3*xi*zeta)*dot(x, y)")
    cert = cert | {"data": cert["data"] | {"factor": {"k": "1", "profile": "t"}}}
    with pytest.raises(NotInCoqError, match="h is not seen"):
        emit_coq(cert)
    with pytest.raises(Refused, match="h is not seen"):
        emit_by_factor(cert, emit_coq)
