"""Canonical JSON and digests: one text for one value."""

from __future__ import annotations

import hashlib

import pytest

from verify.model.canonical import canonical_json, digest


def test_the_order_of_keys_does_not_matter() -> None:
    """Keys are sorted at every depth; lists keep their order."""
    assert canonical_json({"b": {"y": 1, "x": 2}, "a": [2, 1]}) == '{"a":[2,1],"b":{"x":2,"y":1}}'


def test_a_digest_is_the_hash_of_the_utf8_text() -> None:
    """Letters outside ASCII stand as themselves."""
    expected = hashlib.sha256('{"name":"β"}'.encode()).hexdigest()
    assert digest({"name": "β"}) == f"sha256:{expected}"


def test_texts_that_differ_have_digests_that_differ() -> None:
    """1 and "1" are two values."""
    assert len({digest(1), digest("1"), digest([1]), digest({"1": 1})}) == 4


@pytest.mark.parametrize("value", [float("nan"), float("inf")])
def test_a_number_that_is_not_finite_has_no_canonical_text(value: float) -> None:
    """JSON knows neither NaN nor infinity."""
    with pytest.raises(ValueError, match="not JSON compliant"):
        canonical_json({"k": value})
