"""Canonical JSON and digests: what ties a verdict and a certificate to the kernel they speak of."""

from __future__ import annotations

import hashlib
import json

__all__ = ["canonical_json", "digest"]


def canonical_json(value: object) -> str:
    """Return the JSON text of plain data with sorted keys, no spaces and no non-finite number.

    Examples
    --------
    >>> canonical_json({"b": ["1/2"], "a": 3})
    '{"a":3,"b":["1/2"]}'
    """
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def digest(value: object) -> str:
    """Return ``"sha256:<hex>"`` of the UTF-8 bytes of :func:`canonical_json`."""
    return "sha256:" + hashlib.sha256(canonical_json(value).encode()).hexdigest()
