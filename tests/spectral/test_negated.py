"""A decreasing profile is an increasing one with the negative factor: same energies, same maximisers."""

from __future__ import annotations

import pytest

from verify.model.kernels import FactorKernel, read_kernel
from verify.model.verdict import Collapse, Status
from verify.spectral.decide import decide
from verify.spectral.negated import increasing_writing

ATOMS = {"kind": "atoms", "weights": ["1/3", "1/3", "1/3"]}
CIRCLE = {"kind": "circle"}
PAIRS = [
    (("-t", "-1 - cos(xi - zeta)"), ("t", "1 + cos(xi - zeta)"), CIRCLE),
    (("-t", [[0, -2, 1], [-2, 0, -2], [1, -2, 0]]), ("t", [[0, 2, -1], [2, 0, 2], [-1, 2, 0]]), ATOMS),
    (("-exp(2*t)", "-exp(-Abs(i - j))"), ("exp(2*t)", "exp(-Abs(i - j))"), {"kind": "positions", "n": 3000}),
]  # fmt: skip


def _kernel(profile: object, k: object, labels: object) -> FactorKernel:
    kernel = read_kernel({"family": "factor", "d": 3, "profile": profile, "k": k, "labels": labels})
    assert isinstance(kernel, FactorKernel)
    return kernel


@pytest.mark.slow
@pytest.mark.parametrize(("first", "second", "labels"), PAIRS)
def test_both_writings_of_a_kernel_have_one_verdict(first: tuple, second: tuple, labels: object) -> None:
    """Collapse and energies agree; the rewritten one has no certificate and does not stand on exact."""
    left, right = decide(_kernel(*first, labels)), decide(_kernel(*second, labels))
    for name in ("graph_laws", "all_laws"):
        one, other = getattr(left, name), getattr(right, name)
        assert one.collapse is other.collapse
        assert one.collapse is not Collapse.UNKNOWN
        for a, b in zip(vars(one.energy).values(), vars(other.energy).values(), strict=True):
            assert float(a.value) == pytest.approx(float(b.value), rel=1e-9, abs=1e-12)
        assert one.status in {Status.ENCLOSED, Status.NUMERIC}
    assert left.certificate is None
    assert "h = (-k)(-f)" in {hypothesis.name for hypothesis in left.hypotheses}


def test_an_increasing_profile_keeps_its_writing() -> None:
    """f'(1) > 0, f'(1) = 0 and f'(1) = oo are not rewritten."""
    for profile in ("t", {"usa": -2}, "(1 - t)**2", "asin(t)", {"gegenbauer": ["0", "1"]}):
        assert increasing_writing(_kernel(profile, "1", CIRCLE)) is None


def test_tables_series_and_biases_are_negated_entry_by_entry() -> None:
    """-k of a lag table, a table and e^b; -f of a series."""
    document = {"family": "factor", "d": 3, "profile": {"gegenbauer": ["1", "-1", "-1/2"]}}
    lags = read_kernel({**document, "labels": {"kind": "positions", "n": 3}, "k": {"toeplitz": ["1", "2", "3"]}})
    written = increasing_writing(lags)
    assert written is not None
    assert written.normal_form()["k"] == {"toeplitz": ["-1", "-2", "-3"]}
    assert written.normal_form()["profile"] == {"gegenbauer": ["-1", "1", "1/2"]}
    bias = read_kernel({**document, "labels": {"kind": "positions", "n": 3}, "bias": "-Abs(i - j)"})
    written = increasing_writing(bias)
    assert written is not None
    assert written.normal_form()["k"] == "-exp(-Abs(i - j))"
