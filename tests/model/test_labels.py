"""Label laws: exact weights, densities, samples."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from verify.model.errors import InputError
from verify.model.labels import Atoms, Circle, Cyclic, Interval, Positions, read_labels


def test_float_weights_that_miss_one_by_rounding_are_refused_with_the_nearest_exact_ones() -> None:
    """0.1 + 0.2 + 0.7 misses 1 by 2^-55 in binary."""
    with pytest.raises(InputError, match=r"\['1/10', '1/5', '7/10'\]"):
        read_labels({"kind": "atoms", "weights": [0.1, 0.2, 0.7]})


@pytest.mark.parametrize("weights", [["1/2", "1/3"], ["3/2", "-1/2"], ["1", "0"], []])
def test_weights_that_are_no_law_are_refused(weights: list[str]) -> None:
    """A law has positive masses of sum 1."""
    with pytest.raises(InputError, match=r"labels\.weights"):
        read_labels({"kind": "atoms", "weights": weights})


def test_a_density_must_integrate_to_one() -> None:
    """2 xi is a density on [0, 1], xi is not, and 3 xi - 1/2 is negative near 0."""
    assert isinstance(read_labels({"kind": "interval", "a": 0, "b": 1, "density": "2*xi"}), Interval)
    for density, fault in (("xi", "integrate to 1"), ("3*xi - 1/2", "nonnegative")):
        with pytest.raises(InputError, match=fault):
            read_labels({"kind": "interval", "a": 0, "b": 1, "density": density})


def test_quantiles_of_a_density_invert_its_distribution_function() -> None:
    """For the density 2 xi the quantile is sqrt(u)."""
    law = read_labels({"kind": "interval", "a": 0, "b": 1, "density": "2*xi"})
    u = np.array([0.04, 0.25, 0.81])
    np.testing.assert_allclose(law.quantiles(u), np.sqrt(u), atol=1e-6)


def test_sampled_frequencies_agree_with_the_weights() -> None:
    """Six standard deviations of a binomial, with an explicit generator."""
    law = Atoms((Fraction(1, 4), Fraction(3, 4)))
    sample = law.sample(np.random.default_rng(7), 40_000)
    assert abs(np.mean(sample == 1) - 0.75) < 6 * np.sqrt(0.1875 / 40_000)


def test_grids_have_one_variable_per_axis_and_row_major_size() -> None:
    """A 7 x 9 grid."""
    law = Positions((7, 9))
    assert (law.size, law.variables) == (63, (("i1", "i2"), ("j1", "j2")))
    assert law.to_json() == {"kind": "positions", "shape": [7, 9]}


@pytest.mark.parametrize(
    "value",
    [
        {"kind": "cyclic", "n": 0}, {"kind": "cyclic", "n": 2.0}, {"kind": "cyclic", "n": True}, {"kind": "positions"},
        {"kind": "positions", "n": 3, "shape": [3]}, {"kind": "circle", "n": 4}, {"kind": "sphere"}, "circle", None,
        {"kind": "interval", "a": 1, "b": 1}, {"kind": "torus", "dim": 0}, {"kind": "positions", "n": 10**9},
        {"kind": "atoms", "weights": ["1"], "points": ["0", "1"]},
    ],
)  # fmt: skip
def test_label_laws_that_are_not_laws_are_refused(value: object) -> None:
    """Each fault names its field."""
    with pytest.raises(InputError, match="labels"):
        read_labels(value)


def test_continua_have_no_atoms_and_finite_laws_have_a_size() -> None:
    """What the uniqueness rules distinguish."""
    assert (Circle().atomic, Circle().size) == (False, None)
    assert (Cyclic(5).atomic, Cyclic(5).weights()) == (True, (Fraction(1, 5),) * 5)
    assert not read_labels({"kind": "blocks", "weights": ["1/3", "2/3"]}).atomic


def test_a_quantile_function_is_read_as_equal_atoms_at_its_midpoints() -> None:
    """The mean of q(u) = u^2 over n midpoints is 1/3 - 1/(12 n^2)."""
    law = read_labels(lambda u: u * u)
    assert isinstance(law, Atoms)
    assert law.points is not None
    n = len(law.points)
    assert sum((p for p in law.points if isinstance(p, Fraction)), Fraction(0)) / n == Fraction(1, 3) - Fraction(
        1, 12 * n * n
    )


def test_a_quantile_function_that_is_not_finite_is_refused() -> None:
    """The message names the quantile."""
    with pytest.raises(InputError, match=r"quantile\(0.25\) must be finite"):
        Atoms.from_quantiles(lambda _: float("inf"), 2)
