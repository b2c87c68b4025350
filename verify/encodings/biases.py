"""Biases of |i - j| per head as factor kernels: ALiBi, KERPLE, Sandwich; RetNet's decay and rotation."""

from __future__ import annotations

from fractions import Fraction

from verify.encodings.alibi import alibi_formula, alibi_slopes
from verify.encodings.build import build_kernel, usa_profile
from verify.encodings.decays import retnet_decays, retnet_frequencies, xpos_refusal
from verify.encodings.head import (
    BETA,
    Positions,
    need_positions,
    read_beta,
    read_head_count,
    read_head_dim,
    read_positions,
)
from verify.encodings.kerple import KERPLE_KEYS, kerple_formula, read_kerple_parameters
from verify.encodings.library import base_type
from verify.encodings.reading import Fields
from verify.encodings.sandwich import sandwich_formula
from verify.encodings.variants import NotApplicable, Planes, Variant
from verify.model.errors import InputError
from verify.model.numbers import number_text

__all__ = [
    "BIAS_KEYS",
    "alibi_variants",
    "kerple_variants",
    "retnet_variants",
    "sandwich_variants",
    "xpos_variants",
]

ALIBI_KEYS = frozenset({"alibi", "alibi_bias_max", "alibi_form", "attn_config", "learned_pos_emb", "offset_alibi"})
BIAS_KEYS = {
    "alibi": ALIBI_KEYS,
    "kerple_log": KERPLE_KEYS,
    "kerple_power": KERPLE_KEYS,
    "sandwich": frozenset({"base"}),
    "retnet": frozenset({"base"}),
    "xpos": frozenset({"scale_base", "gamma"}),
}

CAUSAL = "The causal mask is left out: the bias is taken on both sides of the diagonal, as a function of |i - j|."


def alibi_variants(fields: Fields, name: str, override: int | None) -> list[Variant]:
    """Return one variant per slope.

    Notes
    -----
    ``alibi_form`` is ``symmetric`` (-m |i - j|, the default) or ``key_index`` (m j, what the library adds
    before a causal softmax). The two differ by m i on each row: equal after a causal softmax, different as
    interactions.
    """
    heads = _heads(fields)
    slopes = alibi_slopes(heads, fields.number("alibi_bias_max", above=0) or 8.0)
    fields.flag("alibi")
    if fields.flag("learned_pos_emb"):
        fields.record.note("learned_pos_emb does not enter: with alibi there is no table of positions")
    if fields.number("offset_alibi"):
        fields.record.note("offset_alibi moves all positions alike and leaves |i - j| as it is")
    form = fields.word("alibi_form") or "symmetric"
    if form not in {"symmetric", "key_index"}:
        raise InputError("alibi_form", "be symmetric or key_index", form)
    d, beta, positions = read_head_dim(fields), read_beta(fields), _line(fields, override)
    symmetrize = bool(fields.flag("symmetrize"))
    scope = [CAUSAL, BETA]
    if base_type(fields.word("model_type")) == "falcon":
        fields.record.note("Falcon divides its slopes by sqrt(head_dim), as it does its logits")
        slopes = tuple(m / d**0.5 for m in slopes)
    if form == "key_index" and not symmetrize:
        return [Variant("all", "all", not_applicable=_key_index())]
    if form == "key_index":
        scope = [
            "The verdict speaks of the symmetric part of e^{m j}; the flow is not its gradient flow.",
            BETA,
        ]
    groups: dict[float, list[int]] = {}
    for head, slope in enumerate(slopes):
        groups.setdefault(slope, []).append(head)
    return [
        Variant(
            "all",
            f"{', '.join(map(str, members))} (slope {slope:.12g})",
            kernel=build_kernel(
                "factor",
                d=d,
                profile=usa_profile(beta),
                shape=positions.shape,
                name=f"{name} head {members[0]}",
                symmetrised=form == "key_index",
                k=alibi_formula(slope, "symmetric" if form == "symmetric" else "key_index_symmetrised"),
            ),
            scope=tuple(scope),
        )
        for slope, members in groups.items()
    ]


