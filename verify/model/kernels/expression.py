"""Kernels given by any whitelisted formula in the contents and the labels."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from verify.model.errors import InputError
from verify.model.factors import label_coordinates
from verify.model.formula import Formula, Name, formula_of, inner_product, replace_parts
from verify.model.kernels.base import Array, Kernel
from verify.model.symmetry import check_symmetric_formula

if TYPE_CHECKING:
    import sympy

__all__ = ["ExpressionKernel", "exchanged"]


def exchanged(h: Formula, d: int, variables: tuple[tuple[str, ...], tuple[str, ...]]) -> Formula:
    """Return h with (x, xi) and (y, zeta) exchanged."""
    pairs = [(f"x{c}", f"y{c}") for c in range(1, d + 1)] + list(zip(*variables, strict=True))
    return formula_of(replace_parts(h.tree, {Name(u): Name(v) for a, b in pairs for u, v in ((a, b), (b, a))}))


@dataclass(frozen=True, kw_only=True)
class ExpressionKernel(Kernel):
    """h = a formula in x1..xd, y1..yd and the labels, symmetric under the exchange of (x, xi) and (y, zeta)."""

    family: ClassVar[str] = "expression"
    h: Formula

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.labels.kind == "blocks":
            raise InputError("labels", "have coordinates for an expression kernel", "blocks")
        check_symmetric_formula(self.h, exchanged(self.h, self.d, self.labels.variables), "h", self.d)

    def fields(self) -> dict[str, Any]:
        """The formula, dot products expanded."""
        return {"h": self.h.text}

    @cached_property
    def isotropic(self) -> Formula | None:
        """The formula in t = <x, y> and the labels if the contents occur only through <x, y>, else None."""
        parts = {inner_product(a, b, self.d): Name("t") for a, b in (("x", "y"), ("y", "x"))}
        by_t = formula_of(replace_parts(self.h.tree, parts))
        first, second = self.labels.variables
        return by_t if by_t.variables <= {"t", *first, *second} else None

    def _values(self, x: Array, a: Array, y: Array, b: Array) -> dict[str, Array]:
        first, second = self.labels.variables
        u, v = label_coordinates(self.labels, a), label_coordinates(self.labels, b)
        values = {f"x{c + 1}": x[:, None, c] for c in range(self.d)} | {
            f"y{c + 1}": y[None, :, c] for c in range(self.d)
        }
        values |= {name: u[:, None, c] for c, name in enumerate(first)}
        return values | {name: v[None, :, c] for c, name in enumerate(second)}

    def block(self, x: Array, a: Array, y: Array, b: Array) -> Array:
        """h at contents x, y and labels a, b."""
        return np.broadcast_to(self.h.array(self._values(x, a, y, b)), (len(x), len(y)))

    def gradient(self, x: Array, a: Array, y: Array, b: Array) -> Array:
        """Derivatives of the expression in x1..xd, compiled by SymPy to NumPy."""
        import sympy  # slow to import

        values = self._values(x, a, y, b)
        names = sorted(values)
        symbols = [sympy.Symbol(name, real=True) for name in names]
        parts = [sympy.diff(self.h.expr, sympy.Symbol(f"x{c + 1}", real=True)) for c in range(self.d)]
        compiled = sympy.lambdify(symbols, parts, "numpy", cse=True)
        derivatives = compiled(*(values[name] for name in names))
        return np.stack([np.broadcast_to(part, (len(x), len(y))) for part in derivatives], axis=2)

    def expression(self) -> sympy.Expr:
        """The formula itself."""
        return self.h.expr
