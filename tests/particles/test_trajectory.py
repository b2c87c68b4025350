"""Settings are checked where they are made."""

from __future__ import annotations

import pytest

from verify.model.errors import InputError
from verify.particles.trajectory import Settings


@pytest.mark.parametrize(
    "options",
    [{"tolerance": 0}, {"tolerance": float("nan")}, {"tolerance": 1}, {"delta": 1e-9}, {"delta": -1.0}, {"workers": 0},
     {"evaluations": 0}, {"stationary": -1.0}, {"precision": "float16"}, {"precision": "float32", "tolerance": 1e-9}],
)  # fmt: skip
def test_settings_out_of_range_are_refused(options):
    """Each by its name."""
    with pytest.raises(InputError, match="|".join(options)):
        Settings(**options)


def test_the_merging_distance_is_ten_tolerances():
    """Unless given."""
    assert Settings(tolerance=1e-7).merging_distance == pytest.approx(1e-6)
    assert Settings(delta=0).merging_distance == 0
