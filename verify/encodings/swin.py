"""Swin's two-dimensional bias tables: version 1 the table, version 2 16 sigmoid(table) on log lags."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from verify.encodings.build import build_kernel, usa_profile
from verify.encodings.head import MOST_DIMENSIONS, MOST_HEADS, read_beta
from verify.encodings.reading import Fields, check_integer
from verify.encodings.tables import SYMMETRIC_PART, LearnedTable, column, draw_table, read_learned_table
from verify.encodings.variants import NotApplicable, Variant
from verify.model.errors import InputError
from verify.model.numbers import Number, number_text

__all__ = ["SWIN_KEYS", "log_spaced_lags", "swin_variants", "table_index"]

SWIN_KEYS = frozenset(
    {"window_size", "relative_position_bias_table", "pretrained_window_sizes", "embed_dim", "depths", "stage"}
)

MOST_SIDE = 32


def table_index(dy: int, dx: int, height: int, width: int) -> int:
    """Return the row of the table for lag (dy, dx): (dy + H - 1)(2W - 1) + dx + W - 1.

    Examples
    --------
    >>> table_index(0, 0, 7, 7), table_index(1, 0, 7, 7), table_index(0, 1, 7, 7)
    (84, 97, 85)
    """
    return (dy + height - 1) * (2 * width - 1) + dx + width - 1


def log_spaced_lags(window: int, pretrained: int = 0) -> NDArray[np.float64]:
    """Return version 2's coordinates of lags below W: sign(s) log2(|s| + 1)/log2(8), s = 8 lag/(P - 1).

    Parameters
    ----------
    window : int
        W, at least 2.
    pretrained : int
        P, the window of the first training; 0: the same.

    Examples
    --------
    >>> log_spaced_lags(2).round(6).tolist()
    [-1.056642, 0.0, 1.056642]
    """
    if window < 2:
        raise InputError("window_size", "be at least 2 for log-spaced lags", window)
    lags = np.arange(-(window - 1), window, dtype=np.float64)
    scaled = 8.0 * lags / ((pretrained or window) - 1)
    return np.asarray(np.sign(scaled) * np.log2(np.abs(scaled) + 1.0) / np.log2(8.0))


def swin_variants(fields: Fields, name: str, base: Path | None, *, version: int) -> list[Variant]:
    """Return one variant per head of a given table, or per stage where the tables are drawn by ``seed``.

    Parameters
    ----------
    fields : Fields
        ``window_size`` W or [H, W], ``embed_dim``, ``num_heads`` per stage;
        ``relative_position_bias_table`` is one stage's table, (2H-1)(2W-1) rows and one column per head
        (``stage`` says which, from 1). Version 2: before the sigmoid.
    name : str
        The model's name.
    base : Path or None
        Folder of files named in the configuration.
    version : int
        1 or 2.
    """
    height, width = _window(fields)
    heads = (
        fields.integers("num_heads", least=1, most=MOST_HEADS)
        if isinstance(fields.data.get("num_heads"), list)
        else None
    )
    if heads is None:
        heads = [fields.integer("num_heads", most=MOST_HEADS) or 1]
    embed = fields.integer("embed_dim", most=MOST_DIMENSIONS)
    fields.integers("depths", least=1)
    fields.raw("pretrained_window_sizes")
    if fields.flag("use_absolute_embeddings"):
        raise InputError(
            "use_absolute_embeddings",
            "be false",
            True,
            "A table added to the content beside the bias is no factor kernel.",
        )
    stage = fields.integer("stage") or 1
    if stage > len(heads):
        raise InputError("stage", f"be at most {len(heads)}", stage)
    rows = (2 * height - 1) * (2 * width - 1)
    table = read_learned_table(fields, "relative_position_bias_table", (rows, None), base)
    stages = [stage] if table is not None else list(range(1, len(heads) + 1))
    explicit = fields.integer("head_dim", least=2, most=MOST_DIMENSIONS)
    variants: list[Variant] = []
    for index in stages:
        count = heads[index - 1]
        if explicit is None and embed is None:
            raise InputError(
                "embed_dim",
                "be given",
                "nothing",
                "The head dimension of stage s is embed_dim 2^(s-1) / num_heads[s].",
            )
        d = explicit if explicit is not None else (embed or 0) * 2 ** (index - 1) // count
        source = (
            table
            if table is not None
            else draw_table(fields, (rows, count), 0.02 if version == 1 else 1.0, "its bias tables")
        )
        if len(source.rows[0]) not in (1, count):
            raise InputError(
                "relative_position_bias_table",
                f"have one column, or one per head ({count})",
                len(source.rows[0]),
            )
        stage_of = _Stage(f"{name} stage {index}", f"stage {index}", (height, width), d, version)
        variants += _stage(fields, stage_of, source)
    return variants


def _window(fields: Fields) -> tuple[int, int]:
    window = fields.raw("window_size")
    fields.require("window_size", window, "It is the grid of positions.", 'Swin-T has "window_size": 7.')
    sides = window if isinstance(window, list) else [window, window]
    if len(sides) != 2:
        raise InputError("window_size", "be an integer or [H, W]", window)
    height, width = (check_integer(side, "window_size", most=MOST_SIDE) for side in sides)
    return height, width


@dataclass(frozen=True)
class _Stage:
    """One stage: its names, grid of positions, head dimension, and the version of its bias."""

    name: str
    layers: str
    grid: tuple[int, int]
    d: int
    version: int


def _stage(fields: Fields, stage: _Stage, table: LearnedTable) -> list[Variant]:
    beta, symmetrize = read_beta(fields), bool(fields.flag("symmetrize"))
    columns = len(table.rows[0])
    variants = []
    for head in range(1 if table.drawn else columns):
        rows = lag_rows(column(table, head), *stage.grid)
        odd = _first_odd_lag(rows)
        heads = _head_names(head, columns, drawn=table.drawn)
        if odd is not None and not symmetrize:
            variants.append(Variant(stage.layers, heads, not_applicable=_asymmetric(odd)))
            continue
        biases = [[_bias(x, stage.version) for x in line] for line in rows]
        kernel = build_kernel(
            "factor",
            d=stage.d,
            profile=usa_profile(beta),
            shape=stage.grid,
            name=f"{stage.name} head {head}",
            symmetrised=odd is not None,
            bias={"toeplitz": biases} if odd is None else None,
            k=None if odd is None else {"toeplitz": _symmetric_part(biases)},
        )
        scope = (*_scope(stage.version), *table.scope, *(() if odd is None else (SYMMETRIC_PART,)))
        variants.append(Variant(stage.layers, heads, kernel=kernel, scope=scope))
    return variants


def lag_rows(values: list[Number], height: int, width: int) -> list[list[Number]]:
    """Return one head's biases by lag: row dy + H - 1, column dx + W - 1."""
    return [
        [values[table_index(dy, dx, height, width)] for dx in range(-width + 1, width)]
        for dy in range(-height + 1, height)
    ]


