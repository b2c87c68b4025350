"""Factors over labels: tables, ranks, classes."""

from __future__ import annotations

import numpy as np
import pytest

from verify.model.kernels import read_kernel
from verify.particles.arguments import labels_of
from verify.particles.couplings import coupling_of


def coupling(k, labels, n=40, **fields):
    """Return the coupling of a factor at n quantiles."""
    kernel = read_kernel({"family": "factor", "d": 3, "profile": {"usa": 1}, "labels": labels, "k": k, **fields})
    chosen = labels_of(kernel.labels, n)
    return kernel, chosen, coupling_of(kernel.k, kernel.labels, chosen)


@pytest.mark.parametrize(
    ("k", "rank"),
    [("1", 1), ("cos(xi - zeta)", 2), ("cos(xi - zeta) + cos(2*(xi - zeta))/3", 4), ("-1 + cos(xi - zeta)", 3),
     ("exp(cos(xi - zeta))", None), ("Abs(xi - pi)*Abs(zeta - pi)", 1)],
)  # fmt: skip
@pytest.mark.parametrize("n", [1, 5, 40, 3000])
def test_the_rank_is_found_and_the_features_give_the_factor(k, rank, n):
    """v diag(s) v^T = k to rounding wherever features are used."""
    kernel, labels, found = coupling(k, {"kind": "circle"}, n)
    if n >= 40:
        assert found.rank == rank
    if found.features is None:
        return
    some = labels[:: max(1, n // 100)]
    codes = found.codes[:: max(1, n // 100)]
    exact = kernel.k.array(kernel.labels, some, some)
    features = found.features[codes]
    assert np.abs((features * found.signs) @ features.T - exact).max() < 1e-11


def test_a_constant_factor_is_known_as_such():
    """k = 2 everywhere."""
    assert coupling("2", {"kind": "circle"})[2].constant == 2.0
    assert coupling("2 + cos(xi - zeta)", {"kind": "circle"})[2].constant is None


def test_tables_lags_and_grids_are_read_alike():
    """The evaluator agrees with the factor's own array for every way to write one."""
    cases = [
        ({"toeplitz": ["1", "1/2", "0", "-1"]}, {"kind": "positions", "n": 4}),
        ({"toeplitz": ["1", "1/2", "0", "1/2"]}, {"kind": "cyclic", "n": 4}),
        ({"toeplitz": [["1", "2", "3"], ["4", "5", "4"], ["3", "2", "1"]]}, {"kind": "positions", "shape": [2, 2]}),
        ([["1", "2"], ["2", "0"]], {"kind": "blocks", "weights": ["1/3", "2/3"]}),
        ("1/(1 + Abs(i - j))", {"kind": "positions", "n": 4}),
    ]
    for k, law in cases:
        kernel, labels, found = coupling(k, law, 7)
        exact = kernel.k.array(kernel.labels, labels, labels)
        assert np.array_equal(found.evaluate(found.codes, found.codes), exact)
        assert np.array_equal(found.diagonal[found.codes], np.diag(exact))
