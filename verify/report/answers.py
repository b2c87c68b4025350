"""An answer for reading: one verdict, or an overview of a model's layers and heads with their verdicts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from rich.console import Group, RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from verify.encodings.variants import ModelConfig
from verify.evidence import VIEWS, Answer, part_title
from verify.model.verdict import VariantVerdict
from verify.report.terminal import item, plain, plain_table, styled
from verify.report.verdicts import verdict_report

__all__ = ["answer_report"]

#: A model with more variants than this is shown by its overview and its first verdict, unless verbose.
_FEW = 3


def answer_report(answer: Answer, source: str, command: str = "", *, verbose: bool = False) -> RenderableType:
    """Return everything that is said of one input.

    Parameters
    ----------
    answer : Answer
        What was decided.
    source : str
        How the user calls the input.
    command : str
        What stands behind ``verify kernel`` for it: how its certificates are rechecked.
    verbose : bool
        Whether to show every plane, every variant, exact energies, and what was read of a config.
    """
    title = plain(source if answer.name in {"", source} else f"{source} ({answer.name})")
    head = Group(Text(title, style="bold"), Rule(characters="="))
    if answer.config is None:
        return Group(head, verdict_report(answer.parts[0].verdict, command, verbose=verbose))
    return Group(head, *_model(answer.config, answer.parts, command, verbose=verbose))


def _model(
    config: ModelConfig, parts: Sequence[VariantVerdict], command: str, *, verbose: bool
) -> Iterator[RenderableType]:
    shape = "" if config.positions is None else " x ".join(map(str, config.positions)) + " positions"
    yield Text(", ".join(filter(None, (f"model config, {plain(config.scheme)}", shape))))
    if verbose:
        yield from _reading(config)
    several = len(parts) > 1
    if several:
        yield from (Text(), _overview(parts, verbose=verbose))
    shown = parts if verbose or len(parts) <= _FEW else parts[:1]
    for part in shown:
        yield from (
            Text(),
            Text(plain(part_title(part)) if several else "all layers and heads", style="bold"),
        )
        yield verdict_report(part.verdict, command, verbose=verbose)
    if len(shown) < len(parts):
        yield from (Text(), Text(f"({len(parts) - len(shown)} more verdicts: --verbose)"))


def _reading(config: ModelConfig) -> Iterator[RenderableType]:
    table = plain_table("read", "value")
    for key, value in config.read:
        if key == "expect":
            continue
        table.add_row(Text(plain(key)), Text(plain(value)))
    yield table
    yield from (item(rule) for rule in config.rules)
    if config.ignored:
        yield item(f"nothing to do with positions: {', '.join(config.ignored)}")


def _overview(parts: Sequence[VariantVerdict], *, verbose: bool) -> Table:
    """Return a line for each variant; of many in a row with one answer, the first and the last unless verbose."""
    table = plain_table("layers", "heads", *VIEWS.values(), "status")
    for _, run in groupby(parts, key=_row_key):
        alike = list(run)
        for index, part in enumerate(alike):
            if verbose or len(alike) <= _FEW + 1 or index in {0, len(alike) - 1}:
                table.add_row(Text(plain(part.layers)), Text(plain(part.heads)), *_answers(part))
            elif index == 1:
                table.add_row("...", f"... ({len(alike) - 2} more)", *_answers(part))
    return table


def _row_key(part: VariantVerdict) -> tuple[str, ...]:
    return (part.layers, *(cell.plain for cell in _answers(part)))


def _answers(part: VariantVerdict) -> list[Text]:
    views = [getattr(part.verdict, field) for field in VIEWS]
    statuses = " / ".join(dict.fromkeys(str(view.status) for view in views))
    return [*(styled(view.collapse) for view in views), styled(statuses)]
