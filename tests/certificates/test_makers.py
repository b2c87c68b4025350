"""Sealed certificates: the fields, the digest of the problem, the seal over everything else."""

from __future__ import annotations

import json

import pytest

from verify.certificates.checker import check, statement_of
from verify.certificates.makers import SCHEMA, certificate
from verify.model.canonical import digest
from verify.model.kernels import read_kernel

PROBLEM = read_kernel(
    {
        "family": "factor",
        "d": 3,
        "profile": {"usa": 1},
        "labels": {"kind": "atoms", "weights": ["1/2", "1/2"]},
        "k": [[0, -1], [-1, 0]],
    }
).normal_form()
CLAIM = {"graph_laws": "none", "all_laws": "none"}


def _sealed() -> dict[str, object]:
    return certificate("T5", PROBLEM, "direction", {"v": ["1", "-1"]}, CLAIM)


def test_a_certificate_has_the_fields_of_its_schema() -> None:
    """Plain JSON: reading it back changes nothing."""
    sealed = _sealed()
    assert set(sealed) == {"schema", "theorem", "statement", "problem", "digest", "method", "data", "seal"}
    assert sealed["schema"] == SCHEMA == 1
    assert json.loads(json.dumps(sealed)) == sealed


def test_the_statement_is_the_checkers_own() -> None:
    """One function words it for maker and checker."""
    assert _sealed()["statement"] == statement_of("T5", CLAIM)


def test_digest_and_seal_are_hashes_of_what_they_cover() -> None:
    """The digest covers the problem, the seal all other fields."""
    sealed = _sealed()
    assert sealed["digest"] == digest(PROBLEM)
    assert sealed["seal"] == digest({name: value for name, value in sealed.items() if name != "seal"})


def test_what_is_made_is_accepted() -> None:
    """k_12 = -1 and v = (1, -1): <v, Lv> = -1."""
    report = check(json.loads(json.dumps(_sealed())), digest(PROBLEM))
    assert report.accepted, report.reason


@pytest.mark.parametrize("field", ["statement", "problem", "digest", "method", "data"])
def test_a_damaged_field_breaks_the_seal(field: str) -> None:
    """Accidental damage anywhere is noticed."""
    sealed = _sealed()
    damaged = sealed | {field: {**sealed[field], "x": "1"} if isinstance(sealed[field], dict) else f"{sealed[field]}x"}
    assert not check(damaged).accepted


def test_the_data_handed_over_is_not_changed() -> None:
    """The claim is added to a copy."""
    data = {"v": ["1", "-1"]}
    certificate("T5", PROBLEM, "direction", data, CLAIM)
    assert data == {"v": ["1", "-1"]}