def _first_odd_lag(rows: list[list[Number]]) -> tuple[int, int] | None:
    """Return the first lag whose bias differs from that of its opposite."""
    height, width = (len(rows) + 1) // 2, (len(rows[0]) + 1) // 2
    for y, line in enumerate(rows):
        for x, value in enumerate(line):
            if value != rows[-1 - y][-1 - x]:
                return y - height + 1, x - width + 1
    return None


def _symmetric_part(biases: list[list[str]]) -> list[list[str]]:
    """Return (e^b(s) + e^b(-s))/2 by lag, the same text at opposite lags."""
    opposite = [line[::-1] for line in biases[::-1]]
    return [[_mean(a, b) for a, b in zip(*pair, strict=True)] for pair in zip(biases, opposite, strict=True)]


def _head_names(head: int, columns: int, *, drawn: bool) -> str:
    if columns == 1:
        return "all"
    return f"all {columns} (drawn alike; head 0 shown)" if drawn else str(head)


def _bias(value: Number, version: int) -> str:
    text = number_text(value)
    return text if version == 1 else f"16/(1 + exp(-({text})))"


def _mean(a: str, b: str) -> str:
    first, second = sorted((a, b))
    return f"exp({first})" if first == second else f"(exp({first}) + exp({second}))/2"


def _scope(version: int) -> tuple[str, ...]:
    window = "The kernel is that of one window; shifted windows mask some pairs besides."
    if version == 1:
        return (
            window,
            "The bias is a factor e^b of the interaction; beta stands for the softmax scale times |q||k|.",
        )
    return (
        window,
        (
            "The bias 16 sigmoid(table) is a factor e^b of the interaction; version 2 normalises q and k, so "
            "beta is the learned logit scale."
        ),
    )


def _asymmetric(lag: tuple[int, int]) -> NotApplicable:
    return NotApplicable(
        f"The table is not symmetric: the entries of lag {lag} and its opposite differ, and the flow of an "
        "asymmetric kernel is no gradient flow.",
        'Give a table that is equal at opposite lags, or add "symmetrize": true for the energy of the '
        "symmetric part, whose factor is positive.",
    )
