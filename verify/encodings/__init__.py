"""Real position encodings as kernels: model configurations, bias tables and rotary frequencies.

How each scheme is spelled, in keys of versions 4 and 5 of the library (hyphens count as underscores):

rotary
    ``rope_parameters`` (flat, or nested by layer type), ``rope_scaling``, ``rope_theta``, or a model type that
    rotates. Rope types: default, linear, dynamic, yarn, longrope, llama3, proportional, axial.
none
    ``pos_emb: none``; layers marked 0 in ``no_rope_layers``.
ALiBi
    ``alibi: true``, ``attn_config.alibi``, model types bloom and mpt. ``alibi_form``: symmetric (default) or
    key_index.
T5
    ``relative_attention_num_buckets``. Tables ``relative_attention_bias`` (encoder, buckets x heads) and
    ``decoder_relative_attention_bias``, or drawn by ``seed``.
Swin
    Model types swin and swinv2: ``window_size``, ``num_heads`` per stage, ``embed_dim``. Table
    ``relative_position_bias_table`` of one ``stage``, or drawn by ``seed``.
KERPLE
    ``pos_emb: kerple_log`` or ``kerple_power``. ``bias_p`` and ``bias_a``: a number, one per head, or drawn.
Sandwich, RetNet
    ``pos_emb: sandwich`` with ``base``; ``pos_emb: retnet`` with gamma_h = 1 - 2^(-5-h).
xPos, FIRE, CoPE
    ``pos_emb: xpos`` (``head_dim``, ``scale_base``, ``gamma``), ``fire``, ``cope``: not applicable.
sinusoidal
    ``sinusoidal_pos_embds: true`` or ``pos_emb: sinusoidal``.
learned
    ``position_embedding_type: absolute``, model types bert, gpt2 and others. ``position_embedding_table``, or
    drawn by ``seed``.

Everywhere: ``positions`` (an integer or ``{"shape": [...]}``, default the declared length), ``beta`` (default
1), ``symmetrize`` where an encoding is asymmetric, ``sinks: drop`` for models with attention sinks. A table is
inline or ``{"file": "bias.npz", "array": "name"}``.
"""

from __future__ import annotations

from verify.encodings.config import is_model_config, load_config
from verify.encodings.variants import ModelConfig, NotApplicable, Planes, Variant

__all__ = ["ModelConfig", "NotApplicable", "Planes", "Variant", "is_model_config", "load_config"]
