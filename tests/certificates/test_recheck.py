"""Each certificate goes to the checker of its method."""

from __future__ import annotations

import json

from verify.certificates.recheck import recheck, rung_of
from verify.encodings.loading import load_kernel
from verify.model.kernels import read_kernel
from verify.model.verdict import Status
from verify.optimize.three_point import bound_three_point
from verify.spectral.decide import decide

LABELS = {"kind": "cyclic", "n": 3}
REPULSIVE = {
    "family": "factor", "d": 2, "profile": "t", "labels": LABELS, "k": {"toeplitz": ["0", "-1", "-1"]},
}  # fmt: skip


def test_a_verdict_s_certificate_goes_to_the_checker_of_the_standard_library():
    """It is exact, and about its own kernel only."""
    verdict = decide(load_kernel(REPULSIVE)).to_json()
    certificate = json.loads(json.dumps(verdict["certificate"]))
    assert recheck(certificate, read_kernel(REPULSIVE).digest).accepted
    assert not recheck(certificate, "sha256:" + "0" * 64).accepted
    assert rung_of(certificate) is Status.EXACT


def test_a_three_point_certificate_goes_to_integers_and_balls():
    """It is enclosed; the checker of the standard library does not know its method."""
    bound = bound_three_point(read_kernel(REPULSIVE))
    certificate = json.loads(json.dumps(bound.certificate))
    report = recheck(certificate, read_kernel(REPULSIVE).digest)
    assert (report.accepted, report.statement) == (True, certificate["statement"])
    assert not recheck(certificate, "sha256:" + "0" * 64).accepted
    assert rung_of(certificate) is Status.ENCLOSED
    assert not recheck({**certificate, "method": "laplacian"}).accepted
