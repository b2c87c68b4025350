"""T6's shipped certificates: accepted, about the kernels they name, above every known law; their forgeries are not."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction

import mpmath
import pytest

import proofs.t6_certified as module
from proofs.t6_certified import (
    CERTIFIED,
    CERTIFIED_MUTANTS,
    FOLDER,
    OPTIMAL,
    RATIOS,
    Cosine,
    linear_profile,
    optimal_evidence,
    ratio_evidence,
)
from verify.evidence.claims import Evidence
from verify.model.errors import InputError
from verify.model.verdict import Status

ALL = [*OPTIMAL, *(certificate for certificate, _ in RATIOS)]
#: Energies of laws that a search found (k = cos, d = 2 and 3 alike), rounded down.
FOUND = {"1": "0.28257955", "2": "0.41114525", "4": "1.5578960", "8": "42.910956", "16": "64203.15"}


def _circle(beta):
    """I_1/(2 beta) by mpmath."""
    b = mpmath.mpf(Fraction(beta).numerator) / Fraction(beta).denominator
    return mpmath.besseli(1, b) / (2 * b)


def _accepted():
    return Evidence(Status.ENCLOSED, "accepted")


@pytest.mark.parametrize("certificate", ALL, ids=lambda c: c.name)
def test_a_shipped_certificate_is_about_its_kernel_and_claims_what_is_said(certificate):
    """Digest, claim, N and D of the file are those of the table; the bound is above every law that was found."""
    document = json.loads((FOLDER / f"{certificate.name}.json").read_text(encoding="utf-8"))
    claim = {"view": "all_laws", "tilt": str(certificate.tilt), "bound": str(Fraction(certificate.bound))}
    assert document["data"]["claim"] == claim
    assert document["digest"] == certificate.kernel.digest
    assert (document["data"]["labels"], document["data"]["degree"]) == (certificate.labels, certificate.degree)
    if certificate.tilt == 0:
        assert Fraction(certificate.bound) >= Fraction(FOUND[certificate.beta])


@pytest.mark.slow
@pytest.mark.parametrize("certificate", ALL, ids=lambda c: c.name)
def test_a_shipped_certificate_is_accepted_and_a_lower_claim_is_not(certificate):
    """A fiftieth less, sealed again, is beyond what it proves."""
    assert certificate.shipped.recheck().status is Status.ENCLOSED
    lower = module._forged(certificate, certificate.beta, module._ball(certificate.bound) * module._ball("49/50"))
    assert lower.status is Status.REFUTED
    assert "is proved" in lower.how


def test_every_file_of_the_folder_has_its_claim():
    """No certificate lies there unread."""
    known = {certificate.name for certificate in ALL}
    assert {path.stem for path in FOLDER.glob("great_circle*.json")} <= known
    assert {path.stem for path in FOLDER.glob("cosine*.json")} <= known
    assert {claim.id for claim in CERTIFIED if claim.remake is not None} == {
        claim.id for claim in CERTIFIED if claim.id != "linear-profile"
    }


@pytest.mark.slow
def test_forgeries_of_shipped_certificates_are_refuted():
    """Another beta, or the energy of the great circle as the bound."""
    assert [claim.evidence().status for claim in CERTIFIED_MUTANTS] == [Status.REFUTED] * len(CERTIFIED_MUTANTS)


def test_ratios_are_those_of_mpmath():
    """bound / (I_1/(2 beta)) is at most the ratio claimed, and not much less."""
    for certificate, ratio in RATIOS:
        quotient = mpmath.mpf(Fraction(certificate.bound).numerator) / Fraction(certificate.bound).denominator
        quotient /= _circle(certificate.beta)
        assert float(ratio) - 2e-3 < quotient <= float(ratio)
        assert ratio_evidence(certificate, ratio, _accepted()).status is Status.ENCLOSED
        assert ratio_evidence(certificate, str(float(ratio) - 0.01), _accepted()).status is Status.UNKNOWN


def test_optimality_needs_a_small_excess():
    """A bound that is higher by 1 % proves nothing about the great circle, nor does a rejected certificate."""
    for certificate in OPTIMAL:
        assert optimal_evidence(certificate, _accepted()).status is Status.ENCLOSED
        weaker = replace(certificate, bound=str(Fraction(certificate.bound) * Fraction(101, 100)))
        assert optimal_evidence(weaker, _accepted()).status is Status.UNKNOWN
        nothing = Evidence(Status.ERROR, "rejected")
        assert optimal_evidence(certificate, nothing) is nothing


def test_a_missing_file_is_bad_input():
    """It is named."""
    lost = Cosine("nowhere", 2, "2", 12, 9, "1/2")
    with pytest.raises(InputError, match="nowhere"):
        lost.shipped.recheck()


def test_a_bound_that_no_multipliers_prove_is_not_made():
    """The maker says so, and writes nothing."""
    below = Cosine("below", 2, "1", 3, 2, "1/4")
    with pytest.raises(InputError, match="no multipliers"):
        below.make()


def test_the_linear_profile_is_settled_by_one_eigenvalue():
    """E <= khat(1)/2 = 1/4."""
    assert linear_profile().status is Status.EXACT
