"""``verify doctor``: what is installed, in which version, and what is missing."""

from __future__ import annotations

import platform
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version

import typer
from rich.text import Text

from verify import __version__
from verify.certificates.coq.libraries import INTERVAL, coq_where
from verify.cli._options import AsJson
from verify.cli.output import emit_json, show
from verify.evidence import examples_folder, list_examples
from verify.report import plain, plain_table

__all__ = ["Part", "doctor_command", "parts"]

_REQUIRED = (
    "sympy", "numpy", "scipy", "python-flint", "cvxpy", "typer", "rich", "jsonschema", "jinja2", "matplotlib",
)  # fmt: skip
_OPTIONAL = ("hypothesis", "pytest")
#: Solver as cvxpy calls it -> distribution that holds it. The first is needed, the others are alternatives.
_SOLVERS = {"CLARABEL": "clarabel", "SCS": "scs", "OSQP": "osqp", "HIGHS": "highspy"}
_TOOLS = (("coqc", "--version", "for proofs checked by Coq's kernel"),)


@dataclass(frozen=True)
class Part:
    """One part of the installation: its version, or None where it is missing."""

    name: str
    found: str | None
    required: bool
    note: str = ""


def parts() -> list[Part]:
    """Return every part of the installation."""
    folder = examples_folder()
    count = len(list_examples())
    return [
        Part("verify", __version__, required=True),
        Part("python", platform.python_version(), required=True, note=sys.executable),
        *(Part(name, _version(name), required=True) for name in _REQUIRED),
        *_solvers(),
        *(Part(name, _version(name), required=False, note="for verify.testing") for name in _OPTIONAL),
        *(Part(name, _tool(name, option), required=False, note=why) for name, option, why in _TOOLS),
        _coq_package(),
        Part("examples", f"{count} files" if count else None, required=True, note=str(folder or "no folder")),
    ]


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def _solvers() -> list[Part]:
    try:
        import cvxpy
    except ImportError:
        return []
    installed: set[str] = set(cvxpy.installed_solvers())  # type: ignore[no-untyped-call]
    return [
        Part(
            f"solver {name}",
            (_version(package) or "present") if name in installed else None,
            required=name == "CLARABEL",
            note="of cvxpy",
        )
        for name, package in _SOLVERS.items()
    ]


def _tool(name: str, option: str) -> str | None:
    path = shutil.which(name)
    if path is None:
        return None
    try:
        run = subprocess.run([path, option], capture_output=True, text=True, timeout=10, check=False)  # noqa: S603 - a fixed tool, asked for its version
    except (OSError, subprocess.TimeoutExpired):
        return None
    number = re.search(r"\d+(\.\d+)+", run.stdout)
    return number[0] if number else "present"


def _coq_package() -> Part:
    """Return the package of Coq that the numbers of T6 need; it has no version of its own to ask for."""
    name = f"Coq {INTERVAL.needs}"
    if not INTERVAL.missing():
        return Part(name, "present", required=False, note="for inequalities checked by Coq")
    install = INTERVAL.install if coq_where() else "needs coqc"
    return Part(name, None, required=False, note=install)


def doctor_command(*, as_json: AsJson = False) -> None:
    """Show versions, solvers and optional parts.

    Exit status: 0 every required part is there; 1 one is missing.
    """
    found = parts()
    missing = [part.name for part in found if part.required and part.found is None]
    if as_json:
        listed = [vars(part) for part in found]
        emit_json({"schema": 1, "ok": not missing, "missing": missing, "parts": listed})
    else:
        table = plain_table("part", "version", "")
        for part in found:
            absent = Text("MISSING", style="red") if part.required else Text("not installed", style="dim")
            shown = absent if part.found is None else Text(plain(part.found))
            table.add_row(part.name, shown, Text(plain(part.note)))
        show(table, "", f"Missing: {', '.join(missing)}." if missing else "Every required part is there.")
    raise typer.Exit(1 if missing else 0)
