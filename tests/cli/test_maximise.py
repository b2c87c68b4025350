"""``verify maximise``: output, JSON, figures, model configs and bad input."""

from __future__ import annotations

import json
import re

import jsonschema
import pytest

from verify.cli import maximise as command
from verify.model.schemas import load_schema
from verify.optimize import Optimum
from verify.optimize.maximise import maximise


@pytest.fixture
def repelling():
    """Return the document of two labels that repel each other."""
    labels = {"kind": "atoms", "weights": ["1/2", "1/2"]}
    return {"family": "factor", "d": 2, "profile": "t", "k": [["0", "-1"], ["-1", "0"]], "labels": labels}


@pytest.fixture
def cosine():
    """Return the document of the cosine kernel."""
    return {"family": "factor", "d": 2, "profile": {"usa": 1}, "k": "cos(xi - zeta)", "labels": {"kind": "circle"}}


def valid(text):
    """Return the document of a text that satisfies the schema of optima."""
    data = json.loads(text)
    jsonschema.Draft202012Validator(load_schema("optimum")).validate(data)
    return data


def test_both_views_are_shown_with_bound_and_gap(verify, write, repelling):
    """E = 1/4, bounded by 1/4; exit status 0."""
    result = verify("maximise", write(repelling), "--starts", 1)
    text = " ".join(result.stdout.split())
    assert result.exit_code == 0
    assert re.search(r"graph laws 0\.25\d* numeric 0\.25 (exact|enclosed) 0 to rounding", text)
    assert "2 arcs" in text
    assert "every slice is a Dirac" in text


def test_json_is_the_optimum(verify, write, repelling):
    """Nothing else on standard output."""
    result = verify("maximise", write(repelling), "--starts", 1, "--seed", 3, "--json")
    data = valid(result.stdout)
    assert (data["seed"], data["schema"], data["end"]) == (3, 1, "finished")
    assert abs(float(data["graph_laws"]["found"]["value"]) - 0.25) < 1e-12
    assert data["all_laws"]["bound"]["num"]["value"] == "0.25"


def test_a_fault_satisfies_the_schema(verify, write, repelling):
    """Bad input with --json."""
    result = verify("maximise", write(repelling), "--n", 0, "--json")
    assert result.exit_code == 2
    assert valid(result.stdout)["argument"] == "n"


def test_one_view_alone(verify, write, repelling):
    """No slices as measures."""
    result = verify("maximise", write(repelling), "--starts", 0, "--views", "graph", "--json")
    assert valid(result.stdout)["slices"] is None


@pytest.mark.slow
@pytest.mark.parametrize("d", [2, 3, 5])
def test_a_figure_is_written_for_each_dimension(d, verify, write, repelling, tmp_path):
    """Circle map, sphere, Gram matrix."""
    picture = tmp_path / "law.png"
    result = verify("maximise", write(repelling | {"d": d}), "--starts", 1, "--figure", picture)
    assert result.exit_code == 0
    assert picture.read_bytes().startswith(b"\x89PNG")


@pytest.mark.slow
def test_energies_along_beta_are_searched_and_drawn(verify, write, cosine, tmp_path):
    """One optimum for each beta."""
    picture = tmp_path / "energies.svg"
    options = ("--betas", "1,2.5", "--n", 16, "--starts", 0, "--timeout", 20, "--figure", picture, "--json")
    data = valid(verify("maximise", write(cosine), *options).stdout)
    assert [o["laws"][0]["shape"]["name"] for o in data["optima"]] == ["great circle", "horseshoe"]
    assert picture.stat().st_size > 1000


@pytest.mark.slow
def test_a_phase_diagram_has_a_row_for_each_dimension(verify, write, cosine, tmp_path):
    """With the transition between, near 1.6 for so few labels."""
    picture = tmp_path / "phases.png"
    options = ("--betas", "1.5,1.8", "--dims", "2,3", "--n", 24, "--figure", picture, "--json")
    data = valid(verify("maximise", write(cosine), *options).stdout)
    assert [row["d"] for row in data["phases"]] == [2, 3]
    for row in data["phases"]:
        assert [w["name"] for w in row["winners"]] == ["great circle", "horseshoe"]
        assert 1.5 < row["transitions"][0] < 1.7
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_a_model_config_is_searched_on_a_few_planes(verify, write):
    """Said on standard error and in the notes."""
    config = {"model_type": "llama", "hidden_size": 256, "num_attention_heads": 2, "max_position_embeddings": 64}
    result = verify("maximise", write(config, "config.json"), "--n", 8, "--starts", 0, "--planes", 2)
    assert result.exit_code == 0
    assert "2 of 64 rotated planes, d = 4 in place of 128" in " ".join(result.stdout.split())
    assert "2 of 64 rotated planes" in result.stderr
    assert "gauge orbit" in result.stdout


def test_a_time_limit_exits_with_3_and_what_was_found(verify, write, cosine):
    """The best law by then."""
    result = verify("maximise", write(cosine), "--n", 64, "--timeout", 0.01, "--views", "graph")
    assert result.exit_code == 3
    assert "Ended at the time limit" in result.stdout
    assert "graph laws" in result.stdout


def test_bounds_beyond_their_time_are_unknown(verify, write, repelling, monkeypatch):
    """The process that looks for them is ended, and what was found is kept."""
    monkeypatch.setattr(command, "_GRACE", 0.0)
    result = verify("maximise", write(repelling), "--starts", 0, "--timeout", 0.001)
    assert "unknown" in result.stdout


def test_an_interruption_shows_what_was_found(verify, write, cosine, monkeypatch):
    """Ctrl-C: exit status 3."""

    def interrupted(kernel, starts, seed, **options):
        def press(now):
            if now.done == 2:
                raise KeyboardInterrupt

        found = maximise(kernel, starts, seed, **options | {"progress": press})
        assert isinstance(found, Optimum)
        return found

    monkeypatch.setattr(command, "maximise", interrupted)
    result = verify("maximise", write(cosine), "--n", 12, "--starts", 1)
    assert result.exit_code == 3
    assert "Interrupted" in result.stdout


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--n", 0), "n must be an integer"), (("--views", "some"), "--views must be graph or all"),
        (("--figure", "a.gif"), "--figure must end in"), (("--betas", "2,1"), "--betas must be increasing"),
        (("--betas", "x"), "--betas must"), (("--planes", 1), "--planes must stand with"),
        (("--d", 1), "d must"), (("--dims", "2"), "--dims must stand with --betas"), (("--dims", "x"), "--dims must"),
        (("--betas", "1"), "usa or peak profile"),
    ],
)  # fmt: skip
def test_bad_options_exit_with_2(options, message, verify, write, repelling):
    """One line each."""
    result = verify("maximise", write(repelling), *options)
    assert result.exit_code == 2
    assert message in " ".join(result.stderr.split())
