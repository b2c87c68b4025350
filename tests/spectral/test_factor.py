"""Factor kernels on every label law: what structure decides at any size, and where the table is needed."""

from __future__ import annotations

import math
from typing import Any

import pytest

from verify.certificates.checker import check
from verify.model.errors import InputError
from verify.model.kernels import read_kernel
from verify.model.verdict import Verdict
from verify.spectral.decide import decide


def _decide(labels: dict[str, Any], **fields: Any) -> Verdict:
    return decide(read_kernel({"family": "factor", "d": 3, "profile": {"usa": 1}, "labels": labels} | fields))


def _views(verdict: Verdict) -> tuple[str, str]:
    return str(verdict.graph_laws.collapse), str(verdict.all_laws.collapse)


@pytest.mark.parametrize(
    "fields",
    [
        {"bias": "-1/2*Abs(i - j)"},
        {"bias": "log(1 + (i - j)**2)"},
        {"k": "exp(-Abs(i - j))"},
        {"k": "1/(1 + Abs(i - j))"},
    ],
)
def test_positive_factors_of_any_length_collapse_without_a_table(fields: dict[str, Any]) -> None:
    """131,072 positions: a table would have 2^34 entries."""
    verdict = _decide({"kind": "positions", "n": 131_072}, **fields)
    assert _views(verdict) == ("all", "all")
    assert str(verdict.all_laws.status) == "exact"


def test_a_window_of_lag_one_joins_all_positions() -> None:
    """A local mask leaves the support connected."""
    window = "Piecewise((1, Abs(i - j) < 2), (0, True))"
    assert _views(_decide({"kind": "positions", "n": 50}, k=window)) == ("all", "all")


def test_a_lag_table_joins_positions_by_the_common_divisor_of_its_lags() -> None:
    """Lags 0 and 2 alone: even and odd positions do not see each other; with lag 3 they do."""
    labels = {"kind": "positions", "n": 6}
    assert _views(_decide(labels, k={"toeplitz": [1, 0, 1, 0, 0, 0]})) == ("some", "some")
    assert _views(_decide(labels, k={"toeplitz": [1, 0, 1, 1, 0, 0]})) == ("all", "all")


def test_a_sign_changing_factor_needs_a_table_that_fits() -> None:
    """Above 2,048 labels the error names the memory that exact numbers would need."""
    with pytest.raises(InputError, match="2048"):
        _decide({"kind": "positions", "n": 3_000}, k="1 - Abs(i - j)/1000")


@pytest.mark.parametrize("bias", ["-1/(i - j)**2", "log(Abs(i - j))"])
def test_a_bias_that_is_not_finite_everywhere_is_refused(bias: str) -> None:
    """At i = j it is -oo: a mask is written as k = 0."""
    with pytest.raises(InputError, match="finite real value"):
        _decide({"kind": "positions", "n": 5}, bias=bias)


def test_the_collapsed_energy_by_lags_is_the_double_sum() -> None:
    """f(1)/2 * (n + 2 sum (n - s) e^-s)/n^2 for k = e^-|i-j|, n = 5, f = e^t."""
    energy = _decide({"kind": "positions", "n": 5}, k="exp(-Abs(i - j))").all_laws.energy.collapsed
    assert energy is not None
    mean = (5 + 2 * sum((5 - s) * math.exp(-s) for s in range(1, 5))) / 25
    assert float(energy.value) == pytest.approx(math.e / 2 * mean, rel=1e-15)


@pytest.mark.parametrize(
    ("labels", "k"),
    [
        ({"kind": "atoms", "weights": ["1/4"] * 4}, [[1, 0, -1, 0], [0, 1, 0, -1], [-1, 0, 1, 0], [0, -1, 0, 1]]),
        ({"kind": "cyclic", "n": 4}, {"toeplitz": [1, 0, -1, 0]}),
        ({"kind": "cyclic", "n": 4}, "cos(pi*(i - j)/2)"),
        ({"kind": "positions", "n": 4}, {"toeplitz": [1, 0, -1, 0]}),
        (
            {"kind": "positions", "shape": [1, 4]},
            {"toeplitz": [[0, -1, 0, 1, 0, -1, 0]]},
        ),
        ({"kind": "blocks", "weights": ["1/4"] * 4}, [[1, 0, -1, 0], [0, 1, 0, -1], [-1, 0, 1, 0], [0, -1, 0, 1]]),
    ],
)
def test_one_table_on_every_finite_law_has_one_answer(labels: dict[str, Any], k: Any) -> None:
    """k = cos(pi (i - j)/2) on four labels: opposite labels repel, no maximiser collapses."""
    verdict = _decide(labels, k=k)
    assert _views(verdict) == ("none", "none")
    assert verdict.certificate is not None
    assert check(dict(verdict.certificate)).accepted
