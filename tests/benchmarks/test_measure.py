"""Times are taken in turns, the floor is that of half the pairs, and results that are not renewed stay."""

from __future__ import annotations

import json

import measure


def test_runs_are_interleaved_after_two_calls_that_warm_up():
    """a, a, b, b, then a, b, a, b, ...; as many times as rounds for each."""
    called = []
    runs = {"a": lambda: called.append("a"), "b": lambda: called.append("b")}
    times = measure.interleaved(runs, 3, batch=0.0)
    assert called == ["a", "a", "b", "b", *["a", "b"] * 3]
    assert {name: len(values) for name, values in times.items()} == {"a": 3, "b": 3}


def test_a_short_run_is_called_often_in_a_turn():
    """At most 64 times; the time is the mean."""
    called = []
    measure.interleaved({"a": lambda: called.append("a")}, 2, batch=1e9)
    assert len(called) == 2 + 2 * 64


def test_best_and_median_are_of_the_rounds_in_milliseconds():
    """Of 1, 2, 6 ms."""
    times = {"a": [0.006, 0.001, 0.002]}
    assert measure.best(times) == {"a": 0.001}
    assert measure.summary(times) == {"a": {"best": 1.0, "median": 2.0}}


def test_the_floor_grows_with_the_pairs():
    """It is a number of tiles times the cost of one: four times as many at twice the number of particles."""
    floors = [measure.floor(n, 3, 3) for n in (1024, 4096)]
    assert 0 < floors[0] < floors[1]


def test_sections_are_renewed_one_by_one(tmp_path):
    """Floats to four digits; without a file nothing is written."""
    file = tmp_path / "results.json"
    measure.keep(file, {"dense": [{"time": 0.123456}], "machine": {"load": None}})
    measure.keep(file, {"dense": [], "flows": (1, 2.0)})
    assert json.loads(file.read_text(encoding="utf-8")) == {"dense": [], "machine": {"load": None}, "flows": [1, 2.0]}
    measure.keep(None, {"dense": []})
    assert list(tmp_path.iterdir()) == [file]


def test_the_machine_says_how_busy_it_is():
    """Rates are positive; NumPy's version is there, and no name of a host."""
    found = measure.machine(2)
    assert found["exponentials"] > 0
    assert found["product"] > 0
    assert "numpy" in found["versions"]
    assert set(found) == {"date", "processor", "cores", "load", "exponentials", "product", "python", "versions"}
