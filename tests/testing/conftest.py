"""Documents of small kernels, and a function that writes them."""

from __future__ import annotations

import json

import pytest

COSINE = {"family": "factor", "d": 2, "profile": {"usa": 1}, "labels": {"kind": "circle"}, "k": "cos(xi - zeta)"}
ROPE = {"family": "gauge", "d": 2, "profile": {"usa": 1}, "labels": {"kind": "positions", "n": 9}, "frequencies": ["1"]}


@pytest.fixture
def cosine():
    """Return a kernel that does not collapse: k = cos on the circle."""
    return dict(COSINE)


@pytest.fixture
def rope():
    """Return a rotary kernel of one plane on nine positions."""
    return dict(ROPE)


@pytest.fixture
def write():
    """Return a function that writes a document, or text, to a path."""

    def written(path, document):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(document if isinstance(document, str) else json.dumps(document), encoding="utf-8")
        return path

    return written
