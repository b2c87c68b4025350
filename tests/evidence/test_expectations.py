"""What is expected against what is found: every way in which they can differ."""

from __future__ import annotations

import pytest

from verify.evidence.expectations import Outcome, claims_of, expected_of
from verify.model.errors import InputError


def _part(collapse="all", status="exact", certificate="accepted", **more):
    view = {"collapse": collapse, "status": status, "reason": "because"}
    return {"title": "", "graph_laws": view, "all_laws": view, "certificate": certificate, **more}


def _outcome(expect, part, *, strict=False):
    first, second = claims_of("x", (expect,), {"parts": [part]}, strict=strict)
    assert first.outcome is second.outcome
    return first.outcome


@pytest.mark.parametrize(
    ("expect", "part", "outcome"),
    [
        ({}, _part(), Outcome.AS_EXPECTED),
        ({"graph_laws": "all", "all_laws": "all", "status": "exact"}, _part(), Outcome.AS_EXPECTED),
        ({"graph_laws": "none", "all_laws": "none"}, _part(), Outcome.UNEXPECTED),
        ({"status": "exact"}, _part(status="enclosed"), Outcome.UNEXPECTED),
        ({"status": "enclosed"}, _part(status="exact"), Outcome.AS_EXPECTED),
        ({}, _part("unknown", "unknown"), Outcome.UNDECIDED),
        ({}, _part("unknown", "not_applicable"), Outcome.UNDECIDED),
        ({"status": "not_applicable"}, _part("unknown", "not_applicable"), Outcome.AS_EXPECTED),
        ({"status": "not_applicable"}, _part("unknown", "unknown"), Outcome.UNEXPECTED),
        ({"graph_laws": "unknown", "all_laws": "unknown"}, _part("unknown", "unknown"), Outcome.AS_EXPECTED),
        ({"graph_laws": "unknown", "all_laws": "unknown"}, _part(), Outcome.UNEXPECTED),
        ({}, _part(certificate="rejected", rejection="no"), Outcome.UNEXPECTED),
        ({}, _part("unknown", "error"), Outcome.ERROR),
    ],
)
def test_the_outcome_of_a_claim(expect, part, outcome):
    """Each pair of expected and found has one outcome."""
    assert _outcome(expect, part) is outcome


def test_numeric_evidence_decides_only_without_strict():
    """Under strict a numeric answer is undecided."""
    assert _outcome({}, _part(status="numeric")) is Outcome.AS_EXPECTED
    assert _outcome({}, _part(status="numeric"), strict=True) is Outcome.UNDECIDED


def test_an_error_is_an_error_for_each_view():
    """An exception in an example is the error of its claims, with its message."""
    claims = claims_of("x", ({},), {"error": "ZeroDivisionError: by zero"})
    assert [claim.outcome for claim in claims] == [Outcome.ERROR] * 2
    assert all("by zero" in claim.reason for claim in claims)


def test_a_time_out_is_undecided():
    """A time-out is never a pass."""
    claims = claims_of("x", ({"graph_laws": "all"},), {"timeout": 2.0})
    assert [claim.outcome for claim in claims] == [Outcome.UNDECIDED] * 2
    assert all(claim.reason == "time-out after 2 s" for claim in claims)


def test_each_variant_has_its_own_expectation():
    """A list in expect speaks of the variants in order, and has to have as many entries."""
    parts = [{**_part(), "title": "layers 0"}, {**_part("none"), "title": "layers 1"}]
    claims = claims_of("x", ({"graph_laws": "all"}, {"graph_laws": "none"}), {"parts": parts})
    assert [claim.id for claim in claims][:2] == ["x/layers 0/graph_laws", "x/layers 0/all_laws"]
    assert {claim.outcome for claim in claims} == {Outcome.AS_EXPECTED}
    short = claims_of("x", ({}, {}, {}), {"parts": parts})
    assert {claim.outcome for claim in short} == {Outcome.ERROR}


@pytest.mark.parametrize("expect", [{"graph": "all"}, {"graph_laws": "maybe"}, ["all"], {"status": "sure"}])
def test_a_malformed_expectation_is_bad_input(expect):
    """A misspelt expectation is never ignored."""
    with pytest.raises(InputError, match="expect"):
        expected_of({"expect": expect}, "x")
