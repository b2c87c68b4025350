"""`verify run --html --markdown`: the page and the summary agree with the JSON of the same run."""

from __future__ import annotations

import json
from xml.etree import ElementTree as ET

import pytest


@pytest.mark.slow
def test_page_and_summary_agree_with_the_json(process, write, constant, tmp_path):
    """Both name the example with its answer; the page parses as XML and holds the certificate."""
    write({**constant, "name": "<i>constant</i>", "expect": {"graph_laws": "none"}}, "examples/constant.kernel.json")
    files = ("--html", "out/run.html", "--markdown", "out/run.md", "--json", "out/run.json")
    run = process("run", "--examples", tmp_path / "examples", *files, "--jobs", 1)
    data = json.loads((tmp_path / "out/run.json").read_text())
    assert run.returncode == data["exit_status"] == 1
    page = (tmp_path / "out/run.html").read_text(encoding="utf-8")
    root = ET.fromstring(page.split("\n", 1)[1])
    text = "".join(root.itertext())
    assert "<i>constant</i>" in text
    assert data["claims"][0]["reason"] in text
    assert "constant.certificate.json" in text
    summary = (tmp_path / "out/run.md").read_text(encoding="utf-8")
    assert "constant/graph&#95;laws" in summary
    assert "| unexpected | constant | all | all | exact | accepted |" in summary
