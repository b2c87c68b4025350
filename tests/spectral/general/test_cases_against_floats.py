"""Kernel files of additive, expression and matrix kernels against a numerical maximiser."""

from __future__ import annotations

from pathlib import Path

import pytest

from verify.model.documents import read_document
from verify.model.kernels import MatrixKernel, read_kernel
from verify.spectral.decide import decide

CASES = sorted((Path(__file__).parents[2] / "cases" / "general").glob("*.kernel.json"))
#: A float search over many labels is slow, and says nothing that the small cases do not.
MOST_LABELS = 8


def _kernel(path):
    return read_kernel(read_document(path), path.parent)


@pytest.mark.slow
@pytest.mark.parametrize("path", CASES, ids=lambda p: p.name.removesuffix(".kernel.json"))
@pytest.mark.parametrize(("view", "parts"), [("graph_laws", 1), ("all_laws", 2)])
def test_case_agrees_with_a_numerical_maximiser(path, view, parts, numerical_maximum):
    """`none` iff a law with more energy than every collapsed one is found; `unknown` says nothing here."""
    kernel = _kernel(path)
    if isinstance(kernel, MatrixKernel) or (kernel.labels.size or 0) > MOST_LABELS:
        return
    collapse = str(getattr(decide(kernel), view).collapse)
    if collapse == "unknown" or (parts > 1 and not kernel.labels.atomic):
        return
    found = numerical_maximum(kernel, parts=parts, cells=6, starts=3)
    assert found.collapse_is_beaten == (collapse == "none")
