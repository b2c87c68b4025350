"""Pictures of flows: for every dimension, whole files, the same each time."""

from __future__ import annotations

import numpy as np
import pytest

from verify.model.errors import InputError
from verify.model.kernels import read_kernel
from verify.particles import simulate
from verify.report.figures import flow_figure, write_figure


@pytest.fixture(scope="module")
def flows():
    """Return flows of a rotary kernel in d = 2, 3, 5."""
    fields = {"profile": {"usa": 1}, "labels": {"kind": "circle"}, "frequencies": ["1"]}
    return {d: simulate(read_kernel({"family": "gauge", "d": d, **fields}), n=12, tau=2) for d in (2, 3, 5)}


@pytest.mark.parametrize("d", [2, 3, 5])
def test_a_flow_has_start_end_energy_and_spread(flows, d):
    """Four panels; the time is named by its unit."""
    figure = flow_figure(flows[d], flows[d].final, "name")
    titles = [axes.get_title() for axes in figure.axes]
    assert titles[:2] == ["start", "t = 2"]
    assert [axes.get_ylabel() for axes in figure.axes[2:]] == ["energy", "spread"]
    assert figure.axes[2].get_xlabel() == "usa time"
    texts = [text.get_text() for axes in figure.axes for text in axes.texts]
    assert "○ predicted" in texts
    assert "orbit laws" in texts


def test_nothing_is_predicted_unless_given(flows):
    """No mark of a law."""
    texts = [text.get_text() for axes in flow_figure(flows[2]).axes for text in axes.texts]
    assert "○ predicted" not in texts


def test_fast_beginnings_have_a_logarithmic_time(flows):
    """Where half of the steps lie in the first fiftieth."""
    course = {name: np.array(values) for name, values in flows[2].course.items()}
    course["time"] = np.concatenate([[0], np.logspace(-8, 1, len(course["time"]) - 1)])
    flow = type(flows[2])(**{**vars(flows[2]), "course": course})
    assert flow_figure(flow).axes[2].get_xscale() == "log"
    assert flow_figure(flows[2]).axes[2].get_xscale() == "linear"


@pytest.mark.slow
@pytest.mark.parametrize(("ending", "magic"), [("png", b"\x89PNG"), ("pdf", b"%PDF"), ("svg", b"<?xml")])
def test_files_are_written_whole_and_without_a_date(flows, tmp_path, ending, magic):
    """Twice the same bytes (an SVG numbers its parts at random), nothing else left in the folder."""
    first, second = tmp_path / f"a.{ending}", tmp_path / f"b.{ending}"
    for path in (first, second):
        write_figure(flow_figure(flows[2]), path, 50)
    assert first.read_bytes().startswith(magic)
    assert len(first.read_bytes()) == len(second.read_bytes())
    assert sorted(path.name for path in tmp_path.iterdir()) == [first.name, second.name]


@pytest.mark.slow
def test_another_ending_or_folder_is_refused(flows, tmp_path):
    """By name."""
    with pytest.raises(InputError, match=r"end in \.pdf, \.png, \.svg"):
        write_figure(flow_figure(flows[2]), tmp_path / "a.jpg")
    with pytest.raises(InputError, match="can be written"):
        write_figure(flow_figure(flows[2]), tmp_path / "none" / "a.png", 50)
