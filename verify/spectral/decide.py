"""The decision "collapse or not": one entry for every family of kernels and for model configurations."""

from __future__ import annotations

from dataclasses import replace
from functools import singledispatch
from typing import overload

import flint

from verify.encodings.variants import ModelConfig, NotApplicable, Variant
from verify.model.canonical import digest
from verify.model.kernels import (
    AdditiveKernel,
    ConnectionKernel,
    ExpressionKernel,
    FactorKernel,
    GaugeKernel,
    Kernel,
    MatrixKernel,
)
from verify.model.verdict import ModelVerdict, VariantVerdict, Verdict, View
from verify.spectral.factor import decide_factor
from verify.spectral.gauges.connection import decide_connection
from verify.spectral.gauges.gauge import decide_gauge
from verify.spectral.general.additive import decide_additive
from verify.spectral.general.expression import decide_expression
from verify.spectral.general.matrix import decide_matrix
from verify.spectral.outcome import Outcome, verdict_of

__all__ = ["decide", "decide_model"]

#: Working precision of ball arithmetic in bits; sign tests raise it where they must.
_PRECISION = 160


@singledispatch
def outcome(kernel: Kernel) -> Outcome:
    """Return the outcome of a kernel by its family."""
    raise TypeError(f"decide: kernel must be of a known family; got {type(kernel).__name__}")


outcome.register(FactorKernel, decide_factor)
outcome.register(GaugeKernel, decide_gauge)
outcome.register(ConnectionKernel, decide_connection)
outcome.register(AdditiveKernel, decide_additive)
outcome.register(ExpressionKernel, decide_expression)
outcome.register(MatrixKernel, decide_matrix)


@overload
def decide(kernel: Kernel) -> Verdict: ...


@overload
def decide(kernel: ModelConfig) -> ModelVerdict: ...


def decide(kernel: Kernel | ModelConfig) -> Verdict | ModelVerdict:
    """Decide which maximisers of the interaction energy have a collapsed content marginal.

    Parameters
    ----------
    kernel : Kernel or ModelConfig
        Any family; E = 1/2 ∬ h dmu dmu over laws with the kernel's label law. A model configuration is decided for
        each kind of layer and head.

    Returns
    -------
    Verdict or ModelVerdict
        For graph laws and for all of P_rho: all, some, none or unknown, each with its rung on the ladder of evidence,
        and a certificate where the independent checker has a method.

    References
    ----------
    M. Imaizumi, M. Koyama, N. Isobe, K. Hayashi, "Anti Mode-Collapse in Mean-Field Transformer via Auxiliary
    Variables", arXiv 2605.30229 (2026).

    Examples
    --------
    >>> from verify.model.kernels import read_kernel
    >>> labels = {"kind": "atoms", "weights": ["1/3", "1/3", "1/3"]}
    >>> triangle = read_kernel(
    ...     {
    ...         "family": "factor",
    ...         "d": 3,
    ...         "profile": {"usa": 1},
    ...         "labels": labels,
    ...         "k": [[0, 2, -1], [2, 0, 2], [-1, 2, 0]],
    ...     }
    ... )
    >>> verdict = decide(triangle)
    >>> str(verdict.graph_laws.collapse), str(verdict.graph_laws.status)
    ('all', 'exact')
    """
    if isinstance(kernel, ModelConfig):
        return decide_model(kernel)
    with flint.ctx.workprec(_PRECISION):
        return verdict_of(kernel, outcome(kernel))


def decide_model(config: ModelConfig) -> ModelVerdict:
    """Decide every kernel of a model configuration; what the theory does not cover says so."""
    variants = tuple(
        VariantVerdict(variant.layers, variant.heads, _variant_verdict(config, variant)) for variant in config.variants
    )
    return ModelVerdict(config.name, config.scheme, variants, config.rules)


def _variant_verdict(config: ModelConfig, variant: Variant) -> Verdict:
    if variant.kernel is not None:
        with flint.ctx.workprec(_PRECISION):
            decided = outcome(variant.kernel)
        return verdict_of(variant.kernel, _with_scope(decided, variant.scope))
    assert variant.not_applicable is not None
    return _outside(config, variant, variant.not_applicable)


def _with_scope(decided: Outcome, sentences: tuple[str, ...]) -> Outcome:
    return replace(decided, scope=tuple(dict.fromkeys((*decided.scope, *sentences))))


def _outside(config: ModelConfig, variant: Variant, why: NotApplicable) -> Verdict:
    described = {"family": "model", "name": config.name, "scheme": config.scheme, "read": dict(config.read)}
    view = View.not_applicable(why.reason)
    return Verdict(described, digest(described), view, view, scope=variant.scope, next_step=why.would_apply)
