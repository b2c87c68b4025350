"""Gauge kernels h = f(<Q(xi) x, Q(zeta) y>), Q(xi) in O(d): RoPE, prefix tokens; with a factor beside."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from verify.model.errors import InputError
from verify.model.factors import Factor, label_coordinates
from verify.model.formula import Formula
from verify.model.kernels.base import Array, Kernel, content_symbols, dot_products, profile_variable
from verify.model.kernels.factor import factor_expression
from verify.model.kernels.orthogonal import check_orthogonal, check_orthogonal_formulas
from verify.model.numbers import Number, float_value, number_formula, number_text
from verify.model.profiles import Profile

if TYPE_CHECKING:
    import sympy

__all__ = ["Frequencies", "GaugeFormula", "GaugeKernel", "GaugeTable"]

Matrix = tuple[tuple[Number, ...], ...]


@dataclass(frozen=True)
class Frequencies:
    """Q(xi) rotates coordinates (2p, 2p + 1) by <omega_p, xi>; one frequency vector per plane, the rest fixed."""

    planes: tuple[tuple[Number, ...], ...]

    def to_json(self) -> dict[str, Any]:
        """One number per plane, or one list per plane where labels have several coordinates."""
        texts = [[number_text(w) for w in plane] for plane in self.planes]
        return {"frequencies": [t[0] for t in texts] if all(len(t) == 1 for t in texts) else texts}


@dataclass(frozen=True)
class GaugeTable:
    """One orthogonal matrix per atom."""

    matrices: tuple[Matrix, ...]

    def __post_init__(self) -> None:
        for index, matrix in enumerate(self.matrices):
            check_orthogonal(matrix, f"Q[{index}]")

    def to_json(self) -> dict[str, Any]:
        """Matrices of number texts."""
        return {"Q": [[[number_text(x) for x in row] for row in matrix] for matrix in self.matrices]}


@dataclass(frozen=True)
class GaugeFormula:
    """An orthogonal matrix of formulas in the label variable."""

    rows: tuple[tuple[Formula, ...], ...]

    def __post_init__(self) -> None:
        check_orthogonal_formulas(self.rows, "Q")

    def to_json(self) -> dict[str, Any]:
        """Rows of formula texts."""
        return {"Q": [[f.text for f in row] for row in self.rows]}


@dataclass(frozen=True, kw_only=True)
class GaugeKernel(Kernel):
    """h = k(xi, zeta) f(<Q(xi) x, Q(zeta) y>); k = 1 where no factor is given.

    With u = Q(xi) x the flow is the plain USA flow (T4c), so labels act only through Q.
    """

    family: ClassVar[str] = "gauge"
    profile: Profile
    gauge: Frequencies | GaugeTable | GaugeFormula
    k: Factor | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        match self.gauge:
            case Frequencies(planes):
                if 2 * len(planes) > self.d:
                    raise InputError("frequencies", f"be at most d/2 = {self.d // 2} planes", len(planes))
                dim = len(self.labels.variables[0])
                if any(len(plane) != dim for plane in planes):
                    raise InputError(
                        "frequencies",
                        f"have {dim} number(s) per plane, one per label coordinate",
                        [len(p) for p in planes],
                    )
                if self.labels.kind == "blocks":
                    raise InputError("frequencies", "stand beside labels with coordinates", "blocks")
            case GaugeTable(matrices):
                if self.labels.size != len(matrices):
                    raise InputError("Q", f"have one matrix per label ({self.labels.size})", len(matrices))
                if any(len(m) != self.d for m in matrices):
                    raise InputError("Q", f"be of size d = {self.d}", [len(m) for m in matrices])
            case GaugeFormula(rows):
                if len(rows) != self.d:
                    raise InputError("Q", f"be of size d = {self.d}", len(rows))

    def fields(self) -> dict[str, Any]:
        """Profile, gauge and factor."""
        return {
            "profile": self.profile.to_json(),
            **self.gauge.to_json(),
            **(self.k.to_json() if self.k else {}),
        }

    def rotated(self, x: Array, a: Array) -> Array:
        """Return the gauge variables u = Q(a) x, float64 (n, d)."""
        match self.gauge:
            case Frequencies(planes):
                omega = np.array([[float_value(w) for w in plane] for plane in planes]).reshape(len(planes), -1)
                phase = label_coordinates(self.labels, a) @ omega.T
                u = np.array(x, dtype=float)
                even, odd = u[:, 0 : 2 * len(planes) : 2].copy(), u[:, 1 : 2 * len(planes) : 2].copy()
                u[:, 0 : 2 * len(planes) : 2] = np.cos(phase) * even - np.sin(phase) * odd
                u[:, 1 : 2 * len(planes) : 2] = np.sin(phase) * even + np.cos(phase) * odd
                return u
            case _:
                return np.einsum("nij,nj->ni", self.matrices(a), x)

    def matrices(self, a: Array) -> Array:
        """Return Q at labels a as float64 (n, d, d)."""
        match self.gauge:
            case Frequencies():
                basis = np.eye(self.d)
                return np.stack([self.rotated(np.tile(basis[c], (len(a), 1)), a) for c in range(self.d)], axis=2)
            case GaugeTable(matrices):
                table = np.array([[[float_value(x) for x in row] for row in matrix] for matrix in matrices])
                return table[np.asarray(a, dtype=int)]
            case GaugeFormula(rows):
                coordinates = label_coordinates(self.labels, a)
                values = {name: coordinates[:, c] for c, name in enumerate(self.labels.variables[0])}
                return np.array([[np.broadcast_to(f.array(values), (len(a),)) for f in row] for row in rows]).transpose(
                    2, 0, 1
                )

    def block(self, x: Array, a: Array, y: Array, b: Array) -> Array:
        """h at contents x, y and labels a, b."""
        h = self.profile.array(dot_products(self.rotated(x, a), self.rotated(y, b)), self.d)
        return h if self.k is None else h * self.k.array(self.labels, a, b)

    def gradient(self, x: Array, a: Array, y: Array, b: Array) -> Array:
        """k f'(<u, v>) Q(a)^T v with u = Q(a) x and v = Q(b) y."""
        u, v = self.rotated(x, a), self.rotated(y, b)
        slope = self.profile.slope_array(dot_products(u, v), self.d)
        if self.k is not None:
            slope = slope * self.k.array(self.labels, a, b)
        return np.einsum("nm,nij,mi->nmj", slope, self.matrices(a), v)

    def expression(self) -> sympy.Expr:
        """Profile at <Q(xi) x, Q(zeta) y>, times the factor."""
        x, y = content_symbols(self.d)
        first, second = self.labels.variables
        t = self._symbolic(first, "xi").dot_vector(x).dot(self._symbolic(second, "zeta").dot_vector(y))
        h = self.profile.formula(self.d).expr.subs(profile_variable(), t)
        return h if self.k is None else h * factor_expression(self.k)

    def _symbolic(self, names: tuple[str, ...], suffix: str) -> _SymbolicGauge:
        import sympy  # slow to import

        match self.gauge:
            case Frequencies(planes):
                xs = [sympy.Symbol(name, real=True) for name in names]
                phases = [sum(number_formula(w).expr * s for w, s in zip(plane, xs, strict=True)) for plane in planes]
                blocks = [sympy.Matrix([[sympy.cos(p), -sympy.sin(p)], [sympy.sin(p), sympy.cos(p)]]) for p in phases]
                return _SymbolicGauge(sympy.diag(*blocks, sympy.eye(self.d - 2 * len(planes))))
            case GaugeTable():
                return _SymbolicGauge(sympy.Matrix(sympy.MatrixSymbol(f"Q_{suffix}", self.d, self.d)))
            case GaugeFormula(rows):
                swap = dict(zip(self.labels.variables[0], names, strict=True))
                renamed = [
                    [
                        f.expr.subs({sympy.Symbol(a, real=True): sympy.Symbol(b, real=True) for a, b in swap.items()})
                        for f in row
                    ]
                    for row in rows
                ]
                return _SymbolicGauge(sympy.Matrix(renamed))


@dataclass(frozen=True)
class _SymbolicGauge:
    matrix: sympy.Matrix

    def dot_vector(self, x: sympy.Matrix) -> sympy.Matrix:
        return self.matrix * x
