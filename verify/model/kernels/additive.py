"""Additive kernels h = f(<x + p(xi), y + p(zeta)>): absolute position encodings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from verify.model.errors import InputError
from verify.model.factors import evaluate, label_coordinates, label_point
from verify.model.formula import Formula
from verify.model.kernels.base import Array, Kernel, content_symbols, profile_variable
from verify.model.numbers import Number, float_value, number_text
from verify.model.profiles import Profile

if TYPE_CHECKING:
    import sympy

__all__ = ["AdditiveKernel"]


@dataclass(frozen=True, kw_only=True)
class AdditiveKernel(Kernel):
    """h = f(<x + p(xi), y + p(zeta)>); the profile is taken on all of R."""

    family: ClassVar[str] = "additive"
    profile: Profile
    p: tuple[tuple[Number, ...], ...] | tuple[Formula, ...]

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.is_formula:
            if len(self.p) != self.d:
                raise InputError("p", f"have d = {self.d} formulas", len(self.p))
        elif self.labels.size != len(self.p):
            raise InputError("p", f"have one vector per label ({self.labels.size})", len(self.p))
        elif any(len(v) != self.d for v in self.p if isinstance(v, tuple)):
            raise InputError(
                "p",
                f"have vectors of length d = {self.d}",
                sorted({len(v) for v in self.p if isinstance(v, tuple)}),
            )

    @property
    def is_formula(self) -> bool:
        """True if p is given by formulas in the label."""
        return bool(self.p) and isinstance(self.p[0], Formula)

    def vector(self, index: int) -> tuple[Number, ...]:
        """Return p at a label of a finite law, exactly."""
        if not self.is_formula:
            return self.p[index]  # type: ignore[return-value]
        values = dict(zip(self.labels.variables[0], label_point(self.labels, index), strict=True))
        return tuple(evaluate(f, values, f"p at label {index}") for f in self.p if isinstance(f, Formula))

    def fields(self) -> dict[str, Any]:
        """Profile and encoding."""
        # the entries of a large table are few numbers, each written once
        distinct = {id(x): x for v in self.p if isinstance(v, tuple) for x in v}
        texts = {key: number_text(x) for key, x in distinct.items()}
        p: list[Any] = [v.text if isinstance(v, Formula) else [texts[id(x)] for x in v] for v in self.p]
        return {"profile": self.profile.to_json(), "p": p}

    def positions(self, a: Array) -> Array:
        """Return p at labels a as float64 (n, d)."""
        if not self.is_formula:
            table = np.array([[float_value(x) for x in v] for v in self.p if isinstance(v, tuple)])
            return table[np.asarray(a, dtype=int)]
        coordinates = label_coordinates(self.labels, a)
        values = {name: coordinates[:, c] for c, name in enumerate(self.labels.variables[0])}
        return np.stack([np.broadcast_to(f.array(values), (len(a),)) for f in self.p if isinstance(f, Formula)], axis=1)

    def block(self, x: Array, a: Array, y: Array, b: Array) -> Array:
        """h at contents x, y and labels a, b."""
        return self.profile.array((x + self.positions(a)) @ (y + self.positions(b)).T, self.d)

    def gradient(self, x: Array, a: Array, y: Array, b: Array) -> Array:
        """f'(<x + p, y + p'>) (y + p')."""
        moved = y + self.positions(b)
        slope = self.profile.slope_array((x + self.positions(a)) @ moved.T, self.d)
        return slope[:, :, None] * moved[None, :, :]

    def expression(self) -> sympy.Expr:
        """Profile at <x + p(xi), y + p(zeta)>, with symbols p_xi, p_zeta for tables."""
        import sympy  # slow to import

        x, y = content_symbols(self.d)
        first, second = self.labels.variables
        if self.is_formula:
            p = sympy.Matrix([f.expr for f in self.p if isinstance(f, Formula)])
            q = p.subs(
                {sympy.Symbol(a, real=True): sympy.Symbol(b, real=True) for a, b in zip(first, second, strict=True)}
            )
        else:
            p, q = (
                sympy.Matrix([sympy.Symbol(f"p_{s}{c + 1}", real=True) for c in range(self.d)]) for s in ("xi", "zeta")
            )
        return self.profile.formula(self.d).expr.subs(profile_variable(), (x + p).dot(y + q))
