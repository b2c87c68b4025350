"""``verify kernel``: the verdicts on what the user names, none lost to another's fault."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any

import typer

from verify.cli._options import AsJson, Decisions, Positions, Strict
from verify.cli.output import complain, emit_json, fault, internal_error, show, waiting
from verify.cli.profile import profiled
from verify.cli.sources import formula_document, load_source
from verify.encodings.loading import load_kernel
from verify.encodings.variants import ModelConfig
from verify.evidence import Answer, ComputationError, answer, worst_status
from verify.model.errors import InputError
from verify.model.kernels import Kernel
from verify.report import answer_report

__all__ = ["kernel_command"]

_Files = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="FILE|NAME|- ...",
        help="Kernel files, model configs, names of `verify list`, or - for stdin. A file beats a name.",
        show_default=False,
    ),
]
_Formula = Annotated[
    str | None, typer.Option(metavar="H", help="A kernel by its formula in x1.., y1.., dot(x, y) and labels.")
]
_Dimension = Annotated[int | None, typer.Option("--d", metavar="D", help="Content dimension for --formula.")]
_Labels = Annotated[
    str | None,
    typer.Option(metavar="JSON", help='Label law for --formula: {"kind": ...}, or a bare kind such as circle.'),
]
_Verbose = Annotated[
    bool,
    typer.Option("--verbose", "-v", help="Show all planes, exact energies, and what was read of a config."),
]
_Profile = Annotated[bool, typer.Option("--profile", help="Tell on standard error where the time went.")]


@dataclass(frozen=True)
class _Asked:
    """One input: how it is called, what was typed for it, and how it is loaded."""

    source: str
    command: str
    load: Callable[[], Kernel | ModelConfig]


@dataclass(frozen=True)
class _Settings:
    timeout: float | None
    strict: bool
    verbose: bool
    debug: bool


def kernel_command(
    context: typer.Context,
    files: _Files = None,
    *,
    formula: _Formula = None,
    d: _Dimension = None,
    labels: _Labels = None,
    positions: Positions = None,
    timeout: Decisions = None,
    as_json: AsJson = False,
    strict: Strict = False,
    verbose: _Verbose = False,
    profile: _Profile = False,
) -> None:
    """Decide whether the maximisers of kernels collapse.

    Exit status, the worst of all inputs: 0 both views decided; 3 a view unknown or not applicable; 2 bad
    input; 4 internal error.
    """
    if profile and timeout is not None:
        why = "A decision under a time limit runs in a process of its own."
        raise InputError("--profile", "not stand beside --timeout", "both", why)
    asked = _asked(files or [], formula, d, labels, positions)
    settings = _Settings(timeout, strict, verbose, bool(context.obj))
    with profiled(enabled=profile):
        status, listed = _decide_all(asked, settings, quiet=as_json)
    if as_json:
        emit_json(listed if len(asked) > 1 else listed[0])
    raise typer.Exit(status)


def _asked(
    files: Sequence[str], formula: str | None, d: int | None, labels: str | None, positions: int | None
) -> list[_Asked]:
    length = [] if positions is None else ["--positions", str(positions)]
    asked = [_Asked(file, shlex.join([file, *length]), partial(load_source, file, positions)) for file in files]
    if formula is not None:
        document = formula_document(formula, d, labels)
        command = shlex.join(["--formula", formula, "--d", str(d), "--labels", str(labels)])
        asked.append(_Asked("formula", command, partial(load_kernel, document)))
    elif d is not None or labels is not None:
        raise InputError("--d and --labels", "stand beside --formula", "no formula", "A file says both itself.")
    if not asked:
        remedy = "Name a kernel file, a model config, or a name of `verify list`."
        raise InputError("FILE", "be given", "nothing", remedy=remedy)
    return asked


def _decide_all(asked: Sequence[_Asked], settings: _Settings, *, quiet: bool) -> tuple[int, list[dict[str, Any]]]:
    """Decide each input, show it unless quiet, and return the worst status with the plain data of all."""
    status = 0
    listed: list[dict[str, Any]] = []
    for index, one in enumerate(asked):
        found, own = _decide(one, settings)
        status = worst_status(status, own)
        if isinstance(found, dict):
            listed.append({"schema": 1, "source": one.source, **found})
            continue
        listed.append(found.to_json(verbose=settings.verbose))
        if not quiet:
            gap = [""] if index < len(asked) - 1 else []
            show(answer_report(found, one.source, one.command, verbose=settings.verbose), *gap)
    return status, listed


def _decide(one: _Asked, settings: _Settings) -> tuple[Answer | dict[str, str], int]:
    """Return the answer, or a fault as plain data, with the exit status."""
    try:
        with waiting(f"deciding {one.source} ..."):
            found = answer(one.load(), seconds=settings.timeout)
    except InputError as error:
        text = str(error)
        message = text if text.startswith((one.source, "FILE", "standard input")) else f"{one.source}: {text}"
        complain(message)
        return fault(error, message), 2
    except ComputationError as error:
        internal_error(error, debug=settings.debug, trace=error.trace)
        return fault(f"internal error: {error}"), 4
    except Exception as error:  # noqa: BLE001 - an internal error of one input must not lose the answers to the others
        internal_error(error, debug=settings.debug)
        return fault(f"internal error: {type(error).__name__}: {error}"), 4
    return found, found.exit_status(strict=settings.strict)
