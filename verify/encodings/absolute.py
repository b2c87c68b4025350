"""Absolute encodings h = f(<x + p(i), y + p(j)>): sinusoids by formula, learned tables given or drawn."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from verify.encodings.build import build_kernel, build_table_kernel, usa_profile
from verify.encodings.head import MOST_DIMENSIONS, need_positions, read_beta, read_length, read_positions
from verify.encodings.keys import ALIASES
from verify.encodings.reading import Fields
from verify.encodings.tables import draw_table, read_learned_table
from verify.encodings.variants import Variant
from verify.model.errors import InputError

__all__ = [
    "ABSOLUTE_KEYS",
    "learned_variant",
    "sinusoid_formulas",
    "sinusoid_frequencies",
    "sinusoidal_variant",
]

ABSOLUTE_KEYS = frozenset(
    {
        "position_embedding_type", "position_embedding_table", "sinusoidal_pos_embds",
        "initializer_range", "base", "type_vocab_size", "scale_embedding",
    }
)  # fmt: skip

LARGEST_TABLE = 2**22
_SCOPE = (
    "The causal mask, if any, is left out: every pair of positions interacts.",
    (
        "The encoding is added to a content on the unit sphere, and queries and keys see the sum alike: "
        "projections, token norms and later layers are not in the configuration."
    ),
)


def sinusoid_frequencies(d: int, base: float = 10000.0) -> NDArray[np.float64]:
    """Return base^(-2k/d), k = 0 .. d/2 - 1, float64."""
    if d < 2 or d % 2:
        raise InputError("hidden_size", "be even for sinusoids", d, "Sine and cosine come in pairs.")
    return np.asarray(1.0 / base ** (np.arange(0, d, 2, dtype=np.float64) / d))


def sinusoid_formulas(d: int, base: float = 10000.0) -> list[str]:
    """Return p(i) as formulas: coordinate 2k is sin(i base^(-2k/d)), coordinate 2k + 1 its cosine.

    Examples
    --------
    >>> sinusoid_formulas(4)
    ['sin(i)', 'cos(i)', 'sin(i*10000**(-1/2))', 'cos(i*10000**(-1/2))']
    """
    if d < 2 or d % 2:
        raise InputError("hidden_size", "be even for sinusoids", d, "Sine and cosine come in pairs.")
    number = Fraction(base)
    text = str(number) if number.denominator == 1 else f"({number})"
    formulas = []
    for k in range(d // 2):
        phase = "i" if k == 0 else f"i*{text}**({-Fraction(2 * k, d)})"
        formulas += [f"sin({phase})", f"cos({phase})"]
    return formulas


def sinusoidal_variant(fields: Fields, name: str, override: int | None) -> Variant:
    """Return the additive kernel of the sinusoids, with exact frequencies."""
    d, positions = _width(fields), need_positions(read_positions(fields, override))
    _one_line(positions.shape)
    base = fields.number("base", least=1, most=1e30) or 10000.0
    kernel = build_kernel(
        "additive",
        d=d,
        profile=usa_profile(read_beta(fields)),
        shape=positions.shape,
        name=name,
        p=sinusoid_formulas(d, base),
    )
    order = "Sines and cosines alternate; some models store all sines first, an orthogonal change of basis."
    return Variant("all", "all", kernel=kernel, scope=(*_SCOPE, order))


def learned_variant(fields: Fields, name: str, override: int | None, base: Path | None) -> Variant:
    """Return the additive kernel of ``position_embedding_table``, or of a table drawn by ``seed``."""
    d, positions = _width(fields), need_positions(read_positions(fields, override))
    _one_line(positions.shape)
    n, declared = positions.shape[0], read_length(fields)
    if declared is not None and n > declared:
        raise InputError(
            "positions", f"be at most {declared}", n, "A learned table has no row beyond the declared length."
        )
    if n * d > LARGEST_TABLE:
        raise InputError(
            "positions",
            f"give a table of at most {LARGEST_TABLE} numbers",
            f"{n} x {d}",
            "A learned table has no structure to use.",
            f'Add "positions": {LARGEST_TABLE // d} or fewer.',
        )
    table = read_learned_table(fields, "position_embedding_table", (n, d), base)
    if table is None:
        deviation = fields.number("initializer_range", above=0) or 0.02
        table = draw_table(fields, (n, d), deviation, "its table of positions")
    profile = usa_profile(read_beta(fields))
    kernel = build_table_kernel(table.rows, profile=profile, shape=positions.shape, name=name)
    return Variant("all", "all", kernel=kernel, scope=(*_SCOPE, *table.scope))


def _width(fields: Fields) -> int:
    key = fields.first(ALIASES["hidden"])
    d = None if key is None else fields.integer(key, least=2, most=MOST_DIMENSIONS)
    fields.first(ALIASES["heads"])
    fields.first(ALIASES["head_dim"])
    if d is None:
        raise InputError(
            "hidden_size", "be given", "nothing", "An absolute encoding is added in the whole hidden space."
        )
    return d


def _one_line(shape: tuple[int, ...]) -> None:
    if len(shape) > 1:
        raise InputError("positions", "be one number for an absolute encoding", list(shape))
