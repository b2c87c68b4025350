"""The head that an encoding acts on: its dimension, the number of heads, the positions, and beta."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from verify.encodings.keys import ALIASES
from verify.encodings.reading import Fields, check_integer
from verify.model.errors import InputError
from verify.model.numbers import Number, parse_number

__all__ = [
    "BETA",
    "MOST_DIMENSIONS",
    "MOST_HEADS",
    "Positions",
    "read_beta",
    "read_head_count",
    "read_head_dim",
    "read_length",
    "read_positions",
]

#: Scope: what beta is in a model.
BETA = "Beta stands for the softmax scale times |q||k|, which the configuration does not contain."

MOST_HEADS = 2**12
MOST_DIMENSIONS = 2**20


@dataclass(frozen=True)
class Positions:
    """The position set of a verdict.

    Attributes
    ----------
    shape : tuple of int
        ``(n,)`` for positions 0 .. n - 1, or the sides of a grid.
    source : str
        Where the size came from.
    """

    shape: tuple[int, ...]
    source: str

    @property
    def length(self) -> int:
        """The running length: the largest coordinate plus one."""
        return max(self.shape)


def read_length(fields: Fields) -> int | None:
    """Return the declared length, ``max_position_embeddings`` or an alias; None where there is none."""
    present = [key for key in ALIASES["length"] if fields.has(key)]
    lengths = [fields.integer(key) for key in present]
    if len(set(lengths)) > 1:
        fields.record.note(f"{present[0]} is the declared length; {', '.join(present[1:])} is not used")
    return lengths[0] if lengths else None


def read_positions(fields: Fields, override: int | None = None) -> Positions | None:
    """Return the positions asked for, else the declared length, else None.

    Parameters
    ----------
    fields : Fields
        The configuration; its key ``positions`` is an integer or ``{"shape": [t, h, w]}``.
    override : int, optional
        The caller's own number of positions.
    """
    given, declared = fields.raw("positions"), read_length(fields)
    if override is not None:
        return Positions((check_integer(override, "positions"),), "as asked")
    if isinstance(given, dict):
        shape = given.get("shape")
        if set(given) - {"shape", "kind"} or not isinstance(shape, list) or not shape or len(shape) > 3:
            raise InputError(
                "positions",
                'be an integer or {"shape": [...]} with one to three sides',
                given,
                remedy='For example {"shape": [1, 24, 24]}.',
            )
        return Positions(tuple(check_integer(s, f"positions.shape[{i}]") for i, s in enumerate(shape)), "positions")
    if given is not None:
        return Positions((check_integer(given, "positions"),), "positions")
    return None if declared is None else Positions((declared,), "the declared length")


def need_positions(positions: Positions | None) -> Positions:
    """Return the positions, or ask for them."""
    if positions is None:
        raise InputError(
            "positions",
            "be given",
            "nothing",
            "The configuration declares no max_position_embeddings, and a verdict speaks of a definite set "
            "of positions.",
            'Add "positions": 2048 (or the length you have in mind).',
        )
    return positions


def read_head_count(fields: Fields) -> int | None:
    """Return the number of heads, None where it is not given."""
    key = fields.first(ALIASES["heads"])
    return None if key is None else fields.integer(key, most=MOST_HEADS)


def read_head_dim(fields: Fields) -> int:
    """Return the head dimension: explicit where given, else hidden_size // num_attention_heads.

    Raises
    ------
    InputError
        Neither is given, or the dimension is below 2.
    """
    key = fields.first(ALIASES["head_dim"])
    hidden_key = fields.first(ALIASES["hidden"])
    hidden = None if hidden_key is None else fields.integer(hidden_key, most=MOST_DIMENSIONS)
    heads = read_head_count(fields)
    if key is not None:
        dim = fields.integer(key, least=2, most=MOST_DIMENSIONS)
        if dim is None:
            raise InputError(key, "be an integer", None)
        if hidden is not None and heads is not None and hidden // heads != dim:
            fields.record.note(f"{key} = {dim} wins over {hidden_key} // heads = {hidden // heads}")
        return dim
    if hidden is None or heads is None:
        raise InputError(
            "head_dim",
            "be given, or follow from hidden_size and num_attention_heads",
            "neither",
            "It is the dimension of the content sphere.",
            'Add "head_dim": 128, for example.',
        )
    dim = hidden // heads
    if dim < 2:
        raise InputError("head_dim", "be at least 2", f"{hidden} // {heads} = {dim}", "The content sphere is S^(d-1).")
    if hidden % heads:
        fields.record.note(f"head_dim = {dim} is {hidden_key} / heads = {hidden} / {heads}, rounded down")
    return dim


def read_beta(fields: Fields) -> Number:
    """Return the inverse temperature beta, 1 where it is not given: a nonzero number or an exact string."""
    value = fields.raw("beta")
    if value is None:
        return Fraction(1)
    beta = parse_number(value, "beta")
    if beta == 0:
        raise InputError("beta", "be nonzero", value, "The profile is e^{beta t}/beta.")
    return beta
