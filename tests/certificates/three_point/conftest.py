"""Let the tests share certificates that were written by hand."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))


@pytest.fixture
def square():
    """Four labels of the circle, k = cos, f = t."""
    from handmade_triples import square

    return square()


@pytest.fixture
def triangle():
    """Three labels that repel each other, f = t."""
    from handmade_triples import triangle

    return triangle()
