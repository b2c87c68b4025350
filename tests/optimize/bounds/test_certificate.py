"""Certificates of bounds: sealed, accepted by the independent checker, about the user's own kernel."""

from __future__ import annotations

import json
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from verify.certificates.recheck import recheck, rung_of
from verify.model.kernels import read_kernel
from verify.model.verdict import Num, Status
from verify.optimize.bounds.certificate import bound_certificate
from verify.optimize.bounds.correlation import correlation_bounds


def _kernel(k, profile="exp(t)", **labels):
    labels = labels or {"kind": "cyclic", "n": len(k)}
    return read_kernel({"family": "factor", "d": 3, "profile": profile, "labels": labels, "k": k})


@pytest.mark.slow
@given(st.integers(0, 2**32 - 1), st.integers(1, 6), st.sampled_from(["t", "exp(3*t)", {"usa": 1}, "t**2"]))
def test_every_bound_of_a_factor_kernel_is_confirmed(seed, n, profile):
    """Any view: exact for rational f(1) and a_0, else enclosed; accepted again from JSON for this digest alone."""
    k = np.random.default_rng(seed).integers(-9, 10, (n, n))
    kernel = _kernel((k + k.T).tolist(), profile)
    rung = Status.EXACT if profile in ("t", "t**2") else Status.ENCLOSED
    for bound in correlation_bounds(kernel):
        assert bound.num.status is rung
        text = json.loads(json.dumps(bound.certificate))
        assert recheck(text, kernel.digest).accepted
        assert Fraction(text["data"]["claim"]["bound"]) == bound.upper
        assert rung_of(text) is rung
        assert not recheck(text, "sha256:" + "0" * 64).accepted


def test_irrational_factors_carry_their_table():
    """Entries within a radius of 2^-90 or so; the checker encloses each of them."""
    kernel = _kernel([["sqrt(2)", "-pi"], ["-pi", "exp(-1)"]])
    (bound,) = correlation_bounds(kernel)
    assert Fraction(bound.certificate["data"]["radius"]) < Fraction(1, 2**80)
    assert recheck(bound.certificate, kernel.digest).accepted


def test_a_bias_is_read_by_the_checker_as_by_the_maker():
    """k = e^b: the factor is positive, and the bound that of collapse."""
    labels = {"kind": "cyclic", "n": 2}
    kernel = read_kernel(
        {"family": "factor", "d": 2, "profile": "t", "labels": labels, "bias": [["0", "-1"], ["-1", "0"]]}
    )
    (bound,) = correlation_bounds(kernel)
    assert bound.num.status is Status.ENCLOSED
    assert float(bound.upper) == pytest.approx((1 + np.exp(-1)) / 4, rel=1e-9)


def test_what_the_checker_cannot_confirm_is_enclosed():
    """f = exp(t) - 5 has an a_0 that the checker bounds less sharply: no certificate, no exact."""
    (bound,) = correlation_bounds(_kernel([[1, -1], [-1, 1]], "exp(t) - 5"))
    assert bound.certificate is None
    assert bound.num.status is Status.ENCLOSED


def test_a_bound_that_is_too_small_gets_no_certificate():
    """The maker hands nothing out that the checker refuses."""
    from verify.certificates.multipliers import prove_multipliers

    third = [Fraction(1, 3)] * 3
    rows = [[Fraction(-int(i != j)) for j in range(3)] for i in range(3)]
    proved = prove_multipliers(third, rows, np.ones(3), nonnegative=True)
    kernel = _kernel([[0, -1, -1], [-1, 0, -1], [-1, -1, 0]], "t")
    for value, accepted in (("0.2", True), ("0.16", False)):
        sealed = bound_certificate(
            kernel, "all_laws", Num(value, None, None, Status.ENCLOSED), proved, (rows, Fraction(0))
        )
        assert (sealed is not None) == accepted
