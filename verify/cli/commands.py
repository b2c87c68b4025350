"""The commands by name: the module of each is imported when the command is asked for, and not before.

``verify --version``, ``verify --help`` and a mistyped command then answer before SymPy and NumPy are loaded.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import typer
import typer.main

__all__ = ["COMMANDS", "Entry", "LazyCommands"]


@dataclass(frozen=True)
class Entry:
    """A command: its module in ``verify.cli``, the first line of its help, and lines to copy."""

    module: str
    summary: str
    examples: tuple[str, ...]

    @property
    def epilog(self) -> str:
        """The examples as click prints them: its mark keeps their lines apart."""
        return "\n".join(("\b", "Examples:", *(f"  {line}" for line in self.examples)))


#: The function of the command NAME is NAME_command.
COMMANDS = {
    "kernel": Entry(
        "kernel",
        "Decide whether the maximisers of kernels collapse.",
        (
            "verify kernel rope",
            "verify kernel config.json --positions 4096 --verbose",
            "verify kernel rope alibi my.kernel.json --json > verdicts.json",
            "verify kernel --formula 'cos(xi-zeta)*exp(dot(x,y))' --d 2 --labels circle",
        ),
    ),
    "recheck": Entry(
        "recheck",
        "Check a certificate with the independent checker of its method; no solver takes part.",
        (
            "verify kernel rope --json > verdict.json",
            "verify recheck verdict.json",
            "verify recheck verdict.json --kernel rope",
            "verify recheck verdict.json --coq",
        ),
    ),
    "run": Entry(
        "run",
        "Run every theorem and every shipped example, recheck every certificate, and compare with what is expected.",
        (
            "verify run",
            "verify run --fresh --strict --junit results.xml",
            "verify run --examples DIR --json -",
        ),
    ),
    "derive": Entry(
        "derive",
        "Show a theorem: statement, hypotheses, and its derivation with the rung that each step stands on.",
        (
            "verify derive T0",
            "verify derive T0 --format html --out t0.html",
        ),
    ),
    "simulate": Entry(
        "simulate",
        "Follow the flow of a kernel from a uniform start, and compare its end with what is proved.",
        (
            "verify simulate rope --n 128 --picture rope.png",
            "verify simulate distance --tau inf --json",
            "verify simulate usa --d 2 --beta 9 --unit peak --tau 1e6 --npz flow.npz",
        ),
    ),
    "maximise": Entry(
        "maximise",
        "Search for maximisers of a kernel's energy, and bound the energy from above by proof.",
        (
            "verify maximise cos-toeplitz --figure maximiser.png",
            "verify maximise my.kernel.json --starts 32 --seed 1 --json",
            "verify maximise cos-toeplitz --betas 1,2,4,8 --views graph --figure energies.png",
        ),
    ),
    "diff": Entry(
        "diff",
        "Show where two kernels' verdicts differ: views, hypotheses, energies, spreads.",
        (
            "verify diff rope partial-rope",
            "verify diff llama-3-8b llama-3.1-8b --positions 8192",
        ),
    ),
    "list": Entry(
        "listing",
        "List the named kernels and model configs, and the theorems.",
        ("verify list", "verify list --json"),
    ),
    "new": Entry(
        "starters",
        "Print a commented starter file, in TOML: verify new factor > my.kernel.toml.",
        (
            "verify new factor > my.kernel.toml",
            "verify kernel my.kernel.toml",
        ),
    ),
    "schema": Entry(
        "schema",
        "Print a JSON Schema (draft 2020-12).",
        ("verify schema kernel", "verify schema verdict > verdict.schema.json"),
    ),
    "doctor": Entry(
        "doctor",
        "Show versions, solvers and optional parts.",
        ("verify doctor", "verify doctor --json"),
    ),
}


class LazyCommands(Mapping[str, Any]):
    """The commands as typer knows them, each made on first use."""

    def __init__(self) -> None:
        self._made: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        """Return a command; its module holds the function ``NAME_command``."""
        if name not in self._made:
            entry = COMMANDS[name]
            function = getattr(import_module(f"verify.cli.{entry.module}"), f"{name}_command")
            single = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
            single.command(name, epilog=entry.epilog)(function)
            self._made[name] = typer.main.get_command(single)
        return self._made[name]

    def __iter__(self) -> Iterator[str]:
        return iter(COMMANDS)

    def __len__(self) -> int:
        return len(COMMANDS)