def _key_index() -> NotApplicable:
    return NotApplicable(
        "The bias m j is not symmetric: row i differs from -m |i - j| by the factor e^{m i}, which a causal "
        "softmax divides out and an interaction energy does not.",
        'Ask for the two-sided form -m |i - j| ("alibi_form": "symmetric"), whose factor e^{-m |i - j|} is '
        'positive, or for the symmetric part ("symmetrize": true).',
    )


def kerple_variants(fields: Fields, name: str, override: int | None, *, kind: str) -> list[Variant]:
    """Return one variant per head of KERPLE."""
    heads = _heads(fields)
    parameters, drawn = read_kerple_parameters(fields, kind, heads)
    d, beta, positions = read_head_dim(fields), read_beta(fields), _line(fields, override)
    groups: dict[tuple[str, str], list[int]] = {}
    for head, (p, a) in enumerate(parameters):
        groups.setdefault((number_text(p), number_text(a)), []).append(head)
    return [
        Variant(
            "all",
            f"{', '.join(map(str, members))} (p = {p}, a = {a})",
            kernel=build_kernel(
                "factor",
                d=d,
                profile=usa_profile(beta),
                shape=positions.shape,
                name=f"{name} head {members[0]}",
                k=kerple_formula(kind, *parameters[members[0]]),
            ),
            scope=(CAUSAL, BETA, *drawn),
        )
        for (p, a), members in groups.items()
    ]


def sandwich_variants(fields: Fields, name: str, override: int | None) -> list[Variant]:
    """Return one variant per head of Sandwich."""
    heads = _heads(fields)
    d, beta, positions = read_head_dim(fields), read_beta(fields), _line(fields, override)
    base = fields.number("base", least=1, most=1e30) or 10000.0
    return [
        Variant(
            "all",
            str(head - 1),
            kernel=build_kernel(
                "factor",
                d=d,
                profile=usa_profile(beta),
                shape=positions.shape,
                name=f"{name} head {head - 1}",
                k=sandwich_formula(d, heads, head, base),
            ),
            scope=(CAUSAL, BETA),
        )
        for head in range(1, heads + 1)
    ]


def retnet_variants(fields: Fields, name: str, override: int | None) -> list[Variant]:
    """Return one variant per head of RetNet: gamma_h^|i - j| beside the rotation, profile f(t) = t."""
    heads = _heads(fields)
    d, positions = read_head_dim(fields), _line(fields, override)
    if fields.has("beta"):
        fields.record.note("beta does not enter: retention is linear in the logits")
    read_beta(fields)
    frequencies = retnet_frequencies(d, fields.number("base", least=1, most=1e30) or 10000.0)
    planes = Planes(tuple(frequencies.tolist()), d, d, layout="interleaved")
    scope = (
        "The decay is taken on both sides of the diagonal, as a function of |i - j|.",
        "Retention has no exponential: the profile is f(t) = t.",
        "Frequencies are float64 values, taken as the exact binary rationals they are.",
    )
    return [
        Variant(
            "all",
            f"{head} (gamma = {gamma})",
            kernel=build_kernel(
                "gauge",
                d=d,
                profile="t",
                shape=positions.shape,
                name=f"{name} head {head}",
                frequencies=[Fraction(w) for w in frequencies.tolist()],
                k=f"({gamma})**Abs(i - j)",
            ),
            planes=planes,
            scope=scope,
        )
        for head, gamma in enumerate(retnet_decays(heads))
    ]


def xpos_variants(fields: Fields) -> list[Variant]:
    """Return the refusal of xPos, its numbers read and checked."""
    d = read_head_dim(fields)
    scale = fields.number("scale_base", above=0) or 512.0
    gamma = fields.number("gamma", above=0)
    return [Variant("all", "all", not_applicable=xpos_refusal(d, scale, 0.4 if gamma is None else gamma))]


def _heads(fields: Fields) -> int:
    heads = read_head_count(fields)
    if heads is None:
        raise InputError(
            "num_attention_heads",
            "be given",
            "nothing",
            "Each head has a bias of its own.",
            'Add "num_attention_heads": 8.',
        )
    return heads


def _line(fields: Fields, override: int | None) -> Positions:
    positions = need_positions(read_positions(fields, override))
    if len(positions.shape) > 1:
        raise InputError("positions", "be one number for a bias of |i - j|", list(positions.shape))
    return positions
