"""Null spaces for Coq: common pivots, and shares that are indicators at strict labels."""

from __future__ import annotations

import pytest

from verify.certificates.coq_null_space import LARGEST_NULLITY, find_shares, unit_pivots
from verify.certificates.coq_text import NotInCoqError

TWO = {"kernel": [["1", "0", "2/3"], ["0", "5", "5/3"]], "pivots": [0, 1]}


def test_unit_pivots_are_equal_and_the_vectors_keep_their_directions():
    """(1, 0, 2/3) and (0, 5, 5/3) become (3, 0, 2) and (0, 3, 1)."""
    assert unit_pivots(TWO) == ([[3, 0, 2], [0, 3, 1]], 3)


def test_null_spaces_without_pivots_or_with_many_vectors_are_refused():
    """One pivot for each vector, and not more vectors than Coq can try all sums of."""
    with pytest.raises(NotInCoqError, match="one pivot"):
        unit_pivots({"kernel": [["1", "1"]], "pivots": []})
    r = LARGEST_NULLITY + 1
    with pytest.raises(NotInCoqError, match="dimensions"):
        unit_pivots({"kernel": [["1"] * r] * r, "pivots": list(range(r))})


def test_shares_are_binary_where_slices_are_points():
    """The vector (1, 0, 2/3) has a share between 0 and 1 at the third label: only if that one is free."""
    assert find_shares(TWO, [True, True, True], None) is None
    assert find_shares(TWO, [True, True, False], None) == ([0, 3, 1], 3)


def test_given_shares_are_tried_first_and_not_believed():
    """Shares outside [0, 1] are passed over."""
    assert find_shares(TWO, [True, True, False], ["1", "0", "2/3"]) == ([3, 0, 2], 3)
    assert find_shares(TWO, [True, True, False], ["2", "0", "4/3"]) == ([0, 3, 1], 3)
