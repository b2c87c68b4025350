"""`verify kernel`: files, names, standard input, formulas; tables, JSON and exit statuses."""

from __future__ import annotations

import json
import time

import pytest

from verify.cli import kernel as kernel_module
from verify.evidence import answers
from verify.model.schemas import load_schema

jsonschema = pytest.importorskip("jsonschema")


def _valid(data):
    jsonschema.Draft202012Validator(load_schema("verdict")).validate(data)
    return data


def test_a_file_is_decided(verify, write, constant):
    """A table in 80 columns, exit status 0."""
    result = verify("kernel", write({**constant, "name": "[red]constant[/red]"}))
    assert (result.exit_code, result.stderr) == (0, "")
    assert "[red]constant[/red]" in result.stdout
    assert "all laws all exact" in " ".join(result.stdout.split())
    assert max(map(len, result.stdout.splitlines())) <= 80


def test_the_json_of_one_input_is_a_verdict(verify, write, constant):
    """Pure JSON on standard output that satisfies the schema."""
    result = verify("kernel", write(constant), "--json")
    data = _valid(json.loads(result.stdout))
    assert (data["graph_laws"]["collapse"], data["all_laws"]["collapse"]) == ("all", "all")
    assert result.stderr == ""


def test_several_inputs_answer_in_order(verify, write, constant, monkeypatch, tmp_path):
    """A bad file among good ones: the good ones still answer, and the status is 2."""
    write(constant, "good.json")
    write({**constant, "d": 1}, "bad.json")
    monkeypatch.chdir(tmp_path)
    good, bad = "good.json", "bad.json"
    result = verify("kernel", good, bad, good)
    assert result.exit_code == 2
    assert result.stdout.count("good.json\n====") == 2
    assert result.stderr.startswith(f"verify: {bad}: d must be an integer of at least 2; got 1.")
    listed = verify("kernel", good, bad, good, "--json")
    data = _valid(json.loads(listed.stdout))
    assert ["error" in entry for entry in data] == [False, True, False]
    assert data[1]["source"] == str(bad)
    assert listed.exit_code == 2


def test_bad_input_alone_is_a_json_object_beside_its_sentence(verify, write):
    """What is wrong, in parts, on standard output; the sentence on standard error; exit status 2."""
    bad = write(json.dumps({"family": "factor"}))
    result = verify("kernel", bad, "--json")
    data = _valid(json.loads(result.stdout))
    assert result.exit_code == 2
    assert result.stderr == f"verify: {data['error']}\n"
    assert set(data) == {"schema", "source", "error", "argument", "condition", "got", "why", "remedy"}
    assert data["source"] == str(bad)
    assert all(isinstance(data[part], str) for part in ("argument", "condition", "got", "why", "remedy"))


@pytest.mark.parametrize("toml", [False, True])
def test_standard_input_is_json_or_toml(verify, constant, toml):
    """`-` reads either; the answer is the same."""
    lines = [f"{key} = {json.dumps(value)}" for key, value in constant.items() if key not in {"labels", "profile"}]
    lines += ["profile = {usa = 1}", 'labels = {kind = "atoms", weights = ["1/2", "1/2"]}']
    result = verify("kernel", "-", "--json", stdin="\n".join(lines) if toml else json.dumps(constant))
    assert result.exit_code == 0
    assert json.loads(result.stdout)["kernel"]["k"] == [["1", "1"], ["1", "1"]]


def test_a_file_beats_a_name(verify, write, constant, monkeypatch, tmp_path):
    """A file called like a shipped kernel is the one that is meant; a folder of that name is not."""
    write(constant, "rope")
    (tmp_path / "usa").mkdir()
    monkeypatch.chdir(tmp_path)
    assert json.loads(verify("kernel", "rope", "--json").stdout)["kernel"]["family"] == "factor"
    assert json.loads(verify("kernel", "usa", "--json").stdout)["kernel"]["k"] == "1"


