"""The LaTeX of every theorem: read by a second renderer everywhere, and compiled by pdflatex where it is installed."""

from __future__ import annotations

import re
import shutil
import subprocess

import pytest
from matplotlib.mathtext import MathTextParser

from verify.evidence.registry import list_theorems

# Matplotlib's own TeX reader knows the same signs by their long names.
_SYNONYMS = {
    r"\\ge\b": r"\\geq", r"\\le\b": r"\\leq", r"\\ne\b": r"\\neq", r"\\iff\b": r"\\Leftrightarrow",
    r"\\[lr]vert\b": "|",
    r"\\lVert\b": r"\\|", r"\\sqrt (\w)": r"\\sqrt{\1}", r"\\operatorname\{(\w+)\}": r"\\mathrm{\1}", r"\\#": "x",
}  # fmt: skip
_SET = re.compile(r"\\(?:fitted|broken)\{(.*)\}(?: \\\\)?$", re.MULTILINE)


def _formulas(document):
    """Return all mathematics of a document, each formula once."""
    body = document[document.index(r"\begin{document}") :]
    found = _SET.findall(body) + re.findall(r"\$([^$]+)\$", body)
    return sorted({" ".join(formula.split()) for formula in found})


@pytest.mark.slow
@pytest.mark.parametrize("entry", list_theorems(), ids=lambda entry: entry.id)
def test_a_second_renderer_reads_every_formula(entry):
    """Matplotlib's reader of TeX, which knows nothing of ours, lays out each formula; its box has a size."""
    parser = MathTextParser("path")
    formulas = _formulas(entry.load().to_latex())
    assert len(formulas) > 20
    refused = {}
    for formula in formulas:
        text = formula
        for name, synonym in _SYNONYMS.items():
            text = re.sub(name, synonym, text)
        try:
            box = parser.parse(f"${text}$")
            assert box.width > 0
        except ValueError as error:
            refused[formula] = str(error).splitlines()[-1]
    assert refused == {}


def test_the_second_renderer_refuses_what_is_wrong():
    """Brackets without partner, unknown commands, a missing argument."""
    for wrong in (r"\left( x", r"\unknown x", r"\frac{1}", "x_{1"):
        with pytest.raises(ValueError, match=r"Parse|Expected|Unknown|found"):
            MathTextParser("path").parse(f"${wrong}$")


@pytest.mark.slow
@pytest.mark.optional("LaTeX, which takes longer to install than all the rest")
@pytest.mark.parametrize("entry", list_theorems(), ids=lambda entry: entry.id)
def test_pdflatex_compiles_the_theorem_and_nothing_leaves_the_page(entry, tmp_path):
    """No error, and no line that sticks out by more than a letter."""
    if shutil.which("pdflatex") is None:
        pytest.skip("pdflatex is not installed (Debian and Ubuntu: apt install texlive-latex-recommended)")
    (tmp_path / "theorem.tex").write_text(entry.load().to_latex(), encoding="ascii")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "theorem.tex"]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, timeout=600, check=False)
    log = run.stdout.decode("latin-1")
    assert run.returncode == 0, log[-2000:]
    wide = [float(points) for points in re.findall(r"Overfull \\hbox \(([0-9.]+)pt too wide\)", log)]
    assert max(wide, default=0.0) < 10.0, log
