"""The proved upper bounds of a kernel's energy: the best that the methods here find for each view."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from time import monotonic

import flint

from verify.model.errors import InputError
from verify.model.kernels import Kernel
from verify.optimize.bounds.bound import Bound
from verify.optimize.bounds.choices import choice_bounds
from verify.optimize.bounds.continuum import cell_bounds, definite_bounds, equispaced_bounds, symbol_bounds
from verify.optimize.bounds.correlation import correlation_bounds
from verify.optimize.bounds.elementary import elementary_bounds
from verify.optimize.bounds.pairs import pair_bounds

__all__ = ["METHODS", "bound_energy"]

_PRECISION = 192
_INSTANT = 1e-3
_AS_GOOD = Fraction(1, 10**9)


def _elementary(kernel: Kernel, timeout: float | None) -> tuple[Bound, ...]:  # noqa: ARG001 - the common signature
    return elementary_bounds(kernel)


def _low_rank(kernel: Kernel, timeout: float | None) -> tuple[Bound, ...]:
    return correlation_bounds(kernel, "low_rank", timeout)


def _cone(kernel: Kernel, timeout: float | None) -> tuple[Bound, ...]:
    return correlation_bounds(kernel, "cone", timeout)


def _symbol(kernel: Kernel, timeout: float | None) -> tuple[Bound, ...]:  # noqa: ARG001 - the common signature
    return symbol_bounds(kernel)


def _definite(kernel: Kernel, timeout: float | None) -> tuple[Bound, ...]:  # noqa: ARG001 - the common signature
    return definite_bounds(kernel)


def _equispaced(kernel: Kernel, timeout: float | None) -> tuple[Bound, ...]:
    return equispaced_bounds(kernel, timeout=timeout)


def _choices(kernel: Kernel, timeout: float | None) -> tuple[Bound, ...]:  # noqa: ARG001 - the common signature
    return choice_bounds(kernel)


def _pairs(kernel: Kernel, timeout: float | None) -> tuple[Bound, ...]:  # noqa: ARG001 - the common signature
    return pair_bounds(kernel)


def _three_point(kernel: Kernel, timeout: float | None) -> tuple[Bound, ...]:
    from verify.optimize.three_point import bound_three_point  # it imports what a bound is from this package

    found = bound_three_point(kernel, timeout=timeout)
    return () if found is None else (found,)


METHODS: dict[str, Callable[[Kernel, float | None], tuple[Bound, ...]]] = {
    "elementary": _elementary,
    "low_rank": _low_rank,
    "cone": _cone,
    "symbol": _symbol,
    "definite": _definite,
    "cells": cell_bounds,
    "equispaced": _equispaced,
    "choices": _choices,
    "pairs": _pairs,
    "three_point": _three_point,
}
# "cone" solves the programme of "low_rank", and "equispaced" never beats "symbol" where both apply
_AUTOMATIC = ("elementary", "low_rank", "symbol", "definite", "cells", "choices", "pairs", "three_point")


def bound_energy(kernel: Kernel, method: str = "auto", timeout: float | None = None) -> tuple[Bound, ...]:
    """Bound E = 1/2 ∬ h dmu dmu from above, by proof, over graph laws and over all laws with the label law.

    Parameters
    ----------
    kernel : Kernel
        Of any family; profiles outside the hypotheses of a method get no bound from it.
    method : str
        "auto": for each view the best bound of all methods but those that others contain; else one of
        :data:`METHODS`.
    timeout : float or None
        Seconds that a search may take; the bounds proved by then are kept.

    Returns
    -------
    tuple of Bound
        At most one for each view, graph laws first; empty where nothing is proved.

    Raises
    ------
    InputError
        An unknown method, or a timeout that is not positive.

    Examples
    --------
    >>> from verify.model.kernels import read_kernel
    >>> labels = {"kind": "atoms", "weights": ["1/2", "1/2"]}
    >>> kernel = read_kernel(
    ...     {"family": "factor", "d": 3, "profile": "t", "labels": labels, "k": [["0", "-1"], ["-1", "0"]]}
    ... )
    >>> [(bound.view, bound.num.value) for bound in bound_energy(kernel)]
    [('graph_laws', '0.25'), ('all_laws', '0.25')]
    """
    if method != "auto" and method not in METHODS:
        raise InputError("method", f"be auto or one of {', '.join(METHODS)}", method)
    if timeout is not None and not timeout > 0:
        raise InputError("timeout", "be a positive number of seconds", timeout)
    if not isinstance(kernel, Kernel):
        raise InputError("kernel", "be a kernel", type(kernel).__name__, remedy="Bound each variant of a model.")
    chosen = _AUTOMATIC if method == "auto" else (method,)
    end = None if timeout is None else monotonic() + timeout
    found: list[Bound] = []
    with flint.ctx.workprec(_PRECISION):
        for name in chosen:
            left = None if end is None else end - monotonic()
            if left is not None and left <= 0 and found:
                break
            found += METHODS[name](kernel, None if left is None else max(left, _INSTANT))
    return best_bounds(found)


def best_bounds(bounds: list[Bound]) -> tuple[Bound, ...]:
    """Return the least bound for each view, or one with a certificate that is as good to nine digits.

    A bound over all laws serves graph laws, too.
    """
    graph = _least(bounds)
    every = _least([bound for bound in bounds if bound.view == "all_laws"])
    found = [] if graph is None else [replace(graph, view="graph_laws")]
    return (*found, *([] if every is None else [every]))


def _least(bounds: list[Bound]) -> Bound | None:
    least = min((bound.upper for bound in bounds), default=Fraction(0))
    good = [bound for bound in bounds if bound.upper <= least + abs(least) * _AS_GOOD]
    return min(good, key=lambda bound: (bound.certificate is None, bound.upper), default=None)
