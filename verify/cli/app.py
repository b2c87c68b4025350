"""The group of all commands of ``verify``, and what becomes of an error in any of them."""

from __future__ import annotations

import sys
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from verify import __version__
from verify.cli._options import JSON_ASKED
from verify.cli.commands import COMMANDS, LazyCommands
from verify.model.errors import InputError

__all__ = ["app"]


class Commands(TyperGroup):
    """The group of all commands; it turns errors into one line and an exit status."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.commands: Any = LazyCommands()

    def list_commands(self, _ctx: Any) -> list[str]:
        """Return the names, which need no import."""
        return list(self.commands)

    def format_commands(self, _ctx: Any, formatter: Any) -> None:
        """Write what each command does, which needs none either."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, entry.summary) for name, entry in COMMANDS.items()])

    def invoke(self, ctx: Any) -> Any:
        """Run a command: bad input exits with 2, an internal error with 4, Ctrl-C with 130.

        Where JSON was asked for, the fault is an object on standard output beside its sentence on standard error.
        """
        debug, arguments = bool(ctx.params.get("debug")), list(ctx.args)
        try:
            return super().invoke(ctx)
        except (typer.Exit, typer.Abort):
            raise
        except InputError as error:
            from verify.cli.output import complain

            complain(error)
            _as_json(error, asked=ctx.meta.get(JSON_ASKED))
            raise typer.Exit(2) from None
        except KeyboardInterrupt:
            raise typer.Exit(130) from None
        except Exception as error:
            if hasattr(error, "format_message"):  # a usage error, which typer itself shows with exit status 2
                _as_json(error.format_message(), asked="--json" in arguments)
                raise
            from verify.cli.output import internal_error

            internal_error(error, debug=debug, trace=getattr(error, "trace", ""))
            _as_json(f"internal error: {type(error).__name__}: {error}", asked=ctx.meta.get(JSON_ASKED))
            raise typer.Exit(4) from None


def _as_json(error: object, *, asked: object) -> None:
    if asked:
        from verify.cli.output import emit_json, fault

        emit_json({"schema": 1, **fault(error)})


app = typer.Typer(
    cls=Commands,
    help="Decide, and prove, whether a positional kernel collapses the tokens of a mean-field transformer.",
    epilog="Begin with: verify kernel rope. `verify COMMAND --help` explains a command, with examples.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(value: bool) -> None:
    if value:
        sys.stdout.write(f"verify {__version__}\n")
        raise typer.Exit


@app.callback()
def _common(
    context: typer.Context,
    debug: Annotated[bool, typer.Option("--debug", help="Show the traceback of an internal error.")] = False,
    _show_version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    context.obj = debug