def test_a_formula_is_an_expression_kernel(verify):
    """--formula with --d and --labels needs no file."""
    result = verify("kernel", "--formula", "exp(2*dot(x, y))", "--d", 2, "--labels", "circle", "--json")
    assert result.exit_code in {0, 3}
    kernel = _valid(json.loads(result.stdout))["kernel"]
    assert (kernel["family"], kernel["labels"]) == ("expression", {"kind": "circle"})


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "FILE must be given"),
        (("--formula", "1"), "--d must be given with --formula"),
        (("--formula", "1", "--d", "2"), "--labels must be given with --formula"),
        (("--formula", "1", "--d", "2", "--labels", "{"), "--labels must be valid JSON"),
        (("--formula", "1", "--d", "2", "--labels", "sphere"), "labels must be an object with a known kind"),
        (("--d", "2"), "stand beside --formula"),
        (("rop",), "Did you mean rope"),
        (("rope", "--profile", "--timeout", "1"), "--profile must not stand beside --timeout"),
        (("usa", "--positions", "8"), "positions must be given for model configurations only"),
    ],
)
def test_options_that_do_not_fit_are_bad_input(verify, arguments, message):
    """Each misuse has one clear line and exit status 2."""
    result = verify("kernel", *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr


@pytest.mark.slow
def test_positions_override_those_of_a_config(verify):
    """A model config is judged on the asked number of positions."""
    data = json.loads(verify("kernel", "llama-2-7b", "--positions", 16, "--json").stdout)
    assert _valid(data)["positions"] == [16]


def test_verbose_lists_what_was_read(verify):
    """The keys of a config are shown when asked for."""
    assert "rope_theta" not in verify("kernel", "llama-2-7b").stdout
    verbose = verify("kernel", "llama-2-7b", "--verbose").stdout
    assert "rope_theta" in verbose
    assert max(map(len, verbose.splitlines())) <= 80


def test_what_the_theory_does_not_cover_exits_with_3(verify):
    """Not applicable, with the reason and what would apply."""
    result = verify("kernel", "cope")
    assert result.exit_code == 3
    assert "not applicable" in result.stdout
    assert "Next step" in result.stdout


def test_the_worst_status_wins(verify, write, constant):
    """Bad input outranks an unknown view, which outranks a decided one."""
    good, bad = write(constant, "good.json"), write("", "bad.json")
    assert verify("kernel", good, "cope").exit_code == 3
    assert verify("kernel", "cope", bad, good).exit_code == 2


def test_a_time_out_is_unknown(verify, write, constant, monkeypatch):
    """Exit status 3, the reason, and the next step."""
    monkeypatch.setattr(answers, "decide", lambda _kernel: time.sleep(60))
    result = verify("kernel", write(constant), "--timeout", "0.3")
    assert result.exit_code == 3
    assert "time-out after 0.3 s" in result.stdout
    assert "--timeout 1.2" in result.stdout


@pytest.mark.slow
def test_the_profile_goes_to_standard_error(verify, write, constant):
    """--profile leaves standard output as it is."""
    result = verify("kernel", write(constant), "--json", "--profile")
    _valid(json.loads(result.stdout))
    assert "total" in result.stderr


def test_debug_reaches_the_command(verify, monkeypatch, write, constant):
    """The traceback of one input's internal error is shown on demand."""

    def broken(_source, _positions):
        raise ZeroDivisionError("by zero")

    monkeypatch.setattr(kernel_module, "load_source", broken)
    result = verify("kernel", write(constant))
    assert (result.exit_code, result.stdout) == (4, "")


@pytest.mark.slow
def test_each_config_is_shown_in_80_columns(verify):
    """Every shipped example has a verdict that fits, verbose or not."""
    names = json.loads(verify("list", "--json").stdout)
    for entry in names["kernels"] + names["configs"]:
        result = verify("kernel", entry["name"], "--verbose")
        assert result.exit_code in {0, 3}, result.stderr
        assert max(map(len, result.stdout.splitlines())) <= 80
