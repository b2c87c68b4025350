"""Additive and expression kernels by hand, and both views of their decision."""

from __future__ import annotations

from verify.model.kernels import AdditiveKernel, read_kernel
from verify.spectral.general.additive import decide_additive
from verify.spectral.general.expression import decide_expression

NAMES = {"t", "xi", "zeta"}
HALF = ["1/2", "1/2"]
CIRCLE = {"kind": "circle"}
PAIR = {"kind": "atoms", "weights": HALF, "points": ["1", "-1"]}


def additive(p, profile={"usa": 1}, labels=None, **more) -> AdditiveKernel:  # noqa: B006 - never changed
    """Return f(<x + p, y + p'>), by default at atoms of equal weight."""
    labels = labels or {"kind": "atoms", "weights": [f"1/{len(p)}"] * len(p)}
    return read_kernel({"family": "additive", "profile": profile, "p": p, "labels": labels, **more})


def expression(h: str, labels=CIRCLE, d: int = 3):
    """Return a kernel by its formula."""
    return read_kernel({"family": "expression", "d": d, "h": h, "labels": labels})


def additive_views(kernel) -> tuple[str, str]:
    """Return both views of an additive kernel."""
    return _views(decide_additive(kernel))


def expression_views(kernel) -> tuple[str, str]:
    """Return both views of an expression kernel."""
    return _views(decide_expression(kernel))


def _views(outcome) -> tuple[str, str]:
    return str(outcome.graph_laws.collapse), str(outcome.all_laws.collapse)
