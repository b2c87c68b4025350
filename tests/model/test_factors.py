"""Factors: tables, lag tables, formulas and biases give the same exact entries."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from verify.model.errors import InputError
from verify.model.factors import lag_formula, read_factor
from verify.model.formula import parse_formula
from verify.model.labels import Positions, read_labels

SIX = {"kind": "positions", "n": 6}


def test_the_cosine_on_the_hexagon_is_rational() -> None:
    """cos(2 pi s/6) takes the values 1, 1/2, -1/2, -1, -1/2, 1/2 (Niven)."""
    labels = read_labels({"kind": "cyclic", "n": 6})
    factor = read_factor({"k": "cos(2*pi*(i - j)/6)"}, labels, symmetrize=False)
    assert factor is not None
    half = Fraction(1, 2)
    assert factor.rows(labels)[0] == [1, half, -half, -1, -half, half]


def test_a_bias_is_the_exponential_of_its_table() -> None:
    """b = 0 gives 1 exactly, b = -1 the constant exp(-1)."""
    labels = read_labels({"kind": "atoms", "weights": ["1/2", "1/2"]})
    factor = read_factor({"bias": [[0, -1], [-1, 0]]}, labels, symmetrize=False)
    assert factor is not None
    assert factor.entry(labels, 0, 0) == 1
    assert str(factor.entry(labels, 0, 1)) == "exp(-1)"


def test_lag_tables_and_formulas_agree() -> None:
    """k = 1/(1 + |i - j|) as a formula and by lag."""
    labels = read_labels(SIX)
    by_formula = read_factor({"k": "1/(1 + Abs(i - j))"}, labels, symmetrize=False)
    by_lag = read_factor({"k": {"toeplitz": [f"1/{1 + s}" for s in range(6)]}}, labels, symmetrize=False)
    assert by_formula is not None
    assert by_lag is not None
    assert by_formula.rows(labels) == by_lag.rows(labels)


def test_two_dimensional_lags_index_row_dy_and_column_dx() -> None:
    """On a 2 x 2 grid the entry of (0, 0) and (1, 1) is the table's corner."""
    labels = read_labels({"kind": "positions", "shape": [2, 2]})
    table = [[5, 6, 7], [8, 9, 8], [7, 6, 5]]
    factor = read_factor({"k": {"toeplitz": table}}, labels, symmetrize=False)
    assert factor is not None
    rows = factor.rows(labels)
    assert (rows[0][0], rows[3][0], rows[0][3], rows[1][2]) == (9, 5, 5, 7)


@pytest.mark.parametrize(
    "k", ["exp(i - j)", "i*j + i", [[0, 1], [2, 0]], {"toeplitz": [1, 2]}, [[1, float("nan")], [1, 1]], [[1]], "k", 3],
)  # fmt: skip
def test_a_factor_that_is_no_symmetric_table_of_the_labels_is_refused(k: object) -> None:
    """Asymmetric, wrong shape, not finite, or not a formula."""
    labels = (
        read_labels(SIX) if isinstance(k, str | dict) else read_labels({"kind": "atoms", "weights": ["1/2", "1/2"]})
    )
    with pytest.raises(InputError):
        read_factor({"k": k}, labels, symmetrize=False)


def test_an_asymmetric_formula_is_named_with_a_point_where_it_differs() -> None:
    """The message holds both values."""
    with pytest.raises(InputError, match=r"exp\(i - j\).*at i = .*exchanged"):
        read_factor({"k": "exp(i - j)"}, read_labels(SIX), symmetrize=False)


def test_symmetrising_a_bias_averages_the_factors_not_the_biases() -> None:
    """(e^1 + e^2)/2 differs from e^{3/2}."""
    labels = read_labels({"kind": "atoms", "weights": ["1/2", "1/2"]})
    factor = read_factor({"bias": [[0, 1], [2, 0]]}, labels, symmetrize=True)
    assert factor is not None
    np.testing.assert_allclose(factor.array(labels, np.arange(2), np.arange(2))[0, 1], (np.e + np.e**2) / 2, rtol=1e-15)


def test_a_table_beyond_memory_is_refused_before_it_is_built() -> None:
    """131,072 labels would need about 2 TiB."""
    labels = Positions((131_072,))
    factor = read_factor({"k": "cos(i - j)"}, labels, symmetrize=False)
    assert factor is not None
    with pytest.raises(InputError, match="GiB"):
        factor.rows(labels)


def test_lags_are_found_by_form_only() -> None:
    """i - j and j - i are lags; i alone is not."""
    labels = read_labels(SIX)
    even = lag_formula(parse_formula("exp(-Abs(j - i)) + (i - j)**2", {"i", "j"}), labels)
    assert even is not None
    assert even.variables == {"s"}
    assert lag_formula(parse_formula("i*j", {"i", "j"}), labels) is None
