"""Encodings that no theorem here covers, each with its reason and with what would be covered."""

from __future__ import annotations

from verify.encodings.head import read_head_count
from verify.encodings.reading import Fields
from verify.encodings.variants import NotApplicable

__all__ = [
    "COPE_KEYS",
    "FIRE_KEYS",
    "SINKS",
    "cope_refusal",
    "disentangled_refusal",
    "fire_refusal",
    "relative_key_refusal",
]

FIRE_KEYS = frozenset({"mlp_width", "init_c", "init_L", "eps", "fire_num_hidden_layers"})
COPE_KEYS = frozenset({"max_pos", "npos_max", "soft_onehot"})


def fire_refusal(fields: Fields) -> NotApplicable:
    """Return why FIRE is outside: its bias depends on the query's position beside the lag."""
    read_head_count(fields)
    for key in ("mlp_width", "fire_num_hidden_layers"):
        fields.integer(key)
    for key in ("init_c", "init_L", "eps"):
        fields.number(key, above=0)
    return NotApplicable(
        "FIRE's bias MLP(psi(i - j)/psi(max(L, i))) divides by the query's position: it is neither Toeplitz "
        "nor symmetric, and the flow of an asymmetric kernel is no gradient flow.",
        "Use a bias of |i - j| alone (KERPLE, two-sided ALiBi), or give the energy of the symmetric part, "
        'e^{b_ij} + e^{b_ji} > 0, as a factor kernel with "symmetrize": true.',
    )


def cope_refusal(fields: Fields) -> NotApplicable:
    """Return why CoPE is outside: its positions are counted by the tokens themselves."""
    for key in ("max_pos", "npos_max"):
        fields.integer(key)
    fields.flag("soft_onehot")
    read_head_count(fields)
    return NotApplicable(
        "CoPE counts positions by gates sigmoid(q_i.k_l) of the tokens: the position is a function of the "
        "content and no frozen label, so label laws and slices have no meaning here.",
        "Use an encoding whose positions do not depend on the tokens (rotary, ALiBi, KERPLE, a T5 table).",
    )


def relative_key_refusal(kind: str) -> NotApplicable:
    """Return why content-dependent relative keys (Shaw) are outside."""
    return NotApplicable(
        f"A position_embedding_type {kind!r} adds q_i.e(i - j) to the logits: a linear form in the query that "
        "depends on order, so the kernel is not symmetric.",
        "Use absolute positions, or a bias that does not multiply the query.",
    )


def disentangled_refusal() -> NotApplicable:
    """Return why disentangled attention (DeBERTa) is outside."""
    return NotApplicable(
        "Disentangled attention adds content-to-position and position-to-content products with separate "
        "projections: the kernel is not symmetric in the labels.",
        "Use absolute positions added to the content, h = f(<x + p(i), y + p(j)>).",
    )


#: Sinks act on the normaliser of the softmax alone.
SINKS = NotApplicable(
    "Attention sinks are extra logits in the denominator of the softmax: they change the normaliser and no "
    "pair interaction, so they are not in the energy.",
    'Add "sinks": "drop" to judge the kernel without its sinks.',
)
