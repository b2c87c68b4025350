"""Commands are imported when they are asked for; their help explains every option and its examples are right."""

from __future__ import annotations

import shlex
import subprocess
import sys

import pytest
import typer.main

from verify.cli.app import app
from verify.cli.commands import COMMANDS, LazyCommands

HEAVY = ("numpy", "scipy", "sympy", "flint", "verify.spectral", "verify.model.kernels")


def _loaded(commands, names):
    """Run commands one after another in one process of their own; return which of the modules are loaded then."""
    code = (
        "import sys\nfrom verify.cli import main\n"
        f"for arguments in {commands!r}:\n"
        "    sys.argv = ['verify', *arguments]\n"
        "    try:\n        main()\n    except SystemExit:\n        pass\n"
        f"print('loaded:', [name for name in {names!r} if name in sys.modules])"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return run.stdout.splitlines()[-1], run.stdout


def test_what_needs_no_command_imports_no_mathematics():
    """The version, the help and a mistyped command answer before NumPy and SymPy are loaded."""
    last, shown = _loaded([["--version"], ["--help"], ["kern"]], HEAVY)
    assert last == "loaded: []"
    assert "verify" in shown


@pytest.mark.slow
def test_a_verdict_imports_neither_sympy_nor_scipy_nor_matplotlib():
    """A kernel whose decision is arithmetic, its certificate and its tables: half the time would be imports."""
    commands = [["kernel", source] for source in ("rope", "alibi", "distance")]
    last, shown = _loaded(commands, ("sympy", "scipy", "matplotlib", "jinja2"))
    assert last == "loaded: []"
    assert shown.count("graph laws") >= len(commands)


@pytest.mark.parametrize("name", COMMANDS)
def test_the_list_of_commands_says_what_their_help_says(name):
    """The summary, kept beside the name so that it needs no import, is the first line of the command's help."""
    assert LazyCommands()[name].help.split("\n")[0] == COMMANDS[name].summary


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_is_explained(name):
    """No option and no argument without a help text."""
    for parameter in LazyCommands()[name].params:
        assert getattr(parameter, "help", None), parameter.name


@pytest.mark.parametrize("line", [line for entry in COMMANDS.values() for line in entry.examples])
def test_examples_in_the_help_parse(line):
    """Every option of an example exists and takes what it is given."""
    program, name, *arguments = shlex.split(line.partition(" > ")[0])
    assert program == "verify"
    group = typer.main.get_command(app)
    with group.make_context("verify", [], resilient_parsing=True) as parent:
        LazyCommands()[name].make_context(name, arguments, parent=parent)


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_shows_the_examples(verify, name):
    """Each example stands on its own line."""
    result = verify(name, "--help")
    lines = [line.strip() for line in result.stdout.splitlines()]
    assert result.exit_code == 0
    assert set(COMMANDS[name].examples) <= set(lines)
    assert max(map(len, lines)) <= 80
