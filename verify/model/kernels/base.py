"""What every interaction kernel has: a content dimension, a profile, a label law, a normal form and a digest."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from verify.model.canonical import digest
from verify.model.errors import InputError
from verify.model.labels import LabelLaw

if TYPE_CHECKING:
    import sympy

__all__ = ["Array", "Kernel", "check_dimension", "content_symbols", "dot_products", "profile_variable"]

Array = np.ndarray[Any, Any]


def check_dimension(d: object) -> None:
    """Refuse what is no dimension of the contents.

    Parameters
    ----------
    d : object
        As a file has it.

    Raises
    ------
    InputError
        No integer from 2 to 2^20.
    """
    if isinstance(d, bool) or not isinstance(d, int):
        raise InputError("d", "be an integer", repr(d), "It is the dimension of the contents.")
    if d < 2:
        raise InputError("d", "be an integer of at least 2", d, "The sphere S^0 is two points: no flow moves on it.")
    if d > 2**20:
        raise InputError("d", f"be at most {2**20}", d)


@dataclass(frozen=True, kw_only=True)
class Kernel(ABC):
    """An interaction kernel h((x, xi), (y, zeta)) on S^{d-1} x labels, symmetric, with a fixed label law.

    Energy: E[mu] = 1/2 ∬ h dmu dmu. Attributes common to all families:

    d : int
        Content dimension, at least 2.
    labels : LabelLaw
        The fixed label law rho.
    symmetrize : bool
        True if the kernel is the symmetric part of an asymmetric one: then the flow is not its gradient flow.
    name : str
        Free text, not part of the digest.
    expect : mapping
        The verdict that a test file expects, not part of the digest.
    """

    family: ClassVar[str]
    d: int
    labels: LabelLaw
    symmetrize: bool = False
    name: str = ""
    expect: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        check_dimension(self.d)

    @abstractmethod
    def fields(self) -> dict[str, Any]:
        """Family fields of the normal form."""

    @abstractmethod
    def block(self, x: Array, a: Array, y: Array, b: Array) -> Array:
        """Return h((x_i, a_i), (y_j, b_j)), float64 (n, m), for contents x (n, d), y (m, d), labels a (n,), b (m,)."""

    @abstractmethod
    def gradient(self, x: Array, a: Array, y: Array, b: Array) -> Array:
        """Return the ambient gradient of h in x as float64 (n, m, d); project with P_x for the velocity."""

    @abstractmethod
    def expression(self) -> sympy.Expr:
        """Return h as a SymPy expression in x1..xd, y1..yd and the labels' variables."""

    def normal_form(self) -> dict[str, Any]:
        """Return the plain data that digests and certificates speak of; name and expect are left out."""
        data = {"family": self.family, "d": self.d, "labels": self.labels.to_json(), **self.fields()}
        return data | {"symmetrize": True} if self.symmetrize else data

    @property
    def digest(self) -> str:
        """``sha256:<hex>`` of the canonical JSON of the normal form."""
        return digest(self.normal_form())

    def _repr_latex_(self) -> str:
        import sympy  # slow to import

        return f"$\\displaystyle h = {sympy.latex(self.expression())}$"


def content_symbols(d: int) -> tuple[sympy.Matrix, sympy.Matrix]:
    """Return the column vectors of real symbols x1..xd and y1..yd."""
    import sympy  # slow to import

    return tuple(sympy.Matrix([sympy.Symbol(f"{letter}{c + 1}", real=True) for c in range(d)]) for letter in "xy")


def dot_products(x: Array, y: Array) -> Array:
    """Return the Gram matrix (n, m) of inner products, clipped to [-1, 1] against rounding."""
    return np.clip(x @ y.T, -1.0, 1.0)


def profile_variable() -> sympy.Symbol:
    """Return t = <x, y>, the variable of profiles."""
    import sympy  # slow to import

    return sympy.Symbol("t", real=True)
