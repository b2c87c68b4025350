"""Independent runs: each its own numbers, the same however many there are."""

from __future__ import annotations

import numpy as np
import pytest

from verify.model.errors import InputError
from verify.particles import simulate, simulate_runs


def test_runs_differ_and_do_not_depend_on_their_number(plain):
    """Run r is the same of two runs and of three; no two are equal; bit by bit."""
    two, three = (simulate_runs(plain(2), count, n=12, tau=1.0, rng=5) for count in (2, 3))
    assert [np.array_equal(a.final, b.final) for a, b in zip(two, three, strict=False)] == [True, True]
    assert not np.array_equal(three[0].initial, three[1].initial)
    assert not np.array_equal(three[1].initial, three[2].initial)


def test_a_run_of_several_is_a_run(plain):
    """From the same child of the seed, with the same options."""
    child = np.random.SeedSequence(3).spawn(1)[0]
    alone = simulate(plain(1, 2), n=9, tau=2.0, rng=np.random.default_rng(child), times=3)
    (run,) = simulate_runs(plain(1, 2), 1, n=9, tau=2.0, rng=3, times=3)
    assert np.array_equal(run.states, alone.states)


@pytest.mark.parametrize(
    ("runs", "options", "message"),
    [
        (0, {}, "runs must"), (1.5, {}, "runs must"), (True, {}, "runs must"), (2, {"rng": -1}, "rng must"),
        (2, {"rng": np.random.default_rng(0)}, "rng must"), (2, {"x": np.eye(2)}, "x must"),
        (2, {"checkpoint": "a.npz"}, "checkpoint must"), (2, {"n": 0}, "n must"),
    ],
)  # fmt: skip
def test_a_bad_batch_is_named(plain, runs, options, message):
    """Before anything runs."""
    with pytest.raises(InputError, match=message):
        simulate_runs(plain(1, 2), runs, **options)
