"""`verify derive`: three forms, one step, exit statuses."""

from __future__ import annotations

import json
from xml.etree import ElementTree as ET

import pytest

from verify.evidence import find_theorem


def test_a_derivation_is_text(verify):
    """Statement, steps, rules; nothing is run."""
    result = verify("derive", "t0", "--no-run")
    assert result.exit_code == 0
    assert "(19)" in result.stdout
    assert "because: chain rule" in result.stdout
    assert "What is not proved" in result.stdout


@pytest.mark.slow
def test_every_step_shows_its_rung(verify):
    """Run by default; the exit status says whether all passed."""
    result = verify("derive", "T0")
    assert result.exit_code == 0
    assert result.stdout.count("exact: normal form") == 16
    assert result.stdout.count("cited: ") == 1


@pytest.mark.slow
@pytest.mark.parametrize(("form", "words"), [("text", "ẋᵢ"), ("latex", r"\fitted{\left. "), ("html", "<math")])
def test_one_step_alone(verify, form, words):
    """In each form."""
    result = verify("derive", "T0", "--step", 7, "--format", form)
    assert result.exit_code == 0
    assert words in result.stdout
    assert "exact" in result.stdout


def test_a_page_is_written_to_a_file(verify, tmp_path):
    """Whole, well-formed, with its title."""
    result = verify("derive", "T0", "--no-run", "--format", "html", "--out", tmp_path / "pages" / "t0.html")
    assert (result.exit_code, result.stdout) == (0, "")
    page = (tmp_path / "pages" / "t0.html").read_text(encoding="utf-8")
    assert "<title>T0. The flow" in page
    ET.fromstring(page[page.index("<body>") : page.index("</html>")])


def test_json_holds_results_and_text(verify):
    """Of one step, or of all."""
    data = json.loads(verify("derive", "T0", "--step", 3, "--json").stdout)
    assert (data["theorem"], data["number"], data["status"]) == ("T0", 3, "exact")
    data = json.loads(verify("derive", "T0", "--no-run", "--json").stdout)
    assert (data["id"], data["steps"]) == ("T0", len(find_theorem("T0").load().derivation.steps))


@pytest.mark.parametrize(
    ("arguments", "words"),
    [(("T99",), "theorem must be one of"), (("T0", "--step", "99"), "step must be between 1 and")],
)
def test_what_does_not_exist_is_bad_input(verify, arguments, words):
    """Exit status 2, with what there is."""
    result = verify("derive", *arguments)
    assert result.exit_code == 2
    assert words in result.stderr.replace("\n", " ")


def test_a_folder_is_no_file_to_write_to(verify, tmp_path):
    """Refused before a step is checked; what it holds stays."""
    result = verify("derive", "T1", "--out", tmp_path)
    assert (result.exit_code, result.stdout) == (2, "")
    assert f"--out must be a file; got the folder {tmp_path}" in " ".join(result.stderr.split())
