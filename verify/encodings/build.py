"""Kernels of one head from exact numbers: the step from an encoding's arrays to :mod:`verify.model`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from verify.model.factors import Factor
from verify.model.formula import parse_formula
from verify.model.kernels import AdditiveKernel, FactorKernel, GaugeKernel, Kernel, read_kernel
from verify.model.labels import read_labels
from verify.model.numbers import Number, number_formula, number_text, parse_number
from verify.model.profiles import Profile

__all__ = ["build_kernel", "build_table_kernel", "position_labels", "scaled_beta", "usa_profile"]


def position_labels(shape: Sequence[int]) -> dict[str, Any]:
    """Return the label law of integer positions, uniform on a line or a grid.

    Examples
    --------
    >>> position_labels((4096,)), position_labels((7, 7))
    ({'kind': 'positions', 'n': 4096}, {'kind': 'positions', 'shape': [7, 7]})
    """
    if len(shape) == 1:
        return {"kind": "positions", "n": shape[0]}
    return {"kind": "positions", "shape": list(shape)}


def scaled_beta(beta: Number, attention_factor: float) -> Number:
    """Return attention_factor^2 * beta, the factor being its exact binary value.

    Notes
    -----
    The factor multiplies cosine and sine of queries and of keys, so the logit carries its square.

    Examples
    --------
    >>> scaled_beta(Fraction(1, 3), 1.5)
    Fraction(3, 4)
    """
    square = Fraction(attention_factor) ** 2
    if isinstance(beta, Fraction):
        return square * beta
    return beta if square == 1 else parse_number(f"{square}*({number_formula(beta).text})", "beta")


def usa_profile(beta: Number) -> dict[str, str]:
    """Return the profile f(t) = e^{beta t}/beta."""
    return {"usa": number_text(beta)}


def build_kernel(
    family: str,
    *,
    d: int,
    profile: str | dict[str, str],
    shape: Sequence[int],
    name: str = "",
    symmetrised: bool = False,
    **fields: Any,
) -> Kernel:
    """Return a kernel on integer positions.

    Parameters
    ----------
    family : str
        ``factor``, ``gauge`` or ``additive``.
    d : int
        Content dimension.
    profile : str or dict
        As in a kernel file.
    shape : sequence of int
        Shape of the position set.
    symmetrised : bool
        Whether the entries are the symmetric part of an asymmetric encoding.
    **fields
        The family's fields as in a kernel file; those that are None are left out. A formula ``k`` must be
        symmetric by construction: it is not examined.
    """
    k = fields.pop("k", None)
    formula = k if isinstance(k, str) else None
    document = {
        "family": family,
        "d": d,
        "profile": profile,
        "labels": position_labels(shape),
        "name": name,
        **{key: value for key, value in fields.items() if value is not None},
    }
    if formula is None:
        kernel = read_kernel(document if k is None else document | {"k": k})
    else:
        kernel = _with_formula(document, formula)
    return replace(kernel, symmetrize=True) if symmetrised else kernel


def build_table_kernel(
    rows: Sequence[Sequence[Number]], *, profile: dict[str, str], shape: Sequence[int], name: str = ""
) -> Kernel:
    """Return the additive kernel of a table of exact numbers, one row per position; they are not parsed again."""
    return AdditiveKernel(
        d=len(rows[0]),
        labels=read_labels(position_labels(shape)),
        name=name,
        profile=Profile.read(profile, "profile"),
        p=tuple(tuple(row) for row in rows),
    )


def _with_formula(document: dict[str, Any], text: str) -> Kernel:
    """Return the kernel with a factor whose formula is symmetric by construction: no proof is sought."""
    labels = read_labels(document["labels"])
    first, second = labels.variables
    factor = Factor(parse_formula(text, {*first, *second}, "k"))
    if document["family"] == "gauge":
        gauge = read_kernel(document)
        assert isinstance(gauge, GaugeKernel)
        return replace(gauge, k=factor)
    return FactorKernel(
        d=document["d"],
        labels=labels,
        name=document["name"],
        profile=Profile.read(document["profile"], "profile"),
        k=factor,
    )
