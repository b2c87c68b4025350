"""Gauges and flat connections with known answers."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import find, given, settings

from verify.model.kernels import read_kernel
from verify.testing.judgements import judge_kernel
from verify.testing.strategies.gauges import connection_kernels, gauge_kernels, prefix_kernels, rope_kernels

FEW = max(10, settings().max_examples // 2)
QUIET = settings(database=None, derandomize=True, max_examples=200)


@pytest.mark.slow
@settings(max_examples=FEW)
@given(gauge_kernels() | connection_kernels())
def test_the_engine_gives_the_constructed_answer(document):
    """In both views, exact, with an accepted certificate."""
    judged = judge_kernel({k: v for k, v in document.items() if k != "expect"}, document["expect"])
    judged.check()
    assert judged.certificate == "accepted"


@settings(max_examples=FEW)
@given(prefix_kernels())
def test_singular_values_count_the_collapsing_directions(document):
    """M = ∫ Q drho in floats: all ones, some, or none."""
    kernel = read_kernel(document)
    w = np.array([float(x) for x in kernel.labels.weights()])
    sigma = np.linalg.svd(np.einsum("n,nij->ij", w, kernel.matrices(np.arange(len(w)))))[1]
    ones = int((sigma > 1 - 1e-9).sum())
    assert document["expect"]["all_laws"] == ("none" if not ones else "all" if ones == kernel.d else "some")


@pytest.mark.slow
def test_counterexamples_are_small_kernels():
    """One plane on two positions; two atoms with plain matrices."""
    shrunk = find(rope_kernels(), lambda doc: doc["expect"]["all_laws"] == "none", settings=QUIET)
    assert {k: shrunk[k] for k in ("d", "labels", "frequencies")} == {
        "d": 2, "labels": {"kind": "positions", "n": 2}, "frequencies": ["1"],
    }  # fmt: skip
    turning = find(prefix_kernels(), lambda doc: doc["expect"]["all_laws"] == "none", settings=QUIET)
    assert turning["Q"] == [[["1", "0"], ["0", "1"]], [["0", "-1"], ["1", "0"]]]
