"""Nonnegative factors: components of the support agree with a search of the graph, at any size."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import nan
from time import perf_counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from verify.spectral.finite.nonnegative import decide_cyclic, decide_table, decide_toeplitz, exact_signs


def searched(points, joined):
    """Return component numbers by breadth-first search, numbered in order of first appearance."""
    number = {}
    for start in points:
        if start in number:
            continue
        number[start], queue = len(set(number.values())), [start]
        while queue:
            here = queue.pop()
            for there in points:
                if there not in number and joined(here, there):
                    number[there] = number[start]
                    queue.append(there)
    return [number[p] for p in points]


signs_of_zero_or_one = st.sampled_from([0, 0, 1])


@given(st.integers(1, 7), st.data())
def test_components_of_a_table_agree_with_a_search(n, data):
    """Random supports of symmetric tables."""
    lower = [[data.draw(signs_of_zero_or_one) for _ in range(i + 1)] for i in range(n)]
    table = [[lower[max(i, j)][min(i, j)] for j in range(n)] for i in range(n)]
    decision = decide_table(table)
    expected = searched(range(n), lambda i, j: table[i][j])
    assert decision.components.tolist() == expected
    assert decision.count == max(expected) + 1
    assert decision.irreducible is (decision.count == 1 and (n > 1 or table[0][0] == 1))
    assert sorted(i for c in range(decision.count) for i in decision.component(c)) == list(range(n))


@given(st.lists(signs_of_zero_or_one, min_size=1, max_size=24))
def test_components_of_lags_agree_with_a_search(lags):
    """Positions on a line: no formula in the lags alone, as 0..n-1 has ends."""
    decision = decide_toeplitz(lags)
    assert decision.components.tolist() == searched(range(len(lags)), lambda i, j: lags[abs(i - j)])


@given(st.integers(1, 4), st.integers(1, 4), st.data())
def test_components_of_plane_lags_agree_with_a_search(height, width, data):
    """Positions on a grid."""
    table = np.zeros((2 * height - 1, 2 * width - 1), dtype=int)
    for y, x in product(range(height), range(1 - width, width)):
        sign = data.draw(signs_of_zero_or_one)
        table[y + height - 1, x + width - 1] = table[-y + height - 1, -x + width - 1] = sign
    decision = decide_toeplitz(table)
    points = list(product(range(height), range(width)))
    expected = searched(points, lambda p, q: table[q[0] - p[0] + height - 1, q[1] - p[1] + width - 1])
    assert decision.components.tolist() == expected
    assert decide_toeplitz(table, (height, width)).count == decision.count


@given(st.integers(1, 16), st.data())
def test_components_of_cyclic_lags_are_cosets(n, data):
    """The closed form agrees with a search."""
    half = [data.draw(signs_of_zero_or_one) for _ in range(n // 2 + 1)]
    row = [half[min(m, n - m)] for m in range(n)]
    decision = decide_cyclic(row)
    assert decision.components.tolist() == searched(range(n), lambda i, j: row[(i - j) % n])


@pytest.mark.parametrize(
    ("support", "count"),
    [
        (slice(None), 1),
        (slice(0, None, 2), 2),
        ([3, 5], 1),
        ([65_536], 65_536),
        ([65_536, 65_537], 1),
        ([100_000, 100_002], 131_072 - 31_072 - 31_070),
        (slice(131_071, None), 131_071),
        ([0], 131_072),
    ],
)
def test_a_line_of_131072_positions_is_decided_at_once(support, count):
    """An edge i ~ i + lag joins two components where no cycle closes: n minus the number of edges."""
    signs = np.zeros(131_072, dtype=np.int8)
    signs[support] = 1
    start = perf_counter()
    decision = decide_toeplitz(signs)
    assert perf_counter() - start < 5
    assert decision.count == count
    assert decision.irreducible is (count == 1)


def test_single_label_needs_a_positive_entry():
    """One label: k_11 > 0 is irreducible, k_11 = 0 is not."""
    for decide in (decide_toeplitz, decide_cyclic):
        assert decide([1]).irreducible
        assert not decide([0]).irreducible
    assert decide_table([[1]]).irreducible
    assert not decide_table([[0]]).irreducible


def test_bipartite_support_is_irreducible():
    """The pair with k_ii = 0, k_12 > 0 is connected: no power of k needs to be positive."""
    assert decide_table([[0, 1], [1, 0]]).irreducible


def test_first_negative_entry_is_named():
    """A factor with a negative entry is not decided by its support."""
    decision = decide_table([[1, 0, 1], [0, 1, -1], [1, -1, 1]])
    assert (decision.nonnegative, decision.negative, decision.components) == (False, (1, 2), None)
    assert decision.component(0) == ()
    assert decide_toeplitz([1, 1, 0, -1]).negative == (3,)
    assert decide_toeplitz([[0, -1, 0], [1, 1, 1], [0, -1, 0]]).negative == (1, 0)
    assert decide_cyclic([0, 1, -1, 1]).negative == (2,)


def test_exact_signs_see_what_floats_do_not():
    """10^-400 is positive."""
    tiny = Fraction(1, 10**400)
    assert exact_signs([[0, tiny], [-tiny, 5]]).tolist() == [[0, 1], [-1, 1]]


@pytest.mark.parametrize("values", [[nan], [0.5], [float("inf")], [True], ["1"], "10", None, [[1, 2], [3]], [[1], 2]])
def test_signs_of_what_is_not_exact_are_refused(values):
    """NaN, floats, booleans, text and ragged rows."""
    with pytest.raises(ValueError, match="must"):
        exact_signs(values)


@pytest.mark.parametrize(
    ("decide", "signs"),
    [
        (decide_table, [[0, 1], [0, 0]]),
        (decide_table, [[0, 1]]),
        (decide_table, [1, 1]),
        (decide_table, [[2]]),
        (decide_table, [[nan]]),
        (decide_table, []),
        (decide_toeplitz, [0.5]),
        (decide_toeplitz, [[1, 0, 0], [0, 1, 1], [0, 0, 1]]),
        (decide_toeplitz, [[1, 1], [1, 1]]),
        (decide_cyclic, [1, 0, 1]),
        (decide_cyclic, [[1]]),
        (lambda s: decide_toeplitz(s, (3,)), [1, 1]),
        (lambda s: decide_toeplitz(s, (2, 2)), [[1]]),
    ],
)
def test_tables_that_are_no_signs_of_a_symmetric_factor_are_refused(decide, signs):
    """Wrong shapes, asymmetry and values that are not -1, 0 or 1."""
    with pytest.raises(ValueError, match="must"):
        decide(signs)
