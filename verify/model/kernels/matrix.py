"""Matrix kernels: measured interactions over a finite set of contents."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from verify.model.errors import InputError
from verify.model.factors import same_number
from verify.model.kernels.base import Array, Kernel
from verify.model.numbers import Number, float_value, number_text

if TYPE_CHECKING:
    import sympy

__all__ = ["MatrixKernel"]


@dataclass(frozen=True, kw_only=True)
class MatrixKernel(Kernel):
    """h as a symmetric table over (label, content) pairs, label-major: row a * contents + x.

    Contents are the points of a finite set: no sphere and no gradient; ``d`` is kept for the file format.
    """

    family: ClassVar[str] = "matrix"
    h: tuple[tuple[Number, ...], ...]
    contents: int

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.labels.size is None or not self.labels.atomic:
            raise InputError("labels", "be finitely many atoms for a matrix kernel", self.labels.kind)
        size = len(self.h)
        for i in range(size):
            for j in range(i):
                if not same_number(self.h[i][j], self.h[j][i]):
                    raise InputError(
                        "h", "be symmetric",
                        f"{number_text(self.h[i][j])} and {number_text(self.h[j][i])} at [{i}][{j}] and [{j}][{i}]",
                        "The energy sees the symmetric part alone.", 'Correct it, or add "symmetrize": true.',
                    )  # fmt: skip

    def fields(self) -> dict[str, Any]:
        """The table and the number of contents."""
        return {"h": [[number_text(x) for x in row] for row in self.h], "contents": self.contents}

    def block(self, x: Array, a: Array, y: Array, b: Array) -> Array:
        """h at content indices x (n,), y (m,) and labels a, b."""
        table = np.array([[float_value(v) for v in row] for row in self.h])
        rows = np.asarray(a, dtype=int) * self.contents + np.asarray(x, dtype=int)
        columns = np.asarray(b, dtype=int) * self.contents + np.asarray(y, dtype=int)
        return table[rows[:, None], columns[None, :]]

    def gradient(self, x: Array, a: Array, y: Array, b: Array) -> Array:  # noqa: ARG002 - the common signature
        """Refused: a finite set of contents has no tangent directions."""
        raise InputError(
            "kernel",
            "have contents on a sphere for a gradient",
            "a matrix kernel",
            "Its contents are finitely many points.",
        )

    def expression(self) -> sympy.Expr:
        """The indexed symbol h[(i, x), (j, y)]."""
        import sympy  # slow to import

        i, j, x, y = sympy.symbols("i j x y", integer=True)
        return sympy.IndexedBase("h")[i * self.contents + x, j * self.contents + y]
