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
from verify.optimize.bounds import certificate as module
from verify.optimize.bounds import correlation
from verify.optimize.bounds.certificate import bound_certificate
from verify.optimize.bounds.correlation import correlation_bounds
from verify.optimize.bounds.table import CorrelationTable


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


def test_a_bound_that_is_too_small_gets_no_certificate(monkeypatch):
    """The maker hands nothing out that the checker refuses."""
    from verify.certificates.multipliers import prove_multipliers

    third = [Fraction(1, 3)] * 3
    rows = [[Fraction(-int(i != j)) for j in range(3)] for i in range(3)]
    proved = prove_multipliers(third, rows, np.ones(3), nonnegative=True)
    kernel = _kernel([[0, -1, -1], [-1, 0, -1], [-1, -1, 0]], "t")
    table = CorrelationTable(tuple(third), rows, atomic=True)
    for value, accepted in (("0.2", True), ("0.16", False)):
        sealed = bound_certificate(kernel, "all_laws", Num(value, None, None, Status.ENCLOSED), proved, table)
        assert (sealed is not None) == accepted
        monkeypatch.setattr(module, "LARGEST_CHECKED", 0)  # the inequality alone
        sealed = bound_certificate(kernel, "all_laws", Num(value, None, None, Status.ENCLOSED), proved, table)
        assert (sealed is not None) == accepted
        monkeypatch.undo()


@pytest.mark.parametrize(("size", "k"), [(3, None), (2, [["sqrt(2)", "-pi"], ["-pi", "exp(-1)"]])])
def test_error_free_products_make_certificates_too(monkeypatch, size, k):
    """Large tables, here made small: the checker accepts their integers, with a radius for irrational entries."""
    monkeypatch.setattr(correlation, "_SMALL", 0)
    kernel = _kernel(k or [[0, -1, -1], [-1, 0, -1], [-1, -1, 0]])
    (bound,) = correlation_bounds(kernel)
    assert recheck(bound.certificate, kernel.digest).accepted
    assert len(bound.certificate["data"]["psd"]["L"]) == size
    assert ("radius" in bound.certificate["data"]) is (k is not None)


def test_labels_that_do_not_interact_are_in_the_null_space(monkeypatch):
    """A row of zeros has the multiplier 0; entries of 2^80 a factor that is scaled, not a matrix."""
    monkeypatch.setattr(correlation, "_SMALL", 0)
    size = 2**80
    kernel = _kernel([[0, -size, 0, size], [-size, 0, 0, size], [0, 0, 0, 0], [size, size, 0, 0]])
    (bound,) = correlation_bounds(kernel)
    data = bound.certificate["data"]
    assert (data["psd"]["pivots"], data["multipliers"][2], data["psd"]["scale"]) == ([2], "0", "1")
    assert recheck(bound.certificate, kernel.digest).accepted


def test_beyond_its_patience_the_checker_is_left_to_the_user(monkeypatch):
    """A certificate that was not rechecked stands on the maker's proof: enclosed, said so, and accepted later."""
    monkeypatch.setattr(correlation, "_SMALL", 0)
    for profile, rung in (("t", Status.EXACT), ("exp(t)", Status.ENCLOSED)):
        kernel = _kernel([[0, -1, -1], [-1, 0, -1], [-1, -1, 0]], profile)
        (checked,) = correlation_bounds(kernel)
        with monkeypatch.context() as patch:
            patch.setattr(module, "LARGEST_CHECKED", 2)
            patch.setattr(correlation, "LARGEST_CHECKED", 2)
            (left,) = correlation_bounds(kernel)
        assert (checked.num.status, left.num.status) == (rung, Status.ENCLOSED)
        assert left.how.endswith(module.UNCHECKED)
        assert left.certificate == checked.certificate
        assert recheck(left.certificate, kernel.digest).accepted


def test_a_mean_that_the_checker_bounds_less_sharply_makes_no_large_certificate(monkeypatch):
    """f = exp(t) - 5, as for small tables."""
    monkeypatch.setattr(correlation, "_SMALL", 0)
    monkeypatch.setattr(module, "LARGEST_CHECKED", 0)
    (bound,) = correlation_bounds(_kernel([[1, -1], [-1, 1]], "exp(t) - 5"))
    assert bound.certificate is None


@pytest.mark.slow
def test_a_table_of_hundreds_of_labels_has_a_certificate_that_is_accepted():
    """n = 260 random signs, f = t: the rung is exact only where the independent checker accepted it."""
    k = np.random.default_rng(3).integers(-9, 10, (260, 260))
    k = k + k.T
    np.fill_diagonal(k, 0)
    kernel = _kernel(k.tolist(), "t")
    (bound,) = correlation_bounds(kernel)
    assert bound.num.status is Status.EXACT
    assert len(bound.certificate["data"]["psd"]["L"]) == 260
