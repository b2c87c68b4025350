"""Every notebook runs from its first cell to its last, in a fresh process."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

NOTEBOOKS = sorted((Path(__file__).parents[2] / "notebooks").glob("*.ipynb"))


@pytest.mark.slow
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(path: Path, tmp_path: Path) -> None:
    """Its assertions hold; outputs are not kept in the file, so that nothing stale is shown."""
    notebook = json.loads(path.read_text(encoding="utf-8"))
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert all(not cell["outputs"] for cell in cells)
    script = tmp_path / f"{path.stem}.py"
    script.write_text("\n\n".join("".join(cell["source"]) for cell in cells), encoding="utf-8")
    run = subprocess.run(
        [sys.executable, str(script)], capture_output=True, text=True, cwd=tmp_path, timeout=300, check=False
    )
    assert run.returncode == 0, run.stderr


def test_there_is_a_notebook_for_the_main_story() -> None:
    """The question that the project answers has its own."""
    assert any("collapse" in path.stem for path in NOTEBOOKS)


def test_the_notebooks_follow_the_theory_in_order() -> None:
    """The question first, then energy and flow, laws, encodings, the dichotomy, metastability and the experiments."""
    topics = [
        "collapse",
        "energy_and_flow",
        "diracization",
        "rope",
        "prefix",
        "dichotomy",
        "metastability",
        "experiments",
    ]
    assert len(NOTEBOOKS) == len(topics)
    for number, (path, topic) in enumerate(zip(NOTEBOOKS, topics, strict=True)):
        assert path.stem.startswith(f"{number:02}_")
        assert topic in path.stem
