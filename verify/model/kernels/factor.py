"""Factor kernels h = k(xi, zeta) f(<x, y>): distance biases, Toeplitz kernels, additive logit biases, masks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from verify.model.factors import Factor
from verify.model.formula import Formula
from verify.model.kernels.base import Array, Kernel, content_symbols, dot_products, profile_variable
from verify.model.profiles import Profile

if TYPE_CHECKING:
    import sympy

__all__ = ["FactorKernel", "factor_expression"]


@dataclass(frozen=True, kw_only=True)
class FactorKernel(Kernel):
    """h = k(xi, zeta) f(<x, y>), with k given as it is or by a logit bias b, k = e^b.

    Examples
    --------
    >>> from verify.model.kernels import read_kernel
    >>> kernel = read_kernel(
    ...     {
    ...         "family": "factor",
    ...         "d": 3,
    ...         "profile": {"usa": 2},
    ...         "k": "cos(xi - zeta)",
    ...         "labels": {"kind": "circle"},
    ...     }
    ... )
    >>> kernel.normal_form()["k"]
    'cos(xi - zeta)'
    """

    family: ClassVar[str] = "factor"
    profile: Profile
    k: Factor

    def fields(self) -> dict[str, Any]:
        """Profile and factor."""
        return {"profile": self.profile.to_json(), **self.k.to_json()}

    def block(self, x: Array, a: Array, y: Array, b: Array) -> Array:
        """h at contents x, y and labels a, b."""
        return self.k.array(self.labels, a, b) * self.profile.array(dot_products(x, y), self.d)

    def gradient(self, x: Array, a: Array, y: Array, b: Array) -> Array:
        """k f'(<x, y>) y."""
        slope = self.k.array(self.labels, a, b) * self.profile.slope_array(dot_products(x, y), self.d)
        return slope[:, :, None] * y[None, :, :]

    def expression(self) -> sympy.Expr:
        """k times the profile at <x, y>."""
        x, y = content_symbols(self.d)
        return factor_expression(self.k) * self.profile.formula(self.d).expr.subs(profile_variable(), 0 + x.dot(y))


def factor_expression(factor: Factor) -> sympy.Expr:
    """Return the factor's SymPy expression: its formula, or the indexed symbol k[i, j] of a table."""
    import sympy  # slow to import

    formula: Formula | None = factor.formula
    if formula is not None:
        return formula.expr
    entry = sympy.IndexedBase("b" if factor.log else "k")[sympy.Symbol("i"), sympy.Symbol("j")]
    return sympy.exp(entry) if factor.log else entry
