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


@pytest.mark.parametrize("arguments", ["--version", "--help", "kern"])
def test_what_needs_no_command_imports_no_mathematics(arguments):
    """The version, the help and a mistyped command answer before NumPy and SymPy are loaded."""
    code = (
        "import sys\nfrom verify.cli import main\nsys.argv = ['verify', sys.argv[1]]\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        f"loaded = [name for name in {HEAVY!r} if name in sys.modules]\n"
        "sys.exit(f'loaded: {loaded}' if loaded else 0)"
    )
    run = subprocess.run([sys.executable, "-c", code, arguments], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr


@pytest.mark.parametrize("source", ["rope", "alibi", "distance"])
def test_a_verdict_imports_neither_sympy_nor_scipy_nor_matplotlib(source):
    """A kernel whose decision is arithmetic, its certificate and its tables: half the time would be imports."""
    code = (
        "import sys\nfrom verify.cli import main\nsys.argv = ['verify', 'kernel', sys.argv[1]]\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        "loaded = [name for name in ('sympy', 'scipy', 'matplotlib', 'jinja2') if name in sys.modules]\n"
        "sys.exit(f'loaded: {loaded}' if loaded else 0)"
    )
    run = subprocess.run([sys.executable, "-c", code, source], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr


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
