"""T5's bucketed bias as a factor kernel, where its table is symmetric; asymmetric ones have no energy."""

from __future__ import annotations

from pathlib import Path

from verify.encodings.build import build_kernel, usa_profile
from verify.encodings.head import need_positions, read_beta, read_head_count, read_head_dim, read_positions
from verify.encodings.reading import Fields
from verify.encodings.t5_buckets import t5_buckets
from verify.encodings.tables import (
    SYMMETRIC_PART,
    LearnedTable,
    column,
    draw_table,
    mean_exponential,
    read_learned_table,
)
from verify.encodings.variants import NotApplicable, Variant
from verify.model.errors import InputError
from verify.model.numbers import Number, number_text

__all__ = ["T5_KEYS", "t5_variants"]

T5_KEYS = frozenset(
    {
        "relative_attention_num_buckets", "relative_attention_max_distance", "relative_attention_bias",
        "decoder_relative_attention_bias", "is_encoder_decoder", "is_decoder",
    }
)  # fmt: skip

MOST_LAGS = 2**18

_SCOPE = (
    "The bias is a factor e^b of the interaction; cross-attention has none.",
    "T5 does not divide its logits by sqrt(d): beta stands for |q||k|.",
)


def t5_variants(fields: Fields, name: str, positions: int | None, base: Path | None) -> list[Variant]:
    """Return one variant per stack and head with a table of its own.

    Parameters
    ----------
    fields : Fields
        The configuration. ``relative_attention_bias`` is the encoder's table (buckets x heads, or one
        column for all heads), ``decoder_relative_attention_bias`` the decoder's; without either, both are
        drawn by ``seed``.
    name : str
        The model's name.
    positions : int or None
        The caller's number of positions.
    base : Path or None
        Folder of files named in the configuration.
    """
    buckets = fields.integer("relative_attention_num_buckets", least=2, most=1024) or 32
    distance = fields.integer("relative_attention_max_distance", most=10**6) or 128
    heads = read_head_count(fields) or 1
    for key in ("is_encoder_decoder", "is_decoder"):
        fields.flag(key)
    given = {
        "encoder": read_learned_table(fields, "relative_attention_bias", (buckets, None), base),
        "decoder": read_learned_table(fields, "decoder_relative_attention_bias", (buckets, None), base),
    }
    if not any(given.values()):
        hidden = fields.integer("d_model") or fields.integer("hidden_size") or 512
        drawn = draw_table(fields, (buckets, 2 * heads), hidden**-0.5, "its bias tables")
        given["encoder"] = LearnedTable(tuple(row[:heads] for row in drawn.rows), drawn=True, scope=drawn.scope)
        given["decoder"] = LearnedTable(tuple(row[heads:] for row in drawn.rows), drawn=True, scope=drawn.scope)
    variants: list[Variant] = []
    for stack, table in given.items():
        if table is not None:
            if len(table.rows[0]) not in (1, heads):
                raise InputError(
                    "relative_attention_bias",
                    f"have one column, or one per head ({heads})",
                    len(table.rows[0]),
                )
            variants += _stack(fields, f"{name} {stack}", table, (buckets, distance), positions)
    return variants


def _stack(
    fields: Fields, name: str, table: LearnedTable, shape: tuple[int, int], override: int | None
) -> list[Variant]:
    stack = name.rpartition(" ")[2]
    d, beta = read_head_dim(fields), read_beta(fields)
    symmetrize = bool(fields.flag("symmetrize"))
    positions = read_positions(fields, override)
    if positions is not None and len(positions.shape) > 1:
        raise InputError("positions", "be one number for a bucketed bias", list(positions.shape))
    if positions is not None and positions.length > MOST_LAGS:
        raise InputError(
            "positions", f"be at most {MOST_LAGS} for a table of lags", positions.length, "Every lag has an entry."
        )
    span = shape[1] + 1 if positions is None else positions.length
    later = t5_buckets(span, *shape, bidirectional=stack == "encoder")
    earlier = t5_buckets(-span, *shape, bidirectional=stack == "encoder")
    width = len(table.rows[0])
    variants = []
    for head in range(1 if table.drawn else width):
        bias: list[Number] = column(table, head)
        forward, backward = [bias[b] for b in later], [bias[b] for b in earlier]
        odd = next((s for s in range(span) if forward[s] != backward[s]), None)
        heads = "all" if width == 1 else str(head)
        if table.drawn:
            heads = f"all {width} (drawn alike; head 0 shown)"
        if odd is not None and not symmetrize:
            refusal = _asymmetric(stack, odd, forward[odd], backward[odd])
            variants.append(Variant(stack, heads, not_applicable=refusal))
            continue
        need_positions(positions)
        means = [mean_exponential([f, b]) for f, b in zip(forward, backward, strict=True)]
        kernel = build_kernel(
            "factor",
            d=d,
            profile=usa_profile(beta),
            shape=(span,),
            name=f"{name} head {head}",
            symmetrised=odd is not None,
            bias={"toeplitz": forward} if odd is None else None,
            k=None if odd is None else {"toeplitz": means},
        )
        scope = (*_SCOPE, *table.scope, *(() if odd is None else (SYMMETRIC_PART,)))
        variants.append(Variant(stack, heads, kernel=kernel, scope=scope))
    return variants


def _asymmetric(stack: str, lag: int, forward: Number, backward: Number) -> NotApplicable:
    why = (
        "Every later key shares bucket 0 in a causal stack"
        if stack == "decoder"
        else "The two directions have buckets of their own"
    )
    return NotApplicable(
        f"The bias is not symmetric: b(+{lag}) = {number_text(forward)}, b(-{lag}) = "
        f"{number_text(backward)}. {why}, and the flow of an asymmetric kernel is no gradient flow.",
        'Give a table with equal values for both directions, or add "symmetrize": true for the energy of the '
        "symmetric part, whose factor (e^{b(s)} + e^{b(-s)})/2 is positive.",
    )
