"""Arguments of a run: right, or refused before the first step."""

from __future__ import annotations

import numpy as np
import pytest

from verify.model.errors import InputError
from verify.model.labels import read_labels
from verify.particles.arguments import asked_times, labels_of
from verify.particles.simulate import simulate

BAD = [
    ({"n": 0}, "n must be a positive integer"), ({"n": -1}, "n must"), ({"n": 2.5}, "n must"),
    ({"tau": -1}, "tau must"), ({"tau": float("nan")}, "tau must"), ({"x": [[1.0, float("nan"), 0.0]]}, "finite"),
    ({"x": [[1.0, 1.0, 0.0]]}, "unit sphere"), ({"x": [[1.0, 0.0]]}, "shape"), ({"x": [[1.0]]}, "2 coordinates"),
    ({"n": 3, "x": np.eye(3)[:2]}, "shape"), ({"labels": "some"}, "labels must"), ({"labels": np.zeros(3)}, "as many"),
    ({"labels": [np.inf] * 256}, "finite"), ({"labels": np.zeros((256, 2))}, "coordinate"),
    ({"times": [3, 2]}, "increase"), ({"times": [30]}, "within"), ({"times": 0}, "times must"),
    ({"times": 4, "tau": float("inf")}, "finite tau"), ({"n": 10**9}, "GiB"),
    ({"n": 1000, "memory": 10**6}, "n must need at most"), ({"unit": "s"}, "unit must"),
]  # fmt: skip


@pytest.mark.parametrize(("options", "message"), BAD)
def test_a_bad_argument_is_named(plain, options, message):
    """Before anything is computed."""
    with pytest.raises(InputError, match=message):
        simulate(plain(), **options)


def test_indices_of_finite_laws_are_checked(zoo):
    """Integers below the number of labels."""
    for labels in ([0.0, 1.0], [0, 5], [-1, 0]):
        with pytest.raises(InputError, match="integers from 0 to 4"):
            simulate(zoo["lags"], n=2, labels=np.array(labels))


@pytest.mark.parametrize(
    "kind",
    [{"kind": "circle"}, {"kind": "torus", "dim": 2}, {"kind": "interval", "a": 1, "b": 3}, {"kind": "cyclic", "n": 7},
     {"kind": "blocks", "weights": ["1/4", "3/4"]}],
)  # fmt: skip
def test_quantiles_have_the_laws_mean(kind):
    """Deterministic labels are a fine net of the law, sampled ones a coarse one."""
    law = read_labels(kind)
    labels = labels_of(law, 700).astype(float)
    sampled = labels_of(law, 200_000, "sample", np.random.default_rng(0)).astype(float)
    assert np.abs(labels.mean(axis=0) - sampled.mean(axis=0)).max() < 0.02


def test_times_are_kept_below_the_end():
    """The end is kept anyway."""
    assert asked_times(3, 4.0) == [0.0, 2.0]
    assert asked_times([1.0, 4.0], 4.0) == [1.0]
    assert asked_times(None, float("inf")) == [0.0]
