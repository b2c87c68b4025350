"""Sealed proposals: integers that are the multipliers, and a seal, digest and statement that belong together."""

from __future__ import annotations

import json
from fractions import Fraction

import numpy as np
import pytest

from verify.certificates.three_point import check_three_point, three_point_statement
from verify.model.canonical import digest
from verify.model.kernels import read_kernel
from verify.optimize.three_point.certificate import seal_proposal
from verify.optimize.three_point.programme import Proposal
from verify.optimize.three_point.reading import read_invariant


def test_a_proposal_by_hand_becomes_an_accepted_certificate():
    """Four labels, k = cos, f = t: Y_0 = Y_2 = 1/2 prove E <= 1/4."""
    labels = {"kind": "circle"}
    kernel = read_kernel({"family": "factor", "d": 3, "profile": "t", "k": "cos(xi - zeta)", "labels": labels})
    problem = read_invariant(kernel, 4, 1, "zonal", Fraction(0))
    proposal = Proposal(np.zeros((1, 3, 1)), np.array([[0.5], [0.0], [0.5]]), 0.5, 1)
    bound = Fraction(250001, 1000000)
    certificate = seal_proposal(kernel, problem, proposal, bound, Fraction(0))
    assert json.loads(json.dumps(certificate)) == certificate
    assert certificate["digest"] == kernel.digest
    assert certificate["statement"] == three_point_statement(certificate["data"]["claim"])
    assert certificate["seal"] == digest({k: v for k, v in certificate.items() if k != "seal"})
    unit = Fraction(2) ** certificate["data"]["exponent"]
    assert [float(int(y) * unit) for (y,) in certificate["data"]["slack"]] == pytest.approx([0.5, 0.0, 0.5])
    assert check_three_point(certificate, kernel.digest).accepted
    too_little = seal_proposal(kernel, problem, proposal, Fraction(249999, 1000000), Fraction(0))
    assert not check_three_point(too_little).accepted
