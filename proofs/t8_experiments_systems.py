"""The kernels of T8's systems."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from verify.model.kernels import Kernel, read_kernel
from verify.model.sphere import rational_point_near

__all__ = [
    "BASE", "baseline", "chain", "cosine", "distance_bias", "generalised_rope", "prefixes", "prompt_cloud", "ring",
    "rope",
]  # fmt: skip

Array = np.ndarray[Any, Any]
_CIRCLE = {"kind": "circle"}
#: The direction u that every prefix is reflected to.
BASE = (1, 0, 0)


def baseline(d: int, beta: int = 1) -> Kernel:
    """Return e^{beta <x, y>}/beta: no positions at all."""
    return read_kernel({"family": "factor", "d": d, "profile": {"usa": beta}, "labels": _CIRCLE, "k": "1"})


def rope(d: int, omega: str = "1") -> Kernel:
    """Return the rotary kernel that turns the first plane by omega xi, labels uniform on the circle."""
    fields = {"profile": {"usa": 1}, "labels": _CIRCLE, "frequencies": [omega]}
    return read_kernel({"family": "gauge", "d": d, **fields})


def generalised_rope(a: str, m: int) -> Kernel:
    """Return the gauge kernel of Q(xi) = R_z(xi) R_x(a sin(m xi)), rotations that do not commute."""
    tilt = f"{a}*sin({m}*xi)"
    Q = [
        ["cos(xi)", f"-sin(xi)*cos({tilt})", f"sin(xi)*sin({tilt})"],
        ["sin(xi)", f"cos(xi)*cos({tilt})", f"-cos(xi)*sin({tilt})"],
        ["0", f"sin({tilt})", f"cos({tilt})"],
    ]
    return read_kernel({"family": "gauge", "d": 3, "profile": {"usa": 1}, "labels": _CIRCLE, "Q": Q})


def prompt_cloud(n: int) -> list[tuple[Fraction, ...]]:
    """Return n prompts on a spiral of the sphere, rational unit vectors, none of them the base direction."""
    heights = np.linspace(-0.2, 0.9, n)
    turns = np.arange(n) * math.pi * (3 - math.sqrt(5)) + 0.5
    radii = np.sqrt(1 - heights**2)
    return [rational_point_near(p) for p in np.stack([radii * np.cos(turns), radii * np.sin(turns), heights], axis=1)]


def prefixes(targets: Sequence[Sequence[Fraction]], weights: Sequence[str], *, gauged: bool = True) -> Kernel:
    """Return the gauge kernel of the Householder reflections Q T = u of prompts T; the identity unless ``gauged``.

    Notes
    -----
    Q = I - 2 w w^T/|w|^2 with w = T - u, exact for rational T.
    """
    return read_kernel(
        {
            "family": "gauge",
            "profile": {"usa": 1},
            "labels": {"kind": "atoms", "weights": list(weights)},
            "Q": [_reflection(target if gauged else None) for target in targets],
        }
    )


def _reflection(target: Sequence[Fraction] | None) -> list[list[str]]:
    if target is None:
        return [[str(int(r == c)) for c in range(3)] for r in range(3)]
    w = [a - b for a, b in zip(target, BASE, strict=True)]
    square = sum(c * c for c in w)
    return [[str((r == c) - 2 * w[r] * w[c] / square) for c in range(3)] for r in range(3)]


def distance_bias(d: int) -> Kernel:
    """Return e^{-|xi - zeta|} e^{<x, y>} on labels uniform on [0, 1]."""
    fields = {"profile": {"usa": 1}, "labels": {"kind": "interval", "a": "0", "b": "1"}, "k": "exp(-Abs(xi - zeta))"}
    return read_kernel({"family": "factor", "d": d, **fields})


def cosine(d: int, beta: str = "1") -> Kernel:
    """Return cos(xi - zeta) e^{beta <x, y>}/beta on the circle of labels."""
    fields = {"profile": {"usa": beta}, "labels": _CIRCLE, "k": "cos(xi - zeta)"}
    return read_kernel({"family": "factor", "d": d, **fields})


def ring(n: int, d: int) -> Kernel:
    """Return the short-range bias -|i - j|/2 on a ring of n labels, distances the short way round."""
    k = f"exp(-Min(Abs(i - j), {n} - Abs(i - j))/2)"
    return read_kernel(
        {"family": "factor", "d": d, "profile": {"usa": 1}, "labels": {"kind": "cyclic", "n": n}, "k": k}
    )


def chain(n: int, d: int) -> Kernel:
    """Return the short-range bias -|i - j|/2 on n positions of a line."""
    labels = {"kind": "positions", "n": n}
    return read_kernel({"family": "factor", "d": d, "profile": {"usa": 1}, "labels": labels, "k": "exp(-Abs(i - j)/2)"})
