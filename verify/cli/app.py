"""The commands of ``verify`` and what becomes of an error in any of them."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from verify import __version__
from verify.cli.diff import diff_command
from verify.cli.doctor import doctor_command
from verify.cli.kernel import kernel_command
from verify.cli.listing import list_command
from verify.cli.output import complain, internal_error, write
from verify.cli.recheck import recheck_command
from verify.cli.run import run_command
from verify.cli.schema import schema_command
from verify.cli.starters import new_command
from verify.evidence import ComputationError
from verify.model.errors import InputError

__all__ = ["app"]


class Commands(TyperGroup):
    """The group of all commands; it turns errors into one line and an exit status."""

    def invoke(self, ctx: Any) -> Any:
        """Run a command: bad input exits with 2, an internal error with 4, Ctrl-C with 130."""
        debug = bool(ctx.params.get("debug"))
        try:
            return super().invoke(ctx)
        except (typer.Exit, typer.Abort):
            raise
        except InputError as error:
            complain(error)
            raise typer.Exit(2) from None
        except KeyboardInterrupt:
            raise typer.Exit(130) from None
        except Exception as error:
            if hasattr(error, "format_message"):  # a usage error, which typer itself shows with exit status 2
                raise
            internal_error(error, debug=debug, trace=error.trace if isinstance(error, ComputationError) else "")
            raise typer.Exit(4) from None


app = typer.Typer(
    cls=Commands,
    help="Decide, and prove, whether a positional kernel collapses the tokens of a mean-field transformer.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(value: bool) -> None:
    if value:
        write(f"verify {__version__}\n")
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


app.command("kernel")(kernel_command)
app.command("recheck")(recheck_command)
app.command("run")(run_command)
app.command("diff")(diff_command)
app.command("list")(list_command)
app.command("new")(new_command)
app.command("schema")(schema_command)
app.command("doctor")(doctor_command)
