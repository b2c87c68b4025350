"""Kernels of every family: read as they are written, decided as they are constructed."""

from __future__ import annotations

import pytest
from hypothesis import find, given, settings

from verify.model.kernels import FactorKernel, read_kernel
from verify.testing.judgements import judge_kernel
from verify.testing.strategies.kernels import (
    additive_kernels,
    expression_kernels,
    factor_kernels,
    float_kernels,
    kernels,
    matrix_kernels,
    positive_factor_kernels,
)

OTHERS = additive_kernels() | expression_kernels() | matrix_kernels() | float_kernels() | positive_factor_kernels()
QUIET = settings(database=None, derandomize=True, max_examples=200)


@pytest.mark.slow
@given(OTHERS)
def test_the_engine_gives_the_constructed_answer(document):
    """In both views; where a rung is named, on that rung."""
    judge_kernel({k: v for k, v in document.items() if k != "expect"}, document["expect"]).check()


@pytest.mark.slow
@given(factor_kernels())
def test_any_table_is_read(document):
    """Nothing is said of its answer."""
    kernel = read_kernel(document)
    assert isinstance(kernel, FactorKernel)
    assert read_kernel(kernel.normal_form()).digest == kernel.digest


@pytest.mark.slow
def test_families_shrink_to_small_kernels():
    """At most three labels, and a profile or formula of one term."""
    for family in ("additive", "expression", "matrix"):
        shrunk = find(kernels(), lambda doc, family=family: doc["family"] == family, settings=QUIET)
        assert len(shrunk["labels"].get("weights", ())) <= 3, shrunk
        assert len(str(shrunk)) < 400, shrunk


def test_floats_are_drawn_and_exact():
    """A float is its binary value."""
    document = find(float_kernels(), lambda doc: doc["family"] == "factor" and doc["k"][0][0] != 1, settings=QUIET)
    kernel = read_kernel(document)
    assert float(kernel.k.entry(kernel.labels, 0, 0)) == document["k"][0][0]
