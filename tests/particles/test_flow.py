"""Results are frozen, saved, loaded and written as JSON."""

from __future__ import annotations

import json

import numpy as np
import pytest

from verify.model.errors import InputError
from verify.particles import Flow
from verify.particles.checkpoints import write_arrays
from verify.particles.simulate import simulate


def test_a_saved_flow_is_loaded_as_it_was(tmp_path, rope):
    """Every field, arrays bit by bit."""
    flow = simulate(rope(4), n=30, times=4)
    flow.save(tmp_path / "flow.npz")
    again = Flow.load(tmp_path / "flow.npz")
    assert again.to_json(states=True) == flow.to_json(states=True)
    assert np.array_equal(again.states, flow.states)
    assert np.array_equal(again.final_velocity, flow.final_velocity)


def test_the_json_is_json(rope):
    """ASCII, no NaN or infinity, at most 200 points of the course."""
    flow = simulate(rope(4), n=30, tau=float("inf"), stationary=1e-6)
    text = json.dumps(flow.to_json(), allow_nan=False)
    data = json.loads(text)
    assert data["tau"] is None
    assert len(data["course"]["time"]) <= 200
    assert data["course"]["time"][-1] == flow.times[-1]
    assert "states" not in data


def test_arrays_of_a_flow_cannot_be_written(rope):
    """A result is frozen."""
    flow = simulate(rope(), n=4, tau=1)
    for array in (flow.states, flow.labels, flow.course["energy"]):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0


def test_another_npz_file_is_refused(tmp_path):
    """By its kind."""
    write_arrays(tmp_path / "other.npz", {"kind": "other"}, {})
    with pytest.raises(InputError, match="flow of schema 1"):
        Flow.load(tmp_path / "other.npz")
