"""Connection kernels h = f(<x, O(a, b) y>): relative rotations that need not come from a gauge."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from verify.model.errors import InputError
from verify.model.factors import same_number
from verify.model.kernels.base import Array, Kernel, content_symbols, profile_variable
from verify.model.kernels.orthogonal import check_orthogonal
from verify.model.numbers import Number, float_value, number_text
from verify.model.profiles import Profile

if TYPE_CHECKING:
    import sympy

__all__ = ["ConnectionKernel"]

Matrix = tuple[tuple[Number, ...], ...]


@dataclass(frozen=True, kw_only=True)
class ConnectionKernel(Kernel):
    """h = f(<x, O(a, b) y>) on finitely many labels, O(b, a) = O(a, b)^T orthogonal."""

    family: ClassVar[str] = "connection"
    profile: Profile
    O: tuple[tuple[Matrix, ...], ...]  # noqa: E741 - the field's own letter for a connection

    def __post_init__(self) -> None:
        super().__post_init__()
        n = self.labels.size
        if n is None or not self.labels.atomic:
            raise InputError("labels", "be finitely many atoms for a connection", self.labels.kind)
        if len(self.O) != n or any(len(row) != n for row in self.O):
            raise InputError(
                "O",
                f"be {n} x {n} matrices, one for each pair of labels",
                f"{len(self.O)} rows of length {[len(row) for row in self.O]}",
                "O[i][j] carries the contents at label j to label i.",
            )
        for i in range(n):
            for j in range(i + 1):
                here, there = self.O[i][j], self.O[j][i]
                check_orthogonal(here, f"O[{i}][{j}]")
                for r in range(self.d):
                    for c in range(self.d):
                        if not same_number(here[r][c], there[c][r]):
                            raise InputError(
                                f"O[{j}][{i}]", f"be the transpose of O[{i}][{j}]" if i != j else "be symmetric",
                                f"{number_text(there[c][r])} and {number_text(here[r][c])}",
                                "The kernel is not symmetric otherwise.",
                            )  # fmt: skip

    def fields(self) -> dict[str, Any]:
        """Profile and connection."""
        return {
            "profile": self.profile.to_json(),
            "O": [[[[number_text(x) for x in r] for r in m] for m in row] for row in self.O],
        }

    def _table(self, a: Array, b: Array) -> Array:
        table = np.array([[[[float_value(x) for x in r] for r in m] for m in row] for row in self.O])
        return table[np.asarray(a, dtype=int)[:, None], np.asarray(b, dtype=int)[None, :]]

    def block(self, x: Array, a: Array, y: Array, b: Array) -> Array:
        """h at contents x, y and labels a, b."""
        t = np.einsum("ni,nmij,mj->nm", x, self._table(a, b), y)
        return self.profile.array(np.clip(t, -1, 1), self.d)

    def gradient(self, x: Array, a: Array, y: Array, b: Array) -> Array:
        """f'(<x, O y>) O y."""
        moved = np.einsum("nmij,mj->nmi", self._table(a, b), y)
        t = np.clip(np.einsum("ni,nmi->nm", x, moved), -1, 1)
        return self.profile.slope_array(t, self.d)[:, :, None] * moved

    def expression(self) -> sympy.Expr:
        """Profile at <x, O y> with a symbolic O."""
        import sympy  # slow to import

        x, y = content_symbols(self.d)
        moved = sympy.Matrix(sympy.MatrixSymbol("O", self.d, self.d)) * y
        return self.profile.formula(self.d).expr.subs(profile_variable(), x.dot(moved))
