"""Every block of code on a page is run: files are written, commands typed, Python executed."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib

import pytest
from pages import PAGES, ROOT, blocks, commands

#: What is shown and not run in place: set-up and installation; `make` has its targets compared with the Makefile.
_BY_HAND = re.compile(r"(sudo )?(make|apt|coqc|cd|python3? -m venv|pip|\.venv/bin/pip)\b")
_MARK = "-- status of command"

_RUNNER = """
import doctest, json, sys
space = {"__name__": "page"}
for number, text in enumerate(json.load(open(sys.argv[1]))):
    if text.startswith(">>>"):
        test = doctest.DocTestParser().get_doctest(text, space, f"block {number}", "page", 0)
        runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
        runner.run(test, clear_globs=False)
        assert not runner.failures
        space.update(test.globs)
    else:
        exec(compile(text, f"block {number}", "exec"), space)
"""


def _ids(page):
    return page.relative_to(ROOT / "docs").with_suffix("").as_posix()


def _with(language):
    return [page for page in PAGES if any(block.language == language for block in blocks(page))]


def _files(page, folder):
    """Write the files that a page shows."""
    for block in blocks(page):
        if block.file:
            (folder / block.file).write_text(block.text, encoding="utf-8")
    if "examples/" in page.read_text(encoding="utf-8"):
        shutil.copytree(ROOT / "examples", folder / "examples")


def _environment(folder):
    tools = folder / "bin"
    tools.mkdir()
    script = f'#!/bin/sh\nexec "{sys.executable}" -c "from verify.cli import main; main()" "$@"\n'
    (tools / "verify").write_text(script, encoding="utf-8")
    (tools / "verify").chmod(0o755)
    (tools / "python").symlink_to(sys.executable)
    path = f"{tools}{os.pathsep}{os.environ['PATH']}"
    return {**os.environ, "PATH": path, "COLUMNS": "80", "PYTHONPATH": str(ROOT), "OPENBLAS_NUM_THREADS": "1"}


def _line(text):
    return " ".join(text.split())


def _missing(shown, output):
    """Return the first shown line that the output does not have, in order; "..." stands for any lines."""
    lines = iter([_line(line) for line in output.splitlines()])
    wanted = [_line(line) for line in shown if _line(line) not in {"", "..."}]
    return next((line for line in wanted if not any(_agrees(line, printed) for printed in lines)), None)


def _agrees(shown, printed):
    """Whether a line is what was printed, or its beginning where it ends with three dots."""
    return printed.startswith(shown.removesuffix("...").rstrip()) if shown.endswith(" ...") else printed == shown


@pytest.mark.slow
@pytest.mark.parametrize("page", _with("console"), ids=_ids)
def test_the_commands_of_a_page_print_what_it_shows(page, tmp_path):
    """In one shell for the page, in a folder with the files that it shows; each shown line appears, in this order."""
    environment = _environment(tmp_path)
    _files(page, tmp_path)
    typed = [entry for block in blocks(page) if block.language == "console" for entry in commands(block)]
    typed = [(command, shown) for command, shown in typed if not _BY_HAND.match(command)]
    script = "".join(
        f"{command}\nstatus=$?; printf '\\n{_MARK} %s\\n' $status; (exit $status)\n" for command, _ in typed
    )
    run = subprocess.run(
        ["bash", "-c", script],
        cwd=tmp_path,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=300,
        check=False,
    )
    outputs = re.split(rf"\n{_MARK} (\d+)\n", run.stdout)
    assert len(outputs) == 2 * len(typed) + 1
    for (command, shown), output, status in zip(typed, outputs[::2], outputs[1::2], strict=False):
        assert _missing(shown, output) is None, f"{command}\n{output}"
        following = typed[typed.index((command, shown)) + 1 :][:1]
        assert status == "0" or (following and following[0][0] == "echo $?"), f"{command}\n{output}"


@pytest.mark.slow
@pytest.mark.parametrize("page", _with("python"), ids=_ids)
def test_the_python_of_a_page_runs(page, tmp_path):
    """All blocks of a page in one process, one after the other; sessions show what they print."""
    _files(page, tmp_path)
    texts = [block.text for block in blocks(page) if block.language == "python" and not block.file]
    (tmp_path / "blocks.json").write_text(json.dumps(texts), encoding="utf-8")
    (tmp_path / "run_blocks.py").write_text(_RUNNER, encoding="utf-8")
    run = subprocess.run(
        [sys.executable, "run_blocks.py", "blocks.json"],
        cwd=tmp_path,
        env={**os.environ, "MPLBACKEND": "Agg", "OPENBLAS_NUM_THREADS": "1", "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr


@pytest.mark.parametrize("page", PAGES, ids=_ids)
def test_every_block_is_of_a_kind_that_is_checked(page):
    """Commands, Python, data that parses, or text that is nobody's to run."""
    for block in blocks(page):
        assert block.language in {"console", "python", "json", "toml", "text", "coq"}, block
        if block.language == "json":
            json.loads(block.text)
        elif block.language == "toml":
            tomllib.loads(block.text)
        elif block.language == "console":
            assert block.text.startswith("$ "), block
        elif block.language == "text":
            assert not re.search(r"^\$ |^>>>", block.text, re.MULTILINE), block


def test_the_make_commands_of_the_pages_are_targets():
    """Of the repository, or of the Coq library, where its page is in that folder."""
    makefiles = [(ROOT / folder / "Makefile").read_text(encoding="utf-8") for folder in (".", "proofs/coq")]
    targets = set(re.findall(r"^([a-z-]+):", "\n".join(makefiles), re.MULTILINE))
    for page in PAGES:
        for block in blocks(page):
            if block.language != "console":
                continue
            for command, _ in commands(block):
                if match := re.fullmatch(r"make ([a-z-]+)", command):
                    assert match[1] in targets, page


def test_a_shown_line_that_is_not_printed_is_noticed():
    """Lines are compared in their order, with blanks folded."""
    assert _missing(["a  b", "...", "c"], "x\na b\ny\nc\n") is None
    assert _missing(["c", "a b"], "x\na b\ny\nc\n") == "a b"
    assert _missing(["d"], "x\n") == "d"
    assert _missing(["be ..."], "begin\n") is None
    assert _missing(["be"], "begin\n") == "be"


@pytest.mark.slow
@pytest.mark.optional("the compiled Coq library: make coq")
def test_the_coq_of_its_page_prints_what_it_shows(tmp_path):
    """With the compiled library as it lies in its folder."""
    library = ROOT / "proofs" / "coq"
    if shutil.which("coqc") is None or not (library / "Converse.vo").is_file():
        pytest.skip("no coqc, or the library is not compiled: make coq")
    page = ROOT / "docs" / "coq.md"
    _files(page, tmp_path)
    typed = [entry for block in blocks(page) if block.language == "console" for entry in commands(block)]
    (shown,) = [shown for command, shown in typed if command == "coqc -Q . Collapse look.v"]
    run = subprocess.run(
        ["coqc", "-Q", str(library), "Collapse", "look.v"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert _missing(shown, run.stdout) is None, run.stdout
