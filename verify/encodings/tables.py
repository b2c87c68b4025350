"""Learned tables: given in the configuration, read from a file, or drawn by a seed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from verify.encodings.reading import Fields
from verify.model.documents import read_table
from verify.model.errors import InputError
from verify.model.numbers import Number, number_text, parse_number

__all__ = ["SYMMETRIC_PART", "LearnedTable", "column", "draw_table", "mean_exponential", "read_learned_table"]

GRID = 2**12

#: Scope of a verdict on a symmetrised table.
SYMMETRIC_PART = "The verdict speaks of the symmetric part of e^b; the flow is not its gradient flow."


@dataclass(frozen=True)
class LearnedTable:
    """A learned table with exact entries.

    Attributes
    ----------
    rows : tuple of tuple of Number
        Row-major entries.
    drawn : bool
        Whether a seed stood in for the learned values.
    scope : tuple of str
        The sentence that says so.
    """

    rows: tuple[tuple[Number, ...], ...]
    drawn: bool = False
    scope: tuple[str, ...] = ()


def read_learned_table(
    fields: Fields, key: str, shape: tuple[int, int | None], base: Path | None
) -> LearnedTable | None:
    """Read a table given as rows or as ``{"file": "bias.npz", "array": "..."}``; None where absent.

    Parameters
    ----------
    fields : Fields
        The configuration.
    key : str
        The table's key.
    shape : (int, int or None)
        Rows and columns; None: any number. A flat list is one column.
    base : Path or None
        Folder that file names are relative to.

    Raises
    ------
    InputError
        Not a table of that shape, or an entry that is no finite number.
    """
    value = fields.raw(key)
    if value is None:
        return None
    where = fields.where(key)
    if isinstance(value, dict):
        if not {"file"} <= set(value) <= {"file", "array"} or not isinstance(value["file"], str):
            raise InputError(where, 'be a table or {"file": "...", "array": "..."}', value)
        value = read_table((base or Path()) / value["file"], value.get("array"))
    if not isinstance(value, list | tuple) or not value:
        raise InputError(where, "be a table (a list of rows)", value)
    rows = [row if isinstance(row, list | tuple) else [row] for row in value]
    if len(rows) != shape[0]:
        raise InputError(where, f"have {shape[0]} rows", f"{len(rows)} rows")
    width = len(rows[0]) if shape[1] is None else shape[1]
    for index, row in enumerate(rows):
        if len(row) != width:
            raise InputError(f"{where}[{index}]", f"have {width} entries", f"{len(row)} entries")
    return LearnedTable(
        tuple(tuple(parse_number(x, f"{where}[{i}][{j}]") for j, x in enumerate(r)) for i, r in enumerate(rows))
    )


def draw_table(fields: Fields, shape: tuple[int, int], deviation: float, what: str) -> LearnedTable:
    """Return normal deviates, rounded to multiples of 2^-12, from the configuration's ``seed`` (default 0).

    Parameters
    ----------
    fields : Fields
        The configuration.
    shape : (int, int)
        Rows and columns.
    deviation : float
        Standard deviation, as the library initialises the table.
    what : str
        The table's name for the scope sentence.
    """
    seed = fields.integer("seed", least=0) or 0
    rng = np.random.default_rng(seed)
    lattice = np.rint(rng.normal(0.0, deviation, shape) * GRID).astype(int)
    exact: dict[int, Fraction] = {int(v): Fraction(int(v), GRID) for v in np.unique(lattice)}
    rows = tuple(tuple(exact[v] for v in row) for row in lattice.tolist())
    scope = (
        f"The configuration does not contain {what}: numbers were drawn by seed {seed} from N(0, "
        f"{deviation:.3g}^2) and rounded to multiples of 1/4096, so the verdict is not one on the trained model."
    )
    return LearnedTable(rows, drawn=True, scope=(scope,))


def mean_exponential(biases: Sequence[Number]) -> str:
    """Return the formula of the mean of e^b over the biases: an entry of the symmetric part of e^b.

    Examples
    --------
    >>> mean_exponential([Fraction(1, 2), Fraction(-1)])
    '(exp(1/2) + exp(-1))/2'
    >>> mean_exponential([Fraction(1), Fraction(1)])
    'exp(1)'
    """
    texts = [f"exp({number_text(b)})" for b in biases]
    if len(set(texts)) == 1:
        return texts[0]
    return f"({' + '.join(texts)})/{len(texts)}"


def column(table: LearnedTable, index: int) -> list[Any]:
    """Return one column (one head) of a table."""
    return [row[index] for row in table.rows]
